"""Wally's COUNT on the biggest chains: the routine in the program's image, called with boards put into its memory.

What it finds is compared with the groups and liberties of `host.games.go_rules`. The figures are those of a call of
WALK, where COUNT begins at the stone it is given, up to the end of its RTS.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from emulators.errors import IronboardError
from emulators.kim1.processor import Core
from emulators.machine import TRACE_REGISTERS, Stop
from host.bench.measuring import Result, Table, Task, measure
from host.bench.programs import COMPILED, INTERRUPTS_OFF, PY65
from host.games.go_rules import Colour, Position
from host.games.wally_board import BOARD, EMPTY_CODE, LINES, POINTS, SIZE
from host.kim1 import Kim1

TITLE = "COUNT of Wally on the biggest chains"
BEGIN, WALK = 0x008B, 0x009F  # asm/kim1/wally.s
FROM, TO, LIBERTIES = 0x0003, 0x0004, 0x0006
STONE, COUNTED = 0xC0, 0xC1  # the two codes of a black stone
RETURN = 0x00EE  # a byte that Wally does not use
STACK, TOP = 0x0100, 0xFF
COLUMN_OF_S = TRACE_REGISTERS + list(Kim1.registers).index("S")
LIMIT = 1_000_000  # cycles

Stones = frozenset[int]


# ---------------------------------------------------------------- the chains


def point(row: int, column: int) -> int:
    """Return the address of a point; rows and columns count from 1."""
    return 16 * row + column


def rows_of(rows: Iterable[int]) -> Stones:
    """Return whole rows of stones."""
    return frozenset(point(row, column) for row in rows for column in LINES)


def snake() -> Stones:
    """Return every other row, joined at alternating ends: the chain of 33 of the article, to the end of the board."""
    joints = {point(row, SIZE if row % 4 == 2 else 1) for row in range(2, SIZE, 2)}
    return rows_of(range(1, SIZE + 1, 2)) | joints


def comb() -> Stones:
    """Return every other column, joined along the first row."""
    teeth = {point(row, column) for row in LINES for column in range(1, SIZE + 1, 2)}
    return rows_of([1]) | teeth


def net() -> Stones:
    """Return all rows and columns of odd number: every hole is a liberty."""
    return frozenset(each for each in POINTS if (each >> 4) % 2 or each % 2)


CHAINS: Mapping[str, Stones] = {
    "a lone stone": frozenset({0x88}),
    "a row": rows_of([8]),
    "the article's 33 stones": frozenset(
        {*range(0x21, 0x30), 0x3F, *range(0x41, 0x50), 0x51, 0x61}  # two rows and two joints
    ),
    "snake": snake(),
    "comb": comb(),
    "net": net(),
    "all points but the centre": frozenset(POINTS) - {0x88},
    "all points but the last": frozenset(POINTS) - {POINTS[-1]},
    "all points": frozenset(POINTS),
}


# ---------------------------------------------------------------- the routine


class Counted(NamedTuple):
    """What a call of COUNT has found, and what it took."""

    liberties: int
    cycles: int
    instructions: int
    stack: int  # bytes, the return address of the call included


class Caller:
    """A KIM-1 with Wally's program in memory, to call its routines."""

    def __init__(self, core: Core) -> None:
        self.kim = Kim1(core=core)
        self.kim.load("wally")
        self.kim.set_breakpoint(RETURN)

    def put(self, stones: Stones) -> None:
        """Put a chain on the board."""
        for each in POINTS:
            self.kim.memory[BOARD + each] = STONE if each in stones else EMPTY_CODE
        self.kim.memory[FROM], self.kim.memory[TO] = STONE, COUNTED

    def call(self, address: int, a: int = 0, x: int = 0) -> None:
        """Let the next instruction be the first one of a routine, called from nowhere."""
        kim = self.kim
        kim.memory[STACK + TOP - 1 : STACK + TOP + 1] = (RETURN - 1).to_bytes(2, "little")
        for name, value in (("S", TOP - 2), ("A", a), ("X", x), ("PC", address), ("P", INTERRUPTS_OFF)):
            kim.write_register(name, value)

    def finish(self) -> int:
        """Run to the end of the routine; return the cycles."""
        start = self.kim.cycles
        if self.kim.run(LIMIT) != Stop.BREAKPOINT:
            raise IronboardError(f"COUNT has not ended within {LIMIT:,} cycles")
        return self.kim.cycles - start

    def aim(self, start: int) -> None:
        """Begin a new count at a stone, up to the call of WALK."""
        self.call(BEGIN, a=0)
        self.finish()
        self.call(WALK, x=start)

    def again(self) -> None:
        """Let the stones just counted be counted once more: they have the other code."""
        memory = self.kim.memory
        memory[FROM], memory[TO] = memory[TO], memory[FROM]

    def count(self, stones: Stones) -> Counted:
        """Put a chain on the board and count it, from its first stone; raises IronboardError for a wrong result."""
        self.put(stones)
        self.aim(min(stones))
        self.kim.trace()
        cycles = self.finish()
        rows = self.kim.traced()
        self.kim.trace(False)
        found = self.kim.memory[LIBERTIES]
        counted = {each for each in POINTS if self.kim.memory[BOARD + each] == COUNTED}
        group, liberties = Position(SIZE, dict.fromkeys(stones, Colour.BLACK)).group(min(stones))
        if counted != set(group) or found != len(liberties):
            raise IronboardError(
                f"COUNT finds {len(counted)} stones and {found} liberties; there are {len(group)} and {len(liberties)}"
            )
        return Counted(found, cycles, len(rows), TOP - int(rows[:, COLUMN_OF_S].min()))


def measure_chains(runs: int) -> Result:
    """Count all chains, then time the biggest one."""
    fast, slow = Caller(COMPILED), Caller("py65")
    counts = {name: fast.count(stones) for name, stones in CHAINS.items()}
    biggest = max(CHAINS, key=lambda name: len(CHAINS[name]))
    rows = measure(
        [task(label, core, CHAINS[biggest], counts[biggest]) for label, core in ((COMPILED, fast), (PY65, slow))],
        runs,
    )
    note = f"timed is '{biggest}': so short a run is a good deal of Python, too"
    return Result("chains", TITLE, rows, PY65, (table(counts),), notes=(note,))


def task(label: str, caller: Caller, stones: Stones, counted: Counted) -> Task:
    """Return the task of counting a chain over and over."""
    caller.put(stones)
    caller.again()  # prepare will turn them back

    def prepare() -> None:
        caller.again()
        caller.aim(min(stones))

    return Task(label, caller.finish, counted.instructions, prepare)


def table(counts: Mapping[str, Counted]) -> Table:
    """Return what the counts took."""
    columns = ("chain", "stones", "liberties", "cycles", "cycles/stone", "instructions", "bytes of stack")
    return Table(
        "COUNT",
        columns,
        tuple(
            (name, size, each.liberties, each.cycles, round(each.cycles / size, 1), each.instructions, each.stack)
            for (name, each), size in zip(counts.items(), map(len, CHAINS.values()), strict=True)
        ),
    )
