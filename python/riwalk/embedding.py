# SPDX-License-Identifier: MIT
"""Embeddings out: rows with the ids of their nodes, and what one asks of them."""

from __future__ import annotations

import operator
import os
from functools import cached_property
from typing import Any, Callable, Hashable, Iterable, Iterator, Mapping, Sequence

import numpy as np

from . import _core
from .answers import Explanation, Picture, drawn
from .graphs import Graph, Path, _encoded, _opened, _own_ids, _threads, unknown_node
from .labels import labels_of
from .progress import watching
from .settings import _check_choice, _scale

_ROLE_OPTIONS = {
    "method", "seed", "radius", "degree_classes", "class_base", "role_anchor", "role_directions", "role_weights", "role_types",
    "walks", "walk_length", "steps",
}  # fmt: skip
_SMALL = 300  # nodes whose graph is drawn as one
_NO_CLASS = 2**32 - 1  # of a node without a colour
_BLOCK = 1 << 14  # rows that are compared at once


class Embedding:
    """One vector per node, by the node's own id: ``E[id]`` is one, ``E[[a, b]]`` is an array of several.

    ``np.asarray(E)`` has the rows in the order of ``E.node_ids``, read-only and without a copy
    where the library has the nodes in that order too.

    >>> import riwalk
    >>> E = riwalk.embed({"hub": ["a", "b", "c"]}, preset="fast", n_components=4)
    >>> E["hub"].shape, E[["a", "hub"]].shape
    ((4,), (2, 4))
    >>> [node for node, similarity in E.nearest("a", 2)], round(E.similarity("a", "b"), 3)
    (['b', 'c'], 1.0)
    """

    def __init__(
        self,
        vectors: _core.Vectors,
        node_ids: Sequence[Hashable] | Callable[[], Sequence[Hashable]] | None = None,
        places: np.ndarray | None = None,
        *,
        graph: Graph | None = None,
        options: dict[str, str] | None = None,
        report: dict[str, Any] | None = None,
    ):
        self._vectors = vectors
        self._places = places  # the library's row of each of ours; None: the same
        self._ids = node_ids
        self.graph = graph
        self.options = options or {}
        self.report = report or {}

    # ---- Rows

    @property
    def node_ids(self) -> Sequence[Hashable]:
        """The ids of the nodes, in the order of the rows."""
        if self._ids is None:
            self._ids = _own_ids(self._vectors.names())
        elif callable(self._ids):
            self._ids = self._ids()
        return self._ids

    @cached_property
    def _rows(self) -> np.ndarray:
        rows = np.asarray(self._vectors)
        if self._places is not None:
            rows = rows[self._places]
            rows.flags.writeable = False
        return rows

    def __array__(self, dtype=None, copy=None) -> np.ndarray:
        if dtype is None or np.dtype(dtype) == np.float32:
            return self._rows.copy() if copy else self._rows
        if copy is False:
            raise ValueError(f"vectors are float32: only a copy can be {np.dtype(dtype)}")
        return self._rows.astype(dtype)

    def _given_away(self) -> np.ndarray:
        """The rows for a caller who alone has this embedding, and may write to them: in the library's order no copy."""
        rows = np.asarray(self._vectors.give_away())
        return rows if self._places is None else rows[self._places]

    @property
    def shape(self) -> tuple[int, int]:
        return np.asarray(self._vectors).shape  # type: ignore[return-value]

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.node_ids)

    def __contains__(self, node: Hashable) -> bool:
        return node in self._rows_by_id

    def __getitem__(self, node: Any) -> np.ndarray:
        if isinstance(node, list) or getattr(node, "ndim", 0) == 1:
            return self._rows[[self._row(one) for one in _listed(node)]]
        return self._rows[self._row(node)]

    @cached_property
    def _rows_by_id(self) -> dict[Hashable, int]:
        return {node: row for row, node in enumerate(self.node_ids)}

    def _row(self, node: Hashable) -> int:
        known = self._rows_by_id
        if node in known:
            return known[node]
        raise unknown_node(node, known, "this embedding")

    def _inner(self, row: int) -> int:
        return row if self._places is None else int(self._places[row])

    # ---- Questions

    def nearest(self, node: Any, n: int = 10) -> list:
        """The n nodes whose vectors are most similar by cosine, most similar first: (id, similarity).

        Of a list of ids, a list of such lists. A vector, an array of as many floats as the rows
        have, may be given in place of an id: of a model, a mean of rows, or of another embedding
        in the same space.
        """
        if n < 0:
            raise ValueError(f"n: {n} is below 0")
        if getattr(node, "ndim", 0) and np.asarray(node).dtype.kind == "f":
            values = np.asarray(node)
            return self._nearest_to(values, n) if values.ndim == 1 else [self._nearest_to(one, n) for one in values]
        if isinstance(node, list) or getattr(node, "ndim", 0) == 1:
            return [self.nearest(one, n) for one in _listed(node)]
        return self._named(self._vectors.nearest(self._inner(self._row(node)), n))

    def _nearest_to(self, vector: np.ndarray, n: int) -> list[tuple[Hashable, float]]:
        similar = self._cosines(vector)
        best = np.argsort(-similar, kind="stable")[: operator.index(n)]
        return self._named((int(row), float(similar[row])) for row in best)

    def _cosines(self, vector: np.ndarray) -> np.ndarray:
        """The cosine of every row of the library to a vector, as the library rounds it."""
        vector = self._checked(vector)
        norm, rows = np.linalg.norm(vector), np.asarray(self._vectors)
        if norm == 0:
            raise ValueError("a vector of zeros has no direction, and no neighbours")
        found = np.empty(len(rows), dtype=np.float32)
        for first in range(0, len(rows), _BLOCK):
            block = rows[first : first + _BLOCK].astype(np.float64)
            norms = np.sqrt(np.einsum("ij,ij->i", block, block)) * norm
            found[first : first + _BLOCK] = np.divide(block @ vector, norms, out=np.zeros(len(block)), where=norms > 0)
        return found

    def _checked(self, vector: Any) -> np.ndarray:
        vector = np.asarray(vector, dtype=np.float64)
        if vector.shape != self.shape[1:]:
            raise ValueError(f"a vector here has {self.shape[1]} numbers, not the shape {vector.shape}")
        if not np.isfinite(vector).all():
            raise ValueError("a vector has finite numbers: this one has NaN or infinity")
        return vector

    def _named(self, found: Iterable[tuple[int, float]]) -> list[tuple[Hashable, float]]:
        """Rows of the library by the ids of their nodes."""
        if self._places is None:
            return [(self.node_ids[row], similarity) for row, similarity in found]
        return [(self.node_ids[int(self._outer[row])], similarity) for row, similarity in found]

    @cached_property
    def _outer(self) -> np.ndarray:
        return np.argsort(self._places)

    def similarity(self, a: Any, b: Any) -> float:
        """The cosine of two nodes' vectors, which `nearest` ranks by: 1 is the same direction.

        A vector may stand in the place of an id. A vector of zeros, of an isolated node, has 0.
        """
        one, two = (self._checked(x if getattr(x, "ndim", 0) else self[x]) for x in (a, b))
        norms = np.linalg.norm(one) * np.linalg.norm(two)
        return float(np.float32(one @ two / norms)) if norms > 0 else 0.0

    def explain(self, a: Hashable, b: Hashable | None = None, *, top: int = 10) -> "Explanation":
        """Say in words what a node's walks visit, or what two nodes share and where they differ.

        Two nodes have two similarities: that of their walks, from 0 (no role in common) to 1, and
        the cosine of their vectors. Only RiWalk's vectors are made of walks among roles, so those of
        other methods are refused.
        """
        if self.graph is None:
            raise ValueError("this embedding does not know its graph, or is of several: embed it again")
        method = self.options.get("method", "")
        if not method.startswith("riwalk"):
            raise ValueError(
                f"these vectors were made by {method or 'another program'}: explain says what RiWalk's walks visit, which "
                "says nothing about them. Embed with RiWalk, or ask similarity and nearest"
            )
        nodes = [self._inner(self._row(node)) for node in ((a,) if b is None else (a, b))]
        known = {k: v for k, v in self.options.items() if k in _ROLE_OPTIONS}
        first, second, similarity = _core.profiles(self.graph._core, nodes, known, False)
        dropped = _core.profiles(self.graph._core, nodes, known, True) if b is not None else None
        cosine = 1.0 if b is None else self.similarity(a, b)
        return Explanation(a, b, first, second, similarity, dropped, cosine, top)

    def cluster(
        self,
        k: int | None = None,
        *,
        normalize: str = "unit",
        random_state: int = 1,
        n_jobs: int | None = None,
        verbose: Any = None,
    ) -> np.ndarray:
        """The cluster of every node, 0 to k - 1, by k-means.

        Without k, that of 2 to 12 clusters whose silhouette is largest. ``normalize`` is how vectors
        are scaled first: "unit" (length 1: roles are directions), "standard" or "none". ``verbose`` is
        that of `riwalk.embed`.
        """
        scale = _scale(normalize)
        _check_choice(k, random_state)
        with watching(verbose) as listener:
            clusters = self._vectors.cluster(k or 0, scale, random_state, _threads(n_jobs), listener)
        found = np.frombuffer(clusters, dtype=np.uint32).astype(np.int64)
        return found if self._places is None else found[self._places]

    def describe(self, k: int | None = None, **options: Any):
        """What the roles of the nodes are, in words and numbers: see `riwalk.describe`."""
        from .describing import describe

        if self.graph is None:
            raise ValueError("this embedding does not know its graph, or is of several: riwalk.describe takes one")
        return describe(self.graph, self, k, **options)

    def plot(
        self,
        *,
        colors: Mapping[Hashable, Hashable] | Sequence[Hashable] | None = None,
        kind: str | None = None,
        title: str | None = None,
        width: int = 0,
        height: int = 0,
        verbose: Any = None,
    ) -> "Picture":
        """Draw the graph (kind="graph") or the vectors ("pca", "tsne"), coloured by role.

        Without a kind, small graphs are drawn as graphs and others by t-SNE. ``colors`` has a label for
        each node, by id (a dict or Series) or in their order (a list), and nodes without one are grey;
        without it the nodes are clustered, and the largest role is the first.
        ``verbose`` is that of `riwalk.embed`.
        """
        small = self.graph is not None and self.graph.node_count <= _SMALL
        kind = kind or ("graph" if small else "tsne")
        if kind not in ("graph", "pca", "tsne"):
            raise ValueError(f"kind: {kind!r} is not graph, pca or tsne")
        core = self.graph._core if kind == "graph" and self.graph is not None else None
        if kind == "graph" and core is None:
            raise ValueError("this embedding does not know its graph: draw it with kind='tsne'")
        if width < 0 or height < 0:
            raise ValueError("width and height are pixels: 0 or more")
        names, classes = self._classes(colors, verbose)
        of_vectors = np.empty(len(self), dtype=np.uint32)
        of_vectors[slice(None) if self._places is None else self._places] = classes
        with watching(verbose) as listener:
            places = _core.places(core or self._vectors, kind, 0, listener)
        node_names = [_encoded(name) for name in self._vectors.names()]

        def draw(path: Path) -> None:
            _core.plot(core, places, node_names, of_vectors.tobytes(), names, path, width, height, title)

        return Picture(drawn(draw), draw)

    def _classes(self, colors: Any, verbose: Any) -> tuple[list[str], np.ndarray]:
        """Names for the legend with their counts, and the class of every row."""
        if colors is None:
            clusters = self.cluster(verbose=verbose)
            sizes = np.bincount(clusters)
            order = np.argsort(-sizes, kind="stable")
            number = np.argsort(order)
            return [f"role {i + 1} ({sizes[c]})" for i, c in enumerate(order)], number[clusters]
        labels = labels_of(self.node_ids, colors, "colors")
        known = np.array([label is not None for label in labels])
        named, numbers, sizes = np.unique([str(label) for label in labels if label is not None], return_inverse=True, return_counts=True)
        classes = np.full(len(self), _NO_CLASS, dtype=np.uint32)
        classes[known] = numbers.reshape(-1)
        return [f"{name} ({size})" for name, size in zip(named, sizes)], classes

    # ---- Elsewhere

    def save(self, path: Path) -> None:
        """Write the vectors as the command does: .npz, .npy with .ids, .csv, .txt, .bin, .tsv."""
        if os.path.exists(path) and not os.path.isfile(path):  # a pipe or a device: nothing lies beside it
            return self._vectors.write(path)
        import json

        about = {
            "riwalk": _core.version,
            "isa": _core.isa,
            "options": self.options,
            **({"measure_columns": count} if (count := self.report.get("measures")) else {}),
            "vectors_checksum": self._vectors.checksum(),
        }
        self._vectors.write(path, os.fsdecode(path) + ".json", json.dumps(about, indent=2) + "\n")

    def to_pandas(self):
        """A DataFrame with the ids as its index."""
        import pandas

        index = pandas.Index(list(self.node_ids), name="node", tupleize_cols=False)
        return pandas.DataFrame(np.array(self._rows), index=index)

    def to_polars(self):
        """A DataFrame with a column of ids and one of vectors."""
        import polars

        return polars.DataFrame({"node": self._plain_ids(), "vector": polars.Series(np.array(self._rows))})

    def to_arrow(self):
        """A table with a column of ids and one of vectors."""
        import pyarrow

        vectors = pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(self._rows.reshape(-1)), self.shape[1])
        return pyarrow.table({"node": pyarrow.array(self._plain_ids()), "vector": vectors})

    def to_gensim(self):
        """KeyedVectors by the ids as text."""
        from gensim.models import KeyedVectors

        keyed = KeyedVectors(vector_size=self.shape[1])
        keyed.add_vectors([str(i) for i in self.node_ids], np.array(self._rows))
        return keyed

    def to_anndata(self):
        """AnnData with an observation for each node."""
        import anndata

        made = anndata.AnnData(np.array(self._rows))
        made.obs_names = [str(i) for i in self.node_ids]
        return made

    def _plain_ids(self) -> list:
        """Ids for a column of one type: integers or text as they are, others as text."""
        ids = list(self.node_ids)
        for kind in (int, str):
            if all(type(i) is kind for i in ids):
                return ids
        return [str(i) for i in ids]

    def __reduce__(self):
        ids = None if self._ids is None else self.node_ids
        names = [_encoded(name) for name in self._vectors.names()]
        state = (names, np.array(self._vectors), ids, self._places, self.graph, self.options, self.report)
        return _again, state

    def __repr__(self) -> str:
        method = self.options.get("method", "vectors")
        return f"<riwalk.Embedding: {len(self)} nodes x {self.shape[1]}, {method}>"

    def _repr_html_(self) -> str:
        import html

        rows = []
        for i in range(min(len(self), 8)):
            cells = "".join(f"<td>{value:.3f}</td>" for value in self._rows[i, :6])
            rows.append(f"<tr><th>{html.escape(str(self.node_ids[i]))}</th>{cells}<td>&hellip;</td></tr>")
        return f"<p>{html.escape(repr(self))}</p><table>{''.join(rows)}</table>"


def _again(names, values, ids, places, graph, options, report) -> Embedding:
    vectors = _core.vectors_build(names, values)
    return Embedding(vectors, ids, places, graph=graph, options=options, report=report)


def _listed(ids: Any) -> list:
    return ids if isinstance(ids, list) else ids.tolist() if hasattr(ids, "tolist") else list(ids)


def read(path: Path) -> Embedding:
    """Read vectors in any format that the command writes."""
    try:
        return Embedding(_opened(_core.vectors_read, path))
    except ValueError as problem:
        if "not a vector file" not in str(problem):
            raise
        raise ValueError(f"{problem}; riwalk.load reads models, riwalk.graph graphs") from None
