"""The figures as an SVG drawing, readable on light and on dark ground."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from emulators.errors import IronboardError
from host.experiments.bench.document import Document
from host.experiments.bench.measuring import Result, Row, Table, duration, significant
from host.experiments.bench.programs import COMPILED, PY65, PY65_ALONE

# ---------------------------------------------------------------- svg
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
COLOURS = {  # class -> on light ground, on dark ground; those of series are distinguishable for the colour-blind
    "paper": ("#ffffff", "#0d1117"), "ink": ("#1f2328", "#e6edf3"), "heading": ("#1f2328", "#e6edf3"),
    "faint": ("#656d76", "#9198a1"), "grid": ("#d8dee4", "#30363d"), "goal": ("#b35900", "#f0a04b"),
    "series0": ("#0969da", "#58a6ff"), "series1": ("#bf3989", "#ff80c8"), "series2": ("#1a7f37", "#56d364"),
}  # fmt: skip
STEPS = (1, 2, 5, 10)  # of ticks, times powers of ten
SQUARE, CIRCLE, DIAMOND = range(3)  # shapes of marks


@dataclass(frozen=True)
class Scale:
    """Maps the values from `low` to `high` to coordinates."""

    low: float
    high: float
    start: float
    end: float
    logarithmic: bool = False

    def __call__(self, value: float) -> float:
        """Return the coordinate of a value."""
        low, high, value = (math.log10(each) if self.logarithmic else each for each in (self.low, self.high, value))
        return self.start + (value - low) / (high - low) * (self.end - self.start)

    def ticks(self, count: int = 6) -> list[float]:
        """Return about n round values; powers of ten on a logarithmic scale."""
        if self.logarithmic:
            powers = range(round(math.log10(self.low)), round(math.log10(self.high)) + 1)
            return [10.0**power for power in powers]
        rough = (self.high - self.low) / count
        size = 10.0 ** math.floor(math.log10(rough))
        step = next(each * size for each in STEPS if each * size >= rough * 0.999)
        return [step * index for index in range(math.ceil(self.low / step), math.floor(self.high / step + 1e-9) + 1)]


def linear(highest: float, start: float, end: float) -> Scale:
    """Return a scale from 0 to a little more than the highest value."""
    return Scale(0, highest * 1.05 or 1, start, end)


def decades(values: list[float], start: float, end: float) -> Scale:
    """Return a logarithmic scale of whole powers of ten."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return Scale(10.0**low, 10.0 ** max(high, low + 1), start, end, logarithmic=True)


class Drawing:
    """An SVG picture. Coordinates are pixels from the top left; `kind` is a class of the style sheet."""

    def __init__(self, width: int, title: str) -> None:
        self.width = width
        self.root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img"})
        SubElement(self.root, "title").text = legal(title)
        SubElement(self.root, "style").text = style()
        self.add("rect", "paper", width="100%", height="100%")

    def add(self, tag: str, kind: str, words: str = "", hint: str = "", **attributes: float | str) -> None:
        """Add an element; `hint` is shown when the pointer rests on it."""
        values = {name.replace("_", "-"): f"{each:.1f}" if isinstance(each, float | int) else each
                  for name, each in attributes.items()}  # fmt: skip
        element = SubElement(self.root, tag, {"class": kind, **values})
        element.text = legal(words) or None
        if hint:
            SubElement(element, "title").text = legal(hint)

    def text(self, x: float, y: float, words: str, kind: str = "ink", anchor: str = "start") -> None:
        """Write words; `y` is their middle."""
        self.add("text", kind, words, x=x, y=y + 4.5, text_anchor=anchor)

    def line(self, x1: float, y1: float, x2: float, y2: float, kind: str) -> None:
        """Draw a line."""
        self.add("line", f"{kind}-line", x1=x1, y1=y1, x2=x2, y2=y2)

    def mark(self, x: float, y: float, series: int, hint: str = "") -> None:
        """Draw the mark of a series: each has its colour and its shape."""
        kind = f"series{series}"
        if series == SQUARE:
            self.add("rect", kind, hint=hint, x=x - 4.5, y=y - 4.5, width=9, height=9)
        elif series == CIRCLE:
            self.add("circle", kind, hint=hint, cx=x, cy=y, r=5)
        else:
            corners = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in ((0, -6), (6, 0), (0, 6), (-6, 0)))
            self.add("polygon", kind, hint=hint, points=corners)

    def written(self, height: float) -> bytes:
        """Return the SVG file of a drawing with this height in pixels."""
        width = f"{self.width}"
        self.root.attrib |= {"viewBox": f"0 0 {width} {height:g}", "width": width, "height": f"{height:g}"}
        indent(self.root, " ")
        content: bytes = tostring(self.root, encoding="utf-8", xml_declaration=True)
        return content + b"\n"


