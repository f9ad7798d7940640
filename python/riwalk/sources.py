# SPDX-License-Identifier: MIT
"""What people keep graphs in, taken apart: ids of nodes, and edges as numbers of these.

Types are recognised by what they offer, so none of their packages is imported here.
"""

from __future__ import annotations

import os
from collections.abc import Set
from itertools import chain
from reprlib import repr as shortened
from typing import Any, Hashable, Iterable, Mapping, NamedTuple, Sequence

import numpy as np


class Asked(NamedTuple):
    """What the caller says of the edges."""

    weight: Hashable
    source: Hashable
    target: Hashable
    time: Hashable
    bipartite: bool

    @property
    def sides(self) -> tuple[str, str] | None:
        return ("source", "target") if self.bipartite else None


class Edges(NamedTuple):
    ids: Sequence[Hashable]  # of the nodes; edges are numbers of them
    sources: np.ndarray  # with rows: where the targets of each node begin
    targets: np.ndarray
    weights: np.ndarray | None
    directed: bool = False
    rows: bool = False
    names: Iterable[str] | None = None  # of the nodes, where they are not their ids as text


def take_apart(source: Any, asked: Asked) -> Edges:
    weight, sides = asked.weight, asked.sides
    if hasattr(type(source), "columns") or (hasattr(source, "__arrow_c_stream__") and getattr(source, "ndim", 2) == 2):
        from .frames import from_frame

        return from_frame(source, asked)
    refuse_columns(asked._replace(bipartite=False), source)
    if hasattr(source, "tocsr"):
        return _from_matrix(source, weight) if sides is None else _from_sides(source, weight)
    made = _from_nodes(source, weight)
    if made is not None:
        refuse_columns(asked, source)
        return made
    if _is_view_of_edges(source):
        return _from_pairs(source if weight is None else source(data=weight, default=1.0), weight, sides=sides)
    if isinstance(source, Mapping) and not isinstance(source, Set):
        return _from_dict(source, weight, sides)
    if hasattr(source, "ndim") and hasattr(source, "reset_index"):
        raise TypeError("a Series is not a graph: series.reset_index() makes a frame of it, with its index as columns")
    if hasattr(source, "ndim"):
        return _from_array(_array(source), weight, sides)
    if isinstance(source, (list, tuple)) and _are_columns(source, weight):
        return _from_columns(source, weight, sides)
    if isinstance(source, Iterable) and not isinstance(source, Mapping):
        return _from_pairs(source, weight, sides=sides)
    raise _not_a_graph(source)


def _from_nodes(source: Any, weight: Hashable) -> Edges | None:
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


def node_attribute(source: Any, name: str) -> Any:
    """An attribute of the nodes of what has some: by id, or one for each in their order."""
    if hasattr(source, "vs") and hasattr(source, "vcount"):
        if name not in source.vs.attributes():
            raise ValueError(f"the nodes have no attribute {name!r}: they have {listed(source.vs.attributes())}")
        return source.vs[name]
    if hasattr(source, "edge_index") and getattr(source, name, None) is not None:
        return _array(getattr(source, name)).reshape(-1).tolist()
    if hasattr(source, "adjacency") and hasattr(source, "nodes"):
        found = {node: value for node, value in source.nodes(data=name) if value is not None}
        if not found:
            raise ValueError(f"no node has the attribute {name!r}")
        return found
    raise ValueError(f"node_types={name!r} names an attribute of nodes, and a {type(source).__name__} has none: give a dict or a Series")


def refuse_columns(asked: Asked, data: Any) -> None:
    """Refuses what is said of columns where there are none, and of sides where nodes are known."""
    named = [f"{name}={getattr(asked, name)!r}" for name in ("source", "target", "time") if getattr(asked, name) is not None]
    if named:
        what = "a file: read it with pandas" if isinstance(data, (str, bytes, os.PathLike)) else f"a {type(data).__name__}"
        raise ValueError(f"{named[0]} names a column of a frame, and this is {what}")
    if asked.bipartite:
        raise ValueError(
            f"bipartite=True is for edge lists, frames and sparse matrices: the nodes of a {type(data).__name__} are distinct already"
        )


