# SPDX-License-Identifier: MIT
"""Embeddings: rows, questions, files and other packages' forms."""

import copy
import ctypes
import gc
import io
import pickle
import xml.etree.ElementTree

import networkx as nx
import numpy as np
import pytest

import riwalk
from riwalk import _core


@pytest.fixture(scope="module")
def roles(club):
    mirrored = nx.disjoint_union(club, club)
    mirrored.add_edge(0, 34)
    return riwalk.embed(mirrored, preset="fast", method="wl", n_components=32)


def test_rows_are_a_read_only_view_that_is_copied_only_when_asked(roles):
    rows = np.asarray(roles)
    assert rows.dtype == np.float32 and rows.shape == (68, 32) == roles.shape
    assert np.shares_memory(np.asarray(roles), rows) and np.shares_memory(np.asarray(roles._vectors), rows)
    assert not rows.flags.writeable
    with pytest.raises(ValueError):
        rows[0, 0] = 1
    assert np.array(roles).flags.writeable and not np.shares_memory(np.array(roles), rows)
    assert np.asarray(roles, dtype=np.float64).dtype == np.float64
    if np.lib.NumpyVersion(np.__version__) >= "2.0.0":
        assert np.shares_memory(np.array(roles, copy=False), rows)
        pytest.raises(ValueError, np.array, roles, dtype=np.float64, copy=False).match("only a copy can be float64")


def test_nothing_of_the_library_is_writable(roles):
    with pytest.raises(TypeError):
        memoryview(roles._vectors).cast("B")[0:1] = b"x"
    pytest.raises(TypeError, io.BytesIO(bytes(9000)).readinto, roles._vectors).match("read-write")
    with pytest.raises((TypeError, BufferError)):
        np.asarray(roles).data[0, 0] = 1
    with pytest.raises(ValueError):
        np.asarray(roles).flags.writeable = True
    pytest.raises(BufferError, ask_for_columns, roles._vectors).match("row by row")


def ask_for_columns(vectors):
    view = (ctypes.c_char * 256)()
    get = ctypes.pythonapi.PyObject_GetBuffer
    get.argtypes = [ctypes.py_object, ctypes.c_void_p, ctypes.c_int]
    get.restype = ctypes.c_int
    get(vectors, ctypes.addressof(view), 0x0040 | 0x0018)  # PyBUF_F_CONTIGUOUS


def test_memory_lives_as_long_as_a_slice(club):
    vectors = _core.embed([riwalk.graph(club)._core], None, {"trainer": "factor"}, False, 0, None)[0]
    kept = np.asarray(vectors)[3]
    copied = kept.copy()
    del vectors
    gc.collect()
    filler = [np.ones(34 * 128, np.float32) for _ in range(64)]
    assert np.array_equal(kept, copied) and filler
    rows = np.asarray(riwalk.embed(club, n_components=8))[:, 2:4]
    gc.collect()
    assert np.isfinite(rows).all()


def test_unknown_nodes_are_named_in_short(roles):
    pytest.raises(KeyError, roles.nearest, 99).match("there is no node 99 in this embedding: its ids are like 0")
    for node in ("9" * 5000, 10**5000, "x" * 10**6):
        assert len(str(pytest.raises(KeyError, roles.nearest, node).value)) < 500


@pytest.fixture(scope="module")
def chain():
    """Nodes in another order than the library's."""
    return riwalk.embed(nx.Graph([("c", "a"), ("a", "b"), ("b", "d"), ("d", "e"), ("b", "f")]), preset="fast", n_components=8)


def test_several_nodes_are_an_array_of_rows(chain):
    import pandas

    assert chain.node_ids == ["c", "a", "b", "d", "e", "f"] and np.array_equal(np.asarray(chain)[0], chain["c"])
    expected = np.stack([chain["d"], chain["c"], chain["d"]])
    for ids in (["d", "c", "d"], np.array(["d", "c", "d"]), pandas.Index(["d", "c", "d"]), pandas.Series(["d", "c", "d"])):
        assert np.array_equal(chain[ids], expected)
    assert chain[[]].shape == (0, 8)
    pytest.raises(KeyError, chain.__getitem__, ["a", "z"]).match("no node 'z'")
    pytest.raises(KeyError, chain.__getitem__, ("a", "b")).match(r"several are a list: \['a', 'b'\]")


