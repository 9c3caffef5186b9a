"""The cost of a board and a debugger: the compiled core bare, in the KIM-1, and with each tool of a debugger.

All of them run the functional test from its start to success, and all but the bare one on the same machine: the mere
position of its record in the host's memory makes some per cent. A configuration gets the machine ready and
returns the function that runs it for n cycles.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from emulators.errors import IronboardError
from emulators.mos6502 import core, flat
from emulators.record import fill
from emulators.vectors import Bare
from host.debugger.session import Session
from host.experiments.bench.measuring import Goal, Result, Row, Task, measure, times
from host.experiments.bench.programs import (
    COMPILED,
    FAILED,
    FUNCTIONAL,
    INTERRUPTS_OFF,
    SUCCESS,
    machine,
    prepare,
    run,
)
from host.machines.kim1.machine import Kim1

# ---------------------------------------------------------------- configurations
SPEED_TITLE = "the compiled core in different configurations, on the functional test"
END = FUNCTIONAL.start + SUCCESS
UNUSED = range(0x0400, 0x0464)  # a hundred addresses that the program never reaches
FRAME = 1_000_000 // 60  # cycles that a view runs at a time
TRACED = 250_000  # cycles of which the trace is kept
MOST = 15.0  # per cent of the speed: the most that recording may cost

Run = Callable[[int], object]  # for n cycles


class Configuration(NamedTuple):
    """A way to run a KIM-1."""

    label: str
    get_ready: Callable[[Kim1], Run]
    sample: bool = False  # slow: it runs only a part of the test


def breakpoints(kim: Kim1) -> Run:
    """Set breakpoints that are never reached."""
    for address in UNUSED:
        kim.set_breakpoint(address)
    return kim.run


def watchpoints(kim: Kim1) -> Run:
    """Watch addresses that are never written."""
    for address in UNUSED:
        kim.set_watchpoint(address, read=True)
    return kim.run


def frames(kim: Kim1) -> Run:
    """Run in pieces, as a view does, but without waiting for the clock."""
    return in_pieces(kim, FRAME, lambda: None)


def traced(kim: Kim1) -> Run:
    """Trace every instruction; empty the trace between pieces."""
    kim.trace()
    return in_pieces(kim, TRACED, kim.traced)


def in_pieces(kim: Kim1, piece: int, between: Callable[[], object]) -> Run:
    """Return the function that runs in pieces, and does something after each."""

    def run(cycles: int) -> None:
        end = kim.cycles + cycles
        while kim.cycles < end:
            kim.run_to(min(end, kim.cycles + piece))
            between()

    return run


def recording(kim: Kim1) -> Run:
    """Run the machine in a debugging session that records: it can go back to any moment."""
    return Session(kim).run_for


def recording_with_breakpoints(kim: Kim1) -> Run:
    """Run it in a session that records, with breakpoints."""
    breakpoints(kim)
    return recording(kim)


WHOLE, RECORDING = "KIM-1", "recording"
CONFIGURATIONS = (
    Configuration(WHOLE, lambda kim: kim.run),
    Configuration("100 breakpoints", breakpoints),
    Configuration("100 watchpoints", watchpoints),
    Configuration("60 pieces a second", frames),
    Configuration(RECORDING, recording),
    Configuration("recording, breakpoints", recording_with_breakpoints),
    Configuration("traced", traced, sample=True),
)


def measure_speed(runs: int) -> Result:
    """Time the bare processor and all configurations of the KIM-1."""
    kim = machine(FUNCTIONAL, COMPILED)
    full, part = dict(FUNCTIONAL.settings), {**FUNCTIONAL.settings, **FUNCTIONAL.sample}
    cycles, fewer = run(kim, FUNCTIONAL, full), run(kim, FUNCTIONAL, part)
    tasks = [task(kim, each, *((part, fewer) if each.sample else (full, cycles))) for each in CONFIGURATIONS]
    rows = measure([bare(full), *tasks], runs)
    return Result("speed", SPEED_TITLE, rows, WHOLE, goals=(cost_of_recording(rows),))


def task(kim: Kim1, configuration: Configuration, settings: Mapping[int, int], cycles: int) -> Task:
    """Return the task of running in this configuration, for as many cycles as the test takes."""
    run_for: Run = kim.run

    def get_ready() -> None:
        nonlocal run_for
        strip(kim)
        run_for = configuration.get_ready(kim)
        prepare(kim, FUNCTIONAL, settings)

    def work() -> int:
        start = kim.cycles
        run_for(cycles)
        judge(kim.read_register("PC"))
        return kim.cycles - start

    return Task(configuration.label, work, prepare=get_ready)


def strip(kim: Kim1) -> None:
    """Remove everything that a debugger has switched on."""
    for address in (*UNUSED, END, FUNCTIONAL.start + FAILED):
        kim.set_breakpoint(address, on=False)
        kim.set_watchpoint(address, read=True, on=False)
    kim.trace(False)
    kim.on_give = None


def bare(settings: Mapping[int, int]) -> Task:
    """Return the task of running a 6502 with 64 K of plain memory, without a board."""
    kim = machine(FUNCTIONAL, COMPILED)
    prepare(kim, FUNCTIONAL, settings)
    memory = kim.memory[:]
    processor = Bare(flat, core)
    for address in (SUCCESS, FAILED):
        processor.set_breakpoint(FUNCTIONAL.start + address)

    def start() -> None:
        fill(processor.memory, memory)
        processor.set(pc=FUNCTIONAL.start, p=INTERRUPTS_OFF, cycles=0)

    def work() -> int:
        processor.run(core.NEVER)
        judge(processor.get("pc"))
        return processor.cycles

    return Task("bare 6502", work, prepare=start)


def judge(place: int) -> None:
    """Raise IronboardError unless the test has reached success."""
    if place != END:
        raise IronboardError(f"the functional test ended at {place:04X}")


def cost_of_recording(rows: tuple[Row, ...]) -> Goal:
    """Return how much of the speed recording costs."""
    by_label = {row.label: row for row in rows}
    cost = 100 * (1 - times(by_label[RECORDING], by_label[WHOLE]))
    return Goal("what recording costs of the running speed", round(cost, 1), MOST, "%")
