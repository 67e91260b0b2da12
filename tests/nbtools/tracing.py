"""Equations, errata and claims: which ids a notebook owes, and which cells answer for them.

That these cells were executed is a rule of its own (`rules.executed`).
"""

import re

from tests.nbtools import asserts, course, is_code, registry


def equations(nb):
    """Each equation the notebook owes is verified by a code cell."""
    owners = registry("equations")
    known = {known for owed in owners.values() for known in owed}
    yield from _misplaced(nb, "verifies", known, is_code, "move them to the cell that checks")
    for missing in sorted(set(owners.get(nb.name, ())) - _answered(nb, "verifies", is_code)):
        yield None, f"equation {missing} is verified by no cell: add one, with the id in `verifies`"


def errata(nb):
    """Errata of severity A are shown by a cell that asserts, B and C at least named."""
    owners = registry("errata")
    known = {known for book in owners.values() for owed in book.values() for known in owed}
    yield from _misplaced(nb, "errata", known, _told, "state the error and its correction")
    for severity, owed in owners.get(nb.name, {}).items():
        fit, cure = (asserts, "assert it in a cell") if severity == "A" else (_told, "state it")
        for missing in sorted({*owed} - _answered(nb, "errata", fit)):
            yield None, f"erratum {missing} (severity {severity}) is not treated: {cure}"


def claims(nb):
    """Each numbered line of the summary is claimed by a cell that asserts it."""
    lines = re.findall(r"(?m)^(\d+)\. ", nb.sections.get("Summary", ""))
    if not lines:
        yield None, "the summary has no numbered lines: number them, each is a claim"
    owed = {f"{nb.number}.S{line}" for line in lines}
    yield from _misplaced(nb, "claims", owed, asserts, "move them to a cell that asserts")
    for missing in sorted(owed - _answered(nb, "claims", asserts)):
        yield None, f"claim {missing} of the summary is asserted by no cell: assert it"


def named(cell, key):
    """The ids that a cell names under a key of its metadata."""
    ids = course(cell).get(key, [])
    return {str(known) for known in (ids if isinstance(ids, list) else [ids])}


def _told(cell):
    return is_code(cell) or all(known in cell.source for known in named(cell, "errata"))


def _answered(nb, key, fit):
    """The ids that are named by cells fit to answer for them."""
    return {known for cell in nb.cells if fit(cell) for known in named(cell, key)}


def _misplaced(nb, key, known, fit, cure):
    """Cells that name ids which nobody knows, or for which they cannot answer."""
    for cell in nb.cells:
        ids = named(cell, key)
        if ids - known:
            yield cell, f"unknown ids {sorted(ids - known)}: correct them, or add what they name"
        if ids and not fit(cell):
            yield cell, f"{sorted(ids)} on a cell that does not answer for them: {cure}"
