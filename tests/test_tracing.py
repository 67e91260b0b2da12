"""Equations and errata: the registries are sound, and checks of equations can fail.

That each id is answered for by its notebook is a rule of the linter (`nbtools.tracing`).
"""

import re

import pytest

from tests.nbtools import notebooks, registry, report
from tests.nbtools.mutants import replayed


def entries():
    """(notebook, id, title) of both registries."""
    for book, owed in registry("equations").items():
        yield from ((book, *item) for item in owed.items())
    for book, severities in registry("errata").items():
        for owed in severities.values():
            yield from ((book, *item) for item in owed.items())


def test_registries_list_every_id_once():
    ids = [id_ for _, id_, _ in entries()]
    assert len(ids) == len(set(ids))
    assert sum(id_.startswith("E-") for id_ in ids) == 101
    assert sum(not id_.startswith("E-") for id_ in ids) == 146


def test_registries_are_well_formed():
    severities = [letter for owed in registry("errata").values() for letter in owed]
    assert set(severities) == {"A", "B", "C"}
    for book, id_, title in entries():
        assert re.fullmatch(r"\d\d_[a-z0-9_]+", book), book
        assert re.fullmatch(r"E-S[0-4]-\d\d|S[0-4]-[\w.-]+", id_), id_
        assert title.strip(), id_


def test_errata_count_by_severity():
    counts = dict.fromkeys("ABC", 0)
    for owed in registry("errata").values():
        for letter, ids in owed.items():
            counts[letter] += len(ids)
    assert counts == {"A": 30, "B": 36, "C": 35}


@pytest.mark.parametrize("notebook", notebooks(), ids=lambda book: book.name)
def test_replayed(notebook):
    findings = report([replayed], notebook)
    assert not findings, "\n" + "\n".join(map(str, findings))
