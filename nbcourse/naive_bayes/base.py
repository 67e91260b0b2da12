"""What every naive Bayes model shares: validation, counting, normalising, predicting.

A model only says *what to count* (`_count`) and *how to add* (`_joint_log_likelihood`);
`fit`, `partial_fit` and the predict family live here, once.
"""

import numpy as np
from scipy.sparse import issparse
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import (
    check_is_fitted,
    column_or_1d,
    validate_data,
)

from nbcourse.corpus.bag import NO_TABLE, Corpus
from nbcourse.corpus.given import distinct, label_array, own_csr
from nbcourse.estimation import log_posterior_mean
from nbcourse.logspace import log0, log_normalize, real_array
from nbcourse.naive_bayes.checks import amount, are_finite, are_texts, row_weights
from nbcourse.paths import warn_caller


class BaseNB(ClassifierMixin, BaseEstimator):
    r"""Base of all naive Bayes classifiers.

    .. math:: \log P(c_k \mid x) = \log P(c_k) + \log P(x \mid c_k) - \log P(x)

    Subclasses implement six hooks: `_reset_counts` (empty sufficient statistics), `_count` (add a
    batch to them), `_combine` (add those of another model, or subtract them), `_estimate`
    (parameters from the statistics), `_joint_log_likelihood`, and `_linear_form` (weights and
    intercepts, where the scores are affine in the features). They may replace four more:
    `_check_parameters` (what the constructor was given), `_check_array` and `_check_features` (what
    a row may hold) and `_posterior_scores` (scores up to a constant per row). Every parameter is
    recomputed from the statistics, so `partial_fit` in any batching equals one `fit`; what is wrong
    is refused before anything is counted.
    """

    _prior_name = "class_prior"  # of the constructor's argument; scikit-learn has two names
    _takes_sparse = False  # asked for every message, so no tag

    def fit(self, X, y=None, sample_weight=None):
        r"""Learn the model from labelled rows, forgetting anything learnt before.

        .. math:: \hat P(c_k) = \frac{N_k + \alpha_c}{m + K\alpha_c}

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, d)
            Training rows; never changed. A cell given several times is the sum of its parts.
        y : array-like of shape (n,)
            Class labels, all texts or all numbers, paired with the rows by position.
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
        first = not self.__sklearn_is_fitted__()
        if first and classes is None:
            raise ValueError(
                "classes must be passed on the first call to partial_fit: "
                "give all labels that will ever occur, such as classes=['ham', 'spam']"
            )
        X, y = self._validate(X, y, reset=first)
        declared = self.classes_ if classes is None else distinct(classes)
        if first:
            self._start(declared)
        elif not np.array_equal(declared, self.classes_):
            raise ValueError(
                f"classes={declared.tolist()} differs from the declared "
                f"{self.classes_.tolist()}: leave it out, or fit a new model"
            )
        return self._learn(X, y, sample_weight)

    def merge(self, other):
        r"""Add what another model has learnt; equal to one `fit` on the rows of both.

        .. math:: N_k \leftarrow N_k + N_k'

        Parameters
        ----------
        other : model of the same kind
            It has learnt the same features and classes, and stays as it is.

        Returns
        -------
        self
            The updated model.

        Raises
        ------
        ValueError
            If the two models differ in kind, features or classes.

        Examples
        --------
        >>> from nbcourse.naive_bayes import MultinomialNB
        >>> one = MultinomialNB().fit([[2, 0], [0, 1]], ["ham", "spam"])
        >>> two = MultinomialNB().fit([[1, 1], [0, 3]], ["ham", "spam"])
        >>> one.merge(two).feature_count_.tolist()
        [[3.0, 1.0], [0.0, 4.0]]
        """
        check_is_fitted(self)
        if type(other) is not type(self):
            raise ValueError(
                f"other is {other!r:.60}, expected another {type(self).__name__}: sums of "
                "different models do not add up"
            )
        check_is_fitted(other)
        for name in ("n_features_in_", "feature_names_in_", "classes_"):
            mine, its = (np.asarray(getattr(model, name, None)) for model in (self, other))
            if not np.array_equal(mine, its):
                raise ValueError(
                    f"other has {name}={its.tolist()!r:.60}, this model {mine.tolist()!r:.60}: "
                    "declare all labels with partial_fit(classes=...) and use one vocabulary"
                )
        return self._combined(other, np.add)

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
        return self._decide(self._check_rows(X))

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
        return log_normalize(self._compared(self._check_rows(X))[0])

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
        X = self._check_array(X, reset=reset)
        self._check_parameters()
        X = self._check_features(X)
        if y is None:
            raise ValueError("y should be a 1d array of labels, one for each row of X, got None")
        y = label_array("y", y)
        y = y if y.ndim == 1 else column_or_1d(y, warn=True)
        if len(y) != X.shape[0]:
            raise ValueError(
                f"y has {len(y)} labels, X has {X.shape[0]} rows, inconsistent numbers of samples: "
                "give one label for each row"
            )
        if y.dtype.kind not in "bUiu":  # texts and whole numbers are classes
            try:
                check_classification_targets(y)
            except ValueError as error:
                raise ValueError(f"y holds no class labels: {error}") from error
        return X, y

    def _check_parameters(self):
        """The number of features is known by now."""
        amount("class_alpha", self.class_alpha, "pseudo-count")

    def __sklearn_is_fitted__(self):
        return hasattr(self, "class_log_prior_")

    def _check_rows(self, X):
        check_is_fitted(self)
        return self._check_features(self._check_array(X, reset=False))

    def _check_array(self, X, *, reset):
        """scikit-learn's checks of shape, finiteness and feature names."""
        if isinstance(X, Corpus):
            raise ValueError(NO_TABLE)
        if issparse(X) and not self._takes_sparse:
            raise TypeError(
                f"{type(self).__name__} was given a sparse X but needs every value: pass "
                "X.toarray(), or count words with MultinomialNB, which takes sparse data"
            )
        try:
            X = own_csr(X) if issparse(X) else X
            # one message is read faster than its entries are checked
            skip = issparse(X) and min(X.shape) > 0 and are_finite(X.data)
            how = {"skip_check_array": True} if skip else {"accept_sparse": "csr"}
            return validate_data(self, X, reset=reset, **how)
        except (TypeError, ValueError) as error:
            raise type(error)(f"{error} (X passed to {type(self).__name__})") from error

    def _check_features(self, X):
        return X

    def _start(self, classes):
        vars(self).pop("class_log_prior_", None)  # nothing is known until a batch is learnt
        self.classes_ = classes
        self.class_count_ = np.zeros(len(classes))
        self._reset_counts()

    def _learn(self, X, y, sample_weight):
        codes, weights = self._codes(y), row_weights(sample_weight, len(y))
        with np.errstate(over="ignore"):
            class_count = np.bincount(codes, weights, minlength=len(self.classes_))
            class_count += self.class_count_
            total = class_count.sum()
        if not 0 < total < np.inf:
            raise ValueError(
                f"sample_weight adds up to {total:g}, expected a finite number above "
                "zero: give the rows to learn from a positive weight, such as 1"
            )
        log_prior = self._log_prior(class_count)
        self._count(X, codes, weights)
        return self._renewed(class_count, log_prior)

    def _combined(self, other, operation):
        """Sums of this model and another, added or subtracted, in place of learning from rows."""
        class_count = operation(self.class_count_, other.class_count_)
        if (class_count < 0).any() or not class_count.any():
            raise ValueError(
                f"y holds {other.class_count_.tolist()} rows of the classes "
                f"{self.classes_.tolist()}, this model has {self.class_count_.tolist()}: forget "
                "rows that were learnt, and not all of them"
            )
        log_prior = self._log_prior(class_count)
        self._combine(other, operation)
        return self._renewed(class_count, log_prior)

    def _renewed(self, class_count, log_prior):
        """The model whose sums were changed, with its parameters computed anew from them."""
        self.class_count_ = class_count
        self._estimate()
        self.class_log_prior_ = log_prior
        return self

    def _codes(self, y):
        """Number of the class of each row: how many of the later classes start at or before it."""
        codes, undeclared = np.zeros(len(y), dtype=int), np.ones(len(y), dtype=bool)
        if are_texts(y) == are_texts(self.classes_):
            for label in self.classes_[1:]:  # quicker than a search, which branches at every row
                codes += y >= label
            undeclared = self.classes_.take(codes) != y
        if undeclared.any():
            unknown = sorted(set(y[undeclared].tolist()), key=str)
            raise ValueError(
                f"y holds {unknown}, not among the declared classes {self.classes_.tolist()}: "
                "correct the labels, or declare every label in the first partial_fit"
            )
        return codes

    def _log_prior(self, class_count):
        name, K = self._prior_name, len(self.classes_)
        fixed = getattr(self, name)
        if fixed is None:
            counts = class_count if self.fit_prior else np.ones(K)
            return log_posterior_mean(counts, self.class_alpha)
        prior = real_array(name, fixed)
        if prior.shape != (K,) or not (prior >= 0).all() or abs(prior.sum() - 1) > 1e-8:
            raise ValueError(
                f"{name}={prior.tolist()} is no distribution over the {K} classes "
                f"{self.classes_.tolist()}: give {K} numbers >= 0 that sum to 1"
            )
        index = getattr(fixed, "index", None)  # of a pandas Series; a list has a method
        order = self.classes_.tolist() if index is None or callable(index) else list(index)
        if order != self.classes_.tolist() and set(order) == set(self.classes_.tolist()):
            raise ValueError(
                f"{name} is in the order {order}, the classes are in the order "
                f"{self.classes_.tolist()}: sort it, for example with {name}.sort_index()"
            )
        return log0(prior)

    # -- scoring ----------------------------------------------------------------

    def _decide(self, X):
        """Most probable class of each row, all of them checked before."""
        scores, impossible = self._compared(X)
        scores[impossible] = self.class_log_prior_
        return self.classes_[scores.argmax(axis=1)]

    def _compared(self, X):
        """Scores up to a constant per row, and which rows no class can have produced."""
        scores = self._posterior_scores(X)
        impossible = np.isneginf(scores).all(axis=1)
        if impossible.any():
            warn_caller(
                f"{impossible.sum()} of {len(scores)} rows have zero likelihood in every class, "
                "so their posterior is 0/0 (NaN): smooth with alpha > 0"
            )
        return scores, impossible

    def _posterior_scores(self, X):
        """Scores that equal the joint log scores up to a constant per row."""
        return self._joint_log_likelihood(X)


