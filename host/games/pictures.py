"""Boards as pictures: what a position shows of itself in a notebook, and where positions come from.

from ironboard import position

position("go", drawing)  # its lines are rows such as ". X O ."
position("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
position("wally", kim)  # the board in the memory of a KIM-1
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from emulators.errors import IronboardError, did_you_mean, require
from emulators.machine import Machine
from host.games.drawing import Picture, Shape, box

if TYPE_CHECKING:
    from host.games.checkers.rules import Placing
    from host.games.go.rules import Position as GoPosition
    from host.games.mates import Position as ChessPosition

CELL, RIM = 36, 24  # units of a square or a node, and around the board
WOOD, LINE, FRAME, NAME, LIGHT, DARK = "#e6c896", "#7a6038", "#4a3a28", "#f0dfc0", "#f0dfc0", "#8a6a48"
BLACK, WHITE = ("#26221f", "#8a837b"), ("#fbf6ea", "#57504a")  # fill and edge

READERS = {  # game -> who reads its positions: a function of a text, or of a machine
    "checkers": "host.games.checkers.notation.parse_position",
    "chess": "host.games.mates.parse",
    "draughts": "host.games.draughts.parse",
    "go": "host.games.go.diagrams.parse",
    "kalah": "host.games.kalah_board.parse",
    "wally": "host.games.wally_board.position",
}


def position(game: str, where: Any) -> Any:
    """Return a position of a game, which shows itself in a notebook.

    `where` is a text: a drawing for go, a FEN for chess, `W:W18,K19:B5` for checkers and draughts, `3,1,0/0,2,4 north`
    for kalah; for wally it is the KIM-1. Raises IronboardError for another game, or for a text that is not a position.
    """
    require(game, "the name of a game", str)
    if game not in READERS:
        raise IronboardError(f"'{game}' is not a game with a board here: {did_you_mean(game, READERS, 'go, chess')}")
    module, _, name = READERS[game].rpartition(".")
    read: Callable[[Any], Any] = getattr(import_module(module), name)
    if game == "wally":
        require(where, "a KIM-1", Machine)
    else:
        require(where, "a position as a text", str)
    return read(where)


def go(found: GoPosition) -> Picture:
    """Return a Go board with its stones."""
    from host.games.boards import Colour
    from host.games.go.diagrams import stars
    from host.games.go.gtp import COLUMNS

    size, width = found.size, found.size + 1
    length = size * CELL + 2 * RIM
    first, last = RIM + CELL / 2, length - RIM - CELL / 2
    shapes = [box(0, 0, length, length, FRAME), box(RIM, RIM, size * CELL, size * CELL, WOOD)]
    for each in range(size):
        at = first + each * CELL
        shapes += [Shape(((first, at), (last, at)), edge=LINE), Shape(((at, first), (at, last)), edge=LINE)]
        for place in (RIM / 2, length - RIM / 2):
            shapes.append(Shape(((at, place),), NAME, radius=13, text=COLUMNS[each]))
            shapes.append(Shape(((place, at),), NAME, radius=13, text=str(size - each)))
    for point in found.points:
        row, column = divmod(point, width)
        middle = ((first + (column - 1) * CELL, first + (row - 1) * CELL),)
        if point in found.stones:
            fill, edge = BLACK if found.stones[point] is Colour.BLACK else WHITE
            shapes.append(Shape(middle, fill, edge, radius=CELL * 0.46))
        elif point in stars(size):
            shapes.append(Shape(middle, LINE, LINE, radius=3))
    return Picture(length, length, tuple(shapes))


def checkers(found: Placing[Any]) -> Picture:
    """Return a board of checkers or draughts, White below; kings have a ring, free squares their numbers."""
    from host.games.boards import Colour

    size = found.board.size
    length = size * CELL + 2 * RIM
    shapes = [box(0, 0, length, length, FRAME), box(RIM, RIM, size * CELL, size * CELL, LIGHT)]
    for square in found.board.squares:
        row, column = found.board.place(square)
        x, y = RIM + column * CELL, RIM + row * CELL
        shapes.append(box(x, y, CELL, CELL, DARK))
        middle = ((x + CELL / 2, y + CELL / 2),)
        piece = found.pieces.get(square)
        if piece is None:
            shapes.append(Shape(middle, NAME, radius=12, text=str(square)))
            continue
        fill, edge = BLACK if piece.colour is Colour.BLACK else WHITE
        shapes.append(Shape(middle, fill, edge, radius=CELL * 0.42))
        if piece.king:
            shapes.append(Shape(middle, fill, edge, radius=CELL * 0.24))
    return Picture(length, length, tuple(shapes))


def chess(found: ChessPosition) -> str:
    """Return a chess board as SVG, drawn by python-chess."""
    from chess import svg

    from host.games.mates import board_of

    return str(svg.board(board_of(found.men), size=8 * CELL + 2 * RIM))
