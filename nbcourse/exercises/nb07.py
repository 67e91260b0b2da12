"""Checkers of notebook 07: naive Bayes as a hyperplane."""

from functools import cache

import numpy as np
from scipy.special import expit, log_expit

from nbcourse import text
from nbcourse.datasets import load
from nbcourse.evaluation import leave_one_out
from nbcourse.exercises.kit import behaves, exercise, near
from nbcourse.linear import angle, linear_form
from nbcourse.naive_bayes import CategoricalNB, MultinomialNB


@exercise(
    "07.1",
    objectives=(1,),
    first="compute the smoothed probability of the second word, in ham and in spam",
)
def weight_and_intercept(answer):
    """Weight of the second word and intercept, from a small table of counts."""
    ham, spam, messages = [3, 0, 5], [2, 6, 1], [8, 4]
    model = MultinomialNB(class_prior=np.divide(messages, sum(messages)))
    w, b = linear_form(model.fit([ham, spam], [0, 1])).log_odds()
    right = np.array([w[1], b])
    no_vocabulary = np.log((7 / 10) / (1 / 9))
    return near(
        answer,
        right,
        mistakes=[
            (right[::-1], "the right numbers in the wrong order: first the weight"),
            (-right, "the signs are turned: spam is positive, so it goes into the numerator"),
            ((np.log(7), b), "divide each count by the total of its class before you compare"),
            ((no_vocabulary, b), "each total grows by one pseudo-count for *every* word, by three"),
            ((w[1], np.log(4 / 12)), "the intercept compares spam with ham, not with all messages"),
            ((w[1], np.log(9 / 8)), "the intercept compares numbers of messages, not of words"),
            (np.exp(right), "those are the ratios; take their logarithms"),
        ],
        otherwise="write both smoothed probabilities of the word, then the log of their ratio",
    )


@exercise(
    "07.2",
    objectives=(2,),
    first="take the logarithm of the prior odds: in nats, evidence is added",
)
def two_occurrences(answer):
    """Posterior of spam: prior odds 1 : 6, a word of 1.5 nats that occurs twice."""
    prior, weight = np.log(1 / 6), 1.5
    return near(
        answer,
        expit(prior + 2 * weight),
        mistakes=[
            (expit(prior + weight), "the word occurs twice: its weight is added twice"),
            (expit(2 * weight), "the prior is missing: it is the intercept"),
            (np.exp(prior + 2 * weight), "those are the odds; turn them into a probability"),
            (prior + 2 * weight, "those are the log-odds; the logistic function makes them one"),
            (expit(-prior - 2 * weight), "that is the posterior of ham"),
            (expit(np.log(1 / 5) + 2 * weight), "1 : 6 are odds, a probability of one in seven"),
        ],
        otherwise="add the log of the prior odds and the weights, then apply the logistic function",
    )


@exercise(
    "07.3",
    objectives=(3,),
    first="write down for one word how probable its absence is, in ham and in spam",
)
def empty_message(answer):
    """A function (phi, prior) -> log-odds of a message without a known word."""
    cases = [
        ([[0.5, 0.1], [0.2, 0.3]], (0.5, 0.5)),
        ([[0.9, 0.4, 0.2], [0.3, 0.3, 0.7]], (0.8, 0.2)),
    ]
    usual = [(np.array(phi), prior) for phi, prior in cases]
    large = [(np.repeat([[0.4], [0.5]], 10_000, axis=1), (0.7, 0.3))]  # products of it are 0
    with np.errstate(all="ignore"):
        hint = behaves(
            answer,
            _silence,
            usual,
            mistakes=[
                (lambda phi, prior: -_silence(phi, prior), "the sign is turned: spam is positive"),
                (
                    lambda phi, prior: _prior(prior),
                    "that is the multinomial model: absence is missing",
                ),
                (lambda phi, prior: _silence(phi, (1, 1)), "the prior is missing"),
                (_presence, "those are the log-odds of *all* words present; take 1 - phi"),
                (
                    lambda phi, prior: expit(_silence(phi, prior)),
                    "log-odds, please, no probability",
                ),
            ],
            otherwise="each absent word adds log((1 - phi_spam) / (1 - phi_ham)), then the prior",
        )
        return hint or behaves(
            answer,
            _silence,
            [*usual, *large],
            otherwise="right for few words; a product of ten thousand shares is 0: add logarithms",
        )


