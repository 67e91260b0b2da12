"""A sound small notebook passes every check; each tampered copy turns the right one red.

Numbers U67 to U76 name the public cases that the tampering follows.
"""

import base64
import copy
import os
import re
import subprocess
import sys
from io import BytesIO

import pytest
from nbformat import v4
from PIL import Image, PngImagePlugin

from tests import nbtools
from tests.nbtools import Notebook, report
from tests.nbtools.__main__ import run, with_tables
from tests.nbtools.form import fix, normal
from tests.nbtools.mutants import replayed
from tests.nbtools.prose import prose
from tests.nbtools.rules import RULES

REGISTRIES = {
    "equations.toml": '[97_canary]\n"S9-1" = "the mean"\n',
    "errata.toml": '[97_canary]\nA = {E-S9-01 = "not shown"}\nB = {E-S9-02 = "wrong sign"}\n',
    "claims.toml": '[97_canary]\n"0.9765" = "S9, line 1"\n',
    "pytest.ini": "[pytest]\n",
}
ABOUT = {"title": "Canary", "question": "Who sees it?", "sources": "S9", "minutes": 5}
SETUP = """\
import numpy as np
from nbcourse.plots import canvas, show
def check(number, answer): print("not attempted")
rng = np.random.default_rng(97)"""
FIGURE = """\
heights = [1, 3]
fig, ax = canvas(size=(2, 2))
ax.bar([0, 1], heights)
show(fig, alt=f"Two bars, {heights[0]} and {heights[1]} high.")"""
MEAN = 'x = np.array([1, 2, 3, 4])\nprint(f"{x.mean():.2f}, {x.mean() / 10:.1%}")'
VERIFY = "assert np.allclose(x.mean(), x.sum() / 4)\nassert abs(x.std() - 5**0.5 / 2) < 1e-9"
ONE, TWO = "**Exercise 97.1** (objectives 1, 2, ★)", "**Exercise 97.2** (objective 3, ★★)"
STUB = 'answer = ...\ncheck("97.1", answer)'


def text(name, source, **ours):
    return v4.new_markdown_cell(source, id=name, metadata={"nbcourse": ours})


def code(name, source, *tags, **ours):
    return v4.new_code_cell(source, id=name, metadata={"tags": list(tags), "nbcourse": ours})


CELLS = [
    text("title", "# 97 · Canary\n\nWho sees it?"),
    text("goals", "## Objectives\n\n1. One\n2. Two\n3. Three"),
    text("map", "## Source map\n\n| here | S9 |\n|---|---|\n| mean | 7.31 |"),
    text("before", "## Before you start\n\nNothing; 5 minutes."),
    code("setup", SETUP, "setup"),
    code("quiet", "pass"),
    text("says", "## Mean\n\nIt is 2.50, 25.0 % of ten (S9 5.18); S9 claims $0.977$."),
    code("mean", MEAN),
    code("verify", VERIFY, verifies=["S9-1"], errata=["E-S9-01"]),
    text("slip", "E-S9-02: the sign is wrong, it should be plus.", errata=["E-S9-02"]),
    code("figure", FIGURE),
    code("raise", "1 / 0", "raises-exception", reason="shows what is not defined"),
    text("exercise1", f"## Exercises\n\n{ONE}"),
    code("stub1", STUB, "exercise"),
    code("solution1", "print(2.5)", "solution"),
    text("exercise2", TWO),
    code("stub2", STUB.replace("97.1", "97.2"), "exercise"),
    code("solution2", "print(2.5)", "solution"),
    text("when", "## When to use it, and when not\n\nIn a mine."),
    text("summary", "## Summary\n\nDone.\n\nNext: [start](00_start_here.ipynb)"),
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
    folder.mkdir()
    for name, lines in REGISTRIES.items():
        (folder / name).write_text(lines, encoding="utf-8")
    about = {"nbcourse": ABOUT | {"prerequisites": "none"}}
    path = folder / "97_canary.ipynb"
    run(Copy(v4.new_notebook(cells=CELLS, metadata=about)).save(path))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nbtools, "REGISTRIES", folder)
        yield Notebook(path)


def source(name, lines):
    return lambda book: book[name].update(source=lines)


def ours(name, key, *values):
    return lambda book: book[name].metadata.nbcourse.update({key: [*values]})


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
    book["figure"].outputs[0].data["image/png"] = base64.b64encode(file.getvalue()).decode()


def kernel(book):
    book.content.metadata["kernelspec"]["name"] = "conda-env-nb-py"


def order(book):
    book["quiet"].execution_count, book["mean"].execution_count = 3, 2


