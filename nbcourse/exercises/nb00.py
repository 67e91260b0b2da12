"""Checkers of notebook 00: how exercises answer back."""

from functools import cache

import numpy as np
from sklearn.pipeline import make_pipeline

from nbcourse import linear
from nbcourse.corpus import BagOfWords
from nbcourse.datasets import load
from nbcourse.evaluation import confusion, repeated_splits
from nbcourse.exercises.comparisons import near
from nbcourse.exercises.kit import exercise
from nbcourse.naive_bayes import MultinomialNB
from nbcourse.text import words

PRIZE_CALL = "Congratulations, you have won a prize! Call now"


@cache
def _filter(seed=0):
    """The filter of the notebook, learnt from all but one quarter of the messages."""
    sms, (train, _) = load("sms"), _split(seed)
    model = make_pipeline(BagOfWords(analyzer=words), MultinomialNB())
    return model.fit(sms[train], sms.labels[train])


def _split(seed):
    return repeated_splits(load("sms").labels, n_splits=1, random_state=seed)[0]


def _counted(seed):
    """How the filter decides on the quarter put aside."""
    sms, (_, test) = load("sms"), _split(seed)
    return confusion(sms.labels[test], _filter(seed).predict(sms[test]))


@exercise(
    "00.a",
    objectives=(1,),
    first="look at the column of the figure where the filter says spam",
)
def right_alarms(answer):
    """Share of the alarms that are right: precision, before it has its name."""
    counted = _counted(0)
    return near(
        answer,
        counted.precision,
        mistakes=[
            (counted.recall, "that is the share of the spam that is caught; divide by the alarms"),
            (1 - counted.precision, "that is how often it is wrong when it says spam"),
            (counted.accuracy, "that is the accuracy; look at the column of the spam only"),
            (counted.tp, "that is the number; the question asks for a share"),
            (100 * counted.precision, "a share lies between 0 and 1: divide by 100"),
        ],
        otherwise="the spam caught, divided by all messages that are called spam",
    )


@exercise(
    "00.b",
    objectives=(2,),
    first="start from the prior, then add a bar for each time that a word occurs",
)
def called_twice(answer):
    """Log-odds of a message that repeats a word."""
    prior, call = -1.88, 1.45
    return near(
        answer,
        prior + 2 * call,
        mistakes=[
            (prior + call, "the word stands there twice, so its bar is added twice"),
            (2 * call, "that is the words; the sum starts from the prior"),
            (2 * (prior + call), "the prior is added once, however many words follow"),
            (2 * call - prior, "the prior is negative: adding it makes the sum smaller"),
        ],
        otherwise="the prior once, and the bar of call once for each time it occurs",
    )


@exercise(
    "00.c",
    objectives=(2,),
    first="write the sum as prior + words; which of the two parts changes?",
)
def even_prior(answer):
    """Log-odds under another prior."""
    return near(
        answer,
        -0.74 + 1.88,
        mistakes=[
            (-0.74 - 1.88, "the even prior is the larger one, so the sum moves towards spam"),
            (-0.74, "the prior is part of the sum: with another prior the sum is another one"),
            (1.88, "that is the shift; add it to the old sum"),
            (0.74, "the even prior does not turn the sum round; it shifts it"),
        ],
        otherwise="take the old prior out of the sum, then put the new one in",
    )


@exercise(
    "00.d",
    objectives=(1,),
    first="compare all labels with 'ham': True counts as one when you add them up",
)
def ham_messages(answer):
    """How many messages of the collection are ham."""
    labels = load("sms").labels
    counts = {label: int((labels == label).sum()) for label in ("ham", "spam")}
    return near(
        answer,
        counts["ham"],
        mistakes=[
            (counts["spam"], "that is the spam; the question asks for the ham"),
            (len(labels), "that is all messages; subtract the spam"),
            (counts["ham"] / len(labels), "that is the share; the question asks for the number"),
        ],
        otherwise="count the labels that equal 'ham'",
    )


