"""Checkers of notebook 12: paying for one dependence."""

from functools import cache

import numpy as np

from nbcourse.evaluation import repeated_splits
from nbcourse.exercises.kit import behaves, exercise, near
from nbcourse.logspace import conditional_mutual_information, log_normalize
from nbcourse.naive_bayes import CategoricalNB
from nbcourse.semi_naive import TAN, maximum_spanning_tree


@exercise(
    "12.a",
    objectives=(1,),
    first="naive Bayes multiplies one factor for each column: how many columns, which factor?",
)
def copied_odds(answer):
    """Odds of 3 to 1, four times."""
    return near(
        answer,
        3**4,
        mistakes=[
            (3 * 4, "odds are multiplied, not added"),
            (3, "naive Bayes does not know that the columns are equal"),
            (4**3, "four factors of three, not three factors of four"),
            (3**5, "four columns in all, the first among them"),
            (81 / 82, "that is the posterior; the question asks for the odds"),
        ],
        otherwise="one factor 3 for each of the four columns",
    )


@exercise(
    "12.b",
    objectives=(2,),
    first="how many free numbers for the super-parent in one class, and how many for a child?",
)
def free_numbers_of_a_star(answer):
    """Free numbers of a SPODE of thirty features: two classes, five values."""
    return near(
        answer,
        2 * (4 + 29 * 5 * 4),
        mistakes=[
            (2 * 30 * 4, "that is naive Bayes: a child has one distribution for each value above"),
            (2 * 29 * 5 * 4, "the super-parent itself has a distribution, too"),
            (4 + 29 * 5 * 4, "that is one class of two"),
            (2 * 30 * 5 * 4, "the super-parent has no parent"),
            (
                2 * (4 + 29 * 4 * 4),
                "the parent has 5 values, and under each the child has a distribution",
            ),
            (2 * (5 + 29 * 5 * 5), "each distribution sums to one: it has one free number less"),
            (1 + 2 * (4 + 29 * 5 * 4), "without the prior, please"),
        ],
        otherwise="in each class: 4 for the super-parent, and 5 times 4 for each of its children",
    )


@exercise(
    "12.c",
    objectives=(3,),
    first="sort the pairs by weight, and take the two heaviest; may the third be taken?",
)
def weight_of_the_tree(answer):
    """Sum of weights of the tree of four features."""
    weights = {(0, 1): 0.5, (1, 2): 0.4, (0, 2): 0.3, (1, 3): 0.2, (0, 3): 0.1, (2, 3): 0.0}
    table = _table(weights, 4)
    return near(
        answer,
        _tree_weight(table),
        mistakes=[
            (0.5 + 0.4 + 0.3, "AB, BC and AC close a circle, and D is left alone"),
            (sum(weights.values()), "a tree of four features has three edges"),
            (-_tree_weight(-table), "that is the lightest tree"),
            (0.5 + 0.4, "D has to be reached, too"),
        ],
        otherwise="take the heaviest edges, leave out what closes a circle, until all are joined",
    )


def _table(weights, d):
    table = np.zeros((d, d))
    for (i, j), weight in weights.items():
        table[i, j] = table[j, i] = weight
    return table


def _tree_weight(table):
    return sum(table[j, p] for j, p in enumerate(maximum_spanning_tree(table)) if p >= 0)


@exercise(
    "12.d",
    objectives=(4,),
    first="how many rows have class 1 and x1 = 2, and how many pairs of class and value are there?",
)
def joint_estimate(answer):
    """Smoothed joint estimate of a pair that never came: 1/(8 + 2*3)."""
    return near(
        answer,
        1 / (8 + 2 * 3),
        mistakes=[
            (0, "smoothing adds 1 to the count"),
            (1 / (8 + 3), "with one more for each value; but there are two classes times three"),
            (1 / (8 + 2), "with one more for each class; but there are two classes times three"),
            (1 / (4 + 3), "that is the probability of the value given the class"),
            (1 / 4, "that is a share of some rows, as in the second line of (5); take all rows"),
            (1 / 8, "the 1 that is added above has to be added below, for every pair"),
        ],
        otherwise="the first line of (5): count plus 1, rows plus N times N_i",
    )


@exercise(
    "12.e",
    objectives=(5,),
    first="what are the letters under the sums of (3), and how many values has each?",
)
def cells_of_a_pair(answer):
    """Cells of a class and two features: four classes, three values."""
    return near(
        answer,
        4 * 3 * 3,
        mistakes=[
            (3 * 3, "that is one class"),
            (4 * 3, "that is one feature"),
            (4 * (3 + 3), "each value of one meets each value of the other"),
            (3**13 * 4, "only the two features of the pair, not all thirteen"),
            (4 * 2 * 2, "all cells are counted, not only the free numbers"),
            (3 * 5 * 5, "those are the cells of the wines; here are other numbers"),
        ],
        otherwise="classes times values times values",
    )


