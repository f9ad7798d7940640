# SPDX-License-Identifier: MIT
"""Whatever holds a graph gives the vectors that the command gives, in the order of its own nodes."""

import json
import pickle

import igraph
import networkx as nx
import numpy as np
import pandas
import pytest
import scipy.sparse
from types import SimpleNamespace

import riwalk
from conftest import Stream, arrow_table, polars_frame, python

SETTINGS = dict(n_components=16, walks=10, epochs=1)


@pytest.fixture(scope="module")
def by_command(club, command, tmp_path_factory):
    folder = tmp_path_factory.mktemp("club")
    nx.write_edgelist(club, folder / "club.txt", data=False)
    words = "-o vectors.npy --dimensions 16 --walks 10 --epochs 1 -q"
    command("embed", "club.txt", *words.split(), cwd=folder)
    return folder, np.load(folder / "vectors.npy")


def edges_of(club):
    return np.array(club.edges())


class Tensor:
    """What PyG's tensors offer of themselves."""

    def __init__(self, array):
        self.array, self.ndim, self.shape = array, array.ndim, array.shape

    def detach(self):
        return self

    cpu = detach

    def __len__(self):
        return len(self.array)

    def __array__(self, dtype=None, copy=None):
        return self.array if dtype is None else self.array.astype(dtype)


def frame_of(g):
    return pandas.DataFrame(edges_of(g), columns=["source", "target"])


def shuffled(g):
    """The same graph with its nodes in another order."""
    other = nx.Graph()
    other.add_nodes_from(np.random.default_rng(1).permutation(34).tolist())
    other.add_edges_from(g.edges())
    return other


SOURCES = {
    "networkx": lambda g: g,
    "networkx with numpy ids": lambda g: nx.relabel_nodes(g, np.int64),
    "multigraph": lambda g: nx.MultiGraph([*g.edges(), *g.edges()]),
    "view of a graph": lambda g: nx.union(g, nx.path_graph(range(90, 95))).subgraph(range(34)),
    "nodes in another order": shuffled,
    "igraph": igraph.Graph.from_networkx,
    **{form: lambda g, form=form: nx.to_scipy_sparse_array(g, format=form) for form in "csr csc coo lil dok dia bsr".split()},
    "sparse matrix": lambda g: scipy.sparse.csr_matrix(nx.to_scipy_sparse_array(g)),
    "upper triangle": lambda g: scipy.sparse.triu(nx.to_scipy_sparse_array(g)),
    "pairs": edges_of,
    "edge index": lambda g: edges_of(g).T.copy(),
    "tensor": lambda g: Tensor(edges_of(g).T),
    "PyG": lambda g: SimpleNamespace(edge_index=Tensor(edges_of(g).T), num_nodes=34),
    "two arrays": lambda g: (edges_of(g)[:, 0], edges_of(g)[:, 1]),
    "two lists": lambda g: edges_of(g).T.tolist(),
    "list of pairs": lambda g: list(g.edges()),
    "generator of pairs": lambda g: (edge for edge in g.edges()),
    "zip": lambda g: zip(*edges_of(g).T.tolist()),
    "set of pairs": lambda g: set(g.edges()),
    "view of edges": lambda g: g.edges,
    "view of a multigraph's edges": lambda g: nx.MultiGraph(g).edges,
    "view of a directed graph's edges": lambda g: nx.DiGraph(g).edges,
    "view of edges that come in": lambda g: nx.DiGraph(g).in_edges,
    "view of edges with data": lambda g: g.edges(data=True),
    "view of neighbours": lambda g: g.adj,
    "igraph's edges": lambda g: igraph.Graph.from_networkx(g).es,
    "triples": lambda g: list(g.edges(data=True)),
    "8 bits": lambda g: edges_of(g).astype(np.int8),
    "other byte order": lambda g: edges_of(g).astype(">i4"),
    "floats": lambda g: edges_of(g).astype(float),
    "frame": frame_of,
    "frame in another order": lambda g: frame_of(g)[["target", "source"]],
    "frame without names": lambda g: pandas.DataFrame(edges_of(g)),
    "adjacency frame": nx.to_pandas_adjacency,
    "adjacency frame without names": lambda g: pandas.DataFrame(nx.to_numpy_array(g)),
    "adjacency frame with gaps": lambda g: nx.to_pandas_adjacency(g, nonedge=np.nan),
    "polars": lambda g: polars_frame(frame_of(g)),
    "lazy polars": lambda g: polars_frame(frame_of(g)).lazy(),
    "arrow": lambda g: arrow_table(frame_of(g)),
    "arrow stream": lambda g: Stream(arrow_table(frame_of(g))),
    "polars stream": lambda g: Stream(polars_frame(frame_of(g))),
    "nanoarrow stream": lambda g: pytest.importorskip("nanoarrow").c_array_stream(arrow_table(frame_of(g))),
    "dict": lambda g: {u: list(g[u]) for u in g},
    "dict of dicts": nx.to_dict_of_dicts,
    "library": lambda g: riwalk.graph(g),
}


