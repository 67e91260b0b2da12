"""How far scores can be trusted: intervals, and models compared pair by pair."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from nbcourse.evaluation.scores import Confusion


def wilson_interval(successes: int, n: int, level: float = 0.95) -> tuple[float, float]:
    r"""Return Wilson's score interval for a share.

    The shares :math:`p` that the observed one does not contradict:
    :math:`|k/n - p| \le z \sqrt{p(1-p)/n}`, with :math:`z` the two-sided normal quantile.

    Parameters
    ----------
    successes : int
        Observed count k, between 0 and n.
    n : int
        Number of trials, at least 1.
    level : float in (0, 1), default 0.95
        Confidence level.

    Returns
    -------
    (float, float)
        Lower and upper limit.

    Raises
    ------
    ValueError
        If ``0 <= successes <= n`` with ``n >= 1`` does not hold, or ``level`` is not in (0, 1).

    Examples
    --------
    >>> low, high = wilson_interval(0, 10)
    >>> round(low, 3), round(high, 3)
    (0.0, 0.278)
    """
    from scipy.stats import binomtest

    _check_level(level)
    if not (n >= 1 and 0 <= successes <= n):
        raise ValueError(
            f"successes={successes!r}, n={n!r}: expected 0 <= successes <= n and n >= 1"
        )
    limits = binomtest(int(successes), int(n)).proportion_ci(level, method="wilson")
    return float(limits.low), float(limits.high)


def resampled_interval(
    differences: ArrayLike, test_share: float, level: float = 0.95
) -> tuple[float, float, float]:
    r"""Return mean and corrected interval of score differences over repeated random splits.

    Splits of one collection overlap, so their scores vary less than scores on new data
    would. Nadeau and Bengio's correction replaces :math:`s^2/k` by
    :math:`s^2 (1/k + n_{test}/n_{train})` in Student's t interval with k - 1 degrees of freedom.

    Parameters
    ----------
    differences : array-like of shape (k,)
        Score of one model minus score of the other, per split.
    test_share : float in (0, 1)
        Share of the documents in the test part, ``n_test / (n_test + n_train)``.
    level : float in (0, 1), default 0.95
        Confidence level.

    Returns
    -------
    (float, float, float)
        Mean, lower and upper limit.

    Raises
    ------
    ValueError
        If there are fewer than two differences, or one is not finite, or a share is not in (0, 1).

    Examples
    --------
    >>> [round(value, 3) for value in resampled_interval([0.01, 0.03], test_share=0.25)]
    [0.02, -0.144, 0.184]
    """
    from scipy.stats import t

    _check_level(level)
    _check_level(test_share, "test_share")
    d = np.asarray(differences, dtype=float)
    if d.ndim != 1 or d.size < 2 or not np.isfinite(d).all():
        raise ValueError(f"differences: expected two or more finite numbers in a row, got {d!r}")
    mean = float(d.mean())
    spread = math.sqrt(d.var(ddof=1) * (1 / d.size + test_share / (1 - test_share)))
    reach = float(t.ppf((1 + level) / 2, d.size - 1)) * spread
    return mean, mean - reach, mean + reach


def compare(
    runs: dict,
    base: str,
    test_share: float,
    *,
    scores: Sequence[str] | None = None,
    level: float = 0.95,
):
    r"""Compare models that were measured on the same splits, pair by pair.

    .. math:: \bar d \pm t_{k-1}\, s_d \sqrt{\tfrac1k + \tfrac{n_{test}}{n_{train}}}

    Parameters
    ----------
    runs : dict of str to DataFrame
        Name of each model and its scores, one row per split, in the same order of splits: as
        from :func:`evaluate_splits`. A plain sequence of numbers is one score called "score".
    base : str
        The model that the others are compared with; one of the names.
    test_share : float in (0, 1)
        Share of the documents in the test part.
    scores : sequence of str, optional
        Columns to compare; by default all but the counts tp, fp, fn and tn.
    level : float in (0, 1), default 0.95
        Confidence level.

    Returns
    -------
    pandas.DataFrame
        A row for each score of each other model: its mean, the mean difference (model minus
        base), and the limits low and high of the corrected interval (:func:`resampled_interval`).

    Raises
    ------
    ValueError
        If `base` or a score is missing, runs differ in length, or a score is not finite.

    Examples
    --------
    >>> runs = {"old": [0.90, 0.92, 0.91], "new": [0.93, 0.94, 0.95]}
    >>> compare(runs, "old", test_share=0.25).round(3).loc["new"].to_dict("index")
    {'score': {'mean': 0.94, 'difference': 0.03, 'low': -0.005, 'high': 0.065}}
    """
    from pandas import DataFrame, MultiIndex

    tables = {name: _score_table(run) for name, run in runs.items()}
    if base not in tables:
        raise ValueError(f"base={base!r} is none of the runs {[*tables]}; name one of them")
    columns = _compared_scores(tables, scores)
    rows = {}
    for name, table in tables.items():
        for score in columns if name != base else ():
            difference = _paired(tables, name, base, score)
            interval = resampled_interval(difference, test_share, level)
            rows[name, score] = (float(table[score].mean()), *interval)
    index = MultiIndex.from_tuples([*rows], names=["model", "score"])
    return DataFrame([*rows.values()], index, ["mean", "difference", "low", "high"])


def _score_table(run):
    """Return the scores of a run as a frame with a fresh index: rows are paired by position."""
    from pandas import DataFrame

    table = DataFrame({"score": run} if np.ndim(run) == 1 else run)
    return table.reset_index(drop=True)


def _compared_scores(tables, scores):
    """Return the columns to compare, if all runs have them."""
    first = next(iter(tables.values()))
    counts = vars(Confusion(0, 0, 0, 0))
    wanted = [name for name in first if name not in counts] if scores is None else [*scores]
    for name, table in tables.items():
        if missing := [score for score in wanted if score not in table]:
            raise ValueError(f"run {name!r} has no {missing}, only {[*table]}; give common scores")
    return wanted


def _paired(tables, name, base, score):
    """Return the differences of two runs, split by split."""
    values, reference = (np.asarray(tables[run][score], dtype=float) for run in (name, base))
    if values.shape != reference.shape:
        raise ValueError(
            f"run {name!r} has {values.size} splits but {base!r} has {reference.size}: "
            "measure both on the same splits"
        )
    difference = values - reference
    if not np.isfinite(difference).all():
        split = int(np.flatnonzero(~np.isfinite(difference))[0])
        raise ValueError(
            f"{score} of {name!r} or {base!r} is not finite in split {split}: leave that split out "
            "of all runs, or compare another score"
        )
    return difference


def _check_level(level, name="level"):
    """Raise unless ``level`` lies strictly between zero and one."""
    if not 0 < level < 1:
        raise ValueError(f"{name}={level!r}: expected a number between 0 and 1")
