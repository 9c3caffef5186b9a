"""An ALGOL 60 program that comes with Ironboard, on the 6600: what it prints, and how long a procedure of it takes.

    program = AlgolProgram("mates")  # asm/cdc6600/mates.alg
    done = program.work(["WHITE KC8 RA1 PB6", "BLACK KA8 BB8 PA7 PB7", "STOP"], "search")
    done.printed, done.cycles

ALGOL 60 has no clock, so the machine's is read where the procedure begins and where it has returned. That takes the
machine no time.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from emulators.inputs import NEVER
from emulators.machine import Stop
from emulators.processor import Core
from host.assemblers.cached import Program, assembled
from host.bare import find_source
from host.cdc6600 import Cdc6600, return_address, run_in_pieces
from host.games.program6600 import prepared, printed

FOLDER = Path("asm", "cdc6600")
PROMPTS = {"kalah": 1, "mates": 2}  # lines by which a program tells what can be typed, before it reads anything


class Done(NamedTuple):
    """A program that has come to its end."""

    printed: list[str]  # without the prompt
    machine: Cdc6600
    cycles: list[int]  # minor cycles of each call of the procedure, from its first instruction to behind the call


def source(name: str) -> Path:
    """Return where a program's text is; raises IronboardError if there is none of this name."""
    return find_source(FOLDER / f"{name}.alg")


@cache
def compiled(name: str, checks: bool) -> Program:
    """Return a program compiled; raises IronboardError if there is none of this name."""
    return assembled(source(name), no_checks=not checks)


class AlgolProgram:
    """A program in ALGOL, compiled. `checks`: whether subscripts are compared with their bounds."""

    def __init__(self, name: str, core: Core = "compiled", *, checks: bool = True) -> None:
        self.compiled = compiled(name, checks)
        self.core, self.prompt = core, PROMPTS.get(name, 0)

    def work(self, lines: Iterable[str], procedure: str) -> Done:
        """Let it read these lines. `procedure`, in small letters, is the one whose calls are timed; it must return.

        Raises ProgramFault if the program does not come to its end, KeyError if it has no such procedure.
        """
        machine = prepared(self.compiled.image, lines, self.core)
        entry, cycles = self.compiled.procedures[procedure], []  # the word for the way back; the code is behind that
        while met(machine, entry + 1):
            begun = machine.cycles
            if met(machine, return_address(machine.peek(entry))):
                cycles.append(machine.cycles - begun)
        return Done(printed(machine)[self.prompt :], machine, cycles)


def met(machine: Cdc6600, address: int) -> bool:
    """Run until the word at an address is to be executed, or to the end; return whether that was it."""
    machine.set_breakpoint(address)
    stop = run_in_pieces(machine, NEVER)
    machine.set_breakpoint(address, False)
    return stop == Stop.BREAKPOINT
