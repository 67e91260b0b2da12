"""Bayesian networks: tables and arrows, exact inference, sampling, and structures from data.

A network is a list of tables, :class:`CPT`; what it says is their product, :class:`BayesNet`.
Names and states are any hashable values, None and NaN excepted, which stand for what is missing.
"""

from nbcourse.bayesnet.chains import GibbsSample
from nbcourse.bayesnet.cpt import CPT
from nbcourse.bayesnet.diagnostics import effective_sample_size, r_hat
from nbcourse.bayesnet.gibbs_sampling import gibbs
from nbcourse.bayesnet.graph import (
    all_dags,
    ancestral_set,
    d_separated,
    dag,
    equivalent,
    markov_blanket,
    moral_graph,
    v_structures,
)
from nbcourse.bayesnet.irreducible import islands
from nbcourse.bayesnet.learning import learn, learn_cpt
from nbcourse.bayesnet.net import BayesNet
from nbcourse.bayesnet.scores import family_score, score
from nbcourse.bayesnet.search import Move, Search, hill_climb
from nbcourse.bayesnet.table import Table
from nbcourse.bayesnet.trees import chow_liu, pairwise_information

__all__ = [
    "CPT",
    "BayesNet",
    "GibbsSample",
    "Move",
    "Search",
    "Table",
    "all_dags",
    "ancestral_set",
    "chow_liu",
    "d_separated",
    "dag",
    "effective_sample_size",
    "equivalent",
    "family_score",
    "gibbs",
    "hill_climb",
    "islands",
    "learn",
    "learn_cpt",
    "markov_blanket",
    "moral_graph",
    "pairwise_information",
    "r_hat",
    "score",
    "v_structures",
]
