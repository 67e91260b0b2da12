"""Checkers of notebook 08: event models, sets and bags of words."""

from functools import cache

import numpy as np
from scipy.stats import t

from nbcourse import text
from nbcourse.datasets import load
from nbcourse.evaluation import leave_one_out, resampled_interval
from nbcourse.exercises.kit import behaves, exercise, near
from nbcourse.naive_bayes import BernoulliNB, MultinomialNB


@exercise(
    "08.1",
    objectives=(1,),
    first="a bag is a triple of counts: with how many words in all? Zeros are allowed",
)
def bags_and_texts(answer):
    """Bags of four words from three, and texts that share the bag (2, 1, 1)."""
    bags, texts, orders = 15, 12, 24
    return near(
        answer,
        (bags, texts),
        mistakes=[
            ((texts, bags), "the right numbers in the wrong order: first the bags"),
            ((3**4, texts), "81 is the number of texts; many of them share a bag"),
            ((bags, orders), "4! also counts the exchange of the two equal words: divide by 2!"),
            ((bags, 1 / texts), "the second is the number of texts, not its reciprocal"),
            ((3, texts), "bags of one word would be 3; these have four words"),
        ],
        otherwise="bags: counts (x1, x2, x3) that sum to 4; texts: 4! / (2! 1! 1!)",
    )


@exercise(
    "08.2",
    objectives=(2,),
    first="what does each of the two models hear: that a word occurs, or how often?",
)
def three_occurrences(answer):
    """Nats of a word that occurs three times: Bernoulli and multinomial."""
    stands = np.log((46 / 302) / (15 / 702))
    drawn = np.log((91 / 14_000) / (22 / 15_500))
    lone = np.log((91 / 9_001) / (22 / 10_501))
    absent = np.log((256 / 302) / (687 / 702))
    return near(
        answer,
        (stands, 3 * drawn),
        mistakes=[
            ((3 * drawn, stands), "the right numbers in the wrong order: first Bernoulli"),
            ((stands, drawn), "the multinomial hears each of the three occurrences"),
            ((3 * stands, 3 * drawn), "the Bernoulli model hears that the word occurs, once"),
            ((stands - absent, 3 * drawn), "that is its weight in (4), against being absent"),
            ((stands, 3 * lone), "one draw has 5,000 outcomes: the denominator grows by 5,000"),
            (
                (np.log((45 / 300) / (14 / 700)), 3 * np.log((90 / 9_000) / (21 / 10_500))),
                "the smoothing is missing: alpha is 1",
            ),
        ],
        otherwise="formula (3); denominators 302 and 702, and words of the class + 5,000",
    )


@exercise(
    "08.3",
    objectives=(2,),
    first="compute for each class and word the smoothed probability that it is absent",
)
def empty_document(answer):
    """A function (has, sizes, alpha) -> Bernoulli log-odds of the empty document."""
    tables = [
        ([[3, 1, 0], [0, 2, 1]], [4, 3], 1),
        ([[10, 0], [1, 4]], [20, 5], 0.5),
        ([[7, 7, 1, 2], [2, 0, 0, 1]], [9, 6], 0.1),
    ]
    return behaves(
        answer,
        _empty,
        [(np.array(has), np.array(sizes), alpha) for has, sizes, alpha in tables],
        mistakes=[
            (lambda *x: -_empty(*x), "positive means spam: the second row over the first"),
            (lambda *x: _absent(*x).sum(), "the prior is missing"),
            (lambda h, n, a: np.log(n[1] / n[0]), "absent words are evidence in this model"),
            (_one_alpha, "presence has two outcomes: the denominator grows by 2 alpha"),
            (_present, "those are the present words; the empty document has none"),
        ],
        otherwise="log prior odds, plus log((1 - phi_spam) / (1 - phi_ham)) of every word",
        tolerance=1e-8,
    )


def _absent(has, sizes, alpha):
    missing = (sizes[:, None] - has + alpha) / (sizes[:, None] + 2 * alpha)
    return np.log(missing[1] / missing[0])


def _empty(has, sizes, alpha):
    return np.log(sizes[1] / sizes[0]) + _absent(has, sizes, alpha).sum()


def _one_alpha(has, sizes, alpha):
    missing = (sizes[:, None] - has + alpha) / (sizes[:, None] + alpha)
    return np.log(sizes[1] / sizes[0]) + np.log(missing[1] / missing[0]).sum()


