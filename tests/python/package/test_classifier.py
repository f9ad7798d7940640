# SPDX-License-Identifier: MIT
"""The classifier of nodes chooses by the labels it is given, and has scikit-learn's manners."""

import json
import pickle

import networkx as nx
import numpy as np
import pytest
from sklearn.base import clone, is_classifier
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.multiclass import OneVsRestClassifier
from sklearn.utils.validation import check_is_fitted

import riwalk
import riwalk.classifier


@pytest.fixture(scope="module")
def town():
    """Stars along a ring: a centre, its spokes and the ring's nodes are three roles."""
    graph = nx.cycle_graph(30)
    roles = dict.fromkeys(graph, "ring")
    for i in range(30):
        roles[f"hub{i}"] = "hub"
        graph.add_edge(i, f"hub{i}")
        for k in range(4 + i % 3):
            roles[f"leaf{i}.{k}"] = "leaf"
            graph.add_edge(f"hub{i}", f"leaf{i}.{k}")
    return graph, list(roles), [roles[node] for node in roles]


def test_roles_are_learned(town):
    graph, nodes, labels = town
    model = riwalk.RoleClassifier(graph)
    assert is_classifier(model) and model.fit(nodes[::3], labels[::3]) is model
    check_is_fitted(model)
    assert model.score(nodes, labels) == 1 and list(model.classes_) == ["hub", "leaf", "ring"]
    found = model.predict_proba(nodes)
    assert found.shape == (len(nodes), 3) and np.allclose(found.sum(axis=1), 1)
    assert np.array_equal(model.classes_[found.argmax(axis=1)], model.predict(nodes))
    assert model.decision_function(nodes[:2]).shape == (2, 3)
    again = pickle.loads(pickle.dumps(model))
    assert np.array_equal(again.predict_proba(nodes), found)
    assert np.array_equal(model.predict(np.array(["hub1"], dtype=object)), ["hub"])


def test_two_classes_and_numbers(town):
    graph, nodes, labels = town
    is_hub = [int(label == "hub") * 7 for label in labels]
    model = riwalk.RoleClassifier(graph, cv=3).fit(nodes, is_hub)
    assert model.classes_.tolist() == [0, 7] and model.score(nodes, is_hub) == 1
    assert model.decision_function(nodes).shape == (len(nodes),)
    assert model.predict_proba(["hub3"])[0, 1] > 0.5


def test_scores_without_a_choice_are_scikit_learns(town):
    graph, nodes, labels = town
    model = riwalk.RoleClassifier(graph, cv=0).fit(nodes[::2], labels[::2])
    rows = np.asarray(riwalk.embed(graph, preset="best")[nodes], dtype=float)
    theirs = OneVsRestClassifier(LogisticRegression(solver="liblinear", tol=1e-8)).fit(rows[::2], labels[::2])
    assert np.allclose(model.predict_proba(nodes), theirs.predict_proba(rows), atol=2e-3)
    assert model.C_ == 1 and model.length_ == 0 and np.isnan(model.cv_score_)


def test_in_searches_and_jobs(town, monkeypatch):
    graph, nodes, labels = town
    made = []
    embed = riwalk.classifier._run
    monkeypatch.setattr(riwalk.classifier, "_run", lambda *given: made.append(given) or embed(*given))
    model = riwalk.RoleClassifier(graph, riwalk.RiWalk(preset="best", n_components=24), cv=3)
    assert cross_val_score(model, nodes, labels, cv=4).min() > 0.9
    assert len(made) == 1
    search = GridSearchCV(model, {"estimator__n_components": [8, 24], "scoring": ["accuracy", "f1_macro"]}, cv=3)
    assert search.fit(nodes, labels).best_score_ > 0.9 and len(made) == 2
    assert cross_val_score(model, np.array(nodes, dtype=object), labels, cv=2, n_jobs=2).min() > 0.9
    assert "estimator__n_components" in clone(model).get_params()


def test_bad_input_is_refused(town):
    graph, nodes, labels = town
    model = riwalk.RoleClassifier(graph)
    pytest.raises(NotFittedError, model.predict, nodes)
    pytest.raises(KeyError, model.fit, ["nobody", "hub1"], ["a", "b"]).match("no node 'nobody'")
    pytest.raises(ValueError, model.fit, ["hub2", "hub1"], ["a"]).match("1 labels for 2 nodes")
    pytest.raises(ValueError, model.fit, ["hub2", "hub1"], ["a", "a"]).match("the same label")
    pytest.raises(ValueError, model.fit, ["hub2", "hub1", 3], ["a", "b", None]).match("some labels are missing")
    pytest.raises(ValueError, riwalk.RoleClassifier(graph, scoring="f1").fit, nodes, labels).match("is not accuracy or f1_macro")
    pytest.raises(ValueError, riwalk.RoleClassifier(graph, cv=1).fit, nodes, labels).match("1 folds")
    assert riwalk.RoleClassifier(graph).fit(["hub1", 3], ["a", "b"]).predict(["hub4"]) == ["a"]  # too few to choose by


def test_saved_vectors_say_which_columns_are_measures(town, command, tmp_path):
    """`riwalk classify --tune` chooses the length of vectors beside these."""
    nx.write_edgelist(town[0], tmp_path / "town.txt", data=False)
    command(*"embed town.txt -o theirs.npy --preset best --dimensions 32 -q".split(), cwd=tmp_path)
    riwalk.embed(tmp_path / "town.txt", preset="best", n_components=32).save(tmp_path / "ours.npy")
    ours, theirs = (json.loads((tmp_path / f"{name}.npy.json").read_text()) for name in ("ours", "theirs"))
    assert ours["measure_columns"] == theirs["measure_columns"] > 0
    riwalk.embed(town[0], preset="fast", n_components=8).save(tmp_path / "none.npy")
    assert "measure_columns" not in json.loads((tmp_path / "none.npy.json").read_text())
