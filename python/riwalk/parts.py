# SPDX-License-Identifier: MIT
"""An embedding by the factor trainer in three steps over ranges of nodes: profiles, fit, transform.

The ranges may be worked on by any number of processes and machines, in any order: the model and the
vectors are those of `RiWalk(transferable=True).fit` to the last bit, with preset="best" those of `RiWalk(preset="best").fit`.
`riwalk.distributed` does it with Dask, Spark or a pool of processes.
"""

from __future__ import annotations

import os
from typing import Any, Iterable, Sequence

from . import _core
from .estimators import RiWalk, _fitted_by, _graphs, _library_options, _range, _rename, _together
from .graphs import Path, _opened, _threads, several
from .progress import watching


class Part:
    """The profiles of a range of nodes, made by `riwalk.profiles`. It can be saved and pickled."""

    def __init__(self, core: _core.Part):
        self._core = core

    @classmethod
    def read(cls, path: Path) -> "Part":
        """A part that was saved, by Python or by the command."""
        return cls(_opened(_core.part_read, path))

    def save(self, path: Path) -> None:
        """Write the part; the command's `riwalk fit` reads it too."""
        self._core.write(path)

    def summary(self) -> dict[str, int]:
        """Its range (first, end), the nodes and the checksum of its graph, and what it holds."""
        return self._core.summary()

    @property
    def options(self) -> dict[str, str]:
        """The options that it was made with, by the command's names."""
        return self._core.options()

    def __reduce__(self):
        return _part_again, (self._core.to_bytes(),)

    def __repr__(self) -> str:
        known = self.summary()
        return f"<riwalk.Part: nodes {known['first']} to {known['end'] - 1} of {known['nodes']}>"


def _part_again(data: bytes) -> Part:
    return Part(_core.part_from_bytes(data))


def _part_options(given: dict[str, Any], graphs: int) -> dict[str, str]:
    """The library's options for parts of so many graphs."""
    wanted = _library_options({**given, "trainer": given.get("trainer") or "factor"})
    if wanted.get("preset") == "best" and graphs == 1:
        wanted.setdefault("role_anchor", "both")  # as without a model; "keep" would leave out its views and measures
    return wanted


def profiles(
    graph: Any,
    /,
    anchors: Sequence[int] | None = None,
    *,
    preset: str | None = None,
    names: Sequence[str] | None = None,
    n_jobs: int | None = None,
    verbose: Any = None,
    **parameters: Any,
) -> Part:
    """The profiles of a range of nodes: what their walks visit.

    Parameters
    ----------
    graph : graph, or list of graphs
        Anything that `riwalk.graph` takes. Several processes should be given the path to one .rwg
        file, which they share in memory.
    anchors : pair of int, optional
        The nodes from the first number to before the second, counted from 0 in the order of names, as the
        files of the library have them, through all graphs. All nodes by default.
    preset, names, n_jobs, verbose, **parameters
        As for `riwalk.embed`; the trainer is always "factor". Settings are those of a model for other graphs,
        but for preset="best" of one graph: its vectors are those of `riwalk.embed`, and suit that graph alone.

    >>> import riwalk
    >>> G = riwalk.graph([[1, 2], [2, 3], [3, 1], [3, 4]])
    >>> parts = [riwalk.profiles(G, r, n_components=8) for r in [(0, 3), (3, 4)]]
    >>> riwalk.fit(parts).transform(G).shape
    (4, 8)
    """
    given = _rename({**parameters, "preset": preset, "n_jobs": n_jobs})
    given["verbose"] = verbose
    wanted = _part_options(given, len(several(graph)))
    with watching(verbose) as listener:
        graphs = _graphs(graph, given, wanted, listener)
        first, end = _range(anchors, sum(g.node_count for g in graphs))
        cores, names = [g._core for g in graphs], _together(graphs, names)[0]
        part = _core.part_find(cores, names, wanted, first, end, _threads(given.get("n_jobs")), listener)
    return Part(part)


def fit(parts: Iterable[Part | Path], *, n_jobs: int | None = None, verbose: Any = None) -> RiWalk:
    """The fitted RiWalk of parts, or of their files, that cover all nodes of a graph once.

    Parts in memory are used up by it: save those that are needed again.
    """
    given = list(parts)
    with watching(verbose) as listener:
        cores = [part._core for part in given if isinstance(part, Part)]
        if cores and len(cores) == len(given):
            model, report = _core.parts_fit(cores, _threads(n_jobs), listener)
        else:
            paths = [os.fsencode(path) for path in given]  # type: ignore[arg-type]
            for path in paths:
                os.stat(path)  # one that is missing is a FileNotFoundError
            model, report = _core.parts_fit_files(paths, _threads(n_jobs), listener)
    fitted = _fitted_by(model)
    fitted.report_ = {**report, "options": model.options()}
    return fitted

