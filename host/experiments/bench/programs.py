"""Programs that run from a start to the address of success: those in asm/kim1/bench/.

They write the number of the section at work into a byte of memory. Each runs once under observation: cycles and
instructions are counted by section, and the results in memory are compared with Python's for the same
task. It is then timed without observation: on the compiled core, on py65 in the same KIM-1, and on py65 alone
on a list of bytes, if the program needs nothing but memory.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, NamedTuple

from py65.devices.mpu6502 import MPU

from emulators.errors import IronboardError
from emulators.kim1.display import DIGITS, FIRST_DIGIT
from emulators.machine import Stop
from emulators.mos6502.system import Core
from host.experiments.bench.measuring import CLOCK, Cell, Result, Row, Table, Task, measure, times
from host.machines.kim1.machine import Kim1

# ---------------------------------------------------------------- programs
PASSES, SECTION = 0x0010, 0x0012
SUCCESS, FAILED = 3, 6  # after the start
PREPARING = 0  # the section in which nothing is measured
SUCCEEDED = -1  # stands for the end, among the sections
DISPLAY = 0x00F9  # its three pairs of digits, the right one first
LIMIT = 2_000_000_000  # cycles
CHUNK = 500_000  # cycles of a trace that are counted at a time
INITIALISED = 20_000  # cycles in which the monitor has set the ports
INTERRUPTS_OFF = 0x34
COMPILED: Final = "compiled"  # labels of rows, and names of cores
PY65: Final = "py65"
PY65_ALONE = "py65, no board"

Check = Callable[[Kim1, int], str | None]  # of machine and passes: the error, None if all is right


@dataclass(frozen=True)
class Program:
    """A program and its facts. Settings are bytes to store before the start."""

    name: str  # in the manifest
    title: str
    sections: Mapping[int, str] = field(default_factory=dict)  # none: they are not looked at
    start: int = 0x0200
    machine: Mapping[str, Any] = field(default_factory=dict)  # expansions of the KIM-1
    settings: Mapping[int, int] = field(default_factory=dict)
    sample: Mapping[int, int] = field(default_factory=dict)  # for py65, which is slow
    checks: Mapping[int, Check] = field(default_factory=dict)  # section -> the check at its end
    alone: bool = True  # it needs nothing but memory
    units: Mapping[int, int] = field(default_factory=dict)  # section -> number of `unit` in a pass
    unit: str = ""

    def measure(self, runs: int) -> Result:
        """Observe the program, then time it on the cores."""
        return measure_program(self, runs)


@dataclass(frozen=True)
class Observed:
    """The result of a run under observation."""

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
    """Return a KIM-1 with the program loaded and the monitor waiting for a key."""
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

    Raises IronboardError if the program failed, or its result differs from Python's.
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
    """Run to the end, in pieces; yield each piece's stop, cycles and instructions."""
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
    """Raise IronboardError if the result of a section is wrong."""
    check = program.checks.get(section)
    wrong = check(kim, passes) if check else None
    if wrong:
        raise IronboardError(f"{program.name}: {wrong}")


def differs(kim: Kim1, start: int, right: bytes) -> str | None:
    """Describe the first difference of memory from `right`; None if there is none."""
    for address, (found, expected) in enumerate(zip(kim.memory[start : start + len(right)], right, strict=True), start):
        if found != expected:
            return f"{address:04X} holds {found:02X}, Python has {expected:02X}"
    return None


def shown(digits: str) -> bytes:
    """Return the bytes at DISPLAY for six hexadecimal digits."""
    return bytes.fromhex(digits)[::-1]


# ---------------------------------------------------------------- the measurement


def measure_program(program: Program, runs: int) -> Result:
    """Observe the program, then time it on the cores."""
    fast, slow = machine(program, COMPILED), machine(program, PY65)
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
    """Yield the costs of the sections, all passes together."""
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
    """Yield notes on the rows: a shorter run on py65, and the ratio to py65 without a board."""
    compiled, slow = rows[:2]
    if compiled.cycles != slow.cycles:
        yield f"py65 does a part of it: {slow.cycles:,} cycles"
    for alone in rows[2:]:
        yield f"compiled is {times(compiled, alone):.0f} times py65 without a board"


# ---------------------------------------------------------------- functional
STRIDE = 0x0011  # from one operand to the next
ALL, SOME = 1, 51  # all pairs of operands; 72 pairs

FUNCTIONAL = Program(
    name="functional",
    title="every documented instruction, checked by computation, on a KIM-1 with 8 K more RAM",
    start=0x2000,
    machine={"high_expansion": 0x2000},
    settings={PASSES: 1, STRIDE: ALL},
    sample={STRIDE: SOME},
)


