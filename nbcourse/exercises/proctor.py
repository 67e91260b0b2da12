"""The process in which a student's copy is run: it plays the cells and tells what is checked.

It is IPython's shell, as in a Jupyter kernel, without the wire of one: whatever a cell prints
or shows is dropped, and what the parent process hears are the events of its own journal.
"""

import json
import os
import re
import signal
import sys
from collections.abc import Callable
from contextlib import nullcontext, suppress
from importlib import import_module

from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from nbcourse.exercises import wording

PUBLIC = ("check", "hint", "progress", "worked")


class Journal(list):
    """A record of attempts that passes each of them on.

    Parameters
    ----------
    tell : callable
        Called with the word ``"attempt"`` and the fields of the attempt.

    Examples
    --------
    >>> journal = Journal(lambda *event: sys.stdout.write(" ".join(event)))
    >>> journal.append(("05.1", "ok", ""))
    attempt 05.1 ok
    """

    def __init__(self, tell: Callable):
        super().__init__()
        self._tell = tell

    def append(self, attempt):
        """Keep an attempt, and tell of it.

        Parameters
        ----------
        attempt : Attempt
            What `check` or `hint` said.
        """
        super().append(attempt)
        self._tell("attempt", *(wording.cut(field, 400) for field in attempt))


class _Shell(InteractiveShell):
    """IPython without a screen: no window to open, no terminal to leave."""

    def enable_gui(self, gui=None):
        """Open no window: pictures are drawn and dropped."""

    def _tee(self, channel):
        """Keep no output, as IPython 9 would: an endless loop that prints fills the memory."""
        return nullcontext()

    def ask_exit(self):
        """Stay: ``exit`` in a cell ends the cell."""


def proctor(job: dict) -> None:
    """Run the cells of a copy, and write what happens as lines of JSON to standard output.

    The events are ``["cell", number]`` before a cell, ``["attempt", exercise, status, hint]``,
    ``["failed", number, error]``, and ``["end"]``. A cell that fails does not stop the others.

    Parameters
    ----------
    job : dict
        ``cells``: list of (number, source); ``notebook``: number of the notebook that they
        belong to; ``memory``: limit in megabytes, of the memory and of any file written.
    """
    tell = _told()
    _limit(job["memory"] * 2**20)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    _examine(job["notebook"], tell)
    settings = Config()
    settings.HistoryManager.enabled = False
    shell = _Shell.instance(config=settings)
    for number, source in job["cells"]:
        tell("cell", number)
        if error := _error(shell, source):
            tell("failed", number, error)
    tell("end")


def _told():
    """A function that writes events to standard output, which nothing else reaches any more."""
    journal = os.fdopen(os.dup(1), "w", encoding="utf-8")
    for stream in range(3):
        os.dup2(os.open(os.devnull, os.O_RDWR), stream)

    def tell(*event):
        journal.write(f"{json.dumps(event)}\n")
        journal.flush()

    return tell


def _limit(size):
    """Bound memory and files by a number of bytes, where the platform can."""
    with suppress(ImportError, ValueError):
        import resource

        for kind in (resource.RLIMIT_AS, resource.RLIMIT_FSIZE):
            resource.setrlimit(kind, (size, size))


def _examine(notebook, tell):
    """Give the learner's cells a kit that is a copy, and a `check` that belongs to the original.

    Whatever a cell does to the record, the checkers or the functions of the kit by their names,
    it does to the copy.
    """
    kit = import_module("nbcourse.exercises")
    import_module(f"nbcourse.exercises.nb{notebook}")
    kit.RECORD = kit.record.RECORD = Journal(tell)
    for name in [name for name in sys.modules if name.startswith("nbcourse.exercises")]:
        del sys.modules[name]
    public = import_module("nbcourse.exercises")
    for name in PUBLIC:
        setattr(public, name, getattr(kit, name))


def _error(shell, source):
    """What a cell raised, in words; empty if nothing."""
    try:
        result = shell.run_cell(source)
        error = result.error_before_exec or result.error_in_exec
    except KeyboardInterrupt as stopped:  # as the cell was just about to begin or to end
        error = stopped
    return "" if error is None else re.sub(r"<ipython-input-[\w-]+>, ", "", wording.said(error))
