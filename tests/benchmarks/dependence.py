"""One dependence paid for: the semi-naive models against loops that count pairs, and pgmpy."""

from collections import Counter
from itertools import combinations

import numpy as np

from nbcourse.semi_naive import AODE, SPODE, TAN
from tests.benchmarks.measure import Work, version


def works():
    """The lines of the table."""
    rng = np.random.default_rng(0)
    X, y = rng.integers(0, 12, (8_000, 22)), rng.integers(0, 2, 8_000)
    for model, goal in {SPODE: (3, 2), AODE: (5, 3), TAN: (10, 5)}.items():
        yield against_a_loop(model, X, y, *goal)
    yield against_bincount(rng.integers(0, 4, (10_000, 50)), rng.integers(0, 2, 10_000))
    yield against_pgmpy(rng.integers(0, 4, (10_000, 10)), rng.integers(0, 2, 10_000))


def against_a_loop(model, X, y, goal, floor):
    """Learn and classify; the peer only counts the pairs of a part of the rows."""
    rows = list(zip(X[::80].tolist(), y[::80].tolist(), strict=True))

    def loop():
        pairs = Counter()
        for row, c in rows:
            pairs.update((c, *pair) for pair in combinations(enumerate(row), 2))
        return pairs

    name = (
        f"{model.__name__} fit+predict, 8,000 x 22 x 12 (peer: counts 1/80 of the pairs, times 80)"
    )
    return Work(
        name, "a dictionary", lambda: model().fit(X, y).predict(X), loop, goal, floor, 5, 80
    )


def against_bincount(X, y):
    """The same counts of pairs by one `bincount` for each two features."""

    def counts():
        return [
            np.bincount((y * 4 + a) * 4 + b, minlength=32).reshape(2, 4, 4)
            for a, b in combinations(X.T, 2)
        ]

    def ours():
        table = AODE().fit(X, y).pair_count_.reshape(2, 50, 4, 50, 4)
        return [table[:, i, :, j] for i, j in combinations(range(50), 2)]

    name = "pair counts, 10,000 x 50 x 4 (ours: AODE fit)"
    return Work(name, "bincount per pair", ours, counts, 1.3, 1, same=_equal)


def _equal(ours, theirs):
    return all(map(np.array_equal, ours, theirs))


def against_pgmpy(X, y):
    """The same tree of features."""
    name = "TAN structure, 10,000 x 10 x 4"
    if version("pgmpy") is None:
        return Work(name, "pgmpy", _edges(X, y), None, 50, 30)
    from pandas import DataFrame
    from pgmpy.estimators import TreeSearch

    frame = DataFrame(X).add_prefix("x").assign(c=y)

    def search():
        found = TreeSearch(frame, root_node="x0", n_jobs=1)
        tree = found.estimate("tan", class_node="c", show_progress=False)
        return {frozenset(edge) for edge in tree.edges() if "c" not in edge}

    return Work(name, "pgmpy", _edges(X, y), search, 50, 30, turns=5, same=set.__eq__)


def _edges(X, y):
    def edges():
        parents = TAN().fit(X, y).parents_
        return {frozenset((f"x{j}", f"x{p}")) for j, p in enumerate(parents) if p >= 0}

    return edges
