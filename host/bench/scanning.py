"""The display scan of the monitor: asm/kim1/bench/scan.s, and the monitor itself while it waits for a key.

How long a digit is lit is worked out from what the program writes to the ports, not from the display's own counters.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from typing import NamedTuple

from emulators.errors import IronboardError
from emulators.kim1.display import DIGITS, FIRST_DIGIT
from emulators.machine import Stop
from host.bench.measuring import CLOCK, Result, Table
from host.bench.programs import COMPILED, DISPLAY, INITIALISED, SUCCEEDED, Program, differs, measure_program, shown
from host.kim1 import Kim1

SCAND, SCANDS = 0x1F19, 0x1F1F
PORT_A, DIRECTIONS_A, PORT_B, DIRECTIONS_B = range(0x1740, 0x1744)
SEGMENTS = 0x7F
LIMIT = 100_000  # cycles within which the monitor scans
DARK = -1


def check(kim: Kim1, scans: int) -> str | None:
    """Compare the number that is shown at the end."""
    return differs(kim, DISPLAY, shown(f"{scans:06}"))


SCAN = Program(
    name="scan",
    title="the monitor's scan of display and keypad, on a bare KIM-1",
    sections={1: "235 scans", 0: "prepare"},
    checks={SUCCEEDED: check},
    alone=False,
)


def measure_scan(runs: int) -> Result:
    """Measure the program, and look at the monitor."""
    result = measure_program(SCAN, runs)
    return dataclasses.replace(result, tables=(*result.tables, *tables(look())))


class Scan(NamedTuple):
    """One scan of the display, in cycles."""

    routine: int  # of SCANDS, from its first instruction to the end of its RTS
    turn: int  # from one scan to the next, in the monitor's idle loop
    lit: Counter[int]  # digit from the left, or DARK -> cycles in which any of its segments is lit


def look() -> Scan:
    """Let the monitor wait for a key, and watch."""
    kim = Kim1(core=COMPILED)
    kim.run(INITIALISED)
    run_to(kim, SCANDS)
    start = kim.cycles
    run_to(kim, kim.frames()[0].back)
    routine = kim.cycles - start
    run_to(kim, SCAND)
    lit = lit_until(kim, SCAND)
    return Scan(routine, lit.total(), lit)


def run_to(kim: Kim1, address: int) -> None:
    """Run to an instruction."""
    kim.set_breakpoint(address)
    stop = kim.run(LIMIT)
    kim.set_breakpoint(address, on=False)
    if stop != Stop.BREAKPOINT:
        raise IronboardError(f"the monitor has not come to {address:04X} within {LIMIT:,} cycles")


def lit_until(kim: Kim1, address: int) -> Counter[int]:
    """Run to an instruction; return how long each digit was lit meanwhile."""
    ports = (PORT_A, DIRECTIONS_A, PORT_B, DIRECTIONS_B)
    for port in ports:
        kim.set_watchpoint(port)
    kim.set_breakpoint(address)
    lit: Counter[int] = Counter()
    stop = Stop.WATCH_WRITE
    while stop == Stop.WATCH_WRITE:
        digit, start = digit_lit(kim), kim.cycles
        stop = kim.run(LIMIT)
        lit[digit] += kim.cycles - start
    kim.set_breakpoint(address, on=False)
    for port in ports:
        kim.set_watchpoint(port, on=False)
    return lit


def digit_lit(kim: Kim1) -> int:
    """Return the digit that is lit now, from 0; DARK if none is."""
    digit = (kim.peek(PORT_B) >> 1 & 0x0F) - FIRST_DIGIT  # a 74145 selects it
    segments = kim.peek(PORT_A) & kim.peek(DIRECTIONS_A) & SEGMENTS
    return digit if segments and 0 <= digit < DIGITS else DARK


def tables(scan: Scan) -> tuple[Table, ...]:
    """Return what was seen."""
    scans = Table(
        "the monitor waits for a key",
        ("", "cycles", "times a second"),
        (
            ("SCANDS: six digits and the keypad", scan.routine, None),
            ("from one scan to the next", scan.turn, round(CLOCK / scan.turn, 2)),
        ),
    )
    names = {**{digit: f"digit {digit + 1}" for digit in range(DIGITS)}, DARK: "none"}
    lit = tuple((name, scan.lit[digit], round(100 * scan.lit[digit] / scan.turn, 2)) for digit, name in names.items())
    return scans, Table("how long a digit is lit in a scan", ("", "cycles", "per cent of the time"), lit)
