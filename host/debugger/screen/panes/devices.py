"""What the machine's devices show: digits as a picture, the rest as text.

A device that says which `segments` of its digits are lit gets a picture: `bc abdeg - | adefg`, a word for each digit,
`-` for a dark one, `|` for a gap. What a device calls `paper` has a pane of its own.
"""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from host.debugger.screen.panes.pane import Pane
from host.desk.seven_segments import NAMES, WIDTH, draw

SEGMENTS, DIGITS, PAPER = "segments", "digits", "paper"
WIDE_GAP = 3  # columns of a `|`


class DevicesPane(Pane):
    """Devices."""

    title = "devices"
    has_cursor = False

    def show(self) -> None:
        """Ask the machine what there is to see."""
        rows: list[Text] = []
        for device, shown in self.session.machine.devices().items():
            others = {name: text for name, text in shown.items() if name not in (SEGMENTS, DIGITS, PAPER)}
            rows += self._picture(shown[SEGMENTS]) if SEGMENTS in shown else []
            rows += [self.text((f" {device}", "label")), *self._text(others)] if others else []
        self.put(rows)

    def _text(self, shown: dict[str, str]) -> list[Text]:
        width = max(map(len, shown), default=0)
        return [
            self.text((f"   {name if number == 0 else '':<{width}}  ", "dim"), line)
            for name, text in shown.items()
            for number, line in enumerate(text.split("\n"))
        ]

    def _picture(self, segments: str) -> list[Text]:
        """Return rows with the digits, centred."""
        levels, gaps = levels_and_gaps(segments)
        drawn = draw(levels, gaps).split("\n")
        width = sum(gaps) + WIDTH * len(levels)
        ground = self.context.palette.style("segment")
        wide = max(self.size.width, width)
        left = (wide - width) // 2
        return [self._digits_row(row, left, wide, ground) for row in ("", *drawn, "")]

    def _digits_row(self, row: Text | str, left: int, width: int, ground: Style) -> Text:
        line = Text(" " * left, end="", no_wrap=True).append(row)
        line.append(" " * max(0, width - line.cell_len))
        line.stylize_before(ground)
        return line


def levels_and_gaps(segments: str) -> tuple[list[list[float]], list[int]]:
    """Return, for every digit, how bright its segments are and how many spaces stand before it."""
    levels: list[list[float]] = []
    gaps: list[int] = []
    gap = 0
    for word in segments.split():
        if word == "|":
            gap = WIDE_GAP
            continue
        levels.append([float(name in word) for name in NAMES])
        gaps.append(gap)
        gap = 1
    return levels, gaps
