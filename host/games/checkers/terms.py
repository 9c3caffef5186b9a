"""Samuel's 38 terms by their names, and the routines of the 704 that compute them, called from outside.

A term's number is its place in TERMS; asm/ibm704/terms.sap and polyn.sap have the same. `Rater` sets a polynomial of 16
terms, lets the 704 rate boards, and reads what each term has contributed to a score.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from emulators.ibm704.isa import DECREMENT_SHIFT, FIELD
from emulators.processor import Core
from host.games.boards import Colour
from host.games.checkers.generators import SIGN, Thinker, signed
from host.games.checkers.samuel import Words

PARAMETERS = (
    "ADV", "APEX", "BACK", "CENT", "KCENT", "CNTR", "CORN", "CRAMP", "DENY", "DIA", "DIAV", "DYKE", "EXCH",
    "RECAP", "EXPOS", "FORK", "GAP", "GUARD", "HOLE", "MOB", "MOBIL", "MOVE", "NODE", "OREO", "POLE", "THRET",
)  # fmt: skip
PAIRS = {  # A, B -> both positive, A alone, B alone, neither
    ("DENY", "MOB"): ("DEMO", "DEMMO", "DDEMO", "DDMM"),
    ("MOBIL", "DENY"): ("MODE 1", "MODE 2", "MODE 3", "MODE 4"),
    ("MOBIL", "CENT"): ("MOC 1", "MOC 3", "MOC 2", "MOC 4"),
}
TERMS = (*PARAMETERS, *(name for names in PAIRS.values() for name in names))
ACTIVE = 16  # terms of a polynomial
START = (
    "BACK", "CENT", "MOB", "DENY", "ADV", "KCENT", "GUARD", "EXPOS", "THRET", "MOVE", "DYKE", "HOLE", "GAP",
    "OREO", "NODE", "CNTR",
)  # fmt: skip
RESERVE = tuple(name for name in TERMS if name not in START)
START_COEFFICIENTS: Mapping[str, int] = dict.fromkeys(START, 2**9)  # where learning begins
PLAYED: Mapping[str, int] = dict.fromkeys(START, 0) | {  # what the program plays with when it has learned nothing
    "BACK": 2**17, "CENT": 2**15, "MOB": -(2**15), "DENY": 2**15, "ADV": 2**14, "KCENT": 2**16, "MOVE": 2**15,
}  # fmt: skip


class Ratings(NamedTuple):
    """What the 704 says of a board."""

    ratings: dict[str, int]  # by name; those that the polynomial does not need are left from before
    material: int  # what passive has more than active: 2 a man, 3 a king
    pieces: int
    cycles: int


class Score(NamedTuple):
    """What a board is worth to the side that has just moved."""

    value: int
    contributions: dict[str, int]  # of the 16 terms
    piece_advantage: int
    cycles: int  # of the polynomial; rating not included


class Rater(Thinker):
    """A 704 with the program, asked for the terms of a board."""

    def __init__(self, which: Core = "compiled") -> None:
        super().__init__(which)
        size = self.address("TSIZE")
        self.blocks = [self.stack + self.size + size * each for each in range(2)]  # addresses: now, and before

    def set_polynomial(self, coefficients: Mapping[str, int]) -> None:
        """Make these the active terms, 16 of them; the coefficients are 0, or powers of 2 with a sign."""
        self.put("TERMNO", *map(TERMS.index, coefficients))
        self.put("COEF", *(abs(each) | SIGN * (each < 0) for each in coefficients.values()))
        self.call("NEEDS")

    @property
    def polynomial(self) -> dict[str, int]:
        """The active terms and their coefficients."""
        numbers, factors = (self.words(self.address(name), ACTIVE) for name in ("TERMNO", "COEF"))
        return {TERMS[number]: signed(factor) for number, factor in zip(numbers, factors, strict=True)}

    def rate_all(self) -> None:
        """Let all ratings be computed, until a polynomial is set."""
        self.call("TALL")

    def rate(self, words: Words, colour: Colour, before: bool = False) -> Ratings:
        """Rate a board, or the one before it."""
        self.place(words, colour)
        block = self.blocks[before]
        self.processor.set(xb=-block & FIELD)
        cycles = self.call("RATE")
        *found, material, pieces = map(signed, self.words(block, self.address("TSIZE")))
        return Ratings(dict(zip(PARAMETERS, found, strict=True)), material, pieces, cycles)

    def score(self, before: bool) -> Score:
        """Score the board that was rated last; `before`: the board before it has been rated, too."""
        now, then = self.blocks
        self.put("PRVBLK", (-then & FIELD) << DECREMENT_SHIFT if before else 0)
        self.processor.set(xb=-now & FIELD)
        cycles = self.call("POLYN")
        accumulator = self.processor.get("ac")
        *parts, advantage = map(signed, self.words(self.address("CONTR"), ACTIVE + 1))
        value = signed(accumulator & SIGN - 1 | SIGN * (accumulator >> 37))
        return Score(value, dict(zip(self.polynomial, parts, strict=True)), advantage, cycles)

    def offer(self, words: Words, colour: Colour) -> int:
        """Return the squares, as a word, to which the side to move can step to offer an exchange."""
        self.place(words, colour)
        self.call("OFFER")
        return self.processor.get("ac")
