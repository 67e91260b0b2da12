"""Checkers of notebook 01: maximum likelihood for a coin."""

from functools import cache
from itertools import combinations

import numpy as np
from scipy.stats import binom

from nbcourse import text
from nbcourse.datasets import load
from nbcourse.distributions import Beta
from nbcourse.evaluation import duplicate_groups, wilson_interval
from nbcourse.exercises.kit import behaves, chosen, exercise, near


@exercise(
    "01.1",
    objectives=(1,),
    first="write the probability of the row as a product, with one factor for each bulb",
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
            ((share, nats / n), "that is the mean per bulb; add all terms up"),
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
    """The statements that hold at the top of the likelihood, whatever the true rate is."""
    letters = set("abcde")
    objections = {
        "a": "a: of closeness to the truth the maximum says nothing (Section 4)",
        "c": "c: the maximum compares parameters, not samples; think of twenty passes",
        "d": "d: at a rate of 0.8 four passes in five are exact; what does the sixth bulb do?",
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
            (np.max, "every time has its term in the log-likelihood, not only the longest"),
        ],
        otherwise="add up log r - r x over the times, and look where the slope changes its sign",
    )


@exercise(
    "01.5",
    objectives=(2, 3),
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
            (3 / n, "3/300 is an approximation; solve (1 - p)^300 = 0.05 exactly"),
            (chance / n, "chances of independent messages multiply; they are not shared out"),
            (chance ** (1 / n), "that is 1 - p, the rate of messages that come through"),
            (1 - (1 - chance) ** (1 / n), "the chance of no loss is to be 5 %, not 95 %"),
            (1 - (chance / 2) ** (1 / n), "all 5 % lie on one side: only large rates are in doubt"),
            (
                wilson_interval(0, n)[1],
                "that is the end of an interval with two sides; solve for the chance itself",
            ),
            (1 / (n + 2), "that is Laplace's rule, an estimate and not a bound"),
        ],
        otherwise="the chance that none of 300 is lost is (1 - p)^300: set it to 0.05",
    )


@exercise(
    "01.6",
    objectives=(1, 2),
    first="give the probability that a whole string lights up a name, and estimate that first",
)
def single_bulb(answer):
    """Pass probability of one bulb if 12 of 30 strings of five light up."""
    lit, strings, size = 12, 30, 5
    share = lit / strings
    return near(
        answer,
        share ** (1 / size),
        mistakes=[
            (share, "that is the probability that a whole string lights up, p^5"),
            (share**size, "a string lights up less often than a bulb: the root, not the power"),
            (share / size, "probabilities of independent events multiply; they are not shared out"),
            (
                1 - (1 - share) ** (1 / size),
                "that is a string that lights up if any bulb passes; here all five must",
            ),
            ((1 - share) ** (1 / size), "12 strings light up, and 18 do not: which share is p^5?"),
            (
                lit * size / (strings * size - (strings - lit) * (size - 1)),
                "a string that stays dark may hold several bad bulbs, not just one",
            ),
        ],
        otherwise="write q for p^5: the likelihood in q is that of 12 passes in 30",
    )


@exercise(
    "01.7",
    objectives=(3, 5),
    first="number the groups, keep the ham only, and find the first message of each group",
)
def copies_of_ham(answer):
    """Share of "call" in ham without exact copies, and its fall in half widths."""
    has, first = _calls()
    share, left = has.mean(), has[first].mean()
    width = np.sqrt(share * (1 - share) / has.size)
    fall = (share - left) / width
    own_width = np.sqrt(left * (1 - left) / first.sum())
    return near(
        answer,
        (left, fall),
        mistakes=[
            ((fall, left), "the right numbers in the wrong order: first the share"),
            ((left, -fall), "how far it fell, please: a positive number"),
            ((share, fall), "that is the share with all copies; which one is left without them?"),
            ((left, share - left), "right as a difference; measure it in half widths"),
            (
                (left, (share - left) / own_width),
                "divide by the half width over all ham messages, copies included",
            ),
            (
                (left, (share - left) / (share * (1 - share) / has.size)),
                "that divides by the variance; the half width is its root",
            ),
            ((has[first].sum() / has.size, fall), "divide by the messages that are left"),
        ],
        otherwise="np.unique(groups of ham, return_index=True) finds the first of each group",
    )


@cache
def _calls():
    """Of each ham message: whether it contains "call", and whether it is the first of its group."""
    sms = load("sms")
    words, ham = sms.features(text.words), sms.labels == "ham"
    column = np.searchsorted(words.tokens, "call")
    has = (words.counts[:, [column]] > 0).toarray().ravel()[ham]
    groups = duplicate_groups(sms)[ham]
    first = np.zeros(groups.size, dtype=bool)
    first[np.unique(groups, return_index=True)[1]] = True
    return has, first


