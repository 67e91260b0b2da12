"""Checkers of notebook 13: Bayesian networks."""

from functools import cache
from itertools import combinations

import networkx as nx
import numpy as np

from nbcourse import text
from nbcourse.bayesnet import ancestral_set, chow_liu, d_separated, learn, moral_graph
from nbcourse.corpus import BagOfWords
from nbcourse.datasets import load
from nbcourse.evaluation import repeated_splits
from nbcourse.exercises.kit import behaves, chosen, exercise, near


@exercise(
    "13.a",
    objectives=(1,),
    first="how many numbers has the table of a? how many rows has the table of c?",
)
def numbers_of_four_tables(answer):
    """Free numbers of a -> c <- b, c -> d, where a has three values."""
    return near(
        answer,
        2 + 1 + 3 * 2 + 2,
        mistakes=[
            (3 * 2 * 2 * 2 - 1, "that is the joint table; each small table asks its parents only"),
            (3 + 2 + 6 * 2 + 2 * 2, "each row sums to one: it has one free number less"),
            (1 + 1 + 4 + 2, "a has three values"),
            (2 + 1 + 1 + 1, "c and d have a row for each combination of their parents"),
            (2 + 1 + 3 + 2 + 2, "c has a row for each pair of values of a and b"),
        ],
        otherwise="2 for a, 1 for b, one for each pair of values of a and b, one for each of c",
    )


@exercise("13.b", objectives=(3,), first="to whom does John listen?")
def silent_alarm(answer):
    """P(J | A = 0, E = 1)."""
    return near(
        answer,
        0.05,
        mistakes=[
            (0.9, "the alarm did not ring"),
            (0.29, "that is the alarm in an earthquake; it is known here"),
            (0.29 * 0.9 + 0.71 * 0.05, "the alarm is known: nothing to average over"),
            (0.05 * 0.002, "given the earthquake, not together with it"),
            (0.95, "that is the chance that he does not call"),
        ],
        otherwise="the middle of the chain is known: read his table",
    )


@exercise("13.c", objectives=(3,), first="which of the four throws agree with all you know?")
def bell(answer):
    """P(first is heads | bell, second is heads) for two fair coins."""
    return near(
        answer,
        1 / 2,
        mistakes=[
            (2 / 3, "that is before the second coin was seen: it has explained the bell"),
            (1 / 3, "that is both heads, before the second coin was seen"),
            (1 / 4, "that is both heads, before anything was known"),
            (1, "the second coin is reason enough for the bell"),
            (0, "the second coin explains the bell, but does not exclude the first"),
        ],
        otherwise="two throws have heads on the second coin; both ring the bell",
    )


@exercise("13.d", objectives=(4,), first="whose ancestors do you keep for the pair J and M?")
def separated_pairs(answer):
    """Pairs of the alarm network that are d-separated by nothing."""
    return near(
        answer,
        1,
        mistakes=[
            (0, "keep the ancestors only: who marries then?"),
            (6, "no arrow is not yet no path: J and M have a common parent"),
            (4, "those are the pairs with an arrow"),
            (2, "B and E are one pair; along a chain something is told"),
            (10, "that is all pairs: along an arrow something is told"),
        ],
        otherwise="for each pair without an arrow: its ancestors, their marriages, a path?",
    )


@exercise("13.e", objectives=(5,), first="which factors of formula (1) mention b?")
def blanket(answer):
    """Size of the Markov blanket of B in the alarm network."""
    return near(
        answer,
        2,
        mistakes=[
            (1, "the alarm, and who else is in its table?"),
            (3, "John and Mary stand in no table together with B"),
            (4, "that is everybody else; which tables mention B?"),
            (0, "its own table has no parents, but it has a child"),
        ],
        otherwise="parents, children, and the children's other parents",
    )


@exercise(
    "13.1",
    objectives=(1,),
    first="write under each variable: rows of its table, times 2",
)
def numbers_of_six_tables(answer):
    """Free numbers of a network of six variables with three values, and of the joint table."""
    right = (2 * (1 + 1 + 9 + 3 + 3 + 9), 3**6 - 1)
    return near(
        answer,
        right,
        mistakes=[
            (right[::-1], "the right numbers in the wrong order: the network first"),
            ((1 + 1 + 4 + 2 + 2 + 4, 2**6 - 1), "that is for two values"),
            ((3 * 26, 3**6), "each distribution sums to one: one number less"),
            ((right[0], 3**6), "all cells of the joint table sum to one, so one is not free"),
            ((2 * (1 + 1 + 6 + 3 + 3 + 6), right[1]), "pairs of values: 3 times 3, not 3 plus 3"),
        ],
        otherwise="2 in each row; a row for each combination of the parents' values",
        tolerance=0.0,
    )


