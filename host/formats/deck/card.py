"""A card of 80 columns and 12 rows; a deck is a list of cards.

Of each the IBM 704 reads 24 words: columns 1-72, a row at a time (emulators/ibm704/bcd.py). Columns 73-80 are for
people and sorters; files keep them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from emulators.errors import ImageError
from emulators.ibm704.bcd import COLUMNS, UNPRINTABLE, columns, interpreted, punched
from emulators.ibm704.bcd import words as read_words

Card = tuple[int, ...]  # 80 columns of 12 bits, row 12 the leftmost bit

BLANK: Card = (0,) * COLUMNS


def of_columns(columns: Iterable[int]) -> Card:
    """Return a card with these columns from column 1 on; raises ImageError when there are more than 80."""
    found = tuple(columns)
    if len(found) > COLUMNS:
        raise ImageError(f"a card has {COLUMNS} columns: {len(found)} do not fit")
    return found + BLANK[len(found) :]


def of_words(words: Sequence[int]) -> Card:
    """Return the card of which the machine reads these 24 words."""
    return of_columns(columns(words))


def of_text(text: str) -> Card:
    """Return a card with a text; raises CodeError for a character without punches, ImageError beyond column 80."""
    return of_columns(punched(text))


def words(card: Card) -> list[int]:
    """Return the 24 words the machine reads of a card."""
    return read_words(card)


def text_of(card: Card) -> str | None:
    """Return the text that is punched like this card, without blanks at its end; None if no text is."""
    text = interpreted(card).rstrip()
    return text if UNPRINTABLE not in text and of_text(text) == card else None
