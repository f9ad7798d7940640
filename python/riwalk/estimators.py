# SPDX-License-Identifier: MIT
"""Estimators with scikit-learn's manners, which is not needed for them, and `embed` in one call.

Parameters follow from the library's own table of options: the same names, with '_' for '-', but for
n_components (dimensions), random_state (seed) and n_jobs (threads). None means what the preset says.
"""

from __future__ import annotations

import sys
from typing import Any, Callable, Hashable, Iterable, Sequence

import numpy as np

from . import _core
from .embedding import Embedding
from .graphs import Graph, Path, _opened, _threads, graph as _graph, several


class NotFittedError(ValueError, AttributeError):
    """An estimator was asked before it was fitted. Who has scikit-learn may catch its own."""


def _not_fitted(message: str) -> NotFittedError:
    theirs = getattr(sys.modules.get("sklearn.exceptions"), "NotFittedError", None)
    kind = NotFittedError if theirs is None else type("NotFittedError", (NotFittedError, theirs), {})
    return kind(message)


_TABLE = {o["name"].replace("-", "_"): o for o in _core.options_table()}
_METHODS = _core.methods_table()
_OWN_NAMES = {"dimensions": "n_components", "seed": "random_state"}
_OPTION_OF = {_OWN_NAMES.get(name, name): name for name in _TABLE}

# Habits of other packages.
_ALIASES = {
    "dimensions": "n_components",
    "size": "n_components",
    "vector_size": "n_components",
    "dim": "n_components",
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
    renamed: dict[str, Any] = {}
    for name, value in given.items():
        own = _ALIASES.get(name, name)
        if renamed.get(own) is not None and value is not None:
            raise TypeError(f"{name} and {own} are the same: give one of them")
        if value is not None or own not in renamed:
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
        if value is not None and name not in ("preset", "n_jobs", "verbose", "directed", "weight"):
            if name not in _OPTION_OF:
                raise TypeError(f"there is no parameter {name!r}")
            made[_OPTION_OF[name]] = _text(name, value)
    return made


def _is_watched() -> bool:
    """Whether somebody looks at standard error: a terminal or a notebook."""
    if "ipykernel" in sys.modules:
        return True
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):  # there is none, or it is closed
        return False


class _Progress:
    """A tqdm bar where tqdm is there, and a line on standard error where it is not.

    verbose=None shows work that takes longer than a second, where somebody watches.
    """

    _PATIENCE = 1.0

    def __init__(self, verbose: Any):
        self._callable = verbose if callable(verbose) else None
        self._on = _is_watched() if verbose is None else bool(verbose)
        self._delay = self._PATIENCE if verbose is None else 0.0
        self._bar: Any = None
        self._stage = ""

    def listener(self) -> Callable | None:
        return self._tell if self._on else None

    def _tell(self, stage: str, unit: str, done: int, total: int, seconds: float) -> None:
        if self._callable:
            self._callable(stage, unit, done, total, seconds)
            return
        if stage != self._stage:
            self.close()
            if seconds < self._delay:
                return
            self._stage = stage
            self._begin(stage, unit, total)
        if self._bar is not None:
            self._bar.update(done - self._bar.n)

    def _begin(self, stage: str, unit: str, total: int) -> None:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            print(f"riwalk: {stage}", file=sys.stderr)
        else:
            self._bar = tqdm(total=total or None, desc=stage, unit=f" {unit}", unit_scale=True)

    def close(self) -> None:
        self._stage = ""
        if self._bar is not None:
            self._bar.close()
            self._bar = None


def _check(source: Graph, wanted: dict[str, str], weight: str | None) -> None:
    """Refuses what a method has no meaning for, with what to do."""
    method = _core.resolve(wanted, 1, False, True)["method"]
    uses = _METHODS[method]
    if source.directed and not uses["directed"]:
        raise ValueError(
            f"the graph is directed, and {method} is for undirected graphs: pass directed=False, "
            "or G.to_undirected()"
        )
    if source.weighted and weight is not None and not uses["weighted"]:
        raise ValueError(f"{method} does not use the weights of edges: leave out weight={weight!r}")


def _graphs(source: Any, given: dict[str, Any], wanted: dict[str, str], listener: Callable | None) -> list[Graph]:
    weight = given.get("weight")
    graphs = [
        _graph(g, directed=given.get("directed"), weight=weight, n_jobs=given.get("n_jobs"), progress=listener)
        for g in several(source)
    ]
    for g in graphs:
        _check(g, wanted, weight)
    return graphs


def _together(graphs: list[Graph], names: Sequence[str] | None):
    """Names of graphs, ids of all nodes (or how to get them) and their places among all rows."""
    if len(graphs) == 1:
        only = graphs[0]
        return None, lambda: only.node_ids, only._places
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