def test_ids_of_another_type_are_hinted_at(roles, chain):
    text = riwalk.embed([("1", "2")], n_components=4, walks=2)
    for e, wrong, words in ((roles, "5", "no node '5' in this embedding; there is 5"), (text, 2, "there is '2'"), (chain, "D", "there is 'd'")):
        pytest.raises(KeyError, e.__getitem__, wrong).match(words)


def test_colors_belong_to_their_nodes(chain):
    import pandas

    by_id = {"a": "inner", "b": "inner", "d": "inner", "f": "outer", "e": "outer", "c": "outer"}
    expected = chain.plot(colors=[by_id[node] for node in chain]).svg
    assert chain.plot(colors=by_id).svg == expected == chain.plot(colors=pandas.Series(by_id)).svg
    assert chain.plot(colors=pandas.Series([by_id[node] for node in chain])).svg == expected
    some = chain.plot(colors={"a": "inner"}).svg
    assert "inner (1)" in some and "outer" not in some


def test_neighbours_of_many_nodes(chain, roles):
    assert chain.nearest(["c", "e"], 2) == [chain.nearest("c", 2), chain.nearest("e", 2)]
    assert roles.nearest(np.arange(3), 1) == [roles.nearest(i, 1) for i in range(3)]
    assert roles.nearest(np.int64(3), 1) == roles.nearest(3, 1)
    assert chain.nearest([], 2) == []


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_neighbours_of_a_vector(kind, chain, roles):
    """A node is its own nearest; the others are those of the node, by the library."""
    for e in (chain, roles):
        for node in list(e)[:6]:
            found = e.nearest(e[node].astype(kind) * 3, len(e))
            assert found[0][1] == pytest.approx(1, abs=1e-6) and sorted(map(str, (i for i, _ in found))) == sorted(map(str, e))
            own = dict(e.nearest(node, len(e)))
            assert all(own[i] == pytest.approx(s, abs=1e-6) for i, s in found if i != node)
    both = chain.nearest(chain[["c", "d"]], 3)
    assert both == [chain.nearest(chain["c"], 3), chain.nearest(chain["d"], 3)]


def test_similarity_is_that_of_nearest(chain, roles):
    for e in (chain, roles):
        node, *others = list(e)
        near = dict(e.nearest(node, len(e)))
        assert all(e.similarity(node, other) == pytest.approx(near[other], abs=1e-6) for other in others)
        assert e.similarity(node, e[others[0]]) == e.similarity(node, others[0]) == e.similarity(others[0], node)
    alone = riwalk.embed({"a": ["b"], "c": []}, n_components=4, walks=2)
    assert alone.similarity("a", "c") == 0


@pytest.mark.parametrize(
    "ask, problem, words",
    [
        (lambda e: e.nearest(0, -1), ValueError, "below 0"),
        (lambda e: e.nearest(0, 1.5), TypeError, "int"),
        (lambda e: e.nearest(np.zeros(32)), ValueError, "no direction"),
        (lambda e: e.nearest(np.ones(31)), ValueError, "32 numbers, not the shape"),
        (lambda e: e.nearest(np.full(32, np.nan)), ValueError, "finite"),
        (lambda e: e.nearest([0, 99]), KeyError, "no node 99"),
        (lambda e: e.nearest(np.ones(32), 1.5), TypeError, "integer"),
        (lambda e: e.similarity(0, 99), KeyError, "no node 99"),
        (lambda e: e.similarity(0, np.ones(3)), ValueError, "32 numbers"),
        (lambda e: e.cluster(0), ValueError, "1 or more"),
        (lambda e: e.cluster(69), ValueError, "expected 1 to 68"),
        (lambda e: e.cluster(2, normalize="up"), ValueError, "is not none, standard, unit"),
        (lambda e: e.cluster(2, n_jobs=0), ValueError, "n_jobs"),
        (lambda e: e.explain(0, 99), KeyError, "no node 99"),
        (lambda e: e[99], KeyError, "no node 99"),
        (lambda e: e[{}], TypeError, "unhashable"),
        (lambda e: e.plot(kind="pie"), ValueError, "is not graph, pca or tsne"),
        (lambda e: e.plot(colors=[1]), ValueError, "1 for 68 nodes"),
        (lambda e: e.plot(colors={"x": 1}), ValueError, "no id is a node of the graph: 'x' is given, and nodes are like 0"),
        (lambda e: e.plot(width=5, height=5), ValueError, "100 to 10000"),
        (lambda e: e.save("/no/such/folder/v.npy"), OSError, ""),
        (lambda e: riwalk.read("/no/such/v.npy"), FileNotFoundError, "No such file"),
    ],
)
def test_bad_questions_are_refused(ask, problem, words, roles):
    pytest.raises(problem, ask, roles).match(words)


