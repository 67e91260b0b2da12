"""Each bug of notebook 15 as a mutant of the package: its own tests must kill it.

A mutant is the real function with one line changed. It takes the place of the code of the function
itself, so that whoever has imported the function meets it; then a test of the package is called,
which passes without the mutant and whose assertion has to fail with it. Where a bug is no line of
the package, a near relative takes its place, and a comment says which.
"""

import inspect
import textwrap
from functools import reduce
from importlib import import_module
from typing import NamedTuple

import numpy as np
import pytest

from tests.nbtools import notebooks
from tests.nbtools.layout import QUICK
from tests.test_corpus import letters


class Mutant(NamedTuple):
    """A line of a function of the package, the bug in its place, and the test that sees it."""

    where: str
    line: str
    bug: str
    test: str
    arguments: tuple = ()


SHARES, LAPLACE = (
    "estimation:log_posterior_mean",
    "test_naive_bayes:test_laplace_over_the_whole_vocabulary",
)
MUTANTS = {
    "a: the bracket": Mutant(
        SHARES,
        "pseudo /= total ",
        "pseudo = np.subtract(pseudo, alpha) + alpha / total ",
        LAPLACE,
    ),
    "b: one of two exchanges": Mutant(
        "naive_bayes.counting:BernoulliNB._estimate",
        "self.class_count_[:, None]",
        "np.where(self.feature_count_ > 0, self.class_count_[:, None], "
        "self.class_count_[::-1, None])",  # the default is the other class's, as in the notebook
        "test_naive_bayes:test_parity_of_the_counting_models",
        ("BernoulliNB", "two classes", {}),
    ),
    "c: vocabulary of all messages": Mutant(
        "evaluation.counts:_Sums.parted",
        "kept = frequency >= self._min_df",
        "kept = self._whole[2] >= self._min_df",
        "test_counts:test_random_splits_with_the_vocabulary_of_each_training_part",
    ),
    "d: the test part stays in training": Mutant(
        "evaluation.splits:repeated_splits",
        "return list(splits.split(labels, labels, groups))",
        "everybody = np.arange(len(labels)); "
        "return [(everybody, test) for _, test in splits.split(labels, labels, groups)]",
        "test_evaluation:test_train_and_test_are_disjoint_and_complete",
        ("plain", 0),
    ),
    "f: a product of shares": Mutant(
        "logspace:sum_of_logs",
        "sums = np.concatenate([part @ W.T for part in _as_floats(X)])",
        "rows = X.toarray() if issparse(X) else X; "
        "sums = np.log([[np.prod(np.exp(w) ** row) for w in W] for row in rows])",
        "test_logspace:test_said_twice_counts_twice",
    ),
    "g: the exponential too early": Mutant(
        "logspace:log_normalize",
        "shifted = scores - top",
        "shifted = scores",
        "test_logspace:test_underflowing_scores_have_the_right_posterior",
        ([-1200, -1201, -1203], [0.7053845127, 0.2594964601, 0.0351190272]),
    ),
    "h: 2 in the place of d": Mutant(
        SHARES,
        "total = pseudo.sum(axis=-1, keepdims=True)",
        "total = np.subtract(pseudo, alpha).sum(axis=-1, keepdims=True) + 2",
        LAPLACE,
    ),
    "i: absent words left out": Mutant(
        "naive_bayes.counting:BernoulliNB._linear_form",
        "return W, self.class_log_prior_ + self._log_absent.sum(axis=1)",
        "return self.feature_log_prob_, self.class_log_prior_",
        "test_naive_bayes:test_bernoulli_likelihood_sums_to_one_over_all_documents",
    ),
    "j: no prior": Mutant(
        "naive_bayes.base:BaseNB._log_prior",
        "return log_posterior_mean(counts, self.class_alpha)",
        "return np.zeros(K)",
        "test_naive_bayes:test_forgetting_the_prior_flips_the_decision",
    ),
    "k: stop words before lower case": Mutant(
        "text:s2_lemmas_fixed",
        "piece.lower() not in stop_words()",
        "piece not in stop_words()",
        "test_text:test_s2_rule_by_hand",
        ("YOU'RE", ["you", "re"], ["re"]),
    ),
    "l: columns from a set": Mutant(
        "corpus.vocabulary:Vocabulary.found_in",
        "return cls(sorted(set(chain.from_iterable(lists))))",
        "return cls(list(set(chain.from_iterable(lists))))",
        "test_corpus:test_features_equal_count_vectorizer",
        (letters, "[a-zA-Z]{2,}"),
    ),
    "m: logarithms without weights": Mutant(
        "logspace:information_of_pairs",
        "terms = -(joint * log0(np.where(joint > 0, joint, 1.0))).sum(axis=0)",
        "terms = -log0(np.where(joint > 0, joint, 1.0)).sum(axis=0)",
        "test_semi_naive:test_the_tree_is_of_the_information_within_the_classes",
    ),
    "n: variance as deviation": Mutant(
        "naive_bayes.gaussian:GaussianNB._variances",
        "np.array([stats.variance for",
        "np.array([stats.variance**2 for",
        "test_naive_bayes:test_the_variance_divides_by_n",
    ),
    "o: repeated cells": Mutant(
        "corpus.given:canonical_csr",
        "own.sum_duplicates()",
        "own.sort_indices()",
        "test_naive_bayes:test_presence_is_decided_on_the_sum_of_a_cells_parts",
    ),
    "p: one test part for all": Mutant(  # a relative: splits that overlap, taken for independent
        "evaluation.intervals:resampled_interval",
        "1 / d.size + test_share / (1 - test_share)",
        "1 / d.size",
        "test_evaluation:test_resampled_interval_by_hand",
    ),
    "q: composition as memory": Mutant(  # what the package can do: groups stay together
        "evaluation.splits:repeated_splits",
        "groups = None if groups is None else _groups(groups, len(labels))",
        "groups = None",
        "test_evaluation:test_no_group_is_divided",
    ),
}
#: Bugs that are no line of a program, and why.
NO_LINE = {"e": "with whom a filter is compared is chosen by whoever calls `compare`"}


