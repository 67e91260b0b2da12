"""Every linear model: affine scores give the model's own posterior."""

import numpy as np
import pytest
from scipy.special import expit

import nbcourse as nbc
from nbcourse.linear import LinearForm, angle, linear_form, one_hot


@pytest.fixture(scope="module")
def sms():
    return nbc.load("sms").features(nbc.text.words)


@pytest.mark.parametrize("name", ["MultinomialNB", "BernoulliNB", "ComplementNB"])
def test_logistic_of_the_hyperplane_is_the_posterior_on_real_messages(sms, name):
    model = getattr(nbc, name)(alpha=0.5).fit(sms.counts, sms.labels)
    w, b = linear_form(model).log_odds()
    X = sms.counts.sign() if name == "BernoulliNB" else sms.counts
    posterior = model.predict_proba(sms.counts)[:, 1]
    np.testing.assert_allclose(expit(X @ w + b), posterior, rtol=1e-10, atol=1e-12)


def test_scores_of_three_classes_are_the_joint_log_scores():
    rng = np.random.default_rng(0)
    X, y = rng.poisson(1.0, (60, 7)), rng.choice(["a", "b", "c"], 60)
    model = nbc.BernoulliNB().fit(X, y)
    W, b = linear_form(model)
    np.testing.assert_allclose((X > 0) @ W.T + b, model.predict_joint_log_proba(X), rtol=1e-12)
    with pytest.raises(ValueError, match="3 classes"):
        LinearForm(W, b).log_odds()


def test_categories_are_linear_in_their_one_hot_code():
    rng = np.random.default_rng(1)
    X, y = rng.integers(0, 4, (80, 3)), rng.integers(0, 2, 80)
    model = nbc.CategoricalNB().fit(X, y)
    w, b = linear_form(model).log_odds()
    codes = one_hot(model, X)
    assert codes.shape == (80, int(model.n_categories_.sum()))
    np.testing.assert_allclose(expit(codes @ w + b), model.predict_proba(X)[:, 1], rtol=1e-12)


def test_gaussians_are_linear_with_a_shared_variance_only():
    rng = np.random.default_rng(2)
    y = rng.integers(0, 2, 200)
    X = rng.normal(size=(200, 3)) * [1, 5, 0.2] + y[:, None]
    shared = nbc.GaussianNB(shared_variance=True).fit(X, y)
    w, b = linear_form(shared).log_odds()
    np.testing.assert_allclose(expit(X @ w + b), shared.predict_proba(X)[:, 1], rtol=1e-9)
    centred = X - shared.theta_[y]
    np.testing.assert_allclose(shared.var_[0] - shared.epsilon_, (centred**2).mean(axis=0))
    with pytest.raises(ValueError, match="shared_variance=True"):
        linear_form(nbc.GaussianNB().fit(X, y))


def test_shared_variance_in_batches_equals_one_fit():
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(40, 2)), np.arange(40) % 3
    whole = nbc.GaussianNB(shared_variance=True).fit(X, y)
    parts = nbc.GaussianNB(shared_variance=True)
    for part in np.array_split(np.arange(40), 4):
        parts.partial_fit(X[part], y[part], classes=[0, 1, 2])
    np.testing.assert_allclose(parts.var_, whole.var_, rtol=1e-12)


def test_what_has_no_hyperplane_is_refused():
    unsmoothed = nbc.MultinomialNB(alpha=0).fit([[1, 0], [0, 1]], [0, 1])
    with pytest.raises(ValueError, match="alpha > 0"):
        linear_form(unsmoothed)
    with pytest.raises(ValueError, match="expected a fitted model"):
        linear_form("NB")
    with pytest.raises(ValueError, match="zero vector"):
        angle([0, 0], [1, 2])


def test_angles_at_both_ends():
    rng = np.random.default_rng(4)
    u = rng.normal(size=50)
    assert angle(u, 3 * u) == pytest.approx(0, abs=1e-6)
    assert angle(u, -u) == pytest.approx(180)
    v = rng.normal(size=50)
    cosine = u @ v / np.linalg.norm(u) / np.linalg.norm(v)
    assert angle(u, v) == pytest.approx(np.degrees(np.arccos(cosine)))
