"""A sound small notebook passes every check; each tampered copy turns the right one red."""

import base64
import copy
import json
import os
import re
import subprocess
import sys
from functools import reduce
from io import BytesIO
from math import ceil
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings, strategies
from nbformat import v4
from PIL import Image, PngImagePlugin

from tests import nbtools
from tests.nbtools import Notebook, report
from tests.nbtools.__main__ import execute
from tests.nbtools.budget import minutes
from tests.nbtools.form import fix, formed, normal
from tests.nbtools.lock import approve
from tests.nbtools.mutants import replayed
from tests.nbtools.prose import prose
from tests.nbtools.rules import RULES
from tests.papers import with_tables

REGISTRIES = {
    "equations.toml": '[09_canary]\n"S9-1" = "the mean"\n',
    "errata.toml": '[09_canary]\nA = {E-S9-01 = "not shown"}\nB = {E-S9-02 = "wrong sign"}\n',
    "claims.toml": '[09_canary]\n"0.9765" = "S9, line 1"\n',
    "pytest.ini": "[pytest]\n",
    "conftest.py": (nbtools.ROOT / "conftest.py").read_text("utf-8"),
    "tests/nbval.cfg": (nbtools.ROOT / "tests" / "nbval.cfg").read_text("utf-8"),
}
ABOUT = {"title": "Canary", "question": "Who sees it?", "sources": "S9"}
SETUP = """\
import numpy as np
import pandas as pd
from nbcourse import check, plots, worked
rng = np.random.default_rng(9)"""
FIGURE = """\
heights = [1, 3]
fig, ax = plots.canvas(size=(2, 2))
ax.bar([0, 1], heights)
plots.show(fig, alt=f"Two bars, {heights[0]} and {heights[1]} high.")"""
MEAN = 'x = np.array([1, 2, 3, 4])\nprint(f"{x.mean():.2f}, {x.mean() / 10:.1%}")'
VERIFY = """\
# Proof: the mean by its sum, and the spread
assert np.allclose(x.mean(), x.sum() / 4)
assert abs(x.std() - 5**0.5 / 2) < 1e-9
print("checked: mean and spread, each by a second route")"""
DEEPER = 'print(f"{len(x) * 100}, {-x.sum() / 7:.3f}; by heart 0.777")'
ONE, TWO = "**Exercise 09.1** (objectives 1, 2, ★)", "**Exercise 09.2** (objective 3, ★★)"
STUB = 'answer = ...\ncheck("09.1", answer)'
# the real exercises and the real quick check of notebook 09
SOLVED = '# Worked solution\nanswer = (5, 3)\nworked("09.1", answer)'
SOLVED_TWO = '# Worked solution\nanswer = 3 + np.log(4) * 2 / 3\nworked("09.2", answer)'


def text(name, source, tags=(), **ours):
    return v4.new_markdown_cell(source, id=name, metadata={"tags": [*tags], "nbcourse": ours})


def code(name, source, *tags, **ours):
    return v4.new_code_cell(source, id=name, metadata={"tags": list(tags), "nbcourse": ours})


CELLS = [
    text("title", "# 09 · Canary\n\nWho sees it?"),
    text("goals", "## Objectives\n\n1. One\n2. Two\n3. Three"),
    text("before", "## Before you start\n\nNothing; 20 minutes."),
    code("setup", SETUP, "setup"),
    code("quiet", "pass"),
    text("says", "## 1 Mean\n\nIt is 2.50, 25.0 % of ten (S9 5.18); S9 claims $0.977$."),
    code("mean", MEAN),
    code("verify", VERIFY, "proof", verifies=["S9-1"], errata=["E-S9-01"], claims=["09.S1"]),
    text("tale", "so " * 1200),
    text("slip", "E-S9-02: the sign is wrong, it should be plus.", errata=["E-S9-02"]),
    code("figure", FIGURE, "figure"),
    text("ask", "*Predict:* how long is $x$?\n\n$$x=1.\\tag{1}$$", tags=["predict"]),
    code("answer", 'pd.DataFrame({"n": [len(x)]})', "predict-answer"),
    text("asked", "By formula (1) of Section 1, see notebook 08.\n\n**Quick check 09.a** Again?"),
    code("quick", STUB.replace("09.1", "09.a"), "quick"),
    code("raise", "1 / 0", "raises-exception", reason="shows what is not defined"),
    text("end", "**20 minutes end here.**"),
    text("more", "## ◇ How many hundreds?"),
    code("hundreds", DEEPER),
    text("told", "There are 400 of them; the seventh is −1.429." + " So" * 130),
    text("exercises", "## Exercises"),
    text("exercise1", ONE),
    code("stub1", STUB, "exercise"),
    code("solution1", SOLVED, "solution"),
    text("exercise2", TWO),
    code("stub2", STUB.replace("09.1", "09.2"), "exercise"),
    code("solution2", SOLVED_TWO, "solution"),
    text("when", "## When to use it, and when not\n\nIn a mine."),
    text("summary", "## Summary\n\n1. Done."),
    text("notes", "## Notes for readers of the sources"),
    text("map", "### Source map\n\n| here | S9 |\n|---|---|\n| mean | 7.31 |"),
    text("next", "## Next: [start](00_start_here.ipynb)"),
]


