# SPDX-License-Identifier: MIT
"""riwalk classify and transfer against scikit-learn, on the same splits."""

import numpy as np
import pytest
from sklearn.datasets import load_digits, load_iris, load_wine
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score
from sklearn.multiclass import OneVsRestClassifier
from sklearn.preprocessing import MultiLabelBinarizer, StandardScaler, normalize

# At 1e-4, the default of both, liblinear stops a little before the minimum; at 1e-6 what is left
# changes no prediction.
TIGHT = 1e-6
POINT = 0.001  # a tenth of a per cent
CLASSIFY = f"classify vectors.txt labels.txt --tolerance {TIGHT} --write-splits splits"


def classifier(tolerance=TIGHT, **options):
    return OneVsRestClassifier(
        LogisticRegression(solver="liblinear", tol=tolerance, max_iter=10000, **options)
    )


def dataset(name):
    """Vectors, labels and ids."""
    data = {"iris": load_iris, "wine": load_wine, "digits": load_digits}[name]()
    return data.data, [str(x) for x in data.target], [str(i) for i in range(len(data.data))]


def read_splits(place, ids):
    """The training nodes of each split, as positions, in the order of the file."""
    position = {node: i for i, node in enumerate(ids)}
    for ratio, *nodes in place.lines("splits"):
        yield float(ratio), np.array([position[n] for n in nodes])


def scores(model, x, y, train):
    test = np.setdiff1d(np.arange(len(x)), train)
    predicted = {"": model.fit(x[train], y[train]).predict(x[test]), "majority_": DummyClassifier().fit(x[train], y[train]).predict(x[test])}
    return {f"{who}{how}_f1": f1_score(y[test], predicted[who], average=how) for who in predicted for how in ("micro", "macro")}


