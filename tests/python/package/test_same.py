# SPDX-License-Identifier: MIT
"""Random graphs and options: the command and the package, from files and from objects, give the same answers.

RIWALK_ROUNDS is the number of rounds (20), RIWALK_SEED the first of their seeds.
"""

import collections
import json
import os
import random
import re

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
        directed, weighted, typed = self.kinds = kinds
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
    assert found.moves[1].sum() == ((found.states["role"] >= 0).all(axis=0)).sum()
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
    assert [family["roles"] for family in told["families"]] == [[1 + role for role in family.roles] for family in roles.families]
    for role, own in zip([*told["roles"], *told["families"]], [*roles.roles, *roles.families]):
        assert (role["name"], role["rule"]["text"]) == (own.name, own.rule.text)
        assert [c["measure"] for c in role["rule"]["conditions"]] == [c.measure for c in own.rule.conditions]
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


def page_of(path):
    """A page but for its facts, which say how it was made."""
    return re.sub(r'\["(command|made by|roles|embedding)",\n".*"\],?\n', "", path.read_text())


def lines_of(path):
    return dict(line.split(maxsplit=1) for line in path.read_text().splitlines())


class Embedded(Made):
    """A random graph with its vectors in a file; `own` are those of the package, from its object."""

    def __init__(self, rng, folder, riwalk, name="g", like=None, choices=CHOICES[:3]):
        super().__init__(rng, folder, name, like.kinds if like else any_kinds(rng))
        self.options = dict(like.options if like else rng.choice(choices), random_state=1, transferable=True)
        self.vectors, self.model = folder / f"{name}.npy", folder / "model.rwm"
        if like:
            riwalk("transform", self.model, self.path, *self.words, "-o", self.vectors, "-q")
            self.own = like.fitted.embed(self.graph)
        else:
            words = words_of({name: value for name, value in self.options.items() if name != "transferable"})
            riwalk("embed", self.path, *self.words, *words, "--save-model", self.model, "-o", self.vectors, "-q")
            self.fitted = package.RiWalk(**self.options).fit(self.graph)
            self.own = self.fitted.embedding_
        self.labels, count = folder / f"{name}.labels", rng.randrange(2, 4)
        self.label = {node: f"l{min(node % 5, count - 1)}" for node in self.own.node_ids if rng.random() < 0.8 or node < 5}
        self.labels.write_text("".join(f"{node} {label}\n" for node, label in self.label.items()))


