"""Gibbs sampling: against exact inference, the stationary distribution, and known diagnostics."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.signal import lfilter

from nbcourse.bayesnet import (
    CPT,
    BayesNet,
    effective_sample_size,
    gibbs,
    gibbs_sampling,
    islands,
    r_hat,
)
from nbcourse.bayesnet import sweep as sweeping
from tests.networks import alarm, assignments, copied_coin, joint, networks, yes_no

CALLS = {"J": True, "M": True}


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_shares_are_the_exact_posterior(data):
    net = data.draw(networks(most=4, zeros=False))
    evidence = data.draw(assignments(net))
    if len(evidence) == len(net.variables):
        return
    run = gibbs(net, evidence, rng=0, chains=1000, sweeps=30, burn_in=60)
    for v in net.variables:
        if v in evidence:
            assert run.posterior(v)[evidence[v]] == 1
            continue
        # chains are independent; the bound takes one draw of each
        for state, p in net.posterior(v, evidence).items():
            allowed = 5 * np.sqrt(p * (1 - p) / 1000) + 0.002
            assert abs(run.posterior(v)[state] - p) < allowed


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_alarm_network(seed):
    run = gibbs(alarm(), CALLS, rng=seed, chains=50, sweeps=1000)
    exact = {"B": 0.2841718354, "A": 0.7606920389, "E": 0.1760668384}
    for v, p in exact.items():
        error = run.standard_error({v: True})
        assert 0.001 < error < 0.01
        assert abs(run.probability({v: True}) - p) < 4 * error
        assert run.r_hat({v: True}) == pytest.approx(1, abs=0.01)
    assert run.probability(CALLS) == 1
    both = run.posterior(["B", "E"])
    assert both.keys() == alarm().posterior(["B", "E"], CALLS).keys()
    assert sum(both.values()) == pytest.approx(1)


def test_a_child_pulls_at_its_parent():
    net = BayesNet([yes_no("p", 0.6), yes_no("c", {True: 0.9, False: 0.3}, ["p"])])
    run = gibbs(net, {"c": True}, rng=0, chains=500, sweeps=100)
    assert run.probability({"p": True}) == pytest.approx(9 / 11, abs=0.01)


@settings(max_examples=25, deadline=None)
@given(networks(most=4))
def test_the_posterior_is_stationary_and_product_and_table_draw_alike(net):
    """One sweep from exact draws gives exact draws; both kinds of step take the same decisions."""
    start = net.sample(300, rng=0)
    factors = net.factors()
    order = sorted(net.variables, key=sweeping.colours(factors).get)
    rows = [net.variables.index(v) for v in order]
    state = np.concatenate([start.codes[rows], np.ones((1, 300), dtype=int)]).astype(float)
    uniform = np.random.default_rng(1).random((len(order), 300))
    states = []
    for limit in (2**16, 0):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sweeping, "LOOKED_UP", limit)
            after = state.copy()
            for part, draw in sweeping.steps(factors, order):
                draw(after, uniform[part])
            states.append(after)
    np.testing.assert_array_equal(*states)
    back = dict(zip(order, states[0][:-1].astype(int), strict=True))
    cells = np.ravel_multi_index(
        [back[v] for v in net.variables], list(map(len, net.states.values()))
    )
    exact = np.array([*joint(net).values()])
    found = np.bincount(cells, minlength=len(exact)) / 300
    assert (np.abs(found - exact) <= 5.5 * np.sqrt(exact * (1 - exact) / 300) + 1e-12).all()


def test_a_chain_does_not_depend_on_how_many_numbers_are_drawn_at_once(monkeypatch):
    one = gibbs(alarm(), CALLS, rng=3, sweeps=50).codes
    monkeypatch.setattr(gibbs_sampling, "NUMBERS", 1)
    np.testing.assert_array_equal(one, gibbs(alarm(), CALLS, rng=3, sweeps=50).codes)


def test_burn_in_is_thrown_away():
    whole = gibbs(alarm(), CALLS, rng=3, sweeps=80, burn_in=0)
    rest = gibbs(alarm(), CALLS, rng=3, sweeps=50, burn_in=30)
    np.testing.assert_array_equal(whole.codes[30:], rest.codes)
    at = {"B": True, "E": True, "A": True}
    first = gibbs(alarm(), CALLS, rng=0, chains=400, sweeps=1, burn_in=0, start=at)
    later = gibbs(alarm(), CALLS, rng=0, chains=400, sweeps=1, burn_in=200, start=at)
    exact = alarm().probability({"E": True}, CALLS)
    error = [abs(run.probability({"E": True}) - exact) for run in (first, later)]
    assert error[1] < 0.1 < error[0] + 0.1
    assert error[1] < error[0]


def test_a_chain_that_cannot_move_says_so():
    for start in (True, False):
        with pytest.warns(UserWarning, match="into 2 parts"):
            run = gibbs(copied_coin(), rng=0, start={"A": start, "B": start})
        assert run.probability({"A": True}) == start
        assert np.isnan(run.r_hat({"A": True}))
        assert np.isnan(run.standard_error({"A": True}))
    with pytest.warns(UserWarning, match="into 2 parts"):
        run = gibbs(copied_coin(), rng=0)
    assert run.r_hat({"A": True}) == np.inf
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gibbs(copied_coin(), {"A": True}, rng=0)  # one island: nothing to warn of


@settings(max_examples=40, deadline=None)
@given(networks(most=4))
def test_islands_are_what_single_changes_reach(net):
    possible = {x for x, p in joint(net).items() if p > 0}
    found = 0
    while possible:
        found, reached = found + 1, [possible.pop()]
        for x in reached:
            near = {y for y in possible if sum(a != b for a, b in zip(x, y, strict=True)) == 1}
            possible -= near
            reached += near
    assert islands(net) == found


def test_islands_of_impossible_evidence():
    net = BayesNet([yes_no("a", 1.0), yes_no("b", {True: 0.0, False: 1.0}, ["a"])])
    assert islands(net, {"b": True}) == 0
    with pytest.raises(ValueError, match="evidence is possible"):
        gibbs(net, {"b": True}, rng=0)


def test_a_net_too_large_to_count_islands_warns_as_well():
    copy = {True: 1.0, False: 0.0}
    coins = [yes_no(0, 0.5), *(yes_no(i, copy, [i - 1]) for i in range(1, 20))]
    with pytest.warns(UserWarning, match="perhaps several parts"):
        gibbs(BayesNet(coins), rng=0, sweeps=4)


def test_impossible_starts_are_drawn_again():
    """Evidence that forward draws meet once in fifty: every chain starts where it may."""
    net = BayesNet([yes_no("a", 0.02), yes_no("b", {True: 0.5, False: 0.0}, ["a"])])
    run = gibbs(net, {"b": True}, rng=0, chains=20, sweeps=4)
    assert run.probability({"a": True}) == 1


def test_a_variable_with_one_state_and_one_with_many():
    one = CPT("one", ["only"], [1.0])
    many = CPT("many", range(300), np.full((1, 300), 1 / 300), {"one": ["only"]})
    run = gibbs(BayesNet([one, many]), rng=0, chains=100, sweeps=300)
    assert run.posterior("one") == {"only": 1.0}
    shares = np.array([*run.posterior("many").values()])
    assert (np.abs(shares - 1 / 300) < 6 * np.sqrt(1 / 300 / 30_000)).all()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"evidence": {"Q": 1}}, "evidence names 'Q'"),
        ({"evidence": {"J": 7}}, "evidence gives 'J' the state 7"),
        ({"evidence": dict.fromkeys("BEAJM", True)}, "leave at least one"),
        ({"chains": 0}, "chains=0"),
        ({"sweeps": 0}, "sweeps=0"),
        ({"burn_in": -1}, "burn_in=-1"),
        ({"rng": None}, "rng=None"),
        ({"start": {"B": True}}, "start lacks 'E'"),
        ({"start": 7}, "start=7"),
    ],
)
def test_faulty_arguments_are_told(options, told):
    with pytest.raises(ValueError, match=told):
        gibbs(alarm(), **({"rng": 0} | options))
    with pytest.raises(ValueError, match="net is 7"):
        gibbs(7, rng=0)


def test_an_impossible_start_is_refused():
    with pytest.raises(ValueError, match="give another start"):
        gibbs(copied_coin(), rng=0, start={"A": True, "B": False})


@pytest.mark.parametrize("phi", [-0.5, 0.0, 0.5, 0.9])
def test_effective_size_of_an_autoregression(phi):
    """Known: n (1 - phi) / (1 + phi)."""
    noise = np.random.default_rng(0).normal(size=(20, 20_500))
    draws = lfilter([1.0], [1.0, -phi], noise)[:, 500:]
    wanted = draws.size * (1 - phi) / (1 + phi)
    assert effective_sample_size(draws) == pytest.approx(wanted, rel=0.08)
    assert r_hat(draws) == pytest.approx(1, abs=0.005)


def test_chains_that_disagree_or_drift_are_seen():
    rng = np.random.default_rng(0)
    assert r_hat(rng.normal(size=(4, 500)) + np.arange(4)[:, None]) > 1.3
    assert r_hat(rng.normal(size=(4, 500)) + np.linspace(0, 3, 500)) > 1.2  # a common drift
    assert effective_sample_size(rng.normal(size=(4, 500)) + np.arange(4)[:, None]) < 40


def test_r_hat_by_hand():
    """Halves (0,1), (1,0), (2,3), (3,2): W = 1/2, means 1/2, 1/2, 5/2, 5/2, so B/n = 4/3."""
    assert r_hat([[0, 1, 1, 0], [2, 3, 3, 2]]) == pytest.approx(np.sqrt(1 / 2 + (4 / 3) / 0.5))
    assert np.isnan(r_hat(np.ones((2, 8))))
    assert np.isnan(effective_sample_size(np.ones((2, 8))))
    for bad in ([1.0, 2.0], [[1, 2, 3]], [[1, 2, 3, np.nan]], "draws"):
        for measure in (r_hat, effective_sample_size):
            with pytest.raises(ValueError, match="draws"):
                measure(bad)
