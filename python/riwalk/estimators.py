# SPDX-License-Identifier: MIT
"""Estimators with scikit-learn's manners, which is not needed for them, and `embed` in one call.

Parameters follow from the library's own table of options: the same names, with '_' for '-', but for
n_components (dimensions), random_state (seed) and n_jobs (threads). None means what the preset says.
"""

from __future__ import annotations

import inspect
import os
import sys
from typing import Any, Callable, Hashable, Sequence

import numpy as np

from . import _core
from .embedding import Embedding
from .graphs import Graph, _threads, graph as _graph

try:
    from sklearn.exceptions import NotFittedError
except ImportError:

    class NotFittedError(ValueError, AttributeError):  # type: ignore[no-redef]
        """The estimator was asked before it was fitted."""


_TABLE = {o["name"].replace("-", "_"): o for o in _core.options_table()}
_OWN_NAMES = {"dimensions": "n_components", "seed": "random_state"}
_OPTION_OF = {_OWN_NAMES.get(name, name): name for name in _TABLE}

# Habits of other packages.
_ALIASES = {
    "dimensions": "n_components",
    "size": "n_components",
    "vector_size": "n_components",
    "seed": "random_state",
    "workers": "n_jobs",
    "threads": "n_jobs",
    "num_walks": "walks",
    "walk_number": "walks",
    "window_size": "window",
    "iter": "epochs",
    "learning_rate": "alpha",
    "until_k": "radius",
}

_SHARED = ["n_components", "random_state", "memory"]
_TRAINING = ["walks", "walk_length", "window", "epochs", "negatives", "subsample", "alpha", "min_alpha", "ns_exponent"]


def options() -> list[dict[str, Any]]:
    """All options with their defaults, ranges and meanings, as the library describes them."""
    return _core.options_table()


def _rename(given: dict[str, Any]) -> dict[str, Any]:
    renamed = {}
    for name, value in given.items():
        own = _ALIASES.get(name, name)
        if own in renamed:
            raise TypeError(f"{name} and {own} are the same: give one of them")
        renamed[own] = value
    return renamed