def legal(words: str) -> str:
    """Return words without the control characters that XML does not allow."""
    return "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in words)


def style() -> str:
    """Return the style sheet: fill and line colours for light ground, and for readers who prefer dark."""
    light, dark = (
        " ".join(
            f".{kind} {{ fill: {each[i]} }} .{kind}-line {{ stroke: {each[i]} }}" for kind, each in COLOURS.items()
        )
        for i in range(2)
    )
    return (
        f"text {{ font: 13px {FONT} }} text.heading {{ font-size: 16px; font-weight: 600 }} "
        f"text.faint {{ font-size: 12px }} line {{ stroke-width: 1 }} "
        f"line.goal-line {{ stroke-dasharray: 5 4; stroke-width: 1.5 }} {light} "
        f"@media (prefers-color-scheme: dark) {{ {dark} }}"
    )


# ---------------------------------------------------------------- plot
WIDTH, MARGIN, LABELS, VALUES = 920, 24, 250, 96  # pixels; room for labels to the left, for values to the right
LEFT, RIGHT = MARGIN + LABELS, WIDTH - MARGIN - VALUES
HEADING, LINE, AXIS, GAP = 40, 24, 28, 28  # heights: above the lines, of a line, below them, between charts
COLUMNS = 180  # height of a histogram
BAR = 14  # height of a bar
SERIES = (COMPILED, PY65, PY65_ALONE)
CONFIGURATIONS = "speed"  # the workload that compares them
ABOUT = ("ironboard", "compiler", "Python", "processor")


class Mark(NamedTuple):
    """A value with its spread, and the series it belongs to."""

    value: float
    low: float
    high: float
    series: int = 0


class Chart(NamedTuple):
    """The contents of a chart, and the format of its values."""

    title: str
    lines: Sequence[tuple[str, Sequence[Mark]]]  # each with its label
    shown: Callable[[float], str]
    references: Sequence[tuple[float, str]] = ()  # values to compare with
    series: Sequence[str] = ()  # names, for the legend
    bars: bool = False  # from zero, not marks on a logarithmic scale


def plot(document: Document) -> bytes:
    """Return the picture as SVG; raises IronboardError if there is nothing to draw."""
    drawing = Drawing(WIDTH, f"Ironboard's benchmarks, {document.measured}")
    top = float(MARGIN)
    for each in charts(document.results):
        top = GAP + (chart(drawing, top, each) if isinstance(each, Chart) else histogram(drawing, top, *each))
    if top == MARGIN:
        raise IronboardError("there is nothing to plot in these figures")
    about = [f"{name} {document.host[name]}" for name in ABOUT if name in document.host]
    drawing.text(MARGIN, top, ", ".join([*about, document.measured]), "faint")
    return drawing.written(top + MARGIN)


def charts(results: Sequence[Result]) -> Iterator[Chart | tuple[str, Table]]:
    """Yield the charts that have figures, and the histograms with their titles."""
    known = {result.name: [row for row in result.rows if row.cycles and row.label in SERIES] for result in results}
    lines = [(name, [clock(row, SERIES.index(row.label)) for row in rows]) for name, rows in known.items() if rows]
    if lines:
        yield Chart("Emulated clock in MHz", lines, significant, [(1, "the real KIM-1")], SERIES)
    for result in results:
        counted = [(row.label, [clock(row)]) for row in result.rows if row.cycles]
        if result.name == CONFIGURATIONS and counted:
            yield Chart("The compiled core by configuration, in MHz", counted, significant, bars=True)
        yield from ((f"{result.name}: {table.title}", table) for table in result.tables if table.bars)
        if result.rows and not counted:
            limits = [goal.limit for goal in result.goals if goal.unit == "s" and goal.limit > 0]
            goals = [(limit, f"goal: {axis_time(limit)}") for limit in limits]
            waits = [(row.label, [Mark(row.median, min(row.seconds), max(row.seconds))]) for row in result.rows]
            yield Chart(f"{result.name}: how long one waits", waits, duration, goals)


