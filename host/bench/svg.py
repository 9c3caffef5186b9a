"""A small SVG drawing: scales, marks and text, readable on light and on dark ground."""

from __future__ import annotations

import math
from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement, indent, tostring

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
        """Return round values, about so many; powers of ten on a logarithmic scale."""
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
