"""Scores of a structure: how many nats it takes to tell the data by it (最小描述长度)."""

from collections.abc import Collection, Hashable, Mapping
from math import log, prod
from typing import Any

from nbcourse.bayesnet.given import is_value, names_among
from nbcourse.bayesnet.graph import dag
from nbcourse.bayesnet.learning import as_table
from nbcourse.estimation import log_posterior_mean, nonnegative

__all__ = ["family_score", "score"]

UNITS = {"nats": 1.0, "bits": log(2)}


def score(
    structure: Any,
    data: Mapping,
    penalty: str | float = "bic",
    *,
    unit: str = "nats",
    states: Mapping | None = None,
) -> float:
    r"""Description length of data by a structure with its best tables: smaller is better.

    .. math:: s(B \mid D) = f\,|B| - LL(B \mid D) = \sum_i s_i(\pi_i), \qquad
              f_{\mathrm{AIC}} = 1, \quad f_{\mathrm{BIC}} = \tfrac{1}{2} \ln m

    with natural logarithms, m rows, |B| free parameters (configurations of parents that never
    occur included), and the tables of largest likelihood. It is half of what is usually called
    AIC and BIC. Other programs, pgmpy among them, give ``-score``, and there larger is better.

    Parameters
    ----------
    structure : BayesNet, networkx.DiGraph, or iterable of (parent, child)
        The arrows among the columns; the tables of a network are not looked at.
    data : mapping, Table or pandas.DataFrame
        A column for each variable, at least one row.
    penalty : {"bic", "aic"} or float, default "bic"
        The cost f of a parameter, by name or in nats; 0 leaves minus the log-likelihood. BIC is
        the criterion of minimal description length (MDL).
    unit : {"nats", "bits"}, default "nats"
        Unit of the result: one bit is ln 2 nats. The choice changes no order.
    states : mapping, optional
        The states of some variables; those that never occur cost parameters too.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If the penalty or unit is unknown, or structure and data do not fit.

    Notes
    -----
    Equations S1-score, S1-AIC and S1-BIC; the source says bytes for nats (erratum E-S1-10).

    Examples
    --------
    >>> data = {"A": [0, 1, 0, 1, 1, 1, 0, 1, 1, 0], "B": [1, 0, 1, 0, 0, 1, 1, 0, 0, 0]}
    >>> round(score([("A", "B")], data), 4), round(score([], data), 4)
    (15.1367, 15.7628)
    >>> round(score([("A", "B")], data, unit="bits"), 4)
    21.8376
    """
    if not (is_value(unit) and unit in UNITS):
        raise ValueError(f"unit={unit!r:.60}: expected one of {list(UNITS)}")
    table = as_table(data, states)
    graph = dag(structure, table.variables)
    families = (
        family_score(table, v, list(graph.predecessors(v)), penalty) for v in table.variables
    )
    return sum(families) / UNITS[unit]


def family_score(
    data: Mapping, variable: Hashable, parents: Collection[Hashable], penalty: str | float = "bic"
) -> float:
    r"""What one variable and its parents add to the score.

    .. math:: s_i(\pi_i) = f\,(r_i - 1) \prod_{p \in \pi_i} r_p -
              \sum_{x_i, \pi_i} N_{x_i, \pi_i} \ln \frac{N_{x_i, \pi_i}}{N_{\pi_i}}

    Parameters
    ----------
    data : mapping, Table or pandas.DataFrame
        A column for each variable.
    variable : hashable
        One of them.
    parents : collection of hashable
        Others; their order does not matter.
    penalty : {"bic", "aic"} or float, default "bic"
        The cost of a parameter.

    Returns
    -------
    float
        Nats; smaller is better.

    Raises
    ------
    ValueError
        If the penalty or a name is unknown, or the data are empty or unusable.

    Examples
    --------
    >>> data = {"A": [0, 1, 0, 1], "K": [7, 7, 7, 7]}
    >>> round(family_score(data, "A", ["K"]), 4), family_score(data, "K", ["A"])
    (3.4657, 0.0)
    """
    table = as_table(data)
    [variable] = names_among("variable", [variable], table.variables)
    among = set(names_among("parents", parents, table.variables))
    # in the order of the columns, so that the sum is rounded in one way
    counts = table.counts([*(v for v in table.variables if v in among), variable])
    seen = counts > 0
    fit = (counts[seen] * log_posterior_mean(counts, 0)[seen]).sum()
    cost = (counts.shape[-1] - 1) * prod(counts.shape[:-1])
    return float(_per_parameter(penalty, table.n) * cost - fit)


def _per_parameter(penalty, n):
    """The cost of a parameter in nats."""
    if not n:
        raise ValueError("data have no row: give at least one")
    if isinstance(penalty, str):
        named = {"bic": log(n) / 2, "aic": 1.0}
        if penalty not in named:
            raise ValueError(f"penalty={penalty!r:.60}: expected one of {list(named)}, or a number")
        return named[penalty]
    cost = nonnegative("penalty", penalty, 'give "bic", "aic" or nats for each parameter')
    if cost.ndim:
        raise ValueError(f"penalty={penalty!r:.60}: give one number")
    return float(cost)
