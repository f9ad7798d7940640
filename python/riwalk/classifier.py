# SPDX-License-Identifier: MIT
"""Labelled nodes: from ids to vectors in a graph that stays whole, and a classifier of nodes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Hashable, Iterable, Literal, Sequence

import numpy as np

from . import _core
from .embedding import Embedding
from .estimators import RiWalk, _Manners, _Transformer, _graphs, _not_fitted, _run
from .graphs import _encoded, _threads
from .labels import _is_missing
from .progress import watching

if TYPE_CHECKING:
    from sklearn.utils import Tags

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


def _listed(nodes: Any) -> list[Hashable]:
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


class NodeVectors(_Transformer):
    """Maps node ids to their vectors in one graph: a step of a pipeline for labelled nodes.

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
        """Embed the whole graph, whichever nodes are given."""
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


class RoleClassifier(_Manners):
    """A classifier of a graph's nodes by their roles: give it some nodes with labels, ask about others.

    The graph is embedded once. How long its vectors are beside measures, and how strong the penalty of the
    logistic regression, depends on what the labels are about; ``fit`` chooses both by cross-validation over the
    nodes that it is given, and looks at no others' labels.

    Parameters
    ----------
    graph
        Anything that `riwalk.graph` takes.
    estimator : estimator, optional
        What makes the vectors; RiWalk(preset="best") by default. Labels that go with regions of the graph, not
        with roles, are for DeepWalk.
    cv : int
        Folds of the choice; 0: choose nothing.
    scoring : {"accuracy", "f1_macro"}
        What to choose by; rare classes count as much as others with the second.
    n_jobs, verbose
        As for `riwalk.embed`.

    Attributes
    ----------
    classes_ : the labels, sorted
    C_, length_ : what was chosen; length_ is 0 where it was left as it was
    cv_score_ : the score over folds that it was chosen by
    embedding_ : the vectors, as they were made

    >>> import riwalk
    >>> star = {0: [1, 2, 3, 4], 5: [0, 6, 7, 8, 9]}
    >>> model = riwalk.RoleClassifier(star, cv=0).fit([0, 1, 2, 6], ["hub", "leaf", "leaf", "leaf"])
    >>> model.predict([5, 3, 9]).tolist()
    ['hub', 'leaf', 'leaf']
    """

    _estimator_type = "classifier"  # scikit-learn before its version 1.6 looks for this

    def __init__(
        self,
        graph: Any,
        estimator: Any = None,
        *,
        cv: int = 5,
        scoring: Literal["accuracy", "f1_macro"] = "accuracy",
        n_jobs: int | None = None,
        verbose: Any = None,
    ):
        self.graph = graph
        self.estimator = estimator
        self.cv = cv
        self.scoring = scoring
        self.n_jobs = n_jobs
        self.verbose = verbose

    def fit(self, nodes: Iterable[Hashable], y: Sequence[Hashable]) -> "RoleClassifier":
        """Learn from nodes, by their ids, with a label each."""
        if self.scoring not in ("accuracy", "f1_macro"):
            raise ValueError(f"scoring: {self.scoring!r} is not accuracy or f1_macro")
        ids = _listed(nodes)
        if any(_is_missing(label) for label in y):
            raise ValueError("some labels are missing: fit the nodes that have one, and ask predict about the others")
        classes, numbers = np.unique(np.asarray(y), return_inverse=True)
        if len(numbers) != len(ids):
            raise ValueError(f"{len(numbers)} labels for {len(ids)} nodes: there must be one for each")
        if len(classes) < 2:
            raise ValueError("all nodes have the same label: a classifier needs at least two")
        estimator = self.estimator if self.estimator is not None else RiWalk(preset="best", n_jobs=self.n_jobs)
        embedding = _embedded(estimator, self.graph)
        rows = [embedding._inner(embedding._row(node)) for node in ids]
        names = embedding._vectors.names()
        with watching(self.verbose) as listener:
            values, self.C_, self.length_, self.cv_score_ = _core.classify(
                embedding._vectors,
                [_encoded(names[row]) for row in rows],
                [str(number) for number in numbers],
                len(classes),
                self.cv or 0,
                embedding.report.get("measures", 0),
                self.scoring == "f1_macro",
                _threads(self.n_jobs),
                listener,
            )
        self.classes_ = classes
        self.embedding_ = embedding
        self._values = np.frombuffer(values).reshape(len(embedding), len(classes))
        return self

    def decision_function(self, nodes: Iterable[Hashable]) -> np.ndarray:
        """The decision value of each class; of two classes, that of the second."""
        found = self._decide(nodes)
        return found[:, 1] if len(self.classes_) == 2 else found

    def _decide(self, nodes: Iterable[Hashable]) -> np.ndarray:
        if not hasattr(self, "classes_"):
            raise _not_fitted("this RoleClassifier is not fitted yet: call fit first")
        e = self.embedding_
        return self._values[[e._inner(e._row(node)) for node in _listed(nodes)]]

    def predict_proba(self, nodes: Iterable[Hashable]) -> np.ndarray:
        """The probability of each class, one against the rest, as shares of their sum."""
        likely = 1 / (1 + np.exp(-np.clip(self._decide(nodes), -700, 700)))
        return likely / likely.sum(axis=1, keepdims=True)

    def predict(self, nodes: Iterable[Hashable]) -> np.ndarray:
        """The most likely class of each node."""
        found = self._decide(nodes)
        return self.classes_[found.argmax(axis=1)]

    def score(self, nodes: Iterable[Hashable], y: Sequence[Hashable]) -> float:
        """The share of nodes whose class is right."""
        return float(np.mean(self.predict(nodes) == np.asarray(y)))

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "classes_")

    def __sklearn_tags__(self) -> "Tags":
        from sklearn.utils import ClassifierTags

        tags = super().__sklearn_tags__()
        tags.estimator_type, tags.classifier_tags = "classifier", ClassifierTags()
        tags.transformer_tags, tags.target_tags.required = None, True
        return tags
