# SPDX-License-Identifier: MIT
"""F1 of embeddings: skip-gram with the defaults lies in the band of the authors' own program, and the factor trainer, the
preset best and other methods reach what is claimed for them.

The centres are what the authors' program (its sampler and gensim) gave on the same data; at 10, 50 and 80 %
labelled. The means here are over five seeds with ten splits each. A single split has a deviation of
0.4 to 3 points by data set and share, and one embedding one of about half a point, so the mean of
fifty scores may be off by a good half point in each of the two figures; 1.5 points below is a real
loss. Being better is no fault.
"""

import json

import numpy as np
import pytest

BELOW, ABOVE = 1.5, 3.5


@pytest.fixture
def f1(riwalk, data, tmp_path):
    """The mean F1 in per cent at each ratio, of a data set's vectors over its labels."""

    def score(name, how, labels=None, measure="micro_f1", ratios="0.1,0.5,0.8", evaluate=""):
        riwalk("embed", data / f"{name}.edgelist", "-o", tmp_path / "v.bin", "-q", *how.split())
        words = ("-q", "--json", "--ratios", ratios, *evaluate.split())
        found = json.loads(riwalk("classify", tmp_path / "v.bin", data / f"{labels or name}.group", *words))
        means = [100 * row[measure]["mean"] for row in found["ratios"]]
        print(name, how, means)
        return np.array(means)

    return score


@pytest.mark.slow
@pytest.mark.parametrize(
    "name, method, centres",
    [
        ("usa-airports", "riwalk-sp", (58.5, 61.3, 61.4)),
        ("usa-airports", "riwalk-wl", (58.7, 62.9, 64.3)),
        ("actor", "riwalk-sp", (44.2, 45.9, 46.3)),
        ("actor", "riwalk-wl", (43.1, 45.5, 46.5)),
    ],
)
def test_f1_lies_in_the_band(f1, name, method, centres):
    above = np.mean([f1(name, f"--method {method} --seed {seed}") for seed in range(1, 6)], axis=0) - centres
    assert (above >= -BELOW).all() and (above <= ABOVE).all(), above


@pytest.mark.slow
def test_node2vec_is_as_good_as_in_the_paper(f1):
    """At most a point below. The paper tuned it, and so do we."""
    found = f1("actor", "--method node2vec --walks 10 --walk-length 80 --window 5 --alpha 0.05")
    assert (found >= np.subtract((31.24, 36.04, 37.14), 1)).all()


@pytest.mark.slow
def test_deepwalk_knows_regions(f1):
    """Over three seeds and thirty splits 94.8 was measured."""
    how = "--method deepwalk --walks 10 --walk-length 80 --seed {}"
    regions = dict(labels="expressway-geo", measure="macro_f1", ratios="0.8", evaluate="--repeats 30")
    assert np.mean([f1("expressway", how.format(seed), **regions) for seed in range(1, 4)]) >= 94


@pytest.mark.slow
@pytest.mark.parametrize("scales, least", [("auto", 59.0), ("10,50", 59.5)])
def test_graphwave_reaches_the_paper(f1, scales, least):
    """The paper, tuned by grid search, has 60.30 at 10 %. 10,50 is tuned too, on these same labels
    (docs/defaults.md), auto is not. Nothing but the splits is random: 100 of them leave a fifth of a point."""
    how = f"--method graphwave --heat-scales {scales}"
    assert f1("usa-airports", how, ratios="0.1", evaluate="--repeats 100 --normalize standard") >= least


def slow(*row):
    return pytest.param(*row, marks=pytest.mark.slow)


@pytest.mark.parametrize(
    "name, how, least",
    [
        ("usa-airports", "--trainer factor --method riwalk-wl", (59.5, 64.5, 66.0)),
        ("usa-airports", "--preset best", (61.0, 65.5, 67.0)),
        ("europe-airports", "--preset best", (49.8, 60.2, 62.0)),
        slow("actor", "--trainer factor", (45.0, 46.8, 47.4)),
        slow("film", "--trainer factor", (61.5, 62.8, 63.2)),
        slow("actor", "--preset best", (46.8, 48.5, 48.9)),
    ],
)
def test_f1_of_factor(f1, name, how, least):
    """The least means over the ten splits of seed 1. Nothing is drawn anew here but with another version's
    walks, so they are exact but for rounding."""
    assert (f1(name, how) >= least).all()
