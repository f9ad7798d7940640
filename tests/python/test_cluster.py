# SPDX-License-Identifier: MIT
"""riwalk cluster against scikit-learn."""

import numpy as np
import pytest
from sklearn import metrics
from sklearn.cluster import KMeans
from sklearn.datasets import load_digits, load_iris, load_wine


def clusters(place):
    return np.array([int(cluster) for _, cluster in place.lines("out")])


@pytest.mark.parametrize("load, k", [(load_iris, 3), (load_wine, 7), (load_digits, 10)])
def test_scores_equal_those_of_scikit_learn(place, load, k):
    data = load()
    place.vectors(data.data)
    place.labels(list(data.target))
    out = place.json(f"cluster vectors.txt -k {k} --labels labels.txt -o out")
    x = data.data.astype(np.float32).astype(np.float64)
    found = clusters(place)
    assert sorted(set(found)) == list(range(k))
    expected = metrics.homogeneity_completeness_v_measure(data.target, found)
    assert np.allclose((out["homogeneity"], out["completeness"], out["v_measure"]), expected)
    assert np.isclose(out["adjusted_rand"], metrics.adjusted_rand_score(data.target, found))
    assert np.isclose(out["silhouette"], metrics.silhouette_score(x, found), atol=1e-8)
    centres = np.array([x[found == c].mean(axis=0) for c in range(k)])
    # Centres are kept as floats.
    assert np.isclose(out["inertia"], ((x - centres[found]) ** 2).sum(), rtol=1e-5)
    # Not worse than its peer with as many starts; local optima differ a little.
    theirs = KMeans(k, n_init=10, random_state=1).fit(x).inertia_
    assert out["inertia"] < theirs * 1.01


def test_a_sampled_silhouette_is_near_the_exact_one(place):
    place.vectors(load_digits().data)
    exact = place.json("cluster vectors.txt -k 10 --starts 2")
    sampled = place.json("cluster vectors.txt -k 10 --starts 2 --silhouette-sample 600")
    assert sampled["silhouette_nodes"] == 600
    # 600 values of deviation 0.1.
    assert abs(sampled["silhouette"] - exact["silhouette"]) < 0.02
