# SPDX-License-Identifier: MIT
"""Structural roles as node features of graph neural networks: a transform of PyTorch Geometric.

>>> from riwalk.pyg import AddRiWalk
>>> from torch_geometric.data import Data
>>> import torch
>>> path = Data(edge_index=torch.tensor([[0, 1, 1, 2], [1, 0, 2, 1]]), num_nodes=4)
>>> AddRiWalk(8)(path)
Data(edge_index=[2, 4], num_nodes=4, riwalk_se=[4, 8])
"""

from __future__ import annotations

from typing import Any, Iterable

import numpy as np

from .encoding import EdgeIndex, Encoder
from .estimators import RiWalk
from .graphs import Path

try:
    import torch
    from torch_geometric.data.datapipes import functional_transform
    from torch_geometric.transforms import BaseTransform
except ImportError as problem:
    raise ImportError("riwalk.pyg needs PyTorch Geometric: pip install torch torch_geometric") from problem

__all__ = ["AddRiWalk"]


@functional_transform("add_riwalk")
class AddRiWalk(BaseTransform):
    """Adds the vectors of RiWalk to the nodes of a graph, as AddRandomWalkPE adds return probabilities.

    Nodes with similar roles get similar rows, wherever in the graph they are; those without edges get
    zeros. Directions count where an edge lacks its opposite.

    Rows of graphs that are embedded one by one do not compare. For a data set of several graphs call
    ``fit`` with those to train on, or give a model: it takes all of them into one space. ``fit`` has the
    same degree classes in all graphs; RiWalk(transferable=True) has relative ones, for graphs of other sizes.

    Parameters
    ----------
    dim : int
        The length of a row.
    attr_name : str, optional
        The attribute that gets the rows; with None they are joined to ``data.x``.
    model : RiWalk or path, optional
        A fitted ``RiWalk(transferable=True)``, or a file that one was saved to.
    weight : str, optional
        The attribute of edges that holds their weights, such as "edge_weight". By default they are left out.
    directed : bool, optional
        Keep the direction of edges. By default as ``edge_index`` is, and as the model wants it.
    preset, **options
        As for `riwalk.embed`; the preset is "best" by default. A model has its own.
    """

    def __init__(
        self,
        dim: int,
        attr_name: str | None = "riwalk_se",
        model: RiWalk | Path | None = None,
        *,
        weight: str | None = None,
        directed: bool | None = None,
        preset: str | None = None,
        **options: Any,
    ):
        self.dim = dim
        self.attr_name = attr_name
        self.weight = weight
        self.directed = directed
        preset = preset or ("best" if model is None else None)
        self._encoder = Encoder(dim, model, directed, {"preset": preset, **options} if preset else options)

    @property
    def model(self) -> RiWalk | None:
        """What all graphs are embedded with; None: each by itself."""
        return self._encoder.model

    def fit(self, dataset: Iterable[Any]) -> "AddRiWalk":
        """Make a model from the graphs of a data set. No labels are looked at."""
        self._encoder.fit(self._edges(data) for data in dataset)
        return self

    def forward(self, data: Any) -> Any:
        """The data with its encoding."""
        rows = torch.from_numpy(self._encoder.rows(self._edges(data))).to(data.edge_index.device)
        if self.attr_name is not None:
            data[self.attr_name] = rows
        elif data.x is None:
            data.x = rows
        else:
            x = data.x.view(-1, 1) if data.x.dim() == 1 else data.x
            data.x = torch.cat([x, rows.to(x.device, x.dtype)], dim=-1)
        return data

    def _edges(self, data: Any) -> EdgeIndex:
        """The edges of homogeneous data as arrays."""
        if getattr(data, "edge_index", None) is None:
            raise ValueError(f"this {type(data).__name__} has no edge_index: AddRiWalk takes one kind of nodes and edges")
        weights = None
        if self.weight is not None:
            weights = getattr(data, self.weight, None)
            if weights is None:
                raise ValueError(f"weight={self.weight!r}: the edges have no such attribute")
            weights = weights.detach().cpu().numpy().reshape(-1)
        return EdgeIndex(np.asarray(data.edge_index.detach().cpu()), int(data.num_nodes), weights)

    def __repr__(self) -> str:
        given: dict[str, Any] = {"attr_name": self.attr_name, **self._encoder.options}
        for name in ("model", "weight", "directed"):
            if getattr(self, name) is not None:
                given[name] = getattr(self, name)
        return f"{type(self).__name__}({self.dim}, {', '.join(f'{name}={value!r}' for name, value in given.items())})"
