"""What the checks of this folder know about notebooks: how to read them, and what they owe.

`rules` holds the linter, with `layout` for parts and kinds of cells, `prose` for numbers and
references in the text, `tracing` for equations, errata and claims, and `lock` for sections whose
outputs changed after somebody read them; `budget` the minutes, `mutants` the check that assertions
can fail, `form` the form in which notebooks are kept, `readme` its tables, `scaffold` a new
notebook; `python -m tests.nbtools` mends, runs, approves and begins notebooks.

No rule reads the HTML of an output or an image: base64 matches patterns by chance.
"""

import ast
import json
import re
import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import nbformat
from nbformat.validator import iter_validate

ROOT = Path(__file__).parents[2]
REGISTRIES = ROOT / "tests"
NAME = re.compile(r"[0-9]{2}_[a-z0-9_]+")
DESCRIPTION = {"title", "question", "sources", "minutes", "prerequisites"}
EXERCISE = re.compile(r"\*\*Exercise (\d\d\.\d+)\*\* \(objectives? ([\d, ]+), (★{1,3})\)")
MARK = "\ufeff"  # the byte order mark that some editors put first


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

    name = property(lambda self: self.path.stem)
    number = property(lambda self: self.name[:2])
    text = cached_property(lambda self: self.path.read_text(encoding="utf-8"))
    content = cached_property(lambda self: nbformat.v4.reads(self.text.removeprefix(MARK)))
    course = property(lambda self: course(self.content))
    cells = property(lambda self: self.content.cells)
    code = cached_property(lambda self: [cell for cell in self.cells if is_code(cell)])
    markdown = cached_property(lambda self: [c for c in self.cells if c.cell_type == "markdown"])

    @cached_property
    def problem(self):
        """Why no rule can judge this file; empty for a notebook of the course."""
        if not NAME.fullmatch(self.name):
            return "not named NN_name.ipynb: it belongs in work/, or elsewhere"
        about = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}}
        try:
            match json.loads(self.text.removeprefix(MARK)):
                case {"nbformat": 4, "nbformat_minor": int(), "metadata": {}, "cells": [*found]}:
                    cells = [{"id": "any", **cell} for cell in found]  # `--fix` gives missing ids
                    errors = [error.message for error in iter_validate({**about, "cells": cells})]
                case _:
                    return "not a notebook of format 4: open and save it in JupyterLab"
        except (ValueError, TypeError) as error:  # TypeError: a cell is not even a mapping
            errors = [str(error)]
        cure = "not a valid notebook, JSON in UTF-8 ({:.80}): restore the file, or mend by hand"
        return cure.format(errors[0]) if errors else ""

    @cached_property
    def sections(self):
        """Text under each `## heading`, in order."""
        prose = "\n\n".join(cell.source for cell in self.markdown)
        return dict(re.findall(r"^## (.+?)\s*$(.*?)(?=^## |\Z)", prose, re.M | re.S))

    @property
    def divided(self):
        """Pairs of a heading and its cells, those before the first `##` under the title."""
        found = []
        for cell in (cell for cell in self.cells if cell.source.strip()):
            if heading(cell) or not found:
                found.append((heading(cell), []))
            found[-1][1].append(cell)
        return found


def files():
    """All that lies in the folder of notebooks, in order, whatever it is."""
    return [Notebook(path) for path in sorted((ROOT / "notebooks").glob("*.ipynb"))]


def notebooks():
    """The notebooks of the course, in order; an empty list while there are none."""
    return [nb for nb in files() if not nb.problem]


def course(node):
    """Our own metadata of a cell or notebook."""
    ours = node.metadata.get("nbcourse")
    return ours if isinstance(ours, dict) else {}


def tags(cell):
    """Tags of a cell, as a set."""
    return set(cell.metadata.get("tags", ()))


def heading(cell):
    """The text of the `## heading` with which a cell begins; empty without one."""
    found = re.match(r"## (.*\S)", cell.source) if cell.cell_type == "markdown" else None
    return found[1] if found else ""


def nodes(cell):
    """All nodes of the code of a cell; none if it is not plain Python."""
    try:
        return list(ast.walk(ast.parse(cell.source)))
    except (SyntaxError, ValueError):
        return []


def is_code(cell):
    """Whether a cell is code, and not an empty line."""
    return cell.cell_type == "code" and bool(cell.source.strip())


def asserts(cell):
    """Whether a code cell asserts something."""
    return is_code(cell) and any(isinstance(node, ast.Assert) for node in nodes(cell))


def called(node):
    """Last part of the name that a call calls; empty for anything else."""
    function = getattr(node, "func", None)
    return getattr(function, "attr", getattr(function, "id", ""))


def texts(cell):
    """The text of each output of a code cell: streams, and the plain form of displayed things."""
    for output in cell.get("outputs", ()):
        yield output.get("text", "") or output.get("data", {}).get("text/plain", "")


def registry(name):
    """The table tests/<name>.toml: one section per notebook."""
    return tomllib.loads((REGISTRIES / f"{name}.toml").read_text(encoding="utf-8"))


def report(rules, nb):
    """Findings of every rule on one notebook; a rule yields (cell or None, message)."""
    if nb.problem:
        return [Finding(nb.name, "-", "readable", nb.problem)]
    return [
        Finding(nb.name, cell.get("id", "without id") if cell else "-", rule.__name__, message)
        for rule in rules
        for cell, message in rule(nb)
    ]
