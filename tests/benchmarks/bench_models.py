"""Fit and predict against scikit-learn: `python -m tests.benchmarks.bench_models` prints ratios.

Times move with the machine, ratios much less: the two peers take turns on the same data, and the
median of their ratios is printed (above 1: the course's model is faster).
"""

from statistics import median
from time import perf_counter

import numpy as np
import sklearn.naive_bayes as peer

import nbcourse as nbc
from nbcourse import naive_bayes as ours

REPEATS = 15


def seconds(action):
    """Time of one call."""
    start = perf_counter()
    action()
    return perf_counter() - start


def ratio(mine, theirs):
    """Median over turns of their time divided by ours."""
    mine(), theirs()  # the first call pays for imports and caches
    return median(seconds(theirs) / seconds(mine) for _ in range(REPEATS))


def compare(name, X, y, data):
    """Print the ratios of one model on one data set."""
    mine, theirs = getattr(ours, name)(), getattr(peer, name)()
    fit = ratio(lambda: mine.fit(X, y), lambda: theirs.fit(X, y))
    predict = ratio(lambda: mine.predict(X), lambda: theirs.predict(X))
    both = ratio(lambda: mine.fit(X, y).predict(X), lambda: theirs.fit(X, y).predict(X))
    one = X[:1]
    single = ratio(lambda: mine.predict(one), lambda: theirs.predict(one))
    print(
        f"{data:9} {name:14} fit {fit:5.2f}  predict {predict:5.2f}"
        f"  both {both:5.2f}  one row {single:5.2f}"
    )


def main():
    """Compare the five models on the data they are made for."""
    rng = np.random.default_rng(0)
    sms, enron = (nbc.load(corpus).features(nbc.text.words) for corpus in ("sms", "enron"))
    for name in ("MultinomialNB", "ComplementNB", "BernoulliNB"):
        compare(name, sms.counts, sms.labels, "SMS")
        compare(name, enron.counts, enron.labels, "Enron")
    X, y = rng.integers(0, 5, (20_000, 20)), rng.integers(0, 3, 20_000)
    compare("CategoricalNB", X, y, "20k x 20")
    compare("GaussianNB", rng.normal(size=(20_000, 20)), y, "20k x 20")


if __name__ == "__main__":
    main()
