"""What every naive Bayes model shares: validation, counting, normalising, predicting.

A model only says *what to count* (`_count`) and *how to add* (`_joint_log_likelihood`);
`fit`, `partial_fit` and the predict family live here, once.
"""

import warnings

import numpy as np
from scipy.sparse import issparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from nbcourse.corpus.bag import NO_TABLE, Corpus
from nbcourse.estimation import log_posterior_mean
from nbcourse.logspace import log0, log_normalize


class BaseNB(ClassifierMixin, BaseEstimator):
    r"""Base of all naive Bayes classifiers.

    .. math:: \log P(c_k \mid x) = \log P(c_k) + \log P(x \mid c_k) - \log P(x)

    Subclasses implement five hooks: `_reset_counts` (empty sufficient statistics), `_count` (add
    a batch to them), `_estimate` (parameters from the statistics), `_joint_log_likelihood`, and
    `_linear_form` (weights and intercepts, where the scores are affine in the features). They may
    replace three more: `_check_array` and `_check_features` (what a row may hold) and
    `_posterior_scores` (scores up to a constant per row). Every parameter is recomputed from the
    statistics, so `partial_fit` in any batching equals one `fit`.
    """

    def fit(self, X, y=None, sample_weight=None):
        r"""Learn the model from labelled rows, forgetting anything learnt before.

        .. math:: \hat P(c_k) = \frac{N_k + \alpha_c}{m + K\alpha_c}

        Parameters
        ----------
        X : array-like or CSR matrix of shape (n, d)
            Training rows.
        y : array-like of shape (n,)
            Class labels.
        sample_weight : array-like of shape (n,), optional
            Non-negative weights; 2 equals a row given twice, 0 a row left out.

        Returns
        -------
        self
            The fitted model.

        Raises
        ------
        ValueError
            If a row, label, weight or constructor parameter cannot be used.

        Notes
        -----
        Equations S0-5.15, S0-5.18 and S3-lap-prior.

        Examples
        --------
        >>> from nbcourse.naive_bayes import MultinomialNB
        >>> MultinomialNB().fit([[2, 0], [0, 1]], ["ham", "spam"]).predict([[1, 0]]).tolist()
        ['ham']
        """
        X, y = self._validate(X, y, reset=True)
        self._start(np.unique(y))
        return self._learn(X, y, sample_weight)

    def partial_fit(self, X, y, classes=None, sample_weight=None):
        r"""Add a batch of rows to what was learnt; equal to one `fit` on all rows.

        .. math:: N_k \leftarrow N_k + \sum_i w_i\, I\{y_i = c_k\}

        Parameters
        ----------
        X : array-like or CSR matrix of shape (n, d)
            Rows of this batch.
        y : array-like of shape (n,)
            Their labels, all among the declared classes.
        classes : array-like of shape (K,), optional
            All labels that will ever occur; required in the first call.
        sample_weight : array-like of shape (n,), optional
            Non-negative weights.

        Returns
        -------
        self
            The updated model.

        Raises
        ------
        ValueError
            If `classes` is missing in the first call, changes later, or lacks a label.

        Examples
        --------
        >>> from nbcourse.naive_bayes import MultinomialNB
        >>> model = MultinomialNB().partial_fit([[2, 0]], ["ham"], classes=["ham", "spam"])
        >>> model.partial_fit([[0, 1]], ["spam"]).predict([[0, 3]]).tolist()
        ['spam']
        """
        first = not hasattr(self, "classes_")
        if first and classes is None:
            raise ValueError(
                "classes must be passed on the first call to partial_fit: "
                "give all labels that will ever occur, such as classes=['ham', 'spam']"
            )
        X, y = self._validate(X, y, reset=first)
        if first:
            self._start(np.unique(classes))
        elif classes is not None and not np.array_equal(np.unique(classes), self.classes_):
            raise ValueError(
                f"classes={np.unique(classes).tolist()} differs from the declared "
                f"{self.classes_.tolist()}: leave it out, or fit a new model"
            )
        return self._learn(X, y, sample_weight)

    def predict(self, X):
        r"""Most probable class of each row.

        .. math:: \hat y = \arg\max_k P(c_k) \prod_j P(x_j \mid c_k)

        Parameters
        ----------
        X : array-like or CSR matrix of shape (n, d)
            Rows to classify.

        Returns
        -------
        numpy.ndarray of shape (n,)
            Labels. A row that no class can have produced is named in a warning and
            gets the class with the largest prior.

        Notes
        -----
        Equations S0-5.14, S1-hnb and S2-rule.

        Examples
        --------
        >>> from nbcourse.naive_bayes import BernoulliNB
        >>> BernoulliNB().fit([[1, 0], [0, 1]], [0, 1]).predict([[1, 0]]).tolist()
        [0]
        """
        scores = self._posterior_scores(self._check_rows(X))
        impossible = self._warn_impossible(scores)
        scores[impossible] = self.class_log_prior_
        return self.classes_[scores.argmax(axis=1)]

    def predict_joint_log_proba(self, X):
        r"""Joint log score of each row with each class.

        .. math:: s_{ik} = \log P(c_k) + \log P(x_i \mid c_k)

        Parameters
        ----------
        X : array-like or CSR matrix of shape (n, d)
            Rows.

        Returns
        -------
        numpy.ndarray of shape (n, K)
            Joint log scores in nats, columns in the order of ``classes_``.

        Notes
        -----
        Equation S3-score.

        Examples
        --------
        >>> from nbcourse.naive_bayes import BernoulliNB
        >>> model = BernoulliNB().fit([[1, 0], [0, 1]], [0, 1])
        >>> np.exp(model.predict_joint_log_proba([[1, 0]])).round(4).tolist()
        [[0.2222, 0.0556]]
        """
        return self._joint_log_likelihood(self._check_rows(X))

    def predict_log_proba(self, X):
        r"""Log posterior of each class.

        .. math:: \log P(c_k \mid x) = s_k - \log\sum_j e^{s_j}

        Parameters
        ----------
        X : array-like or CSR matrix of shape (n, d)
            Rows.

        Returns
        -------
        numpy.ndarray of shape (n, K)
            Log posteriors in nats. A row that no class can have produced is NaN,
            and a warning says how many there are.

        Notes
        -----
        Equations S0-5.12 and S4-post.

        Examples
        --------
        >>> from nbcourse.naive_bayes import BernoulliNB
        >>> model = BernoulliNB().fit([[1, 0], [0, 1]], [0, 1])
        >>> model.predict_log_proba([[1, 1]]).round(4).tolist()
        [[-0.6931, -0.6931]]
        """
        scores = self._posterior_scores(self._check_rows(X))
        self._warn_impossible(scores)
        return log_normalize(scores)

    def predict_proba(self, X):
        r"""Posterior probability of each class.

        .. math:: P(c_k \mid x) = \frac{P(c_k)\prod_j P(x_j \mid c_k)}
                  {\sum_l P(c_l)\prod_j P(x_j \mid c_l)}

        Parameters
        ----------
        X : array-like or CSR matrix of shape (n, d)
            Rows.

        Returns
        -------
        numpy.ndarray of shape (n, K)
            Posteriors; each row sums to one (NaN where no class is possible).

        Notes
        -----
        Equations S0-5.12 and S1-nb.

        Examples
        --------
        >>> from nbcourse.naive_bayes import BernoulliNB
        >>> BernoulliNB().fit([[1, 0], [0, 1]], [0, 1]).predict_proba([[1, 0]]).round(2).tolist()
        [[0.8, 0.2]]
        """
        return np.exp(self.predict_log_proba(X))

    # -- learning ---------------------------------------------------------------

    def _validate(self, X, y, *, reset):
        X, y = self._check_array(X, y, reset=reset)
        check_classification_targets(y)
        return self._check_features(X), y

    def _check_rows(self, X):
        check_is_fitted(self)
        return self._check_features(self._check_array(X, reset=False))

    def _check_array(self, X, *y, reset):
        """scikit-learn's checks of shape, finiteness and feature names."""
        if isinstance(X, Corpus):
            raise ValueError(NO_TABLE)
        if issparse(X) and not self.__sklearn_tags__().input_tags.sparse:
            raise TypeError(
                f"{type(self).__name__} was given a sparse X but needs every value: pass "
                "X.toarray(), or count words with MultinomialNB, which takes sparse data"
            )
        return validate_data(self, X, *y, reset=reset, accept_sparse="csr")

    def _check_features(self, X):
        return X

    def _start(self, classes):
        self.classes_ = classes
        self.class_count_ = np.zeros(len(classes))
        self._reset_counts()

    def _learn(self, X, y, sample_weight):
        Y = self._weighted_indicator(y, sample_weight, X)
        self.class_count_ += Y.sum(axis=0)
        self._count(X, Y)
        self.class_log_prior_ = self._log_prior()
        self._estimate()
        return self

    def _weighted_indicator(self, y, sample_weight, X):
        """Matrix (n, K) with the weight of row i in the column of its class."""
        codes = np.searchsorted(self.classes_, y).clip(max=len(self.classes_) - 1)
        undeclared = self.classes_[codes] != y
        if undeclared.any():
            unknown = sorted(set(y[undeclared].tolist()), key=str)
            raise ValueError(
                f"y holds {unknown}, not among the declared classes {self.classes_.tolist()}: "
                "correct the labels, or declare every label in the first partial_fit"
            )
        weights = np.ones(len(y))
        if sample_weight is not None:
            weights = _check_sample_weight(sample_weight, X, dtype=np.float64)
        if (weights < 0).any():
            raise ValueError(
                f"sample_weight holds {weights.min():g}; a weight counts rows and cannot be "
                "negative: give 0 to leave a row out"
            )
        Y = np.zeros((len(y), len(self.classes_)))
        Y[np.arange(len(y)), codes] = weights
        return Y

    def _log_prior(self):
        K = len(self.classes_)
        if self.class_prior is None:
            if not np.ndim(self.class_alpha) == 0 or not self.class_alpha >= 0:
                raise ValueError(
                    f"class_alpha={self.class_alpha!r} is no pseudo-count: give a number >= 0"
                )
            counts = self.class_count_ if self.fit_prior else np.ones(K)
            return log_posterior_mean(counts, self.class_alpha)
        prior = np.asarray(self.class_prior, dtype=float)
        if prior.shape != (K,) or not (prior >= 0).all() or abs(prior.sum() - 1) > 1e-8:
            raise ValueError(
                f"class_prior={prior.tolist()} is no distribution over the {K} classes "
                f"{self.classes_.tolist()}: give {K} numbers >= 0 that sum to 1"
            )
        return log0(prior)

    # -- scoring ----------------------------------------------------------------

    def _posterior_scores(self, X):
        """Scores that equal the joint log scores up to a constant per row."""
        return self._joint_log_likelihood(X)

    def _warn_impossible(self, scores):
        impossible = np.isneginf(scores).all(axis=1)
        if impossible.any():
            warnings.warn(
                f"{impossible.sum()} of {len(scores)} rows have zero likelihood in every class, "
                "so their posterior is 0/0 (NaN): smooth with alpha > 0",
                stacklevel=3,
            )
        return impossible
