"""Assertions that can fail: in a cell that verifies an equation each comparison is made twice.

The second time its expected side b is another one. If it holds all the same, the check proves
nothing: always true, too loose, or a thing compared with itself. Seen are, in assert statements,
alone, in chains, and inside `and`, `not` and `all`:

    np.allclose(a, b), np.isclose(a, b), abs(a - b) < tol    b is moved by a hundredth
    a == b, np.array_equal(a, b)                             b is replaced
    a != b                                                   a is compared with itself
    a < b, a <= b, a > b, a >= b                             the sides are exchanged

Not seen: comparisons inside `or` and `any`, since another may hold in their place, and what
happened before the assertion, such as b = a.copy(). So `gap < 1e-12` is refused: show a and b.
"""

import ast
import copy
import warnings
from contextlib import chdir, suppress
from unittest.mock import patch

import matplotlib.pyplot as plt
import numpy as np

from tests.nbtools import called, course, tags

PAIRED = {"allclose": "__moved__", "isclose": "__moved__", "array_equal": "__other__"}
ABSOLUTE = {"abs", "fabs", "absolute", "norm"}


def replayed(nb):
    """Raising cells raise, others do not, and every comparison of a verifying cell can fail.

    A notebook is run from its first cell to the last one of these kinds, its figures not drawn.
    """
    probe = Probe()
    space = {"__name__": "__main__", "display": lambda *args, **how: None}
    space |= {"__moved__": moved, "__other__": other, "__twice__": probe.twice}
    watched = [number for number, cell in enumerate(nb.code, 1) if verifies(cell) or raises(cell)]
    for cell in nb.code[: max(watched, default=0)]:
        before = len(probe.labels)
        error = _error(nb, cell, probe, space)
        if error and not raises(cell):
            yield cell, f"fails ({type(error).__name__}: {error}): repair it"
            return
        if raises(cell) and not error:
            yield cell, "tagged raises-exception but raises nothing: drop the tag"
        if verifies(cell) and len(probe.labels) == before:
            yield cell, "verifies an equation without comparing anything: assert a comparison"
    for number, (cell, text) in enumerate(probe.labels):
        if number not in probe.failed:
            yield cell, f"`{text}` holds with its expected side moved, too: tighten or replace it"
    for cell, text in probe.hidden:
        yield cell, f"`{text}` hides what is compared: assert abs(a - b) < tol, with a and b"


def verifies(cell):
    """Whether a cell verifies an equation."""
    return bool(course(cell).get("verifies"))


def raises(cell):
    """Whether a cell is meant to raise."""
    return "raises-exception" in tags(cell)


def _error(nb, cell, probe, space):
    """What a cell raises, its comparisons made twice if it verifies; None if nothing."""
    shown = patch("nbcourse.plots.show", lambda figure, **how: plt.close(figure))
    displayed = patch("IPython.display.publish_display_data")
    try:
        tree = ast.parse(cell.source)
        tree = probe.inside(cell).visit(tree) if verifies(cell) else tree
        code = compile(ast.fix_missing_locations(tree), f"<{nb.name}, cell {cell.id}>", "exec")
        with chdir(nb.path.parent), shown, displayed, warnings.catch_warnings(action="ignore"):
            exec(code, space)
    except Exception as error:
        return error
    return None


