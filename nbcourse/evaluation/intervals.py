"""How far scores can be trusted: intervals, and models compared pair by pair."""

import math
from collections.abc import Hashable, Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from nbcourse.corpus.given import listed
from nbcourse.evaluation.scores import Confusion
from nbcourse.logspace import real_array, real_number, whole_number

_LARGEST = 1e150  # the square of a larger difference may be more than a float can hold


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

    level = _share("level", level)
    successes, n = whole_number("successes", successes), whole_number("n", n)
    if not (n >= 1 and successes <= n):
        raise ValueError(
            f"successes={successes!r}, n={n!r}: expected 0 <= successes <= n and n >= 1"
        )
    limits = binomtest(successes, n).proportion_ci(level, method="wilson")
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

    level, test_share = _share("level", level), _share("test_share", test_share)
    d = real_array("differences", differences)
    if d.ndim != 1 or d.size < 2 or not (np.abs(d) < _LARGEST).all():
        raise ValueError(
            f"differences: expected two or more finite numbers in a row, got {d!r:.80}: measure "
            "over more splits, and leave out those without a score"
        )
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

    if not isinstance(runs, Mapping):
        raise ValueError(
            f"runs is a {type(runs).__name__}, expected a dict: name of each model -> its scores"
        )
    tables = {name: _score_table(name, run) for name, run in runs.items()}
    if not isinstance(base, Hashable) or base not in tables:
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


def _score_table(name, run):
    """Return the scores of a run as a frame with a fresh index: rows are paired by position."""
    from pandas import DataFrame

    if not isinstance(run, DataFrame):
        run = real_array(f"run {name!r}", run)
        if run.ndim != 1:
            raise ValueError(
                f"run {name!r} has shape {run.shape}, expected a score for each split, or a frame "
                "as from evaluate_splits"
            )
        run = DataFrame({"score": run})
    return run.reset_index(drop=True)


def _compared_scores(tables, scores):
    """Return the columns to compare, if all runs have them."""
    first = next(iter(tables.values()))
    counts = vars(Confusion(0, 0, 0, 0))
    if scores is None:
        wanted = [name for name in first if name not in counts]
    else:
        wanted = listed("scores", scores, 'name columns of the runs, such as ["accuracy"]')
    for name, table in tables.items():
        if missing := [s for s in wanted if not isinstance(s, Hashable) or s not in table]:
            raise ValueError(f"run {name!r} has no {missing}, only {[*table]}; give common scores")
    return wanted


def _paired(tables, name, base, score):
    """Return the differences of two runs, split by split."""
    values, reference = (
        real_array(f"{score} of run {run!r}", tables[run][score]) for run in (name, base)
    )
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


def _share(name, value):
    """Return a number that lies strictly between zero and one."""
    if not 0 < (number := real_number(name, value)) < 1:
        raise ValueError(f"{name}={value!r}: expected a number between 0 and 1, such as 0.95")
    return number
