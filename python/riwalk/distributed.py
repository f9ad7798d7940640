# SPDX-License-Identifier: MIT
"""Embedding on many machines: profiles of ranges, a fit, vectors of ranges, over Dask, Spark or another engine.

The engine is a `concurrent.futures` executor, Dask's client or Spark's session: it moves the tasks,
and runs those again whose worker died. A worker reads the graph, a file that all of them can read, and
uses its threads for one task at a time. The vectors are those of one machine to the last bit, whatever
the engine, the workers and the ranges.

>>> import concurrent.futures, os, tempfile, numpy, riwalk, riwalk.distributed
>>> folder = tempfile.TemporaryDirectory()
>>> path = os.path.join(folder.name, "ring.rwg")
>>> riwalk.graph([(i, (i + 1) % 50) for i in range(50)] + [(0, 25)]).save(path)
>>> with concurrent.futures.ThreadPoolExecutor(2) as pool:
...     E = riwalk.distributed.embed(path, pool, parts=4, n_components=8)
>>> E.shape
(50, 8)
>>> folder.cleanup()
"""

from __future__ import annotations

import functools
import os
from typing import Any, Callable, Iterable

import numpy as np

from . import _core
from .embedding import Embedding
from .estimators import RiWalk, _fitted_by
from .graphs import Graph, Path, graph as _graph
from .parts import Part, fit as _fit, profiles as _profiles

__all__ = ["embed", "fit", "ranges", "transform"]

PARTS = 16


def ranges(nodes: int, parts: int = PARTS) -> list[tuple[int, int]]:
    """So many ranges of about the same number of nodes, or one for each node where they are fewer.

    >>> ranges(10, 3)
    [(0, 4), (4, 7), (7, 10)]
    """
    if parts < 1:
        raise ValueError(f"parts: {parts} is below 1")
    parts = min(parts, nodes)
    each, more = divmod(nodes, max(parts, 1))
    starts = [each * i + min(i, more) for i in range(parts + 1)]
    return list(zip(starts, starts[1:]))


def embed(path: Path, engine: Any, *, parts: int = PARTS, work: Path | None = None, **parameters: Any) -> Embedding:
    """Embed the graph in a file, over an engine: what `riwalk.RiWalk(trainer="factor", transferable=True)` gives.

    Parameters
    ----------
    path : str
        A graph in the library's own format (`riwalk convert GRAPH g.rwg`) that all workers can read.
    engine : executor, Dask client or Spark session
        A `concurrent.futures` executor; `dask.distributed.Client`; a `SparkSession` or its context. riwalk
        must be installed on the workers, in the same version.
    parts : int
        The ranges of nodes: some for each worker, so that none waits long for another.
    work : str, optional
        A folder that all workers can read and write. The profiles are kept there, not sent through the
        engine, and a run that was broken off goes on from them.
    **parameters
        Of `riwalk.RiWalk`, such as preset, n_components, random_state; n_jobs is the threads of a worker.
    """
    return transform(fit(path, engine, parts=parts, work=work, **parameters), path, engine, parts=parts)


def fit(path: Path, engine: Any, *, parts: int = PARTS, work: Path | None = None, **parameters: Any) -> RiWalk:
    """The model of such an embedding, a fitted RiWalk."""
    where, folder = os.fsdecode(path), None if work is None else os.fsdecode(work)
    if folder is not None:
        os.makedirs(folder, exist_ok=True)
    tasks = [(where, first, end, folder, parameters) for first, end in ranges(_open(where).node_count, parts)]
    found = _run(engine, _find_part, tasks)
    return _fit([part if folder else Part(_core.part_from_bytes(part)) for part in found], n_jobs=parameters.get("n_jobs"))


def transform(model: RiWalk, path: Path, engine: Any, *, parts: int = PARTS, n_jobs: int | None = None) -> Embedding:
    """The vectors of the nodes of a graph by a model, an Embedding."""
    where, data = os.fsdecode(path), model._model().to_bytes()
    own = _open(where)
    threads = n_jobs if n_jobs is not None else model.n_jobs
    tasks = [(where, first, end, data, threads) for first, end in ranges(own.node_count, parts)]
    rows = np.concatenate(_run(engine, _find_rows, tasks))
    vectors = _core.vectors_build(own._core, np.ascontiguousarray(rows, dtype=np.float32))
    return Embedding(vectors, lambda: own.node_ids, None, graph=own, options=model._model().options())


# ---- Engines


def _run(engine: Any, task: Callable, tasks: Iterable[tuple]) -> list[Any]:
    """The results of a function for each tuple of arguments, in their order."""
    context = getattr(engine, "sparkContext", engine)
    if hasattr(context, "parallelize"):
        tasks = list(tasks)
        return context.parallelize(tasks, len(tasks)).map(functools.partial(_call, task)).collect()
    if not hasattr(engine, "submit"):
        raise TypeError(
            f"cannot run tasks on a {type(engine).__name__}: give a concurrent.futures executor, "
            "a Dask client or a Spark session"
        )
    futures = [engine.submit(task, *arguments) for arguments in tasks]
    try:
        return [future.result() for future in futures]
    except BaseException:
        for future in futures:
            future.cancel()
        raise


def _call(task: Callable, arguments: tuple) -> Any:
    return task(*arguments)


# ---- What a worker does


def _open(path: str) -> Graph:
    about = os.stat(path)
    return _opened_as(path, about.st_mtime_ns, about.st_size)


@functools.lru_cache(maxsize=1)
def _opened_as(path: str, time: int, size: int) -> Graph:
    """The graph of a file as it was at a time: tasks of one process share it."""
    return _graph(path)


@functools.lru_cache(maxsize=1)
def _model_of(data: bytes) -> RiWalk:
    return _fitted_by(_core.model_from_bytes(data))


def _find_part(path: str, first: int, end: int, folder: str | None, parameters: dict[str, Any]) -> bytes | str:
    """The profiles of a range: the bytes of a part, or the path to its file."""
    own = _open(path)
    if folder is None:
        return _profiles(own, (first, end), verbose=False, **parameters)._core.to_bytes()
    place = os.path.join(folder, f"{first}-{end}.rwp")
    if not _is_of(place, own, first, end, parameters):
        _profiles(own, (first, end), verbose=False, **parameters).save(place)
    return place


def _is_of(place: str, own: Graph, first: int, end: int, parameters: dict[str, Any]) -> bool:
    """Whether a file holds the profiles of a range, whole and of these parameters."""
    try:
        part = Part.read(place)
    except (OSError, ValueError):
        return False
    known = part.summary()
    same = {"first": first, "end": end, "nodes": own.node_count, "graph_checksum": own.summary()["checksum"]}
    return known.items() >= same.items() and part.options == _resolved(parameters, own)


def _resolved(parameters: dict[str, Any], own: Graph) -> dict[str, str]:
    from .estimators import _have_types, _rename, _settled
    from .parts import _part_options

    wanted = _part_options(_rename(parameters), 1)
    return _core.resolve(_settled(wanted, own.directed, own.weighted, _have_types([own])), 1, True, False)


def _find_rows(path: str, first: int, end: int, data: bytes, threads: int | None) -> np.ndarray:
    """The vectors of a range."""
    model = _model_of(data)
    model.set_params(n_jobs=threads, verbose=False)
    return np.asarray(model.transform(_open(path), anchors=(first, end)))
