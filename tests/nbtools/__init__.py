"""What the checks of this folder know about notebooks: how to read them, and what they owe.

`rules` holds the linter, `prose` the check of numbers in the text, `tracing` the equations and
errata, `mutants` the check that assertions can fail; `python -m tests.nbtools` mends and runs.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import nbformat

ROOT = Path(__file__).parents[2]
REGISTRIES = ROOT / "tests"


class Finding(NamedTuple):
    """One line of a report: where, which rule, what is wrong and what cures it."""

    notebook: str
    cell: str
    rule: str
    message: str

    def __str__(self):
        return f"{self.notebook}, cell {self.cell}, {self.rule}: {self.message}"


@dataclass(frozen=True)
class Notebook:
    """One notebook file, as stored: nothing is repaired while reading."""

    path: Path

    @cached_property
    def text(self):
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def content(self):
        return nbformat.v4.reads(self.text)

    @property
    def name(self):
        return self.path.stem

    @property
    def number(self):
        return self.name[:2]

    @property
    def course(self):
        return course(self.content)

    @property
    def cells(self):
        return self.content.cells

    @cached_property
    def code(self):
        return [cell for cell in self.cells if cell.cell_type == "code" and cell.source.strip()]

    @cached_property
    def markdown(self):
        return [cell for cell in self.cells if cell.cell_type == "markdown"]

    @cached_property
    def sections(self):
        """Text under each `## heading`, in order."""
        prose = "\n\n".join(cell.source for cell in self.markdown)
        return dict(re.findall(r"^## (.+?)\s*$(.*?)(?=^## |\Z)", prose, re.M | re.S))


def notebooks():
    """All notebooks of the course, in order; an empty list while there are none."""
    return [Notebook(path) for path in sorted((ROOT / "notebooks").glob("*.ipynb"))]


def course(node):
    """Our own metadata of a cell or notebook."""
    return node.metadata.get("nbcourse", {})


def tags(cell):
    """Tags of a cell, as a set."""
    return set(cell.metadata.get("tags", ()))


def texts(cell):
    """The text of each output of a code cell: streams, and the plain form of displayed things."""
    for output in cell.get("outputs", ()):
        yield output.get("text", "") or output.get("data", {}).get("text/plain", "")


def registry(name):
    """The table tests/<name>.toml: one section per notebook."""
    return tomllib.loads((REGISTRIES / f"{name}.toml").read_text(encoding="utf-8"))


def readme_table(name):
    """The part of README.md between the marking comments of a name."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return text.partition(f"<!-- {name} -->")[2].partition(f"<!-- /{name} -->")[0]


def report(rules, nb):
    """Findings of every rule on one notebook; a rule yields (cell or None, message)."""
    return [
        Finding(nb.name, cell.get("id", "without id") if cell else "-", rule.__name__, message)
        for rule in rules
        for cell, message in rule(nb)
    ]
