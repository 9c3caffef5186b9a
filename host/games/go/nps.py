"""The thesis' GO program on the 6600: its dialogue line by line, its variables, its procedures called one by one.

    program = Nps()
    program.put({point(10, 10): OPPONENT, point(13, 10): OPPONENT}, vertex=point(10, 10))
    program.call("scan1")
    program.elements("patt")

Points are those of asm/cdc6600/nps.alg: 21 * row + column, both from 1, the row from the top. Names of variables and
procedures are the compiler's: small letters, no blanks.
"""

from __future__ import annotations

from collections.abc import Mapping

from emulators.cdc6600 import display_code
from emulators.cdc6600.core import Cause
from emulators.cdc6600.isa import ADDRESS_BITS, WORD_BITS
from emulators.cdc6600.system import INPUT, OUTPUT
from emulators.processor import Core
from host.bare6600 import CALLER, has_returned, integer, put_call
from host.cdc6600 import Cdc6600
from host.games.algol6600 import compiled
from host.games.program6600 import ProgramFault

ADDRESS = (1 << ADDRESS_BITS) - 1
STRIDE, CODES = 21, 441  # of BOARD: from row to row, and its elements
MACHINE, OPPONENT, OFF_BOARD = 1, 2, 3  # what an element holds; 0: nothing
TRUE = (1 << WORD_BITS) - 1
LOWER, UPPER = 2, 3  # words of the description of an array: the bounds of its first subscript
PIECE, PATIENCE = 100_000, 1_000_000_000  # cycles


def point(column: int, row: int) -> int:
    """Return the program's number of a point."""
    return STRIDE * row + column


def step(first: int, second: int) -> tuple[int, int]:
    """Return how many columns and rows the second point is from the first."""
    return second % STRIDE - first % STRIDE, second // STRIDE - first // STRIDE


class Nps:
    """The program where it waits for a line. `modern`: which dialogue; `exact`: cycles are those of the 6600."""

    def __init__(self, size: int = 19, core: Core = "compiled", *, modern: bool = True, exact: bool = False) -> None:
        self.program = compiled("nps", True)
        self.size, self.machine = size, Cdc6600(core=core, exact=exact)
        self.machine.load(self.program.image)
        self.machine.attach(OUTPUT)
        self.machine.give("connect", INPUT)
        self.cycles = 0  # of the last line typed
        self._wait()
        self.title = self._printed()
        self.type(f"{size} {int(modern)}")
        self._start = self.machine.snapshot()

    def restart(self) -> None:
        """Go back to where the program waits for the first move."""
        self.machine.restore(self._start)

    # ------------------------------------------------------------ the dialogue

    @property
    def waits(self) -> bool:
        """Whether the program waits for a line; else it has come to its end."""
        return INPUT in self.machine.system.waiting_for

    def type(self, line: str) -> list[str]:
        """Type a line; return what is printed until the program waits for the next one, or has ended.

        Raises ProgramFault if it does neither.
        """
        if not self.waits:
            raise ProgramFault(f"nps does not wait for {line!r}: {self.machine.reason}")
        start = self.machine.cycles
        self.machine.attach(OUTPUT)  # what has been printed before is forgotten: games are long
        self.machine.give("line", [INPUT, display_code.line(line)])
        self._wait()
        self.cycles = self.machine.cycles - start
        return self._printed()

    def move(self, column: int = 0, row: int = 0) -> list[str]:
        """Type a move, or a pass; return the lines without the blanks in front."""
        return [line.strip() for line in self.type(f"{column} {row}")]

    def _wait(self) -> None:
        limit = self.machine.cycles + PATIENCE
        while not self.waits and self.machine.m.cause == Cause.NONE and self.machine.cycles < limit:
            self.machine.run(PIECE)
        if not self.waits and self.machine.m.cause != Cause.END:
            raise ProgramFault(f"nps: {self.machine.reason or 'it still runs'}")

    def _printed(self) -> list[str]:
        return self.machine.text(OUTPUT).splitlines()

    # ------------------------------------------------------------ its variables

    def get(self, name: str) -> int:
        """Return a variable of the outermost block."""
        return integer(int(self.machine.m.memory[self.program.variables[name]]))

    def set(self, **values: int) -> None:
        """Give variables of the outermost block these values: integers from 0, Booleans."""
        for name, value in values.items():
            self.machine.m.memory[self.program.variables[name]] = TRUE if value is True else int(value)

    def first(self, array: str) -> int:
        """Return where the first element of an array is."""
        return int(self.machine.m.memory[self.program.variables[array]]) & ADDRESS

    def bounds(self, array: str) -> tuple[int, int]:
        """Return the bounds of an array's subscript, from its description in storage."""
        description = self.program.variables[array]
        lower, upper = (integer(int(self.machine.m.memory[description + each])) for each in (LOWER, UPPER))
        return lower, upper

    def elements(self, array: str) -> list[int]:
        """Return the elements of an array."""
        first, (lower, upper) = self.first(array), self.bounds(array)
        return [integer(int(word)) for word in self.machine.m.memory[first : first + upper - lower + 1]]

    @property
    def board(self) -> dict[int, int]:
        """The stones: point -> MACHINE or OPPONENT."""
        return {place: stone for place, stone in enumerate(self.elements("board")) if stone in (MACHINE, OPPONENT)}

    def put(self, stones: Mapping[int, int], **values: int) -> None:
        """Set up a position in which it is the opponent's move; `values` of variables, else there is no past."""
        first = self.first("board")
        for row in range(1, self.size + 1):
            for column in range(1, self.size + 1):
                place = point(column, row)
                self.machine.m.memory[first + place] = stones.get(place, 0)
        self.set(**{"last": 0, "theirlast": 0, "count": 0, "ko": 0, "taken": 0, "lost": 0, **values})

    # ------------------------------------------------------------ its procedures

    def call(self, procedure: str) -> None:
        """Call a procedure without parameters, as the program's own code does, no move having been found.

        Variables are as it leaves them; before the next line is typed, `restart`.
        """
        self._prepare(procedure)
        self.machine.run(PATIENCE)
        self._check(procedure)

    def reads(self, procedure: str) -> list[int]:
        """Call a procedure; return the points of BOARD that it reads, in their order."""
        first = self.first("board")
        self._prepare(procedure)
        self._watch(first)
        found: list[int] = []
        while not has_returned(self.machine) and not self.machine.reason:
            self.machine.run(PATIENCE)
            found += [each.address - first for each in self.machine.watched]
        self._watch(first, on=False)
        self._check(procedure)
        return found

    def _prepare(self, procedure: str) -> None:
        self.set(moved=0, depth=0)
        put_call(self.machine, self.program.procedures[procedure])
        self.machine.write_register("P", CALLER)

    def _watch(self, first: int, on: bool = True) -> None:
        for place in range(CODES):
            self.machine.set_watchpoint(first + place, read=True, write=False, on=on)

    def _check(self, procedure: str) -> None:
        if not has_returned(self.machine):
            raise ProgramFault(f"nps does not come back from {procedure}: {self.machine.reason or 'it still runs'}")


def chain(lines: list[str]) -> list[str]:
    """Return the procedures that made a move, outermost first, from the lines of its explanation."""
    return next(line.split()[1:] for line in lines if line.lstrip().startswith("BY "))


def answer(lines: list[str]) -> int:
    """Return the move that was printed, 0 for a pass."""
    word, column, row = lines[-1].split()
    if word != "MOVE":
        raise ProgramFault(f"nps prints {lines[-1]!r} where its move was expected")
    return point(int(column), int(row))
