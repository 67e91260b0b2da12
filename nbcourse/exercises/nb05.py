"""Checkers of notebook 05: a spam filter, honestly measured."""

from functools import cache

import numpy as np
from scipy.stats import norm, t

from nbcourse.corpus import BagOfWords
from nbcourse.datasets import load
from nbcourse.estimation import log_posterior_mean
from nbcourse.evaluation import Confusion, repeated_splits
from nbcourse.exercises.kit import behaves, exercise, near
from nbcourse.linear import log_odds
from nbcourse.naive_bayes import MultinomialNB
from nbcourse.text import words


@exercise(
    "05.1",
    objectives=(2,),
    first="which of the four counts are zero for this filter?",
)
def everything_spam(answer):
    """Precision, recall and accuracy of the filter that calls every message spam."""
    share = float(np.mean(load("sms").labels == "spam"))
    right = (share, 1, share)
    return near(
        answer,
        right,
        mistakes=[
            ((share, 1, 1 - share), "the last is the accuracy of the filter that says ham only"),
            ((1, share, share), "precision looks at the alarms, recall at the spam messages"),
            ((share, 0, share), "it finds every spam message: look at recall again"),
            ((1, 1, share), "every message is an alarm: how many of these alarms are right?"),
        ],
        otherwise="no spam is missed, and no ham let through: the other two counts are the classes",
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
    objectives=(5,),
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
            (_no_vocabulary, "the total needs alpha once for every word: alpha * d"),
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
    objectives=(5,),
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
            (np.log(ham / spam), "the pseudo-counts are missing: each total grows by alpha * d"),
            (right / np.log(10), "nats, please: the natural logarithm, not the decimal one"),
            (right / np.log(2), "nats, please: those are bits"),
            (np.exp(right), "that is the ratio; take its logarithm"),
        ],
        otherwise="write both smoothed probabilities of a word with count 0, then their log-ratio",
    )


@exercise(
    "05.5",
    objectives=(3,),
    first="which quantile of t, for 50 splits, and which two terms stand under the root?",
)
def corrected_interval(answer):
    """Formula (2), in thousandths, for mean 4, s = 6, 50 splits, a fifth put aside."""
    mean, s, k = 4, 6, 50

    quantile = t.ppf(0.975, k - 1)

    def around(second, quantile=quantile):
        reach = quantile * s * np.sqrt(1 / k + second)
        return (mean - reach, mean + reach)

    right = around(0.2 / 0.8)
    return near(
        answer,
        right,
        mistakes=[
            (around(0), "as if the splits were independent: the second term is missing"),
            (around(0.2), "the second term is n_test / n_train, not the share put aside"),
            (around(0.8 / 0.2), "upside down: n_test / n_train"),
            (around(0.25, 2), "right, but 2 is rounded: t.ppf(0.975, k - 1) has more digits"),
            (
                around(0.25, norm.ppf(0.975)),
                "that is the quantile of the normal curve; take t with 49 degrees of freedom",
            ),
            (
                around(0.25, t.ppf(0.95, k - 1)),
                "95 % leave 2.5 % at each end: the quantile at 0.975",
            ),
            (right[::-1], "the right numbers in the wrong order: first the low one"),
            ((right[0] / 1000, right[1] / 1000), "give it in thousandths, as the mean is"),
        ],
        otherwise="mean minus and plus t * s * sqrt(1/50 + n_test / n_train)",
    )


@exercise(
    "05.6",
    objectives=(1, 4),
    first="three parts: one to learn from, one to choose with, one to report on; which is which?",
)
def chosen_inside(answer):
    """Spam caught and ham lost on the first split, above a threshold chosen inside training."""
    decided, inner, unmapped = _first_split()
    ham, spam = decided["all"]

    def outcome(threshold, learnt="all"):
        ham, spam = decided[learnt]
        return int((spam > threshold).sum()), int((ham > threshold).sum())

    right = outcome(inner[-1])
    return near(
        answer,
        right,
        mistakes=[
            (right[::-1], "the right numbers in the wrong order: first the spam caught"),
            (outcome(0), "that is the usual threshold, 0 nats"),
            (outcome(ham.max()), "that threshold has been chosen on the test part itself"),
            (outcome(inner[-2]), "that is the second highest ham message of the inner part"),
            (outcome(inner[-1], "part"), "learn once more, on all of train, before you decide"),
            (outcome(unmapped), "the positions are places inside train: train[positions]"),
            ((spam.size - right[0], right[1]), "the first is the spam missed, not that caught"),
        ],
        otherwise="threshold: the largest log-odds of the inner ham, by the counts of the rest",
    )


@cache
def _first_split():
    """Log-odds of ham and of spam of the first test part, learnt from all of the training part and
    from three quarters; of the ham inside, sorted; and the highest if positions were rows."""
    corpus = load("sms").features(words)
    [(train, test)] = repeated_splits(corpus.labels, n_splits=1, random_state=0)
    [(learn, choose)] = repeated_splits(len(train), n_splits=1, random_state=2)
    spam = corpus.labels == "spam"

    def by_class(fit, rows):
        odds = _odds(corpus, fit, rows)
        return odds[~spam[rows]], odds[spam[rows]]

    decided = {"all": by_class(train, test), "part": by_class(train[learn], test)}
    inner, _ = by_class(train[learn], train[choose])
    return decided, np.sort(inner), by_class(learn, choose)[0].max()


