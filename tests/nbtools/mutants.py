"""Assertions that can fail: in a cell that verifies an equation each comparison is made twice.

The second time, `a == b`, `np.allclose(a, b)` and `abs(a - b) < tol` get b moved by about a tenth,
other inequalities have their sides exchanged, `!=` compares a with a. If it holds all the same,
the check proves nothing: always true, too loose, or a thing compared with itself. Seen are
== != < <= > >=, allclose, isclose and array_equal in assert statements, also inside and, not, &,
~ and all; comparisons inside or and any do not count, since another may hold in their place.
"""

import ast
import copy
import symtable
import warnings
from contextlib import chdir, suppress
from numbers import Number
from unittest.mock import patch

import numpy as np

from tests.nbtools import course, tags

PAIRED = {"allclose", "isclose", "array_equal"}
COMPARED = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def replayed(nb):
    """Raising cells raise, and every comparison of a verifying cell can fail.

    Only these cells are run, and before them those that bind the names they use.
    """
    probe = Probe()
    space = {"__name__": "__main__", "display": lambda *args, **how: None}
    space |= {"__moved__": moved, "__twice__": probe.twice}
    for cell in _needed(nb):
        tree, before = ast.parse(cell.source), len(probe.labels)
        if course(cell).get("verifies"):
            tree = probe.inside(cell).visit(tree)
            if len(probe.labels) == before:
                yield cell, "verifies an equation without comparing anything: assert a comparison"
        code = compile(ast.fix_missing_locations(tree), f"<{nb.name}, cell {cell.id}>", "exec")
        with chdir(nb.path.parent), patch("IPython.display.publish_display_data"):
            if not _run(code, space, _raising(cell)):
                yield cell, "tagged raises-exception but raises nothing: drop the tag"
    for number, (cell, text) in enumerate(probe.labels):
        if number not in probe.failed:
            yield cell, f"`{text}` holds with its expected side moved, too: tighten or replace it"


def _needed(nb):
    """Cells to run, in order: found from the last one backwards."""
    chosen, wanted = [], set()
    for cell in reversed(nb.code):
        bound, used = _names(cell.source)
        if course(cell).get("verifies") or _raising(cell) or bound & wanted:
            chosen.insert(0, cell)
            wanted = (wanted - bound) | used
    return chosen


def _names(source):
    """Names that a cell binds, or changes by `name.method()` or `name[i] = x`; names it uses."""
    top = symtable.symtable(source, "cell", "exec")
    tables, used = [top], set()
    bound = {
        name.get_name() for name in top.get_symbols() if name.is_assigned() or name.is_imported()
    }
    for table in tables:
        tables += table.get_children()
        names = table.get_symbols()
        used |= {
            n.get_name() for n in names if n.is_referenced() and (n.is_global() or table is top)
        }
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(ast.Call(ast.Attribute(ast.Name(name)))):
                bound.add(name)
            case ast.Subscript(ast.Name(name), ctx=ast.Store()):
                bound.add(name)
            case ast.Attribute(ast.Name(name), ctx=ast.Store()):
                bound.add(name)
    return bound, used


def _raising(cell):
    return "raises-exception" in tags(cell)


def _run(code, space, raises):
    """Execute a cell; False if it should have raised and did not."""
    try:
        with warnings.catch_warnings(action="ignore"):
            exec(code, space)
    except Exception:
        if not raises:
            raise
        return True
    return not raises