def _range(anchors: Sequence[int] | None, nodes: int) -> tuple[int, int]:
    """The first and the last but one number of a range within so many nodes."""
    if anchors is None:
        return 0, nodes
    if isinstance(anchors, range) and anchors.step == 1:
        first, end = anchors.start, anchors.stop
    else:
        try:
            first, end = (int(number) for number in anchors)
        except (TypeError, ValueError):
            raise TypeError(f"anchors: expected two numbers, the first node and the one after the last, not {anchors!r}") from None
    if not 0 <= first < end <= nodes:
        raise ValueError(f"anchors: {first} to {end} is no range of the {nodes} nodes")
    return first, end


def _run(source: Any, given: dict[str, Any], wanted: dict[str, str], names, with_model: bool):
    progress = _Progress(given.get("verbose"))
    try:
        graphs = _graphs(source, given, wanted, progress.listener())
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
    verbose: Any = None,
    **parameters: Any,
) -> Embedding:
    """Embed a graph, or several into one space: one vector per node.

    Parameters
    ----------
    source : graph, or list of graphs
        Anything that `riwalk.graph` takes.
    preset : {"paper", "fast", "best", "roles"}, optional
        A list of settings to start from; parameters given beside it override it.
    names : list of str, optional
        Of several graphs: ids are then pairs (name, id).
    directed, weight, n_jobs
        As for `riwalk.graph`.
    verbose : bool or callable, optional
        A progress bar; by default of long work in a terminal or a notebook. A function is called a
        few times a second with (stage, unit, done, total, seconds).
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
    wanted = _library_options(given)
    graphs = _graphs(source, given, wanted, None)
    names = _together(graphs, None)[0]
    threads = _threads(given["n_jobs"])
    return _core.estimate([g._core for g in graphs], names, wanted, False, threads, None)


class _Estimator:
    """What all estimators share. A subclass names its parameters and what is fixed."""

    _parameters: list[str] = []
    _fixed: dict[str, str] = {}
    _makes_model = False
    _names: list[str]

    def __init_subclass__(cls) -> None:
        names = [*cls._parameters, "preset", "directed", "weight", "n_jobs", "verbose"]
        cls._names = [n for n in names if n != "preset" or cls._makes_model]

    def __init__(self, **parameters: Any):
        for name in self._names:
            setattr(self, name, None)
        for name, value in _rename(parameters).items():
            if name not in self._names:
                raise TypeError(f"{type(self).__name__} has no parameter {name!r}: it has {', '.join(self._names)}")
            setattr(self, name, value)

    # ---- scikit-learn's manners

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self._names}

    def set_params(self, **parameters: Any):
        for name, value in _rename(parameters).items():
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
        return hasattr(self, "embedding_") or hasattr(self, "model_")

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

    def _fitted(self) -> Embedding:
        embedding = getattr(self, "embedding_", None)
        if embedding is None:
            raise _not_fitted(f"this {type(self).__name__} is not fitted yet: call fit first")
        return embedding

    @property
    def node_ids_(self) -> Sequence[Hashable]:
        """The ids of the nodes, in the order of the rows."""
        return self._fitted().node_ids

    def get_embedding(self) -> np.ndarray:
        """The rows, as karateclub calls them."""
        return np.asarray(self._fitted())

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
        if not hasattr(self, "n_features_out_"):
            self._fitted()
        name = type(self).__name__.lower()
        return np.asarray([f"{name}{i}" for i in range(self.n_features_out_)], dtype=object)

    def transform(self, graph: Any):
        """The rows of the graph that was fitted: this method learns nothing about others."""
        embedding = self._fitted()
        given = self.get_params()
        other = _graphs(graph, given, self._wanted(), None)
        own = embedding.graph
        if own is None or len(other) > 1 or not _are_same(own, other[0]):
            raise ValueError(
                f"{type(self).__name__} knows only the graph that it was fitted to: call fit_transform, "
                "or use RiWalk, which embeds graphs that it never saw"
            )
        return self._give(embedding)

    # ---- Pickles: the library's model travels as bytes

    def __getstate__(self) -> dict[str, Any]:
        state = dict(self.__dict__)
        if state.get("model_") is not None:
            state["model_"] = state["model_"].to_bytes()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if state.get("model_") is not None:
            self.model_ = _core.model_from_bytes(state["model_"])


def _are_same(a: Graph, b: Graph) -> bool:
    return a is b or (a.summary()["checksum"] == b.summary()["checksum"] and list(a.node_ids) == list(b.node_ids))


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
        "pairs",
        "weighting",
        "views",
        "measures",
        "norm",
    ]

    def transform(self, graph: Any, *, anchors: Sequence[int] | None = None) -> np.ndarray:
        """Embed other graphs, or the same one, by what was learned: nothing is trained again.

        With ``anchors``, a first number and one after the last, only those nodes, counted from 0 in the
        order of names, as `riwalk.profiles` counts them.
        """
        if getattr(self, "model_", None) is None:
            self._fitted()
        given = self.get_params()
        progress = _Progress(given["verbose"])
        try:
            graphs = _graphs(graph, given, self._wanted(), progress.listener())
            names, ids, places = _together(graphs, None)
            first, end = _range(anchors, sum(g.node_count for g in graphs))
            vectors, report = _core.transform(
                self.model_, [g._core for g in graphs], names, first, end, _threads(given["n_jobs"]), progress.listener()
            )
        finally:
            progress.close()
        if anchors is not None:
            return self._give(Embedding(vectors, report=report))
        return self._give(Embedding(vectors, ids, places, report=report))

    def save(self, path: Path) -> None:
        """Write the model; the command's `riwalk transform` and `riwalk.load` read it."""
        if getattr(self, "model_", None) is None:
            self._fitted()
        self.model_.write(path)