def _odds(corpus, fit, rows):
    bag = BagOfWords().fit(corpus[fit])
    model = MultinomialNB().fit(bag.transform(corpus[fit]), corpus.labels[fit])
    return log_odds(model, bag.transform(corpus[rows]))


@exercise(
    "05.a",
    objectives=(1,),
    first="write down the runs of two or more letters, in lower case",
)
def columns_of_a_message(answer):
    """Columns that "Free entry 2 WIN free £1000!" fills."""
    return near(
        answer,
        3,
        mistakes=[
            (4, "equal words share a column, and a digit is no letter: which of the two was it?"),
            (5, "digits are no letters: they give no word"),
            (6, "those are the surface tokens; which words do they give?"),
            (2, "upper and lower case are alike, but not only repeated words have a column"),
        ],
        otherwise="only runs of two or more Latin letters count, and equal words share a column",
    )


@exercise(
    "05.b",
    objectives=(1,),
    first="which part do the columns come from, and where do counts of other words go?",
)
def columns_of_new_words(answer):
    """Columns filled by a test message of 12 different words, 3 of them new."""
    return near(
        answer,
        9,
        mistakes=[
            (12, "three of the words have no column: the vocabulary is that of training"),
            (3, "those are the words without a column"),
            (15, "a new word gets no column, and certainly not a second one"),
            (10, "there is no common column for unknown words: their counts go nowhere"),
        ],
        otherwise="only words of the training part have a column",
    )


@exercise(
    "05.c",
    objectives=(2,),
    first="which of the ten log-odds are above the threshold, and how many of them are spam?",
)
def toy_scores(answer):
    """Precision and recall of the ten messages, where spam is what lies above -3."""
    spam, ham = np.array([6, 3, -1, -3]), np.array([1, -2, -4, -5, -7, -8])

    def found(threshold):
        tp, fp = int((spam > threshold).sum()), int((ham > threshold).sum())
        return Confusion(tp=tp, fp=fp, fn=spam.size - tp, tn=ham.size - fp)

    here, at_0, below = found(-3), found(0), found(-3.5)
    right = (here.precision, here.recall)
    return near(
        answer,
        right,
        mistakes=[
            (right[::-1], "the right numbers in the wrong order: first the precision"),
            ((at_0.precision, at_0.recall), "that is the threshold 0; -1 and -2 are above -3, too"),
            ((below.precision, below.recall), "-3 itself is not above -3"),
            ((here.accuracy, here.recall), "the first is the accuracy; look at the alarms only"),
            ((1 - right[0], 1 - right[1]), "those are the shares of errors; take complements"),
        ],
        otherwise="alarms: all log-odds above -3; precision divides by them, recall by 4",
    )


@exercise(
    "05.d",
    objectives=(3,),
    first="divide one width by the other: what cancels?",
)
def how_much_wider(answer):
    """Ratio of the corrected to the naive width for 25 splits, a fifth put aside."""
    k, ratio = 25, 0.2 / 0.8
    right = np.sqrt(1 + k * ratio)
    return near(
        answer,
        right,
        mistakes=[
            (right**2, "that is the ratio of the variances; take the root"),
            (np.sqrt(1 + k * 0.2), "a fifth put aside: n_test / n_train is 1/4"),
            (1 / right, "upside down: the corrected interval is the wider one"),
            (np.sqrt(1 / k + ratio), "that is the root in formula (2); divide it by sqrt(1/25)"),
            (np.sqrt(k * ratio), "the first term, 1/k, is there, too"),
        ],
        otherwise="sqrt(1/k + n_test / n_train) over sqrt(1/k)",
    )


@exercise(
    "05.e",
    objectives=(4,),
    first="put the next message among the 99: which of the 100 has the highest score?",
)
def promise(answer):
    """Expected share of new ham above the highest of 99."""
    return near(
        answer,
        1 / 100,
        mistakes=[
            (0, "none of the 99 is above it; but the next one may be"),
            (1 / 99, "count the new message, too: it is one of 100"),
            (99 / 100, "that is the share that stays below"),
            (1, "that is how many of the next 100; the question asks for a share"),
        ],
        otherwise="each of the 100 messages is equally likely to be the highest",
    )


@exercise(
    "05.f",
    objectives=(5,),
    first="what does the missing bracket take away from each word, in each class?",
)
def push_of_the_bracket(answer):
    """Shift of the log-odds of a message of 20 words, totals 40,000 and 20,000."""
    words_of_it, ham, spam = 20, 40_000, 20_000
    right = -words_of_it * np.log(ham / spam)
    return near(
        answer,
        right,
        mistakes=[
            (-right, "right size, wrong side: the class with more words gains"),
            (right / words_of_it, "that is one word; the message has 20"),
            (-right / words_of_it, "that is one word, and the other side"),
            (right / np.log(10), "nats, please: the natural logarithm"),
            (right / np.log(2), "nats, please: those are bits"),
        ],
        otherwise="each word loses log(40000) in ham, log(20000) in spam: 20 times the gap",
    )
