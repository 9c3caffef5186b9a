"""The routines of the 704's checkers programs, called from outside: a position in, its successors or the best move out.

    WORDS    asm/ibm704/moves.sap: all pieces at once, by shifts and masks of words
    TABLE    asm/ibm704/table.sap: square by square, by the table of moves
    PROGRAM  asm/ibm704/checkers.sap: the program that plays; program.py has it with cards and paper

The first two are part of a program that counts sequences of moves. All put boards of six words on a stack; board.sap
describes them, and the routines called here.

Samuel's 38 terms by their names, and the routines of the 704 that compute them, called from outside.

A term's number is its place in TERMS; asm/ibm704/terms.sap and polyn.sap have the same. `Rater` sets a polynomial of 16
terms, has the 704 rate boards, and reads the contribution of each term to a score.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from emulators.ibm704.isa import DECREMENT_SHIFT, FIELD
from emulators.processor import Core
from host.games.boards import Colour
from host.games.checkers.program import PROGRAM
from host.games.checkers.samuel import NAMES, Words, words_of_board
from host.machines.ibm704.calls import Bare704

WORDS, TABLE = "perft", "tperft"  # the programs
SIGN = 1 << 35


class Successor(NamedTuple):
    """A position after a move."""

    words: Words
    to_move: Colour
    squares: tuple[int, ...]  # of the move, usual numbers; all of them for a capture
    capture: bool

    @property
    def move(self) -> str:
        """The move as it is written."""
        return ("x" if self.capture else "-").join(map(str, self.squares))


class Expansion(NamedTuple):
    """The successors of a position, made by a generator."""

    boards: list[list[int]]  # six words each, in the order of the stack
    cycles: int


class Tally(NamedTuple):
    """How many sequences of moves there are."""

    counts: list[int]  # of 1, 2, 3 ... moves
    cycles: int


class Generator(Bare704):
    """A 704 with one of the generators."""

    def __init__(self, program: str = WORDS, which: Core = "compiled") -> None:
        super().__init__(program, which)
        self.stack, self.size = self.address("STACK"), self.address("SIZE")
        self.call("TABLES")

    def place(self, words: Words, colour: Colour) -> None:
        """Make a position the only board on the stack."""
        for name, word in zip(NAMES, words, strict=True):
            self.put(name, word)
        self.put("TURN", 0 if colour is Colour.BLACK else SIGN)
        self.processor.set(xa=-self.stack & FIELD)
        self.call("PLACE")

    def expand(self, words: Words, colour: Colour) -> Expansion:
        """Make the program stack the successors of a position."""
        self.place(words, colour)
        cycles = self.call("MOVES")
        top = -self.processor.get("xa") & FIELD
        addresses = range(self.stack + self.size, top + self.size, self.size)
        return Expansion([self.words(each, self.size) for each in addresses], cycles)

    def successors(self, words: Words, colour: Colour) -> Iterator[Successor]:
        """Yield the positions after all moves, as the program reports them."""
        for index, board in enumerate(self.expand(words, colour).boards, 1):
            self.processor.set(xa=-(self.stack + index * self.size) & FIELD, xb=-self.stack & FIELD)
            self.call("REPORT")
            squares = self.words(self.address("SQUARS"), self.get("N"))
            to_move = Colour.WHITE if board[self.address("MOVE")] & SIGN else Colour.BLACK
            yield Successor(words_of_board(board, to_move), to_move, tuple(squares), self.get("CAPT") != 0)

    def tally(self, words: Words, colour: Colour, depth: int) -> Tally:
        """Make the program count the sequences of 1 to `depth` moves, which are 20 at most."""
        self.place(words, colour)
        self.put("CTMOST", depth)
        cycles = self.call("TALLY")
        return Tally(self.words(self.address("TALLYS") - depth, depth)[::1], cycles)

    def count(self, word: int) -> int:
        """Return how many ones it finds in a word."""
        return self._of_accumulator("COUNT", word)

    def square(self, bit: int) -> int:
        """Return which square it says that a bit is."""
        return self._of_accumulator("SQUARE", bit)

    def _of_accumulator(self, routine: str, word: int) -> int:
        self.processor.set(ac=word)
        self.call(routine)
        return self.processor.get("ac")


class Thought(NamedTuple):
    """The result of the search."""

    value: int  # for the side that moves, as the program has it: a man is MAN
    nodes: int  # boards looked at
    scored: int  # of these
    deepest: int  # ply reached
    after: Words  # the position after the best move
    cycles: int


BREAKS = {"PLYMIN": 3, "PLYJMP": 4, "PLYOFR": 5, "PLYAHD": 11, "PLYMAX": 20}  # plies, as search.sap explains them
WIN = 1 << 34  # value of a game that is won
MAN = 1 << 28


def breaks(minimum: int) -> dict[str, int]:
    """Return the break points for a minimum ply; the last one stays, the others keep their distance."""
    ahead = minimum - BREAKS["PLYMIN"]
    return {name: ply if name == "PLYMAX" else ply + ahead for name, ply in BREAKS.items()}


class Thinker(Generator):
    """A 704 with the program. `breaks`: where the search ends, in words of its storage; `pruned`: by alpha and beta."""

    def __init__(self, which: Core = "compiled") -> None:
        super().__init__(PROGRAM, which)
        self.call("NEEDS")
        self.breaks: Mapping[str, int] = BREAKS
        self.pruned = False

    def think(self, words: Words, colour: Colour) -> Thought:
        """Return the best of the moves that `colour` has; there must be one."""
        self.place(words, colour)
        for name, ply in self.breaks.items():
            self.put(name, ply)
        self.put("ALPHAB", int(self.pruned))
        cycles = self.call("SEARCH")
        best = self.words(self.address("BEST"), self.size)
        after = words_of_board(best, colour.other)
        nodes, scored, deepest = map(self.get, ("NODES", "SCORED", "DEEPST"))
        return Thought(signed(self.get("VALUE")), nodes, scored, deepest, after, cycles)


def signed(word: int) -> int:
    """Return the integer that a word is: sign and magnitude."""
    return -(word ^ SIGN) if word & SIGN else word


# ---------------------------------------------------------------- terms

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
PLAYED: Mapping[str, int] = dict.fromkeys(START, 0) | {  # of the program that has learned nothing
    "BACK": 2**17, "CENT": 2**15, "MOB": -(2**15), "DENY": 2**15, "ADV": 2**14, "KCENT": 2**16, "MOVE": 2**15,
}  # fmt: skip


class Ratings(NamedTuple):
    """The 704's ratings of a board."""

    ratings: dict[str, int]  # by name; those that the polynomial does not need are left from before
    material: int  # passive's surplus over active: 2 a man, 3 a king
    pieces: int
    cycles: int


class Score(NamedTuple):
    """The worth of a board to the side that has just moved."""

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
        """Compute all ratings, until a polynomial is set."""
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
