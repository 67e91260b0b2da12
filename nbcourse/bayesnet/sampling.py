"""Drawing states: thresholds of a distribution, and parents before children."""

from collections.abc import Hashable, Mapping
from typing import Any

import networkx as nx
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

__all__ = ["drawn", "forward", "thresholds"]


def thresholds(p: NDArray[np.float64]) -> NDArray[np.float64]:
    r"""Where a uniform number passes from one state to the next.

    .. math:: F_k = \sum_{j \le k} p_j, \quad k = 0, \dots, r - 2

    Parameters
    ----------
    p : numpy.ndarray of shape (..., r)
        Distributions, or weights.

    Returns
    -------
    numpy.ndarray of shape (..., r - 1)

    Examples
    --------
    >>> thresholds(np.array([0.5, 0.25, 0.25])).tolist()
    [0.5, 0.75]
    """
    total = p.cumsum(axis=-1)
    # divided by the last, so that states of probability zero at the end are never drawn
    return total[..., :-1] / total[..., -1:]


def drawn(p: NDArray[np.float64], rng: Generator) -> NDArray[np.intp]:
    r"""One state from each distribution: the number of thresholds that a uniform number passes.

    .. math:: x = \#\{k : u \ge F_k\}, \qquad u \sim U[0, 1)

    Parameters
    ----------
    p : numpy.ndarray of shape (n, r)
        Distributions, or weights.
    rng : numpy.random.Generator
        Where the uniform numbers come from.

    Returns
    -------
    numpy.ndarray of shape (n,)

    Examples
    --------
    >>> drawn(np.array([[0.0, 1.0], [1.0, 0.0]]), np.random.default_rng(0)).tolist()
    [1, 0]
    """
    return (rng.random((len(p), 1)) >= thresholds(p)).sum(axis=1)


def forward(net: Any, known: Mapping[Hashable, int], n: int, rng: Generator) -> NDArray[np.intp]:
    """States drawn parents before children, some variables held fixed.

    Parameters
    ----------
    net : BayesNet
        The network.
    known : mapping
        Numbers of states that are set, not drawn.
    n : int
        How many.
    rng : numpy.random.Generator
        Where the uniform numbers come from.

    Returns
    -------
    numpy.ndarray of shape (d, n)
        Numbers of states, a row for each variable.

    Examples
    --------
    >>> from nbcourse.bayesnet import CPT, BayesNet
    >>> coins = BayesNet([CPT.of(v, {"H": 0.5, "T": 0.5}) for v in "ab"])
    >>> forward(coins, {"a": 1}, 3, np.random.default_rng(0)).tolist()
    [[1, 1, 1], [1, 0, 0]]
    """
    rows = {v: np.full(n, k) for v, k in known.items()}
    for v in nx.topological_sort(net.graph):
        if v not in rows:
            cpt = net.cpts[v]
            p = cpt.table[tuple(rows[parent] for parent in cpt.parents)]
            rows[v] = drawn(np.broadcast_to(p, (n, len(cpt.states))), rng)
    return np.stack([rows[v] for v in net.variables])
