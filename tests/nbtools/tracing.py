"""Equations, errata and claims: which ids a notebook owes, and which cells answer for them."""

import re

from tests.nbtools import asserts, course, registry
from tests.nbtools.budget import FIRST_EDITION, second_edition


def equations(nb):
    """Each equation the notebook owes is verified by a code cell that was executed."""
    owners = registry("equations")
    verified = set()
    for cell in nb.cells:
        ids = named(cell, "verifies")
        yield from _unknown(cell, ids, {known for owed in owners.values() for known in owed})
        if ids and (cell.cell_type != "code" or cell.execution_count is None):
            yield cell, f"{ids} on a cell that is not executed: move them to the cell that checks"
        else:
            verified |= set(ids)
    for missing in sorted(set(owners.get(nb.name, ())) - verified):
        yield None, f"equation {missing} is verified by no cell: add one, with the id in `verifies`"


def errata(nb):
    """Errata of severity A are shown by an executed cell that asserts, B and C at least named."""
    owners = registry("errata")
    shown, treated = set(), set()
    for cell in nb.cells:
        ids = named(cell, "errata")
        yield from _unknown(cell, ids, {known for book in owners.values() for known in _all(book)})
        if cell.cell_type == "code" and cell.execution_count is not None:
            shown |= set(ids) if asserts(cell) or nb.name in FIRST_EDITION else set()
        elif silent := [known for known in ids if known not in cell.source]:
            yield cell, f"carries {silent} without naming it: state the error and its correction"
        treated |= set(ids)
    owed = owners.get(nb.name, {})
    for missing in sorted(set(owed.get("A", ())) - shown):
        yield None, f"erratum {missing} (severity A) is shown by no asserting cell: demonstrate it"
    for missing in sorted(set(_all(owed)) - treated - set(owed.get("A", ()))):
        yield None, f"erratum {missing} is not treated: show it, or state it with its correction"


@second_edition
def claims(nb):
    """Each numbered line of the summary is claimed by an executed cell that asserts it."""
    lines = re.findall(r"(?m)^(\d+)\. ", nb.sections.get("Summary", ""))
    owed, claimed = {f"{nb.number}.S{line}" for line in lines}, set()
    if not owed:
        yield None, "the summary has no numbered lines: number them, each is a claim"
    for cell in nb.cells:
        ids = set(named(cell, "claims"))
        yield from _unknown(cell, ids, owed)
        if ids and (not asserts(cell) or cell.get("execution_count") is None):
            yield cell, f"claims {sorted(ids)} without an executed assertion: move them to one"
        claimed |= ids
    for missing in sorted(owed - claimed):
        yield None, f"claim {missing} of the summary is asserted by no cell: assert it"


def named(cell, key):
    """The ids that a cell names under a key of its metadata."""
    ids = course(cell).get(key, [])
    return [str(known) for known in (ids if isinstance(ids, list) else [ids])]


def _all(book):
    """Ids of a notebook, whatever their severity."""
    return [known for owed in book.values() for known in owed]


def _unknown(cell, ids, known):
    if unknown := sorted(set(ids) - known):
        yield cell, f"unknown ids {unknown}: correct them, or add what they name"
