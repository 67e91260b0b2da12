"""What to do with a posterior: losses, risk, the Bayes rule, asking somebody, thresholds.

A loss table has the **truths in its rows** and the **decisions in its columns**, as the table of a
:class:`~nbcourse.evaluation.Confusion` has. (Texts that write :math:`\\lambda_{ij}` for deciding
i when j is true mean its transpose.) Built by name, :meth:`Loss.of`, it cannot be turned around.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from nbcourse.corpus.given import distinct, label_array, listed
from nbcourse.logspace import real_array, refuse

__all__ = ["Loss", "OperatingPoints", "operating_points", "zero_one"]

_LARGEST = 1e100  # sums of larger losses may be more than a float can hold
_SLACK = 1e-6  # how far a float sum of probabilities may be from one


@dataclass(frozen=True, eq=False)
class Loss:
    r"""What each decision costs, whatever is true: :math:`\lambda(c_k, a)`.

    Attributes
    ----------
    table : array of shape (K, A)
        Row k: the truth is ``classes[k]``. Column a: ``decisions[a]`` is taken.
    classes : array of shape (K,)
        The truths, in the order in which posteriors have them: ``model.classes_``.
    decisions : array of shape (A,)
        What may be done; by default to name one of the classes.

    Raises
    ------
    ValueError
        If shapes do not fit, a label occurs twice, or a loss is not finite; all that is wrong.

    See Also
    --------
    Loss.of : the same by name.

    Examples
    --------
    >>> loss = Loss([[0, 20], [1, 0]], classes=["ham", "spam"])  # a lost ham costs twenty
    >>> loss.risk([0.07, 0.93]).tolist()  # of saying ham, of saying spam
    [0.93, 1.4000000000000001]
    >>> str(loss.decide([0.07, 0.93]))
    'ham'
    """

    table: np.ndarray
    classes: np.ndarray
    decisions: np.ndarray = None

    def __post_init__(self):
        classes = _row("classes", self.classes)
        decisions = classes if self.decisions is None else _row("decisions", self.decisions)
        table = real_array("table", self.table).copy()
        refuse(_misfits(table, classes, decisions))
        table.flags.writeable = False
        for name, value in {"table": table, "classes": classes, "decisions": decisions}.items():
            object.__setattr__(self, name, value)

    @classmethod
    def of(cls, costs: Mapping) -> "Loss":
        r"""Build a loss from names: truth, then decision, then what that costs.

        Parameters
        ----------
        costs : dict of dict
            ``{truth: {decision: cost}}``. To name the truth itself costs 0 where nothing is said;
            every other cost has to be given.

        Returns
        -------
        Loss
            Truths in sorted order, as models have them; these as decisions, then the others.

        Raises
        ------
        ValueError
            If a cost is missing, or `costs` is no table of names; all that is missing.

        Examples
        --------
        >>> Loss.of({"spam": {"ham": 1, "ask": 2}, "ham": {"spam": 20, "ask": 2}}).frame
        truth, decision  ham  spam  ask
        ham              0.0  20.0  2.0
        spam             1.0   0.0  2.0
        """
        if not (isinstance(costs, Mapping) and costs) or not all(
            isinstance(row, Mapping) for row in costs.values()
        ):
            raise ValueError(
                f"costs={costs!r:.60}: expected a dict for each truth, such as "
                '{"ham": {"spam": 20}, "spam": {"ham": 1}}: a ham that is called spam costs 20'
            )
        classes = distinct([*costs])
        truths = classes.tolist()
        named = dict.fromkeys(truths + [name for row in costs.values() for name in row])
        priced = {t: {t: 0} | dict(costs[t]) for t in truths}
        refuse(
            f"costs say nothing of deciding {d!r} when {t!r} is true: give costs[{t!r}][{d!r}]"
            for t in truths
            for d in named
            if d not in priced[t]
        )
        return cls([[priced[t][d] for d in named] for t in truths], classes, [*named])

    @property
    def frame(self):
        """The table with its names, truths in rows, as a pandas DataFrame."""
        from pandas import DataFrame, Index

        return DataFrame(self.table, self.classes, Index(self.decisions, name="truth, decision"))

    def risk(self, posterior: ArrayLike) -> np.ndarray:
        r"""Conditional risk of each decision.

        .. math:: R(a \mid x) = \sum_k P(c_k \mid x)\, \lambda(c_k, a)

        Parameters
        ----------
        posterior : array-like of shape (..., K)
            :math:`P(c_k \mid x)`, classes along the last axis: ``model.predict_proba(X)``.

        Returns
        -------
        numpy.ndarray of shape (..., A)

        Raises
        ------
        ValueError
            If there is not one probability for each class, or they do not sum to one.

        Examples
        --------
        >>> zero_one(["ham", "spam"]).risk([[0.75, 0.25]]).tolist()  # one minus the posterior
        [[0.25, 0.75]]
        """
        p = self._along("posterior", posterior, -1)
        odd = ~(p >= 0).all(axis=-1) | ~(np.abs(_sum(p, -1) - 1) <= _SLACK)
        if odd.any():
            raise ValueError(
                f"posterior: {odd.sum()} of {odd.size} rows are no probabilities that sum to 1, "
                f"such as {p[odd][0].tolist()!r:.60}; log posteriors need np.exp, NaN says that "
                "no class is possible: smooth (alpha)"
            )
        return p @ self.table

    def decide(self, posterior: ArrayLike) -> np.ndarray:
        r"""The Bayes rule: for each posterior the decision of least conditional risk.

        .. math:: h^*(x) = \arg\min_a R(a \mid x)

        Parameters
        ----------
        posterior : array-like of shape (..., K)
            As :meth:`risk` takes it.

        Returns
        -------
        numpy.ndarray of shape (...)
            Decisions; of several with the same risk the first.

        Raises
        ------
        ValueError
            As :meth:`risk`.

        Examples
        --------
        >>> loss = zero_one(["ham", "spam"]).rejecting(0.1)
        >>> loss.decide([[0.95, 0.05], [0.6, 0.4], [0.02, 0.98]]).tolist()
        ['ham', 'ask', 'spam']
        """
        return self.decisions[self.risk(posterior).argmin(axis=-1)]

    def rejecting(self, cost: ArrayLike, name: Hashable = "ask") -> "Loss":
        r"""The same loss with one decision more: to decide nothing, at a fixed price.

        Under 0/1 loss with a price r this is Chow's rule: ask where
        :math:`\max_k P(c_k \mid x) < 1 - r`.

        Parameters
        ----------
        cost : float, or array-like of shape (K,)
            The price, the same for all truths or one for each.
        name : label, default "ask"
            What the new decision is called.

        Returns
        -------
        Loss

        Raises
        ------
        ValueError
            If the name is a decision already, or there is neither one cost nor one for each class.

        Examples
        --------
        >>> zero_one(["ham", "spam"]).rejecting(0.1).table.tolist()
        [[0.0, 1.0, 0.1], [1.0, 0.0, 0.1]]
        """
        price = real_array("cost", cost)
        if price.shape not in ((), self.classes.shape):
            raise ValueError(
                f"cost has shape {price.shape}: expected one number, or one for each of the "
                f"{len(self.classes)} classes"
            )
        column = np.broadcast_to(price, self.classes.shape)
        table = np.column_stack([self.table, column])
        return Loss(table, self.classes, [*self.decisions.tolist(), name])

    def paid(self, y_true: ArrayLike, decided: ArrayLike) -> np.ndarray:
        r"""What decisions cost when the truth has come out.

        Parameters
        ----------
        y_true : array-like of shape (n,)
            The truths.
        decided : array-like of shape (n,)
            What was decided.

        Returns
        -------
        numpy.ndarray of shape (n,)
            :math:`\lambda(y_i, a_i)`; its mean is the realised risk.

        Raises
        ------
        ValueError
            If lengths differ, or a truth or a decision is unknown; all that is wrong.

        Examples
        --------
        >>> loss = Loss.of({"ham": {"spam": 20}, "spam": {"ham": 1}})
        >>> loss.paid(["ham", "ham", "spam"], ["ham", "spam", "ham"]).tolist()
        [0.0, 20.0, 1.0]
        """
        truths, decided = _row("y_true", y_true), _row("decided", decided)
        faults = [*_unknown("y_true", truths, self.classes)]
        faults += _unknown("decided", decided, self.decisions)
        if truths.shape != decided.shape:
            faults += [f"y_true has {truths.size} labels, decided {decided.size}: give as many"]
        refuse(faults)
        return self.table[_codes(truths, self.classes), _codes(decided, self.decisions)]

    def total_risk(self, joint: ArrayLike, rule: ArrayLike) -> float:
        r"""Total risk of a rule in a world with finitely many inputs.

        .. math:: R(h) = \sum_x P(x)\, R(h(x) \mid x) = \sum_x \sum_k P(c_k, x)\,\lambda(c_k, h(x))

        Parameters
        ----------
        joint : array-like of shape (K, n)
            The world, :math:`P(c_k, x)`: a row for each class, a column for each input. (With
            more axes than two, inputs in the order of ``np.ravel``.)
        rule : array-like of shape (n,)
            A decision for each input.

        Returns
        -------
        float

        Raises
        ------
        ValueError
            If the table is no joint distribution of the classes, or the rule does not fit it.

        Examples
        --------
        >>> world = [[0.25, 0.25], [0.125, 0.375]]
        >>> zero_one(["ham", "spam"]).total_risk(world, ["ham", "ham"])
        0.5
        """
        rule = _row("rule", rule)
        faults = [*_unknown("rule", rule, self.decisions)]
        masses = self._masses(joint)
        if rule.shape != masses.shape[:1]:
            faults += [f"rule has {rule.size} decisions for {len(masses)} inputs: give as many"]
        refuse(faults)
        return float(masses[np.arange(len(masses)), _codes(rule, self.decisions)].sum())

    def bayes_risk(self, joint: ArrayLike) -> float:
        r"""Bayes risk: the least total risk of any rule.

        .. math:: R(h^*) = \sum_x \min_a \sum_k P(c_k, x)\,\lambda(c_k, a)

        Parameters
        ----------
        joint : array-like of shape (K, n)
            As :meth:`total_risk` takes it.

        Returns
        -------
        float

        Raises
        ------
        ValueError
            If the table is no joint distribution of the classes.

        Examples
        --------
        >>> zero_one(["ham", "spam"]).bayes_risk([[0.25, 0.25], [0.125, 0.375]])
        0.375
        """
        return float(self._masses(joint).min(axis=1).sum())

    def _masses(self, joint):
        """Each input's share of the total risk under each decision: input first."""
        joint = self._along("joint", joint, 0)
        if not ((joint >= 0).all() and abs(_sum(joint) - 1) <= _SLACK):
            raise ValueError(
                f"joint sums to {_sum(joint):g}, its least entry is {joint.min(initial=0):g}: "
                "expected probabilities that sum to 1 all together; divide counts by their sum"
            )
        return joint.reshape(len(joint), -1).T @ self.table

    def _along(self, name, values, axis):
        """Numbers with the classes along an axis."""
        values, K = real_array(name, values), self.classes.size
        if not values.ndim or values.shape[axis] != K:
            turned = ": transpose it" * (values.ndim == 2 and K in values.shape)
            raise ValueError(
                f"{name} has shape {values.shape}, expected {K} {'columns' if axis else 'rows'}, "
                f"one for each of the classes {self.classes.tolist()!r:.60}{turned}"
            )
        return values

    def critical_odds(self, positive: Hashable = "spam") -> float:
        r"""Odds above which the positive class is the cheaper decision, with two classes.

        .. math:: \frac{P(+\mid x)}{P(-\mid x)} >
                  \frac{\lambda(-,+) - \lambda(-,-)}{\lambda(+,-) - \lambda(+,+)}

        Parameters
        ----------
        positive : label, default "spam"
            The class that raises the alarm.

        Returns
        -------
        float
            Its logarithm is the threshold of the log-odds; odds / (1 + odds) that of P(+).

        Raises
        ------
        ValueError
            If there are not two classes and these as decisions, or one of the decisions is never
            the cheaper one.

        Examples
        --------
        >>> Loss.of({"ham": {"spam": 20}, "spam": {"ham": 1}}).critical_odds()
        20.0
        """
        (right, alarm), (miss, hit) = self._pairs(positive)
        if not (alarm > right and miss > hit):
            raise ValueError(
                f"table: a false alarm costs {alarm:g} and no alarm {right:g}, a miss {miss:g} and "
                f"a hit {hit:g}, so one decision is never the cheaper: expected errors to cost "
                "more; are truths in rows?"
            )
        return (alarm - right) / (miss - hit)

    def _pairs(self, positive):
        """The table with the negative class first, if it is one of two classes."""
        classes, decisions = self.classes.tolist(), self.decisions.tolist()
        if len(classes) != 2 or len(decisions) != 2 or {*classes} != {*decisions}:
            raise ValueError(
                f"decisions are {decisions} for classes {classes}: expected two classes and no "
                "decision but to name one of them; with more use decide"
            )
        refuse(_unknown("positive", _row("positive", [positive]), self.classes))
        order = [sorted([0, 1], key=lambda i: n[i] == positive) for n in (classes, decisions)]
        return self.table[np.ix_(*order)].tolist()