def test_vectors_alone_know_no_graph(roles, tmp_path):
    roles.save(tmp_path / "v.bin")
    alone = riwalk.read(tmp_path / "v.bin")
    assert alone.nearest(0, 3) == roles.nearest(0, 3)
    assert "<svg" in alone.plot().svg and repr(alone.plot()).startswith("<Picture: ")
    for ask in (lambda: alone.explain(0), lambda: alone.plot(kind="graph")):
        pytest.raises(ValueError, ask).match("does not know its graph")


def test_explanations_are_words(roles):
    one, two = roles.explain(0), roles.explain(0, 34)
    assert "degree" in str(one) or "hop" in str(one)
    assert two.similarity > 0.95
    assert f"similarity of their walks    {two.similarity:6.3f}" in str(two)
    assert f"similarity of their vectors  {roles.similarity(0, 34):6.3f}  (cosine" in str(two)
    assert two.cosine == roles.similarity(0, 34)
    apart = roles.explain(0, 11)
    assert apart.similarity < 1e-9 and "left out" in str(apart)


@pytest.mark.parametrize("method", ["line", "deepwalk", "struc2vec", "graphwave", "refex", "rolx"])
def test_only_vectors_of_walks_among_roles_are_explained(method, club):
    e = riwalk.embed(club, method=method, n_components=8)
    pytest.raises(ValueError, e.explain, 0, 1).match(f"made by {method}: explain says what RiWalk's walks visit")
    assert -1 <= e.similarity(0, 1) <= 1


def test_pictures_have_the_format_of_their_name(roles, tmp_path):
    picture = roles.plot()
    for name, begin in (("p.png", b"\x89PNG"), ("P.PNG", b"\x89PNG"), ("p.pdf", b"%PDF")):
        try:
            picture.save(tmp_path / name)
            assert (tmp_path / name).read_bytes().startswith(begin)
        except ValueError as problem:
            assert "has no Cairo" in str(problem) and not (tmp_path / name).exists()
    for name in ("p.jpg", "p", "p.svg.gz"):
        pytest.raises(ValueError, picture.save, tmp_path / name).match("written as .svg, .png or .pdf")
        assert not (tmp_path / name).exists()
    picture.save(tmp_path / "p.SVG")
    assert (tmp_path / "p.SVG").read_text() == picture.svg
    again = pickle.loads(pickle.dumps(picture))
    assert again.svg == picture.svg
    pytest.raises(ValueError, again.save, tmp_path / "p.png").match("plot it again")


def test_pictures_are_svg(roles):
    picture = roles.plot(title="<Roles> & more")
    xml.etree.ElementTree.fromstring(picture._repr_svg_())
    assert "role 1 (" in picture.svg and picture.svg == roles.plot(title="<Roles> & more").svg
    for kind in ("graph", "pca", "tsne"):
        drawn = roles.plot(kind=kind, colors=["<b>", "c"] * 34).svg
        assert "<b>" not in drawn and "&lt;b&gt; (34)" in drawn


def test_files_come_back(roles, tmp_path):
    for name in ("v.npy", "v.txt", "v.bin", "v.tsv"):
        roles.save(tmp_path / name)
        again = riwalk.read(tmp_path / name)
        assert again.node_ids == list(range(68))
        assert np.array_equal(np.asarray(again), np.asarray(roles))
    pytest.raises(OSError, roles.save, tmp_path / "no" / "such" / "v.npy")