class Probe(ast.NodeTransformer):
    """Turns each comparison c of an assertion into __twice__(number, lambda: c, lambda: mutant)."""

    def __init__(self):
        self.cell, self.labels, self.failed = None, [], set()

    def inside(self, cell):
        self.cell = cell
        return self

    def visit_Assert(self, node):
        node.test = self.wrapped(node.test)
        return node

    def wrapped(self, node):
        match node:
            case ast.Compare(ops=[op]):
                return self.doubled(node) if isinstance(op, COMPARED) else node
            case ast.Compare(left, ops, rights):
                links = zip([left, *rights], ops, rights, strict=False)
                chain = [ast.Compare(a, [op], [b]) for a, op, b in links]
                return self.wrapped(ast.BoolOp(ast.And(), chain))
            case ast.Call(args=[_, _, *_]) if _name(node) in PAIRED:
                return self.doubled(node)
            case ast.Call(func=ast.Attribute(value=value), args=[]) if _name(node) == "all":
                node.func.value = self.wrapped(value)
            case ast.Call(args=[inner, *_]) if _name(node) == "all":
                node.args[0] = self.wrapped(inner)
            case ast.GeneratorExp(elt=inner) | ast.ListComp(elt=inner):
                node.elt = self.wrapped(inner)
            case ast.BoolOp(op=ast.And()):
                node.values = [self.wrapped(value) for value in node.values]
            case ast.BinOp(op=ast.BitAnd()):
                node.left, node.right = self.wrapped(node.left), self.wrapped(node.right)
            case ast.UnaryOp(op=ast.Not() | ast.Invert()):
                node.operand = self.wrapped(node.operand)
        return node

    def doubled(self, node):
        number = ast.Constant(len(self.labels))
        self.labels.append((self.cell, ast.unparse(node)))
        return _call("__twice__", number, _delayed(node), _delayed(_mutant(node)))

    def twice(self, number, original, mutant):
        """The value of the original; notes whether the comparison can fail."""
        value = original()
        with suppress(Exception):
            if not (np.all(value) and np.all(mutant())):
                self.failed.add(number)
        return value


def _mutant(node):
    """A copy of a comparison with its expected side moved, or its sides exchanged."""
    node = copy.deepcopy(node)
    match node:
        case ast.Call(args=[actual, expected, *_]):
            node.args[1] = _moved(actual, expected)
        case ast.Compare(left, [ast.Eq()], [right]):
            node.comparators = [_moved(left, right)]
        case ast.Compare(left, [ast.NotEq()], _):
            node.comparators = [left]
        case ast.Compare(left, [ast.Lt() | ast.LtE()], _) if gap := _gap(left):
            gap.right = _moved(gap.left, gap.right)
        case ast.Compare(left, _, [right]) if _refers(left, right):
            node.left, node.comparators = right, [left]
    return node


def _moved(actual, expected):
    """Code for the moved `expected`; unmoved if both are the same expression, or constants."""
    same = ast.dump(actual) == ast.dump(expected) or not _refers(actual, expected)
    return expected if same else _call("__moved__", actual, expected)


def _gap(side):
    """The difference whose absolute value or norm stands in `side`, if any."""
    for node in ast.walk(side):
        if _name(node) in {"abs", "fabs", "absolute", "norm"}:
            match node.args:
                case [ast.BinOp(op=ast.Sub()) as gap, *_]:
                    return gap
    return None


def _refers(*sides):
    """Whether anything but constants is compared."""
    return any(isinstance(node, ast.Name) for side in sides for node in ast.walk(side))


def _name(node):
    """Last part of the name a call calls; empty for anything else."""
    called = getattr(node, "func", None)
    return getattr(called, "attr", getattr(called, "id", ""))


def _call(name, *arguments):
    return ast.Call(ast.Name(name, ast.Load()), [*arguments], [])


def _delayed(node):
    function = ast.parse("lambda: 0", mode="eval").body
    function.body = node
    return function


def moved(actual, expected):
    """`expected` changed clearly; but unchanged if it is the `actual` thing itself.

    >>> moved(0.3, 0.5), moved(1, "spam"), moved(2, [True, 4])
    (0.6, 'spam~', [False, 5])
    """
    if _same(actual, expected):
        return expected
    match expected:
        case bool() | np.bool_():
            return not expected
        case float() | np.floating():
            return _away(np.asarray(expected)).item()
        case np.ndarray() if expected.dtype.kind == "f":
            return _away(expected)
        case np.ndarray() | list() | tuple():
            values = [moved(None, value) for value in expected] or [None]
            return np.array(values) if isinstance(expected, np.ndarray) else type(expected)(values)
        case Number():
            return expected + 1 + (abs(expected) // 10 if isinstance(expected, int) else 0)
        case str():
            return expected + "~"
        case dict():
            return {key: moved(None, value) for key, value in expected.items()} or {None: None}
    return object()


def _same(a, b):
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return a.__array_interface__ == b.__array_interface__
    return a is b and not isinstance(a, int | str | tuple | type(None))


def _away(array):
    """Floats moved away from zero; what is not finite becomes zero."""
    away = array + np.copysign(0.05 + abs(array) / 10, array)
    return np.where(np.isfinite(array), away, 0.0)