def zero_one(classes: ArrayLike) -> Loss:
    r"""0/1 loss: an error costs one, :math:`\lambda(c_k, c_l) = 1 - \delta_{kl}`.

    Its risk is :math:`1 - P(c_k \mid x)`, its Bayes rule the largest posterior, its total risk
    the error rate.

    Parameters
    ----------
    classes : array-like of shape (K,)
        The classes, in the order of ``model.classes_``.

    Returns
    -------
    Loss

    Raises
    ------
    ValueError
        If they are no labels, or one occurs twice.

    Examples
    --------
    >>> zero_one([False, True]).table.tolist()
    [[0.0, 1.0], [1.0, 0.0]]
    """
    classes = _row("classes", classes)
    return Loss(1 - np.eye(classes.size), classes)


class OperatingPoints(NamedTuple):
    """What each threshold would have done on some messages, from "no alarm" to "all".

    Attributes
    ----------
    threshold : numpy.ndarray of shape (t,)
        The scores that occur, downwards, then minus infinity. What lies *above* raises the alarm.
    tp, fp : numpy.ndarray of int, shape (t,)
        True and false alarms.
    positives, negatives : int
        Messages of each class.

    Examples
    --------
    >>> points = operating_points([3.0, 1.0, -2.0], ["spam", "ham", "spam"])
    >>> points.threshold.tolist(), points.tp.tolist(), points.fp.tolist()
    ([3.0, 1.0, -2.0, -inf], [0, 1, 1, 2], [0, 0, 1, 1])
    """

    threshold: np.ndarray
    tp: np.ndarray
    fp: np.ndarray
    positives: int
    negatives: int

    def costs(self, loss: Loss, positive: Hashable = "spam") -> np.ndarray:
        r"""Mean loss of each threshold, on the messages from which the points are.

        Parameters
        ----------
        loss : Loss
            Of two classes.
        positive : label, default "spam"
            The class that raises the alarm.

        Returns
        -------
        numpy.ndarray of shape (t,)

        Raises
        ------
        ValueError
            If the loss is not one of two classes.

        Examples
        --------
        >>> loss = Loss.of({"ham": {"spam": 20}, "spam": {"ham": 1}})
        >>> points = operating_points([3.0, 1.0, -2.0, -2.5], ["spam", "ham", "spam", "ham"])
        >>> points.costs(loss).tolist()
        [0.5, 0.25, 5.25, 5.0, 10.0]
        """
        (right, alarm), (miss, hit) = loss._pairs(positive)
        found = hit * self.tp + miss * (self.positives - self.tp)
        found = found + alarm * self.fp + right * (self.negatives - self.fp)
        return found / (self.positives + self.negatives)

    def cheapest(self, loss: Loss, positive: Hashable = "spam") -> float:
        """The threshold of least mean loss, of several the highest.

        Parameters
        ----------
        loss, positive
            As :meth:`costs` takes them.

        Returns
        -------
        float
            Chosen on these messages, it is to be tried on others.

        Raises
        ------
        ValueError
            As :meth:`costs`.

        Examples
        --------
        >>> loss = Loss.of({"ham": {"spam": 20}, "spam": {"ham": 1}})
        >>> operating_points([3.0, 1.0, -2.0], ["spam", "ham", "spam"]).cheapest(loss)
        1.0
        """
        return float(self.threshold[self.costs(loss, positive).argmin()])


