"""Odd arguments to every public function: it returns, or says by name what it cannot use.

One table, `CALLS`: a function of one argument, the name its errors must hold, and what it may
raise besides ValueError. Each is called with all `odd_arguments`. A call passes if it returns
something without a silent NaN, or raises a documented error that names the argument; any other
error, and any warning of NumPy, fails. A room joins in with a line per argument, and
`test_no_public_function_is_forgotten` keeps the table complete for the rooms it names.
"""

import inspect
import io
import re
import warnings
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial
from typing import NamedTuple

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.pipeline import make_pipeline

from nbcourse import (
    bayesnet,
    corpus,
    datasets,
    decision,
    distributions,
    estimation,
    evaluation,
    exercises,
    ingest,
    linear,
    logspace,
    naive_bayes,
    plots,
    semi_naive,
    text,
)
from nbcourse.corpus import BagOfWords, Corpus, Vocabulary
from nbcourse.decision import Loss
from nbcourse.distributions import Beta, Dirichlet, GaussianStats


def odd_arguments():
    """A fresh copy of each: files and generators are used up."""
    return {
        "None": None,
        "nothing": "",
        "a text": "1.0",
        "bytes": b"win",
        "NaN": float("nan"),
        "pd.NA": pd.NA,
        "infinity": float("inf"),
        "negative": -1,
        "zero": 0,
        "half": 0.5,
        "huge": 1e308,
        "huger than a float": 10**400,
        "tiny": 5e-324,
        "complex": 1j,
        "boolean": True,
        "fraction": Fraction(1, 3),
        "decimal": Decimal("0.5"),
        "object": object(),
        "function": len,
        "type": int,
        "dict": {"a": 1},
        "Counter": Counter("aab"),
        "set": {1, 2},
        "file": io.StringIO("win"),
        "generator": (i for i in range(2)),
        "empty": [],
        "nested nothing": [[]],
        "one": [1],
        "pair": [0.5, 0.5],
        "row with NaN": [1.0, float("nan")],
        "row with None": ["a", None],
        "texts": ["win", "now"],
        "texts twice": ["win", "win"],
        "bytes in a list": [b"a", b"b"],
        "unhashable": [["a"], {"b": 1}],
        "mixed": ["a", 1],
        "ragged": [[1, 2], [3]],
        "table": [[1, 2], [3, 4]],
        "table with NaN": [[1.0, float("nan")], [0.0, 1.0]],
        "table of huge": [[1e308, 1e308], [1e308, 1e308]],
        "table of texts": [["a", "b"], ["c", "d"]],
        "cube": np.ones((2, 2, 2)),
        "no dimension": np.array(1.0),
        "no rows": np.ones((0, 2)),
        "no columns": np.ones((2, 0)),
        "dates": np.array(["2020-01-01", "NaT"], dtype="M8[D]"),
        "objects": np.array([object(), None]),
        "column": pd.Series(["a", "b"], index=[7, 3]),
        "nullable column": pd.Series([1, None], dtype="Int64"),
        "frame": pd.DataFrame({"message": ["a", "b"], "label": [1, 0]}),
        "sparse": sparse.csr_array([[1, 0], [0, 1]]),
        "sparse line": sparse.coo_array([1, 2]),
        "corpus": Corpus.from_texts(["a b", "b"]),
    }


class Call(NamedTuple):
    """A function of one argument, what its errors hold, other errors it may raise."""

    function: Callable
    names: str
    also: tuple = ()
    nan_in_nan_out: bool = False


X, Y = [[2, 1], [1, 0], [0, 3], [0, 2]], ["ham", "ham", "spam", "spam"]
DOCS = Corpus.from_texts(["win now", "now", "lunch"])
RULES = ["surface", "words", "default_words", "treebank", "s2_lemmas", "s2_lemmas_fixed"]
RULES += ["s4_words", "stems"]
STATS = GaussianStats.of([[1.0, 2.0], [3.0, 4.0]])


MODELS = {name: getattr(naive_bayes, name) for name in naive_bayes.__all__}
MODELS |= {"AODE": semi_naive.AODE, "TAN": semi_naive.TAN}
MODELS["SPODE"] = partial(semi_naive.SPODE, super_parent=0)  # without, rows may not come in parts
# scikit-learn checks the shape and the numbers of a table, and says "array" or "features"
TABLE = "X|array|dtype|features|samples|Complex|corpus"


def of_models(method, argument, use):
    """One call for each model; those that need every value refuse sparse tables."""
    names, also = (TABLE, (TypeError,)) if argument == "X" else (argument, ())
    return {
        f"{name}.{method} {argument}": Call(use(model), names, also)
        for name, model in MODELS.items()
    }


def parameter(name):
    """One call for each model that has the constructor parameter."""

    def use(model):
        return lambda value: model(**{name: value}).fit(X, Y).predict_proba(X)

    return {
        f"{kind}({name}=)": Call(use(model), name)
        for kind, model in MODELS.items()
        if name in inspect.signature(model).parameters
    }


