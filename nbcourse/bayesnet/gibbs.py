"""Gibbs sampling: each unobserved variable in turn drawn given all others, many chains at once."""

import warnings
from collections.abc import Mapping
from math import prod

import numpy as np
from numpy.random import Generator

from nbcourse.bayesnet.chains import GibbsSample
from nbcourse.bayesnet.given import generator, refuse
from nbcourse.bayesnet.inference import log_product, multiplied, sizes_of
from nbcourse.bayesnet.islands import islands
from nbcourse.bayesnet.net import BayesNet
from nbcourse.bayesnet.sampling import forward, thresholds
from nbcourse.logspace import log_normalize, whole_number

__all__ = ["gibbs"]

LOOKED_UP = 2**16  # cells of a full conditional kept as a table; larger ones are multiplied anew
COUNTED = 2**16  # configurations among which islands are looked for unasked
NUMBERS = 2**16  # uniform numbers drawn at once
STARTS = 1000  # times that impossible starts are drawn again


def gibbs(
    net: BayesNet,
    evidence: Mapping | None = None,
    *,
    rng: int | Generator,
    chains: int = 4,
    sweeps: int = 1000,
    burn_in: int = 100,
    start: Mapping | None = None,
) -> GibbsSample:
    r"""Gibbs sampling (吉布斯采样) of the unobserved variables given the evidence.

    In each sweep every unobserved variable is drawn in turn from its full conditional, the product
    of the tables that mention it:

    .. math:: x_i \sim P(x_i \mid x_{-i}, e) \propto \theta_{x_i \mid \pi_i}
              \prod_{j:\, i \in \pi_j} \theta_{x_j \mid \pi_j}

    Parameters
    ----------
    net : BayesNet
        The network.
    evidence : mapping, optional
        A state for each observed variable; these never change.
    rng : int or numpy.random.Generator
        Seed or generator.
    chains : int, default 4
        Independent chains, advanced together: a thousand cost little more than one.
    sweeps : int, default 1000
        Sweeps kept of each chain; a byte for each variable is stored.
    burn_in : int, default 100
        Sweeps thrown away before.
    start : mapping, optional
        A state for each unobserved variable, the same for all chains. Else each chain starts at
        its own draw from the tables, parents before children, the evidence held fixed.

    Returns
    -------
    GibbsSample

    Warns
    -----
    UserWarning
        If probabilities of zero keep the chains from parts of the posterior (:func:`islands`),
        or may do so where there are too many configurations to see.

    Raises
    ------
    ValueError
        If no possible start is found (the evidence may be impossible), `start` is incomplete or
        impossible, all is observed, or a name, state or number is unusable.

    Notes
    -----
    Equations S1-gibbs and S1-gibbs-stationary.

    Examples
    --------
    >>> from nbcourse.bayesnet import CPT, BayesNet
    >>> rain = CPT.of("rain", {"yes": 0.2, "no": 0.8})
    >>> wet = CPT.of("wet", {"yes": {1: 0.9, 0: 0.1}, "no": {1: 0.2, 0: 0.8}}, ["rain"])
    >>> run = gibbs(BayesNet([rain, wet]), {"wet": 1}, rng=0, chains=1000)
    >>> round(run.probability({"rain": "yes"}), 2)  # exactly 9/17
    0.53
    """
    if not isinstance(net, BayesNet):
        raise ValueError(f"net is {net!r:.60}, expected a BayesNet")
    rng = generator(rng)
    chains, sweeps = whole_number("chains", chains, 1), whole_number("sweeps", sweeps, 1)
    known = net.codes_of("evidence", evidence)
    hidden = tuple(v for v in net.variables if v not in known)
    if not hidden:
        raise ValueError("evidence gives every variable: leave at least one to sample")
    factors = [f for f in net.factors(evidence) if f.variables]
    _warn_of_islands(net, evidence, factors)
    state = _started(net, known, hidden, start, chains, rng).astype(float)
    steps = [_step(i, hidden, factors, len(net.states[v])) for i, v in enumerate(hidden)]
    most = max(len(net.states[v]) for v in hidden)
    codes = np.empty((sweeps, *state.shape), dtype=np.min_scalar_type(most))
    burn_in = whole_number("burn_in", burn_in)
    for sweep, uniform in enumerate(_uniforms(burn_in + sweeps, state.shape, rng), -burn_in):
        for step, numbers in zip(steps, uniform, strict=True):
            step(state, numbers)
        if sweep >= 0:
            codes[sweep] = state
    return GibbsSample(net, known, hidden, codes)


