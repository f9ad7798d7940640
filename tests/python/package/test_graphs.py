# SPDX-License-Identifier: MIT
"""Whatever holds a graph gives the vectors that the command gives, in the order of its own nodes."""

import os
import subprocess

import igraph
import networkx as nx
import numpy as np
import pandas
import pytest
import scipy.sparse

import riwalk

COMMAND = os.environ.get("RIWALK", "riwalk")
SETTINGS = dict(n_components=16, walks=10, epochs=1)


@pytest.fixture(scope="module")
def club():
    return nx.karate_club_graph()


@pytest.fixture(scope="module")
def by_command(club, tmp_path_factory):
    folder = tmp_path_factory.mktemp("club")
    nx.write_edgelist(club, folder / "club.txt", data=False)
    words = "-o vectors.npy --dimensions 16 --walks 10 --epochs 1 -q"
    subprocess.run([COMMAND, "embed", "club.txt", *words.split()], cwd=folder, check=True)
    return folder, np.load(folder / "vectors.npy")


def edges_of(club):
    return np.array(club.edges())


SOURCES = {
    "networkx": lambda g: g,
    "igraph": igraph.Graph.from_networkx,
    "csr": nx.to_scipy_sparse_array,
    "coo": lambda g: scipy.sparse.coo_matrix(nx.to_scipy_sparse_array(g)),
    "upper triangle": lambda g: scipy.sparse.triu(nx.to_scipy_sparse_array(g)),
    "pairs": edges_of,
    "edge index": lambda g: edges_of(g).T.copy(),
    "two arrays": lambda g: (edges_of(g)[:, 0], edges_of(g)[:, 1]),
    "32 bits": lambda g: edges_of(g).astype(np.int32),
    "frame": lambda g: pandas.DataFrame(edges_of(g), columns=["source", "target"]),
    "dict": lambda g: {u: list(g[u]) for u in g},
    "library": lambda g: riwalk.graph(g),
}


@pytest.mark.parametrize("kind", SOURCES)
def test_every_source_gives_the_commands_bytes(kind, club, by_command):
    embedding = riwalk.embed(SOURCES[kind](club), **SETTINGS)
    assert [int(i) for i in embedding.node_ids] == list(range(34))
    assert np.array_equal(np.asarray(embedding), by_command[1])


def test_a_path_is_read_as_the_command_reads_it(by_command):
    embedding = riwalk.embed(by_command[0] / "club.txt", **SETTINGS)
    assert embedding.node_ids == list(range(34))
    assert np.array_equal(np.asarray(embedding), by_command[1])


def test_ids_of_any_kind_come_back_in_their_order():
    ids = ["z", ("a", 1), 7, "b", 2.5, frozenset()]
    g = nx.Graph()
    g.add_nodes_from(ids)
    g.add_edges_from([("z", 7), (7, "b"), (("a", 1), "b"), ("b", "z")])
    embedding = riwalk.embed(g, **SETTINGS)
    assert embedding.node_ids == ids
    assert not embedding[2.5].any()  # isolated nodes stay, as zeros
    assert embedding["z"].any()
    assert ("a", 1) in embedding and "c" not in embedding
    renamed = riwalk.embed(nx.relabel_nodes(g, {i: str(i) for i in ids}), **SETTINGS)
    assert np.array_equal(embedding["b"], renamed["b"])


def test_weights_and_directions_count_where_a_method_uses_them():
    g = nx.Graph([(0, 1), (1, 2), (2, 0)])
    nx.set_edge_attributes(g, {(0, 1): 5.0, (1, 2): 0.5, (2, 0): 1.0}, "weight")
    plain = riwalk.embed(g, method="node2vec", **SETTINGS)
    weighted = riwalk.embed(g, method="node2vec", weight="weight", **SETTINGS)
    assert not np.array_equal(np.asarray(plain), np.asarray(weighted))
    assert riwalk.graph(g.to_directed()).directed
    with pytest.raises(ValueError, match="undirected graphs: pass directed=False"):
        riwalk.embed(nx.DiGraph(g), **SETTINGS)
    assert len(riwalk.embed(nx.DiGraph(g), directed=False, **SETTINGS)) == 3
    with pytest.raises(ValueError, match="does not use the weights"):
        riwalk.embed(g, weight="weight", **SETTINGS)


BAD = {
    "nothing": ({}, ValueError, "the graph has no nodes"),
    "not square": (scipy.sparse.csr_matrix((2, 3)), ValueError, "square"),
    "collision": ({1: ["1"]}, ValueError, "are both written '1'"),
    "a number": (5, TypeError, "cannot take a int for a graph"),
    "text array": (np.zeros((3, 3, 3)), TypeError, "cannot take"),
    "missing ids": (pandas.DataFrame({"source": [1.0, np.nan], "target": [2.0, 3.0]}), ValueError, "NaN"),
    "uneven": (([1, 2, 3], [1, 2]), ValueError, "they must be as many"),
    "no file": ("no-such-file.txt", OSError, "No such file"),
}


@pytest.mark.parametrize("kind", BAD)
def test_bad_graphs_are_refused(kind):
    source, problem, words = BAD[kind]
    with pytest.raises(problem, match=words):
        riwalk.embed(source, **SETTINGS)


def test_bad_weights_are_refused():
    g = nx.path_graph(3)
    nx.set_edge_attributes(g, {(0, 1): float("nan"), (1, 2): 1.0}, "weight")
    with pytest.raises(ValueError, match="positive and finite"):
        riwalk.graph(g, weight="weight")


def test_one_node_is_a_graph():
    assert not np.asarray(riwalk.embed({"a": []}, **SETTINGS)).any()


def test_a_source_that_raises_is_heard():
    class Broken:
        columns = ["source", "target"]

        def __getitem__(self, name):
            raise RuntimeError("broken on purpose")

    with pytest.raises(RuntimeError, match="on purpose"):
        riwalk.graph(Broken())


def test_loops_and_repeated_edges_are_dropped():
    assert riwalk.graph([[0, 1], [1, 0], [1, 1], [0, 1]]).edge_count == 1