@exercise(
    "01.a",
    objectives=(1,),
    first="one factor for each bulb: which, if it passes, and which, if it fails?",
)
def three_bulbs(answer):
    """Probability of the row pass, fail, pass at p = 0.9."""
    p = 0.9
    return near(
        answer,
        p * (1 - p) * p,
        mistakes=[
            (3 * p**2 * (1 - p), "that is any row with two passes; the question is about one row"),
            (p**2, "the failure has a factor, too: 1 - p"),
            (p**3, "the second bulb fails: its factor is not p"),
            (p * (1 - p) ** 2, "two pass and one fails, not the other way round"),
            (2 * p + 1 - p, "chances of independent throws multiply"),
        ],
        otherwise="multiply p, 1 - p and p",
    )


@exercise(
    "01.b",
    objectives=(1,),
    first="write the likelihood for two passes and one failure, and put in both rates",
)
def twice_explained(answer):
    """Likelihood of 2 passes in 3 at p = 2/3 over that at p = 1/2."""

    def likelihood(p):
        return p**2 * (1 - p)

    right = likelihood(2 / 3) / likelihood(1 / 2)
    return near(
        answer,
        right,
        mistakes=[
            (1 / right, "upside down: the better rate on top"),
            (likelihood(2 / 3), "that is one likelihood; divide by the other one"),
            ((2 / 3) / (1 / 2), "that is the ratio of the rates; take that of the likelihoods"),
            ((2 / 3) ** 2 / (1 / 2) ** 2, "the failure has a factor, too: 1 - p"),
            (np.log(right), "that is its logarithm; give the ratio itself"),
        ],
        otherwise="p * p * (1 - p) at 2/3, divided by the same at 1/2",
    )


@exercise(
    "01.c",
    objectives=(1,),
    first="how many terms has the sum, and which of them are equal?",
)
def four_terms(answer):
    """Log-likelihood of 3 passes and 1 failure at p = 3/4."""
    p = 3 / 4
    right = 3 * np.log(p) + np.log(1 - p)
    return near(
        answer,
        right,
        mistakes=[
            (-right, "the logarithm of a probability is negative"),
            (np.exp(right), "that is the likelihood; take its logarithm"),
            (right / np.log(10), "nats are natural logarithms, not those to base 10"),
            (3 * np.log(p), "the failure has a term, too: log(1 - p)"),
            (np.log(p) + np.log(1 - p), "each of the three passes has its own term"),
        ],
        otherwise="three times log p, and once log(1 - p)",
    )


@exercise(
    "01.d",
    objectives=(2,),
    first="put the share and the number of bulbs into the root that gives the half width",
)
def half_width(answer):
    """Half width of the likelihood of 90 passes in 100."""
    share, n = 0.9, 100
    right = np.sqrt(share * (1 - share) / n)
    return near(
        answer,
        right,
        mistakes=[
            (right**2, "that is its square: take the root"),
            (np.sqrt(share * (1 - share)), "that is for one bulb; a hundred know more"),
            (np.sqrt(share / n), "the failures count as well: the share times 1 - the share"),
            (2 * right, "that is the whole width; the question is about half of it"),
            (1 / right**2, "that is the curvature, without its sign; one over its root"),
        ],
        otherwise="the root of 0.9 times 0.1, divided by the number of bulbs",
    )


@exercise(
    "01.e",
    objectives=(2,),
    first="how large is the largest likelihood of five failures, and where?",
)
def nearly_as_good(answer):
    """Likelihood of five failures at p = 0.1, as a part of the largest."""
    p = 0.1
    right = (1 - p) ** 5
    return near(
        answer,
        right,
        mistakes=[
            (p**5, "that is five passes; the bulbs failed"),
            (1 - right, "that is the chance of at least one pass"),
            (5 * np.log(1 - p), "that is the logarithm; give the part itself"),
            (1 - p, "five bulbs failed, so five factors"),
            (1 - 5 * p, "chances of independent throws multiply"),
        ],
        otherwise="the largest likelihood is that of p = 0, which is 1",
    )


@exercise(
    "01.f",
    objectives=(4,),
    first="which of the two parameters grows by five?",
)
def tamed(answer):
    """Posterior mean of Beta(2, 2) after five failures."""
    after = Beta(a=2, b=2).update(successes=0, failures=5)
    return near(
        answer,
        after.mean,
        mistakes=[
            (after.mode, "that is the mode; the mean takes nothing off"),
            (1 - after.mean, "passes are added to a, failures to b"),
            (2 / 4, "that is the mean before the test"),
            (0, "that is maximum likelihood; a prior adds to both counts"),
        ],
        otherwise="a over a + b, after five failures were added to b",
    )


@exercise(
    "01.g",
    objectives=(5,),
    first="how many coins does each word have, and is there one without a word?",
)
def coins(answer):
    """Coins of naive Bayes with 12 words and 2 classes."""
    d, K = 12, 2
    return near(
        answer,
        K * d + K - 1,
        mistakes=[
            (K * d, "one coin is missing: that of the label"),
            (d + 1, "every word has a coin in each class"),
            (d, "every word has a coin in each class, and the label has one"),
            (K * d + K, "two classes are the two sides of one coin"),
            (2**d, "that is the number of different messages; naive Bayes needs far less"),
        ],
        otherwise="count as for three words: seven",
    )
