"""The words of the Hub protocol for draughts engines, version 2, on a board of 32 squares.

    pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves="11-15 22-18"      a command and its arguments
    done move=15x22x18

A position is the side to move, B or W, then squares 1 to 32: b w men, B W kings, e empty. A capture is its first
square, its last one, and all that it takes, in any order. The protocol was made for other boards, on which White moves
first; on this one nothing else is different.

Source: F. Letouzey, Hub protocol for draughts, version 2, which comes with Scan 3.1.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from emulators.errors import IronboardError
from host.games.boards import Colour
from host.games.checkers.rules import FAR_ROW, KINGS, MEN, SQUARES, Move, Piece, Position, place

EMPTY = "e"
PIECES = {piece.value: piece for piece in Piece}
SIDES = {colour.letter: colour for colour in Colour}
START_POSITION = "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"  # as messages show one
ARGUMENT = re.compile(r'([^\s="]+)(?:=("[^"]*"|[^\s"]*))?(?:\s+|$)')
MOVE = re.compile(r"[0-9]{1,2}(?:-[0-9]{1,2}|(?:x[0-9]{1,2})+)")
LAST = SQUARES[-1]


class HubError(IronboardError):
    """A line, or a part of one, that is not in the protocol, or a move that is not legal."""


class Line(NamedTuple):
    """A command, or an answer, and its arguments; those without a value have an empty one."""

    command: str
    arguments: dict[str, str]


def parse(text: str) -> Line:
    """Return the command on a line, '' if it is blank; raises HubError."""
    command, _, rest = text.strip().partition(" ")
    arguments, at, rest = dict[str, str](), 0, rest.strip()
    while at < len(rest):
        found = ARGUMENT.match(rest, at)
        if found is None:
            raise HubError(f"cannot read '{rest[at:]}': expected NAME=VALUE, a value with blanks in quotation marks")
        arguments[found[1]] = (found[2] or "").strip('"')
        at = found.end()
    return Line(command, arguments)


def written(command: str, **arguments: object) -> str:
    """Return a line; an underline in a name is a dash there."""
    values = {name.replace("_", "-"): str(value).replace('"', "'") for name, value in arguments.items()}
    quoted = {name: value if re.fullmatch(r'[^\s="]+', value) else f'"{value}"' for name, value in values.items()}
    return " ".join([command, *(f"{name}={value}" for name, value in quoted.items())])


# ---------------------------------------------------------------- positions and moves


def position_written(position: Position) -> str:
    """Return a position as the protocol has it."""
    squares = (position.pieces[each].value if each in position.pieces else EMPTY for each in SQUARES)
    return position.to_move.letter + "".join(squares)


def read_position(text: str) -> Position:
    """Return the position of a text; raises HubError."""
    if len(text) != 1 + len(SQUARES) or text[0] not in SIDES:
        raise HubError(f"'{text}' is not a position: expected B or W and {len(SQUARES)} squares, as {START_POSITION}")
    pieces = {}
    for square, letter in zip(SQUARES, text[1:], strict=True):
        if letter in PIECES:
            pieces[square] = piece = PIECES[letter]
            if not piece.king and place(square)[0] == FAR_ROW[piece.colour]:
                raise HubError(f"there is a {piece.colour.value} man on {square}, where it would be a king")
        elif letter != EMPTY:
            raise HubError(f"'{letter}' on square {square} is not a piece: expected b, w, B, W, or e for none")
    return Position(pieces, SIDES[text[0]])


def turned(position: Position) -> Position:
    """Return the position turned by half a turn, the colours exchanged: the same to the side that moves."""
    pieces = {
        LAST + 1 - square: (KINGS if piece.king else MEN)[piece.colour.other]
        for square, piece in position.pieces.items()
    }
    return Position(pieces, position.to_move.other)


def move_written(move: Move) -> str:
    """Return a move as the protocol has it."""
    if not move.captured:
        return str(move)
    return "x".join(map(str, (move.start, move.end, *sorted(move.captured))))


def read_move(text: str, position: Position) -> Move:
    """Return the legal move that is meant; captured squares may be left out where that is one move only.

    Of several ways to take the same pieces the first counts. Raises HubError; there must be a legal move.
    """
    legal = position.legal_moves()
    if not MOVE.fullmatch(text):
        raise HubError(f"'{text}' is not a move: expected one such as {move_written(legal[0])}")
    start, end, *captured = map(int, re.split("[-x]", text))
    found = [each for each in legal if (each.start, each.end) == (start, end) and bool(each.captured) == ("x" in text)]
    if captured:
        found = [each for each in found if sorted(each.captured) == sorted(captured)]
    if not found or len({frozenset(each.captured) for each in found}) > 1:
        raise HubError(f"{text} is not legal: legal are {', '.join(map(move_written, legal))}")
    return found[0]
