# SPDX-License-Identifier: MIT
"""Graphs in: anything people keep a graph in, as a graph of the library.

Types are told by what they offer, so none of their packages is imported here. Nodes keep their ids
and their order; inside, the library orders them by name, as it does for a file, so the same graph
gives the same walks wherever it comes from.
"""

from __future__ import annotations

import os
from typing import Any, Callable, Hashable, Sequence

import numpy as np

from . import _core

Listener = Callable[[str, str, int, int, float], object]


class Graph:
    """A graph of the library, with the ids of its nodes as they were given.

    Made by `riwalk.graph`; every function that takes a graph takes one of these too, which saves
    converting the same graph again.
    """

    def __init__(self, core: _core.Graph, node_ids: Sequence[Hashable], places: np.ndarray | None):
        self._core = core
        self._places = places  # the library's node of each id; None: the same order
        self.node_ids = node_ids

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

    def __len__(self) -> int:
        return self.node_count

    def __repr__(self) -> str:
        kind = ("directed " if self.directed else "") + ("weighted " if self.weighted else "")
        return f"<riwalk.Graph: {kind}{self.node_count} nodes, {self.edge_count} edges>"

    def save(self, path: str | os.PathLike) -> None:
        """Write the graph; the extension chooses the format (.rwg, .txt, .csv, .graphml,
        .gexf, .json, .mtx, .graph)."""
        self._core.write(path)


def graph(
    source: Any,
    *,
    directed: bool | None = None,
    weight: str | None = None,
    n_jobs: int | None = None,
    progress: Listener | None = None,
) -> Graph:
    """Make a graph of the library from whatever holds one.

    Parameters
    ----------
    source : path, networkx, igraph, scipy.sparse, numpy, pandas, polars, arrow, PyG or dict
        A path to any file that the command reads; a networkx or igraph graph; a square sparse
        matrix; an array of shape (m, 2), or (2, m) as PyG's edge_index; a pair of arrays; a frame
        with columns source and target; anything with ``__arrow_c_stream__``; PyG's ``Data``; a
        dict of neighbours.
    directed : bool, optional
        Keep the direction of edges. By default as the source says; arrays, edge lists and matrices
        say no, and GraphML, GEXF and node-link JSON say what they are.
    weight : str, optional
        The edge attribute or column that holds weights; for matrices and files any name will do.
        By default weights are left out.

    >>> graph([[0, 1], [1, 2]])
    <riwalk.Graph: 3 nodes, 2 edges>
    """
    if isinstance(source, Graph):
        return source
    if isinstance(source, (str, os.PathLike)):
        core = _core.graph_read(source, directed, weight is not None, _threads(n_jobs), progress)
        return Graph(core, _own_ids(core.names()), None)
    ids, sources, targets, weights, said, rows = _take_apart(source, weight)
    directed = said if directed is None else directed
    names = _names(ids)
    build = _core.graph_from_rows if rows else _core.graph_from_edges
    core, places = build(
        len(ids), sources, targets, weights, names, bool(directed), _threads(n_jobs), progress
    )
    order = np.frombuffer(places, dtype=np.uint32)
    same = bool((order == np.arange(len(order), dtype=np.uint32)).all())
    ids = ids.tolist() if isinstance(ids, np.ndarray) else list(ids)
    return Graph(core, ids, None if same else order)


def _threads(n_jobs: int | None) -> int:
    """scikit-learn's count of jobs: None and -1 are all processors."""
    return 0 if n_jobs is None or n_jobs < 0 else int(n_jobs)


def _own_ids(names: list[str]) -> list:
    """Ids of a file: integers where all are."""
    try:
        numbers = [int(name) for name in names]
    except ValueError:
        return names
    return numbers if all(str(n) == name for n, name in zip(numbers, names)) else names


def _names(ids: Sequence[Hashable]):
    """What the library calls nodes: integers, or text."""
    if isinstance(ids, range):
        return None if ids == range(len(ids)) else np.asarray(ids, dtype=np.int64)
    if isinstance(ids, np.ndarray) and ids.dtype.kind in "iu":
        return np.ascontiguousarray(ids, dtype=np.int64)
    if all(type(i) is int for i in ids) and all(-(2**63) <= i < 2**63 for i in ids):
        return np.fromiter(ids, dtype=np.int64, count=len(ids))
    names = [str(i) for i in ids]
    if len(set(names)) < len(names):
        seen: dict[str, Hashable] = {}
        for i, name in zip(ids, names):
            if name in seen:
                raise ValueError(f"the ids {seen[name]!r} and {i!r} are both written {name!r}")
            seen[name] = i
    return names


# ---- Taking sources apart: (ids, sources, targets, weights, directed, whether sources are offsets)


def _take_apart(source: Any, weight: str | None):
    package = type(source).__module__.partition(".")[0]
    if hasattr(source, "tocsr"):
        return _from_matrix(source, weight)
    if package == "igraph":
        return _from_igraph(source, weight)
    if hasattr(source, "edge_index"):
        return _from_pyg(source, weight)
    if hasattr(source, "adj") and hasattr(source, "is_directed") and hasattr(source, "edges"):
        return _from_networkx(source, weight)
    if hasattr(source, "columns") or hasattr(source, "__arrow_c_stream__"):
        return _from_frame(source, weight)
    if isinstance(source, dict):
        return _from_dict(source)
    return _from_arrays(source)