@exercise(
    "12.1",
    objectives=(2,),
    first="begin with one feature in one class: how many free numbers, without and with a parent?",
)
def free_numbers(answer):
    """Free numbers of naive Bayes and of TAN: K = 2, d = 12, S = 3."""
    right = (1 + 2 * 12 * 2, 1 + 2 * (2 + 11 * 3 * 2))
    return near(
        answer,
        right,
        mistakes=[
            (right[::-1], "the right numbers in the wrong order: first naive Bayes"),
            ((right[0] - 1, right[1] - 1), "the prior has one free number, too"),
            ((right[0], right[1] - 1), "TAN has a prior, too"),
            ((1 + 12 * 2, 1 + 2 + 11 * 6), "that is one class of two"),
            ((right[0], 1 + 2 * 12 * 6), "the root of the tree has no parent"),
            ((2 + 2 * 12 * 3, 2 + 2 * (3 + 11 * 9)), "each distribution sums to one"),
        ],
        otherwise="in each class 2 for a feature without a parent, and 3 times 2 for one with it",
    )


@exercise(
    "12.2",
    objectives=(4,),
    first="which of the eight rows have c = 1 and x3 = 0, and which of these have x1 = 1?",
)
def two_estimates(answer):
    """Both lines of (5) for c = 1, x3 = 0, x1 = 1 in the eight rows."""
    right = (2 / 12, 2 / 4)
    return near(
        answer,
        right,
        mistakes=[
            (right[::-1], "the right numbers in the wrong order: the joint estimate first"),
            ((1 / 8, 1.0), "those are the bare shares: smooth them"),
            ((2 / 10, 2 / 4), "the first has N times N_i below: pairs of class and value"),
            ((2 / 12, 2 / 3), "x1 has three values, x3 only two"),
            ((2 / 14, 2 / 4), "the parent here is x3, which has two values"),
            ((2 / 12, 2 / 12), "the second is a share of the rows with c = 1 and x3 = 0"),
        ],
        otherwise="counts plus 1; below, the rows counted in plus the number of outcomes",
    )


@exercise(
    "12.3",
    objectives=(1,),
    first="what is P(x2 = 1 | A)? x1 may be 1 or 0",
)
def noisy_copy(answer):
    """Odds of a feature and its noisy copy, without and with the arrow."""
    alone, copied = 0.6 / 0.2, 0.9 / 0.8
    naive = alone * (0.6 * 0.9 + 0.4 * 0.1) / (0.2 * 0.8 + 0.8 * 0.1)
    right = (naive, alone * copied)
    return near(
        answer,
        right,
        mistakes=[
            (right[::-1], "the right numbers in the wrong order: naive Bayes first"),
            ((alone**2, alone * copied), "the copy is noisy: average over x1 in each class"),
            ((naive, copied), "x1 itself speaks, too, with odds of 3"),
            ((naive, alone), "the copy says something: 0.9 is more than 0.8"),
            ((naive / (1 + naive), right[1] / (1 + right[1])), "those are posteriors, not odds"),
            ((alone * 0.6 * 0.9 / 0.2 / 0.8, right[1]), "x2 is 1 also where x1 is 0"),
        ],
        otherwise="odds of x1 times a ratio for x2: of P(x2 | c), or of P(x2 | c, x1)",
    )


@exercise(
    "12.4",
    objectives=(3,),
    first="sort the ten pairs by weight and go down the list",
)
def tree_by_hand(answer):
    """Parents in the maximum spanning tree of five features, root 0."""
    weights = {(0, 1): 30, (0, 2): 90, (0, 3): 20, (0, 4): 40, (1, 2): 80}
    weights |= {(1, 3): 70, (1, 4): 10, (2, 3): 60, (2, 4): 50, (3, 4): 85}
    table = _table(weights, 5)
    return near(
        answer,
        maximum_spanning_tree(table),
        mistakes=[
            (maximum_spanning_tree(-table), "that is the lightest tree; take the heaviest edges"),
            (
                maximum_spanning_tree(table, 4),
                "the right edges; but the arrows point away from the root",
            ),
            ([-1, 2, 0, 2, 3], "of two edges that would join the same parts take the heavier"),
            ([-1, 0, 0, 0, 0], "that is a star: a feature may hang on any other"),
            ([0, 2, 0, 1, 3], "the root has no parent: the text says what to write"),
        ],
        otherwise="take the heaviest edges that close no circle, then walk away from the root",
        tolerance=0.0,
    )


@exercise(
    "12.5",
    objectives=(3,),
    first="begin with one class: what would the counts be if the two features were independent?",
)
def information(answer):
    """A function counts -> conditional mutual information in nats."""
    tables = [
        [[[4, 1, 2], [1, 5, 7]], [[8, 3, 1], [2, 2, 24]]],
        [[[5, 0], [0, 5]], [[2, 8], [8, 2]]],
        [[[2, 4], [1, 2]], [[9, 3], [3, 1]]],
        [[[90, 0], [0, 10]], [[1, 1], [1, 1]], [[0, 3], [0, 4]]],
    ]
    inputs = [(np.array(counts),) for counts in tables]

    def right(counts):
        return conditional_mutual_information(counts / counts.sum())

    return behaves(
        answer,
        right,
        inputs,
        mistakes=[
            (
                lambda counts: right(counts.sum(axis=0)[None]),
                "that is the information over all rows: stay within each class",
            ),
            (
                lambda counts: right(counts) / np.log(2),
                "that is in bits: take the natural logarithm",
            ),
            (
                lambda counts: sum(right(table[None]) for table in counts),
                "weights P(x_i, x_j | c) forget how frequent the class is",
            ),
            (
                lambda counts: right(counts) * counts.sum(),
                "divide by the number of rows: the weights are probabilities",
            ),
        ],
        otherwise="for each cell: its share of all rows, times the logarithm of N_cab N_c / "
        "(N_ca N_cb)",
    )