class Copy(dict):
    """A notebook to tamper with: its cells by id, and all of it as `content`."""

    def __init__(self, content):
        self.content = copy.deepcopy(content)
        super().__init__({cell.id: cell for cell in self.content.cells})

    def save(self, path):
        path.write_text(v4.writes(self.content), encoding="utf-8")
        return Notebook(path)


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    """The sound notebook, executed, with registries of its own."""
    folder = tmp_path_factory.mktemp("course") / "notebooks"
    (folder / "tests").mkdir(parents=True)
    for name, lines in REGISTRIES.items():
        (folder / name).write_text(lines, encoding="utf-8")
    about = {"nbcourse": ABOUT | {"prerequisites": "none"}}
    path = folder / "09_canary.ipynb"
    nb = Copy(v4.new_notebook(cells=CELLS, metadata=about)).save(path)
    execute(nb.content, folder)
    assert "mean" in "\n".join(approve(nb, ""))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nbtools, "REGISTRIES", folder)
        patch.delenv("CI", raising=False)
        yield Notebook(path)


def source(name, lines):
    return lambda book: book[name].update(source=lines)


def ours(name, key, *values):
    return lambda book: book[name].metadata.setdefault("nbcourse", {}).update({key: [*values]})


def tagged(name, *tags):
    return lambda book: book[name].metadata.update(tags=[*tags])


def prints(name, lines, stream="stdout"):
    return lambda book: book[name].update(
        outputs=[v4.new_output("stream", name=stream, text=lines)]
    )


def shows(plain, **data):
    """Let a cell without output store a result."""
    result = v4.new_output("display_data", data={"text/plain": plain, **data})
    return lambda book: book["quiet"].update(outputs=[result])


def swapped(book):
    """Another picture, sound in itself and with a description of its own."""
    about, file = PngImagePlugin.PngInfo(), BytesIO()
    about.add_text("Description", "Two bars, 9 and 9 high.")
    Image.new("RGB", (9, 9)).save(file, "png", pnginfo=about)
    other = base64.b64encode(file.getvalue()).decode()
    redrawn('base64,[^"]*', f"base64,{other}")(book)


def redrawn(pattern, by):
    """Let the stored picture differ in one place."""

    def tamper(book):
        data = book["figure"].outputs[0].data
        data["text/html"] = re.sub(pattern, by, data["text/html"], count=1)

    return tamper


def bare(alt):
    """The picture as PNG with a description in its metadata, or without one."""

    def tamper(book):
        [output] = book["figure"].outputs
        html = output.data.pop("text/html")
        output.data["image/png"] = re.search('base64,([^"]*)', html)[1]
        output.metadata = {"image/png": {"alt": alt}} if alt else {}

    return tamper


def moved_down(name, target):
    """Let a cell stand after another one."""

    def change(book):
        book.content.cells.remove(book[name])
        book.content.cells.insert(book.content.cells.index(book[target]) + 1, book[name])

    return change


def says(lines):
    return lambda book: book["says"].update(source=f"{book['says'].source}\n\n{lines}")


def told(lines):
    return lambda book: book["told"].update(source=lines)


def kernel(book):
    book.content.metadata["kernelspec"]["name"] = "conda-env-nb-py"


def caught(block):
    return source("verify", f"{VERIFY}\n{block.format('assert x.mean() == 3')}")


def raw(book):
    place = book.content.cells.index(book["quiet"])
    book.content.cells[place] = v4.new_raw_cell("pass", id="quiet")
    order_of(book)


def about(book, **entries):
    book.content.metadata.nbcourse.update(entries)


def recount(book):
    """The minutes as they are after the change."""
    about(book, minutes=counted(book.content))


def counted(content):
    return minutes(SimpleNamespace(divided=Notebook.divided.fget(content)))


def order_of(book):
    """Counts from 1 on, after a change."""
    for count, cell in enumerate((c for c in book.content.cells if c.cell_type == "code"), 1):
        cell.execution_count = count
        for output in cell.outputs:
            if "execution_count" in output:
                output.execution_count = count


def one_exercise_less(book):
    for name in ("exercise2", "stub2", "solution2"):
        book.content.cells.remove(book[name])


def order(book):
    book["quiet"].execution_count, book["mean"].execution_count = 3, 2