class DeepWalk(_Estimator):
    """DeepWalk: nearby nodes get similar vectors."""

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


class Refex(_Estimator):
    """ReFeX: recursive features, from degrees and egonets. n_components is the most there may be.

    >>> Refex(feature_values="raw").fit_transform([[1, 2], [1, 3], [1, 4]])[:, 0]
    array([3., 1., 1., 1.], dtype=float32)
    """

    _parameters = ["bin_share", "feature_values", *_SHARED]
    _fixed = {"method": "refex"}


class RolX(_Estimator):
    """RolX: how far a node belongs to each of a few roles. Rows sum to 1.

    >>> RolX(roles=2).fit_transform([[1, 2], [1, 3], [1, 4]]).sum(axis=1).round(5)
    array([1., 1., 1., 1.], dtype=float32)
    """

    _parameters = ["roles", "bin_share", *_SHARED]
    _fixed = {"method": "rolx"}


class Line(_Estimator):
    """LINE: neighbours, and nodes with the same neighbours, get similar vectors.

    >>> (Line(n_components=4).fit_transform([[1, 2], [1, 3]]) ** 2).sum(axis=1).round(5)
    array([2., 2., 2.], dtype=float32)
    """

    _parameters = ["order", "samples", *_SHARED, "negatives", "alpha", "min_alpha", "ns_exponent"]
    _fixed = {"method": "line"}


class NodeVectors:
    """From node ids to their vectors in a graph that stays the same: a step for labelled nodes.

    The graph is embedded by ``fit``, whatever nodes it is given, and ``transform`` takes the vectors
    of nodes; so cross-validation and grid search split the labelled nodes, not the graph.

    >>> from riwalk import GraphWave, NodeVectors
    >>> step = NodeVectors(GraphWave(n_components=8), {"a": ["b", "c"], "b": ["c"], "c": ["d"]})
    >>> step.fit(["a", "d"]).transform(["d", "a", "b"]).shape
    (3, 8)
    """

    def __init__(self, estimator: Any, graph: Any):
        self.estimator = estimator
        self.graph = graph

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        own = {"estimator": self.estimator, "graph": self.graph}
        if deep:
            own.update({f"estimator__{name}": value for name, value in self.estimator.get_params().items()})
        return own

    def set_params(self, **parameters: Any) -> "NodeVectors":
        for name, value in parameters.items():
            first, _, rest = name.partition("__")
            if first == "estimator" and rest:
                self.estimator.set_params(**{rest: value})
            elif name in ("estimator", "graph"):
                setattr(self, name, value)
            else:
                raise ValueError(f"NodeVectors has no parameter {name!r}")
        return self

    def fit(self, nodes: Iterable[Hashable], y: Any = None) -> "NodeVectors":
        """Embed the graph; which nodes are labelled does not matter for that."""
        self.embedding_ = type(self.estimator)(**self.estimator.get_params()).fit(self.graph).embedding_
        return self

    def transform(self, nodes: Iterable[Hashable]) -> np.ndarray:
        """The vectors of nodes, in their order."""
        if not hasattr(self, "embedding_"):
            raise _not_fitted("this NodeVectors is not fitted yet: call fit first")
        return self.embedding_[list(nodes.tolist() if isinstance(nodes, np.ndarray) else nodes)]

    def fit_transform(self, nodes: Iterable[Hashable], y: Any = None) -> np.ndarray:
        return self.fit(nodes, y).transform(nodes)

    __sklearn_tags__ = _Estimator.__sklearn_tags__
    __sklearn_is_fitted__ = _Estimator.__sklearn_is_fitted__

    def __repr__(self) -> str:
        return f"NodeVectors({self.estimator!r}, {type(self.graph).__name__})"


_KINDS: dict[str, Callable] = {"whole": int, "real": float}


def load(path: Path) -> RiWalk:
    """A fitted RiWalk from a model file: it transforms graphs, and has no embedding of its own."""
    return _fitted_by(_opened(_core.model_read, path))


def _fitted_by(model: _core.Model) -> RiWalk:
    known = model.options()
    made = RiWalk(**{own: _value(name, known[name]) for own, name in _OPTION_OF.items() if name in known and own in RiWalk._names})
    made.model_ = model
    made.n_features_out_ = int(known["dimensions"])
    return made


def _value(name: str, text: str) -> Any:
    """An option as a number where it is one: "auto" is none."""
    try:
        return _KINDS.get(_TABLE[name]["kind"], str)(text)
    except ValueError:
        return text
