"""Log-domain arithmetic against exact fractions, SciPy and brute force."""

from decimal import Decimal
from fractions import Fraction
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from scipy.special import logsumexp, rel_entr

from nbcourse.logspace import (
    absent_dot,
    conditional_mutual_information,
    count_dot,
    entropy,
    log0,
    log_normalize,
    mutual_information,
    real_array,
    real_number,
    sum_of_logs,
)


def test_log0_of_zero_is_silent_and_of_negative_an_error():
    assert log0([0, 1, 2]).tolist() == [-np.inf, 0.0, log(2)]
    with pytest.raises(ValueError, match="p holds -0.5"):
        log0([0.2, -0.5])


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([-1200, -1201, -1203], [0.7053845127, 0.2594964601, 0.0351190272]),
        ([2000 * log(0.4), 2000 * log(0.401)], [0.0067344601, 0.9932655399]),
    ],
)
def test_underflowing_scores_have_the_right_posterior(scores, expected):
    """The products themselves are all 0.0."""
    assert np.exp(scores).sum() == 0
    np.testing.assert_allclose(np.exp(log_normalize(scores)), expected, atol=1e-10)
    # both sides subtract numbers near 2,000 nats, so that is the size of their rounding
    np.testing.assert_allclose(log_normalize(scores), scores - logsumexp(scores), atol=2e-9)


def test_hopeless_classes_keep_finite_log_posteriors():
    posterior = log_normalize([-3100.5, -2900.25, -2750.0])
    np.testing.assert_allclose(posterior, [-350.5, -150.25, 0.0], rtol=1e-13)


def test_a_row_impossible_in_every_class_is_nan_and_no_other_row_is():
    posterior = np.exp(log_normalize([[-np.inf, -np.inf], [-np.inf, -3.0]]))
    assert np.isnan(posterior[0]).all()
    assert posterior[1].tolist() == [0.0, 1.0]


def test_normalize_over_another_axis():
    scores = np.array([[-1.0, -2.0, 5.0], [0.5, -7.0, 1.0]])
    np.testing.assert_array_equal(log_normalize(scores.T, axis=0), log_normalize(scores).T)


counts = st.lists(st.lists(st.integers(0, 3), min_size=3, max_size=3), min_size=1, max_size=4)
probabilities = st.lists(
    st.lists(st.sampled_from([0.0, 0.25, 1.0]), min_size=3, max_size=3), min_size=1, max_size=3
)


def literal_sum(weights, logs):
    """The sum as written on paper, where 0 times anything is 0."""
    return sum(w * q for w, q in zip(weights, logs, strict=True) if w)


@given(counts, probabilities)
def test_count_dot_is_the_literal_sum(X, p):
    expected = [[literal_sum(row, log0(q)) for q in p] for row in X]
    np.testing.assert_allclose(count_dot(np.array(X), log0(p)), expected)
    np.testing.assert_allclose(count_dot(csr_array(np.array(X)), log0(p)), expected)


def test_said_twice_counts_twice():
    """Also where a product of the shares, e^-740, has hardly a digit left."""
    X, W = np.array([[300, 140]]), np.array([[-1.0, -0.5]])
    np.testing.assert_allclose(sum_of_logs(2 * X, W), 2 * sum_of_logs(X, W), rtol=1e-12)


@given(counts, probabilities)
def test_absent_dot_is_the_literal_sum(X, p):
    X = np.minimum(X, 1)
    expected = [[literal_sum(1 - row, log0(q)) for q in p] for row in X]
    np.testing.assert_allclose(absent_dot(X, log0(p)), expected, atol=1e-12)
    np.testing.assert_allclose(absent_dot(csr_array(X), log0(p)), expected, atol=1e-12)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: log0([np.nan]), "p holds nan"),
        (lambda: log0("0.5"), "p holds '0.5' of type str"),
        (lambda: log_normalize([np.nan, 1]), "scores holds nan"),
        (lambda: log_normalize([np.inf, 1]), "scores holds inf"),
        (lambda: log_normalize([1.0], axis=1), "axis=1 is no axis of scores"),
        (lambda: log_normalize(1.0), "axis=-1 is no axis of scores"),
        (lambda: count_dot([[1, 2]], [[0.0]]), r"X of shape \(1, 2\) does not fit log_p"),
        (lambda: count_dot([1, 2], [[0.0, 0.0]]), "does not fit log_p"),
        (lambda: count_dot([[np.nan]], [[0.0]]), "X holds nan"),
        (lambda: absent_dot([[1]], [[np.inf]]), "log_q holds inf"),
        (lambda: entropy([0.5, 0.6]), "p holds .* sums to .*1.1"),
        (lambda: entropy([1.5, -0.5]), "p holds -0.5 to 1.5"),
        (lambda: entropy([np.nan, 1]), "p holds nan"),
        (lambda: mutual_information([[1, 2], [3, 4]]), "joint .* divide counts by their sum"),
        (lambda: mutual_information([0.5, 0.5]), "no axis of joint"),
        (lambda: conditional_mutual_information([[0.5, 0.5]]), "no axis of joint"),
    ],
)
def test_bad_input_names_the_argument(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_real_array_takes_every_kind_of_number():
    assert real_array("x", [Fraction(1, 4), Decimal("0.5"), True, 2]).tolist() == [0.25, 0.5, 1, 2]
    values = np.array([1.0, 2.0])
    assert np.shares_memory(real_array("x", values), values)
    with pytest.raises(ValueError, match="x=nan is no single number"):
        real_number("x", np.nan)


def test_entropy_of_a_fair_coin_and_of_certainty():
    assert entropy([0.5, 0.5]) == pytest.approx(log(2))
    assert entropy([1.0, 0.0]) == 0
    assert entropy(np.full((2, 4), 0.25)).tolist() == pytest.approx([log(4)] * 2)
    assert type(entropy([0.5, 0.5])) is float


def test_mutual_information_equals_the_divergence_from_independence():
    joint = np.random.default_rng(0).dirichlet(np.ones(6)).reshape(2, 3)
    product = np.outer(joint.sum(axis=1), joint.sum(axis=0))
    assert mutual_information(joint) == pytest.approx(rel_entr(joint, product).sum(), rel=1e-10)
    assert mutual_information(product) == pytest.approx(0, abs=1e-12)


def test_conditional_mutual_information_is_the_class_average():
    joint = np.random.default_rng(1).dirichlet(np.ones(12)).reshape(2, 2, 3)
    prior = joint.sum(axis=(1, 2))
    by_class = [mutual_information(table / p) for table, p in zip(joint, prior, strict=True)]
    assert conditional_mutual_information(joint) == pytest.approx(prior @ by_class, rel=1e-10)


def test_features_independent_within_the_classes_share_no_conditional_information():
    prior = [Fraction(9, 10), Fraction(1, 10)]
    x, y = [Fraction(1, 2), Fraction(3, 4)], [Fraction(1, 3), Fraction(1, 5)]
    joint = [
        [[float(p * a * b) for b in (1 - v, v)] for a in (1 - u, u)]
        for p, u, v in zip(prior, x, y, strict=True)
    ]
    assert conditional_mutual_information(joint) == pytest.approx(0, abs=1e-15)
    assert mutual_information(np.sum(joint, axis=0)) > 1e-5
