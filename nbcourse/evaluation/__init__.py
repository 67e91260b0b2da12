"""Who trains and who is tested, and what came out: splits, error counts, intervals."""

from nbcourse.evaluation.counts import cross_validate_counts
from nbcourse.evaluation.intervals import compare, resampled_interval, wilson_interval
from nbcourse.evaluation.left_out import leave_one_out
from nbcourse.evaluation.scores import Confusion, confusion, evaluate_splits
from nbcourse.evaluation.splits import duplicate_groups, repeated_splits

__all__ = [
    "Confusion",
    "compare",
    "confusion",
    "cross_validate_counts",
    "duplicate_groups",
    "evaluate_splits",
    "leave_one_out",
    "repeated_splits",
    "resampled_interval",
    "wilson_interval",
]
