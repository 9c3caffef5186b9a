"""Moves as people write them: 11-15, 9x18x27, and 9x27 where that can mean but one move.

A capture may be written with x, : or -, with all of its squares or with some left out; what is legal decides what is
meant, and what could mean several moves is an error that names them.
"""

from __future__ import annotations

import re
from dataclasses import replace

from emulators.errors import Place, SourceError
from host.games.checkers.rules import Move, Position

MOVE = re.compile(r"(?:0?[1-9]|[12][0-9]|3[0-2])(?:\s?[-x:×]\s?(?:0?[1-9]|[12][0-9]|3[0-2]))+", re.IGNORECASE)
MOST_SHOWN = 12  # legal moves in a message


def within(place: Place, offset: int, length: int = 1) -> Place:
    """Return the part of a place that begins so many characters behind its start."""
    return replace(place, column=place.column + offset, length=length)


def typed(text: str, file: str = "move") -> Place:
    """Return the place of a text that is not in a file."""
    return Place(file, 1, 1, max(1, len(text)), text)


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


def reason(squares: tuple[int, ...], position: Position, legal: list[Move]) -> str:
    """Return why no legal move has these squares."""
    piece = position.pieces.get(squares[0])
    if piece is None:
        return f"there is nothing on {squares[0]}"
    if piece.colour is not position.to_move:
        return f"{position.to_move.value} is to move"
    if any(move.captured for move in legal):
        longer = any(move.captured and move.path[: len(squares)] == squares for move in legal)
        return "the capture goes on" if longer else "a capture has to be made"
    return f"the piece on {squares[0]} cannot go there"


def allowed(legal: list[Move]) -> str:
    """Return a hint: the moves there are."""
    if not legal:
        return "there are no legal moves"
    shown = ", ".join(map(str, legal[:MOST_SHOWN]))
    return f"legal: {shown}{', ...' if len(legal) > MOST_SHOWN else ''}"


def short(move: Move, position: Position) -> str:
    """Return the shortest way to write a move that means nothing else: its ends, or all of its squares."""
    ends = (move.start, move.end)
    alone = sum(means(ends, each) for each in position.legal_moves()) == 1
    return f"{move.start}x{move.end}" if move.captured and alone else str(move)
