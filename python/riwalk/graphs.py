# SPDX-License-Identifier: MIT
"""Graphs in: anything people keep a graph in, as a graph of the library.

Types are told by what they offer, so none of their packages is imported here. Nodes keep their ids
and their order; inside, the library orders them by name, as it does for a file, so the same graph
gives the same walks wherever it comes from.
"""

from __future__ import annotations

import os
from collections.abc import Set
from itertools import chain
from typing import Any, Callable, Hashable, Iterable, Mapping, NamedTuple, Sequence

import numpy as np

from . import _core

Listener = Callable[[str, str, int, int, float], object]
Path = str | bytes | os.PathLike


class Graph:
    """A graph of the library, with the ids of its nodes as they were given.

    Made by `riwalk.graph`; every function that takes a graph takes one of these too, which saves
    converting the same graph again. It never changes, and can be pickled.
    """

    def __init__(self, core: _core.Graph, node_ids: Sequence[Hashable] | None, places: np.ndarray | None):
        self._core = core
        self._places = places  # the library's node of each id; None: the same order
        self._ids = node_ids  # None: the names in the library

    @property
    def node_ids(self) -> Sequence[Hashable]:
        """The ids of the nodes, in the order of an embedding's rows."""
        if self._ids is None:
            self._ids = _own_ids(self._core.names())
        return self._ids

    @property
    def node_count(self) -> int:
        return self._core.node_count

    @property
    def edge_count(self) -> int:
        return self._core.edge_count

    @property
    def directed(self) -> bool:
        return self._core.directed

    @property
    def weighted(self) -> bool:
        return self._core.weighted

    def summary(self) -> dict[str, Any]:
        """Degrees, components, and what was dropped: self-loops and repeated edges."""
        return self._core.summary()

    def __len__(self) -> int:
        return self.node_count

    def __repr__(self) -> str:
        kind = ("directed " if self.directed else "") + ("weighted " if self.weighted else "")
        return f"<riwalk.Graph: {kind}{self.node_count} nodes, {self.edge_count} edges>"

    def save(self, path: Path) -> None:
        """Write the graph; the extension chooses the format (.rwg, .txt, .csv, .graphml,
        .gexf, .json, .mtx, .graph)."""
        self._core.write(path)

    def __copy__(self) -> "Graph":
        return self

    def __deepcopy__(self, memo: Any) -> "Graph":
        return self

    def __reduce__(self):
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "graph.rwg")
            self._core.write(path)
            with open(path, "rb") as file:
                return _again, (file.read(), self.directed, self.weighted, self._ids, self._places)


def _again(data: bytes, directed: bool, weighted: bool, *own: Any) -> Graph:
    return Graph(_core.graph_from_bytes(data, directed, weighted), *own)


