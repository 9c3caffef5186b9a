"""An ALGOL program of the 6600 at its own dialogue: lines typed and printed, its variables, its procedures one by one.

    program = Sitting("nps")
    program.type("19 1")
    program.get("count"), program.elements("patt")
    program.call("scan1")

Names are the compiler's: small letters, no blanks. Variables are those of the outermost block.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from emulators.cdc6600 import display_code
from emulators.cdc6600.core import Cause
from emulators.cdc6600.isa import ADDRESS_BITS, WORD_BITS
from emulators.cdc6600.system import INPUT, OUTPUT
from emulators.processor import Core
from host.bare6600 import CALLER, has_returned, integer, put_call
from host.cdc6600 import Cdc6600
from host.games.algol6600 import compiled
from host.games.program6600 import ProgramFault

ADDRESS, WORD = (1 << ADDRESS_BITS) - 1, (1 << WORD_BITS) - 1
TRUE = WORD
LOWER, UPPER = 2, 3  # words of the description of an array: the bounds of its first subscript
PIECE = 5_000  # cycles between two looks at whether it waits for a line: half a millisecond
PATIENCE = 6_000_000_000  # cycles: ten minutes of the machine, which no line comes near


class Sitting:
    """A program where it waits for a line. `files`: name -> lines, for its channels; `exact`: cycles are the 6600's.

    Raises IronboardError for a program whose text is missing, ProgramFault if it does not come to that.
    """

    def __init__(
        self,
        name: str,
        core: Core = "compiled",
        *,
        exact: bool = True,
        files: Mapping[str, Iterable[str]] | None = None,
    ) -> None:
        self.name, self.program = name, compiled(name, True)
        self.machine = machine = Cdc6600(core=core, exact=exact)
        machine.load(self.program.image)
        for each, lines in (files or {}).items():
            machine.attach(each, lines)
        machine.attach(OUTPUT)
        machine.give("connect", INPUT)
        self.cycles = 0  # of the last line typed
        self._wait()
        self.title = self._printed()  # what it prints before it asks for anything

    # ------------------------------------------------------------ the dialogue

    @property
    def waits(self) -> bool:
        """Whether the program waits for a line; else it has come to its end."""
        return INPUT in self.machine.system.waiting_for

    def type(self, line: str) -> list[str]:
        """Type a line; return what is printed until the program waits for the next one, or has ended.

        Raises ProgramFault if it does neither, and CodeError for characters that display code does not have.
        """
        if not self.waits:
            raise ProgramFault(f"{self.name} does not wait for '{line}': {self.machine.reason}")
        codes = display_code.line(line)
        start = self.machine.cycles
        self.machine.attach(OUTPUT)  # what has been printed before is forgotten: games are long
        self.machine.give("line", [INPUT, codes])
        self._wait()
        self.cycles = self.machine.cycles - start
        return self._printed()

    def _wait(self) -> None:
        machine, limit = self.machine, self.machine.cycles + PATIENCE
        while not self.waits and machine.m.cause == Cause.NONE and machine.cycles < limit:
            machine.run(PIECE)
        if not self.waits and machine.m.cause != Cause.END:
            printed = [line.strip() for line in self._printed()[-1:]]
            why = [machine.reason or "it still runs", *printed, *(line for _, line in machine.system.dayfile)]
            raise ProgramFault(f"{self.name} does not ask for a line: {' / '.join(why)}")

    def _printed(self) -> list[str]:
        return self.machine.text(OUTPUT).splitlines()

    # ------------------------------------------------------------ its variables

    def get(self, name: str) -> int:
        """Return a variable."""
        return integer(self.machine.peek(self.program.variables[name]))

    def set(self, **values: int) -> None:
        """Give variables these values: integers, Booleans."""
        for name, value in values.items():
            word = TRUE if value is True else value + WORD if value < 0 else int(value)
            self.machine.poke(self.program.variables[name], word)

    def first(self, array: str) -> int:
        """Return where the first element of an array is."""
        return self.machine.peek(self.program.variables[array]) & ADDRESS

    def bounds(self, array: str) -> tuple[int, int]:
        """Return the bounds of an array's subscript, from its description in storage."""
        description = self.program.variables[array]
        return integer(self.machine.peek(description + LOWER)), integer(self.machine.peek(description + UPPER))

    def elements(self, array: str) -> list[int]:
        """Return the elements of an array."""
        first, (lower, upper) = self.first(array), self.bounds(array)
        return [integer(self.machine.peek(first + each)) for each in range(upper - lower + 1)]

    # ------------------------------------------------------------ its procedures

    def call(self, procedure: str) -> None:
        """Call a procedure without parameters, as the program's own code does; variables are as it leaves them.

        Before the next line is typed the machine has to be put back. Raises ProgramFault if it does not come back.
        """
        self.prepare(procedure)
        self.machine.run(PATIENCE)
        if not has_returned(self.machine):
            why = self.machine.reason or "it still runs"
            raise ProgramFault(f"{self.name} does not come back from {procedure}: {why}")

    def prepare(self, procedure: str) -> None:
        """Let the machine be about to call a procedure."""
        put_call(self.machine, self.program.procedures[procedure])
        self.machine.write_register("P", CALLER)