TAMPERED = {
    "image swapped": ("pictures", swapped),
    "image damaged": ("pictures", redrawn('base64,[^"]*', "base64,")),
    "image removed": ("pictures", lambda b: b["figure"].outputs[0].data.pop("text/html")),
    "image with another text": ("pictures", redrawn('alt="[^"]*"', 'alt="Two bars."')),
    "image with its text in sight": ("pictures", redrawn("<figure>\n", "")),
    "alternative text missing": ("pictures", redrawn('alt="[^"]*"', 'alt=""')),
    "bare image without a text": ("pictures", bare(None)),
    "bare image with another text": ("pictures", bare("Two bars.")),
    "false number in prose": ("prose", says("It is 2.51.")),
    "false percentage in a formula": ("prose", says(r"It is $25.1\,\%$ of ten.")),
    "cell not run": ("executed", lambda b: b["figure"].update(execution_count=None)),
    "cells in another order": ("executed", order),
    "error left over": ("quiet", lambda b: b["quiet"].update(outputs=b["raise"].outputs)),
    "warning on stderr": ("quiet", prints("quiet", "old", stream="stderr")),
    "raising cell without error": ("quiet", lambda b: b["raise"].update(outputs=[])),
    "unknown equation": ("equations", ours("verify", "verifies", "S9-1", "S9-2")),
    "equation not verified": ("equations", ours("verify", "verifies")),
    "equation verified by text": ("equations", ours("slip", "verifies", "S9-1")),
    "unknown erratum": ("errata", ours("verify", "errata", "E-S9-01", "E-S9-77")),
    "erratum A not shown": ("errata", ours("verify", "errata")),
    "erratum B not stated": ("errata", source("slip", "Nothing.")),
    "erratum B not treated": ("errata", ours("slip", "errata")),
    "figure object": ("stable", shows("<Figure size 432x288 with 1 Axes>")),
    "stray text object": ("stable", shows("Text(0.5, 91.2, 'x')")),
    "address": ("stable", shows("<__main__.T at 0x7f0000000000>")),
    "estimator": ("stable", shows("NB()", **{"text/html": '<div id="sk-container-id-1">'})),
    "printed set": ("stable", prints("quiet", "{'ham', 'spam'}\n")),
    "float tail": ("stable", prints("quiet", "0.30000000000000004\n")),
    "time": ("stable", prints("quiet", "Wall time: 2 us\n")),
    "NumPy scalar": ("stable", shows("{'n': np.int64(3)}")),
    "absolute path": ("stable", prints("quiet", "read /home/me/sms\n")),
    "version": ("stable", prints("quiet", "numpy 2.4.1\n")),
    "progress bar": ("stable", prints("quiet", " 50%|#####     |\n")),
    "trailing semicolon": ("plain", source("mean", "x = 1;")),
    "magic": ("plain", source("mean", "%time x = 1")),
    "relative path": ("plain", source("mean", 'x = open("data/x.txt")')),
    "misspelt tag": ("tagged", tagged("mean", "hide-celll")),
    "loosening tag without reason": ("tagged", tagged("raise", "raises-exception", "nbval-skip")),
    "loosening tag on a cell of results": (
        "tagged",
        lambda b: [tagged("mean", "nbval-ignore-output")(b), ours("mean", "reason", "slow")(b)],
    ),
    "code made raw": ("tagged", raw),
    "loosening comment": ("tagged", source("mean", "# NBVAL_IGNORE_OUTPUT\nx = 1")),
    "cell too long": ("sized", source("verify", VERIFY + "\nx = 1" * 26)),
    "line too long": ("sized", source("mean", "x = " + "1" * 76)),
    "file too large": ("sized", source("slip", "E-S9-02" * 99_999)),
    "other first heading": ("described", source("title", "# 09 · Cat\n\nWho sees it?")),
    "question not asked": ("described", source("title", "# 09 · Canary")),
    "section missing": ("arranged", source("when", "In a mine.")),
    "sections exchanged": ("arranged", moved_down("when", "summary")),
    "◇ between core sections": (
        "arranged",
        lambda b: source("says", f"## ◇ Why?\n\n{b['says'].source}")(b),
    ),
    "heading inside a cell": ("arranged", lambda b: says("## 2 More")(b)),
    "text under a folded heading": ("arranged", source("more", "## ◇ How many?\n\nSo many.")),
    "proof without its line": ("kinds", source("verify", VERIFY.replace("# Proof: the", "# The"))),
    "proof that says nothing": ("kinds", lambda b: b["verify"].outputs.clear()),
    "proof that says much": ("kinds", prints("verify", "checked: one\nchecked: two\n")),
    "solution without its line": (
        "kinds",
        lambda b: source("solution1", b["solution1"].source.partition("\n")[2])(b),
    ),
    "prediction without answer": ("kinds", tagged("answer")),
    "answer without prediction": ("kinds", tagged("ask")),
    "answer shown by its fold": ("kinds", prints("answer", "The mean is 2.50\n")),
    "answer shown by an alternative text": (
        "kinds",
        lambda b: b["answer"].outputs[0].data.update({"text/html": '<img alt="four">'}),
    ),
    "answer shown by a plain text": (
        "kinds",
        lambda b: b["answer"].outputs[0].data.pop("text/html"),
    ),
    "core cell too long": ("paced", source("mean", MEAN + "\nx = x" * 11)),
    "long cells in the core": (
        "paced",
        lambda b: [source(name, "x = x\n" * 6 + b[name].source)(b) for name in ("mean", "quiet")],
    ),
    "◇ cell too long": ("paced", source("hundreds", DEEPER + "\nx = x" * 15)),
    "quick check missing": ("quick_checks", tagged("quick")),
    "quick check without name": ("quick_checks", source("asked", "Once more.")),
    "quick check answered": ("quick_checks", prints("quick", "ok\n")),
    "quick check of another letter": (
        "quick_checks",
        lambda b: [
            source("asked", "**Quick check 09.b** Again?")(b),
            source("quick", STUB.replace("09.1", "09.b"))(b),
        ],
    ),
    "minutes not those computed": ("budget", lambda b: about(b, minutes={"core": 1})),
    "core over its minutes": ("budget", lambda b: [says("so " * 4000)(b), recount(b)]),
    "core too thin": ("budget", lambda b: [source("tale", "So.")(b), recount(b)]),
    "◇ over the minutes": ("budget", lambda b: [told("so " * 14_000)(b), recount(b)]),
    "end of the core not marked": ("budget", source("end", "So much for that.")),
    "end of the core before its last cell": ("budget", moved_down("raise", "end")),
    "other minutes at the start": ("budget", source("before", "## Before you start\n\n5 minutes")),
    "exercise numbered twice": (
        "exercises",
        lambda b: [
            source("exercise2", TWO.replace("09.2", "09.1"))(b),
            source("stub2", STUB)(b),
            source("solution2", SOLVED_TWO.replace("09.2", "09.1"))(b),
        ],
    ),
    "solution that counts as the reader's own": (
        "exercises",
        lambda b: [source("solution1", SOLVED.replace("worked", "check"))(b)],
    ),
    "solution that looks like the reader's own": ("exercises", prints("solution1", "ok\n")),
    "unknown claim": ("claims", ours("verify", "claims", "09.S1", "09.S2")),
    "summary line claimed by no cell": ("claims", source("summary", "## Summary\n\n1. A\n2. B")),
    "summary without lines": (
        "claims",
        lambda b: [source("summary", "## Summary\n\nDone.")(b), ours("verify", "claims")(b)],
    ),
    "claim of a cell that asserts nothing": (
        "claims",
        lambda b: [ours("verify", "claims")(b), ours("mean", "claims", "09.S1")(b)],
    ),
    "erratum A shown without assertion": (
        "errata",
        lambda b: [ours("verify", "errata")(b), ours("mean", "errata", "E-S9-01")(b)],
    ),
    "output changed after the section was read": ("locked", prints("hundreds", "400 -1.429\n")),
    "section never read": ("locked", ours("more", "lock")),
    "whole number printed nowhere": ("prose", says("There are 1,234 of them.")),
    "decimal that stands in the code only": ("prose", says("It is 0.5.")),
    "digits exchanged": ("prose", told("There are 4,000 of them.")),
    "number printed by heart": ("prose", told("It is 0.777.")),
    "minus lost": ("prose", told("It is 1.429.")),
    "per cent in words": ("prose", says("That is 68 per cent.")),
    "full-width per cent sign": ("prose", says("那是 68％。")),
    "decimal comma": ("prose", says("It is 0,985.")),
    "decimal comma of a percentage": ("prose", says("It is 97,5 %.")),
    "number in a code span": ("prose", says("`accuracy = 0.999`")),
    "formula that does not exist": ("references", says("By formula (2).")),
    "section that does not exist": ("references", says("See Section 7.")),
    "notebook that does not exist": ("references", says("See notebook 77.")),
    "file that does not exist": ("references", says("[there](77_nowhere.ipynb)")),
    "own seed missing": ("template", source("setup", "import numpy as np")),
    "no link onwards": ("template", source("next", "## Next: [start](../notebooks)")),
    "two objectives": (
        "exercises",
        lambda b: [source("goals", "## Objectives\n\n1. One\n2. Two")(b), one_exercise_less(b)],
    ),
    "objectives numbered from 0": (
        "exercises",
        lambda b: [
            source("goals", "## Objectives\n\n0. One\n1. Two\n2. Three")(b),
            source("exercise1", b["exercise1"].source.replace("1, 2", "0, 1"))(b),
            source("exercise2", TWO.replace("3", "2"))(b),
        ],
    ),
    "objective not practised": ("exercises", source("exercise2", TWO.replace("3", "1"))),
    "easier exercise last": (
        "exercises",
        source("exercise1", ONE.replace("★", "★★★")),
    ),
    "stub not tagged": ("exercises", tagged("stub1")),
    "stub solved": ("exercises", prints("stub1", "ok\n")),
    "solution missing": ("exercises", tagged("solution2")),
    "solution refused": ("exercises", prints("solution1", "not yet: the first is the median\n")),
    "solution fails after an ok": (
        "exercises",
        prints("solution1", "ok\nnot yet: no\n"),
    ),
    "solution judged as another": ("exercises", source("solution1", SOLVED_TWO)),
    "solution not judged": ("exercises", source("solution1", "# Worked solution\nanswer = (5, 3)")),
    "assertion in try": ("uncaught", caught("try:\n    {}\nexcept AssertionError:\n    pass")),
    "assertion under suppress": ("uncaught", caught("with suppress(AssertionError):\n    {}")),
    "assertion in a raising cell": ("uncaught", source("raise", "assert x.mean() == 3")),
}
# an output, or a text, that is changed also changes these
CONSEQUENCES = {"locked", "budget", "formed"}
VACUOUS = {
    "always true": "assert True",
    "nothing compared": "assert x.any()",
    "compared with itself": "assert x.mean() == x.mean()",
    "compared with its alias": "y = x\nassert np.array_equal(y, x)",
    "constants": "assert 2 + 2 == 4",
    "too loose": "assert np.isclose(x.mean(), 2.5, atol=1)",
    "too loose a difference": "assert (abs(x - np.array([1, 2, 3, 4])) < 9).all()",
    "sides equal": "assert x.max() >= 4",
    "never reached": "if len(x) > 9:\n    assert x.mean() == 2.5",
    "one of several": "assert x.mean() == 2.5 or x.mean() == 3",
    "second check": "assert x.mean() == 2.5 and np.allclose(x, x)",
    "within a twentieth": "assert np.isclose(x.mean(), 2.5, rtol=0.05)",
    "too loose for a small value": "assert np.isclose(x.mean() / 1e4, 2.5e-4, atol=0.01)",
    "difference out of sight": "gap = abs(x - x).max()\nassert gap < 1e-12",
    "difference out of sight, turned": "gaps = abs(x - x)\nassert 1e-12 >= gaps.max()",
    "difference without absolute value": "assert x.mean() - x.sum() < 1e-9",
}
SOUND = [
    "assert 0 < x.min() < x.max() and (x != 7).all()",
    "assert not np.allclose(x, x + 1) and np.all(x > 0) and not (x == 9).all()",
    "assert all(a == b for a, b in zip(x, [1, 2, 3, 4]) if a > 0)",
    "def test():\n    assert np.array_equal(x, [1, 2, 3, 4])\ntest()",
    "assert {'n': x.sum()} == {'n': 10} and str(x[0]) == '1' and list(x[:0]) == []",
    "assert np.log(np.array([0.5, 1])).sum() == -np.log(2) and (x > 2).sum() == 2",
    "from fractions import Fraction as F\nassert F(int(x[0]), 3) == F(1, 3)",
    "assert max(abs(x - [1, 2, 3, 4])) < 1e-12 and 1e-9 > np.linalg.norm(x - np.rint(x))",
    "with np.errstate(all='ignore'):\n    assert np.isclose(np.log(x * 0.0).max(), -np.inf)",
]
SAID = [  # what a cell prints, what the text says, and whether they agree
    ("0.9853", "0.985", True),
    ("0.985", "98.5 %", True),
    ("98.5%", "0.985", True),
    ("0.98", "0.980", False),
    ("98.5", "98.5 %", False),
    ("-6.37", "lower by 6.37, or −6.37", True),
    ("-6.37", "6.37 or −6.37", False),
    ("6.37", "−6.37", False),
    ("1.4e-17", r"$1.4\times10^{-17}$", True),
    ("18006.5", "18,006.5", True),
    ("0.25", "`0.24`", False),
    ("0.25", "`0.25` is 0.97 of `x`", False),
    ("0.25", "S0 0.99", False),
    ("", "`alpha=0.5`, §5.2, S0-5.24, S2 3.1, Exercise 05.2, 4.1.4", True),
]


