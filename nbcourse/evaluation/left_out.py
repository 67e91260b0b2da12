"""Leave-one-out, exactly, in one pass: every row judged by the model of all the others.

Leaving out row i changes the sums of its own class only, and those only where the row has counts.
So the scores of all n models follow from the scores of one, corrected at the stored cells.
"""

import numpy as np
from scipy.sparse import csr_array
from sklearn.base import clone

from nbcourse.corpus.given import canonical_csr
from nbcourse.evaluation.counts import document_frequency
from nbcourse.logspace import absent_dot, count_dot, log0, log_normalize, whole_number
from nbcourse.naive_bayes import BernoulliNB, ComplementNB, MultinomialNB


def leave_one_out(model, X, y, *, min_df: int = 0) -> np.ndarray:
    r"""Log posteriors of each row under the model that was fitted to all other rows.

    .. math:: \log P_{-i}(c_k \mid x_i), \qquad
              \hat\theta^{(-i)}_{kj} = \frac{N_{kj} - Y_{ik}x_{ij} + \alpha}
              {\sum_l (N_{kl} - Y_{ik}x_{il} + \alpha)}

    Parameters
    ----------
    model : MultinomialNB, BernoulliNB or ComplementNB (without `norm`)
        Unfitted; it stays so.
    X : array or sparse array of shape (n, d)
        Counts.
    y : array-like of shape (n,)
        Labels.
    min_df : int, default 0
        Leave out features of fewer than this many of the other rows, as
        :func:`cross_validate_counts` does; 0 keeps every column. Of words give 1: one that only
        the row itself has would be unseen by its model, and would vote for the class of the
        fewest words.

    Returns
    -------
    numpy.ndarray of shape (n, K)
        Log posteriors in nats, classes in sorted order: what n fits and predictions give.

    Raises
    ------
    ValueError
        If the model is none of the three.

    Notes
    -----
    A class whose only row is left out keeps its place with no rows: its posterior is zero where
    `class_alpha` is. A refit would not know the class.

    Examples
    --------
    >>> from nbcourse.naive_bayes import MultinomialNB
    >>> X, y = [[2, 0], [1, 0], [0, 1], [0, 3]], ["ham", "ham", "spam", "spam"]
    >>> left_out = leave_one_out(MultinomialNB(), X, y)
    >>> refitted = MultinomialNB().fit(X[1:], y[1:]).predict_log_proba(X[:1])
    >>> bool(np.allclose(left_out[0], refitted))
    True
    """
    scores = _SCORES.get(type(model))
    if scores is None or getattr(model, "norm", False):
        raise ValueError(
            f"model is {model!r}, expected MultinomialNB, BernoulliNB or ComplementNB, no norm: "
            "leave rows out of other models with sklearn.model_selection.LeaveOneOut"
        )
    least = whole_number("min_df", min_df)
    fitted = clone(model).fit(X, y)
    X = canonical_csr(X)
    rare = csr_array(X.shape)
    if least:
        X, rare = _vocabulary(X, least)
        fitted = clone(model).fit(X, y)
    own = np.searchsorted(fitted.classes_, np.asarray(y))
    return log_normalize(scores(fitted, csr_array(fitted._check_rows(X)), rare, own))


def _vocabulary(X, least):
    """The columns that are known to some rows, and where a row's word is known only with it."""
    frequency = document_frequency(X)
    rare = _cells(X, ((X.data > 0) & (frequency == least)[X.indices]).astype(float))
    X, rare = X[:, frequency >= least], rare[:, frequency >= least]
    rare.eliminate_zeros()  # in place: the cells are its own by now
    return X, rare


def _cells(X, data):
    """The table of X with other data in its cells."""
    return csr_array((data, X.indices, X.indptr), shape=X.shape)


def _less(X, rare):
    """The table without the words that the row alone makes known."""
    return X - X.multiply(rare) if rare.nnz else X


def _without_rare(X, rare, log_shares, pseudo):
    """The counts that stay, the total of each class then, and each row's log share of it."""
    kept, whole = _less(X, rare), pseudo.sum(axis=1)
    totals = whole - rare @ pseudo.T
    # where nothing is left of a total, no word of the row is known
    part = np.where(totals > 0, totals / np.where(whole > 0, whole, 1.0), 1.0)
    scores = count_dot(kept, log_shares) - kept.sum(axis=1)[:, None] * log0(part)
    return kept, totals, scores


def _multinomial(model, X, rare, own):
    """Scores: in the own class the row's counts go from the word's count and from the total."""
    pseudo = model.feature_count_ + np.asarray(model.alpha, dtype=float)
    kept, totals, scores = _without_rare(X, rare, model.feature_log_prob_, pseudo)
    scores[np.arange(len(own)), own] = _less_the_row(kept, pseudo, totals, own)
    return scores + _log_priors(model)[own]


def _complement(model, X, rare, own):
    """Scores: every class but the own one has learnt from the row, and forgets it."""
    others = model.feature_all_ - model.feature_count_ + np.asarray(model.alpha, dtype=float)
    kept, totals, scores = _without_rare(X, rare, -model.feature_log_prob_, others)
    for k in range(len(others)):
        learnt = own != k
        codes = np.full(learnt.sum(), k)
        scores[learnt, k] = _less_the_row(kept[learnt], others, totals[learnt], codes)
    return -scores


def _bernoulli(model, X, rare, own):
    """Scores: in the own class one row less, and one less of each word that the row has."""
    kept = _less(X, rare)
    known = X.maximum(rare) if rare.nnz else X  # a rare word is neither there nor absent
    scores = count_dot(kept, model.feature_log_prob_) + absent_dot(known, model._log_absent)
    rows, having = model.class_count_[:, None] - 1, model.feature_count_
    alpha = np.asarray(model.alpha, dtype=float)
    total = rows + 2 * alpha
    # a word that no row of the class lacks is absent from none of them: any finite value will do
    lacking = np.where(having > rows, total, rows - having + alpha)
    present = np.maximum(having - 1, 0) + alpha
    left = count_dot(kept, log0(present / total)) + absent_dot(known, log0(lacking / total))
    each = np.arange(len(own))
    scores[each, own] = left[each, own]
    return scores + _log_priors(model)[own]


def _less_the_row(X, pseudo, totals, k):
    """Sum the log shares of the row's words in class k, pseudo-counts less the row's own counts."""
    row = np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))
    total = totals[np.arange(len(k)), k] - X.sum(axis=1)
    shares = (pseudo[k[row], X.indices] - X.data) / np.where(total > 0, total, 1.0)[row]
    cells = np.where(X.data > 0, X.data * log0(np.where(X.data > 0, shares, 1.0)), 0.0)
    return _cells(X, cells).sum(axis=1)


def _log_priors(model):
    """Return the log priors that are left when a row of class k goes, in row k."""
    return np.array(
        [model._log_prior(model.class_count_ - gone) for gone in np.eye(len(model.classes_))]
    )


_SCORES = {MultinomialNB: _multinomial, ComplementNB: _complement, BernoulliNB: _bernoulli}
