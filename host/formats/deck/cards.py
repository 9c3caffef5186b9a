"""A card of 80 columns and 12 rows; a deck is a list of cards. Their kinds for the 704's loaders.

Of each the IBM 704 reads 24 words: columns 1-72, a row at a time (emulators/ibm704/bcd.py). Columns 73-80 are for
people and sorters; files keep them.

    absolute     9 left: 0 | number of words, 0-22 | 0 | address of the first; 9 right: check sum; 8 left on: the words
    transfer     an absolute card without words: the address is where the program starts
    relocatable  a 1 in position 1; 8 left and right: 72 bits that say what is relative; up to 20 words from 7 left on
    full         24 words and nothing about them, such as a loader that loads itself

The check sum is the sum of 9 left and of 8 left and on as CAD makes it: a carry out of the left end is added at the
right one. A sum of 0, or a 1 in position 2 of 9 left, says that there is none. Source: the UA SAP assembler's cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from functools import reduce
from typing import NamedTuple

from emulators.errors import ImageError
from emulators.ibm704.arithmetic import add_logical
from emulators.ibm704.bcd import COLUMNS, UNPRINTABLE, columns, interpreted, punched, words
from emulators.ibm704.isa import ADDRESS_SHIFT, BY_MNEMONIC, DECREMENT_SHIFT, FIELD, PREFIX_SHIFT, TAG, TAG_SHIFT

Card = tuple[int, ...]  # 80 columns of 12 bits, row 12 the leftmost bit

BLANK: Card = (0,) * COLUMNS
HEAD = 2  # words before the others on an absolute card: 9 left, 9 right
MOST = 22  # words on an absolute card
MOST_RELATIVE = 20  # on a relocatable one
RELOCATABLE, UNCHECKED = 2, 1  # bits of the prefix
INDEX = 4  # the tag of index register C


def of_columns(columns: Iterable[int]) -> Card:
    """Return a card with these columns, the first one in column 1; raises ImageError when there are more than 80."""
    found = tuple(columns)
    if len(found) > COLUMNS:
        raise ImageError(f"a card has {COLUMNS} columns: {len(found)} do not fit")
    return found + BLANK[len(found) :]


def of_words(words: Sequence[int]) -> Card:
    """Return the card with these 24 words."""
    return of_columns(columns(words))


def of_text(text: str) -> Card:
    """Return a card with a text; raises CodeError for a character without punches, ImageError beyond column 80."""
    return of_columns(punched(text))


def text_of(card: Card) -> str | None:
    """Return the text punched on this card, without trailing blanks; None if it is not text."""
    text = interpreted(card).rstrip()
    return text if UNPRINTABLE not in text and of_text(text) == card else None


def word(mnemonic: str, address: int = 0, tag: int = 0, decrement: int = 0) -> int:
    """Return the word of an instruction."""
    found = BY_MNEMONIC[mnemonic]
    address += found.address or 0  # of a sense instruction
    return found.code | (decrement & FIELD) << DECREMENT_SHIFT | tag << TAG_SHIFT | address


BOOTSTRAP = (word("LXA", 0, INDEX), word("CPY", 2, INDEX), word("TXI", 1, INDEX, -1))


# ---------------------------------------------------------------- kinds


class Kind(Enum):
    """The kind of a card."""

    FULL = "full"
    ABSOLUTE = "absolute"
    TRANSFER = "transfer"
    RELOCATABLE = "relocatable"
    TEXT = "text"
    BINARY = "binary"  # after a program, and not a text


LOADED = (Kind.ABSOLUTE, Kind.RELOCATABLE)  # cards with words for a loader


class Block(NamedTuple):
    """The contents of an absolute or relocatable card; without words, the address of a transfer card."""

    address: int
    words: tuple[int, ...]
    stated: int = 0  # the check sum on the card
    checked: bool = True
    bits: tuple[int, int] | None = None  # 8 left and right of a relocatable card

    @property
    def head(self) -> int:
        """The word 9 left: the number of words, and their address."""
        prefix = (0 if self.checked else UNCHECKED) | (0 if self.bits is None else RELOCATABLE)
        return prefix << PREFIX_SHIFT | len(self.words) << DECREMENT_SHIFT | self.address << ADDRESS_SHIFT

    @property
    def sum(self) -> int:
        """The check sum that belongs on the card."""
        return check_sum([self.head, *(self.bits or ()), *self.words])

    @property
    def doubt(self) -> str:
        """The error in the check sum; empty if it is right or missing."""
        right = not self.checked or self.stated == self.sum
        return "" if right else f"check sum {self.stated:012o} instead of {self.sum:012o}"


def check_sum(words: Iterable[int]) -> int:
    """Return the sum of words as CAD and ACL form it."""
    return reduce(add_logical, words, 0)


def block_of(card: Card) -> Block | None:
    """Return the contents of a card in absolute or relocatable form, right or wrong; None for another form."""
    left, right, *rest = words(card)
    prefix, count, tag = left >> PREFIX_SHIFT, left >> DECREMENT_SHIFT & FIELD, left >> TAG_SHIFT & TAG
    relative = bool(prefix & RELOCATABLE)
    if prefix & ~(UNCHECKED | RELOCATABLE) or tag or count > (MOST_RELATIVE if relative else MOST):
        return None
    bits, content = ((rest[0], rest[1]), rest[2:]) if relative else (None, rest)
    return Block(left & FIELD, tuple(content[:count]), right, bool(right) and not prefix & UNCHECKED, bits)


def kinds(cards: Sequence[Card]) -> list[Kind]:
    """Return the kind of each card of a deck.

    A program is the cards up to the first transfer card after absolute or relocatable ones; its next part begins
    with such a card after that with a right check sum, which is not a text. A card that might be a text, and a
    relocatable one, begins one only if its check sum is right; a text ends it only if nothing is punched but row 9.
    """
    return list(_kinds(cards))


def _kinds(cards: Sequence[Card]) -> Iterator[Kind]:
    program, ended = False, False
    for card in cards:
        is_text = text_of(card) is not None
        block = block_of(card)
        sure = block is not None and block.checked and not block.doubt
        if ended and not (block and block.words and sure and not is_text):
            yield Kind.TEXT if is_text else Kind.BINARY
            continue
        ended = False
        if block and block.words and (program or sure or not (is_text or block.bits)):
            program = True
            yield Kind.RELOCATABLE if block.bits else Kind.ABSOLUTE
        elif block and not block.words and program and not (is_text and any(words(card)[HEAD:])):
            ended = True
            yield Kind.TRANSFER
        else:
            yield Kind.TEXT if is_text else Kind.FULL


def described(cards: Sequence[Card]) -> list[str]:
    """Return a line for each card of a deck: its kind, and its contents."""
    found = zip(kinds(cards), contents(cards), strict=True)
    return [f"{kind.value:<11} {content}".rstrip() for kind, content in found]


def contents(cards: Sequence[Card]) -> list[str]:
    """Return the contents of each card of a deck in words."""
    return [_content(card, kind) for card, kind in zip(cards, kinds(cards), strict=True)]


def _content(card: Card, kind: Kind) -> str:
    block = block_of(card)
    if kind == Kind.TEXT:
        return text_of(card) or ""
    if kind in LOADED and block:
        doubt = block.doubt if block.checked else "no check sum"
        return f"{block.address:05o}-{block.address + len(block.words) - 1:05o}{doubt and f', {doubt}'}"
    if kind == Kind.TRANSFER and block:
        return f"{block.address:05o}{'' if block.bits is None else ', relative'}"
    loading = kind == Kind.FULL and words(card)[: len(BOOTSTRAP)] == list(BOOTSTRAP)
    return "loads itself" if loading else ""


def doubts(cards: Sequence[Card]) -> list[str]:
    """Return the errors that a loader will find in a deck: wrong check sums."""
    return [
        f"card {number}: {block.doubt}"
        for number, (card, kind) in enumerate(zip(cards, kinds(cards), strict=True), 1)
        for block in [block_of(card)]
        if kind in LOADED and block and block.doubt
    ]
