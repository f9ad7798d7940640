# SPDX-License-Identifier: MIT
"""Roles of nodes: groups of similar vectors, described in words and numbers."""

from __future__ import annotations

import os
import warnings
from collections import Counter
from functools import cached_property
from typing import Any, Hashable, Iterator, Mapping, NamedTuple, Sequence

import numpy as np

from . import _core
from .embedding import Embedding
from .graphs import Graph, Path, _encoded, _threads, counted, graph as _graph, several, together, unknown_node
from .labels import labels_of
from .progress import watching
from .settings import _check_choice, _scale

_WHOLE = ("degree", "triangles", "core", "groups", "out_degree", "in_degree", "layer")
_MOST_LABELS = 5  # of a role that are named
_DEGREE_CLASSES = 0.8  # by_degree of roles that are little else


class Token(NamedTuple):
    """What the walks of a role's members visit much more often than those of others."""

    word: str
    meaning: str
    share: float
    elsewhere: float


class Condition(NamedTuple):
    """A measure from low to high, both included; an infinite one is no bound."""

    measure: str
    low: float
    high: float


class Rule(NamedTuple):
    """Conditions that find the members of a role or family: a node that meets all of them matches."""

    text: str  # "degree 9 to 27 and clustering 0.4 or more"
    precision: float  # the share of its matches that are members
    recall: float  # the share of members that match
    conditions: list[Condition]

    def __str__(self) -> str:
        return f"{self.text} (matches {self.recall:.0%} of members; {self.precision:.0%} of its matches are members)"


class Family(NamedTuple):
    """Roles that are alike."""

    name: str  # no other family has it
    rule: Rule
    roles: list[int]  # places in Description.roles
    ranges: dict[str, tuple[float, ...]]


class Role(NamedTuple):
    """Nodes whose vectors are one cluster."""

    name: str  # no other role has it
    rule: Rule
    family: int  # place in Description.families
    members: list[Hashable]  # the most typical first
    typical: list[Hashable]  # the first of them
    ranges: dict[str, tuple[float, ...]]  # by measure: minimum, quartiles with the median, maximum
    tokens: list[Token]
    labels: dict[Hashable, int]  # how many members have each label, most first; empty without labels


