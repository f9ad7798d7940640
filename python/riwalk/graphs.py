# SPDX-License-Identifier: MIT
"""Graphs in: anything people keep a graph in, as a graph of the library.

Nodes keep their ids and their order; inside, the library orders them by name, as it does for a file,
so the same graph gives the same walks wherever it comes from.
"""

from __future__ import annotations

import os
from typing import Any, Callable, Hashable, Iterable, Literal, Mapping, Sequence

import numpy as np

from . import _core
from .labels import labels_of
from .progress import Listener
from .sources import Asked, node_attribute, refuse_columns, take_apart, written

Path = str | bytes | os.PathLike
_FEW = 10000  # nodes among which a misspelt one is looked for


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
    def _inner(self) -> np.ndarray:
        """The library's node of each id."""
        return np.arange(self.node_count, dtype=np.uint32) if self._places is None else self._places

    @property
    def _outer(self) -> np.ndarray:
        """The place among the ids of each of the library's nodes."""
        return self._inner if self._places is None else np.argsort(self._places)

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

    @property
    def node_types(self) -> list[str] | None:
        """The type of each node, in the order of node_ids; None where nodes have none."""
        given = self._core.types()
        if given is None:
            return None
        names, numbers = given
        order = np.frombuffer(numbers, dtype=np.uint32)
        return [names[i] for i in order[self._inner]]

    def summary(self) -> dict[str, Any]:
        """Degrees, components, and what was dropped: self-loops and repeated edges."""
        return self._core.summary()

    def __len__(self) -> int:
        return self.node_count

    def __repr__(self) -> str:
        kind = ("directed " if self.directed else "") + ("weighted " if self.weighted else "")
        return f"<riwalk.Graph: {kind}{counted(self.node_count, 'node')}, {counted(self.edge_count, 'edge')}>"

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
    duplicates: Literal["max", "sum"] = "max",
    node_types: Any = None,
    n_jobs: int | None = None,
    progress: Listener | None = None,
) -> Graph:
    """Make a graph from anything that holds one.

    Parameters
    ----------
    data : path, networkx, igraph, scipy.sparse, numpy, pandas, polars, arrow, PyG, dict or pairs
        A path to any file that the command reads; a networkx or igraph graph, or its edges; a square
        sparse matrix; an array of shape (m, 2), or (2, m); a pair of arrays; a frame of edges, or an
        adjacency matrix, whose index equals its columns (0 and NaN are no edge); anything with
        ``__arrow_c_stream__``; PyG's ``Data`` or ``edge_index``; a dict of neighbours; pairs (u, v).
    source, target : column names, optional
        The columns of a frame that hold the ends of edges. Without them a frame of two columns is
        pairs, names such as source and target, from and to, user and item, sender and receiver are
        recognised, and other frames are refused.
    weight : str, optional
        The edge attribute or column that holds weights. Matrices, files, triples (u, v, weight) and
        dicts {u: {v: weight}} have one only: any name will do. By default weights are left out.
    time : column name, optional
        A column of a frame that holds times; `riwalk.track` uses them, embedding does not.
    bipartite : bool
        The ends of an edge are different kinds of things, even where ids are equal. Ids become pairs (column,
        id), without columns ("source", id) and ("target", id), of a sparse matrix of any shape
        ("row", i) and ("column", j). Sources come first; files spell them "column:id".
    directed : bool, optional
        Keep the direction of edges. By default as the source says; arrays, edge lists and matrices
        say no, and GraphML, GEXF and node-link JSON say what they are.

    duplicates : {"max", "sum"}
        What the weights of edges that are there more than once become: the largest, or their sum, as of
        payments. Where edges have no direction, (u, v) and (v, u) are the same edge.
    node_types : str, dict, Series or list, optional
        Types of nodes, such as account and merchant, which RiWalk's roles then tell apart: the name of an
        attribute of nodes (of networkx, igraph, PyG, and of GraphML, GEXF and JSON files), or types by id.
        Every node needs one; one type for all says nothing.

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
    if duplicates not in ("max", "sum"):
        raise ValueError(f'duplicates: expected "max" or "sum", not {duplicates!r}')
    asked = Asked(weight, source, target, time, bool(bipartite))
    if isinstance(data, Graph):
        refuse_columns(asked, data)
        return _as_asked(data, directed, weight, node_types)
    if isinstance(data, (str, bytes, os.PathLike)):
        refuse_columns(asked, data)
        threads, attribute = _threads(n_jobs), node_types if isinstance(node_types, str) else None
        how = (directed, weight is not None, duplicates == "sum", attribute, threads, progress)
        return _with_types(Graph(_opened(_core.graph_read, data, *how), None, None), None if attribute else node_types)
    edges = take_apart(data, asked)
    if isinstance(node_types, str):
        node_types = node_attribute(data, node_types)
    core, places = (_core.graph_from_rows if edges.rows else _core.graph_from_edges)(
        len(edges.ids),
        edges.sources,
        edges.targets,
        edges.weights,
        _names(edges.ids, edges.names),
        bool(edges.directed if directed is None else directed),
        duplicates == "sum",
        _threads(n_jobs),
        progress,
    )
    order = np.frombuffer(places, dtype=np.uint32)
    same = bool((order == np.arange(len(order), dtype=np.uint32)).all())
    return _with_types(Graph(core, edges.ids, None if same else order), node_types)


def _with_types(made: Graph, node_types: Any) -> Graph:
    if node_types is None:
        return made
    given = labels_of(made.node_ids, node_types, "node_types")
    missing = [i for i, name in zip(made.node_ids, given) if name is None]
    if missing:
        raise ValueError(f"node_types: {len(missing)} of {len(given)} nodes have none, the first is {missing[0]!r}: give each node one")
    names: list[bytes] = [b""] * len(given)
    for place, name in zip(made._inner, given):
        names[place] = _encoded(written(name))
    made._core.set_types(names)
    return made


def several(source: Any) -> list[Any]:
    """The graphs of a list of graphs; one graph as a list of itself."""
    if isinstance(source, (list, tuple)) and source and all(_is_whole(item) for item in source):
        return list(source)
    return [source]


def together(graphs: list[Graph], n_jobs: int | None = None, progress: Listener | None = None) -> Graph:
    """Several graphs as one, without edges between them; ids are those of embeddings: ("g0", id), ("g1", id), ..."""
    names = [f"g{number}" for number in range(len(graphs))]
    core, places = _core.graph_union([each._core for each in graphs], [name.encode() for name in names], _threads(n_jobs), progress)
    order = np.frombuffer(places, dtype=np.uint32)
    parts, first = [], 0
    for each in graphs:
        parts.append(order[first : first + len(each)][each._inner])
        first += len(each)
    ids = [(name, node) for name, each in zip(names, graphs) for node in each.node_ids]
    return Graph(core, ids, np.concatenate(parts))


def _is_whole(item: Any) -> bool:
    """Whether an item of a list is a graph by itself: not an edge, nor a column of ids."""
    if isinstance(item, list):
        return all(isinstance(edge, (list, tuple)) for edge in item)
    if isinstance(item, tuple) or getattr(item, "ndim", 2) != 2:
        return False
    return not isinstance(item, (int, float))


def _as_asked(made: Graph, directed: bool | None, weight: Hashable, node_types: Any) -> Graph:
    if node_types is not None and made._core.types() is None:
        raise ValueError("this riwalk.Graph was made without types: give node_types to riwalk.graph")
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
        texts = map(written, ids)
    names = [_encoded(text) for text in texts]
    if len(set(names)) < len(names):
        seen: dict[bytes, Hashable] = {}
        for i, name in zip(ids, names):
            if name in seen:
                raise ValueError(f"the ids {seen[name]!r} and {i!r} are both written {name.decode(errors='replace')!r}: rename one")
            seen[name] = i
    return names


def _encoded(name: str) -> bytes:
    """A name as the library's files spell it; bytes that were not UTF-8 come back as they were."""
    return name.encode("utf-8", "surrogateescape")


def counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def unknown_node(node: Hashable, known: Mapping[Hashable, int], where: str) -> KeyError:
    """That a node is not among the known ones, and which is meant: 7 for "7", "Ann" for "ann"."""
    try:
        return KeyError(f"there is no node {_short(node)} in {where}{_hint(node, known)}")
    except ValueError:  # which Python has for integers of so many digits
        return KeyError(f"there is no node with so many digits in {where}")


def _hint(node: Hashable, known: Mapping[Hashable, int]) -> str:
    if isinstance(node, tuple) and node and all(one in known for one in node):
        return f"; several are a list: {list(node)!r}"
    if isinstance(node, (str, int)):
        meant = str(node) if isinstance(node, int) else int(node) if node.isdecimal() else None
        if meant not in known:
            meant = None
        if meant is None and len(known) <= _FEW:
            meant = next((i for i in known if isinstance(i, str) and i.lower() == str(node).lower()), None)
        if meant is not None:
            return f"; there is {meant!r}"
    return f": its ids are like {_short(next(iter(known)))}" if known else ""


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 200 else text[:200] + "..."