def graph(
    data: Any,
    /,
    *,
    source: Hashable = None,
    target: Hashable = None,
    weight: Hashable = None,
    time: Hashable = None,
    bipartite: bool = False,
    directed: bool | None = None,
    n_jobs: int | None = None,
    progress: Listener | None = None,
) -> Graph:
    """Make a graph of the library from whatever holds one.

    Parameters
    ----------
    data : path, networkx, igraph, scipy.sparse, numpy, pandas, polars, arrow, PyG, dict or pairs
        A path to any file that the command reads; a networkx or igraph graph, or its edges; a square
        sparse matrix; an array of shape (m, 2), or (2, m); a pair of arrays; a frame of edges, or one
        whose index equals its columns (an adjacency matrix, where 0 and NaN are no edge); anything
        with ``__arrow_c_stream__``; PyG's ``Data`` or its ``edge_index``; a dict of neighbours; an
        iterable of pairs (u, v).
    source, target : column names, optional
        The columns of a frame that hold the two ends of edges. Without them a frame of two columns is
        pairs, and names such as source and target, src and dst, from and to, u and v, user and item,
        sender and receiver are recognised; other frames are refused.
    weight : str, optional
        The edge attribute or column that holds weights. Matrices, files, triples (u, v, weight) and
        dicts {u: {v: weight}} have one only: any name will do. By default weights are left out.
    time : column name, optional
        A column of a frame that holds times. No method uses times yet: it is only told from the ends.
    bipartite : bool
        The two ends of edges are different things, even where their ids are equal. Ids become pairs
        (column, id), of what has no columns ("source", id) and ("target", id), of a sparse matrix of
        any shape ("row", i) and ("column", j). Sources come first; files spell them "column:id".
    directed : bool, optional
        Keep the direction of edges. By default as the source says; arrays, edge lists and matrices
        say no, and GraphML, GEXF and node-link JSON say what they are.

    Nodes keep their ids, of any hashable type, in the order of the source; those of integer arrays
    come sorted. Ids must differ when written as text.

    >>> graph([[0, 1], [1, 2]])
    <riwalk.Graph: 3 nodes, 2 edges>
    >>> graph({"a": {"b": 0.5}, "c": {}}, weight=True).node_ids
    ['a', 'c', 'b']
    >>> graph([(1, 1), (2, 1)], bipartite=True).node_ids
    [('source', 1), ('source', 2), ('target', 1)]
    """
    weight = "weight" if weight is True else None if weight is False else weight
    asked = _Asked(weight, source, target, time, bool(bipartite))
    if isinstance(data, Graph):
        _refuse_columns(asked, data)
        return _as_asked(data, directed, weight)
    if isinstance(data, (str, bytes, os.PathLike)):
        _refuse_columns(asked, data)
        threads = _threads(n_jobs)
        return Graph(_opened(_core.graph_read, data, directed, weight is not None, threads, progress), None, None)
    edges = _take_apart(data, asked)
    core, places = (_core.graph_from_rows if edges.rows else _core.graph_from_edges)(
        len(edges.ids),
        edges.sources,
        edges.targets,
        edges.weights,
        _names(edges.ids, edges.names),
        bool(edges.directed if directed is None else directed),
        _threads(n_jobs),
        progress,
    )
    order = np.frombuffer(places, dtype=np.uint32)
    same = bool((order == np.arange(len(order), dtype=np.uint32)).all())
    return Graph(core, edges.ids, None if same else order)


def several(source: Any) -> list[Any]:
    """The graphs of a list of graphs; one graph as a list of itself."""
    if isinstance(source, (list, tuple)) and source and all(_is_whole(item) for item in source):
        return list(source)
    return [source]


def _is_whole(item: Any) -> bool:
    """Whether an item of a list is a graph by itself: not an edge, nor a column of ids."""
    if isinstance(item, list):
        return all(isinstance(edge, (list, tuple)) for edge in item)
    if isinstance(item, tuple) or getattr(item, "ndim", 2) != 2:
        return False
    return not isinstance(item, (int, float))


def _as_asked(made: Graph, directed: bool | None, weight: Hashable) -> Graph:
    if directed is not None and bool(directed) != made.directed:
        raise ValueError(f"this riwalk.Graph was made with directed={made.directed}: make it again from its source")
    if weight is not None and not made.weighted:
        raise ValueError(f"this riwalk.Graph was made without weights: give weight={weight!r} to riwalk.graph")
    return made


def _opened(read: Callable, path: Path, *rest: Any) -> Any:
    try:
        return read(path, *rest)
    except OSError as problem:
        if os.path.lexists(path):
            raise
        raise FileNotFoundError(str(problem)) from None


def _threads(n_jobs: int | None) -> int:
    """scikit-learn's count of jobs as threads: None and -1 are all processors, -2 all but one."""
    if n_jobs is None or n_jobs == -1:
        return 0
    if not isinstance(n_jobs, (int, np.integer)):
        raise TypeError(f"n_jobs: expected a whole number, not {type(n_jobs).__name__}")
    if n_jobs == 0:
        raise ValueError("n_jobs: 0 threads do no work; None is all processors")
    return int(n_jobs) if n_jobs > 0 else max(1, (os.cpu_count() or 1) + 1 + int(n_jobs))


