"""What the papers say about notebooks, read off them and their checkers.

README has the table of notebooks and a picture of 00, CONTRIBUTING what is checked, and TEACHING
for each notebook its sections, its exercises and the mistakes that its checkers know.
"""

import re
from base64 import b64decode

from nbcourse.exercises.kit import CHECKERS
from nbcourse.exercises.pages import OBJECTIVE
from tests.exercises import declared, numbers
from tests.nbtools import DESCRIPTION, EXERCISE
from tests.nbtools.budget import part, spent
from tests.nbtools.layout import KINDS
from tests.nbtools.readme import checks_table, rooms_table, table

PICTURE = "waterfall.png"
HEAD = """\
## {number} · {title}

*{question}* Minutes: {time}.

* **Core:** {core}
* **◇, for the second half of 90 minutes:** {deeper}
* **Afterwards they can** {objectives}
* **Exercises:** {exercises}

<details><summary>The mistakes that its checkers know, and what they say</summary>

{mistakes}

</details>
"""


def papers(books, root):
    """{file: its bytes, renewed}, of the papers in a folder."""
    png, words = waterfall(books)
    read = {name: (root / name).read_text("utf-8") for name in ("README.md", "CONTRIBUTING.md")}
    texts = {name: with_tables(text, books) for name, text in read.items()}
    if png:
        texts["README.md"] = filled(texts["README.md"], "picture", f"![{words}]({PICTURE})\n")
    texts["TEACHING.md"] = taught((root / "TEACHING.md").read_text("utf-8"), books)
    renewed = {name: text.encode() for name, text in texts.items()}
    return renewed | ({PICTURE: png} if png else {})


def waterfall(books):
    """PNG and words of the first waterfall of a message, that of notebook 00."""
    outputs = (output for book in books for cell in book.code for output in cell.get("outputs", ()))
    for data in (output.get("data", {}) for output in outputs):
        found = re.search(r'base64,([^"]+)', data.get("text/html", ""))
        if found and data.get("text/plain", "").startswith("The waterfall"):
            return b64decode(found[1]), data["text/plain"].strip()
    return b"", ""


def taught(text, books):
    """TEACHING's text with the block of each notebook renewed, that of a new one at its end."""
    for book in (book for book in books if set(book.course) >= DESCRIPTION):
        if f"<!-- {book.number} -->" not in text:
            text += f"\n<!-- {book.number} -->\n<!-- /{book.number} -->\n"
        text = filled(text, book.number, block(book))
    return text


def with_tables(readme, books):
    """The text of README, or of CONTRIBUTING, with its tables renewed."""
    tables = {"notebooks": table, "rooms": lambda _: rooms_table(), "checks": checks_table}
    for name in (name for name in tables if f"<!-- {name} -->" in readme):
        readme = filled(readme, name, tables[name](books))
    return readme


def filled(text, name, content):
    """A text with what stands between a pair of marking comments renewed."""
    start, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    if text.count(start) != 1 or text.count(end) != 1:
        raise SystemExit(f"the lines {start.strip()} and {end} are needed once: mend by hand")
    return re.sub(f"(?s)(?<={start}).*(?={end})", lambda _: content, text)


def block(book):
    """What TEACHING.md says about a notebook: sections, objectives, exercises and mistakes."""
    titles = {"core": [], "deeper": []}
    for title in book.sections:
        if title not in KINDS and not title.startswith("Next: "):
            titles[part(title)].append(title.removeprefix("◇ "))
    objectives = OBJECTIVE.findall(book.sections.get("Objectives", ""))
    exercises = EXERCISE.findall("\n".join(cell.source for cell in book.markdown))
    own = f"nbcourse.exercises.nb{book.number}"  # in a test's process others may be registered
    mistakes = [
        f"* **{number}** "
        + " · ".join(dict.fromkeys(hint for _, hint in declared(number).mistakes))
        for number in sorted(numbers())
        if CHECKERS[number].checker.__module__ == own and declared(number).mistakes
    ]
    return HEAD.format(
        number=book.number,
        time=spent(book),
        **{key: book.course[key] for key in ("title", "question")},
        core=_list(titles["core"]),
        deeper=_list(titles["deeper"]),
        objectives=_list(" ".join(text.split()).rstrip(".;") for _, text in objectives),
        exercises=_list(
            f"{number} {stars} (objective {which})" for number, which, stars in exercises
        ),
        mistakes="\n".join(mistakes),
    )


def _list(items):
    return "; ".join(items) or "none"
