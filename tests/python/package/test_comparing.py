# SPDX-License-Identifier: MIT
"""Which node is which: against a permuted copy, in any kind of id."""

import networkx
import numpy
import pytest

import riwalk


def copies(lost=0.0, seed=1):
    """The club's friends, and a copy with other ids, in another order, that lacks some edges."""
    random = numpy.random.default_rng(seed)
    first = networkx.les_miserables_graph()
    partners = dict(zip(first, random.permutation([f"x{i}" for i in range(len(first))])))
    second = networkx.Graph()
    second.add_nodes_from(sorted(partners.values()))
    second.add_edges_from((partners[a], partners[b]) for a, b in first.edges if random.random() >= lost)
    return first, second, partners


def test_a_frame_has_a_row_for_each_match():
    first, second, _ = copies(0.05)
    found = riwalk.align(first, second, matches=3)
    frame = found.to_pandas()
    assert list(frame.columns) == ["node", "match", "score"]
    assert frame.groupby("node").size().max() == 3
    assert frame["score"].between(0, 1).all()
    for node, rows in frame.groupby("node", sort=False):
        assert list(zip(rows["match"], rows["score"])) == found[node]
        assert rows["score"].is_monotonic_decreasing


def test_known_pairs_hold_and_unknown_ids_are_named():
    first, second, partners = copies(0.1)
    known = dict(list(partners.items())[:5])
    found = riwalk.align(first, second, known=known)
    assert all(found[node] == [(match, 1.0)] for node, match in known.items())
    for wrong, which in (({"nobody": "x1"}, "first"), ([("Valjean", "nobody")], "second")):
        pytest.raises(ValueError, riwalk.align, first, second, known=wrong).match(f"no node 'nobody' in the {which} graph")


def test_bad_arguments():
    first, second, _ = copies()
    pytest.raises(ValueError, riwalk.align, first, second, matches=0).match("matches must be 1 or more")
    pytest.raises(KeyError, riwalk.align(first, second).__getitem__, "nobody").match("no node 'nobody'")


def test_labels_of_one_graph_tell_those_of_another():
    """The club's hubs teach who the hubs of another graph are, by vectors of one model."""
    graphs = networkx.karate_club_graph(), networkx.les_miserables_graph()
    truth = [{node: "hub" if degree > 4 else "other" for node, degree in graph.degree} for graph in graphs]
    model = riwalk.RiWalk(trainer="factor", n_components=16, transferable=True)
    train, test = model.fit(graphs[0]).embedding_, model.embed(graphs[1])
    scores = riwalk.transfer(train, truth[0], test, truth[1])
    assert (scores["train"], scores["test"]) == tuple(map(len, graphs)) and scores["micro_f1"] > scores["majority_micro_f1"]
    renamed = {node: label.upper() for node, label in truth[1].items()}
    again = riwalk.transfer(train, truth[0], test, renamed, positive=("hub", "HUB"))
    assert again["micro_f1"] == scores["micro_f1"] and again["macro_f1"] == scores["macro_f1"]
    short = riwalk.embed(graphs[1], n_components=8)
    for vectors, labels, positive, words in (
        (test, renamed, None, "no name in common"),
        (test, truth[1], ("hub", "HUB"), "no node has the label 'HUB'"),
        (short, truth[1], None, "16 dimensions and the test vectors 8"),
    ):
        pytest.raises(ValueError, riwalk.transfer, train, truth[0], vectors, labels, positive=positive).match(words)
