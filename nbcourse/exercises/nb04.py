"""Checkers of notebook 04: the proof that counting is maximum likelihood."""

from functools import cache

import numpy as np
from scipy.special import xlogy

from nbcourse import evaluation, text
from nbcourse.corpus import BagOfWords
from nbcourse.datasets import load
from nbcourse.estimation import map_estimate, mle
from nbcourse.exercises.kit import behaves, exercise, near


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
    first="write down the first line of (5) for one folder that was seen",
)
def multipliers(answer):
    """Multipliers of the sum and of the empty folder, for counts 12, 9, 9 and 0."""
    n = 12 + 9 + 9 + 0
    return near(
        answer,
        (-n, n),
        mistakes=[
            ((n, -n), "both signs are turned: in (5) N/pi is positive, so lambda is not"),
            ((n, n), "the second is right; the first must balance the slope N/pi > 0"),
            ((-n, 0), "mu_4 is 0 only for a folder that pays the price; an empty one pays nothing"),
            ((-n, -n), "mu_4 is not negative: in its line, slope 0, lambda and mu_4 add up to 0"),
            ((-1, 1), "right for shares; here the counts themselves stand in the likelihood"),
            ((n, 0), "the sign of lambda first: N/pi + lambda = 0"),
        ],
        otherwise="sum N = -lambda * pi over the folders; then the line of the fourth",
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
            ((4 / 9, 1 / 9), "in the bracket a counts twice: its slope is 2 lambda, not lambda"),
            ((1 / 3, 1 / 3), "that ignores the throws"),
            ((edges / n, (heads + tails) / (2 * n)), "the right numbers in the wrong order"),
        ],
        otherwise="derive 80 log a + 20 log e + lambda (2a + e - 1) by a, by e and by lambda",
    )


@exercise(
    "04.4",
    objectives=(1,),
    first="how far behind is the hunch with 20 mails, and how far with 40?",
)
def ten_nats(answer):
    """Mails from which on (0.6, 0.3, 0.1) is 10 nats behind the shares (0.5, 0.3, 0.2)."""
    shares, hunch, base = np.array([5, 3, 2]) / 10, np.array([6, 3, 1]) / 10, np.log(10)

    def mails(nats, apart):
        return 10 * np.ceil(nats / apart / 10)

    each = _divergence(shares, hunch)
    return near(
        answer,
        mails(10, each),
        mistakes=[
            (np.ceil(10 / each), "the next multiple of 10: other numbers cannot have these shares"),
            (mails(10, each) / 20, "those are inboxes of 20 mails; the question asks for mails"),
            (mails(10, each) - 10, "that is just below 10 nats: round up"),
            (mails(10, 20 * each), "0.949 nats are those of 20 mails, not of one"),
            (mails(base, each), "that is ten times less likely; 10 nats are a factor e^10"),
            (mails(10 * base, each), "nats are natural logarithms, not those to base 10"),
            (
                mails(10, _divergence(hunch, shares)),
                "the logarithms are weighed by the shares, not by the hunch",
            ),
        ],
        otherwise="nats behind for 20 mails / 20 are those for one; how many make 10?",
    )


@exercise(
    "04.5",
    objectives=(4,),
    first="what is one throw: a message, or a word? Each of the models has its own reply",
)
def two_models(answer):
    """Probability of a word per message and per word."""
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
            ((right[0], found / 4), "the multinomial draws from all words, not from the messages"),
            (
                ((with_word + 1) / (len(mails) + 2), (found + 1) / (tokens + 4)),
                "those are smoothed; maximum likelihood adds nothing",
            ),
        ],
        otherwise="Bernoulli: of 4 messages, how many have it? multinomial: of all words?",
    )


@exercise(
    "04.6",
    objectives=(4, 5),
    first="collect in the sum all that multiplies log theta of one level",
)
def tied_map(answer):
    """A function (counts, a) -> MAP estimate of a distribution that all classes share."""
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
                "one distribution is asked for, not one per class: their counts share a die",
            ),
            (
                lambda counts, alpha: mle(counts.sum(axis=0) + alpha),
                "that adds a to each count; in the sum a - 1 multiplies log theta",
            ),
            (
                lambda counts, alpha: mle((counts + alpha - 1).sum(axis=0)),
                "the prior is counted once for every class, but there is only one theta",
            ),
            (lambda counts, alpha: mle(counts.sum(axis=0)), "that leaves the prior out"),
        ],
        otherwise="add the counts over the classes, then the pseudo-counts, then divide",
    )


@exercise(
    "04.7",
    objectives=(5,),
    first="begin with one epsilon: mix, then the log-likelihood of new; only then let it vary",
)
def mixtures(answer):
    """Best weights of a fair die and of all training words beside the shares, for new spam."""
    of_spam, of_ham = _best_weights("spam"), _best_weights("ham")
    return near(
        answer,
        of_spam,
        mistakes=[
            (of_spam[::-1], "the right numbers in the wrong order: first the same for each word"),
            ((0.01, 0.01), "on old the smallest epsilon is best, that is the Theorem; take new"),
            (of_ham, "those are the best for ham; the question asks for spam"),
            (
                tuple(1 - weight for weight in of_spam),
                "those are the weights of the shares; epsilon is the weight of r",
            ),
            (
                tuple(100 * weight for weight in of_spam),
                "epsilon is a share, not a number of per cent",
            ),
        ],
        otherwise="for each epsilon: p = (1 - e) * shares + e * r, then the sum of new * log p",
    )


