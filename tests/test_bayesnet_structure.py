"""What arrows say, and arrows from data: against numbers, networkx, and brute force."""

import subprocess
import sys
from itertools import chain, combinations, permutations
from math import log

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nbcourse.bayesnet import (
    BayesNet,
    Table,
    all_dags,
    ancestral_set,
    chow_liu,
    d_separated,
    dag,
    equivalent,
    family_score,
    hill_climb,
    learn,
    markov_blanket,
    moral_graph,
    pairwise_information,
    score,
    search,
    v_structures,
)
from nbcourse.logspace import conditional_mutual_information, mutual_information
from tests.networks import alarm, joint, networks, yes_no

BIC = {"A": [0, 1, 0, 1, 1, 1, 0, 1, 1, 0], "B": [1, 0, 1, 0, 0, 1, 1, 0, 0, 0]}
COLLIDER = [("P", "K"), ("S", "K"), ("K", "X"), ("K", "D")]
SEVEN = [("u", "v"), ("w", "v"), ("p", "q"), ("q", "r"), ("v", "r"), ("r", "x"), ("y", "x")]
SPRINKLER = [("C", "S"), ("C", "R"), ("S", "W"), ("R", "W")]


def subsets(names):
    return chain.from_iterable(combinations(names, k) for k in range(len(names) + 1))


@pytest.mark.parametrize(
    ("edges", "x", "y", "z", "separated"),
    [
        (COLLIDER, "P", "S", [], True),
        (COLLIDER, "P", "S", ["K"], False),
        (COLLIDER, "P", "S", ["X"], False),
        (COLLIDER, "X", "D", ["K"], True),
        (COLLIDER, "X", "D", [], False),
        (COLLIDER, "P", "X", ["K"], True),
        (COLLIDER, "S", "D", ["P"], False),
        (SEVEN, "p", "u", [], True),
        (SEVEN, "p", "u", ["y"], True),
        (SEVEN, "p", "u", ["r"], False),
        (SEVEN, "p", "u", ["x"], False),
        (SEVEN, "p", "u", ["x", "v"], True),
        (SEVEN, "y", "u", ["x"], False),
        (SEVEN, "w", "u", ["v"], False),
        (SEVEN, "w", "q", ["x", "u"], False),
        (SPRINKLER, "S", "R", [], False),
        (SPRINKLER, "S", "R", ["C"], True),
        (SPRINKLER, "S", "R", ["C", "W"], False),
    ],
)
def test_d_separation_in_known_graphs(edges, x, y, z, separated):
    assert d_separated(edges, x, y, z) is d_separated(edges, y, x, set(z)) is separated


def test_d_separation_in_all_graphs_on_four_nodes():
    """543 graphs, 13,032 questions; without the step to the ancestors 414 answers are missed."""
    graphs, questions, missed = list(all_dags("abcd")), 0, 0
    for graph in graphs:
        whole = moral_graph(graph)
        for x, y in combinations("abcd", 2):
            for z in subsets([v for v in "abcd" if v not in (x, y)]):
                ours = d_separated(graph, x, y, z)
                assert ours == nx.is_d_separator(graph, {x}, {y}, set(z))
                cut = whole.subgraph(set("abcd") - set(z))
                short = not nx.has_path(cut, x, y)
                assert ours or not short  # the short version never errs in that direction
                questions, missed = questions + 1, missed + (ours and not short)
    assert (len(graphs), questions, missed) == (543, 13_032, 414)


@settings(max_examples=25, deadline=None)
@given(networks(most=4, zeros=False))
def test_d_separated_variables_are_independent_in_numbers(net):
    """And others are not, unless a table happens to be flat; here none is."""
    p = np.array([*joint(net).values()]).reshape([len(net.states[v]) for v in net.variables])
    places = range(p.ndim)
    for i, j in combinations(places, 2):
        for z in subsets([k for k in places if k not in (i, j)]):
            rest = tuple(k for k in places if k not in (i, j, *z))
            within = p.sum(axis=rest, keepdims=True)
            both = within * within.sum(axis=(i, j), keepdims=True)
            apart = within.sum(axis=i, keepdims=True) * within.sum(axis=j, keepdims=True)
            names = [net.variables[k] for k in (i, j)]
            if d_separated(net, *names, [net.variables[k] for k in z]):
                np.testing.assert_allclose(both, apart, atol=1e-15)
            elif min(p.shape) > 1:
                assert np.abs(both - apart).max() > 0


