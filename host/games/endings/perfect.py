"""Endings in which White has a king and one or two pieces, Black a king: the board as tables, and perfect play.

Squares are numbers, a1 0, b1 1, to h8 63. White's pieces are letters: R, Q, BB (two bishops), BN (bishop and knight).
A position is the squares of White's king, of White's pieces in that order, and of Black's king; a table has a value for
each: [king, piece, black king] or [king, piece, piece, black king]. How far every position is from mate, by retrograde
analysis:

    white  [...], White to move: White's moves up to mate
    black  the same, Black to move: White's moves up to mate; 0 is mate

`NEVER` means that White cannot mate, or that the position is impossible. With two pieces a table has 16,777,216 values.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from emulators.errors import ImageError
from host.formats import storage

SIDE, SQUARES = 8, 64
FILES = "abcdefgh"
STRAIGHT = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONAL = ((1, 1), (-1, 1), (-1, -1), (1, -1))
LINES = {"R": STRAIGHT, "Q": STRAIGHT + DIAGONAL, "B": DIAGONAL}  # piece -> directions, in files and ranks
JUMPS = {"N": ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))}
KING = STRAIGHT + DIAGONAL

Yes = NDArray[np.bool_]
Numbers = NDArray[np.uint8]


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


def steps(direction: tuple[int, int]) -> tuple[list[int], list[int]]:
    """Return the squares from which a king can go in a direction, and the squares that it reaches."""
    pairs = [(start, target) for start in range(SQUARES) for target in list(line(start, direction))[:1]]
    return [start for start, _ in pairs], [target for _, target in pairs]


@cache
def near() -> Yes:
    """Return, for two squares, whether they touch or are the same: where two kings cannot be."""
    file, rank = np.arange(SQUARES) % SIDE, np.arange(SQUARES) // SIDE
    across = np.abs(file[:, None] - file)
    return np.asarray(np.maximum(across, np.abs(rank[:, None] - rank)) <= 1)


def around(square: int) -> list[int]:
    """Return the squares next to one, by files, then by ranks: a1, a2, to h8."""
    return [each for direction in sorted(KING) for each in list(line(square, direction))[:1]]


@cache
def reaches(piece: str) -> Yes:
    """Return [man, piece, square]: whether the piece attacks the square with another man there, who may be in its way.

    The square of that man is attacked, too: the man is guarded.
    """
    found = np.zeros((SQUARES, SQUARES, SQUARES), np.bool_)
    for start in range(SQUARES):
        for direction in JUMPS.get(piece, ()):
            found[:, start, list(line(start, direction))[:1]] = True
        for direction in LINES.get(piece, ()):
            free = np.ones(SQUARES, np.bool_)  # the man's squares that leave the line open so far
            for target in line(start, direction):
                found[free, start, target] = True
                free[target] = False
    return found


def along(table: Yes, axes: tuple[int, ...], count: int) -> Yes:
    """Return a table reshaped so that it can be combined with one of `count` axes, of which `axes` are its own."""
    shape = [SQUARES if axis in axes else 1 for axis in range(count)]
    return table.transpose(np.argsort(axes)).reshape(shape)


@cache
def attacks(pieces: str) -> Yes:
    """Return [king, pieces, square]: whether a piece attacks the square. White's other men can be in its way."""
    count = len(pieces) + 2
    found = np.zeros((SQUARES,) * count, np.bool_)
    for number, piece in enumerate(pieces, 1):
        free = np.ones((1,) * count, np.bool_)
        for other in range(count - 1):
            if other != number:
                free = free & along(reaches(piece), (other, number, count - 1), count)
        found |= free
    return found


@cache
def apart(pieces: int) -> Yes:
    """Return [king, pieces]: whether White's men are on different squares."""
    found = np.ones((SQUARES,) * (pieces + 1), np.bool_)
    different = ~np.eye(SQUARES, dtype=np.bool_)
    for one in range(pieces + 1):
        for other in range(one):
            found &= along(different, (other, one), pieces + 1)
    return found


@cache
def possible(pieces: int = 1) -> Yes:
    """Return [king, pieces, black king]: whether the position is possible at all; Black is to move."""
    last, count = pieces + 1, pieces + 2
    found = apart(pieces)[..., None] & along(~near(), (0, last), count)
    for number in range(1, last):
        found &= along(~np.eye(SQUARES, dtype=np.bool_), (number, last), count)
    return found


@cache
def white_to_move(pieces: str) -> Yes:
    """Return [king, pieces, black king]: whether it can be White's move. Then Black is not in check."""
    return np.asarray(possible(len(pieces)) & ~attacks(pieces))


