"""Section locks: a changed output turns every sentence that may speak of it red.

The first cell of a section keeps a digest of what its code cells put out, as text (never the bytes
of pictures), when somebody last read the section beside it: metadata `nbcourse.lock`. `--run`
changes outputs and not the lock; `--approve` renews it, after the section was read again.
"""

import difflib
import hashlib
import subprocess

import nbformat

from tests.nbtools import course, texts
from tests.nbtools.form import fix

TOP = "Top"  # what stands before the first heading


def locked(nb):
    """The outputs of each section are those beside which its text was read."""
    for title, cells in nb.divided:
        if course(cells[0]).get("lock") != _digest(cells):
            command = f'python -m tests.nbtools --approve {nb.number} "{title or TOP}"'
            yield cells[0], f"its outputs are not those it was read beside: read it, then {command}"


def approve(nb, wanted):
    """Lock the sections whose headings begin so; what changed since the last commit, and text."""
    former = _committed(nb)
    for title, cells in nb.divided:
        if not (title or TOP).startswith(wanted) or course(cells[0]).get("lock") == _digest(cells):
            continue
        before = [cell for cell in former if cell.id in {cell.get("id") for cell in cells}]
        lines = (_said(before).splitlines(), _said(cells).splitlines())
        yield from difflib.unified_diff(*lines, "before", "now", n=1)
        yield from ("", *(cell.source for cell in cells if cell.cell_type == "markdown"), "")
        cells[0].metadata["nbcourse"] = {**course(cells[0]), "lock": _digest(cells)}
    fix(nb)


def _said(cells):
    """What the cells put out."""
    return "\n".join(filter(None, ("\n".join(texts(cell)) for cell in cells)))


def _digest(cells):
    """Eight hexadecimal digits for what the cells put out; None for nothing."""
    said = _said(cells)
    return hashlib.sha256(said.encode()).hexdigest()[:8] if said else None


def _committed(nb):
    """The cells of the notebook in the last commit; none where there is no such."""
    command = ["git", "-C", str(nb.path.parent), "show", f"HEAD:./{nb.path.name}"]
    text = subprocess.run(command, capture_output=True, encoding="utf-8").stdout
    return nbformat.v4.reads(text).cells if text else []
