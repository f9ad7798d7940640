# SPDX-License-Identifier: MIT
"""Estimators with scikit-learn's manners, which is not needed for them; `embed` is the same in one call."""

from __future__ import annotations

import sys
import warnings
from typing import TYPE_CHECKING, Any, Hashable, Sequence

import numpy as np

from . import _core, _signatures
from .embedding import Embedding
from .graphs import Graph, Path, _opened, _threads, graph as _graph, several
from .progress import Listener, watching
from .settings import (
    _METHODS,
    _OPTION_OF,
    _beside_a_model,
    _device,
    _library_options,
    _rename,
    _settled,
    _suits_one_graph,
    _unknown,
    _value,
)

if TYPE_CHECKING:
    from sklearn.utils import Tags


class NotFittedError(ValueError, AttributeError):
    """An estimator was used before it was fitted. scikit-learn's class of that name catches it too."""


def _not_fitted(message: str) -> NotFittedError:
    theirs = getattr(sys.modules.get("sklearn.exceptions"), "NotFittedError", None)
    kind = NotFittedError if theirs is None else type("NotFittedError", (NotFittedError, theirs), {})
    return kind(message)


# ---- Work


def _check(source: Graph, wanted: dict[str, str], weight: str | None, types: Any) -> None:
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
    if types is not None and not method.startswith("riwalk"):
        raise ValueError(f"{method} does not use types of nodes: leave out node_types")


def _graphs(source: Any, given: dict[str, Any], wanted: dict[str, str], listener: Listener | None) -> list[Graph]:
    weight = given.get("weight")
    sources = several(source)
    _core.check_use(wanted, len(sources), bool(given.get("transferable")))
    said: dict[str, Any] = {
        name: given.get(name) for name in ("source", "target", "directed", "node_types", "n_jobs")
    }
    how: Any = given.get("duplicates") or "max"
    graphs = [_graph(g, weight=weight, duplicates=how, progress=listener, **said) for g in sources]
    for g in graphs:
        _check(g, wanted, weight, given.get("node_types"))
    return graphs


def _have_types(graphs: list[Graph]) -> bool:
    """Whether the nodes are of two types at least."""
    return len({name for g in graphs for name in (g._core.types() or ([],))[0]}) > 1


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
        places.append(g._inner.astype(np.int64) + first)
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
        raise ValueError(f"anchors: {first} to {end} is not a range of the {nodes} nodes")
    return first, end


def _warn(message: str) -> None:
    """A warning at the line that called this package."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "riwalk":
        frame, level = frame.f_back, level + 1
    warnings.warn(message, stacklevel=level)


_told_of_hubs = False


def _tell_of_hubs(graphs: list[Graph], given: dict[str, Any], became: dict[str, str]) -> None:
    """Warns, once in a process, of what the default means for a hub that has its degree class to itself."""
    global _told_of_hubs
    paper = became.get("trainer") == "sgns" and became.get("role_anchor") == "keep" and not given.get("preset")
    if _told_of_hubs or not paper or len(graphs) > 1 or (hub := _core.lonely_hub(graphs[0]._core)) is None:
        return
    _told_of_hubs = True
    _warn(
        f"node {graphs[0].node_ids[graphs[0]._outer[hub]]!r} has the most neighbours and a degree class to itself: with the paper's settings, the "
        'default, such hubs share no role with any other node, and what is nearest to them means little; preset="best" '
        "compares across classes"
    )


def _run(source: Any, given: dict[str, Any], wanted: dict[str, str], names, with_model: bool):
    """The embedding of graphs and, where it is wanted and there is one beside these vectors, the model."""
    transferable = bool(given.get("transferable"))
    with watching(given.get("verbose")) as listener:
        graphs = _graphs(source, given, wanted, listener)
        names, ids, places = _together(graphs, names)
        wanted = _settled(wanted, graphs[0].directed, any(g.weighted for g in graphs), _have_types(graphs))
        became = _core.resolve(wanted, len(graphs), transferable, False)
        _tell_of_hubs(graphs, given, became)
        if with_model and not transferable:
            beside = _beside_a_model(wanted, len(graphs))
            with_model, wanted = beside is not None, beside or wanted
        cores, threads = [g._core for g in graphs], _threads(given.get("n_jobs"))
        vectors, model, report = _core.embed(cores, names, wanted, with_model, threads, listener, _device(given))
    if became.get("walks") == "auto":
        nodes = sum(g.node_count for g in graphs)
        if report["exact_nodes"] in (0, nodes):
            became["walks"] = "exact" if report["exact_nodes"] else str(report["sampled_walks"])
    own = graphs[0] if len(graphs) == 1 else None
    return Embedding(vectors, ids, places, graph=own, options=became, report=report), model


def _taken(given: dict[str, Any]) -> tuple[Any, dict[str, Any], dict[str, str]]:
    """The source, the parameters and the library's options of a generated function."""
    source, aliases = given.pop("graph"), given.pop("aliases")
    known = [name for name in given if name != "names"]
    given = _rename({**given, **aliases})
    for name in given:
        if name not in known and name != "names":
            raise TypeError(_unknown("there is", name, known))
    return source, given, _library_options({name: value for name, value in given.items() if name != "names"})


