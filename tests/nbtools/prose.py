"""Numbers in the text: what a notebook says must be what its cells print.

Read are decimals and percentages, in sentences, tables and formulas alike (a formula states as
much as a sentence). Not read are code (spans with a letter, fenced blocks), link targets,
references to places (S0 5.18, Exercise 05.2) and the cell "## Source map", which holds only those.
"""

import re
from decimal import Decimal

from tests.nbtools import registry, texts

NUMBER = re.compile(
    r"(?<![A-Za-z0-9_.^])([+-]?)((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[+-]?\d+)?)"
    r"(?!\.?\d)(?:(?:\s|\\,)?(\\?%))?"
)
POWER = re.compile(r"\s*(?:\\times|\\cdot|×)\s*10\^\{?(-?\d+)\}?")
PLACE = (
    r"(?:\bS\d|§|\b(?:Exercises?|Listings?|Algorithms?|Alg|Equations?|Sections?|Chapters?"
    r"|Figures?|Tables?|Examples?|Python|CC BY))[\s-]*(?:Alg)?\(?\d+(?:\.\d+)*(?:[–-]\d[\d.]*)?"
)
UNREAD = re.compile(rf"```.*?```|`[^`\n]*[A-Za-z][^`\n]*`|\]\([^)]*\)|\\tag\{{[^}}]*\}}|{PLACE}", re.S)


def numbers(text):
    """Each number of a text: as written, signed or not, and its value (1 % is 0.01)."""
    for match in NUMBER.finditer(POWER.sub(r"e\1", text.replace("−", "-"))):
        sign, digits, percent = match.groups()
        value = Decimal(sign + digits.replace(",", ""))
        yield match[0], bool(sign), value.scaleb(-2) if percent else value


def agrees(signed, claim, shown):
    """Whether a shown number, at least as precise, rounds to the claim."""
    unit = claim.as_tuple().exponent
    distance = abs(claim - (shown if signed else abs(shown)))
    return shown.as_tuple().exponent <= unit and distance <= Decimal(5).scaleb(unit - 1)


def prose(nb):
    """A decimal or percentage in the text is printed by a cell, or claimed by a source."""
    printed = "\n".join(text for cell in nb.code for text in texts(cell))
    claimed = "\n".join(registry("claims").get(nb.name, ()))
    shown = {value for _, _, value in numbers(f"{printed}\n{claimed}")}
    for cell in nb.markdown:
        if cell.source.startswith("## Source map"):
            continue
        for written, signed, claim in numbers(UNREAD.sub(" ", cell.source)):
            if ("." in written or "%" in written) and not any(
                agrees(signed, claim, value) for value in shown
            ):
                yield cell, f"{written.strip()} is printed nowhere: print it, or correct it"