class Description:
    """The roles of a graph: ``description[node]`` is that of a node, ``roles`` has all, largest first; print it to read it.

    ``families`` are roles that are alike. ``by_degree``, up to 1, says how well the degree alone finds roles.

    ``labels`` has the place in ``roles`` of every node in the order of ``node_ids``, -1 of those without a
    vector. Where labels were given, ``agreement`` says how far roles are the same groups: adjusted_rand,
    homogeneity, completeness, v_measure.
    """

    def __init__(self, found: dict[str, Any], graph: Graph, labels: list | None = None):
        inner = graph._inner
        self.node_ids = graph.node_ids
        named: list[Hashable] = [self.node_ids[place] for place in graph._outer]
        self.hub = named[found["hub"]]
        self.silhouette: float = found["silhouette"]
        self.by_degree: float = found["by_degree"]
        self.ranges: dict[str, tuple[float, ...]] = found["ranges"]
        self.labels = np.frombuffer(found["of_nodes"], dtype=np.uint32)[inner].astype(np.int32)
        measures: dict[str, bytes] = found["measures"]
        self.measures = {key: np.frombuffer(values)[inner] for key, values in measures.items()}
        self.agreement: dict[str, float] | None = found["agreement"]
        self._given = labels
        by_role: list[list[Hashable]] = [[] for _ in found["roles"]]
        for place, label in zip(self.labels, labels or ()):
            if place >= 0 and label is not None:
                by_role[place].append(label)
        self.roles = [_role(role, named, own) for role, own in zip(found["roles"], by_role)]
        self.families = [
            Family(family["name"], _rule(family["rule"]), [r for r, role in enumerate(self.roles) if role.family == f], family["ranges"])
            for f, family in enumerate(found["families"])
        ]

    def __len__(self) -> int:
        return len(self.roles)

    def __iter__(self) -> Iterator[Role]:
        return iter(self.roles)

    def __contains__(self, what: Any) -> bool:
        return what in self.roles if isinstance(what, Role) else what in self._rows

    @cached_property
    def _rows(self) -> dict[Hashable, int]:
        return {node: row for row, node in enumerate(self.node_ids)}

    def __getitem__(self, node: Hashable) -> Role:
        if node in self._rows:
            place = int(self.labels[self._rows[node]])
            if place < 0:
                raise KeyError(f"the node {node!r} has no vector, and so no role")
            return self.roles[place]
        if isinstance(node, int) and -len(self.roles) <= node < len(self.roles):
            words = f"description[{node}] is the role of a node; the role at a place is description.roles[{node}]"
            warnings.warn(words, DeprecationWarning, stacklevel=2)
            return self.roles[node]
        raise unknown_node(node, self._rows, "this graph")

    def to_pandas(self):
        """A DataFrame with a row for each node: role (its place in ``roles``), name, family (its name), measures, label."""
        import pandas

        names = [self.roles[place].name if place >= 0 else None for place in self.labels]
        families = [self.families[self.roles[place].family].name if place >= 0 else None for place in self.labels]
        columns = {"role": self.labels.copy(), "name": names, "family": families, **self.measures}
        for whole in _WHOLE:
            if whole in columns:
                columns[whole] = columns[whole].astype(np.int64)
        if self._given is not None:
            columns["label"] = self._given
        index = pandas.Index(list(self.node_ids), name="node", tupleize_cols=False)
        return pandas.DataFrame(columns, index=index)

    def __str__(self) -> str:
        roles, nodes, families = len(self.roles), len(self.node_ids), len(self.families)
        within = "1 family" if families == 1 else f"{families} families"
        lines = [f"{counted(roles, 'role')} of {counted(nodes, 'node')} in {within}; the largest hub is {self.hub}"]
        if roles > 1 and self.by_degree >= _DEGREE_CLASSES:
            lines += ["roles are little more than degree classes"]
        if self.agreement is not None:
            lines += [
                "labels: adjusted Rand index {adjusted_rand:.3f}, homogeneity {homogeneity:.3f}, "
                "completeness {completeness:.3f} (of {labelled_nodes} nodes)".format(**self.agreement)
            ]
        for family in self.families:
            lines += ["", family.name, f"  {family.rule}"]
            for place in family.roles:
                role = self.roles[place]
                count = len(role.members)
                listed = ", such as" if len(role.typical) < count else ":"
                lines += [f"  - {role.name}: {counted(count, 'node')}{listed} {', '.join(map(str, role.typical))}"]
                lines += [f"    {role.rule}"]
                if self.agreement is not None:
                    lines += ["    labels: " + _counted(role.labels)]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        import html

        labelled = self.agreement is not None
        words = ["family", "role", "rule", "nodes", "median degree", "typical members", *(["labels"] if labelled else [])]
        head = "".join(f"<th>{word}</th>" for word in words)
        rows = [
            (
                family.name,
                role.name,
                role.rule,
                len(role.members),
                f"{role.ranges['degree'][2]:g}",
                ", ".join(map(str, role.typical)),
                *([_counted(role.labels)] if labelled else []),
            )
            for family in self.families
            for role in (self.roles[place] for place in family.roles)
        ]
        body = "".join(f"<tr>{''.join(f'<td>{html.escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
        return f"<table><tr>{head}</tr>{body}</table>"


def _role(found: dict[str, Any], named: list[Hashable], labels: list[Hashable]) -> Role:
    members = [named[node] for node in np.frombuffer(found["members"], dtype=np.uint32)]
    tokens = [Token(*token) for token in found["tokens"]]
    counts = dict(sorted(Counter(labels).items(), key=lambda item: (-item[1], str(item[0]))))
    typical = members[: found["typical"]]
    return Role(found["name"], _rule(found["rule"]), found["family"], members, typical, found["ranges"], tokens, counts)


def _rule(found: tuple) -> Rule:
    text, precision, recall, conditions = found
    return Rule(text, precision, recall, [Condition(*condition) for condition in conditions])


def _counted(labels: dict[Hashable, int]) -> str:
    shown = [f"{label} {count}" for label, count in labels.items()]
    rest = sum(list(labels.values())[_MOST_LABELS:])
    return ", ".join(shown[:_MOST_LABELS] + ([f"others {rest}"] if rest else [])) or "none"


def describe(
    graph: Any,
    embedding: Embedding | None = None,
    k: int | None = None,
    *,
    labels: Mapping[Hashable, Hashable] | Sequence[Hashable] | None = None,
    normalize: str = "unit",
    random_state: int = 1,
    n_jobs: int | None = None,
    verbose: Any = None,
    **columns: Any,
) -> Description:
    """Describe the roles of a graph's nodes: names, rules, typical members, families.

    Parameters
    ----------
    graph : anything that `riwalk.graph` takes, or an Embedding that knows its graph
        Of a list of graphs the roles are those of all; ids are ("g0", id), ("g1", id), ..., as those of `riwalk.embed`.
    embedding : Embedding, optional
        The vectors whose clusters are the roles; without one they are made with ``preset="roles"``.
    k : int, optional
        The number of roles; by default the one with the largest silhouette. With fewer, roles that are alike become one.
    labels : dict, Series or list, optional
        Known labels: by node id, or one for each node in the graph's order, None where unknown. Roles are compared
        with them, and a page colours by them.
    verbose : bool or callable, optional
        As for `riwalk.embed`.
    **columns
        Passed to `riwalk.graph`, such as ``source=`` and ``weight=``.

    >>> import riwalk
    >>> star = {"hub": ["a", "b", "c", "d"], "a": ["b"]}
    >>> roles = riwalk.describe(star, k=3)
    >>> [sorted(role.members) for role in roles]
    [['a', 'b'], ['c', 'd'], ['hub']]
    >>> roles["c"].name
    'leaves'
    >>> print(roles["c"].rule)
    degree at most 1 (matches 100% of members; 100% of its matches are members)
    """
    return _described(graph, embedding, k, labels, normalize, random_state, n_jobs, verbose, columns)


def report(
    graph: Any,
    embedding: Embedding | Path | None = None,
    path: Path | Embedding | None = None,
    *,
    k: int | None = None,
    labels: Mapping[Hashable, Hashable] | Sequence[Hashable] | None = None,
    title: str | None = None,
    normalize: str = "unit",
    random_state: int = 1,
    n_jobs: int | None = None,
    verbose: Any = None,
    **columns: Any,
) -> Description:
    """Write a page to explore a graph and its roles in a browser: ``report(G, "page.html")``, or ``report(G, E, "page.html")``.

    It is one file of HTML that needs no network, without a path "report.html". Roles are those of
    `riwalk.describe`, whose parameters these are, and are returned.
    """
    if isinstance(embedding, (str, bytes, os.PathLike)):
        if path is not None and not isinstance(path, Embedding):
            raise TypeError(f"report takes one path: {embedding!r} and {path!r} are two")
        embedding, path = path, embedding
    path = "report.html" if path is None else path
    if str(path).lower().endswith((".svg", ".png", ".pdf")):
        raise ValueError(f"{path!s}: a report is a page: name it .html; Embedding.plot draws pictures")
    made = "made by preset roles" if embedding is None else getattr(embedding, "options", {}).get("method", "given")
    facts = ["made by", f"riwalk {_core.version} in Python", "embedding", made]
    return _described(graph, embedding, k, labels, normalize, random_state, n_jobs, verbose, columns, path, title, facts)


def _described(graph, embedding, k, labels, normalize, random_state, n_jobs, verbose, columns, *page) -> Description:
    scale = _scale(normalize)
    _check_choice(k, random_state)
    if embedding is not None and not isinstance(embedding, Embedding):
        raise TypeError(f"expected a riwalk.Embedding, not {type(embedding).__name__}")
    if isinstance(graph, Embedding):
        if graph.graph is None:
            raise ValueError("this embedding does not know its graph, or is of several: give a graph, and then the embedding")
        graph, embedding = graph.graph, graph if embedding is None else embedding
    threads = _threads(n_jobs)
    with watching(verbose) as listener:
        parts = [_graph(each, n_jobs=n_jobs, progress=listener, **columns) for each in several(graph)]
        made = parts[0] if len(parts) == 1 else together(parts, n_jobs, listener)
        known = None if labels is None else labels_of(made.node_ids, labels, "labels")
        vectors = None if embedding is None else embedding._vectors
        found = _core.describe(
            made._core, vectors, k or 0, scale, random_state, threads, listener, *_spelled(made, known), *page
        )
    return Description(found, made, known)


def _spelled(graph: Graph, labels: list | None) -> tuple[list[bytes] | None, list[bytes] | None]:
    """Names of nodes in the library and of their labels."""
    if labels is None:
        return None, None
    names = graph._core.names()
    found = [(_encoded(names[place]), _encoded(str(label))) for place, label in zip(graph._inner, labels) if label is not None]
    return [node for node, _ in found], [label for _, label in found]