@exercise("13.2", objectives=(2, 5), first="the odds before any test are 1 to 99")
def two_tests(answer):
    """P(ill) after +, ++ and +-: a prior of 1 in 100, tests of 95 and 10 in 100."""

    def ill(factor):
        return factor / (factor + 99)

    yes, no = 0.95 / 0.10, 0.05 / 0.90
    right = (ill(yes), ill(yes**2), ill(yes * no))
    return near(
        answer,
        right,
        mistakes=[
            ((ill(yes), ill(yes), ill(yes)), "the second test speaks, too"),
            ((yes / 99, yes**2 / 99, yes * no / 99), "those are odds; asked are probabilities"),
            ((0.95, 0.95**2, 0.95 * 0.05), "that is the tests, given the disease: turn it round"),
            (
                (ill(yes), ill(yes**2), ill(yes / yes)),
                "a negative test has its own factor, 5 in 90",
            ),
            ((right[0], right[2], right[1]), "two positive tests second, one of each third"),
            ((0.01 * 0.95, 0.01 * 0.95**2, 0.01 * 0.95 * 0.05), "divide by the sum over both rows"),
        ],
        otherwise="odds 1 to 99, times 95/10 for a positive test, 5/90 for a negative one",
    )


@exercise("13.3", objectives=(2, 3), first="list the four rows of rain and sprinkler")
def wet_grass(answer):
    """P(rain | wet) and P(rain | wet, sprinkler)."""
    both, rain, hose = 0.2 * 0.3 * 0.99, 0.2 * 0.7 * 0.9, 0.8 * 0.3 * 0.8
    right = ((both + rain) / (both + rain + hose), both / (both + hose))
    return near(
        answer,
        right,
        mistakes=[
            (right[::-1], "the right numbers in the wrong order: without the sprinkler first"),
            ((right[0], right[0]), "the sprinkler explains the wet grass: rain is needed less"),
            ((right[0], 0.2), "nearly; but the grass is wetter if it rains, too"),
            ((0.2, 0.2), "the grass is known: the V is open"),
            ((both + rain, both), "divide by the probability of what is known"),
            (
                (rain / (rain + hose), right[1]),
                "both together make wet grass, too: three rows agree",
            ),
        ],
        otherwise="keep the rows with wet grass, then those with the sprinkler; shares of rain",
    )


@exercise("13.4", objectives=(4,), first="for each question write down who is kept")
def read_a_graph(answer):
    """Six questions of d-separation in a graph of seven."""
    arrows = [tuple(way) for way in ("uv", "wv", "pq", "qr", "vr", "rx", "yx")]
    asked = {"a": "pu", "b": "puy", "c": "pux", "d": "puxv", "e": "yux", "f": "wqxu"}

    def yes(separated):
        return {name for name, (x, y, *z) in asked.items() if separated(arrows, x, y, z)}

    right = yes(d_separated)
    return chosen(
        answer,
        right,
        mistakes=[
            (yes(_all_kept), "that is without step 1: keep only x, y, z and their ancestors"),
            (set(asked) - right, "asked are the separated pairs, not the tied ones"),
            (yes(_unmarried), "step 2: two parents of a variable that is kept marry"),
            (right - {"b"}, "y is known, but it is no descendant of p or u"),
            (right | {"c"}, "x is known, and with it r is kept: whom does it marry?"),
            (right - {"d"}, "v is taken out; does another way lead to u?"),
        ],
        otherwise="for each: ancestors, marriages, take z out, look for a path",
    )


def _all_kept(arrows, x, y, z):
    """Separation in the moral graph of all variables, without the ancestral step."""
    lines = moral_graph(arrows)
    lines.remove_nodes_from(z)
    return not nx.has_path(lines, x, y)


def _unmarried(arrows, x, y, z):
    """Separation among the ancestors, parents not joined."""
    kept = ancestral_set(arrows, [x, y, *z])
    lines = nx.Graph(nx.DiGraph(arrows).subgraph(kept - set(z)))
    return not nx.has_path(lines, x, y)


def _z_first(arrows, x, y, z):
    """Separation where the known variables are taken out before anybody marries."""
    left = nx.DiGraph(arrows)
    left.remove_nodes_from(z)
    return d_separated(left, x, y)


