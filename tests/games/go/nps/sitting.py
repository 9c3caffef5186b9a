"""The thesis' program at its dialogue, on one 6600: lines are typed, its variables read and written, procedures called.

Points are those of the program: 21 * row + column.
"""

from __future__ import annotations

from collections.abc import Iterable

from emulators.cdc6600 import display_code
from emulators.cdc6600.core import Cause
from emulators.cdc6600.isa import ADDRESS_BITS
from emulators.cdc6600.system import INPUT, OUTPUT
from host.bare6600 import CALLER, has_returned, integer, put_call
from host.cdc6600 import Cdc6600
from host.games.algol6600 import compiled

ADDRESS = (1 << ADDRESS_BITS) - 1
STRIDE = 21
PIECE, PATIENCE = 100_000, 500_000_000  # cycles


def point(column: int, row: int) -> int:
    return STRIDE * row + column


class Sitting:
    """The program where it waits for a line. `modern`: its dialogue; `exact`: cycles are those of the 6600."""

    def __init__(self, size: int = 19, *, modern: bool = True, exact: bool = False) -> None:
        self.program = compiled("nps", True)
        self.size, self.machine = size, Cdc6600(exact=exact)
        self.machine.load(self.program.image)
        self.machine.attach(OUTPUT)
        self.machine.give("connect", INPUT)
        self.seen = 0
        self.cycles = 0  # of the last line typed
        self._wait()
        self.title = self._printed()
        self.type(f"{size} {int(modern)}")
        self.start = self.machine.snapshot()

    def restart(self) -> None:
        """Go back to before the first move."""
        self.machine.restore(self.start)
        self.seen = 0
        self._printed()

    def type(self, line: str) -> list[str]:
        """Type a line; return what is printed until the program waits for the next one, or has ended."""
        assert self.waits, self.machine.reason
        start = self.machine.cycles
        self.machine.give("line", [INPUT, display_code.line(line)])
        self._wait()
        self.cycles = self.machine.cycles - start
        return self._printed()

    def move(self, column: int = 0, row: int = 0) -> list[str]:
        """Type a move, or a pass; return the lines without the blanks in front."""
        return [line.strip() for line in self.type(f"{column} {row}")]

    @property
    def waits(self) -> bool:
        return INPUT in self.machine.system.waiting_for

    def _wait(self) -> None:
        limit = self.machine.cycles + PATIENCE
        while not self.waits and self.machine.m.cause == Cause.NONE and self.machine.cycles < limit:
            self.machine.run(PIECE)
        assert self.waits or self.machine.m.cause == Cause.END, self.machine.reason or "it still runs"

    def _printed(self) -> list[str]:
        lines = self.machine.text(OUTPUT).splitlines()
        new, self.seen = lines[self.seen :], len(lines)
        return new

    # ------------------------------------------------------------ its variables

    def get(self, name: str) -> int:
        """Return a variable of the outermost block."""
        return integer(int(self.machine.m.memory[self.program.variables[name]]))

    def set(self, name: str, value: int) -> None:
        self.machine.m.memory[self.program.variables[name]] = value

    def first(self, array: str) -> int:
        """Return where the first element of an array is."""
        return int(self.machine.m.memory[self.program.variables[array]]) & ADDRESS

    def elements(self, array: str, count: int) -> list[int]:
        """Return the first elements of an array."""
        first = self.first(array)
        return [integer(int(word)) for word in self.machine.m.memory[first : first + count]]

    @property
    def board(self) -> dict[int, int]:
        """The stones: point -> 1 for the machine's, 2 for the opponent's."""
        return {place: stone for place, stone in enumerate(self.elements("board", 441)) if stone in (1, 2)}

    def put(self, stones: dict[int, int], *, last: int = 0, count: int = 0, ko: int = 0) -> None:
        """Set up a position in which it is the opponent's move."""
        first = self.first("board")
        for row in range(1, self.size + 1):
            for column in range(1, self.size + 1):
                place = point(column, row)
                self.machine.m.memory[first + place] = stones.get(place, 0)
        for name, value in (("last", last), ("count", count), ("ko", ko), ("taken", 0), ("lost", 0)):
            self.set(name, value)

    def call(self, procedure: str) -> None:
        """Call a procedure without parameters, as the program's own code calls it."""
        machine = self.machine
        entry = self.program.procedures[procedure]
        put_call(machine, entry)
        machine.write_register("P", CALLER)
        machine.run(PATIENCE)
        assert has_returned(machine), machine.reason


def chain(lines: Iterable[str]) -> list[str]:
    """Return the procedures that made a move, from its explanation."""
    return next(line.split()[1:] for line in lines if line.startswith("BY"))


def answer(lines: list[str]) -> int:
    """Return the move that was printed, 0 for a pass."""
    word, column, row = lines[-1].split()
    assert word == "MOVE"
    return point(int(column), int(row))
