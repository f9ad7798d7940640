# SPDX-License-Identifier: MIT
"""Embeddings out: rows with the ids of their nodes, and what one asks of them."""

from __future__ import annotations

import html
import json
import os
import tempfile
from typing import Any, Hashable, Iterator, Sequence

import numpy as np

from . import _core
from .graphs import Graph, _own_ids, _threads


class Embedding:
    """One vector per node, by the node's own id.

    ``np.asarray(E)`` has the rows in the order of ``E.node_ids``, read-only and without a copy
    where the library has the nodes in that order too; ``E[id]`` is one of them.
    """

    def __init__(
        self,
        vectors: _core.Vectors,
        node_ids: Sequence[Hashable],
        places: np.ndarray | None = None,
        *,
        graph: Graph | None = None,
        options: dict[str, str] | None = None,
        report: dict[str, Any] | None = None,
    ):
        rows = np.asarray(vectors)
        if places is not None:
            rows = rows[places]
            rows.flags.writeable = False
        self._vectors = vectors
        self._places = places
        self._rows = rows
        self._index: dict[Hashable, int] | None = None
        self.node_ids = node_ids
        self.graph = graph
        self.options = options or {}
        self.report = report or {}

    # ---- Rows

    def __array__(self, dtype=None, copy=None) -> np.ndarray:
        rows = self._rows if dtype is None else self._rows.astype(dtype, copy=False)
        return rows.copy() if copy else rows

    @property
    def shape(self) -> tuple[int, int]:
        return self._rows.shape

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.node_ids)

    def __contains__(self, node: Hashable) -> bool:
        return node in self._rows_by_id()

    def __getitem__(self, node: Hashable) -> np.ndarray:
        return self._rows[self._row(node)]

    def _rows_by_id(self) -> dict[Hashable, int]:
        if self._index is None:
            self._index = {node: row for row, node in enumerate(self.node_ids)}
        return self._index

    def _row(self, node: Hashable) -> int:
        try:
            return self._rows_by_id()[node]
        except KeyError:
            raise KeyError(f"there is no node {node!r} in this embedding") from None

    def _inner(self, row: int) -> int:
        return row if self._places is None else int(self._places[row])

    def _outer(self) -> np.ndarray:
        """The row here of each row of the library."""
        if self._places is None:
            return np.arange(len(self))
        outer = np.empty(len(self), dtype=np.int64)
        outer[self._places] = np.arange(len(self))
        return outer

    # ---- Questions

    def nearest(self, node: Hashable, n: int = 10) -> list[tuple[Hashable, float]]:
        """The n nodes whose vectors are most similar by cosine, most similar first."""
        found = self._vectors.nearest(self._inner(self._row(node)), n)
        outer = self._outer() if self._places is not None else None
        ids = self.node_ids
        return [(ids[int(outer[r]) if outer is not None else r], s) for r, s in found]

    def explain(self, a: Hashable, b: Hashable | None = None, *, top: int = 10) -> "Explanation":
        """Say in words what a node's walks visit, or what two nodes share and where they differ."""
        if self.graph is None:
            raise ValueError("this embedding does not know its graph, or is of several: embed it again")
        nodes = [self._inner(self._row(a)), 2**64 - 1 if b is None else self._inner(self._row(b))]
        known = {k: v for k, v in self.options.items() if k in _ROLE_OPTIONS}
        first, second, similarity = _core.profiles(self.graph._core, tuple(nodes), known, False)
        dropped = _core.profiles(self.graph._core, tuple(nodes), known, True) if b is not None else None
        return Explanation(a, b, first, second, similarity, dropped, top)

    def cluster(self, k: int | None = None, *, random_state: int = 1, n_jobs: int | None = None) -> np.ndarray:
        """The cluster of every node, 0 to k - 1; without k the number of the best silhouette."""

        def run(count: int):
            return self._vectors.cluster(count, random_state, _threads(n_jobs), None)

        if k is None:
            distinct = len(np.unique(self._rows, axis=0))
            found = [run(count) for count in range(2, min(distinct, 21))]
            best = max(found, key=lambda f: (f[1] == f[1], f[1]), default=None)
            clusters = best[0] if best else run(1)[0]
        else:
            clusters = run(k)[0]
        of_rows = np.frombuffer(clusters, dtype=np.uint32).astype(np.int64)
        return of_rows if self._places is None else of_rows[self._places]

    def plot(
        self,
        *,
        colors: Sequence[Hashable] | None = None,
        kind: str | None = None,
        title: str | None = None,
        width: int = 0,
        height: int = 0,
    ) -> "Picture":
        """Draw the graph (kind="graph") or the vectors ("pca", "tsne"), coloured by role.

        Without a kind, small graphs are drawn as graphs and others by t-SNE. ``colors`` has a
        label for each node; without it the nodes are clustered.
        """
        small = self.graph is not None and self.graph.node_count <= 300
        kind = kind or ("graph" if small else "tsne")
        if kind not in ("graph", "pca", "tsne"):
            raise ValueError(f"kind: {kind!r} is not graph, pca or tsne")
        drawn = self.graph._core if kind == "graph" and self.graph is not None else None
        if kind == "graph" and drawn is None:
            raise ValueError("this embedding does not know its graph: draw it with kind='tsne'")
        labels = self.cluster() if colors is None else colors
        names, classes = np.unique(np.asarray([str(label) for label in labels]), return_inverse=True)
        inner = np.empty(len(self), dtype=np.uint32)
        inner[np.arange(len(self)) if self._places is None else self._places] = classes.reshape(-1)
        places = _core.places(drawn or self._vectors, kind, 0, None)
        class_names = [f"role {n}" if colors is None else n for n in names]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "picture.svg")
            _core.plot(drawn, places, self._vectors.names(), inner.tobytes(), class_names, path, width, height, title)
            with open(path, encoding="utf-8") as file:
                return Picture(file.read())

    # ---- Elsewhere

    def save(self, path: str | os.PathLike) -> None:
        """Write the vectors as the command does: .npz, .npy with .ids, .csv, .txt, .bin, .tsv."""
        if os.path.exists(path) and not os.path.isfile(path):  # a pipe or a device: nothing lies beside it
            return self._vectors.write(path)
        about = {
            "riwalk": _core.version,
            "isa": _core.isa,
            "options": self.options,
            "vectors_checksum": self._vectors.checksum(),
        }
        self._vectors.write(path, os.fspath(path) + ".json", json.dumps(about, indent=2) + "\n")

    def to_pandas(self):
        """A DataFrame with the ids as its index."""
        import pandas

        return pandas.DataFrame(self._rows, index=pandas.Index(list(self.node_ids), name="node"))

    def to_polars(self):
        """A DataFrame with a column of ids and one of vectors."""
        import polars

        return polars.DataFrame({"node": [str(i) for i in self.node_ids], "vector": self._rows.tolist()})

    def to_arrow(self):
        """A table with a column of ids and one of vectors."""
        import pyarrow

        values = pyarrow.array(self._rows.reshape(-1))
        vectors = pyarrow.FixedSizeListArray.from_arrays(values, self.shape[1])
        return pyarrow.table({"node": pyarrow.array([str(i) for i in self.node_ids]), "vector": vectors})

    def to_gensim(self):
        """KeyedVectors by the ids as text."""
        from gensim.models import KeyedVectors

        keyed = KeyedVectors(vector_size=self.shape[1])
        keyed.add_vectors([str(i) for i in self.node_ids], np.array(self._rows))
        return keyed

    def to_anndata(self):
        """AnnData with a node for each observation."""
        import anndata

        made = anndata.AnnData(np.array(self._rows))
        made.obs_names = [str(i) for i in self.node_ids]
        return made

    def __repr__(self) -> str:
        method = self.options.get("method", "vectors")
        return f"<riwalk.Embedding: {len(self)} nodes x {self.shape[1]}, {method}>"

    def _repr_html_(self) -> str:
        rows = []
        for i in range(min(len(self), 8)):
            cells = "".join(f"<td>{value:.3f}</td>" for value in self._rows[i, :6])
            rows.append(f"<tr><th>{html.escape(str(self.node_ids[i]))}</th>{cells}<td>&hellip;</td></tr>")
        return f"<p>{html.escape(repr(self))}</p><table>{''.join(rows)}</table>"


