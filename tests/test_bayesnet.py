"""Tables, networks and exact inference: against the joint table added up, and textbook values."""

import pickle
import re
import subprocess
import sys
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nbcourse.bayesnet import CPT, BayesNet, Table, learn, learn_cpt
from nbcourse.naive_bayes import CategoricalNB
from tests.networks import alarm, assignments, joint, networks, share, yes_no


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_elimination_is_the_joint_table_added_up(data):
    net = data.draw(networks())
    evidence, event = data.draw(assignments(net)), data.draw(assignments(net))
    exact = share(net, event, evidence)
    if exact is None:
        with pytest.raises(ValueError, match="has probability 0"):
            net.probability(event, evidence)
        return
    assert net.probability(event, evidence) == pytest.approx(exact, abs=1e-12)
    whole = share(net, evidence)
    assert np.exp(net.log_probability(evidence)) == pytest.approx(whole, abs=1e-12)
    for v in set(net.variables) - set(evidence):
        wanted = {state: share(net, {v: state}, evidence) for state in net.states[v]}
        assert net.posterior(v, evidence) == pytest.approx(wanted, abs=1e-12)


@settings(max_examples=30, deadline=None)
@given(networks())
def test_joint_sums_to_one_and_rows_are_its_logarithms(net):
    table = joint(net)
    assert sum(table.values()) == pytest.approx(1, abs=1e-12)
    columns = dict(zip(net.variables, map(list, zip(*table, strict=True)), strict=True))
    np.testing.assert_allclose(np.exp(net.log_joint(columns)), [*table.values()], atol=1e-14)
    together = net.posterior(list(net.variables))
    assert together == pytest.approx(table, abs=1e-12)


@settings(max_examples=30, deadline=None)
@given(networks(zeros=False))
def test_many_rows_at_once_are_the_same_posteriors_one_by_one(net):
    if len(net.variables) == 1:
        return
    rows = net.sample(20, rng=0)
    for v in net.variables:
        ours = np.exp(net.log_posteriors(v, {u: rows[u] for u in rows if u != v}))
        for i in range(3):
            evidence = {u: rows[u][i] for u in rows if u != v}
            assert ours[i] == pytest.approx([*net.posterior(v, evidence).values()], abs=1e-12)


@settings(max_examples=20, deadline=None)
@given(networks(most=3))
def test_samples_come_as_often_as_the_joint_says(net):
    n = 4000
    sample = net.sample(n, rng=1)
    found = sample.counts(net.variables) / n
    exact = np.array([*joint(net).values()]).reshape(found.shape)
    assert (np.abs(found - exact) <= 5.5 * np.sqrt(exact * (1 - exact) / n)).all()


def test_the_alarm_network():
    net = alarm()
    calls = {"J": True, "M": True}
    assert net.probability({"B": True}, calls) == pytest.approx(0.2841718353643929, abs=1e-13)
    assert net.probability({"A": True}, calls) == pytest.approx(0.7606920388631079, abs=1e-13)
    assert net.probability({"E": True}, calls) == pytest.approx(0.1760668384050793, abs=1e-13)
    # explaining away: the earthquake makes the burglary unlikely again
    quake = net.probability({"B": True}, {"A": True, "E": True})
    assert quake < 0.01 < net.probability({"B": True}, {"A": True})
    assert net.n_parameters == 10


def test_states_of_parents_may_be_listed_in_any_order():
    rain = CPT("rain", ["none", "some", "much"], [0.7, 0.2, 0.1])
    wet = CPT("wet", [1, 0], [[1, 0], [0.1, 0.9], [0.6, 0.4]], {"rain": ["much", "none", "some"]})
    net = BayesNet([wet, rain])
    assert net.cpts["wet"].rows() == {"none": wet.rows()["none"], **wet.rows()}
    assert net.probability({"wet": 1}, {"rain": "much"}) == 1
    assert net.probability({"wet": 1}) == pytest.approx(0.7 * 0.1 + 0.2 * 0.6 + 0.1)


def test_evidence_left_out_and_evidence_twice():
    missing = BayesNet([yes_no("z", 0.5), yes_no("x", {True: 0.7, False: 0.2}, ["z"])])
    assert missing.probability({"x": True}) == pytest.approx(0.45)
    found = {True: 0.95, False: 0.1}
    ill = BayesNet([yes_no("ill", 0.01), *(yes_no(t, found, ["ill"]) for t in ("t1", "t2"))])
    one, two = {"t1": True}, {"t2": True, "t1": True}
    assert ill.probability({"ill": True}, one) == pytest.approx(0.0875576037)
    assert ill.probability({"ill": True}, two) == pytest.approx(0.4768824306)
    mixed = {"t1": True, "t2": False}
    assert ill.probability({"ill": True}, mixed) == pytest.approx(0.0053028188669)


