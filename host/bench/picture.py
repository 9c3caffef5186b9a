"""A small SVG drawing: scales, marks and text, readable on light and on dark ground."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from emulators.errors import IronboardError
from host.bench.document import Document
from host.bench.measuring import Result, Row, Table
from host.bench.programs import COMPILED, PY65, PY65_ALONE
from host.bench.report import duration, significant

# ---------------------------------------------------------------- svg
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
LIGHT = {"paper": "#ffffff", "ink": "#1f2328", "faint": "#656d76", "grid": "#d8dee4", "goal": "#b35900"}
DARK = {"paper": "#0d1117", "ink": "#e6edf3", "faint": "#9198a1", "grid": "#30363d", "goal": "#f0a04b"}
SERIES_LIGHT = ("#0969da", "#bf3989", "#1a7f37")  # distinguishable for the colour-blind, and by their shapes
SERIES_DARK = ("#58a6ff", "#ff80c8", "#56d364")
STEPS = (1, 2, 5, 10)  # of ticks, times powers of ten
SQUARE, CIRCLE, DIAMOND = range(3)  # shapes of marks


@dataclass(frozen=True)
class Scale:
    """Where the values from `low` to `high` lie between two coordinates."""

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
        """Return round values, about n; powers of ten on a logarithmic scale."""
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

    def __init__(self, width: int, height: int, title: str) -> None:
        self.root = Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": f"0 0 {width} {height}",
                "width": f"{width}",
                "height": f"{height}",
                "role": "img",
            },
        )
        SubElement(self.root, "title").text = legal(title)
        SubElement(self.root, "style").text = style()
        self.rectangle(0, 0, width, height, "paper")

    def text(self, x: float, y: float, words: str, kind: str = "ink", anchor: str = "start") -> None:
        """Write words; `y` is their middle."""
        self._add("text", kind, x=x, y=y + 4.5, text_anchor=anchor).text = legal(words)

    def line(self, x1: float, y1: float, x2: float, y2: float, kind: str) -> None:
        """Draw a line."""
        self._add("line", f"{kind}-line", x1=x1, y1=y1, x2=x2, y2=y2)

    def rectangle(self, x: float, y: float, width: float, height: float, kind: str, hint: str = "") -> None:
        """Fill a rectangle; `hint` is shown where the pointer rests on it."""
        self._hint(self._add("rect", kind, x=x, y=y, width=width, height=height), hint)

    def mark(self, x: float, y: float, series: int, hint: str = "") -> None:
        """Draw the mark of a series: each has its colour and its shape."""
        kind = f"series{series}"
        if series == SQUARE:
            self.rectangle(x - 4.5, y - 4.5, 9, 9, kind, hint)
        elif series == CIRCLE:
            self._hint(self._add("circle", kind, cx=x, cy=y, r=5), hint)
        else:
            corners = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in ((0, -6), (6, 0), (0, 6), (-6, 0)))
            self._hint(self._add("polygon", kind, points=corners), hint)

    def written(self) -> bytes:
        """Return the file."""
        indent(self.root, " ")
        content: bytes = tostring(self.root, encoding="utf-8", xml_declaration=True)
        return content + b"\n"

    def _add(self, tag: str, kind: str, **attributes: float | str) -> Element:
        values = {
            name.replace("_", "-"): each if isinstance(each, str) else f"{each:.1f}"
            for name, each in attributes.items()
        }
        return SubElement(self.root, tag, {"class": kind, **values})

    @staticmethod
    def _hint(element: Element, hint: str) -> None:
        if hint:
            SubElement(element, "title").text = legal(hint)


def legal(words: str) -> str:
    """Return words without the control characters that XML does not allow."""
    return "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in words)


def style() -> str:
    """Return the style sheet: colours for light ground, others where the reader prefers dark."""
    light = colours({**LIGHT, **{f"series{index}": colour for index, colour in enumerate(SERIES_LIGHT)}})
    dark = colours({**DARK, **{f"series{index}": colour for index, colour in enumerate(SERIES_DARK)}})
    return (
        f"text {{ font: 13px {FONT} }} text.heading {{ font-size: 16px; font-weight: 600 }} "
        f"text.faint {{ font-size: 12px }} line {{ stroke-width: 1 }} "
        f"line.goal-line {{ stroke-dasharray: 5 4; stroke-width: 1.5 }} {light} "
        f"@media (prefers-color-scheme: dark) {{ {dark} }}"
    )


def colours(table: dict[str, str]) -> str:
    """Return the rules for a set of colours: a class to fill with it, one for lines."""
    fills = " ".join(f".{kind} {{ fill: {colour} }}" for kind, colour in table.items())
    lines = " ".join(f".{kind}-line {{ stroke: {colour} }}" for kind, colour in table.items())
    return f"{fills} .heading {{ fill: {table['ink']} }} {lines}"


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


class Line(NamedTuple):
    """A line of a chart."""

    label: str
    marks: Sequence[Mark]


class Chart(NamedTuple):
    """What a chart shows, and how its values are written."""

    title: str
    lines: Sequence[Line]
    shown: Callable[[float], str]
    references: Sequence[tuple[float, str]] = ()  # values to compare with
    series: Sequence[str] = ()  # names, for the legend


class Panel(NamedTuple):
    """A part of the picture: its height, and what draws it from a height on."""

    height: int
    draw: Callable[[Drawing, int], None]


def plot(document: Document) -> bytes:
    """Return the picture as SVG; raises IronboardError if there is nothing to draw."""
    panels = list(panels_of(document.results))
    if not panels:
        raise IronboardError("there is nothing to plot in these figures")
    height = 2 * MARGIN + sum(panel.height + GAP for panel in panels)
    drawing = Drawing(WIDTH, height, f"Ironboard's benchmarks, {document.measured}")
    top = MARGIN
    for panel in panels:
        panel.draw(drawing, top)
        top += panel.height + GAP
    about = [f"{name} {document.host[name]}" for name in ABOUT if name in document.host]
    drawing.text(MARGIN, height - MARGIN, ", ".join([*about, document.measured]), "faint")
    return drawing.written()


# ---------------------------------------------------------------- which charts there are


def panels_of(results: Sequence[Result]) -> Iterator[Panel]:
    """Yield the charts for which there are figures."""
    clocks = [Line(result.name, marks) for result in results if (marks := clocks_of(result))]
    if clocks:
        yield dots(Chart("Emulated clock in MHz", clocks, significant, [(1, "the real KIM-1")], SERIES))
    for result in results:
        lines = [Line(row.label, [clock(row)]) for row in result.rows if row.cycles]
        if result.name == CONFIGURATIONS and lines:
            yield bars(Chart("The compiled core by configuration, in MHz", lines, significant))
        for table in result.tables:
            if table.bars:
                yield histogram(f"{result.name}: {table.title}", table)
        if result.rows and not any(row.cycles for row in result.rows):
            limits = [goal.limit for goal in result.goals if goal.unit == "s" and goal.limit > 0]
            goals = [(limit, f"goal: {axis_time(limit)}") for limit in limits]
            waits = [Line(row.label, [wait(row)]) for row in result.rows]
            yield dots(Chart(f"{result.name}: how long one waits", waits, duration, goals))


def clocks_of(result: Result) -> list[Mark]:
    """Return the rows that belong to a series."""
    return [clock(row, SERIES.index(row.label)) for row in result.rows if row.cycles and row.label in SERIES]


def clock(row: Row, series: int = 0) -> Mark:
    """Return the clock of a row, in MHz."""
    low, middle, high = ((row.cycles or 0) / each / 1e6 for each in (max(row.seconds), row.median, min(row.seconds)))
    return Mark(middle, low, high, series)


def wait(row: Row) -> Mark:
    """Return the seconds of a row."""
    return Mark(row.median, min(row.seconds), max(row.seconds))


# ---------------------------------------------------------------- charts


def dots(chart: Chart) -> Panel:
    """Return a chart with a mark for each value, on a logarithmic scale."""
    values = [value for line in chart.lines for mark in line.marks for value in (mark.low, mark.high)]
    scale = decades([*values, *(value for value, _ in chart.references)], LEFT, RIGHT)

    def draw(drawing: Drawing, top: int) -> None:
        for y, line in frame(drawing, top, chart, scale):
            for mark in line.marks:
                drawing.line(scale(mark.low), y, scale(mark.high), y, f"series{mark.series}")
                drawing.mark(scale(mark.value), y, mark.series, hint(chart, line, mark))
            drawing.text(RIGHT + VALUES, y, chart.shown(line.marks[0].value), "ink", "end")

    return Panel(height(chart), draw)


def bars(chart: Chart) -> Panel:
    """Return a chart with a bar for each line, from zero."""
    scale = linear(max(mark.high for line in chart.lines for mark in line.marks), LEFT, RIGHT)

    def draw(drawing: Drawing, top: int) -> None:
        for y, line in frame(drawing, top, chart, scale):
            mark = line.marks[0]
            kind = f"series{mark.series}"
            drawing.rectangle(LEFT, y - BAR / 2, scale(mark.value) - LEFT, BAR, kind, hint(chart, line, mark))
            drawing.line(scale(mark.low), y, scale(mark.high), y, "ink")
            drawing.text(RIGHT + VALUES, y, chart.shown(mark.value), "ink", "end")

    return Panel(height(chart), draw)


def height(chart: Chart) -> int:
    """Return the height of a chart with lines."""
    return HEADING + LINE * len(chart.lines) + AXIS


def frame(drawing: Drawing, top: int, chart: Chart, scale: Scale) -> Iterator[tuple[float, Line]]:
    """Draw heading, legend, axis and labels; yield the lines, and where they are."""
    drawing.text(MARGIN, top + 8, chart.title, "heading")
    x = float(RIGHT + VALUES)
    for series in reversed(range(len(chart.series))):  # from the right
        x -= 8.0 * len(chart.series[series])
        drawing.text(x, top + 8, chart.series[series], "faint")
        drawing.mark(x - 12, top + 8, series)
        x -= 36
    first, last = top + HEADING, top + HEADING + LINE * len(chart.lines)
    for tick in scale.ticks():
        drawing.line(scale(tick), first, scale(tick), last, "grid")
        drawing.text(scale(tick), last + 12, axis_label(tick, chart), "faint", "middle")
    for value, label in chart.references:
        drawing.line(scale(value), first - 4, scale(value), last, "goal")
        drawing.text(scale(value), first - 12, label, "faint", "middle")
    for index, line in enumerate(chart.lines):
        y = first + LINE * (index + 0.5)
        drawing.text(LEFT - 12, y, line.label, "ink", "end")
        yield y, line


def axis_label(value: float, chart: Chart) -> str:
    """Return what stands at the axis: no more digits than the value has."""
    return axis_time(value) if chart.shown is duration else f"{value:,.12g}"


def axis_time(seconds: float) -> str:
    """Return a round time: 1 s, 200 ms."""
    number, unit = duration(seconds).replace(",", "").split()
    return f"{float(number):,g} {unit}"


def hint(chart: Chart, line: Line, mark: Mark) -> str:
    """Return what the pointer sees."""
    name = f"{line.label}, {chart.series[mark.series]}" if chart.series else line.label
    return f"{name}: {chart.shown(mark.value)} ({chart.shown(mark.low)} to {chart.shown(mark.high)})"


def histogram(title: str, table: Table) -> Panel:
    """Return a chart with a column for each row of a table: where it begins, and how many there are."""
    places = [float(row[0] or 0) for row in table.rows]
    counts = [float(row[-1] or 0) for row in table.rows]
    step = places[1] - places[0] if len(places) > 1 else 1.0
    across = Scale(min(0, places[0]), places[-1] + step, LEFT, RIGHT)

    def draw(drawing: Drawing, top: int) -> None:
        drawing.text(MARGIN, top + 8, title, "heading")
        bottom = top + HEADING + COLUMNS
        up = linear(max(counts), bottom, top + HEADING)
        for tick in up.ticks():
            drawing.line(LEFT, up(tick), RIGHT, up(tick), "grid")
            drawing.text(LEFT - 12, up(tick), f"{tick:,.12g}", "faint", "end")
        for tick in across.ticks(9):
            drawing.text(across(tick), bottom + 12, f"{tick:,.12g}", "faint", "middle")
        for place, count in zip(places, counts, strict=True):
            width = across(place + step) - across(place) - 2
            words = f"{place:,.12g} to {place + step:,.12g}: {count:,.12g}"
            drawing.rectangle(across(place) + 1, up(count), width, bottom - up(count), "series0", words)
        drawing.text(RIGHT + VALUES, bottom + 12, table.columns[0], "faint", "end")
        drawing.text(LEFT - 12, top + HEADING - 16, table.columns[-1], "faint", "end")

    return Panel(HEADING + COLUMNS + AXIS, draw)
