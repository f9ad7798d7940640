# SPDX-License-Identifier: MIT
"""Encodings for networks: rows in the order of numbers, writable, comparable where a model is given. Without torch."""

import warnings

import networkx as nx
import numpy as np
import pytest

import riwalk
from conftest import python
from riwalk.encoding import EdgeIndex, Encoder

BEST = {"preset": "best"}


def edge_index(g, nodes=None, weight=None):
    """Both directions of each edge, as PyG keeps undirected graphs."""
    ends = np.array(list(g.edges), dtype=np.int64).reshape(-1, 2).T
    weights = None if weight is None else np.tile([g.edges[edge][weight] for edge in g.edges], 2)
    return EdgeIndex(np.concatenate([ends, ends[::-1]], axis=1), len(g) if nodes is None else nodes, weights)


def test_rows_are_those_of_embed_in_the_order_of_numbers(club):
    shuffled = nx.relabel_nodes(club, dict(zip(club, np.random.default_rng(1).permutation(34).tolist())))
    for g in (club, shuffled, nx.path_graph(200)):
        rows = Encoder(16, None, None, BEST).rows(edge_index(g))
        expected = riwalk.embed(g, preset="best", n_components=16)
        assert rows.tobytes() == expected[list(range(len(g)))].tobytes()


def test_rows_may_be_written_to_and_are_nobody_elses(club):
    encoder = Encoder(8, None, None, BEST)
    rows = encoder.rows(edge_index(club))
    assert rows.dtype == np.float32 and rows.flags.writeable and rows.flags.c_contiguous
    before = rows.copy()
    rows += 1
    assert np.array_equal(encoder.rows(edge_index(club)), before)
    model = riwalk.RiWalk(preset="fast", n_components=8, transferable=True).fit(edge_index(club))
    Encoder(8, model, None, {}).rows(edge_index(club))[:] = 7  # of the graph that it was fitted to
    assert not (model.get_embedding() == 7).any()


def test_vectors_are_not_copied_on_the_way(club):
    found = riwalk.embed(edge_index(club), preset="fast", n_components=8)
    held = np.asarray(found)
    assert not held.flags.writeable
    own = found._given_away()
    assert own.flags.writeable and np.shares_memory(own, held)


def test_nodes_without_edges_have_rows(club):
    rows = Encoder(8, None, None, BEST).rows(edge_index(club, nodes=40))
    assert rows.shape == (40, 8) and rows[:34].any(axis=1).all() and not rows[34:].any()
    for nodes in (0, 1, 3):
        rows = Encoder(8, None, None, BEST).rows(EdgeIndex(np.zeros((2, 0), dtype=np.int64), nodes))
        assert rows.shape == (nodes, 8) and rows.dtype == np.float32 and not rows.any()


def test_a_model_takes_all_graphs_into_one_space(club, tmp_path):
    small = [edge_index(nx.gnp_random_graph(20, 0.2, seed=seed)) for seed in range(5)]
    encoder = Encoder(8, None, None, {"preset": "fast"})
    encoder.fit([*small, EdgeIndex(np.zeros((2, 0), dtype=np.int64), 0)])
    first = encoder.rows(small[0])
    turned = small[0]._replace(edge_index=19 - small[0].edge_index)
    assert first.any() and np.allclose(encoder.rows(turned)[::-1], first, atol=1e-6)  # numbers are names
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert encoder.rows(edge_index(club)).shape == (34, 8)  # which it never saw
    encoder.model.save(tmp_path / "m.rwm")
    assert np.array_equal(Encoder(8, tmp_path / "m.rwm", None, {}).rows(small[0]), first)
    best = Encoder(16, None, None, BEST)
    best.fit(small)
    assert best.model.model_.options()["role_anchor"] == "both" and best.model.model_.options()["measures"] == "yes"
    for problem, dim, model, how, words in (
        (ValueError, 16, encoder.model, {}, "of 8 numbers, and dim is 16"),
        (ValueError, 8, encoder.model, BEST, "its own settings: leave out preset"),
        (TypeError, 8, 3, {}, "expected a fitted riwalk.RiWalk"),
        (riwalk.NotFittedError, 8, riwalk.RiWalk(), {}, ""),
    ):
        pytest.raises(problem, Encoder, dim, model, None, how).match(words)
    pytest.raises(ValueError, encoder.fit, []).match("at least one graph")


def test_graphs_one_by_one_are_warned_of_once(club):
    encoder = Encoder(8, None, None, BEST)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        for g in (club, club, nx.path_graph(5), nx.path_graph(6), club):
            encoder.rows(edge_index(g))
    assert [str(w.message).count("fit(dataset)") for w in told] == [1]


def test_directions_count_where_an_edge_lacks_its_opposite(club):
    both = edge_index(club)
    half = both._replace(edge_index=both.edge_index[:, : club.number_of_edges()])
    twice = both._replace(edge_index=np.concatenate([both.edge_index, both.edge_index[:, :5]], axis=1))
    assert not both.is_directed() and half.is_directed() and not twice.is_directed()
    undirected = Encoder(16, None, None, BEST).rows(both)
    assert np.array_equal(Encoder(16, None, False, BEST).rows(half), undirected)
    arcs = Encoder(16, None, None, BEST).rows(half)
    expected = riwalk.embed(nx.DiGraph(list(map(tuple, half.edge_index.T.tolist()))), preset="best", n_components=16)
    assert np.array_equal(arcs, expected[list(range(34))]) and not np.array_equal(arcs, undirected)
    encoder = Encoder(16, None, None, {"preset": "fast"})
    encoder.fit([both, half])
    assert encoder.model.model_.options()["role_directions"] == "yes"
    assert not np.array_equal(encoder.rows(half), encoder.rows(both))
    encoder.fit([both])
    assert np.array_equal(encoder.rows(half), encoder.rows(both))  # it learned nothing of directions


def test_weights_count_where_they_are_given(club):
    weighted = edge_index(club, weight="weight")
    assert not weighted.is_directed()
    assert weighted._replace(weight=np.arange(len(weighted.weight))).is_directed()
    rows = Encoder(16, None, None, BEST).rows(weighted)
    expected = riwalk.embed(club, weight="weight", preset="best", n_components=16)
    assert np.array_equal(rows, np.asarray(expected))
    assert not np.array_equal(rows, Encoder(16, None, None, BEST).rows(edge_index(club)))


def test_without_torch_it_says_what_to_install():
    code = """
        import sys
        sys.modules["torch"] = None
        import riwalk
        try:
            riwalk.pyg.AddRiWalk(8)
        except ImportError as problem:
            print(problem)
    """
    assert python(code) == "riwalk.pyg needs PyTorch Geometric: pip install torch torch_geometric\n"
