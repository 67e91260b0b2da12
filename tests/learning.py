"""Rebuilds `data/learning.csv`: naive Bayes and logistic regression, learnt from n messages.

`python -m tests.learning` takes ten minutes. A row is one repeat: the messages are shuffled, the
first ones test, the next n teach, and all models see the same table: which words occur in a
message, of the words that the n messages have. The strength C of logistic regression and the tuned
thresholds are chosen on three folds of the n messages. `tests/test_learning.py` measures some rows
again and compares, and all of them if asked.
"""

from functools import cache

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold

from nbcourse import BernoulliNB, MultinomialNB, load, log_odds
from nbcourse.datasets import record
from nbcourse.paths import DATA
from nbcourse.text import words

SIZES = {
    "sms": (100, 200, 400, 800, 1600, 3200, 4180),
    "enron": (50, 200, 800, 3200, 12800, 29698),
}
REPEATS = {"sms": 30, "enron": 10}
TEST = {"sms": 1394, "enron": 4000}
STRENGTHS = (0.1, 1, 10, 100)
PSEUDO_COUNTS = (1, 0.1, 0.01, 0.001)


@cache
def collection(name):
    """Word sets of a collection, and which messages are spam."""
    corpus = load(name).features(words)
    return corpus.counts.sign().astype(float), corpus.labels == "spam"


def parts(name, n, repeat):
    """Positions of the messages that test, and of those that teach."""
    order = np.random.default_rng(repeat).permutation(len(collection(name)[1]))
    return order[: TEST[name]], order[TEST[name] : TEST[name] + n]


def tables(name, n, repeat):
    """The known words, then word sets and labels of both parts, those that teach first."""
    X, spam = collection(name)
    test, train = parts(name, n, repeat)
    known = np.flatnonzero(X[train].sum(axis=0))
    return known, X[train][:, known], spam[train], X[test][:, known], spam[test]


def row(name, n, repeat):
    """One repeat at one size: errors, with log-odds 0 and with a tuned threshold, and AUC."""
    _, A, y, B, truth = tables(name, n, repeat)
    strength, held = chosen(A, y)
    models = {
        "multinomial": (MultinomialNB(), left_out(MultinomialNB(), A, y)),
        "bernoulli": (BernoulliNB(), None),
        "logistic": (logistic(strength), held),
    }
    found = {"collection": name, "n": n, "repeat": repeat, "C": strength}
    for model, (maker, inner) in models.items():
        nats = odds(maker.fit(A, y), B)
        found[model] = np.mean((nats > 0) != truth)
        if inner is not None:
            found[f"{model} tuned"] = np.mean((nats > threshold(inner, y)) != truth)
            found[f"{model} AUC"] = roc_auc_score(truth, nats)
    return found | alpha_chosen(A, y, B, truth)


def alpha_chosen(A, y, B, truth):
    """Errors of multinomial naive Bayes whose pseudo-count, too, was chosen on the three folds.

    By the fewest errors at log-odds 0; by the fewest at a threshold of its own; by the log loss.
    """
    found = {}
    wishes = {
        "multinomial, alpha chosen": (lambda nats, y: 0, errors_above),
        "multinomial tuned, alpha chosen": (threshold, errors_above),
        "multinomial tuned, alpha by log loss": (threshold, lambda nats, y, place: loss(nats, y)),
    }
    models = {alpha: MultinomialNB(alpha=alpha) for alpha in PSEUDO_COUNTS}
    inner = {alpha: left_out(model, A, y) for alpha, model in models.items()}
    for name, (where, wish) in wishes.items():
        places = {alpha: where(nats, y) for alpha, nats in inner.items()}
        best = min(places, key=lambda alpha, w=wish, at=places: w(inner[alpha], y, at[alpha]))
        nats = odds(models[best].fit(A, y), B)
        found[name] = errors_above(nats, truth, places[best]) / len(truth)
    return found


def errors_above(nats, y, place):
    """Wrong decisions if what lies above the place is called spam."""
    return np.sum((nats > place) != y)


def loss(nats, y):
    """Log loss: minus the sum of the log posteriors of the true classes."""
    return np.logaddexp(0, np.where(y, -1, 1) * nats).sum()


def logistic(strength):
    """Logistic regression; the dual solver is fast where words outnumber messages."""
    how = {"solver": "liblinear", "dual": True, "random_state": 0, "max_iter": 1000}
    return LogisticRegression(C=strength, **how)


def odds(model, X):
    """Log-odds of spam, of either kind of model; posteriors of scikit-learn may round to 0."""
    logistic = isinstance(model, LogisticRegression)
    return model.decision_function(X) if logistic else log_odds(model, X)


def left_out(model, X, y):
    """Log-odds of each message under a model of the two folds without it."""
    nats = np.empty(len(y))
    for train, held in StratifiedKFold(3, shuffle=True, random_state=0).split(X, y):
        nats[held] = odds(model.fit(X[train], y[train]), X[held])
    return nats


def chosen(X, y):
    """The strength whose left-out log-odds have the least log loss, and these log-odds."""
    tried = {strength: left_out(logistic(strength), X, y) for strength in STRENGTHS}
    best = min(tried, key=lambda strength: loss(tried[strength], y))
    return best, tried[best]


def threshold(nats, y):
    """The threshold with the fewest errors; of several, the one nearest to 0."""
    ladder = np.sort(nats)
    places = np.r_[ladder[0] - 1, (ladder[1:] + ladder[:-1]) / 2, ladder[-1] + 1]
    # wrong at each place: ham above it, and spam that is not
    ham, spam = np.sort(nats[~y]), np.sort(nats[y])
    errors = (
        len(ham) - np.searchsorted(ham, places, "right") + np.searchsorted(spam, places, "right")
    )
    best = places[errors == errors.min()]
    return best[np.argmin(np.abs(best))]


def repeats():
    """Collection, size and number of each row of the table."""
    for name, sizes in SIZES.items():
        yield from ((name, n, repeat) for n in sizes for repeat in range(REPEATS[name]))


def main():
    """Write the table and its checksum."""
    rows = [row(*place) for place in repeats()]
    path = DATA / "learning.csv"
    pd.DataFrame(rows).round(4).to_csv(path, index=False, lineterminator="\n")
    print(record(path))


if __name__ == "__main__":
    main()