def _warn_of_islands(net, evidence, factors):
    """Say so if zeros hold the chains fast, or may."""
    if not any((f.log == -np.inf).any() for f in factors):
        return
    few = prod(sizes_of(factors).values()) <= COUNTED
    parts = islands(net, evidence) if few else "perhaps several"
    if parts != 1:
        warnings.warn(
            f"zeros in the tables cut the possible configurations into {parts} parts, and a chain "
            "stays in the part it starts in: its shares depend on the start. Use posterior "
            "(exact), or learn the tables with alpha > 0",
            stacklevel=3,
        )


def _started(net, known, hidden, start, chains, rng):
    """A possible state for each chain, a row for each unobserved variable."""
    if start is not None:
        given = net.codes_of("start", start)
        refuse(
            f"start lacks {v!r}: give every unobserved variable" for v in hidden if v not in given
        )
        known = {**given, **known}
    state = forward(net, known, chains, rng)
    for _ in range(STARTS):
        rows = dict(zip(net.variables, state, strict=True))
        stuck = np.flatnonzero(log_product(net.factors(), rows) == -np.inf)
        if not stuck.size:
            return state[[net.variables.index(v) for v in hidden]].astype(float)
        state[:, stuck] = forward(net, known, stuck.size, rng)
    raise ValueError(
        f"start: {stuck.size} of {chains} chains found no configuration that the evidence and the "
        "tables allow; see with log_probability whether the evidence is possible, and give another "
        "start"
    )


def _uniforms(sweeps, shape, rng):
    """Uniform numbers for each sweep; drawn in blocks, which changes no number."""
    block = max(1, NUMBERS // (shape[0] * shape[1]))
    for first in range(0, sweeps, block):
        yield from rng.random((min(block, sweeps - first), *shape))


def _step(i, hidden, factors, r):
    """The function that draws variable i in every chain, from its uniform numbers."""
    v = hidden[i]
    touched = [f for f in factors if v in f.variables]
    near = list(dict.fromkeys(u for f in touched for u in f.variables if u != v))
    sizes = sizes_of(touched)
    if prod(sizes[u] for u in near) * r <= LOOKED_UP:
        joint = multiplied(touched, [*near, v])
        # NaN where no state is possible, which is where no chain ever is
        limits = thresholds(np.exp(log_normalize(joint.log)))
        limits = np.ascontiguousarray(np.moveaxis(limits, -1, 0)).reshape(
            r - 1, joint.log.size // r
        )
        place = _place(near, hidden, sizes)

        def step(state, uniform):
            passed = uniform >= limits.take((place @ state).astype(np.intp), axis=1)
            passed.sum(axis=0, out=state[i])

        return step
    tables = []
    for f in touched:
        rest = [u for u in f.variables if u != v]
        last = np.moveaxis(f.log, f.variables.index(v), -1).reshape(-1, r)
        tables.append((_place(rest, hidden, sizes), last))

    def step_by_product(state, uniform):
        scores = sum(last[(place @ state).astype(np.intp)] for place, last in tables)
        limits = thresholds(np.exp(log_normalize(scores)))
        (uniform >= limits.T).sum(axis=0, out=state[i])

    return step_by_product


def _place(names, hidden, sizes):
    """Weights that make of a state the number of its cell in a table over some variables."""
    place = np.zeros(len(hidden))
    for k, name in enumerate(names):
        place[hidden.index(name)] = prod(sizes[u] for u in names[k + 1 :])
    return place