@cache
def _best_weights(label):
    """For two r, the epsilon of the grid at which new messages of a label are likeliest."""
    sms = load("sms")
    train, test = evaluation.repeated_splits(sms.labels, n_splits=1, random_state=0)[0]
    bag = BagOfWords(analyzer=text.words).fit(sms[train])
    old, new = (
        bag.transform(sms[rows[sms.labels[rows] == label]]).sum(axis=0) for rows in (train, test)
    )
    shares, overall = mle(old), mle(bag.transform(sms[train]).sum(axis=0))
    grid, best = np.arange(1, 51) / 100, []
    for r in (np.full(old.size, 1 / old.size), overall):
        heights = [xlogy(new, (1 - e) * shares + e * r).sum() for e in grid]
        best.append(float(grid[np.argmax(heights)]))
    return tuple(best)


@exercise(
    "04.a",
    objectives=(1,),
    first="how many factors 1/2 are there, and how many factors 1/4?",
)
def power_of_two(answer):
    """Exponent of two in the likelihood of counts 10, 6, 4 under (1/2, 1/4, 1/4)."""
    return near(
        answer,
        -30,
        mistakes=[
            (30, "all factors are below 1, so the exponent is negative"),
            (-20, "a factor 1/4 is two halvings; there are ten such factors"),
            (-5, "each label has its factor: ten times 1/2, six and four times 1/4"),
            (-30 * np.log(2), "that is the log-likelihood in nats; the exponent belongs to base 2"),
            (2.0**-30, "that is the likelihood; the question asks for its exponent"),
        ],
        otherwise="1/2 to the power 10, times 1/4 to the power 6 + 4",
    )


@exercise(
    "04.b",
    objectives=(2,),
    first="what is the slope in the first probability, and what in the second?",
)
def along_the_line(answer):
    """Change of the log-likelihood per unit moved to the first folder, at (1/2, 1/2)."""
    slopes = np.array([14, 6]) / (1 / 2)
    return near(
        answer,
        slopes[0] - slopes[1],
        mistakes=[
            (slopes[0], "what the first folder gains; the second loses at the same time"),
            (slopes[1] - slopes[0], "the sign: the first folder, with more mails, gets it"),
            (slopes.sum(), "both cannot gain: what the first gets the second loses"),
            (8, "the counts alone; the slopes are N/pi, and pi is 1/2"),
            (0, "the slopes are 14/(1/2) and 6/(1/2), and they differ"),
        ],
        otherwise="slope of the first, 14/(1/2), less slope of the second, 6/(1/2)",
    )


@exercise(
    "04.c",
    objectives=(2,),
    first="how many mails are there? That is the price of one whole unit",
)
def price_of_a_little(answer):
    """Worth of 0.002 more probability at the best answer, counts 30, 15 and 5."""
    m, extra = 30 + 15 + 5, 0.002
    return near(
        answer,
        m * extra,
        mistakes=[
            (-m * extra, "the sign: more probability cannot hurt"),
            (30 * extra, "the price is not the largest count but their sum"),
            (m, "that is the price of one whole unit; here 0.002 of it is bought"),
            (20 * extra, "those are 20 mails, the inbox of the text; here there are more"),
            (extra, "in nats: at the best answer each unit is worth m of them"),
        ],
        otherwise="price m per unit, with m the number of mails, times 0.002",
        tolerance=2e-3,  # the gain itself, 50 * log(1.002), will do
    )


@exercise(
    "04.d",
    objectives=(3,),
    first="where is the summit of this hill, and how high is it?",
)
def short_of_the_summit(answer):
    """By how much g(x) = 5 log x - 50 x falls short of its summit at x = 1/5."""

    def hill(x):
        return 5 * np.log(x) - 50 * x

    right = hill(5 / 50) - hill(1 / 5)
    return near(
        answer,
        right,
        mistakes=[
            (-right, "the sign: to fall short by a negative number is to be higher"),
            (hill(1 / 5), "that is the height at 1/5; compare it with the summit"),
            (hill(5 / 50), "that is the height of the summit; less the height at 1/5"),
            (5 * np.log(2), "that is the change of 5 log x; 50 x changes as well"),
            (5 - 5 / np.log(10) * np.log(2), "nats are natural logarithms, not those to base 10"),
        ],
        otherwise="g(5/50) - g(1/5), with natural logarithms",
    )


@exercise(
    "04.e",
    objectives=(4,),
    first="what throws the die: each message once, or each word of each message?",
)
def draws(answer):
    """Draws of a word's die in the Bernoulli and in the multinomial model."""
    mails = [mail.split() for mail in ("cash cash now", "win cash now cash", "win win")]
    n_mails, n_words = len(mails), sum(map(len, mails))
    return near(
        answer,
        (n_mails, n_words),
        mistakes=[
            ((n_words, n_mails), "the right numbers in the wrong order: Bernoulli first"),
            ((2, 4), "that is how often the face came up, the counts; the draws are all throws"),
            ((n_mails, 4), "those are the occurrences of cash; the die is thrown for each word"),
            ((2, n_words), "those are the messages with cash; the others are throws, too: absent"),
            ((n_mails, 3), "three are the faces of that die; how often was it thrown?"),
        ],
        otherwise="Bernoulli: the messages of the class; multinomial: all their words",
    )


def _divergence(p, q):
    """Kullback-Leibler divergence, with 0 log 0 = 0."""
    seen = p > 0
    return float(p[seen] @ np.log(p[seen] / q[seen]))