@pytest.mark.parametrize("kind", SOURCES)
def test_every_source_gives_the_commands_bytes(kind, club, by_command):
    embedding = riwalk.embed(SOURCES[kind](club), **SETTINGS)
    assert sorted(int(i) for i in embedding.node_ids) == list(range(34))
    order = np.argsort([int(i) for i in embedding.node_ids])
    assert np.array_equal(np.asarray(embedding)[order], by_command[1])
    assert all(np.array_equal(embedding[i], by_command[1][i]) for i in range(34))


def test_a_path_is_read_as_the_command_reads_it(by_command):
    embedding = riwalk.embed(by_command[0] / "club.txt", **SETTINGS)
    assert embedding.node_ids == list(range(34))
    assert np.array_equal(np.asarray(embedding), by_command[1])


# ---- Files


def write_node_link(g, path):
    links = [{"source": u, "target": v, **data} for u, v, data in g.edges(data=True)]
    path.write_text(json.dumps({"directed": g.is_directed(), "nodes": [{"id": u} for u in g], "links": links}))


FILES = {"c.graphml": nx.write_graphml, "c.gexf": nx.write_gexf, "c.json": write_node_link}


@pytest.mark.parametrize("name", FILES)
def test_files_say_whether_they_are_directed_and_weighted(name, novel, tmp_path):
    for g, directed in ((nx.gn_graph(10, seed=1), True), (nx.path_graph(3), False)):
        FILES[name](g, tmp_path / name)
        assert riwalk.graph(tmp_path / name).directed == directed and not riwalk.graph(tmp_path / name, directed=False).directed
    FILES[name](novel, tmp_path / name)
    assert riwalk.graph(tmp_path / name, weight="weight").weighted and not riwalk.graph(tmp_path / name).weighted


# ---- Ids, weights and directions


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


@pytest.mark.parametrize("trainer", ["sgns", "factor"])
def test_roles_use_directions_and_named_weights(trainer):
    arcs = nx.gnp_random_graph(40, 0.08, seed=1, directed=True)
    nx.set_edge_attributes(arcs, {(u, v): 1.0 + (u * v) % 7 for u, v in arcs.edges}, "amount")
    own = {"trainer": trainer, "n_components": 8, "walks": 8}
    directed = riwalk.embed(arcs, **own)
    assert directed.options["role_directions"] == "yes" and directed.options["role_weights"] == "no"
    without = riwalk.embed(arcs, directed=False, **own)
    assert np.array_equal(np.asarray(without), np.asarray(riwalk.embed(arcs.to_undirected(), **own)))
    weighted = riwalk.embed(arcs, weight="amount", **own)
    assert weighted.options["role_weights"] == "yes" and weighted.options["degree_classes"] == "share"
    steps = riwalk.embed(arcs, weight="amount", steps="weight", **own)
    found = [np.asarray(e).tobytes() for e in (directed, without, weighted, steps)]
    assert len(set(found)) == 4


@pytest.mark.parametrize("method", ["struc2vec", "graphwave"])
def test_what_has_no_meaning_for_a_method_is_refused(method):
    g = nx.Graph([(0, 1, {"weight": 2.0}), (1, 2, {"weight": 0.5})])
    pytest.raises(ValueError, riwalk.embed, nx.DiGraph(g), method=method).match("undirected graphs: pass directed=False")
    if method == "graphwave":  # heat spreads by weights
        assert len(riwalk.embed(g, method=method, weight="weight")) == 3
    else:
        pytest.raises(ValueError, riwalk.embed, g, method=method, weight="weight").match("does not use the weights")


