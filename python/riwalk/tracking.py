# SPDX-License-Identifier: MIT
"""Nodes through snapshots of a graph: roles, and who changed."""

from __future__ import annotations

import os
from typing import Any, Hashable, Iterable, Sequence

import numpy as np

from . import _core
from .answers import Picture
from .describing import _rule
from .graphs import _threads, counted, graph as _graph
from .progress import watching
from .settings import _check_choice

_NONE = 2**32 - 1
_STATE = np.dtype([(name, np.uint32) for name in ("role", "degree")] + [(name, np.float32) for name in ("moved", "turnover", "change", "p")])
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}


class Tracking:
    """Nodes in snapshots: ``to_pandas()`` has a row for each node and snapshot in which it has edges.

    ``roles`` has the names of roles, ``rules`` what finds each, ``sizes`` how many nodes each has (a row for each snapshot), ``moves``
    how many nodes went from a role (the second axis) to another (the third) in each step but the first,
    ``states`` the columns of the frame as arrays of a row for each snapshot and a column for each node,
    ``reasons`` why each node changed, in words.
    """

    def __init__(self, ids: list[Hashable], roles: list, states: list[bytes], reasons: list[list[str]], steps: list[Hashable], svg: str):
        self.node_ids = ids
        self.roles = [name for name, _ in roles]
        self.rules = [_rule(rule) for _, rule in roles]
        self.reasons = reasons
        self.steps = steps
        table = np.stack([np.frombuffer(one, dtype=_STATE) for one in states])
        self.states = {name: table[name].copy() for name in _STATE.names or ()}
        self.states["role"] = np.where(table["role"] == _NONE, -1, table["role"].astype(np.int64))
        places = self.states["role"]
        count = len(roles)
        self.sizes = np.stack([np.bincount(row[row >= 0], minlength=count) for row in places])
        self.moves = np.zeros((len(places), count, count), dtype=np.int64)
        for step in range(1, len(places)):
            both = (places[step - 1] >= 0) & (places[step] >= 0)
            np.add.at(self.moves[step], (places[step - 1][both], places[step][both]), 1)
        self._svg = svg

    def to_pandas(self):
        """A DataFrame: node, step, role, degree, moved, turnover, change, p, reason."""
        import pandas

        step, node = np.nonzero(self.states["role"] >= 0)
        columns: dict[str, Any] = {"node": [self.node_ids[i] for i in node], "step": [self.steps[i] for i in step]}
        for name in _STATE.names:
            values = self.states[name][step, node]
            columns[name] = [self.roles[i] for i in values] if name == "role" else values
        columns["reason"] = [self.reasons[i][j] for i, j in zip(step, node)]
        return pandas.DataFrame(columns)

    def plot(self) -> Picture:
        """Sizes of roles over time, and moves between them."""
        return Picture(self._svg)

    def __repr__(self) -> str:
        return f"<Tracking: {counted(len(self.node_ids), 'node')}, {len(self.steps)} snapshots, {counted(len(self.roles), 'role')}>"


def _seconds(times: Any) -> tuple[np.ndarray, bool]:
    """Times as numbers, and whether they were dates."""
    values = np.asarray(times)
    if values.dtype.kind in "OUS":
        import pandas

        values = pandas.DatetimeIndex(pandas.to_datetime(times, utc=True)).tz_localize(None).to_numpy()
    if values.dtype.kind == "M":
        return values.astype("datetime64[ns]").astype(np.int64) / 1e9, True
    values = values.astype(np.float64)
    if not np.isfinite(values).all():
        raise ValueError("time: some times are missing or not finite")
    return values, False


def _length(window: Any) -> float:
    if isinstance(window, str):
        number, unit = (window[:-1], _UNITS[window[-1]]) if window[-1:] in _UNITS else (window, 1)
        try:
            length = float(number) * unit
        except ValueError:
            length = 0.0
    else:
        length = window.total_seconds() if hasattr(window, "total_seconds") else float(window)
    if not 0 < length < float("inf"):
        raise ValueError(f"window: expected a length such as '7d' or '12h', a timedelta or a number above 0, not {window!r}")
    return length