def clock(row: Row, series: int = 0) -> Mark:
    """Return the clock of a row, in MHz."""
    low, middle, high = ((row.cycles or 0) / each / 1e6 for each in (max(row.seconds), row.median, min(row.seconds)))
    return Mark(middle, low, high, series)


def axis_time(seconds: float) -> str:
    """Return a round time: 1 s, 200 ms."""
    number, unit = duration(seconds).replace(",", "").split()
    return f"{float(number):,g} {unit}"


# ---------------------------------------------------------------- charts


def chart(drawing: Drawing, top: float, each: Chart) -> float:
    """Draw a chart with a bar or marks for each line and the values to the right; return its lower edge."""
    ends = [value for _, marks in each.lines for mark in marks for value in (mark.low, mark.high)]
    scale = linear(max(ends), LEFT, RIGHT) if each.bars else decades(
        [*ends, *(value for value, _ in each.references)], LEFT, RIGHT)  # fmt: skip
    drawing.text(MARGIN, top + 8, each.title, "heading")
    x = float(RIGHT + VALUES)
    for series in reversed(range(len(each.series))):  # the legend, from the right
        x -= 8.0 * len(each.series[series])
        drawing.text(x, top + 8, each.series[series], "faint")
        drawing.mark(x - 12, top + 8, series)
        x -= 36
    first, last = top + HEADING, top + HEADING + LINE * len(each.lines)
    for tick in scale.ticks():
        drawing.line(scale(tick), first, scale(tick), last, "grid")
        words = axis_time(tick) if each.shown is duration else f"{tick:,.12g}"
        drawing.text(scale(tick), last + 12, words, "faint", "middle")
    for value, label in each.references:
        drawing.line(scale(value), first - 4, scale(value), last, "goal")
        drawing.text(scale(value), first - 12, label, "faint", "middle")
    for index, (label, marks) in enumerate(each.lines):
        y = first + LINE * (index + 0.5)
        drawing.text(LEFT - 12, y, label, "ink", "end")
        for mark in marks:
            name = f"{label}, {each.series[mark.series]}" if each.series else label
            hint = f"{name}: {each.shown(mark.value)} ({each.shown(mark.low)} to {each.shown(mark.high)})"
            kind = f"series{mark.series}"
            if each.bars:
                width = scale(mark.value) - LEFT
                drawing.add("rect", kind, hint=hint, x=LEFT, y=y - BAR / 2, width=width, height=BAR)
            drawing.line(scale(mark.low), y, scale(mark.high), y, "ink" if each.bars else kind)
            if not each.bars:
                drawing.mark(scale(mark.value), y, mark.series, hint)
        drawing.text(RIGHT + VALUES, y, each.shown(marks[0].value), "ink", "end")
    return last + AXIS


def histogram(drawing: Drawing, top: float, title: str, table: Table) -> float:
    """Draw a column for each row of a table, which gives its start and its count; return the lower edge."""
    places = [float(row[0] or 0) for row in table.rows]
    counts = [float(row[-1] or 0) for row in table.rows]
    step = places[1] - places[0] if len(places) > 1 else 1.0
    across = Scale(min(0, places[0]), places[-1] + step, LEFT, RIGHT)
    bottom = top + HEADING + COLUMNS
    up = linear(max(counts), bottom, top + HEADING)
    drawing.text(MARGIN, top + 8, title, "heading")
    for tick in up.ticks():
        drawing.line(LEFT, up(tick), RIGHT, up(tick), "grid")
        drawing.text(LEFT - 12, up(tick), f"{tick:,.12g}", "faint", "end")
    for tick in across.ticks(9):
        drawing.text(across(tick), bottom + 12, f"{tick:,.12g}", "faint", "middle")
    for place, count in zip(places, counts, strict=True):
        width = across(place + step) - across(place) - 2
        hint = f"{place:,.12g} to {place + step:,.12g}: {count:,.12g}"
        x, y = across(place) + 1, up(count)
        drawing.add("rect", "series0", hint=hint, x=x, y=y, width=width, height=bottom - y)
    drawing.text(RIGHT + VALUES, bottom + 12, table.columns[0], "faint", "end")
    drawing.text(LEFT - 12, top + HEADING - 16, table.columns[-1], "faint", "end")
    return bottom + AXIS