def _present(has, sizes, alpha):
    phi = (has + alpha) / (sizes[:, None] + 2 * alpha)
    return np.log(sizes[1] / sizes[0]) + np.log(phi[1] / phi[0]).sum()


@exercise(
    "08.4",
    objectives=(2,),
    first="find the bonus of one word: how do the denominators of ham and spam compare?",
)
def undue_bonus(answer):
    """Undue nats of a 20-word message under denominators that grow by 2."""
    printed, due = np.log(40_002 / 10_002), np.log(48_000 / 18_000)
    right = 20 * (printed - due)
    return near(
        answer,
        right,
        mistakes=[
            (-right, "right size, wrong side: the smaller class gains"),
            (right / 20, "that is the bonus of one word; the message has 20"),
            (20 * printed, "a part of that is due: subtract what the multinomial gives"),
            (20 * due, "that is what the multinomial gives; the program gives more"),
            (right / np.log(10), "nats, please: the natural logarithm"),
        ],
        otherwise="per word: log(40,002 / 10,002) against log(48,000 / 18,000)",
    )


@exercise(
    "08.5",
    objectives=(3,),
    first="what does the smoothing alone add to the expected number of words of a class?",
)
def constant_of_phantoms(answer):
    """Nats towards ham of all absent words, from the phantoms alone."""
    spam, ham = 60_000 / 402, 60_000 / 2_002
    return near(
        answer,
        spam - ham,
        mistakes=[
            (ham - spam, "right size, wrong side: the smaller class expects more words"),
            (spam, "those are the phantoms of spam; ham has some as well"),
            (spam / ham, "expected words are subtracted in (7), not divided"),
            (np.log(spam / ham), "that is the slope for one present word; here all are absent"),
            (60_000 / 400 - 60_000 / 2_000, "the denominator of (5) is N + 2 alpha"),
            (60_000 / 60_400 - 60_000 / 62_000, "that is a multinomial denominator"),
        ],
        otherwise="the difference of the expected words: alpha V / (N + 2 alpha) for each class",
    )


@exercise(
    "08.6",
    objectives=(5,),
    first="subtract the error rates split by split: which sign speaks for A?",
)
def verdict(answer):
    """A function (errors_a, errors_b, test_share) -> 1, -1 or 0."""
    base = np.array([0.020, 0.024, 0.018, 0.022, 0.026, 0.021])
    wave = np.array([1, -1, 0, 1, -1, 0]) * 0.002
    inputs = [
        (base, base + 0.02 + wave, 0.25),
        (base + 0.02 + wave, base, 0.25),
        (base, base + 0.0015 + wave / 2, 0.25),  # only the correction leaves this open
        (base + 0.0015 + wave / 2, base, 0.25),
        (base, base + wave + 1e-4, 0.25),
        (base, base + 0.0015 + wave / 2, 0.1),  # here the share decides
        (base, base + 0.008 + wave * 10, 0.25),  # a large mean, but a wide interval
    ]
    return behaves(
        answer,
        _winner,
        inputs,
        mistakes=[
            (lambda a, b, s: -_winner(a, b, s), "these are errors: the smaller is the better"),
            (lambda a, b, s: int(np.sign(np.mean(b - a))), "a mean without interval is no verdict"),
            (_uncorrected, "the splits overlap: use the interval corrected for that"),
            (lambda a, b, s: _winner(a, b, 0.25), "the correction depends on the test share"),
            (lambda a, b, s: abs(_winner(a, b, s)), "say which one is better: 1 for A, -1 for B"),
        ],
        otherwise="evaluation.resampled_interval of the differences, and the sign of its ends",
    )


def _winner(errors_a, errors_b, test_share):
    return _side(resampled_interval(errors_b - errors_a, test_share)[1:])


def _uncorrected(errors_a, errors_b, test_share):
    gain = errors_b - errors_a
    reach = t.ppf(0.975, gain.size - 1) * gain.std(ddof=1) / np.sqrt(gain.size)
    return _side((gain.mean() - reach, gain.mean() + reach))


def _side(interval):
    low, high = interval
    return int(low > 0) - int(high < 0)


