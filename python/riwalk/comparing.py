# SPDX-License-Identifier: MIT
"""Graphs compared with each other: which node is which, and what labels of one say about the other."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Hashable, Iterable, Literal, Mapping, Sequence

import numpy as np

from . import _core
from .embedding import Embedding
from .graphs import Graph, _encoded, _threads, graph as _graph, unknown_node
from .labels import labels_of
from .progress import watching
from .settings import _scale


class Alignment:
    """Matches of the nodes of a first graph: ``alignment[node]`` lists (match, score), best first.

    A score says how far to trust a match: nodes that structure cannot tell apart share 1. ``score`` is the
    mean of best matches over all nodes, about the share of nodes whose best match is right.
    """

    def __init__(self, first: Graph, second: Graph, found: tuple[bytes, bytes, bytes, float, int]):
        nodes, matches, scores, self.score, self.rounds = found
        self.node_ids = first.node_ids
        self.match_ids = second.node_ids
        self.scores = np.frombuffer(scores, dtype=np.float32)
        order = first._outer[np.frombuffer(nodes, dtype=np.uint32)]
        by_node = np.argsort(order, kind="stable")
        self.nodes = order[by_node]  # places in node_ids, a row for each match
        self.matches = second._outer[np.frombuffer(matches, dtype=np.uint32)][by_node]
        self.scores = self.scores[by_node]
        self._starts = np.searchsorted(self.nodes, np.arange(len(first.node_ids) + 1))

    def __len__(self) -> int:
        return len(self.node_ids)

    @cached_property
    def _rows(self) -> dict[Hashable, int]:
        return {node: row for row, node in enumerate(self.node_ids)}

    def __getitem__(self, node: Hashable) -> list[tuple[Hashable, float]]:
        if node not in self._rows:
            raise unknown_node(node, self._rows, "the first graph")
        rows = slice(*self._starts[self._rows[node] :][:2])
        return [(self.match_ids[m], float(s)) for m, s in zip(self.matches[rows], self.scores[rows])]

    def to_dict(self) -> dict[Hashable, Hashable]:
        """The best match of every node that has one."""
        first = self._starts[:-1][np.diff(self._starts) > 0]
        return {self.node_ids[self.nodes[row]]: self.match_ids[self.matches[row]] for row in first}

    def to_pandas(self):
        """A DataFrame: node, match, score, best first."""
        import pandas

        columns = {
            "node": [self.node_ids[place] for place in self.nodes],
            "match": [self.match_ids[place] for place in self.matches],
            "score": self.scores.copy(),
        }
        return pandas.DataFrame(columns)

    def __repr__(self) -> str:
        return f"<Alignment: {len(self.to_dict())} of {len(self)} nodes, mean score {self.score:.3f}>"


def _inner(graph: Graph, ids: list[Hashable], which: str) -> np.ndarray:
    index = {node: row for row, node in enumerate(graph.node_ids)}
    for node in ids:
        if node not in index:
            raise ValueError(f"known: there is no node {node!r} in the {which} graph")
    return graph._inner[np.array([index[node] for node in ids], dtype=np.int64)].astype(np.uint32)


def align(
    first: Any,
    second: Any,
    *,
    known: Mapping[Hashable, Hashable] | Iterable[tuple[Hashable, Hashable]] | None = None,
    matches: int = 5,
    one_to_one: bool = False,
    rounds: int = 30,
    random_state: int = 1,
    n_jobs: int | None = None,
    verbose: Any = None,
) -> Alignment:
    """Find which node of a second graph is which of a first.

    Both graphs are embedded together. Nodes of similar vectors are candidates, and neighbours vote: a match
    gains where neighbours match. Where both graphs have types (``riwalk.graph(..., node_types=...)``), nodes of
    different types never match.

    Parameters
    ----------
    first, second : anything that `riwalk.graph` takes
    known : dict or pairs, optional
        Nodes of the first graph with theirs in the second.
    matches : int
        Matches listed for a node, up to 20.
    one_to_one : bool
        At most one match for every node of either graph.
    rounds : int
        The most rounds of votes.

    >>> import riwalk
    >>> kite = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "e")]
    >>> copy = [(5, 4), (4, 3), (3, 5), (5, 2), (2, 1)]
    >>> riwalk.align(kite, copy)["d"][0][0]
    2
    """
    if matches < 1 or rounds < 0 or random_state < 0:
        raise ValueError("matches must be 1 or more, rounds and random_state 0 or more")
    pairs = list(known.items() if isinstance(known, Mapping) else known or ())
    with watching(verbose) as listener:
        graphs = [_graph(one, n_jobs=n_jobs, progress=listener) for one in (first, second)]
        numbers = np.empty((len(pairs), 2), dtype=np.uint32)
        for side, which in enumerate(("first", "second")):
            numbers[:, side] = _inner(graphs[side], [pair[side] for pair in pairs], which)
        found = _core.align(
            graphs[0]._core, graphs[1]._core, numbers.tobytes(), matches, one_to_one, rounds, random_state, _threads(n_jobs), listener
        )
    return Alignment(graphs[0], graphs[1], found)


def _labelled(embedding: Embedding, labels: Any, positive: Hashable, what: str) -> tuple[list[bytes], list[bytes]]:
    """Names of the labelled nodes in the library, and of their classes."""
    names = embedding._vectors.names()
    known = labels_of(embedding.node_ids, labels, what)
    if positive is not None and positive not in known:
        raise ValueError(f"{what}: no node has the label {positive!r}")
    rows = [(embedding._inner(row), label) for row, label in enumerate(known) if label is not None]
    classes = [str(label) if positive is None else "positive" if label == positive else "other" for _, label in rows]
    return [_encoded(names[row]) for row, _ in rows], [_encoded(name) for name in classes]


def transfer(
    train: Embedding,
    train_labels: Mapping[Hashable, Hashable] | Sequence[Hashable],
    test: Embedding,
    test_labels: Mapping[Hashable, Hashable] | Sequence[Hashable],
    *,
    positive: Any = None,
    C: float = 1.0,
    balanced: bool = False,
    normalize: Literal["none", "standard", "unit"] = "none",
    n_jobs: int | None = None,
    verbose: Any = None,
) -> dict[str, Any]:
    """Train on labels of one graph, and test on those of another.

    One model has made both embeddings, or both are the same one, of graphs that were embedded together. The
    result has ``micro_f1`` and ``macro_f1``, and those of always predicting the most frequent label.

    Parameters
    ----------
    train_labels, test_labels : dict, Series or list
        By id, or one for each node of the embedding; None where there is none.
    positive : label or pair of labels, optional
        Tell nodes of this label from all others; a pair where the two graphs name it differently.
    C, balanced, normalize
        As of the command: weight of the data, classes weighted by their sizes, how vectors are scaled.

    >>> import riwalk
    >>> star, other = {0: [1, 2, 3, 4], 5: [0, 6, 7, 8]}, {0: [1, 2, 3, 4, 5], 6: [0, 7, 8, 9]}
    >>> model = riwalk.RiWalk(trainer="factor", n_components=4, transferable=True)
    >>> first = model.fit(star).embedding_
    >>> labels = [["leaf", "hub"][node in (0, 5)] for node in first.node_ids]
    >>> second = model.embed(other)
    >>> truth = [["leaf", "hub"][node in (0, 6)] for node in second.node_ids]
    >>> riwalk.transfer(first, labels, second, truth)["micro_f1"]
    1.0
    """
    for one in (train, test):
        if not isinstance(one, Embedding):
            raise TypeError(f"expected a riwalk.Embedding, not {type(one).__name__}")
    scale = _scale(normalize)
    wanted = positive if isinstance(positive, tuple) and len(positive) == 2 else (positive, positive)
    known = _labelled(train, train_labels, wanted[0], "train_labels")
    asked = _labelled(test, test_labels, wanted[1], "test_labels")
    with watching(verbose) as listener:
        return _core.transfer(
            train._vectors, *known, test._vectors, *asked, C, balanced, scale, _threads(n_jobs), listener
        )
