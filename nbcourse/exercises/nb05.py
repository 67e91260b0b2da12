"""Checkers of notebook 05: a spam filter, honestly measured."""

import numpy as np

from nbcourse.corpus import BagOfWords
from nbcourse.datasets import load
from nbcourse.estimation import log_posterior_mean
from nbcourse.evaluation import Confusion, repeated_splits
from nbcourse.exercises.kit import behaves, exercise, near
from nbcourse.naive_bayes import MultinomialNB
from nbcourse.text import words


@exercise(
    "05.1",
    objectives=(1,),
    first="which of the messages does this filter get right?",
)
def everything_spam(answer):
    """Accuracy of the filter that calls every message spam."""
    share = float(np.mean(load("sms").labels == "spam"))
    return near(
        answer,
        share,
        mistakes=[
            (1 - share, "that is the filter that calls everything ham"),
            (100 * share, "a percentage; give a share between 0 and 1"),
            (1.0, "that is its recall: it finds every spam message, and loses every ham message"),
        ],
        otherwise="it is right exactly on the spam messages: count them",
    )


@exercise(
    "05.2",
    objectives=(2,),
    first="fill in the four cells of the confusion table first, as far as the text gives them",
)
def precision_and_recall(answer):
    """Precision and recall of 150 spam caught of 200, with 160 alarms."""
    found = Confusion(tp=150, fp=10, fn=50, tn=1790)
    right = (found.precision, found.recall)
    return near(
        answer,
        right,
        mistakes=[
            (right[::-1], "the right numbers in the wrong order: precision looks at the alarms"),
            (
                (found.accuracy, found.recall),
                "the first is the accuracy; precision is about alarms",
            ),
            ((10 / 160, 50 / 200), "those are the shares of errors; take their complements"),
        ],
        otherwise="precision divides by the alarms, recall by the spam messages",
    )


@exercise(
    "05.3",
    objectives=(3,),
    first="compute the total of each class first and keep it as a column beside the counts",
)
def log_theta(answer):
    """A function (counts, alpha) -> smoothed log-probabilities, one row per class."""
    tables = [([[3, 0, 1], [1, 5, 2]], 1), ([[0, 7], [2, 2]], 0.5), ([[4, 0, 0, 9]], 0.1)]
    return behaves(
        answer,
        log_posterior_mean,
        [(np.array(counts), alpha) for counts, alpha in tables],
        mistakes=[
            (_no_bracket, "Python divides before it adds: put the numerator in brackets"),
            (_no_vocabulary, "the denominator needs l once for every word: l * d, not l"),
            (_one_for_all, "divide each class by its own total: sum over axis 1 and keep it"),
            (_smoothed_twice, "the counts are smoothed twice: start from the raw counts"),
            (_no_log, "those are the probabilities; take their logarithm"),
        ],
        otherwise="each row of np.exp(result) has to sum to 1: check that first",
    )


def _total(counts):
    return counts.sum(axis=1, keepdims=True)


def _no_bracket(counts, alpha):
    return np.log(counts + alpha / (_total(counts) + alpha * counts.shape[1]))


def _no_vocabulary(counts, alpha):
    return np.log((counts + alpha) / (_total(counts) + alpha))


def _one_for_all(counts, alpha):
    return np.log((counts + alpha) / (counts.sum() + alpha * counts.shape[1]))


def _smoothed_twice(counts, alpha):
    return np.log((counts + 1 + alpha) / (_total(counts) + alpha * counts.shape[1]))


def _no_log(counts, alpha):
    return np.exp(log_posterior_mean(counts, alpha))


@exercise(
    "05.4",
    objectives=(4,),
    first="which count has such a word in the two classes, and what does smoothing make of it?",
)
def unseen_column(answer):
    """Nats towards spam of a column that no training message fills."""
    ham, spam, d = 30_000, 15_000, 5_000
    right = np.log((ham + d) / (spam + d))
    return near(
        answer,
        right,
        mistakes=[
            (-right, "right size, wrong side: the smaller total gives the larger probability"),
            (0.0, "that is what it should be; but the column is smoothed like any other"),
            (np.log(ham / spam), "the pseudo-counts are missing: each total grows by l * d"),
            (right / np.log(10), "nats, please: the natural logarithm, not the decimal one"),
            (right / np.log(2), "nats, please: those are bits"),
            (np.exp(right), "that is the ratio; take its logarithm"),
        ],
        otherwise="write both smoothed probabilities of a word with count 0, then their log-ratio",
    )


@exercise(
    "05.5",
    objectives=(5,),
    first="compute the log-odds of the test part and keep those of the ham",
)
def safe_threshold(answer):
    """Smallest whole number of nats above which the first split loses no ham."""
    nats = _ham_scores()
    right = int(np.ceil(nats.max()))
    return near(
        answer,
        right,
        mistakes=[
            (-right, "log-odds of spam are positive: turn the sign"),
            (right - 1, "one ham message is still above it: look at the largest score of a ham"),
            (
                float(nats.max()),
                "that is the largest score itself; the question asks for a whole number",
            ),
            (0, "that is the usual threshold; count the ham messages above it"),
        ],
        otherwise="take the ham of the test part of splits[0] and look at its largest log-odds",
    )


def _ham_scores():
    """Log-odds of the ham in the test part of the notebook's first split."""
    corpus = load("sms").features(words)
    [(train, test)] = repeated_splits(corpus.labels, n_splits=1, random_state=0)
    bag = BagOfWords().fit(corpus[train])
    model = MultinomialNB().fit(bag.transform(corpus[train]), corpus.labels[train])
    ham = corpus[test[corpus.labels[test] == "ham"]]
    return model.predict_log_proba(bag.transform(ham)) @ [-1, 1]
