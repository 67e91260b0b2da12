"""Naive Bayes, proved by running it: the package behind the course's notebooks.

Everything here is *count, smooth, add logs*:

    paths         where the data lie
    logspace      add logs; entropy and mutual information
    estimation    counts -> probabilities, the only smoothing
    distributions Beta, Dirichlet, sufficient statistics of Gaussians
    text          analyzers: one surface token -> features
    corpus        Corpus, a frozen bag of words; BagOfWords, its vocabulary
    datasets      load("sms"): bags from data/, checksummed, offline
    naive_bayes   the five classifiers, scikit-learn compatible
    linear        any of them as a hyperplane (W, b); log-odds, word by word
    decision      losses, risk, the Bayes rule; asking; thresholds
    semi_naive    SPODE, AODE, TAN: each feature may depend on one other
    bayesnet      Bayesian networks: tables, exact inference, Gibbs sampling, structures
    ingest        raw files -> messages -> bags
    evaluation    splits, confusion counts, intervals, comparisons
    plots         figures used more than once; canvas, show
    exercises     check("05.2", answer): exercises that answer back
    doctor        whether this computer has what the course needs

A room imports only rooms above it in this list. `import nbcourse as nbc` is enough:
``nbc.load``, ``nbc.MultinomialNB`` and the other names in ``nbc.__all__`` load their module when
first used, so the import itself is light (no matplotlib, pandas, NLTK or scikit-learn).
"""

from importlib import import_module

_HOME = {
    "Corpus": "corpus",
    "BagOfWords": "corpus",
    "load": "datasets",
    "log_odds": "linear",
    "MultinomialNB": "naive_bayes",
    "ComplementNB": "naive_bayes",
    "BernoulliNB": "naive_bayes",
    "CategoricalNB": "naive_bayes",
    "GaussianNB": "naive_bayes",
    "SPODE": "semi_naive",
    "AODE": "semi_naive",
    "TAN": "semi_naive",
    "read_mail": "ingest",
    "read_mail_folder": "ingest",
    "read_sms": "ingest",
    "check": "exercises",
    "worked": "exercises",
    "hint": "exercises",
    "progress": "exercises",
}
_ROOMS = ["bayesnet", "corpus", "datasets", "decision", "distributions", "doctor", "estimation"]
_ROOMS += ["evaluation", "ingest", "linear", "logspace", "naive_bayes", "plots", "semi_naive"]
_ROOMS += ["text"]

__all__ = sorted([*_HOME, *_ROOMS])


def __getattr__(name):
    """Load a public name from its module on first use."""
    if name in _HOME:
        return getattr(import_module(f"nbcourse.{_HOME[name]}"), name)
    if name in _ROOMS:
        return import_module(f"nbcourse.{name}")
    raise AttributeError(f"nbcourse has no {name!r}; it offers {', '.join(__all__)}")


def __dir__():
    return __all__
