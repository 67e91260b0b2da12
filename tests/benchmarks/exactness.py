"""Exactness: the worst error of log-odds against arithmetic with fifty digits."""

import numpy as np
import sklearn.naive_bayes as peer
from mpmath import mp

import nbcourse as nbc
from tests.benchmarks.models import counts_of

GOAL, FLOOR = 100, 10
MAILS = 300


def report():
    """One row of the table: how much closer ours are than scikit-learn's."""
    X, y = counts_of("enron")
    length = X.sum(axis=1)
    rows = np.concatenate([np.argsort(length)[-MAILS // 2 :], np.arange(0, X.shape[0], 225)])
    exact = bernoulli_log_odds(X, y, rows)
    ours = nbc.log_odds(nbc.BernoulliNB().fit(X, y), X[rows])
    theirs = peer.BernoulliNB().fit(X, y).predict_log_proba(X[rows])
    errors = [
        max(abs(mp.mpf(float(a)) - b) for a, b in zip(found, exact, strict=True))
        for found in (ours, theirs[:, 1] - theirs[:, 0])
    ]
    ratio = float(errors[1] / errors[0])
    verdict = "" if ratio >= GOAL else " (below the goal)"
    verdict = verdict if ratio >= FLOOR else " **(below the floor)**"
    return (
        f"| worst error of Bernoulli log-odds, {len(rows)} mails, against 50 digits | scikit-learn"
        f" | {GOAL} | {FLOOR} | **{ratio:.3g}**{verdict} | | ours {float(errors[0]):.1e} nats, "
        f"peer {float(errors[1]):.1e} | |"
    )


def bernoulli_log_odds(X, y, rows):
    """Log-odds of spam with alpha = 1, every logarithm and every sum with fifty digits."""
    with mp.workdps(50):
        spam = y == "spam"
        having = [X[spam].sign().sum(axis=0), X[~spam].sign().sum(axis=0)]
        sizes = [int(spam.sum()), int((~spam).sum())]
        start = mp.log(sizes[0]) - mp.log(sizes[1])
        logs = [mp.log(i) for i in range(1, max(sizes) + 3)]  # logs[i] is the log of i + 1
        present = [logs[a] - logs[b] for a, b in zip(*having, strict=True)]
        absent = [logs[sizes[0] - a] - logs[sizes[1] - b] for a, b in zip(*having, strict=True)]
        per_word = logs[sizes[1] + 1] - logs[sizes[0] + 1]  # the two denominators
        constant = start + X.shape[1] * per_word + mp.fsum(absent)
        return [constant + mp.fsum(present[j] - absent[j] for j in X[[i]].indices) for i in rows]
