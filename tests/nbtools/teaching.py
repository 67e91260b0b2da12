"""TEACHING.md: what can be told about a notebook by reading it and its checkers."""

from nbcourse.exercises.pages import OBJECTIVE
from tests import nbtools
from tests.exercises import declared, numbers
from tests.nbtools import DESCRIPTION, EXERCISE
from tests.nbtools.budget import part
from tests.nbtools.layout import KINDS
from tests.nbtools.readme import filled, tables, time

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


def papers(books):
    """{file: its text, renewed}; a notebook that is new has its block at the end of TEACHING.md."""
    blocks = {book.number: block(book) for book in books if set(book.course) >= DESCRIPTION}
    renewed = {}
    for name, own in {**tables(books), "TEACHING.md": blocks}.items():
        text = (nbtools.ROOT / name).read_text(encoding="utf-8")
        if name == "TEACHING.md":
            fresh = [number for number in own if f"<!-- {number} -->" not in text]
            text += "".join(f"\n<!-- {number} -->\n<!-- /{number} -->\n" for number in fresh)
        renewed[name] = filled(name, text, own)
    return renewed


def block(book):
    """What TEACHING.md says about a notebook: sections, objectives, exercises and mistakes."""
    titles = {"core": [], "deeper": []}
    for title in book.sections:
        if title not in {*KINDS, "Source map"} and not title.startswith("Next: "):
            titles[part(title)].append(title.removeprefix("◇ "))
    objectives = OBJECTIVE.findall(book.sections.get("Objectives", ""))
    exercises = EXERCISE.findall("\n".join(cell.source for cell in book.markdown))
    mistakes = [
        f"* **{number}** " + " · ".join(hint for _, hint in declared(number).mistakes)
        for number in sorted(numbers())
        if number.startswith(book.number) and declared(number).mistakes
    ]
    return HEAD.format(
        number=book.number,
        time=time(book),
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
