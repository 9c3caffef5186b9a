"""A 6600 in which the routines of a program are called one by one.

    program = Bare6600("arith")  # asm/cdc6600/arith.compass
    cycles = program.call("DIV", X1=47, X2=-5)
    quotient = program.integer("X6")

A routine is called by RJ, with B1 = 1, and has ended when it returns to the next word. The system works, so that
routines may read and write files: `program.machine` has them.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from pathlib import Path

from emulators.cdc6600.core import RETURN_JUMP, Cause
from emulators.cdc6600.isa import ADDRESS_BITS, WORD_BITS
from emulators.cdc6600.machine import MODELS, Cdc6600
from emulators.image import Image
from emulators.processor import Core
from host.machines import programs
from host.machines.cdc6600.machine import run_long

FOLDER = Path("asm", "cdc6600")
CALLER = 0o76  # the place of the RJ, and of a PS after it: below the words that programs use
LIMIT = 10**9  # minor cycles of a call: 100 seconds of the machine
MASKS = {"A": (1 << ADDRESS_BITS) - 1, "B": (1 << ADDRESS_BITS) - 1, "X": (1 << WORD_BITS) - 1}


class Bare6600(programs.Bare):
    """The machine, and a program in its storage: one of asm/cdc6600/ by its name, any other by the path of its source.

    `image`: what to load instead of assembling the source, with the symbols that are used.
    `exact`, `model`, `integer_multiply`: see `Cdc6600`; with `exact` off, instructions are counted as cycles.
    Everything starts with B1 = 1 and empty files INPUT and OUTPUT.

    >>> from ironboard import Bare6600
    >>> program = Bare6600("arith")
    >>> cycles = program.call("DIV", X1=47, X2=-5)
    >>> program.integer("X6"), program.integer("X7")
    (-9, 2)
    """

    def __init__(
        self,
        program: str | Path,
        core: Core = "compiled",
        *,
        image: Image | None = None,
        exact: bool = True,
        model: str = MODELS[0],
        integer_multiply: bool = True,
    ) -> None:
        if image is None:
            source = program if isinstance(program, Path) else programs.find_source(FOLDER / f"{program}.compass")
            image = programs.assembled(source)
        super().__init__(Path(program).stem, image)
        self.machine = Cdc6600(core=core, exact=exact, model=model, integer_multiply=integer_multiply)
        self.machine.attach("INPUT")
        self.machine.attach("OUTPUT")
        self.load()
        self.set(B1=1)

    @property
    def memory(self) -> MutableSequence[int]:
        """The storage."""
        return self.machine.memory

    def set(self, **registers: int) -> None:
        """Set registers A0 to X7 by their names; negative numbers are complements."""
        for name, value in registers.items():
            self.machine.write_register(name, value if value >= 0 else MASKS[name[0]] + value)

    def word(self, register: str) -> int:
        """Return the content of a register, A0 to X7."""
        return self.machine.read_register(register)

    def integer(self, register: str) -> int:
        """Return the content of a register as an integer; -0 is 0."""
        return integer(self.word(register), MASKS[register[0]])

    def call(self, name: str, limit: int = LIMIT, **registers: int) -> int:
        """Call a routine with these registers; return the minor cycles from RJ to the instruction after it.

        Raises IronboardError if the machine stops elsewhere, or has not stopped after `limit` minor cycles.
        """
        machine = self.machine
        put_call(machine, self.address(name))
        self.set(**registers)
        machine.write_register("P", CALLER)
        start = machine.cycles
        run_long(machine, start + limit)
        if not has_returned(machine):
            raise self.not_back(name, machine.reason or f"after {limit:,} cycles it is at {machine.p:06o}")
        return machine.cycles - start

    def instructions(self, name: str, **registers: int) -> int:
        """Call a routine; return how many instructions it executes."""
        start = self.machine.instructions
        self.call(name, **registers)
        return self.machine.instructions - start - 2  # RJ and PS


def put_call(machine: Cdc6600, entry: int) -> None:
    """Put a call of the routine at an address into CALLER, and a stop after it."""
    machine.memory[CALLER] = RETURN_JUMP << WORD_BITS - 9 | entry << WORD_BITS - 30
    machine.memory[CALLER + 1] = 0


def has_returned(machine: Cdc6600) -> bool:
    """Return whether the machine has reached the stop after the call in CALLER."""
    return machine.cause == Cause.PROGRAM_STOP and machine.location == CALLER + 1


def integer(word: int, mask: int = MASKS["X"]) -> int:
    """Return the integer that a word is; -0 is 0."""
    return word - mask if word > mask >> 1 else word