def _embed(given: dict[str, Any]) -> Embedding:
    source, given, wanted = _taken(given)
    return _run(source, given, wanted, given["names"], False)[0]


def _estimate(given: dict[str, Any]) -> dict[str, Any]:
    source, given, wanted = _taken(given)
    graphs = _graphs(source, given, wanted, None)
    names = _together(graphs, None)[0]
    return _core.estimate([g._core for g in graphs], names, wanted, False, _threads(given["n_jobs"]), None)


# ---- scikit-learn's manners


class _Manners:
    """Parameters as scikit-learn handles them: those of the constructor, by name."""

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The parameters, and those of estimators among them as ``estimator__name``."""
        own = {name: getattr(self, name) for name in self._defaults()}
        if deep:
            for name, value in list(own.items()):
                if hasattr(value, "get_params") and not isinstance(value, type):
                    own.update({f"{name}__{inner}": v for inner, v in value.get_params().items()})
        return own

    def set_params(self, **parameters: Any):
        """Set parameters by their names; ``estimator__name`` is one of an estimator among them."""
        known = self._defaults()
        for name, value in _rename(parameters).items():
            first, _, rest = name.partition("__")
            if first not in known:
                raise ValueError(_unknown(f"{type(self).__name__} has", name, known))
            if rest:
                getattr(self, first).set_params(**{rest: value})
            else:
                setattr(self, name, value)
        return self

    @classmethod
    def _defaults(cls) -> dict[str, Any]:
        import inspect

        kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
        signature = inspect.signature(cls.__init__)
        return {name: p.default for name, p in list(signature.parameters.items())[1:] if p.kind in kinds}

    def __repr__(self) -> str:
        given = [(n, getattr(self, n)) for n, default in self._defaults().items() if getattr(self, n) is not default]
        return f"{type(self).__name__}({', '.join(f'{n}={_shown(value)}' for n, value in given)})"

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "embedding_") or getattr(self, "model_", None) is not None

    def __sklearn_tags__(self) -> "Tags":
        from sklearn.utils import InputTags, Tags, TargetTags, TransformerTags

        return Tags(
            estimator_type=None,
            target_tags=TargetTags(required=False),
            transformer_tags=TransformerTags(preserves_dtype=[]),
            input_tags=InputTags(two_d_array=False),
        )


def _shown(value: Any) -> str:
    """A parameter in a repr: graphs and arrays are large."""
    return repr(value) if isinstance(value, (str, int, float, Graph, _Manners)) else f"<{type(value).__name__}>"


class _Transformer(_Manners):
    """Rows as arrays, or as frames with ids and names."""

    def set_output(self, *, transform: str | None = None):
        """Let transform and fit_transform give "pandas" or "polars" frames, of "default" arrays again."""
        if transform not in (None, "default", "pandas", "polars"):
            raise ValueError(f"transform: {transform!r} is not default, pandas or polars")
        if transform is not None:
            self._output = transform
        return self

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
        """A name for each column."""
        raise NotImplementedError

    def _framed(self, rows: np.ndarray, ids: Sequence[Hashable]):
        """Rows as they are wanted; pandas' index are the ids."""
        output = getattr(self, "_output", "default")
        if output == "pandas":
            import pandas

            index = pandas.Index(list(ids), name="node", tupleize_cols=False)
            return pandas.DataFrame(np.array(rows), index=index, columns=self.get_feature_names_out())
        if output == "polars":
            import polars

            return polars.DataFrame(np.array(rows), schema=list(self.get_feature_names_out()))
        return rows


