# SPDX-License-Identifier: MIT
"""Roles in words are those of the command, with the ids that nodes have here."""

import json

import networkx as nx
import numpy as np
import pytest

import riwalk


def test_roles_are_objects_of_nodes(novel):
    found = riwalk.describe(novel, k=5)
    assert len(found) == 5 and sorted(sum((role.members for role in found), [])) == sorted(novel)
    for place, role in enumerate(found):
        degrees = sorted(novel.degree(node) for node in role.members)
        assert role.typical == role.members[: len(role.typical)]
        assert role.ranges["degree"][::2] == (degrees[0], np.median(degrees), degrees[-1])
        assert {found.labels[found.node_ids.index(node)] for node in role.members} == {place}
        assert role.name in str(found) and role.rule.text in str(found)
    assert found.hub == max(novel, key=novel.degree)
    assert str(found).startswith(f"5 roles of 77 nodes in {len(found.families)} families; the largest hub is Valjean")
    assert found._repr_html_().count("<tr>") == 6


def test_directions_and_weights_are_described(novel):
    arcs = nx.DiGraph([("boss", f"worker {i}", {"weight": 2}) for i in range(6)])
    arcs.add_edge("worker 0", "boss", weight=5)
    found = riwalk.describe(riwalk.graph(arcs, weight="weight"))
    frame = found.to_pandas()
    assert frame.loc["boss", "out_degree"] == 6 and frame.loc["boss", "in_degree"] == 1
    assert frame.loc["boss", "reciprocity"] == pytest.approx(1 / 6) and frame.loc["boss", "strength"] == 17
    assert "receive" in found["worker 3"].name
    frame = nx.to_pandas_edgelist(arcs)
    assert str(riwalk.describe(frame, weight="weight", directed=True)) == str(found)


def test_one_is_counted_as_one():
    pair = riwalk.describe([("a", "b")])
    assert str(pair).startswith("1 role of 2 nodes in 1 family; the largest hub is a\n\n")
    assert repr(riwalk.graph([("a", "b")])) == "<riwalk.Graph: 2 nodes, 1 edge>"
    pytest.raises(KeyError, lambda: pair["A"]).match("there is no node 'A' in this graph; there is 'a'")


def test_own_vectors_are_described(novel):
    e = riwalk.embed(novel, preset="fast", n_components=16)
    assert [role.members for role in e.describe(3)] == [role.members for role in riwalk.describe(novel, e, 3)]
    assert [role.members for role in riwalk.describe(e, k=3)] == [role.members for role in e.describe(3)]
    apart = riwalk.embed([novel, nx.path_graph(3)], preset="fast", n_components=16)
    for ask in (apart.describe, lambda: riwalk.describe(apart)):
        pytest.raises(ValueError, ask).match("does not know its graph")


def test_a_page_is_written(novel, tmp_path, monkeypatch):
    e = riwalk.embed(novel, preset="fast", n_components=16)
    found = riwalk.report(novel, e, tmp_path / "report.html", k=4, title="<Novel>")
    page = (tmp_path / "report.html").read_text()
    assert len(found) == 4 and page.lstrip().lower().startswith("<!doctype html")
    assert "Novel" in page and "<Novel>" not in page and "Valjean" in page
    riwalk.report(novel, str(tmp_path / "alone.html"))  # it needs no vectors
    assert (tmp_path / "alone.html").read_text().lstrip().lower().startswith("<!doctype html")
    riwalk.report(novel, e, tmp_path / "one.html")
    riwalk.report(novel, tmp_path / "two.html", e)
    assert (tmp_path / "one.html").read_bytes() == (tmp_path / "two.html").read_bytes()
    pytest.raises(OSError, riwalk.report, novel, e, tmp_path / "no" / "report.html")
    pytest.raises(TypeError, riwalk.report, novel, "a.html", "b.html").match("one path")
    pytest.raises(ValueError, riwalk.report, novel, tmp_path / "page.PDF").match("a report is a page: name it .html")
    monkeypatch.chdir(tmp_path)
    riwalk.report(novel, path=tmp_path / "again.html")
    riwalk.report(novel)
    assert (tmp_path / "report.html").read_bytes() == (tmp_path / "alone.html").read_bytes()


def test_roles_are_found_by_node(novel, club):
    found = riwalk.describe(novel, k=5)
    for node, place in zip(found.node_ids, found.labels):
        assert found[node] is found.roles[place] and node in found[node].members
    with pytest.raises(KeyError, match="no node 'Hugo'"):
        found["Hugo"]
    with pytest.warns(DeprecationWarning, match=r"description.roles\[0\]"):
        assert found[0] is found.roles[0]
    assert "Valjean" in found and "Hugo" not in found and found.roles[1] in found
    found = riwalk.describe(club, k=3)
    assert 0 in found[0].members and 33 in found[33].members  # ids, not places


def test_a_frame_has_a_row_for_each_node(novel):
    found = riwalk.describe(novel, k=5)
    frame = found.to_pandas()
    assert list(frame.index) == list(novel) and frame.index.name == "node"
    assert frame["role"].tolist() == found.labels.tolist()
    assert all(found.roles[row.role].name == row["name"] for _, row in frame.iterrows())
    assert frame["degree"].to_dict() == dict(novel.degree())
    assert frame["triangles"].to_dict() == nx.triangles(novel)


