# SPDX-License-Identifier: MIT
"""Structural node embeddings: nodes with similar roles get similar vectors.

>>> import riwalk
>>> E = riwalk.embed({"a": ["b", "c"], "b": ["c"], "d": ["c"]}, n_components=4)
>>> E["a"].shape
(4,)
>>> E.node_ids
['a', 'b', 'd', 'c']
"""

from ._core import isa, version as __version__
from ._signatures import embed, estimate
from .comparing import Alignment, align, transfer
from .describing import Description, describe, report
from .embedding import Embedding, Explanation, Picture, read
from .classifier import NodeVectors, RoleClassifier
from .estimators import (
    DeepWalk,
    GraphWave,
    Line,
    Node2Vec,
    NotFittedError,
    Refex,
    RiWalk,
    RolX,
    Struc2Vec,
    load,
)
from .graphs import Graph, graph
from .parts import Part, fit, profiles
from .settings import options
from .tracking import Tracking, track

__all__ = [
    "Alignment",
    "DeepWalk",
    "Description",
    "Embedding",
    "Explanation",
    "Graph",
    "GraphWave",
    "Line",
    "Node2Vec",
    "NodeVectors",
    "NotFittedError",
    "Part",
    "Picture",
    "Refex",
    "RiWalk",
    "RolX",
    "RoleClassifier",
    "Struc2Vec",
    "Tracking",
    "align",
    "describe",
    "embed",
    "estimate",
    "fit",
    "graph",
    "isa",
    "load",
    "options",
    "profiles",
    "read",
    "report",
    "track",
    "transfer",
]


def __getattr__(name: str):
    """Modules that need other packages, or are seldom used, when they are asked for."""
    if name in ("distributed", "pyg"):
        import importlib

        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