_ROLE_OPTIONS = {"method", "seed", "radius", "degree_classes", "class_base", "role_anchor", "walks", "walk_length"}


class Explanation:
    """What nodes are made of: ``str()`` is for people, ``profiles`` for programs."""

    def __init__(self, a, b, first, second, similarity, dropped, top):
        self.nodes = (a,) if b is None else (a, b)
        self.profiles = [first] if b is None else [first, second]
        self.similarity = similarity
        self.similarity_without_anchor = dropped[2] if dropped else similarity
        self._dropped = dropped
        self._top = top

    def __str__(self) -> str:
        if len(self.nodes) == 1:
            lines = [f"{self.nodes[0]}: its walks visit"]
            lines += [f"{share:7.1%}  {words}" for _, words, _, share in self.profiles[0][: self._top]]
            return "\n".join(lines)
        apart = self.similarity < 1e-9 and self._dropped is not None
        first, second, similarity = self._dropped if apart else (*self.profiles, self.similarity)
        note = " (their degree classes differ, so the anchors' own part is left out)" if apart else ""
        lines = [f"{self.nodes[0]} and {self.nodes[1]}: similarity {similarity:.3f}{note}"]
        shares = [{role: (words, share) for role, words, _, share in p} for p in (first, second)]
        words = {role: w for known in shares for role, (w, _) in known.items()}
        pair = {role: tuple(s.get(role, ("", 0.0))[1] for s in shares) for role in words}
        ranked = sorted(pair, key=lambda role: -sum(pair[role]))[: self._top]
        lines += [f"{pair[r][0]:7.1%} {pair[r][1]:7.1%}  {words[r]}" for r in ranked]
        return "\n".join(lines)

    __repr__ = __str__


class Picture:
    """An SVG picture; a notebook shows it."""

    def __init__(self, svg: str):
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | os.PathLike) -> None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)


def read(path: str | os.PathLike) -> Embedding:
    """Read vectors in any format that the command writes."""
    vectors = _core.vectors_read(path)
    return Embedding(vectors, _own_ids(vectors.names()))
