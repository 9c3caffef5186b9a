"""The timing view: the waits of each instruction, as a table and as a bar chart (SVG); the account of the time."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from html import escape
from itertools import compress, count
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from emulators.cdc6600 import account
from emulators.cdc6600.disassembler import split, text
from emulators.cdc6600.isa import ADDRESS_BITS, PARCEL_BITS, Unit
from emulators.cdc6600.scoreboard import Column, Port
from emulators.errors import IronboardError
from emulators.loops import Loops, zeros
from host.formats import storage

if TYPE_CHECKING:
    from emulators.machine import Machine, Row, Trace
    from host.machines.cdc6600.machine import Cdc6600


TABLE, CHART = ".txt", ".svg"  # endings of files
MOST_BARS = 500  # of a chart
WAITS = {
    Column.FETCH: "word", Column.UNIT: "unit", Column.RESERVED: "result register", Column.OPERAND: "operand",
    Column.READER: "reader", Column.BANK: "storage", Column.JUMP: "jump",
}  # fmt: skip

# The chart, in pixels.
ROW, BAR, CYCLE, TEXT_WIDTH, TOP, LEGEND, WAITS_WIDTH = 16, 11, 6, 330, 46, 20, 260
COLOURS = {
    "not issued": "#c9c9c9", "waits in its unit": "#f2c76e", "works": "#3d7ab8", "result held": "#c05a5a",
    "storage": "#77ab59",
}  # fmt: skip


class Line(NamedTuple):
    """An instruction and its times, in minor cycles from the first one of the view."""

    place: str  # address and parcel
    text: str
    source: str  # file and line
    unit: str
    wanted: int  # when the one before it had been issued
    issue: int
    start: int
    ready: int  # the unit is done
    result: int
    done: int
    waits: str

    @property
    def bars(self) -> Iterator[tuple[str, int, int]]:
        """Yield each phase with its beginning and end."""
        moved = max(self.result, self.done)
        times = (self.wanted, self.issue, self.start, self.ready, self.result, moved)
        for name, begin, end in zip(COLOURS, times, times[1:], strict=False):
            if end > begin:
                yield name, begin, end


def lines_of(rows: Trace, machine: Machine, source: Callable[[int, int], str]) -> list[Line]:
    """Return the instructions of rows of the timing record.

    `source` returns the source location of the instruction at a bit offset in a word.
    """
    origin = rows[0][Column.SLOT] - rows[0][Column.FETCH] if len(rows) else 0
    return [_line(row, origin, machine, source) for row in rows]


class Noted:
    """Records the timing view of executed instructions, for the debugger."""

    def __init__(self, machine: Cdc6600, source: Callable[[int, int], str]) -> None:
        self._machine = machine
        self._source = source

    def begin(self) -> None:
        """Record every instruction from now on."""
        if not self._machine.exact:
            raise IronboardError("the machine has no model of time: leave --fast out")
        self._machine.timing()

    def lines(self) -> list[str]:
        """Return the table."""
        return list(table(lines_of(self._machine.timed(last=True), self._machine, self._source)))

    def end(self) -> None:
        """Stop recording."""
        self._machine.timing(False)


def _line(row: Row, origin: int, machine: Machine, source: Callable[[int, int], str]) -> Line:
    location, parcel = row[Column.LOCATION], row[Column.PARCEL]
    waits = [f"{name} {row[column]}" for column, name in WAITS.items() if row[column]]
    unit = "-" if row[Column.PORT] == Port.NONE else Port(row[Column.PORT]).name.lower().replace("_", " ")
    issue, start, result, done = (
        row[each] - origin for each in (Column.ISSUE, Column.START, Column.RESULT, Column.DONE)
    )
    wanted = row[Column.SLOT] - row[Column.FETCH] - origin
    place = source(location, parcel * PARCEL_BITS)
    words = instruction(machine.peek(location), parcel, row[Column.INSTRUCTION])
    ready = result - row[Column.READER]
    return Line(
        f"{location:06o}.{parcel}", words, place, unit, wanted, issue, start, ready, result, done,
        ", ".join(waits),
    )  # fmt: skip


def instruction(word: int, parcel: int, head: int) -> str:
    """Return the instruction that begins in a parcel of a word, in octal if storage has changed since."""
    for each in split(word):
        if each.first == parcel and each.bits >> PARCEL_BITS * (each.size - 1) == head:
            return text(each)
    return f"{head:05o}"


def table(lines: list[Line]) -> Iterator[str]:
    """Yield the view as text."""
    yield f"{'place':<10}{'instruction':<20}{'unit':<13}{'issue':>7}{'start':>7}{'result':>7}{'done':>7}  waits"
    for each in lines:
        done = str(each.done) if each.done > each.result else ""
        times = f"{each.issue:>7}{each.start:>7}{each.result:>7}{done:>7}"
        row = f"{each.place:<10}{each.text:<20}{each.unit:<13}{times}  {each.waits:<28}{each.source}"
        yield row.rstrip()


def drawing(lines: list[Line]) -> str:
    """Return the view as a chart: a row for every instruction, time from left to right."""
    last = max((max(each.result, each.done) for each in lines), default=0)
    width, height = TEXT_WIDTH + (last + 2) * CYCLE + WAITS_WIDTH, TOP + ROW * len(lines) + LEGEND
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="monospace" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        *_legend(),
        *_scale(last, height),
    ]
    for number, each in enumerate(lines):
        parts += _row(each, TOP + ROW * number)
    return "\n".join([*parts, "</svg>", ""])


def _legend() -> Iterator[str]:
    x = 8
    for name, colour in COLOURS.items():
        yield f'<rect x="{x}" y="6" width="11" height="11" fill="{colour}"/>'
        yield f'<text x="{x + 15}" y="15">{name}</text>'
        x += 30 + 7 * len(name)


def _scale(last: int, height: int) -> Iterator[str]:
    for cycle in range(0, last + 1, 10):
        x = TEXT_WIDTH + cycle * CYCLE
        yield f'<line x1="{x}" y1="{TOP - 6}" x2="{x}" y2="{height - LEGEND}" stroke="#e4e4e4"/>'
        yield f'<text x="{x}" y="{TOP - 10}" text-anchor="middle" fill="#666666">{cycle}</text>'


def _row(each: Line, y: int) -> Iterator[str]:
    title = escape(f"{each.place} {each.text}: issue {each.issue}, start {each.start}, result {each.result}")
    waits = escape(f"; waits: {each.waits}") if each.waits else ""
    yield f"<g><title>{title}{waits}</title>"
    yield f'<text x="8" y="{y + BAR - 1}">{each.place}</text>'
    yield f'<text x="84" y="{y + BAR - 1}">{escape(each.text)}</text>'
    yield f'<text x="{TEXT_WIDTH - 100}" y="{y + BAR - 1}" fill="#666666">{each.unit}</text>'
    for name, begin, end in each.bars:
        x, wide = TEXT_WIDTH + begin * CYCLE, (end - begin) * CYCLE
        yield f'<rect x="{x}" y="{y}" width="{wide}" height="{BAR}" fill="{COLOURS[name]}"/>'
    x = TEXT_WIDTH + max(each.result, each.done) * CYCLE + 6
    yield f'<text x="{x}" y="{y + BAR - 1}" fill="#888888">{escape(each.waits)}</text>'
    yield "</g>"


def write(lines: list[Line], path: Path, overwrite: bool = False) -> None:
    """Write the view into a .txt or .svg file; raises IronboardError for a file that `checked` refuses."""
    suffix = checked(path, len(lines)).suffix.lower()
    content = drawing(lines) if suffix == CHART else "".join(f"{line}\n" for line in table(lines))
    storage.write_text(path, content, overwrite)


def checked(path: Path, instructions: int) -> Path:
    """Return the path for a view of `instructions`; raises IronboardError for a wrong suffix or an oversized chart."""
    suffix = path.suffix.lower()
    if suffix not in (TABLE, CHART):
        raise IronboardError(f"{path}: a timing view is a file with the suffix {TABLE} or {CHART}")
    if suffix == CHART and instructions > MOST_BARS:
        raise IronboardError(f"{path}: a chart has at most {MOST_BARS} instructions: choose them by --from and --count")
    return path


# ---------------------------------------------------------------- where the time goes

# Minor cycles by reason and by word of the program, from rows of the timing record (`emulators.cdc6600.account`). A
# unit that waits for an operand delays no other instruction until its unit or its register is needed.


REASONS = (  # in the order of `account.REASONS`
    "issue",
    "the word of instructions was not there",
    "the unit was busy",
    "the register of the result was reserved",
    "a jump waited for its registers",
    "a jump was being decided",
)
BORROWED = "the unit that a jump borrows"
SERIAL = {unit: f"{unit.name.lower().replace('_', ' ')} instructions" for unit in Unit if unit} | {Unit.NONE: "passes"}


class Account:
    """Minor cycles: `reasons` by cause, `words` by address."""

    def __init__(self) -> None:
        self.reasons: Counter[str] = Counter()
        self.words: Counter[int] = Counter()
        self.units: Counter[str] = Counter()  # of the waits for a unit, which one it was
        self.instructions = 0
        self._loops, self._words = Loops(account), zeros(1 << ADDRESS_BITS)

    @property
    def total(self) -> int:
        return self.reasons.total()

    def add(self, rows: Trace) -> None:
        """Count the instructions of these rows."""
        if len(rows):
            self._add(rows)

    def _add(self, rows: Trace) -> array[int]:
        """Count some instructions; return the cycles of each."""
        m, spent, touched = self._loops.numbers, zeros(len(rows)), zeros(len(rows))
        self._loops.lend(cells=rows.cells, spent=spent, words=self._words, touched=touched)
        for place in sorted(touched[: self._loops.call("add", len(rows))]):
            self.words[place] += self._words[place]
            self._words[place] = 0
        if rows[0][Column.PORT] == Port.UNIFIED:
            cycles = {reason: m.serial[unit] for unit, reason in SERIAL.items()}
        else:
            cycles = dict(zip(REASONS, m.reasons, strict=True))
        for reason in cycles:
            self.reasons[reason] = cycles[reason]
        for port in compress(count(), m.waits):
            self.units[unit_name(port)] = m.waits[port]
        self.instructions += len(rows)
        return spent


def unit_name(port: int) -> str:
    """Return the name of a unit in words."""
    return BORROWED if port == Port.BRANCH else Port(port).name.lower().replace("_", " ")
