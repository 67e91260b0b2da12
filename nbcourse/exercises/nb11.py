"""Checkers of notebook 11: prices, risks, thresholds, promises, asking."""

import numpy as np

from nbcourse.exercises.kit import behaves, chosen, exercise, near

# Bills of a thousand messages over the fifty splits, as the filter is and calibrated: with three
# buttons at a price of 100, with two, with three at 20, and with three at 100 where the line was
# fitted to scores in which words of one message vote: `test_exercises_routes.py`
THREE_AT_100, TWO_AT_100 = (19.913917, 20.487805), (52.15208, 37.690100)
THREE_AT_20, OWN_WORDS = (21.194405, 17.908895), (19.913917, 23.185079)

LETTER = np.array([0.5, 0.3, 0.2])
COSTS = np.array([[0, 3, 20], [1, 0.5, 0], [30, 4, 0]])


@exercise(
    "11.1",
    objectives=(1,),
    first="compute the average cost of one decision: three products, one for each truth",
)
def least_of_three(answer):
    """Least conditional risk of three decisions under three truths."""
    keep, folder, delete = LETTER @ COSTS
    return near(
        answer,
        min(keep, folder, delete),
        mistakes=[
            (keep, "that is the risk of keeping; two other decisions are left"),
            (delete, "that is the risk of deleting; two other decisions are left"),
            ((COSTS @ LETTER).min(), "the table is turned around: its rows are truths"),
            (COSTS[0, 1], "that is the cost if it is ham; it may be something else"),
            (COSTS.mean(axis=0).min(), "that takes the three truths as equally probable"),
        ],
        otherwise="for each decision: the sum over the truths of probability times cost",
    )


def _limit(table):
    (kept, lost), (read, gone) = np.asarray(table, dtype=float)
    return (lost - kept) / (lost - kept + read - gone)


@exercise(
    "11.2",
    objectives=(3,),
    first="write down both risks as functions of P(spam), and where they are equal",
)
def limit_of_the_posterior(answer):
    """Function: P(spam) above which throwing away is cheaper, from a table of losses."""
    tables = [[[0, 20], [1, 0]], [[0, 1], [1, 0]], [[0.5, 4], [3, 1]], [[0, 30], [2, 0.5]]]

    def without(table):
        return table[0][1] / (table[0][1] + table[1][0])

    return behaves(
        answer,
        _limit,
        [(np.array(table),) for table in tables],
        mistakes=[
            (without, "right decisions may cost something, too: subtract it, row by row"),
            (lambda t: _limit(np.transpose(t)), "the table is turned around"),
            (lambda t: 1 - _limit(t), "that is the posterior of ham at the limit"),
            (lambda t: _limit(t) / (1 - _limit(t)), "those are the odds, not a probability"),
            (
                lambda t: np.log(_limit(t) / (1 - _limit(t))),
                "those are nats; the question asks for a probability",
            ),
        ],
        otherwise="set the two risks equal and solve for P(spam)",
    )


@exercise(
    "11.3",
    objectives=(2,),
    first="one input at a time: what does each of the two decisions cost there?",
)
def risk_of_a_world(answer):
    """Bayes risk of a world of three inputs; the first class is four times as expensive to lose."""
    joint = np.array([[15, 9, 1], [10, 20, 45]]) / 100
    table = np.array([[0, 4], [1, 0]])
    costs = joint.T @ table
    by_posterior = costs[np.arange(3), joint.argmax(axis=0)].sum()
    return near(
        answer,
        costs.min(axis=1).sum(),
        mistakes=[
            (by_posterior, "that is what the larger posterior costs; take the smaller cost"),
            (joint.min(axis=0).sum(), "that is the least share of errors: both cost 1 there"),
            ((joint.T @ table.T).min(axis=1).sum(), "the prices are exchanged"),
            (1 - costs.min(axis=1).sum(), "that is one minus the risk"),
            (costs.sum(axis=0).min(), "that says the same at every input"),
        ],
        otherwise="at each input the cheaper decision; add the three costs up",
    )


@exercise(
    "11.4",
    objectives=(5,),
    first="compare the price of asking with the risk of each of the two other decisions",
)
def messages_asked(answer):
    """Function: of how many messages one asks, from P(spam), the two prices."""
    wave = (1 + np.sin(np.arange(60.0) ** 2)) / 2
    inputs = [(wave, 20, 0.25), (wave, 1, 0.1), (wave, 5, 0.5), (np.array([0.3, 0.99]), 20, 0.3)]

    def asked(p, c, r):
        return int(np.sum(np.minimum(p, c * (1 - p)) > r))

    return behaves(
        answer,
        asked,
        inputs,
        mistakes=[
            (
                lambda p, c, r: int(np.sum(np.maximum(p, 1 - p) < 1 - r)),
                "that is the rule for equal prices: a lost ham costs c",
            ),
            (
                lambda p, c, r: asked(p, c, r) / len(p),
                "that is a share; the question asks for the number",
            ),
            (lambda p, c, r: len(p) - asked(p, c, r), "those are the messages of the others"),
            (lambda p, c, r: int(np.sum(p > r)), "of some of these it is cheaper to throw away"),
            (
                lambda p, c, r: int(np.sum(np.minimum(c * p, 1 - p) > r)),
                "the prices are exchanged: a lost ham costs c, a spam that is read 1",
            ),
        ],
        otherwise="ask where both other risks, p and c (1 - p), are larger than r",
    )


