"""First use: from an empty process to a trained SMS filter, against one import of the peer."""

import subprocess
import sys
from statistics import median

from tests.benchmarks.measure import seconds

LIMIT, TURNS = 1.2, 7
FILTER = """
import nbcourse as nbc
sms = nbc.load("sms").features(nbc.text.words)
nbc.MultinomialNB().fit(sms.counts, sms.labels)
"""


def report():
    """One sentence."""
    commands = [FILTER, "import sklearn.naive_bayes"]
    turns = [[seconds(lambda c=c: run(c)) for c in commands] for _ in range(TURNS)]
    ours, theirs = (median(column) for column in zip(*turns, strict=True))
    ratio = median(a / b for a, b in turns)
    verdict = "" if ratio <= LIMIT else " **(above the limit)**"
    return (
        f"First use: a trained SMS filter takes {ratio:.2f} times{verdict} what "
        f"`import sklearn.naive_bayes` alone takes (at most {LIMIT}): {ours:.2f} s and "
        f"{theirs:.2f} s in fresh processes."
    )


def run(program):
    """Run a program in a process of its own."""
    subprocess.run([sys.executable, "-c", program], check=True)
