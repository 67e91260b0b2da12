"""Fit and predict: the five models against scikit-learn, S4's loop and NLTK."""

import math
from collections import Counter
from functools import cache

import numpy as np
import sklearn.naive_bayes as peer

import nbcourse as nbc
from nbcourse import naive_bayes as ours
from tests.benchmarks.measure import Work, version


@cache
def counts_of(name):
    """Counts and labels of a collection's words."""
    corpus = nbc.load(name).features(nbc.text.words)
    return corpus.counts, corpus.labels


def works():
    """The lines of the table."""
    enron, sms = counts_of("enron"), counts_of("sms")
    for name, goals in {
        "BernoulliNB": {np.int64: (3, 2.3), np.float64: (2.7, 2.2)},
        "MultinomialNB": {np.int64: (2, 1.5), np.float64: (1.8, 1.5)},
        "ComplementNB": {np.int64: (2, 1.5), np.float64: (1.8, 1.5)},
    }.items():
        for kind, goal in goals.items():
            what = f"{name} fit+predict, Enron, {kind.__name__}"
            yield fit_predict(what, name, enron[0].astype(kind), enron[1], *goal)
    for name, goal in {"BernoulliNB": (8, 4), "MultinomialNB": (4, 1.6)}.items():
        yield one_message(name, *enron, *goal)
    yield fit_predict("MultinomialNB fit+predict, SMS", "MultinomialNB", *sms, 4, 2.5)
    rng = np.random.default_rng(0)
    y, X = rng.integers(0, 3, 20_000), rng.normal(size=(20_000, 20))
    yield fit_predict("GaussianNB fit+predict, 20,000 x 20", "GaussianNB", X, y, 2, 1.3)
    X = rng.integers(0, 5, (20_000, 20))
    yield fit_predict("CategoricalNB fit+predict, 20,000 x 20", "CategoricalNB", X, y, 3, 2)
    yield against_s4(*enron)
    yield against_nltk(*enron)


def fit_predict(what, name, X, y, goal, floor):
    """Learn all rows and classify them again."""
    mine, theirs = getattr(ours, name), getattr(peer, name)
    return Work(
        what,
        "scikit-learn",
        lambda: mine().fit(X, y).predict(X),
        lambda: theirs().fit(X, y).predict(X),
        goal,
        floor,
        same=np.array_equal,
    )


def one_message(name, X, y, goal, floor):
    """Classify one row, a hundred times."""
    mine, theirs = (getattr(models, name)().fit(X, y) for models in (ours, peer))
    rows = [X[[i]] for i in range(0, X.shape[0], X.shape[0] // 99)]
    return Work(
        f"{name} predict, one message at a time (100 of Enron)",
        "scikit-learn",
        lambda: [mine.predict(row)[0] for row in rows],
        lambda: [theirs.predict(row)[0] for row in rows],
        goal,
        floor,
        same=np.array_equal,
    )


def against_s4(X, y):
    """The dictionaries of S4, with logarithms in place of its product, which overflows."""
    words = word_lists(X)

    def loop():
        counts, totals, sizes = {c: Counter() for c in np.unique(y)}, Counter(), Counter(y.tolist())
        for document, c in zip(words, y.tolist(), strict=True):
            counts[c].update(document)
            totals[c] += 1
        scores = {
            c: {w: math.log((n + 1) / (totals[c] + 2)) for w, n in found.items()}
            for c, found in counts.items()
        }
        unseen = {c: math.log(1 / (totals[c] + 2)) for c in counts}
        start = {c: math.log(size / len(y)) for c, size in sizes.items()}
        return [
            max(start, key=lambda c: start[c] + sum(scores[c].get(w, unseen[c]) for w in document))
            for document in words
        ]

    name = "count and classify, Enron"
    return Work(name, "S4's loop", _bernoulli(X, y), loop, 50, 35, turns=3)


def against_nltk(X, y):
    """NLTK's classifier on every tenth mail, its time multiplied by ten."""
    name = "count and classify, Enron (peer: every tenth mail, times 10)"
    if version("nltk") is None:
        return Work(name, "NLTK", _bernoulli(X, y), None, 500, 300)
    from nltk.classify import NaiveBayesClassifier

    features = [dict.fromkeys(document, True) for document in word_lists(X[::10])]

    def train_and_classify():
        labelled = list(zip(features, y[::10].tolist(), strict=True))
        return NaiveBayesClassifier.train(labelled).classify_many(features)

    return Work(name, "NLTK", _bernoulli(X, y), train_and_classify, 500, 300, turns=2, scale=10)


def word_lists(X):
    """The columns of each row as a list, which is what the loops want."""
    columns = X.indices.tolist()
    return [columns[a:b] for a, b in zip(X.indptr[:-1], X.indptr[1:], strict=True)]


def _bernoulli(X, y):
    return lambda: ours.BernoulliNB().fit(X, y).predict(X)