def found(where, package):
    """The function at module:name.name of a package."""
    module, _, names = where.partition(":")
    function = reduce(getattr, names.split("."), import_module(f"{package}.{module}"))
    return getattr(function, "__func__", function)  # that of a class method


def mutated(function, line, bug):
    """The code of a function with a bug in the place of one of its lines."""
    source = textwrap.dedent(inspect.getsource(function))
    assert source.count(line) == 1, f"{line!r} does not stand once in {function.__qualname__}"
    space = {}
    exec(source.replace(line, bug), dict(function.__globals__), space)
    made = space[function.__name__]
    return getattr(made, "__func__", made).__code__


@pytest.mark.parametrize("name", MUTANTS)
def test_the_packages_tests_kill(name, monkeypatch):
    where, line, bug, test, arguments = MUTANTS[name]
    function, killer = found(where, "nbcourse"), found(test, "tests")
    killer(*arguments)  # it passes on the package as it is
    monkeypatch.setattr(function, "__code__", mutated(function, line, bug))
    with np.errstate(all="ignore"), pytest.raises(AssertionError):  # not by a warning of log 0
        killer(*arguments)


def test_every_bug_of_the_gallery_is_here():
    [gallery] = [book for book in notebooks() if book.number == "15"]
    asked = {number[-1] for cell in gallery.markdown for number in QUICK.findall(cell.source)}
    assert {name[0] for name in MUTANTS} | {*NO_LINE} == asked
    assert len(MUTANTS) == len({name[0] for name in MUTANTS})


def test_two_exchanges_that_cancel_are_no_bug(monkeypatch):
    """The classes in the wrong order, and the result turned round: nothing is to be killed."""
    one = MUTANTS["b: one of two exchanges"]
    function, killer = found(one.where, "nbcourse"), found(one.test, "tests")
    arguments = "self.feature_count_, self.class_count_[:, None], self.alpha"
    turned = "self.feature_count_[::-1], self.class_count_[::-1, None], self.alpha"
    line = f"log_bernoulli_mean(\n        {arguments}\n    )"
    code = mutated(function, line, f"(logs[::-1] for logs in log_bernoulli_mean({turned}))")
    monkeypatch.setattr(function, "__code__", code)
    killer(*one.arguments)
