"""Growth: time at 1/4, 1/2, 1 and 4 times the data, and the exponent in stored counts."""

from statistics import median

import numpy as np
from scipy import sparse

import nbcourse as nbc
from tests.benchmarks.measure import seconds
from tests.benchmarks.models import counts_of

LIMIT = 1.05


def report():
    """Lines of a small table, one for each task."""
    X, y = counts_of("enron")
    half = np.random.default_rng(0).permutation(X.shape[0])[: X.shape[0] // 2]
    sizes = {
        "1/4": (X[half[::2]], y[half[::2]]),
        "1/2": (X[half], y[half]),
        "1": (X, y),
        "4": (sparse.vstack([X] * 4, format="csr"), np.tile(y, 4)),
    }
    yield "| Task | 1/4, ms | 1/2, ms | 1, ms | 4, ms | exponent, at most 1.05 |"
    yield "|---|---|---|---|---|---|"
    for name in ("MultinomialNB", "BernoulliNB"):
        model = getattr(nbc, name)()
        times = {size: median_seconds(model, *data) for size, data in sizes.items()}
        stored = [data[0].nnz for data in sizes.values()]
        exponent = np.polyfit(np.log(stored), np.log([*times.values()]), 1)[0]
        shown = " | ".join(f"{1000 * t:.1f}" for t in times.values())
        verdict = "" if exponent <= LIMIT else " **(above the limit)**"
        yield f"| {name} fit+predict | {shown} | {exponent:.2f}{verdict} |"


def median_seconds(model, X, y):
    """Median time of learning and classifying all rows."""
    return median(seconds(lambda: model.fit(X, y).predict(X)) for _ in range(9))
