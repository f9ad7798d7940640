# SPDX-License-Identifier: MIT
"""Frames as graphs: which columns of a table hold the ends of edges.

Two columns are pairs. Among more, names that people give to ends are recognised, and what stays
unclear is refused: a date taken for an account would make a graph too.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import Any, Hashable, Sequence

import numpy as np

from . import _core
from .sources import Asked, Edges, listable, listed, number_ends, weights_of

# What the first end is called, and what the second one then is.
_PAIRS = {
    "source": "target destination dest dst",
    "src": "dst dest tgt target destination",
    "from": "to",
    "origin": "destination dest",
    "orig": "dest",
    "sender": "receiver recipient",
    "payer": "payee",
    "debtor": "creditor",
    "buyer": "seller",
    "customer": "product item merchant",
    "user": "item product movie",
    "caller": "callee",
    "follower": "followee followed",
    "citing": "cited",
    "parent": "child",
    "head": "tail",
    "subject": "object",
    "u": "v",
    "i": "j",
    "node1": "node2",
    "id1": "id2",
    "user1": "user2",
    "account1": "account2",
}
_OF_IDS = re.compile(r"^(?:name|node|id)(?=[a-z])|(?<=.)(?:id|node|vertex|account|acct|user|name|address|addr|ip|key)$")
_SHOWN = 8  # columns that an error names


def from_frame(frame: Any, asked: Asked) -> Edges:
    if hasattr(frame, "collect"):  # a lazy one
        frame = frame.collect()
    streams = not hasattr(frame, "columns") or not hasattr(frame, "__getitem__")
    stream = frame.__arrow_c_stream__() if streams else None
    names: list[Any] = _core.arrow_names(stream) if streams else list(getattr(frame, "column_names", None) or frame.columns)
    if len(names) < 2:
        raise ValueError("a frame of edges needs two columns: source and target")
    if not streams and asked.source is None and asked.target is None and _is_matrix(frame, names):
        return _from_matrix(frame, names, asked)
    for parameter in ("source", "target", "weight", "time"):
        name = getattr(asked, parameter)
        if name is not None and names.count(name) != 1:
            many = "no column" if name not in names else "more than one column"
            raise ValueError(f"there is {many} {name!r} in this frame, as {parameter}= says: it has {_shown(names)}")
    pair = _ends(names, asked)
    wanted = [*pair] if asked.weight is None else [*pair, asked.weight]
    if streams:
        columns = _arrow_columns(stream, [names.index(name) for name in wanted])
    else:
        if len(names) > 2 and asked.source is None:
            _refuse_dates(frame, pair)
        columns = [listable(frame[name]) for name in pair]
        columns += [np.asarray(frame[name]) for name in wanted[2:]]
    sides = asked.sides
    if sides and all(isinstance(name, str) for name in pair):
        sides = (pair[0], pair[1])
    return number_ends(columns[0], columns[1], None if asked.weight is None else weights_of(columns[2]), sides)


def _arrow_columns(stream: Any, wanted: list[int]) -> list[np.ndarray | list]:
    """Columns as arrays of numbers, or as lists of text."""
    return [
        list(chain.from_iterable(chunks)) if kind == "O" else np.frombuffer(b"".join(chunks), dtype=kind)
        for kind, chunks in _core.arrow_columns(stream, wanted)
    ]


# ---- Ends of edges


def _ends(names: list, asked: Asked) -> Sequence[Any]:
    """The columns of the two ends."""
    given = [name for name in (asked.source, asked.target) if name is not None]
    if len(given) == 2 and asked.source != asked.target:
        return given
    if given:
        raise ValueError(f"source= and target= name two columns of this frame, which has {_shown(names)}")
    if names.count("source") == names.count("target") == 1:
        return "source", "target"
    rest = [name for name in names if name not in (asked.weight, asked.time)]
    found = _recognised(rest)
    if len(found) == 1:
        return found[0]
    if not found:
        for plain in (rest, [name for name in rest if str(name).lower() not in ("weight", "weights")]):
            if len(plain) == 2 and plain[0] != plain[1]:
                return plain
    if len(set(rest)) < len(rest):
        raise ValueError(f"columns of this frame have the same name: it has {_shown(names)}")
    raise ValueError(
        f"this frame has the columns {_shown(names)}: which two hold the ends of edges? Name them, as in "
        f"riwalk.graph(frame, source={rest[0]!r}, target={rest[1]!r}). "
        "An adjacency matrix has an index that equals its columns."
    )


def _recognised(names: list) -> list[tuple[str, str]]:
    """Pairs of columns that are called as ends of edges are, as they stand or without words for ids."""
    texts = [name for name in names if isinstance(name, str)]
    for spell in (_plain, _bare):
        known: dict[str, list[str]] = {}
        for name in texts:
            known.setdefault(spell(name), []).append(name)
        found = [
            (a, b) for one, others in _PAIRS.items() for a in known.get(one, ()) for two in others.split() for b in known.get(two, ())
        ]
        if found:
            return found
    return []


def _plain(name: str) -> str:
    return re.sub(r"[\W_]", "", name.lower())


def _bare(name: str) -> str:
    """A name without what says that it is one: from of "FromNodeId", user of "user_id"."""
    text, before = _plain(name), ""
    while text != before:
        text, before = _OF_IDS.sub("", text), text
    return text


def _refuse_dates(frame: Any, pair: Sequence[Any]) -> None:
    """Columns such as from and to may say when something was; the ends are others then."""
    for name in pair:
        kind = getattr(getattr(frame[name], "dtype", None), "kind", None) or np.asarray(frame[name]).dtype.kind
        if kind == "M":
            raise ValueError(f"the column {name!r} holds dates: name the ends of edges, riwalk.graph(frame, source=..., target=...)")


def _shown(names: list) -> str:
    more = f", ... ({len(names)} in all)" if len(names) > _SHOWN else ""
    return listed(map(repr, names[:_SHOWN])) + more


# ---- Matrices


def _is_matrix(frame: Any, names: list[Hashable]) -> bool:
    """Whether a frame has numbers alone, and its rows the names of its columns."""
    index: Any = getattr(frame, "index", ())
    if not hasattr(frame, "iloc") or len(index) != len(names) or list(index) != names:
        return False
    counted = all(type(labels).__name__ == "RangeIndex" for labels in (index, frame.columns))
    if counted and len(names) <= 3:  # or so many edges without names
        return False
    return all(getattr(kind, "kind", "O") in "biuf" for kind in frame.dtypes)


def _from_matrix(frame: Any, names: list[Hashable], asked: Asked) -> Edges:
    if asked.bipartite or asked.time is not None:
        raise ValueError("this frame is an adjacency matrix, as its index equals its columns: leave out bipartite and time")
    values = np.asarray(frame)
    there = (values != 0) & (values == values)
    offsets = np.zeros(len(names) + 1, dtype=np.int64)
    np.cumsum(there.sum(axis=1), out=offsets[1:])
    weights = None if asked.weight is None else weights_of(values[there])
    targets = np.ascontiguousarray(np.nonzero(there)[1], dtype=np.int64)
    return Edges(frame.columns.tolist(), offsets, targets, weights, rows=True)