class _Estimator(_Transformer):
    """What all estimators share. A subclass names its method; its parameters are made from the table."""

    _fixed: dict[str, str] = {}
    _makes_model = False

    def _take(self, given: dict[str, Any]) -> None:
        """The arguments of a generated __init__."""
        known = self._defaults()
        for name, value in _rename({**{n: given[n] for n in known}, **given["aliases"]}).items():
            if name not in known:
                raise TypeError(_unknown(f"{type(self).__name__} has", name, known))
            setattr(self, name, value)

    def _wanted(self) -> dict[str, str]:
        return _library_options(self.get_params(), **self._fixed)

    def fit(self, graph: Any, y: Any = None, *, names: Sequence[str] | None = None):
        """Embed a graph, or a list of graphs into one space."""
        self.embedding_, self.model_ = _run(graph, self.get_params(), self._wanted(), names, self._makes_model)
        self.report_ = {**self.embedding_.report, "options": self.embedding_.options}
        self.n_features_out_ = self.embedding_.shape[1]
        return self

    def fit_transform(self, graph: Any, y: Any = None, **fit_parameters: Any):
        """Embed, and return the rows in the order of ``node_ids_``: those of `riwalk.embed`, to the last bit."""
        return self._give(self.fit(graph, y, **fit_parameters).embedding_)

    def _give(self, embedding: Embedding):
        return self._framed(np.asarray(embedding), embedding.node_ids)

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
        """A name for each column."""
        if not hasattr(self, "n_features_out_"):
            self._fitted()
        name = type(self).__name__.lower()
        return np.asarray([f"{name}{i}" for i in range(self.n_features_out_)], dtype=object)

    def _is_fitted_to(self, graphs: list[Graph]) -> bool:
        own = getattr(getattr(self, "embedding_", None), "graph", None)
        return own is not None and len(graphs) == 1 and _are_same(own, graphs[0])

    def transform(self, graph: Any):
        """The rows of the graph that was fitted: this method learns nothing about others."""
        embedding = self._fitted()
        if not self._is_fitted_to(_graphs(graph, self.get_params(), self._wanted(), None)):
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


# ---- Estimators


class RiWalk(_signatures.RiWalkParameters, _Estimator):
    """RiWalk: walks among roles, then skip-gram (trainer="sgns") or singular vectors ("factor").

    ``fit_transform`` gives the rows of `riwalk.embed`. A model is made beside them, so that ``transform`` and
    ``embed`` take other graphs into the same space; settings that suit one graph alone are less good there, and
    ``transferable=True`` chooses those that mean the same in all.

    With the default, the paper's settings, hubs of a degree class of their own share no role with any other
    node. preset="best" compares across classes.

    >>> model = RiWalk(method="wl", trainer="factor", n_components=8, transferable=True)
    >>> Z = model.fit_transform([[1, 2], [2, 3], [3, 1], [3, 4]])
    >>> Z.shape, Z.dtype
    ((4, 8), dtype('float32'))
    >>> model.transform([["a", "b"], ["b", "c"]]).shape  # a graph it never saw
    (3, 8)
    >>> other = model.embed([["a", "b"], ["b", "c"]])  # the same rows, with their ids
    >>> other.node_ids, other.report["unknown_share"] > 0
    (['a', 'b', 'c'], True)
    """

    _makes_model = True

    def _model(self) -> _core.Model:
        model = getattr(self, "model_", None)
        if model is None:
            self._fitted()
            raise ValueError("these settings make vectors, but no model: use RiWalk(transferable=True)")
        return model

    def _suits_one_graph(self, graphs: list[Graph]) -> bool:
        """Whether the settings suit the fitted graph, and these are others."""
        own = self.embedding_.graph
        if self.transferable or own is None or not _suits_one_graph(self._wanted()):
            return False
        return len(graphs) > 1 or graphs[0].summary()["checksum"] != own.summary()["checksum"]

    def embed(self, graph: Any, *, names: Sequence[str] | None = None, anchors: Sequence[int] | None = None) -> Embedding:
        """Embed other graphs by what was learned; nothing is trained again.

        The result has the ids of its rows and, as ``report["unknown_share"]``, which share of visits went to roles
        that the model never met; those most like them stood in. With ``anchors``, a first number and one after the
        last, only those nodes, counted from 0 in the order of names, as `riwalk.profiles` counts them.
        """
        if not self.__sklearn_is_fitted__():
            self._fitted()
        given = self.get_params()
        with watching(given["verbose"]) as listener:
            graphs = _graphs(graph, given, self._wanted(), listener)
            if anchors is None and names is None and self._is_fitted_to(graphs):
                return self.embedding_
            if hasattr(self, "embedding_") and self._suits_one_graph(graphs):
                _warn(
                    "these settings suit the graph that they were fitted to; RiWalk(transferable=True) has those whose "
                    "vectors mean the same in other graphs"
                )
            listed, ids, places = _together(graphs, names)
            first, end = _range(anchors, sum(g.node_count for g in graphs))
            cores, threads = [g._core for g in graphs], _threads(given["n_jobs"])
            vectors, report = _core.transform(self._model(), cores, listed, first, end, threads, listener, _device(given))
        known: dict[str, Any] = {"options": self._model().options(), "report": report}
        if anchors is not None:
            return Embedding(vectors, **known)
        return Embedding(vectors, ids, places, graph=graphs[0] if len(graphs) == 1 else None, **known)

    def transform(self, graph: Any, *, anchors: Sequence[int] | None = None):
        """The rows of ``embed`` as an array, as scikit-learn wants it: in the order of `riwalk.graph(graph).node_ids`."""
        return self._give(self.embed(graph, anchors=anchors))

    def save(self, path: Path) -> None:
        """Write the model; the command's `riwalk transform` and `riwalk.load` read it."""
        self._model().write(path)


