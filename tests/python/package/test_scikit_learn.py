# SPDX-License-Identifier: MIT
"""scikit-learn's own checks of estimators, as far as they can be asked of what takes graphs and nodes."""

import pytest

pytest.importorskip("sklearn", minversion="1.6")

from sklearn.utils.estimator_checks import parametrize_with_checks  # noqa: E402

import riwalk  # noqa: E402

GRAPH = [[0, 1], [1, 2]]
KINDS = [riwalk.RiWalk, riwalk.DeepWalk, riwalk.Node2Vec, riwalk.Struc2Vec, riwalk.GraphWave, riwalk.Line, riwalk.Refex, riwalk.RolX]


class Asked:
    """Lets the checks of the API run, which scikit-learn skips for what takes no table of numbers."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = True
        return tags


def asked(kind, *given):
    return type(kind.__name__, (Asked, kind), {})(*given)


# Those that feed tables of numbers, which are no edges and no ids.
DATA = [
    "check_fit_score_takes_y",
    "check_dont_overwrite_parameters",
    "check_positive_only_tag_during_fit",
    "check_n_features_in_after_fitting",
]
FEATURES = ["check_fit_score_takes_y", "check_n_features_in_after_fitting"]
LABELS = DATA + ["check_estimators_overwrite_params", "check_estimators_fit_returns_self", "check_readonly_memmap_input"]
ALIASES = {"check_do_not_raise_errors_in_init_or_set_params": "**aliases are names of other packages, not a parameter"}


def expected(estimator):
    if isinstance(estimator, riwalk.RoleClassifier):
        return dict.fromkeys(LABELS, "a table of numbers is no list of nodes")
    if isinstance(estimator, riwalk.NodeVectors):
        return dict.fromkeys(FEATURES, "nodes have no features before they are embedded")
    return {**dict.fromkeys(DATA, "a table of numbers is no graph"), **ALIASES}


@parametrize_with_checks(
    [
        *(asked(kind) for kind in KINDS),
        asked(riwalk.NodeVectors, riwalk.GraphWave(n_components=8), GRAPH),
        asked(riwalk.RoleClassifier, GRAPH),
    ],
    legacy=False,
    expected_failed_checks=expected,
)
def test_the_checks_of_scikit_learn(estimator, check):
    check(estimator)


@pytest.mark.parametrize("kind", KINDS)
def test_tags_say_what_an_estimator_is(kind):
    tags = kind().__sklearn_tags__()
    assert not tags.input_tags.two_d_array and tags.transformer_tags is not None and not tags.target_tags.required
    tags = riwalk.RoleClassifier(GRAPH).__sklearn_tags__()
    assert tags.estimator_type == "classifier" and tags.target_tags.required and tags.transformer_tags is None
