"""Assertions that can fail: each assertion of a notebook is made again, mutated.

In each mutant the expected side b of one comparison is another one. If it holds all the same, the
comparison proves nothing: always true, too loose, or a thing compared with itself. Seen are

    np.allclose(a, b), np.isclose(a, b), abs(a - b) < tol    b is moved by a hundredth
    a == b, np.array_equal(a, b)                             b is replaced
    a != b                                                   a is compared with itself
    a < b, a <= b, a > b, a >= b                             the sides are exchanged

Not seen: comparisons inside `or` and `not`, and what happened before, such as b = a.copy().
Therefore `gap < 1e-12` does not pass: the assertion has to show the difference.
"""

import ast
import copy
import warnings
from contextlib import chdir, suppress
from unittest.mock import patch

import matplotlib.pyplot as plt
import numpy as np

from tests.nbtools import asserts, called, course, nodes, tags

ABSOLUTE = {"abs", "fabs", "absolute", "norm"}


def replayed(nb):
    """Raising cells raise, others do not, and every comparison that a cell asserts can fail.

    Of a notebook these cells are run, and those on whose names they depend; no figure is drawn.
    """
    probe = Probe()
    space = {"__name__": "__main__", "__note__": probe.note, "__changed__": changed}
    space["display"] = lambda *args, **how: None
    for cell in needed(nb):
        raises, before = "raises-exception" in tags(cell), len(probe.labels)
        probe.cell = cell if asserts(cell) else None
        error = _error(nb, cell, probe, space)
        if error and not raises:
            yield cell, f"fails ({type(error).__name__}: {error}): repair it"
            return
        if raises and not error:
            yield cell, "tagged raises-exception but raises nothing: drop the tag"
        if _owes(cell) and len(probe.labels) == before:
            yield cell, "verifies or claims without comparing anything: assert a comparison"
    for number, (cell, text) in enumerate(probe.labels):
        if number not in probe.failed:
            cure = "tighten it, or show the difference as abs(a - b) < tol"
            yield cell, f"`{text}` holds with its expected side moved, or hides it: {cure}"


def _owes(cell):
    return bool(course(cell).get("verifies") or course(cell).get("claims"))


def needed(nb):
    """The cells that a replay is about, and those before them that bind or change their names."""
    kept, ids = [], set()
    for cell in reversed(nb.code):
        if asserts(cell) or _owes(cell) or "raises-exception" in tags(cell) or _sets(cell) & ids:
            kept.insert(0, cell)
            ids |= _names(*nodes(cell))
    return kept


def _sets(cell):
    """The names that a cell binds, or whose values it changes; any use changes `rng`."""
    found = {"rng"} & _names(*nodes(cell))
    for node in nodes(cell):
        match node:
            case ast.Name(name, ast.Store()) | ast.alias(_, str(name)) | ast.AST(name=str(name)):
                found.add(name)
            case ast.AST(value=value, ctx=ast.Store()) | ast.Expr(ast.Call(ast.Attribute(value))):
                found |= _names(value)
    return found


def _error(nb, cell, probe, space):
    """What a cell raises; None if nothing."""
    shown = patch("nbcourse.plots.show", lambda figure, **how: plt.close(figure))
    displayed = patch("IPython.display.publish_display_data")
    try:
        tree = ast.fix_missing_locations(probe.visit(ast.parse(cell.source)))
        code = compile(tree, f"<{nb.name}, cell {cell.id}>", "exec")
        with chdir(nb.path.parent), shown, displayed, warnings.catch_warnings(action="ignore"):
            exec(code, space)
    except Exception as error:
        return error
    return None


class Probe(ast.NodeTransformer):
    """Lets the mutants of each assertion follow it, and notes which of them fail."""

    def __init__(self):
        self.cell, self.labels, self.failed = None, [], set()

    def visit_Assert(self, node):
        lines = [node]
        for text, mutant in mutants(node.test) if self.cell else ():
            line = f"__note__({len(self.labels)}, lambda: {ast.unparse(mutant)})"
            lines += ast.parse(line).body
            self.labels.append((self.cell, text))
        return lines

    def note(self, number, mutant):
        with suppress(Exception):
            if not mutant():
                self.failed.add(number)


def mutants(test):
    """Each comparison of an assertion, as text, and the assertion with its sides changed."""
    for a, form, b in comparisons(test):
        if (memo := _changes(a, form, b)) is not None:
            yield f"{ast.unparse(a)} … {ast.unparse(b)}", copy.deepcopy(test, memo)


def comparisons(node):
    """Sides and form of each comparison on which an expression depends."""
    match node:
        case ast.Compare(left, forms, rights):
            yield from zip([left, *rights], forms, rights, strict=False)
        case ast.Call(args=[a, b, *_]) if called(node) in {"allclose", "isclose", "array_equal"}:
            yield a, called(node), b
        case ast.UnaryOp() | ast.BoolOp(op=ast.Or()):
            return
        case ast.GeneratorExp(inner) | ast.ListComp(inner):
            yield from comparisons(inner)
        case _:
            for child in ast.iter_child_nodes(node):
                yield from comparisons(child)


def _changes(a, form, b):
    """By the ids of old nodes the new ones of the mutant; None for forms that are not seen."""
    match form:
        case "allclose" | "isclose":
            return _changed(a, b, moved=True)
        case "array_equal" | ast.Eq():
            return _changed(a, b, moved=False)
        case ast.NotEq():
            return {id(b): a}
        case ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE():
            small, large = (a, b) if isinstance(form, ast.Lt | ast.LtE) else (b, a)
            if gap := _gap(small):
                return _changed(gap.left, gap.right, moved=True)
            hidden = isinstance(large, ast.Constant) and large.value > 0
            return {} if hidden or not _names(a, b) else {id(a): b, id(b): a}
    return None


def _gap(side):
    """The difference whose absolute value or norm stands in `side`, if any."""
    calls = [node for node in ast.walk(side) if called(node) in ABSOLUTE and node.args]
    gaps = (call.args[0] for call in calls if isinstance(call.args[0], ast.BinOp))
    return next((gap for gap in gaps if isinstance(gap.op, ast.Sub)), None)


def _changed(a, b, moved):
    """Another `b`; the same one if both are the same expression, or constants."""
    if ast.dump(a) == ast.dump(b) or not _names(a, b):
        return {}
    call = f"__changed__({ast.unparse(a)}, {ast.unparse(b)}, {moved})"
    return {id(b): ast.parse(call, mode="eval").body}


def _names(*trees):
    return {node.id for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Name)}


def changed(actual, expected, moved):
    """`expected` moved by a hundredth, infinities to zero, or something that equals nothing else.

    But `expected` as it is where that is `actual` itself.

    >>> changed(0.3, [0.5, -2], moved=True)
    array([ 0.505001, -1.979999])
    """
    same = actual is expected and not isinstance(actual, int | str | tuple | type(None))
    if isinstance(actual, np.ndarray) and isinstance(expected, np.ndarray):
        same = actual.__array_interface__ == expected.__array_interface__
    if same or not moved:
        return expected if same else object()
    array = np.asarray(expected, dtype=float)
    return np.where(np.isfinite(array), array + abs(array) / 100 + 1e-6, 0.0)