def picture(alt, png):
    return f'<figure>\n<img alt="{alt}" src="data:image/png;base64,{png}">\n</figure>'


def publishing(alt, png):
    return f"from IPython.display import HTML\nHTML({picture(alt, png)!r})"


FACTS = [  # what a cell does, what it stores, and whether nbval 0.11 passes it
    ("print(1 + 1)", None, True),  # never run, so nothing is compared
    ("import os; print(os.path.basename(os.getcwd()))", "notebooks\n", True),  # run in its folder
    ("import sys; print('w', file=sys.stderr)", "", False),  # a warning
    ("import numpy as np; np.float64(0.5)", {"text/plain": "0.5"}, False),  # its repr is of NumPy 2
    ("print(np.float64(0.5))", "0.5\n", True),
    ("0.1 + 0.2", {"text/plain": "0.3"}, False),  # a float tail
    ("object()", {"text/plain": "<object object at 0x7f0000000000>"}, False),
    ("{'b', 'a'}", {"text/plain": "{'a', 'b'}"}, True),  # IPython sorts it, print does not
    (
        "from matplotlib.figure import Figure; Figure()",
        {"text/plain": "<Figure>"},
        False,
    ),  # the repr of a figure
    (publishing("1 high", "bbbb"), {"text/html": picture("1 high", "aaaa")}, True),  # other pixels
    (publishing("1 high", "aaaa"), {"text/html": picture("2 high", "aaaa")}, False),
]


