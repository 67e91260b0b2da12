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
NAMED = r"S\d|Listings?|Algorithms?|Alg|Equations?|Sections?|Chapters?|Figures?|Tables?|Examples?"
PLACE = rf"(?:\b(?:{NAMED}|Python|CC BY)|§)[\s-]*(?:Alg)?\(?[1-9]\d?(?:\.\d\d?)*(?!\.?\d)"
CODE = r"```.*?```|`([^`A-Za-z\n]*)`|`[^`\n]*`"  # the group keeps a span that is but a number
UNREAD = re.compile(rf"{CODE}|\]\([^)]*\)|\\tag\{{[^}}]*\}}|Exercise \d\d\.\d+|{PLACE}", re.S)


def numbers(text):
    """Each number of a text: as written, signed or not, and its value (1 % is 0.01).

    >>> [str(value) for _, _, value in numbers("2.50 and 13.4 % of 1,394, not 4.1.4")]
    ['2.50', '0.134', '1394']
    """
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
        for written, signed, claim in numbers(UNREAD.sub(r" \1 ", cell.source)):
            found = any(agrees(signed, claim, value) for value in shown)
            if ("." in written or "%" in written) and not found:
                yield cell, f"{written.strip()} is printed nowhere: print it, or correct it"
