# SPDX-License-Identifier: MIT
"""Estimators have scikit-learn's manners, and the command's bytes."""

import pickle
import warnings

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
from conftest import python

ALL = [riwalk.RiWalk, riwalk.DeepWalk, riwalk.Node2Vec, riwalk.Struc2Vec, riwalk.GraphWave, riwalk.Line, riwalk.Refex, riwalk.RolX]


@pytest.mark.parametrize("kind", ALL)
def test_manners(kind, club):
    model = kind(n_components=16, random_state=3)
    assert set(vars(model)) == set(model.get_params())  # nothing but parameters before fit
    assert clone(model).get_params() == model.get_params()
    assert model.set_params(n_components=8) is model and model.n_components == 8
    assert repr(model) == f"{kind.__name__}(n_components=8, random_state=3)"
    pytest.raises(ValueError, model.set_params, wings=2).match("has no parameter 'wings'")
    pytest.raises(TypeError, kind, wings=2).match("has no parameter 'wings'")
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
        pytest.raises(NotFittedError, ask, kind())
    pytest.raises(riwalk.NotFittedError, kind().get_embedding).match("call fit first")
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
    assert python(code) == "(3, 4)\n"


@pytest.mark.parametrize("kind", ALL[1:])
def test_methods_without_a_model_know_their_graph_only(kind, club):
    model = kind(n_components=16).fit(club)
    assert np.array_equal(model.transform(club), model.get_embedding())
    pytest.raises(ValueError, model.transform, nx.path_graph(34)).match("knows only the graph that it was fitted to")
    pytest.raises(ValueError, model.transform, nx.relabel_nodes(club, {0: 99})).match("knows only the graph")


def test_models_travel(club, tmp_path):
    model = riwalk.RiWalk(trainer="factor", n_components=16, transferable=True).fit(club)
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
    pytest.raises(riwalk.NotFittedError, loaded.get_embedding)
    pytest.raises(FileNotFoundError, riwalk.load, tmp_path / "none.rwm")
    (tmp_path / "bad.rwm").write_text("nothing")
    pytest.raises(ValueError, riwalk.load, tmp_path / "bad.rwm").match("not a riwalk model file: riwalk.read reads vectors")
    pytest.raises(ValueError, riwalk.read, tmp_path / "m.rwm").match("not a vector file: .*; riwalk.load reads models")


# ---- The same settings are the same vectors

FACTOR = dict(trainer="factor", n_components=16)
SETTINGS = [
    (riwalk.RiWalk, dict(n_components=16)),
    (riwalk.RiWalk, dict(n_components=16, method="wl", radius=2, epochs=1)),
    *((riwalk.RiWalk, dict(preset=preset, n_components=32)) for preset in ("paper", "fast", "best", "roles")),
    (riwalk.RiWalk, dict(preset="best", norm=0.5, measures="no")),
    *((riwalk.RiWalk, dict(**FACTOR, role_anchor=anchor)) for anchor in ("keep", "drop", "both")),
    (riwalk.RiWalk, dict(**FACTOR, role_anchor="keep", measures=True)),
    (riwalk.RiWalk, dict(**FACTOR, views="sp:2:1.5:keep:share,wl:1:none:drop", weighting="ppmi")),
    (riwalk.DeepWalk, dict(n_components=16, walks=5)),
    (riwalk.Node2Vec, dict(n_components=16, p=0.5, q=2, walks=5)),
    (riwalk.Struc2Vec, dict(n_components=16, layers=2, walks=5)),
    (riwalk.GraphWave, dict(n_components=16, heat_scales=[1.0, 2.5])),
    (riwalk.Refex, dict(n_components=16, feature_values="raw")),
    (riwalk.RolX, dict(n_components=16, roles=3)),
    (riwalk.Line, dict(n_components=16, order="first", samples=10)),
]


@pytest.mark.parametrize("kind, settings", SETTINGS, ids=lambda x: x.__name__ if isinstance(x, type) else str(x))
def test_every_estimator_equals_its_function(kind, settings, club):
    for source in (club, [club, nx.path_graph(5)]):
        expected = riwalk.embed(source, **kind._fixed, **settings)
        model = kind(**settings, random_state=1)
        rows = model.fit_transform(source)
        assert np.asarray(expected).any() and rows.tobytes() == np.asarray(expected).tobytes() == model.get_embedding().tobytes()
        assert rows.shape == (len(expected), len(model.get_feature_names_out())) and model.node_ids_ == expected.node_ids
        assert model.embedding_.options == expected.options
        if source is club:
            assert model.transform(club).tobytes() == rows.tobytes()
            nodes = riwalk.NodeVectors(kind(**settings), club).fit_transform(list(club))
            assert nodes.tobytes() == rows.tobytes()
            again = pickle.loads(pickle.dumps(model))
            assert again.transform(club).tobytes() == rows.tobytes()


