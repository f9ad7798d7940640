# SPDX-License-Identifier: MIT
"""Nodes through snapshots, from graphs and from frames with times."""

import datetime

import networkx
import numpy
import pandas
import pytest

import riwalk


def snapshots():
    """Two weeks of a small town; in the second, "a" and "hub" exchange places."""
    before = networkx.gnm_random_graph(80, 160, seed=1)
    before = networkx.relabel_nodes(before, {0: "a", 1: "hub"} | {i: f"n{i}" for i in range(2, 80)})
    before.add_edges_from(("hub", f"n{i}") for i in range(10, 40))
    after = networkx.relabel_nodes(before, {"a": "hub", "hub": "a"})
    return before, after


def test_a_frame_has_a_row_for_each_node_and_snapshot():
    before, after = snapshots()
    found = riwalk.track([before, after], names=["first", "second"])
    frame = found.to_pandas()
    assert list(frame.columns) == ["node", "step", "role", "degree", "moved", "turnover", "change", "p", "reason"]
    for step, graph in (("first", before), ("second", after)):
        rows = frame[frame["step"] == step].set_index("node")
        assert rows["degree"].to_dict() == {node: degree for node, degree in graph.degree if degree}
    assert frame[frame["step"] == "first"]["p"].isna().all()
    second = frame[frame["step"] == "second"].set_index("node")
    assert set(second.nsmallest(2, "p").index) == {"a", "hub"} or second.loc["a", "p"] < 0.05


@pytest.mark.parametrize("kind", ["numbers", "dates", "text"])
def test_frames_are_cut_into_windows(kind):
    random = numpy.random.default_rng(1)
    days = random.integers(0, 21, 600)
    frame = pandas.DataFrame({"source": random.integers(0, 60, 600), "target": random.integers(60, 120, 600)})
    frame["when"] = days * 86400.0
    if kind != "numbers":
        frame["when"] = pandas.Timestamp("2026-01-01") + pandas.to_timedelta(days - days.min(), unit="D")
    if kind == "text":
        frame["when"] = frame["when"].dt.strftime("%Y-%m-%dT00:00:00Z")
    found = riwalk.track(frame, time="when", window="7d", source="source", target="target")
    assert len(found.steps) == 3
    week = frame[(days - days.min()) // 7 == 1]
    degrees = networkx.from_pandas_edgelist(week).degree
    assert {n: d for n, d in zip(found.node_ids, found.states["degree"][1]) if d} == dict(degrees)
    same = riwalk.track(frame, time="when", window=datetime.timedelta(days=7), source="source", target="target")
    assert numpy.array_equal(same.states["p"], found.states["p"], equal_nan=True)
    grown = riwalk.track(frame, time="when", window="7d", growing=True, source="source", target="target")
    assert (grown.states["degree"][2] >= found.states["degree"][2]).all()


def test_bad_arguments():
    before, after = snapshots()
    frame = pandas.DataFrame({"source": [1, 2], "target": [2, 3], "when": [1, 2]})
    for problem, data, how, words in (
        (ValueError, [before], {}, "one snapshot"),
        (ValueError, [before, after], {"time": "when"}, "time and window go together"),
        (ValueError, [before, after], {"names": ["only"]}, "2 snapshots and 1 names"),
        (ValueError, frame, {"time": "sent", "window": "7d"}, "no column 'sent' in this frame, as time= says: it has"),
        (ValueError, frame, {"time": "when", "window": "soon"}, "expected a length such as '7d'"),
        (TypeError, frame, {}, "expected a list of graphs, or a frame"),
        (TypeError, networkx.path_graph(3), {}, "expected a list of graphs, or a frame"),
    ):
        pytest.raises(problem, riwalk.track, data, **how).match(words)


def test_roles_have_names_and_rules_and_changes_reasons():
    before, after = snapshots()
    found = riwalk.track([before, after], k=3)
    assert len(set(found.roles)) == len(found.rules) == 3
    for name, rule, size in zip(found.roles, found.rules, found.sizes.sum(axis=0)):
        assert name and rule.text and 0 < rule.precision <= 1 and 0 < rule.recall <= 1 and size
    frame = found.to_pandas().set_index(["step", "node"])
    assert frame.loc[(1, "hub"), "reason"] == ""
    degrees = before.degree["hub"], after.degree["hub"]
    assert frame.loc[(2, "hub"), "reason"].startswith(f"degree {degrees[0]} to {degrees[1]}, keeps ")


def test_a_page_is_written(tmp_path):
    riwalk.track(snapshots(), names=["first", "second"], k=3, report=tmp_path / "page.html", title="A town")
    page = (tmp_path / "page.html").read_text()
    assert '"snapshots":["first",\n"second"]' in page and '"title":"A town"' in page
    pytest.raises(OSError, riwalk.track, snapshots(), k=3, report=tmp_path / "nowhere" / "page.html").match("nowhere")