def _text(name: str, value: Any) -> str:
    """A value as the library takes it from text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ",".join(str(v) for v in value)
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        return repr(float(value))
    if isinstance(value, str):
        return value
    if name == "random_state" and isinstance(value, (np.random.RandomState, np.random.Generator)):
        draw = value.integers if isinstance(value, np.random.Generator) else value.randint
        return str(int(draw(2**31)))
    raise TypeError(f"{name}: expected a number or text, not {type(value).__name__}")


def _library_options(given: dict[str, Any], **fixed: str) -> dict[str, str]:
    made = {"preset": given["preset"]} if given.get("preset") else {}
    for name, value in {**given, **fixed}.items():
        if value is not None and name not in ("preset", "n_jobs", "verbose", "directed", "weight", "progress"):
            if name not in _OPTION_OF:
                raise TypeError(f"there is no parameter {name!r}")
            made[_OPTION_OF[name]] = _text(name, value)
    return made


class _Progress:
    """A tqdm bar where tqdm is there, and a line on standard error where it is not."""

    def __init__(self, verbose: Any):
        self._callable = verbose if callable(verbose) else None
        self._bar: Any = None
        self._stage = ""
        self._on = bool(verbose)

    def listener(self) -> Callable | None:
        return self._tell if self._on else None

    def _tell(self, stage: str, unit: str, done: int, total: int, seconds: float) -> None:
        if self._callable:
            self._callable(stage, unit, done, total, seconds)
            return
        if stage != self._stage:
            self.close()
            self._stage = stage
            try:
                from tqdm.auto import tqdm

                self._bar = tqdm(total=total or None, desc=stage, unit=f" {unit}", unit_scale=True)
            except ImportError:
                self._bar = None
                print(f"riwalk: {stage}", file=sys.stderr)
        if self._bar is not None:
            self._bar.update(done - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


def _check(source: Graph, wanted: dict[str, str], weight: str | None) -> None:
    """Refuses what a method has no meaning for, with what to do."""
    method = _core.resolve(wanted, 1, False, True)["method"]
    if method in ("deepwalk", "node2vec"):
        return
    if source.directed:
        raise ValueError(
            f"the graph is directed, and {method} is for undirected graphs: pass directed=False, "
            "or G.to_undirected()"
        )
    if source.weighted and weight is not None and method != "graphwave":
        raise ValueError(f"{method} does not use the weights of edges: leave out weight={weight!r}")


def _is_several(graphs: Any) -> bool:
    if not isinstance(graphs, (list, tuple)) or not graphs:
        return False
    plain = (int, float, np.generic, np.ndarray)
    return all(
        not isinstance(g, plain) and not (isinstance(g, (list, tuple)) and len(g) in (2, 3) and np.isscalar(g[0]))
        for g in graphs
    ) and not (isinstance(graphs, tuple) and len(graphs) == 2 and hasattr(graphs[0], "__len__") and np.ndim(graphs[0]) == 1)


def _graphs(source: Any, given: dict[str, Any], listener) -> list[Graph]:
    several = source if _is_several(source) else [source]
    return [
        _graph(g, directed=given.get("directed"), weight=given.get("weight"), n_jobs=given.get("n_jobs"), progress=listener)
        for g in several
    ]


def _together(graphs: list[Graph], names: Sequence[str] | None):
    """Names of graphs, ids of all nodes and their places among all rows."""
    if len(graphs) == 1:
        return None, graphs[0].node_ids, graphs[0]._places
    names = list(names) if names is not None else [f"g{i}" for i in range(len(graphs))]
    if len(names) != len(graphs):
        raise ValueError(f"{len(names)} names for {len(graphs)} graphs")
    ids = [(name, node) for name, g in zip(names, graphs) for node in g.node_ids]
    places, first = [], 0
    for g in graphs:
        own = np.arange(g.node_count) if g._places is None else g._places.astype(np.int64)
        places.append(own + first)
        first += g.node_count
    return names, ids, np.concatenate(places)


def _run(source: Any, given: dict[str, Any], wanted: dict[str, str], names, with_model: bool):
    progress = _Progress(given.get("verbose") or given.get("progress"))
    try:
        graphs = _graphs(source, given, progress.listener())
        for g in graphs:
            _check(g, wanted, given.get("weight"))
        names, ids, places = _together(graphs, names)
        vectors, model, report = _core.embed(
            [g._core for g in graphs], names, wanted, with_model, _threads(given.get("n_jobs")), progress.listener()
        )
    finally:
        progress.close()
    became = _core.resolve(wanted, len(graphs), with_model, False)
    if became.get("walks") == "auto":
        nodes = sum(g.node_count for g in graphs)
        if report["exact_nodes"] in (0, nodes):
            became["walks"] = "exact" if report["exact_nodes"] else str(report["sampled_walks"])
    own = graphs[0] if len(graphs) == 1 else None
    return Embedding(vectors, ids, places, graph=own, options=became, report=report), model


def embed(
    source: Any,
    *,
    preset: str | None = None,
    names: Sequence[str] | None = None,
    directed: bool | None = None,
    weight: str | None = None,
    n_jobs: int | None = None,
    verbose: Any = False,
    **parameters: Any,
) -> Embedding:
    """Embed a graph, or several into one space: one vector per node.

    Parameters
    ----------
    source : graph, or list of graphs
        Anything that `riwalk.graph` takes.
    preset : {"paper", "fast", "best"}, optional
        A list of settings to start from; parameters given beside it override it.
    **parameters
        All options of the command, with '_' for '-': method, n_components, radius, walks, trainer,
        random_state, ... `riwalk.options()` lists them.

    >>> import riwalk
    >>> E = riwalk.embed([[1, 2], [2, 3], [3, 1], [3, 4]], preset="fast", n_components=8)
    >>> [node for node, similarity in E.nearest(1, 1)]
    [2]
    """
    given = _rename({**parameters, "preset": preset, "n_jobs": n_jobs})
    given.update(directed=directed, weight=weight, verbose=verbose)
    return _run(source, given, _library_options(given), names, False)[0]


def estimate(source: Any, *, preset: str | None = None, directed=None, weight=None, n_jobs=None, **parameters) -> dict:
    """Memory and time that `embed` would take, without embedding."""
    given = _rename({**parameters, "preset": preset, "n_jobs": n_jobs})
    given.update(directed=directed, weight=weight)
    graphs = _graphs(source, given, None)
    names = _together(graphs, None)[0]
    return _core.estimate([g._core for g in graphs], names, _library_options(given), False, _threads(n_jobs), None)


class _Estimator:
    """What all estimators share. A subclass names its parameters and what is fixed."""

    _parameters: list[str] = []
    _fixed: dict[str, str] = {}
    _makes_model = False

    def __init_subclass__(cls) -> None:
        names = [*cls._parameters, "preset", "directed", "weight", "n_jobs", "verbose"]
        kind = inspect.Parameter.KEYWORD_ONLY
        cls._names = [n for n in names if n != "preset" or cls._makes_model]
        cls.__signature__ = inspect.Signature([inspect.Parameter(n, kind, default=None) for n in cls._names])

    def __init__(self, **parameters: Any):
        for name in self._names:
            setattr(self, name, None)
        for name, value in _rename(parameters).items():
            if name not in self._names:
                raise TypeError(f"{type(self).__name__} has no parameter {name!r}")
            setattr(self, name, value)

    # ---- scikit-learn's manners

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self._names}

    def set_params(self, **parameters: Any):
        for name, value in parameters.items():
            if name not in self._names:
                raise ValueError(f"{type(self).__name__} has no parameter {name!r}")
            setattr(self, name, value)
        return self

    def __sklearn_tags__(self):
        from sklearn.utils import InputTags, Tags, TargetTags, TransformerTags

        return Tags(
            estimator_type=None,
            target_tags=TargetTags(required=False),
            transformer_tags=TransformerTags(),
            input_tags=InputTags(two_d_array=False),
        )

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "embedding_")

    def set_output(self, *, transform: str | None = None):
        """Let transform and fit_transform give "pandas" frames with node ids as their index."""
        if transform not in (None, "default", "pandas"):
            raise ValueError(f"transform: {transform!r} is not default or pandas")
        if transform is not None:
            self._output = transform
        return self

    def __repr__(self) -> str:
        given = ", ".join(f"{n}={getattr(self, n)!r}" for n in self._names if getattr(self, n) is not None)
        return f"{type(self).__name__}({given})"

    # ---- Work

    def _wanted(self) -> dict[str, str]:
        return _library_options(self.get_params(), **self._fixed)

    def fit(self, graph: Any, y: Any = None, *, names: Sequence[str] | None = None):
        """Embed a graph, or a list of graphs into one space."""
        embedding, model = _run(graph, self.get_params(), self._wanted(), names, self._makes_model)
        self.embedding_ = embedding
        self.model_ = model
        self.node_ids_ = embedding.node_ids
        self.report_ = {**embedding.report, "options": embedding.options}
        self.n_features_out_ = embedding.shape[1]
        return self

    def fit_transform(self, graph: Any, y: Any = None, **fit_parameters: Any):
        """Embed, and return the rows in the order of ``node_ids_``."""
        return self.fit(graph, y, **fit_parameters)._give(self.embedding_)

    def _give(self, embedding: Embedding):
        if getattr(self, "_output", None) == "pandas":
            frame = embedding.to_pandas()
            frame.columns = self.get_feature_names_out()
            return frame
        return np.asarray(embedding)

    def _fitted(self) -> None:
        if not hasattr(self, "embedding_"):
            raise NotFittedError(f"this {type(self).__name__} is not fitted yet: call fit first")

    def get_embedding(self) -> np.ndarray:
        """The rows, as karateclub calls them."""
        self._fitted()
        return np.asarray(self.embedding_)

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
        self._fitted()
        name = type(self).__name__.lower()
        return np.asarray([f"{name}{i}" for i in range(self.n_features_out_)], dtype=object)

    # ---- Pickles: objects of the library travel as bytes

    def __getstate__(self) -> dict[str, Any]:
        state = dict(self.__dict__)
        if "embedding_" in state:
            e = state.pop("embedding_")
            state["_rows"] = np.array(e)
            state["_meta"] = (e.options, e.report)
        if state.get("model_") is not None:
            state["model_"] = state["model_"].to_bytes()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        state = dict(state)
        rows, meta = state.pop("_rows", None), state.pop("_meta", ({}, {}))
        self.__dict__.update(state)
        if state.get("model_") is not None:
            self.model_ = _core.model_from_bytes(state["model_"])
        if rows is not None:
            names = [str(i) for i in self.node_ids_]
            vectors = _core.vectors_build(names, rows)
            self.embedding_ = Embedding(vectors, self.node_ids_, options=meta[0], report=meta[1])


class RiWalk(_Estimator):
    """RiWalk: walks among roles, then skip-gram (trainer="sgns") or singular vectors ("factor").

    >>> model = RiWalk(method="wl", trainer="factor", n_components=8)
    >>> Z = model.fit_transform([[1, 2], [2, 3], [3, 1], [3, 4]])
    >>> Z.shape, Z.dtype
    ((4, 8), dtype('float32'))
    >>> model.transform([["a", "b"], ["b", "c"]]).shape  # a graph it never saw
    (3, 8)
    """

    _makes_model = True
    _parameters = [
        "method",
        "trainer",
        *_SHARED,
        "radius",
        "degree_classes",
        "class_base",
        "role_anchor",
        *_TRAINING,
        "weighting",
        "views",
        "measures",
        "norm",
    ]

    def transform(self, graph: Any) -> np.ndarray:
        """Embed other graphs, or the same one, by what was learned: nothing is trained again."""
        self._fitted()
        given = self.get_params()
        progress = _Progress(given.get("verbose"))
        try:
            graphs = _graphs(graph, given, progress.listener())
            for g in graphs:
                _check(g, self._wanted(), given.get("weight"))
            names, ids, places = _together(graphs, None)
            vectors, report = _core.transform(
                self.model_, [g._core for g in graphs], names, _threads(given.get("n_jobs")), progress.listener()
            )
        finally:
            progress.close()
        return self._give(Embedding(vectors, ids, places, report=report))

    def save(self, path: str | os.PathLike) -> None:
        """Write the model; the command's `riwalk transform` and `riwalk.load` read it."""
        self._fitted()
        self.model_.write(path)