def _is_view_of_edges(source: Any) -> bool:
    """networkx has views of edges that are mappings too, from pairs to attributes."""
    return isinstance(source, Set) and isinstance(source, Mapping) and hasattr(source, "dataview")


def _not_a_graph(source: Any) -> TypeError:
    return TypeError(
        f"a graph cannot be made of {type(source).__name__}: give a path, a networkx or igraph graph, "
        "a sparse matrix, an array of shape (m, 2), a pair of arrays, a frame, a dict of neighbours, or pairs"
    )


def _from_networkx(g: Any, weight: Hashable) -> Edges:
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
        weights = weights_of([1.0 if w is None else w for w in given])
        if not np.all((weights > 0) & (weights < np.inf)):
            u, v, w = next((u, v, w) for u, v, w in g.edges(data=weight) if w is not None and not 0 < w < np.inf)
            raise ValueError(f"the edge from {u!r} to {v!r} has the weight {w!r}: weights must be positive and finite; leave such edges out")
    return Edges(ids, offsets, targets, weights, bool(g.is_directed()), rows=True)


def _from_igraph(g: Any, weight: Hashable) -> Edges:
    ends = np.asarray(g.get_edgelist(), dtype=np.int64).reshape(-1, 2)
    ids = g.vs["name"] if "name" in g.vs.attributes() else range(g.vcount())
    if weight is not None and weight not in g.es.attributes():
        raise ValueError(f"the edges have no attribute {weight!r}: they have {listed(g.es.attributes())}")
    weights = None if weight is None else weights_of(g.es[weight])
    return Edges(ids, _column(ends, 0), _column(ends, 1), weights, bool(g.is_directed()))


def _from_matrix(matrix: Any, weight: Hashable) -> Edges:
    if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"an adjacency matrix is square, and this one has the shape {matrix.shape}")
    rows = _stored(matrix, weight)
    weights = None if weight is None else weights_of(rows.data[: rows.nnz])
    offsets = np.array(rows.indptr)  # of our own: nobody changes them meanwhile
    return Edges(range(matrix.shape[0]), offsets, rows.indices[: rows.nnz], weights, rows=True)


def _stored(matrix: Any, weight: Hashable) -> Any:
    rows = matrix.tocsr()
    if weight is not None and not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()
    if len(rows.data) and not np.all(rows.data):
        rows = rows.copy()
        rows.eliminate_zeros()
    return rows


def _from_sides(matrix: Any, weight: Hashable) -> Edges:
    """Edges between the rows and the columns of a matrix of any shape."""
    entries = _stored(matrix, weight).tocoo()
    weights = None if weight is None else weights_of(entries.data)
    sources, targets = (np.asarray(ends, dtype=np.int64) for ends in (entries.row, entries.col))
    named = _sides([range(count) for count in entries.shape], ("row", "column"))
    return Edges(sources=sources, targets=targets + entries.shape[0], weights=weights, **named)


def _from_pyg(data: Any, weight: Hashable) -> Edges:
    if data.edge_index is None:
        raise ValueError("edge_index is None: this graph has no edges to take")
    weights = None
    if weight is not None:
        names = ("weight", "edge_weight", "edge_attr") if weight == "weight" else (str(weight),)
        weights = next((found for name in names if (found := getattr(data, name, None)) is not None), None)
        if weights is None:
            raise ValueError(f"there is no {' or '.join(names)} in this graph")
        weights = weights_of(_array(weights).reshape(-1))
    nodes = getattr(data, "num_nodes", None)
    return _from_edge_index(_array(data.edge_index), nodes, weights)


def _from_edge_index(ends: np.ndarray, nodes: int | None, weights: np.ndarray | None) -> Edges:
    """Nodes are numbers from 0 on, as PyG counts them."""
    if ends.ndim != 2 or len(ends) != 2 or ends.dtype.kind not in "iu":
        raise ValueError(f"an edge_index has integers in the shape (2, m), not {ends.dtype} in {ends.shape}")
    if ends.size and ends.min() < 0:
        raise ValueError(f"an edge_index has numbers from 0, not {ends.min()}")
    ends = ends.astype(np.int64, copy=False)
    count = int(nodes) if nodes is not None else int(ends.max(initial=-1)) + 1
    return Edges(range(count), np.ascontiguousarray(ends[0]), np.ascontiguousarray(ends[1]), weights)


