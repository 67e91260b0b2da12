"""The tests themselves: assertions that can fail, claims that stand somewhere, notebooks."""

import ast
import os
import re
import unicodedata
from pathlib import Path

import pytest

from nbcourse import exercises
from tests.nbtools import ROOT, notebooks, registry

TESTS = sorted((ROOT / "tests").rglob("*.py"))
TEXTS = ast.Constant | ast.JoinedStr | ast.Name | ast.Attribute | ast.BinOp | ast.Tuple
MADE = {"join", "sorted", "str", "repr"}  # functions that make a text, or a list to be shown
CLAIMS = [
    (notebook, number, where)
    for notebook, claims in registry("claims").items()
    for number, where in claims.items()
]
SOURCES = Path(os.environ.get("NBCOURSE_RAW", "nowhere")).parent / "sources"


def no_message(node):
    """Whether what follows the comma of an assertion is no text: then it is never looked at."""
    message = node.msg
    if isinstance(message, ast.Call):
        name = getattr(message.func, "attr", getattr(message.func, "id", ""))
        return name not in MADE
    if isinstance(message, ast.Constant):
        return not isinstance(message.value, str)
    compared = any(isinstance(part, ast.Compare | ast.Not) for part in ast.walk(message))
    return compared or not isinstance(message, TEXTS)


def wrong_messages(source):
    """Assertions whose message is another assertion."""
    asserts = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Assert))
    return [ast.unparse(node) for node in asserts if node.msg and no_message(node)]


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_message_of_an_assertion_is_a_text(path):
    assert wrong_messages(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "message", ["b == 1", "(b, c == 1)", "not b", "b.all()", "np.isclose(b, 1)", "True", "-b"]
)
def test_an_assertion_in_place_of_a_message_is_seen(message):
    assert len(wrong_messages(f"def test():\n    assert a, {message}\n    assert b, 'why'")) == 1


def written(number, text):
    """Whether a text has a number, a percentage also as a fraction: 20 %, 20%, 0.2."""
    value = number.removesuffix("%").strip()
    forms = [f"{value} ?%", f"{float(value) / 100:g}"] if number != value else [re.escape(value)]
    text = unicodedata.normalize("NFKC", text)
    return any(re.search(rf"(?<![\d.]){form}(?!\.?\d)", text) for form in forms)


def source_lines(where):
    """The lines of a source that a claim names, or None where the sources are not at hand."""
    named = re.match(r"(S\d)\b[^:]*?lines? ([\d, and]+):", where)
    assert named, "begin with source and line: 'S2 5.2, line 289: share held out'"
    name, lines = named.groups()
    file = SOURCES / f"{name}.txt"
    if file.is_file():
        text = file.read_text(encoding="utf-8").split("\n")
        return [text[int(line) - 1] for line in re.findall(r"\d+", lines)]
    return None


@pytest.mark.parametrize(("notebook", "number", "where"), CLAIMS)
def test_a_claim_stands_in_the_named_lines_or_in_the_code(notebook, number, where):
    if (lines := source_lines(where)) is not None:
        assert [line for line in lines if not written(number, line)] == []
        return
    cells = (cell.source for nb in notebooks() if nb.name == notebook for cell in nb.code)
    if not written(number, "\n".join(cells)):
        pytest.skip("the sources are not part of the course: put them beside NBCOURSE_RAW")


@pytest.mark.parametrize(
    ("number", "text", "found"),
    [
        ("0.993", "达到0．993，", True),
        ("20 %", "test_size=0.2)#选取20", True),
        ("98 %", "成功率在98%以上", True),
        ("11 %", "11 % of them", True),
        ("0.99", "0.993", False),
        ("0.993", "10.993", False),
        ("2 %", "test_size=0.2", False),
        ("8 %", "98%", False),
    ],
)
def test_numbers_are_found_as_they_are_written(number, text, found):
    assert written(number, text) == found


def test_there_is_a_notebook_for_each_module_of_exercises():
    """Tests that run over the notebooks would be green in an empty folder."""
    assert {*exercises.notebooks()} <= {nb.number for nb in notebooks()}
    assert exercises.notebooks()
