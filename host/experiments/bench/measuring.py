"""Measurements: the host's time in several runs, taken in turn, and exact figures of the emulated machine.

The same tables are printed as text on the screen, as Markdown pages and as HTML in notebooks.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

from emulators.errors import IronboardError
from host.formats import notebook

CLOCK = 1_000_000  # Hz of the real KIM-1
LONG_ENOUGH = 0.1  # seconds: a shorter task is done several times in a row
MOST = 10_000  # times in a row

Cell = str | int | float | None


@dataclass(frozen=True)
class Row:
    """One measured task, in several runs that all did the same."""

    label: str
    seconds: tuple[float, ...]  # of the host, for doing it once; one figure per run
    cycles: int | None = None  # of the machine; None where only the time is of interest
    instructions: int | None = None
    clock: float = CLOCK  # Hz of the original

    @property
    def median(self) -> float:
        """Seconds of a run."""
        return statistics.median(self.seconds)

    @property
    def quartiles(self) -> tuple[float, float]:
        """The seconds of the first and third quartile of the runs."""
        if len(self.seconds) == 1:
            return self.seconds[0], self.seconds[0]
        low, _, high = statistics.quantiles(self.seconds, n=4, method="inclusive")
        return low, high

    @property
    def megahertz(self) -> float | None:
        """The emulated clock."""
        return None if self.cycles is None else self.cycles / self.median / 1e6

    @property
    def emulated_seconds(self) -> float | None:
        """The time of the original machine."""
        return None if self.cycles is None else self.cycles / self.clock

    @property
    def times_real(self) -> float | None:
        """The speed as a multiple of the original's."""
        return None if self.cycles is None else self.cycles / self.clock / self.median


@dataclass(frozen=True)
class Table:
    """Figures of the emulated machine: exact, the same in every run and on every host."""

    title: str
    columns: tuple[str, ...]  # the first one names the rows
    rows: tuple[tuple[Cell, ...], ...]
    bars: bool = False  # the last column is a frequency: a histogram


@dataclass(frozen=True)
class Goal:
    """A goal of the project: `value` must stay below `limit`."""

    what: str
    value: float
    limit: float
    unit: str

    @property
    def met(self) -> bool:
        """Whether the value is below the limit."""
        return self.value < self.limit


@dataclass(frozen=True)
class Result:
    """The outcome of a workload."""

    name: str
    title: str
    rows: tuple[Row, ...]
    base: str | None = None  # label of the row that the others are compared with
    tables: tuple[Table, ...] = ()
    goals: tuple[Goal, ...] = ()
    notes: tuple[str, ...] = ()  # sentences

    def _repr_html_(self) -> str:
        return html(self)

    @property
    def base_row(self) -> Row | None:
        """The row that the others are compared with."""
        return next((row for row in self.rows if row.label == self.base), None)


@dataclass(frozen=True)
class Task:
    """Work to time. `prepare` runs before each time and is not timed."""

    label: str
    work: Callable[[], int]  # returns the cycles of the machine that it took
    instructions: int | None = None
    prepare: Callable[[], object] = lambda: None


def measure(tasks: Sequence[Task], runs: int, clock: float = CLOCK) -> tuple[Row, ...]:
    """Return the CPU time of the tasks.

    They take turns, so that other load on the host affects all of them alike. Short ones are done several times
    in a row. Each is done once before the clock runs, so that compiling is not timed.
    """
    timers = [Timer(task) for task in tasks]
    for run in range(runs):
        shift = run % len(timers)
        for timer in timers[shift:] + timers[:shift]:
            timer.run()
    return tuple(timer.row(clock) for timer in timers)


