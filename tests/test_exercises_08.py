"""The exercises of notebook 08: right answers pass, typical mistakes get their hint."""

import numpy as np
import pytest
from scipy.stats import ttest_1samp

from nbcourse.evaluation import resampled_interval
from tests.exercises import assert_answers

ONCE, DRAWN = np.log((46 / 302) / (15 / 702)), np.log((91 / 14_000) / (22 / 15_500))


def empty_by_loop(has, sizes, alpha):
    odds = np.log(sizes[1]) - np.log(sizes[0])
    for ham, spam in zip(*np.asarray(has).tolist(), strict=True):
        odds += np.log1p(-(spam + alpha) / (sizes[1] + 2 * alpha))
        odds -= np.log1p(-(ham + alpha) / (sizes[0] + 2 * alpha))
    return odds


def absent_only(has, sizes, alpha):
    return empty_by_loop(has, sizes, alpha) - np.log(sizes[1] / sizes[0])


def winner(errors_a, errors_b, test_share):
    _, low, high = resampled_interval(np.subtract(errors_a, errors_b), test_share)
    return 1 if high < 0 else -1 if low > 0 else 0


def plain_t(errors_a, errors_b, test_share):
    result = ttest_1samp(np.subtract(errors_b, errors_a), 0)
    return float(np.sign(result.statistic)) if result.pvalue < 0.05 else 0


CASES = {
    "08.1": (
        [(15, 12), [15.0, 12.0], np.array([15, 12])],
        [((12, 15), "order"), ((81, 12), "share a bag"), ((15, 24), "2!"), ((14, 12), "sum to 4")],
    ),
    "08.2": (
        [(ONCE, 3 * DRAWN), [1.964, 4.564]],
        [
            ((3 * DRAWN, ONCE), "order"),
            ((ONCE, DRAWN), "each of the three"),
            ((3 * ONCE, 3 * DRAWN), "once"),
            ((np.log(7.5), 3 * np.log(5)), "smoothing"),
            ((2.108, 4.564), "weight"),
        ],
    ),
    "08.3": (
        [empty_by_loop],
        [
            (absent_only, "prior"),
            (lambda *x: -empty_by_loop(*x), "second row"),
            (lambda has, sizes, alpha: np.log(sizes[1] / sizes[0]), "evidence"),
            (lambda has, sizes, alpha: 0.0, "every word"),
        ],
    ),
    "08.4": (
        [20 * np.log(40_002 / 10_002 * 18 / 48), 8.1063],
        [(-8.1063, "side"), (0.40532, "one word"), (27.7228, "due"), (19.6166, "program")],
    ),
    "08.5": (
        [60_000 / 402 - 60_000 / 2_002, 119.28],
        [(-119.28, "side"), (149.25, "as well"), (4.9801, "ratio"), (120, "2 alpha")],
    ),
    "08.6": (
        [winner],
        [
            (plain_t, "overlap"),
            (lambda a, b, s: -winner(a, b, s), "smaller"),
            (lambda a, b, s: float(np.sign(np.mean(np.subtract(b, a)))), "interval"),
            (lambda a, b, s: abs(winner(a, b, s)), "which one"),
        ],
    ),
}


@pytest.mark.parametrize("number", CASES)
def test_exercise(number):
    assert_answers(number, *CASES[number])
