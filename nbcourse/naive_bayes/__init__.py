"""The five naive Bayes classifiers: what each counts, and how it adds.

All follow scikit-learn's interface and attribute names.
"""

from nbcourse.naive_bayes.categorical import CategoricalNB
from nbcourse.naive_bayes.counting import BernoulliNB, ComplementNB, MultinomialNB
from nbcourse.naive_bayes.gaussian import GaussianNB

__all__ = ["BernoulliNB", "CategoricalNB", "ComplementNB", "GaussianNB", "MultinomialNB"]
