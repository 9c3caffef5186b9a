"""Endings in which White has a king and one or two pieces, Black a king: perfect play, and all positions as sets.

Squares are numbers, a1 0, b1 1, to h8 63; squares together are an integer with a bit for each. White's pieces are
letters: R, Q, BB (two bishops), BN (bishop and knight). A position is the squares of White's king, of White's pieces in
that order, and of Black's king: digits of its number to the base 64. A set of positions is an integer again, with a bit
for each number: with two pieces 16,777,216 of them. A move in all positions at once is a shift of such an integer.

How far every position is from mate is found by retrograde analysis. `NEVER` means that White cannot mate, or that the
position is impossible.
"""

from __future__ import annotations

import contextlib
import hashlib
import sys
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, reduce
from itertools import compress, product
from operator import or_
from pathlib import Path
from typing import NamedTuple, overload

from emulators.errors import ImageError
from host.formats import storage

SIDE, SQUARES = 8, 64
BITS = 6  # of a square
BOARD = (1 << SQUARES) - 1  # all squares
FILES = "abcdefgh"
STRAIGHT = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONAL = ((1, 1), (-1, 1), (-1, -1), (1, -1))
LINES = {"R": STRAIGHT, "Q": STRAIGHT + DIAGONAL, "B": DIAGONAL}  # piece -> directions, in files and ranks
JUMPS = {"N": ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))}
KING = STRAIGHT + DIAGONAL


class Position(tuple[int, ...]):
    """The squares of the men: `Position(king, piece, black)`, or two pieces between the kings."""

    __slots__ = ()

    def __new__(cls, *squares: int) -> Position:
        """Return a position from the squares, in their order."""
        return super().__new__(cls, squares)

    @property
    def king(self) -> int:
        """The square of White's king."""
        return self[0]

    @property
    def pieces(self) -> tuple[int, ...]:
        """The squares of White's pieces."""
        return self[1:-1]

    @property
    def black(self) -> int:
        """The square of Black's king."""
        return self[-1]


def square(name: str) -> int:
    """Return the number of a square; raises ValueError for an invalid one."""
    if len(name) != 2 or name[0] not in FILES or name[1] not in "12345678":
        raise ValueError(f"'{name}' is not a square: expected a1 to h8")
    return FILES.index(name[0]) + SIDE * (int(name[1]) - 1)


def name(square: int) -> str:
    """Return the name of a square."""
    return f"{FILES[square % SIDE]}{square // SIDE + 1}"


def line(start: int, direction: tuple[int, int]) -> Iterator[int]:
    """Yield the squares from one, which does not count, to the edge."""
    file, rank = start % SIDE + direction[0], start // SIDE + direction[1]
    while 0 <= file < SIDE and 0 <= rank < SIDE:
        yield file + SIDE * rank
        file, rank = file + direction[0], rank + direction[1]


def around(square: int) -> list[int]:
    """Return the squares next to one, by files, then by ranks: a1, a2, to h8."""
    return [each for direction in sorted(KING) for each in list(line(square, direction))[:1]]


def together(squares: Iterable[int]) -> int:
    """Return squares as an integer."""
    return reduce(or_, (1 << each for each in squares), 0)


# ---------------------------------------------------------------- one position


@cache
def near(square: int) -> int:
    """Return a square and those that touch it: where two kings cannot be."""
    return together([square, *around(square)])


@cache
def reaches(piece: str) -> list[list[int]]:
    """Return [man][start]: the squares that a piece attacks with another man there, who may be in its way.

    The square of that man is attacked, too: the man is guarded.
    """
    return [[_reached(piece, man, start) for start in range(SQUARES)] for man in range(SQUARES)]


def _reached(piece: str, man: int, start: int) -> int:
    squares = [target for jump in JUMPS.get(piece, ()) for target in list(line(start, jump))[:1]]
    for direction in LINES.get(piece, ()):
        for target in line(start, direction):
            squares.append(target)
            if target == man:
                break
    return together(squares)


