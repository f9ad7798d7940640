# SPDX-License-Identifier: MIT
"""Random graphs and options: the command and the package, from files and from objects, give the same floats.

RIWALK_ROUNDS is the number of rounds (20), RIWALK_SEED the first of their seeds.
"""

import os
import random

import networkx
import numpy as np
import pytest

import riwalk as package

ROUNDS, FIRST = int(os.environ.get("RIWALK_ROUNDS", 20)), int(os.environ.get("RIWALK_SEED", 0))
OWN = {"n_components": "dimensions", "random_state": "seed", "n_jobs": "threads"}
CHOICES = [
    {"trainer": "factor", "walks": "exact", "n_components": 8},
    {"trainer": "factor", "walks": 7, "method": "riwalk-wl", "measures": "yes", "n_components": 16},
    {"trainer": "factor", "weighting": "log", "role_anchor": "drop", "n_components": 4},
    {"preset": "best", "n_components": 32},
    {"preset": "fast", "n_components": 8},
    {"preset": "roles"},
    {"epochs": 1, "walks": 3, "walk_length": 8, "n_components": 5},
    {"epochs": 2, "walks": 2, "method": "riwalk-rw-wl", "n_components": 3, "radius": 2},
    {"method": "deepwalk", "walks": 2, "epochs": 1, "n_components": 4},
    {"method": "node2vec", "p": 0.5, "q": 2.0, "walks": 2, "epochs": 1, "n_components": 4},
    {"method": "struc2vec", "walks": 2, "epochs": 1, "n_components": 4},
    {"method": "graphwave", "n_components": 8},
    {"method": "refex", "n_components": 6},
    {"method": "line", "samples": 5, "n_components": 4},
    {"combine": "deepwalk", "walks": 2, "epochs": 1, "n_components": 4},
]


def edges_of(rng, directed, weighted):
    """Triples (u, v, weight): of directed graphs both ways may be there."""
    nodes = rng.randrange(4, 60)
    pairs = {(rng.randrange(nodes), min(rng.randrange(nodes), rng.randrange(nodes))) for _ in range(3 * nodes)}
    pairs = {(u, v) if directed else (min(u, v), max(u, v)) for u, v in pairs if u != v} | {(0, 1), (0, 2), (1, 3)}
    pairs = sorted(pairs)
    rng.shuffle(pairs)
    return [(u, v, rng.choice((1, 2, 0.5, 7.25)) if weighted else 1) for u, v in pairs]


def words_of(options):
    return [word for name, value in options.items() for word in ("--" + OWN.get(name, name).replace("_", "-"), value)]


def as_object(rng, triples, directed, weighted):
    """The same graph as an object, and how it is read."""
    how = {"directed": directed, **({"weight": "weight"} if weighted else {})}
    kind = rng.choice(("networkx", "pairs", "dict", "arrays"))
    if kind == "networkx":
        graph = networkx.DiGraph() if directed else networkx.Graph()
        graph.add_weighted_edges_from(triples)
        return graph, how
    if kind == "dict":
        near = {}
        for u, v, weight in triples:
            near.setdefault(u, {})[v] = weight
        return near, how
    if kind == "arrays" and not weighted:
        return np.array([[u, v] for u, v, _ in triples]), how
    return (triples if weighted else [(u, v) for u, v, _ in triples]), how


def by_id(names, rows):
    return {str(name): row.tobytes() for name, row in zip(names, rows)}


def fails_or_rows(call):
    try:
        made = call()
    except (ValueError, package.Error) as error:
        return str(error)
    return by_id(made.node_ids, np.asarray(made))


@pytest.mark.parametrize("seed", range(FIRST, FIRST + ROUNDS))
def test_command_and_package_agree(seed, riwalk, tmp_path):
    rng = random.Random(seed)
    options = dict(rng.choice(CHOICES), random_state=rng.randrange(1 << 40), n_jobs=rng.randrange(1, 5))
    plain = options.get("method", "riwalk-sp").startswith("riwalk") and "combine" not in options
    directed, weighted, typed = (rng.random() < 0.5 and plain for _ in range(3))
    triples = edges_of(rng, directed, weighted)
    path, types = tmp_path / "g.txt", {u: f"t{u % 3}" for edge in triples for u in edge[:2]}
    path.write_text("".join(f"{u} {v} {weight}\n" if weighted else f"{u} {v}\n" for u, v, weight in triples))
    (tmp_path / "types.txt").write_text("".join(f"{u} {name}\n" for u, name in types.items()))
    flags = ["--directed"] * directed + ["--weighted"] * weighted
    flags += ["--node-types", tmp_path / "types.txt"] if typed else []
    given = {"node_types": types} if typed else {}
    riwalk("embed", path, *flags, *words_of(options), "-o", tmp_path / "v.npy", "-q")
    names = (tmp_path / "v.ids").read_text().split("\n")[:-1]
    rows = by_id(names, np.load(tmp_path / "v.npy"))
    options["n_jobs"] = rng.randrange(1, 5)
    how = {"directed": directed, **({"weight": "weight"} if weighted else {}), **given}
    assert fails_or_rows(lambda: package.embed(package.graph(os.fspath(path), **how), **options)) == rows
    data, how = as_object(rng, triples, directed, weighted)
    graph = package.graph(data, **how, **given)
    assert fails_or_rows(lambda: package.embed(graph, **options)) == rows
    assert fails_or_rows(lambda: package.embed(graph, memory="200M", **options)) == rows
    graph.save(tmp_path / "g.rwg")
    riwalk("embed", tmp_path / "g.rwg", *["--weighted"] * weighted, *words_of(options), "--memory", "200M", "-o", tmp_path / "w.npy", "-q")
    assert by_id((tmp_path / "w.ids").read_text().split("\n")[:-1], np.load(tmp_path / "w.npy")) == rows


@pytest.mark.parametrize("seed", range(FIRST, FIRST + ROUNDS // 4))
def test_several_graphs_agree(seed, riwalk, tmp_path):
    rng = random.Random(-1 - seed)
    options = dict(rng.choice([it for it in CHOICES if it.get("method", "riwalk")[:2] in ("ri", "re")]), random_state=seed)
    files, graphs = [], []
    for number in range(rng.randrange(2, 4)):
        triples = edges_of(rng, False, False)
        files.append(tmp_path / f"g{number}.txt")
        files[-1].write_text("".join(f"{u} {v}\n" for u, v, _ in triples))
        graphs.append([(u, v) for u, v, _ in triples])
    riwalk("embed", *files, *words_of(options), "-o", tmp_path / "v.npy", "-q")
    own = package.embed([package.graph(one) for one in graphs], **options)
    rows = [row.tobytes() for row in np.load(tmp_path / "v.npy")]
    assert sorted(row.tobytes() for row in np.asarray(own)) == sorted(rows)