def listable(column: Any) -> np.ndarray | list:
    """A column as an array of numbers, or as a list of ids as they are."""
    array = np.asarray(column)
    if array.dtype.kind in "iuf":
        return array
    for name in ("to_pylist", "to_list", "tolist"):
        if hasattr(column, name):
            return getattr(column, name)()
    return array.tolist()


def _from_dict(neighbours: Mapping, weight: Hashable, sides: tuple[str, str] | None) -> Edges:
    def edges():
        for node, others in neighbours.items():
            if isinstance(others, (str, bytes)) or not isinstance(others, Iterable):
                raise TypeError(f"the neighbours of {node!r} must be a list of ids, not {shortened(others)}")
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
                raise ValueError("only a dict {u: {v: weight}} has weights: leave out weight")

    return _from_pairs(edges(), weight, list(neighbours), sides)


def _is_graph(thing: Any) -> bool:
    """Whether something that could be iterated over is a graph by itself."""
    if type(thing) in (list, tuple, set, frozenset, dict):
        return False
    return any(hasattr(thing, name) for name in ("adjacency", "tocsr", "columns", "get_edgelist", "edge_count"))


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


def _from_columns(source: Sequence[Any], weight: Hashable, sides: tuple[str, str] | None) -> Edges:
    if len(source) == 3 and weight is None or len(source) == 2 and weight is not None:
        raise ValueError("give two arrays, or three and weight=True: sources, targets and weights")
    if len({len(part) for part in source}) > 1:
        raise ValueError(f"arrays of {listed(map(len, source))} ends of edges: they must have the same length")
    weights = weights_of(_array(source[2])) if len(source) == 3 else None
    sources, targets = (listable(_array(part) if hasattr(part, "ndim") else part) for part in source[:2])
    return number_ends(sources, targets, weights, sides)


def _from_array(array: np.ndarray, weight: Hashable, sides: tuple[str, str] | None) -> Edges:
    if array.ndim == 2 and array.size == 0:
        return number_ends([], [], None)
    if array.ndim == 2 and array.shape[1] == 3 and weight is not None:
        return number_ends(listable(array[:, 0]), listable(array[:, 1]), weights_of(array[:, 2]), sides)
    if array.ndim != 2 or 2 not in array.shape:
        raise TypeError(
            f"an array of edges has the shape (m, 2), not {array.shape}; "
            "a matrix of a graph is given as scipy.sparse.csr_array(matrix)"
        )
    if weight is not None:
        raise ValueError("an array of shape (m, 2) has no weights: leave out weight, or give three columns")
    columns = array.T if array.shape[1] == 2 else array
    return number_ends(listable(columns[0]), listable(columns[1]), None, sides)


def _from_pairs(
    source: Iterable, weight: Hashable, ids: Iterable[Hashable] = (), sides: tuple[str, str] | None = None
) -> Edges:
    """Edges (u, v) or (u, v, weight), where a weight may be a dict of attributes."""
    if isinstance(source, (list, tuple)) and weight is None and source and _is_two_integers(source[0]):
        try:
            array: np.ndarray = np.asarray(source)
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
            raise ValueError(f"an edge is (u, v), or (u, v, weight) where weights are wanted, not {shortened(edge)}")
        numbers.append(index.setdefault(u, len(index)))
        numbers.append(other.setdefault(v, len(other)))
        if weight is not None:
            weights.append(rest[0].get(weight, 1.0) if isinstance(rest[0], Mapping) else rest[0])
    refuse_missing(index)
    ends = np.asarray(numbers, dtype=np.int64).reshape(-1, 2)
    made = Edges(list(index), _column(ends, 0), _column(ends, 1), None if weight is None else weights_of(weights))
    if sides is None:
        return made
    refuse_missing(other)
    return made._replace(targets=made.targets + len(index), **_sides((list(index), list(other)), sides))


