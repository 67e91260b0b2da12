"""What can be read off the arrows alone: ancestors, moral graph, d-separation, equivalence.

Every function takes a :class:`~nbcourse.bayesnet.BayesNet`, a networkx DiGraph, or a list of
(parent, child) pairs.
"""

from collections.abc import Collection, Hashable, Iterable, Iterator
from itertools import combinations, product
from typing import Any

import networkx as nx

from nbcourse.bayesnet.given import is_value, names_among
from nbcourse.logspace import is_collection, refuse

__all__ = [
    "all_dags",
    "ancestral_set",
    "d_separated",
    "dag",
    "equivalent",
    "markov_blanket",
    "moral_graph",
    "v_structures",
]


def dag(structure: Any, variables: Iterable[Hashable] = ()) -> nx.DiGraph:
    r"""A structure as a directed acyclic graph (有向无环图).

    Parameters
    ----------
    structure : BayesNet, networkx.DiGraph, or iterable of (parent, child)
        The arrows.
    variables : iterable of hashable, optional
        All variables, in order; those that no arrow touches stand alone. If given, the arrows
        may name no others.

    Returns
    -------
    networkx.DiGraph
        A new graph; its nodes in the order of `variables`.

    Raises
    ------
    ValueError
        If an arrow is no pair of names, names an unknown variable, or the arrows run in a circle.

    Examples
    --------
    >>> list(dag([("rain", "wet")], ["wet", "rain", "hour"]).nodes)
    ['wet', 'rain', 'hour']
    """
    graph, known = nx.DiGraph(), list(variables)
    given = getattr(structure, "graph", structure) if hasattr(structure, "cpts") else structure
    nodes, edges = (given.nodes, given.edges) if isinstance(given, nx.DiGraph) else ((), given)
    if isinstance(edges, str | bytes | dict) or not is_collection(edges):
        raise ValueError(f"structure={edges!r:.60}: give a list of pairs (parent, child)")
    pairs = [tuple(e) if isinstance(e, list | tuple) else (e,) for e in edges]
    refuse(
        f"structure holds {pair!r:.60}, expected pairs (parent, child) of texts, numbers or tuples"
        for pair in pairs
        if len(pair) != 2 or not all(map(is_value, pair))
    )
    named = dict.fromkeys([*nodes, *(name for pair in pairs for name in pair)])
    refuse(
        f"structure names {name!r}, which is none of the variables {known!r:.200}: check spelling"
        for name in named
        if known and name not in known
    )
    graph.add_nodes_from([*known, *named])
    graph.add_edges_from(pairs)
    if not nx.is_directed_acyclic_graph(graph):
        cycle = [parent for parent, _ in nx.find_cycle(graph)]
        told = " -> ".join(map(repr, [*cycle, cycle[0]]))
        raise ValueError(f"the arrows run in a circle, {told}: turn or drop one of them")
    return graph


def ancestral_set(structure: Any, names: Collection[Hashable]) -> set:
    r"""Variables and all their ancestors (祖先集).

    .. math:: \mathrm{An}(S) = S \cup \{v : v \to \dots \to s,\ s \in S\}

    Parameters
    ----------
    structure : BayesNet, networkx.DiGraph, or iterable of (parent, child)
        The arrows.
    names : hashable or collection
        The variables.

    Returns
    -------
    set

    Examples
    --------
    >>> sorted(ancestral_set([("a", "b"), ("b", "c"), ("b", "d")], ["c"]))
    ['a', 'b', 'c']
    """
    graph = dag(structure)
    return _with_ancestors(graph, names_among("names", names, graph.nodes))


def moral_graph(structure: Any, names: Collection[Hashable] | None = None) -> nx.Graph:
    r"""Moral graph (道德图): parents of a common child joined, then every arrow a line.

    Parameters
    ----------
    structure : BayesNet, networkx.DiGraph, or iterable of (parent, child)
        The arrows.
    names : collection, optional
        Keep only these variables and their ancestors, as d-separation asks for.

    Returns
    -------
    networkx.Graph

    Notes
    -----
    Equation S1-moral.

    Examples
    --------
    >>> wet = [("rain", "wet"), ("hose", "wet")]
    >>> sorted(map(sorted, moral_graph(wet).edges))
    [['hose', 'rain'], ['hose', 'wet'], ['rain', 'wet']]
    >>> list(moral_graph(wet, ["rain", "hose"]).edges)
    []
    """
    graph = dag(structure)
    kept = graph.nodes if names is None else names_among("names", names, graph.nodes)
    return nx.moral_graph(graph.subgraph(_with_ancestors(graph, kept)))


