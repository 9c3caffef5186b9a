"""A game of chess against the 704's program: positions, files, and how it ends by the laws of chess."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import chess

from emulators.errors import Place
from host.games import duel, movetext, pgn
from host.games.boards import Colour
from host.games.chess import notation
from host.games.duel import Outcome

SIDES = {chess.WHITE: Colour.WHITE, chess.BLACK: Colour.BLACK}


class Position(chess.Board):
    """A position, with the moves that led there. It is never changed."""

    @property
    def to_move(self) -> Colour:
        """The side to move."""
        return SIDES[self.turn]

    def played(self, move: chess.Move) -> Position:
        """Return the position after a move."""
        board = self.copy()
        board.push(move)
        return board


class Chess(pgn.Chess):
    """PGN of chess, whose moves may be written as in 1958, too."""

    @cached_property
    def opening(self) -> Position:  # type: ignore[override]  # as in the class above
        """The usual beginning."""
        return Position()

    def position(self, text: str, place: Place) -> Position:
        """Return the position of a FEN; raises SourceError."""
        return Position(super().position(text, place).fen())

    def move(self, text: str, position: chess.Board, place: Place) -> chess.Move:
        """Return the legal move that is meant; raises SourceError."""
        if notation.is_english(text):
            return notation.read(text, position, place)
        return super().move(notation.castling(text), position, place)

    def after(self, position: chess.Board, move: chess.Move) -> chess.Board:
        """Return the position after a move."""
        assert isinstance(position, Position)
        return position.played(move)


class LastPosition(Chess):
    """PGN in which only the last position of a game is kept, for a board that has no rules."""

    def written(self, game: movetext.Record[chess.Board, chess.Move]) -> bytes:
        """Return a game that begins where this one ends."""
        return super().written(movetext.Record(game.tags, self.positions(game)[-1]))


CHESS, LAST_POSITION = Chess(), LastPosition()
Record = movetext.Record[chess.Board, chess.Move]


class Game(duel.Game[Position, chess.Move]):
    """A game; draws that need no claim end it."""

    first = Colour.WHITE

    def answer(self, depth: int) -> Any:
        """Have the program make the move, or resign; return its thought."""
        thought = super().answer(depth)
        if thought.resigned:
            self.undo(None)
            self.resigned = self.position.to_move
        return thought

    def ended(self) -> Outcome | None:
        """Return how the laws have ended the game, if they have."""
        found = self.position.outcome()
        if found is None:
            return None
        winner = None if found.winner is None else SIDES[found.winner]
        return Outcome(winner, f": {termination(found)}")


def termination(outcome: chess.Outcome) -> str:
    """Return how a game has ended: checkmate, stalemate, fifty moves ..."""
    return outcome.termination.name.lower().replace("_", " ")
