"""Equations and errata: which ids a notebook owes, and which cells answer for them."""

from tests.nbtools import course, registry


def equations(nb):
    """Each equation the notebook owes is verified by a code cell that was executed."""
    owners = registry("equations")
    verified = set()
    for cell in nb.cells:
        ids = course(cell).get("verifies", [])
        yield from _unknown(cell, ids, {known for owed in owners.values() for known in owed})
        if ids and (cell.cell_type != "code" or cell.execution_count is None):
            yield cell, f"{ids} on a cell that is not executed: move them to the cell that checks"
        else:
            verified |= set(ids)
    for missing in sorted(set(owners.get(nb.name, ())) - verified):
        yield None, f"equation {missing} is verified by no cell: add one, with the id in `verifies`"


def errata(nb):
    """Errata: A demonstrated by an executed cell, B at least stated with the id, C at least listed."""
    owners = registry("errata")
    known = {id_ for owed in owners.values() for ids in owed.values() for id_ in ids}
    reached = {"A": set(), "B": set(), "C": set(nb.course.get("errata", []))}
    yield from _unknown(None, reached["C"], known)
    for cell in nb.cells:
        ids = course(cell).get("errata", [])
        yield from _unknown(cell, ids, known)
        if cell.cell_type == "code" and cell.execution_count is not None:
            reached["A"] |= set(ids)
        elif silent := [id_ for id_ in ids if id_ not in cell.source]:
            yield cell, f"carries {silent} without naming it: state the error and its correction"
        reached["B"] |= set(ids)
    reached["B"] |= reached["A"]
    reached["C"] |= reached["B"]
    for severity, owed in owners.get(nb.name, {}).items():
        for missing in sorted(set(owed) - reached[severity]):
            yield None, f"erratum {missing} (severity {severity}) is not treated: see errata.toml"


def _unknown(cell, ids, known):
    if unknown := sorted(set(ids) - known):
        yield cell, f"unknown ids {unknown}: correct them or add them to the registry"
