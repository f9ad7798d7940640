# SPDX-License-Identifier: MIT
"""Estimators have scikit-learn's manners, and the command's bytes."""

import pickle

import networkx as nx
import numpy as np
import pytest
from sklearn.base import clone
from sklearn.cluster import KMeans
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import riwalk

WIDE = [riwalk.RiWalk, riwalk.DeepWalk, riwalk.Node2Vec, riwalk.Struc2Vec, riwalk.GraphWave]
FOUND = [riwalk.Refex, riwalk.RolX]  # whose columns are as many as there are features or roles
ALL = WIDE + FOUND


@pytest.fixture(scope="module")
def club():
    return nx.karate_club_graph()


@pytest.mark.parametrize("kind", WIDE)
def test_every_method_embeds(kind, club):
    model = kind(n_components=16)
    rows = model.fit_transform(club)
    assert rows.shape == (34, 16) and rows.dtype == np.float32 and np.isfinite(rows).all()
    assert np.array_equal(rows, model.get_embedding())
    assert np.array_equal(rows, kind(n_components=16, n_jobs=1).fit_transform(club))
    assert model.node_ids_ == list(range(34)) and model.report_["options"]["dimensions"] == "16"
    assert len(model.get_feature_names_out()) == 16


@pytest.mark.parametrize("kind", FOUND)
def test_columns_are_as_many_as_are_found(kind, club):
    model = kind(n_components=16)
    rows = model.fit_transform(club)
    found = model.report_["features" if kind is riwalk.Refex else "roles"]
    assert rows.shape == (34, found) and 0 < found <= 16 and np.isfinite(rows).all()
    assert np.array_equal(rows, kind(n_components=16, n_jobs=1).fit_transform(club))
    assert len(model.get_feature_names_out()) == found
    assert kind(n_components=2).fit_transform(club).shape[1] <= 2


def test_directions_and_weights_are_features():
    arcs = nx.DiGraph([("a", "b"), ("c", "b"), ("b", "d")])
    assert riwalk.Refex(feature_values="raw").fit_transform(arcs)[:, 0].tolist() == [1, 3, 1, 1]
    nx.set_edge_attributes(arcs, 2.5, "weight")
    rows = riwalk.Refex(feature_values="raw", weight="weight").fit_transform(arcs)
    assert 7.5 in rows


def test_memberships_sum_to_one(club):
    rows = riwalk.RolX(roles=3).fit_transform(club)
    assert rows.shape == (34, 3) and rows.min() >= 0 and np.allclose(rows.sum(axis=1), 1)


@pytest.mark.parametrize("kind", ALL)
def test_manners(kind):
    model = kind(n_components=16, random_state=3)
    assert clone(model).get_params() == model.get_params()
    assert model.set_params(n_components=8) is model and model.n_components == 8
    assert repr(model) == f"{kind.__name__}(n_components=8, random_state=3)"
    with pytest.raises(ValueError, match="has no parameter 'wings'"):
        model.set_params(wings=2)
    with pytest.raises(TypeError, match="has no parameter 'wings'"):
        kind(wings=2)
    with pytest.raises(riwalk.NotFittedError):
        model.get_embedding()


def test_a_model_embeds_what_it_never_saw(club):
    model = riwalk.RiWalk(method="wl", trainer="factor", n_components=16).fit(club)
    same = model.transform(club)
    assert np.allclose(same, model.get_embedding(), atol=1e-5)
    assert model.transform({"x": ["y", "z"], "y": ["z"]}).shape == (3, 16)


def test_models_travel(club, tmp_path):
    model = riwalk.RiWalk(trainer="factor", n_components=16).fit(club)
    expected = model.transform(club)
    again = pickle.loads(pickle.dumps(model))
    assert np.array_equal(again.transform(club), expected)
    assert np.array_equal(again.get_embedding(), model.get_embedding())
    model.save(tmp_path / "m.rwm")
    loaded = riwalk.load(tmp_path / "m.rwm")
    assert np.array_equal(loaded.transform(club), expected)
    assert loaded.get_params()["trainer"] == "factor"
    (tmp_path / "bad.rwm").write_text("nothing")
    with pytest.raises(ValueError, match="not a"):
        riwalk.load(tmp_path / "bad.rwm")


def test_several_graphs_share_a_space(club):
    model = riwalk.RiWalk(trainer="factor", n_components=16)
    model.fit([club, nx.path_graph(5)], names=["club", "path"])
    assert model.node_ids_[0] == ("club", 0) and model.node_ids_[-1] == ("path", 4)
    assert model.embedding_[("path", 0)].shape == (16,)


def test_in_a_pipeline(club):
    pipeline = make_pipeline(riwalk.RiWalk(preset="fast", n_components=8), StandardScaler(), KMeans(4, n_init=1))
    assert len(set(pipeline.fit_predict(club))) == 4


def test_frames_have_nodes_as_their_index(club):
    model = riwalk.RiWalk(preset="fast", n_components=8).set_output(transform="pandas")
    frame = model.fit_transform(club)
    assert list(frame.index) == list(range(34)) and list(frame.columns)[0] == "riwalk0"


def test_habits_of_other_packages(club):
    a = riwalk.Node2Vec(dimensions=16, seed=2, workers=1, num_walks=5, walk_length=10).fit_transform(club)
    b = riwalk.Node2Vec(n_components=16, random_state=2, walks=5, walk_length=10).fit_transform(club)
    assert np.array_equal(a, b)
    with pytest.raises(TypeError, match="are the same"):
        riwalk.Node2Vec(seed=1, random_state=2)


def test_typed_beats_preset_and_default_is_absent(club):
    best = riwalk.embed(club, preset="best")
    assert best.options["trainer"] == "factor" and best.options["measures"] == "yes"
    assert riwalk.embed(club, preset="best", measures="no").options["measures"] == "no"
    plain = np.asarray(riwalk.embed(club, n_components=16))
    for option in riwalk.options():
        name = option["name"].replace("-", "_")
        if name in ("dimensions", "memory"):
            continue
        typed = riwalk.embed(club, n_components=16, **{name: option["default"]})
        assert np.array_equal(np.asarray(typed), plain), name


@pytest.mark.parametrize(
    "parameters, words",
    [
        (dict(walks=0), "walks: '0' is not a whole number"),
        (dict(method="wlk"), "method: 'wlk' is not"),
        (dict(alpha=float("nan")), "alpha: 'nan' is not a number"),
        (dict(preset="worst"), "preset: 'worst' is not"),
        (dict(memory="1k"), "memory limit"),
    ],
)
def test_bad_values_are_value_errors(parameters, words, club):
    with pytest.raises(ValueError, match=words):
        riwalk.embed(club, **parameters)


def test_types_that_mean_nothing_are_type_errors(club):
    with pytest.raises(TypeError, match="expected a number or text"):
        riwalk.embed(club, walks={})
    with pytest.raises(TypeError, match="there is no parameter 'wings'"):
        riwalk.embed(club, wings=2)


def test_an_estimate_is_figures(club):
    found = riwalk.estimate(club)
    assert found["memory_bytes"] > 1e6 and found["train_seconds"] > 0
