# SPDX-License-Identifier: MIT
"""The transform of PyTorch Geometric, where that is installed: it is no requirement of the tests."""

import doctest
import pickle
import warnings

import networkx as nx
import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("torch_geometric")

import riwalk  # noqa: E402
import riwalk.pyg  # noqa: E402
import torch_geometric.transforms as T  # noqa: E402
from riwalk.pyg import AddRiWalk  # noqa: E402
from torch_geometric.data import Data, HeteroData  # noqa: E402
from torch_geometric.data.datapipes import DatasetAdapter  # noqa: E402
from torch_geometric.loader import DataLoader  # noqa: E402
from torch_geometric.utils import from_networkx  # noqa: E402


@pytest.fixture
def club():
    return from_networkx(nx.karate_club_graph())


@pytest.fixture(scope="module")
def small():
    return [from_networkx(nx.gnp_random_graph(20, 0.2, seed=seed)) for seed in range(6)]


def test_the_example():
    assert doctest.testmod(riwalk.pyg) == (0, 5)


def test_it_is_a_transform(club):
    expected = np.asarray(riwalk.embed(nx.karate_club_graph(), preset="best", n_components=16))
    made = AddRiWalk(16)(club)
    assert "riwalk_se" not in club  # which stays as it was
    assert np.array_equal(made.riwalk_se.numpy(), expected)
    assert T.Compose([AddRiWalk(4, "a"), T.AddRandomWalkPE(3), AddRiWalk(5, "b")])(club).b.shape == (34, 5)


def test_tensors_are_writable(club):
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # torch warns of arrays that are read-only
        made = AddRiWalk(16)(club).riwalk_se
    assert made.dtype == torch.float32 and made.is_contiguous()
    before = made.clone()
    made += 1
    assert torch.equal(AddRiWalk(16)(club).riwalk_se, before)


def test_rows_join_x(club):
    assert AddRiWalk(8, attr_name=None)(club).x.shape == (34, 8)
    club.x = torch.arange(34)
    joined = AddRiWalk(8, None)(club).x
    assert joined.shape == (34, 9) and joined.dtype == torch.int64
    club.x = torch.ones(34, 2, dtype=torch.float64)
    joined = AddRiWalk(8, None)(club).x
    assert joined.shape == (34, 10) and joined.dtype == torch.float64 and (joined[:, :2] == 1).all()


def test_a_fitted_model_is_for_a_data_set(small, club):
    transform = AddRiWalk(8, preset="fast").fit(small)
    alone = [transform(data).riwalk_se for data in small]
    batch = next(iter(DataLoader([transform(data) for data in small], batch_size=6)))
    assert torch.equal(batch.riwalk_se, torch.cat(alone))
    again = pickle.loads(pickle.dumps(transform))
    assert torch.equal(again(club).riwalk_se, transform(club).riwalk_se)
    assert torch.equal(AddRiWalk(8, model=transform.model)(club).riwalk_se, transform(club).riwalk_se)
    piped = list(DatasetAdapter(small).add_riwalk(8, model=transform.model))
    assert torch.equal(piped[2].riwalk_se, alone[2])


def test_weights_are_named(club):
    club.edge_weight = club.weight.double()
    expected = riwalk.embed(nx.karate_club_graph(), weight="weight", preset="best", n_components=8)
    assert np.array_equal(AddRiWalk(8, weight="edge_weight")(club).riwalk_se.numpy(), np.asarray(expected))
    pytest.raises(ValueError, AddRiWalk(8, weight="edge_wait"), club).match("the edges have no 'edge_wait'")


def test_what_it_is_shows(small):
    assert repr(AddRiWalk(8)) == "AddRiWalk(8, attr_name='riwalk_se', preset='best')"
    model = riwalk.RiWalk(n_components=8, trainer="factor", transferable=True).fit(small[0])
    shown = "AddRiWalk(8, attr_name=None, model=RiWalk(n_components=8, trainer='factor', transferable=True), directed=False)"
    assert repr(AddRiWalk(8, None, model, directed=False)) == shown


def test_mistakes_are_told(club):
    pytest.raises(TypeError, AddRiWalk, 8, wings=2).match("no parameter 'wings'")
    pytest.raises(ValueError, AddRiWalk(8), HeteroData()).match("HeteroData has no edge_index")
    pytest.raises(ValueError, AddRiWalk(8), Data(num_nodes=3)).match("has no edge_index")