def compare(place, x, y, ids, options="", scale=lambda x: x, **model_options):
    x = np.asarray(x, dtype=np.float32).astype(np.float64)
    y = np.array(y)
    place.vectors(x, ids)
    place.labels(y, ids)
    out = place.json(f"{CLASSIFY} --ratios 0.1,0.5,0.8 --repeats 3 {options}")
    splits = list(read_splits(place, ids))
    assert len(splits) == 9
    for number, (ratio, train) in enumerate(splits):
        row = out["ratios"][number // 3]
        assert row["ratio"] == ratio and row["train"] == len(train) == int(ratio * len(x) + 1e-6)
        for name, value in scores(classifier(**model_options), scale(x), y, train).items():
            assert abs(row[name]["values"][number % 3] - value) < POINT, (name, ratio)


@pytest.mark.parametrize("name", ["iris", "wine", "digits"])
def test_scores_equal_those_of_scikit_learn(place, name):
    compare(place, *dataset(name))


@pytest.mark.parametrize(
    "options, model_options",
    [
        ("--balanced", {"class_weight": "balanced"}),
        ("--C 0.05", {"C": 0.05}),
        ("--C 20 --balanced", {"C": 20, "class_weight": "balanced"}),
        ("--normalize standard", {"scale": StandardScaler().fit_transform}),
        ("--normalize unit", {"scale": normalize}),
    ],
)
def test_options_equal_those_of_scikit_learn(place, options, model_options):
    compare(place, *dataset("wine"), options, **model_options)


def test_two_classes(place):
    x, y, ids = dataset("wine")
    compare(place, x, ["rest" if label == "2" else "in" for label in y], ids)


def test_multi_label_predicts_as_many_labels_as_a_node_has(place):
    random = np.random.default_rng(3)
    x = random.normal(size=(200, 6)).astype(np.float32).astype(np.float64)
    wanted = x @ random.normal(size=(6, 5)) + random.normal(size=(200, 5))
    y = [[f"c{c}" for c in np.flatnonzero(row > 0.8)] or [f"c{np.argmax(row)}"] for row in wanted]
    ids = [str(i) for i in range(200)]
    place.vectors(x)
    place.labels(y)
    out = place.json(f"{CLASSIFY} --ratios 0.5 --repeats 4")
    truth = MultiLabelBinarizer().fit_transform(y)
    assert out["labels_per_node_at_most"] == truth.sum(axis=1).max()
    for repeat, (_, train) in enumerate(read_splits(place, ids)):
        test = np.setdiff1d(np.arange(200), train)
        values = classifier().fit(x[train], truth[train]).decision_function(x[test])
        predicted = np.zeros_like(truth[test])
        for row, (value, known) in enumerate(zip(values, truth[test])):
            predicted[row, np.argsort(-value)[: known.sum()]] = 1
        for average in ("micro", "macro"):
            value = out["ratios"][0][f"{average}_f1"]["values"][repeat]
            assert abs(value - f1_score(truth[test], predicted, average=average)) < POINT


def test_splits_are_random_permutations(place):
    """Each node is as often in the training part as chance has it, and pairs are independent."""
    ids = [str(i) for i in range(40)]
    place.vectors(np.eye(40))
    place.labels([i % 2 for i in range(40)])
    place.run("classify vectors.txt labels.txt --ratios 0.5 --repeats 2000 --write-splits splits")
    inside = np.zeros((2000, 40))
    for repeat, (_, train) in enumerate(read_splits(place, ids)):
        assert len(set(train)) == 20
        inside[repeat, train] = 1
    # 40 binomials of 2000 draws: 4.5 standard deviations are one failure in 3600 seeds.
    assert abs(inside.mean(axis=0) - 0.5).max() < 4.5 * 0.5 / np.sqrt(2000)
    together = inside.T @ inside / 2000 - np.eye(40) * 0.5
    assert abs(together[np.triu_indices(40, 1)] - 20 * 19 / (40 * 39)).max() < 0.05


def test_predictions_of_unlabelled_nodes(place):
    x, y, ids = dataset("wine")
    x = np.asarray(x, dtype=np.float32).astype(np.float64)
    known = np.arange(len(x)) % 3 > 0
    place.vectors(x)
    place.labels(np.array(y)[known], np.array(ids)[known])
    place.run(f"{CLASSIFY} --ratios 0.5 --predict out")
    lines = place.lines("out")
    expected = classifier().fit(x[known], np.array(y)[known]).predict(x[~known])
    assert [node for node, _ in lines] == list(np.array(ids)[~known])
    assert np.mean(np.array([label for _, label in lines]) == expected) > 0.98


def test_transfer(place):
    x, y, _ = dataset("wine")
    x = np.asarray(x, dtype=np.float32).astype(np.float64)
    y = np.array(y)
    ids = [f"{'left' if i % 2 else 'right'}:{i}" for i in range(len(x))]
    train, test = np.arange(len(x)) % 2 == 1, np.arange(len(x)) % 2 == 0
    numbers = np.arange(len(x))
    place.vectors(x, ids)
    place.labels(y[train], numbers[train], "left.txt")
    place.labels(y[test], numbers[test], "b.txt")
    out = place.json(f"transfer vectors.txt left.txt b.txt --test-prefix right --tolerance {TIGHT}")
    predicted = classifier().fit(x[train], y[train]).predict(x[test])
    assert abs(out["micro_f1"] - f1_score(y[test], predicted, average="micro")) < POINT
    assert abs(out["macro_f1"] - f1_score(y[test], predicted, average="macro")) < POINT
    assert (out["train"], out["test"], out["nodes_in_both"]) == (train.sum(), test.sum(), 0)
    # One label against the rest, called differently in the two files.
    other = np.where(y == "0", "hub", "x" + y.astype(object))
    place.labels(other[test], numbers[test], "right.txt")
    out = place.json(f"transfer vectors.txt left.txt right.txt --positive 0:hub --tolerance {TIGHT}")
    predicted = classifier().fit(x[train], y[train] == "0").predict(x[test])
    assert out["classes"] == 2
    assert abs(out["macro_f1"] - f1_score(y[test] == "0", predicted, average="macro")) < POINT
    rest = f1_score(y[test] == "0", np.zeros(test.sum(), dtype=bool), average="macro")
    assert abs(out["majority_macro_f1"] - rest) < 1e-8
