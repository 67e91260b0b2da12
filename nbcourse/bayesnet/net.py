"""BayesNet: named variables, a table for each, and what follows from their product."""

from collections.abc import Collection, Hashable, Mapping
from itertools import product
from math import prod
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from nbcourse.bayesnet.cpt import CPT
from nbcourse.bayesnet.given import generator, is_value, names_among
from nbcourse.bayesnet.graph import ancestral_set, dag
from nbcourse.bayesnet.inference import Factor, eliminate, log_product
from nbcourse.bayesnet.sampling import forward
from nbcourse.bayesnet.table import Table, encode
from nbcourse.logspace import is_collection, log0, log_normalize, refuse, whole_number

__all__ = ["BayesNet"]


class BayesNet:
    r"""Bayesian network (贝叶斯网): a directed acyclic graph and a table for each variable.

    .. math:: P_B(x_1, \dots, x_d) = \prod_{i=1}^d \theta_{x_i \mid \pi_i}

    Parameters
    ----------
    cpts : iterable of CPT
        One for each variable, in any order. Parents' states may be listed in any order too.

    Attributes
    ----------
    variables : tuple
        Names, in the order given.
    states : dict
        The states of each variable.
    cpts : dict
        The table of each variable.
    graph : networkx.DiGraph
        The arrows, for drawing and for the functions of :mod:`nbcourse.bayesnet`.

    Raises
    ------
    ValueError
        If a variable has two tables, a parent none, a parent other states than its own table
        says, or the arrows run in a circle. All faults are told at once.

    Notes
    -----
    Equation S1-BN-factor.

    Examples
    --------
    >>> rain = CPT.of("rain", {"yes": 0.2, "no": 0.8})
    >>> wet = CPT.of("wet", {"yes": {1: 0.9, 0: 0.1}, "no": {1: 0.2, 0: 0.8}}, ["rain"])
    >>> net = BayesNet([wet, rain])
    >>> round(net.posterior("rain", {"wet": 1})["yes"], 4)
    0.5294
    """

    def __init__(self, cpts: Collection[CPT]):
        if not is_collection(cpts):
            raise ValueError(f"cpts={cpts!r:.60}: give a list of tables, CPT")
        cpts = list(cpts)
        refuse(f"cpts hold {c!r:.60}, expected a CPT" for c in cpts if not isinstance(c, CPT))
        refuse(_misfits(cpts))
        own = {c.variable: c.states for c in cpts}
        self.variables, self.states = tuple(own), own
        arrows = [(parent, c.variable) for c in cpts for parent in c.parents]
        self.graph = dag(arrows, self.variables)
        self.cpts = {c.variable: _aligned(c, own) for c in cpts}
        self._factors = {v: Factor((*c.parents, v), log0(c.table)) for v, c in self.cpts.items()}

    @property
    def n_parameters(self) -> int:
        r"""Number of free parameters, :math:`|B| = \sum_i (r_i - 1) \prod_{p \in \pi_i} r_p`.

        Returns
        -------
        int
        """
        return sum(
            (len(c.states) - 1) * prod(map(len, c.parents.values())) for c in self.cpts.values()
        )

    def log_joint(self, data: Mapping) -> NDArray[np.float64]:
        r"""Log-probability of each complete row.

        .. math:: \log P_B(x) = \sum_i \log \theta_{x_i \mid \pi_i}

        Parameters
        ----------
        data : mapping, Table or pandas.DataFrame
            A column for each variable; others are left alone.

        Returns
        -------
        numpy.ndarray of shape (n,)
            Nats; :math:`-\infty` for a row that is impossible.

        Raises
        ------
        ValueError
            If a column lacks, or a value is missing or no state.

        Examples
        --------
        >>> BayesNet([CPT.of("coin", {"H": 0.5, "T": 0.5})]).log_joint({"coin": ["H"]}).round(4)
        array([-0.6931])
        """
        _, codes = encode(data, self.states)
        rows = dict(zip(self.variables, codes, strict=True))
        return log_product(self._factors.values(), rows)

    def log_likelihood(self, data: Mapping) -> float:
        r"""Log-likelihood of the network's own tables (对数似然).

        .. math:: LL(B \mid D) = \sum_{i=1}^m \log P_B(x_i)

        Parameters
        ----------
        data : mapping, Table or pandas.DataFrame
            A column for each variable.

        Returns
        -------
        float
            Nats.

        Notes
        -----
        Equation S1-LL.

        Examples
        --------
        >>> coin = BayesNet([CPT.of("coin", {"H": 0.5, "T": 0.5})])
        >>> round(coin.log_likelihood({"coin": ["H", "T"]}), 4)
        -1.3863
        """
        return float(self.log_joint(data).sum())

    def codes_of(self, argument: str, assignment: Mapping | None) -> dict[Hashable, int]:
        """States of some variables as their numbers, checked.

        Parameters
        ----------
        argument : str
            What the assignment is called in the error.
        assignment : mapping or None
            A state for each known variable.

        Returns
        -------
        dict

        Raises
        ------
        ValueError
            If it is no mapping, or names an unknown variable or state.

        Examples
        --------
        >>> BayesNet([CPT.of("coin", {"H": 0.5, "T": 0.5})]).codes_of("event", {"coin": "T"})
        {'coin': 1}
        """
        assignment = {} if assignment is None else assignment
        if not isinstance(assignment, Mapping):
            raise ValueError(f"{argument}={assignment!r:.60}: give {{variable: state, ...}}")
        names_among(argument, list(assignment), self.variables)
        refuse(
            f"{argument} gives {variable!r} the state {state!r:.60}, expected one of "
            f"{self.states[variable]!r:.200}: check spelling and type; leave out what is unknown"
            for variable, state in assignment.items()
            if not (is_value(state) and state in self.states[variable])
        )
        return {v: self.states[v].index(state) for v, state in assignment.items()}

    def factors(self, evidence: Mapping | None = None, names: Any = None) -> list[Factor]:
        """The tables as factors, fixed at the evidence.

        Parameters
        ----------
        evidence : mapping, optional
            A state for each known variable.
        names : hashable or collection, optional
            Keep only these variables, the evidence and their ancestors: other tables sum to one.

        Returns
        -------
        list of Factor

        Examples
        --------
        >>> coin = BayesNet([CPT.of("coin", {"H": 0.5, "T": 0.5})])
        >>> [f.variables for f in coin.factors()], coin.factors(names=[])
        ([('coin',)], [])
        """
        known = self.codes_of("evidence", evidence)
        kept = set(self.variables)
        if names is not None:
            names = names_among("names", names, self.variables)
            kept = ancestral_set(self.graph, [*names, *known])
        return [f.restricted(known) for v, f in self._factors.items() if v in kept]

    def log_probability(self, event: Mapping) -> float:
        r"""Log-probability of a partial assignment; all other variables are summed out.

        .. math:: \log P(e) = \log \sum_{x \sim e} \prod_i \theta_{x_i \mid \pi_i}

        Parameters
        ----------
        event : mapping
            A state for some of the variables.

        Returns
        -------
        float
            Nats; :math:`-\infty` if the event is impossible.

        Examples
        --------
        >>> coin = BayesNet([CPT.of("coin", {"H": 0.5, "T": 0.5})])
        >>> round(coin.log_probability({"coin": "H"}), 4), coin.log_probability({})
        (-0.6931, 0.0)
        """
        return float(eliminate(self.factors(event, []), []).log)

    def probability(self, event: Mapping, evidence: Mapping | None = None) -> float:
        r"""Probability of an event given evidence.

        .. math:: P(q \mid e) = P(q, e) / P(e)

        Parameters
        ----------
        event : mapping
            A state for some of the variables.
        evidence : mapping, optional
            What is known.

        Returns
        -------
        float

        Raises
        ------
        ValueError
            If the evidence is impossible, or a variable or state unknown.

        Examples
        --------
        >>> BayesNet([CPT.of("coin", {"H": 0.5, "T": 0.5})]).probability({"coin": "H"})
        0.5
        """
        wanted, known = self.codes_of("event", event), self.codes_of("evidence", evidence)
        joint = self._posterior([v for v in wanted if v not in known], evidence)
        if any(wanted[v] != known[v] for v in wanted if v in known):
            return 0.0
        return float(np.exp(joint.restricted(wanted).log))

    def posterior(self, query: Any, evidence: Mapping | None = None) -> dict:
        r"""Distribution of one or several variables given evidence, exactly (精确推断).

        .. math:: P(Q \mid E = e) = \frac{P(Q, e)}{\sum_q P(q, e)}

        Parameters
        ----------
        query : hashable or list
            A variable, or several for their joint distribution.
        evidence : mapping, optional
            What is known, of any of the other variables.

        Returns
        -------
        dict
            Probabilities by state; by tuple of states if `query` is a list.

        Raises
        ------
        ValueError
            If the evidence has probability zero, names an unknown variable or state, or a
            variable of the query.

        Examples
        --------
        >>> coins = BayesNet([CPT.of(v, {"H": 0.5, "T": 0.5}) for v in "ab"])
        >>> coins.posterior("a", {"b": "T"})
        {'H': 0.5, 'T': 0.5}
        >>> coins.posterior(["a", "b"])["H", "T"]
        0.25
        """
        names = names_among("query", query, self.variables)
        refuse(
            f"query names {v!r}, which the evidence gives already: ask for another variable"
            for v in names
            if v in self.codes_of("evidence", evidence)
        )
        refuse([] if names else ["query is empty: name at least one variable"])
        return self.by_states(query, np.exp(self._posterior(names, evidence).log))

    def by_states(self, query: Any, table: NDArray) -> dict:
        """A table of probabilities as a dict.

        Parameters
        ----------
        query : hashable or list
            A variable, or several.
        table : numpy.ndarray
            One axis for each variable of the query.

        Returns
        -------
        dict
            Probabilities by state; by tuple of states if `query` is no single variable.

        Examples
        --------
        >>> coin = BayesNet([CPT.of("coin", {"H": 0.5, "T": 0.5})])
        >>> coin.by_states(["coin"], np.array([0.4, 0.6]))
        {('H',): 0.4, ('T',): 0.6}
        """
        names = names_among("query", query, self.variables)
        keys = product(*(self.states[v] for v in names))
        if is_value(query) and query in self.states:
            keys = iter(self.states[query])
        return dict(zip(keys, table.ravel().tolist(), strict=True))

    def _posterior(self, names, evidence):
        """Log-posterior of some variables as a factor."""
        joint = eliminate(self.factors(evidence, names), names)
        if joint.log.max() == -np.inf:
            raise ValueError(
                f"evidence {dict(evidence)!r:.300} has probability 0 in this network: correct it, "
                "or learn the tables with alpha > 0"
            )
        return Factor(joint.variables, log_normalize(joint.log.ravel()).reshape(joint.log.shape))

    def log_posteriors(self, variable: Hashable, data: Mapping) -> NDArray[np.float64]:
        r"""Log-posterior of one variable for many rows, all others known: a classifier.

        .. math:: \log P(x_i \mid x_{-i}) = \log \theta_{x_i \mid \pi_i} +
                  \sum_{j:\, i \in \pi_j} \log \theta_{x_j \mid \pi_j} + \text{const}

        Parameters
        ----------
        variable : hashable
            The variable to predict; its column is not looked at.
        data : mapping, Table or pandas.DataFrame
            A column for each other variable.

        Returns
        -------
        numpy.ndarray of shape (n, states)
            Nats, columns in the order of ``states[variable]``.

        Raises
        ------
        ValueError
            If a column lacks, a value is no state, or a row is impossible in every state.

        Examples
        --------
        >>> rain = CPT.of("rain", {"yes": 0.2, "no": 0.8})
        >>> wet = CPT.of("wet", {"yes": {1: 0.9, 0: 0.1}, "no": {1: 0.2, 0: 0.8}}, ["rain"])
        >>> np.exp(BayesNet([rain, wet]).log_posteriors("rain", {"wet": [1]})).round(3).tolist()
        [[0.529, 0.471]]
        """
        [variable] = names_among("variable", [variable], self.variables)
        others = {v: states for v, states in self.states.items() if v != variable}
        rows = dict(zip(others, encode(data, others)[1], strict=True))
        scores = np.zeros((len(next(iter(rows.values()))), len(self.states[variable])))
        for f in self._factors.values():
            if variable in f.variables:
                last = np.moveaxis(f.log, f.variables.index(variable), -1)
                scores += last[tuple(rows[v] for v in f.variables if v != variable)]
        hopeless = np.flatnonzero(scores.max(axis=1, initial=-np.inf) == -np.inf)
        if hopeless.size:
            raise ValueError(
                f"data have {hopeless.size} rows, the first is row {hopeless[0]}, that no state "
                f"of {variable!r} makes possible: learn the tables with alpha > 0"
            )
        return log_normalize(scores)

    def sample(self, n: int, rng: int | Generator) -> Table:
        r"""Rows drawn from the network, parents before children (前向采样).

        .. math:: x_i \sim \theta_{\cdot \mid \pi_i}

        Parameters
        ----------
        n : int
            Number of rows.
        rng : int or numpy.random.Generator
            Seed or generator.

        Returns
        -------
        Table
            A mapping from names to columns; ``pandas.DataFrame(dict(table))`` shows it.

        Examples
        --------
        >>> coin = BayesNet([CPT.of("coin", {"H": 0.5, "T": 0.5})])
        >>> list(coin.sample(4, rng=0)["coin"])
        ['T', 'H', 'H', 'H']
        """
        codes = forward(self, {}, whole_number("n", n), generator(rng))
        return Table.of_codes(self.states, codes)

    def __repr__(self):
        return f"BayesNet({'; '.join(c._head() for c in self.cpts.values())})"


def _misfits(cpts):
    """Variables with two tables, parents without one, parents' states that differ."""
    own = {c.variable: c.states for c in cpts}
    if not cpts:
        yield "cpts are empty: give a table for each variable"
    if len(own) < len(cpts):
        names = [c.variable for c in cpts]
        twice = [v for v in own if names.count(v) > 1]
        yield f"cpts hold more than one table for {twice!r:.200}: keep one for each"
    for c in cpts:
        for parent, states in c.parents.items():
            if parent not in own:
                yield f"{c.variable!r} has the parent {parent!r}, which has no table: add its CPT"
            elif set(states) != set(own[parent]):
                yield (
                    f"{c.variable!r} knows the states {states!r:.100} of its parent {parent!r}, "
                    f"whose own table has {own[parent]!r:.100}: name the same states"
                )


def _aligned(cpt, own):
    """The table with its parents' states in the order of their own tables."""
    table = cpt.table
    for axis, (parent, states) in enumerate(cpt.parents.items()):
        table = table.take([states.index(state) for state in own[parent]], axis=axis)
    return CPT(cpt.variable, cpt.states, table, {parent: own[parent] for parent in cpt.parents})