class Timer:
    """A task and its times."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.cycles: int | None = None
        self.seconds: list[float] = []
        once = self.once()
        self.times = min(MOST, math.ceil(LONG_ENOUGH / max(once, 1e-9)))

    def once(self) -> float:
        """Do it; return the seconds of CPU time. Raises IronboardError if it took other cycles than before."""
        self.task.prepare()
        start = time.process_time()
        cycles = self.task.work()
        took = time.process_time() - start
        if self.cycles not in (None, cycles):  # the machines are deterministic
            raise IronboardError(f"{self.task.label}: runs of {self.cycles:,} and {cycles:,} cycles should be the same")
        self.cycles = cycles
        return took

    def run(self) -> None:
        """Do it as often as it takes to be timed; note the seconds for once."""
        self.seconds.append(sum(self.once() for _ in range(self.times)) / self.times)

    def row(self, clock: float) -> Row:
        """Return the result as a row."""
        return Row(self.task.label, tuple(self.seconds), self.cycles, self.task.instructions, clock)


def times(row: Row, base: Row) -> float:
    """Return the speed of `row` as a multiple of that of `base`.

    With equally many runs, which took turns, it is the median of the ratios run by run; else the ratio of the medians.
    """
    if len(row.seconds) != len(base.seconds):
        return speed(row, row.median) / speed(base, base.median)
    return statistics.median(speed(row, a) / speed(base, b) for a, b in zip(row.seconds, base.seconds, strict=True))


def speed(row: Row, seconds: float) -> float:
    """Return cycles per second; without cycles, repetitions per second."""
    return (1 if row.cycles is None else row.cycles) / seconds


# ---------------------------------------------------------------- results as text and Markdown

# ---------------------------------------------------------------- columns
UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))
DIGITS = 3


class Column(NamedTuple):
    """A column of a table of rows."""

    title: str
    cell: Callable[[Row, Result], str]


def duration(seconds: float) -> str:
    """Return a time in the unit that suits it: 1.6 s, 203 ms, 75 µs."""
    size, unit = next(((size, unit) for size, unit in UNITS if seconds >= size), UNITS[-1])
    return f"{significant(seconds / size)} {unit}"


def significant(number: float) -> str:
    """Return a number with three significant digits, or all those before the point: 0.0750, 7.50, 75.0, 7,500."""
    magnitude = math.floor(math.log10(abs(number))) if number else 0
    return f"{number:,.{max(0, DIGITS - 1 - magnitude)}f}"


def span(low: float, high: float) -> str:
    """Return two times as a range."""
    first, second = duration(low), duration(high)
    unit = second.split()[1]
    return f"{first.removesuffix(' ' + unit)}-{second}" if first.endswith(" " + unit) else f"{first}-{second}"


def count(number: int | None) -> str:
    """Return a whole number, nothing for None."""
    return "" if number is None else f"{number:,}"


def rate(number: float | None) -> str:
    """Return a number that is not exact, nothing for None."""
    return "" if number is None else significant(number)


def against_base(row: Row, result: Result) -> str:
    """Return the speed as a multiple of the base row's."""
    return significant(times(row, result.base_row)) if result.base_row else ""


COLUMNS = (
    Column("", lambda row, _: row.label),
    Column("cycles", lambda row, _: count(row.cycles)),
    Column("original", lambda row, _: "" if row.cycles is None else f"{row.cycles / row.clock:,.3f} s"),
    Column("instructions", lambda row, _: count(row.instructions)),
    Column("here", lambda row, _: duration(row.median)),
    Column("middle half", lambda row, _: span(*row.quartiles)),
    Column("all runs", lambda row, _: span(min(row.seconds), max(row.seconds))),
    Column("MHz", lambda row, _: rate(row.megahertz)),
    Column("x original", lambda row, _: rate(row.times_real)),
    Column("x {base}", against_base),
)


def table(result: Result) -> tuple[list[str], list[list[str]]]:
    """Return the headings and the rows of a result, without empty columns."""
    columns = [
        (column.title.format(base=result.base), [column.cell(row, result) for row in result.rows]) for column in COLUMNS
    ]
    kept = [(title, cells) for title, cells in columns if any(cells)]
    return [title for title, _ in kept], [list(row) for row in zip(*(cells for _, cells in kept), strict=True)]


def exact(each: Table) -> list[list[str]]:
    """Return the cells of a table of exact figures as text, with the same number of decimals within a column."""
    columns = [written(column) for column in zip(*each.rows, strict=True)]
    return [list(row) for row in zip(*columns, strict=True)]


