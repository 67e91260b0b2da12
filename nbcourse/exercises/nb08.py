"""Checkers of notebook 08: event models, sets and bags of words."""

import numpy as np
from scipy.stats import t

from nbcourse.evaluation import resampled_interval
from nbcourse.exercises.kit import behaves, exercise, near


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
            ((stands - absent, 3 * drawn), "that is its weight in (9), against being absent"),
            ((stands, 3 * lone), "one draw has 5,000 outcomes: the denominator grows by 5,000"),
            (
                (np.log((45 / 300) / (14 / 700)), 3 * np.log((90 / 9_000) / (21 / 10_500))),
                "the smoothing is missing: alpha is 1",
            ),
        ],
        otherwise="equation (8); denominators 302 and 702, and words of the class + 5,000",
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
    objectives=(3,),
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
    objectives=(4,),
    first="what does the smoothing alone add to the expected number of words of a class?",
)
def more_phantoms(answer):
    """Phantom words of spam minus those of ham."""
    spam, ham = 60_000 / 402, 60_000 / 2_002
    return near(
        answer,
        spam - ham,
        mistakes=[
            (ham - spam, "right size, wrong side: the small class has more"),
            (spam, "those are the phantoms of spam; ham has some as well"),
            (spam / ham, "how many more: the difference, not the ratio"),
            (60_000 / 400 - 60_000 / 2_000, "the denominator of (12) is N_k + 2 alpha"),
            (60_000 / 60_400 - 60_000 / 62_000, "that is a multinomial denominator"),
        ],
        otherwise="alpha V / (N_k + 2 alpha) for both classes",
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
