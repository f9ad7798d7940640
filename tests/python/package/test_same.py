# SPDX-License-Identifier: MIT
"""Random graphs and options: the command and the package, from files and from objects, give the same answers.

RIWALK_ROUNDS is the number of rounds (20), RIWALK_SEED the first of their seeds.
"""

import json
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


class Made:
    """A random graph: a file with the flags that read it, and an object."""

    def __init__(self, rng, folder, name="g", kinds=(False, False, False)):
        directed, weighted, typed = kinds
        self.triples, self.path = edges_of(rng, directed, weighted), folder / f"{name}.txt"
        self.path.write_text("".join(f"{u} {v} {weight}\n" if weighted else f"{u} {v}\n" for u, v, weight in self.triples))
        types = {u: f"t{u % 3}" for edge in self.triples for u in edge[:2]}
        self.types = folder / f"{name}.types"
        self.types.write_text("".join(f"{u} {kind}\n" for u, kind in types.items()))
        self.flags = ["--directed"] * directed + ["--weighted"] * weighted
        self.words = [*self.flags, *(["--node-types", self.types] if typed else [])]
        given = {"node_types": types} if typed else {}
        self.how = {"directed": directed, **({"weight": "weight"} if weighted else {}), **given}
        data, how = as_object(rng, self.triples, directed, weighted)
        self.graph = package.graph(data, **how, **given)


def any_kinds(rng):
    return [rng.random() < 0.5 for _ in range(3)]


def ids_and_rows(path):
    return by_id(path.with_suffix(".ids").read_text().split("\n")[:-1], np.load(path))


@pytest.mark.parametrize("seed", range(FIRST, FIRST + ROUNDS))
def test_command_and_package_agree(seed, riwalk, tmp_path):
    rng = random.Random(seed)
    options = dict(rng.choice(CHOICES), random_state=rng.randrange(1 << 40), n_jobs=rng.randrange(1, 5))
    plain = options.get("method", "riwalk-sp").startswith("riwalk") and "combine" not in options
    kinds = [rng.random() < 0.5 and plain for _ in range(3)]
    made = Made(rng, tmp_path, kinds=kinds)
    riwalk("embed", made.path, *made.words, *words_of(options), "-o", tmp_path / "v.npy", "-q")
    rows = ids_and_rows(tmp_path / "v.npy")
    options["n_jobs"] = rng.randrange(1, 5)
    assert fails_or_rows(lambda: package.embed(package.graph(os.fspath(made.path), **made.how), **options)) == rows
    assert fails_or_rows(lambda: package.embed(made.graph, **options)) == rows
    assert fails_or_rows(lambda: package.embed(made.graph, memory="200M", **options)) == rows
    made.graph.save(tmp_path / "g.rwg")
    words = [*["--weighted"] * kinds[1], *words_of(options), "--memory", "200M"]
    riwalk("embed", tmp_path / "g.rwg", *words, "-o", tmp_path / "w.npy", "-q")
    assert ids_and_rows(tmp_path / "w.npy") == rows


