"""One copy of a notebook run in a process and a temporary folder of its own, under limits."""

import asyncio
import json
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from tempfile import TemporaryDirectory
from typing import NamedTuple

from nbcourse.exercises.record import Attempt
from nbcourse.exercises.wording import attempt

#: Seconds that an interrupted cell has to end.
GRACE = 5
#: The kinds of events, and what comes with each.
EVENTS = {"cell": [int], "attempt": [str, str, str], "failed": [int, str], "end": []}
START = (
    "import json, sys; job = json.load(sys.stdin); sys.path[1:] = job['path']; "
    "from nbcourse.exercises.proctor import proctor; proctor(job)"
)


class Limits(NamedTuple):
    """What a copy may use.

    Parameters
    ----------
    cell, copy : float
        Seconds for one cell and for all of them.
    memory : int
        Megabytes.
    """

    cell: float = 60
    copy: float = 600
    memory: int = 4096


LIMITS = Limits()


@dataclass
class Sitting:
    """What happened when a copy was run.

    Parameters
    ----------
    attempts : Counter of Attempt
        What was said of the answers, and how often.
    failed : dict of {int: str}
        Number of each cell that failed, and why.
    reached : int
        Number of the last cell that was begun.
    stopped : str
        Why the cells after that were not run; empty if they were.
    seconds : float
        How long it took.
    """

    attempts: Counter = field(default_factory=Counter)
    failed: dict = field(default_factory=dict)
    reached: int = 0
    stopped: str = ""
    seconds: float = 0.0


async def sit(cells: Sequence[tuple[int, str]], notebook: str, limits: Limits) -> Sitting:
    """Run cells in a process of their own and listen to what is checked there.

    Parameters
    ----------
    cells : sequence of (int, str)
        Number and source of each code cell.
    notebook : str
        Number of the notebook, such as ``"05"``.
    limits : Limits
        Time and memory.

    Returns
    -------
    Sitting

    Examples
    --------
    >>> answer = "check('05.1', (0.134, 1, 0.134))"
    >>> cells = [(1, "from nbcourse import check"), (2, answer), (3, "1 / 0")]
    >>> sitting = asyncio.run(sit(cells, "05", Limits()))
    >>> [*sitting.attempts], sitting.failed
    ([Attempt(number='05.1', status='ok', hint='')], {3: 'ZeroDivisionError: division by zero'})
    """
    sitting, start = Sitting(), time.monotonic()
    job = {"cells": list(cells), "notebook": notebook, "memory": limits.memory}
    async with _process(job) as process:
        async for kind, *told in _events(process, limits):
            if kind == "cell":
                [sitting.reached] = told
            elif kind == "attempt":
                sitting.attempts[Attempt(*told)] += 1
            elif kind == "failed":
                sitting.failed[told[0]] = told[1]
            elif kind == "stopped":
                [sitting.stopped] = told
    sitting.seconds = time.monotonic() - start
    return sitting


@asynccontextmanager
async def _process(job):
    """A process that has got its job; in the end it is killed, with its children."""
    path = [os.path.abspath(place) for place in sys.path]
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", START),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            cwd=folder,
            env=os.environ | _surroundings(folder),
            start_new_session=True,
        )
        try:
            process.stdin.write(json.dumps({**job, "path": path}).encode())
            with suppress(ConnectionError):  # it died at once; the silence tells
                await process.stdin.drain()
            process.stdin.close()
            yield process
        finally:
            _send(process, "SIGKILL")
            await process.wait()


def _surroundings(folder):
    """Environment variables: files in the folder, no windows, one thread, all letters printed."""
    places = dict.fromkeys(["TMPDIR", "TEMP", "TMP", "IPYTHONDIR"], folder)
    threads = dict.fromkeys(["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"], "1")
    kernel = {
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
        "PYTHONIOENCODING": "utf-8",
    }
    return {**places, **threads, **kernel}


def _send(process, name):
    """Send a signal to a process and its children; where there are no signals, end it."""
    with suppress(ProcessLookupError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, getattr(signal, name))
        else:
            process.kill()


async def _events(process, limits) -> AsyncIterator[list]:
    """What the process tells, and what its silence means.

    A cell that takes too long is interrupted, and the next ones are run; one that does not let
    itself be interrupted ends the sitting.
    """
    cell, late = 0, False
    until = end = time.monotonic() + limits.copy
    while True:
        try:
            line = await asyncio.wait_for(
                process.stdout.readline(), max(min(until, end) - time.monotonic(), 0)
            )
        except TimeoutError:
            if late or time.monotonic() >= end:
                yield ["stopped", f"{_too_long(limits, late)}, in cell {cell}"]
                return
            late, until = True, time.monotonic() + GRACE
            _send(process, "SIGINT")
            continue
        except ValueError:  # a line without end
            line = b"..."
        kind, *told = _event(line, cell)
        if kind == "end":
            return
        if kind == "cell":
            [cell], late, until = told, False, time.monotonic() + limits.cell
        if kind == "failed" and late:
            told = [cell, f"took longer than {limits.cell:g} s"]
        yield [kind, *told]
        if kind == "stopped":
            return


def _event(line, cell):
    """The event of a line; the end of all lines is one, and so is a line that somebody forged."""
    if not line:
        before = f"in cell {cell}" if cell else "before the first: is the memory limit too low?"
        return ["stopped", f"the kernel died {before}"]
    event, _ = attempt(json.loads, line)
    if isinstance(event, list) and event and isinstance(event[0], str):
        kind, *told = event
        if [type(value) for value in told] == EVENTS.get(kind):
            return event
    return ["stopped", f"its journal is broken in cell {cell}: look into this copy"]


def _too_long(limits, late):
    if late:
        return f"longer than {limits.cell:g} s and not to be interrupted"
    return f"all cells together longer than {limits.copy:g} s"
