"""Command line: ``python -m nbcourse`` with ``data``, ``explain``, ``grade`` or ``doctor``.

The exit code is 0 if all went well, 1 if data, folders or the computer are not as they should be
(the reasons are on stderr), 2 if the command was not understood.
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
            failures = options.run(options) or []
        except (ValueError, OSError) as error:
            failures = [error]
    for warning in caught:
        print(f"warning: {warning.message}", file=sys.stderr)
    for failure in failures:
        print(f"error: {failure}", file=sys.stderr)
    return 1 if failures else 0


def _parser():
    """Return the parser of the command line; each command brings its function as `run`.

    Such a function prints what it found, and returns or raises what is wrong.
    """
    parser = argparse.ArgumentParser(
        prog="python -m nbcourse", description="Tools of the naive Bayes course."
    )
    rooms = parser.add_subparsers(required=True, metavar="{data,explain,grade,doctor}")
    data = rooms.add_parser("data", help="the course's data files")
    commands = data.add_subparsers(required=True, metavar="{build,verify}")
    _add_build(commands)
    _add_verify(commands)
    explain = rooms.add_parser("explain", help="classify a message and show why, word by word")
    explain.add_argument("message", nargs="+", help="the message; several words are joined")
    explain.set_defaults(run=_explain)
    _add_grade(rooms)
    doctor = rooms.add_parser("doctor", help="see whether this computer has all that is needed")
    doctor.set_defaults(run=_doctor)
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


def _add_grade(rooms):
    """Add the command that grades the students' copies of notebooks."""
    grade = rooms.add_parser(
        "grade",
        help="grade the students' copies of notebooks, and name their commonest mistakes",
        description="Runs the students' copies of notebooks and grades their exercises. "
        "This executes other people's code: do it in a container or an account without "
        "network, secrets and files of value.",
    )
    grade.add_argument("folder", help="folder with the copies, in subfolders or not")
    grade.add_argument("--out", metavar="FILE", help="table to write (default: FOLDER/grades.csv)")
    grade.add_argument(
        "--course",
        default=Path(__file__).resolve().parent.parent / "notebooks",
        metavar="DIR",
        help="folder of the course's own notebooks (default: %(default)s)",
    )
    _add_number(grade, "--cell", 60, "seconds for a cell")
    _add_number(grade, "--copy", 600, "seconds for a copy")
    _add_number(grade, "--memory", 4096, "megabytes")
    _add_number(grade, "--jobs", 1, "copies to run at a time")
    grade.set_defaults(run=_grade)


def _add_number(command, flag, default, meaning):
    """Add an option for a number."""
    help_text = f"{meaning} (default: {default})"
    command.add_argument(flag, type=_positive, default=default, metavar="N", help=help_text)


def _positive(text):
    """Read a whole number above 0."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number above 0")
    return int(text)


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


def _grade(options):
    """Grade copies; write the table as they come in, and report on the class."""
    # here and not above: the other commands need none of it
    from nbcourse.exercises import grading, report
    from nbcourse.exercises.copies import read_copies
    from nbcourse.exercises.sitting import Limits

    copies = read_copies(options.folder, options.course)
    limits = Limits(options.cell, options.copy, options.memory)
    sys.stdout.reconfigure(errors="replace")
    with report.Table(options.out or Path(options.folder) / "grades.csv", copies) as table:

        def tell(row):
            table.write(row)
            print(report.summary(row), flush=True)

        rows = grading.grade(copies, limits=limits, jobs=options.jobs, tell=tell)
    for line in report.lines(rows, grading.mistakes(rows, options.course)):
        print(line)
    print(f"The table is in {table.path}")


def _doctor(options):
    """Say what is well on this computer, and return what is not."""
    # here and not above: it looks at everything
    from nbcourse.doctor import examine

    sys.stdout.reconfigure(errors="replace")
    sys.stderr.reconfigure(errors="replace")
    findings = examine()
    for finding in findings:
        if finding.well:
            print(finding)
    return [finding for finding in findings if not finding.well]


if __name__ == "__main__":
    sys.exit(main())
