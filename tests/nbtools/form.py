"""The normal form of a notebook: same content, no trace of who ran it when."""

import hashlib

import nbformat

from tests.nbtools import course, tags

KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}


def fix(nb):
    """Write a notebook in normal form."""
    nb.path.write_text(normal(nb), encoding="utf-8", newline="\n")


def normal(nb):
    """The text of a notebook in normal form."""
    about = {"kernelspec": KERNEL, "language_info": {"name": "python"}, "nbcourse": nb.course}
    content = {"nbformat": 4, "nbformat_minor": 5, "metadata": about, "cells": _cells(nb)}
    return nbformat.v4.writes(nbformat.from_dict(content)) + "\n"


def settled(nb):
    """Whether a notebook is in normal form, but for metadata that a session with it adds."""
    return _says(nb.cells, _cells(nb))


def _says(found, wanted):
    """Whether `found` says all that `wanted` says; entries of its own do not matter."""
    match wanted:
        case dict():
            found = found if isinstance(found, dict) else {}
            return all(key in found and _says(found[key], wanted[key]) for key in wanted)
        case list():
            return len(found) == len(wanted) and all(map(_says, found, wanted))
    return found == wanted


def _cells(nb):
    taken = set()
    return [_cell(cell, taken) for cell in nb.cells if cell.source.strip()]


def _cell(cell, taken):
    """One cell: own id, only metadata with a use, solutions folded, counts in agreement."""
    folded = {"source_hidden": True} if tags(cell) & {"solution", "hide-input"} else {}
    about = {"tags": sorted(tags(cell)), "nbcourse": course(cell), "jupyter": folded}
    about["slideshow"] = _slide(cell)
    metadata = {key: value for key, value in about.items() if value}
    source = cell.source.replace("\r\n", "\n").replace("\r", "\n").strip("\n")
    cell = nbformat.from_dict({**cell, "metadata": metadata, "source": source})
    if cell.get("id") in {None, *taken}:
        cell.id = hashlib.sha256(f"{len(taken)} {cell.source}".encode()).hexdigest()[:8]
    taken.add(cell.id)
    for output in cell.get("outputs", ()):
        if "execution_count" in output:
            output.execution_count = cell.execution_count
    return cell


def _slide(cell):
    """Where `make slides` turns the page: right at a section, down at a text, not before code."""
    if cell.cell_type != "markdown":
        return {}
    return {"slide_type": "slide" if cell.source.startswith("#") else "subslide"}
