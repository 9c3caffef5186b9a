"""Programs of the 6600 at work: they read lines and print results, or hold a dialogue.

    printed, machine = work(image, lines, "compiled")

    program = CompiledProgram("mates")  # asm/cdc6600/mates.alg
    done = program.work(["WHITE KC8 RA1 PB6", "BLACK KA8 BB8 PA7 PB7", "STOP"], "search")
    done.printed, done.cycles

    program = Sitting("nps")  # stops where it waits for a line
    program.type("19 1")
    program.get("count"), program.elements("patt")
    program.call("scan1")

Neither ALGOL 60 nor FORTRAN has a clock, so the machine's is read where a procedure begins and where it has returned;
that takes no time. Names of ALGOL are the compiler's: small letters, no blanks. Variables are those of the outermost
block.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from emulators.cdc6600 import display_code
from emulators.cdc6600.core import Cause
from emulators.cdc6600.isa import ADDRESS_BITS, WORD_BITS, return_address
from emulators.cdc6600.machine import Cdc6600 as Machine
from emulators.cdc6600.system import INPUT, OUTPUT
from emulators.image import Image
from emulators.inputs import NEVER
from emulators.machine import Stop
from emulators.processor import Core
from host.assemblers.cached import Program, assembled
from host.games.boards import ProgramFault
from host.machines.cdc6600.calls import CALLER, LIMIT, has_returned, integer, put_call
from host.machines.cdc6600.machine import Cdc6600, run_long
from host.machines.programs import find_source


def work(image: Image, lines: Iterable[str], core: Core) -> tuple[list[str], Cdc6600]:
    """Have a program read these lines; return its output, and the machine after its end."""
    machine = prepared(image, lines, core)
    run_long(machine, NEVER)
    return printed(machine), machine


def prepared(image: Image, lines: Iterable[str], core: Core, *, exact: bool = True) -> Cdc6600:
    """Return a machine with a program that is going to read these lines; `exact`: cycles are the 6600's."""
    machine = Cdc6600(core=core, exact=exact)
    machine.load(image)
    machine.attach(INPUT, lines)
    machine.attach(OUTPUT)
    return machine


def printed(machine: Cdc6600) -> list[str]:
    """Return a program's output; raises ProgramFault if it has not ended."""
    lines = machine.text(OUTPUT).splitlines()
    if machine.cause != Cause.END:
        raise ProgramFault(f"the program did not end: {(lines or [machine.reason])[-1]}")
    return lines


FOLDER = Path("asm", "cdc6600")
PROMPTS = {
    "kalah": 1,
    "mates": 2,
    "nmates": 2,
}  # lines that explain a program's input, before it reads anything


class Done(NamedTuple):
    """A finished run of a program."""

    printed: list[str]  # without the prompt
    machine: Cdc6600
    cycles: list[
        int
    ]  # minor cycles of each call of the procedure, from its first instruction to the one after the call


Compiled = Literal["algol", "fortran"]
SUFFIXES: dict[Compiled, str] = {"algol": ".alg", "fortran": ".f"}


def source(name: str, language: Compiled = "algol") -> Path:
    """Return where a program's text is; raises IronboardError if there is none of this name."""
    return find_source(FOLDER / f"{name}{SUFFIXES[language]}")


@cache
def compiled(name: str, checks: bool, language: Compiled = "algol") -> Program:
    """Return a program compiled; raises IronboardError if there is none of this name."""
    return assembled(source(name, language), no_checks=not checks)


class CompiledProgram:
    """A program in ALGOL or FORTRAN, compiled. `checks`: whether subscripts are compared with their bounds."""

    def __init__(
        self, name: str, core: Core = "compiled", *, checks: bool = True, language: Compiled = "algol"
    ) -> None:
        self.compiled = compiled(name, checks, language)
        self.core, self.prompt = core, PROMPTS.get(name, 0) if language == "algol" else 0

    def work(self, lines: Iterable[str], procedure: str) -> Done:
        """Have it read these lines. Calls of `procedure`, in small letters, are timed; it must return.

        Raises ProgramFault if the program does not end, KeyError if it has no such procedure.
        """
        machine = prepared(self.compiled.image, lines, self.core)
        entry, cycles = self.compiled.procedures[procedure], []  # the word for the way back; the code follows
        while met(machine, entry + 1):
            begun = machine.cycles
            if met(machine, return_address(machine.peek(entry))):
                cycles.append(machine.cycles - begun)
        return Done(printed(machine)[self.prompt :], machine, cycles)


