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
    assert found.score >= riwalk.align(first, second).score
    pytest.raises(ValueError, riwalk.align, first, second, known={"nobody": "x1"}).match("no node 'nobody' in the first graph")
    with pytest.raises(ValueError, match="no node 'nobody' in the second graph"):
        riwalk.align(first, second, known=[("Valjean", "nobody")])


def test_bad_arguments():
    first, second, _ = copies()
    pytest.raises(ValueError, riwalk.align, first, second, matches=0).match("matches must be 1 or more")
    pytest.raises(ValueError, riwalk.align, first, networkx.empty_graph(3)).match("no edges")
    with pytest.raises(KeyError, match="no node 'nobody'"):
        riwalk.align(first, second)["nobody"]


def test_labels_of_one_graph_tell_those_of_another():
    """The club's hubs teach who the hubs of another graph are, by vectors of one model or embedded together."""
    first, second = networkx.karate_club_graph(), networkx.les_miserables_graph()
    truth = [{node: "hub" if degree > 4 else "other" for node, degree in graph.degree} for graph in (first, second)]
    model = riwalk.RiWalk(trainer="factor", n_components=16, transferable=True)
    vectors = [model.fit(first).embedding_, model.embed(second)]
    scores = riwalk.transfer(vectors[0], truth[0], vectors[1], truth[1])
    assert scores["train"] == len(first) and scores["test"] == len(second)
    assert scores["micro_f1"] > scores["majority_micro_f1"]
    renamed = {node: label.upper() for node, label in truth[1].items()}
    again = riwalk.transfer(vectors[0], truth[0], vectors[1], renamed, positive=("hub", "HUB"))
    assert again["micro_f1"] == scores["micro_f1"] and again["macro_f1"] == scores["macro_f1"]
    pytest.raises(ValueError, riwalk.transfer, vectors[0], truth[0], vectors[1], renamed).match("no name in common")
    with pytest.raises(ValueError, match="no node has the label 'HUB'"):
        riwalk.transfer(vectors[0], truth[0], vectors[1], truth[1], positive=("hub", "HUB"))
    with pytest.raises(ValueError, match="16 dimensions and the test vectors 8"):
        riwalk.transfer(vectors[0], truth[0], riwalk.embed(second, n_components=8), truth[1])
