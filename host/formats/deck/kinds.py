"""What the cards of a deck are to the 704's loaders: a program's, or data.

    absolute     9 left: 0 | number of words, 0-22 | 0 | address of the first; 9 right: check sum; 8 left on: the words
    transfer     an absolute card without words: the address is where the program starts
    relocatable  the same with a 1 in position 1, and 72 bits that say what is relative in 8 left and right
    full         24 words and nothing about them, such as a loader that loads itself

The check sum is the sum of 9 left and the words as CAD makes it: a carry out of the left end is added at the right
one. A sum of 0, or a 1 in position 2 of 9 left, says that there is none. Source: the UA SAP assembler's cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from functools import reduce
from typing import NamedTuple

from emulators.ibm704.arithmetic import add_logical
from emulators.ibm704.isa import ADDRESS_SHIFT, DECREMENT_SHIFT, FIELD, PREFIX_SHIFT, TAG, TAG_SHIFT
from host.formats.deck import card as cards_
from host.formats.deck.card import Card

HEAD = 2  # words before the others on an absolute card: 9 left, 9 right
MOST = 22  # words on an absolute card
RELOCATABLE, UNCHECKED = 2, 1  # bits of the prefix


class Kind(Enum):
    """What a card is."""

    FULL = "full"
    ABSOLUTE = "absolute"
    TRANSFER = "transfer"
    RELOCATABLE = "relocatable"
    TEXT = "text"
    BINARY = "binary"  # behind a program, and no text


class Block(NamedTuple):
    """What stands on an absolute card; without words, the address of a transfer card."""

    address: int
    words: tuple[int, ...]
    check_sum: int
    checked: bool

    @property
    def right(self) -> bool:
        """Whether the check sum is that of the words."""
        return not self.checked or self.check_sum == summed(self)


def head(block: Block) -> int:
    """Return the word 9 left of a card: how many words there are, and where they belong."""
    unchecked = 0 if block.checked else UNCHECKED << PREFIX_SHIFT
    return unchecked | len(block.words) << DECREMENT_SHIFT | block.address << ADDRESS_SHIFT


def summed(block: Block) -> int:
    """Return the check sum of a card."""
    return check_sum([head(block), *block.words])


def check_sum(words: Iterable[int]) -> int:
    """Return the sum of words as CAD and ACL make it."""
    return reduce(add_logical, words, 0)


def block_of(card: Card) -> Block | None:
    """Return what stands on a card in the form of absolute cards, right or wrong; None for another form."""
    left, right, *words = cards_.words(card)
    prefix, count, tag = left >> PREFIX_SHIFT, left >> DECREMENT_SHIFT & FIELD, left >> TAG_SHIFT & TAG
    if prefix & ~UNCHECKED or tag or count > MOST:
        return None
    return Block(left & FIELD, tuple(words[:count]), right, bool(right) and not prefix & UNCHECKED)


def relocatable(card: Card) -> bool:
    """Tell whether a card has the form of relocatable cards."""
    left = cards_.words(card)[0]
    return (
        left >> PREFIX_SHIFT & RELOCATABLE > 0
        and not left >> TAG_SHIFT & TAG
        and left >> DECREMENT_SHIFT & FIELD <= MOST
    )


def kinds(cards: Sequence[Card]) -> list[Kind]:
    """Return what each card of a deck is.

    A program is what stands up to the first transfer card behind absolute cards; its next part begins with an absolute
    card behind that whose check sum is right, and which is no text. A card that might be a text begins one
    only if its check sum is right, and ends it only if nothing is punched but row 9.
    """
    return list(_kinds(cards))


def _kinds(cards: Sequence[Card]) -> Iterator[Kind]:
    program, behind = False, False
    for card in cards:
        is_text = cards_.text_of(card) is not None
        block = block_of(card)
        if behind and not (block and block.words and block.checked and block.right and not is_text):
            yield Kind.TEXT if is_text else Kind.BINARY
            continue
        behind = False
        if block and block.words and (program or not is_text or (block.checked and block.right)):
            program = True
            yield Kind.ABSOLUTE
        elif block and not block.words and program and not (is_text and any(cards_.words(card)[HEAD:])):
            behind = True
            yield Kind.TRANSFER
        elif is_text:
            yield Kind.TEXT
        else:
            yield Kind.RELOCATABLE if relocatable(card) else Kind.FULL