def test_sets_of_variables_and_every_way_to_say_none():
    for nothing in ({}, [], (), set(), None):
        assert d_separated(COLLIDER, "P", "S", nothing)
    assert not d_separated(COLLIDER, "P", "S", "K")
    assert d_separated(COLLIDER, ["P", "S"], {"X", "D"}, "K")
    assert not d_separated(COLLIDER, ["P", "S"], {"X", "D"})
    pair = [("a", ("a", "b")), ("b", ("a", "b"))]  # a tuple that is a name is that variable
    assert not d_separated(pair, "a", ("a", "b"))
    assert not d_separated(pair, "a", "b", ("a", "b"))


@pytest.mark.parametrize(
    ("x", "y", "z", "told"),
    [
        ("P", "P", [], "x and y share"),
        ("P", "S", ["P"], "x and given share"),
        ("P", "Q", [], "y names 'Q'"),
        ("P", "S", "KX", "given names 'KX'"),
        ([], "S", [], "x is empty"),
        ("P", None, [], "y is empty"),
        (7, "S", [], "x names 7"),
    ],
)
def test_d_separation_refuses_what_makes_no_sense(x, y, z, told):
    with pytest.raises(ValueError, match=told):
        d_separated(COLLIDER, x, y, z)


@pytest.mark.parametrize(
    ("structure", "told"),
    [
        ([("a", "b"), ("b", "c"), ("c", "a")], "circle, 'a' -> 'b' -> 'c' -> 'a'"),
        ([("a", "a")], "circle"),
        ([("a", "b", "c")], "expected pairs"),
        ("ab", "structure='ab'"),
        (["ab"], "expected pairs"),
        (7, "structure=7"),
        ({"a": "b"}, "structure={'a': 'b'}"),
        ([("a", None)], "expected pairs"),
        ([("a", "z")], "names 'z'"),
    ],
)
def test_structures_that_are_none_are_refused(structure, told):
    with pytest.raises(ValueError, match=told):
        dag(structure, ["a", "b", "c"])


@settings(max_examples=25, deadline=None)
@given(networks(zeros=False))
def test_a_markov_blanket_shields_from_all_others(net):
    for v in net.variables:
        blanket = markov_blanket(net, v)
        others = [u for u in net.variables if u not in [v, *blanket]]
        assert not others or d_separated(net, v, others, blanket)
        for u in blanket:
            assert not d_separated(net, v, u, [w for w in blanket if w != u])
        assert ancestral_set(net, [v]) == nx.ancestors(net.graph, v) | {v}


def test_equivalent_structures_say_the_same_independences():
    """All pairs of the 25 graphs on three nodes: 11 classes."""

    def said(graph):
        triples = [
            (x, y, z) for x, y in combinations("abc", 2) for z in subsets(set("abc") - {x, y})
        ]
        return frozenset((x, y, z) for x, y, z in triples if d_separated(graph, x, y, z))

    graphs = list(all_dags("abc"))
    for one, other in combinations(graphs, 2):
        assert equivalent(one, other) == (said(one) == said(other))
    assert len({said(graph) for graph in graphs}) == 11
    assert v_structures(COLLIDER) == {(frozenset("PS"), "K")}
    assert v_structures([*COLLIDER, ("P", "S")]) == set()


def test_scores_with_known_values():
    assert score([("A", "B")], BIC) == pytest.approx(15.136702141256695)
    assert score([("B", "A")], BIC) == pytest.approx(15.136702141256695)
    assert score([], BIC) == pytest.approx(15.762818433179174)
    assert score([("A", "B")], BIC, unit="bits") == pytest.approx(21.83764511460439)
    assert score([("A", "B")], BIC, states={"B": [0, 1, 2]}) == pytest.approx(17.43928723425074)
    constant = {"A": [0, 1, 0, 1], "K": [7, 7, 7, 7]}
    for arrows in ([("A", "K")], [("K", "A")], []):
        assert score(arrows, constant) == pytest.approx(3.4657359027997265)
    assert list(hill_climb(constant).graph.edges) == []