def d_separated(structure: Any, x: Any, y: Any, given: Any = ()) -> bool:
    r"""Whether the arrows alone make x and y independent given z (有向分离).

    x and y are d-separated by z if and only if z cuts every path between them in the moral graph
    of the ancestral set of all three; then :math:`x \perp y \mid z` under any tables.

    Parameters
    ----------
    structure : BayesNet, networkx.DiGraph, or iterable of (parent, child)
        The arrows.
    x, y : hashable or non-empty collection
        One variable, or several. A tuple that names a variable is that variable.
    given : hashable, collection or None
        What is known; None and every empty collection mean nothing.

    Returns
    -------
    bool

    Raises
    ------
    ValueError
        If a name is unknown, stands on two sides, or x or y is empty.

    Notes
    -----
    Equation S1-moral, with the restriction to ancestors that erratum E-S1-06 misses.

    Examples
    --------
    >>> wet = [("rain", "wet"), ("hose", "wet"), ("wet", "slippery")]
    >>> d_separated(wet, "rain", "hose"), d_separated(wet, "rain", "hose", "slippery")
    (True, False)
    """
    graph = dag(structure)
    sides = {
        name: set(names_among(name, value, graph.nodes))
        for name, value in {"x": x, "y": y, "given": given}.items()
    }
    refuse(
        f"{first} and {second} share {sorted(map(repr, sides[first] & sides[second]))}: each "
        "variable stands on one side"
        for first, second in combinations(sides, 2)
        if sides[first] & sides[second]
    )
    refuse(f"{side} is empty: name at least one variable" for side in "xy" if not sides[side])
    moral = nx.moral_graph(graph.subgraph(_with_ancestors(graph, set().union(*sides.values()))))
    moral.remove_nodes_from(sides["given"])
    reached = set().union(*(nx.node_connected_component(moral, start) for start in sides["x"]))
    return not reached & sides["y"]


def markov_blanket(structure: Any, variable: Hashable) -> list:
    r"""Parents, children and the children's other parents: all that a variable depends on.

    .. math:: P(x_i \mid x_{-i}) = P(x_i \mid x_{\mathrm{MB}(i)})

    Parameters
    ----------
    structure : BayesNet, networkx.DiGraph, or iterable of (parent, child)
        The arrows.
    variable : hashable
        One of the variables.

    Returns
    -------
    list
        In the order of the variables.

    Examples
    --------
    >>> markov_blanket([("rain", "wet"), ("hose", "wet"), ("wet", "slippery")], "rain")
    ['wet', 'hose']
    """
    graph = dag(structure)
    [variable] = names_among("variable", [variable], graph.nodes)
    # neighbours in the moral graph are just these
    near = set(nx.moral_graph(graph)[variable])
    return [name for name in graph.nodes if name in near]


def v_structures(structure: Any) -> set:
    r"""Colliders whose parents are not joined: :math:`a \to c \leftarrow b`, no arrow a - b.

    Parameters
    ----------
    structure : BayesNet, networkx.DiGraph, or iterable of (parent, child)
        The arrows.

    Returns
    -------
    set of (frozenset of two parents, child)

    Examples
    --------
    >>> v_structures([("rain", "wet"), ("hose", "wet")]) == {(frozenset({"rain", "hose"}), "wet")}
    True
    """
    graph = dag(structure)
    return {
        (frozenset(pair), child)
        for child in graph
        for pair in combinations(graph.predecessors(child), 2)
        if not (graph.has_edge(*pair) or graph.has_edge(*pair[::-1]))
    }


def equivalent(one: Any, other: Any) -> bool:
    """Whether two structures say the same independences (等价类), so that no data tell them apart.

    They do if and only if they have the same lines and the same v-structures.

    Parameters
    ----------
    one, other : BayesNet, networkx.DiGraph, or iterable of (parent, child)
        The structures.

    Returns
    -------
    bool

    Examples
    --------
    >>> equivalent([("a", "b"), ("b", "c")], [("c", "b"), ("b", "a")])
    True
    >>> equivalent([("a", "b"), ("b", "c")], [("a", "b"), ("c", "b")])
    False
    """
    one, other = dag(one), dag(other)
    lines = [{frozenset(edge) for edge in graph.edges} for graph in (one, other)]
    same = set(one) == set(other) and lines[0] == lines[1]
    return same and v_structures(one) == v_structures(other)


def all_dags(variables: Collection[Hashable]) -> Iterator[nx.DiGraph]:
    """Every directed acyclic graph on some variables: 3, 25, 543, 29281 on 2, 3, 4, 5 of them.

    Parameters
    ----------
    variables : collection of hashable
        The nodes, five at most in reasonable time.

    Yields
    ------
    networkx.DiGraph

    Examples
    --------
    >>> sum(1 for _ in all_dags("abc"))
    25
    """
    pairs = list(combinations(variables, 2))
    for ways in product((None, 1, -1), repeat=len(pairs)):
        graph = nx.DiGraph()
        graph.add_nodes_from(variables)
        graph.add_edges_from(pair[::way] for pair, way in zip(pairs, ways, strict=True) if way)
        if nx.is_directed_acyclic_graph(graph):
            yield graph


def _with_ancestors(graph, names):
    """A set of nodes and all their ancestors."""
    return set(names).union(*(nx.ancestors(graph, name) for name in names))