# ---------------------------------------------------------------- copying
LOWER, AREA = 0x0400, 0x0800  # UPPER follows
MOVED = 2003
STEP = 0x9E37
FILLED = 0xFF
FILL, PAGES, WIDE, MOVE, DOWN, UP = range(1, 7)


def copied() -> bytes:
    """Return the final bytes of LOWER and UPPER."""
    lower = bytes(number * STEP >> 8 & 0xFF for number in range(1, AREA + 1))
    upper = bytearray([FILLED]) * AREA
    upper[7 : 7 + MOVED] = lower[5 : 5 + MOVED]
    upper[2 : 2 + MOVED] = upper[7 : 7 + MOVED]
    upper[-MOVED:] = upper[2 : 2 + MOVED]
    return lower + upper


def check_copy(kim: Kim1, _: int) -> str | None:
    """Compare memory and display with the bytes that Python has moved."""
    right = copied()
    return differs(kim, LOWER, right) or differs(kim, DISPLAY, shown(f"{sum(right[-MOVED:]) & 0xFFFF:06X}"))


COPY = Program(
    name="copy",
    title="moving memory about, on a KIM-1 with 4 K more RAM",
    machine={"low_expansion": True},
    sections={
        FILL: "fill 2 K with a byte",
        PAGES: "copy 2 K, page by page",
        WIDE: "copy 2 K, eight pages at once",
        MOVE: "move 2,003 bytes",
        DOWN: "move them 5 bytes down",
        UP: "move them 43 bytes up",
        PREPARING: "invent and compare",
    },
    settings={PASSES: 10},
    sample={PASSES: 2},
    checks={SUCCEEDED: check_copy},
    unit="byte",
    units={FILL: 3 * AREA, PAGES: AREA, WIDE: AREA, MOVE: MOVED, DOWN: MOVED, UP: MOVED},
)


# ---------------------------------------------------------------- decimals
N, BYTES = 610, 64  # 128 digits
F1, L1, PRODUCT, F0, QUOTIENT = 0x0300, 0x0340, 0x0380, 0x0100, 0x0182
ADD, MULTIPLY, DIVIDE, SUBTRACT = range(1, 5)


def fibonacci(n: int) -> int:
    """Return F(n); F(0) is 0, F(1) is 1."""
    low, high = 0, 1
    for _ in range(n):
        low, high = high, low + high
    return low


def lucas(n: int) -> int:
    """Return L(n) = F(n - 1) + F(n + 1)."""
    return fibonacci(n - 1) + fibonacci(n + 1)


def packed(number: int, size: int = BYTES) -> bytes:
    """Return a number in the program's form: two decimal digits a byte, the lowest first."""
    return bytes.fromhex(f"{number:0{2 * size}}")[::-1]


def check_sums(kim: Kim1, _: int) -> str | None:
    """Compare the last Fibonacci numbers of the sums."""
    return differs(kim, F1, packed(fibonacci(N + 1))) or differs(kim, F0, packed(fibonacci(N)))


def check_product(kim: Kim1, _: int) -> str | None:
    """Compare the product and its factor."""
    return differs(kim, L1, packed(lucas(N))) or differs(kim, PRODUCT, packed(fibonacci(2 * N), 2 * BYTES))


def check_quotient(kim: Kim1, _: int) -> str | None:
    """Compare the quotient and the remainder."""
    quotient, rest = divmod(fibonacci(2 * N), fibonacci(N))
    return differs(kim, QUOTIENT, packed(quotient)) or differs(kim, PRODUCT, packed(rest, 2 * BYTES))


def check_display(kim: Kim1, _: int) -> str | None:
    """Compare the digits on the display at the end."""
    return differs(kim, DISPLAY, shown(f"{lucas(N) % 1_000_000:06}"))


BCD = Program(
    name="bcd",
    title="sums in decimal with numbers of up to 255 digits, on a bare KIM-1",
    sections={
        ADD: "add: F(610), F(611)",
        MULTIPLY: "multiply: F(610) L(610)",
        DIVIDE: "divide: F(1220) / F(610)",
        SUBTRACT: "subtract: back to F(0)",
        PREPARING: "prepare and compare",
    },
    checks={ADD: check_sums, MULTIPLY: check_product, DIVIDE: check_quotient, SUCCEEDED: check_display},
)


# ---------------------------------------------------------------- primes
SIEVED = 8191  # flags: flag i is for 2 * i + 3
FLAGS = 0x2000  # of sieve.s
MARKS, QUARTER = 0x0300, 2048  # of bits.s: a page, eight flags a byte
TALLIED = 3