@cache
def open_to_black(pieces: str) -> Yes:
    """Return [king, pieces, square]: whether Black's king may go there from a square beside it, captures included.

    The king does not block a piece: it attacks the squares behind the king on its line, too.
    """
    return np.asarray(~attacks(pieces) & along(~near(), (0, len(pieces) + 1), len(pieces) + 2))


class Starts(Sequence[Position]):
    """Positions, by their numbers; there can be millions of them."""

    def __init__(self, rows: NDArray[np.intp]) -> None:
        self.rows = rows

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.rows)

    @overload
    def __getitem__(self, which: int) -> Position: ...
    @overload
    def __getitem__(self, which: slice) -> Starts: ...
    def __getitem__(self, which: int | slice) -> Position | Starts:
        """Return one of them, or some."""
        found = self.rows[which]
        return Starts(found) if isinstance(which, slice) else Position(*found.tolist())


@cache
def starts(pieces: str, black: int | None = None) -> Starts:
    """Return all positions that White, to move, can win, in their order; or those with Black's king there.

    Of two positions in which equal pieces have changed places only one counts.
    """
    won = perfect(pieces).white < NEVER
    if len(set(pieces)) < len(pieces):
        won &= along(np.tri(SQUARES, k=-1, dtype=np.bool_), (2, 1), len(pieces) + 2)
    if black is not None:
        won &= np.arange(SQUARES) == black
    return Starts(np.argwhere(won))


# ---------------------------------------------------------------- perfect play


NEVER = 255
NOWHERE = -1  # instead of a square: Black cannot move


class Perfect(NamedTuple):
    """The tables of one ending."""

    white: Numbers
    black: Numbers
    reply: NDArray[np.int8]  # [king, pieces, black king], Black to move: to which square the best defender goes

    def moves(self, position: Position) -> int:
        """Return how many moves White needs, who is to move."""
        return int(self.white[position])

    def answer(self, position: Position) -> int:
        """Return where Black's king goes, or NOWHERE."""
        return int(self.reply[position])


@cache
def perfect(pieces: str) -> Perfect:
    """Return perfect play with these pieces: R, Q, BB or BN. Results are kept in the user's cache."""
    tables = kept(pieces)
    if tables is None:
        tables = analysed(pieces)
        keep(pieces, tables)
    white, black = map(whole, tables)
    return Perfect(white, black, best_replies(pieces, white))


def place_of(pieces: str) -> Path | None:
    """Return where the analysis of an ending is kept; None for a user without a home."""
    folder, text = storage.cache_folder("endings"), Path(__file__).read_bytes()
    return folder / f"{pieces}-{hashlib.sha256(text).hexdigest()[:16]}.npy" if folder else None


def kept(pieces: str) -> tuple[Numbers, Numbers] | None:
    """Return a kept analysis; a damaged one counts as missing."""
    place = place_of(pieces)
    if place is None:
        return None
    with contextlib.suppress(OSError, ValueError, EOFError, MemoryError), open(place, "rb") as file:
        tables = np.lib.format.read_array(file, allow_pickle=False)  # `load` would take an archive, too
        if tables.shape == (2, *shape_of(pieces)) and tables.dtype == np.uint8:
            return tables[0], tables[1]
    return None


def keep(pieces: str, tables: tuple[Numbers, Numbers]) -> None:
    """Keep an analysis, where anything can be written."""
    if place := place_of(pieces):
        content = io.BytesIO()
        np.save(content, np.stack(tables))
        with contextlib.suppress(OSError, ImageError):
            place.parent.mkdir(parents=True, exist_ok=True)
            storage.write_all(place, content.getvalue(), overwrite=True)


