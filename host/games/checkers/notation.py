"""Moves and positions as people write them, for checkers and, with another board, for draughts.

A move is 11-15, 9x18x27, or 9x27 where that can mean only one move. A capture may be written with x, : or -, with all
of its squares or with some left out; the legal moves decide which one is meant, and a text that could mean several is
an error that names them.

A position is one word, as PDN writes it: the side to move, then the squares of each side, kings with a K.

    B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29
    B:W21-32:B1-12

Either side may come first, a side without pieces may be missing, and a dot may end it. Numbers of half moves
without progress and of the move may follow (:H0:F1), which mean nothing here. A range may be of kings (K1-4).
`Position.fen` has no ranges, which older programs do not read.

A file of positions has one on each line, with the moves that it allows:

    game B:W18,22,K5:B1,10,14 10-15,14x23 2/9/31

A line has a kind (any word), the position, all of its moves with all of their squares (sorted by these; - if there is
none), and the number of sequences of 1, 2, 3 ... moves. The last two may be missing. Lines that begin with # are
remarks.

Source: Portable Draughts Notation 3.0, the tag FEN.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from emulators.errors import Place, SourceError
from host.formats import storage
from host.games.boards import Colour, each_line, typed, within, words_of
from host.games.checkers.rules import BOARD, KINGS, MEN, AnyMove, Board, Move, Piece, Placing, Position

COLOURS = {colour.letter: colour for colour in Colour}
GROUP = re.compile(r"\s*(K?)\s*([0-9]{1,4})(?:\s*-\s*(K?)([0-9]{1,4}))?\s*", re.IGNORECASE)
MOVE = re.compile(r"(?:0?[1-9]|[12][0-9]|3[0-2])(?:\s?[-x:×]\s?(?:0?[1-9]|[12][0-9]|3[0-2]))+", re.IGNORECASE)
WHOLE_MOVE = re.compile(r"[0-9]{1,2}(?:-[0-9]{1,2}|(?:x[0-9]{1,2})+)")
COUNTERS = re.compile(r"(?:\s*:\s*[HF][0-9]+)+\s*$", re.IGNORECASE)  # at the end of a position
MOST_SHOWN = 12  # legal moves in a message
LARGEST = 1 << 28  # bytes of a file of positions
NONE = "-"


def parse_move(text: str, position: Position, place: Place | None = None) -> Move:
    """Return the legal move that is meant; raises SourceError."""
    place = place or typed(text)
    if not MOVE.fullmatch(text.strip()):
        raise SourceError(place, f"'{text}' is not a move", "write 11-15, or 9x18 for a capture")
    squares = tuple(map(int, re.findall(r"[0-9]+", text)))
    legal = position.legal_moves()
    found = [move for move in legal if means(squares, move)]
    exact = [move for move in found if move.path == squares]
    if len(exact or found) == 1:
        return (exact or found)[0]
    if found:
        raise SourceError(
            place, f"'{text.strip()}' can mean {' or '.join(map(str, found))}", "write all of its squares"
        )
    raise SourceError(place, f"'{text.strip()}' is not legal: {reason(squares, position, legal)}", allowed(legal))


def means(squares: tuple[int, ...], move: Move) -> bool:
    """Return whether squares are those of a move, some between its ends left out perhaps."""
    rest = iter(move.path)
    ends = (squares[0], squares[-1]) == (move.start, move.end)
    return ends and all(square in rest for square in squares)


def reason(squares: tuple[int, ...], position: Placing[Any], legal: Sequence[AnyMove]) -> str:
    """Return why no legal move has these squares."""
    piece = position.pieces.get(squares[0])
    if piece is None:
        return f"there is nothing on {squares[0]}"
    if piece.colour is not position.to_move:
        return f"{position.to_move.value} is to move"
    if any(move.captured for move in legal):
        longer = any(
            isinstance(move, Move) and move.captured and move.path[: len(squares)] == squares for move in legal
        )
        return "the capture must continue" if longer else "a capture is compulsory"
    return f"the piece on {squares[0]} cannot go there"


def allowed(legal: Sequence[AnyMove]) -> str:
    """Return a hint: the moves there are."""
    if not legal:
        return "there are no legal moves"
    shown = ", ".join(map(str, legal[:MOST_SHOWN]))
    return f"legal: {shown}{', ...' if len(legal) > MOST_SHOWN else ''}"


def short(move: Move, position: Position) -> str:
    """Return the shortest unambiguous notation of a move: its ends, or all of its squares."""
    ends = (move.start, move.end)
    alone = sum(means(ends, each) for each in position.legal_moves()) == 1
    return f"{move.start}x{move.end}" if move.captured and alone else str(move)


# ---------------------------------------------------------------- positions


def parse_position(text: str, place: Place | None = None) -> Position:
    """Return the position of a word; raises SourceError. `place` is that of the text, for messages."""
    return Position(*read_pieces(text, BOARD, place))


def read_pieces(text: str, board: Board, place: Place | None = None) -> tuple[dict[int, Piece], Colour]:
    """Return the pieces on the squares of a board, and the side to move; raises SourceError."""
    place = place or typed(text, "position")
    turn, *sides = COUNTERS.sub("", text.rstrip().removesuffix(".")).split(":")
    if turn.strip().upper() not in COLOURS:
        raise SourceError(
            within(place, 0, max(1, len(turn))), "expected B or W, the side to move", f"such as {board.example}"
        )
    pieces: dict[int, Piece] = {}
    seen: set[Colour] = set()
    offset = len(turn) + 1
    for side in sides:
        here = within(place, offset, max(1, len(side)))
        colour = COLOURS.get(side.strip()[:1].upper())
        if colour is None:
            raise SourceError(here, "expected B or W and the squares of that side", "such as W21-32")
        if colour in seen:
            raise SourceError(here, f"{colour.value}'s pieces are given twice")
        seen.add(colour)
        start = len(side) - len(side.lstrip()) + 1
        for group in side[start:].split(",") if side[start:].strip() else ():
            _add_group(pieces, group, colour, board, within(place, offset + start, max(1, len(group))))
            start += len(group) + 1
        offset += len(side) + 1
    return pieces, COLOURS[turn.strip().upper()]


def _add_group(pieces: dict[int, Piece], group: str, colour: Colour, board: Board, place: Place) -> None:
    """Put the pieces of one square or one range on the board."""
    match = GROUP.fullmatch(group)
    if match is None:
        raise SourceError(place, f"'{group}' is not a square", "write 18, K18 for a king, 9-12 for several")
    first, last = int(match[2]), int(match[4] or match[2])
    for number in (first, last):
        if number not in board.squares:
            raise SourceError(place, f"there is no square {number}: expected 1 to {board.squares[-1]}")
    if first > last or (match[3] and not match[1]):
        raise SourceError(place, f"'{group}' is not a range", "write 9-12, or K9-12 for kings")
    for square in range(first, last + 1):
        if square in pieces:
            raise SourceError(place, f"square {square} is taken already")
        if not match[1] and board.place(square)[0] == board.far_row[colour]:
            raise SourceError(place, f"a {colour.value} man on {square} would be a king", f"write K{square}")
        pieces[square] = (KINGS if match[1] else MEN)[colour]


# ---------------------------------------------------------------- files of positions


class KnownPosition(NamedTuple):
    """A line of a file of positions."""

    line: int  # from 1
    kind: str
    position: Position
    moves: tuple[str, ...] | None  # as Move writes itself; None if the file does not say
    counts: tuple[int, ...]  # of sequences of 1, 2, 3 ... moves; empty if the file does not say


def read_known_file(path: Path) -> list[KnownPosition]:
    """Return the positions of a file; raises ImageError if it cannot be read, SourceErrors if it is wrong."""
    data = storage.read_filled(path, LARGEST, "a file of positions")
    return read_known(data.decode("utf-8", "replace"), str(path))


def read_known(text: str, file: str) -> list[KnownPosition]:
    """Return the positions of a file's text; raises SourceErrors with everything that is wrong in it."""
    return each_line(text, file, _known)


def _known(place: Place) -> KnownPosition:
    words = words_of(place.text, place)
    if not 2 <= len(words) <= 4:
        raise SourceError(place, "expected a kind, a position, and optionally moves and counts")
    (kind, _), (position, at) = words[:2]
    known = KnownPosition(place.line, kind, parse_position(position, at), None, ())
    if len(words) > 2:
        text, at = words[2]
        moves = () if text == NONE else tuple(text.split(","))
        for move in moves:
            if not WHOLE_MOVE.fullmatch(move):
                raise SourceError(at, f"'{move}' is not a move: expected 11-15 or 9x18x27")
        known = known._replace(moves=moves)
    if len(words) > 3:
        text, at = words[3]
        if not re.fullmatch(r"[0-9]{1,15}(?:/[0-9]{1,15})*", text):
            raise SourceError(at, f"'{text}' are not counts: expected 7/49/302")
        known = known._replace(counts=tuple(map(int, text.split("/"))))
    return known
