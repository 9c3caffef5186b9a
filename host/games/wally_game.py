"""A game of Go against Wally with the rules watched over: legal moves, ko, undo, positions that others made.

Wally is always black, and moves only as an answer to white. So white's move is held back until Wally is asked for
his: then it is typed on the keypad, or 00 where white has not moved. If instead somebody else plays for black (a
game is being replayed), both stones are put on the board by hand.

Wally knows no ko rule. When he retakes a ko at once, that is refused: the machine goes back to the moment before,
white's stone is put on the board by hand, and Wally has passed.
"""

from __future__ import annotations

from typing import NamedTuple

from emulators.errors import IronboardError
from emulators.machine import Snapshot
from host.games.go.rules import Colour, IllegalMove, Position, Stones
from host.games.wally import HANDICAPS, Wally
from host.games.wally import PASS as WALLYS_PASS
from host.games.wally_board import SIZE

Move = int | None  # a point; None is a pass


class GameError(IronboardError):
    """A request that does not fit this game."""


class Moment(NamedTuple):
    """What `undo` goes back to."""

    made: tuple[Colour, Move] | None  # what was done then: a move, or None where stones were set up
    position: Position
    held: Move
    holding: bool
    machine: Snapshot | None  # None if it has not been touched since


class Line(NamedTuple):
    """The game so far: the stones it began with or that were set up last, and the moves after that."""

    stones: Stones
    moves: list[tuple[Colour, Move]]


class WallyGame:
    """One machine, and game after game on it."""

    def __init__(self, wally: Wally) -> None:
        self.wally = wally
        self.new_game()

    def new_game(self, handicap: int = 0) -> list[int]:
        """Start anew with so many of Wally's handicap stones; return their points."""
        if handicap not in HANDICAPS:
            raise GameError(f"Wally places 2 to {HANDICAPS[-1]} handicap stones")
        self.wally.new_game(handicap)
        self.position = Position(SIZE, self.wally.stones)
        self.refused: Move = None  # the move that Wally wanted when his last one was refused
        self._held: Move = None  # white's move that has not been typed yet
        self._holding = False
        self._history: list[Moment] = []
        return sorted(self.position.stones)

    @property
    def moves_made(self) -> int:
        """The number of moves that can be taken back."""
        return len(self._history)

    @property
    def line(self) -> Line:
        """The game so far."""
        after = [*(moment.position for moment in self._history[1:]), self.position]
        stones = (self._history[0].position if self._history else self.position).stones
        moves: list[tuple[Colour, Move]] = []
        for moment, position in zip(self._history, after, strict=False):
            if moment.made is None:
                stones, moves = position.stones, []
            else:
                moves.append(moment.made)
        return Line(stones, moves)

    def set_up(self, stones: Stones) -> None:
        """Put exactly these stones on the board, by hand; raises IllegalMove if some of them have no liberty."""
        position = Position(SIZE, stones)
        if not all(position.group(point)[1] for point in stones):
            raise IllegalMove("stones without a liberty cannot be set up")
        self._remember(touched=True)
        self.wally.put(stones)
        self.position, self._holding, self._held = position, False, None

    def play(self, colour: Colour, move: Move) -> None:
        """Make a move for either side that Wally has not chosen; raises IllegalMove."""
        after = self.position.passed() if move is None else self.position.play(colour, move)
        by_hand = colour is Colour.BLACK or (self._holding and self._held is not None)
        self._remember(touched=by_hand, made=(colour, move))
        if by_hand:
            self.wally.put((after if colour is Colour.BLACK else self.position).stones)
        self.position = after
        self._holding, self._held = colour is Colour.WHITE, move if colour is Colour.WHITE else None

    def answer(self) -> Move:
        """Let Wally make a move; return it."""
        self._remember(touched=True)
        typed = WALLYS_PASS if self._held is None else self._held
        move = self.wally.answer(typed) or None
        self._holding, self._held, self.refused = False, None, None
        try:
            self.position = self.position.passed() if move is None else self.position.play(Colour.BLACK, move)
        except IllegalMove:
            self._refuse()
            self.refused, move = move, None
        self._history[-1] = self._history[-1]._replace(made=(Colour.BLACK, move))
        if self.wally.stones != self.position.stones:
            raise GameError("the board in the machine is not what the rules make of the moves")
        return move

    def _refuse(self) -> None:
        """Make a pass of the move that Wally has just made."""
        before = self._history[-1].machine
        assert before is not None
        self.wally.kim.restore(before)
        self.wally.put(self.position.stones)
        self.position = self.position.passed()

    def undo(self) -> None:
        """Take the last move of either side back."""
        if not self._history:
            raise GameError("cannot undo")
        moment = self._history.pop()
        if moment.machine is not None:
            self.wally.kim.restore(moment.machine)
        self.position, self._held, self._holding = moment.position, moment.held, moment.holding

    def _remember(self, touched: bool, made: tuple[Colour, Move] | None = None) -> None:
        machine = self.wally.kim.snapshot() if touched else None
        self._history.append(Moment(made, self.position, self._held, self._holding, machine))
