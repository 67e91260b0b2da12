"""Assertions that can fail: each is evaluated again with its expected side moved.

In a cell that verifies an equation every comparison of an assertion gets one mutant. `a == b`,
`np.allclose(a, b)` and `abs(a - b) < tol` are asked again with b moved by about a tenth, other
inequalities with their sides exchanged, `!=` and denied equalities with a in the place of b. A
mutant that still passes shows a check that proves nothing: always true, too loose, or a thing
compared with itself. Seen are == != < <= > >=, allclose, isclose, array_equal and assert_*(a, b),
joined by and, or, not, &, |, ~, all and any.
"""

import ast
import copy
import warnings
from contextlib import chdir
from numbers import Number
from unittest.mock import patch

import numpy as np

from tests.nbtools import course, tags

ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
PAIRED = {"allclose", "isclose", "array_equal", "array_equiv"}
JOINED = (ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.Attribute, ast.GeneratorExp, ast.ListComp)


def replayed(nb):
    """Run in order, raising cells raise and every check of a verifying cell can fail."""
    claims = [cell for cell in nb.code if course(cell).get("verifies")]
    needed = [*claims, *(cell for cell in nb.code if "raises-exception" in tags(cell))]
    last = max((nb.code.index(cell) for cell in needed), default=-1)
    space = {"__name__": "__main__", "display": lambda *args, **how: None}
    space |= {"__moved__": moved, "__killed__": set()}
    labels = {}
    for cell in nb.code[: last + 1]:
        tree, probe = ast.parse(cell.source), Probe(cell.id)
        tree = probe.visit(tree) if cell in claims else tree
        code = compile(ast.fix_missing_locations(tree), f"<{nb.name}, cell {cell.id}>", "exec")
        with chdir(nb.path.parent), patch("IPython.display.publish_display_data"):
            kept = _run(code, space, raises="raises-exception" in tags(cell))
        if not kept:
            yield cell, "tagged raises-exception but raises nothing: drop the tag"
        if cell in claims and not probe.labels:
            yield cell, "verifies an equation without comparing anything: assert a comparison"
        labels |= dict.fromkeys(probe.labels, cell)
    for label in sorted(labels.keys() - space["__killed__"]):
        yield labels[label], f"{label[1]} passes with its expected side moved: it proves nothing"


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
    """Puts the mutants of each assertion behind it; those that fail note it in `__killed__`."""

    def __init__(self, cell):
        self.cell, self.labels = cell, []

    def visit_Assert(self, node):
        return [node, *self.mutants(node, "test")]

    def visit_Expr(self, node):
        asserts = _name(node.value).startswith("assert_")
        return [node, *self.mutants(node, "value")] if asserts else node

    def mutants(self, statement, field):
        counter = Mutant()
        counter.visit(copy.deepcopy(getattr(statement, field)))
        for target in range(counter.count):
            self.labels.append(label := (self.cell, f"line {statement.lineno}, check {target + 1}"))
            mutant = copy.deepcopy(statement)
            setattr(mutant, field, Mutant(target).visit(getattr(mutant, field)))
            noted = f"try: pass\nexcept AssertionError: __killed__.add({label})\n"
            shell = ast.parse(noted + "except Exception: pass").body[0]
            shell.body = [mutant]
            yield shell


class Mutant(ast.NodeTransformer):
    """Changes comparison number `target` of a test, and counts all of them."""

    def __init__(self, target=None):
        self.target, self.count, self.denied = target, 0, False

    def visit(self, node):
        match node:
            case ast.Compare():
                return self.compare(node)
            case ast.Call(args=[_, _, *_]) if _name(node) in PAIRED or "assert_" in _name(node):
                return self.call(node)
            case ast.Call() if _name(node) in {"all", "any"}:
                return self.generic_visit(node)
            case ast.UnaryOp(op=ast.Not() | ast.Invert()):
                self.denied = not self.denied
                self.generic_visit(node)
                self.denied = not self.denied
            case _ if isinstance(node, JOINED):
                return self.generic_visit(node)
        return node

    def hit(self):
        self.count += 1
        return self.count - 1 == self.target

    def call(self, node):
        if self.hit():
            node.args[1] = self.other(*node.args[:2], equal=not self.denied)
        return node

    def compare(self, node):
        """A chain a < b < c is taken apart into its links."""
        sides, links = [node.left, *node.comparators], []
        for left, op, right in zip(sides, node.ops, sides[1:], strict=False):
            counted = isinstance(op, (ast.Eq, ast.NotEq, *ORDER))
            change = self.link if counted and self.hit() else _link
            links.append(change(left, op, right))
        return links[0] if len(links) == 1 else ast.BoolOp(ast.And(), links)

    def link(self, left, op, right):
        if not isinstance(op, ORDER):
            return _link(left, op, self.other(left, right, isinstance(op, ast.Eq) != self.denied))
        gap = _gap(left) if isinstance(op, ast.Lt | ast.LtE) and not self.denied else None
        if gap is None:
            return _link(right, op, left) if _refers(left, right) else ast.Constant(True)
        gap.right = self.other(gap.left, gap.right, equal=True)
        return _link(left, op, right)

    def other(self, actual, expected, equal):
        """What to compare `actual` with, so that a check worth its name fails."""
        if not equal:
            return actual
        if ast.dump(actual) == ast.dump(expected) or not _refers(actual, expected):
            return expected
        return ast.Call(ast.Name("__moved__", ast.Load()), [actual, expected], [])


def _link(left, op, right):
    return ast.Compare(left, [op], [right])


def _name(node):
    """Last part of the name a call calls; empty for anything else."""
    called = getattr(node, "func", None)
    return getattr(called, "attr", getattr(called, "id", ""))


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
            return _shift(np.asarray(expected)).item()
        case np.ndarray():
            return _shift(expected)
        case Number():
            return expected + 1 + (abs(expected) // 10 if isinstance(expected, int) else 0)
        case str():
            return expected + "~"
        case list() | tuple():
            return type(expected)([moved(None, value) for value in expected] or [None])
        case dict():
            return {key: moved(None, value) for key, value in expected.items()} or {None: None}
    return object()


def _same(a, b):
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return a.__array_interface__ == b.__array_interface__
    return a is b and not isinstance(a, int | str | tuple | type(None))


def _shift(array):
    """An array with every element moved away from zero."""
    if array.dtype.kind == "f":
        away = array + np.copysign(0.05 + abs(array) / 10, array)
        return np.where(np.isfinite(array), away, 0.0)
    values = [moved(None, value) for value in array.ravel().tolist()]
    return np.array(values, dtype=None if array.dtype.kind in "iub" else object).reshape(array.shape)
