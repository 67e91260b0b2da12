"""Command line: ``python -m nbcourse data {build,verify}`` and ``python -m nbcourse explain``.

The exit code is 0 if all went well, 1 if the data are not as they should be (the reason is on
stderr), 2 if the command was not understood.
"""

import argparse
import sys
import warnings
from itertools import accumulate
from pathlib import Path

from nbcourse import datasets
from nbcourse.paths import DATA

_BAR_COLUMNS = 40


def main(arguments=None):
    """Run a command.

    Parameters
    ----------
    arguments : list of str, optional
        The command line without the name of the program; by default the real one.

    Returns
    -------
    int
        The exit code.
    """
    options = _parser().parse_args(arguments)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", UserWarning)
        try:
            options.run(options)
            failure = None
        except (ValueError, OSError) as error:
            failure = error
    for warning in caught:
        print(f"warning: {warning.message}", file=sys.stderr)
    if failure is not None:
        print(f"error: {failure}", file=sys.stderr)
    return 0 if failure is None else 1


def _parser():
    """Return the parser of the command line; each command brings its function as `run`."""
    parser = argparse.ArgumentParser(
        prog="python -m nbcourse", description="Tools of the naive Bayes course."
    )
    rooms = parser.add_subparsers(required=True, metavar="{data,explain}")
    data = rooms.add_parser("data", help="the course's data files")
    commands = data.add_subparsers(required=True, metavar="{build,verify}")
    _add_build(commands)
    _add_verify(commands)
    explain = rooms.add_parser("explain", help="classify a message and show why, word by word")
    explain.add_argument("message", nargs="+", help="the message; several words are joined")
    explain.set_defaults(run=_explain)
    return parser


def _add_build(commands):
    """Add the command that builds a bag from raw files."""
    build = commands.add_parser("build", help="build a bag from the raw files")
    build.add_argument("name", choices=["sms", "enron", "ling", "csdmc"], help="which bag")
    build.add_argument(
        "--raw",
        required=True,
        metavar="DIR",
        help="folder with the raw file SMSSpamCollection, or the raw folder (or .tar.xz of it) "
        "enron_email, ling_email or CSDMC2010_email; data/README.md says where they come from",
    )
    _add_folder(build, "--out", "folder for the bag and its line in SHA256SUMS")
    build.set_defaults(run=_build)


def _add_verify(commands):
    """Add the command that checks the data files."""
    verify = commands.add_parser("verify", help="check every data file against SHA256SUMS")
    _add_folder(verify, "--data", "folder to check")
    verify.set_defaults(run=_verify)


def _add_folder(command, flag, meaning):
    """Add an option for a data folder."""
    command.add_argument(
        flag,
        dest="folder",
        default=DATA,
        metavar="DIR",
        help=f"{meaning} (default: the course's own, {DATA})",
    )


def _build(options):
    """Build a bag, write down its checksum, and say what it holds."""
    # here and not above: verifying needs none of it
    from nbcourse import ingest
    from nbcourse.corpus import Corpus

    path = ingest.build(options.name, options.raw, options.folder)
    print(f"{datasets.record(path)}  {path}")
    print(Corpus.read(path))


def _verify(options):
    """Check the data files and name them."""
    for name in datasets.verify(folder=options.folder):
        print(f"{Path(options.folder) / name}: OK")


def _explain(options):
    """Classify a message by the filter of the course, and draw how its log-odds add up."""
    # here and not above: the other commands need none of it
    from sklearn.pipeline import make_pipeline

    from nbcourse.corpus import BagOfWords
    from nbcourse.linear import explain
    from nbcourse.naive_bayes import MultinomialNB
    from nbcourse.text import words

    sms = datasets.load("sms")
    model = make_pipeline(BagOfWords(analyzer=words), MultinomialNB()).fit(sms, sms.labels)
    found = explain(model, " ".join(options.message))
    sys.stdout.reconfigure(errors="replace")  # a terminal may lack the letters of the message
    print(f"{found.verdict}: log-odds {found.log_odds:+.2f} nats ({found.known})")
    for line in _waterfall(found.strongest()):
        print(line)
    if found.unknown:
        print("unknown:", *found.unknown)


def _waterfall(found):
    """Yield a line for each part of the log-odds: a bar from the sum before it to the one after."""
    ends = [0.0, *accumulate(found.values())]
    left, right = min(ends), max(ends)
    scale = _BAR_COLUMNS / max(right - left, 1e-9)
    names = [
        f"{label} x{found.counts[label]}" if found.counts.get(label, 1) > 1 else label
        for label in found
    ]
    width = max(map(len, names))
    for name, nats, start, end in zip(names, found.values(), ends, ends[1:], strict=False):
        first, last = (round((x - left) * scale) for x in sorted((start, end)))
        bar = " " * first + ("+" if nats > 0 else "-") * (last - first)
        yield f"{name:{width}} {nats:+7.2f} |{bar}"


if __name__ == "__main__":
    sys.exit(main())
