"""Words: what a notebook says in numbers is what its cells print, and what it refers to exists.

Read are decimals, percentages and whole numbers from 100 on, in sentences, tables and formulas
alike (a formula states as much as a sentence); whole numbers from the second edition on. Not read
are code (but for spans that are a number or end in " = number"), link targets, references to places
(S0 5.18, Exercise 05.2), years such as (Minka, 2003) and the source map, which holds only those,
the options of a question ("none, 3 or 300?") and whole numbers that an exercise gives.
"""

import ast
import re
from decimal import Decimal

from tests.nbtools import EXERCISE, ROOT, nodes, registry, texts

NUMBER = re.compile(
    r"(?<![A-Za-z0-9_.^])([+-]?)((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[+-]?\d+)?)"
    r"(?!\.?\d)(?:(?:\s|\\,)?(\\?%))?"
)
PLAIN = [("−", "-"), ("％", "%"), (r"\{,\}", ","), (r"\\,000", ",000")]  # how else it is written
PLAIN += [(r"(?<=\d) per ?cent\b", " %"), (r"\b0,(?=\d\d)", "0."), (r"(\d),(\d\d? ?%)", r"\1.\2")]
PLAIN += [(r"\s*(?:\\times|\\cdot|×)\s*10\^\{?(-?\d+)\}?", r"e\1")]
NAMED = r"S\d|Listings?|Algorithms?|Alg|Equations?|Sections?|Chapters?|Figures?|Tables?|Examples?"
PLACE = rf"(?:\b(?:{NAMED}|Python|CC BY)|§)[\s-]*(?:Alg)?\(?[1-9]\d?(?:\.\d\d?)*(?!\.?\d)"
CODE = r"```.*?```|`(?:[^`\n]* = )?([^`A-Za-z\n]*)`|`[^`\n]*`"  # the group keeps what is a number
YEAR, DOI, EXERCISES = r"[,(] ?(?:19|20)\d\d(?=[),;.])", r"\b10\.\d{4}/\S+", r"Exercise \d\d\.\d+"
OPTION = r"[\w.,%/−]+(?: %)?"
OPTIONS = rf"{OPTION}(?:, {OPTION})* or {OPTION}\?"
TARGET = r"\]\([^)]*\)|\\tag\{[^}]*\}"
UNREAD = re.compile(rf"(?s){CODE}|{TARGET}|{EXERCISES}|{PLACE}|{YEAR}|{DOI}|{OPTIONS}")
DOWN = "minus|negative|below|under|less|lower|fewer|down|fall|fell|drop|los[est]|against|towards"
MINDED = 60  # characters around a number in which a word of direction is looked for
EQUATION = re.compile(r"(?:by|in|from|and|to|with|formulas?|equations?) \(([0-9]{1,2}[a-z]?)\)")
SECTION = re.compile(r"\bSection ([0-9]+)\b")
BOOK = re.compile(r"\b[Nn]otebooks? ([0-9]{2})\b")
LINK = re.compile(r"\]\((?![a-z]+:|#)([^)#\s]+)")


def numbers(text):
    """Each number of a text: as written, signed or not, its value (1 % is 0.01), and its place.

    >>> [str(value) for _, _, value, _ in numbers("2.50 and 13.4 per cent of 1,394, not 4.1.4")]
    ['2.50', '0.134', '1394']
    """
    for pattern, plain in PLAIN:
        text = re.sub(pattern, plain, text)
    for match in NUMBER.finditer(text):
        sign, digits, percent = match.groups()
        value = Decimal(sign + digits.replace(",", ""))
        around = text[max(match.start() - MINDED, 0) : match.end() + MINDED]
        yield match[0], bool(sign), value.scaleb(-2) if percent else value, around


def said(nb):
    """(cell, number as written, signed or not, value, text around) of all that the text states."""
    for cell in (cell for cell in nb.markdown if not re.match("###? Source map", cell.source)):
        for written, signed, value, around in numbers(UNREAD.sub(r" \1 ", cell.source)):
            whole = abs(value) >= 100 and not EXERCISE.search(cell.source)
            if "." in written or "%" in written or whole:
                yield cell, written.strip(), signed, value, around


def agrees(signed, claim, shown):
    """Whether a shown number, at least as precise, rounds to the claim."""
    unit = claim.as_tuple().exponent
    distance = abs(claim - (shown if signed else abs(shown)))
    return shown.as_tuple().exponent <= unit and distance <= Decimal(5).scaleb(unit - 1)


def prose(nb):
    """A number in the text is printed by a cell, not by heart, or claimed by a source."""
    whole = set()
    shown = [value for *_, value, _ in numbers("\n".join(registry("claims").get(nb.name, ())))]
    for cell in nb.code:
        printed = [value for *_, value, _ in numbers("\n".join(texts(cell)))]
        constants = [node.value for node in nodes(cell) if isinstance(node, ast.Constant)]
        strings = "\n".join(value for value in constants if isinstance(value, str))
        by_heart = {value.as_tuple() for *_, value, _ in numbers(strings)}
        shown += [value for value in printed if value.as_tuple() not in by_heart]
        whole |= {abs(value) for value in constants if type(value) in (int, float)}
    for cell, written, signed, claim, around in said(nb):
        found = [value for value in shown if agrees(signed, claim, value)]
        if not found and not (abs(claim) >= 100 and abs(claim) in whole):
            yield cell, f"{written} is printed nowhere: print it, or correct it"
        elif found and not signed and max(found) < 0 and not re.search(DOWN, around):
            yield cell, f"{written} is printed with a minus only: write it, or say the direction"


def references(nb):
    """Formulas, sections, notebooks and files that the text refers to exist."""
    text = "\n".join(cell.source for cell in nb.markdown)
    formulas = set(re.findall(r"\\tag\{([^}]*)\}", text))
    sections = {title.split()[0] for title in nb.sections}
    books = {book.stem[:2] for book in (ROOT / "notebooks").glob("*.ipynb")}
    files = {file for file in LINK.findall(text) if (ROOT / "notebooks" / file).exists()}
    kinds = {EQUATION: ("formula ({})", formulas), SECTION: ("Section {}", sections)}
    kinds |= {BOOK: ("notebook {}", books), LINK: ("file {}", files)}
    for cell in nb.markdown:
        for pattern, (name, known) in kinds.items():
            for number in sorted(set(pattern.findall(cell.source)) - known):
                yield cell, f"there is no {name.format(number)} here: correct the reference"
