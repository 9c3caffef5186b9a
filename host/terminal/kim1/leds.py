"""The six LED digits."""

from __future__ import annotations

from rich.text import Text
from textual.widget import Widget

from emulators.kim1.display import SEGMENTS
from host.desk.glow import glow
from host.seven_segments import Levels, draw

GAPS = (0, 1, 1, 1, 3, 1)  # spaces before each digit: four of address, two of data


class Leds(Widget):
    """The display."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._levels: Levels = ((0.0,) * SEGMENTS,) * len(GAPS)

    def show(self, brightness: list[list[float]]) -> None:
        """Show what `Kim1.brightness` says."""
        levels = tuple(tuple(glow(share) for share in digit) for digit in brightness)
        if levels != self._levels:
            self._levels = levels
            self.refresh()

    def render(self) -> Text:
        """Return the digits."""
        return draw(self._levels, GAPS)
