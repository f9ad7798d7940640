# SPDX-License-Identifier: MIT
"""Labels of nodes in the forms that people keep them in."""

from __future__ import annotations

from collections.abc import Set
from typing import Any, Hashable, Sequence

from .sources import refuse_missing


def labels_of(ids: Sequence[Hashable], labels: Any, what: str) -> list[Any]:
    """The label of every node in the order of ids, None where there is none; `what` they are called."""
    if isinstance(labels, (str, bytes)) or not hasattr(labels, "__iter__"):
        raise TypeError(f"{what}: expected a dict, a Series or a list, not {type(labels).__name__}")
    if hasattr(labels, "items") or isinstance(labels, Set):
        given = _by_id(ids, labels, what)
    else:
        given = labels.tolist() if hasattr(labels, "tolist") else list(labels)
        if len(given) != len(ids):
            raise ValueError(f"{what}: {len(given)} for {len(ids)} nodes: a list has one for each, a dict has them by id")
    given = [None if _is_missing(label) else label for label in given]
    if all(label is None for label in given):
        raise ValueError(f"{what}: no node has one")
    return given


def _by_id(ids: Sequence[Hashable], labels: Any, what: str) -> list[Any]:
    by_id = dict(labels.items() if hasattr(labels, "items") else labels)
    if any(node in by_id for node in ids):
        return [by_id.get(node) for node in ids]
    if type(getattr(labels, "index", None)).__name__ == "RangeIndex" and len(labels) == len(ids):  # a Series without ids
        return labels.tolist()
    raise ValueError(
        f"{what}: no id is a node of the graph: {next(iter(by_id), None)!r} is given, and nodes are like {ids[0]!r}. "
        "A list has one for each node, in the graph's order"
    )


def _is_missing(label: Any) -> bool:
    try:
        refuse_missing([label])
    except ValueError:
        return True
    return isinstance(label, str) and not label