def attacked(pieces: str, men: Sequence[int]) -> int:
    """Return the squares that White's pieces attack; `men`: the squares of king and pieces.

    Black's king does not block a piece: it attacks the squares behind the king on its line, too.
    """
    found = 0
    for number, piece in enumerate(pieces, 1):
        squares = BOARD
        for other, man in enumerate(men):
            if other != number:
                squares &= reaches(piece)[man][men[number]]
        found |= squares
    return found


def open_to_black(pieces: str, men: Sequence[int]) -> int:
    """Return the squares that Black's king may go to from a square beside them, captures included."""
    return BOARD & ~attacked(pieces, men) & ~near(men[0])


def is_possible(position: Position) -> bool:
    """Return whether there is such a position at all; Black is to move."""
    return len(set(position)) == len(position) and not near(position.king) >> position.black & 1


def in_check(pieces: str, position: Position) -> bool:
    """Return whether a piece attacks Black's king."""
    return bool(attacked(pieces, position[:-1]) >> position.black & 1)


# ---------------------------------------------------------------- sets of positions


def position_of(number: int, pieces: int = 1) -> Position:
    """Return the position with a number."""
    return Position(*(number >> BITS * place & SQUARES - 1 for place in range(pieces + 1, -1, -1)))


def number_of(position: Position) -> int:
    """Return the number of a position."""
    number = 0
    for each in position:
        number = number << BITS | each
    return number


def numbers(positions: int) -> Iterator[int]:
    """Yield the numbers in a set, in their order."""
    digits = f"{positions:b}"[::-1]
    at = digits.find("1")
    while at >= 0:
        yield at
        at = digits.find("1", at + 1)