def _own_ids(names: list[str]) -> list:
    """Ids of a file: integers where all are."""
    try:
        numbers = [int(name) for name in names]
    except ValueError:
        return names
    return numbers if all(str(n) == name for n, name in zip(numbers, names)) else names


def _names(ids: Sequence[Hashable], texts: Iterable[str] | None = None):
    """What the library calls nodes: their numbers (None), integers, or text in UTF-8."""
    if isinstance(ids, range):
        return None
    if texts is None:
        if all(type(i) is int for i in ids) and all(-(2**63) <= i < 2**63 for i in ids):  # type: ignore[operator]
            return np.fromiter(ids, dtype=np.int64, count=len(ids))
        texts = map(_written, ids)
    names = [_encoded(text) for text in texts]
    if len(set(names)) < len(names):
        seen: dict[bytes, Hashable] = {}
        for i, name in zip(ids, names):
            if name in seen:
                raise ValueError(f"the ids {seen[name]!r} and {i!r} are both written {name.decode(errors='replace')!r}: rename one")
            seen[name] = i
    return names


def _written(node: Hashable) -> str:
    return str(int(node) if isinstance(node, float) and node.is_integer() else node)


def _encoded(name: str) -> bytes:
    """A name as the library's files spell it; bytes that were not UTF-8 come back as they were."""
    return name.encode("utf-8", "surrogateescape")


# ---- Taking sources apart


class _Asked(NamedTuple):
    """What the caller says of the edges."""

    weight: Hashable
    source: Hashable
    target: Hashable
    time: Hashable
    bipartite: bool

    @property
    def sides(self) -> tuple[str, str] | None:
        return ("source", "target") if self.bipartite else None


class _Edges(NamedTuple):
    ids: Sequence[Hashable]  # of the nodes; edges are numbers of them
    sources: np.ndarray  # with rows: where the targets of each node begin
    targets: np.ndarray
    weights: np.ndarray | None
    directed: bool = False
    rows: bool = False
    names: Iterable[str] | None = None  # of the nodes, where they are not their ids as text


def _take_apart(source: Any, asked: _Asked) -> _Edges:
    weight, sides = asked.weight, asked.sides
    if hasattr(type(source), "columns") or (hasattr(source, "__arrow_c_stream__") and getattr(source, "ndim", 2) == 2):
        from .frames import from_frame

        return from_frame(source, asked)
    _refuse_columns(asked._replace(bipartite=False), source)
    if hasattr(source, "tocsr"):
        return _from_matrix(source, weight) if sides is None else _from_sides(source, weight)
    made = _from_nodes(source, weight)
    if made is not None:
        _refuse_columns(asked, source)
        return made
    if _is_view_of_edges(source):
        return _from_pairs(source if weight is None else source(data=weight, default=1.0), weight, sides=sides)
    if isinstance(source, Mapping) and not isinstance(source, Set):
        return _from_dict(source, weight, sides)
    if hasattr(source, "ndim"):
        return _from_array(_array(source), weight, sides)
    if isinstance(source, (list, tuple)) and _are_columns(source, weight):
        return _from_columns(source, weight, sides)
    if isinstance(source, Iterable) and not isinstance(source, Mapping):
        return _from_pairs(source, weight, sides=sides)
    raise _not_a_graph(source)


def _from_nodes(source: Any, weight: Hashable) -> _Edges | None:
    """The edges of what has nodes of its own; None: it has none."""
    if hasattr(source, "get_edgelist") and hasattr(source, "vcount"):
        return _from_igraph(source, weight)
    if hasattr(source, "get_attribute_values") and hasattr(source, "graph"):  # igraph's view of edges
        return _from_igraph(source.graph.subgraph_edges(source, delete_vertices=False), weight)
    if hasattr(source, "edge_index"):
        return _from_pyg(source, weight)
    if hasattr(source, "adjacency") and hasattr(source, "is_directed"):
        return _from_networkx(source, weight)
    if hasattr(source, "detach") and getattr(source, "ndim", 0) == 2 and len(source) == 2:
        return _from_edge_index(_array(source), None, None)
    return None