def test_frames_are_copies(roles):
    frame = roles.to_pandas()
    assert frame.shape == (68, 32) and list(frame.index) == list(range(68))
    frame.iloc[0, 0] = 7
    assert roles[0][0] != 7
    assert "<table>" in roles._repr_html_() and "68 nodes" in repr(roles)


def test_as_a_polars_frame(roles):
    polars = pytest.importorskip("polars")
    frame = roles.to_polars()
    assert frame.schema == {"node": polars.Int64, "vector": polars.Array(polars.Float32, 32)}
    assert np.array_equal(frame["vector"].to_numpy(), np.asarray(roles))


def test_as_an_arrow_table(roles):
    pyarrow = pytest.importorskip("pyarrow")
    table = roles.to_arrow()
    assert table.schema.field("vector").type == pyarrow.list_(pyarrow.float32(), 32)
    assert table["node"].to_pylist() == list(range(68))
    assert np.array_equal(np.array(table["vector"].to_pylist(), np.float32), np.asarray(roles))


def test_as_keyed_vectors(roles):
    pytest.importorskip("gensim")
    keyed = roles.to_gensim()
    assert np.array_equal(keyed["5"], roles[5])
    own = roles.nearest(5, 20)
    theirs = dict(keyed.most_similar("5", topn=67))
    assert all(abs(theirs[str(node)] - similarity) < 1e-5 for node, similarity in own)


def test_as_anndata(roles):
    pytest.importorskip("anndata")
    made = roles.to_anndata()
    assert list(made.obs_names[:2]) == ["0", "1"] and np.array_equal(made.X, np.asarray(roles))


def test_ids_of_other_types_go_out_too():
    e = riwalk.embed(nx.grid_2d_graph(2, 2), n_components=4, walks=2)
    assert list(e.to_pandas().index) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert e._plain_ids() == ["(0, 0)", "(0, 1)", "(1, 0)", "(1, 1)"]
    several = riwalk.embed([nx.path_graph(2), nx.path_graph(2)], names=["a", "b"], n_components=4, walks=2)
    assert several.to_pandas().loc[[("b", 1)]].shape == (1, 4)


def test_embeddings_travel(roles):
    g = nx.Graph([("c", "a"), ("a", "b"), ("b", "d"), ("d", "e")])
    for e, node in ((roles, 5), (riwalk.embed(g, preset="fast", n_components=8), "c")):
        for again in (pickle.loads(pickle.dumps(e)), copy.deepcopy(e)):
            assert list(again) == list(e) and np.array_equal(again, e)
            assert again.nearest(node, 3) == e.nearest(node, 3)
            assert str(again.explain(node)) == str(e.explain(node))
            assert again.options == e.options and again.report == e.report


def test_markup_in_ids_is_text():
    e = riwalk.embed({"<script>": ["b"]}, n_components=4, walks=2)
    assert "<script>" not in e._repr_html_() and "&lt;script&gt;" in e._repr_html_()


def test_objects_of_the_library_cannot_be_made_by_hand():
    for kind in (_core.Graph, _core.Vectors, _core.Model):
        pytest.raises(TypeError, kind)


@pytest.mark.parametrize("preset", [None, "best", "fast", "roles"])
def test_explanations_are_of_the_roles_that_were_embedded(preset):
    """Of weighted graphs they were refused, and directions were named whatever role_directions said."""
    payments = nx.DiGraph()
    payments.add_weighted_edges_from((i, i * i % 23, 1.0 + i % 7) for i in range(23) if i != i * i % 23)
    words = {}
    for name, given in {"arcs": {}, "weights": {"weight": "weight"}, "neither": {"role_directions": "no"}}.items():
        words[name] = str(riwalk.embed(payments, preset=preset, n_components=8, **given).explain(3, 4))
    assert "in-degree" in words["arcs"] and "in-strength" in words["weights"]
    assert "in-degree" not in words["neither"] and "degree" in words["neither"]
