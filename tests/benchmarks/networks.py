"""Bayesian networks: the tree of TAN and Gibbs sampling, against pgmpy where it is installed.

A ratio of Gibbs samplers compares sweeps, not effective samples: of many chains the sweeps are
added up, and each chain pays its own burn-in.
"""

from contextlib import redirect_stderr
from io import StringIO
from statistics import median

import numpy as np

from nbcourse.bayesnet import CPT, BayesNet, chow_liu, gibbs
from tests.benchmarks.measure import Work, seconds, version

GOAL = 1e6  # updates of a variable in a second
PEER_SWEEPS = 1000
ASIA = {  # probability of 1: for each configuration of the parents, the first varying slowest
    "asia": ([], [0.01]),
    "smoke": ([], [0.5]),
    "tub": (["asia"], [0.01, 0.05]),
    "lung": (["smoke"], [0.01, 0.1]),
    "bronc": (["smoke"], [0.3, 0.6]),
    "either": (["tub", "lung"], [0.001, 0.999, 0.999, 0.999]),  # softened: no zeros
    "xray": (["either"], [0.05, 0.98]),
    "dysp": (["either", "bronc"], [0.1, 0.8, 0.7, 0.9]),
}


def works():
    """The lines of the table."""
    yield tan_structure()
    yield from samplers()


def tan_structure():
    """The same tree from 10,000 rows of ten features with four values."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 10_000)
    columns = [(rng.integers(0, 4, len(y)) + y * (j % 3)) % 4 for j in range(10)]
    for j in range(1, 10):  # each follows an earlier one in two rows of five
        columns[j] = np.where(rng.random(len(y)) < 0.4, columns[(j - 1) // 2], columns[j])
    data = {f"x{j}": column for j, column in enumerate(columns)} | {"y": y}
    return Work(
        "TAN structure, 10,000 x 10",
        "pgmpy",
        lambda: chow_liu(data, given="y"),
        peer_tan(data) if version("pgmpy") else None,
        50,
        30,
        turns=5,
        same=lambda mine, theirs: set(mine.edges) == set(theirs.edges),
    )


def peer_tan(data):
    """pgmpy's search for the same tree."""
    import pandas as pd
    from pgmpy.estimators import TreeSearch

    search = TreeSearch(pd.DataFrame(data), root_node="x0", n_jobs=1)
    return lambda: search.estimate(estimator_type="tan", class_node="y", show_progress=False)


def samplers():
    """Sweeps of the softened Asia network, eight variables, by one chain and by a thousand."""
    net, theirs = asia(), peer_sampler() if version("pgmpy") else None
    for chains, sweeps, goal, floor in [(1, 2000, 15, 10), (1000, 200, 1500, 1000)]:
        yield Work(
            f"Gibbs, sweeps of {chains:,} {'chain' if chains == 1 else 'chains, summed'}",
            "pgmpy, one chain",
            lambda c=chains, s=sweeps: gibbs(net, rng=0, chains=c, sweeps=s, burn_in=0),
            theirs,
            goal,
            floor,
            turns=5,
            scale=chains * sweeps / PEER_SWEEPS,
            # both are near the exact share of smokers
            same=lambda mine, theirs: (
                abs(mine.probability({"smoke": 1}) - 0.5) < 0.15
                and abs(theirs["smoke"].mean() - 0.5) < 0.15
            ),
        )


def asia():
    """The network."""
    return BayesNet(
        CPT(v, (0, 1), tables(p, parents), dict.fromkeys(parents, (0, 1)))
        for v, (parents, p) in ASIA.items()
    )


def tables(p, parents):
    """Distributions over 0 and 1, an axis for each parent."""
    return np.stack([1 - np.array(p), p], axis=-1).reshape((2,) * (len(parents) + 1))


def peer_sampler():
    """pgmpy's sampler of the same network; its tables are made beforehand."""
    from pgmpy.factors.discrete import TabularCPD
    from pgmpy.models import DiscreteBayesianNetwork
    from pgmpy.sampling import GibbsSampling

    model = DiscreteBayesianNetwork([(u, v) for v, (parents, _) in ASIA.items() for u in parents])
    for v, (parents, p) in ASIA.items():
        table = [[1 - q for q in p], p]
        model.add_cpds(TabularCPD(v, 2, table, parents, [2] * len(parents)))
    sampler = GibbsSampling(model)

    def sample():
        with redirect_stderr(StringIO()):  # its progress bar
            return sampler.sample(size=PEER_SWEEPS, seed=0)

    return sample


def report():
    """One sentence: what a thousand chains do in a second."""
    net, sweeps, chains = asia(), 500, 1000
    times = [seconds(lambda: gibbs(net, rng=0, chains=chains, sweeps=sweeps)) for _ in range(7)]
    rate = (sweeps + 100) * chains * len(ASIA) / median(times)
    verdict = "" if rate >= GOAL else " **(below the goal)**"
    return (
        f"Gibbs sampling: {rate / 1e6:.1f} million updates of a variable in a second{verdict} with "
        f"{chains:,} chains (at least {GOAL / 1e6:g} million)."
    )