def broken_pairs():
    yield 1, 2
    raise RuntimeError("broken on purpose")


BAD = {
    "nothing": ({}, ValueError, "the graph has no nodes"),
    "no pairs": ([], ValueError, "the graph has no nodes"),
    "empty array": (np.zeros((0, 2), int), ValueError, "the graph has no nodes"),
    "empty matrix": (scipy.sparse.csr_matrix((0, 0)), ValueError, "the graph has no nodes"),
    "not square": (scipy.sparse.csr_matrix((2, 3)), ValueError, "square"),
    "collision": ({1: ["1"]}, ValueError, "are both written '1'"),
    "a number": (5, TypeError, "a graph cannot be made of int"),
    "None": (None, TypeError, "a graph cannot be made of NoneType"),
    "three dimensions": (np.zeros((3, 3, 3)), TypeError, r"the shape \(m, 2\)"),
    "dense matrix": (np.zeros((4, 4)), TypeError, "csr_array"),
    "missing ids": (pandas.DataFrame({"source": [1.0, np.nan], "target": [2.0, 3.0]}), ValueError, "NaN"),
    "missing text": (pandas.DataFrame({"source": ["a", None], "target": ["b", "c"]}), ValueError, "missing"),
    "one column": (pandas.DataFrame({"source": ["a"]}), ValueError, "two columns"),
    "uneven": (([1, 2, 3], [1, 2]), ValueError, "must have the same length"),
    "text for edges": (["ab", "cd", ("e", "f")], TypeError, "a pair of ids"),
    "one end": ([(1, 2), (3,)], TypeError, "a pair of ids"),
    "four ends": ([(1, 2), (1, 2, 3, 4)], ValueError, "weights are wanted"),
    "records": (iter([{"source": 1, "target": 2}]), TypeError, "pandas.DataFrame"),
    "graphs by name": ({"may": nx.path_graph(3)}, TypeError, "names=list"),
    "a generator of graphs": ((nx.path_graph(3) for _ in "ab"), TypeError, "a pair of ids"),
    "rows with their numbers": (pandas.DataFrame({"u": [1], "v": [2]}).itertuples(), TypeError, "index=False"),
    "a series": (pandas.Series([1, 2]), TypeError, "reset_index"),
    "nodes": (nx.path_graph(3).nodes, TypeError, "NodeView"),
    "unhashable": ([(1, {}), (2, 3)], TypeError, "unhashable"),
    "text for neighbours": ({"a": "bc"}, TypeError, "must be a list of ids"),
    "a generator that raises": (broken_pairs(), RuntimeError, "on purpose"),
    "a dict whose neighbours raise": ({1: (1 // 0 for _ in "a")}, ZeroDivisionError, "zero"),
    "no file": ("no-such-file.txt", FileNotFoundError, "No such file"),
    "a folder": ("/", OSError, "directory"),
    "below 0": (SimpleNamespace(edge_index=np.array([[0], [-1]])), ValueError, "numbers from 0, not -1"),
    "above the count": (SimpleNamespace(edge_index=np.array([[0], [5]]), num_nodes=3), ValueError, "only 3 nodes"),
    "no edge index": (SimpleNamespace(edge_index=None), ValueError, "None"),
    "empty id": ({"": ["b"]}, ValueError, "empty"),
    "zero byte": ({"a\0": ["b"]}, ValueError, "zero byte"),
}


@pytest.mark.parametrize("kind", BAD)
def test_bad_graphs_are_refused(kind):
    source, problem, words = BAD[kind]
    pytest.raises(problem, riwalk.embed, source, **SETTINGS).match(words)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 0, -1, "heavy"])
def test_bad_weights_are_refused(value):
    g = nx.path_graph(3)
    nx.set_edge_attributes(g, {(0, 1): value, (1, 2): 1.0}, "weight")
    with pytest.raises(ValueError, match="from 0 to 1 has the weight .*weights must be positive and finite|weights.*numbers"):
        riwalk.graph(g, weight="weight")
    pytest.raises(ValueError, riwalk.graph, [(0, 1, value)], weight=True).match("weights.*(positive and finite|numbers)")


# ---- Arrow's C interface


@pytest.mark.parametrize("kind", "int8 uint8 int16 uint16 int32 uint32 int64 uint64 float32 float64".split())
def test_columns_of_numbers_come_through_arrow(kind):
    pyarrow = pytest.importorskip("pyarrow")
    ends = np.array([[1, 2], [2, 3], [3, 9], [9, 1]])
    whole = pyarrow.table({"w": ends[:, 0] / 4, "source": ends[:, 0].astype(kind), "target": ends[:, 1].astype(kind)})
    batches = pyarrow.concat_tables([whole.slice(0, 1), whole.slice(1, 0), whole.slice(1)])
    for table in (whole, batches):
        assert riwalk.graph(Stream(table)).node_ids == [1, 2, 3, 9]
    made = riwalk.graph(Stream(batches.slice(1)), weight="w")  # a slice begins inside of its buffers
    assert made.node_ids == [1, 2, 3, 9] and made.edge_count == 3 and made.weighted


@pytest.mark.parametrize("kind", ["string", "large_string", "string_view", "dictionary"])
def test_columns_of_text_come_through_arrow(kind):
    pyarrow = pytest.importorskip("pyarrow")
    of = pyarrow.dictionary(pyarrow.int8(), pyarrow.string()) if kind == "dictionary" else getattr(pyarrow, kind)()
    sources, targets = ["x", "é", "", "a name of more than twelve bytes"], ["a", "b", "c", "é"]
    table = pyarrow.table({"u": pyarrow.array(sources).cast(of), "v": pyarrow.array(targets).cast(of)})
    assert riwalk.graph(Stream(table.slice(3))).node_ids == [sources[3], "é"]
    both = pyarrow.concat_tables([table.slice(0, 2), table.slice(3)])
    assert riwalk.graph(Stream(both)).node_ids == ["x", "a", "é", "b", sources[3]]
    gap = pyarrow.table({"u": pyarrow.array(["x", None]).cast(of), "v": pyarrow.array(["y", "z"]).cast(of)})
    pytest.raises(ValueError, riwalk.graph, Stream(gap)).match("missing")


def test_bad_arrow_streams_are_refused():
    pyarrow = pytest.importorskip("pyarrow")
    good = pyarrow.table({"source": [1, 2], "target": [2, 3]})
    for table, problem, words in [
        (pyarrow.table({"source": [1, None], "target": [1, 2]}), ValueError, "'source' are missing"),
        (pyarrow.table({"source": [[1]], "target": [[2]]}), TypeError, "Arrow type"),
        (pyarrow.table({"source": [1]}), ValueError, "two columns"),
        (pyarrow.chunked_array([[1, 2]]), TypeError, "has columns"),
        (good, ValueError, "no column 'strength'"),
    ]:
        pytest.raises(problem, riwalk.graph, Stream(table), weight="strength" if table is good else None).match(words)

    def batches():
        yield from good.to_batches()
        raise RuntimeError("broken on purpose")

    reader = pyarrow.RecordBatchReader.from_batches(good.schema, batches())
    pytest.raises(OSError, riwalk.graph, Stream(reader)).match("on purpose")
    capsule = good.__arrow_c_stream__()
    once = SimpleNamespace(__arrow_c_stream__=lambda: capsule)
    assert riwalk.graph(once).edge_count == 2
    pytest.raises(ValueError, riwalk.graph, once).match("read already")


def test_arrow_needs_no_pyarrow_and_is_released():
    code = """
        import sys
        sys.modules["pyarrow"] = None
        import numpy, polars, riwalk
        class Stream:
            def __init__(self, frame): self.frame = frame
            def __arrow_c_stream__(self): return self.frame.__arrow_c_stream__()
        ids = numpy.arange(100000) % 1000
        frame = polars.DataFrame({"source": ids.astype(str), "target": ids + 7000})
        def resident():
            return int(open("/proc/self/statm").read().split()[1]) * 4096
        for i in range(30):
            riwalk.graph(Stream(frame))
            try:
                riwalk.graph(Stream(frame.with_columns(polars.lit([1]).alias("target"))))
            except TypeError:
                pass
            before = resident() if i == 10 else before if i > 10 else 0
        print(resident() - before < 10e6)  # one batch in each would be over 30 MB
    """
    pytest.importorskip("polars")
    assert python(code) == "True\n"


@pytest.mark.parametrize(
    "source",
    [
        nx.path_graph(3),
        igraph.Graph.Ring(4),
        pandas.DataFrame({"source": [1], "target": [2]}),
        np.array([[0, 1]]),
        {"a": ["b"]},
        ([0, 1], [1, 2]),
        SimpleNamespace(edge_index=np.array([[0], [1]])),
        riwalk.graph([(1, 2)]),
    ],
    ids=lambda source: type(source).__name__,
)
def test_weights_that_are_not_there_are_missed(source):
    with pytest.raises(ValueError, match="no edge has|have no attribute|no column|there is no|weight"):
        riwalk.graph(source, weight="strength")


def test_weights_are_the_same_from_every_source(tmp_path):
    g = nx.karate_club_graph()  # with weights
    nx.write_weighted_edgelist(g, tmp_path / "club.txt")
    triples = np.array([(u, v, d["weight"]) for u, v, d in g.edges(data=True)])
    frame = pandas.DataFrame(triples, columns=["source", "target", "weight"])
    data = SimpleNamespace(edge_index=triples[:, :2].T.astype(int), weight=triples[:, 2], num_nodes=34)
    multi = nx.MultiGraph(g)
    multi.add_edge(0, 1, weight=0.5)  # of repeated edges the largest weight counts
    graphs = [
        tmp_path / "club.txt", g, multi, igraph.Graph.from_networkx(g), nx.to_scipy_sparse_array(g), triples, frame, data,
        [tuple(row) for row in triples.tolist()], list(g.edges(data=True)), nx.to_dict_of_dicts(g), (*triples.T,),
    ]  # fmt: skip
    found = [riwalk.embed(s, method="node2vec", weight="weight", **SETTINGS)[list(range(34))] for s in graphs]
    assert all(np.array_equal(f, found[0]) for f in found)


def test_weights_of_pyg_have_their_usual_names():
    ends, other = np.array([[0, 1, 2], [1, 2, 0]]), np.array([1.0, 2.0, 7.0])
    for name in ("weight", "edge_weight", "edge_attr"):
        data = SimpleNamespace(edge_index=ends, num_nodes=3, **{name: other})
        assert riwalk.graph(data, weight=True).weighted and riwalk.graph(data, weight=name).weighted
    with pytest.raises(ValueError, match="there is no edge_wait in this graph"):
        riwalk.graph(data, weight="edge_wait")  # which took edge_attr


def test_a_matrix_is_summed_without_being_changed():
    m = scipy.sparse.coo_array(([1.0, 2.0, 3.0, 0.0], ([0, 0, 1, 2], [1, 1, 0, 1])), shape=(3, 3)).tocsr(copy=True)
    raw = scipy.sparse.csr_array((np.array([1.0, 2.0, 3.0, 0.0]), np.array([1, 1, 0, 1]), np.array([0, 2, 3, 4])), shape=(3, 3))
    for given in (m, raw):
        before = given.nnz
        assert riwalk.graph(given, weight=True).edge_count == 1
        assert riwalk.graph(given).edge_count == 1  # a stored zero is no edge
        assert given.nnz == before


def test_ids_of_frames_come_back_as_they_were():
    days = pandas.to_datetime(["2020-01-01", "2020-01-02", "2020-01-03"])
    frame = pandas.DataFrame({"source": days[:2], "target": days[1:]})
    assert riwalk.graph(frame).node_ids == list(days)
    frame = pandas.DataFrame({"user": [1, 2], "item": ["x", "y"]})
    assert riwalk.graph(frame).node_ids == [1, "x", 2, "y"]
    frame = pandas.DataFrame({"source": pandas.Categorical(["b", "a"]), "target": pandas.Categorical(["a", "c"])})
    assert riwalk.graph(frame).node_ids == ["b", "a", "c"]


def test_ids_of_pairs_come_back_as_they_were():
    assert riwalk.graph([("a", 1), (1, 2.5)]).node_ids == ["a", 1, 2.5]
    assert riwalk.graph([((0, 0), (0, 1)), ((0, 1), (1, 1))]).node_ids == [(0, 0), (0, 1), (1, 1)]
    assert riwalk.graph(np.array([[2**63 + 1, 1]], dtype=np.uint64)).node_ids == [2**63 + 1, 1]
    assert riwalk.graph([[10**15, -5], [-5, 7]]).node_ids == [-5, 7, 10**15]


def test_bytes_that_are_not_text_travel(tmp_path):
    (tmp_path / "latin.txt").write_bytes(b"caf\xe9 bar\nbar b\xe9\nb\xe9 caf\xe9\n")
    embedding = riwalk.embed(tmp_path / "latin.txt", **SETTINGS)
    assert embedding.node_ids == ["bar", "b\udce9", "caf\udce9"]
    embedding.save(tmp_path / "v.txt")
    assert b"caf\xe9 " in (tmp_path / "v.txt").read_bytes()
    again = pickle.loads(pickle.dumps(embedding))
    assert np.array_equal(again["caf\udce9"], embedding["caf\udce9"])
    assert "<svg" in embedding.plot().svg
    assert riwalk.graph(nx.cycle_graph(embedding.node_ids)).edge_count == 3


def test_lists_of_graphs_and_lists_of_edges_are_told_apart(club, by_command):
    both = [[(0, 1), (1, 2)], [(0, 1)]]
    for several in (both, [np.array(g) for g in both], [nx.Graph(g) for g in both], (dict(both[0:0]) or {0: [1], 1: [2]}, {0: [1]})):
        assert riwalk.embed(several, **SETTINGS).node_ids == [("g0", 0), ("g0", 1), ("g0", 2), ("g1", 0), ("g1", 1)]
    for one in (both[0], [[0, 1], [1, 2]], ((0, 1), (1, 2)), [[0, 1, 1, 0], [1, 2, 2, 1]], (np.array([0, 1]), np.array([1, 2]))):
        assert riwalk.embed(one, **SETTINGS).node_ids == [0, 1, 2]
    path = by_command[0] / "club.txt"
    assert len(riwalk.embed([path, str(path)], **SETTINGS)) == 68


def test_a_graph_is_taken_as_it_was_made(club):
    made = riwalk.graph(nx.DiGraph(club))
    pytest.raises(ValueError, riwalk.embed, made, directed=False).match("make it again")
    again = pickle.loads(pickle.dumps(made))
    assert again.directed and again.node_ids == made.node_ids and again.summary() == made.summary()
    shuffled_graph = riwalk.graph(shuffled(club))
    again = pickle.loads(pickle.dumps(shuffled_graph))
    assert np.array_equal(riwalk.embed(again, **SETTINGS), riwalk.embed(shuffled_graph, **SETTINGS))


@pytest.mark.parametrize("method", ["sp", "wl", "deepwalk", "node2vec", "struc2vec", "graphwave", "line"])
def test_one_node_is_a_graph(method):
    for source in ({"a": []}, {"a": [], "b": []}, nx.path_graph(2)):
        found = np.asarray(riwalk.embed(source, method=method, n_components=8))
        assert found.shape == (len(source), 8) and np.isfinite(found).all()


def test_a_source_that_raises_is_heard():
    class Broken:
        columns = ["source", "target"]

        def __getitem__(self, name):
            raise RuntimeError("broken on purpose")

    pytest.raises(RuntimeError, riwalk.graph, Broken()).match("on purpose")


def test_views_of_edges_know_weights():
    g = nx.MultiGraph([(0, 1, {"weight": 2.0}), (0, 1, {"weight": 5.0}), (1, 2)])
    expected = riwalk.graph([(0, 1, 5.0), (1, 2, 1.0)], weight=True).summary()["checksum"]
    for source in (g.edges, g.edges(data=True), nx.Graph([(0, 1, {"weight": 5.0}), (1, 2)]).edges):
        assert riwalk.graph(source, weight="weight").summary()["checksum"] == expected
    arcs = riwalk.graph(nx.DiGraph([(0, 1), (1, 0), (1, 2)]).edges, directed=True)
    assert arcs.directed and arcs.edge_count == 3


# ---- Types of nodes


def _typed_club():
    club = nx.karate_club_graph()
    nx.set_node_attributes(club, {node: "odd" if node % 2 else "even" for node in club}, "kind")
    return club


def test_types_come_from_attributes_and_mappings_alike(tmp_path):
    club = _typed_club()
    kinds = dict(club.nodes(data="kind"))
    whole = igraph.Graph(list(club.edges()))
    whole.vs["kind"] = list(kinds.values())
    nx.write_graphml(club, tmp_path / "club.graphml")
    settings = {"preset": "fast", "n_components": 8}
    expected = np.asarray(riwalk.embed(club, node_types="kind", **settings))
    plain = riwalk.embed(club, **settings)
    assert plain.options["role_types"] == "no" and (np.asarray(plain) != expected).any()
    for source, types in (
        (club, kinds),
        (club, pandas.Series(kinds)),
        (club, list(kinds.values())),
        (whole, "kind"),
        (riwalk.graph(club, node_types="kind"), None),
        (str(tmp_path / "club.graphml"), "kind"),
        (str(tmp_path / "club.graphml"), kinds),
    ):
        made = riwalk.embed(source, node_types=types, **settings)
        assert made.options["role_types"] == "yes"
        assert (np.asarray(made) == expected).all()
    same = riwalk.embed(club, node_types=dict.fromkeys(club, "one"), **settings)
    assert (np.asarray(same) == np.asarray(plain)).all()


def test_types_are_kept_in_the_order_of_ids():
    graph = riwalk.graph([("b", "a"), ("b", "c")], node_types={"a": 1, "b": "x", "c": 2.0, "d": "nobody"})
    assert graph.node_ids == ["b", "a", "c"] and graph.node_types == ["x", "1", "2"]
    assert pickle.loads(pickle.dumps(graph)).node_types == graph.node_types
    assert riwalk.graph([(0, 1)]).node_types is None


def test_a_fitted_estimator_reads_types_of_other_graphs():
    club = _typed_club()
    model = riwalk.RiWalk(preset="fast", transferable=True, n_components=8, node_types="kind").fit(club)
    other = _typed_club()
    other.nodes[0]["kind"] = "unheard of"
    assert model.embed(other).report["unknown_share"] > 0
    pytest.raises(ValueError, model.transform, nx.karate_club_graph()).match("no node has the attribute 'kind'")


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: riwalk.graph([(1, 2)], node_types={1: "a"}), "1 of 2 nodes have none, the first is 2"),
        (lambda: riwalk.graph([(1, 2)], node_types="kind"), "names an attribute of nodes, and a list has none"),
        (lambda: riwalk.embed([(1, 2)], method="deepwalk", node_types={1: "a", 2: "b"}), "does not use types"),
        (lambda: riwalk.embed(riwalk.graph([(1, 2)]), node_types={1: "a", 2: "b"}), "was made without types"),
        (lambda: riwalk.graph([(1, 2)], duplicates="add"), 'expected "max" or "sum"'),
    ],
)
def test_types_and_duplicates_that_cannot_be(call, words):
    pytest.raises(ValueError, call).match(words)


def test_weights_of_duplicates_add_up(tmp_path):
    payments = [("a", "b", 100000.01), ("b", "a", 100000.02), ("a", "b", 0.01), ("b", "c", 1)]
    many = nx.MultiDiGraph()
    many.add_weighted_edges_from(payments)
    for source, weight, how, sums in (
        (payments, True, "max", [100000.02, 1]),
        (payments, True, "sum", [200000.04, 1]),
        (many, "weight", "sum", [100000.01 + 0.01, 100000.02, 1]),
    ):
        riwalk.graph(source, weight=weight, duplicates=how).save(tmp_path / "g.txt")
        assert [float(line.split()[2]) for line in (tmp_path / "g.txt").read_text().splitlines()] == sums
