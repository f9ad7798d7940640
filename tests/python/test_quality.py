# SPDX-License-Identifier: MIT
"""Micro-F1 of embeddings: skip-gram with the defaults lies in the band of the authors' own program, and
the factor trainer and the preset best reach what is claimed for them.

The centres are what their program (its sampler and gensim) gave on the same data; at 10, 50 and 80 %
labelled. The means here are over five seeds with ten splits each. A single split has a deviation of
0.4 to 3 points by data set and share, and one embedding one of about half a point, so the mean of
fifty scores may be off by a good half point in each of the two figures; 1.5 points below is a real
loss. Being better is no fault.
"""

import json

import pytest

AUTHORS = {
    ("usa-airports", "riwalk-sp"): (58.5, 61.3, 61.4),
    ("usa-airports", "riwalk-wl"): (58.7, 62.9, 64.3),
    ("actor", "riwalk-sp"): (44.2, 45.9, 46.3),
    ("actor", "riwalk-wl"): (43.1, 45.5, 46.5),
}
BELOW, ABOVE = 1.5, 3.5


@pytest.mark.slow
@pytest.mark.parametrize("name, method", AUTHORS)
def test_f1_lies_in_the_band(riwalk, data, tmp_path, name, method):
    sums = [0.0, 0.0, 0.0]
    for seed in range(1, 6):
        riwalk("embed", data / f"{name}.edgelist", "-o", tmp_path / "v.bin", "-q", "--method", method, "--seed", seed)
        scores = json.loads(
            riwalk("classify", tmp_path / "v.bin", data / f"{name}.group", "-q", "--json", "--ratios", "0.1,0.5,0.8")
        )
        means = [100 * row["micro_f1"]["mean"] for row in scores["ratios"]]
        print(name, method, "seed", seed, means)
        sums = [total + mean for total, mean in zip(sums, means)]
    means = [total / 5 for total in sums]
    print(name, method, "mean", means)
    for mean, centre in zip(means, AUTHORS[name, method]):
        assert centre - BELOW <= mean <= centre + ABOVE


@pytest.mark.slow
def test_node2vec_is_as_good_as_in_the_paper(riwalk, data, tmp_path):
    """Actor, Micro-F1 at 10, 50 and 80 %: at most a point below. The paper tuned it, and so do we."""
    options = "--method node2vec --walks 10 --walk-length 80 --window 5 --alpha 0.05".split()
    riwalk("embed", data / "actor.edgelist", "-o", tmp_path / "v.bin", "-q", *options)
    scores = json.loads(
        riwalk("classify", tmp_path / "v.bin", data / "actor.group", "-q", "--json", "--ratios", "0.1,0.5,0.8")
    )
    for row, paper in zip(scores["ratios"], (31.24, 36.04, 37.14)):
        assert 100 * row["micro_f1"]["mean"] >= paper - 1


@pytest.mark.slow
def test_deepwalk_knows_regions(riwalk, data, tmp_path):
    """Expressway geo, Macro-F1 at 80 %: over three seeds and thirty splits 94.8 was measured."""
    total = 0.0
    for seed in range(1, 4):
        options = ["--method", "deepwalk", "--walks", 10, "--walk-length", 80, "--seed", seed]
        riwalk("embed", data / "expressway.edgelist", "-o", tmp_path / "v.bin", "-q", *options)
        scores = json.loads(
            riwalk("classify", tmp_path / "v.bin", data / "expressway-geo.group", "-q", "--json", "--ratios", "0.8",
                   "--repeats", 30)
        )
        total += 100 * scores["ratios"][0]["macro_f1"]["mean"]
    assert total / 3 >= 94


@pytest.mark.slow
@pytest.mark.parametrize("scales, least", [("auto", 59.0), ("10,50", 59.5)])
def test_graphwave_reaches_the_paper(riwalk, data, tmp_path, scales, least):
    """The paper, tuned by grid search, has 60.30 at 10 %. 10,50 is tuned too, on these same labels
    (docs/defaults.md), auto is not. Nothing but the splits is random: 100 of them leave a fifth of a point."""
    vectors, labels = tmp_path / "v.bin", data / "usa-airports.group"
    riwalk("embed", data / "usa-airports.edgelist", "-o", vectors, "-q", "--method", "graphwave", "--heat-scales", scales)
    options = ("-q", "--json", "--ratios", "0.1", "--repeats", 100, "--normalize", "standard")
    mean = 100 * json.loads(riwalk("classify", vectors, labels, *options))["ratios"][0]["micro_f1"]["mean"]
    print("usa-airports graphwave", scales, mean)
    assert mean >= least


# The least means over the ten splits of seed 1. Nothing is drawn anew here but with another version's
# walks, so they are exact but for rounding.
FACTOR = [
    ("usa-airports", "--trainer factor --method riwalk-wl", (59.5, 64.5, 66.0)),
    ("actor", "--trainer factor", (45.0, 46.8, 47.4)),
    ("film", "--trainer factor", (61.5, 62.8, 63.2)),
    ("usa-airports", "--preset best", (61.0, 65.5, 67.0)),
    ("europe-airports", "--preset best", (49.8, 60.2, 62.0)),
    ("actor", "--preset best", (46.8, 48.5, 48.9)),
]


def least_f1(riwalk, data, folder, name, options, least):
    riwalk("embed", data / f"{name}.edgelist", "-o", folder / "v.bin", "-q", *options.split())
    scores = json.loads(
        riwalk("classify", folder / "v.bin", data / f"{name}.group", "-q", "--json", "--ratios", "0.1,0.5,0.8")
    )
    means = [100 * row["micro_f1"]["mean"] for row in scores["ratios"]]
    print(name, options, means)
    for mean, low in zip(means, least):
        assert mean >= low


@pytest.mark.parametrize("name, options, least", [row for row in FACTOR if "airports" in row[0]])
def test_f1_of_factor(riwalk, data, tmp_path, name, options, least):
    least_f1(riwalk, data, tmp_path, name, options, least)


@pytest.mark.slow
@pytest.mark.parametrize("name, options, least", [row for row in FACTOR if "airports" not in row[0]])
def test_f1_of_factor_on_large_graphs(riwalk, data, tmp_path, name, options, least):
    least_f1(riwalk, data, tmp_path, name, options, least)