MESSAGES = ["win now", "lunch now", "win win"]
PIPELINE = make_pipeline(BagOfWords(), naive_bayes.MultinomialNB())
PIPELINE = PIPELINE.fit(MESSAGES, ["spam", "ham", "spam"])
FITTED = naive_bayes.MultinomialNB().fit(X, Y)
CATEGORIES = naive_bayes.CategoricalNB().fit([[0, 1], [1, 0]], [0, 1])
RUNS = {"NB": [0.9, 0.8, 0.7], "LR": [0.8, 0.8, 0.9]}
SPLITS = [([0, 1, 2], [3]), ([1, 2, 3], [0])]
COINS = bayesnet.BayesNet([bayesnet.CPT(v, [0, 1], [0.5, 0.5]) for v in "ab"])
TWO = {"a": [0, 1, 1], "b": [1, 1, 0]}
LOSS, WORLD = Loss([[0, 20], [1, 0]], [0, 1]), [[0.25, 0.25], [0.125, 0.375]]
NEVER = "(?!)"  # in place of a name: nothing may be raised, whatever the argument


def any_figure(**values):
    """A figure for whatever the sliders say."""
    return plots.canvas()[0]


def split(n_documents=4, **options):
    """A line of ``repeated_splits``."""
    return evaluation.repeated_splits(n_documents, **({"n_splits": 2, "random_state": 0} | options))


def cross_validated(model=FITTED, X=X, y=Y, splits=SPLITS, **options):
    return evaluation.cross_validate_counts(model, X, y, splits, **options)


def evaluated(model=FITTED, documents=X, labels=Y, splits=SPLITS, **options):
    documents = np.array(documents) if documents is X else documents
    return evaluation.evaluate_splits(model, documents, labels, splits, **options)


@cache
def page():
    """A figure and its Axes: to make one takes longer than to wipe it."""
    return plots.canvas()


def drawn(draw, *arguments, **options):
    """Draw on an empty Axes."""
    page()[1].clear()
    return draw(page()[1], *arguments, **options)


def on_no_axes(draw, *arguments):
    return Call(lambda v: draw(v, *arguments), "ax")


def file_call(function, names="path", also=()):
    return Call(function, names, (FileNotFoundError, *also))


