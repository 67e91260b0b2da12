"""Semi-naive Bayes: each feature may depend on the class and on one other feature.

All models keep one statistic, the numbers of rows in which two values meet, class by class.
"""

from nbcourse.semi_naive.aode import AODE
from nbcourse.semi_naive.spode import SPODE
from nbcourse.semi_naive.tan import TAN, maximum_spanning_tree

__all__ = ["AODE", "SPODE", "TAN", "maximum_spanning_tree"]
