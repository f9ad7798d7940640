# SPDX-License-Identifier: MIT
"""Paths of files in any format, where a graph is wanted."""

import json

import networkx as nx
import numpy as np
import pytest

import riwalk

OPTIONS = {"dimensions": 4, "walks": 2, "epochs": 1}


def write(g, path):
    if path.suffix == ".graphml":
        nx.write_graphml(g, path)
    elif path.suffix == ".gexf":
        nx.write_gexf(g, path)
    else:
        path.write_text(json.dumps(nx.node_link_data(g, edges="links")))
    return path


@pytest.mark.parametrize("name", ["g.graphml", "g.gexf", "g.json"])
def test_a_path_is_as_good_as_the_graph(tmp_path, name):
    g = nx.les_miserables_graph()
    path = write(g, tmp_path / name)
    embedded, direct = riwalk.embed(str(path), **OPTIONS), riwalk.embed(g, **OPTIONS)
    assert set(embedded.node_ids) == set(g)
    for node in g:
        assert (embedded[node] == direct[node]).all()
    assert riwalk.graph(path, weight="weight").weighted and not riwalk.graph(path).weighted


@pytest.mark.parametrize("name", ["d.graphml", "d.gexf", "d.json"])
def test_files_say_whether_they_are_directed(tmp_path, name):
    path = write(nx.gn_graph(10, seed=1), tmp_path / name)
    assert riwalk.graph(path).directed
    assert not riwalk.graph(path, directed=False).directed
    undirected = write(nx.path_graph(3), tmp_path / ("u" + name))
    assert not riwalk.graph(undirected).directed
    assert riwalk.graph(undirected, directed=True).edge_count == 4


def test_a_hostile_file_is_refused_with_its_line(tmp_path):
    path = tmp_path / "bomb.graphml"
    path.write_text('<?xml version="1.0"?>\n<!DOCTYPE lolz [\n<!ENTITY lol "lol">\n]>\n<graphml/>\n')
    pytest.raises(ValueError, riwalk.embed, str(path), **OPTIONS).match(r"bomb\.graphml:2: ")


def test_graphs_and_vectors_are_saved(tmp_path):
    g = riwalk.graph(nx.path_graph(4))
    g.save(tmp_path / "g.gexf")
    assert len(nx.read_gexf(tmp_path / "g.gexf")) == 4
    riwalk.embed(g, **OPTIONS).save(tmp_path / "v.npz")
    assert np.load(tmp_path / "v.npz")["ids"].tolist() == [0, 1, 2, 3]