def _prior(prior):
    return np.log(prior[1] / prior[0])


def _silence(phi, prior):
    return _prior(prior) + np.log((1 - phi[1]) / (1 - phi[0])).sum()


def _presence(phi, prior):
    return _prior(prior) + np.log(phi[1] / phi[0]).sum()


@exercise(
    "07.4",
    objectives=(5,),
    first="write the step for a single row first: score it, test it, move",
)
def dense_perceptron(answer):
    """A function (X, sign, passes) -> weights and intercept of the perceptron."""
    X = np.array([[1.0, 2.0], [3.0, 1.0], [0.0, 1.0], [2.0, 2.0], [1.0, 1.0]])
    cases = [(X, [1, -1, 1, -1, -1], 1), (X, [1, -1, -1, 1, 1], 7), (X[:2], [-1, 1], 2)]
    return behaves(
        answer,
        _perceptron,
        [(points, np.array(sign), passes) for points, sign, passes in cases],
        mistakes=[
            (_strict, "nothing ever moves: the first scores are all 0, and 0 is an error"),
            (_no_intercept, "the intercept moves, too: by +1 or -1 at every error"),
            (_batch, "move at once, at each error, not with all errors at the end of a pass"),
            (_away, "it moves away from the message: add sign times x"),
            (_always, "it moves at every message; only errors count"),
            (lambda *case: np.roll(_perceptron(*case), 1), "the intercept comes last"),
        ],
        otherwise="walk through the rows; at sign * (w @ x + b) <= 0 add sign * x to w, sign to b",
    )


def _perceptron(X, sign, passes):
    return _walk(X, sign, passes, lambda score: score <= 0)


def _strict(X, sign, passes):
    return _walk(X, sign, passes, lambda score: score < 0)


def _always(X, sign, passes):
    return _walk(X, sign, passes, lambda score: True)


def _away(X, sign, passes):
    return _walk(X, sign, passes, lambda score: score <= 0, step=-1)


def _no_intercept(X, sign, passes):
    return np.append(_walk(X, sign, passes, lambda score: score <= 0, constant=0)[:-1], 0)


def _walk(X, sign, passes, wrong, *, step=1, constant=1):
    """Passes of the perceptron's rule with a chosen test for an error."""
    Z = np.column_stack([X, np.full(len(X), constant)])
    v = np.zeros(Z.shape[1])
    for _ in range(passes):
        for z, s in zip(Z, sign, strict=True):
            if wrong(s * (v @ z)):
                v = v + step * s * z
    return v


def _batch(X, sign, passes):
    Z = np.column_stack([X, np.ones(len(X))])
    v = np.zeros(Z.shape[1])
    for _ in range(passes):
        errors = sign * (Z @ v) <= 0
        v = v + sign[errors] @ Z[errors]
    return v


@exercise(
    "07.5",
    objectives=(5,),
    first="write down what a single message contributes, with its sign in the formula",
)
def conditional(answer):
    """A function (t, sign) -> conditional log-likelihood, safe for large scores."""
    moderate = np.array([2.0, -1.0, 0.5, 3.0]), np.array([1, -1, -1, 1])
    extreme = np.array([1000.0, -3.0, 1.0]), np.array([-1, 1, 1])
    return behaves(
        answer,
        _conditional,
        [moderate, extreme],
        mistakes=[
            (_overflowing, "right, until a probability rounds to 0: use np.logaddexp or log_expit"),
            (lambda t, sign: log_expit(t).sum(), "ham must count log(1 - sigma(t)): use the sign"),
            (lambda t, sign: -_conditional(t, sign), "that is the loss; a log-likelihood is <= 0"),
            (lambda t, sign: _conditional(t, sign) / len(t), "the sum, please, not the mean"),
            (_perceptron_loss, "that is the perceptron's: here right messages count as well"),
            (lambda t, sign: log_expit(sign * t), "one number, please: add over the messages"),
        ],
        otherwise="each message contributes log sigma(sign * t); add them",
    )


def _conditional(t, sign):
    return log_expit(sign * t).sum()


def _overflowing(t, sign):
    with np.errstate(divide="ignore", over="ignore"):
        return np.log(expit(sign * t)).sum()


def _perceptron_loss(t, sign):
    return np.minimum(0, sign * t).sum()


