"""Programs that run from a start to the address of success: those in asm/kim1/bench/.

They write the number of the part at work into a byte of memory. Each is run once under observation: cycles and
instructions are counted part by part, and what it has left in memory is compared with what Python makes of the same
task. Then the clock runs, without observation: for the compiled core, for py65 in the same KIM-1, and for py65 alone
on a list of bytes, if the program needs nothing but memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from py65.devices.mpu6502 import MPU

from emulators.errors import IronboardError
from emulators.kim1.processor import Core
from emulators.machine import Stop
from host.bench.measuring import Cell, Result, Row, Table, Task, measure, times
from host.kim1 import Kim1

PASSES, SECTION = 0x0010, 0x0012
SUCCESS, FAILED = 3, 6  # behind the start
PREPARING = 0  # the section in which nothing is measured
SUCCEEDED = -1  # stands for the end, among the sections
DISPLAY = 0x00F9  # its three pairs of digits, the right one first
LIMIT = 2_000_000_000  # cycles
CHUNK = 500_000  # cycles of a trace that are counted at a time
INITIALISED = 20_000  # cycles in which the monitor has set the ports
INTERRUPTS_OFF = 0x34
COMPILED: Final = "compiled"  # labels of rows; this one is the name of a core, too
PY65, PY65_ALONE = "py65", "py65, no board"

Check = Callable[[Kim1, int], str | None]  # given the machine and the passes: what is wrong


@dataclass(frozen=True)
class Program:
    """A program, and what is known about it. Settings are bytes to store before the start."""

    name: str  # in the manifest
    title: str
    sections: Mapping[int, str] = field(default_factory=dict)  # none: they are not looked at
    start: int = 0x0200
    machine: Mapping[str, Any] = field(default_factory=dict)  # expansions of the KIM-1
    settings: Mapping[int, int] = field(default_factory=dict)
    sample: Mapping[int, int] = field(default_factory=dict)  # for py65, which is slow
    checks: Mapping[int, Check] = field(default_factory=dict)  # section -> what must be right when it has been done
    alone: bool = True  # it needs nothing but memory
    units: Mapping[int, int] = field(default_factory=dict)  # section -> how many of `unit` it does in a pass
    unit: str = ""


@dataclass(frozen=True)
class Observed:
    """What a run under observation has shown."""

    cycles: Counter[int]  # by section
    instructions: Counter[int]
    passes: int

    @property
    def all_cycles(self) -> int:
        """Cycles from the start to success."""
        return self.cycles.total()

    @property
    def all_instructions(self) -> int:
        """Instructions from the start to success."""
        return self.instructions.total()


def machine(program: Program, core: Core) -> Kim1:
    """Return a KIM-1 with the program loaded, its monitor waiting."""
    kim = Kim1(core=core, **program.machine)
    kim.run(INITIALISED)
    kim.load(program.name)
    for address in (SUCCESS, FAILED):
        kim.set_breakpoint(program.start + address)
    return kim


def prepare(kim: Kim1, program: Program, settings: Mapping[int, int]) -> None:
    """Bring the machine to the start of the program."""
    for address, byte in settings.items():
        kim.memory[address] = byte
    kim.write_register("P", INTERRUPTS_OFF)
    kim.write_register("PC", program.start)


def run(kim: Kim1, program: Program, settings: Mapping[int, int]) -> int:
    """Run from start to success; return the cycles. Raises IronboardError if it failed."""
    prepare(kim, program, settings)
    start = kim.cycles
    judge(kim, program, kim.run(LIMIT))
    return kim.cycles - start


def judge(kim: Kim1, program: Program, stop: Stop) -> None:
    """Raise IronboardError unless the machine has stopped at success."""
    place = kim.read_register("PC")
    if stop != Stop.BREAKPOINT or place != program.start + SUCCESS:
        section = kim.memory[SECTION]
        raise IronboardError(f"{program.name} ended at {place:04X}, in section {section}: {stop.name}")


def run_alone(memory: bytes, program: Program) -> int:
    """Run it on py65 with plain memory; return the cycles. Raises IronboardError if it failed."""
    mpu = MPU(memory=[*memory, memory[0]], pc=program.start)  # one more: py65 does not wrap an operand at FFFF
    mpu.p = INTERRUPTS_OFF
    step, ends = mpu.step, (program.start + SUCCESS, program.start + FAILED)
    while mpu.pc not in ends:
        step()
    if mpu.pc != ends[0]:
        raise IronboardError(f"{program.name} failed on py65, in section {mpu.memory[SECTION]}")
    return int(mpu.processorCycles)


# ---------------------------------------------------------------- under observation


def observe(kim: Kim1, program: Program, settings: Mapping[int, int]) -> Observed:
    """Run from start to success; count by sections, and check the result of each.

    Raises IronboardError if the program failed, or Python comes to another result.
    """
    prepare(kim, program, settings)
    cycles: Counter[int] = Counter()
    instructions: Counter[int] = Counter()
    passes = kim.memory[PASSES]
    section, stop = PREPARING, Stop.NONE
    for stop, took, count in pieces(kim, bool(program.sections)):
        cycles[section] += took
        instructions[section] += count
        if stop == Stop.WATCH_WRITE:
            compare(kim, program, section, passes)
            section = kim.memory[SECTION]
    judge(kim, program, stop)
    compare(kim, program, SUCCEEDED, passes)
    return Observed(cycles, instructions, passes)


def pieces(kim: Kim1, by_section: bool) -> Iterator[tuple[Stop, int, int]]:
    """Run to the end, in pieces; yield why each of them ended, its cycles and instructions."""
    kim.set_watchpoint(SECTION, on=by_section)
    kim.trace(True)
    limit = kim.cycles + LIMIT
    stop = Stop.NONE
    try:
        while stop in (Stop.NONE, Stop.WATCH_WRITE) and kim.cycles < limit:
            start = kim.cycles
            stop = kim.run(CHUNK)
            yield stop, kim.cycles - start, len(kim.traced())
    finally:
        kim.trace(False)
        kim.set_watchpoint(SECTION, on=False)


def compare(kim: Kim1, program: Program, section: int, passes: int) -> None:
    """Raise IronboardError if what a section has left is wrong."""
    check = program.checks.get(section)
    wrong = check(kim, passes) if check else None
    if wrong:
        raise IronboardError(f"{program.name}: {wrong}")


def differs(kim: Kim1, start: int, right: bytes) -> str | None:
    """Return where memory differs from what it should be, None if it does not."""
    for address, (found, expected) in enumerate(zip(kim.memory[start : start + len(right)], right, strict=True), start):
        if found != expected:
            return f"{address:04X} holds {found:02X}, Python has {expected:02X}"
    return None


def shown(digits: str) -> bytes:
    """Return the memory from DISPLAY on when it shows six hexadecimal digits."""
    return bytes.fromhex(digits)[::-1]


# ---------------------------------------------------------------- the measurement


def measure_program(program: Program, runs: int) -> Result:
    """Observe the program, then time it on the cores."""
    fast, slow = machine(program, COMPILED), machine(program, "py65")
    full, sample = {**program.settings}, {**program.settings, **program.sample}
    all_of_it = observe(fast, program, full)
    part = observe(fast, program, sample) if program.sample else all_of_it
    tasks = [
        Task(COMPILED, lambda: run(fast, program, full), all_of_it.all_instructions),
        Task(PY65, lambda: run(slow, program, sample), part.all_instructions),
    ]
    if program.alone:
        prepare(slow, program, sample)
        memory = slow.memory[:]
        tasks.append(Task(PY65_ALONE, lambda: run_alone(memory, program), part.all_instructions))
    rows = measure(tasks, runs)
    return Result(
        program.name, program.title, rows, PY65, tuple(tables(program, all_of_it)), notes=tuple(notes(program, rows))
    )


def tables(program: Program, observed: Observed) -> Iterator[Table]:
    """Yield what the sections have taken, all passes together."""
    if not program.sections:
        return
    rows: list[tuple[Cell, ...]] = []
    for section, title in program.sections.items():
        cycles, units = observed.cycles[section], program.units.get(section, 0) * observed.passes
        each = (round(cycles / units, 2) if units else None,) if program.unit else ()
        rows.append((title, cycles, observed.instructions[section], *each))
    columns = ("section", "cycles", "instructions", *([f"cycles/{program.unit}"] if program.unit else []))
    yield Table(f"{program.name} by sections, passes: {observed.passes}", columns, tuple(rows))


def notes(program: Program, rows: tuple[Row, ...]) -> Iterator[str]:
    """Yield what the rows do not say."""
    compiled, slow = rows[:2]
    if compiled.cycles != slow.cycles:
        yield f"py65 does a part of it: {slow.cycles:,} cycles"
    for alone in rows[2:]:
        yield f"compiled is {times(compiled, alone):.0f} times py65 without a board"
