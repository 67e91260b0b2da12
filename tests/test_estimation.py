"""Counts to probabilities, checked with exact fractions and numerical optimisers."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from scipy.optimize import minimize_scalar

from nbcourse.distributions import Beta, Dirichlet, GaussianStats
from nbcourse.estimation import log_posterior_mean, map_estimate, mle, posterior_mean

LI_HANG_X1 = {1: [2, 3, 4], -1: [3, 2, 1]}  # counts of X1 = 1, 2, 3 per class


def test_mle_of_li_hangs_table():
    expected = [[Fraction(2, 9), Fraction(3, 9), Fraction(4, 9)], [Fraction(1, 2)] + [None] * 2]
    estimate = mle(list(LI_HANG_X1.values()))
    np.testing.assert_allclose(estimate[0], [float(f) for f in expected[0]], rtol=1e-15)
    assert estimate[1, 0] == 0.5


def test_laplace_of_li_hangs_table():
    np.testing.assert_allclose(
        posterior_mean(list(LI_HANG_X1.values()), 1),
        [[3 / 12, 4 / 12, 5 / 12], [4 / 9, 3 / 9, 2 / 9]],
        rtol=1e-15,
    )


rows = st.lists(st.integers(0, 50), min_size=2, max_size=6)


@given(rows, st.floats(0.01, 5))
def test_estimates_are_distributions_and_log_agrees(row, alpha):
    p = posterior_mean(row, alpha)
    assert p.sum() == pytest.approx(1, abs=1e-12)
    assert (p > 0).all()
    np.testing.assert_allclose(np.exp(log_posterior_mean(row, alpha)), p, rtol=1e-12)


@given(rows, st.floats(0.01, 5))
def test_map_under_alpha_plus_one_is_the_mean_under_alpha(row, alpha):
    np.testing.assert_allclose(map_estimate(row, alpha + 1), posterior_mean(row, alpha), rtol=1e-9)


def test_map_is_where_the_posterior_density_peaks():
    found = minimize_scalar(lambda p: -stats.beta(9 + 2.5, 6 + 4).logpdf(p), bounds=(0, 1))
    assert map_estimate([9, 6], [2.5, 4])[0] == pytest.approx(found.x, abs=1e-5)


def test_the_flattest_prior_with_a_mode_is_maximum_likelihood():
    """alpha = 1 is allowed: the density is constant, its posterior peaks at the frequencies."""
    assert map_estimate([9, 6], 1).tolist() == mle([9, 6]).tolist() == [0.6, 0.4]
    assert Dirichlet([1, 2]).mode.tolist() == [0.0, 1.0]


def test_one_empty_row_among_others_is_refused():
    with pytest.raises(ValueError, match="a row without any count"):
        mle([[3, 1], [0, 0]])


exact_rows = st.lists(
    st.sampled_from([0.0, 5e-324, 1e-320, 1e-300, 0.5, 3.0, 2.0**53, 1e300, 1e308]),
    min_size=1,
    max_size=5,
)


@given(exact_rows, st.sampled_from([0.0, 5e-324, 1e-320, 1e-12, 1.0, 1e100, 7e307]))
def test_extreme_counts_and_pseudo_counts_agree_with_exact_fractions(row, alpha):
    """Sums above the largest float, quotients below the smallest one."""
    pseudo = [Fraction(count) + Fraction(alpha) for count in row]
    total = sum(pseudo)
    if total == 0:
        return
    logs = log_posterior_mean(row, alpha)
    np.testing.assert_allclose(logs, [log_of(p / total) for p in pseudo], rtol=1e-12, atol=1e-12)
    expected = [float(p / total) for p in pseudo]
    np.testing.assert_allclose(posterior_mean(row, alpha), expected, rtol=1e-12, atol=1e-320)


def log_of(ratio):
    """Logarithm of a fraction of any size."""
    if ratio == 0:
        return -np.inf
    power = ratio.numerator.bit_length() - ratio.denominator.bit_length()
    return np.log(float(ratio / Fraction(2) ** power)) + power * np.log(2)


@pytest.mark.parametrize("alpha", [[1, 2], [[1], [2], [3]], [[[1.0]]]])
def test_pseudo_counts_must_fit_the_outcomes(alpha):
    with pytest.raises(ValueError, match="alpha has shape .* one for each of the 3"):
        posterior_mean([1, 2, 3], alpha)


def test_zero_estimates_are_minus_infinity_and_empty_rows_support_nothing():
    assert log_posterior_mean([[3, 0], [0, 0]], 0).tolist() == [[0.0, -np.inf], [-np.inf] * 2]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: mle([0, 0]), "0/0"),
        (lambda: posterior_mean([1, -2], 1), "counts holds -2"),
        (lambda: posterior_mean([1, np.nan], 1), "counts holds nan"),
        (lambda: posterior_mean([1, 2], -50), "alpha holds -50"),
        (lambda: map_estimate([1, 2], 0.5), "alpha=0.5 is below 1"),
        (lambda: Dirichlet([1, 0]), "one positive number per outcome"),
        (lambda: Dirichlet([1, 1]).update([1, 2, 3]), "one count per outcome"),
        (lambda: Beta(a=-1, b=2), "a=-1"),
        (lambda: Beta(a=1, b=1).interval(95), "level=95"),
        (lambda: posterior_mean([1, 2], "1.0"), "alpha holds '1.0' of type str"),
        (lambda: posterior_mean([1, 2], None), "alpha holds None"),
        (lambda: posterior_mean([1, 2], 1j), "alpha holds 1j of type complex"),
        (lambda: mle([[1, 2], [3]]), "counts cannot be an array of numbers"),
        (lambda: mle(3), "counts=3 is one number, expected a list"),
        (lambda: posterior_mean([1e308], 1e308), "whose sum no float holds"),
        (lambda: Beta(a="1", b=2), "a holds '1'"),
        (lambda: Beta(a=1, b=1).update(successes=[1], failures=2), "successes=.* single number"),
        (lambda: GaussianStats.of([1.0, 2.0]), "X of shape .2,. .* is no sample"),
        (lambda: GaussianStats.of([[1.0]], [1, 2]), "one weight per row"),
        (lambda: GaussianStats.of([[1e200], [-1e200]]), "column 0 of X spreads so far"),
        (lambda: GaussianStats.of([[1.0]]).merge(3), "other=3 does not fit 1 features"),
        (lambda: GaussianStats(1, [1.0], [1.0, 2.0]), "are no statistics"),
    ],
)
def test_bad_input_names_the_argument(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_beta_against_scipy():
    beta, reference = Beta(a=3, b=7), stats.beta(3, 7)
    assert beta.mean == pytest.approx(reference.mean())
    assert beta.variance == pytest.approx(reference.var())
    assert beta.interval(0.9) == pytest.approx(reference.interval(0.9))
    assert beta.mode == pytest.approx(2 / 8)
    assert Beta(a=1, b=1).update(successes=2, failures=6) == beta


def test_dirichlet_update_leaves_the_prior_alone():
    alpha = np.array([1.0, 2.0])
    prior = Dirichlet(alpha)
    posterior = prior.update([3, 0])
    alpha[:] = 99
    assert prior.alpha.tolist() == [1.0, 2.0]
    assert posterior.alpha.tolist() == [4.0, 2.0]
    assert posterior.mode.tolist() == [0.75, 0.25]
    with pytest.raises(ValueError, match="read-only"):
        posterior.alpha[0] = 1


def test_evidence_is_the_product_of_the_predictive_means():
    """Chain rule: each outcome is predicted by the posterior mean of those before it."""
    sequence, prior, total = [0, 2, 0, 1, 0], Dirichlet([0.5, 1.0, 2.0]), 0.0
    counts = np.zeros(3)
    for outcome in sequence:
        total += np.log(prior.update(counts).mean[outcome])
        counts[outcome] += 1
    assert prior.log_evidence(counts) == pytest.approx(total, rel=1e-12)


@given(st.lists(st.lists(st.floats(-1e3, 1e3), min_size=2, max_size=2), min_size=1, max_size=12))
def test_gaussian_stats_merge_to_the_whole(X):
    X = np.array(X)
    half = GaussianStats.of(X[: len(X) // 2]).merge(GaussianStats.of(X[len(X) // 2 :]))
    np.testing.assert_allclose(half.mean, X.mean(axis=0), atol=1e-9)
    np.testing.assert_allclose(half.variance, X.var(axis=0), rtol=1e-9, atol=1e-7)


@pytest.mark.parametrize("value", [0.1, 1e9 + 0.1, 1e300, -1e-300])
@pytest.mark.parametrize("cuts", [[7], [1, 2, 4], range(1, 7)])
def test_a_constant_feature_has_variance_zero_exactly(value, cuts):
    """The mean of 0.1, 0.1, 0.1 as numpy adds them is not 0.1."""
    stats = GaussianStats.of(np.empty((0, 1)))
    for piece in np.split(np.full((7, 1), value), [cut for cut in cuts if cut < 7]):
        stats = stats.merge(GaussianStats.of(piece, np.linspace(0.1, 0.7, len(piece))))
    assert (stats.mean.tolist(), stats.variance.tolist()) == ([value], [0.0])


def test_an_offset_costs_no_digits():
    steps = np.random.default_rng(3).integers(0, 1000, (50, 1)) / 1024  # exact beside the offset
    assert GaussianStats.of(steps + 2.0**30).m2 == pytest.approx(GaussianStats.of(steps).m2, 1e-12)


def test_statistics_are_frozen():
    mean = np.array([1.0])
    stats = GaussianStats(2, mean, [3.0])
    mean[0] = 9
    assert stats.mean.tolist() == [1.0]
    with pytest.raises(ValueError, match="read-only"):
        stats.m2[0] = 1


def test_huge_beta_parameters():
    assert Beta(a=1e308, b=1e308).mean == 0.5
    assert Beta(a=1e200, b=3e200).variance == pytest.approx(0.25 * 0.75 / 4e200)


def test_weights_are_repetitions_for_gaussian_stats():
    X = np.array([[1.0], [4.0], [9.0]])
    weighted, repeated = GaussianStats.of(X, [2, 0, 1]), GaussianStats.of(X[[0, 0, 2]])
    assert weighted.weight == repeated.weight
    np.testing.assert_allclose(weighted.m2, repeated.m2)