@settings(max_examples=40, deadline=None)
@given(networks(most=4), st.integers(1, 40), st.sampled_from(["bic", "aic", 0.0, 2.5]))
def test_scores_are_cost_minus_fit(net, m, penalty):
    """The same number from the tables of largest likelihood, row by row, and part by part."""
    data = Table(net.sample(m, rng=0), net.states)
    cost = {"bic": log(m) / 2, "aic": 1.0}.get(penalty, penalty)
    fit = 0.0
    for i in range(m):
        row = {v: data[v][i] for v in data}
        for v, cpt in net.cpts.items():
            same = [all(data[u][k] == row[u] for u in cpt.parents) for k in range(m)]
            hits = sum(s and data[v][k] == row[v] for k, s in enumerate(same))
            fit += log(hits / sum(same))
    wanted = cost * net.n_parameters - fit
    assert score(net, data, penalty) == pytest.approx(wanted, abs=1e-9)
    families = [family_score(data, v, list(net.graph.predecessors(v)), penalty) for v in data]
    assert sum(families) == pytest.approx(wanted, abs=1e-9)
    assert score(net, data, penalty, unit="bits") * log(2) == pytest.approx(wanted, abs=1e-9)


def test_score_is_that_of_the_learned_network():
    data = alarm().sample(5000, rng=0)
    net = learn(alarm(), data, alpha=0.0) if data.counts(["B", "E"]).all() else None
    smooth = learn(alarm(), data, alpha=1e-9)
    bic = log(5000) / 2 * smooth.n_parameters - smooth.log_likelihood(data)
    assert score(alarm(), data) == pytest.approx(bic, abs=1e-4)
    assert net is None or score(net, data, 0) == pytest.approx(-net.log_likelihood(data))


@settings(max_examples=25, deadline=None)
@given(networks(most=4))
def test_equivalent_structures_have_equal_scores(net):
    data = Table(net.sample(30, rng=0), net.states)
    names = list(data)
    found = {}
    for graph in all_dags(names[:3]):
        graph.add_nodes_from(names)
        key = frozenset(map(frozenset, graph.edges)), frozenset(v_structures(graph))
        found.setdefault(key, []).append(score(graph, data))
    for scores in found.values():
        np.testing.assert_allclose(scores, scores[0], rtol=1e-9)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"penalty": "BIC"}, "penalty='BIC'"),
        ({"penalty": -1.0}, "penalty holds -1"),
        ({"penalty": None}, "penalty"),
        ({"penalty": [1.0]}, "penalty"),
        ({"unit": "bytes"}, "unit='bytes'"),
        ({"unit": ["bits"]}, "unit"),
    ],
)
def test_unknown_scores_are_refused(options, told):
    with pytest.raises(ValueError, match=told):
        score([], BIC, **options)
    with pytest.raises(ValueError, match=told if "penalty" in options else "no row"):
        hill_climb(
            BIC if "penalty" in options else {"A": []},
            options.get("penalty", "bic"),
            states=None if "penalty" in options else {"A": [0]},
        )


@settings(max_examples=25, deadline=None)
@given(networks(most=4), st.sampled_from(["bic", "aic"]))
def test_no_move_improves_what_hill_climbing_found(net, penalty):
    data = Table(net.sample(60, rng=0), net.states)
    found = hill_climb(data, penalty)
    assert found.score == pytest.approx(score(found.graph, data, penalty), abs=1e-9)
    scores = [score([], data, penalty), *(move.score for move in found.moves)]
    assert scores == sorted(scores, reverse=True)
    pairs = {frozenset(e): e for e in found.graph.edges}
    best = found.score - 1e-9 * max(1, abs(found.score)) * 2
    for graph in all_dags(list(data)):
        theirs = {frozenset(e): e for e in graph.edges}
        both = pairs.keys() | theirs.keys()
        if sum(pairs.get(e) != theirs.get(e) for e in both) == 1:
            assert score(graph, data, penalty) >= best


def test_ties_are_settled_by_the_order_of_columns():
    assert list(hill_climb(BIC).graph.edges) == [("A", "B")]
    swapped = hill_climb({"B": BIC["B"], "A": BIC["A"]})
    assert list(swapped.graph.edges) == [("B", "A")]
    assert equivalent(swapped.graph, [("A", "B")])