@exercise(
    "07.6",
    objectives=(1,),
    first="smooth the six counts, then compute f at each of the three codes",
)
def bend(answer):
    """Second difference of a categorical feature's log-odds over its codes."""
    ham, spam = np.array([70, 10, 20]), np.array([10, 30, 10])
    codes, labels = np.tile([0, 1, 2], 2)[:, None], np.repeat([0, 1], 3)
    model = CategoricalNB().fit(codes, labels, sample_weight=[*ham, *spam])
    f = linear_form(model).log_odds()[0]
    unsmoothed, ratio = np.log(spam / ham), np.exp(f)
    return near(
        answer,
        _bend(f),
        mistakes=[
            (-_bend(f), "the sign is turned: spam over ham, and f(1) is what is subtracted"),
            (_bend(unsmoothed), "add the pseudo-count to each of the six counts"),
            (_bend(f) / 2, "that is half of it: f(1) is subtracted twice"),
            (f[0] - f[1] + f[2], "f(1) is subtracted twice"),
            (_bend(ratio), "those are ratios of probabilities; take their logarithms first"),
        ],
        otherwise="f(v) is the log of P(v | spam) / P(v | ham), both smoothed: write all three",
    )


def _bend(f):
    return f[0] - 2 * f[1] + f[2]


@exercise(
    "07.7",
    objectives=(4,),
    first="how far must one go along w until the sum has changed by one nat?",
)
def distances(answer):
    """Distance of the origin from w.x + b = 0, and between the lines of 0.5 and 0.95."""
    w, b, nats = np.array([3.0, -4.0]), -2.0, np.log(19)
    length = np.linalg.norm(w)
    right = np.array([abs(b), nats]) / length
    return near(
        answer,
        right,
        mistakes=[
            (right[::-1], "the right numbers in the wrong order: first the origin"),
            ((abs(b), nats), "those are nats; divide by the length of w to get distances"),
            ((b / length, right[1]), "a distance is not negative"),
            ((right[0], 0.95 / length), "first find the sum at which the posterior is 0.95"),
            ((right[0], 0.45 / length), "posteriors are no distances: turn them into sums first"),
            (right * length / 7, "the length of (3, -4) is not 3 + 4: use squares and a root"),
        ],
        otherwise="a step of length one along w changes the sum by the length of w",
    )


@exercise(
    "07.8",
    objectives=(2, 5),
    first="evaluation.leave_one_out gives log posteriors: what do the two columns say of a mail?",
)
def promise_on_csdmc(answer):
    """Errors made and promised on CSDMC, each word of a mail once, each mail left out."""
    left_out, bags, unseen, learnt, n = _csdmc()
    return near(
        answer,
        left_out,
        mistakes=[
            (left_out[::-1], "the right numbers in the wrong order: first the errors made"),
            (bags, "those are the bags of Section 6: let every word of a mail count once"),
            (unseen, "words that no other mail has must not vote: min_df=1"),
            (learnt, "those mails were learnt from: leave each one out"),
            (left_out / n, "numbers of errors, please, not shares"),
            (
                (left_out[0], n - left_out[1]),
                "that is how often it expects to be right; promised errors are the rest",
            ),
            (
                (n - left_out[0], left_out[1]),
                "that is how many are right; how many are wrong?",
            ),
        ],
        otherwise="made: signs that disagree with the labels; promised: sum of 1 / (1 + exp(|t|))",
    )


@cache
def _csdmc():
    """(made, promised): sets, bags, sets with unseen words, sets learnt from. And how many."""
    mails = load("csdmc").features(text.s4_words)
    X, y = mails.counts, mails.labels
    learnt = MultinomialNB().fit(X.sign(), y).predict_log_proba(X.sign())
    ways = [
        leave_one_out(MultinomialNB(), A, y, min_df=m)
        for A, m in [(X.sign(), 1), (X, 1), (X.sign(), 0)]
    ]
    return *(_made_and_promised(log_p, y) for log_p in (*ways, learnt)), len(y)


def _made_and_promised(log_p, y):
    t = log_p[:, 1] - log_p[:, 0]
    return np.array([((t > 0) != (y == "spam")).sum(), expit(-abs(t)).sum()])