# Positions that are the same when the board is turned or mirrored are analysed once, with Black's king in a triangle.
# There its square is the first axis: [its place in the triangle, king, pieces].
TRIANGLE = tuple(file + SIDE * rank for file in range(SIDE // 2) for rank in range(file + 1))  # a1, d1, d4


def turns() -> Iterator[NDArray[np.intp]]:
    """Yield the eight ways to turn and mirror the board, as the new squares of all squares."""
    board = np.arange(SQUARES).reshape(SIDE, SIDE)
    for each in (board, board.T):
        for times in range(4):
            yield np.rot90(each, times).ravel()


def into_triangle(square: int) -> NDArray[np.intp]:
    """Return the way to turn the board that brings a square into the triangle."""
    return next(way for way in turns() if way[square] in TRIANGLE)


def shape_of(pieces: str) -> tuple[int, ...]:
    """Return the shape of a table for the triangle."""
    return (len(TRIANGLE), *(SQUARES,) * (len(pieces) + 1))


def analysed(pieces: str) -> tuple[Numbers, Numbers]:
    """Return the tables for White and Black to move, for the triangle, by retrograde analysis."""
    legal = triangle(white_to_move(pieces))
    black_moves = distances_for_black(pieces)
    white = black = np.full(shape_of(pieces), NEVER, np.uint8)
    while True:  # after n rounds all mates in n moves are known
        found = black_moves(white)
        if np.array_equal(found, black):
            return white, black
        black, white = found, white_distance(pieces, found, legal)


def triangle(table: Yes) -> Yes:
    """Return the part of [king, pieces, black king] with Black's king in the triangle, its place there first."""
    return np.ascontiguousarray(np.moveaxis(table[..., list(TRIANGLE)], -1, 0))


def with_black_on(square: int, table: Numbers) -> Numbers:
    """Return [king, pieces] with Black's king on a square, from a table for the triangle."""
    way = into_triangle(square)
    return np.asarray(table[TRIANGLE.index(way[square])][np.ix_(*[way] * (table.ndim - 1))])


def whole(table: Numbers) -> Numbers:
    """Return [king, pieces, black king] from a table for the triangle."""
    return np.moveaxis(np.stack([with_black_on(square, table) for square in range(SQUARES)]), 0, -1)


def white_distance(pieces: str, black: Numbers, legal: Yes) -> Numbers:
    """Return White's moves up to mate: one more than after the best move."""
    best = np.full(black.shape, NEVER, np.uint8)
    free = apart(len(pieces))
    for axis, man in enumerate("K" + pieces, 1):  # the squares of the man who moves come first here
        old, new = np.moveaxis(black, axis, 0), np.moveaxis(best, axis, 0)
        for direction in KING if man == "K" else JUMPS.get(man, ()):
            here, there = steps(direction)
            new[here] = np.minimum(new[here], old[there])
        for direction in LINES.get(man, ()):
            beyond = np.full(black.shape, NEVER, np.uint8)  # the best of the squares on the line
            line_of = np.moveaxis(beyond, axis, 0)
            open_line = np.moveaxis(np.broadcast_to(free, black.shape), axis, 0)
            for here, there in from_the_edge(direction):
                line_of[here] = np.minimum(old[there], np.where(open_line[there], line_of[there], np.uint8(NEVER)))
            best = np.minimum(best, beyond)
            new = np.moveaxis(best, axis, 0)
    return np.where(legal & (best < NEVER), best + np.uint8(1), np.uint8(NEVER))


def from_the_edge(direction: tuple[int, int]) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the squares that are 1, 2, ... squares from the edge in a direction, and those one step towards it."""
    for length in range(1, SIDE):
        here = [start for start in range(SQUARES) if len(list(line(start, direction))) == length]
        yield here, [next(line(start, direction)) for start in here]


def distances_for_black(pieces: str) -> Callable[[Numbers], Numbers]:
    """Return the function that finds White's moves up to mate when Black moves as well as possible.

    NEVER where Black takes a piece.
    """
    may, lost = open_to_black(pieces), triangle(possible(len(pieces)))
    moves = [[(each, may[..., each].copy()) for each in around(at)] for at in TRIANGLE]
    movable = np.stack([np.any([there for _, there in row], axis=0) for row in moves])
    lost &= movable | triangle(attacks(pieces))  # else it is stalemate

    def distances(white: Numbers) -> Numbers:
        worst = np.zeros(white.shape, np.uint8)
        known: dict[int, Numbers] = {}
        for place, row in enumerate(moves):
            for target, there in row:
                if target not in known:
                    known[target] = with_black_on(target, white)
                np.maximum(worst[place], known[target], out=worst[place], where=there)
        return np.where(lost, worst, np.uint8(NEVER))

    return distances


def best_replies(pieces: str, white: Numbers) -> NDArray[np.int8]:
    """Return Black's best moves: the longest way to mate; of equal ones to the lowest square, a1, a2, to h8."""
    may = np.moveaxis(open_to_black(pieces), -1, 0).copy()
    reply = np.full(may.shape, NOWHERE, np.int8)
    for start in range(SQUARES):
        longest = np.zeros(may.shape[1:], np.uint8)
        for target in around(start):
            better: Yes = may[target] & (white[..., target] > longest)
            np.copyto(longest, white[..., target], where=better)
            np.copyto(reply[start], target, where=better)
    return np.where(possible(len(pieces)), np.moveaxis(reply, 0, -1), np.int8(NOWHERE))