def written(column: Sequence[Cell]) -> list[str]:
    """Return the cells of a column."""
    decimals = max((len(str(cell).partition(".")[2]) for cell in column if isinstance(cell, float)), default=0)
    return ["" if cell is None else cell if isinstance(cell, str) else f"{cell:,.{decimals}f}" for cell in column]


def verdict(goal: Goal) -> str:
    """Return a goal in words."""
    met = "met" if goal.met else "NOT MET"
    return f"{goal.what}: {goal.value:g} {goal.unit}; goal: below {goal.limit:g} {goal.unit}: {met}"


# ---------------------------------------------------------------- text
BAR = 50  # characters of the longest one


def text(result: Result) -> Iterator[str]:
    """Return a result as lines."""
    yield f"{result.name}: {result.title}"
    yield from aligned(*table(result))
    for each in result.tables:
        yield f"  {each.title}"
        yield from aligned(list(each.columns), exact(each), bars(each))
    for goal in result.goals:
        yield f"  {verdict(goal)}"
    for note in result.notes:
        yield f"  {note}"


def aligned(
    titles: Sequence[str], rows: Sequence[Sequence[str]], after: Sequence[str] = (), left: int = 1
) -> Iterator[str]:
    """Return a table as lines: `left` columns aligned left, the others right, `after` at the ends of the lines."""
    widths = [max(map(len, column)) for column in zip(titles, *rows, strict=True)]
    for row, words in zip([titles, *rows], ["", *(after or [""] * len(rows))], strict=True):
        cells = [f"{cell:{'<' if index < left else '>'}{widths[index]}}" for index, cell in enumerate(row)]
        yield f"    {'  '.join(cells)}  {words}".rstrip()


def bars(each: Table) -> list[str]:
    """Return the bars of a histogram; nothing for another table."""
    if not each.bars:
        return []
    numbers = [row[-1] for row in each.rows if isinstance(row[-1], int | float)]
    return ["#" * round(BAR * number / max(*numbers, 1)) for number in numbers]


# ---------------------------------------------------------------- notebooks


def html(result: Result) -> str:
    """Return a result for a cell of a notebook."""
    lines = [f"<p><b>{escape(result.name)}</b>: {escape(result.title)}</p>", *notebook.table(*table(result))]
    for each in result.tables:
        lines += [f"<p>{escape(each.title)}</p>", *notebook.table(each.columns, exact(each))]
    return "\n".join(lines + [f"<p>{escape(line)}</p>" for line in (*map(verdict, result.goals), *result.notes)])


# ---------------------------------------------------------------- markdown
SPECIAL = str.maketrans({"|": r"\|", "<": "&lt;", "*": r"\*", "`": r"\`"})


def section(result: Result, heading: str = "##") -> Iterator[str]:
    """Return a result as Markdown, under a heading with this mark."""
    yield f"{heading} {result.name}"
    yield ""
    yield f"{result.title[:1].upper()}{result.title[1:]}.".translate(SPECIAL)
    yield ""
    yield from grid(*table(result))
    for each in result.tables:
        yield f"{each.title[:1].upper()}{each.title[1:]}:".translate(SPECIAL)
        yield ""
        yield from grid(list(each.columns), exact(each))
    sentences = [*map(verdict, result.goals), *result.notes]
    if sentences:
        yield from (f"* {sentence.translate(SPECIAL)}" for sentence in sentences)
        yield ""


def grid(titles: Sequence[str], rows: Sequence[Sequence[str]], right: bool = True) -> Iterator[str]:
    """Return a Markdown table: the first column aligned left, the columns of numbers right."""
    yield row(titles)
    yield row(["---", *(["---:" if right else "---"] * (len(titles) - 1))], escape=False)
    yield from map(row, rows)
    yield ""


def row(cells: Sequence[str], escape: bool = True) -> str:
    """Return a row of a table."""
    return "| " + " | ".join(cell.translate(SPECIAL) if escape else cell for cell in cells) + " |"
