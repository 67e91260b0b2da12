"""The rooms of nbcourse: the map is the directory, arrows point up the list, and files stay small.

What a single file owes (no print, no assert, no global random numbers, complete docstrings) is
held by ruff; see pyproject.toml.
"""

import ast
import io
import re
import subprocess
import sys
import tokenize

import pytest

import nbcourse
from tests.nbtools import ROOT

PACKAGE = ROOT / "nbcourse"
#: The rooms in the order of the map: a room imports only rooms above it in the list.
ROOMS = re.findall(r"^    (\w+) +\S", nbcourse.__doc__, re.M)
ABOVE_ALL = ("__init__", "__main__")  # they may import every room
MOST_ARROWS = 41  # between rooms; three more for each room that is added
FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef
DEFINED = FUNCTION | ast.ClassDef
INERT = ast.Import | ast.ImportFrom | ast.Assign | ast.AugAssign | ast.AnnAssign | DEFINED
HEAVY = ["matplotlib", "networkx", "pandas", "nltk", "sklearn"]
FUNCTION_LINES, CODE_LINES = 40, 200
TOOL_LINES = 900  # of all tests/nbtools
NO_DOCTEST = {  # and why
    "build": "needs the raw corpora",
    "live_explain": "displays; its parts are tested in test_plots",
    "live_figure": "displays; its parts are tested in test_live",
    "record": "writes into data/",
    "proctor": "gives its standard streams away",
    "write_lemmas": "needs WordNet",
}
FILES = {
    path.relative_to(PACKAGE).with_suffix("").as_posix(): path
    for path in sorted(PACKAGE.rglob("*.py"))
}


def room_of(name):
    """The room that a file belongs to: its folder, or itself."""
    return name.partition("/")[0]


def imported_rooms(tree):
    """The rooms that a file imports, at the top or inside functions."""
    for node in ast.walk(tree):
        origin = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
        for alias in node.names if isinstance(node, ast.Import | ast.ImportFrom) else ():
            package, _, rest = f"{origin}{alias.name}.".partition(".")
            if package in {"nbcourse", "None"}:
                yield rest.partition(".")[0] or "__init__"


def imports(name, tree):
    """Imports point up the list of rooms, or into the own room."""
    own = room_of(name)
    place = len(ROOMS) if own in ABOVE_ALL else ROOMS.index(own)
    for room in imported_rooms(tree):
        if room != own and room not in ROOMS[:place]:
            yield f"imports {room}, which is not above {own} in the map: move one of the two"


def inert(name, tree):
    """No function is long, and nothing runs on import."""
    for node in ast.walk(tree):
        if isinstance(node, FUNCTION) and _lines(node) > FUNCTION_LINES:
            yield f"{node.name} is longer than {FUNCTION_LINES} lines: split it"
    for node in tree.body:
        docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        guard = ast.unparse(node.test) if isinstance(node, ast.If) else ""
        if not (docstring or isinstance(node, INERT) or re.search("__name__|TYPE_CHECK", guard)):
            yield f"line {node.lineno}: runs on import; only definitions and assignments may"


def _lines(function):
    """Length of a function without its docstring."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return function.end_lineno - body[0].lineno + 1 if body else 0


def code_lines(source):
    """Number of lines that hold code: not blank, no comment, no docstring."""
    layout = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    filled = {
        line
        for token in tokens
        if token.type not in layout | {tokenize.ENDMARKER}
        for line in range(token.start[0], token.end[0] + 1)
    }
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, DEFINED | ast.Module) and ast.get_docstring(node, clean=False):
            filled -= {*range(node.body[0].lineno, node.body[0].end_lineno + 1)}
    return len(filled)


def doctested(name, tree):
    """Public functions and classes are shown in a doctest of their file.

    Not asked for: the command line, checkers of exercises, abstract bases, records.
    """
    docstrings = "\n".join(ast.get_docstring(node) or "" for node in _public(tree))
    doctests = "\n".join(re.findall(r"^ *(?:>>>|\.\.\.) (.*)", docstrings, re.M))
    for node in _public(tree) if name != "__main__" else ():
        marks = " ".join(map(ast.unparse, [*node.decorator_list, *getattr(node, "bases", ())]))
        told = node not in tree.body or node.name.startswith("Base") or node.name in NO_DOCTEST
        known = told or re.search(r"dataclass|NamedTuple|exercise\(", marks)
        if not (known or re.search(rf"\b{node.name}\b", doctests)):
            yield f"{node.name}: doctest"


def _public(tree):
    """Public functions, classes and their methods."""
    for node in tree.body:
        if isinstance(node, DEFINED) and node.name[0] != "_":
            yield node
            yield from _public(node) if isinstance(node, ast.ClassDef) else ()


def problems(name, source):
    tree = ast.parse(source)
    limited = not re.fullmatch(r"exercises/nb\d\d", name)
    if limited and (size := code_lines(source)) > CODE_LINES:
        yield f"{size} lines of code, more than {CODE_LINES}: split it"
    if re.search("utils|helpers|common", name):
        yield "named after nothing: say what is in it"
    for check in (imports, inert, doctested):
        yield from check(name, tree)


@pytest.mark.parametrize("name", FILES)
def test_module(name):
    found = list(problems(name, FILES[name].read_text(encoding="utf-8")))
    assert not found, "\n".join(found)


def test_the_map_is_the_directory():
    found = {room_of(name) for name in FILES} - {*ABOVE_ALL}
    assert sorted(ROOMS) == sorted(found)
    listed = re.findall(r"^\| `(\w+)` \|", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.M)
    assert listed == ROOMS


def test_the_tools_for_notebooks_stay_small():
    sizes = {
        path.name: code_lines(path.read_text(encoding="utf-8"))
        for path in (ROOT / "tests" / "nbtools").glob("*.py")
    }
    assert sum(sizes.values()) < TOOL_LINES, sizes
    assert max(sizes.values()) <= CODE_LINES, sizes


def test_few_arrows_between_rooms():
    arrows = {
        (room_of(name), room)
        for name, path in FILES.items()
        for room in imported_rooms(ast.parse(path.read_text(encoding="utf-8")))
        if room_of(name) not in {room, *ABOVE_ALL}
    }
    assert len(arrows) <= MOST_ARROWS, sorted(arrows)


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("from nbcourse import plots", "imports plots"),
        ("def _f():\n    import nbcourse.ingest", "imports ingest"),
        ("from . import naive_bayes", "imports naive_bayes"),
        ("import nbcourse", "imports __init__"),
        ("np.seterr(all='ignore')", "runs on import"),
        ("def _f():\n" + "    x = 1\n" * 41, "longer than 40"),
        ("async def _f():\n" + "    x = 1\n" * 41, "longer than 40"),
        ("x = 1\n" * 201, "201 lines of code"),
        ('def f():\n    """F."""', "doctest"),
    ],
)
def test_problems_are_seen(source, problem):
    found = list(problems("corpus/bag", f'"""Doc."""\n{source}'))
    assert any(problem in line for line in found), found


def test_code_lines_are_neither_blank_nor_comment_nor_docstring():
    source = (
        '"""Doc.\n\nMore."""\n\n# why\nx = (\n    1\n)\n\n\ndef f():\n    """F."""\n    return 1\n'
    )
    assert code_lines(source) == 5


def test_import_is_light():
    program = f"import sys, nbcourse; print(sorted({{*{HEAVY}}} & {{*sys.modules}}))"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, encoding="utf-8"
    )
    assert done.stdout == "[]\n", done.stderr
