"""Every linear model: affine scores give the model's own posterior."""

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.special import expit
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression, Perceptron
from sklearn.pipeline import make_pipeline
from sklearn.svm import SVC, LinearSVC

import nbcourse as nbc
from nbcourse.linear import LinearForm, angle, explain, hyperplane, linear_form, log_odds, one_hot


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


def test_log_odds_are_those_of_the_posterior():
    rng = np.random.default_rng(5)
    X, y = rng.poisson(1.0, (50, 6)), rng.choice(["ham", "spam"], 50)
    model = nbc.MultinomialNB().fit(X, y)
    posterior = model.predict_proba(X)
    np.testing.assert_allclose(log_odds(model, X), np.log(posterior[:, 1] / posterior[:, 0]))
    w, b = hyperplane(model)
    np.testing.assert_allclose(log_odds(model, X), X @ w + b)
    with pytest.raises(ValueError, match="model has 3 classes, expected two"):
        log_odds(nbc.MultinomialNB().fit(X, np.arange(50) % 3), X)
    with pytest.raises(ValueError, match="model is a Perceptron.*predict_log_proba"):
        log_odds(Perceptron(), X)


MODELS = {
    "multinomial": nbc.MultinomialNB(alpha=0.5),
    "multinomial, class_alpha": nbc.MultinomialNB(class_alpha=1),
    "complement": nbc.ComplementNB(),
    "Bernoulli": nbc.BernoulliNB(),
}
MESSAGES = [
    "Free entry! Text WIN to claim your prize, call me later",
    "free free FREE zzzzq",
    "prior (prior) ((prior)) intercept (intercept)",
    "zzzzq qqqqz",
    "免费领奖 现在",
    "",
    " \n",
]


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("make", [nbc.BagOfWords, CountVectorizer])
def test_the_parts_of_an_explanation_add_up_to_the_log_odds(sms_texts, name, make):
    model = make_pipeline(make(), MODELS[name]).fit(*sms_texts)
    for message in MESSAGES:
        found = explain(model, message)
        assert found.log_odds == pytest.approx(log_odds(model, [message])[0], abs=1e-9)
        assert found.verdict == model.predict([message])[0]
        assert found.strongest(2).log_odds == pytest.approx(found.log_odds)
        assert len(found) == 1 + len(found.counts)
        assert all(type(nats) is float for nats in found.values())


@pytest.fixture(scope="module")
def sms_texts():
    messages = nbc.read_sms(nbc.datasets.path("sms_sample"))
    more = ["prior notice (prior)", "((prior)) intercept"]
    return [*messages.texts, *more], [*messages.labels, "ham", "ham"]


def test_words_stand_in_the_order_of_the_message_with_counts_and_unknown_ones(sms_texts):
    model = make_pipeline(nbc.BagOfWords(), nbc.MultinomialNB()).fit(*sms_texts)
    found = explain(model, "zzzzq to prior to qqqqz (prior)")
    assert list(found) == ["((prior))", "to", "prior", "(prior)"]
    assert (found.counts["to"], found.unknown) == (2, ("zzzzq", "qqqqz"))
    assert found.known == "3 of 5 words known"
    w, b = hyperplane(model[-1])
    column = model[0].vocabulary_.tolist().index("to")
    assert (found["((prior))"], found["to"]) == (b, 2 * w[column])


def test_the_start_is_the_prior_only_where_the_constant_is(sms_texts):
    starts = {
        name: next(iter(explain(make_pipeline(nbc.BagOfWords(), model).fit(*sms_texts), "")))
        for name, model in MODELS.items()
    }
    assert starts == {
        "multinomial": "(prior)",
        "multinomial, class_alpha": "(prior)",
        "complement": "(intercept)",
        "Bernoulli": "(intercept)",
    }


def test_long_messages_keep_their_strongest_words(sms_texts):
    model = make_pipeline(nbc.BagOfWords(), nbc.MultinomialNB()).fit(*sms_texts)
    found = explain(model, " ".join(sms_texts[0]))
    short = found.strongest()
    start, *kept, rest = short
    assert (len(kept), rest) == (12, f"({len(found) - 13} others)")
    assert start == next(iter(found))
    assert min(abs(short[word]) for word in kept) >= max(
        abs(nats) for word, nats in found.items() if word not in short
    )
    assert kept == [word for word in found if word in kept]


def test_weighted_features_are_explained_too(sms_texts):
    model = make_pipeline(nbc.BagOfWords(), TfidfTransformer(), nbc.MultinomialNB())
    found = explain(model.fit(*sms_texts), MESSAGES[0])
    assert found.log_odds == pytest.approx(log_odds(model, MESSAGES[:1])[0])


@pytest.mark.parametrize(
    ("model", "text", "message"),
    [
        (nbc.MultinomialNB().fit([[1, 0], [0, 1]], [0, 1]), "free", "expected a fitted pipeline"),
        (None, "free", "model is a NoneType, expected a fitted pipeline"),
        ("fitted", ["free"], "text is .* of type list, expected one message"),
        ("fitted", b"free", "text is b'free' of type bytes"),
        ("fitted", None, "text is None"),
    ],
)
def test_what_cannot_be_explained_is_refused(sms_texts, model, text, message):
    if model == "fitted":
        model = make_pipeline(nbc.BagOfWords(), nbc.MultinomialNB()).fit(*sms_texts)
    with pytest.raises(ValueError, match=message):
        explain(model, text)


@pytest.mark.parametrize("sparse", [False, True])
def test_other_linear_classifiers_carry_their_weights(sparse):
    rng = np.random.default_rng(3)
    X, y = rng.poisson(2, (60, 5)).astype(float), np.repeat(["a", "b", "c"], 20)
    X[:, 0] += np.repeat([0, 4, 8], 20)
    for model in (LogisticRegression(max_iter=500), LinearSVC(C=0.1, random_state=0)):
        W, b = linear_form(model.fit(X, y))
        assert np.array_equal(model.classes_[(X @ W.T + b).argmax(axis=1)], model.predict(X))
    two = csr_array(X[:40]) if sparse else X[:40]
    for model in (LogisticRegression(), SVC(kernel="linear")):
        w, b = hyperplane(model.fit(two, y[:40]))
        assert np.allclose(two @ w + b, model.decision_function(two))


def test_votes_of_pairs_are_no_linear_form():
    X, y = np.eye(4).repeat(5, axis=0), np.repeat(list("abcd"), 5)
    with pytest.raises(ValueError, match="coef_ of shape"):
        linear_form(SVC(kernel="linear").fit(X, y))


def test_a_score_is_explained_word_by_word(sms_texts):
    texts, labels = sms_texts
    for model, unit in [(LogisticRegression(), "nats"), (LinearSVC(), "units of the score")]:
        pipeline = make_pipeline(TfidfVectorizer(), model).fit(texts, labels)
        for message in [*MESSAGES, *texts[:20]]:
            found = explain(pipeline, message)
            assert found.log_odds == pytest.approx(pipeline.decision_function([message])[0])
            assert next(iter(found)) == "(intercept)"
            assert found.unit == unit
            assert found.strongest(3).unit == unit
