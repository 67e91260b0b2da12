"""Begin, run and mend notebooks: `--new 10 "A title"`, `--run 05`, `--fix`.

`--new` writes a notebook that fills in the template, with its checkers and the link to it, and
runs it; `--run` executes notebooks as nbval will (kernel python3, in their folder), stores the
outputs and says what the linter finds; `--fix` brings every notebook into its normal form. Each
of them renews the tables in README.md.
"""

import argparse
import re
import sys

from nbclient import NotebookClient
from nbclient.exceptions import CellControlSignal

import nbcourse
from tests.nbtools import DESCRIPTION, ROOT, Notebook, files, notebooks, report
from tests.nbtools.form import KERNEL, fix
from tests.nbtools.rules import RULES
from tests.nbtools.scaffold import new

TIMEOUT = 60  # seconds per cell, as in pyproject.toml


def table(books):
    """README's table of notebooks, from the metadata of those that have them."""
    lines = ["| | Notebook | Question | Sources | Minutes |", "|---|---|---|---|---|"]
    row = (
        "| {0.number} | [{title}](notebooks/{0.name}.ipynb) | {question} | {sources} | {minutes} |"
    )
    described = [book for book in books if set(book.course) >= DESCRIPTION]
    return "\n".join([*lines, *(row.format(book, **book.course) for book in described), ""])


def rooms_table():
    """README's table of the rooms, from the map in the package's docstring."""
    rooms = re.findall(r"^    (\w+) +(\S.*)", nbcourse.__doc__, re.M)
    rows = [f"| `{room}` | {purpose} |" for room, purpose in rooms]
    return "\n".join(["| Room | Purpose |", "|---|---|", *rows, ""])


def with_tables(readme, books):
    """README's text with its tables renewed, each between its pair of marking comments."""
    for name, text in {"notebooks": table(books), "rooms": rooms_table()}.items():
        start, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
        if readme.count(start) != 1 or readme.count(end) != 1:
            raise SystemExit(f"README.md needs the lines {start.strip()} and {end} once")
        readme = re.sub(f"(?s)(?<={start}).*(?={end})", lambda _, text=text: text, readme)
    return readme


def run(nb):
    """Execute a notebook, store its outputs and write it in normal form."""
    how = {"timeout": TIMEOUT, "kernel_name": KERNEL["name"], "coalesce_streams": True}
    how |= {"record_timing": False, "store_widget_state": False}
    where = {"metadata": {"path": str(nb.path.parent)}}
    NotebookClient(nb.content, resources=where, **how).execute()
    fix(nb)


def mend(chosen):
    """Run or mend the chosen notebooks; whether all cells ran. Other files are left alone."""
    failed = False
    for nb in files():
        try:
            if nb.problem:
                print(*report(RULES, nb), file=sys.stderr)
            elif nb.number in chosen.run:
                run(nb)
                print("\n".join([nb.name, *map(str, report(RULES, Notebook(nb.path)))]))
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
    chosen = parser.parse_args(arguments)
    if unknown := set(chosen.run) - {nb.number for nb in notebooks()}:
        parser.error(f"no notebook numbered {sorted(unknown)}")
    try:
        if chosen.new:
            chosen.run.append(new(*chosen.new).number)
    except ValueError as refusal:
        parser.exit(2, f"{refusal}\n")
    done = mend(chosen)
    readme = ROOT / "README.md"
    text = with_tables(readme.read_text(encoding="utf-8"), notebooks())
    readme.write_text(text, encoding="utf-8", newline="\n")
    return 0 if done else 1


if __name__ == "__main__":
    sys.exit(main())