ANALYZER = "analyzer|invalid literal"  # int is a function, and refuses the token itself
CALLS = {
    "log0": Call(logspace.log0, "p"),
    "real_array": Call(lambda v: logspace.real_array("p", v), "p", nan_in_nan_out=True),
    "real_number": Call(lambda v: logspace.real_number("p", v), "p"),
    "whole_number": Call(lambda v: logspace.whole_number("p", v), "p"),
    "log_normalize": Call(logspace.log_normalize, "scores"),
    "log_normalize axis": Call(lambda v: logspace.log_normalize([0.0, 1.0], v), "axis"),
    "count_dot X": Call(lambda v: logspace.count_dot(v, [[-1.0, -2.0]]), "X"),
    "count_dot log_p": Call(lambda v: logspace.count_dot(X, v), "log_p|logarithms"),
    "absent_dot X": Call(lambda v: logspace.absent_dot(v, [[-1.0, -2.0]]), "X"),
    "absent_dot log_q": Call(lambda v: logspace.absent_dot(X, v), "log_q|logarithms"),
    "entropy": Call(logspace.entropy, "p"),
    "entropy axis": Call(lambda v: logspace.entropy([[0.5, 0.5]], v), "axis"),
    "mutual_information": Call(logspace.mutual_information, "joint"),
    "conditional_mutual_information": Call(logspace.conditional_mutual_information, "joint"),
    "mle": Call(estimation.mle, "counts"),
    "map_estimate counts": Call(lambda v: estimation.map_estimate(v, 2), "counts"),
    "map_estimate alpha": Call(lambda v: estimation.map_estimate([1, 2], v), "alpha"),
    "posterior_mean counts": Call(lambda v: estimation.posterior_mean(v, 1), "counts"),
    "posterior_mean alpha": Call(lambda v: estimation.posterior_mean([1, 2], v), "alpha"),
    "log_posterior_mean": Call(lambda v: estimation.log_posterior_mean(v, 1), "counts"),
    "log_posterior_mean alpha": Call(lambda v: estimation.log_posterior_mean([1, 2], v), "alpha"),
    "log_bernoulli_mean": Call(
        lambda v: estimation.log_bernoulli_mean(v, 2, 1), "successes|counts"
    ),
    "log_bernoulli_mean trials": Call(
        lambda v: estimation.log_bernoulli_mean([1, 2], v, 1), "trials"
    ),
    "log_bernoulli_mean alpha": Call(
        lambda v: estimation.log_bernoulli_mean([1, 2], 2, v), "alpha"
    ),
    "pseudo_counts": Call(lambda v: estimation.pseudo_counts(v, 1), "counts"),
    "nonnegative": Call(lambda v: estimation.nonnegative("p", v), "p"),
    "Dirichlet": Call(lambda v: Dirichlet(v).mean, "alpha"),
    "Dirichlet.update": Call(lambda v: Dirichlet([1, 2]).update(v).mean, "counts|alpha"),
    "Dirichlet.log_evidence": Call(Dirichlet([1, 2]).log_evidence, "counts|alpha"),
    "Beta a": Call(lambda v: [Beta(v, 1).mean, Beta(v, 1).variance], "a"),
    "Beta b": Call(lambda v: [Beta(1, v).mean, Beta(1, v).variance], "b"),
    "Beta.update": Call(lambda v: Beta(1, 1).update(successes=v, failures=1).mean, "successes|co"),
    "Beta.interval": Call(Beta(2, 3).interval, "level"),
    "GaussianStats weight": Call(
        lambda v: GaussianStats(v, [0.0], [1.0]).variance, "weight|column 0"
    ),
    "GaussianStats mean": Call(lambda v: GaussianStats(2, v, [1.0, 1.0]).variance, "mean"),
    "GaussianStats m2": Call(lambda v: GaussianStats(2, [1.0, 1.0], v).variance, "m2"),
    "GaussianStats.of": Call(lambda v: GaussianStats.of(v).variance, "X"),
    "GaussianStats.of weights": Call(lambda v: GaussianStats.of(X, v).variance, "weights"),
    "GaussianStats.merge": Call(lambda v: STATS.merge(v).variance, "other"),
    **{rule: Call(getattr(text, rule), "token") for rule in RULES},
    "stop_words": Call(text.stop_words, "name|stopwords", (FileNotFoundError,)),
    "Corpus counts": Call(lambda v: Corpus(v, ["a", "b"]), "counts|table|tokens"),
    "Corpus tokens": Call(lambda v: Corpus([[1, 2]], v), "tokens"),
    "Corpus labels": Call(lambda v: Corpus([[1, 2], [3, 4]], ["a", "b"], v), "labels"),
    "Corpus names": Call(lambda v: Corpus([[1, 2], [3, 4]], ["a", "b"], names=v), "names"),
    "Corpus.from_texts": Call(Corpus.from_texts, "text"),
    "Corpus.from_documents": Call(Corpus.from_documents, "document|token"),
    "Corpus[rows]": Call(lambda v: DOCS[v], "row|ind|slice|sequence", (IndexError,)),
    "Corpus.features": Call(DOCS.features, ANALYZER),
    "Corpus.select": Call(DOCS.select, "tokens"),
    "Corpus.read": Call(Corpus.read, "path|file", (FileNotFoundError,)),
    "canonical_counts": Call(corpus.canonical_counts, "counts|table"),
    "canonical_csr": Call(corpus.canonical_csr, "counts|table", nan_in_nan_out=True),
    "label_array": Call(lambda v: corpus.label_array("y", v), "y"),
    "Vocabulary": Call(Vocabulary, "tokens"),
    "BagOfWords.fit": Call(BagOfWords().fit, "text|analyzer"),
    "BagOfWords.transform": Call(BagOfWords().fit(["a b"]).transform, "text"),
    "BagOfWords(analyzer=)": Call(
        lambda v: BagOfWords(analyzer=v).fit(["a b"]), "analyzer|invalid lit"
    ),
    "BagOfWords(min_df=)": Call(lambda v: BagOfWords(min_df=v).fit(["a b"]), "min_df"),
    **of_models("fit", "X", lambda m: lambda v: m().fit(v, Y).predict_log_proba(v)),
    **of_models("fit", "y", lambda m: lambda v: m().fit(X, v).predict_proba(X)),
    **of_models("fit", "sample_weight", lambda m: lambda v: m().fit(X, Y, v).predict_proba(X)),
    **of_models("partial_fit", "classes", lambda m: lambda v: m().partial_fit(X, Y, v)),
    **of_models("predict", "X", lambda m: m().fit(X, Y).predict),
    **of_models("predict_proba", "X", lambda m: m().fit(X, Y).predict_proba),
    **of_models("predict_log_proba", "X", lambda m: m().fit(X, Y).predict_log_proba),
    **of_models("predict_joint_log_proba", "X", lambda m: m().fit(X, Y).predict_joint_log_proba),
    **parameter("alpha"),
    **parameter("class_alpha"),
    **parameter("class_prior"),
    **parameter("priors"),
    **parameter("var_smoothing"),
    **parameter("binarize"),
    **parameter("min_categories"),
    **parameter("unknown"),
    **parameter("categories"),
    **parameter("super_parent"),
    **parameter("min_count"),
    **parameter("root"),
    "SPODE().fit X": Call(lambda v: semi_naive.SPODE().fit(v, Y).losses_, TABLE, (TypeError,)),
    "SPODE().fit y": Call(lambda v: semi_naive.SPODE().fit(X, v).losses_, "y"),
    "SPODE().fit sample_weight": Call(
        lambda v: semi_naive.SPODE().fit(X, Y, v).losses_, "sample_weight"
    ),
    "maximum_spanning_tree": Call(semi_naive.maximum_spanning_tree, "weights"),
    "maximum_spanning_tree root": Call(
        lambda v: semi_naive.maximum_spanning_tree(np.ones((3, 3)), v), "root"
    ),
    "LinearForm W": Call(lambda v: linear.LinearForm(v, [0.0, 1.0]).log_odds(), "W"),
    "LinearForm b": Call(lambda v: linear.LinearForm([[0.0], [1.0]], v).log_odds(), "b"),
    "linear_form": Call(linear.linear_form, "model"),
    "hyperplane": Call(linear.hyperplane, "model"),
    "log_odds model": Call(lambda v: linear.log_odds(v, X), "model"),
    "log_odds X": Call(lambda v: linear.log_odds(FITTED, v), TABLE, (TypeError,)),
    "explain model": Call(lambda v: linear.explain(v, "win"), "model"),
    "explain text": Call(lambda v: linear.explain(PIPELINE, v), "text"),
    "Explanation.strongest": Call(linear.explain(PIPELINE, "win now").strongest, "most"),
    "one_hot model": Call(lambda v: linear.one_hot(v, [[0, 1]]), "model"),
    "one_hot X": Call(lambda v: linear.one_hot(CATEGORIES, v), TABLE, (TypeError,)),
    "angle u": Call(lambda v: linear.angle(v, [1, 0]), "u"),
    "angle v": Call(lambda v: linear.angle([1, 0], v), "v"),
    "Loss table": Call(lambda v: Loss(v, [0, 1]).risk([0.5, 0.5]), "table|classes"),
    "Loss classes": Call(lambda v: Loss([[0, 1], [2, 0]], v).frame, "classes|table"),
    "Loss decisions": Call(lambda v: Loss([[0, 1], [2, 0]], [0, 1], v).frame, "decisions|table"),
    "Loss.of": Call(Loss.of, "cost|classes|table"),
    "Loss.of a cost": Call(lambda v: Loss.of({0: {1: v}, 1: {0: 1}}).critical_odds(1), "table"),
    "Loss.risk": Call(LOSS.risk, "posterior"),
    "Loss.decide": Call(LOSS.decide, "posterior"),
    "Loss.rejecting": Call(lambda v: LOSS.rejecting(v).table, "cost|table"),
    "Loss.rejecting name": Call(lambda v: LOSS.rejecting(1, v).frame, "decisions"),
    "Loss.paid truths": Call(lambda v: LOSS.paid(v, [0, 1]), "y_true"),
    "Loss.paid decided": Call(lambda v: LOSS.paid([0, 1], v), "decided"),
    "Loss.total_risk joint": Call(lambda v: LOSS.total_risk(v, [0, 1]), "joint|rule"),
    "Loss.total_risk rule": Call(lambda v: LOSS.total_risk(WORLD, v), "rule"),
    "Loss.bayes_risk": Call(LOSS.bayes_risk, "joint"),
    "Loss.critical_odds": Call(LOSS.critical_odds, "positive"),
    "zero_one": Call(lambda v: decision.zero_one(v).table, "classes"),
    "operating_points scores": Call(
        lambda v: decision.operating_points(v, [0, 1], 1).costs(LOSS, 1), "scores"
    ),
    "operating_points truths": Call(
        lambda v: decision.operating_points([2, 1], v, 1).costs(LOSS, 1), "y_true|positive"
    ),
    "operating_points positive": Call(
        lambda v: decision.operating_points([2, 1], [0, 1], v).tp, "positive"
    ),
    "wilson_interval successes": Call(lambda v: evaluation.wilson_interval(v, 3), "successes"),
    "wilson_interval n": Call(lambda v: evaluation.wilson_interval(1, v), "n"),
    "wilson_interval level": Call(lambda v: evaluation.wilson_interval(1, 3, v), "level"),
    "resampled_interval": Call(lambda v: evaluation.resampled_interval(v, 0.5), "differences"),
    "resampled_interval test_share": Call(
        lambda v: evaluation.resampled_interval([1, 2], v), "test_share"
    ),
    "resampled_interval level": Call(
        lambda v: evaluation.resampled_interval([1, 2], 0.5, v), "level"
    ),
    "compare runs": Call(lambda v: evaluation.compare(v, "NB", 0.5), "run|base"),
    "compare a run": Call(lambda v: evaluation.compare({**RUNS, "odd": v}, "NB", 0.5), "odd"),
    "compare base": Call(lambda v: evaluation.compare(RUNS, v, 0.5), "base"),
    "compare test_share": Call(lambda v: evaluation.compare(RUNS, "NB", v), "test_share"),
    "compare scores": Call(lambda v: evaluation.compare(RUNS, "NB", 0.5, scores=v), "scores"),
    "compare level": Call(lambda v: evaluation.compare(RUNS, "NB", 0.5, level=v), "level"),
    "Confusion": Call(lambda v: evaluation.Confusion(v, 1, 1, 1).accuracy, "tp"),
    "confusion y_true": Call(lambda v: evaluation.confusion(v, Y), "y_true|positive"),
    "confusion y_pred": Call(lambda v: evaluation.confusion(Y, v), "y_pred"),
    "confusion positive": Call(lambda v: evaluation.confusion(Y, Y, v), "positive"),
    "repeated_splits labels": Call(split, "labels"),
    "repeated_splits stratified": Call(lambda v: split(v, stratify=True), "labels|y|class"),
    "repeated_splits n_splits": Call(lambda v: split(n_splits=v), "n_splits"),
    "repeated_splits test_size": Call(lambda v: split(test_size=v), "test_size"),
    "repeated_splits groups": Call(lambda v: split(groups=v), "groups"),
    "repeated_splits random_state": Call(lambda v: split(random_state=v), "random_state"),
    "duplicate_groups corpus": Call(evaluation.duplicate_groups, "corpus"),
    "duplicate_groups threshold": Call(lambda v: evaluation.duplicate_groups(DOCS, v), "threshold"),
    "evaluate_splits model": Call(lambda v: evaluated(v, splits=SPLITS[:1]), "model"),
    "evaluate_splits documents": Call(lambda v: evaluated(documents=v), "documents|" + TABLE),
    "evaluate_splits labels": Call(lambda v: evaluated(labels=v), "labels"),
    "evaluate_splits splits": Call(lambda v: evaluated(splits=v), "splits"),
    "evaluate_splits train": Call(lambda v: evaluated(splits=[(v, [0])]), "splits|row|y has"),
    "evaluate_splits test": Call(lambda v: evaluated(splits=[([0, 2], v)]), "splits|sample"),
    "evaluate_splits positive": Call(lambda v: evaluated(positive=v), "positive"),
    "cross_validate_counts model": Call(cross_validated, "model"),
    "cross_validate_counts X": Call(lambda v: cross_validated(X=v), TABLE, (TypeError,)),
    "cross_validate_counts y": Call(lambda v: cross_validated(y=v), "y|positive"),
    "cross_validate_counts splits": Call(lambda v: cross_validated(splits=v), "splits"),
    "cross_validate_counts train": Call(lambda v: cross_validated(splits=[(v, [0])]), "splits"),
    "cross_validate_counts test": Call(lambda v: cross_validated(splits=[([0, 2], v)]), "splits"),
    "cross_validate_counts alphas": Call(lambda v: cross_validated(alphas=v), "alphas?"),
    "cross_validate_counts an alpha": Call(lambda v: cross_validated(alphas=[1, v]), "alphas?"),
    "cross_validate_counts min_df": Call(lambda v: cross_validated(min_df=v), "min_df"),
    "cross_validate_counts positive": Call(lambda v: cross_validated(positive=v), "positive"),
    "leave_one_out model": Call(lambda v: evaluation.leave_one_out(v, X, Y), "model"),
    "leave_one_out X": Call(lambda v: evaluation.leave_one_out(FITTED, v, Y), TABLE, (TypeError,)),
    "leave_one_out y": Call(lambda v: evaluation.leave_one_out(FITTED, X, v), "y"),
    "CPT variable": Call(lambda v: bayesnet.CPT(v, [0], [1.0]), "variable"),
    "CPT states": Call(lambda v: bayesnet.CPT("a", v, [0.5, 0.5]), "state"),
    "CPT table": Call(lambda v: bayesnet.CPT("a", [0, 1], v), "table"),
    "CPT parents": Call(lambda v: bayesnet.CPT("a", [0], [1.0], v), "parents|state|table"),
    "CPT.of rows": Call(lambda v: bayesnet.CPT.of("a", v), "rows|state|table"),
    "CPT.of parents": Call(lambda v: bayesnet.CPT.of("a", {0: {0: 1.0}}, v), "parents|rows|vari"),
    "BayesNet": Call(bayesnet.BayesNet, "cpts"),
    "BayesNet.log_joint": Call(COINS.log_joint, "data|column"),
    "BayesNet.log_likelihood": Call(COINS.log_likelihood, "data|column"),
    "BayesNet.log_posteriors variable": Call(lambda v: COINS.log_posteriors(v, {}), "variable"),
    "BayesNet.log_posteriors data": Call(lambda v: COINS.log_posteriors("a", v), "data|column"),
    "BayesNet.log_probability": Call(COINS.log_probability, "evidence"),
    "BayesNet.probability event": Call(COINS.probability, "event"),
    "BayesNet.probability evidence": Call(lambda v: COINS.probability({}, v), "evidence"),
    "BayesNet.posterior query": Call(COINS.posterior, "query"),
    "BayesNet.posterior evidence": Call(lambda v: COINS.posterior("a", v), "evidence|query"),
    "BayesNet.sample n": Call(lambda v: COINS.sample(v, 0), "n[ =]"),
    "BayesNet.sample rng": Call(lambda v: COINS.sample(3, v), "rng"),
    "Table data": Call(bayesnet.Table, "data|column"),
    "Table states": Call(lambda v: bayesnet.Table({"a": [0, 1]}, v), "state"),
    "learn structure": Call(lambda v: bayesnet.learn(v, TWO, alpha=1), "structure"),
    "learn data": Call(lambda v: bayesnet.learn([], v, alpha=1), "data|column"),
    "learn alpha": Call(lambda v: bayesnet.learn([], TWO, alpha=v), "alpha"),
    "learn states": Call(lambda v: bayesnet.learn([], TWO, alpha=1, states=v), "state"),
    "learn_cpt variable": Call(lambda v: bayesnet.learn_cpt(TWO, v, alpha=1), "variable"),
    "learn_cpt parents": Call(lambda v: bayesnet.learn_cpt(TWO, "a", v, alpha=1), "parents"),
    "score structure": Call(lambda v: bayesnet.score(v, TWO), "structure"),
    "score data": Call(lambda v: bayesnet.score([], v), "data|column"),
    "score penalty": Call(lambda v: bayesnet.score([], TWO, v), "penalty"),
    "score unit": Call(lambda v: bayesnet.score([], TWO, unit=v), "unit"),
    "family_score data": Call(lambda v: bayesnet.family_score(v, "a", []), "data|column|variable"),
    "family_score variable": Call(lambda v: bayesnet.family_score(TWO, v, []), "variable"),
    "family_score parents": Call(lambda v: bayesnet.family_score(TWO, "a", v), "parents"),
    "hill_climb data": Call(bayesnet.hill_climb, "data|column"),
    "hill_climb penalty": Call(lambda v: bayesnet.hill_climb(TWO, v), "penalty"),
    "hill_climb start": Call(lambda v: bayesnet.hill_climb(TWO, start=v), "structure"),
    "hill_climb max_parents": Call(
        lambda v: bayesnet.hill_climb(TWO, max_parents=v), "max_parents"
    ),
    "chow_liu data": Call(bayesnet.chow_liu, "data|column"),
    "chow_liu root": Call(lambda v: bayesnet.chow_liu(TWO, v), "root"),
    "chow_liu given": Call(lambda v: bayesnet.chow_liu(TWO, given=v), "given"),
    "pairwise_information data": Call(bayesnet.pairwise_information, "data|column"),
    "pairwise_information given": Call(lambda v: bayesnet.pairwise_information(TWO, v), "given"),
    "dag structure": Call(bayesnet.dag, "structure|circle"),
    "ancestral_set structure": Call(lambda v: bayesnet.ancestral_set(v, []), "structure|circle"),
    "ancestral_set names": Call(lambda v: bayesnet.ancestral_set(COINS, v), "names"),
    "moral_graph structure": Call(bayesnet.moral_graph, "structure|circle"),
    "moral_graph names": Call(lambda v: bayesnet.moral_graph(COINS, v), "names"),
    "d_separated x": Call(lambda v: bayesnet.d_separated(COINS, v, "b"), "x"),
    "d_separated y": Call(lambda v: bayesnet.d_separated(COINS, "a", v), "y"),
    "d_separated given": Call(lambda v: bayesnet.d_separated(COINS, "a", "b", v), "given"),
    "markov_blanket variable": Call(lambda v: bayesnet.markov_blanket(COINS, v), "variable"),
    "v_structures": Call(bayesnet.v_structures, "structure|circle"),
    "equivalent": Call(lambda v: bayesnet.equivalent(v, COINS), "structure|circle"),
    "gibbs net": Call(lambda v: bayesnet.gibbs(v, rng=0), "net"),
    "gibbs evidence": Call(lambda v: bayesnet.gibbs(COINS, v, rng=0, sweeps=4), "evidence"),
    "gibbs rng": Call(lambda v: bayesnet.gibbs(COINS, rng=v, sweeps=4), "rng"),
    "gibbs start": Call(lambda v: bayesnet.gibbs(COINS, rng=0, sweeps=4, start=v), "start"),
    "islands": Call(lambda v: bayesnet.islands(COINS, v), "evidence"),
    "r_hat": Call(bayesnet.r_hat, "draws"),
    "effective_sample_size": Call(bayesnet.effective_sample_size, "draws"),
    "load": Call(datasets.load, "name"),
    "load folder": file_call(lambda v: datasets.load("sms", folder=v), "folder"),
    "path": Call(datasets.path, "name"),
    "path folder": file_call(lambda v: datasets.path("sms", folder=v), "folder"),
    "verify": file_call(lambda v: datasets.verify(folder=v), "folder"),
    "record": file_call(datasets.record, "file"),
    "read_sms": file_call(ingest.read_sms, "path|no file"),
    "read_mail": file_call(ingest.read_mail, "data|no file"),
    "read_mail_folder": file_call(ingest.read_mail_folder, "path|folder"),
    "read_mail_folder mode": Call(lambda v: ingest.read_mail_folder("nowhere", v), "mode"),
    "read_mail_folder folders": Call(lambda v: ingest.read_mail_folder(".", folders=v), "folders"),
    "build name": Call(lambda v: ingest.build(v, "nowhere", "nowhere"), "name"),
    "build raw": file_call(lambda v: ingest.build("sms", v, "nowhere"), "raw|no file"),
    "build out": file_call(lambda v: ingest.build("sms", "nowhere", v), "out|no file"),
    "canvas nrows": Call(plots.canvas, "nrows"),
    "canvas ncols": Call(lambda v: plots.canvas(1, v), "ncols"),
    "canvas size": Call(lambda v: plots.canvas(size=v), "size"),
    "show": Call(lambda v: plots.show(v, title="Odd"), "fig"),
    "show title": Call(lambda v: plots.show(plots.canvas()[0], title=v), "title|alt"),
    "show alt": Call(lambda v: plots.show(plots.canvas()[0], alt=v), "alt"),
    "drawable": Call(lambda v: plots.drawable(v, "x"), "label"),
    "drawable fallback": Call(lambda v: plots.drawable("\ue000", v), "fallback"),
    "top_words ax": on_no_axes(plots.top_words, ["a"], [1]),
    "top_words words": Call(lambda v: drawn(plots.top_words, v, [1, 2]), "words|log_odds"),
    "top_words log_odds": Call(lambda v: drawn(plots.top_words, ["a", "b"], v), "log_odds"),
    "top_words names": Call(lambda v: drawn(plots.top_words, ["a"], [1], names=v), "names"),
    "plots.explain ax": on_no_axes(plots.explain, {"prior": 1}),
    "plots.explain": Call(lambda v: drawn(plots.explain, v), "contributions"),
    "plots.explain one": Call(lambda v: drawn(plots.explain, {"prior": v}), "contributions"),
    "plots.explain names": Call(lambda v: drawn(plots.explain, {"prior": 1}, names=v), "names"),
    "network ax": on_no_axes(plots.network, [("a", "b")]),
    "network arrows": Call(lambda v: drawn(plots.network, v), "arrows"),
    "network arrow": Call(lambda v: drawn(plots.network, [("a", v)]), "arrows"),
    "network names": Call(lambda v: drawn(plots.network, [], names=v), "names"),
    "network lines": Call(lambda v: drawn(plots.network, [("a", "b")], lines=v), "lines"),
    "network shares": Call(lambda v: drawn(plots.network, [("a", "b")], shares=v), "shares"),
    "network share": Call(lambda v: drawn(plots.network, [("a", "b")], shares={"a": v}), "shares"),
    "network known": Call(lambda v: drawn(plots.network, [("a", "b")], known=v), "known"),
    "network places": Call(lambda v: drawn(plots.network, [("a", "b")], places=v), "places"),
    "live_explain": Call(plots.live_explain, "explanation"),
    "live_explain title": Call(
        lambda v: plots.live_explain(linear.explain(PIPELINE, "win"), title=v), "title|alt"
    ),
    "LiveExplanation": Call(plots.LiveExplanation, "explanation"),
    "LiveFigure draw": Call(  # a function that takes other names says so itself
        lambda v: plots.LiveFigure(v, {"a": (0, 2, 1)}), "draw|keyword", (TypeError,)
    ),
    "LiveFigure draws": Call(lambda v: plots.LiveFigure(lambda a: v, {"a": (0, 2, 1)}), "fig"),
    "LiveFigure sliders": Call(lambda v: plots.LiveFigure(any_figure, v), "sliders"),
    "LiveFigure ends": Call(lambda v: plots.LiveFigure(any_figure, {"a": v}), "sliders"),
    "live_figure title": Call(
        lambda v: plots.live_figure(any_figure, {"a": (0, 2, 1)}, title=v), "title|alt"
    ),
    "live_figure alt": Call(
        lambda v: plots.live_figure(any_figure, {"a": (0, 2, 1)}, alt=v), "alt"
    ),
    "distribution ax": on_no_axes(plots.distribution, {"NB": [1, 2]}),
    "distribution": Call(lambda v: drawn(plots.distribution, v), "samples"),
    "distribution one": Call(lambda v: drawn(plots.distribution, {"NB": v}), "samples"),
    "distribution claimed": Call(
        lambda v: drawn(plots.distribution, {"NB": [1, 2]}, claimed=v), "claimed"
    ),
    "distribution claim": Call(
        lambda v: drawn(plots.distribution, {"NB": [1, 2]}, claimed={"NB": v}), "claimed"
    ),
    "distribution form": Call(lambda v: drawn(plots.distribution, {"NB": [1]}, form=v), "form"),
    "plots.confusion ax": on_no_axes(plots.confusion, [[1, 2], [3, 4]]),
    "plots.confusion": Call(lambda v: drawn(plots.confusion, v), "table|labels"),
    "plots.confusion labels": Call(
        lambda v: drawn(plots.confusion, [[1, 2], [3, 4]], labels=v), "labels"
    ),
    "curves ax": on_no_axes(plots.curves, [1, 2], {"NB": [1, 2]}),
    "curves x": Call(lambda v: drawn(plots.curves, v, {"NB": [1, 2]}), "x"),
    "curves ys": Call(lambda v: drawn(plots.curves, [1, 2], v), "ys"),
    "curves one": Call(lambda v: drawn(plots.curves, [1, 2], {"NB": v}), "ys"),
    "tree ax": on_no_axes(plots.tree, [-1, 0], ["a", "b"]),
    "tree parents": Call(lambda v: drawn(plots.tree, v, ["a", "b"]), "parents|names"),
    "tree names": Call(lambda v: drawn(plots.tree, [-1, 0], v), "names"),
    "tree weights": Call(lambda v: drawn(plots.tree, [-1, 0], ["a", "b"], weights=v), "weights"),
    "tree places": Call(lambda v: drawn(plots.tree, [-1, 0], ["a", "b"], places=v), "places"),
    "check number": Call(lambda v: exercises.check(v, 1), NEVER),
    "check answer": Call(lambda v: exercises.check("05.1", v), NEVER),
    "worked number": Call(lambda v: exercises.worked(v, 1), NEVER),
    "worked answer": Call(lambda v: exercises.worked("05.1", v), NEVER),
    "hint": Call(exercises.hint, NEVER),
    "progress": Call(exercises.progress, "notebook"),
    "is_collection": Call(logspace.is_collection, "value"),
}
NOT_ODD = {  # public, but any argument is right, or other tests hold them
    "function_name": "whatever has a name",
    "read_only": "numpy.array of anything",
    "log_posterior_means": "the inner step of CategoricalNB and TAN, which check",
    "sum_of_logs": "the inner loop of count_dot and the models, which check",
    "information_of_pairs": "the inner step of TAN and pairwise_information, which check",
    "refuse": "says what the checks of others have found",
    "read_bag": "Corpus.read",
    "write_bag": "Corpus.write; damaged and odd bags are in test_bagfile",
    "lemma": "words of s2_lemmas",
    "write_lemmas": "a build tool",
    "GibbsSample": "a record that gibbs makes",
    "Move": "a record that hill_climb makes",
    "Search": "a record that hill_climb makes",
    "all_dags": "whatever has a length",
    "Explanation": "a record that explain makes",
    "Mail": "a record that read_mail makes",
    "Mails": "a record that read_mail_folder makes",
    "Messages": "a record that read_sms makes",
    "OperatingPoints": "a record that operating_points makes",
    "Result": "a record that check makes",
    "notebooks": "takes no argument",
}


