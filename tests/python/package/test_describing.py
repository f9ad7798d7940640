# SPDX-License-Identifier: MIT
"""Roles in words are those of the command, with the ids that nodes have here."""

import json
import os
import subprocess

import networkx as nx
import numpy as np
import pytest

import riwalk

COMMAND = os.environ.get("RIWALK", "riwalk")


@pytest.fixture(scope="module")
def novel():
    return nx.les_miserables_graph()


def test_roles_are_those_of_the_command(novel, tmp_path):
    nx.write_edgelist(novel, tmp_path / "novel.txt", data=False, delimiter="\t")
    words = [COMMAND, "describe", "novel.txt", "--json", "-o", "roles.txt"]
    done = subprocess.run(words, cwd=tmp_path, check=True, capture_output=True, text=True)
    lines = [line.split() for line in (tmp_path / "roles.txt").read_text().splitlines()]
    expected = {node: int(role) - 1 for node, role in lines}
    found = riwalk.describe(novel)
    assert found.node_ids == list(novel) and dict(zip(found.node_ids, found.labels.tolist())) == expected
    assert [role["name"] for role in json.loads(done.stdout)["roles"]] == [role.name for role in found]


def test_roles_hold_together(novel):
    found = riwalk.describe(novel, k=5)
    assert len(found) == 5 and sorted(sum((role.members for role in found), [])) == sorted(novel)
    for place, role in enumerate(found):
        assert role.typical == role.members[: len(role.typical)]
        degrees = sorted(novel.degree(node) for node in role.members)
        low, _, median, _, high = role.ranges["degree"]
        assert (low, median, high) == (degrees[0], np.median(degrees), degrees[-1])
        assert {found.labels[found.node_ids.index(node)] for node in role.members} == {place}
    assert found.hub == max(novel, key=novel.degree)
    assert str(found).startswith("5 roles of 77 nodes; the largest hub is Valjean")
    assert found._repr_html_().count("<tr>") == 6


def test_own_vectors_are_described(novel):
    e = riwalk.embed(novel, preset="fast", n_components=16)
    assert [role.members for role in e.describe(3)] == [role.members for role in riwalk.describe(novel, e, 3)]
    apart = riwalk.embed([novel, nx.path_graph(3)], preset="fast", n_components=16)
    with pytest.raises(ValueError, match="does not know its graph"):
        apart.describe()


def test_a_page_is_written(novel, tmp_path):
    e = riwalk.embed(novel, preset="fast", n_components=16)
    found = riwalk.report(novel, e, tmp_path / "report.html", k=4, title="<Novel>")
    page = (tmp_path / "report.html").read_text()
    assert len(found) == 4 and page.lstrip().lower().startswith("<!doctype html")
    assert "Novel" in page and "<Novel>" not in page and "Valjean" in page
    riwalk.report(novel, path=tmp_path / "again.html")
    with pytest.raises(OSError):
        riwalk.report(novel, e, tmp_path / "no" / "report.html")


@pytest.mark.parametrize(
    "arguments, problem, words",
    [
        (dict(k=0), ValueError, "1 or more"),
        (dict(k=500), ValueError, "500"),
        (dict(normalize="up"), ValueError, "is not none, standard, unit"),
        (dict(embedding=np.zeros((77, 2))), TypeError, "expected a riwalk.Embedding"),
    ],
)
def test_bad_questions_are_refused(arguments, problem, words, novel):
    with pytest.raises(problem, match=words):
        riwalk.describe(novel, **arguments)


def test_graphs_without_roles_are_refused(novel):
    with pytest.raises(ValueError, match="directed"):
        riwalk.describe(nx.DiGraph(novel))
    with pytest.raises(ValueError, match="edges"):
        riwalk.describe(nx.empty_graph(3))
