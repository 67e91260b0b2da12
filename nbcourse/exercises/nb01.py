"""Checkers of notebook 01: maximum likelihood for a coin."""

from itertools import combinations

import numpy as np
from scipy.stats import binom

from nbcourse.distributions import Beta
from nbcourse.evaluation import wilson_interval
from nbcourse.exercises.kit import behaves, chosen, exercise, near


@exercise(
    "01.1",
    objectives=(1,),
    first="write the probability of the row as a product, with one factor for each fuse",
)
def share_and_log_likelihood(answer):
    """Estimate and log-likelihood of 34 passes in 40."""
    passed, n = 34, 40
    share = passed / n
    nats = passed * np.log(share) + (n - passed) * np.log(1 - share)
    return near(
        answer,
        (share, nats),
        mistakes=[
            ((nats, share), "the right numbers in the wrong order: first the estimate"),
            ((share, -nats), "the logarithm of a probability is not positive: turn the sign"),
            (
                (share, nats / np.log(10)),
                "nats, please: the natural logarithm, not the decimal one",
            ),
            ((share, nats / np.log(2)), "nats, please: those are bits"),
            (
                (share, binom.logpmf(passed, n, share)),
                "that counts every order of the results; the question is about one row of them",
            ),
            ((share, nats / n), "that is the mean per fuse; add all terms up"),
            ((share, passed * np.log(share)), "the failures have a factor as well: 1 - p each"),
        ],
        otherwise="the estimate is the share; each pass adds log p, each failure log(1 - p)",
    )


@exercise(
    "01.2",
    objectives=(4,),
    first="update the prior first: which of its two numbers grows, and by how much?",
)
def mean_and_mode(answer):
    """Mean and mode of the posterior of Beta(3, 2) after 7 passes and 1 failure."""
    prior, passed, failed = Beta(a=3, b=2), 7, 1
    after = prior.update(successes=passed, failures=failed)
    flat = Beta(a=1, b=1).update(successes=passed, failures=failed)
    flipped = prior.update(successes=failed, failures=passed)
    all_as_failures = prior.update(successes=passed, failures=passed + failed)
    return near(
        answer,
        (after.mean, after.mode),
        mistakes=[
            ((after.mode, after.mean), "the right numbers in the wrong order: first the mean"),
            ((flat.mean, flat.mode), "that starts from Beta(1, 1): add the counts to 3 and 2"),
            ((flipped.mean, flipped.mode), "passes are added to a, failures to b"),
            (
                (all_as_failures.mean, all_as_failures.mode),
                "b grows by the failures, not by all trials",
            ),
            ((prior.mean, prior.mode), "that is the prior: update it with the sample first"),
            ((after.mean, after.mean), "mean and mode differ: the mode takes 1 off a and off b"),
        ],
        otherwise="the posterior is Beta(3 + passes, 2 + failures); then use the two formulas",
    )


@exercise(
    "01.3",
    objectives=(3,),
    first="ask of each statement: does it compare values of p, for these very results?",
)
def proved(answer):
    """The statements that maximising the likelihood proves."""
    letters = set("abcde")
    objections = {
        "a": "a: closeness to the truth is the law of large numbers, not the maximum",
        "c": "c: the maximum compares parameters, not samples; think of twenty passes",
        "d": "d: that is the law of large numbers, and it needs independence",
    }
    right = letters - objections.keys()
    return chosen(
        answer,
        right,
        mistakes=[
            (found, _objection(found, right, objections))
            for found in _subsets(letters)
            if found != right
        ],
        otherwise="give a set of letters between a and e",
    )


def _subsets(letters):
    return [set(s) for size in range(1, 6) for s in combinations(sorted(letters), size)]


def _objection(found, right, objections):
    """Hint for the first wrong letter, or else for the first one that is missing."""
    for letter in sorted(found - right):
        return objections[letter]
    if min(right - found, default="") == min(right):
        return "one is missing: read the definition of the maximum once more"
    return "one is missing: what does a growing function do to the order of two values?"


@exercise(
    "01.4",
    objectives=(2,),
    first="write down the log-likelihood of n burning times and differentiate it by the rate",
)
def exponential_rate(answer):
    """A function: burning times -> maximum-likelihood rate of an exponential."""
    times = [np.array([1.0, 2.0, 6.0]), np.array([0.5, 0.25]), np.array([10.0, 30.0, 20.0, 4.0])]
    return behaves(
        answer,
        lambda x: 1 / np.mean(x),
        [(x,) for x in times],
        mistakes=[
            (np.mean, "that is the mean life; the rate is its inverse"),
            (lambda x: 1 / np.sum(x), "the score is n/rate - sum: what became of n?"),
            (lambda x: np.mean(1 / x), "the mean of the inverses is not the inverse of the mean"),
            (lambda x: 1 / np.median(x), "the sum of the times decides: mean, not median"),
            (lambda x: (len(x) - 1) / np.sum(x), "less biased, but the score is not 0 there"),
            (np.max, "that is the uniform model; this one has a score that vanishes"),
        ],
        otherwise="set the derivative of n log(rate) - rate * sum(x) to zero",
    )


@exercise(
    "01.5",
    objectives=(5,),
    first="write the chance that not one of the 300 messages is lost, with p as a letter",
)
def rule_of_three(answer):
    """Largest loss rate that leaves a chance of 5 % to see no loss in 300."""
    n, chance = 300, 0.05
    return near(
        answer,
        1 - chance ** (1 / n),
        mistakes=[
            (0.0, "that is the estimate; small rates would often lose none of 300 as well"),
            (3 / n, "that is the rule of three; solve (1 - p)^300 = 0.05 for p"),
            (chance ** (1 / n), "that is 1 - p, the rate of messages that come through"),
            (1 - (1 - chance) ** (1 / n), "the chance of no loss is to be 5 %, not 95 %"),
            (1 - (chance / 2) ** (1 / n), "all 5 % lie on one side: only large rates are in doubt"),
            (wilson_interval(0, n)[1], "that is Wilson's upper end; solve for the chance itself"),
            (1 / (n + 2), "that is Laplace's rule, an estimate and not a bound"),
        ],
        otherwise="the chance that none of 300 is lost is (1 - p)^300: set it to 0.05",
    )


@exercise(
    "01.6",
    objectives=(1, 2),
    first="give the probability that a whole row conducts a name, and estimate that first",
)
def single_fuse(answer):
    """Pass probability of one fuse if 12 of 30 rows of five conduct."""
    conducting, rows, size = 12, 30, 5
    share = conducting / rows
    return near(
        answer,
        share ** (1 / size),
        mistakes=[
            (share, "that is the probability that a whole row conducts, p^5"),
            (share**size, "a row conducts less often than a fuse: take the root, not the power"),
            (share / size, "probabilities of independent events multiply; they are not shared out"),
            (
                1 - (1 - share) ** (1 / size),
                "that is a row that conducts if any fuse passes; here all five must",
            ),
            ((1 - share) ** (1 / size), "12 rows conduct, and 18 do not: which share is p^5?"),
            (
                conducting * size / (rows * size - (rows - conducting) * (size - 1)),
                "a row that does not conduct may hold several bad fuses, not just one",
            ),
        ],
        otherwise="write q for p^5: the likelihood in q is that of 12 passes in 30",
    )