@pytest.mark.parametrize("seed", range(FIRST, FIRST + ROUNDS // 2))
def test_answers_about_vectors_agree(seed, riwalk, tmp_path):
    rng = random.Random(f"vectors {seed}")
    made = Embedded(rng, tmp_path, riwalk)
    asked = rng.sample(list(made.own.node_ids), 3)
    found = json.loads(riwalk("nearest", made.vectors, *asked, "-n", 5, "--json"))
    read = package.read(made.vectors)
    for embedding, name in ((made.own, int), (read, type(read.node_ids[0]))):
        for node, answer in zip(asked, found):
            own = embedding.nearest(name(node), 5)
            assert [str(other) for other, _ in own] == [each["node"] for each in answer["nearest"]]
            assert [similarity for _, similarity in own] == pytest.approx([each["similarity"] for each in answer["nearest"]], abs=1e-7)
    how = {"k": rng.choice((None, 2, 4)), "normalize": rng.choice(("unit", "standard", "none")), "random_state": seed}
    words = ["-k", how["k"] or "auto", "--normalize", how["normalize"], "--seed", seed]
    riwalk("cluster", made.vectors, *words, "-o", tmp_path / "clusters.txt", "-q")
    for embedding in (made.own, read):
        assert {str(node): str(cluster) for node, cluster in zip(embedding.node_ids, embedding.cluster(**how))} == lines_of(
            tmp_path / "clusters.txt"
        )
    scoring = rng.choice((None, "accuracy", "f1_macro"))
    tune = {None: [], "accuracy": ["--tune", "micro"], "f1_macro": ["--tune", "macro"]}[scoring]
    riwalk("classify", made.vectors, made.labels, *tune, "--repeats", 1, "--ratios", 0.5, "--predict", tmp_path / "predicted.txt", "-q")
    classifier = package.RoleClassifier(
        made.graph, package.RiWalk(**made.options), cv=5 if scoring else 0, scoring=scoring or "accuracy"
    ).fit(list(made.label), list(made.label.values()))
    others = [node for node in made.own.node_ids if node not in made.label]
    if others:
        assert dict(zip(map(str, others), classifier.predict(others))) == lines_of(tmp_path / "predicted.txt")
    other = Embedded(rng, tmp_path, riwalk, "h", like=made)
    how = {"C": rng.choice((0.5, 1.0)), "balanced": rng.random() < 0.5, "normalize": rng.choice(("unit", "standard", "none"))}
    words = ["--C", how["C"], *["--balanced"] * how["balanced"], "--normalize", how["normalize"], "--test-vectors", other.vectors]
    scores = json.loads(riwalk("transfer", made.vectors, made.labels, other.labels, *words, "--json", "-q"))
    for first, second in ((made.own, other.own), (read, package.read(other.vectors))):
        name = type(first.node_ids[0])
        labels = [{name(node): label for node, label in each.label.items()} for each in (made, other)]
        own = package.transfer(first, labels[0], second, labels[1], **how)
        assert own == {key: pytest.approx(scores[key], abs=1e-8) for key in own}


@pytest.mark.parametrize("seed", range(FIRST, FIRST + ROUNDS // 2))
def test_answers_about_roles_agree(seed, riwalk, tmp_path):
    rng = random.Random(f"roles {seed}")
    choices = [dict(each, role_types=rng.choice(("auto", "no"))) for each in CHOICES[1:3]]
    made = Embedded(rng, tmp_path, riwalk, choices=choices)
    told = ("method", "walks", "walk_length", "radius", "degree_classes", "role_anchor")
    options = {name: made.own.options[name] for name in told if made.own.options[name] not in ("both", "exact")}
    words = [*(made.words if made.own.options["role_types"] == "yes" else made.flags), *words_of(options), "--seed", 1, "--json"]
    a, b = rng.sample(list(made.own.node_ids), 2)
    one, two = (json.loads(riwalk("explain", made.path, *pair, *words)) for pair in ((a,), (a, b)))
    own = made.own.explain(a, b)
    assert own.similarity == pytest.approx(two["similarity"], abs=1e-8)
    assert [(role["role"], role["visits"]) for role in one["roles"]] == [(role, visits) for role, _, visits, _ in own.profiles[0]]
    visits = collections.Counter()  # those of walks that return to their anchor are no role of the table
    for node in made.own.node_ids:
        visits.update({role: count for role, _, count, _ in made.own.explain(node).profiles[0]})
    roles = json.loads(riwalk("roles", made.path, *words))["roles"]
    assert all(visits[role["role"]] == role["visits"] for role in roles)


@pytest.mark.parametrize("seed", range(FIRST, FIRST + ROUNDS // 2))
def test_pages_agree(seed, riwalk, tmp_path):
    rng = random.Random(f"pages {seed}")
    made = Embedded(rng, tmp_path, riwalk)
    how = {"k": rng.choice((None, 2, 3)), "title": "<T>", "random_state": seed}
    words = ["-k", how["k"] or "auto", "--title", "<T>", "--seed", seed, "-q"]
    given = rng.random() < 0.5
    if rng.random() < 0.5:
        how["labels"], words = made.label, [*words, "--labels", made.labels]
    riwalk("report", made.path, *[made.vectors] * given, *made.words, *words, "-o", tmp_path / "c.html")
    package.report(made.graph, made.own if given else None, tmp_path / "p.html", **how)
    assert page_of(tmp_path / "p.html") == page_of(tmp_path / "c.html")


@pytest.mark.parametrize("seed", range(FIRST, FIRST + ROUNDS // 2))
def test_changes_agree(seed, riwalk, tmp_path):
    rng = random.Random(f"changes {seed}")
    made = Embedded(rng, tmp_path, riwalk)
    directed, weighted, typed = made.kinds
    left = {(u, v): weight for u, v, weight in made.triples}
    lines = []
    for u, v in rng.sample(sorted(left), 2):
        del left[u, v]
        lines.append(f"- {u} {v}\n")
    nodes = list(made.own.node_ids)
    for u, v in ((rng.choice(nodes), nodes[0] if typed else 99), tuple(rng.sample(nodes, 2))):
        if u != v and (u, v) not in left and (directed or (v, u) not in left):
            left[u, v] = 3 if weighted else 1
            lines.append(f"+ {u} {v} 3\n" if weighted else f"+ {u} {v}\n")
    (tmp_path / "changes.txt").write_text("".join(lines))
    riwalk("transform", made.model, made.path, *made.words, "-o", made.vectors, "-q")
    words = ["--changed", tmp_path / "changes.txt", "--vectors", made.vectors]
    riwalk("transform", made.model, made.path, *made.words, *words, "-o", tmp_path / "w.npy", "-q")
    rows = ids_and_rows(tmp_path / "w.npy")
    graph = networkx.DiGraph() if directed else networkx.Graph()
    graph.add_nodes_from(nodes)
    graph.add_weighted_edges_from((u, v, weight) for (u, v), weight in left.items())
    types = {"node_types": {node: f"t{node % 3}" for node in graph}} if typed else {}
    own = made.fitted.embed(package.graph(graph, **({"weight": "weight"} if weighted else {}), **types))
    assert by_id(own.node_ids, np.asarray(own)) == rows
