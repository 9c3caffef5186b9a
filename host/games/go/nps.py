"""The thesis' GO program on the 6600, for looking into it: positions set up, its procedures called, what they read.

    program = Nps()
    program.put({point(10, 10): OPPONENT, point(13, 10): OPPONENT}, vertex=point(10, 10), seeking=False)
    program.call("scan1")
    program.elements("patt")

Points are those of asm/cdc6600/nps.alg: 21 * row + column, both from 1, the row from the top. For playing there is
program.py.
"""

from __future__ import annotations

from collections.abc import Mapping

from emulators.processor import Core
from host.bare6600 import has_returned
from host.games.go.sitting import PATIENCE, Sitting
from host.games.program6600 import ProgramFault

STRIDE, CODES = 21, 441  # of BOARD: from row to row, and its elements
MACHINE, OPPONENT = 1, 2  # what an element holds; 0: nothing, 3: it is off the board


def point(column: int, row: int) -> int:
    """Return the program's number of a point."""
    return STRIDE * row + column


def step(first: int, second: int) -> tuple[int, int]:
    """Return how many columns and rows the second point is from the first."""
    return second % STRIDE - first % STRIDE, second // STRIDE - first // STRIDE


class Nps(Sitting):
    """The program where it waits for a move. `modern`: which dialogue; `exact`: cycles are those of the 6600."""

    def __init__(self, size: int = 19, core: Core = "compiled", *, modern: bool = True, exact: bool = False) -> None:
        super().__init__("nps", core, exact=exact)
        self.size = size
        self.type(f"{size} {int(modern)}")
        self._start = self.machine.snapshot()

    def restart(self) -> None:
        """Go back to where the program waits for the first move."""
        self.machine.restore(self._start)

    def move(self, column: int = 0, row: int = 0) -> list[str]:
        """Type a move, or a pass; return the lines without the blanks in front."""
        return [line.strip() for line in self.type(f"{column} {row}")]

    @property
    def board(self) -> dict[int, int]:
        """The stones: point -> MACHINE or OPPONENT."""
        return {place: stone for place, stone in enumerate(self.elements("board")) if stone in (MACHINE, OPPONENT)}

    def put(self, stones: Mapping[int, int], **values: int) -> None:
        """Set up a position in which it is the opponent's move; `values` of variables, else there is no past."""
        memory, first = self.machine.m.memory, self.first("board")
        for row in range(1, self.size + 1):
            for column in range(1, self.size + 1):
                memory[first + point(column, row)] = stones.get(point(column, row), 0)
        self.set(**{"last": 0, "theirlast": 0, "count": 0, "ko": 0, "taken": 0, "lost": 0, **values})

    def prepare(self, procedure: str) -> None:
        """Let the machine be about to call a procedure, no move having been found."""
        self.set(moved=False, depth=0)
        super().prepare(procedure)

    def reads(self, procedure: str) -> list[int]:
        """Call a procedure; return the points of BOARD that it reads, in their order."""
        machine, first = self.machine, self.first("board")
        self.prepare(procedure)
        self._watch(first)
        found: list[int] = []
        while not has_returned(machine) and not machine.reason:
            machine.run(PATIENCE)
            found += [each.address - first for each in machine.watched]
        self._watch(first, on=False)
        if not has_returned(machine):
            raise ProgramFault(f"nps does not come back from {procedure}: {machine.reason}")
        return found

    def _watch(self, first: int, on: bool = True) -> None:
        for place in range(CODES):
            self.machine.set_watchpoint(first + place, read=True, write=False, on=on)


def chain(lines: list[str]) -> list[str]:
    """Return the procedures that made a move, outermost first, from the lines of its explanation."""
    return next(line.split()[1:] for line in lines if line.lstrip().startswith("BY "))


def answer(lines: list[str]) -> int:
    """Return the move that was printed, 0 for a pass."""
    word, column, row = lines[-1].split()
    if word != "MOVE":
        raise ProgramFault(f"nps prints {lines[-1]!r} where its move was expected")
    return point(int(column), int(row))