TAMPERED = {
    "image swapped": ("pictures", swapped),
    "image damaged": ("pictures", lambda b: b["figure"].outputs[0].data.update({"image/png": ""})),
    "alternative text missing": ("pictures", lambda b: b["figure"].outputs[0].metadata.clear()),
    "false number in prose": ("prose", source("says", "It is 2.51.")),
    "false percentage in a formula": ("prose", source("says", r"It is $25.1\,\%$ of ten.")),
    "cell not run (U72)": ("executed", lambda b: b["figure"].update(execution_count=None)),
    "cells in another order (U72)": ("executed", order),
    "error left over": ("quiet", lambda b: b["quiet"].update(outputs=b["raise"].outputs)),
    "warning on stderr (U69)": ("quiet", prints("quiet", "old", stream="stderr")),
    "raising cell without error": ("quiet", lambda b: b["raise"].update(outputs=[])),
    "unknown equation": ("equations", ours("verify", "verifies", "S9-1", "S9-2")),
    "equation not verified": ("equations", ours("verify", "verifies")),
    "equation verified by text": ("equations", ours("slip", "verifies", "S9-1")),
    "unknown erratum": ("errata", ours("verify", "errata", "E-S9-01", "E-S9-77")),
    "erratum A not shown": ("errata", ours("verify", "errata")),
    "erratum B not stated": ("errata", source("slip", "Nothing.")),
    "erratum B not treated": ("errata", ours("slip", "errata")),
    "foreign kernel (U73)": ("kernel", kernel),
    "ids before format 4.5 (U76)": ("identified", lambda b: b.content.update(nbformat_minor=4)),
    "id missing (U76)": ("identified", lambda b: b["when"].pop("id")),
    "id used twice (U76)": ("identified", lambda b: b["when"].update(id="title")),
    "figure object (U67)": ("stable", shows("<Figure size 432x288 with 1 Axes>")),
    "stray text object (U67)": ("stable", shows("Text(0.5, 91.2, 'x')")),
    "address (U68)": ("stable", shows("<__main__.T at 0x7f0000000000>")),
    "estimator (U68)": ("stable", shows("NB()", **{"text/html": '<div id="sk-container-id-1">'})),
    "printed set (U68)": ("stable", prints("quiet", "{'ham', 'spam'}\n")),
    "float tail (U68)": ("stable", prints("quiet", "0.30000000000000004\n")),
    "time (U68)": ("stable", prints("quiet", "Wall time: 2 us\n")),
    "NumPy scalar (U70)": ("stable", shows("{'n': np.int64(3)}")),
    "absolute path": ("stable", prints("quiet", "read /home/me/sms\n")),
    "version": ("stable", prints("quiet", "numpy 2.4.1\n")),
    "progress bar": ("stable", prints("quiet", " 50%|#####     |\n")),
    "trailing semicolon": ("plain", source("mean", "x = 1;")),
    "magic": ("plain", source("mean", "%time x = 1")),
    "relative path (U75)": ("plain", source("mean", 'x = open("data/x.txt")')),
    "misspelt tag": ("tagged", tagged("mean", "hide-celll")),
    "loosening tag without reason": ("tagged", tagged("mean", "nbval-skip")),
    "loosening comment": ("tagged", source("mean", "# NBVAL_IGNORE_OUTPUT\nx = 1")),
    "cell too long": ("sized", source("mean", "x = 1\n" * 26)),
    "line too long": ("sized", source("mean", "x = " + "1" * 76)),
    "file too large": ("sized", source("slip", "E-S9-02" * 99_999)),
    "question not asked": ("described", source("title", "# 97 · Canary")),
    "section missing": ("template", source("when", "In a mine.")),
    "own seed missing": ("template", source("setup", "import numpy as np")),
    "no link onwards": ("template", source("summary", "## Summary")),
    "objective not practised": ("exercises", source("exercise2", TWO.replace("3", "1"))),
    "easier exercise last": (
        "exercises",
        source("exercise1", f"## Exercises\n{ONE}".replace("★", "★★★")),
    ),
    "stub solved": ("exercises", prints("stub1", "ok\n")),
    "solution missing": ("exercises", tagged("solution2")),
}
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
}
SOUND = [
    "assert 0 < x.min() < 2 and (x != 7).all()",
    "assert not np.allclose(x, x + 1) and np.all((x > 0) & ~(x == 9))",
    "assert all(a == b for a, b in zip(x, [1, 2, 3, 4]) if a > 0)",
    "def test():\n    assert np.array_equal(x, [1, 2, 3, 4])\ntest()",
    "assert {'n': x.sum()} == {'n': 10} and str(x[0]) == '1' and list(x[:0]) == []",
    "assert np.log(np.array([0.5, 1])).sum() == -np.log(2) and (x > 2).sum() == 2",
    "from fractions import Fraction as F\nassert F(int(x[0]), 3) == F(1, 3)",
    "with np.errstate(all='ignore'):\n    assert np.log(x * 0.0).max() == -np.inf",
]
SAID = [  # what a cell prints, what the text says, and whether they agree
    ("0.9853", "0.985", True),
    ("0.985", "98.5 %", True),
    ("98.5%", "0.985", True),
    ("0.98", "0.980", False),
    ("98.5", "98.5 %", False),
    ("-6.37", "6.37 or −6.37", True),
    ("6.37", "−6.37", False),
    ("1.4e-17", r"$1.4\times10^{-17}$", True),
    ("18006.5", "18,006.5", True),
    ("0.25", "`0.24`", False),
    ("0.25", "`0.25` is 0.97 of `x`", False),
    ("0.25", "S0 0.99", False),
    ("", "`alpha=0.5`, §5.2, S0-5.24, S2 3.1, Exercise 05.2, 4.1.4", True),
]
FACTS = [  # what a cell does, what it stores, and whether nbval 0.11 passes it
    ("print(1 + 1)", None, True),  # U72: never run, so nothing is compared
    ("import os; print(os.path.basename(os.getcwd()))", "notebooks\n", True),  # U75
    ("import sys; print('w', file=sys.stderr)", "", False),  # U69
    ("import numpy as np; np.float64(0.5)", {"text/plain": "0.5"}, False),  # U70
    ("print(np.float64(0.5))", "0.5\n", True),  # U70
    ("0.1 + 0.2", {"text/plain": "0.3"}, False),  # U68
    ("object()", {"text/plain": "<object object at 0x7f0000000000>"}, False),  # U68
    ("{'b', 'a'}", {"text/plain": "{'a', 'b'}"}, True),  # U68: IPython sorts it, print does not
    ("from matplotlib.figure import Figure; Figure()", {"text/plain": "<Figure>"}, False),  # U67
]