class DeepWalk(_signatures.DeepWalkParameters, _Estimator):
    """DeepWalk: nearby nodes get similar vectors."""

    _fixed = {"method": "deepwalk"}


class Node2Vec(_signatures.Node2VecParameters, _Estimator):
    """node2vec: DeepWalk with walks biased by p and q."""

    _fixed = {"method": "node2vec"}


class Struc2Vec(_signatures.Struc2VecParameters, _Estimator):
    """struc2vec: nodes are similar if the degrees around them are."""

    _fixed = {"method": "struc2vec"}


class GraphWave(_signatures.GraphWaveParameters, _Estimator):
    """GraphWave: how heat spreads from a node; nothing is drawn at random."""

    _fixed = {"method": "graphwave"}


class Refex(_signatures.RefexParameters, _Estimator):
    """ReFeX: recursive features, from degrees and egonets. n_components is the most columns.

    >>> model = Refex(feature_values="raw")
    >>> model.fit_transform([[1, 2], [1, 3], [1, 4]])[:, 0]
    array([3., 1., 1., 1.], dtype=float32)
    >>> model.get_feature_names_out()[0]
    'degree'
    """

    _fixed = {"method": "refex"}

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
        """What each column is, in words; of several graphs together, numbers."""
        graph = self._fitted().graph
        if graph is None:
            return super().get_feature_names_out()
        return np.asarray(_core.features(graph._core, self._wanted(), _threads(self.n_jobs)), dtype=object)


class RolX(_signatures.RolXParameters, _Estimator):
    """RolX: how far a node belongs to each of a few roles. Rows sum to 1.

    >>> RolX(roles=2).fit_transform([[1, 2], [1, 3], [1, 4]]).sum(axis=1).round(5)
    array([1., 1., 1., 1.], dtype=float32)
    """

    _fixed = {"method": "rolx"}


class Line(_signatures.LineParameters, _Estimator):
    """LINE: neighbours, and nodes with the same neighbours, get similar vectors.

    >>> (Line(n_components=4).fit_transform([[1, 2], [1, 3]]) ** 2).sum(axis=1).round(5)
    array([2., 2., 2.], dtype=float32)
    """

    _fixed = {"method": "line"}


def load(path: Path) -> RiWalk:
    """A fitted RiWalk from a model file: it transforms graphs, and has no embedding of its own."""
    try:
        return _fitted_by(_opened(_core.model_read, path))
    except ValueError as problem:
        if not str(problem).endswith("not a riwalk model file"):
            raise
        raise ValueError(f"{problem}: riwalk.read reads vectors, riwalk.graph graphs") from None


def _fitted_by(model: _core.Model) -> RiWalk:
    known = model.options()
    has = RiWalk._defaults()
    made = RiWalk(**{own: _value(name, known[name]) for own, name in _OPTION_OF.items() if name in known and own in has})
    made.model_ = model
    made.n_features_out_ = int(known["dimensions"])
    return made
