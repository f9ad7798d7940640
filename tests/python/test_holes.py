# SPDX-License-Identifier: MIT
"""riwalk holes against networkx."""

import pathlib

import networkx
import numpy as np
import pytest


def constraints(place, graph, *options):
    """Constraints by node, as the command computes them."""
    lines = [
        f"{u} {v} {data.get('weight', 1)!r}" for u, v, data in graph.edges(data=True)
    ]
    pathlib.Path(place.path("graph")).write_text("\n".join(lines) + "\n")
    pathlib.Path(place.path("nodes")).write_text("\n".join(map(str, graph)) + "\n")
    place.run(
        "holes", place.path("graph"), "--node-list", place.path("nodes"), "--constraints",
        place.path("out"), "-q", *options,
    )  # fmt: skip
    pairs = [line.split() for line in pathlib.Path(place.path("out")).read_text().splitlines()]
    return {int(node): float(value) for node, value in pairs}


def random_graph(seed, weighted):
    """Some sparse, some dense, some with hubs, and most with isolated nodes."""
    random = np.random.default_rng(seed)
    nodes = int(random.integers(3, 45))
    if seed % 3 == 2:
        graph = networkx.barabasi_albert_graph(nodes, min(nodes - 1, 3), seed=seed)
        graph.add_edges_from((0, n) for n in range(1, nodes))
    else:
        graph = networkx.gnp_random_graph(nodes, random.choice([0.05, 0.2, 0.6]), seed=seed)
    if not graph.number_of_edges():
        graph.add_edge(0, 1)
    if weighted:
        for u, v in graph.edges:
            graph[u][v]["weight"] = float(np.float32(random.uniform(0.1, 9)))
    return graph


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("weighted", [False, True])
def test_constraints_equal_those_of_networkx(place, seed, weighted):
    graph = random_graph(seed, weighted)
    ours = constraints(place, graph, *(["--weighted"] if weighted else []))
    theirs = networkx.constraint(graph, weight="weight" if weighted else None)
    assert set(ours) == set(theirs)
    for node, value in theirs.items():
        # Sums of a few hundred terms, in another order.
        assert np.isclose(ours[node], value, rtol=1e-12, equal_nan=True), node


def test_hits(place):
    graph = networkx.connected_caveman_graph(12, 7)
    graph.add_edges_from((0, n) for n in range(10, 80, 9))
    vectors = np.random.default_rng(1).normal(size=(len(graph), 5)).astype(np.float32)
    ours = constraints(place, graph)
    out = place.json(
        "holes", place.path("graph"), place.vectors(vectors, sorted(graph)), "--top", 20
    )
    order = sorted(ours, key=lambda n: (ours[n], n))
    rows = vectors.astype(float) / np.linalg.norm(vectors.astype(float), axis=1, keepdims=True)
    similarity = rows @ rows[order[0]]
    near = sorted(set(ours) - {order[0]}, key=lambda n: -similarity[n])[:20]
    assert out["least"] == str(order[0])
    assert out["hits"] == len(set(near) & set(order[:20]))
    assert np.isclose(out["hits_by_chance"], 20 * 19 / (len(graph) - 1))
