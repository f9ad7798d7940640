# SPDX-License-Identifier: MIT
"""Estimators have scikit-learn's manners, and the command's bytes."""

import pickle
import subprocess
import sys

import networkx as nx
import numpy as np
import pytest
from sklearn.base import clone
from sklearn.cluster import KMeans
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.validation import check_is_fitted

import riwalk

WIDE = [riwalk.RiWalk, riwalk.DeepWalk, riwalk.Node2Vec, riwalk.Struc2Vec, riwalk.GraphWave, riwalk.Line]
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
    nx.set_edge_attributes(arcs, dict(zip(arcs.edges, (1, 7, 100))), "weight")  # a-b, b-d, c-b
    rows = riwalk.Refex(feature_values="raw", weight="weight").fit_transform(arcs)
    assert 108 in rows and 108 not in riwalk.Refex(feature_values="raw").fit_transform(arcs)


def test_memberships_sum_to_one(club):
    rows = riwalk.RolX(roles=3).fit_transform(club)
    assert rows.shape == (34, 3) and rows.min() >= 0 and np.allclose(rows.sum(axis=1), 1)


@pytest.mark.parametrize("kind", ALL)
def test_manners(kind, club):
    model = kind(n_components=16, random_state=3)
    assert set(vars(model)) == set(model.get_params())  # nothing but parameters before fit
    assert clone(model).get_params() == model.get_params()
    assert model.set_params(n_components=8) is model and model.n_components == 8
    assert repr(model) == f"{kind.__name__}(n_components=8, random_state=3)"
    with pytest.raises(ValueError, match="has no parameter 'wings'"):
        model.set_params(wings=2)
    with pytest.raises(TypeError, match="has no parameter 'wings'"):
        kind(wings=2)
    again = pickle.loads(pickle.dumps(model))
    assert again.get_params() == model.get_params()
    assert model.fit(club) is model
    check_is_fitted(model)
    assert not hasattr(clone(model), "embedding_")
    assert model.embedding_.report == {k: v for k, v in model.report_.items() if k != "options"}


@pytest.mark.parametrize("kind", ALL)
def test_what_was_not_fitted_says_so(kind, club):
    for ask in (
        lambda m: m.get_embedding(),
        lambda m: m.node_ids_,
        lambda m: m.get_feature_names_out(),
        lambda m: m.transform(club),
        check_is_fitted,
    ):
        with pytest.raises(NotFittedError):
            ask(kind())
    with pytest.raises(riwalk.NotFittedError, match="call fit first"):
        kind().get_embedding()
    assert not hasattr(kind(), "node_ids_")