def test_sound_notebook_passes(good):
    assert report([*RULES, replayed], good) == []
    assert good.text == normal(good)
    assert not [*formed(good)]


def timed(book):
    for cell in book.values():
        cell.metadata["execution"] = {"iopub.execute_input": "2024-01-01"}


def jupyterlab(book):
    """What JupyterLab writes when somebody opens, inspects, runs and saves."""
    timed(book)
    about = {"codemirror_mode": {"name": "ipython", "version": 3}, "version": "3.13.1"}
    book.content.metadata["language_info"] = {"name": "python", **about}
    book.content.metadata["kernelspec"]["display_name"] = "Python 3.13"
    book["mean"].metadata.update(editable=True, tags=[], slideshow={"slide_type": ""})
    book["raise"].metadata.update(collapsed=True, scrolled=False)
    for cell in book.values():  # running or opening a cell takes its fold away
        for key in ("jupyter", "collapsed", "jp-MarkdownHeadingCollapsed"):
            cell.metadata.pop(key, None)


def colab(book):
    """Format 4.0: no ids, metadata of its own, no language_info."""
    book.content.update(nbformat_minor=0)
    book.content.metadata.update(colab={"provenance": []})
    book.content.metadata.pop("language_info")
    for cell in book.content.cells:
        cell.metadata["id"] = cell.pop("id")