def test_several_graphs_have_roles_together(novel, club):
    both = riwalk.describe([club, novel], k=6)
    assert both.node_ids == [("g0", node) for node in club] + [("g1", node) for node in novel]
    frame = both.to_pandas()
    assert frame["degree"].tolist() == [d for _, d in club.degree()] + [d for _, d in novel.degree()]
    assert any({graph for graph, _ in role.members} == {"g0", "g1"} for role in both)
    twice = riwalk.describe([club, club], k=5)
    assert all(twice["g0", node] is twice["g1", node] for node in club)
    own = riwalk.describe([club, novel], riwalk.embed([club, novel], preset="fast", n_components=8), 4)
    assert len(own) == 4 and (own.labels >= 0).all()


# ---- Labels


@pytest.mark.parametrize("form", ["dict", "Series", "list", "array", "view"])
def test_labels_are_those_of_the_command(form, novel, command, tmp_path):
    import pandas

    given = {node: "main" if novel.degree(node) > 10 else "minor" for node in novel if node != "Myriel"}
    ordered = [given.get(node) for node in novel]
    named = nx.Graph(novel)
    nx.set_node_attributes(named, given, "kind")
    labels = {
        "dict": {**given, "Hugo": "author"},  # no node of it
        "Series": pandas.Series(given)[::-1],
        "list": ordered,
        "array": np.array([label or "" for label in ordered]),
        "view": named.nodes(data="kind"),
    }[form]
    found = riwalk.describe(novel, labels=labels)
    nx.write_edgelist(novel, tmp_path / "novel.txt", data=False, delimiter="\t")
    (tmp_path / "labels.txt").write_text("".join(f"{node}\t{label}\n" for node, label in given.items()))
    expected = json.loads(command("describe", "novel.txt", "--labels", "labels.txt", "--json", cwd=tmp_path))
    assert found.agreement == {name: pytest.approx(expected["agreement"][name], abs=1e-9) for name in found.agreement}
    for role, theirs in zip(found, expected["roles"]):
        assert role.labels == {label: count for label, count in theirs["labels"].items() if count}
    assert f"adjusted Rand index {found.agreement['adjusted_rand']:.3f}" in str(found)
    assert f"labels: {next(iter(found.roles[0].labels))} " in str(found) and "<th>labels</th>" in found._repr_html_()
    assert found.to_pandas()["label"].dropna().to_dict() == given


def test_a_page_has_labels(novel, tmp_path):
    riwalk.report(novel, tmp_path / "plain.html")
    riwalk.report(novel, tmp_path / "labelled.html", labels=dict.fromkeys(novel, "<i>protagonist</i>"))
    plain, labelled = ((tmp_path / name).read_text() for name in ("plain.html", "labelled.html"))
    assert "protagonist" in labelled and "<i>protagonist</i>" not in labelled and "protagonist" not in plain


# ---- Progress


def test_progress_is_told(novel, tmp_path):
    e = riwalk.embed(novel, preset="fast", n_components=16)
    large = riwalk.embed(nx.gnm_random_graph(3000, 9000, seed=1), preset="fast", n_components=16)

    def refuse(*news):
        raise RuntimeError("no more")

    for ask in (
        lambda **how: riwalk.embed(novel, epochs=200, **how),
        lambda **how: riwalk.describe(novel, **how),
        lambda **how: riwalk.report(novel, tmp_path / "r.html", **how),
        e.describe,
        lambda **how: e.plot(kind="tsne", **how),
        large.cluster,
    ):
        told = []
        ask(verbose=lambda *news: told.append(news))
        assert told and all(len(news) == 5 and isinstance(news[0], str) and news[2] <= (news[3] or news[2]) for news in told)
        pytest.raises(RuntimeError, ask, verbose=refuse).match("no more")


def test_a_bar_is_drawn_when_asked_for(novel, capsys):
    pytest.importorskip("tqdm")
    riwalk.describe(novel)
    assert capsys.readouterr().err == ""
    riwalk.describe(novel, verbose=True)
    assert "clusters" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments, problem, words",
    [
        (dict(graph=nx.empty_graph(3)), ValueError, "edges"),
        (dict(k=0), ValueError, "1 or more"),
        (dict(k=500), ValueError, "500"),
        (dict(normalize="up"), ValueError, "is not none, standard, unit"),
        (dict(embedding=np.zeros((77, 2))), TypeError, "expected a riwalk.Embedding"),
        (dict(labels={"Hugo": "author"}), ValueError, "'Hugo' is given, and nodes are like 'Napoleon'"),
        (dict(labels=["a"]), ValueError, "1 for 77 nodes"),
        (dict(labels=[None] * 77), ValueError, "no node has one"),
        (dict(labels="labels.txt"), TypeError, "a dict, a Series or a list, not str"),
        (dict(labels=5), TypeError, "not int"),
    ],
)
def test_bad_questions_are_refused(arguments, problem, words, novel):
    pytest.raises(problem, riwalk.describe, **{"graph": novel, **arguments}).match(words)
