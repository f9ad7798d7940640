# SPDX-License-Identifier: MIT
"""Frames: the ends of edges are found by name, told by the caller, or asked for; never guessed."""

import networkx as nx
import numpy as np
import pandas
import pytest
import scipy.sparse

import riwalk
from conftest import Stream, arrow_table, polars_frame


KINDS = {"pandas": lambda f: f, "polars": polars_frame, "arrow": arrow_table, "stream": lambda f: Stream(arrow_table(f))}
ENDS = [["a", "b"], ["b", "c"], ["c", "a"], ["c", "d"]]


def ends_frame(*names, before=("when",), after=("amount",)):
    """A frame of edges among other columns, whose ids would be other nodes."""
    frame = pandas.DataFrame(ENDS, columns=list(names))
    for place, name in enumerate(before):
        frame.insert(place, name, ["2026-01-0%d" % (i % 2 + 1) for i in range(4)])
    return frame.assign(**{name: [1.5, 2.0, 1.0, 7.0] for name in after})


@pytest.fixture(scope="module")
def expected():
    return riwalk.graph([tuple(ends) for ends in ENDS])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "names",
    "source target|Source Target|src dst|from to|From To|u v|user item|sender receiver|Sender Recipient|origin destination|"
    "FromNodeId ToNodeId|from_account to_account|user_id item_id|userId movieId|source_id target_id|nameOrig nameDest|payer payee|"
    "src_ip dst_ip|from_address to_address|node1 node2".split("|"),
)
def test_names_of_ends_are_recognised(names, kind, expected):
    frame = ends_frame(*names.split(), before=("Unnamed: 0", "date"), after=("amount", "type"))
    made = riwalk.graph(KINDS[kind](frame))
    assert made.node_ids == ["a", "b", "c", "d"]
    assert made.summary() == expected.summary()


def test_the_order_of_columns_is_not_their_meaning():
    frame = ends_frame("from", "to")[["to", "amount", "from"]]
    assert riwalk.graph(frame, directed=True).summary() == riwalk.graph([tuple(e) for e in ENDS], directed=True).summary()
    two = frame[["to", "from"]]
    assert riwalk.graph(two, directed=True).summary() == riwalk.graph([tuple(e) for e in ENDS], directed=True).summary()


@pytest.mark.parametrize("kind", KINDS)
def test_columns_are_named_by_the_caller(kind, expected):
    frame = KINDS[kind](ends_frame("giver", "taker"))
    made = riwalk.graph(frame, source="giver", target="taker", weight="amount", time="when")
    assert made.node_ids == ["a", "b", "c", "d"] and made.weighted and made.edge_count == 4
    assert riwalk.graph(frame, source="giver", target="taker").summary() == expected.summary()
    over = KINDS[kind](ends_frame("from", "to", before=("u", "v")))
    assert riwalk.graph(over, source="from", target="to").summary() == expected.summary()


