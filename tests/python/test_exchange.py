# SPDX-License-Identifier: MIT
"""Graphs and vectors as other packages write and read them: networkx, igraph, NumPy, pandas, gensim."""

import html
import json

import gensim
import igraph
import networkx as nx
import numpy as np
import pandas as pd
import pytest


def small(kind, weighted=True):
    """A graph with awkward ids, a node without edges, and edges in parallel where they can be."""
    g = kind()
    g.add_node("alone")
    edges = [("a & b", "<c>", 2), ("<c>", 'é "q"', 0.5), ("x|y", "a & b", 3), ("<c>", "a & b", 7)]
    for u, v, w in edges:
        g.add_edge(u, v, **({"weight": w} if weighted else {}))
    return g


def simple(g):
    """What the library keeps of a networkx graph: the largest weight of parallel edges, no loops."""
    h = nx.DiGraph() if g.is_directed() else nx.Graph()
    h.add_nodes_from(map(str, g.nodes))
    for u, v, w in g.edges(data="weight"):
        u, v = str(u), str(v)
        if u != v:
            h.add_edge(u, v, weight=max(w or 1, h.edges[u, v]["weight"] if h.has_edge(u, v) else 0))
    return h


def same(a, b):
    return (
        a.is_directed() == b.is_directed()
        and set(a.nodes) == set(b.nodes)
        and nx.utils.edges_equal(a.edges(data=True), b.edges(data=True), directed=a.is_directed())
    )


def write(g, path, form):
    if form == "graphml":
        nx.write_graphml(g, path)
    elif form == "gexf":
        nx.write_gexf(g, path)
    else:
        path.write_text(json.dumps(nx.node_link_data(g, edges=form)))


def read(path, form):
    if form == "graphml":
        return nx.read_graphml(path)
    if form == "gexf":
        return nx.read_gexf(path)
    return nx.node_link_graph(json.loads(path.read_text()))


KINDS = [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]
FORMS = ["graphml", "gexf", "links", "edges"]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", KINDS)
def test_files_of_networkx_are_kept_and_come_back(riwalk, tmp_path, kind, form):
    g = small(kind)
    source = tmp_path / ("in." + ("json" if form in ("links", "edges") else form))
    write(g, source, form)
    assert riwalk.info(source)["nodes"] == len(g)
    for out in ("graphml", "gexf", "json"):
        target = tmp_path / ("out." + out)
        riwalk("convert", source, target)
        back = read(target, out)
        assert same(simple(back), simple(g)), (out, list(back.edges(data=True)))


@pytest.mark.parametrize("form", FORMS)
def test_graphs_without_weights_have_none(riwalk, tmp_path, form):
    source = tmp_path / ("in." + ("json" if form in ("links", "edges") else form))
    write(nx.les_miserables_graph(), source, form)
    assert riwalk.info(source)["weighted"]
    write(nx.petersen_graph(), source, form)
    info = riwalk.info(source)
    assert (info["nodes"], info["edges"], info["weighted"]) == (10, 15, False)
    ids = {node for row in riwalk.edges(source) for node in row[:2]}
    assert ids == set(map(str, range(10)))


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("directed", [True, False])
def test_files_of_igraph_are_kept(riwalk, tmp_path, directed, named):
    g = igraph.Graph([(0, 1), (1, 2), (2, 0), (2, 3)], n=5, directed=directed)
    g.es["weight"] = [1.5, 2, 3, 0.25]
    names = ["Ada", "Bo & Co", "<c>", "d", "e"] if named else ["n%d" % i for i in range(5)]
    if named:
        g.vs["name"] = names
    source, target = tmp_path / "in.graphml", tmp_path / "out.graphml"
    g.write_graphml(str(source))
    riwalk("convert", source, target)
    expected = nx.DiGraph() if directed else nx.Graph()
    expected.add_nodes_from(names)
    for e in g.es:
        expected.add_edge(names[e.source], names[e.target], weight=e["weight"])
    assert same(nx.read_graphml(target), expected)
    back = igraph.Graph.Read_GraphML(str(target))
    # igraph leaves entities in attributes as they are.
    assert sorted(map(html.unescape, back.vs["id"])) == sorted(names)
    assert sorted(back.es["weight"]) == [0.25, 1.5, 2, 3]