@exercise(
    "00.e",
    objectives=(3,),
    first="one of the symbols counts messages, the other counts each time the word occurs",
)
def messages_and_occurrences(answer):
    """Messages that contain a word, and occurrences of the word."""
    return near(
        answer,
        [2, 3],
        mistakes=[
            ([3, 2], "the right numbers in the other order: M counts messages, N occurrences"),
            ([2, 2], "N counts each time the word occurs; the first message has it twice"),
            ([3, 3], "M counts only the messages that contain the word"),
            ([1, 2], "both too few: M counts each message with the word, N counts repeats, too"),
            ([2, 1], "how often does the word stand there, counting repeats?"),
            ([2 / 3, 3 / 5], "those are shares; both symbols are plain counts"),
        ],
        otherwise="how many messages contain free, and how often does free occur in all three?",
    )


@exercise(
    "00.1",
    objectives=(1,),
    first="copy the seven lines and give the results other names",
)
def another_quarter(answer):
    """Spam missed by the filter on another quarter of the collection."""
    first, other = _counted(0), _counted(1)
    return near(
        answer,
        other.fn,
        mistakes=[
            (first.fn, "that is the split of the text; put random_state=1 and run all seven lines"),
            (other.fp, "that is the ham lost; the question asks for the spam missed"),
            (other.tp, "that is the spam caught; the question asks for the spam missed"),
            (other.fn + other.fp, "those are all errors; count the missed spam only"),
        ],
        otherwise="split, fit and predict anew, then count the spam that is called ham",
    )


@exercise(
    "00.2",
    objectives=(3,),
    first="the glossary is in alphabetical order; its last column is the notebook",
)
def addresses(answer):
    """Notebooks that explain recall, log loss and hyperplane."""
    return near(
        answer,
        [5, 3, 7],
        mistakes=[
            ([3, 5, 7], "the right notebooks in another order: recall, log loss, hyperplane"),
            ([5, 2, 7], "notebook 02 uses the log loss; look up who explains it"),
            ([5, 3, 9], "notebook 09 meets hyperplanes again; look up who explains them"),
            ([0, 3, 7], "00 has the share of spam caught, but not its name; look up recall"),
        ],
        otherwise="the last column of the glossary, as three whole numbers",
    )


@exercise(
    "00.3",
    objectives=(2,),
    first="which prior, in nats, cancels the bar of the word?",
)
def tipping_share(answer):
    """Share of spam at which the message "free" is undecided."""
    bar = linear.explain(_filter(), "free")["free"]
    return near(
        answer,
        1 / (1 + np.exp(bar)),
        mistakes=[
            (np.exp(-bar), "those are the odds, spam for each ham; the question asks for a share"),
            (1 / (1 + np.exp(-bar)), "that is the share of ham at that point"),
            (-bar, "that is the prior in nats; which share of spam has these log-odds?"),
            (0.5, "at an even prior the bar of free remains, and the verdict is spam"),
            (551 / 4180, "that is the share in this collection; there the message is spam"),
        ],
        otherwise="prior + bar = 0; the prior is log(s / (1 - s)) for a share s of spam",
    )


@exercise(
    "00.4",
    objectives=(2,),
    first="which bars take the most away from the sum?",
)
def smuggled(answer):
    """How many known words, each once, make the prize message pass as ham."""
    weights, _ = linear.hyperplane(_filter()[-1])
    left = linear.explain(_filter(), PRIZE_CALL).log_odds + np.cumsum(np.sort(weights))
    needed = int(np.argmax(left < 0)) + 1
    return near(
        answer,
        needed,
        mistakes=[
            (
                needed - 1,
                f"with the {needed - 1} strongest words {left[needed - 2]:+.2f} nats remain",
            ),
            (needed + 1, f"it is ham already with one word less ({left[needed - 1]:+.2f} nats)"),
            (len(weights), "that is the whole vocabulary; add the strongest words first"),
        ],
        otherwise="sort all bars, add the most negative ones to the sum, count until it is below 0",
    )
