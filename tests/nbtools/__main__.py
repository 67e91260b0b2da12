"""Begin, run, approve and mend notebooks: `--new 10 "A title"`, `--run 05`, `--fix`.

`--new` writes a notebook that fills in the template, with its checkers and the link to it, and
runs it; `--run` executes notebooks as nbval will (kernel python3, in their folder), stores the
outputs and says what the linter finds; `--approve 05 "2 "` shows what changed in the outputs of the
sections whose headings begin so, beside their text, and locks them as read; `--fix` brings every
notebook into its normal form. Each of them renews the papers.
"""

import argparse
import sys

from nbclient import NotebookClient
from nbclient.exceptions import CellControlSignal

from tests.nbtools import ROOT, Notebook, files, notebooks, report
from tests.nbtools.form import KERNEL, fix
from tests.nbtools.lock import approve
from tests.nbtools.rules import RULES
from tests.nbtools.scaffold import new
from tests.papers import papers


def execute(content, folder):
    """Execute the cells of a notebook in a folder as nbval will, with the seconds of pyproject."""
    how = {"timeout": 60, "kernel_name": KERNEL["name"], "coalesce_streams": True}
    how |= {"record_timing": False, "store_widget_state": False}
    where = {"metadata": {"path": str(folder)}}
    NotebookClient(content, resources=where, **how).execute()


def mend(chosen):
    """Run or mend the chosen notebooks; whether all cells ran. Other files are left alone."""
    failed = False
    for nb in files():
        try:
            if nb.problem:
                print(*report(RULES, nb), file=sys.stderr)
            elif nb.number in chosen.run:
                execute(nb.content, nb.path.parent)
                fix(nb)
                if chosen.new:  # its text was filled in beside its outputs
                    list(approve(nb, ""))
                print("\n".join([nb.name, *map(str, report(RULES, Notebook(nb.path)))]))
            elif nb.number == chosen.approve[0]:
                print(*approve(nb, chosen.approve[1]), sep="\n")
            elif chosen.fix:
                fix(nb)
        except CellControlSignal as error:
            failed = True
            print(f"{nb.name} is left as it was:\n{error}", file=sys.stderr)
    return not failed


def main(arguments=None):
    """The command line; returns its exit status."""
    how = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("python -m tests.nbtools", None, __doc__, formatter_class=how)
    parser.add_argument("--new", nargs=2, metavar=("NN", "TITLE"), help="begin a notebook")
    parser.add_argument("--fix", action="store_true", help="normal form of all, README's tables")
    parser.add_argument("--run", nargs="+", default=[], metavar="NN", help="execute notebooks")
    parser.add_argument("--approve", nargs=2, default=("", ""), metavar=("NN", "SECTION"))
    chosen = parser.parse_args(arguments)
    if unknown := {*chosen.run, *chosen.approve[:1]} - {"", *(nb.number for nb in notebooks())}:
        parser.error(f"no notebook numbered {sorted(unknown)}")
    try:
        if chosen.new:
            chosen.run.append(new(*chosen.new).number)
    except ValueError as refusal:
        parser.exit(2, f"{refusal}\n")
    done = mend(chosen)
    for name, renewed in papers(notebooks(), ROOT).items():
        (ROOT / name).write_bytes(renewed)
    return 0 if done else 1


if __name__ == "__main__":
    sys.exit(main())