@exercise(
    "11.5",
    objectives=(3,),
    first="by how much does the first bar of the waterfall move when the share of spam changes?",
)
def another_share(answer):
    """Log-odds, as learnt at 20 % spam, above which to throw away at 50 % and a price of 20."""
    price, shift = np.log(20), np.log(0.5 / 0.5) - np.log(0.2 / 0.8)
    return near(
        answer,
        price - shift,
        mistakes=[
            (price, "that is the threshold for log-odds that know of the new share"),
            (price + shift, "more spam makes spam more probable: the threshold falls"),
            (shift, "that is the move of the log-odds; the price is missing"),
            (np.exp(price - shift), "those are odds; the question asks for nats"),
            ((price - shift) / np.log(10), "the natural logarithm, please"),
        ],
        otherwise="the log-odds rise by the move of the prior; log 20 is asked of the sum",
    )


@exercise(
    "11.6",
    objectives=(4, 5),
    first="take the two lists of scores of Section 4, and `bill` with the new price list",
)
def expensive_ham(answer):
    """Mean bills with three buttons at a price of 100, as it is and calibrated."""
    return near(
        answer,
        THREE_AT_100,
        mistakes=[
            (THREE_AT_100[::-1], "the right numbers in the wrong order: first as it is"),
            (TWO_AT_100, "that is without asking: add the third button at 0.25"),
            (THREE_AT_20, "that is the price list of Section 5; here a lost ham costs 100"),
            (OWN_WORDS, "inside, words that no other message has must not vote: `min_df=1`"),
            (tuple(np.array(THREE_AT_100) / 1000), "for a thousand messages, please"),
        ],
        otherwise="the mean over the fifty splits of what `bill` says is paid",
        tolerance=2e-3,
    )


@exercise("11.a", objectives=(1,), first="what does one lost ham cost, and how many are there?")
def two_in_a_hundred(answer):
    """Risk of throwing away at P(ham) = 0.02 and a price of 20."""
    return near(
        answer,
        0.02 * 20,
        mistakes=[
            (0.98, "that is what keeping costs"),
            (0.02, "that is the probability of a loss; a lost ham costs 20"),
            (2, "that counts ham in percent, and leaves the price out"),
            (0.98 * 20, "the ham is lost, not the spam: 20 belongs to the 0.02"),
            (2 * 20, "that is the cost of a hundred; the question is about one"),
            (0.02 * 20 + 0.98, "a spam that is thrown away costs nothing"),
        ],
        otherwise="probability of ham times what a lost ham costs",
    )


@exercise("11.b", objectives=(2,), first="which odds of spam to ham does a price of 2 ask for?")
def thrown_at_two(answer):
    """Kinds of messages that are thrown away at a price of 2."""
    return chosen(
        answer,
        {"free", "both"},
        mistakes=[
            ({"both"}, "look at *free*: twice 57 ham against 122 spam"),
            ("both", "look at *free*: twice 57 ham against 122 spam"),
            ({"free"}, "*both* has still larger odds"),
            ("free", "*both* has still larger odds"),
            ({"free", "your", "both"}, "*your*: more ham than spam, and ham costs more"),
        ],
        otherwise="throw away where the spam outweighs twice the ham, column by column",
    )


@exercise("11.c", objectives=(3,), first="what does an error cost more than the right decision?")
def odds_with_a_price_for_right(answer):
    """Critical odds with losses 30 and 0, 2 and 0.5."""
    return near(
        answer,
        30 / 1.5,
        mistakes=[
            (30 / 2, "the spam costs 0.5 even when it is thrown away: subtract that"),
            (30 / 2.5, "throwing the spam away saves less than 2, not more"),
            (1.5 / 30, "that is ham to spam: turn the fraction"),
            (20 / 21, "that is the probability; the question asks for odds"),
            (np.log(20), "those are nats; the question asks for odds"),
        ],
        otherwise="what a lost ham costs more, over what a spam that is read costs more",
    )


@exercise("11.d", objectives=(4,), first="what does one message of each kind promise to cost?")
def twenty_decisions(answer):
    """Promised cost of ten messages thrown away at 0.99, ten kept at 0.9."""
    return near(
        answer,
        10 * 0.01 * 20 + 10 * 0.9,
        mistakes=[
            (10 * 0.01 * 20 + 10 * 0.1, "a kept message costs 1 if it is spam: 0.9 of ten"),
            (10 * 0.01 + 10 * 0.9, "a lost ham costs 20"),
            (10 * 0.01 + 10 * 0.1, "that is the number of errors of the larger posterior"),
            (10 * 0.01 * 20, "the ten that are kept promise something, too"),
            (10 * 0.9, "the ten that are thrown away promise something, too"),
            ((10 * 0.01 * 20 + 10 * 0.9) / 20, "that is the cost of one; add the twenty up"),
        ],
        otherwise="thrown away: 20 times P(ham) each; kept: P(spam) each",
    )


@exercise("11.e", objectives=(5,), first="where does keeping cost as much as asking?")
def where_to_ask(answer):
    """Posteriors between which to ask at 0.5, with a price of 20."""
    low, high = 0.5, 1 - 0.5 / 20
    return near(
        answer,
        (low, high),
        mistakes=[
            ((high, low), "the smaller first"),
            (
                (0.25, 1 - 0.25 / 20),
                "that is the price of asking in the text; now it is twice that",
            ),
            ((low, 1 - 1 / 20), "there throwing away costs 1, more than asking"),
            ((low, 20 / 21), "the second is where keeping and throwing away cost the same"),
            ((low, low), "a lost ham is expensive: throwing away has to be surer than that"),
            ((0.5 / 20, low), "the prices are exchanged"),
        ],
        otherwise="keeping costs p, throwing away 20 (1 - p): set each equal to the price",
    )