def _from_networkx(g: Any, weight: str | None):
    ids = list(g)
    index = {node: i for i, node in enumerate(ids)}
    count = g.number_of_edges()
    sources = np.fromiter((index[u] for u, _ in g.edges()), dtype=np.int64, count=count)
    targets = np.fromiter((index[v] for _, v in g.edges()), dtype=np.int64, count=count)
    weights = None
    if weight is not None:
        weights = np.fromiter(
            (1.0 if w is None else w for _, _, w in g.edges(data=weight)), dtype=np.float64, count=count
        )
    return ids, sources, targets, weights, bool(g.is_directed()), False


def _from_igraph(g: Any, weight: str | None):
    ends = np.asarray(g.get_edgelist(), dtype=np.int64).reshape(-1, 2)
    ids = g.vs["name"] if "name" in g.vs.attributes() else range(g.vcount())
    weights = None if weight is None else np.asarray(g.es[weight], dtype=np.float64)
    return ids, _column(ends, 0), _column(ends, 1), weights, bool(g.is_directed()), False


def _from_matrix(matrix: Any, weight: str | None):
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"an adjacency matrix is square, and this one has the shape {matrix.shape}")
    rows = matrix.tocsr()
    if len(rows.data) and not np.all(rows.data):
        rows = rows.copy()
        rows.eliminate_zeros()
    if not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()
    weights = None if weight is None else np.ascontiguousarray(rows.data, dtype=np.float64)
    return range(matrix.shape[0]), rows.indptr, rows.indices, weights, False, True


def _from_pyg(data: Any, weight: str | None):
    ends = np.asarray(data.edge_index)
    nodes = getattr(data, "num_nodes", None)
    count = int(nodes) if nodes is not None else int(ends.max(initial=-1)) + 1
    attribute = None if weight is None else getattr(data, weight, getattr(data, "edge_attr", None))
    weights = None if attribute is None else np.asarray(attribute, dtype=np.float64).reshape(-1)
    ends = ends.astype(np.int64, copy=False)
    return range(count), np.ascontiguousarray(ends[0]), np.ascontiguousarray(ends[1]), weights, False, False


def _from_frame(frame: Any, weight: str | None):
    if not hasattr(frame, "columns") or not hasattr(frame, "__getitem__"):
        frame = _arrow_table(frame)
    names = [str(c) for c in getattr(frame, "column_names", None) or frame.columns]
    if len(names) < 2:
        raise ValueError("a frame of edges needs two columns: source and target")
    pair = [n for n in ("source", "target") if n in names]
    first, second = pair if len(pair) == 2 else names[:2]
    sources, targets = (np.asarray(frame[c]) for c in (first, second))
    weights = None if weight is None else np.asarray(frame[weight], dtype=np.float64)
    return *_number(sources, targets), weights, False, False


def _arrow_table(stream: Any) -> Any:
    import pyarrow

    return pyarrow.table(stream)


def _from_dict(neighbours: dict):
    index: dict[Hashable, int] = {node: i for i, node in enumerate(neighbours)}
    sources, targets = [], []
    for node, others in neighbours.items():
        for other in others:
            sources.append(index[node])
            targets.append(index.setdefault(other, len(index)))
    pair = (np.asarray(part, dtype=np.int64) for part in (sources, targets))
    return list(index), *pair, None, False, False


def _from_arrays(source: Any):
    if isinstance(source, (tuple, list)) and len(source) == 2 and not np.isscalar(source[0]):
        first, second = (np.asarray(part) for part in source)
        if first.ndim == 1 and second.ndim == 1 and (isinstance(source, tuple) or len(first) != 2):
            if len(first) != len(second):
                raise ValueError(f"{len(first)} sources and {len(second)} targets: they must be as many")
            return *_number(first, second), None, False, False
    try:
        array = np.asarray(source)
    except Exception as problem:
        raise TypeError(f"cannot take a {type(source).__name__} for a graph") from problem
    if array.ndim == 2 and array.shape[1] == 2:
        return *_number(array[:, 0], array[:, 1]), None, False, False
    if array.ndim == 2 and array.shape[0] == 2:
        return *_number(array[0], array[1]), None, False, False
    if array.ndim == 2 and array.size == 0:
        return range(0), np.zeros(0, np.int64), np.zeros(0, np.int64), None, False, False
    raise TypeError(
        f"cannot take a {type(source).__name__} for a graph: give a path, a networkx or igraph graph, "
        "a sparse matrix, an array of shape (m, 2), a pair of arrays, a frame, or a dict of neighbours"
    )


def _number(sources: np.ndarray, targets: np.ndarray):
    """Ids, and the edges as their numbers. Integers come sorted, others in order of appearance."""
    if sources.dtype.kind in "iu" and targets.dtype.kind in "iu":
        ids, numbers = np.unique(np.concatenate([sources, targets]), return_inverse=True)
        numbers = numbers.reshape(-1).astype(np.int64, copy=False)
        if ids.dtype.kind == "u" and len(ids) and ids[-1] > np.iinfo(np.int64).max:
            ids = ids.tolist()
        return ids, numbers[: len(sources)], numbers[len(sources) :]
    for part in (sources, targets):
        if part.dtype.kind == "f" and not np.isfinite(part).all():
            raise ValueError("some ends of edges are missing (NaN)")
    index: dict[Hashable, int] = {}
    both = [index.setdefault(i, len(index)) for pair in zip(sources.tolist(), targets.tolist()) for i in pair]
    numbers = np.asarray(both, dtype=np.int64)
    return list(index), np.ascontiguousarray(numbers[0::2]), np.ascontiguousarray(numbers[1::2])


def _column(pairs: np.ndarray, which: int) -> np.ndarray:
    return np.ascontiguousarray(pairs[:, which])
