# SPDX-License-Identifier: MIT
"""Labelled nodes: from ids to vectors in a graph that stays whole, and a classifier of nodes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any, Hashable, Iterable

import numpy as np

from .embedding import Embedding
from .estimators import _Manners, _graphs, _not_fitted, _run

# ---- One embedding for each graph and settings

_KEPT = 8


class _Once:
    """An embedding that is made by the first who asks."""

    def __init__(self):
        self.lock = threading.Lock()
        self.embedding: Embedding | None = None


_kept: OrderedDict[tuple, _Once] = OrderedDict()
_kept_lock = threading.Lock()


def _embedded(estimator: Any, graph: Any) -> Embedding:
    """The embedding of a graph by an estimator's settings. The last few stay in memory: folds of a
    cross-validation share one, whatever copies of the estimator and the graph they have."""
    given, wanted = estimator.get_params(), estimator._wanted()
    own = _graphs(graph, given, wanted, None)
    if len(own) != 1:
        raise ValueError("labelled nodes are of one graph: join several first")
    key = (own[0].summary()["checksum"], tuple(own[0].node_ids), *sorted(wanted.items()), bool(given.get("transferable")))
    with _kept_lock:
        once = _kept.setdefault(key, _Once())
        _kept.move_to_end(key)
        while len(_kept) > _KEPT:
            _kept.popitem(last=False)
    with once.lock:
        if once.embedding is None:
            once.embedding = _run(own[0], given, wanted, None, bool(given.get("transferable")))[0]
        return once.embedding


def _listed(nodes: Iterable[Hashable]) -> list[Hashable]:
    """Ids as a list; a column of ids, as scikit-learn passes arrays on, is one too."""
    if hasattr(nodes, "to_numpy"):
        nodes = nodes.to_numpy()
    if isinstance(nodes, np.ndarray):
        if nodes.ndim == 2 and nodes.shape[1] == 1:
            nodes = nodes[:, 0]
        if nodes.ndim != 1:
            raise ValueError(f"expected ids of nodes, one after the other, not an array of shape {nodes.shape}")
        nodes = nodes.tolist()
    return list(nodes)


class NodeVectors(_Manners):
    """From node ids to their vectors in a graph that stays the same: a step for labelled nodes.

    ``fit`` embeds the graph, whatever nodes it is given, once for each graph and settings; ``transform``
    takes the vectors of nodes. So cross-validation and grid search split the labelled nodes, not the
    graph.

    >>> from riwalk import GraphWave, NodeVectors
    >>> step = NodeVectors(GraphWave(n_components=8), {"a": ["b", "c"], "b": ["c"], "c": ["d"]})
    >>> step.fit(["a", "d"]).transform(["d", "a", "b"]).shape
    (3, 8)
    """

    def __init__(self, estimator: Any, graph: Any):
        self.estimator = estimator
        self.graph = graph

    def fit(self, nodes: Iterable[Hashable], y: Any = None) -> "NodeVectors":
        """Embed the graph; which nodes are labelled does not matter for that."""
        self.embedding_ = _embedded(self.estimator, self.graph)
        return self

    def transform(self, nodes: Iterable[Hashable]):
        """The vectors of nodes, in their order."""
        self._check_fitted()
        ids = _listed(nodes)
        return self._framed(self.embedding_[ids], ids)

    def fit_transform(self, nodes: Iterable[Hashable], y: Any = None):
        return self.fit(nodes, y).transform(nodes)

    def _check_fitted(self) -> None:
        if not hasattr(self, "embedding_"):
            raise _not_fitted(f"this {type(self).__name__} is not fitted yet: call fit first")

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
        """A name for each column: those of the estimator."""
        self._check_fitted()
        like = type(self.estimator)(**self.estimator.get_params(deep=False))
        like.embedding_, like.n_features_out_ = self.embedding_, self.embedding_.shape[1]
        return like.get_feature_names_out()
