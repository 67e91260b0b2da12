"""Islands: the parts that zeros cut the possible configurations into, for single changes."""

from collections.abc import Mapping
from itertools import combinations

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from nbcourse.bayesnet.inference import multiplied
from nbcourse.bayesnet.net import BayesNet

__all__ = ["islands"]


def islands(net: BayesNet, evidence: Mapping | None = None) -> int:
    r"""Number of sets of possible configurations between which single changes do not lead.

    A Gibbs chain changes one variable at a time, so it never leaves the set it starts in. Its
    stationary distribution is unique if and only if there is one such set.

    Parameters
    ----------
    net : BayesNet
        The network.
    evidence : mapping, optional
        A state for each observed variable.

    Returns
    -------
    int
        1 where the chain can go everywhere; 0 if the evidence is impossible.

    Raises
    ------
    ValueError
        If there are more than 2**24 configurations.

    Notes
    -----
    Erratum E-S1-08: with probabilities of 0 or 1 a stationary distribution still exists; what may
    be lost is that it is the only one.

    Examples
    --------
    >>> from nbcourse.bayesnet import CPT, BayesNet
    >>> a = CPT.of("a", {0: 0.5, 1: 0.5})
    >>> copy = CPT.of("b", {0: {0: 1.0, 1: 0.0}, 1: {0: 0.0, 1: 1.0}}, ["a"])
    >>> islands(BayesNet([a, copy])), islands(BayesNet([a, copy]), {"a": 0})
    (2, 1)
    """
    factors = net.factors(evidence)
    names = list(dict.fromkeys(v for f in factors for v in f.variables))
    possible = np.atleast_1d(multiplied(factors, names).log > -np.inf)
    number = np.arange(possible.size).reshape(possible.shape)
    pairs = [np.empty((0, 2), dtype=int)]
    for axis, size in enumerate(possible.shape):
        for one, other in combinations(range(size), 2):
            both = possible.take(one, axis) & possible.take(other, axis)
            ends = [number.take(end, axis)[both] for end in (one, other)]
            pairs.append(np.stack(ends, axis=-1).reshape(-1, 2))
    ends = np.concatenate(pairs).T
    shape = (possible.size, possible.size)
    found, _ = connected_components(coo_array((np.ones(ends.shape[1]), tuple(ends)), shape=shape))
    return int(found - (~possible).sum())
