"""The routines of the 704's checkers programs, called from outside: a position in, its successors or the best move out.

    WORDS    asm/ibm704/moves.sap: all pieces at once, by shifts and masks of words
    TABLE    asm/ibm704/table.sap: square by square, by the table of moves
    PROGRAM  asm/ibm704/checkers.sap: the program that plays; program.py has it with cards and paper

The first two stand in a program that counts sequences of moves. All put boards of six words on a stack; board.sap
describes them, and the routines called here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from emulators.errors import IronboardError
from emulators.ibm704.isa import FIELD
from emulators.processor import Core
from host.bare704 import Bare704
from host.games.boards import Colour
from host.games.checkers.program import PROGRAM
from host.games.checkers.samuel import NAMES, Words, board_of, words_of_board

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
    """What a generator has made of a position."""

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
    """What the search has found."""

    score: int  # for the side that moves
    nodes: int  # boards looked at
    after: Words  # the position after the best move
    cycles: int


class Thinker(Generator):
    """A 704 with the program."""

    def __init__(self, which: Core = "compiled") -> None:
        super().__init__(PROGRAM, which)

    def think(self, words: Words, colour: Colour, depth: int) -> Thought:
        """Return the best of the moves that `colour` has; there must be one. `depth`: moves to look ahead, 1 to 39."""
        self.place(words, colour)
        self.put("DEPTH", depth)
        cycles = self.call("SEARCH")
        best = self.words(self.address("BEST"), self.size)
        return Thought(signed(self.get("VALUE")), self.get("NODES"), words_of_board(best, colour.other), cycles)

    def forget(self) -> None:
        """Begin a game: no board has been there."""
        self.call("FORGET")

    def remember(self, words: Words, colour: Colour, after: Words) -> None:
        """Let it note that a move in a game has led from `words`, where `colour` moves, to `after`.

        Raises IronboardError if no move does.
        """
        wanted = [*board_of(after, colour.other)]
        boards = [board[: len(wanted)] for board in self.expand(words, colour).boards]
        if wanted not in boards:
            raise IronboardError(f"no move of {colour.value}'s leads there")
        top = self.stack + (boards.index(wanted) + 1) * self.size
        self.processor.set(xa=-top & FIELD, xb=-self.stack & FIELD)
        self.call("REMEMB")

    @property
    def weights(self) -> list[int]:
        """The weights of the scoring polynomial."""
        return [signed(each) for each in self.words(self.address("WEIGHT"), self.address("NTERMS"))]

    def set_weights(self, weights: Sequence[int]) -> None:
        """Change them, all of them."""
        self.put("WEIGHT", *(abs(each) | SIGN * (each < 0) for each in weights))


def signed(word: int) -> int:
    """Return the integer that a word is: sign and magnitude."""
    return -(word ^ SIGN) if word & SIGN else word
