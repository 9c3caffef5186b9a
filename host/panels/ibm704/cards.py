"""Cards as the machine's record has them, 24 words each, and the texts punched on them: for view functions.

The same as emulators/ibm704/bcd.py, in the part of Python that pages run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from emulators.ibm704 import bcd
from emulators.ibm704.connection import WORDS
from host.ui.words import bits

COLUMNS, HALF, ROWS = bcd.READ_COLUMNS, bcd.READ_COLUMNS // 2, len(bcd.ROWS)
PLACE = tuple(1 << HALF - 1 - column for column in range(HALF))  # the bit of a column in its word
ROW = tuple(1 << ROWS - 1 - bcd.ROWS.index(row) for row in bcd.READING_ORDER)  # of the words' rows, in a column
HOLES = {
    glyph: tuple(place for place, bit in enumerate(ROW) if (bcd.PUNCHES[bcd.code(glyph) or 0] or 0) & bit)
    for glyph in (*bcd.COMMERCIAL, *bcd.SCIENTIFIC)
    if glyph != bcd.NONE
}  # character of either set -> its rows, as places in the reading order
GLYPHS = {str(column): glyph for column, glyph in zip(bcd.PUNCHED, bcd.GLYPHS.decode("ascii"), strict=True)}
NONE = bcd.UNPRINTABLE


def card(text: str) -> list[int]:
    """Return the 24 words of a card with a text of capitals, digits and signs, up to 72 characters."""
    words = [0 for _ in range(WORDS)]
    for column in range(len(text)):
        right = 1 if column >= HALF else 0
        for row in HOLES[text[column]]:
            words[2 * row + right] += PLACE[column - HALF * right]
    return words


def unpunched(text: str) -> str:
    """Return why a text cannot be punched into a card; nothing if it can."""
    if len(text) > COLUMNS:
        return "a card has " + str(COLUMNS) + " columns that are read: this text has " + str(len(text)) + " characters"
    for character in text:
        if character not in HOLES:
            return "the 704 has no character " + character
    return ""


def columns(words: Sequence[int]) -> list[int]:
    """Return the holes in each column that the machine reads."""
    found = [0 for _ in range(COLUMNS)]
    for index in range(WORDS):
        if words[index] != 0:
            first = HALF * (index & 1)
            for column in range(HALF):
                if bits(words, index, HALF - 1 - column, 1):
                    found[first + column] += ROW[index >> 1]
    return found


def text_of(holes: Sequence[int]) -> str:
    """Return the text printed along the upper edge of a card with these holes, "" if they are no text."""
    text = ""
    for each in holes:
        text += GLYPHS.get(str(each), NONE)
    return "(binary)" if NONE in text else text.rstrip()


def shown(ui: dict[str, Any], name: str, count: int, ring: Sequence[int], start: int) -> Any:
    """Return the value of a part of kind Cards: how many there are, and the one at a place of a ring, if any."""
    words = [int(ring[start + place]) for place in range(WORDS)] if count else []
    before = ui.get(name)
    if before is None or before["count"] != count or before["words"] != words:
        holes = columns(words) if count else []
        texts = [text_of(holes)] if count else []
        before = {"count": count, "words": words, "shown": {"count": count, "texts": texts, "columns": holes}}
        ui[name] = before
    return before["shown"]
