# SPDX-License-Identifier: MIT
"""Parameters with their types, made by python/make_signatures.py from the library's table of options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Hashable, Literal, Sequence, TypeAlias, TypedDict, Unpack

if TYPE_CHECKING:
    import numpy as np

    from .embedding import Embedding

Preset = Literal["paper", "fast", "best", "roles"]
Device = Literal["cpu", "cuda", "auto"]
Seed: TypeAlias = "int | np.random.Generator | np.random.RandomState"
Verbose: TypeAlias = "bool | Callable[[str, str, int, int, float], object]"


class Aliases(TypedDict, total=False):
    """Names that other packages have for parameters."""

    dimensions: int
    size: int
    vector_size: int
    dim: int
    seed: Seed
    workers: int
    threads: int
    num_walks: int | Literal["auto", "exact"]
    walk_number: int | Literal["auto", "exact"]
    window_size: int
    iter: int
    learning_rate: float
    until_k: int | Literal["max"]


class RiWalkParameters:
    preset: Preset | None
    method: Literal["riwalk-sp", "sp", "riwalk-wl", "wl", "riwalk-rw-sp", "rw-sp", "rwsp", "riwalk-rw-wl", "rw-wl", "rwwl"] | None
    n_components: int | None
    random_state: Seed | None
    memory: int | str | None
    radius: int | Literal["max"] | None
    degree_classes: Literal["auto", "log", "share", "none"] | None
    class_base: float | Literal["auto"] | None
    role_anchor: Literal["auto", "keep", "drop", "both"] | None
    role_directions: Literal["auto", "no", "yes"] | bool | None
    role_weights: Literal["auto", "no", "yes"] | bool | None
    role_types: Literal["auto", "no", "yes"] | bool | None
    walks: int | Literal["auto", "exact"] | None
    walk_length: int | Literal["auto"] | None
    steps: Literal["uniform", "weight"] | None
    trainer: Literal["sgns", "factor"] | None
    pairs: Literal["all", "anchor"] | None
    window: int | None
    epochs: int | None
    negatives: int | None
    subsample: float | None
    alpha: float | None
    min_alpha: float | None
    ns_exponent: float | None
    weighting: Literal["auto", "hellinger", "log", "ppmi"] | None
    views: str | None
    measures: Literal["no", "yes", "auto"] | bool | None
    norm: float | Literal["auto"] | None
    transferable: bool
    device: Device | None
    node_types: Any
    directed: bool | None
    weight: str | bool | None
    duplicates: Literal["max", "sum"] | None
    n_jobs: int | None
    verbose: Verbose | None

    def __init__(
        self,
        *,
        preset: Preset | None = None,
        method: Literal["riwalk-sp", "sp", "riwalk-wl", "wl", "riwalk-rw-sp", "rw-sp", "rwsp", "riwalk-rw-wl", "rw-wl", "rwwl"] | None = None,
        n_components: int | None = None,
        random_state: Seed | None = None,
        memory: int | str | None = None,
        radius: int | Literal["max"] | None = None,
        degree_classes: Literal["auto", "log", "share", "none"] | None = None,
        class_base: float | Literal["auto"] | None = None,
        role_anchor: Literal["auto", "keep", "drop", "both"] | None = None,
        role_directions: Literal["auto", "no", "yes"] | bool | None = None,
        role_weights: Literal["auto", "no", "yes"] | bool | None = None,
        role_types: Literal["auto", "no", "yes"] | bool | None = None,
        walks: int | Literal["auto", "exact"] | None = None,
        walk_length: int | Literal["auto"] | None = None,
        steps: Literal["uniform", "weight"] | None = None,
        trainer: Literal["sgns", "factor"] | None = None,
        pairs: Literal["all", "anchor"] | None = None,
        window: int | None = None,
        epochs: int | None = None,
        negatives: int | None = None,
        subsample: float | None = None,
        alpha: float | None = None,
        min_alpha: float | None = None,
        ns_exponent: float | None = None,
        weighting: Literal["auto", "hellinger", "log", "ppmi"] | None = None,
        views: str | None = None,
        measures: Literal["no", "yes", "auto"] | bool | None = None,
        norm: float | Literal["auto"] | None = None,
        transferable: bool = False,
        device: Device | None = None,
        node_types: Any = None,
        directed: bool | None = None,
        weight: str | bool | None = None,
        duplicates: Literal["max", "sum"] | None = None,
        n_jobs: int | None = None,
        verbose: Verbose | None = None,
        **aliases: Unpack[Aliases],
    ) -> None:
        """
        Parameters
        ----------
        preset : {"paper", "fast", "best", "roles"}, optional
            A list of settings to start from; parameters given beside it override it. The default is "paper". "best"
            has the best vectors of one graph, "fast" is the factor trainer, "roles" is for clusters.
        method : {"riwalk-sp", "riwalk-wl", "riwalk-rw-sp", "riwalk-rw-wl"}, optional
            How vectors are made; for RiWalk, what a role is made of. Default: riwalk-sp.
        n_components : int, optional
            Length of a vector. Default: 128.
        random_state : int, optional
            Seed of the random numbers. Default: 1.
        memory : int or str, optional
            Use at most this much memory, such as 500M or 2G: walks are sampled again in every epoch instead of
            kept, or the run is refused with the amount it needs.
        radius : int or "max", optional
            How far from its anchor a walk may go, in hops. For the riwalk methods without views. Default: 4.
        degree_classes : {"auto", "log", "share", "none"}, optional
            How degrees and counts are put into classes. For the riwalk methods without views. Default: auto.
        class_base : float or "auto", optional
            How much wider each degree class is than the one before. For the riwalk methods without views, with
            degree classes. Default: auto.
        role_anchor : {"auto", "keep", "drop", "both"}, optional
            Whether a role includes the degree class of its anchor. For the riwalk methods. Default: auto.
        role_directions : {"auto", "no", "yes"}, optional
            Whether roles distinguish arcs out and arcs in. For the riwalk methods. Default: auto.
        role_weights : {"auto", "no", "yes"}, optional
            Whether roles use classes of strength, by share, instead of degree. For the riwalk methods. Default:
            auto.
        role_types : {"auto", "no", "yes"}, optional
            Whether roles name the types of nodes. For the riwalk methods. Default: auto.
        walks : int or "auto" or "exact", optional
            Walks from each node. For methods that walk. Default: auto.
        walk_length : int or "auto", optional
            Tokens per walk, including the anchor. For methods that walk. Default: auto.
        steps : {"uniform", "weight"}, optional
            Which neighbour a walk steps to. For the riwalk methods. Default: uniform.
        trainer : {"sgns", "factor"}, optional
            How vectors are trained from RiWalk's walks. For the riwalk methods. Default: sgns.
        pairs : {"all", "anchor"}, optional
            Which pairs of tokens are trained. For the riwalk methods with skip-gram training. Default: all.
        window : int, optional
            Tokens at most this far apart are paired. For skip-gram training. Default: 10.
        epochs : int, optional
            Passes over all walks; 0 gives the initial random vectors. For skip-gram training. Default: 5.
        negatives : int, optional
            Negative samples per pair. For skip-gram training and line. Default: 5.
        subsample : float, optional
            Downsample tokens more frequent than this; 0 keeps all. For skip-gram training. Default: 0.001.
        alpha : float, optional
            The first learning rate. For skip-gram training and line. Default: 0.025.
        min_alpha : float, optional
            The last learning rate. For skip-gram training and line. Default: 0.0001.
        ns_exponent : float, optional
            Noise is drawn by frequency to this power. For skip-gram training and line. Default: 0.75.
        weighting : {"auto", "hellinger", "log", "ppmi"}, optional
            How the share of each role in a node's visits is transformed. For the factor trainer. Default:
            hellinger.
        views : str or "one" or "auto" or "roles", optional
            Several ways to name roles, side by side: identifier, radius, class base, anchor and classes of each,
            such as sp:4:2:keep,sp:4:1.5:keep:share,wl:2:none:drop; away: drop without visits to the anchor. For the
            factor trainer. Default: one.
        measures : {"no", "yes", "auto"}, optional
            Add columns with measures of the node (degrees, triangles). For the factor trainer. Default: no.
        norm : float or "auto", optional
            Norm of the role part of each vector. For the factor trainer. Default: auto.
        transferable : bool
            Choose settings whose vectors mean the same in other graphs, as `riwalk embed --save-model` does: relative
            degree classes, one view, no measures. Vectors of one graph alone are better without.
        device : {"cpu", "cuda", "auto"}, optional
            Where walks run: "cuda" is a graphics card, "auto" uses one if it can. It changes no result.
            Default: cpu.
        node_types : str, dict, Series or list, optional
            Types of nodes, which roles tell apart: the name of an attribute of nodes, or types by id.
        directed : bool, optional
            Keep the direction of edges. By default as the graph says.
        weight : str, optional
            The edge attribute or column that holds weights. By default they are left out.
        duplicates : {"max", "sum"}, optional
            The weight of a repeated edge. Default: max.
        n_jobs : int, optional
            Threads; None or -1: all processors. They change no result.
        verbose : bool or callable, optional
            Show a progress bar; by default for long work in a terminal or a notebook. A function is called a few times a
            second with (stage, unit, done, total, seconds).
        """
        self._take(locals())  # type: ignore[attr-defined]


class DeepWalkParameters:
    n_components: int | None
    random_state: Seed | None
    memory: int | str | None
    walks: int | Literal["auto", "exact"] | None
    walk_length: int | Literal["auto"] | None
    window: int | None
    epochs: int | None
    negatives: int | None
    subsample: float | None
    alpha: float | None
    min_alpha: float | None
    ns_exponent: float | None
    directed: bool | None
    weight: str | bool | None
    duplicates: Literal["max", "sum"] | None
    n_jobs: int | None
    verbose: Verbose | None

    def __init__(
        self,
        *,
        n_components: int | None = None,
        random_state: Seed | None = None,
        memory: int | str | None = None,
        walks: int | Literal["auto", "exact"] | None = None,
        walk_length: int | Literal["auto"] | None = None,
        window: int | None = None,
        epochs: int | None = None,
        negatives: int | None = None,
        subsample: float | None = None,
        alpha: float | None = None,
        min_alpha: float | None = None,
        ns_exponent: float | None = None,
        directed: bool | None = None,
        weight: str | bool | None = None,
        duplicates: Literal["max", "sum"] | None = None,
        n_jobs: int | None = None,
        verbose: Verbose | None = None,
        **aliases: Unpack[Aliases],
    ) -> None:
        """
        Parameters
        ----------
        n_components : int, optional
            Length of a vector. Default: 128.
        random_state : int, optional
            Seed of the random numbers. Default: 1.
        memory : int or str, optional
            Use at most this much memory, such as 500M or 2G: walks are sampled again in every epoch instead of
            kept, or the run is refused with the amount it needs.
        walks : int or "auto" or "exact", optional
            Walks from each node. For methods that walk. Default: auto.
        walk_length : int or "auto", optional
            Tokens per walk, including the anchor. For methods that walk. Default: auto.
        window : int, optional
            Tokens at most this far apart are paired. For skip-gram training. Default: 10.
        epochs : int, optional
            Passes over all walks; 0 gives the initial random vectors. For skip-gram training. Default: 5.
        negatives : int, optional
            Negative samples per pair. For skip-gram training and line. Default: 5.
        subsample : float, optional
            Downsample tokens more frequent than this; 0 keeps all. For skip-gram training. Default: 0.001.
        alpha : float, optional
            The first learning rate. For skip-gram training and line. Default: 0.025.
        min_alpha : float, optional
            The last learning rate. For skip-gram training and line. Default: 0.0001.
        ns_exponent : float, optional
            Noise is drawn by frequency to this power. For skip-gram training and line. Default: 0.75.
        directed : bool, optional
            Keep the direction of edges. By default as the graph says.
        weight : str, optional
            The edge attribute or column that holds weights. By default they are left out.
        duplicates : {"max", "sum"}, optional
            The weight of a repeated edge. Default: max.
        n_jobs : int, optional
            Threads; None or -1: all processors. They change no result.
        verbose : bool or callable, optional
            Show a progress bar; by default for long work in a terminal or a notebook. A function is called a few times a
            second with (stage, unit, done, total, seconds).
        """
        self._take(locals())  # type: ignore[attr-defined]


class Node2VecParameters:
    n_components: int | None
    random_state: Seed | None
    memory: int | str | None
    walks: int | Literal["auto", "exact"] | None
    walk_length: int | Literal["auto"] | None
    window: int | None
    epochs: int | None
    negatives: int | None
    subsample: float | None
    alpha: float | None
    min_alpha: float | None
    ns_exponent: float | None
    p: float | None
    q: float | None
    directed: bool | None
    weight: str | bool | None
    duplicates: Literal["max", "sum"] | None
    n_jobs: int | None
    verbose: Verbose | None

    def __init__(
        self,
        *,
        n_components: int | None = None,
        random_state: Seed | None = None,
        memory: int | str | None = None,
        walks: int | Literal["auto", "exact"] | None = None,
        walk_length: int | Literal["auto"] | None = None,
        window: int | None = None,
        epochs: int | None = None,
        negatives: int | None = None,
        subsample: float | None = None,
        alpha: float | None = None,
        min_alpha: float | None = None,
        ns_exponent: float | None = None,
        p: float | None = None,
        q: float | None = None,
        directed: bool | None = None,
        weight: str | bool | None = None,
        duplicates: Literal["max", "sum"] | None = None,
        n_jobs: int | None = None,
        verbose: Verbose | None = None,
        **aliases: Unpack[Aliases],
    ) -> None:
        """
        Parameters
        ----------
        n_components : int, optional
            Length of a vector. Default: 128.
        random_state : int, optional
            Seed of the random numbers. Default: 1.
        memory : int or str, optional
            Use at most this much memory, such as 500M or 2G: walks are sampled again in every epoch instead of
            kept, or the run is refused with the amount it needs.
        walks : int or "auto" or "exact", optional
            Walks from each node. For methods that walk. Default: auto.
        walk_length : int or "auto", optional
            Tokens per walk, including the anchor. For methods that walk. Default: auto.
        window : int, optional
            Tokens at most this far apart are paired. For skip-gram training. Default: 10.
        epochs : int, optional
            Passes over all walks; 0 gives the initial random vectors. For skip-gram training. Default: 5.
        negatives : int, optional
            Negative samples per pair. For skip-gram training and line. Default: 5.
        subsample : float, optional
            Downsample tokens more frequent than this; 0 keeps all. For skip-gram training. Default: 0.001.
        alpha : float, optional
            The first learning rate. For skip-gram training and line. Default: 0.025.
        min_alpha : float, optional
            The last learning rate. For skip-gram training and line. Default: 0.0001.
        ns_exponent : float, optional
            Noise is drawn by frequency to this power. For skip-gram training and line. Default: 0.75.
        p : float, optional
            Above 1 walks turn back less, below 1 more. For node2vec. Default: 1.
        q : float, optional
            Above 1 walks stay near, below 1 they go outward. For node2vec. Default: 1.
        directed : bool, optional
            Keep the direction of edges. By default as the graph says.
        weight : str, optional
            The edge attribute or column that holds weights. By default they are left out.
        duplicates : {"max", "sum"}, optional
            The weight of a repeated edge. Default: max.
        n_jobs : int, optional
            Threads; None or -1: all processors. They change no result.
        verbose : bool or callable, optional
            Show a progress bar; by default for long work in a terminal or a notebook. A function is called a few times a
            second with (stage, unit, done, total, seconds).
        """
        self._take(locals())  # type: ignore[attr-defined]


class Struc2VecParameters:
    n_components: int | None
    random_state: Seed | None
    memory: int | str | None
    walks: int | Literal["auto", "exact"] | None
    walk_length: int | Literal["auto"] | None
    window: int | None
    epochs: int | None
    negatives: int | None
    subsample: float | None
    alpha: float | None
    min_alpha: float | None
    ns_exponent: float | None
    layers: int | Literal["max"] | None
    compact_degrees: Literal["yes", "True", "true", "no", "False", "false"] | bool | None
    candidates: Literal["log", "True", "true", "all", "False", "false"] | None
    stay: float | None
    directed: bool | None
    weight: str | bool | None
    duplicates: Literal["max", "sum"] | None
    n_jobs: int | None
    verbose: Verbose | None

    def __init__(
        self,
        *,
        n_components: int | None = None,
        random_state: Seed | None = None,
        memory: int | str | None = None,
        walks: int | Literal["auto", "exact"] | None = None,
        walk_length: int | Literal["auto"] | None = None,
        window: int | None = None,
        epochs: int | None = None,
        negatives: int | None = None,
        subsample: float | None = None,
        alpha: float | None = None,
        min_alpha: float | None = None,
        ns_exponent: float | None = None,
        layers: int | Literal["max"] | None = None,
        compact_degrees: Literal["yes", "True", "true", "no", "False", "false"] | bool | None = None,
        candidates: Literal["log", "True", "true", "all", "False", "false"] | None = None,
        stay: float | None = None,
        directed: bool | None = None,
        weight: str | bool | None = None,
        duplicates: Literal["max", "sum"] | None = None,
        n_jobs: int | None = None,
        verbose: Verbose | None = None,
        **aliases: Unpack[Aliases],
    ) -> None:
        """
        Parameters
        ----------
        n_components : int, optional
            Length of a vector. Default: 128.
        random_state : int, optional
            Seed of the random numbers. Default: 1.
        memory : int or str, optional
            Use at most this much memory, such as 500M or 2G: walks are sampled again in every epoch instead of
            kept, or the run is refused with the amount it needs.
        walks : int or "auto" or "exact", optional
            Walks from each node. For methods that walk. Default: auto.
        walk_length : int or "auto", optional
            Tokens per walk, including the anchor. For methods that walk. Default: auto.
        window : int, optional
            Tokens at most this far apart are paired. For skip-gram training. Default: 10.
        epochs : int, optional
            Passes over all walks; 0 gives the initial random vectors. For skip-gram training. Default: 5.
        negatives : int, optional
            Negative samples per pair. For skip-gram training and line. Default: 5.
        subsample : float, optional
            Downsample tokens more frequent than this; 0 keeps all. For skip-gram training. Default: 0.001.
        alpha : float, optional
            The first learning rate. For skip-gram training and line. Default: 0.025.
        min_alpha : float, optional
            The last learning rate. For skip-gram training and line. Default: 0.0001.
        ns_exponent : float, optional
            Noise is drawn by frequency to this power. For skip-gram training and line. Default: 0.75.
        layers : int or "max", optional
            Compare degrees up to this many hops away. For struc2vec. Default: 6.
        compact_degrees : {"yes", "no"}, optional
            Compare runs of equal degrees, not every degree by itself. For struc2vec. Default: yes.
        candidates : {"log", "all"}, optional
            How many other nodes each node is compared with. For struc2vec. Default: log.
        stay : float, optional
            The probability that a walk stays in its layer. For struc2vec. Default: 0.3.
        directed : bool, optional
            Keep the direction of edges. By default as the graph says.
        weight : str, optional
            The edge attribute or column that holds weights. By default they are left out.
        duplicates : {"max", "sum"}, optional
            The weight of a repeated edge. Default: max.
        n_jobs : int, optional
            Threads; None or -1: all processors. They change no result.
        verbose : bool or callable, optional
            Show a progress bar; by default for long work in a terminal or a notebook. A function is called a few times a
            second with (stage, unit, done, total, seconds).
        """
        self._take(locals())  # type: ignore[attr-defined]


class GraphWaveParameters:
    n_components: int | None
    random_state: Seed | None
    memory: int | str | None
    heat_scales: str | Sequence[float] | None
    directed: bool | None
    weight: str | bool | None
    duplicates: Literal["max", "sum"] | None
    n_jobs: int | None
    verbose: Verbose | None

    def __init__(
        self,
        *,
        n_components: int | None = None,
        random_state: Seed | None = None,
        memory: int | str | None = None,
        heat_scales: str | Sequence[float] | None = None,
        directed: bool | None = None,
        weight: str | bool | None = None,
        duplicates: Literal["max", "sum"] | None = None,
        n_jobs: int | None = None,
        verbose: Verbose | None = None,
        **aliases: Unpack[Aliases],
    ) -> None:
        """
        Parameters
        ----------
        n_components : int, optional
            Length of a vector. Default: 128.
        random_state : int, optional
            Seed of the random numbers. Default: 1.
        memory : int or str, optional
            Use at most this much memory, such as 500M or 2G: walks are sampled again in every epoch instead of
            kept, or the run is refused with the amount it needs.
        heat_scales : str or "auto", optional
            How far heat spreads: numbers separated by commas, such as 10,50. For graphwave. Default: auto.
        directed : bool, optional
            Keep the direction of edges. By default as the graph says.
        weight : str, optional
            The edge attribute or column that holds weights. By default they are left out.
        duplicates : {"max", "sum"}, optional
            The weight of a repeated edge. Default: max.
        n_jobs : int, optional
            Threads; None or -1: all processors. They change no result.
        verbose : bool or callable, optional
            Show a progress bar; by default for long work in a terminal or a notebook. A function is called a few times a
            second with (stage, unit, done, total, seconds).
        """
        self._take(locals())  # type: ignore[attr-defined]


class RefexParameters:
    n_components: int | None
    random_state: Seed | None
    memory: int | str | None
    bin_share: float | None
    feature_values: Literal["log", "bins", "raw"] | None
    directed: bool | None
    weight: str | bool | None
    duplicates: Literal["max", "sum"] | None
    n_jobs: int | None
    verbose: Verbose | None

    def __init__(
        self,
        *,
        n_components: int | None = None,
        random_state: Seed | None = None,
        memory: int | str | None = None,
        bin_share: float | None = None,
        feature_values: Literal["log", "bins", "raw"] | None = None,
        directed: bool | None = None,
        weight: str | bool | None = None,
        duplicates: Literal["max", "sum"] | None = None,
        n_jobs: int | None = None,
        verbose: Verbose | None = None,
        **aliases: Unpack[Aliases],
    ) -> None:
        """
        Parameters
        ----------
        n_components : int, optional
            Length of a vector. Default: 128.
        random_state : int, optional
            Seed of the random numbers. Default: 1.
        memory : int or str, optional
            Use at most this much memory, such as 500M or 2G: walks are sampled again in every epoch instead of
            kept, or the run is refused with the amount it needs.
        bin_share : float, optional
            Fraction of the remaining nodes that each bin of a feature takes, from the lowest values up. For refex
            and rolx. Default: 0.5.
        feature_values : {"log", "bins", "raw"}, optional
            What the columns of vectors are. For refex. Default: log.
        directed : bool, optional
            Keep the direction of edges. By default as the graph says.
        weight : str, optional
            The edge attribute or column that holds weights. By default they are left out.
        duplicates : {"max", "sum"}, optional
            The weight of a repeated edge. Default: max.
        n_jobs : int, optional
            Threads; None or -1: all processors. They change no result.
        verbose : bool or callable, optional
            Show a progress bar; by default for long work in a terminal or a notebook. A function is called a few times a
            second with (stage, unit, done, total, seconds).
        """
        self._take(locals())  # type: ignore[attr-defined]


class RolXParameters:
    n_components: int | None
    random_state: Seed | None
    memory: int | str | None
    bin_share: float | None
    roles: int | Literal["auto"] | None
    directed: bool | None
    weight: str | bool | None
    duplicates: Literal["max", "sum"] | None
    n_jobs: int | None
    verbose: Verbose | None

    def __init__(
        self,
        *,
        n_components: int | None = None,
        random_state: Seed | None = None,
        memory: int | str | None = None,
        bin_share: float | None = None,
        roles: int | Literal["auto"] | None = None,
        directed: bool | None = None,
        weight: str | bool | None = None,
        duplicates: Literal["max", "sum"] | None = None,
        n_jobs: int | None = None,
        verbose: Verbose | None = None,
        **aliases: Unpack[Aliases],
    ) -> None:
        """
        Parameters
        ----------
        n_components : int, optional
            Length of a vector. Default: 128.
        random_state : int, optional
            Seed of the random numbers. Default: 1.
        memory : int or str, optional
            Use at most this much memory, such as 500M or 2G: walks are sampled again in every epoch instead of
            kept, or the run is refused with the amount it needs.
        bin_share : float, optional
            Fraction of the remaining nodes that each bin of a feature takes, from the lowest values up. For refex
            and rolx. Default: 0.5.
        roles : int or "auto", optional
            Number of roles. For rolx. Default: auto.
        directed : bool, optional
            Keep the direction of edges. By default as the graph says.
        weight : str, optional
            The edge attribute or column that holds weights. By default they are left out.
        duplicates : {"max", "sum"}, optional
            The weight of a repeated edge. Default: max.
        n_jobs : int, optional
            Threads; None or -1: all processors. They change no result.
        verbose : bool or callable, optional
            Show a progress bar; by default for long work in a terminal or a notebook. A function is called a few times a
            second with (stage, unit, done, total, seconds).
        """
        self._take(locals())  # type: ignore[attr-defined]


class LineParameters:
    n_components: int | None
    random_state: Seed | None
    memory: int | str | None
    negatives: int | None
    alpha: float | None
    min_alpha: float | None
    ns_exponent: float | None
    order: Literal["both", "first", "second"] | None
    samples: int | None
    directed: bool | None
    weight: str | bool | None
    duplicates: Literal["max", "sum"] | None
    n_jobs: int | None
    verbose: Verbose | None

    def __init__(
        self,
        *,
        n_components: int | None = None,
        random_state: Seed | None = None,
        memory: int | str | None = None,
        negatives: int | None = None,
        alpha: float | None = None,
        min_alpha: float | None = None,
        ns_exponent: float | None = None,
        order: Literal["both", "first", "second"] | None = None,
        samples: int | None = None,
        directed: bool | None = None,
        weight: str | bool | None = None,
        duplicates: Literal["max", "sum"] | None = None,
        n_jobs: int | None = None,
        verbose: Verbose | None = None,
        **aliases: Unpack[Aliases],
    ) -> None:
        """
        Parameters
        ----------
        n_components : int, optional
            Length of a vector. Default: 128.
        random_state : int, optional
            Seed of the random numbers. Default: 1.
        memory : int or str, optional
            Use at most this much memory, such as 500M or 2G: walks are sampled again in every epoch instead of
            kept, or the run is refused with the amount it needs.
        negatives : int, optional
            Negative samples per pair. For skip-gram training and line. Default: 5.
        alpha : float, optional
            The first learning rate. For skip-gram training and line. Default: 0.025.
        min_alpha : float, optional
            The last learning rate. For skip-gram training and line. Default: 0.0001.
        ns_exponent : float, optional
            Noise is drawn by frequency to this power. For skip-gram training and line. Default: 0.75.
        order : {"both", "first", "second"}, optional
            Which nodes get similar vectors. For line. Default: both.
        samples : int, optional
            Edges drawn for each node and order. For line. Default: 1000.
        directed : bool, optional
            Keep the direction of edges. By default as the graph says.
        weight : str, optional
            The edge attribute or column that holds weights. By default they are left out.
        duplicates : {"max", "sum"}, optional
            The weight of a repeated edge. Default: max.
        n_jobs : int, optional
            Threads; None or -1: all processors. They change no result.
        verbose : bool or callable, optional
            Show a progress bar; by default for long work in a terminal or a notebook. A function is called a few times a
            second with (stage, unit, done, total, seconds).
        """
        self._take(locals())  # type: ignore[attr-defined]


def embed(
    graph: Any,
    /,
    *,
    preset: Preset | None = None,
    names: Sequence[str] | None = None,
    method: Literal["riwalk-sp", "sp", "riwalk-wl", "wl", "riwalk-rw-sp", "rw-sp", "rwsp", "riwalk-rw-wl", "rw-wl", "rwwl", "deepwalk", "node2vec", "struc2vec", "graphwave", "refex", "rolx", "line"] | None = None,
    n_components: int | None = None,
    random_state: Seed | None = None,
    memory: int | str | None = None,
    radius: int | Literal["max"] | None = None,
    degree_classes: Literal["auto", "log", "share", "none"] | None = None,
    class_base: float | Literal["auto"] | None = None,
    role_anchor: Literal["auto", "keep", "drop", "both"] | None = None,
    role_directions: Literal["auto", "no", "yes"] | bool | None = None,
    role_weights: Literal["auto", "no", "yes"] | bool | None = None,
    role_types: Literal["auto", "no", "yes"] | bool | None = None,
    walks: int | Literal["auto", "exact"] | None = None,
    walk_length: int | Literal["auto"] | None = None,
    steps: Literal["uniform", "weight"] | None = None,
    trainer: Literal["sgns", "factor"] | None = None,
    pairs: Literal["all", "anchor"] | None = None,
    window: int | None = None,
    epochs: int | None = None,
    negatives: int | None = None,
    subsample: float | None = None,
    alpha: float | None = None,
    min_alpha: float | None = None,
    ns_exponent: float | None = None,
    weighting: Literal["auto", "hellinger", "log", "ppmi"] | None = None,
    views: str | None = None,
    measures: Literal["no", "yes", "auto"] | bool | None = None,
    norm: float | Literal["auto"] | None = None,
    p: float | None = None,
    q: float | None = None,
    layers: int | Literal["max"] | None = None,
    compact_degrees: Literal["yes", "True", "true", "no", "False", "false"] | bool | None = None,
    candidates: Literal["log", "True", "true", "all", "False", "false"] | None = None,
    stay: float | None = None,
    heat_scales: str | Sequence[float] | None = None,
    bin_share: float | None = None,
    feature_values: Literal["log", "bins", "raw"] | None = None,
    roles: int | Literal["auto"] | None = None,
    order: Literal["both", "first", "second"] | None = None,
    samples: int | None = None,
    combine: Literal["none", "deepwalk", "node2vec"] | None = None,
    balance: float | None = None,
    combine_walks: int | None = None,
    combine_walk_length: int | None = None,
    device: Device | None = None,
    source: Hashable = None,
    target: Hashable = None,
    node_types: Any = None,
    directed: bool | None = None,
    weight: str | bool | None = None,
    duplicates: Literal["max", "sum"] | None = None,
    n_jobs: int | None = None,
    verbose: Verbose | None = None,
    **aliases: Unpack[Aliases],
) -> Embedding:
    """Embed a graph, or several into one space: one vector per node.

    With the default, the paper's settings, hubs of a degree class of their own share no role with any other
    node, and small graphs have few in a class: what is nearest to such a hub means little. preset="best"
    compares across classes.

    Parameters
    ----------
    graph : graph, or list of graphs
        Anything that `riwalk.graph` takes.
    preset : {"paper", "fast", "best", "roles"}, optional
        A list of settings to start from; parameters given beside it override it. The default is "paper". "best"
        has the best vectors of one graph, "fast" is the factor trainer, "roles" is for clusters.
    names : list of str, optional
        Of several graphs: ids are then pairs (name, id).
    method : {"riwalk-sp", "riwalk-wl", "riwalk-rw-sp", "riwalk-rw-wl", "deepwalk", "node2vec", "struc2vec", "graphwave", "refex", "rolx", "line"}, optional
        How vectors are made; for RiWalk, what a role is made of. Default: riwalk-sp.
    n_components : int, optional
        Length of a vector. Default: 128.
    random_state : int, optional
        Seed of the random numbers. Default: 1.
    memory : int or str, optional
        Use at most this much memory, such as 500M or 2G: walks are sampled again in every epoch instead of
        kept, or the run is refused with the amount it needs.
    radius : int or "max", optional
        How far from its anchor a walk may go, in hops. For the riwalk methods without views. Default: 4.
    degree_classes : {"auto", "log", "share", "none"}, optional
        How degrees and counts are put into classes. For the riwalk methods without views. Default: auto.
    class_base : float or "auto", optional
        How much wider each degree class is than the one before. For the riwalk methods without views, with
        degree classes. Default: auto.
    role_anchor : {"auto", "keep", "drop", "both"}, optional
        Whether a role includes the degree class of its anchor. For the riwalk methods. Default: auto.
    role_directions : {"auto", "no", "yes"}, optional
        Whether roles distinguish arcs out and arcs in. For the riwalk methods. Default: auto.
    role_weights : {"auto", "no", "yes"}, optional
        Whether roles use classes of strength, by share, instead of degree. For the riwalk methods. Default:
        auto.
    role_types : {"auto", "no", "yes"}, optional
        Whether roles name the types of nodes. For the riwalk methods. Default: auto.
    walks : int or "auto" or "exact", optional
        Walks from each node. For methods that walk. Default: auto.
    walk_length : int or "auto", optional
        Tokens per walk, including the anchor. For methods that walk. Default: auto.
    steps : {"uniform", "weight"}, optional
        Which neighbour a walk steps to. For the riwalk methods. Default: uniform.
    trainer : {"sgns", "factor"}, optional
        How vectors are trained from RiWalk's walks. For the riwalk methods. Default: sgns.
    pairs : {"all", "anchor"}, optional
        Which pairs of tokens are trained. For the riwalk methods with skip-gram training. Default: all.
    window : int, optional
        Tokens at most this far apart are paired. For skip-gram training. Default: 10.
    epochs : int, optional
        Passes over all walks; 0 gives the initial random vectors. For skip-gram training. Default: 5.
    negatives : int, optional
        Negative samples per pair. For skip-gram training and line. Default: 5.
    subsample : float, optional
        Downsample tokens more frequent than this; 0 keeps all. For skip-gram training. Default: 0.001.
    alpha : float, optional
        The first learning rate. For skip-gram training and line. Default: 0.025.
    min_alpha : float, optional
        The last learning rate. For skip-gram training and line. Default: 0.0001.
    ns_exponent : float, optional
        Noise is drawn by frequency to this power. For skip-gram training and line. Default: 0.75.
    weighting : {"auto", "hellinger", "log", "ppmi"}, optional
        How the share of each role in a node's visits is transformed. For the factor trainer. Default:
        hellinger.
    views : str or "one" or "auto" or "roles", optional
        Several ways to name roles, side by side: identifier, radius, class base, anchor and classes of each,
        such as sp:4:2:keep,sp:4:1.5:keep:share,wl:2:none:drop; away: drop without visits to the anchor. For the
        factor trainer. Default: one.
    measures : {"no", "yes", "auto"}, optional
        Add columns with measures of the node (degrees, triangles). For the factor trainer. Default: no.
    norm : float or "auto", optional
        Norm of the role part of each vector. For the factor trainer. Default: auto.
    p : float, optional
        Above 1 walks turn back less, below 1 more. For node2vec. Default: 1.
    q : float, optional
        Above 1 walks stay near, below 1 they go outward. For node2vec. Default: 1.
    layers : int or "max", optional
        Compare degrees up to this many hops away. For struc2vec. Default: 6.
    compact_degrees : {"yes", "no"}, optional
        Compare runs of equal degrees, not every degree by itself. For struc2vec. Default: yes.
    candidates : {"log", "all"}, optional
        How many other nodes each node is compared with. For struc2vec. Default: log.
    stay : float, optional
        The probability that a walk stays in its layer. For struc2vec. Default: 0.3.
    heat_scales : str or "auto", optional
        How far heat spreads: numbers separated by commas, such as 10,50. For graphwave. Default: auto.
    bin_share : float, optional
        Fraction of the remaining nodes that each bin of a feature takes, from the lowest values up. For refex
        and rolx. Default: 0.5.
    feature_values : {"log", "bins", "raw"}, optional
        What the columns of vectors are. For refex. Default: log.
    roles : int or "auto", optional
        Number of roles. For rolx. Default: auto.
    order : {"both", "first", "second"}, optional
        Which nodes get similar vectors. For line. Default: both.
    samples : int, optional
        Edges drawn for each node and order. For line. Default: 1000.
    combine : {"none", "deepwalk", "node2vec"}, optional
        Use half of each vector for proximity, by this method. Default: none.
    balance : float, optional
        The weight of that half, 0 to 1. For combinations. Default: 0.5.
    combine_walks : int, optional
        Walks from each node for that half. For combinations. Default: 10.
    combine_walk_length : int, optional
        Nodes of such a walk. For combinations. Default: 80.
    device : {"cpu", "cuda", "auto"}, optional
        Where walks run: "cuda" is a graphics card, "auto" uses one if it can. It changes no result.
        Default: cpu.
    source, target : column names, optional
        The columns of a frame that hold the ends of edges, as for `riwalk.graph`.
    node_types : str, dict, Series or list, optional
        Types of nodes, which roles tell apart: the name of an attribute of nodes, or types by id.
    directed : bool, optional
        Keep the direction of edges. By default as the graph says.
    weight : str, optional
        The edge attribute or column that holds weights. By default they are left out.
    duplicates : {"max", "sum"}, optional
        The weight of a repeated edge. Default: max.
    n_jobs : int, optional
        Threads; None or -1: all processors. They change no result.
    verbose : bool or callable, optional
        Show a progress bar; by default for long work in a terminal or a notebook. A function is called a few times a
        second with (stage, unit, done, total, seconds).

    >>> import riwalk
    >>> E = riwalk.embed([[1, 2], [2, 3], [3, 1], [3, 4]], preset="fast", n_components=8)
    >>> [node for node, similarity in E.nearest(1, 1)]
    [2]
    """
    given = locals()
    from .estimators import _embed

    return _embed(given)


def estimate(
    graph: Any,
    /,
    *,
    preset: Preset | None = None,
    method: Literal["riwalk-sp", "sp", "riwalk-wl", "wl", "riwalk-rw-sp", "rw-sp", "rwsp", "riwalk-rw-wl", "rw-wl", "rwwl", "deepwalk", "node2vec", "struc2vec", "graphwave", "refex", "rolx", "line"] | None = None,
    n_components: int | None = None,
    random_state: Seed | None = None,
    memory: int | str | None = None,
    radius: int | Literal["max"] | None = None,
    degree_classes: Literal["auto", "log", "share", "none"] | None = None,
    class_base: float | Literal["auto"] | None = None,
    role_anchor: Literal["auto", "keep", "drop", "both"] | None = None,
    role_directions: Literal["auto", "no", "yes"] | bool | None = None,
    role_weights: Literal["auto", "no", "yes"] | bool | None = None,
    role_types: Literal["auto", "no", "yes"] | bool | None = None,
    walks: int | Literal["auto", "exact"] | None = None,
    walk_length: int | Literal["auto"] | None = None,
    steps: Literal["uniform", "weight"] | None = None,
    trainer: Literal["sgns", "factor"] | None = None,
    pairs: Literal["all", "anchor"] | None = None,
    window: int | None = None,
    epochs: int | None = None,
    negatives: int | None = None,
    subsample: float | None = None,
    alpha: float | None = None,
    min_alpha: float | None = None,
    ns_exponent: float | None = None,
    weighting: Literal["auto", "hellinger", "log", "ppmi"] | None = None,
    views: str | None = None,
    measures: Literal["no", "yes", "auto"] | bool | None = None,
    norm: float | Literal["auto"] | None = None,
    p: float | None = None,
    q: float | None = None,
    layers: int | Literal["max"] | None = None,
    compact_degrees: Literal["yes", "True", "true", "no", "False", "false"] | bool | None = None,
    candidates: Literal["log", "True", "true", "all", "False", "false"] | None = None,
    stay: float | None = None,
    heat_scales: str | Sequence[float] | None = None,
    bin_share: float | None = None,
    feature_values: Literal["log", "bins", "raw"] | None = None,
    roles: int | Literal["auto"] | None = None,
    order: Literal["both", "first", "second"] | None = None,
    samples: int | None = None,
    combine: Literal["none", "deepwalk", "node2vec"] | None = None,
    balance: float | None = None,
    combine_walks: int | None = None,
    combine_walk_length: int | None = None,
    device: Device | None = None,
    source: Hashable = None,
    target: Hashable = None,
    node_types: Any = None,
    directed: bool | None = None,
    weight: str | bool | None = None,
    duplicates: Literal["max", "sum"] | None = None,
    n_jobs: int | None = None,
    verbose: Verbose | None = None,
    **aliases: Unpack[Aliases],
) -> dict[str, Any]:
    """Memory and time that `embed` would take with these parameters, without embedding."""
    given = locals()
    from .estimators import _estimate

    return _estimate(given)