def _refuse_columns(asked: _Asked, data: Any) -> None:
    """Refuses what is said of columns where there are none, and of sides where nodes are known."""
    named = [f"{name}={getattr(asked, name)!r}" for name in ("source", "target", "time") if getattr(asked, name) is not None]
    if named:
        what = "a file: read it with pandas" if isinstance(data, (str, bytes, os.PathLike)) else f"a {type(data).__name__}"
        raise ValueError(f"{named[0]} names a column of a frame, and this is {what}")
    if asked.bipartite:
        raise ValueError(
            f"bipartite=True is for edge lists, frames and sparse matrices: the nodes of a {type(data).__name__} are told apart already"
        )


def _is_view_of_edges(source: Any) -> bool:
    """networkx has views of edges that are mappings too, from pairs to attributes."""
    return isinstance(source, Set) and isinstance(source, Mapping) and hasattr(source, "dataview")


def _not_a_graph(source: Any) -> TypeError:
    return TypeError(
        f"cannot take a {type(source).__name__} for a graph: give a path, a networkx or igraph graph, "
        "a sparse matrix, an array of shape (m, 2), a pair of arrays, a frame, a dict of neighbours, or pairs"
    )


def _from_networkx(g: Any, weight: Hashable) -> _Edges:
    if weight is not None and g.is_multigraph():
        pairs = ((u, v, 1.0 if w is None else w) for u, v, w in g.edges(data=weight))
        return _from_pairs(pairs, weight, list(g))._replace(directed=bool(g.is_directed()))
    ids = list(g)
    rows = [neighbours for _, neighbours in g.adjacency()]
    offsets = np.zeros(len(ids) + 1, dtype=np.int64)
    np.cumsum(np.fromiter(map(len, rows), dtype=np.int64, count=len(ids)), out=offsets[1:])
    numbers: Iterable[int] = chain.from_iterable(rows)
    if ids != list(range(len(ids))):
        numbers = map({node: i for i, node in enumerate(ids)}.__getitem__, numbers)
    targets = np.fromiter(numbers, dtype=np.int64, count=int(offsets[-1]))
    weights = None
    if weight is not None:
        given = [edge.get(weight) for row in rows for edge in row.values()]
        if given and all(w is None for w in given):
            raise ValueError(f"no edge has the attribute {weight!r}")
        weights = _weights([1.0 if w is None else w for w in given])
    return _Edges(ids, offsets, targets, weights, bool(g.is_directed()), rows=True)


def _from_igraph(g: Any, weight: Hashable) -> _Edges:
    ends = np.asarray(g.get_edgelist(), dtype=np.int64).reshape(-1, 2)
    ids = g.vs["name"] if "name" in g.vs.attributes() else range(g.vcount())
    if weight is not None and weight not in g.es.attributes():
        raise ValueError(f"the edges have no attribute {weight!r}: they have {_listed(g.es.attributes())}")
    weights = None if weight is None else _weights(g.es[weight])
    return _Edges(ids, _column(ends, 0), _column(ends, 1), weights, bool(g.is_directed()))


def _from_matrix(matrix: Any, weight: Hashable) -> _Edges:
    if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"an adjacency matrix is square, and this one has the shape {matrix.shape}")
    rows = _stored(matrix, weight)
    weights = None if weight is None else _weights(rows.data[: rows.nnz])
    return _Edges(range(matrix.shape[0]), rows.indptr, rows.indices[: rows.nnz], weights, rows=True)


def _stored(matrix: Any, weight: Hashable) -> Any:
    rows = matrix.tocsr()
    if weight is not None and not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()
    if len(rows.data) and not np.all(rows.data):
        rows = rows.copy()
        rows.eliminate_zeros()
    return rows