@pytest.mark.parametrize("seed", range(12))
def test_rounding_does_not_break_ties(seed):
    """Both directions score the same but for the last digits, which must not decide."""
    rng = np.random.default_rng(seed)
    a = rng.integers(0, 5, 1000)
    data = {"a": a, "b": (a + (rng.random(1000) < 0.3)) % 5}
    assert [move[:3] for move in hill_climb(data).moves] == [("add", "a", "b")]
    swapped = {v: data[v] for v in "ba"}
    assert [move[:3] for move in hill_climb(swapped).moves] == [("add", "b", "a")]


def test_ties_do_not_depend_on_hashes():
    program = (
        "from nbcourse.bayesnet import hill_climb, chow_liu\n"
        f"data = {BIC!r}; data |= {{'C': data['A'], 'D': data['B'][::-1]}}\n"
        "print(hill_climb(data, 'aic').graph.edges, chow_liu(data, given='D').edges)"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            encoding="utf-8",
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in "01"
    }
    assert len(told) == 1


def test_moves_are_all_changes_of_one_arrow_without_a_circle():
    """From each of the 543 graphs on four nodes, against all other graphs."""
    graphs = {frozenset(graph.edges) for graph in all_dags("abcd")}
    for edges in graphs:
        graph = dag(edges, "abcd")
        ours = [frozenset(search._moved(graph, *move).edges) for move in search._moves(graph, 4)]
        near = {edges | {arrow} for arrow in permutations("abcd", 2)}
        near |= {edges - {arrow} for arrow in edges}
        near |= {edges - {arrow} | {arrow[::-1]} for arrow in edges}
        assert len(ours) == len(set(ours))
        assert set(ours) == (near & graphs) - {edges}


def test_search_starts_where_it_is_told_and_keeps_to_the_limit():
    data = alarm().sample(3000, rng=0)
    start = [("J", "M")]
    assert hill_climb(data, start=start).score <= score(start, data)
    assert max(d for _, d in hill_climb(data, 0.0, max_parents=1).graph.in_degree) == 1
    with pytest.raises(ValueError, match="names 'Q'"):
        hill_climb(data, start=[("Q", "M")])


def test_a_search_reverses_an_arrow_where_that_pays():
    """b and d cause c; the start says that c causes d."""
    rng = np.random.default_rng(0)
    b, d, noise = rng.random((3, 1000)) < [[0.5], [0.5], [0.05]]
    found = hill_climb({"b": b, "c": (b & d) ^ noise, "d": d}, start=[("b", "c"), ("c", "d")])
    assert [move[:3] for move in found.moves] == [("reverse", "c", "d")]
    assert set(found.graph.edges) == {("b", "c"), ("d", "c")}


def test_a_greedy_search_may_stop_short():
    """An exclusive or shows in no pair: each single arrow costs, the two together would pay."""
    rng = np.random.default_rng(0)
    b, d = rng.integers(0, 2, (2, 400))
    data = {"b": b, "c": b ^ d, "d": d}
    assert not hill_climb(data).moves
    assert score([("b", "c"), ("d", "c")], data) < hill_climb(data).score - 100


@settings(max_examples=25, deadline=None)
@given(networks(most=4), st.booleans())
def test_information_of_pairs_is_that_of_logspace(net, classes):
    data = Table(net.sample(50, rng=0), net.states)
    names = list(data)
    if len(names) < 3:
        return
    given = names.pop() if classes else None
    ours = pairwise_information(data, given)
    for (i, x), (j, y) in combinations(enumerate(names), 2):
        counts = data.counts([x, y] if given is None else [given, x, y]) / data.n
        theirs = (
            mutual_information(counts)
            if given is None
            else (conditional_mutual_information(counts))
        )
        assert ours[[i, j], [j, i]] == pytest.approx(theirs, abs=1e-12)


