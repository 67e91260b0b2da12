"""Trees of mutual information: Chow-Liu, and within the classes the tree of TAN."""

from collections.abc import Hashable, Mapping
from itertools import combinations

import networkx as nx
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from nbcourse.bayesnet.given import names_among
from nbcourse.bayesnet.learning import as_table
from nbcourse.logspace import information_of_pairs

__all__ = ["chow_liu", "pairwise_information"]

DIGITS = 12  # of the information; what differs further on is rounding, and a tie


def chow_liu(
    data: Mapping,
    root: Hashable | None = None,
    *,
    given: Hashable | None = None,
    states: Mapping | None = None,
) -> nx.DiGraph:
    r"""The tree of largest likelihood (Chow-Liu); with `given`, the structure of TAN.

    A maximum spanning tree (最大带权生成树) under the weights

    .. math:: I(X_i; X_j \mid C) = \sum_{x_i, x_j, c} P(x_i, x_j, c)
              \ln \frac{P(x_i, x_j \mid c)}{P(x_i \mid c) P(x_j \mid c)}

    whose arrows lead away from the root. Without `given` the information is the plain
    :math:`I(X_i; X_j)`. Of equal weights the pair that comes first in the columns is taken. A
    variable without information still belongs to the tree.

    Parameters
    ----------
    data : mapping, Table or pandas.DataFrame
        Columns by name.
    root : hashable, optional
        Where the arrows start; the first variable. The choice does not change the likelihood.
    given : hashable, optional
        The class, which becomes a parent of all others.
    states : mapping, optional
        The states of some variables.

    Returns
    -------
    networkx.DiGraph
        As :func:`~nbcourse.bayesnet.learn` takes it.

    Raises
    ------
    ValueError
        If a name is unknown, or `root` is `given`.

    Notes
    -----
    Equations S1-TAN-CMI and S1-TAN-tree.

    Examples
    --------
    >>> data = {"a": [0, 0, 1, 1], "b": [0, 0, 1, 1], "c": [0, 1, 1, 1]}
    >>> list(chow_liu(data).edges)
    [('a', 'b'), ('a', 'c')]
    >>> list(chow_liu(data, given="c").edges)
    [('a', 'b'), ('c', 'a'), ('c', 'b')]
    """
    table = as_table(data, states)
    classes = [] if given is None else names_among("given", [given], table.variables)
    names = [v for v in table.variables if v not in classes]
    if not names:
        raise ValueError("data have no column beside the class: give at least one")
    [root] = names_among("root", [names[0] if root is None else root], names)
    weights = pairwise_information(table, given).round(DIGITS)
    lines = nx.Graph()
    lines.add_nodes_from(names)
    lines.add_weighted_edges_from(
        (names[i], names[j], weights[i, j]) for i, j in combinations(range(len(names)), 2)
    )
    graph = nx.DiGraph()
    graph.add_nodes_from(table.variables)
    graph.add_edges_from(nx.bfs_edges(nx.maximum_spanning_tree(lines), root))
    graph.add_edges_from((c, v) for c in classes for v in names)
    return graph


def pairwise_information(data: Mapping, given: Hashable | None = None) -> NDArray[np.float64]:
    r"""(Conditional) mutual information of every pair of variables.

    .. math:: I(X_i; X_j \mid C) = H(X_i, C) + H(X_j, C) - H(X_i, X_j, C) - H(C)

    Parameters
    ----------
    data : mapping, Table or pandas.DataFrame
        A column for each variable, at least one row.
    given : hashable, optional
        The class.

    Returns
    -------
    numpy.ndarray of shape (d, d)
        Nats, in the order of the variables other than the class; on the diagonal the entropies.

    Raises
    ------
    ValueError
        If there is no row, a column is unusable, or ``given`` is no column.

    Examples
    --------
    >>> data = {"a": [0, 0, 1, 1], "b": [0, 0, 1, 1], "c": [0, 1, 0, 1]}
    >>> pairwise_information(data).round(3).tolist()
    [[0.693, 0.693, 0.0], [0.693, 0.693, 0.0], [0.0, 0.0, 0.693]]
    """
    table = as_table(data)
    if not table.n:
        raise ValueError("data have no row: give at least one")
    if given is not None:
        [given] = names_among("given", [given], table.variables)
    rows = [i for i, v in enumerate(table.variables) if given is None or v != given]
    sizes = [len(table.states[table.variables[i]]) for i in rows]
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    cells = table.codes[rows] + starts[:, None]
    classes = np.zeros(table.n, dtype=int)
    if given is not None:
        classes = table.codes[table.variables.index(given)]
    n, d = table.n, len(rows)
    # one-hot rows; a sparse product is fast enough, and no other program's load slows it down
    shown = csr_array(
        (np.ones(n * d), cells.T.ravel(), np.arange(0, n * d + 1, d)), shape=(n, sum(sizes))
    )
    inside = (shown[np.flatnonzero(classes == c)] for c in range(classes.max() + 1))
    joint = np.stack([(part.T @ part).toarray() for part in inside]) / n
    return information_of_pairs(joint, starts)