@exercise(
    "07.a",
    objectives=(1,),
    first="which of the three weights take part, and what comes before them?",
)
def lunch_now(answer):
    """w.x + b of "lunch now" in the small model."""
    prior, lunch, now = np.log(1 / 2), np.log(4 / 11), np.log(42 / 55)
    right = prior + lunch + now
    return near(
        answer,
        right,
        mistakes=[
            (lunch + now, "the intercept is missing: the sum begins at the prior"),
            (-right, "the sign is turned: spam is positive"),
            (np.exp(right), "those are the odds; the sum is their logarithm"),
            (prior + now, "each word adds its weight, lunch as well"),
            (expit(right), "that is the posterior; the sum itself, please"),
            (lunch + now - prior, "ham messages are more: the intercept is negative"),
        ],
        otherwise="the logarithm of 3/6, and the two weights of the table",
    )


@exercise(
    "07.b",
    objectives=(2,),
    first="what are the odds of spam at this posterior?",
)
def alarm_from(answer):
    """The point of the ruler at which the posterior is 0.99."""
    right = np.log(99)
    return near(
        answer,
        right,
        mistakes=[
            (99, "those are the odds; the ruler shows their logarithm"),
            (-right, "that is where the posterior of *ham* is 0.99"),
            (expit(0.99), "turn (4) around: from p to t"),
            (np.log10(99), "nats are natural logarithms, not those to base 10"),
            (np.log(0.99), "the logarithm of the odds, not of the probability"),
        ],
        otherwise="solve p / (1 - p) = exp(t) for t",
    )


@exercise(
    "07.c",
    objectives=(3,),
    first="how probable is the absence of each word, in spam and in ham?",
)
def two_absences(answer):
    """Log-odds of a message without two words, even prior."""
    phi, even = np.array([[0.02, 0.05], [0.30, 0.20]]), (0.5, 0.5)
    right = _silence(phi, even)
    return near(
        answer,
        right,
        mistakes=[
            (-right, "the sign is turned: spam is positive, and these words are spam's"),
            (_presence(phi, even), "that is a message with both words; here they are absent"),
            (0, "that is the multinomial model, to which absent words say nothing"),
            (np.log(0.70 / 0.98), "both words are absent: two summands"),
            (np.exp(right), "those are the odds; take their logarithm"),
            (expit(right), "that is the posterior; the log-odds, please"),
        ],
        otherwise="each word adds the logarithm of (1 - share in spam) / (1 - share in ham)",
    )


@exercise(
    "07.d",
    objectives=(4,),
    first="write the sum for 6 words and an unknown number of numbers",
)
def numbers_needed(answer):
    """Numbers at which -0.5 * 6 + 2 * numbers - 1 is 0."""
    return near(
        answer,
        2,
        mistakes=[
            (1.5, "the intercept belongs to the sum as well"),
            (1, "the intercept is -1: it makes spam harder, not easier"),
            (0.5, "6 words count 6 times their weight"),
            (4, "divide by the weight of a number"),
            (-2, "words speak against spam here: numbers have to outweigh them"),
        ],
        otherwise="set the sum for 6 words to 0 and solve for the numbers",
    )


@exercise(
    "07.e",
    objectives=(5,),
    first="draw both arrows from the origin",
)
def degrees_between(answer):
    """Angle between (3, 0) and (1, sqrt 3)."""
    u, v = (3, 0), (1, np.sqrt(3))
    right = angle(u, v)
    return near(
        answer,
        right,
        mistakes=[
            (np.radians(right), "that is in radians; degrees, please"),
            (np.dot(u, v), "that is the product u.v; divide by both lengths, then the angle"),
            (0.5, "that is the cosine of the angle"),
            (90 - right, "that is the angle to the other axis"),
            (0, "lengths do not matter, directions do: the second arrow is not flat"),
        ],
        otherwise="cosine: u.v divided by both lengths; which angle has it?",
    )


@exercise(
    "07.f",
    objectives=(5,),
    first="what does naive Bayes look at when it computes the weight of one column?",
)
def written_once(answer):
    """Weight of a fact whose three copies weigh 6 nats together."""
    return near(
        answer,
        2,
        mistakes=[
            (6, "that is what logistic regression would do: the sum stays"),
            (18, "fewer copies weigh less, not more"),
            (3, "three copies, not two"),
        ],
        otherwise="all copies have the same weight, and the number of copies does not change it",
    )