def vscode(book):
    """On Windows: metadata of its own, and CR LF inside the sources."""
    book.content.metadata["language_info"].update(version="3.12.1", mimetype="text/x-python")
    for cell in book.content.cells:
        cell.metadata["vscode"] = {"languageId": cell.cell_type}
        cell.source = cell.source.replace("\n", "\r\n")


SESSIONS = {"JupyterLab": jupyterlab, "timings": timed}
MENDED = {
    "Colab": colab,
    "VS Code on Windows": vscode,
    "no kernel": lambda book: book.content.metadata.pop("kernelspec"),
    "kernel without a name": lambda book: book.content.metadata.update(kernelspec="none"),
    "foreign kernel": kernel,
    "ids before format 4.5": lambda book: book.content.update(nbformat_minor=4),
    "id missing": lambda book: book["when"].pop("id"),
    "id used twice": lambda book: book["when"].update(id="title"),
}


@pytest.mark.parametrize("change", SESSIONS.values(), ids=SESSIONS)
def test_a_session_is_no_finding_but_ci_misses_the_folds(good, tmp_path, monkeypatch, change):
    book = Copy(good.content)
    change(book)
    saved = book.save(tmp_path / good.path.name)
    assert report(RULES, saved) == []
    monkeypatch.setenv("CI", "true")
    found = ["formed"] if change is jupyterlab else []
    assert [finding.rule for finding in report(RULES, saved)] == found
    assert report(RULES, good) == []


@pytest.mark.parametrize("change", MENDED.values(), ids=MENDED)
def test_fix_mends(good, tmp_path, change):
    book = Copy(good.content)
    change(book)
    saved = book.save(tmp_path / good.path.name)
    assert "formed" in {finding.rule for finding in report(RULES, saved)}
    fix(saved)
    mended = Notebook(saved.path)
    assert report(RULES, mended) == []
    assert mended.text == normal(mended)


BYTES = {
    "byte order mark": lambda data: b"\xef\xbb\xbf" + data,
    "CR LF": lambda data: data.replace(b"\n", b"\r\n"),
}


@pytest.mark.parametrize("change", BYTES.values(), ids=BYTES)
def test_fix_mends_the_bytes_of_a_file(good, tmp_path, change):
    saved = Notebook(tmp_path / good.path.name)
    saved.path.write_bytes(change(good.path.read_bytes()))
    marked = saved.path.read_bytes().startswith(b"\xef")
    assert [finding.rule for finding in report(RULES, saved)] == ["formed"] * marked
    fix(saved)
    assert saved.path.read_bytes() == good.path.read_bytes()


def changed(**entries):
    return lambda data: json.dumps(json.loads(data) | entries).encode()


UNREADABLE = {  # name of the file, what it holds, a word of what is said
    "scratch notebook": ("Untitled", bytes, "work/"),
    "copy of JupyterLab": ("09_canary-Copy1", bytes, "work/"),
    "number alone": ("09", bytes, "work/"),
    "empty": ("09_canary", lambda data: b"", "JSON"),
    "half of a merge": ("09_canary", lambda data: b"<<<<<<< HEAD\n" + data, "JSON"),
    "UTF-16": ("09_canary", lambda data: data.decode().encode("utf-16"), "UTF-8"),
    "a list": ("09_canary", lambda data: b"[]", "format 4"),
    "an empty object": ("09_canary", lambda data: b"{}", "format 4"),
    "format 3": ("09_canary", changed(nbformat=3, worksheets=[]), "format 4"),
    "no metadata": ("09_canary", changed(metadata=None), "format 4"),
    "no cells": ("09_canary", changed(cells=None), "format 4"),
    "a cell that is text": ("09_canary", changed(cells=["x = 1"]), "not a valid"),
    "an id with a blank": (
        "09_canary",
        lambda data: data.replace(b'"id": "when"', b'"id": "a b"'),
        "not a valid",
    ),
    "a cell of nothing": ("09_canary", changed(cells=[{"cell_type": "code"}]), "not a valid"),
}


