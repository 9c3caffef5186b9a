"""Decks of cards in files: `read` a file into a list of cards, `write` a list of cards to a file.

    cards = read("program.cbn") + read("positions.deck")
    write(cards, "both.cbn")

A card is 80 columns of 12 bits (cards.py), of which the machine reads 24 words. host/formats reads and writes programs
in the same files as images (programs.py).

Column binary (`.cbn`): a card is a record of 160 characters of six bits, two for each column.

    byte   7  6       5   4   3   2   1   0
    first  1  parity  12  11  0   1   2   3       bit 7: the first character of a card
    second 0  parity  4   5   6   7   8   9       parity: odd

The byte 8F alone is a mark for the end of the deck. Source: SIMH's card format CBN; decks of Z0ftware and Sim704
are of this kind.

Texts (`.deck`): a line for a card with characters, octal words for a card without.

    MOVE 11-15                                 a card with this text; an empty line is a blank card
    ~9  053400400000 070000400002              rows 9 to 12 of a card, columns 1-36 and 37-72 as the machine reads them;
    ~8  100001400001 000000000000 012            a third number of three digits is columns 73-80
    ...
    ~12 000000000000 000000000000
    ~raw 400040002000...                       the same as columns of four octal digits, row 12 first
    ~eor, ~eof, ~eoi                           cards with 7-8-9, 6-7-9, 6-7-8-9 in column 1
    ~                                          the end of the deck; nothing may follow but others of its kind
    ~# anything                                a comment, no card

No character that can be punched is a tilde. All but the rows and the comments is SIMH's text format; `raw` writes cards
that SIMH can read. Small letters are punched as capitals, and a tab goes on to column 9, 17, ... as SIMH has it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from emulators.errors import ImageError, Place, SourceError
from emulators.ibm704.bcd import COLUMNS, READING_ORDER, CodeError, column_of, words
from emulators.image import Image
from host.formats import storage, tapes
from host.formats.deck.cards import Card, Kind, described, kinds, of_columns, of_text, of_words, text_of
from host.formats.deck.programs import cards_of_part, deck, image, relocated
from host.formats.faults import damaged, refuse_empty, split_lines
from host.formats.table import DECK_LIMIT, Format, Formats

__all__ = [
    "FORMATS",
    "Card",
    "cards_of_part",
    "deck",
    "image",
    "of_text",
    "of_words",
    "read",
    "relocated",
    "text_of",
    "words",
    "write",
]


# ---------------------------------------------------------------- column binary

CHARACTERS = 2 * COLUMNS  # in a card
HALF_BITS = 6


def loads_binary(data: bytes, file: str = "<data>") -> list[Card]:
    """Return the cards of a deck."""
    refuse_empty(data, file, "cards of 160 characters each")
    records = tapes.loads_p7b(data, file)
    while records and not records[-1]:
        records.pop()
    return [_card(record, file, f"card {number}") for number, record in enumerate(records, 1)]


def _card(record: bytes, file: str, where: str) -> Card:
    """Return the card that is a record, after checking its length and its parity."""
    if not record:
        raise damaged(file, where, "this is an end mark, but more cards follow: the 704's hopper knows no marks")
    if len(record) != CHARACTERS:
        raise damaged(file, where, f"the card has {len(record)} characters instead of {CHARACTERS}")
    if faults := tapes.wrong(record, odd=True):
        at = f"{where}, column {faults[0] // 2 + 1}"
        raise damaged(file, at, f"character {faults[0] + 1}, {record[faults[0]]:02X}, has even parity instead of odd")
    halves = [each & tapes.CHARACTER for each in record]
    return tuple(high << HALF_BITS | low for high, low in zip(halves[::2], halves[1::2], strict=True))


def dumps_binary(cards: Sequence[Card]) -> bytes:
    """Return the file of a deck in column binary."""
    halves = [[half for column in card for half in divmod(column, 1 << HALF_BITS)] for card in cards]
    return tapes.dumps_p7b(tapes.with_parity(characters, odd=True) for characters in halves)


def recognises_binary(head: bytes) -> bool:
    """Return whether the beginning of a file looks like column binary: one card, every bit right."""
    record = bytes([head[0] & 0x7F]) + head[1:CHARACTERS] if head[:1] >= b"\x80" else b""
    return len(record) == CHARACTERS and not tapes.wrong(record, odd=True) and all(each < 0x80 for each in record)


def image_of_binary(data: bytes, file: str = "<data>", *, origin: int | None = None) -> Image:
    """Return the program on a deck; `origin` is where relocatable cards, or else all of the deck, go."""
    return image(loads_binary(data, file), file, origin=origin)


def binary_of_image(image: Image, *, bare: bool = False) -> bytes:
    """Return a program as a deck, after a loader unless it is to be `bare`."""
    return dumps_binary(deck(image, bare=bare))


# ---------------------------------------------------------------- texts

COLUMN_DIGITS = 4
REST = 8  # columns 73-80
ROW = re.compile(r"~(\d+)\s+([0-7]{12})\s+([0-7]{12})(?:\s+([0-3][0-7]{2}))?\s*")
SPECIAL = {"~eor": column_of(7, 8, 9), "~eof": column_of(6, 7, 9), "~eoi": column_of(6, 7, 8, 9)}  # in column 1
WAYS = "a card's text, '~9' to '~12' with two words of 12 octal digits each, '~raw', or '~#' and a comment"


class DeckError(SourceError, ImageError):
    """An error at a place in a deck written as text."""


class Lines:
    """The lines of a deck, one after the other."""

    def __init__(self, data: bytes, file: str) -> None:
        self.file = file
        self.lines = split_lines(data)
        self.number = 0  # of the line in `text`, from 1
        self.text = ""

    def next(self) -> bool:
        """Advance to the next line that is not a comment; False at the end."""
        while self.number < len(self.lines):
            self.text = self.lines[self.number]
            self.number += 1
            if not self.text.startswith("~#"):
                return True
        return False

    def error(self, column: int, message: str, hint: str = "", length: int = 1) -> DeckError:
        """Return the error at a column of this line, from 1."""
        return DeckError(Place(self.file, self.number, column, length, self.text), message, hint)

    def cards(self) -> Iterator[Card]:
        """Yield the cards; raises DeckError."""
        ended = 0
        while self.next():
            word = self.text.split(" ")[0].lower().rstrip()
            if word == "~" and not self.text[1:].strip():
                ended = ended or self.number
            elif ended:
                message = f"line {ended} is an end mark, but this card follows: the 704's hopper knows no marks"
                raise self.error(1, message)
            elif not self.text.startswith("~"):
                yield self._typed()
            elif word in SPECIAL:
                yield of_columns([SPECIAL[word]])
            elif word.startswith("~raw"):
                yield self._raw()
            else:
                yield self._rows()

    def _typed(self) -> Card:
        """Return the card with the text of this line."""
        text = self.text.expandtabs(8).rstrip(" ")
        if len(text) > COLUMNS:
            message = f"the text reaches to column {len(text)}: a card has {COLUMNS} columns"
            raise self.error(len(self.text), message, "the machine reads the first 72")
        try:
            return of_text(text)
        except CodeError as error:
            ends = (len(self.text[: place + 1].expandtabs(8)) for place in range(len(self.text)))
            at = next(place for place, end in enumerate(ends, 1) if end > error.index)
            raise self.error(at, f"{error}: it cannot be punched", "there are 0-9 A-Z + - * / = ' ( ) . , $") from None

    def _raw(self) -> Card:
        """Return the card with the columns that this line gives as four octal digits each."""
        digits = self.text[4:].strip()
        start = self.text.index(digits, 4) + 1
        if wrong := re.search("[^0-7]", digits):
            raise self.error(start + wrong.start(), f"{wrong.group()!r} is not an octal digit")
        if len(digits) % COLUMN_DIGITS or len(digits) > COLUMNS * COLUMN_DIGITS:
            message = f"there are {len(digits)} digits: expected {COLUMN_DIGITS} for each of up to {COLUMNS} columns"
            raise self.error(start, message, length=len(digits))
        return of_columns(int(digits[at : at + COLUMN_DIGITS], 8) for at in range(0, len(digits), COLUMN_DIGITS))

    def _rows(self) -> Card:
        """Return the card with the rows that begin at this line."""
        bits = []
        for place, row in enumerate(READING_ORDER):
            if place and not self.next():
                raise self.error(1, f"the deck ends in this card: row {row} ('~{row}') should follow")
            match = ROW.fullmatch(self.text)
            if not match:
                raise self.error(1, f"this is not a row of a card: expected {WAYS}", length=len(self.text))
            if int(match[1]) != row:
                hint = "a card has its rows in the order 9 8 7 6 5 4 3 2 1 0 11 12"
                raise self.error(2, f"row {match[1]} where row {row} should be", hint, len(match[1]))
            numbers = [int(each or "0", 8) for each in match.groups()[1:]]
            bits.append("{:036b}{:036b}{:08b}".format(*numbers))
        return tuple(int("".join(column), 2) for column in zip(*reversed(bits), strict=True))


def loads_text(data: bytes, file: str = "<data>") -> list[Card]:
    """Return the cards of a deck; raises ImageError, which is a SourceError where a line is to blame."""
    refuse_empty(data, file, "a line for each card")
    found = list(Lines(data, file).cards())
    if not found:
        raise damaged(file, "", "the file contains no cards")
    return found


def dumps_text(cards: Sequence[Card], *, raw: bool = False) -> bytes:
    """Return the text of a deck; `raw` writes cards without text as SIMH knows them."""
    if not cards:
        raise ImageError("the deck is empty: there is nothing to write")
    lines = []
    for card, kind, line in zip(cards, kinds(cards), described(cards), strict=True):
        if kind == Kind.TEXT:
            lines.append(f"{text_of(card)}\n")
        elif raw:
            lines.append("~raw" + "".join(f"{column:04o}" for column in card) + "\n")
        else:
            lines.append(f"~# {line}\n{row_lines(card)}")
    return "".join(lines).encode("ascii")


def row_lines(card: Card) -> str:
    """Return a card as twelve lines of words; columns 73-80 only if they are punched."""
    found = words(card)
    strips = zip(*(f"{column:012b}" for column in card[-REST:]), strict=True)
    rest = [int("".join(strip), 2) for strip in strips][::-1]
    lines = []
    for place, row in enumerate(READING_ORDER):
        more = f" {rest[place]:03o}" if any(rest) else ""
        lines.append(f"~{row:<2} {found[2 * place]:012o} {found[2 * place + 1]:012o}{more}\n")
    return "".join(lines)


def recognises_text(head: bytes) -> bool:
    """Return whether a file begins like a deck with a card that is not text, or with a comment."""
    return bool(re.match(rb"~(#|raw *[0-7]{4}|9 +[0-7]{12} +[0-7]{12})", head))


def image_of_text(data: bytes, file: str = "<data>", *, origin: int | None = None) -> Image:
    """Return the program on a deck; `origin` is where relocatable cards, or else all of the deck, go."""
    return image(loads_text(data, file), file, origin=origin)


def text_of_image(image: Image, *, bare: bool = False, raw: bool = False) -> bytes:
    """Return a program as a deck, `raw` as SIMH knows it, after a loader unless it is to be `bare`."""
    return dumps_text(deck(image, bare=bare), raw=raw)


# ---------------------------------------------------------------- files

FORMATS: Formats[list[Card]] = Formats((
    Format("cbn", (".cbn",), "column binary", loads_binary, dumps_binary, recognises_binary, DECK_LIMIT),
    Format("deck", (".deck",), "a text", loads_text, dumps_text, recognises_text, DECK_LIMIT),
))  # fmt: skip


def read(path: str | os.PathLike[str], format: str | None = None) -> list[Card]:
    """Return the cards in a file: in the format given, else that of the extension or the content, else a text."""
    file = Path(path)
    data = storage.read_all(file, DECK_LIMIT, "a deck")
    known = FORMATS.named(format, "deck") if format else FORMATS.by_extension(file.name)
    return (known or FORMATS.by_content(data) or FORMATS.named("deck")).loads(data, str(file))


def write(
    cards: Sequence[Card], path: str | os.PathLike[str], format: str | None = None, *, overwrite: bool = False
) -> None:
    """Write a deck to a file, all or nothing, over an existing file only with `overwrite`."""
    file = Path(path)
    storage.write_all(file, FORMATS.meant(str(file), format, "deck").dumps(cards), overwrite)
