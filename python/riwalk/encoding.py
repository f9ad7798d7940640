# SPDX-License-Identifier: MIT
"""Structural encodings of graphs whose nodes are numbers, row i that of node i: what `riwalk.pyg` gives to networks.

Nothing here needs torch.
"""

from __future__ import annotations

import os
from typing import Any, Hashable, Iterable, NamedTuple

import numpy as np

from ._signatures import embed
from .estimators import RiWalk, _warn, load
from .graphs import Graph, Path, graph as _graph


class EdgeIndex(NamedTuple):
    """A graph as PyG keeps it: two rows of ends, how many nodes there are, and perhaps a weight for each edge."""

    edge_index: np.ndarray
    num_nodes: int
    weight: np.ndarray | None = None

    def is_directed(self) -> bool:
        """Whether some edge is there in one direction only, or with another weight in the other."""
        ends = np.asarray(self.edge_index, dtype=np.int64)
        forth, back = ends[0] * self.num_nodes + ends[1], ends[1] * self.num_nodes + ends[0]
        if self.weight is None:
            return not np.array_equal(np.unique(forth), np.unique(back))
        one, other = (np.lexsort((self.weight, keys)) for keys in (forth, back))
        return not (np.array_equal(forth[one], back[other]) and np.array_equal(self.weight[one], self.weight[other]))


class Encoder:
    """A row of `dim` numbers for each node, by a model or, without one, by an embedding of each graph alone."""

    def __init__(self, dim: int, model: RiWalk | Path | None, directed: bool | None, options: dict[str, Any]):
        self.dim = dim
        self.directed = directed
        self.options = options
        self.model = load(model) if isinstance(model, (str, bytes, os.PathLike)) else model
        self._alone: str | None = None  # the checksum of the graph that was embedded without a model
        if self.model is None:
            RiWalk(n_components=dim, **options)  # refuses what is no parameter
        elif not isinstance(self.model, RiWalk):
            raise TypeError(f"model: expected a fitted riwalk.RiWalk or the path to a saved one, not {type(model).__name__}")
        elif options:
            raise ValueError(f"a model has its own settings: leave out {', '.join(options)}")
        elif self.model._model() and self.model.n_features_out_ != dim:
            raise ValueError(f"the model makes vectors of {self.model.n_features_out_} numbers, and dim is {dim}")

    def fit(self, graphs: Iterable[EdgeIndex]) -> None:
        """Make a model from graphs, for these and for others."""
        given = list(graphs)
        if not given:
            raise ValueError("a model needs at least one graph to fit")
        directed = any(g.is_directed() for g in given) if self.directed is None else self.directed
        options = {**self.options, "transferable": True}
        if options.get("preset") == "best":  # graphs of a data set are of one kind: all views, and the same degree classes in all
            options.setdefault("role_anchor", "both")
        self.model = RiWalk(n_components=self.dim, **options)
        self.model.fit([_made(g, directed) for g in given if g.num_nodes])

    def rows(self, edges: EdgeIndex) -> np.ndarray:
        """The encoding of a graph, of float32, for the caller to change."""
        if edges.num_nodes == 0:
            return np.zeros((0, self.dim), dtype=np.float32)
        if self.model is None:
            made = _made(edges, edges.is_directed() if self.directed is None else self.directed)
            self._note(made)
            return embed(made, n_components=self.dim, **self.options)._given_away()
        uses = self.model._model().options()["role_directions"] == "yes"
        found = self.model.embed(_made(edges, uses if self.directed is None else self.directed))
        return np.array(found) if found is getattr(self.model, "embedding_", None) else found._given_away()

    def _note(self, made: Graph) -> None:
        """Tells who embeds several graphs one by one, once, that their rows do not compare."""
        checksum = made.summary()["checksum"]
        if self._alone not in (None, "", checksum):
            _warn(
                "graphs that are embedded one by one have a space each, and a network cannot compare their rows: "
                "call fit(dataset) first, or give a model"
            )
            checksum = ""
        if self._alone != "":
            self._alone = checksum


def _made(edges: EdgeIndex, directed: bool) -> Graph:
    weight: Hashable = None if edges.weight is None else "weight"
    return _graph(edges, directed=directed, weight=weight)
