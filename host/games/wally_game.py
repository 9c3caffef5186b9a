"""Wally as a program of `host.games.go.game`: always black, 15 by 15, his own handicap stones, and he knows no ko."""

from __future__ import annotations

from emulators.machine import Snapshot
from host.games.go.game import Answer, GameError, Move, ProgramGame, Record
from host.games.go.rules import Colour, Position, Stones
from host.games.wally import HANDICAPS, PASS, Wally
from host.games.wally_board import SIZE


class WallyProgram:
    """A machine with Wally, his keypad and his display. A point is what is typed: row and column, two hex digits."""

    size = SIZE
    colours: tuple[Colour, ...] = (Colour.BLACK,)
    knows_ko = False

    def __init__(self, wally: Wally) -> None:
        self.wally, self.name = wally, wally.program
        self.machine = wally.kim

    def new_game(self, handicap: int = 0) -> Stones:
        """Clear his board, and let him place handicap stones; raises GameError."""
        if handicap not in HANDICAPS:
            raise GameError(f"Wally places 2 to {HANDICAPS[-1]} handicap stones")
        self.wally.new_game(handicap)
        return self.wally.stones

    def answer(self, move: Move) -> Answer:
        """Type white's move; return his answer. The cycles include the keys."""
        start = self.machine.cycles
        made = self.wally.answer(PASS if move is None else move)
        return Answer(made or None, [], self.machine.cycles - start)

    def stones(self, own: Colour) -> dict[int, Colour]:
        """Return the stones on his board; his own are black."""
        return self.wally.stones

    def put(self, position: Position, own: Colour, record: Record) -> None:
        """Change his board by hand; he thinks about it as he finds it."""
        self.wally.put(position.stones)

    def snapshot(self) -> Snapshot:
        """Return the machine as it is."""
        return self.machine.snapshot()

    def restore(self, moment: Snapshot) -> None:
        """Go back to a machine as it was."""
        self.machine.restore(moment)


class WallyGame(ProgramGame):
    """One machine with Wally, and game after game on it."""

    def __init__(self, wally: Wally) -> None:
        self.wally = wally
        super().__init__(WallyProgram(wally))
