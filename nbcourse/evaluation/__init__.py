"""Who trains and who is tested, and what came out: splits, error counts, intervals."""

from nbcourse.evaluation.intervals import compare, resampled_interval, wilson_interval
from nbcourse.evaluation.scores import Confusion, confusion, evaluate_splits
from nbcourse.evaluation.splits import duplicate_groups, repeated_splits

__all__ = [
    "Confusion",
    "compare",
    "confusion",
    "duplicate_groups",
    "evaluate_splits",
    "repeated_splits",
    "resampled_interval",
    "wilson_interval",
]
