# SPDX-License-Identifier: MIT
"""Graphs in, facts and files out: networkx and scipy are the oracles."""

import random
import statistics

import networkx as nx
import numpy as np
import pytest
import scipy.io

GRAPHS = {
    "karate": nx.karate_club_graph(),
    "sparse": nx.gnm_random_graph(300, 250, seed=1),
    "dense": nx.gnm_random_graph(60, 900, seed=2),
    "hubs": nx.barabasi_albert_graph(500, 3, seed=3),
    "star": nx.star_graph(50),
    "path": nx.path_graph(40),
    "single": nx.Graph([(7, 9)]),
    "pieces": nx.disjoint_union_all([nx.cycle_graph(n) for n in (3, 4, 5, 6)]),
    "directed": nx.gnm_random_graph(200, 500, seed=4, directed=True),
    "strings": nx.relabel_nodes(nx.gnm_random_graph(80, 150, seed=5), lambda n: f"né{n:x}"),
    "negative": nx.relabel_nodes(nx.gnm_random_graph(80, 150, seed=6), lambda n: n * 10**15 - 10**16),
}


@pytest.fixture(params=GRAPHS)
def graph(request):
    return GRAPHS[request.param]


def write(graph, path):
    """Writes an edge list in a random order, with loops and repeated edges put in; returns how
    many of each."""
    rng = random.Random(1)
    lines = [(u, v) if graph.is_directed() or rng.random() < 0.5 else (v, u) for u, v in graph.edges]
    repeated = rng.choices(lines, k=len(lines) // 5)
    if not graph.is_directed():
        repeated = [(v, u) for u, v in repeated]
    loops = [(v, v) for v in rng.choices([v for edge in lines for v in edge], k=5)]
    lines += repeated + loops
    rng.shuffle(lines)
    path.write_text("".join(f"{u} {v}\n" for u, v in lines), encoding="utf-8")
    return len(loops), len(repeated)


def flags(graph):
    return ["--directed"] if graph.is_directed() else []


def row_set(rows):
    pairs = [frozenset(row[:2]) for row in rows]
    assert len(pairs) == len(set(pairs)), "an edge was written twice"
    return set(pairs)


def check_info(info, graph):
    degrees = [d for _, d in (graph.out_degree if graph.is_directed() else graph.degree)]
    components = nx.weakly_connected_components if graph.is_directed() else nx.connected_components
    sizes = [len(component) for component in components(graph)]
    assert info["nodes"] == graph.number_of_nodes()
    assert info["edges"] == graph.number_of_edges()
    assert info["directed"] == graph.is_directed()
    assert info["components"] == len(sizes)
    assert info["largest_component"] == max(sizes)
    assert info["isolated_nodes"] == nx.number_of_isolates(graph)
    assert info["degree"]["min"] == min(degrees)
    assert info["degree"]["median"] == statistics.median_low(degrees)
    assert info["degree"]["max"] == max(degrees)
    assert info["degree"]["mean"] == pytest.approx(np.mean(degrees), rel=1e-12)
    for bin in info["degree"]["histogram"]:
        assert bin["nodes"] == sum(bin["from"] <= d <= bin["to"] for d in degrees)
    assert sum(bin["nodes"] for bin in info["degree"]["histogram"]) == len(degrees)


def test_info(riwalk, graph, tmp_path):
    graph = graph.copy()
    graph.remove_nodes_from(list(nx.isolates(graph)))
    loops, repeated = write(graph, tmp_path / "graph.txt")
    info = riwalk.info(*flags(graph), tmp_path / "graph.txt")
    check_info(info, graph)
    assert info["self_loops_dropped"] == loops
    assert info["duplicates_dropped"] == repeated


def without_names(graph):
    """Nodes 1, 2, ... in the order in which riwalk keeps them: integers by value, else by bytes."""
    integers = all(isinstance(v, int) for v in graph)
    order = sorted(graph) if integers else sorted(graph, key=lambda v: v.encode())
    return nx.relabel_nodes(graph, {v: i + 1 for i, v in enumerate(order)})


def test_matrix_market_for_scipy(riwalk, graph, tmp_path):
    graph = graph.copy()
    graph.remove_nodes_from(list(nx.isolates(graph)))
    write(graph, tmp_path / "graph.txt")
    riwalk("convert", *flags(graph), tmp_path / "graph.txt", tmp_path / "copy.mtx")
    read = scipy.io.mmread(tmp_path / "copy.mtx").toarray()
    plain = without_names(graph)
    wanted = nx.to_numpy_array(plain, nodelist=range(1, len(plain) + 1), weight=None)
    assert np.array_equal(read, wanted)


@pytest.mark.parametrize("field", ["pattern", "real", "integer"])
@pytest.mark.parametrize("symmetry", ["general", "symmetric"])
def test_matrix_market_of_scipy(riwalk, field, symmetry, tmp_path):
    rng = np.random.default_rng(7)
    dense = rng.integers(1, 9, (30, 30)) * (rng.random((30, 30)) < 0.1)
    dense = np.triu(dense, 1)
    dense = dense + dense.T if symmetry == "symmetric" else dense
    matrix = scipy.sparse.coo_matrix(dense.astype(float if field == "real" else int))
    scipy.io.mmwrite(tmp_path / "graph.mtx", matrix, field=field, symmetry=symmetry)
    weighted = [] if field == "pattern" else ["--weighted"]
    rows = riwalk.edges(*weighted, tmp_path / "graph.mtx")
    upper = np.triu(dense)
    wanted = {frozenset((str(i + 1), str(j + 1))): upper[i, j] for i, j in zip(*upper.nonzero())}
    assert row_set(rows) == set(wanted)
    for row in rows if weighted else []:
        assert float(row[2]) == wanted[frozenset(row[:2])]


@pytest.mark.parametrize("name", ["usa-airports", "film"])
def test_data_sets(riwalk, data, name):
    path = data / f"{name}.edgelist"
    graph = nx.Graph()
    loops = 0
    for line in path.read_text().splitlines():
        u, v = line.split()[:2]
        graph.add_nodes_from((u, v))
        if u == v:
            loops += 1
        else:
            graph.add_edge(u, v)
    info = riwalk.info(path)
    check_info(info, graph)
    assert info["self_loops_dropped"] == loops
