"""Bayesian networks for tests: textbook ones, random ones, and the joint table written out."""

from itertools import product
from math import prod

import numpy as np
from hypothesis import strategies as st

from nbcourse.bayesnet import CPT, BayesNet

NAMES = [("a", 1), 0, "雨", frozenset({"x"}), 2.5, b"bytes", "a", ""]
STATES = [True, "yes", ("no", 0), 7, "否", 0.5, False, "", frozenset()]


def yes_no(variable, p, parents=()):
    """A table of a variable that is True with the given probability (in each configuration)."""
    if not parents:
        return CPT.of(variable, {True: p, False: 1 - p})
    return CPT.of(variable, {key: {True: q, False: 1 - q} for key, q in p.items()}, parents)


def alarm():
    """The burglary network with its textbook tables."""
    rings = {(True, True): 0.95, (True, False): 0.94, (False, True): 0.29, (False, False): 0.001}
    return BayesNet(
        [
            yes_no("B", 0.001),
            yes_no("E", 0.002),
            yes_no("A", rings, ["B", "E"]),
            yes_no("J", {True: 0.9, False: 0.05}, ["A"]),
            yes_no("M", {True: 0.7, False: 0.01}, ["A"]),
        ]
    )


def copied_coin():
    """A fair coin and its copy."""
    return BayesNet([yes_no("A", 0.5), yes_no("B", {True: 1.0, False: 0.0}, ["A"])])


def joint(net):
    """Probability of every configuration, as {tuple of states: p}: nothing but products."""
    rows = {v: cpt.rows() for v, cpt in net.cpts.items()}

    def theta(v, x):
        key = tuple(x[parent] for parent in net.cpts[v].parents)
        row = rows[v] if not key else rows[v][key[0] if len(key) == 1 else key]
        return row[x[v]]

    found = {}
    for states in product(*net.states.values()):
        x = dict(zip(net.variables, states, strict=True))
        found[states] = prod(theta(v, x) for v in net.variables)
    return found


def share(net, event, evidence=()):
    """P(event | evidence) by adding up the joint table; None if the evidence is impossible."""
    event, evidence = dict(event), dict(evidence)

    def total(wanted):
        places = {net.variables.index(v): state for v, state in wanted.items()}
        return sum(p for x, p in joint(net).items() if all(x[i] == s for i, s in places.items()))

    below = total(evidence)
    disagree = any(evidence.get(v, state) != state for v, state in event.items())
    return (0.0 if disagree else total({**event, **evidence}) / below) if below else None


@st.composite
def networks(draw, most=5, zeros=True):
    """A random network: arrows, tables, odd names and states, tables in any order."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    names = draw(st.permutations(NAMES))[: draw(st.integers(1, most))]
    states = {v: tuple(STATES[i] for i in rng.permutation(9)[: rng.integers(1, 4)]) for v in names}
    cpts = []
    for i, v in enumerate(names):
        parents = {u: shuffled(states[u], rng) for u in names[:i] if rng.random() < 0.5}
        table = rng.dirichlet(np.ones(len(states[v])), [len(s) for s in parents.values()])
        if zeros and rng.random() < 0.4:
            table = np.where(table < table.max(axis=-1, keepdims=True), 0.0, 1.0)
        cpts.append(CPT(v, states[v], table, parents))
    return BayesNet([cpts[i] for i in rng.permutation(len(cpts))])


def shuffled(states, rng):
    """The same states in another order."""
    return tuple(states[i] for i in rng.permutation(len(states)))


@st.composite
def assignments(draw, net):
    """States of some variables, in any order."""
    names = draw(st.lists(st.sampled_from(net.variables), unique=True))
    return {v: draw(st.sampled_from(net.states[v])) for v in names}
