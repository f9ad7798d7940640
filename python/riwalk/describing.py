# SPDX-License-Identifier: MIT
"""Roles of nodes: groups of similar vectors, described in words and numbers."""

from __future__ import annotations

from typing import Any, Hashable, Iterator, NamedTuple

import numpy as np

from . import _core
from .embedding import _SCALES, Embedding
from .graphs import _threads, graph as _graph


class Token(NamedTuple):
    """What the walks of a role's members visit much more often than those of others."""

    word: str
    meaning: str
    share: float
    elsewhere: float


class Role(NamedTuple):
    """Nodes whose vectors are one cluster."""

    name: str  # "role 3" where no rule gives one
    rule: str | None  # that gave the name
    members: list[Hashable]  # the most typical first
    typical: list[Hashable]  # the first of them
    ranges: dict[str, tuple[float, ...]]  # by measure: minimum, quartiles with the median, maximum
    tokens: list[Token]


class Description:
    """The roles of a graph: ``str()`` is for people, ``roles`` for programs.

    ``labels`` has the place in ``roles`` of every node in the order of ``node_ids``, -1 of those
    without a vector.
    """

    def __init__(self, found: dict[str, Any], ids: Any, places: np.ndarray | None):
        inner = np.arange(len(ids)) if places is None else places
        named: list[Hashable] = [None] * len(ids)
        for outer, node in enumerate(inner):
            named[node] = ids[outer]
        self.node_ids = ids
        self.hub = named[found["hub"]]
        self.silhouette: float = found["silhouette"]
        self.ranges: dict[str, tuple[float, ...]] = found["ranges"]
        self.labels = np.frombuffer(found["of_nodes"], dtype=np.uint32)[inner].astype(np.int32)
        self.roles = [_role(role, named) for role in found["roles"]]

    def __len__(self) -> int:
        return len(self.roles)

    def __iter__(self) -> Iterator[Role]:
        return iter(self.roles)

    def __getitem__(self, place: int) -> Role:
        return self.roles[place]

    def __str__(self) -> str:
        lines = [f"{len(self.roles)} roles of {len(self.node_ids)} nodes; the largest hub is {self.hub}"]
        for role in self.roles:
            low, _, median, _, high = role.ranges["degree"]
            degree = f"degree {low:g}" if low == high else f"degree {low:g} to {high:g}, median {median:g}"
            count = len(role.members)
            lines += ["", f"{role.name}: {count} {'node' if count == 1 else 'nodes'}, {degree}"]
            lines += ["  " + ", ".join(map(str, role.typical))]
            lines += [f"  {t.share:6.1%} (elsewhere {t.elsewhere:.1%})  {t.meaning}" for t in role.tokens[:2]]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        import html

        head = "".join(f"<th>{word}</th>" for word in ("role", "nodes", "median degree", "typical members"))
        rows = [
            (role.name, len(role.members), f"{role.ranges['degree'][2]:g}", ", ".join(map(str, role.typical)))
            for role in self.roles
        ]
        body = "".join(f"<tr>{''.join(f'<td>{html.escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
        return f"<table><tr>{head}</tr>{body}</table>"


def _role(found: dict[str, Any], named: list[Hashable]) -> Role:
    members = [named[node] for node in np.frombuffer(found["members"], dtype=np.uint32)]
    tokens = [Token(*token) for token in found["tokens"]]
    return Role(found["name"], found["rule"], members, members[: found["typical"]], found["ranges"], tokens)


def describe(
    graph: Any,
    embedding: Embedding | None = None,
    k: int | None = None,
    *,
    normalize: str = "unit",
    random_state: int = 1,
    n_jobs: int | None = None,
) -> Description:
    """Say what the roles of a graph's nodes are: sizes, typical members, degrees, names.

    Parameters
    ----------
    graph : anything that `riwalk.graph` takes
    embedding : Embedding, optional
        The vectors whose clusters are the roles; without one they are made with ``preset="roles"``.
    k : int, optional
        The number of roles; by default the one with the largest silhouette.

    >>> import riwalk
    >>> star = {"hub": ["a", "b", "c", "d"], "a": ["b"]}
    >>> [sorted(role.members) for role in riwalk.describe(star, k=3)]
    [['a', 'b'], ['c', 'd'], ['hub']]
    """
    if normalize not in _SCALES:
        raise ValueError(f"normalize: {normalize!r} is not {', '.join(_SCALES)}")
    if (k is not None and k < 1) or random_state < 0:
        raise ValueError("k must be 1 or more, and random_state 0 or more")
    made = _graph(graph, n_jobs=n_jobs)
    if embedding is not None and not isinstance(embedding, Embedding):
        raise TypeError(f"expected a riwalk.Embedding, not {type(embedding).__name__}")
    vectors = None if embedding is None else embedding._vectors
    found = _core.describe(made._core, vectors, k or 0, _SCALES[normalize], random_state, _threads(n_jobs), None)
    return Description(found, made.node_ids, made._places)