class BaseSums(BaseNB):
    r"""Base of the models that keep nothing but sums over rows: what was added can be taken out.

    .. math:: N - N' = \sum_{i\,\text{left}} w_i\, x_i
    """

    def forget(self, X, y, sample_weight=None):
        r"""Take rows out of what was learnt; equal to one `fit` on all the others.

        .. math:: N_{kj} \leftarrow N_{kj} - \sum_i w_i\, I\{y_i = c_k\}\, x_{ij}

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, d)
            Rows that were learnt before.
        y : array-like of shape (n,)
            Their labels.
        sample_weight : array-like of shape (n,), optional
            The weights that they were learnt with.

        Returns
        -------
        self
            The updated model.

        Raises
        ------
        ValueError
            If there is a row that cannot have been learnt, or none would be left.

        Notes
        -----
        Exact where counts and weights are whole numbers; fractions are as exact as their sums.

        Examples
        --------
        >>> from nbcourse.naive_bayes import MultinomialNB
        >>> model = MultinomialNB().fit([[2, 0], [1, 1], [0, 1]], ["ham", "ham", "spam"])
        >>> model.forget([[1, 1]], ["ham"]).feature_count_.tolist()
        [[2.0, 0.0], [0.0, 1.0]]
        """
        rows = clone(self).partial_fit(X, y, self.classes_, sample_weight)
        if rows.n_features_in_ != self.n_features_in_:
            raise ValueError(
                f"X has {rows.n_features_in_} features, this model has {self.n_features_in_}: "
                "forget rows of the same columns"
            )
        return self._combined(rows, np.subtract)