@exercise("13.5", objectives=(4,), first="nx.ancestors(graph, v) are the ancestors of v, without v")
def apart(answer):
    """A function (arrows, z) -> number of pairs of other variables that z separates."""
    house = [("B", "A"), ("E", "A"), ("A", "J"), ("A", "M")]
    long = [tuple(way) for way in ("uv", "wv", "pq", "qr", "vr", "rx", "yx")]
    inputs = [(house, z) for z in ([], ["A"], ["J"], ["B"], ["J", "M"], ["A", "B"])]
    inputs += [(long, z) for z in ([], ["y"], ["r"], ["x"], ["x", "v"], ["r", "v"], ["x", "u"])]

    def counted(separated):
        def count(arrows, z):
            others = sorted({v for arrow in arrows for v in arrow} - set(z))
            return sum(separated(arrows, x, y, z) for x, y in combinations(others, 2))

        return count

    return behaves(
        answer,
        counted(d_separated),
        inputs,
        mistakes=[
            (counted(_all_kept), "step 1: for each pair keep only its and z's ancestors"),
            (counted(_unmarried), "step 2: parents of a variable that is kept marry"),
            (counted(_z_first), "z is taken out last, after the marriages"),
            (
                counted(lambda *given: not d_separated(*given)),
                "count the pairs without a path, not those with one",
            ),
            (lambda *given: 2 * counted(d_separated)(*given), "each pair once: x, y is y, x"),
        ],
        otherwise="for each pair: ancestors, marriages, take z out; is there a path?",
    )


@exercise("13.6", objectives=(5,), first="which factor has a feature that was not measured?")
def gaps(answer):
    """A function (prior, tables, row) -> posteriors, None where nothing was measured."""
    prior = [0.8, 0.2]
    tables = [
        [[0.9, 0.1], [0.4, 0.6]],
        [[0.5, 0.3, 0.2], [0.1, 0.3, 0.6]],
        [[0.7, 0.3], [0.2, 0.8]],
    ]
    rows = [(1, 2, 0), (1, None, 1), (None, None, 1), (None, None, None), (0, 0, None)]
    inputs = [(prior, tables, list(row)) for row in rows]

    def scores(prior, tables, row, missing=lambda distribution: 1.0):
        found = np.array(prior, dtype=float)
        for table, value in zip(tables, row, strict=True):
            found *= [missing(p) if value is None else p[value] for p in table]
        return found

    def shares(found):
        return found / found.sum()

    return behaves(
        answer,
        lambda *given: shares(scores(*given)),
        inputs,
        mistakes=[
            (scores, "divide by the sum over the classes"),
            (
                lambda *given: shares(scores(*given, lambda p: p[0])),
                "not measured is not the value 0, nor any other",
            ),
            (
                lambda *given: shares(scores(*given, max)),
                "the likeliest value was not measured either: sum over all of them",
            ),
            (
                lambda prior, *given: shares(scores([1.0] * len(prior), *given)),
                "the prior is a factor, too",
            ),
        ],
        otherwise="prior times the factors of what was measured, divided by the sum",
    )


@exercise(
    "13.7",
    objectives=(2, 5),
    first="a function from the training rows to arrows: for naive Bayes, for TAN",
)
def words_in_company(answer):
    """Mean held-out losses of naive Bayes and TAN on eight words."""
    right = _losses()
    return near(
        answer,
        right,
        mistakes=[
            (right[::-1], "the right numbers in the wrong order: naive Bayes first"),
            ((right[0], right[0]), "twice naive Bayes: draw the arrows of the tree, too"),
            ((right[1], right[1]), "twice the tree: naive Bayes has the arrows of the class only"),
            (_losses(everything=True), "the tables have seen the test messages"),
            (tuple(10 * loss for loss in right), "the mean of ten, not their sum"),
            (tuple(loss / np.log(2) for loss in right), "in nats, please, not in bits"),
        ],
        otherwise="learn on the training part, log_posteriors on the test part, mean of ten losses",
    )


@cache
def _losses(everything=False):
    """Mean losses over the ten splits."""
    words = ["call", "claim", "free", "later", "ok", "prize", "txt", "won"]
    sms, states = load("sms"), dict.fromkeys(words, (0, 1))
    shown = (BagOfWords(analyzer=text.words).fit(words).transform(sms).toarray() > 0).astype(int)
    columns = dict(zip(words, shown.T, strict=True)) | {"y": sms.labels}
    losses = []
    for train, test in repeated_splits(sms.labels, n_splits=10, random_state=0):
        counted = slice(None) if everything else train
        seen = {v: column[counted] for v, column in columns.items()}
        new = {v: column[test] for v, column in columns.items()}
        own = (new["y"] == "spam").astype(int)
        for arrows in ([("y", w) for w in words], chow_liu(seen, given="y", states=states)):
            logs = learn(arrows, seen, alpha=1, states=states).log_posteriors("y", new)
            losses.append(-logs[np.arange(len(test)), own].mean())
    return float(np.mean(losses[::2])), float(np.mean(losses[1::2]))