def met(machine: Cdc6600, address: int) -> bool:
    """Run until the word at an address is to be executed, or to the end; return whether that was it."""
    machine.set_breakpoint(address)
    stop = run_long(machine, NEVER)
    machine.set_breakpoint(address, False)
    return stop == Stop.BREAKPOINT


ADDRESS, WORD = (1 << ADDRESS_BITS) - 1, (1 << WORD_BITS) - 1
TRUE = WORD
LOWER, UPPER = 2, 3  # words of the description of an array: the bounds of its first subscript


class Sitting:
    """A program where it waits for a line. `files`: name -> lines, for its channels; `exact`: cycles are the 6600's.

    Raises IronboardError for a missing program, ProgramFault if it never waits for a line.
    """

    look = 5_000  # cycles between two looks at whether it waits for a line: half a millisecond
    patience = 6_000_000_000  # cycles: ten minutes of the machine, far more than any line

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
        self.title = self._printed()  # its output before the first question

    # ------------------------------------------------------------ the dialogue

    @property
    def waits(self) -> bool:
        """Whether the program waits for a line; else it has ended."""
        return INPUT in self.machine.system.waiting_for

    def type(self, line: str) -> list[str]:
        """Type a line; return the output until the program waits for the next one, or has ended.

        Raises ProgramFault if it does neither, and CodeError for characters that display code does not have.
        """
        if not self.waits:
            raise ProgramFault(f"{self.name} does not wait for '{line}': {self.machine.reason}")
        codes = display_code.line(line)
        start = self.machine.cycles
        self.machine.attach(OUTPUT)  # earlier output is dropped: games are long
        self.machine.give("line", [INPUT, codes])
        self._wait()
        self.cycles = self.machine.cycles - start
        return self._printed()

    def _wait(self) -> None:
        machine, limit = self.machine, self.machine.cycles + self.patience
        while not self.waits and machine.cause == Cause.NONE and machine.cycles < limit:
            machine.run(self.look)
        if not self.waits and machine.cause != Cause.END:
            printed = [line.strip() for line in self._printed()[-1:]]
            why = [machine.reason or "it is still running", *printed, *(line for _, line in machine.system.dayfile)]
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
        self.machine.run(self.patience)
        if not has_returned(self.machine):
            raise self.not_back(procedure)

    def not_back(self, procedure: str) -> ProgramFault:
        """Return the error for a procedure that has not returned."""
        return ProgramFault(
            f"{self.name} did not return from {procedure}: {self.machine.reason or 'it is still running'}"
        )

    def prepare(self, procedure: str) -> None:
        """Prepare the machine to call a procedure."""
        put_call(self.machine, self.program.procedures[procedure])
        self.machine.write_register("P", CALLER)


def call_routine(machine: Machine, entry: int, places: Iterable[int] = ()) -> Iterator[int]:
    """Call the routine at `entry`; yield each of the places that it reaches, before the word there is executed.

    The routine has returned when there is no further one. Raises ProgramFault if it stops elsewhere.
    """
    put_call(machine, entry)
    machine.write_register("P", CALLER)
    marked = tuple(places)
    for address in marked:
        machine.set_breakpoint(address)
    while machine.run(LIMIT) == Stop.BREAKPOINT:
        yield machine.read_register("P")
    for address in marked:
        machine.set_breakpoint(address, False)
    if not has_returned(machine):
        raise ProgramFault(f"the routine at {entry:06o} did not return: {machine.reason or 'it is still running'}")