def _from_sides(matrix: Any, weight: Hashable) -> _Edges:
    """Edges between the rows and the columns of a matrix of any shape."""
    entries = _stored(matrix, weight).tocoo()
    weights = None if weight is None else _weights(entries.data)
    sources, targets = (np.asarray(ends, dtype=np.int64) for ends in (entries.row, entries.col))
    named = _sides([range(count) for count in entries.shape], ("row", "column"))
    return _Edges(sources=sources, targets=targets + entries.shape[0], weights=weights, **named)


def _from_pyg(data: Any, weight: Hashable) -> _Edges:
    if data.edge_index is None:
        raise ValueError("edge_index is None: this graph has no edges to take")
    weights = None
    if weight is not None:
        weights = getattr(data, weight, None)
        if weights is None:
            weights = getattr(data, "edge_attr", None)
        if weights is None:
            raise ValueError(f"there is no {weight!r} and no edge_attr in this graph")
        weights = _weights(_array(weights).reshape(-1))
    nodes = getattr(data, "num_nodes", None)
    return _from_edge_index(_array(data.edge_index), nodes, weights)


def _from_edge_index(ends: np.ndarray, nodes: int | None, weights: np.ndarray | None) -> _Edges:
    """Nodes are numbers from 0 on, as PyG counts them."""
    if ends.ndim != 2 or len(ends) != 2 or ends.dtype.kind not in "iu":
        raise ValueError(f"an edge_index has integers in the shape (2, m), not {ends.dtype} in {ends.shape}")
    if ends.size and ends.min() < 0:
        raise ValueError(f"an edge_index has numbers from 0 on, not {ends.min()}")
    ends = ends.astype(np.int64, copy=False)
    count = int(nodes) if nodes is not None else int(ends.max(initial=-1)) + 1
    return _Edges(range(count), np.ascontiguousarray(ends[0]), np.ascontiguousarray(ends[1]), weights)


def _listable(column: Any) -> np.ndarray | list:
    """A column as an array of numbers, or as a list of ids as they are."""
    array = np.asarray(column)
    if array.dtype.kind in "iuf":
        return array
    for name in ("to_pylist", "to_list", "tolist"):
        if hasattr(column, name):
            return getattr(column, name)()
    return array.tolist()


def _from_dict(neighbours: Mapping, weight: Hashable, sides: tuple[str, str] | None) -> _Edges:
    def edges():
        for node, others in neighbours.items():
            if isinstance(others, (str, bytes)) or not isinstance(others, Iterable):
                raise TypeError(f"the neighbours of {node!r} must be a list of ids, not {others!r}")
            if _is_graph(others):
                raise TypeError(
                    f"{node!r} has a {type(others).__name__} for neighbours: several graphs are "
                    "riwalk.embed(list(graphs.values()), names=list(graphs))"
                )
            if weight is None:
                yield from ((node, other) for other in others)
            elif isinstance(others, Mapping):
                yield from ((node, other, edge) for other, edge in others.items())
            else:
                raise ValueError("weights of a dict are those of {u: {v: weight}}: leave out weight")

    return _from_pairs(edges(), weight, list(neighbours), sides)


def _is_graph(thing: Any) -> bool:
    """Whether something that could be iterated over is a graph by itself."""
    if type(thing) in (list, tuple, set, frozenset, dict):
        return False
    return isinstance(thing, Graph) or any(hasattr(thing, name) for name in ("adjacency", "tocsr", "columns", "get_edgelist"))


def _are_columns(source: Sequence[Any], weight: Hashable) -> bool:
    """Whether a list or tuple holds an array of sources, one of targets, and perhaps of weights."""
    if len(source) not in (2, 3):
        return False
    if all(getattr(part, "ndim", 0) == 1 for part in source):
        return True
    if not all(isinstance(part, list) for part in source):
        return False
    lengths = {len(part) for part in source}
    return isinstance(source, tuple) or not lengths <= ({2} if weight is None else {2, 3})