@pytest.mark.parametrize("kind", [dict, Table, pd.DataFrame])
def test_pairs_and_families_are_taken_from_any_columns(kind):
    columns = {"a": [0, 0, 1, 1, 1], "b": [0, 1, 1, 1, 0], "c": ["x", "y", "x", "y", "y"]}
    seen, table = kind(columns), Table(columns)
    assert np.array_equal(pairwise_information(seen, "c"), pairwise_information(table, "c"))
    assert pairwise_information(seen)[0, 1] == pytest.approx(
        mutual_information(np.array([[1, 1], [1, 2]]) / 5)
    )
    families = family_score(seen, "a", ["c"]) + family_score(seen, "c", [])
    assert families == pytest.approx(score([("c", "a")], {v: columns[v] for v in "ac"}))
    for refused in (lambda: pairwise_information(seen, "d"), lambda: family_score(seen, "a", "d")):
        with pytest.raises(ValueError, match="'d'"):
            refused()


@settings(max_examples=20, deadline=None)
@given(networks(most=4, zeros=False))
def test_no_tree_fits_better_than_chow_liu(net):
    data = Table(net.sample(60, rng=0), net.states)
    names = list(data)
    trees = [g for g in all_dags(names) if g.size() == len(names) - 1]
    trees = [g for g in trees if max((d for _, d in g.in_degree), default=0) <= 1]
    best = min(score(g, data, 0.0) for g in trees)
    for root in names:
        tree = chow_liu(data, root)
        assert score(tree, data, 0.0) == pytest.approx(best, abs=1e-9)
        assert [v for v in names if not tree.in_degree(v)] == [root]


def test_the_tree_of_tan_is_weighed_within_the_classes():
    data = {
        "c": [0] * 6 + [1] * 6,
        "A": [1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1],
        "B": [0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 1],
        "D": [1, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0],
    }
    weights = pairwise_information(Table(data), "c")
    assert weights[1, 2] == pytest.approx(0.22528060443315231)
    assert weights[0, 2] == pytest.approx(0.1591285420737032)
    assert weights[0, 1] == pytest.approx(0, abs=1e-12)
    skeleton = {frozenset(e) for e in chow_liu(data, given="c").edges if "c" not in e}
    assert skeleton == {frozenset("BD"), frozenset("AD")}
    plain = {v: data[v] for v in "ABD"}
    assert {frozenset(e) for e in chow_liu(plain).edges} == {frozenset("AB"), frozenset("BD")}


def test_a_variable_without_information_stays_in_the_tree():
    rows = [
        "0000",
        "0000",
        "0010",
        "0010",
        "1100",
        "1110",
        "0001",
        "0011",
        "1101",
        "1101",
        "1111",
        "1111",
    ]
    data = {name: [int(r[i]) for r in rows] for i, name in enumerate("ABZc")} | {"K": [5] * 12}
    graph = chow_liu(data, given="c")
    assert set(graph) == set("ABZKc")
    assert all(graph.has_edge("c", v) for v in "ABZK")
    assert graph.has_edge("A", "B")
    net = learn(graph, {v: data[v] for v in "ABZKc"}, alpha=1)
    for z in (0, 1):
        found = net.probability({"c": 0}, {"A": 0, "B": 0, "Z": z, "K": 5})
        assert found == pytest.approx(50 / 77)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"root": "Q"}, "root names 'Q'"),
        ({"given": "Q"}, "given names 'Q'"),
        ({"root": "A", "given": "A"}, "root names 'A'"),
    ],
)
def test_trees_of_nothing_are_refused(options, told):
    with pytest.raises(ValueError, match=told):
        chow_liu(BIC, **options)
    with pytest.raises(ValueError, match="beside the class"):
        chow_liu({"A": [0, 1]}, given="A")


def test_a_table_of_too_many_cells_is_refused():
    data = {i: [0, 1] for i in range(30)}
    with pytest.raises(ValueError, match="max_parents"):
        family_score(Table(data), 0, list(range(1, 30)))


def test_the_factorising_collider_of_the_erratum():
    """Parents of a known child are generally dependent, not necessarily."""
    f, g = {True: 0.9, False: 0.3}, {True: 0.8, False: 0.2}
    child = {(a, b): f[a] * g[b] for a in f for b in g}
    net = BayesNet([yes_no("a", 0.5), yes_no("b", 0.5), yes_no("c", child, ["a", "b"])])

    def dependence(c):
        p = net.posterior(["a", "b"], {"c": c})
        return p[True, True] * p[False, False] - p[True, False] * p[False, True]

    assert dependence(True) == pytest.approx(0, abs=1e-15)
    assert abs(dependence(False)) > 0.01
    assert not d_separated(net, "a", "b", "c")