def test_looks_are_read_by_networkx(riwalk, tmp_path):
    graph, roles, places = tmp_path / "g.txt", tmp_path / "roles.txt", tmp_path / "places.txt"
    graph.write_text("a b\nb c\n")
    roles.write_text("a leaf\nb hub\nc leaf\n")
    places.write_text("a 0 0\nb 1 0\nc 2 1\n")
    for form in ("gexf", "graphml", "json"):
        target = tmp_path / ("g." + form)
        riwalk("convert", graph, target, "--labels", roles, "--places", places)
        nodes = read(target, form).nodes
        assert [nodes[n]["role"] for n in "abc"] == ["leaf", "hub", "leaf"]
        look = [nodes[n]["viz"]["position"] if form == "gexf" else nodes[n] for n in "abc"]
        assert [(n["x"], n["y"]) for n in look] == [(-500, -250), (0, -250), (500, 250)]
    color = nx.read_gexf(tmp_path / "g.gexf").nodes["b"]["viz"]["color"]
    assert (color["r"], color["g"], color["b"]) == (0, 114, 178)


def test_csv_of_edges_is_read_by_pandas(riwalk, tmp_path):
    source, target = tmp_path / "g.gexf", tmp_path / "g.csv"
    g = nx.Graph()
    g.add_weighted_edges_from([("Smith, J.", "b c", 2.0), ("b c", "d", 0.5)])
    nx.write_gexf(g, source)
    riwalk("convert", source, target)
    frame = pd.read_csv(target)
    assert list(frame.columns) == ["source", "target", "weight"]
    back = nx.from_pandas_edgelist(frame, edge_attr="weight")
    assert same(back, g)


def test_vectors_are_read_by_numpy_and_pandas_and_back(riwalk, tmp_path):
    graph = tmp_path / "g.json"
    for ids, kind in (([1, 2, 30], "i"), (["a,b", "z", "é"], "U")):
        g = nx.Graph([(ids[0], ids[1]), (ids[1], ids[2])])
        graph.write_text(json.dumps(nx.node_link_data(g, edges="links")))
        for name in ("v.npz", "v.npy", "v.csv", "v.tsv"):
            riwalk("embed", graph, "-o", tmp_path / name, "--epochs", "1", "--dimensions", "3", "--no-metadata")
        expected = np.load(tmp_path / "v.npy")
        with np.load(tmp_path / "v.npz") as arrays:
            assert sorted(arrays.files) == ["ids", "vectors"] and arrays["ids"].dtype.kind == kind
            assert arrays["ids"].tolist() == ids and (arrays["vectors"] == expected).all()
            for save in (np.savez, np.savez_compressed):
                save(tmp_path / "w.npz", vectors=arrays["vectors"], ids=arrays["ids"])
                assert riwalk("nearest", tmp_path / "w.npz", ids[0]) == riwalk("nearest", tmp_path / "v.npz", ids[0])
        for name, between in (("v.csv", ","), ("v.tsv", "\t")):
            frame = pd.read_csv(tmp_path / name, sep=between, index_col="id", dtype={"id": str})
            assert list(map(str, ids)) == list(frame.index)
            assert (frame.to_numpy(dtype="f4") == expected).all()


def test_vectors_are_read_by_gensim_and_back(riwalk, tmp_path):
    riwalk("generate", "karate-mirrored", "-o", tmp_path / "graph.txt")
    load = gensim.models.KeyedVectors.load_word2vec_format
    for name in ("v.npy", "v.txt", "v.txt.gz", "v.bin"):
        riwalk("embed", tmp_path / "graph.txt", "-o", tmp_path / name, "--walks", 5, "--epochs", 1, "--dimensions", 20)
        if name != "v.npy":
            keyed = load(tmp_path / name, binary=name == "v.bin")
            assert keyed.index_to_key == [str(i) for i in range(1, 69)]
            np.testing.assert_array_equal(keyed.vectors, np.load(tmp_path / "v.npy"))
    for binary in (False, True):
        keyed.save_word2vec_format(str(tmp_path / "w"), binary=binary)
        assert riwalk("nearest", tmp_path / "w", "34", "-n", 5) == riwalk("nearest", tmp_path / "v.npy", "34", "-n", 5)