@cache
def primes() -> frozenset[int]:
    """Return the odd primes up to 2 * 8190 + 3, found by division."""
    found: list[int] = []
    for number in range(3, 2 * SIEVED + 2, 2):
        if all(number % prime for prime in found if prime * prime <= number):
            found.append(number)
    return frozenset(found)


def is_prime(flag: int) -> bool:
    """Return whether the number of a flag is prime."""
    return 2 * flag + 3 in primes()


def check_count(kim: Kim1, _: int) -> str | None:
    """Compare the number on the display at the end."""
    return differs(kim, DISPLAY, shown(f"{len(primes()):06}"))


def check_flags(kim: Kim1, passes: int) -> str | None:
    """Compare every flag of sieve.s."""
    return differs(kim, FLAGS, bytes(is_prime(flag) for flag in range(SIEVED))) or check_count(kim, passes)


def marks(quarter: int) -> bytes:
    """Return the page of bits.s for one of the four quarters: bit i / 256 of byte i mod 256 says `not prime`."""
    page = bytearray(256)
    for flag in range(QUARTER):
        page[flag % 256] |= (not is_prime(quarter * QUARTER + flag)) << flag // 256
    return bytes(page)


def check_last_quarter(kim: Kim1, passes: int) -> str | None:
    """Compare the marks of bits.s at the end: the last quarter."""
    return differs(kim, MARKS, marks(3)) or check_count(kim, passes)


SIEVE = Program(
    name="sieve",
    title="prime numbers, BYTE's sieve of 1981 with 8,191 flags, on a KIM-1 with 8 K more RAM",
    machine={"high_expansion": 0x2000},
    sections={1: "all flags on", 2: "sieve and count", PREPARING: "prepare and check"},
    settings={PASSES: 10},
    sample={PASSES: 1},
    checks={SUCCEEDED: check_flags},
)
BITS = Program(
    name="bits",
    title="the same prime numbers in a bit each, on a bare KIM-1",
    sections={1: "wipe", 2: "sieve", TALLIED: "count", PREPARING: "prepare and check"},
    settings={PASSES: 10},
    sample={PASSES: 2},
    checks={SUCCEEDED: check_last_quarter},
)


# ---------------------------------------------------------------- scanning
SCAND, SCANDS = 0x1F19, 0x1F1F
PORT_A, DIRECTIONS_A, PORT_B, DIRECTIONS_B = range(0x1740, 0x1744)
SEGMENTS = 0x7F
SCAN_LIMIT = 100_000  # cycles within which the monitor scans
DARK = -1


def check_scan(kim: Kim1, scans: int) -> str | None:
    """Compare the number on the display at the end."""
    return differs(kim, DISPLAY, shown(f"{scans:06}"))


SCAN = Program(
    name="scan",
    title="the monitor's scan of display and keypad, on a bare KIM-1",
    sections={1: "235 scans", 0: "prepare"},
    checks={SUCCEEDED: check_scan},
    alone=False,
)


def measure_scan(runs: int) -> Result:
    """Measure the program, and look at the monitor."""
    result = measure_program(SCAN, runs)
    return dataclasses.replace(result, tables=(*result.tables, *scan_tables(watch_monitor())))


class Scan(NamedTuple):
    """One scan of the display, in cycles."""

    routine: int  # of SCANDS, from its first instruction to the end of its RTS
    turn: int  # from one scan to the next, in the monitor's idle loop
    lit: Counter[int]  # digit from the left, or DARK -> cycles in which any of its segments is lit


def watch_monitor() -> Scan:
    """Watch the monitor while it waits for a key."""
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
    stop = kim.run(SCAN_LIMIT)
    kim.set_breakpoint(address, on=False)
    if stop != Stop.BREAKPOINT:
        raise IronboardError(f"the monitor has not come to {address:04X} within {SCAN_LIMIT:,} cycles")


def lit_until(kim: Kim1, address: int) -> Counter[int]:
    """Run to an instruction; return the cycles for which each digit was lit."""
    ports = (PORT_A, DIRECTIONS_A, PORT_B, DIRECTIONS_B)
    for port in ports:
        kim.set_watchpoint(port)
    kim.set_breakpoint(address)
    lit: Counter[int] = Counter()
    stop = Stop.WATCH_WRITE
    while stop == Stop.WATCH_WRITE:
        digit, start = digit_lit(kim), kim.cycles
        stop = kim.run(SCAN_LIMIT)
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


def scan_tables(scan: Scan) -> tuple[Table, ...]:
    """Return the figures of a scan."""
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