def test_a_thousand_findings_do_not_underflow():
    names = [f"t{i}" for i in range(1000)]
    found = {True: 0.4, False: 0.401}
    net = BayesNet([yes_no("c", 0.5), *(yes_no(t, found, ["c"]) for t in names)])
    evidence = dict.fromkeys(names, True)
    odds = (0.4 / 0.401) ** 1000
    assert net.probability({"c": True}, evidence) == pytest.approx(odds / (1 + odds), rel=1e-9)
    assert net.log_probability(evidence) < -900


def test_a_long_chain_is_cheap_and_a_dense_net_is_refused():
    chain = [yes_no(0, 0.5)]
    chain += [yes_no(b, {True: 0.9, False: 0.2}, [a]) for a, b in pairwise(range(1000))]
    assert BayesNet(chain).probability({999: True}) == pytest.approx(2 / 3)
    sides = [CPT(("side", i), [0, 1], [0.5, 0.5]) for i in range(30)]
    joins = [
        CPT((i, j), [0, 1], np.full((2, 2, 2), 0.5), {("side", i): [0, 1], ("side", j): [0, 1]})
        for i in range(30)
        for j in range(i)
    ]
    net = BayesNet([*sides, *joins])
    with pytest.raises(ValueError, match="exact inference would need a table of .* take gibbs"):
        net.probability({("side", 0): 1}, {c.variable: 1 for c in joins})


def test_naive_bayes_is_a_network():
    rng = np.random.default_rng(0)
    X, y = rng.integers(0, 3, (200, 5)), rng.choice(["ham", "spam"], 200)
    data = {**{j: X[:, j] for j in range(5)}, "y": y}
    features = [learn_cpt(data, j, ["y"], alpha=1) for j in range(5)]
    net = BayesNet([learn_cpt(data, "y", alpha=0), *features])
    theirs = CategoricalNB(alpha=1).fit(X, y).predict_log_proba(X)
    np.testing.assert_allclose(net.log_posteriors("y", data), theirs, atol=1e-12)
    same = learn([("y", j) for j in range(5)], data, alpha=1)
    assert {v: c.rows() for v, c in same.cpts.items() if v != "y"} == {
        c.variable: c.rows() for c in features
    }


def test_learned_tables_count_smooth_and_divide():
    data = pd.DataFrame({"a": list("uuvv"), "b": [0, 1, 1, 1]})
    found = learn_cpt(data, "b", "a", alpha=0.5, states={"b": [0, 1, 2]})
    assert found.states == (0, 1, 2)
    np.testing.assert_allclose(
        found.table, [[1.5 / 3.5, 1.5 / 3.5, 0.5 / 3.5], [0.5 / 3.5, 2.5 / 3.5, 0.5 / 3.5]]
    )
    with pytest.raises(ValueError, match=r"never show \[\{'a': 'w'\}\].*alpha > 0"):
        learn_cpt(data, "b", "a", alpha=0, states={"a": ["u", "v", "w"]})
    nothing = Table({"a": []}, {"a": [0, 1]})
    with pytest.raises(ValueError, match=r"never show \[\{\}\]"):
        learn_cpt(nothing, "a", alpha=0)
    assert learn_cpt(nothing, "a", alpha=1).rows() == {0: 0.5, 1: 0.5}
    with pytest.raises(TypeError, match="alpha"):
        learn_cpt(data, "b", "a")
    with pytest.raises(ValueError, match="alpha holds -1"):
        learn_cpt(data, "b", "a", alpha=-1)


def test_tables_written_by_hand_come_back():
    rows = {(True, "u"): {0: 0.25, 1: 0.75}, (False, "u"): {1: 0.5, 0: 0.5}}
    made = CPT.of("x", rows, ["a", "b"])
    assert made.rows() == rows
    assert made.parents == {"a": (True, False), "b": ("u",)}
    one = {("s", 1): {0: 1.0}, ("s", 2): {0: 1.0}}  # one parent, whose states are tuples
    assert CPT.of("x", one, [("p", 1)]).rows() == one
    assert repr(made) == "CPT('x' | 'a', 'b': 0, 1)"
    assert pickle.loads(pickle.dumps(made)).rows() == rows
    with pytest.raises(ValueError, match="read-only"):
        made.table[0] = 1