@pytest.mark.parametrize(("name", "change", "word"), UNREADABLE.values(), ids=UNREADABLE)
def test_a_file_that_no_rule_can_judge_is_one_finding(good, tmp_path, name, change, word):
    path = tmp_path / f"{name}.ipynb"
    path.write_bytes(change(good.path.read_bytes()))
    (finding,) = report([*RULES, replayed], Notebook(path))
    assert (finding.rule, word in finding.message) == ("readable", True)


def places(node, *above):
    """The path to everything inside a notebook, but for single lines of text."""
    if isinstance(node, dict | list):
        for key in node if isinstance(node, dict) else range(len(node)):
            yield (*above, key)
            yield from places(node[key], *above, key)


ODD = [None, 3, -1.5, True, "x", "\r\n", [], [None], {}, {"a": 1}, [["S9-1"]]]


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=strategies.data())
def test_whatever_stands_somewhere_is_a_finding_or_mended(good, tmp_path, data):
    """No rule breaks; what can be judged at all has a normal form, which is stable."""
    content = json.loads(good.text)
    *above, last = data.draw(strategies.sampled_from([*places(content)]))
    reduce(lambda node, key: node[key], above, content)[last] = data.draw(
        strategies.sampled_from(ODD)
    )
    saved = Notebook(tmp_path / good.path.name)
    saved.path.write_text(json.dumps(content), encoding="utf-8")
    findings = report(RULES, saved)
    assert saved.problem == "" or len(findings) == 1
    if not saved.problem:
        assert with_tables(README, [saved]).startswith("<!-- notebooks -->\n| | Notebook |")
        text = normal(saved)
        saved.path.write_text(text, encoding="utf-8")
        assert not [*formed(Notebook(saved.path))]
        assert normal(Notebook(saved.path)) == text


@pytest.mark.parametrize("value", ODD, ids=str)
def test_odd_metadata_of_our_own_are_findings(good, tmp_path, value):
    cell, ids, notebook = (Copy(good.content) for _ in range(3))
    cell["verify"].metadata.nbcourse = value
    ids["verify"].metadata.nbcourse.update(verifies=value, errata=value)
    notebook.content.metadata.nbcourse = value
    for book in (cell, ids, notebook):
        assert report(RULES, book.save(tmp_path / good.path.name)) != []


TABLES = ("notebooks", "rooms", "checks")
README = "".join(f"<!-- {name} -->\nstale\n<!-- /{name} -->\n" for name in TABLES)


def test_tables_in_readme(good):
    readme = with_tables(README, [good])
    row = "| 09 | [Canary](notebooks/09_canary.ipynb) | Who sees it? | S9 | 15 · 16 · 13 |"
    assert row in readme.splitlines()
    assert "stale" not in readme
    assert with_tables(readme, [good]) == readme


def test_a_notebook_without_description_has_no_row_but_a_finding(good, tmp_path):
    book = Copy(good.content)
    book.content.metadata.pop("nbcourse")
    saved = book.save(tmp_path / good.path.name)
    assert "canary" not in with_tables(README, [saved])
    assert "described" in {finding.rule for finding in report(RULES, saved)}


@pytest.mark.parametrize(("rule", "tamper"), TAMPERED.values(), ids=TAMPERED)
def test_linter_sees(good, tmp_path, rule, tamper):
    book = Copy(good.content)
    tamper(book)
    findings = report(RULES, book.save(tmp_path / good.path.name))
    found = {finding.rule for finding in findings} - (CONSEQUENCES - {rule})
    assert found == {rule}, "\n".join(map(str, findings))


def test_minutes_are_those_of_the_formula():
    cells = [
        text("a", "word " * 130),
        text("b", r"$$\begin{aligned}a&=b\\ &=c\end{aligned}\tag{1}$$ $$x$$"),
        text("c", "*Predict*", tags=["predict"]),
        code("d", "\n\n".join("x" * 15)),
        code("e", "x\n" * 9, "proof"),
        code("f", "x", "figure"),
        code("g", "answer = ...", "quick"),
        text("h", "## ◇ More"),
        text("i", "word " * 128),
        text("j", "## Exercises"),
        text("k", "**Exercise 09.1** (objective 1, ★★) **Exercise 09.2** (objective 1, ★★★)"),
        text("l", "## Notes for readers of the sources\n\n" + "word " * 999),
        text("m", "## Summary" + " word" * 129),
    ]
    core = (130 + 1 + 1 + 129) / 130 + 3 + 15 * 8 / 60 + 1 + 1 + 1.5
    wanted = {"core": ceil(core), "all": ceil(core + 129 / 130), "exercises": 9 + 15}
    assert counted(SimpleNamespace(cells=cells)) == wanted


