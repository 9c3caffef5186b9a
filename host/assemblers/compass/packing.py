"""How do instructions and fields of bits come into words? One behind the other, from the left.

    | 15 bits | 15 bits |      30 bits      |       an instruction of 30 bits begins in one of the first three parcels

What is left of a word of instructions is filled with NO (46000), of a word of VFD with zeros.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from emulators.cdc6600.isa import PARCEL_BITS, PASS, WORD_BITS
from emulators.errors import Place
from host.assemblers.expressions import Expression
from host.assemblers.program import Program, Span

Encode = Callable[..., int]  # from the values of the expressions to the bits
DIGIT_BITS = 3
UPPER, STAY = "+", "-"  # in the location field: begin a word, go on in the one that a jump has ended


@dataclass
class Word:
    """A word that is being filled: how many bits of it are, and whether what comes next begins another."""

    span: Span
    used: int
    fill: int = PASS  # for what is left of it, in each parcel
    closed: bool = False


@dataclass
class Piece:
    """Bits that a statement put into a word."""

    span: Span
    used: int  # bits of the word before them
    length: int

    def shown(self) -> tuple[int | None, str]:
        """Return what a listing prints: the address, of the first in a word, and the digits at their place in it."""
        address = None if self.used else self.span.chunk.address + self.span.start
        bits = self.span.chunk.words[self.span.start] >> WORD_BITS - self.used - self.length & (1 << self.length) - 1
        column = self.used // DIGIT_BITS + self.used // PARCEL_BITS
        return address, f"{'':{column}}{bits:0{-(-self.length // DIGIT_BITS)}o}"


class Packer:
    """The words being filled, one for each block."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._words: dict[str, Word] = {}  # by the name of the block

    @property
    def word(self) -> Word | None:
        """The word being filled in this block, None between words."""
        return self._words.get(self.program.section.name)

    @property
    def left(self) -> int:
        """Bits left in this word; all of them between words."""
        word = self.word
        return WORD_BITS if word is None else WORD_BITS - word.used

    def upper(self) -> None:
        """Finish the word: what comes next begins another."""
        word = self._words.pop(self.program.section.name, None)
        if word is None:
            return
        used = word.used + -word.used % PARCEL_BITS
        for shift in range(WORD_BITS - used - PARCEL_BITS, -1, -PARCEL_BITS):
            word.span.chunk.words[word.span.start] |= word.fill << shift

    def close(self) -> None:
        """Have what comes next begin another word, unless it says that it does not want to."""
        if self.word:
            self.word.closed = True

    def leave_closed(self) -> None:
        """Finish the word if a jump has closed it."""
        if self.word and self.word.closed:
            self.upper()

    def make_room(self, length: int, place: Place, stay: bool = False) -> None:
        """Go to where an instruction of so many bits fits; `stay` goes on even in a word that is closed."""
        word = self.word
        if word is None:
            return
        word.used += -word.used % PARCEL_BITS
        if word.used + length > WORD_BITS or (word.closed and not stay):
            self.upper()

    def put(self, length: int, expressions: tuple[Expression, ...], encode: Encode, place: Place, fill: int) -> None:
        """Put bits that `encode` makes from the values of the expressions; those that do not fit into the next word."""
        while length:
            word = self.word or self._begin(place)
            part = min(length, WORD_BITS - word.used)
            span = word.span._replace(offset=word.used)
            self._amend(Piece(span, word.used, part), length - part, expressions, encode)
            word.used += part
            word.fill, word.closed = fill, False
            length -= part
            if word.used == WORD_BITS:
                self.upper()

    def _begin(self, place: Place) -> Word:
        span = self.program.emit([0], place)
        word = self._words[self.program.section.name] = Word(span, 0)
        return word

    def _amend(self, piece: Piece, shift: int, expressions: tuple[Expression, ...], encode: Encode) -> None:
        mask, place = (1 << piece.length) - 1, WORD_BITS - piece.used - piece.length

        def part(word: int, *values: int) -> int:
            return word | (encode(*values) >> shift & mask) << place

        self.program.amend(piece.span, expressions, part)
        self.program.record.pieces.append(piece.shown)
