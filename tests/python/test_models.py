# SPDX-License-Identifier: MIT
"""Models of the data sets: what they give back, and what they are worth across networks."""

import json

import numpy as np
import pytest

PAIRS = [
    ("usa-airports", "europe-airports", "0"),
    ("europe-airports", "usa-airports", "0"),
    ("actor", "usa-airports", "3:0"),
    ("usa-airports", "actor", "0:3"),
]


@pytest.mark.slow
@pytest.mark.parametrize("name, least", [("usa-airports", 0.98), ("actor", 0.93)])
def test_skip_gram_vectors_come_back(riwalk, data, tmp_path, name, least):
    """Mean cosines were 0.987 (USA) and 0.947 (Actor)."""
    graph = data / f"{name}.edgelist"
    riwalk("embed", graph, "-o", tmp_path / "trained.npy", "--save-model", tmp_path / "m.rwm", "-q")
    riwalk("transform", tmp_path / "m.rwm", graph, "-o", tmp_path / "again.npy", "-q")
    a, b = np.load(tmp_path / "trained.npy"), np.load(tmp_path / "again.npy")
    used = np.linalg.norm(a, axis=1) > 0
    a, b = a[used], b[used]
    cosine = np.mean((a * b).sum(axis=1) / np.linalg.norm(a, axis=1) / np.linalg.norm(b, axis=1))
    print(name, "mean cosine", cosine)
    assert cosine > least


@pytest.mark.slow
@pytest.mark.parametrize("options", ["--trainer factor --walks 80", "--preset best"])
@pytest.mark.parametrize("first, second, positive", PAIRS)
def test_a_model_of_one_graph_is_worth_as_much_as_both_together(
    riwalk, data, tmp_path, first, second, positive, options
):
    """At most 2 points of Macro-F1 below, with the roles that a model for other graphs should have."""
    graphs = [data / f"{name}.edgelist" for name in (first, second)]
    labels = [data / f"{name}.group" for name in (first, second)]
    how = [*options.split(), "--role-anchor", "keep", "-q"]
    riwalk("embed", *graphs, "-o", tmp_path / "together.bin", *how)
    riwalk("embed", graphs[0], "-o", tmp_path / "alone.bin", "--save-model", tmp_path / "m.rwm", *how)
    riwalk("transform", tmp_path / "m.rwm", *graphs, "-o", tmp_path / "model.bin", "-q")
    together, model = (
        json.loads(riwalk("transfer", tmp_path / file, *labels, "--positive", positive, "--json", "-q"))
        for file in ("together.bin", "model.bin")
    )
    print(first, second, options, together["macro_f1"], model["macro_f1"])
    assert model["macro_f1"] > together["macro_f1"] - 0.02
