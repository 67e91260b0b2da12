"""A bag against the raw mails, as ratios in one run: python -m tests.benchmarks.bench_load

The peer does what S4 does, without its guess of a charset for each file: open 33,698 files, find
the words, keep them as sets. It needs NBCOURSE_RAW to point at the raw corpora; the files are
unpacked into a temporary folder first, which is not timed, and read once, so that the disk plays
no part. A bag is a different thing, computed before: the last line takes it to where the peer is.
"""

import os
import re
import sys
import tarfile
import tempfile
import tracemalloc
from pathlib import Path
from statistics import median
from time import perf_counter

import nbcourse as nbc

STOP_WORDS = nbc.text.stop_words("s4")
REPEATS = 3


def s4_words(path):
    """Return the words of a mail, the way S4 finds them."""
    with open(path, encoding="latin-1") as file:
        words = re.findall(r"[a-zA-Z\d]{2,}", file.read())
    kept = (word for word in words if word not in STOP_WORDS and not re.search(r"\d", word))
    return {word.lower() for word in kept}


def s4_way(folder):
    """Return name -> words of all mails in a folder."""
    return {path: s4_words(path) for path in sorted(folder.glob("*/*.txt"))}


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


def main():
    """Print times, ratios and peaks of memory."""
    if "NBCOURSE_RAW" not in os.environ:
        sys.exit("point NBCOURSE_RAW at the folder with enron_email.tar.xz")
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(Path(os.environ["NBCOURSE_RAW"]) / "enron_email.tar.xz") as archive:
            archive.extractall(folder, filter="data")
        raw = Path(folder) / "enron_email"
        ways = {
            "S4's way": lambda: s4_way(raw),
            'load("enron")': lambda: nbc.load("enron"),
            "and S4's words": lambda: nbc.load("enron").features(nbc.text.s4_words),
        }
        s4_way(raw)
        turns = [{name: seconds(way) for name, way in ways.items()} for _ in range(REPEATS)]
        times = {name: median(turn[name] for turn in turns) for name in ways}
        for name, way in ways.items():
            ratio = times["S4's way"] / times[name]
            peak = megabytes(way)
            print(f"{name:15} {times[name]:6.2f} s  ratio {ratio:6.1f}  peak {peak:4.0f} MB")


if __name__ == "__main__":
    main()
