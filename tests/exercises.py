"""What the checkers of the exercises declare, read off by watching them compare."""

import sys
from functools import cache
from typing import NamedTuple
from unittest import mock

import numpy as np

from nbcourse import exercises
from nbcourse.exercises import kit


class Declared(NamedTuple):
    """The comparison that a checker makes: the right answer and the typical mistakes."""

    kind: str
    right: object
    inputs: list
    mistakes: list


def numbers():
    """The numbers of all exercises that have a checker."""
    tables = map(exercises.progress, exercises.notebooks())
    return list(dict.fromkeys(row.exercise for table in tables for row in table.rows))


@cache
def declared(number):
    """The first comparison that a checker makes, whatever the answer."""
    checker, seen = kit.CHECKERS[number].checker, []

    def watched(name):
        def compare(answer, right, inputs=(), *, mistakes=(), **options):
            seen.append(Declared(name, right, list(inputs), list(mistakes)))
            return "seen"

        return compare

    module = sys.modules[checker.__module__]
    found = [name for name in ("near", "behaves", "chosen") if hasattr(module, name)]
    with mock.patch.multiple(module, **{name: watched(name) for name in found}):
        checker(object())
    return seen[0]


def scribble(arguments):
    """Write the first element of each array or list over all its others, at any depth."""
    scribbled = False
    for argument in arguments:
        if isinstance(argument, np.ndarray):
            argument[...] = argument.flat[0]
            scribbled = True
        elif isinstance(argument, list) and argument:
            scribble(argument)
            argument[:] = argument[:1] * len(argument)
            scribbled = True
    return scribbled
