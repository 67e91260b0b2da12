"""Validation: folds, splits, grids and leave-one-out by subtraction, against refitting."""

import numpy as np
import sklearn.naive_bayes as peer
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import StratifiedKFold

import nbcourse as nbc
from nbcourse.evaluation import cross_validate_counts, leave_one_out, repeated_splits
from tests.benchmarks.measure import Work
from tests.benchmarks.models import counts_of

ALPHAS = np.logspace(-3, 1, 20)


def works():
    """The lines of the table."""
    X, y = counts_of("enron")
    folds = list(StratifiedKFold(10, shuffle=True, random_state=0).split(X, y))

    def refit(alphas, folds):
        models = [(peer.MultinomialNB(alpha=a), *fold) for a in alphas for fold in folds]
        return [np.mean(m.fit(X[a], y[a]).predict(X[b]) == y[b]) for m, a, b in models]

    yield Work(
        "10-fold cross-validation, Enron, equal scores",
        "scikit-learn",
        lambda: cross_validate_counts(nbc.MultinomialNB(), X, y, folds)["accuracy"].tolist(),
        lambda: refit([1], folds),
        6,
        4,
        turns=7,
        same=np.allclose,
    )
    yield random_splits()
    yield Work(
        "20 alphas x 10 folds, Enron (peer: 2 alphas, times 10)",
        "scikit-learn",
        lambda: cross_validate_counts(nbc.MultinomialNB(), X, y, folds, alphas=ALPHAS),
        lambda: refit(ALPHAS[[0, 19]], folds),
        15,
        10,
        turns=5,
        scale=10,
        same=lambda mine, theirs: np.allclose(
            [mine[a]["accuracy"] for a in ALPHAS[[0, 19]]], np.reshape(theirs, (2, 10))
        ),
    )
    yield exact_leave_one_out(X, y)


def exact_leave_one_out(X, y):
    """Every mail judged by all others; the peer refits for three of them."""
    some = np.array([0, 12_345, 33_697])

    def refit():
        rest = [np.delete(np.arange(len(y)), i) for i in some]
        return [
            peer.MultinomialNB().fit(X[r], y[r]).predict_log_proba(X[[i]])[0]
            for i, r in zip(some, rest, strict=True)
        ]

    return Work(
        f"exact leave-one-out, Enron (peer: 3 refits, times {len(y) // 3:,})",
        "scikit-learn refits",
        lambda: leave_one_out(nbc.MultinomialNB(), X, y),
        refit,
        1000,
        1000,
        turns=3,
        scale=len(y) / 3,
        same=lambda mine, theirs: np.allclose(mine[some], theirs, rtol=1e-9, atol=1e-7),
    )


def random_splits():
    """The SMS filter on a hundred splits, vocabulary and model from each training part."""
    texts, labels = sms_texts()
    splits = repeated_splits(labels, n_splits=100, random_state=0)

    def loop():
        scores = []
        for train, test in splits:
            bag = CountVectorizer(token_pattern="[a-zA-Z]{2,}")
            model = peer.MultinomialNB().fit(bag.fit_transform(texts[train]), labels[train])
            scores.append(np.mean(model.predict(bag.transform(texts[test])) == labels[test]))
        return scores

    def subtract():
        words = nbc.load("sms").features(nbc.text.words)
        model = nbc.MultinomialNB()
        found = cross_validate_counts(model, words.counts, labels, splits, min_df=1)
        return found["accuracy"].tolist()

    name = "100 random splits of the SMS filter, equal scores"
    return Work(name, "scikit-learn", subtract, loop, 10, 6, turns=3, same=np.allclose)


def sms_texts():
    """The messages as texts that hold the same words, rebuilt from the bag, and their labels."""
    sms = nbc.load("sms")
    X = sms.counts
    rows = zip(X.indptr[:-1], X.indptr[1:], strict=True)
    texts = [" ".join(np.repeat(sms.tokens[X.indices[a:b]], X.data[a:b]).tolist()) for a, b in rows]
    return np.array(texts, dtype=object), sms.labels
