"""Checkers of notebook 06: mail at scale, and away from home."""

import numpy as np

from nbcourse.exercises.kit import behaves, exercise, near

# Of Enron's mail, judged by what Ling and CSDMC have taught: `tests/test_exercises_routes.py`
LOST_AT_ENRON, LOST_BY_ALPHA_1 = (0.431614, 0.207836), (0.39523, 0.161962)
LOST_WITHOUT_PRIOR = (0.479314, 0.23193)
MISSED_AT_ENRON, ERRORS_AT_ENRON = (0.14504, 0.295552), (0.28669, 0.252195)


@exercise(
    "06.1",
    objectives=(1,),
    first="one word: two mails; which factor does a second word bring to the sum?",
)
def present_words_only(answer):
    """Words of probability one half until the products over present words exceed 100."""
    return near(
        answer,
        12,
        mistakes=[
            (11, "1.5 ** 11 is 86.5: count one word more"),
            (np.log(100) / np.log(1.5), "a number of words is whole: round to the safe side"),
            (7, "2 ** 7 counts the mails; a mail of m words has the product 0.5 ** m"),
            (200, "that adds the probabilities; add the products of all mails"),
        ],
        otherwise="with n words the sum is (1 + 0.5) ** n",
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
    objectives=(1,),
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
    objectives=(3,),
    first="find out first what a word of each kind is worth, in nats",
)
def words_to_spam(answer):
    """Number of words met in two spam mails that lift a mail from -18 nats, beside five others."""
    left = 18 - 5 * np.log(6)
    right = int(np.floor(left / np.log(3))) + 1
    return near(
        answer,
        right,
        mistakes=[
            (right - 1, "with these it is still below zero: count one more"),
            (left / np.log(3), "a number of words is whole: round to the safe side"),
            (
                int(np.floor((18 - 5 * np.log(5)) / np.log(2))) + 1,
                "smoothing adds one to each count: 5 becomes 6, 2 becomes 3, 0 becomes 1",
            ),
            (int(np.floor(18 / np.log(3))) + 1, "the five words that it holds already count, too"),
            (int(np.floor(18 / np.log(3))) + 1 - 5, "a word of five spam mails is worth more nats"),
        ],
        otherwise="five words bring 5 log((5 + 1)/(0 + 1)) nats, each other log((2 + 1)/(0 + 1))",
    )