def test_scikit_learn_is_not_needed():
    code = """
import sys
sys.modules["sklearn"] = None
import riwalk
model = riwalk.RiWalk(trainer="factor", n_components=4)
try:
    model.get_embedding()
except riwalk.NotFittedError:
    print(model.fit_transform([[0, 1], [1, 2]]).shape)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "(3, 4)\n", done.stderr


def test_a_model_embeds_what_it_never_saw(club):
    model = riwalk.RiWalk(method="wl", trainer="factor", n_components=16).fit(club)
    same = model.transform(club)
    assert np.allclose(same, model.get_embedding(), atol=1e-5)
    assert model.transform({"x": ["y", "z"], "y": ["z"]}).shape == (3, 16)
    assert model.transform([club, nx.path_graph(3)]).shape == (37, 16)


@pytest.mark.parametrize("kind", ALL[1:])
def test_methods_without_a_model_know_their_graph_only(kind, club):
    model = kind(n_components=16).fit(club)
    assert np.array_equal(model.transform(club), model.get_embedding())
    with pytest.raises(ValueError, match="knows only the graph that it was fitted to"):
        model.transform(nx.path_graph(34))
    with pytest.raises(ValueError, match="knows only the graph"):
        model.transform(nx.relabel_nodes(club, {0: 99}))


def test_models_travel(club, tmp_path):
    model = riwalk.RiWalk(trainer="factor", n_components=16).fit(club)
    expected = model.transform(club)
    again = pickle.loads(pickle.dumps(model))
    assert np.array_equal(again.transform(club), expected)
    assert np.array_equal(again.get_embedding(), model.get_embedding())
    model.save(tmp_path / "m.rwm")
    loaded = riwalk.load(tmp_path / "m.rwm")
    assert np.array_equal(loaded.transform(club), expected)
    assert loaded.get_params()["trainer"] == "factor" and loaded.n_components == 16
    assert np.array_equal(pickle.loads(pickle.dumps(loaded)).transform(club), expected)
    assert np.array_equal(clone(loaded).fit(club).transform(club), expected)
    with pytest.raises(riwalk.NotFittedError):
        loaded.get_embedding()
    with pytest.raises(FileNotFoundError):
        riwalk.load(tmp_path / "none.rwm")
    (tmp_path / "bad.rwm").write_text("nothing")
    with pytest.raises(ValueError, match="not a"):
        riwalk.load(tmp_path / "bad.rwm")


def test_several_graphs_share_a_space(club):
    model = riwalk.RiWalk(trainer="factor", n_components=16)
    model.fit([club, nx.path_graph(5)], names=["club", "path"])
    assert model.node_ids_[0] == ("club", 0) and model.node_ids_[-1] == ("path", 4)
    assert model.embedding_[("path", 0)].shape == (16,)


@pytest.mark.parametrize("kind", ALL)
def test_in_a_pipeline(kind, club):
    pipeline = make_pipeline(kind(n_components=8), StandardScaler(), KMeans(4, n_init=1, random_state=1))
    groups = pipeline.fit_predict(club)
    assert len(set(groups)) == 4
    same = (pipeline.predict(club) == groups).mean()  # what SGNS learned is transformed to what it was nearly
    assert same > 0.8 if kind is riwalk.RiWalk else same == 1
    clone(pipeline)


def test_grid_search_over_labelled_nodes(club):
    """The graph stays whole; the labelled nodes are split."""
    nodes = [node for node in club if node % 3]
    labels = [club.nodes[node]["club"] for node in nodes]
    step = riwalk.NodeVectors(riwalk.DeepWalk(n_components=8, walks=20), riwalk.graph(club))
    pipeline = make_pipeline(step, LogisticRegression())
    search = GridSearchCV(pipeline, {"nodevectors__estimator__window": [2, 5], "logisticregression__C": [1, 10]}, cv=3)
    search.fit(nodes, labels)
    assert search.best_score_ > 0.8 and len(search.cv_results_["params"]) == 4
    assert search.best_params_["nodevectors__estimator__window"] in (2, 5)
    others = [node for node in club if not node % 3]
    assert len(search.predict(others)) == len(others)
    assert cross_val_score(pipeline, np.array(nodes), labels, cv=3).mean() > 0.8
    with pytest.raises(KeyError, match="no node 99"):
        search.predict([99])
    with pytest.raises(NotFittedError):
        clone(step).transform(nodes)
    assert set(clone(step).get_params()) >= {"estimator", "graph", "estimator__walks"}


def test_frames_have_nodes_as_their_index(club):
    named = nx.relabel_nodes(club, lambda i: f"member {i}")
    model = riwalk.RiWalk(preset="fast", n_components=8).set_output(transform="pandas")
    frame = model.fit_transform(named)
    assert list(frame.index) == list(named) and list(frame.columns) == list(model.get_feature_names_out())
    assert model.transform(nx.path_graph(5)).shape == (5, 8)
    edges = nx.to_pandas_edgelist(named)  # fewer nodes than edges: the index is that of nodes
    assert len(model.fit_transform(edges)) == 34
    assert isinstance(model.set_output(transform="default").transform(named), np.ndarray)
    with pytest.raises(ValueError, match="is not default or pandas"):
        model.set_output(transform="arrow")
    pipeline = make_pipeline(riwalk.RiWalk(preset="fast", n_components=8), StandardScaler()).set_output(transform="pandas")
    assert list(pipeline.fit_transform(named).index) == list(named)


def test_habits_of_other_packages(club):
    a = riwalk.Node2Vec(dimensions=16, seed=2, workers=1, num_walks=5, walk_length=10).fit_transform(club)
    b = riwalk.Node2Vec(n_components=16, random_state=2, walks=5, walk_length=10).fit_transform(club)
    assert np.array_equal(a, b)
    c = riwalk.embed(club, method="node2vec", vector_size=16, seed=2, workers=1, walk_number=5, walk_length=10)
    assert np.array_equal(a, c)
    model = riwalk.Node2Vec().set_params(dimensions=16, seed=2, walks=5, walk_length=10)
    model.fit(club)
    assert np.array_equal(a, model.get_embedding())
    for clash in (dict(seed=1, random_state=2), dict(workers=1, n_jobs=2)):
        with pytest.raises(TypeError, match="are the same"):
            riwalk.Node2Vec(**clash)
        with pytest.raises(TypeError, match="are the same"):
            riwalk.embed(club, **clash)


def test_seeds_are_those_of_numpy_too(club):
    def embed(seed):
        return np.asarray(riwalk.embed(club, n_components=8, walks=2, random_state=seed))

    assert np.array_equal(embed(np.int64(5)), embed(5)) and not np.array_equal(embed(6), embed(5))
    for kind in (np.random.RandomState, np.random.default_rng):
        assert np.array_equal(embed(kind(1)), embed(kind(1)))
    assert np.array_equal(embed(None), embed(1))


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