def test_a_model_is_beside_the_best_vectors(club, tmp_path):
    other = nx.les_miserables_graph()
    model = riwalk.RiWalk(preset="best", n_components=32).fit(club)
    with pytest.warns(UserWarning, match="transferable=True") as told:
        rows = model.transform(other)
    assert told[0].filename == __file__
    assert rows.shape == (77, 32) and rows.any(axis=1).all()
    model.save(tmp_path / "m.rwm")
    loaded = riwalk.load(tmp_path / "m.rwm")
    assert loaded.transform(club).tobytes() == model.get_embedding().tobytes()
    assert loaded.transform(other).tobytes() == rows.tobytes()
    moving = riwalk.RiWalk(preset="best", n_components=32, transferable=True).fit(club)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        moving.transform(other)
    assert moving.embedding_.options["degree_classes"] == "share"
    assert not np.array_equal(moving.get_embedding(), model.get_embedding())
    alone = riwalk.RiWalk(**FACTOR, role_anchor="keep", measures=True).fit(club)
    pytest.raises(ValueError, alone.save, tmp_path / "none.rwm").match("make vectors, but no model")


def test_rows_of_other_graphs_have_ids_and_a_share_of_unknown_roles(club, novel):
    model = riwalk.RiWalk(preset="fast", n_components=16, transferable=True).fit(club)
    found = model.embed(novel)
    assert isinstance(found, riwalk.Embedding) and list(found.node_ids) == list(novel)
    assert 0 < found.report["unknown_share"] < 1 and found.report["unknown_roles"] > 0
    assert np.array_equal(np.asarray(found), model.transform(novel))
    assert found.nearest("Valjean", 1) and found.explain("Valjean")
    both = model.embed([novel, club], names=["novel", "club"])
    assert both[("novel", "Valjean")].shape == (16,) and len(both) == 111
    assert model.embed(club) is model.embedding_
    pytest.raises(NotFittedError, riwalk.RiWalk().embed, club)


def test_the_default_warns_of_hubs_once():
    """Of those that have a degree class to themselves, as Valjean."""
    code = """
import warnings, networkx as nx, riwalk
novel = nx.les_miserables_graph()
for ask in (
    lambda: riwalk.embed(nx.cycle_graph(9)),
    lambda: riwalk.embed(novel, preset="paper"),
    lambda: riwalk.embed(novel, preset="best"),
    lambda: riwalk.embed(novel, method="deepwalk"),
    lambda: riwalk.embed(nx.relabel_nodes(novel, {"Valjean": ("a", 24601)})),
    lambda: riwalk.RiWalk().fit(novel),
):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        ask()
    print([str(w.message)[:20] for w in found], ['preset="best"' in str(w.message) for w in found])
    assert all(w.filename == "<string>" for w in found)
"""
    assert python(code).splitlines() == ["[] []"] * 4 + ["[\"node ('a', 24601) ha\"] [True]"] + ["[] []"]
    assert "preset=" in riwalk.embed.__doc__ and "share no role" in riwalk.RiWalk.__doc__


# ---- Labelled nodes


def test_a_graph_stays_whole_and_is_embedded_once_for_all_folds(club, monkeypatch):
    made = []
    embed = riwalk.classifier._run
    monkeypatch.setattr(riwalk.classifier, "_run", lambda *given: made.append(given) or embed(*given))
    nodes = [node for node in club if node % 3]
    labels = [club.nodes[node]["club"] for node in nodes]
    step = riwalk.NodeVectors(riwalk.DeepWalk(n_components=8, walks=20), club)  # which clone copies
    pipeline = make_pipeline(step, LogisticRegression())
    grid = {"nodevectors__estimator__window": [2, 5], "logisticregression__C": [1, 10]}
    search = GridSearchCV(pipeline, grid, cv=3).fit(nodes, labels)
    assert search.best_score_ > 0.8 and len(made) == 2  # as many as settings
    assert len(search.predict([node for node in club if not node % 3])) == 12
    assert cross_val_score(pipeline, np.array(nodes), labels, cv=3).mean() > 0.8
    pytest.raises(KeyError, search.predict, [99]).match("no node 99")
    pytest.raises(NotFittedError, clone(step).transform, nodes)
    before = len(made)
    changed = club.copy()
    changed.remove_edge(0, 1)
    clone(step).set_params(graph=changed).fit(nodes)
    clone(step).set_params(graph=nx.relabel_nodes(club, {33: 99})).fit(nodes[:-1])
    assert len(made) == before + 2


