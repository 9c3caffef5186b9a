"""The games: rules, positions, files and players of each, and the programs that play them on the machines.

from ironboard import position

position("go", drawing)  # its lines are rows such as ". X O ."
position("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
position("wally", kim)  # the board in the memory of a KIM-1
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, overload

if TYPE_CHECKING:
    from collections.abc import Callable

    from emulators.machine import Machine
    from host.games import draughts, fen, kalah_board
    from host.games.checkers import rules as checkers
    from host.games.go import rules as go

READERS = {  # game -> who reads its positions: a function of a text, or of a machine
    "checkers": "host.games.checkers.notation.parse_position",
    "chess": "host.games.fen.parse",
    "draughts": "host.games.draughts.parse",
    "go": "host.games.go.diagrams.parse",
    "kalah": "host.games.kalah_board.parse",
    "wally": "host.games.wally_board.position",
}


@overload
def position(game: Literal["checkers"], where: str) -> checkers.Position: ...
@overload
def position(game: Literal["chess"], where: str) -> fen.Position: ...
@overload
def position(game: Literal["draughts"], where: str) -> draughts.Position: ...
@overload
def position(game: Literal["go"], where: str) -> go.Position: ...
@overload
def position(game: Literal["kalah"], where: str) -> kalah_board.Position: ...
@overload
def position(game: Literal["wally"], where: Machine) -> go.Position: ...
def position(game: str, where: str | Machine) -> object:
    """Return a position of a game, which shows itself in a notebook.

    `where` is a text: a drawing for go, a FEN for chess, `W:W18,K19:B5` for checkers and draughts, `3,1,0/0,2,4 north`
    for kalah; for wally it is the KIM-1. Raises IronboardError for another game, or for a text that is not a position.

    >>> from ironboard import Kim1, position
    >>> position("kalah", "3,1,0/0,2,4 north").to_move.name
    'NORTH'
    >>> position("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").men[1]
    'R'
    >>> kim = Kim1()
    >>> image = kim.boot("wally")
    >>> kim.press("0", "9", "GO")
    >>> len(position("wally", kim).stones)
    9
    """
    from emulators.errors import IronboardError, did_you_mean, require
    from emulators.machine import Machine

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
