"""The light of the display tube: points that are plotted, and fade."""

from __future__ import annotations

import math
from collections.abc import Sequence

from emulators.ibm704.display import DIM, dots

DIMMED = 0.5  # brightness of a dim point
FADING = 6.0  # seconds in which a point loses most of its light: the tube was made to glow long
DARK = 0.03  # brightness that nobody sees
LEVELS = 12  # steps of brightness


class Tube:
    """The tube: `points` are (x, y) -> brightness, 0 to 1."""

    def __init__(self) -> None:
        self.points: dict[tuple[int, int], float] = {}
        self.used = False  # whether anything has ever been plotted
        self._seen = 0  # points plotted since the last frame of the film

    def follow(self, shown: Sequence[int], seconds: float | None) -> None:
        """Add what is new among the points shown since the last frame; let the others fade for so many seconds.

        None: nothing fades, as on the film of a camera. Fewer points than before mean another frame.
        """
        if seconds is not None and self.points:
            part = math.exp(-seconds / FADING)
            self.points = {at: light * part for at, light in self.points.items() if light * part > DARK}
        if len(shown) < self._seen:
            self._seen = 0
        for word in shown[self._seen :]:
            for dot in dots(word):
                self.points[dot] = DIMMED if word & DIM else 1.0
            self.used = True
        self._seen = len(shown)
