"""The book: pages for Sphinx, written from notebooks and registries, then built by `conf.py`."""

import re
import sys
import tomllib

import nbformat
from sphinx.cmd.build import build_main

from book import HERE, MATHJAX, ROOT, from_wheel, put, readings

CONTENTS = "```{{toctree}}\n:hidden:\n\n{}\n```\n"
SEVERITY = {"A": "changes a result", "B": "has to be repaired", "C": "a slip"}


def book(notebooks, folder):
    """Write the sources beside the book and run Sphinx on them; a warning is a failure."""
    sources = folder.with_name("book-sources")
    styles = (HERE / "static" / name for name in ("book.css", "fit.js"))
    put(sources / "_static", *styles, *from_wheel(*MATHJAX))
    for name, nb in notebooks.items():
        nbformat.write(readings.page(nb), sources / f"{name}.ipynb")
    for page in (index, errata, glossary):
        text = page(notebooks)
        (sources / f"{page.__name__}.md").write_text(text, encoding="utf-8")
    where = ["-c", str(HERE), "-d", str(sources / "_doctrees")]
    where += ["-D", f"html_static_path={sources / '_static'}"]
    if build_main(["-q", "-W", "--keep-going", *where, str(sources), str(folder)]):
        sys.exit("Sphinx warned: see above")


def index(notebooks):
    """The first page: each notebook with its question, then the contents."""
    rows = [
        f"| [{readings.title(nb)}]({name}.ipynb) | {nb.metadata.nbcourse.question} |"
        for name, nb in notebooks.items()
    ]
    opening = (HERE / "index.md").read_text(encoding="utf-8")
    table = "\n".join(["| Notebook | Question |", "|---|---|", *rows])
    contents = CONTENTS.format("\n".join([*notebooks, "glossary", "errata"]))
    return "\n\n".join([opening, table, contents])


def errata(notebooks):
    """What the sources get wrong: id, line, and the place where the book shows it."""
    owned = tomllib.loads((ROOT / "tests" / "errata.toml").read_text(encoding="utf-8"))
    entries = [
        (erratum, line, level)
        for levels in owned.values()
        for level, lines in levels.items()
        for erratum, line in lines.items()
    ]
    shown = {
        erratum: name
        for name, nb in reversed(notebooks.items())
        for cell in nb.cells
        for erratum in readings.errata(cell)
    }
    rows = [
        f'| <a href="{shown[erratum]}.html#{erratum}">{erratum}</a> | {line} | {SEVERITY[level]} |'
        for erratum, line, level in sorted(entries)
    ]
    text = "# Errata of the sources\n\nAn id leads to the cell that shows the error.\n\n"
    text += "| Id | What is wrong | Weight |\n|---|---|---|\n"
    return text + "\n".join(rows) + "\n"


def glossary(notebooks):
    """The text under the heading "Glossary" of the notebook that has one."""
    prose = "\n\n".join(
        cell.source for nb in notebooks.values() for cell in filter(readings.is_text, nb.cells)
    )
    section = re.search(r"^## (?:◇ )?Glossary[^\n]*\n(.*?)(?=^## |\Z)", prose, re.M | re.S)
    return f"# Glossary\n\n{section[1]}"