def refused(told, act, *arguments):
    """The one error tells every part, in this order or another."""
    every = "(?s)" + "".join(f"(?=.*{re.escape(part)})" for part in told)
    with pytest.raises(ValueError, match=every):
        act(*arguments)


HALF = CPT("a", [0, 1], [0.5, 0.5])


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: CPT.of("x", {0: 0.5, 1: 0.6}), ["table of 'x' is", "sum 1.1", "divide"]),
        (lambda: CPT.of("x", {0: 0.3333, 1: 0.3333, 2: 0.3333}), ["sum 0.9999"]),
        (lambda: CPT.of("x", {0: -0.5, 1: 1.5}), ["-0.5", "probabilities"]),
        (lambda: CPT.of("x", {0: float("nan"), 1: 1.0}), ["nan", "probabilities"]),
        (lambda: CPT.of("x", {0: "half", 1: 0.5}), ["rows holds 'half'"]),
        (lambda: CPT.of("x", {}), ["'x' has no state"]),
        (lambda: CPT.of("x", {0: {1: 1.0}}), ["rows of 'x'", "{state: probability}"]),
        (lambda: CPT.of("x", {0: 0.5, 1: 0.5}, ["a"]), ["'x'", "state of the parent"]),
        (lambda: CPT.of("x", {0: {0: 1.0}}, ["a", "b"]), ["tuple of 2 parent states"]),
        (lambda: CPT.of("x", [0.5, 0.5]), ["rows of 'x'", "[0.5, 0.5]"]),
        (lambda: CPT("x", [0, 1], [1.0]), ["shape (1,), expected (2,)"]),
        (lambda: CPT("x", [0, 0], [0.5, 0.5]), ["name each once"]),
        (lambda: CPT("x", {0, 1}, [0.5, 0.5]), ["give a list, in fixed order"]),
        (lambda: CPT("x", "ab", [0.5, 0.5]), ["states of 'x' are 'ab'"]),
        (lambda: CPT("x", [None, [1]], [0.5, 0.5]), ["state None", "state [1]"]),
        (lambda: CPT(None, [0], [1.0]), ["variable None"]),
        (lambda: CPT("x", [0], [[1.0]], {"x": [0]}), ["the variable itself"]),
        (lambda: CPT("x", [0], [[1.0]], ["a"]), ["parents=['a']"]),
        (
            lambda: CPT("x", [0, 1], [[0.5, 0.6], [0.5, 0.5], [2, 0]], {"a": ["r", "g", "b"]}),
            ["given 'a'='r'", "given 'a'='b'"],
        ),
        (
            lambda: CPT.of("x", {(0, 0): {0: 1.0}, (1, 1): {0: 0.5, 1: 0.5}}, ["a", "b"]),
            ["lack the parent configuration (0, 1)", "(1, 0)", "(0, 0) lack [1]"],
        ),
        (lambda: BayesNet([]), ["cpts are empty"]),
        (lambda: BayesNet(["x"]), ["cpts hold 'x', expected a CPT"]),
        (
            lambda: BayesNet([HALF, HALF, CPT("x", [0], [[1.0]], {"q": [0]})]),
            ["more than one table for ['a']", "parent 'q', which has no table"],
        ),
        (
            lambda: BayesNet([HALF, CPT("x", [0], [[1.0], [1.0]], {"a": [0, 2]})]),
            ["states (0, 2) of its parent 'a'", "(0, 1)"],
        ),
        (
            lambda: BayesNet([CPT(v, [0], [[1.0]], {u: [0]}) for v, u in ("ab", "bc", "ca")]),
            ["circle", "'a'", "'b'", "'c'"],
        ),
    ],
)
def test_faulty_tables_are_told(make, told):
    refused(told, make)


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda net: net.posterior("B", {"Q": True}), ["evidence names 'Q'", "'B'"]),
        (lambda net: net.posterior("B", {"J": "yes"}), ["evidence gives 'J'", "'yes'", "True"]),
        (lambda net: net.posterior("B", {"J": None}), ["None", "leave out what is unknown"]),
        (lambda net: net.posterior("B", {"J": [True]}), ["evidence gives 'J'", "[True]"]),
        (lambda net: net.posterior("B", {"J": 2, "M": 3}), ["'J' the state 2", "'M' the state 3"]),
        (lambda net: net.posterior("B", ["J"]), ["evidence=['J']"]),
        (lambda net: net.posterior("B", {"B": True}), ["query names 'B'"]),
        (lambda net: net.posterior("Q"), ["query names 'Q'"]),
        (lambda net: net.posterior([]), ["query is empty"]),
        (lambda net: net.probability({"Q": 1}), ["event names 'Q'"]),
        (lambda net: net.log_joint({"B": [True]}), ["lack the column 'E'", "'M'"]),
        (lambda net: net.log_posteriors("Q", {}), ["variable names 'Q'"]),
        (lambda net: net.sample(-1, 0), ["n=-1"]),
        (lambda net: net.sample(1, None), ["rng=None"]),
        (lambda net: net.sample(1, -1), ["rng=-1"]),
        (lambda net: net.sample(1, 0.5), ["rng=0.5"]),
    ],
)
def test_faulty_questions_are_told(ask, told):
    refused(told, ask, alarm())


