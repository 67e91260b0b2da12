"""Slides and handout: one self-made page a notebook, through a template of nbconvert's kind."""

import re

import nbformat
from nbconvert import HTMLExporter
from pygments.formatters import HtmlFormatter

from book import HERE, MATHJAX, from_wheel, put, readings
from book.browser import available, printed

REVEAL = ("sphinx-revealjs", "dist/reveal.js", "dist/reveal.css", "plugin/notes/notes.js")
LINK = re.compile(r"\b(\d\d_\w+)\.ipynb\b")


def render(nb, template):
    """A notebook as HTML."""
    exporter = HTMLExporter(template_file=str(HERE / "templates" / f"{template}.html.j2"))
    exporter.exclude_anchor_links = True
    html, _ = exporter.from_notebook_node(nb, {"heading": readings.title(nb)})
    return readings.headed(html)


def linked(nb):
    """The notebook with its links led to the pages of the other notebooks."""
    for cell in filter(readings.is_text, nb.cells):
        cell.source = LINK.sub(r"\1.html", cell.source).replace("(../README.md)", "(index.html)")
    return nb


def furnish(folder, *styles):
    """Copy what every page needs: styles and scripts, colours of code, MathJax."""
    put(folder, *(HERE / "static" / style for style in styles), *from_wheel(*MATHJAX))
    colours = HtmlFormatter(style="a11y-high-contrast-light").get_style_defs(".highlight")
    (folder / "code.css").write_text(colours, encoding="utf-8")


def index(folder, title, entries):
    """A page of links: {notebook's title: {name of the link: file}}."""
    rows = []
    for heading, links in entries.items():
        each = [f'<a href="{file}">{name}</a>' for name, file in links.items()]
        rows.append(f"<li>{heading}: {' · '.join(each)}</li>")
    html = f'<!DOCTYPE html>\n<html lang="en"><meta charset="utf-8"><title>{title}</title>\n'
    html += f"<h1>{title}</h1>\n<ul>\n" + "\n".join(rows) + "\n</ul>\n</html>\n"
    (folder / "index.html").write_text(html, encoding="utf-8")


def slides(books, folder):
    """Two decks a notebook: its core, and its ◇ sections if it has any."""
    furnish(folder, "slides.css", "slides.js")
    put(folder, *from_wheel(*REVEAL))
    entries = {}
    for name, nb in books.items():
        files = {"core": f"{name}.html", "deeper": f"{name}_deeper.html"}
        here = {part for part, _ in readings.parts(nb.cells)}
        entries[readings.title(nb)] = links = {part: files[part] for part in files if part in here}
        for part, file in links.items():
            html = render(linked(readings.slides(nb, part)), "slides")
            (folder / file).write_text(html, encoding="utf-8")
    index(folder, "Slides", entries)


def handout(books, folder):
    """Notebooks for students, and the same on paper: HTML, and PDF where there is a browser."""
    furnish(folder, "handout.css", "fit.js")
    (folder / "notebooks").mkdir(exist_ok=True)
    entries = {}
    for name, nb in books.items():
        student = readings.handout(nb)
        nbformat.write(student, folder / "notebooks" / f"{name}.ipynb")
        html = render(linked(readings.described(student)), "handout")
        (folder / f"{name}.html").write_text(html, encoding="utf-8")
        links = {"notebook": f"notebooks/{name}.ipynb", "page": f"{name}.html"}
        entries[readings.title(nb)] = links | ({"paper": f"{name}.pdf"} if available() else {})
    if available():
        printed([folder / f"{name}.html" for name in books])
    index(folder, "Handout", entries)