def _windows(frame: Any, time: Hashable, window: Any, growing: bool) -> tuple[list[Any], list[Hashable]]:
    """The rows of each window that has some, and when it begins."""
    names = getattr(frame, "column_names", None) or getattr(frame, "columns", None)
    if names is None:
        raise TypeError("time and window cut a frame of edges: give a frame, or a list of graphs without them")
    if time not in list(names):
        raise ValueError(f"there is no column {time!r} in this frame, as time= says: it has {', '.join(map(repr, names))}")
    times, dates = _seconds(frame[time])
    if not len(times):
        raise ValueError("the frame has no edges")
    length = _length(window)
    numbers = np.floor((times - times.min()) / length).astype(np.int64)
    parts, steps = [], []
    for number in np.unique(numbers):
        rows = np.flatnonzero(numbers <= number if growing else numbers == number)
        begin = times.min() + float(number) * length
        parts.append(frame.take(rows) if hasattr(frame, "take") else frame[rows])
        steps.append(np.datetime64(round(begin * 1e9), "ns") if dates else begin)
    return parts, steps


def track(
    graphs: Iterable[Any] | Any,
    *,
    time: Hashable = None,
    window: Any = None,
    growing: bool = False,
    names: Sequence[Hashable] | None = None,
    k: int | None = None,
    peers: int = 200,
    report: str | os.PathLike[str] | None = None,
    title: str | None = None,
    random_state: int = 1,
    n_jobs: int | None = None,
    verbose: Any = None,
    **columns: Any,
) -> Tracking:
    """Follow the roles of nodes through snapshots of a graph, and find those that changed.

    Parameters
    ----------
    graphs : graphs in order, with the same node ids; or a frame of edges with a column of times
    time, window : column, and length ("7d", a timedelta, a number in the unit of the times)
        Cut a frame into snapshots of this length.
    growing : bool
        Each snapshot of a frame has all edges so far.
    names : list, optional
        Of snapshots; by default 1, 2, ..., or when windows begin.
    k : int, optional
        The number of roles; by default from 2 to 8, by the silhouette.
    peers : int
        Similar nodes to compare a change with.
    report, title : str, optional
        A page to explore in a browser, and its title.
    verbose : bool or callable, optional
        As for `riwalk.embed`.
    **columns
        Passed to `riwalk.graph`, such as ``source=`` and ``target=``.

    >>> import riwalk
    >>> before = [(i, (i + j) % 30) for i in range(30) for j in (1, 2)]
    >>> found = riwalk.track([before, before + [(0, i) for i in range(5, 25)]], k=2)
    >>> frame = found.to_pandas()
    >>> int(frame.loc[frame["p"].idxmin(), "node"])
    0
    """
    if (time is None) != (window is None):
        raise ValueError("time and window go together: they cut a frame into snapshots")
    _check_choice(k, random_state)
    steps: list[Hashable]
    if time is None:
        if isinstance(graphs, (str, bytes, os.PathLike)) or not isinstance(graphs, Iterable) or hasattr(graphs, "nodes") or hasattr(graphs, "columns"):
            raise TypeError("expected a list of graphs, or a frame with time= and window=")
        parts = list(graphs)
        steps = list(range(1, len(parts) + 1))
    else:
        parts, steps = _windows(graphs, time, window, growing)
        columns["time"] = time
    steps = list(names) if names is not None else steps
    if len(steps) != len(parts):
        raise ValueError(f"there are {len(parts)} snapshots and {len(steps)} names")
    import tempfile

    with watching(verbose) as listener, tempfile.TemporaryDirectory() as folder:
        made = [_graph(one, n_jobs=n_jobs, progress=listener, **columns) for one in parts]
        path = os.path.join(folder, "flows.svg")
        found = _core.track(
            [one._core for one in made],
            k or 0,
            peers,
            random_state,
            path,
            [str(step) for step in steps],
            report,
            title,
            _threads(n_jobs),
            listener,
        )
        with open(path, encoding="utf-8") as file:
            svg = file.read()
    ids: dict[str, Hashable] = {}
    for one in made:
        texts = one._core.names()
        ids.update((texts[place], node) for place, node in zip(one._inner, one.node_ids))
    return Tracking([ids[text] for text in found[0]], *found[1:], steps, svg)
