"""The normal form of a notebook: same content, no trace of who ran it when."""

import hashlib
import os

import nbformat

from book.readings import asks_of_listing
from tests.nbtools import MARK, course, heading, tags
from tests.nbtools.budget import minutes, part
from tests.nbtools.readme import with_errata

FOLDED, SOURCE, OUTPUTS = {"deeper", "notes"}, {"source_hidden"}, {"outputs_hidden"}
FOLDS = {"proof": SOURCE, "figure": SOURCE, "hide-input": SOURCE, "solution": SOURCE | OUTPUTS}
FOLDS |= {"predict-answer": OUTPUTS}
NOTHING = nbformat.v4.new_raw_cell()
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}


def fix(nb):
    """Write a notebook in normal form."""
    nb.path.write_text(normal(nb), encoding="utf-8", newline="\n")


def normal(nb):
    """The text of a notebook in normal form."""
    ours = {**nb.course, "minutes": minutes(nb)}
    about = {"kernelspec": KERNEL, "language_info": {"name": "python"}, "nbcourse": ours}
    content = {"nbformat": 4, "nbformat_minor": 5, "metadata": about, "cells": _cells(nb)}
    return nbformat.v4.writes(nbformat.from_dict(content)) + "\n"


def formed(nb):
    """The file is as `--fix` writes it, but for what a session adds to its metadata.

    No mark before the text, format 4.5, the kernel that every environment has, lines that end in
    LF, ids. A session that runs or opens a cell takes its fold away; only CI asks for that.
    """
    pairs = zip(nb.cells, _cells(nb, folded=os.environ.get("CI") == "true"), strict=False)
    kept = [{**new, "metadata": {**old.metadata, **new.metadata}} for old, new in pairs]
    match nb.content:
        case {"nbformat_minor": minor, "metadata": {"kernelspec": {"name": "python3"}}}:
            if minor >= 5 and nb.cells == kept and not nb.text.startswith(MARK):
                return
    yield None, "not in normal form: mend with `python -m tests.nbtools --fix`"


def _cells(nb, folded=True):
    taken = set()
    kept = [cell for cell in nb.cells if cell.source.strip()]
    return [_cell(*pair, taken, folded) for pair in zip(kept, [NOTHING, *kept], strict=False)]


def _cell(cell, before, taken, folded):
    """One cell: own id, only metadata with a use, folded by its tags, counts and tables current.

    Folds are written in all the keys with which JupyterLab saves them. Slides turn right at a
    section, down at a text, not before code, nor before the quick check of a listing.
    """
    about = {"tags": sorted(tags(cell)), "nbcourse": course(cell)}
    hidden = {key: True for tag in tags(cell) for key in FOLDS.get(tag, ())}
    if cell.cell_type == "markdown":
        turn = "slide" if cell.source.startswith("#") else "subslide"
        if not asks_of_listing(cell, before):
            about["slideshow"] = {"slide_type": turn}
        about["jp-MarkdownHeadingCollapsed"] = folded and part(heading(cell)) in FOLDED
    elif folded:
        about |= {"jupyter": hidden, "collapsed": "outputs_hidden" in hidden}
    metadata = {key: value for key, value in about.items() if value}
    source = cell.source.replace("\r\n", "\n").replace("\r", "\n").strip("\n")
    cell = nbformat.from_dict({**cell, "metadata": metadata, "source": with_errata(source)})
    if cell.get("id") in {None, *taken}:
        cell.id = hashlib.sha256(f"{len(taken)} {cell.source}".encode()).hexdigest()[:8]
    taken.add(cell.id)
    for output in cell.get("outputs", ()):
        if "execution_count" in output:
            output.execution_count = cell.execution_count
    return cell