def operating_points(
    scores: ArrayLike, y_true: ArrayLike, positive: Hashable = "spam"
) -> OperatingPoints:
    """Count true and false alarms at every threshold.

    Parameters
    ----------
    scores : array-like of shape (n,)
        Log-odds, or whatever is higher for the positive class.
    y_true : array-like of shape (n,)
        The truths.
    positive : label, default "spam"
        The class that raises the alarm; all others are negative.

    Returns
    -------
    OperatingPoints

    Raises
    ------
    ValueError
        If lengths differ, a score is NaN, or one of the two sides is empty; all that is wrong.

    Examples
    --------
    >>> points = operating_points([2, 2, 0], [1, 0, 0], positive=1)
    >>> (points.tp / points.positives).tolist()  # ties stand or fall together
    [0.0, 1.0, 1.0]
    """
    scores, truths = real_array("scores", scores), _row("y_true", y_true)
    [positive], faults = _row("positive", [positive]).tolist(), []
    if scores.ndim != 1 or scores.shape != truths.shape:
        faults += [f"scores {scores.shape} and y_true {truths.shape}: give one of each a message"]
    if np.isnan(scores).any():
        faults += [f"scores hold NaN, {np.isnan(scores).sum()} times: leave these messages out"]
    hits = np.array([label == positive for label in truths.tolist()], dtype=bool)
    if hits.all() or not hits.any():
        faults += [f"positive={positive!r:.60} is {hits.sum()} of {hits.size} labels: give both"]
    refuse(faults)
    threshold = np.unique(np.append(scores, -np.inf))[::-1]
    above = (
        part.size - np.searchsorted(np.sort(part), threshold, side="right")
        for part in (scores[hits], scores[~hits])
    )
    return OperatingPoints(threshold, *above, int(hits.sum()), int((~hits).sum()))


