"""GibbsSample: the draws of all chains, and what their shares say."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nbcourse.bayesnet.diagnostics import effective_sample_size, r_hat
from nbcourse.bayesnet.given import names_among
from nbcourse.bayesnet.net import BayesNet
from nbcourse.logspace import refuse

__all__ = ["GibbsSample"]


@dataclass(frozen=True, eq=False)
class GibbsSample:
    """What the chains visited after burn-in.

    Attributes
    ----------
    net : BayesNet
        The network.
    evidence : dict
        Numbers of the observed states.
    variables : tuple
        The unobserved variables, in the order of the second axis of `codes`.
    codes : numpy.ndarray of shape (sweeps, variables, chains)
        Numbers of states.
    """

    net: BayesNet
    evidence: dict
    variables: tuple
    codes: NDArray

    def draws(self, variable: Hashable) -> NDArray:
        """The states of a variable that the chains visited, as numbers.

        Parameters
        ----------
        variable : hashable
            Observed or not.

        Returns
        -------
        numpy.ndarray of shape (chains, sweeps)

        Examples
        --------
        >>> from nbcourse.bayesnet import CPT, BayesNet, gibbs
        >>> coin = BayesNet([CPT.of("coin", {"H": 0.5, "T": 0.5})])
        >>> gibbs(coin, chains=2, sweeps=3, burn_in=0, rng=0).draws("coin").shape
        (2, 3)
        """
        [variable] = names_among("variable", [variable], self.net.variables)
        if variable in self.evidence:
            sweeps, _, chains = self.codes.shape
            return np.full((chains, sweeps), self.evidence[variable])
        return self.codes[:, self.variables.index(variable)].T

    def indicator(self, event: Mapping) -> NDArray[np.bool_]:
        r"""Where the event holds: 1 or 0 for each draw.

        Parameters
        ----------
        event : mapping
            A state for some of the variables.

        Returns
        -------
        numpy.ndarray of bool, shape (chains, sweeps)

        Examples
        --------
        >>> from nbcourse.bayesnet import CPT, BayesNet, gibbs
        >>> sure = BayesNet([CPT.of("coin", {"H": 1.0})])
        >>> gibbs(sure, chains=1, sweeps=2, burn_in=0, rng=0).indicator({"coin": "H"}).tolist()
        [[True, True]]
        """
        wanted = self.net.codes_of("event", event)
        sweeps, _, chains = self.codes.shape
        holds = np.ones((chains, sweeps), dtype=bool)
        for v, k in wanted.items():
            holds &= self.draws(v) == k
        return holds

    def probability(self, event: Mapping) -> float:
        r"""Share of draws in which the event holds.

        .. math:: P(Q = q \mid E = e) \approx \frac{n_q}{T}

        Parameters
        ----------
        event : mapping
            A state for some of the variables.

        Returns
        -------
        float

        Notes
        -----
        Equation S1-gibbs, after burn-in (erratum E-S1-09).

        Examples
        --------
        >>> from nbcourse.bayesnet import CPT, BayesNet, gibbs
        >>> coin = BayesNet([CPT.of("coin", {"H": 0.5, "T": 0.5})])
        >>> abs(gibbs(coin, sweeps=2500, rng=0).probability({"coin": "H"}) - 0.5) < 0.02
        True
        """
        return float(self.indicator(event).mean())

    def posterior(self, query: Any) -> dict:
        r"""Shares of the states of one or several variables.

        Parameters
        ----------
        query : hashable or list
            A variable, or several for their joint distribution.

        Returns
        -------
        dict
            By state, or by tuple of states, as :meth:`BayesNet.posterior` gives them.

        Examples
        --------
        >>> from nbcourse.bayesnet import CPT, BayesNet, gibbs
        >>> sure = BayesNet([CPT.of("coin", {"H": 1.0})])
        >>> gibbs(sure, chains=1, sweeps=2, burn_in=0, rng=0).posterior("coin")
        {'H': 1.0}
        """
        names = names_among("query", query, self.net.variables)
        refuse([] if names else ["query is empty: name at least one variable"])
        shape = [len(self.net.states[v]) for v in names]
        cells = np.ravel_multi_index([self.draws(v).ravel() for v in names], shape)
        counts = np.bincount(cells, minlength=prod(shape))
        return self.net.by_states(query, counts / counts.sum())

    def r_hat(self, event: Mapping) -> float:
        """Whether the chains agree on an event; see :func:`nbcourse.bayesnet.r_hat`.

        Parameters
        ----------
        event : mapping
            A state for some of the variables.

        Returns
        -------
        float

        Examples
        --------
        >>> from nbcourse.bayesnet import CPT, BayesNet, gibbs
        >>> coin = BayesNet([CPT.of("coin", {"H": 0.5, "T": 0.5})])
        >>> round(gibbs(coin, sweeps=2500, rng=0).r_hat({"coin": "H"}), 2)
        1.0
        """
        return r_hat(self.indicator(event))

    def effective_sample_size(self, event: Mapping) -> float:
        """Independent draws that would tell as much about an event.

        Parameters
        ----------
        event : mapping
            A state for some of the variables.

        Returns
        -------
        float
            See :func:`nbcourse.bayesnet.effective_sample_size`.

        Examples
        --------
        >>> from nbcourse.bayesnet import CPT, BayesNet, gibbs
        >>> coin = BayesNet([CPT.of("coin", {"H": 0.5, "T": 0.5})])
        >>> run = gibbs(coin, sweeps=1000, chains=4, rng=0)
        >>> 3000 < run.effective_sample_size({"coin": "H"}) < 5000
        True
        """
        return effective_sample_size(self.indicator(event))

    def standard_error(self, event: Mapping) -> float:
        r"""Standard error of :meth:`probability`.

        .. math:: \mathrm{se} = \sqrt{\hat p (1 - \hat p) / n_{\mathrm{eff}}}

        Parameters
        ----------
        event : mapping
            A state for some of the variables.

        Returns
        -------
        float
            NaN when all draws are equal, which says nothing about the error.

        Examples
        --------
        >>> from nbcourse.bayesnet import CPT, BayesNet, gibbs
        >>> coin = BayesNet([CPT.of("coin", {"H": 0.5, "T": 0.5})])
        >>> round(gibbs(coin, sweeps=2500, rng=0).standard_error({"coin": "H"}), 3)
        0.005
        """
        p = self.probability(event)
        return float(np.sqrt(p * (1 - p) / self.effective_sample_size(event)))