@exercise(
    "08.7",
    objectives=(4, 5),
    first="how many different words does Bernoulli expect in spam? such a message has fewer",
)
def short_ham(answer):
    """Short ham called spam by the multinomial and by Bernoulli, each message left out."""
    right, long, spam = _called_spam()
    return near(
        answer,
        right,
        mistakes=[
            (right[::-1], "the right numbers in the wrong order: first the multinomial"),
            (long, "those are the longer ham messages: take those of fewer than ten words"),
            (spam, "that is short spam that is caught; the question is about ham"),
            (np.add(right, long), "that is all ham; only the short messages are asked for"),
        ],
        otherwise="ham, fewer than ten different words, second log-posterior above the first",
    )


@cache
def _called_spam():
    """Pairs (multinomial, Bernoulli) of short ham, longer ham and short spam called spam."""
    sms = load("sms").features(text.words)
    X, spam = sms.counts.sign(), sms.labels == "spam"
    short = X.sum(axis=1) < 10
    logs = [leave_one_out(m(alpha=0.1), X, sms.labels) for m in (MultinomialNB, BernoulliNB)]
    called = [log_p[:, 1] > log_p[:, 0] for log_p in logs]
    groups = (~spam & short, ~spam & ~short, spam & short)
    return [tuple(int((c & group).sum()) for c in called) for group in groups]


@exercise(
    "08.a",
    objectives=(1, 2),
    first="what is one draw in each of the two models, and how many outcomes has it?",
)
def two_denominators(answer):
    """Smoothed Bernoulli and multinomial estimate of one word."""
    right = (4 / 10, 11 / 250)
    return near(
        answer,
        right,
        mistakes=[
            (right[::-1], "the right numbers in the wrong order: first the share of messages"),
            ((3 / 8, 10 / 200), "the pseudo-counts are missing: alpha is 1"),
            ((4 / 10, 11 / 202), "a drawn word has 50 outcomes, not two"),
            ((4 / 58, 11 / 250), "presence has two outcomes: the denominator grows by 2"),
            ((4 / 9, 11 / 201), "each outcome gets its pseudo-count, not the word alone"),
        ],
        otherwise="count plus 1, over draws plus the number of outcomes of one draw",
    )


@exercise(
    "08.b",
    objectives=(2,),
    first="which share of the messages of a class does not have the word, pseudo-counts included?",
)
def absence(answer):
    """Nats of an absent word: in 9 of 18 spam and 1 of 18 ham messages."""
    right = np.log((10 / 20) / (18 / 20))
    return near(
        answer,
        right,
        mistakes=[
            (-right, "that is towards ham: spam stands in the numerator"),
            (np.log(5), "that is what its presence says"),
            (0, "in the multinomial model; here absent words speak"),
            (np.log((9 / 18) / (17 / 18)), "the pseudo-counts are missing: alpha is 1"),
            (np.log(10 / 18) / np.log(10), "nats, please: the natural logarithm"),
        ],
        otherwise="log of (1 - phi) of spam over (1 - phi) of ham; denominators 18 + 2",
    )


@exercise(
    "08.c",
    objectives=(3,),
    first="how large is one pseudo-count as a share, and how many words get one?",
)
def phantoms(answer):
    """Phantom words of spam less those of ham: forty thousand words, 98 and 38 mails."""
    spam, ham = 40_000 / 40, 40_000 / 100
    return near(
        answer,
        spam - ham,
        mistakes=[
            (ham - spam, "right size, wrong side: the smaller class has more"),
            (spam, "those are the phantoms of spam; ham has some as well"),
            (spam / ham, "how many more: the difference, not the ratio"),
            (40_000 / 38 - 40_000 / 98, "the denominator of (5) is N + 2 alpha"),
        ],
        otherwise="alpha V / (N + 2 alpha) for each class, and their difference",
    )


@exercise(
    "08.d",
    objectives=(4,),
    first="how many nats for each word that the message has, and how many for the constant?",
)
def short_message(answer):
    """Formula (7) for 10 words, 30 expected in spam, 20 in ham."""
    right = 10 * np.log(30 / 20) - (30 - 20)
    return near(
        answer,
        right,
        mistakes=[
            (-right, "right size, wrong side: spam over ham"),
            (10 * np.log(30 / 20), "the constant is missing: expected words, subtracted"),
            (-10, "the slope is missing: each present word says something, too"),
            (np.log(30 / 20) - 10, "the message has 10 words: the slope counts each"),
            (10 * np.log(30 / 20) + 10, "the constant is subtracted: spam expects more words"),
        ],
        otherwise="words times log(30/20), less 30 - 20",
    )