@pytest.mark.parametrize("seed", range(FIRST, FIRST + ROUNDS // 2))
def test_parts_and_models_agree(seed, riwalk, tmp_path):
    rng = random.Random(f"parts {seed}")
    kinds = any_kinds(rng)
    made, other = (Made(rng, tmp_path, name, kinds) for name in "gh")
    options = dict(rng.choice(CHOICES[:3]), random_state=seed)
    count = made.graph.node_count
    ends = [0, rng.randrange(1, count), count]
    parts = []
    for first, end in zip(ends, ends[1:]):
        words = [*words_of({"trainer": "factor", **options}), "--anchors", f"{first}:{end}", "-o", tmp_path / "c.rwp"]
        riwalk("profiles", made.path, *made.words, *words, "-q")
        parts.append(package.profiles(made.graph, (first, end), **options))
        parts[-1].save(tmp_path / "p.rwp")
        assert (tmp_path / "p.rwp").read_bytes() == (tmp_path / "c.rwp").read_bytes()
    model = package.fit(parts)
    model.save(tmp_path / "p.rwm")
    riwalk("embed", made.path, *made.words, *words_of(options), "--save-model", tmp_path / "c.rwm", "-o", tmp_path / "v.npy", "-q")
    assert (tmp_path / "p.rwm").read_bytes() == (tmp_path / "c.rwm").read_bytes()
    riwalk("transform", tmp_path / "p.rwm", other.path, *other.words, "-o", tmp_path / "w.npy", "-q")
    for each in (model, package.load(tmp_path / "c.rwm")):
        assert fails_or_rows(lambda: each.embed(other.graph)) == ids_and_rows(tmp_path / "w.npy")


@pytest.mark.parametrize("seed", range(FIRST, FIRST + ROUNDS // 2))
def test_matches_agree(seed, riwalk, tmp_path):
    rng = random.Random(f"align {seed}")
    kinds = any_kinds(rng)
    first, second = (Made(rng, tmp_path, name, kinds) for name in "gh")
    options = {"matches": rng.randrange(1, 6), "random_state": seed, "rounds": rng.choice((0, 3, 30))}
    words = [word for name, value in options.items() for word in ("--" + OWN.get(name, name), value)]
    one_to_one = rng.random() < 0.5
    known = {3: 1} if not kinds[2] and rng.random() < 0.5 else None
    if known:
        (tmp_path / "known.txt").write_text("3 1\n")
        words += ["--known", tmp_path / "known.txt"]
    words += ["--one-to-one"] * one_to_one + (["--match-types", second.types] if kinds[2] else [])
    riwalk("align", first.path, second.path, *first.words, *words, "-o", tmp_path / "pairs.csv", "-q")
    lines = (tmp_path / "pairs.csv").read_text().splitlines()[1:]
    found = package.align(first.graph, second.graph, known=known, one_to_one=one_to_one, **options)
    own = [f"{node},{match},{score:.4f}" for node in found.node_ids for match, score in found[node]]
    assert sorted(own) == sorted(lines)


@pytest.mark.parametrize("seed", range(FIRST, FIRST + ROUNDS // 2))
def test_snapshots_and_roles_agree(seed, riwalk, tmp_path):
    rng = random.Random(f"track {seed}")
    kinds = any_kinds(rng)
    made = [Made(rng, tmp_path, name, kinds) for name in "gh"]
    types = tmp_path / "both.types"
    types.write_text("".join(sorted({*made[0].types.open(), *made[1].types.open()})))
    words = [*made[0].flags, *(["--node-types", types] if kinds[2] else []), "-k", 2, "--seed", seed, "--json", "-q"]
    options = {"k": 2, "random_state": seed}
    table = json.loads(riwalk("track", *(each.path for each in made), *words))
    found = package.track([each.graph for each in made], **options)
    assert [role["name"] for role in table["roles"]] == found.roles
    assert [step["sizes"] for step in table["snapshots"]] == found.sizes.tolist()
    steps = found.to_pandas().set_index(["node", "step"])
    for node in table["nodes"]:
        for state in node["states"]:
            row = steps.loc[(type(found.node_ids[0])(node["node"]), state["step"])]
            assert state["role"] == row["role"] and state["degree"] == row["degree"]
            for name in ("moved", "change", "p"):
                assert state[name] == pytest.approx(row[name], rel=1e-5) or state[name] is None and np.isnan(row[name])
    told = json.loads(riwalk("describe", made[0].path, *words, "-o", tmp_path / "roles.txt"))
    roles = package.describe(made[0].graph, **options)
    assert [role["name"] for role in told["roles"]] == [role.name for role in roles.roles]
    by_node = dict(line.split(maxsplit=1) for line in (tmp_path / "roles.txt").read_text().splitlines())
    assert len(by_node) == len(roles.node_ids)
    assert by_node == {str(node): str(place + 1) for node, place in zip(roles.node_ids, roles.labels)}


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
