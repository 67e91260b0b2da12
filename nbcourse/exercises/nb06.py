"""Checkers of notebook 06: mail at scale, and away from home."""

import numpy as np

from nbcourse.exercises.kit import behaves, exercise, near


@exercise(
    "06.1",
    objectives=(1,),
    first="list the four possible mails; the product of each has one factor per word in it",
)
def present_words_only(answer):
    """What the products over present words sum to."""
    phi = np.array([0.8, 0.3])
    return near(
        answer,
        np.prod(1 + phi),
        mistakes=[
            (1.0, "that is the sum with the factors of the absent words"),
            (phi.sum(), "that adds the probabilities; write the four products down"),
            (np.prod(phi), "that is one of the four mails, the one with both words"),
            (np.prod(1 + phi) - 1, "the empty mail is missing: its product is 1"),
        ],
        otherwise="the four mails are: none, the first, the second, both",
    )


@exercise(
    "06.2",
    objectives=(2,),
    first="compute mean and standard deviation of the six runs; the claim is none of them",
)
def distance_of_a_claim(answer):
    """Distance of 574 from the mean of six runs, in sample standard deviations."""
    runs, claim = np.array([512, 549, 530, 561, 498, 541]), 574
    gap = claim - runs.mean()
    return near(
        answer,
        gap / runs.std(ddof=1),
        mistakes=[
            (gap / runs.std(), "six runs are a sample: divide by n - 1 in the variance"),
            (-gap / runs.std(ddof=1), "the claim lies above the mean: turn the sign"),
            (gap, "that is the distance in errors; divide by the standard deviation"),
            (gap / runs.var(ddof=1), "that divides by the variance; take its root"),
            (
                gap / runs.std(ddof=1) * np.sqrt(len(runs)),
                "that is for the mean of six claims; one claim has no root of n",
            ),
        ],
        otherwise="(claim - mean) / standard deviation",
    )


@exercise(
    "06.3",
    objectives=(3,),
    first="put a count of zero into formula (1), for one class and then for the other",
)
def unseen_word(answer):
    """Nats towards spam of a word that neither class has seen."""
    ham, spam = 1800, 360
    right = np.log((ham + 2) / (spam + 2))
    return near(
        answer,
        right,
        mistakes=[
            (-right, "right size, wrong side: 1/362 is larger than 1/1802"),
            (0.0, "it should be; but formula (1) gives the two classes different values"),
            (np.log(ham / spam), "the smoothing is missing: each class has two mails more"),
            (np.log(spam / ham), "that is the prior; the question is about one word"),
            (right / np.log(10), "nats, please: the natural logarithm"),
        ],
        otherwise="write formula (1) with count 0 for both classes, then the log-ratio",
    )


@exercise(
    "06.4",
    objectives=(4,),
    first="find out first what a single such word is worth, in nats",
)
def words_to_spam(answer):
    """Number of spam-only words that lift a mail from -15 nats above 0."""
    start, each = 15, np.log(3)
    right = int(np.floor(start / each)) + 1
    return near(
        answer,
        right,
        mistakes=[
            (right - 1, "with these it is still below zero: count one more"),
            (start / each, "a number of words is whole: round to the safe side"),
            (
                int(np.floor(start / np.log(2))) + 1,
                "count 2 becomes 3 by smoothing, and count 0 becomes 1",
            ),
            (start, "one word is worth more than a nat: log((2 + 1)/(0 + 1))"),
        ],
        otherwise="first the nats of one word: log((2 + 1)/(0 + 1))",
    )


@exercise(
    "06.5",
    objectives=(5,),
    first="lay the log-odds in order: how many mails may lie above the threshold?",
)
def tolerant_threshold(answer):
    """Function: smallest of the log-odds above which at most a share of the ham lies."""
    wave = 20 * np.sin(np.arange(37.0) ** 2)
    inputs = [(np.arange(10.0), 0.2), (wave, 0.1), (np.array([3.0, 1.0, 2.0]), 0.0)]
    return behaves(
        answer,
        _threshold,
        inputs,
        mistakes=[
            (
                lambda nats, share: np.quantile(nats, 1 - share),
                "np.quantile interpolates between two mails; the answer is one of the log-odds",
            ),
            (
                lambda nats, share: np.sort(nats)[int(share * len(nats))],
                "you count from the ham end; the suspicious ones are at the top",
            ),
            (
                lambda nats, share: np.sort(nats)[::-1][max(int(share * len(nats)) - 1, 0)],
                "one place too high: exactly the tolerated number may lie above",
            ),
        ],
        otherwise="sort the log-odds downwards and skip the tolerated number of mails",
    )


def _threshold(nats, tolerated):
    return np.sort(nats)[::-1][int(tolerated * len(nats))]
