"""The call of a subroutine: its results, or why it failed; registers and flags by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from emulators.errors import require
from emulators.machine import Machine, Stop
from host.testing.loading import Memory, Place
from host.testing.registers import ByName
from host.testing.timing import Cycles


class Trouble(StrEnum):
    """The reason for which a subroutine has not returned properly."""

    LATE = "late"  # it did not return within its limit
    STOPPED = "stopped"  # the machine has stopped
    WROTE = "wrote"  # it wrote where it must not, or a wrong word
    READ = "read"  # it read where it must not
    STACK = "stack"  # it returned, but the stack is not as it was
    CHANGED = "changed"  # it returned, but a register is not as it was


class Failure(AssertionError):
    """Something that a test did not expect of a program.

    `address` is that of the instruction to blame, `place` the path and the line of its source; each None if not known.
    """

    def __init__(self, message: str, address: int | None = None, *, place: tuple[str, int] | None = None) -> None:
        super().__init__(message)
        self.address, self.place = address, place


class StubError(Failure):
    """A call that its stub has no answer for."""


class CallError(Failure):
    """A subroutine that did not return as it should."""

    def __init__(self, message: str, trouble: Trouble, address: int | None = None) -> None:
        super().__init__(message, address)
        self.trouble = trouble


LIMIT = 1_000_000  # cycles within which a subroutine returns
Writable = int | str | range | tuple[Place, int]  # a word, the word at a label, a stretch, a stretch by its length
STOPPED = {
    Stop.ILLEGAL_INSTRUCTION: "has come to an illegal instruction",
    Stop.HALT: "has stopped the machine",
    Stop.INPUT: "waits for input",
    Stop.BREAKPOINT: "has come to a breakpoint of the test",
    Stop.WATCH_READ: "has come to a watchpoint of the test",
}


@dataclass(eq=False)
class State(ByName[int]):
    """Registers and flags at one moment: `state.A` and `state["A"]` are a register, `state.C` is a bit of the flags."""

    registers: dict[str, int]
    flags: dict[str, bool]

    def __getitem__(self, name: str) -> int:
        for values in (self.registers, self.flags):
            if name in values:
                return values[name]
        raise KeyError(f"there is no '{name}': there are {' '.join([*self.registers, *self.flags])}")

    if not TYPE_CHECKING:  # type checkers have the names in ByName

        def __getattr__(self, name: str) -> int:
            if name in ("registers", "flags"):  # of a state that is only being made
                raise AttributeError(name)
            try:
                return self[name]
            except KeyError as error:
                raise AttributeError(*error.args) from None

    def text(self) -> str:
        """Return all of them as a line."""
        registers = " ".join(f"{name}={value:#x}" for name, value in self.registers.items())
        return f"{registers} {''.join(name if on else name.lower() for name, on in self.flags.items())}"


@dataclass(eq=False)
class Result(State):
    """The results of a subroutine. `result.A` and `result["A"]` are a register, `result.C` is a bit of the flags.

    `cycles` are those from its first instruction to its return, both included. `memory` is the machine's, in its
    current state.
    """

    name: str
    cycles: Cycles
    memory: Memory

    def __repr__(self) -> str:
        return f"<{self.name}: {self.text()}, {self.cycles:,} cycles>"


# ---------------------------------------------------------------- registers and flags


def bits(machine: Machine) -> dict[str, tuple[str, int]]:
    """Return for each flag the register that it is in, and its bit from the right."""
    return {
        flag: (register, len(names) - 1 - index)
        for register, names in machine.flags.items()
        for index, flag in enumerate(names)
        if flag != "-"
    }


def flags(machine: Machine) -> dict[str, bool]:
    return {name: bool(machine.read_register(register) >> bit & 1) for name, (register, bit) in bits(machine).items()}


def state_of(machine: Machine) -> State:
    """Return the registers and flags as they are now."""
    return State({name: machine.read_register(name) for name in machine.registers}, flags(machine))


def set_registers(machine: Machine, values: Mapping[str, int]) -> None:
    """Set registers, and flags by their letters; raises TypeError or ValueError, with nothing set, for a wrong one."""
    known = bits(machine)
    writes: list[tuple[str, int]] = []
    for name, value in values.items():
        require(value, f"a number for {name}", int)
        if name in machine.registers and name != machine.program_counter:
            if not 0 <= value < 1 << machine.registers[name]:
                raise ValueError(f"{name}={value} does not fit into {machine.registers[name]} bits")
            writes.append((name, value))
        elif name not in known:
            names = " ".join([*(each for each in machine.registers if each != machine.program_counter), *known])
            raise TypeError(f"there is neither a register nor a flag '{name}': there are {names}")
    for name, value in writes:
        machine.write_register(name, value)
    for name, value in values.items():
        if name not in machine.registers:
            register, bit = known[name]
            word = machine.read_register(register) & ~(1 << bit) | bool(value) << bit
            machine.write_register(register, word)
