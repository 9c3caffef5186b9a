"""Decks as texts (`.deck`): a line for a card with characters, octal words for a card without.

    MOVE 11-15                                 a card with this text; an empty line is a blank card
    ~9  053400400000 070000400002              rows 9 to 12 of a card, columns 1-36 and 37-72 as the machine reads them;
    ~8  100001400001 000000000000 012            a third number of three digits is columns 73-80
    ...
    ~12 000000000000 000000000000
    ~raw 400040002000...                       the same as columns of four octal digits, row 12 first
    ~eor, ~eof, ~eoi                           cards with 7-8-9, 6-7-9, 6-7-8-9 in column 1
    ~                                          the end of the deck; nothing may follow but others of its kind
    ~# anything                                a comment, no card

No character that can be punched is a tilde. All but the rows and the comments is SIMH's text format; `raw` writes what
SIMH can read. Small letters are punched as capitals, and a tab goes on to column 9, 17, ... as SIMH has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from emulators.errors import ImageError, Place, SourceError
from emulators.ibm704.bcd import COLUMNS, READING_ORDER, CodeError, column_of
from emulators.ibm704.isa import WORD_BITS
from host.formats.deck import card as cards_
from host.formats.deck.card import Card
from host.formats.deck.description import described
from host.formats.deck.kinds import Kind, kinds
from host.formats.faults import damaged, refuse_empty
from host.formats.text import split

COLUMN_DIGITS = 4
REST = COLUMNS - 2 * WORD_BITS  # columns 73-80
ROW = re.compile(r"~(\d+)\s+([0-7]{12})\s+([0-7]{12})(?:\s+([0-3][0-7]{2}))?\s*")
SPECIAL = {"~eor": column_of(7, 8, 9), "~eof": column_of(6, 7, 9), "~eoi": column_of(6, 7, 8, 9)}  # in column 1
WAYS = "a card's text, '~9' to '~12' with two words of 12 octal digits each, '~raw', or '~#' and a comment"


class DeckError(SourceError, ImageError):
    """What is wrong at a place of a deck that is a text."""


class Lines:
    """The lines of a deck, one after the other."""

    def __init__(self, data: bytes, file: str) -> None:
        self.file = file
        self.lines = split(data)
        self.number = 0  # of the line in `text`, from 1
        self.text = ""

    def next(self) -> bool:
        """Go on to the next line that is not a comment; False if there is none."""
        while self.number < len(self.lines):
            self.text = self.lines[self.number]
            self.number += 1
            if not self.text.startswith("~#"):
                return True
        return False

    def error(self, column: int, message: str, hint: str = "", length: int = 1) -> DeckError:
        """Return the error at a column of this line, from 1."""
        return DeckError(Place(self.file, self.number, column, length, self.text), message, hint)


def loads(data: bytes, file: str = "<data>") -> list[Card]:
    """Return the cards of a deck; raises ImageError, which is a SourceError where a line is to blame."""
    refuse_empty(data, file, "a line for each card")
    lines = Lines(data, file)
    found = list(cards(lines))
    if not found:
        raise damaged(file, "", "there is no card in the file")
    return found


def cards(lines: Lines) -> Iterator[Card]:
    """Yield the cards of a text."""
    ended = 0
    while lines.next():
        word = lines.text.split(" ")[0].lower().rstrip()
        if word == "~" and not lines.text[1:].strip():
            ended = ended or lines.number
        elif ended:
            raise lines.error(1, f"line {ended} is an end mark, but this card follows: the 704's hopper knows no marks")
        elif not lines.text.startswith("~"):
            yield typed(lines)
        elif word in SPECIAL:
            yield cards_.of_columns([SPECIAL[word]])
        elif word.startswith("~raw"):
            yield raw(lines)
        else:
            yield rows(lines)


def typed(lines: Lines) -> Card:
    """Return the card with the text of a line."""
    text = lines.text.expandtabs(8)
    if len(text.rstrip(" ")) > COLUMNS:
        message = f"the text reaches to column {len(text.rstrip(' '))}: a card has {COLUMNS} columns"
        raise lines.error(len(lines.text), message, "the machine reads the first 72")
    try:
        return cards_.of_text(text.rstrip(" "))
    except CodeError as error:
        at = next(place for place in range(len(lines.text)) if len(lines.text[: place + 1].expandtabs(8)) > error.index)
        raise lines.error(at + 1, f"{error}: it cannot be punched", "there are 0-9 A-Z + - * / = ' ( ) . , $") from None


def raw(lines: Lines) -> Card:
    """Return the card whose columns a line gives as four octal digits each."""
    digits = lines.text[4:].strip()
    start = lines.text.index(digits, 4) + 1
    if wrong := re.search("[^0-7]", digits):
        raise lines.error(start + wrong.start(), f"{wrong.group()!r} is not an octal digit")
    if len(digits) % COLUMN_DIGITS or len(digits) > COLUMNS * COLUMN_DIGITS:
        message = f"there are {len(digits)} digits: expected {COLUMN_DIGITS} for each of up to {COLUMNS} columns"
        raise lines.error(start, message, length=len(digits))
    found = [int(digits[at : at + COLUMN_DIGITS], 8) for at in range(0, len(digits), COLUMN_DIGITS)]
    return cards_.of_columns(found)


def rows(lines: Lines) -> Card:
    """Return the card whose rows begin with this line."""
    bits = []
    for place, row in enumerate(READING_ORDER):
        if place and not lines.next():
            raise lines.error(1, f"the deck ends in this card: row {row} ('~{row}') should follow")
        match = ROW.fullmatch(lines.text)
        if not match:
            raise lines.error(1, f"this is no row of a card: expected {WAYS}", length=len(lines.text))
        if int(match[1]) != row:
            hint = "a card has its rows in the order 9 8 7 6 5 4 3 2 1 0 11 12"
            raise lines.error(2, f"row {match[1]} where row {row} should be", hint, len(match[1]))
        numbers = [int(each or "0", 8) for each in match.groups()[1:]]
        bits.append("{:036b}{:036b}{:08b}".format(*numbers))
    return tuple(int("".join(column), 2) for column in zip(*reversed(bits), strict=True))


# ---------------------------------------------------------------- writing


def dumps(cards: Sequence[Card], *, raw: bool = False) -> bytes:
    """Return the text of a deck; `raw` writes cards without text as SIMH knows them."""
    if not cards:
        raise ImageError("the deck is empty: there is nothing to write")
    lines = []
    for card, kind, line in zip(cards, kinds(cards), described(cards), strict=True):
        if kind == Kind.TEXT:
            lines.append(text_line(card))
        else:
            lines.append(raw_line(card) if raw else f"~# {line}\n{row_lines(card)}")
    return "".join(lines).encode("ascii")


def text_line(card: Card) -> str:
    """Return the line of a card with a text."""
    return f"{cards_.text_of(card)}\n"


def raw_line(card: Card) -> str:
    """Return a card as one line of columns."""
    return "~raw" + "".join(f"{column:04o}" for column in card) + "\n"


def row_lines(card: Card) -> str:
    """Return a card as twelve lines of words; columns 73-80 only if they are punched."""
    words = cards_.words(card)
    strips = zip(*(f"{column:012b}" for column in card[-REST:]), strict=True)
    rest = [int("".join(strip), 2) for strip in strips][::-1]
    lines = []
    for place, row in enumerate(READING_ORDER):
        more = f" {rest[place]:03o}" if any(rest) else ""
        lines.append(f"~{row:<2} {words[2 * place]:012o} {words[2 * place + 1]:012o}{more}\n")
    return "".join(lines)


def recognises(head: bytes) -> bool:
    """Tell whether the beginning of a file is that of a deck with a card that is no text, or with a comment."""
    return bool(re.match(rb"~(#|raw *[0-7]{4}|9 +[0-7]{12} +[0-7]{12})", head))
