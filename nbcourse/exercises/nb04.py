"""Checkers of notebook 04: the proof that counting is maximum likelihood."""

import numpy as np

from nbcourse.estimation import map_estimate, mle
from nbcourse.exercises.kit import behaves, exercise, near
from nbcourse.logspace import log0


@exercise(
    "04.1",
    objectives=(1,),
    first="write the six probabilities in a row, one below each label",
)
def likelihood(answer):
    """Likelihood of six labels, in their order, under given class probabilities."""
    counts, theta = np.array([3, 2, 1]), np.array([1 / 2, 1 / 3, 1 / 6])
    right = float(np.prod(theta**counts))
    return near(
        answer,
        right,
        mistakes=[
            (60 * right, "that is the probability of the counts in any order; here it is given"),
            (np.log(right), "that is the log-likelihood; the question asks for the product"),
            (counts @ theta, "independent labels: their probabilities are multiplied, not added"),
            (np.prod(theta), "each label has its factor: a class seen three times has three"),
        ],
        otherwise="one factor per label: a power for each class, as in (1)",
    )


@exercise(
    "04.2",
    objectives=(2, 3),
    first="set the derivative of the Lagrangian by one seen class's theta to zero",
)
def multipliers(answer):
    """Multipliers of the sum and of the empty class, for counts 12, 9, 9 and 0."""
    n = 12 + 9 + 9 + 0
    return near(
        answer,
        (-n, n),
        mistakes=[
            ((n, -n), "both signs are turned: in (5) N/theta is positive, so lambda is not"),
            ((n, n), "the second is right; the first must balance the slope N/theta > 0"),
            ((-n, 0), "mu is 0 only where the bound does not bind; the empty class sits on it"),
            ((-n, -n), "a multiplier of theta >= 0 cannot be negative: 0 + lambda + mu = 0"),
            ((-1, 1), "right for shares; here the counts themselves stand in the likelihood"),
            ((n, 0), "the sign of lambda first: N/theta + lambda = 0"),
        ],
        otherwise="sum N = -lambda * theta over the classes; then look at (13) for class 4",
    )


@exercise(
    "04.3",
    objectives=(2,),
    first="write the log-likelihood, with the same letter for heads and for tails",
)
def thick_coin(answer):
    """Maximum likelihood of a coin whose heads and tails are equally likely."""
    heads, tails, edges = 45, 35, 20
    n = heads + tails + edges
    return near(
        answer,
        ((heads + tails) / (2 * n), edges / n),
        mistakes=[
            ((heads / n, edges / n), "heads alone: but tails say just as much about a"),
            ((tails / n, edges / n), "tails alone: but heads say just as much about a"),
            (((heads + tails) / n, edges / n), "then 2a + e is more than 1: a counts twice in it"),
            ((1 / 3, 1 / 3), "that ignores the throws"),
            ((edges / n, (heads + tails) / (2 * n)), "the right numbers in the wrong order"),
        ],
        otherwise="derive 80 log a + 20 log e + lambda (2a + e - 1) by a, by e and by lambda",
    )


@exercise(
    "04.4",
    objectives=(3,),
    first="write both log-likelihoods as sums over the classes and subtract them term by term",
)
def behind(answer):
    """A function (counts, theta) -> nats behind the best log-likelihood."""
    thetas = [[0.6, 0.3, 0.1], [0.5, 0.25, 0.25], [0.2, 0.8]]
    counts = [[10, 6, 4], [9, 6, 0], [3, 1]]
    return behaves(
        answer,
        lambda counts, theta: counts.sum() * _divergence(mle(counts), theta),
        [(np.array(c), np.array(t)) for c, t in zip(counts, thetas, strict=True)],
        mistakes=[
            (
                lambda counts, theta: -counts.sum() * _divergence(mle(counts), theta),
                "the sign: nobody is ahead of the best, so the distance is not negative",
            ),
            (
                lambda counts, theta: _divergence(mle(counts), theta),
                "that is KL, per sample; there are n samples",
            ),
            (
                lambda counts, theta: counts.sum() * _divergence(mle(counts), theta) / np.log(2),
                "that is in bits; nats need the natural logarithm",
            ),
            (
                lambda counts, theta: -_loglik(counts, theta),
                "that is how far theta is from likelihood 1; compare with the best theta instead",
            ),
        ],
        otherwise="it should be n * sum of share * log(share / theta) over the classes seen",
    )


@exercise(
    "04.5",
    objectives=(4,),
    first="what is one trial: a mail, or a word? Each of the models has its own reply",
)
def two_models(answer):
    """Probability of a word per mail and per word token."""
    mails = [m.split() for m in ("free free prize", "free now", "win prize now now", "prize")]
    with_word = sum("free" in mail for mail in mails)
    tokens, found = sum(map(len, mails)), sum(mail.count("free") for mail in mails)
    right = (with_word / len(mails), found / tokens)
    return near(
        answer,
        right,
        mistakes=[
            (right[::-1], "the right numbers in the wrong order: Bernoulli first"),
            ((found / len(mails), right[1]), "Bernoulli asks whether, not how often"),
            ((right[0], with_word / tokens), "the multinomial counts every occurrence"),
            ((right[0], found / 4), "the multinomial draws from all words, not from the mails"),
            (
                ((with_word + 1) / (len(mails) + 2), (found + 1) / (tokens + 4)),
                "those are smoothed; maximum likelihood adds nothing",
            ),
        ],
        otherwise="Bernoulli: mails with the word of all mails; multinomial: its tokens of all",
    )


@exercise(
    "04.6",
    objectives=(4, 5),
    first="collect in the log-posterior all that multiplies log theta of one level",
)
def tied_map(answer):
    """A function (counts, alpha) -> MAP estimate of a distribution that all classes share."""
    tables = [([[3, 0, 1], [1, 5, 2]], 2), ([[0, 7], [2, 2]], 1.5), ([[4, 0, 0], [1, 9, 1]], 1)]
    return behaves(
        answer,
        lambda counts, alpha: map_estimate(counts.sum(axis=0), alpha),
        [(np.array(counts), alpha) for counts, alpha in tables],
        mistakes=[
            (
                lambda counts, alpha: map_estimate(counts, alpha).mean(axis=0),
                "a mean of estimates weighs small classes like large ones: add the counts first",
            ),
            (
                lambda counts, alpha: map_estimate(counts, alpha),
                "one distribution is asked for, not one per class: their counts share a block",
            ),
            (
                lambda counts, alpha: mle(counts.sum(axis=0) + alpha),
                "that is the posterior mean; the mode adds alpha - 1 to each count",
            ),
            (
                lambda counts, alpha: mle((counts + alpha - 1).sum(axis=0)),
                "the prior is counted once for every class, but there is only one theta",
            ),
            (lambda counts, alpha: mle(counts.sum(axis=0)), "that leaves the prior out"),
        ],
        otherwise="add the counts over the classes, then the pseudo-counts, then divide",
    )


def _divergence(p, q):
    """Kullback-Leibler divergence, with 0 log 0 = 0."""
    seen = p > 0
    return float(p[seen] @ np.log(p[seen] / q[seen]))


def _loglik(counts, theta):
    seen = counts > 0
    return float(counts[seen] @ log0(theta[seen]))
