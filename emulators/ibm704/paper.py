"""The paper in the line printer: what row images have printed, line by line, as text.

The paper is spaced before a line is printed, once if nothing else is asked for, and again behind it if that is asked
for. As characters: a new line is one LF, an ejected page FF, half a page VT.
"""

from __future__ import annotations

from collections.abc import Sequence

from emulators.ibm704 import bcd

WHEELS = 120
EJECT, HALF_PAGE, ONE_BEHIND, ONE_MORE, NONE_BEFORE, TWO_BEHIND = 1, 2, 3, 4, 5, 6  # exit hubs, as the board has them
NONE_AND_RIGHT, RIGHT = 9, 10
RIGHT_COLUMN = 72  # the wheel (from 0) over which column 1 is printed then
SKIPS = {EJECT: b"\f", HALF_PAGE: b"\v"}


class Paper:
    """What has been printed, as ASCII."""

    def __init__(self) -> None:
        self.printed = bytearray()

    def space(self, hub: int) -> None:
        """Move the paper on, behind a line."""
        self.printed += SKIPS.get(hub, b"\n" * {ONE_BEHIND: 1, TWO_BEHIND: 2}.get(hub, 0))

    def print(self, words: Sequence[int], hubs: int) -> None:
        """Print the line of a row image; `hubs` are the exit hubs impulsed before, bit n for hub n."""
        on = {hub for hub in range(1, 11) if hubs >> hub & 1}
        for hub in sorted(on & set(SKIPS)):
            self.space(hub)
        text = line(bcd.printed(words), bool(on & {NONE_AND_RIGHT, RIGHT}))
        if on & {NONE_BEFORE, NONE_AND_RIGHT} and self.printed.endswith(b"\n"):
            start = max(self.printed.rfind(each, 0, -1) for each in (b"\n", *SKIPS.values())) + 1
            text = over(self.printed[start:-1].decode("ascii"), text)
            del self.printed[start:]
        elif ONE_MORE in on:
            self.printed += b"\n"
        self.printed += text.rstrip().encode("ascii") + b"\n"
        for hub in sorted(on & {ONE_BEHIND, TWO_BEHIND}):
            self.space(hub)


def line(text: str, right: bool) -> str:
    """Return the 120 wheels over which the 72 columns are printed."""
    wheels = [" "] * WHEELS
    for column, character in enumerate(text):
        wheels[(column + RIGHT_COLUMN * right) % WHEELS] = character
    return "".join(wheels)


def over(under: str, text: str) -> str:
    """Return what is to be read when a line has been printed over another one: the later character, if there is any."""
    page = under.ljust(WHEELS)
    return "".join(above if above != " " else below for above, below in zip(text, page, strict=True))
