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
from tests.nbtools.budget import second_edition

TOP = "Top"  # what stands before the first heading


@second_edition
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
        now = _outputs(cells)
        before = [text for text in _outputs(former) if text[0] in {name for name, _ in now}]
        yield from difflib.unified_diff(*map(_lines, (before, now)), "before", "now", n=1)
        yield from ("", *(cell.source for cell in cells if cell.cell_type == "markdown"), "")
        cells[0].metadata["nbcourse"] = {**course(cells[0]), "lock": _digest(cells)}


def _outputs(cells):
    """Pairs (id, text) of what the cells put out."""
    pairs = [(cell.get("id"), "\n".join(texts(cell))) for cell in cells]
    return [(name, text) for name, text in pairs if text]


def _digest(cells):
    """Eight hexadecimal digits for what the cells put out; None for nothing."""
    said = "\n".join(text for _, text in _outputs(cells))
    return hashlib.sha256(said.encode()).hexdigest()[:8] if said else None


def _lines(outputs):
    return [line for _, text in outputs for line in text.splitlines()]


def _committed(nb):
    """The cells of the notebook in the last commit; none where there is no such."""
    command = ["git", "-C", str(nb.path.parent), "show", f"HEAD:./{nb.path.name}"]
    text = subprocess.run(command, capture_output=True, text=True, encoding="utf-8").stdout
    return nbformat.v4.reads(text).cells if text else []
