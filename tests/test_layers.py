"""The rooms of nbcourse: who may import whom, what no room does, and what a docstring says."""

import ast
import re
import subprocess
import sys

import pytest

from tests.nbtools import ROOT

LAYERS = (  # from the ground up; a module imports from lower layers only
    "paths logspace bagfile vocabulary checks decoding html_text progress",
    "text estimation corpus splits figures mail_header folders",
    "distributions bag_of_words datasets sms mail base evaluation",
    "discrete gaussian plots ingest",
    "naive_bayes linear",
    "exercises",
    "__init__ __main__",
)
LEVEL = {room: level for level, rooms in enumerate(LAYERS) for room in rooms.split()}
DEFINED = ast.FunctionDef | ast.ClassDef
INERT = ast.Import | ast.ImportFrom | ast.Assign | ast.AugAssign | ast.AnnAssign | DEFINED
HEAVY = ["matplotlib", "pandas", "nltk", "sklearn"]
FUNCTION_LINES, MODULE_LINES = 40, 350
NO_DOCTEST = {  # and why
    "build": "needs the raw corpora",
    "record": "writes into data/",
    "write_lemmas": "needs WordNet",
}
FILES = {
    path.relative_to(ROOT / "nbcourse").with_suffix("").as_posix(): path
    for path in sorted((ROOT / "nbcourse").rglob("*.py"))
}


def layers_table():
    """The layers for README.md."""
    rows = (f"| {level} | `{'` `'.join(rooms.split())}` |\n" for level, rooms in enumerate(LAYERS))
    return "| Layer | Modules |\n|---|---|\n" + "".join(rows)


def imports(name, tree):
    """Imports, at the top or inside functions, point to lower layers or into the own room."""
    own = name.split("/")[0]
    if own not in LEVEL:
        yield f"{own} has no layer: add it to LAYERS"
    for node in ast.walk(tree):
        origin = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
        for alias in node.names if isinstance(node, ast.Import | ast.ImportFrom) else ():
            package, _, rest = f"{origin}{alias.name}.".partition(".")
            room = rest.partition(".")[0] or "__init__"
            above = room != own and LEVEL.get(room, 99) >= LEVEL.get(own, 0)
            if package in {"nbcourse", "None"} and above:
                yield f"imports {room}, which is not below: move one of the two"


def forbidden(name, tree):
    """No assert, no print, no global random numbers, no long function, nothing run on import."""
    for node in ast.walk(tree):
        text = ast.unparse(node) if isinstance(node, ast.Attribute | ast.Call) else ""
        if isinstance(node, ast.Assert):
            yield f"line {node.lineno}: assert; raise an error that names value and cure"
        if text.startswith("print(") and name != "__main__":
            yield f"line {node.lineno}: print; return the value"
        if re.fullmatch(r"(np|numpy)\.random\.(?!Generator$)\w+", text):
            yield f"line {node.lineno}: {text}; take rng or random_state as an argument"
        if isinstance(node, ast.FunctionDef) and _lines(node) > FUNCTION_LINES:
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


def documented(name, tree):
    """Public things have docstrings with all parameters, what is returned, and a doctest.

    Not asked for: the command line; checkers of exercises, which have one common form; parameters
    and doctests of abstract bases, found in the subclasses; doctests of records and methods.
    """
    docstrings = "\n".join(ast.get_docstring(node) or "" for node in _public(tree))
    doctests = "\n".join(re.findall(r"^ *(?:>>>|\.\.\.) (.*)", docstrings, re.M))
    for node in _public(tree) if name != "__main__" else ():
        text, marks = ast.get_docstring(node) or "", _marks(node)
        sections = dict(re.findall(r"^(\w+)\n-+\n(.*?)(?=^\w+\n-+$|\Z)", text, re.M | re.S))
        named = sections.get("Parameters", "") + sections.get("Attributes", "")
        known = re.findall(r"\w+", " ".join(re.findall(r"^(\S[^:\n]*)", named, re.M)))
        abstract = node.name.startswith("Base")
        if not text:
            yield f"{node.name}: docstring"
        elif not abstract and "property" not in marks:
            missing = [parameter for parameter in _parameters(node) if parameter not in known]
            yield from (f"{node.name}: parameter {parameter}" for parameter in missing)
            if _gives(node) and not {"Returns", "Yields"} & {*sections}:
                yield f"{node.name}: Returns"
        told = abstract or node not in tree.body or node.name in NO_DOCTEST
        record = "dataclass" in marks or "NamedTuple" in marks
        if not (told or record or re.search(rf"\b{node.name}\b", doctests)):
            yield f"{node.name}: doctest"


def _public(tree):
    """Public functions, classes and their methods, without checkers of exercises."""
    for node in tree.body:
        if isinstance(node, DEFINED) and node.name[0] != "_" and "exercise(" not in _marks(node):
            yield node
            yield from _public(node) if isinstance(node, ast.ClassDef) else ()


def _marks(node):
    """Decorators and base classes of a definition, as text."""
    return " ".join(map(ast.unparse, [*node.decorator_list, *getattr(node, "bases", ())]))


def _parameters(node):
    """Names that a function takes, or a class: from __init__, else its annotated fields."""
    if isinstance(node, ast.ClassDef):
        made = [part for part in node.body if getattr(part, "name", "") == "__init__"]
        fields = [part.target.id for part in node.body if isinstance(part, ast.AnnAssign)]
        return _parameters(made[0]) if made else fields
    names = [part.arg for part in ast.walk(node.args) if isinstance(part, ast.arg)]
    return [name for name in names if name not in {"self", "cls"}]


def _gives(node):
    """Whether a function returns or yields a value."""
    if isinstance(node, ast.ClassDef):
        return False
    values = [part.value for part in ast.walk(node) if isinstance(part, ast.Return | ast.Yield)]
    return any(value is not None for value in values)


def problems(name, source):
    tree = ast.parse(source)
    if not ast.get_docstring(tree):
        yield "module docstring"
    if len(source.splitlines()) > MODULE_LINES:
        yield f"longer than {MODULE_LINES} lines: split it"
    if re.search("utils|helpers|common", name):
        yield "named after nothing: say what is in it"
    for check in (imports, forbidden, documented):
        yield from check(name, tree)


@pytest.mark.parametrize("name", FILES)
def test_module(name):
    found = list(problems(name, FILES[name].read_text(encoding="utf-8")))
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("from nbcourse import plots", "imports plots"),
        ("def _f():\n    import nbcourse.ingest", "imports ingest"),
        ("from . import base", "imports base"),
        ("import nbcourse", "imports __init__"),
        ("def _f():\n    assert 1", "assert"),
        ("def _f():\n    print(1)", "print"),
        ("def _f():\n    return np.random.rand()", "np.random.rand"),
        ("np.seterr(all='ignore')", "runs on import"),
        ("def _f():\n" + "    x = 1\n" * 41, "longer than 40"),
        ("x = 1\n" * 350, "longer than 350"),
        ('def f(a, *, b):\n    """F.\n\n    >>> f(1, b=2)\n    """', "parameter b"),
        ('def f():\n    """F.\n\n    >>> f()\n    """\n    return 1', "Returns"),
        ('def f():\n    """F."""', "doctest"),
        ("def f():\n    pass", "docstring"),
    ],
)
def test_problems_are_seen(source, problem):
    found = list(problems("corpus", f'"""Doc."""\n{source}'))
    assert any(problem in line for line in found), found


def test_import_is_light():
    program = f"import sys, nbcourse; print(sorted({{*{HEAVY}}} & {{*sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stderr
