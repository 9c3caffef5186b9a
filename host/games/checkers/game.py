"""A game of checkers: the moves made so far, how they are taken back, and how it has ended.

Besides the loss of who cannot move, two rules end a game here, which at the board a player has to claim:

    repetition     the same position, with the same side to move, is there for the third time,
    forty moves    in the last 40 moves of each side nothing was captured and no man was moved.

Source: World Checkers/Draughts Federation, Rules of Draughts, section 1.
"""

from __future__ import annotations

from typing import NamedTuple

from emulators.errors import IronboardError
from host.games.boards import Colour
from host.games.checkers.rules import OPENING, Move, Position

NO_MOVES, REPETITION, FORTY_MOVES, RESIGNATION = ENDS = ("no moves", "repetition", "forty moves", "resignation")
TIMES = 3  # that a position may be there
IDLE = 2 * 40  # moves of both sides without capture or move of a man


class GameError(IronboardError):
    """A request that does not fit the game."""


class Result(NamedTuple):
    """How a game has ended."""

    winner: Colour | None  # None: a draw
    reason: str  # one of ENDS

    def __str__(self) -> str:
        return f"{self.winner.value} wins: {self.reason}" if self.winner else f"a draw: {self.reason}"


class Game:
    """The positions and moves of a game, from `start` on."""

    def __init__(self, start: Position = OPENING) -> None:
        self.positions = [start]
        self.moves: list[Move] = []
        self._resigned: Colour | None = None

    @property
    def start(self) -> Position:
        """The position in which it began."""
        return self.positions[0]

    @property
    def position(self) -> Position:
        """The position now."""
        return self.positions[-1]

    def play(self, move: Move) -> None:
        """Make a move; raises IllegalMove, GameError if the game is over."""
        if self.result is not None:
            raise GameError(f"the game is over: {self.result}")
        self.positions.append(self.position.after(move))
        self.moves.append(move)

    def undo(self) -> Move:
        """Take the last move back, or a resignation first; return the move."""
        if not self.moves:
            raise GameError("there is no move to take back")
        self._resigned = None
        self.positions.pop()
        return self.moves.pop()

    def resign(self, colour: Colour) -> None:
        """Let a side give up."""
        if self.result is not None:
            raise GameError(f"the game is over: {self.result}")
        self._resigned = colour

    @property
    def result(self) -> Result | None:
        """How the game has ended; None while it has not."""
        if self._resigned is not None:
            return Result(self._resigned.other, RESIGNATION)
        if not self.position.legal_moves():
            return Result(self.position.to_move.other, NO_MOVES)
        if self.positions.count(self.position) >= TIMES:
            return Result(None, REPETITION)
        return Result(None, FORTY_MOVES) if self.idle >= IDLE else None

    @property
    def idle(self) -> int:
        """The moves of both sides since something was captured or a man was moved."""
        count = 0
        for before, move in zip(self.positions[-2::-1], self.moves[::-1], strict=True):
            if before.advances(move):
                break
            count += 1
        return count
