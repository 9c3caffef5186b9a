"""The move generators of the 6600, called from outside: a position in, its successors out, and what it took.

    WORDS   asm/cdc6600/draughts.compass: all pieces at once, by shifts and masks; ones are counted by CX
    LOOP    asm/cdc6600/dloop.compass: the same, but ones are counted by a loop
    SQUARES asm/cdc6600/dsquare.compass: square by square

All have the same boards of four words on a stack, and the same routines. A word has a bit for each square: square n has
the number s = n + (n - 1) // 10, 1 to 54 without 11, 22, 33 and 44, and is bit s, counted from the right.
asm/cdc6600/drboard.compass draws it, and has what else is to be said.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from emulators.processor import Core
from host.bare6600 import Bare6600
from host.games.boards import Colour
from host.games.checkers.rules import KINGS, MEN, Piece
from host.games.draughts.rules import BOARD, Move, Position

WORDS, LOOP, SQUARES = "draughts", "dloop", "dsquare"  # the programs


class Expansion(NamedTuple):
    """What a generator has made of a position."""

    boards: list[Board]  # in the order of the stack
    cycles: int


class Count(NamedTuple):
    """How many there are of something, and what counting took."""

    number: int
    cycles: int


class Tally(NamedTuple):
    """How many sequences of moves there are."""

    counts: list[int]  # of 1, 2, 3 ... moves
    cycles: int


class Mobility(NamedTuple):
    """Pieces of the side to move that can step, whether they must capture or not, and the squares they reach."""

    pieces: int
    squares: int


class Thought(NamedTuple):
    """What the search has found."""

    score: int  # for the side to move
    best: Board | None  # after the best move; None where there is no move
    boards: int  # looked at
    cycles: int


class Generator(Bare6600):
    """A 6600 with one of the generators."""

    def __init__(self, program: str = WORDS, core: Core = "compiled") -> None:
        super().__init__(program, core)
        self.stack, self.size = self.address("STACK"), self.address("BDSIZE")
        self.call("SHIFTS")

    def place(self, position: Position) -> Board:
        """Make a position the only board on the stack; return it."""
        board = board_of(position)
        self.store(self.stack, board)
        self.set(B7=self.stack + self.size)
        return board

    def expand(self, position: Position) -> Expansion:
        """Let it stack the successors of a position."""
        self.place(position)
        cycles = self.call("MOVES")
        addresses = range(self.stack + self.size, self.word("B7"), self.size)
        return Expansion([Board(*self.words(each, self.size)) for each in addresses], cycles)

    def successors(self, position: Position) -> list[Successor]:
        """Return the moves, and the positions after them."""
        before = board_of(position)
        return [
            Successor(move_between(before, after), position_of(after)) for after in self.expand(position).boards
        ]  # fmt: skip

    def count(self, position: Position) -> Count:
        """Let it count the moves of a position."""
        self.place(position)
        cycles = self.call("COUNT")
        return Count(self.integer("X6"), cycles)

    def tally(self, position: Position, depth: int) -> Tally:
        """Let it count the sequences of 1 to `depth` moves, which are 20 at most."""
        self.place(position)
        cycles = self.call("TALLY", X1=depth)
        return Tally(self.words(self.address("TALLYS") + 1, depth)[::-1], cycles)

    def mobility(self, position: Position) -> Mobility:
        """Let it look how mobile the side to move is."""
        self.place(position)
        self.call("MOBIL")
        return Mobility(self.integer("X6"), self.integer("X7"))

    def ones(self, word: int) -> Count:
        """Let it count the ones of a word."""
        cycles = self.call("ONESOF", X1=word)
        return Count(self.integer("X6"), cycles)

    def think(self, position: Position, depth: int) -> Thought:
        """Let it look for the best move, 1 to 20 moves ahead."""
        self.place(position)
        self.put("SRBEST", 0, 0, 0, 0)
        cycles = self.call("SEARCH", X1=depth)
        best = Board(*self.words(self.address("SRBEST"), self.size))
        return Thought(self.integer("X6"), best if best.move else None, self.get("SRNODES"), cycles)


BLACK = 1 << 59  # with the kings: Black is to move


class Board(NamedTuple):
    """A board on the program's stack."""

    ours: int  # pieces of the side to move
    his: int
    kings: int  # of both, and who is to move
    move: int  # where the last move began and ended


class Successor(NamedTuple):
    """A move, and the position after it."""

    move: Move
    position: Position


def number(square: int) -> int:
    """Return the number of a square, 1 to 54."""
    return square + (square - 1) // 10


NUMBERS = {number(square): square for square in BOARD.squares}


def word(squares: Iterable[int]) -> int:
    """Return the word with these squares."""
    return sum({1 << number(square) for square in squares})


def squares(word: int) -> list[int]:
    """Return the squares of a word; other bits are left out."""
    return [square for bit, square in NUMBERS.items() if word >> bit & 1]


VALID = word(BOARD.squares)


def board_of(position: Position) -> Board:
    """Return a position as the four words."""
    sides = {colour: word(at for at, each in position.pieces.items() if each.colour is colour) for colour in Colour}
    kings = word(at for at, each in position.pieces.items() if each.king)
    turn = BLACK if position.to_move is Colour.BLACK else 0
    return Board(sides[position.to_move], sides[position.to_move.other], kings | turn, 0)


def position_of(words: Sequence[int]) -> Position:
    """Return the position that a board is."""
    ours, his, kings, _ = words
    to_move = Colour.BLACK if kings & BLACK else Colour.WHITE
    pieces: dict[int, Piece] = {}
    for colour, side in ((to_move, ours), (to_move.other, his)):
        pieces |= {square: (KINGS if kings >> number(square) & 1 else MEN)[colour] for square in squares(side)}
    return Position(pieces, to_move)


def move_between(before: Sequence[int], after: Sequence[int]) -> Move:
    """Return the move that leads from a board to one of its successors."""
    ends = squares(after[3])
    (start,) = [each for each in ends if before[0] >> number(each) & 1]
    end = next((each for each in ends if each != start), start)
    return Move(start, end, frozenset(squares(before[1] & ~after[0])))
