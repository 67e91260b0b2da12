"""Gibbs sampling: each unobserved variable in turn drawn given all others, many chains at once."""

import warnings
from collections.abc import Mapping
from math import prod

import numpy as np
from numpy.random import Generator

from nbcourse.bayesnet.chains import GibbsSample
from nbcourse.bayesnet.given import generator
from nbcourse.bayesnet.inference import log_product, sizes_of
from nbcourse.bayesnet.irreducible import islands
from nbcourse.bayesnet.net import BayesNet
from nbcourse.bayesnet.sampling import forward
from nbcourse.bayesnet.sweep import colours, steps
from nbcourse.logspace import refuse, whole_number

__all__ = ["gibbs"]

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
    burn_in = whole_number("burn_in", burn_in)
    known = net.codes_of("evidence", evidence)
    factors = [f for f in net.factors(evidence) if f.variables]
    colour = colours(factors)
    hidden = sorted((v for v in net.variables if v not in known), key=colour.get)
    if not hidden:
        raise ValueError("evidence gives every variable: leave at least one to sample")
    state = _started(net, known, hidden, start, chains, rng)
    _warn_of_islands(net, evidence, factors)
    kind = np.min_scalar_type(max(len(net.states[v]) for v in hidden))
    codes = np.empty((sweeps, len(hidden), chains), dtype=kind)
    draws = steps(factors, hidden)
    for sweep, uniform in enumerate(_uniforms(burn_in + sweeps, codes.shape[1:], rng), -burn_in):
        for rows, draw in draws:
            draw(state, uniform[rows])
        if sweep >= 0:
            codes[sweep] = state[:-1]
    return GibbsSample(net, known, tuple(hidden), codes)


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
    """A possible state for each chain: a row for each unobserved variable, and one of ones."""
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
            return np.stack([*(rows[v] for v in hidden), np.ones(chains)]).astype(float)
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
