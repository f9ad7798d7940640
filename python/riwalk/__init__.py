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
from .describing import Description, describe, report
from .embedding import Embedding, Explanation, Picture, read
from .estimators import (
    DeepWalk,
    GraphWave,
    Line,
    Node2Vec,
    NodeVectors,
    NotFittedError,
    Refex,
    RiWalk,
    RolX,
    Struc2Vec,
    embed,
    estimate,
    load,
    options,
)
from .graphs import Graph, graph
from .parts import Part, fit, profiles

__all__ = [
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
    "Struc2Vec",
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
]
