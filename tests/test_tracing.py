"""Equations and errata: the registries are sound, and checks of equations can fail.

That each id is answered for by its notebook is a rule of the linter (`nbtools.tracing`).
"""

import re

import pytest

from tests.nbtools import notebooks, registry, report
from tests.nbtools.mutants import replayed


def entries():
    """(notebook, severity, id, title) of both registries; an equation's severity is empty."""
    for book, owed in registry("equations").items():
        yield from ((book, "", *item) for item in owed.items())
    for book, severities in registry("errata").items():
        for severity, owed in severities.items():
            yield from ((book, severity, *item) for item in owed.items())


def test_registries_list_every_id_once():
    listed = [(severity, known) for _, severity, known, _ in entries()]
    assert len({known for _, known in listed}) == len(listed)
    counts = {letter: sum(severity == letter for severity, _ in listed) for letter in ["", *"ABC"]}
    assert counts == {"": 146, "A": 30, "B": 36, "C": 34}


def test_registries_are_well_formed():
    for book, severity, known, title in entries():
        form = r"E-S[0-4]-\d\d" if severity else r"S[0-4]-[\w.-]+"
        assert re.fullmatch(form, known), known
        assert re.fullmatch(r"\d\d_[a-z_]+", book), book
        assert title.strip(), known


def test_every_id_has_its_notebook_and_every_erratum_its_line_in_the_tables():
    assert {book for book, *_ in entries()} <= {nb.name for nb in notebooks()}
    tables = (cell.source for nb in notebooks() for cell in nb.markdown)
    listed = re.findall(
        r"^\| (E-S\d-\d\d) \|", "\n".join(t for t in tables if t.startswith("<!-- errata")), re.M
    )
    assert sorted(listed) == sorted(known for _, severity, known, _ in entries() if severity)


@pytest.mark.parametrize("notebook", notebooks(), ids=lambda book: book.name)
def test_replayed(notebook):
    findings = report([replayed], notebook)
    assert not findings, "\n" + "\n".join(map(str, findings))