def _row(name, values):
    """Labels in a row as an array: of one kind, or of objects where texts stand beside numbers."""
    array = values
    if not (isinstance(values, np.ndarray) and values.dtype.kind in "biuU"):
        values = listed(name, values, f"give a list of {name}")
        numbers = [value for value in values if not isinstance(value, str)]
        array = label_array(name, numbers or values)  # none of them missing
    if array.ndim != 1:
        raise ValueError(f"{name} have shape {array.shape}: expected labels in a row")
    if array.size < len(values):
        array = np.empty(len(values), dtype=object)
        array[:] = values
    return array


def _sum(p, axis=None):
    with np.errstate(over="ignore", invalid="ignore"):
        return p.sum(axis=axis)


def _misfits(table, classes, decisions):
    """Say what is wrong with a table of these classes and decisions."""
    for name, labels in {"classes": classes.tolist(), "decisions": decisions.tolist()}.items():
        if not labels or len({*labels}) < len(labels):
            yield f"{name}={labels!r:.60}: expected one label or more, each of them once"
    shape = (classes.size, decisions.size)
    if table.shape != shape:
        cure = "transpose it, truths are rows" if table.shape == shape[::-1] else "name them all"
        yield f"table has shape {table.shape}, expected {shape}, classes by decisions: {cure}"
    if (large := ~(np.abs(table) <= _LARGEST)).any():
        yield (
            f"table holds {table[large][:3].tolist()}: expected finite losses; what must never "
            "happen may cost 1e6"
        )


def _unknown(name, labels, known):
    """Say which labels are none of the known ones."""
    known = known.tolist()
    if odd := [*dict.fromkeys(repr(v) for v in labels.tolist() if v not in known)]:
        yield f"{name} holds {', '.join(odd[:3])}: expected some of {known!r:.80}"


def _codes(labels, known):
    """The place of each label among the known ones."""
    places = {label: place for place, label in enumerate(known.tolist())}
    return np.array([places[label] for label in labels.tolist()], dtype=int)
