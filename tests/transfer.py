"""Rebuilds `data/transfer.csv`: filters learnt at Enron, judged there and on other people's mail.

`python -m tests.transfer` takes a minute or two. Every row is one fit: n mails of Enron, half of
them spam, drawn from those outside a fixed test part; multinomial naive Bayes on word sets, or
logistic regression. `tests/test_transfer.py` fits some of them again and compares.
"""

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from nbcourse import MultinomialNB, load
from nbcourse.datasets import record
from nbcourse.paths import DATA
from nbcourse.text import s4_words
from tests.learning import odds

SIZES = (800, 3200, 12800, 28800)
HELD = 2000  # test mails of each class


def collections():
    """Word sets of the three collections on one vocabulary, and which mails are spam."""
    mails = {name: load(name).features(s4_words) for name in ("enron", "ling", "csdmc")}
    mails = {name: mail[np.diff(mail.counts.indptr) > 5] for name, mail in mails.items()}
    tokens = sorted(set().union(*(mail.tokens for mail in mails.values())))
    return {
        name: (mail.select(tokens).counts.sign(), mail.labels == "spam")
        for name, mail in mails.items()
    }


def rows(found, n):
    """The two fits on n mails, each as one row of the table."""
    X, spam = found["enron"]
    test = _draw(np.arange(len(spam)), spam, HELD)
    train = _draw(np.setdiff1d(np.arange(len(spam)), test), spam, n // 2)
    known = np.flatnonzero(X[train].sum(axis=0))
    models = {"multinomial": MultinomialNB(), "logistic": LogisticRegression(max_iter=1000)}
    for name, model in models.items():
        model.fit(X[train][:, known].astype(float), spam[train])
        row = {"n": n, "model": name}
        for place, (M, truth) in found.items():
            part = test if place == "enron" else np.arange(len(truth))
            mails = M[part][:, known].astype(float)
            scores = _scores(odds(model, mails), truth[part])
            row |= {f"{place}: {score}": value for score, value in scores}
        yield row


def _draw(rows, spam, size):
    """So many mails of each class, ham first, as the notebook draws them."""
    draw = np.random.default_rng(0)
    return np.concatenate(
        [draw.choice(rows[spam[rows] == label], size, replace=False) for label in (False, True)]
    )


def _scores(nats, truth):
    yield "ham lost", (nats[~truth] > 0).mean()
    yield "spam missed", (nats[truth] <= 0).mean()
    yield "AUC", roc_auc_score(truth, nats)


def main():
    """Write the table and its checksum."""
    found = collections()
    table = pd.DataFrame([row for n in SIZES for row in rows(found, n)]).round(4)
    path = DATA / "transfer.csv"
    table.to_csv(path, index=False, lineterminator="\n")
    print(record(path))


if __name__ == "__main__":
    main()
