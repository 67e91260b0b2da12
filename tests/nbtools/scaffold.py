"""A new notebook: the template filled in, its checkers, the link to it.

What it leaves to do is what nobody else can write: the question and its answer. Where the
registries plan a notebook of this number, it takes the name planned there and lists what it owes.
"""

import re
import unicodedata
from pathlib import Path

from nbformat import v4

from tests.nbtools import ROOT, Notebook, notebooks, registry
from tests.nbtools.form import fix
from tests.nbtools.rules import NEXT

KINDS = ("equations", "errata", "claims")
QUESTION, LONGEST = "Which question does this notebook answer?", 60
CELLS = Path(__file__).with_name("new_notebook.txt").read_text(encoding="utf-8")
CHECKERS = Path(__file__).with_name("new_checkers.txt").read_text(encoding="utf-8")


def new(number, title):
    """Write a notebook and its surroundings, and return it; ValueError if that cannot be."""
    title = " ".join(title.split())
    if problem := _refusal(number, title):
        raise ValueError(problem)
    name = _planned(number) or f"{number}_{slug(title)}"
    nb = Notebook(ROOT / "notebooks" / f"{name}.ipynb")
    before = [book for book in notebooks() if book.number < number][-1:]
    after = next((book for book in notebooks() if book.number > number), None)
    about = {"title": title, "question": QUESTION, "sources": "–", "minutes": {}}
    about["prerequisites"] = before[0].name if before else "none"
    words = {"number": number, "seed": int(number), "owed": _owed(name), "next": link(after)}
    nb.path.write_text(v4.writes(_content(about, words)), encoding="utf-8", newline="\n")
    for book in before:
        book.cells[-1].source = NEXT.sub(lambda _: link(nb), book.cells[-1].source)
        fix(book)
    checkers = ROOT / "nbcourse" / "exercises" / f"nb{number}.py"
    checkers.write_text(CHECKERS.format(number=number), encoding="utf-8", newline="\n")
    return nb


def slug(title):
    """The part of a file name that stands for a title.

    >>> slug("Naïve, or not?")
    'naive_or_not'
    """
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return "_".join(re.findall(r"[a-z0-9]+", plain))


def link(following):
    """The last line of a notebook, which leads to the one that follows it."""
    if following is None:
        return "Next: [The table of notebooks](../README.md)"
    about = {"title": following.name, **following.course}
    return f"Next: [{following.number} · {about['title']}]({following.path.name})"


def _refusal(number, title):
    """Why there can be no such notebook; empty if there can."""
    if not re.fullmatch(r"[0-9]{2}", number):
        return f"number {number!r}: give two digits, such as 10"
    taken = [*ROOT.glob(f"notebooks/{number}*"), *ROOT.glob(f"nbcourse/exercises/nb{number}.py")]
    if taken:
        return f"number {number} is taken by {taken[0].relative_to(ROOT)}: choose a free one"
    if not slug(title) or len(title) > LONGEST or set("[]|") & set(title):
        wanted = f"1 to {LONGEST} characters, a Latin letter or digit among them, without [ ] |"
        return f"title {title!r}: give {wanted}"
    return ""


def _planned(number):
    """The name under which a registry expects a notebook of this number; empty if none does."""
    names = [name for kind in KINDS for name in registry(kind)]
    return next((name for name in names if name.startswith(f"{number}_")), "")


def _owed(name):
    """Rows of the source map: the equations and errata that wait for this notebook."""
    owed = [registry("equations").get(name, {}), *registry("errata").get(name, {}).values()]
    titles = [title for titles in owed for title in titles.items()]
    rows = [f"| – | {re.search('S[0-9]', known)[0]} | {known}: {said} |" for known, said in titles]
    return "\n".join(rows or ["| 1 Adding up | – | – |"])


def _content(about, words):
    """The notebook, its cells numbered."""
    cells = []
    for place, block in enumerate(CELLS.split("%% ")[1:]):
        head, source = block.rstrip("\n").format(**about, **words).split("\n", 1)
        kind, *tags = head.split()
        ours = {"claims": [f"{words['number']}.S1"]} if "proof" in tags else {}
        own = {"id": f"{words['number']}-{place:03}", "metadata": {"tags": tags, "nbcourse": ours}}
        make = v4.new_code_cell if kind == "code" else v4.new_markdown_cell
        cells.append(make(source, **own))
    return v4.new_notebook(cells=cells, metadata={"nbcourse": about})
