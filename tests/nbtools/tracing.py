"""Equations and errata: which ids a notebook owes, and which cells answer for them."""

from tests.nbtools import course, registry


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
    """Errata of severity A are demonstrated by an executed cell, B and C at least named in text."""
    owners = registry("errata")
    shown, treated = set(), set()
    for cell in nb.cells:
        ids = named(cell, "errata")
        yield from _unknown(cell, ids, {known for book in owners.values() for known in _all(book)})
        if cell.cell_type == "code" and cell.execution_count is not None:
            shown |= set(ids)
        elif silent := [known for known in ids if known not in cell.source]:
            yield cell, f"carries {silent} without naming it: state the error and its correction"
        treated |= set(ids)
    owed = owners.get(nb.name, {})
    for missing in sorted(set(owed.get("A", ())) - shown):
        yield None, f"erratum {missing} (severity A) is shown by no executed cell: demonstrate it"
    for missing in sorted(set(_all(owed)) - treated - set(owed.get("A", ()))):
        yield None, f"erratum {missing} is not treated: show it, or state it with its correction"


def named(cell, key):
    """The ids that a cell names under a key of its metadata."""
    ids = course(cell).get(key, [])
    return [str(known) for known in (ids if isinstance(ids, list) else [ids])]


def _all(book):
    """Ids of a notebook, whatever their severity."""
    return [known for owed in book.values() for known in owed]


def _unknown(cell, ids, known):
    if unknown := sorted(set(ids) - known):
        yield cell, f"unknown ids {unknown}: correct them or add them to the registry"
