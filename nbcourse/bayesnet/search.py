"""Greedy search for a structure: one arrow at a time, as long as the score falls."""

from collections.abc import Hashable, Mapping
from functools import cache
from typing import Any, NamedTuple

import networkx as nx

from nbcourse.bayesnet.graph import dag
from nbcourse.bayesnet.learning import as_table
from nbcourse.bayesnet.scores import family_score
from nbcourse.logspace import whole_number

__all__ = ["Move", "Search", "hill_climb"]

OPERATIONS = ("add", "remove", "reverse")
TIE = 1e-9  # scores that differ by less of their size are equal: the difference is rounding


class Move(NamedTuple):
    """One step of a search.

    Attributes
    ----------
    operation : {"add", "remove", "reverse"}
        What was done
    parent, child : hashable
        to which arrow,
    score : float
        and the score after it, in nats.
    """

    operation: str
    parent: Hashable
    child: Hashable
    score: float


class Search(NamedTuple):
    """What a search found.

    Attributes
    ----------
    graph : networkx.DiGraph
        The structure where no single move improves the score.
    score : float
        Its score in nats; smaller is better.
    moves : list of Move
        The way there.
    """

    graph: nx.DiGraph
    score: float
    moves: list


def hill_climb(
    data: Mapping,
    penalty: str | float = "bic",
    *,
    start: Any = (),
    max_parents: int | None = None,
    states: Mapping | None = None,
) -> Search:
    r"""Greedy search (贪心搜索): the best of all moves that add, remove or reverse one arrow.

    .. math:: \Delta = \sum_{i \text{ touched}} \big(s_i(\pi_i') - s_i(\pi_i)\big) < 0

    It ends where no move lowers the score, which need not be the lowest score of all. Of equally
    good moves the first is taken: adding before removing before reversing, then in the order of
    the columns by parent and by child. Equal scores are the rule, not the exception: equivalent
    structures have them, so the direction of an arrow may mean no more than the order of columns.

    Parameters
    ----------
    data : mapping, Table or pandas.DataFrame
        A column for each variable.
    penalty : {"bic", "aic"} or float, default "bic"
        As for :func:`~nbcourse.bayesnet.score`.
    start : BayesNet, networkx.DiGraph, or iterable of (parent, child), optional
        Where to start; without it, no arrow.
    max_parents : int, optional
        The most parents that a variable may get.
    states : mapping, optional
        The states of some variables.

    Returns
    -------
    Search

    Raises
    ------
    ValueError
        If the penalty is unknown, or `start` does not fit the columns.

    Examples
    --------
    >>> data = {"A": [0, 1, 0, 1, 1, 1, 0, 1, 1, 0], "B": [1, 0, 1, 0, 0, 1, 1, 0, 0, 0]}
    >>> found = hill_climb(data)
    >>> list(found.graph.edges), round(found.score, 4)
    ([('A', 'B')], 15.1367)
    """
    table = as_table(data, states)
    most = len(table) if max_parents is None else whole_number("max_parents", max_parents)

    @cache
    def family(child, parents):
        return family_score(table, child, parents, penalty)

    def total(graph):
        return sum(family(v, frozenset(graph.predecessors(v))) for v in graph)

    graph, moves = dag(start, table.variables), []
    reached = total(graph)
    while True:
        changes = [(_change(graph, family, *move), move) for move in _moves(graph, most)]
        tie = TIE * max(1.0, abs(reached))
        best = min((change for change, _ in changes), default=0.0)
        if best >= -tie:
            return Search(graph, reached, moves)
        move = next(move for change, move in changes if change <= best + tie)
        graph = _moved(graph, *move)
        reached = total(graph)
        moves.append(Move(*move, reached))


def _moves(graph, most):
    """All moves that keep the graph without circles, in the order that decides ties."""
    above = {v: nx.ancestors(graph, v) for v in graph}
    room = {v for v in graph if graph.in_degree(v) < most}
    for operation in OPERATIONS:
        for parent in graph:
            for child in graph:
                if operation == "add":
                    fits = child != parent and child not in above[parent] and child in room
                    allowed = fits and not graph.has_edge(parent, child)
                else:
                    allowed = graph.has_edge(parent, child)
                if operation == "reverse":
                    # another way from parent to child would close a circle
                    others = set(graph.predecessors(child)) - {parent}
                    allowed = allowed and parent in room
                    allowed = allowed and not any(parent in above[other] for other in others)
                if allowed:
                    yield operation, parent, child


def _change(graph, family, operation, parent, child):
    """What a move adds to the score: only the touched families change."""
    parents = {v: frozenset(graph.predecessors(v)) for v in (parent, child)}
    after = {child: parents[child] ^ {parent}}
    if operation == "reverse":
        after[parent] = parents[parent] | {child}
    return sum(family(v, new) - family(v, parents[v]) for v, new in after.items())


def _moved(graph, operation, parent, child):
    """The graph after a move."""
    graph = graph.copy()
    if operation == "add":
        graph.add_edge(parent, child)
    else:
        graph.remove_edge(parent, child)
    if operation == "reverse":
        graph.add_edge(child, parent)
    return graph
