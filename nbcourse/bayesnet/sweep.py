"""A Gibbs sweep: every variable drawn from its full conditional, in all chains at once."""

from collections.abc import Callable, Collection, Hashable, Sequence
from itertools import combinations, groupby
from math import prod

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from nbcourse.bayesnet.inference import Factor, multiplied, sizes_of
from nbcourse.bayesnet.sampling import thresholds
from nbcourse.logspace import log_normalize

__all__ = ["colours", "steps"]

LOOKED_UP = 2**16  # cells of a full conditional kept as a table; larger ones are multiplied anew


def colours(factors: Collection[Factor]) -> dict[Hashable, int]:
    r"""Numbers such that variables of one number share no factor.

    Given all others these are independent, :math:`P(x_i, x_j \mid x_{-ij}) =
    P(x_i \mid x_{-i})\,P(x_j \mid x_{-j})`, so drawing them together is drawing them in turn.

    Parameters
    ----------
    factors : collection of Factor
        The tables, fixed at the evidence.

    Returns
    -------
    dict

    Examples
    --------
    >>> colours([Factor(("a", "b"), np.zeros((2, 2))), Factor(("a", "c"), np.zeros((2, 2)))])
    {'a': 0, 'b': 1, 'c': 1}
    """
    graph = nx.Graph()
    for f in factors:
        graph.add_nodes_from(f.variables)
        graph.add_edges_from(combinations(f.variables, 2))
    return nx.greedy_color(graph)


def steps(
    factors: Collection[Factor], hidden: Sequence[Hashable]
) -> list[tuple[slice, Callable[[NDArray, NDArray], None]]]:
    r"""The steps of a sweep, one for each colour.

    .. math:: x_i = \#\{k : u_i \ge F_{ik}(x_{-i})\}, \qquad
              F_{ik}(x_{-i}) = P(X_i \le k \mid x_{-i})

    Parameters
    ----------
    factors : collection of Factor
        The tables, fixed at the evidence.
    hidden : sequence of hashable
        The variables, sorted by colour: the rows of the state.

    Returns
    -------
    list of (slice, function)
        The rows that a step draws. The function takes the state of shape (d + 1, chains), whose
        last row is 1, and uniform numbers for the rows, and changes the state.

    Examples
    --------
    >>> [(rows, draw)] = steps([Factor(("coin",), np.log([0.5, 0.5]))], ["coin"])
    >>> state = np.array([[0.0, 0.0], [1.0, 1.0]])
    >>> draw(state, np.array([[0.4, 0.6]]))
    >>> state[rows].tolist()
    [[0.0, 1.0]]
    """
    colour = colours(factors)
    touched = {v: [f for f in factors if v in f.variables] for v in hidden}
    small = {v: prod(sizes_of(touched[v]).values()) <= LOOKED_UP for v in hidden}
    found, first = [], 0
    # a variable with a large table is drawn by itself
    for _, group in groupby(hidden, lambda v: (colour[v], None if small[v] else v)):
        names = list(group)
        rows = slice(first, first + len(names))
        first = rows.stop
        make = _by_table if small[names[0]] else _by_product
        found.append((rows, make(rows, names, touched, hidden)))
    return found


def _by_table(rows, names, touched, hidden):
    """Draws variables of one colour: the thresholds of each neighbourhood are looked up."""
    most = max(sizes_of(touched[v])[v] for v in names)
    places, limits, cells = [], [], 0
    for v in names:
        near = list(dict.fromkeys(u for f in touched[v] for u in f.variables if u != v))
        joint = multiplied(touched[v], [*near, v]).log
        # NaN where no state is possible, which is where no chain ever is
        limit = thresholds(np.exp(log_normalize(joint.reshape(-1, joint.shape[-1]))))
        # a threshold of 2 is never passed: variables with fewer states than others
        limits.append(np.pad(limit, ((0, 0), (0, most - joint.shape[-1])), constant_values=2.0))
        places.append(_place(near, hidden, sizes_of(touched[v]), cells))
        cells += len(limit)
    place, limits = np.array(places), [*np.ascontiguousarray(np.concatenate(limits).T)]

    def step(state, uniform):
        # one matrix product numbers the cells: floats are exact here, and fast
        cell = (place @ state).astype(np.intp)
        drawn = state[rows]
        drawn[:] = 0.0
        for limit in limits:
            drawn += uniform >= limit.take(cell)

    return step


def _by_product(rows, names, touched, hidden):
    """Draws one variable: its tables are multiplied at the present state of each chain."""
    [v] = names
    tables = []
    for f in touched[v]:
        last = np.moveaxis(f.log, f.variables.index(v), -1)
        rest = [u for u in f.variables if u != v]
        place = _place(rest, hidden, sizes_of([f]), 0)
        tables.append((place, last.reshape(-1, last.shape[-1])))

    def step(state, uniform):
        scores = sum(last[(place @ state).astype(np.intp)] for place, last in tables)
        state[rows] = (uniform >= thresholds(np.exp(log_normalize(scores))).T).sum(axis=0)

    return step


def _place(names, hidden, sizes, first):
    """Weights that make of a state the number of its cell in a table over some variables."""
    place = np.zeros(len(hidden) + 1)
    for k, name in enumerate(names):
        place[hidden.index(name)] = prod(sizes[u] for u in names[k + 1 :])
    place[-1] = first
    return place