def test_impossible_evidence_is_told_with_its_values():
    net = BayesNet([yes_no("a", 1.0), yes_no("b", {True: 0.0, False: 1.0}, ["a"])])
    for ask in (net.posterior, lambda q, e: net.probability({q: True}, e)):
        with pytest.raises(ValueError, match=r"evidence \{'b': True\} has probability 0"):
            ask("a", {"b": True})
    assert net.log_probability({"b": True}) == -np.inf
    with pytest.raises(ValueError, match="1 rows, the first is row 1, that no state of 'a'"):
        net.log_posteriors("a", {"b": [False, True]})


@pytest.mark.parametrize(
    ("data", "states", "told"),
    [
        ({"a": [0, None], "b": [1]}, None, ["column 'a' misses 1 values, the first in row 1"]),
        ({"a": [0, None], "b": [1]}, None, ["different lengths {'a': 2, 'b': 1}"]),
        ({"a": [0.5, float("nan")]}, None, ["misses 1"]),
        ({"a": pd.Series([1, None], dtype="Int64")}, None, ["misses 1"]),
        ({"a": [[1], [2]]}, None, ["column 'a'", "cannot be a state"]),
        ({"a": 3}, None, ["column 'a' is 3"]),
        ({"a": []}, None, ["column 'a' holds no value"]),
        ({"a": np.ones((2, 2))}, None, ["shape (2, 2)"]),
        ({}, None, ["no column"]),
        (np.ones((2, 2)), None, ["columns by name", "X[:, j]"]),
        ({None: [1]}, None, ["column name None"]),
        (pd.DataFrame([[1, 2]], columns=["a", "a"]), None, ["'a' 2 times"]),
        ({"a": ["0", "1"]}, {"a": [0, 1]}, ["holds ['0', '1']", "states [0, 1]"]),
        ({"a": [0, 1]}, {"b": [0, 1]}, ["states names 'b'"]),
        ({"a": [0, 1]}, [0, 1], ["states=[0, 1]"]),
    ],
)
def test_faulty_data_are_told(data, states, told):
    refused(told, Table, data, states)


@given(st.lists(st.tuples(st.sampled_from(["x", ("y", 1), 3, "雨"]), st.integers(-2, 2))))
def test_a_table_gives_its_columns_back(rows):
    if not rows:
        return
    columns = {("odd", 1): [r[0] for r in rows], "n": [r[1] for r in rows]}
    table = Table(columns)
    assert {v: list(column) for v, column in table.items()} == columns
    counts = table.counts(["n", ("odd", 1)])
    for i, n in enumerate(table.states["n"]):
        for j, state in enumerate(table.states["odd", 1]):
            assert counts[i, j] == rows.count((state, n))
    assert Table(table).states == table.states
    assert "absent" not in table
    assert [] not in table.states.values()


def test_states_of_a_column_do_not_depend_on_the_order_of_rows():
    assert Table({"a": [3, 1, 2]}).states == Table({"a": [2, 3, 1]}).states == {"a": (1, 2, 3)}
    assert Table({"a": np.array(["v", "u"])}).states == {"a": ("u", "v")}
    assert Table({"a": pd.Series(["v", "u"], index=[5, 9])}).codes.tolist() == [[1, 0]]


def test_the_room_loads_pandas_only_for_data():
    program = "import sys, nbcourse.bayesnet; print({'pandas', 'sklearn'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8")
    assert done.stdout == "set()\n", done.stderr