def test_vectors_of_nodes_have_names_and_frames(club):
    step = riwalk.NodeVectors(riwalk.Refex(), club).set_output(transform="pandas")
    frame = step.fit_transform(np.array([[3], [5]]))
    assert list(frame.index) == [3, 5] and list(frame.columns) == list(step.get_feature_names_out())
    assert frame.columns[0] == "degree" and frame.columns[1] == "egonet edges"
    pytest.raises(NotFittedError, clone(step).get_feature_names_out)
    pytest.raises(ValueError, step.transform, np.zeros((2, 2))).match("shape")
    assert repr(step) == "NodeVectors(estimator=Refex(), graph=<Graph>)"


def test_frames_have_nodes_as_their_index(club):
    named = nx.relabel_nodes(club, lambda i: f"member {i}")
    model = riwalk.RiWalk(preset="fast", n_components=8).set_output(transform="pandas")
    frame = model.fit_transform(named)
    assert list(frame.index) == list(named) and list(frame.columns) == list(model.get_feature_names_out())
    assert model.transform(nx.path_graph(5)).shape == (5, 8)
    edges = nx.to_pandas_edgelist(named)  # fewer nodes than edges: the index is that of nodes
    assert len(model.fit_transform(edges)) == 34
    assert isinstance(model.set_output(transform="default").transform(named), np.ndarray)
    pytest.raises(ValueError, model.set_output, transform="arrow").match("is not default, pandas or polars")
    pipeline = make_pipeline(riwalk.RiWalk(preset="fast", n_components=8), StandardScaler(), KMeans(4, n_init=1, random_state=1))
    assert np.array_equal(pipeline.fit_predict(named), clone(pipeline).fit(named).predict(named))
    pytest.importorskip("polars")
    assert model.set_output(transform="polars").transform(named).columns == list(model.get_feature_names_out())


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
        pytest.raises(TypeError, riwalk.Node2Vec, **clash).match("are the same")
        pytest.raises(TypeError, riwalk.embed, club, **clash).match("are the same")


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
        (dict(p=0.5), "p has no effect here: it is for node2vec"),
        (dict(preset="fast", epochs=3), "epochs has no effect here: it is for skip-gram training"),
        (dict(preset="best", radius=2), "radius has no effect here: it is for the riwalk methods without views"),
        (dict(method="graphwave", walk_length=5), "walk_length has no effect here: it is for methods that walk"),
        (dict(measures="yes"), "measures has no effect here"),
        (dict(preset="bst"), "preset: 'bst' is not .*; did you mean 'best'"),
        (dict(trainer="facto"), "trainer: 'facto' is not sgns or factor; did you mean 'factor'"),
        (dict(walks="exac", trainer="factor"), "did you mean 'exact'"),
        (dict(walks=0), "walks: '0' is not a whole number"),
        (dict(method="wlk"), "method: 'wlk' is not"),
        (dict(alpha=float("nan")), "alpha: 'nan' is not a number"),
        (dict(preset="worst"), "preset: 'worst' is not"),
        (dict(memory="1k"), "memory limit"),
    ],
)
def test_bad_values_are_value_errors(parameters, words, club):
    for attempt in (riwalk.embed, riwalk.profiles) if "p" in parameters else (riwalk.embed,):
        pytest.raises(ValueError, attempt, club, **parameters).match(words)
    if parameters.get("method") != "graphwave" and "p" not in parameters:
        pytest.raises(ValueError, riwalk.RiWalk(**parameters).fit, club).match(words)


def test_mistyped_names_are_told_from(club):
    for wrong, right in [("walk_lenght", "walk_length"), ("n_component", "n_components"), ("window_sizes", "window_size")]:
        pytest.raises(TypeError, riwalk.embed, club, **{wrong: 5}).match(f"no parameter '{wrong}': did you mean '{right}'")
        pytest.raises(TypeError, riwalk.RiWalk, **{wrong: 5}).match(f"did you mean '{right}'")
        pytest.raises(ValueError, riwalk.RiWalk().set_params, **{wrong: 5}).match(f"did you mean '{right}'")


def test_types_that_mean_nothing_are_type_errors(club):
    pytest.raises(TypeError, riwalk.embed, club, walks={}).match("expected a number or text")
    pytest.raises(TypeError, riwalk.embed, club, wings=2).match("there is no parameter 'wings'")
    with pytest.raises(TypeError, match="there is no parameter 'transferable'"):
        riwalk.embed(club, transferable=True)  # of models


def test_an_estimate_is_figures(club):
    found = riwalk.estimate(club)
    assert found["memory_bytes"] > 1e6 and found["train_seconds"] > 0