class DeepWalk(_Estimator):
    """DeepWalk: near nodes get near vectors."""

    _parameters = [*_SHARED, *_TRAINING]
    _fixed = {"method": "deepwalk"}


class Node2Vec(_Estimator):
    """node2vec: DeepWalk with walks biased by p and q."""

    _parameters = ["p", "q", *_SHARED, *_TRAINING]
    _fixed = {"method": "node2vec"}


class Struc2Vec(_Estimator):
    """struc2vec: nodes are similar if the degrees around them are."""

    _parameters = ["layers", "compact_degrees", "candidates", "stay", *_SHARED, *_TRAINING]
    _fixed = {"method": "struc2vec"}


class GraphWave(_Estimator):
    """GraphWave: how heat spreads from a node; nothing is drawn at random."""

    _parameters = ["heat_scales", *_SHARED]
    _fixed = {"method": "graphwave"}


def load(path: str | os.PathLike) -> RiWalk:
    """A fitted RiWalk from a model file: it transforms graphs, and has no embedding of its own."""
    model = _core.model_read(path)
    known = model.options()
    parameters = {own: known[name] for own, name in _OPTION_OF.items() if name in known and own in RiWalk._parameters}
    made = RiWalk(**parameters)
    made.model_ = model
    made.embedding_ = None
    made.n_features_out_ = int(known["dimensions"])
    return made