class Sets:
    """The sets of positions with White's pieces: R, Q, BB or BN.

    `possible`: those with Black to move that there are at all; `attacks`: Black's king is attacked; `legal`: it can be
    White's move, for Black is not in check; `movable`: Black's king can move.
    """

    def __init__(self, pieces: str) -> None:
        self.pieces, self.count = pieces, 1 << BITS * (len(pieces) + 2)
        self._edges: dict[tuple[int, tuple[int, int]], int] = {}
        self._lines: dict[tuple[int, tuple[int, int]], tuple[int, int, int]] = {}
        self._free = self._of_words(lambda men: BOARD if len(set(men)) == len(men) else 0)
        self.possible = self._of_words(
            lambda men: BOARD & ~near(men[0]) & ~together(men) if len(set(men)) == len(men) else 0
        )
        self.attacks = self._of_words(lambda men: attacked(pieces, men))
        self.legal = self.possible & ~self.attacks
        self._open = self._of_words(lambda men: BOARD & ~near(men[0])) & ~self.attacks  # as open_to_black
        self.movable = self.before_black(self._open)
        self._not_stale = self.possible & (self.movable | self.attacks)  # not stalemate

    def _of_words(self, squares: Callable[[tuple[int, ...]], int]) -> int:
        """Return a set from the squares of Black's king that belong to it, for all places of White's men."""
        words = array("Q", map(squares, product(range(SQUARES), repeat=len(self.pieces) + 1)))
        if sys.byteorder == "big":
            words.byteswap()
        return int.from_bytes(words.tobytes(), "little")

    def _on(self, man: int, direction: tuple[int, int]) -> int:
        """Return the positions in which a man, by his place in the position, can make a step in a direction."""
        if (man, direction) not in self._edges:
            self._edges[man, direction] = self._within(man, direction)
        return self._edges[man, direction]

    def _within(self, man: int, direction: tuple[int, int]) -> int:
        width = 1 << BITS * (len(self.pieces) + 1 - man)  # bits: of all positions with him on one square
        each = reduce(or_, (((1 << width) - 1) << start * width for start in range(SQUARES) if _has(start, direction)))
        times = self.count // (SQUARES * width)
        return int.from_bytes(each.to_bytes(SQUARES * width // 8, "little") * times, "little")

    def _back(self, man: int, direction: tuple[int, int], positions: int, times: int = 1) -> int:
        """Return positions with a man some steps back, which may be over the edge."""
        shift = times * (direction[0] + SIDE * direction[1]) << BITS * (len(self.pieces) + 1 - man)
        return positions >> shift if shift > 0 else positions << -shift

    def _step(self, man: int, direction: tuple[int, int], positions: int) -> int:
        """Return the positions from which a man's step in a direction leads to these."""
        return self._back(man, direction, positions) & self._on(man, direction)

    def before_black(self, positions: int) -> int:
        """Return the positions from which a step of Black's king leads to these."""
        return reduce(or_, (self._step(len(self.pieces) + 1, direction, positions) for direction in KING))

    def before_white(self, positions: int) -> int:
        """Return the positions, White to move, from which a move leads to these."""
        found = reduce(or_, (self._step(0, direction, positions) for direction in KING))
        for man, piece in enumerate(self.pieces, 1):
            for direction in JUMPS.get(piece, ()):
                found |= self._step(man, direction, positions)
            for direction in LINES.get(piece, ()):
                reached = self._step(man, direction, positions)
                for times, ways in zip((1, 2, 4), self._ways(man, direction), strict=True):
                    reached |= self._back(man, direction, reached, times) & ways
                found |= reached
        return found & self.legal

    def _ways(self, man: int, direction: tuple[int, int]) -> tuple[int, int, int]:
        """Return the positions in which 1, 2 and 4 squares in front of a man are free."""
        if (man, direction) not in self._lines:
            one = self._step(man, direction, self._free)
            two = one & self._back(man, direction, one)
            self._lines[man, direction] = one, two, two & self._back(man, direction, two, 2)
        return self._lines[man, direction]

    def mated(self, won: int) -> int:
        """Return the positions, Black to move, from which each of his moves leads to one of these."""
        return self._not_stale & ~self.before_black(self._open & ~won)

    def distances(self) -> bytes:
        """Return White's moves up to mate for each position, White to move, by its number; NEVER."""
        planes = [0] * SIDE  # the bits of these numbers
        won = lost = moves = 0
        while last := self.mated(won) & ~lost:  # Black to move: mate in so many moves
            lost, moves = lost | last, moves + 1
            new = self.before_white(last) & ~won
            won |= new
            for bit in range(SIDE):
                planes[bit] |= new if moves >> bit & 1 else 0
        never = (1 << self.count) - 1 & ~won
        return self._numbers([plane | never for plane in planes])

    def _numbers(self, planes: Sequence[int]) -> bytes:
        """Return the numbers with these bits."""
        size = self.count // SIDE
        rows = [plane.to_bytes(size, "little") for plane in planes]
        found = bytearray(self.count)
        for place in range(SIDE):  # of the eight positions that have their bits in one byte
            values = 0
            for bit, row in enumerate(rows):
                chosen = bytes((byte >> place & 1) << bit for byte in range(256))
                values |= int.from_bytes(row.translate(chosen), "little")
            found[place::SIDE] = values.to_bytes(size, "little")
        return bytes(found)


def _has(start: int, direction: tuple[int, int]) -> bool:
    """Return whether there is a square in a direction from one."""
    return any(True for _ in line(start, direction))


@cache
def sets(pieces: str) -> Sets:
    """Return the sets of positions with these pieces."""
    return Sets(pieces)


# ---------------------------------------------------------------- perfect play


NEVER = 255
NOWHERE = -1  # instead of a square: Black cannot move


class Perfect(NamedTuple):
    """Perfect play of one ending; `white`: White's moves up to mate by the numbers of the positions, White to move."""

    pieces: str
    white: bytes

    def moves(self, position: Position) -> int:
        """Return how many moves White needs, who is to move."""
        return self.white[number_of(position)]

    def replies(self, position: Position) -> dict[int, int]:
        """Return where Black's king can go, a1, a2, to h8, and how many moves White needs then."""
        if not is_possible(position):
            return {}
        men, first = position[:-1], number_of(position) - position.black
        free = open_to_black(self.pieces, men)
        return {each: self.white[first + each] for each in around(position.black) if free >> each & 1}

    def answer(self, position: Position) -> int:
        """Return where Black's king goes, or NOWHERE: the longest way to mate, of equal ones to the lowest square."""
        replies = self.replies(position)
        return max(replies, key=replies.__getitem__, default=NOWHERE)

    def lasts(self, position: Position) -> int:
        """Return White's moves up to mate, Black to move: 0 is mate, NEVER stalemate, or an impossible position."""
        is_mate = is_possible(position) and in_check(self.pieces, position)
        values = list(self.replies(position).values())
        return max(values) if values else 0 if is_mate else NEVER

    @property
    def most(self) -> int:
        """The moves of the longest way to mate."""
        return max(each for each in range(NEVER) if each in self.white)


@cache
def perfect(pieces: str) -> Perfect:
    """Return perfect play with these pieces: R, Q, BB or BN. Results are kept in the user's cache."""
    white = kept(pieces)
    if white is None:
        white = Sets(pieces).distances()
        keep(pieces, white)
    return Perfect(pieces, white)


def place_of(pieces: str) -> Path | None:
    """Return where the analysis of an ending is kept; None for a user without a home."""
    folder, text = storage.cache_folder("endings"), Path(__file__).read_bytes()
    return folder / f"{pieces}-{hashlib.sha256(text).hexdigest()[:16]}.z" if folder else None


def kept(pieces: str) -> bytes | None:
    """Return a kept analysis; a damaged one counts as missing."""
    place, size = place_of(pieces), 1 << BITS * (len(pieces) + 2)
    if place is None:
        return None
    with contextlib.suppress(OSError, zlib.error, MemoryError):
        unpacking = zlib.decompressobj()
        white = unpacking.decompress(place.read_bytes(), size + 1)
        if unpacking.eof and len(white) == size:
            return white
    return None


def keep(pieces: str, white: bytes) -> None:
    """Keep an analysis, where anything can be written."""
    if place := place_of(pieces):
        with contextlib.suppress(OSError, ImageError):
            place.parent.mkdir(parents=True, exist_ok=True)
            storage.write_all(place, zlib.compress(white, 1), overwrite=True)


# ---------------------------------------------------------------- beginnings


class Starts(Sequence[Position]):
    """Positions, by their numbers; there can be millions of them."""

    def __init__(self, numbers: array[int], pieces: int) -> None:
        self.numbers, self._pieces = numbers, pieces

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.numbers)

    @overload
    def __getitem__(self, which: int) -> Position: ...
    @overload
    def __getitem__(self, which: slice) -> Starts: ...
    def __getitem__(self, which: int | slice) -> Position | Starts:
        """Return one of them, or some."""
        if isinstance(which, slice):
            return Starts(self.numbers[which], self._pieces)
        return position_of(self.numbers[which], self._pieces)


@cache
def starts(pieces: str, black: int | None = None) -> Starts:
    """Return all positions that White, to move, can win, in their order; or those with Black's king there.

    Of two positions in which equal pieces have changed places only one counts.
    """
    white = perfect(pieces).white
    chosen = range(len(white)) if black is None else range(black, len(white), SQUARES)
    won = white.translate(bytes(each != NEVER for each in range(256)))[chosen.start :: chosen.step]
    found = array("I", compress(chosen, won))
    if len(set(pieces)) < len(pieces):
        last = range(BITS, 3 * BITS, BITS)
        found = array("I", (each for each in found if each >> last[1] & SQUARES - 1 < each >> last[0] & SQUARES - 1))
    return Starts(found, len(pieces))


def farthest(pieces: str) -> list[Position]:
    """Return those of them with the longest mates."""
    white, most = perfect(pieces).white, perfect(pieces).most
    equal = len(set(pieces)) < len(pieces)
    found = []
    at = white.find(most)
    while at >= 0:
        position = position_of(at, len(pieces))
        if not equal or position.pieces[0] < position.pieces[1]:
            found.append(position)
        at = white.find(most, at + 1)
    return found