def has_nan(result):
    """Whether some number in a result is NaN."""
    parts = result if isinstance(result, list | tuple) else [result]
    numbers = [part for part in parts if isinstance(part, float | np.ndarray)]
    return any(np.asarray(n).dtype.kind == "f" and np.isnan(n).any() for n in numbers)


def fault(call, value):
    """What is wrong with a call, or None."""
    try:
        if has_nan(call.function(value)) and not call.nan_in_nan_out:
            return "a silent NaN"
    except (ValueError, *call.also) as error:
        if not re.search(f"{call.names}|^a corpus is no array", str(error)):
            return f"{error!r:.200} does not name {call.names}"
    except Exception as error:
        return f"{error!r:.200}"
    return None


@pytest.mark.parametrize("name", CALLS)
def test_odd_arguments_are_used_or_named(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", category=UserWarning)  # the course's own advice
        faults = {kind: fault(CALLS[name], value) for kind, value in odd_arguments().items()}
    assert not any(faults.values()), "\n".join(f"{k}: {v}" for k, v in faults.items() if v)


ROOMS = [logspace, estimation, distributions, text, corpus, naive_bayes, linear, decision]
ROOMS += [semi_naive, bayesnet, evaluation, datasets, ingest, plots, exercises]


@pytest.mark.parametrize("room", ROOMS)
def test_no_public_function_is_forgotten(room):
    own = {name for name in room.__all__ if callable(getattr(room, name))}
    told = " ".join(CALLS)
    forgotten = [n for n in own - set(NOT_ODD) if not re.search(rf"\b{n}\b", told)]
    assert not forgotten, f"give each argument of {forgotten} a line in CALLS"


@pytest.mark.parametrize(
    ("function", "what"),
    [
        (lambda v: np.asarray(v, dtype=float) * np.nan, "a silent NaN"),
        (lambda v: v[0], "TypeError"),
        (lambda v: int("x"), "does not name p is"),
    ],
)
def test_faults_are_seen(function, what):
    assert what in fault(Call(function, "p is"), 1.0)