def _from_columns(source: Sequence[Any], weight: Hashable, sides: tuple[str, str] | None) -> _Edges:
    if len(source) == 3 and weight is None or len(source) == 2 and weight is not None:
        raise ValueError("give two arrays, or three and weight=True: sources, targets and weights")
    if len({len(part) for part in source}) > 1:
        raise ValueError(f"arrays of {_listed(map(len, source))} ends of edges: they must be as many")
    weights = _weights(_array(source[2])) if len(source) == 3 else None
    return _number(*(_listable(_array(part) if hasattr(part, "ndim") else part) for part in source[:2]), weights, sides)


def _from_array(array: np.ndarray, weight: Hashable, sides: tuple[str, str] | None) -> _Edges:
    if array.ndim == 2 and array.size == 0:
        return _number([], [], None)
    if array.ndim == 2 and array.shape[1] == 3 and weight is not None:
        return _number(_listable(array[:, 0]), _listable(array[:, 1]), _weights(array[:, 2]), sides)
    if array.ndim != 2 or 2 not in array.shape:
        raise TypeError(
            f"an array of edges has the shape (m, 2), not {array.shape}; "
            "a matrix of a graph is given as scipy.sparse.csr_array(matrix)"
        )
    if weight is not None:
        raise ValueError("an array of shape (m, 2) has no weights: leave out weight, or give three columns")
    columns = array.T if array.shape[1] == 2 else array
    return _number(_listable(columns[0]), _listable(columns[1]), None, sides)


def _from_pairs(
    source: Iterable, weight: Hashable, ids: Iterable[Hashable] = (), sides: tuple[str, str] | None = None
) -> _Edges:
    """Edges (u, v) or (u, v, weight), where a weight may be a dict of attributes."""
    if isinstance(source, (list, tuple)) and weight is None and source and _is_two_integers(source[0]):
        try:
            array = np.asarray(source)
        except ValueError:  # of different lengths: the loop says which
            array = np.zeros(0)
        if array.ndim == 2 and array.shape[1] == 2 and array.dtype.kind in "iu":
            return _from_array(array, None, sides)
    index: dict[Hashable, int] = {node: i for i, node in enumerate(ids)}
    other = index if sides is None else {}
    numbers: list[int] = []
    weights: list[Any] = []
    for edge in source:
        u, v, *rest = _edge(edge)
        if len(rest) > 1 or (weight is not None and not rest):
            raise ValueError(f"an edge is (u, v), or (u, v, weight) where weights are wanted, not {edge!r}")
        numbers.append(index.setdefault(u, len(index)))
        numbers.append(other.setdefault(v, len(other)))
        if weight is not None:
            weights.append(rest[0].get(weight, 1.0) if isinstance(rest[0], Mapping) else rest[0])
    _refuse_missing(index)
    ends = np.asarray(numbers, dtype=np.int64).reshape(-1, 2)
    made = _Edges(list(index), _column(ends, 0), _column(ends, 1), None if weight is None else _weights(weights))
    if sides is None:
        return made
    _refuse_missing(other)
    return made._replace(targets=made.targets + len(index), **_sides((list(index), list(other)), sides))


def _edge(edge: Any) -> Iterable:
    if type(edge) in (tuple, list) and len(edge) >= 2:
        return edge
    try:
        if isinstance(edge, Mapping):
            raise TypeError
        if not isinstance(edge, (str, bytes)) and not _is_graph(edge) and len(ends := list(edge)) >= 2:
            return ends
    except TypeError:
        pass
    hint = ": make a frame of such records, pandas.DataFrame(edges)" if isinstance(edge, Mapping) else ""
    raise TypeError(f"an edge is a pair of ids, not {edge!r}{hint}")


def _is_two_integers(edge: Any) -> bool:
    return isinstance(edge, (list, tuple)) and len(edge) == 2 and type(edge[0]) is int