def replay(good, path, name, lines):
    book = Copy(good.content)
    book[name].source = lines
    return report([replayed], book.save(path / good.path.name))


@pytest.mark.parametrize("check", VACUOUS.values(), ids=VACUOUS)
def test_vacuous_assertion_is_seen(good, tmp_path, check):
    (finding,) = replay(good, tmp_path, "verify", check)
    assert (finding.cell, finding.rule) == ("verify", "replayed")
    assert re.search("side moved|without comparing", finding.message)


@pytest.mark.parametrize("check", SOUND)
def test_sound_assertion_is_not_suspected(good, tmp_path, check):
    assert replay(good, tmp_path, "verify", check) == []


def test_any_asserting_cell_is_judged(good, tmp_path):
    book = Copy(good.content)
    book["hundreds"].source = VACUOUS["compared with itself"]
    (finding,) = report([replayed], book.save(tmp_path / good.path.name))
    assert finding.cell == "hundreds"


@pytest.mark.parametrize("name", ["solution1", "figure", "hundreds"])
def test_cells_on_which_no_assertion_depends_are_not_replayed(good, tmp_path, name):
    assert replay(good, tmp_path, name, "raise SystemExit") == []


@pytest.mark.parametrize(
    "change",
    ["x = x + 0", "x[0] = 1", "x.sort()", "import numpy as x", "def x(): ...", "x: int = 1"],
)
def test_cells_that_bind_or_change_what_an_assertion_reads_are_replayed(good, tmp_path, change):
    book = Copy(good.content)
    book["setup"].source += "\nx = np.array([2, 1])"
    book["quiet"].source = f"{change}\nraise SystemExit"
    with pytest.raises(SystemExit):
        report([replayed], book.save(tmp_path / good.path.name))


def test_a_false_assertion_and_code_that_is_not_python_are_findings(good, tmp_path):
    for lines in ("assert x.mean() == 3", "%time x", "undefined + 1"):
        (finding,) = replay(good, tmp_path, "verify", lines)
        assert (finding.cell, "fails" in finding.message) == ("verify", True)


def test_cell_that_no_longer_raises_is_seen(good, tmp_path):
    (finding,) = replay(good, tmp_path, "raise", "1 / 1")
    assert (finding.cell, "raises nothing" in finding.message) == ("raise", True)


@pytest.mark.parametrize(("printed", "said", "agree"), SAID)
def test_numbers_in_prose(good, tmp_path, printed, said, agree):
    book = Copy(good.content)
    book["says"].source = said
    book["mean"].outputs[0].text = printed
    assert (report([prose], book.save(tmp_path / "98_other.ipynb")) == []) is agree


def fact(lines, stored):
    cell = v4.new_code_cell(lines, execution_count=None if stored is None else 1)
    if isinstance(stored, dict):
        plain = {"text/plain": "<IPython.core.display.HTML object>"}  # of a picture
        cell.outputs = [v4.new_output("execute_result", data=plain | stored, execution_count=1)]
    elif stored:
        cell.outputs = [v4.new_output("stream", text=stored)]
    return cell


@pytest.fixture(scope="module")
def nbval(good):
    """What nbval says of three notebooks, in one run: {(notebook, place of the cell): passed}."""
    tampered, facts, foreign = (Copy(good.content) for _ in range(3))
    tampered["mean"].outputs[0].text = "2.51, 25.0%\n"
    tampered["figure"].source = FIGURE.replace("3]", "4]")
    tampered["raise"].update(source="y = 1", outputs=[])
    tampered["verify"].source = "assert x.mean() == 3"
    facts.content.cells = [fact(lines, stored) for lines, stored, _ in FACTS]
    foreign.content.cells = [foreign["setup"]]
    kernel(foreign)
    names = ["tampered.ipynb", "facts.ipynb", "foreign.ipynb"]
    for name, book in zip(names, (tampered, facts, foreign), strict=True):
        book.save(good.path.with_name(name))
    command = [sys.executable, "-m", "pytest", "--nbval", "-rA", "--tb=no", "--color=no", *names]
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    done = subprocess.run(
        command, cwd=good.path.parent, env=env, capture_output=True, encoding="utf-8"
    )
    found = re.findall(r"^(\w+) .*?(\w+)\.ipynb::Cell (\d+)", done.stdout, re.M)
    return {(book, int(place)): outcome == "PASSED" for outcome, book, place in found}


def test_nbval_sees_numbers_and_plot_code_but_not_a_missing_error(good, nbval):
    passed = {cell.id: nbval["tampered", place] for place, cell in enumerate(good.code)}
    assert {name for name, green in passed.items() if not green} == {"mean", "verify", "figure"}
    assert passed["raise"], "why `quiet` and `replayed` look at cells that should raise"


def test_nbval_facts_the_rules_rest_on(nbval):
    outcomes = [nbval["facts", place] for place in range(len(FACTS))]
    assert outcomes == [passes for *_, passes in FACTS]


def test_nbval_needs_the_kernel_by_name(nbval):
    assert nbval["foreign", 0] is False