@exercise(
    "06.5",
    objectives=(5,),
    first="lay the log-odds in order: how many mails may lie above the threshold?",
)
def tolerant_threshold(answer):
    """Function: smallest of the log-odds above which at most a share of the ham lies."""
    wave = 20 * np.sin(np.arange(37.0) ** 2)
    hundred = np.cos(np.arange(100.0))
    inputs = [(np.arange(10.0), 0.2), (wave, 0.1), (np.array([3.0, 1.0, 2.0]), 0.0)]
    inputs += [(hundred, 0.29)]  # 0.29 * 100 is a little less than 29
    inputs += [(hundred, 0.157)]  # 15.7 mails: 15
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
                lambda nats, share: np.sort(nats)[::-1][round(share * len(nats))],
                "round() may round up: then more than the tolerated share lies above",
            ),
            (
                lambda nats, share: np.sort(nats)[::-1][int(share * len(nats))],
                "int(0.29 * 100) is 28 in the computer: add a trifle before you cut off",
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
    above = int(tolerated * len(nats) + 1e-9)
    return np.sort(nats)[::-1][min(above, len(nats) - 1)]


@exercise(
    "06.6",
    objectives=(4,),
    first="of one mail: which posterior has the verdict, and how often will it then be wrong?",
)
def promises(answer):
    """Function: errors that verdicts promise, and errors made, from log-odds and truth."""
    wave = 9 * np.sin(np.arange(40.0) ** 2)
    inputs = [
        (np.array([2.0, -1.0, 4.0, -3.0, 0.5]), np.array([True, True, True, False, False])),
        (wave, np.cos(np.arange(40.0)) > 0),
        (np.array([0.0, 0.0, -600.0, 600.0]), np.array([True, False, False, True])),
    ]
    return behaves(
        answer,
        _promised_and_made,
        inputs,
        mistakes=[
            (
                lambda nats, truth: _promised_and_made(nats, truth)[::-1],
                "the right numbers in the wrong order: first the promised errors",
            ),
            (
                lambda nats, truth: (_sure(nats), _made(nats, truth)),
                "that adds up the posteriors of spam: the mails called spam promise the rest",
            ),
            (
                lambda nats, truth: tuple(np.array(_promised_and_made(nats, truth)) / len(nats)),
                "those are shares; the question asks for numbers of errors",
            ),
            (
                lambda nats, truth: (_sure(np.abs(nats)), _made(nats, truth)),
                "that adds up what the verdicts are sure of; an error is the rest to one",
            ),
            (
                lambda nats, truth: (_promised(nats), int(((nats >= 0) != truth).sum())),
                "log-odds of 0 count as ham",
            ),
            (
                lambda nats, truth: (_promised(nats), int((~((nats > 0) != truth)).sum())),
                "the second number counts the right verdicts",
            ),
        ],
        otherwise="promised: the sum of 1 / (1 + exp(|nats|)); made: verdicts unlike the truth",
    )


def _sure(nats):
    return float((1 / (1 + np.exp(-nats))).sum())


def _promised(nats):
    return _sure(-np.abs(nats))


def _made(nats, truth):
    return int(((nats > 0) != truth).sum())


def _promised_and_made(nats, truth):
    return _promised(nats), _made(nats, truth)


@exercise(
    "06.7",
    objectives=(3, 5),
    first="one collection first: its two class sums, `multinomial`, then all ham of Enron",
)
def journey_back(answer):
    """Shares of Enron's ham that filters learnt at Ling and at CSDMC lose (tested by a refit)."""
    ling, csdmc = LOST_AT_ENRON
    return near(
        answer,
        (ling, csdmc),
        mistakes=[
            ((csdmc, ling), "the right numbers in the wrong order: first Ling"),
            (ERRORS_AT_ENRON, "those are errors on all mails of Enron; take its ham only"),
            (MISSED_AT_ENRON, "that is the spam that is missed; the question is about ham"),
            (LOST_BY_ALPHA_1, "that is α = 1; Section 7 takes α = 0.1"),
            (LOST_WITHOUT_PRIOR, "you left out the prior of the collection"),
            ((1 - ling, 1 - csdmc), "that is the ham that is kept"),
        ],
        otherwise="ham lost: log-odds above 0, among the 16,436 ham mails of Enron",
    )


@exercise(
    "06.a",
    objectives=(1,),
    first="how many mails have none of the words, one, two, all three?",
)
def three_words(answer):
    """Sum of the products over present words: three words of probability one half."""
    return near(
        answer,
        1.5**3,
        mistakes=[
            (1, "that needs the factors of the absent words, too"),
            (3 * 0.5, "that adds the probabilities; add the products of all eight mails"),
            (1.5**3 - 1, "the empty mail is missing: an empty product is 1"),
            (0.5**3, "that is the mail with all three words only"),
        ],
        otherwise="eight mails: 1 + 3 times 1/2 + 3 times 1/4 + 1/8",
    )


@exercise("06.b", objectives=(2,), first="how many of the 2,000 are left when 53 are missed?")
def caught(answer):
    """Share of spam caught when 53 of 2,000 are missed."""
    return near(
        answer,
        1 - 53 / 2000,
        mistakes=[
            (53 / 2000, "that is the share missed"),
            (0.98, "that is what the tutorial says of all mail; 53 of 2,000 are missed"),
            (1 - 53 / 4000, "the 53 are spam, of 2,000; the other 2,000 mails are ham"),
            (100 * (1 - 53 / 2000), "a percentage; give a share between 0 and 1"),
            (1947, "that is a number of mails; divide by all spam"),
        ],
        otherwise="caught are those that are not missed, of 2,000",
    )


@exercise("06.c", objectives=(5,), first="which number in the log-odds is the share of spam in?")
def other_prior(answer):
    """Nats by which log-odds move when the share of spam falls from 1/2 to 1/10."""
    right = -np.log(9)
    return near(
        answer,
        right,
        mistakes=[
            (-right, "less spam: the log-odds of spam must fall"),
            (np.log(0.1), "that is the log of the share; odds are share over the rest"),
            (np.log(0.1 / 0.5), "that is the ratio of the shares; take the ratio of the odds"),
            (right / np.log(10), "nats are natural logarithms, not those to base 10"),
            (1 / 9, "those are the new odds; take their logarithm"),
        ],
        otherwise="log of the new prior odds, 1 to 9, less log of the old, 1 to 1",
    )


@exercise("06.d", objectives=(3,), first="turn the two numbers of mails into shares of 2,000")
def explained(answer):
    """Share of Ling's excess loss that the striking of words at home would explain."""
    home, struck, ling = 16.2 / 2000, 90.8 / 2000, 0.205
    return near(
        answer,
        (struck - home) / (ling - home),
        mistakes=[
            (struck / ling, "the home rate is lost without any striking: subtract it twice"),
            ((struck - home) / ling, "of the excess: subtract the home rate from Ling's, too"),
            (struck - home, "that is the rise at home; divide it by Ling's excess"),
            ((90.8 - 16.2) / (494 - 16.2), "2,410 hams there and 2,000 here: compare shares"),
        ],
        otherwise="rise by striking, as a share of 2,000, over Ling's share less the home share",
    )


@exercise("06.e", objectives=(3,), first="put the counts 4 and 0 into formula (1)")
def four_to_none(answer):
    """Nats of a word of four spam mails and no ham mail, classes of equal size."""
    right = np.log(5)
    return near(
        answer,
        right,
        mistakes=[
            (np.log(4), "the one mail more of formula (1) is missing: 4 becomes 5, 0 becomes 1"),
            (-right, "it is known from spam: towards spam it is positive"),
            (5, "that is the ratio; take its logarithm"),
            (4 * np.log(2), "the count is not repeated in the mail: one ratio, 5 to 1"),
            (right / np.log(10), "nats are natural logarithms, not those to base 10"),
        ],
        otherwise="log((4 + 1)/(0 + 1)), for the denominators are equal",
    )


@exercise("06.f", objectives=(4,), first="to which verdict does each of the two posteriors lead?")
def twenty_promises(answer):
    """Promised errors of ten verdicts at 0.9 and ten at 0.2."""
    return near(
        answer,
        10 * (1 - 0.9) + 10 * 0.2,
        mistakes=[
            (10 * 0.1 + 10 * 0.8, "0.2 for spam is a verdict for ham, wrong with 0.2"),
            (10 * 0.9 + 10 * 0.2, "at 0.9 the verdict is spam: it is wrong with 0.1"),
            (10 * 0.9 + 10 * 0.8, "those are the right verdicts it promises"),
            (3 / 20, "that is the share; the question asks for the number"),
        ],
        otherwise="each verdict promises one minus the larger posterior; add the twenty",
    )


@exercise(
    "06.g", objectives=(5,), first="a labelled mail adds 1,663 to a count: compare α with that"
)
def smoothing_of_a_mail(answer):
    """α = 0.1 as a share of one labelled mail that counts 1,663 times."""
    return near(
        answer,
        0.1 / 1663,
        mistakes=[
            (0.1, "that is its size alone, where a labelled mail counts once"),
            (0.1 / 20, "not of the twenty: of one mail, which counts 1,663 times"),
            (0.1 / 33252, "one labelled mail counts 1,663 times, not all 33,252 mails"),
            (0.1 * 1663, "upside down: beside 1,663 the smoothing is small"),
            (0.1 / 333, "that is for a hundred labelled mails; here they are 20"),
        ],
        otherwise="α over the number of times that one labelled mail counts",
    )