def test_embed_takes_the_names_of_columns_too():
    """source= was the name of the graph itself."""
    frame = ends_frame("giver", "taker")
    columns = {"source": "giver", "target": "taker"}
    made = riwalk.graph(frame, weight="amount", **columns)
    expected = riwalk.embed(made, preset="fast", n_components=4)
    found = riwalk.embed(frame, weight="amount", preset="fast", n_components=4, **columns)
    assert found.node_ids == expected.node_ids and np.array_equal(np.asarray(found), np.asarray(expected))
    assert riwalk.estimate(frame, **columns)["memory_bytes"] == riwalk.estimate(riwalk.graph(frame, **columns))["memory_bytes"]
    assert riwalk.profiles(frame, n_components=4, **columns).summary()["nodes"] == 4
    pytest.raises(ValueError, riwalk.embed, frame, source="giver", target="tacker").match("no column 'tacker'")
    pytest.raises(ValueError, riwalk.embed, [[1, 2]], source="giver", target="taker").match("names a column of a frame")
    pytest.raises(TypeError, riwalk.RiWalk, source="giver").match("no parameter 'source'")


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_left_of_named_columns_are_pairs(kind, expected):
    frame = KINDS[kind](ends_frame("giver", "taker"))
    assert riwalk.graph(frame, weight="amount", time="when").edge_count == 4
    two = KINDS[kind](ends_frame("giver", "taker", before=(), after=()))
    assert riwalk.graph(two).summary() == expected.summary()
    three = KINDS[kind](ends_frame("giver", "taker", before=(), after=("weight",)))
    assert riwalk.graph(three).summary() == expected.summary()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "names, arguments, words",
    [
        ("giver taker", {}, "'when', 'giver', 'taker', 'amount': which two.*riwalk.graph\\(frame, source=.*target="),
        ("from_id from_name", {}, "which two"),
        ("giver taker", {"source": "giver"}, "source= and target= name two columns"),
        ("giver taker", {"source": "giver", "target": "giver"}, "name two columns"),
        ("giver taker", {"source": "giver", "target": "tacker"}, "no column 'tacker'.*target=.*'taker'"),
        ("from to", {"time": "hour"}, "no column 'hour'.*time=.*'when'"),
        ("from to", {"weight": "hour"}, "no column 'hour'.*weight="),
    ],
)
def test_unclear_frames_are_refused(names, arguments, words, kind):
    pytest.raises(ValueError, riwalk.graph, KINDS[kind](ends_frame(*names.split())), **arguments).match(words)


def test_several_pairs_are_unclear():
    frame = ends_frame("from", "to").assign(src="x", dst="y")
    pytest.raises(ValueError, riwalk.graph, frame).match("which two")
    pytest.raises(ValueError, riwalk.embed, ends_frame("giver", "taker")).match("which two")
    pytest.raises(ValueError, riwalk.graph, pandas.DataFrame(np.zeros((3, 40)))).match(r"\.\.\. \(40 in all\)")
    pytest.raises(ValueError, riwalk.graph, pandas.DataFrame(ENDS, columns=["id", "id"])).match("same name")


@pytest.mark.parametrize("zone", [None, "UTC"])
@pytest.mark.parametrize("kind", ["pandas", "polars", "arrow"])
def test_dates_are_no_ends(kind, zone):
    days = pandas.to_datetime(["2026-01-01", "2026-01-02"]).tz_localize(zone)
    frame = KINDS[kind](pandas.DataFrame({"person": ["a", "b"], "firm": ["x", "x"], "from": days, "to": days}))
    pytest.raises(ValueError, riwalk.graph, frame).match("'from' holds dates")
    assert riwalk.graph(frame, source="person", target="firm").node_ids == ["a", "x", "b"]


@pytest.mark.parametrize("argument", ["source", "target", "time"])
@pytest.mark.parametrize("data", [nx.path_graph(3), [(0, 1)], {0: [1]}, "file.txt", riwalk.graph([(0, 1)])], ids=lambda d: type(d).__name__)
def test_columns_are_those_of_frames(data, argument):
    with pytest.raises(ValueError, match=f"{argument}='when' names a column of a frame, and this is a"):
        riwalk.graph(data, **{argument: "when"})


# ---- Adjacency matrices


@pytest.mark.parametrize("names", [int, str, lambda i: ("node", i)])
def test_a_square_frame_is_a_matrix(names):
    club = nx.relabel_nodes(nx.karate_club_graph(), {i: names(i) for i in range(34)})
    frame = nx.to_pandas_adjacency(club)
    made, own = riwalk.graph(frame), riwalk.graph(club)
    assert made.node_ids == own.node_ids and made.summary()["checksum"] == own.summary()["checksum"]
    weighted = riwalk.graph(frame, weight="weight")
    assert weighted.summary()["checksum"] == riwalk.graph(club, weight="weight").summary()["checksum"]