@exercise(
    "12.6",
    objectives=(4,),
    first="which number, taken away from all logarithms, keeps the exponentials alive?",
)
def averaged(answer):
    """A function (logs, qualify) -> posteriors of the classes, of those who qualify."""
    logs = [[-1.0, -2.0, -0.5], [-3.0, -1.0, -2.5]]
    far = [[-2000.0, -2001.0, -1.0], [-2001.0, -2003.0, -2.0]]
    inputs = [
        (np.array(logs), [True, True, True]),
        (np.array(logs), [True, False, True]),
        (np.array(far), [True, True, False]),
        (np.array(logs), [False, False, False]),
        (np.array([[-1.0, -4.0], [-2.0, -2.0], [-3.0, -1.0]]), [False, True]),
    ]
    return behaves(
        answer,
        _average,
        inputs,
        mistakes=[
            (
                lambda logs, qualify: _average(logs, np.ones_like(qualify)),
                "only the super-parents that qualify have a say",
            ),
            (
                lambda logs, qualify: np.exp(log_normalize(logs[:, np.array(qualify)].sum(1))),
                "the terms of (4) are added up; to add their logarithms is to multiply them",
            ),
            (
                lambda logs, qualify: np.exp(
                    log_normalize(logs[:, np.array(qualify)].max(1, initial=-1e9))
                ),
                "every super-parent that qualifies has a say, not only the best",
            ),
            (
                _without_logarithms,
                "the exponential of -2000 is 0 in the computer: subtract the largest first",
            ),
        ],
        otherwise="exponentials of the columns that qualify, added up, divided by their total",
    )


def _average(logs, qualify):
    used = logs[:, np.array(qualify, dtype=bool)]
    if not used.size:
        return np.full(len(logs), 1 / len(logs))
    return np.exp(log_normalize(used.ravel())).reshape(used.shape).sum(axis=1)


def _without_logarithms(logs, qualify):
    terms = np.exp(logs[:, np.array(qualify, dtype=bool)]).sum(axis=1)
    return terms / terms.sum() if terms.any() else np.full(len(logs), 1 / len(logs))


@exercise(
    "12.7",
    objectives=(4,),
    first="which of the numbers change when this row is taken out?",
)
def left_out(answer):
    """Estimate of a value for a row that is left out: 9 of 12, five values."""
    return near(
        answer,
        (9 - 1 + 1) / (12 - 1 + 5),
        mistakes=[
            ((9 + 1) / (12 + 5), "that is the estimate with the row in it"),
            ((9 - 1) / (12 - 1), "smoothing is missing: plus 1, plus the number of values"),
            ((9 - 1 + 1) / (12 + 5), "the row goes from the denominator, too"),
            ((9 + 1) / (12 - 1 + 5), "the row goes from the numerator, too"),
            ((9 - 1 + 1) / (12 - 1 + 4), "leaving a row out takes no value away"),
        ],
        otherwise="take the row from both counts, then smooth as (5) does",
    )


@exercise(
    "12.8",
    objectives=(5,),
    first="write a function like fifths with one cut, the median of the training rows",
)
def halved_wines(answer):
    """Mean log loss of naive Bayes and TAN on the wines, in halves."""
    right = _wines(0.5)
    return near(
        answer,
        right,
        mistakes=[
            (right[::-1], "the right numbers in the wrong order: naive Bayes first"),
            (_wines(0.2, 0.4, 0.6, 0.8), "those are the fifths of Section 5"),
            (_wines(1 / 3, 2 / 3), "those are thirds; one cut makes halves"),
            (_wines(0.5, peek=True), "the cut has seen the test wines: training rows only"),
        ],
        otherwise="the loop of `measured`, with halves in place of fifths, mean of ten losses",
    )


@cache
def _wines(*shares, peek=False):
    """Mean log losses over the ten splits, every measurement cut at quantiles."""
    from sklearn.datasets import load_wine

    X, y = load_wine(return_X_y=True)
    losses = []
    for train, test in repeated_splits(y, n_splits=10, random_state=0):
        cuts = np.quantile(X if peek else X[train], shares, axis=0)
        columns = zip(cuts.T, X.T, strict=True)
        cut = np.column_stack([np.searchsorted(c, x) for c, x in columns])
        models = [model.fit(cut[train], y[train]) for model in (CategoricalNB(), TAN())]
        each = np.arange(len(test))
        losses.append([-m.predict_log_proba(cut[test])[each, y[test]].mean() for m in models])
    return tuple(np.mean(losses, axis=0).tolist())