# ---- Numbers for ids


def _number(sources: Any, targets: Any, weights: np.ndarray | None, sides: tuple[str, str] | None = None) -> _Edges:
    """Integers come sorted, and so do floats that are whole; others in order of appearance."""
    if sides is not None:
        one, two = (_number(part, part, None) for part in (sources, targets))
        made = _Edges([], one.sources, two.sources + len(one.ids), weights)
        return made._replace(**_sides((one.ids, two.ids), sides))
    both = [sources, targets]
    for i, part in enumerate(both):
        if isinstance(part, np.ndarray) and part.dtype.kind == "f":
            if not np.isfinite(part).all():
                raise ValueError("some ends of edges are missing (NaN)")
            if (part == np.floor(part)).all() and (np.abs(part) < 2**53).all():
                both[i] = part.astype(np.int64)
    if all(isinstance(part, np.ndarray) and part.dtype.kind in "iu" for part in both):
        return _number_integers(*both, weights)
    lists = [part.tolist() if isinstance(part, np.ndarray) else part for part in both]
    index: dict[Hashable, int] = {}
    numbers = [index.setdefault(i, len(index)) for pair in zip(*lists) for i in pair]
    _refuse_missing(index)
    ends = np.asarray(numbers, dtype=np.int64).reshape(-1, 2)
    return _Edges(list(index), _column(ends, 0), _column(ends, 1), weights)


def _sides(ids: Sequence[Sequence[Hashable]], sides: Sequence[str]) -> dict[str, Any]:
    """Ids of two sides in one list, each with its side, and how files spell them."""
    both = [(side, i) for side, own in zip(sides, ids) for i in own]
    return {"ids": both, "names": [f"{side}:{_written(i)}" for side, i in both]}


def _number_integers(sources: np.ndarray, targets: np.ndarray, weights: np.ndarray | None) -> _Edges:
    count = len(sources)
    least = min(int(sources.min()), int(targets.min())) if count else 0
    most = max(int(sources.max()), int(targets.max())) if count else -1
    if most >= 2**63:
        return _number(sources.tolist(), targets.tolist(), weights)
    if most - least > 8 * count + 1000000:  # few of a wide range
        ids, numbers = np.unique(np.concatenate([sources, targets]), return_inverse=True)
        numbers = numbers.reshape(-1).astype(np.int64, copy=False)
        return _Edges(ids.tolist(), numbers[:count], numbers[count:], weights)
    seen = np.zeros(most - least + 1, dtype=bool)
    parts = [part.astype(np.int64) - least for part in (sources, targets)]
    for part in parts:
        seen[part] = True
    if not seen.all():
        number = np.cumsum(seen) - 1
        parts = [number[part] for part in parts]
    return _Edges((np.flatnonzero(seen) + least).tolist(), *parts, weights)


def _refuse_missing(ids: Iterable[Hashable]) -> None:
    """None, NaN and their like stand for ids that are not there."""
    for i in ids:
        if i is None or type(i).__name__ in ("NAType", "NaTType") or (isinstance(i, float) and i != i):
            raise ValueError(f"some ends of edges are missing ({i!r})")


def _weights(values: Any) -> np.ndarray:
    try:
        array = np.asarray(values)
        if array.dtype.kind not in "biufO":
            raise TypeError
        return np.ascontiguousarray(array, dtype=np.float32 if array.dtype == np.float32 else np.float64)
    except (TypeError, ValueError):
        raise ValueError("weights of edges must be numbers") from None


def _array(tensor: Any) -> np.ndarray:
    """An array, or a tensor wherever it lives."""
    if hasattr(tensor, "detach"):
        tensor = tensor.detach().cpu()
    return np.asarray(tensor)


def _column(pairs: np.ndarray, which: int) -> np.ndarray:
    return np.ascontiguousarray(pairs[:, which])


def _listed(items: Iterable[Any]) -> str:
    return ", ".join(str(item) for item in items) or "none"
