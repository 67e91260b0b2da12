"""Tables from data: count each family, smooth, divide."""

from collections.abc import Collection, Hashable, Mapping
from typing import Any

import numpy as np

from nbcourse.bayesnet.cpt import CPT
from nbcourse.bayesnet.given import names_among
from nbcourse.bayesnet.graph import dag
from nbcourse.bayesnet.net import BayesNet
from nbcourse.bayesnet.table import Table
from nbcourse.estimation import log_posterior_mean

__all__ = ["as_table", "learn", "learn_cpt"]


def learn_cpt(
    data: Mapping,
    variable: Hashable,
    parents: Hashable | Collection[Hashable] = (),
    *,
    alpha: float,
    states: Mapping | None = None,
) -> CPT:
    r"""The table of one variable, by additive smoothing of its counts.

    .. math:: \hat\theta_{x_i \mid \pi_i} =
              \frac{N_{x_i, \pi_i} + \alpha}{N_{\pi_i} + r_i \alpha}

    Parameters
    ----------
    data : mapping, Table or pandas.DataFrame
        Columns by name, without missing values.
    variable : hashable
        The variable, which has :math:`r_i` states.
    parents : hashable or collection, optional
        Its parents.
    alpha : float
        Pseudo-count of each cell: 0 is maximum likelihood, 1 Laplace's rule. There is no default,
        and no other smoothing.
    states : mapping, optional
        The states of some variables, where not all occur.

    Returns
    -------
    CPT

    Raises
    ------
    ValueError
        If ``alpha=0`` and some configuration of the parents never occurs (0/0), or a name or value
        is unusable.

    Examples
    --------
    >>> data = {"rain": ["no", "no", "yes"], "wet": [0, 1, 1]}
    >>> learn_cpt(data, "wet", ["rain"], alpha=1).table.round(3).tolist()
    [[0.5, 0.5], [0.333, 0.667]]
    """
    table = as_table(data, states)
    [variable] = names_among("variable", [variable], table.variables)
    parents = names_among("parents", parents, table.variables)
    counts = table.counts([*parents, variable])
    p = np.exp(log_posterior_mean(counts, alpha))
    unseen = np.argwhere(p.sum(axis=-1) == 0)
    known = {parent: table.states[parent] for parent in parents}
    if len(unseen):
        told = [
            {name: states[k] for (name, states), k in zip(known.items(), place, strict=True)}
            for place in unseen.tolist()
        ]
        raise ValueError(
            f"data never show {told[:3]!r:.200} ({len(told)} configurations in all), so with "
            f"alpha=0 the table of {variable!r} is 0/0 there: give alpha > 0, or fewer parents"
        )
    return CPT(variable, table.states[variable], p, known)


def learn(
    structure: Any, data: Mapping, *, alpha: float, states: Mapping | None = None
) -> BayesNet:
    r"""A network on a given structure, each table by :func:`learn_cpt`.

    Parameters
    ----------
    structure : BayesNet, networkx.DiGraph, or iterable of (parent, child)
        The arrows among the columns; a column without arrows stands alone.
    data : mapping, Table or pandas.DataFrame
        A column for each variable.
    alpha : float
        Pseudo-count of each cell.
    states : mapping, optional
        The states of some variables, where not all occur.

    Returns
    -------
    BayesNet

    Raises
    ------
    ValueError
        As for :func:`learn_cpt`, or if the structure does not fit the columns.

    Examples
    --------
    >>> data = {"spam": [1, 1, 0], "win": [1, 0, 0], "lunch": [0, 0, 1]}
    >>> net = learn([("spam", "win"), ("spam", "lunch")], data, alpha=1)  # naive Bayes
    >>> round(net.probability({"spam": 1}, {"win": 1, "lunch": 0}), 3)
    0.835
    """
    table = as_table(data, states)
    graph = dag(structure, table.variables)
    return BayesNet(
        learn_cpt(table, v, list(graph.predecessors(v)), alpha=alpha) for v in table.variables
    )


def as_table(data: Mapping, states: Mapping | None = None) -> Table:
    """Data as a Table; one that is a Table already is taken as it is.

    Parameters
    ----------
    data : mapping, Table or pandas.DataFrame
        Columns by name.
    states : mapping, optional
        The states of some variables.

    Returns
    -------
    Table

    Examples
    --------
    >>> as_table({"wet": [0, 1]})
    Table(2 rows of 'wet')
    """
    return data if isinstance(data, Table) and not states else Table(data, states)