class Probe(ast.NodeTransformer):
    """Turns each comparison c of an assertion into __twice__(number, lambda: c, lambda: mutant)."""

    def __init__(self):
        self.cell, self.labels, self.hidden, self.failed = None, [], [], set()

    def inside(self, cell):
        self.cell = cell
        return self

    def visit_Assert(self, node):
        node.test = self.wrapped(node.test)
        return node

    def wrapped(self, node):
        match node:
            case ast.Compare(left, [_, _, *_] as ops, rights):
                links = zip([left, *rights], ops, rights, strict=False)
                chain = [ast.Compare(a, [op], [b]) for a, op, b in links]
                return self.wrapped(ast.BoolOp(ast.And(), chain))
            case ast.Compare() | ast.Call(args=[_, _, *_]):
                return self.doubled(node)
            case ast.Call(ast.Attribute(inner), []) if called(node) == "all":
                node.func.value = self.wrapped(inner)
            case ast.Call(args=[inner]) if called(node) == "all":
                node.args = [self.wrapped(inner)]
            case ast.GeneratorExp(inner) | ast.ListComp(inner):
                node.elt = self.wrapped(inner)
            case ast.BoolOp(ast.And(), values):
                node.values = [*map(self.wrapped, values)]
            case ast.UnaryOp(ast.Not(), inner):
                node.operand = self.wrapped(inner)
        return node

    def doubled(self, node):
        if _hidden(node):
            self.hidden.append((self.cell, ast.unparse(node)))
        if (mutant := _mutant(node)) is None:
            return node
        number = ast.Constant(len(self.labels))
        self.labels.append((self.cell, ast.unparse(node)))
        return _call("__twice__", number, _delayed(node), _delayed(mutant))

    def twice(self, number, original, mutant):
        """The value of the original; notes whether the comparison can fail."""
        value = original()
        with suppress(Exception):
            if not (np.all(value) and np.all(mutant())):
                self.failed.add(number)
        return value


def _mutant(node):
    """A copy of a comparison with another expected side; None if it is of no known form."""
    node = copy.deepcopy(node)
    match node:
        case ast.Call(args=[a, b, *_]) if called(node) in PAIRED:
            node.args[1] = _changed(PAIRED[called(node)], a, b)
        case ast.Compare(a, [ast.Eq()], [b]):
            node.comparators = [_changed("__other__", a, b)]
        case ast.Compare(a, [ast.NotEq()]):
            node.comparators = [a]
        case ast.Compare(a, [ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()], [b]):
            if gap := _gap(_smaller(node)[0]):
                gap.right = _changed("__moved__", gap.left, gap.right)
            elif _named(a, b):
                node.left, node.comparators = b, [a]
        case _:
            return None
    return node


def _hidden(node):
    """Whether something is said to be smaller than a number without showing a difference."""
    small, large = _smaller(node)
    return isinstance(large, ast.Constant) and large.value > 0 and not _gap(small)


def _smaller(node):
    """The sides of an inequality, the one that should be smaller first."""
    match node:
        case ast.Compare(a, [ast.Lt() | ast.LtE()], [b]):
            return a, b
        case ast.Compare(a, [ast.Gt() | ast.GtE()], [b]):
            return b, a
    return None, None


def _gap(side):
    """The difference whose absolute value or norm stands in `side`, if any."""
    for node in ast.walk(side):
        match node:
            case ast.Call(args=[ast.BinOp(op=ast.Sub()) as gap, *_]) if called(node) in ABSOLUTE:
                return gap
    return None


def _changed(how, actual, expected):
    """Code for another `expected`; unchanged if both are the same expression, or constants."""
    same = ast.dump(actual) == ast.dump(expected) or not _named(actual, expected)
    return expected if same else _call(how, actual, expected)


def _named(*sides):
    """Whether anything but constants is compared."""
    return any(isinstance(node, ast.Name) for side in sides for node in ast.walk(side))


def _call(name, *arguments):
    return ast.Call(ast.Name(name, ast.Load()), [*arguments], [])


def _delayed(node):
    function = ast.parse("lambda: 0", mode="eval").body
    function.body = node
    return function


def moved(actual, expected):
    """`expected` moved by a hundredth, infinities to zero; unmoved if it is `actual` itself.

    >>> moved(0.3, [0.5, -2])
    array([ 0.505001, -1.979999])
    """
    if _same(actual, expected):
        return expected
    array = np.asarray(expected, dtype=float)
    return np.where(np.isfinite(array), array + abs(array) / 100 + 1e-6, 0.0)


def other(actual, expected):
    """Something that equals nothing else; but `expected` if that is `actual` itself."""
    return expected if _same(actual, expected) else object()


def _same(a, b):
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return a.__array_interface__ == b.__array_interface__
    return a is b and not isinstance(a, int | str | tuple | type(None))