def _edge(edge: Any) -> Iterable:
    if type(edge) in (tuple, list) and len(edge) >= 2:
        return edge
    try:
        if isinstance(edge, Mapping) or getattr(edge, "_fields", ())[:1] == ("Index",):  # a row of a frame, with its number
            raise TypeError
        if not isinstance(edge, (str, bytes)) and not _is_graph(edge) and len(ends := list(edge)) >= 2:
            return ends
    except TypeError:
        pass
    hint = ""
    if isinstance(edge, Mapping):
        hint = ": make a frame of such records, pandas.DataFrame(edges)"
    elif getattr(edge, "_fields", ())[:1] == ("Index",):
        hint = ": give the frame itself, or itertuples(index=False)"
    raise TypeError(f"an edge is a pair of ids, not {shortened(edge)}{hint}")


def _is_two_integers(edge: Any) -> bool:
    return isinstance(edge, (list, tuple)) and len(edge) == 2 and type(edge[0]) is int


# ---- Numbers for ids


def written(node: Hashable) -> str:
    return str(int(node) if isinstance(node, float) and node.is_integer() else node)


def number_ends(sources: Any, targets: Any, weights: np.ndarray | None, sides: tuple[str, str] | None = None) -> Edges:
    """Integers come sorted, and so do floats that are whole; others in order of appearance."""
    if sides is not None:
        one, two = (number_ends(part, part, None) for part in (sources, targets))
        made = Edges([], one.sources, two.sources + len(one.ids), weights)
        return made._replace(**_sides((one.ids, two.ids), sides))
    both = [sources, targets]
    for i, part in enumerate(both):
        if isinstance(part, np.ndarray) and part.dtype.kind == "f":
            if not np.isfinite(part).all():
                raise ValueError("some ends of edges are missing (NaN)")
            if (part == np.floor(part)).all() and (np.abs(part) < 2**53).all():
                both[i] = part.astype(np.int64)
    if all(isinstance(part, np.ndarray) and part.dtype.kind in "iu" for part in both):
        return _number_integers(both[0], both[1], weights)
    lists = [part.tolist() if isinstance(part, np.ndarray) else part for part in both]
    index: dict[Hashable, int] = {}
    numbers = [index.setdefault(i, len(index)) for pair in zip(*lists) for i in pair]
    refuse_missing(index)
    ends = np.asarray(numbers, dtype=np.int64).reshape(-1, 2)
    return Edges(list(index), _column(ends, 0), _column(ends, 1), weights)


def _sides(ids: Sequence[Sequence[Hashable]], sides: Sequence[str]) -> dict[str, Any]:
    """Ids of two sides in one list, each with its side, and how files spell them."""
    both = [(side, i) for side, own in zip(sides, ids) for i in own]
    return {"ids": both, "names": [f"{side}:{written(i)}" for side, i in both]}


def _number_integers(sources: np.ndarray, targets: np.ndarray, weights: np.ndarray | None) -> Edges:
    count = len(sources)
    least = min(int(sources.min()), int(targets.min())) if count else 0
    most = max(int(sources.max()), int(targets.max())) if count else -1
    if most >= 2**63:
        return number_ends(sources.tolist(), targets.tolist(), weights)
    if most - least > 8 * count + 1000000:  # few of a wide range
        ids, numbers = np.unique(np.concatenate([sources, targets]), return_inverse=True)
        numbers = numbers.reshape(-1).astype(np.int64, copy=False)
        return Edges(ids.tolist(), numbers[:count], numbers[count:], weights)
    seen = np.zeros(most - least + 1, dtype=bool)
    parts = [part.astype(np.int64) - least for part in (sources, targets)]
    for part in parts:
        seen[part] = True
    if not seen.all():
        number = np.cumsum(seen) - 1
        parts = [number[part] for part in parts]
    return Edges((np.flatnonzero(seen) + least).tolist(), parts[0], parts[1], weights)


def refuse_missing(ids: Iterable[Hashable]) -> None:
    """None, NaN and their like stand for ids that are not there."""
    for i in ids:
        if i is None or type(i).__name__ in ("NAType", "NaTType") or (isinstance(i, float) and i != i):
            raise ValueError(f"some ends of edges are missing ({i!r})")


def weights_of(values: Any) -> np.ndarray:
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


def listed(items: Iterable[Any]) -> str:
    return ", ".join(str(item) for item in items) or "none"
