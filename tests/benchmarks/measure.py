"""How speed is measured: two peers take turns in one process, and their ratio is what counts.

Times move with the machine and its load, ratios much less. Each turn times both peers, the order
exchanged from turn to turn; the median of the ratios is reported with its quartiles.
"""

import gc
import os
import platform
import sys
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from statistics import quantiles
from time import perf_counter


@dataclass(frozen=True)
class Work:
    """One line of the table: the same work, done by a peer and by the course.

    `same`, where given, compares the two results and must be true, or the line is worthless.
    `theirs` is None where the peer is not installed. `scale` multiplies the peer's time where
    only a part of its work is done, which the name then says.
    """

    name: str
    peer: str
    ours: Callable
    theirs: Callable | None
    goal: float
    floor: float
    turns: int = 15
    scale: float = 1.0
    same: Callable | None = None


@dataclass(frozen=True)
class Ratio:
    """What came out: the peer's time divided by ours (above 1: the course is faster)."""

    work: Work
    median: float
    low: float
    high: float
    seconds: float
    megabytes: float
    peer_megabytes: float


def seconds(action):
    """Time of one call."""
    start = perf_counter()
    action()
    return perf_counter() - start


def megabytes(action):
    """Memory that one call takes at its peak."""
    tracemalloc.start()
    action()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


def resident():
    """Megabytes of this process at its peak, all that it ever held at a time."""
    import resource  # not on Windows

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1e3)


def measured(work):
    """Time both peers in turns; None where the peer is not installed."""
    if work.theirs is None:
        return None
    mine, theirs = work.ours(), work.theirs()  # also pays for imports and caches
    if work.same is not None and not work.same(mine, theirs):
        raise SystemExit(f"{work.name}: the two results differ, so their times mean nothing")
    gc.collect()
    gc.freeze()  # what other lines left in memory is not looked through while this one is timed
    ratios, ours = [], []
    for turn in range(work.turns):
        times = {}
        for action in [work.ours, work.theirs][:: 1 if turn % 2 else -1]:
            times[action] = seconds(action)
        ours.append(times[work.ours])
        ratios.append(work.scale * times[work.theirs] / times[work.ours])
    low, median, high = quantiles(ratios, n=4) if len(ratios) > 1 else ratios * 3
    memory = megabytes(work.ours), megabytes(work.theirs)
    return Ratio(work, median, low, high, sorted(ours)[len(ours) // 2], *memory)


def line(work, found):
    """One row of the table in Markdown."""
    start = f"| {work.name} | {work.peer} | {work.goal:g} | {work.floor:g} |"
    if found is None:
        return f"{start} not installed | | | |"
    verdict = "" if found.median >= work.goal else " (below the goal)"
    verdict = verdict if found.median >= work.floor else " **(below the floor)**"
    spread = f"{found.low:.3g} to {found.high:.3g}"
    memory = f"{found.megabytes:.1f} / {found.peer_megabytes:.1f}"
    took = f"{1000 * found.seconds:.3g}"
    return f"{start} **{found.median:.3g}**{verdict} | {spread} | {took} | {memory} |"


HEAD = (
    "| Work | Peer | Goal | Floor | Peer time / ours | Quartiles | Ours, ms | MB, ours / peer |\n"
    "|---|---|---|---|---|---|---|---|"
)


def machine():
    """The machine and the versions, without which no number means anything."""
    packages = ("numpy", "scipy", "scikit-learn", "pandas", "nltk", "river", "pgmpy")
    versions = [f"{name} {version(name)}" for name in packages if version(name)]
    python = f"Python {sys.version.split()[0]}"
    return f"{platform.machine()}, {os.cpu_count()} cores, {python}, {', '.join(versions)}"


def version(name):
    """The version of an installed package, None if it is not installed."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None