def test_a_small_square_may_be_either():
    named = pandas.DataFrame([[0, 1, 1], [1, 0, 0], [1, 0, 0]], index=list("abc"), columns=list("abc"))
    assert riwalk.graph(named).edge_count == 2
    edges = pandas.DataFrame([[1, 2, 5], [2, 3, 1], [3, 1, 2]])
    with pytest.raises(ValueError, match="which two"):  # three edges with weights, or a matrix
        riwalk.graph(edges)
    assert riwalk.graph(edges, weight=2).node_ids == [1, 2, 3]
    assert riwalk.graph(edges, source=0, target=1).edge_count == 3
    text = pandas.DataFrame([list("abc")] * 3, index=list("abc"), columns=list("abc"))
    pytest.raises(ValueError, riwalk.graph, text).match("which two")
    pytest.raises(ValueError, riwalk.graph, named, bipartite=True).match("adjacency matrix")


# ---- Two sides


@pytest.mark.parametrize("kind", KINDS)
def test_two_sides_stay_apart(kind):
    frame = pandas.DataFrame({"day": [1, 1, 2, 2], "user": [3, 1, 1, 2], "item": [1, 2, 1, 2]})
    frame = KINDS[kind](frame)
    together = riwalk.graph(frame)
    assert together.node_ids == [1, 2, 3] and together.summary()["self_loops_dropped"] == 2
    made = riwalk.graph(frame, bipartite=True)
    assert made.node_ids == [("user", 1), ("user", 2), ("user", 3), ("item", 1), ("item", 2)]
    assert made.edge_count == 4 and made.summary()["self_loops_dropped"] == 0
    assert made.summary()["checksum"] == riwalk.graph(pairs_of_sides()).summary()["checksum"]


def pairs_of_sides():
    return [("user:3", "item:1"), ("user:1", "item:2"), ("user:1", "item:1"), ("user:2", "item:2")]


def test_every_list_of_edges_has_two_sides():
    pairs = [(3, 1), (1, 2), (1, 1), (2, 2)]
    users, items = (np.array(ends) for ends in zip(*pairs))
    for source in (pairs, np.array(pairs), (users, items), (pair for pair in pairs), {3: [1], 1: [2, 1], 2: [2]}, set(pairs)):
        made = riwalk.graph(source, bipartite=True)
        assert set(made.node_ids) == {("source", 1), ("source", 2), ("source", 3), ("target", 1), ("target", 2)}
        assert [side for side, _ in made.node_ids] == ["source"] * 3 + ["target"] * 2
        assert made.edge_count == 4
        neighbours = riwalk.embed(made, method="refex", feature_values="raw")
        assert {i: neighbours["target", i][0] for i in (1, 2)} == {1: 2, 2: 2}
    text = riwalk.graph([("x", "y"), ("y", "x")], bipartite=True)
    assert text.node_ids == [("source", "x"), ("source", "y"), ("target", "y"), ("target", "x")] and text.edge_count == 2


def test_a_matrix_of_any_shape_has_two_sides():
    matrix = scipy.sparse.csr_array(np.array([[1.5, 0, 2], [0, 0, 3]]))
    made = riwalk.graph(matrix, bipartite=True, weight=True)
    assert made.node_ids == [("row", 0), ("row", 1), ("column", 0), ("column", 1), ("column", 2)]
    assert made.edge_count == 3 and made.weighted and made.summary()["isolated_nodes"] == 1


def test_two_sides_are_written_with_their_names(tmp_path):
    made = riwalk.graph(pandas.DataFrame({"user": ["a"], "item": ["a"]}), bipartite=True)
    made.save(tmp_path / "g.txt")
    assert "user:a" in (tmp_path / "g.txt").read_text()
    assert riwalk.graph(tmp_path / "g.txt").summary()["checksum"] == made.summary()["checksum"]


@pytest.mark.parametrize("data", [nx.path_graph(3), "file.txt", riwalk.graph([(0, 1)])], ids=lambda d: type(d).__name__)
def test_nodes_that_are_known_have_no_sides(data):
    pytest.raises(ValueError, riwalk.graph, data, bipartite=True).match("distinct already")