def test_sound_notebook_passes(good):
    assert report([*RULES, replayed], good) == []
    assert good.text == normal(good)


def test_fix_mends_traces_of_a_run(good, tmp_path):
    book = Copy(good.content)
    book["mean"].metadata["execution"] = {"iopub.execute_input": "2024-01-01"}
    book["when"].pop("id")
    kernel(book)
    saved = book.save(tmp_path / good.path.name)
    fix(saved)
    mended = Notebook(saved.path)
    assert report(RULES, mended) == []
    assert mended.text == normal(mended)
    assert "2024" not in mended.text


def test_tables_in_readme(good):
    blocks = (f"<!-- {name} -->\nstale\n<!-- /{name} -->\n" for name in ("notebooks", "rooms"))
    readme = with_tables("a\n" + "".join(blocks), [good])
    assert "| 97 | [Canary](notebooks/97_canary.ipynb) | Who sees it? | S9 | 5 |\n" in readme
    assert "stale" not in readme
    assert with_tables(readme, [good]) == readme


@pytest.mark.parametrize(("rule", "tamper"), TAMPERED.values(), ids=TAMPERED)
def test_linter_sees(good, tmp_path, rule, tamper):
    book = Copy(good.content)
    tamper(book)
    findings = report(RULES, book.save(tmp_path / good.path.name))
    assert {finding.rule for finding in findings} == {rule}, "\n".join(map(str, findings))


def replay(good, path, name, lines):
    book = Copy(good.content)
    book[name].source = lines
    return report([replayed], book.save(path / good.path.name))


@pytest.mark.parametrize("check", VACUOUS.values(), ids=VACUOUS)
def test_vacuous_assertion_is_seen(good, tmp_path, check):
    (finding,) = replay(good, tmp_path, "verify", check)
    assert (finding.cell, finding.rule) == ("verify", "replayed")
    assert re.search("side moved, too|without comparing", finding.message)


@pytest.mark.parametrize("check", SOUND)
def test_sound_assertion_is_not_suspected(good, tmp_path, check):
    assert replay(good, tmp_path, "verify", check) == []


def test_cells_that_nothing_verified_needs_are_not_replayed(good, tmp_path):
    assert replay(good, tmp_path, "quiet", "raise SystemExit") == []
    with pytest.raises(NameError):
        replay(good, tmp_path, "setup", "rng = 1")


def test_false_assertion_is_an_error(good, tmp_path):
    with pytest.raises(AssertionError):
        replay(good, tmp_path, "verify", "assert x.mean() == 3")


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
        cell.outputs = [v4.new_output("execute_result", data=stored, execution_count=1)]
    elif stored:
        cell.outputs = [v4.new_output("stream", text=stored)]
    return cell


@pytest.fixture(scope="module")
def nbval(good):
    """What nbval says of three notebooks, in one run: {(notebook, place of the cell): passed}."""
    tampered, facts, foreign = (Copy(good.content) for _ in range(3))
    tampered["mean"].outputs[0].text = "2.51, 25.0%\n"
    tampered["figure"].source = FIGURE.replace("3]", "4]")
    tampered["raise"].update(source="x = 1", outputs=[])
    tampered["verify"].source = "assert x.mean() == 3"
    facts.content.cells = [fact(lines, stored) for lines, stored, _ in FACTS]
    foreign.content.cells = [foreign["setup"]]
    kernel(foreign)
    names = ["tampered.ipynb", "facts.ipynb", "foreign.ipynb"]
    for name, book in zip(names, (tampered, facts, foreign), strict=True):
        book.save(good.path.with_name(name))
    command = [sys.executable, "-m", "pytest", "--nbval", "-rA", "--tb=no", "--color=no", *names]
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    done = subprocess.run(command, cwd=good.path.parent, env=env, capture_output=True, text=True)
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
