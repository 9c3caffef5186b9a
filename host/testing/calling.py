"""Calling a subroutine: set it up, run until it returns, report its results or its failure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from emulators.machine import Machine, Stop
from host.debugger.stops import word_text
from host.testing.loading import Memory, Place, words_of
from host.testing.timing import Cycles

if TYPE_CHECKING:
    from host.testing.rig import Rig


class Trouble(StrEnum):
    """What kept a subroutine from returning properly."""

    LATE = "late"  # it did not return within its limit
    STOPPED = "stopped"  # the machine has stopped
    WROTE = "wrote"  # it wrote where it must not
    STACK = "stack"  # it returned, but the stack is not as it was


class CallError(AssertionError):
    """A subroutine that did not return with the stack as it was."""

    def __init__(self, message: str, trouble: Trouble) -> None:
        super().__init__(message)
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


@dataclass(frozen=True)
class Result:
    """The results of a subroutine. Registers and the bits of the flags are attributes: `result.A`, `result.C`.

    `cycles` are those from its first instruction to its return, both included. `memory` is the machine's, in its
    current state.
    """

    name: str
    registers: dict[str, int]
    flags: dict[str, bool]
    cycles: Cycles
    memory: Memory

    def __getattr__(self, name: str) -> int:
        for known in ("registers", "flags"):
            values: Mapping[str, int] = self.__dict__[known]
            if name in values:
                return values[name]
        raise AttributeError(f"there is no '{name}': there are {' '.join([*self.registers, *self.flags])}")

    def __repr__(self) -> str:
        registers = " ".join(f"{name}={value:#x}" for name, value in self.registers.items())
        flags = "".join(name if on else name.lower() for name, on in self.flags.items())
        return f"<{self.name}: {registers} {flags}, {self.cycles:,} cycles>"


def call(
    rig: Rig,
    target: Place,
    registers: Mapping[str, int],
    memory: Mapping[Place, int | str | Iterable[int]],
    writes: Iterable[Writable] | None,
    limit: int,
) -> Result:
    """Call a subroutine; raises CallError when it does not return, or not properly."""
    __tracebackhide__ = True
    machine, model = rig.machine, rig.model
    name = target if isinstance(target, str) else rig.sources.near(rig.address(target))
    level = enter(rig, target, registers, memory)
    start, entry = machine.cycles, machine.read_register(machine.program_counter)
    machine.set_breakpoint(model.back)
    try:
        allowed = None if writes is None else {*addresses(rig, writes), *model.free(level)}
        with nullcontext() if allowed is None else machine.watching(allowed):
            stop = machine.run_to(start + limit)
            problem = _problem(rig, name, stop, limit, start, allowed)
    finally:
        machine.set_breakpoint(model.back, on=False)
    if problem:
        trouble, text = problem
        raise CallError("\n".join([text, *rig.remarks(start, level)]), trouble)
    imbalance = model.imbalance(machine, level)
    if imbalance:
        raise CallError(f"{name} has not left the stack as it was: {imbalance}", Trouble.STACK)
    rig.past.note(start, entry)
    return _result(rig, name, start)


def enter(
    rig: Rig, target: Place, registers: Mapping[str, int], memory: Mapping[Place, int | str | Iterable[int]]
) -> int:
    """Let the machine stand at the first instruction of a subroutine that has just been called.

    Returns the stack's level before the call, 0 where there is no stack.
    """
    __tracebackhide__ = True
    address = rig.address(target)
    for place, words in memory.items():
        rig.put(place, words_of(words))
    set_registers(rig.machine, registers)
    return rig.model.enter(rig.machine, address)


def _problem(
    rig: Rig, name: str, stop: Stop, limit: int, start: int, allowed: set[int] | None
) -> tuple[Trouble, str] | None:
    """Return what kept the subroutine from returning."""
    machine = rig.machine
    here = machine.read_register(machine.program_counter)
    if stop == Stop.WATCH_WRITE and allowed is not None:
        access = next((each for each in machine.watched if each.write and each.address not in allowed), None)
        if access:
            word = word_text(access.value, machine.radix, machine.word_bits)
            return Trouble.WROTE, f"{name} wrote {word} to {rig.near(access.address)}, which is not in writes="
    if stop == Stop.BREAKPOINT and here == rig.model.back:
        return None
    if stop == Stop.NONE:
        lines = "\n".join(rig.cycles.hottest(start))
        return Trouble.LATE, f"{name} has not returned within {limit:,} cycles; it is at {rig.near(here)}\n{lines}"
    why = f": {machine.reason}" if machine.reason else ""
    what = STOPPED.get(stop, "has come to a watchpoint of the test")
    return Trouble.STOPPED, f"{name} {what} at {rig.near(here)}{why}"


def _result(rig: Rig, name: str, start: int) -> Result:
    machine = rig.machine
    registers = {each: machine.read_register(each) for each in machine.registers}
    cycles = Cycles(machine.cycles - start, lambda: rig.cycles.hottest(start))
    return Result(name, registers, flags(machine), cycles, rig.memory)


def addresses(rig: Rig, places: Iterable[Writable]) -> set[int]:
    """Return the addresses given."""
    found: set[int] = set()
    for place in places:
        if isinstance(place, tuple):
            first = rig.address(place[0])
            found |= {*range(first, first + place[1])}
        else:
            found |= {*place} if isinstance(place, range) else {rig.address(place)}
    return found


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


def set_registers(machine: Machine, values: Mapping[str, int]) -> None:
    """Set registers, and flags by their letters; raises TypeError or ValueError, with nothing set, for a wrong one."""
    known = bits(machine)
    writes: list[tuple[str, int]] = []
    for name, value in values.items():
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
