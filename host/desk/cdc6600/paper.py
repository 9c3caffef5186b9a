"""The lines of OUTPUT as they fit on a screen: each is decoded once, however often somebody looks."""

from __future__ import annotations

from emulators.cdc6600 import display_code
from host.desk.cdc6600.displays import pieces


class Paper:
    """What has been written, in lines of so many characters at most."""

    def __init__(self, columns: int) -> None:
        self._columns = columns
        self._seen: list[int] = []  # the words and marks that have been looked at
        self._whole = 0  # how many of them lie before the end of the last whole line
        self._lines: list[str] = []

    def lines(self, content: list[int]) -> list[str]:
        """Return the lines in the words of a file; the last may have no end."""
        if content[: len(self._seen)] != self._seen:  # it has been written anew
            self._seen, self._whole, self._lines = [], 0, []
        for place in range(len(self._seen), len(content)):
            if content[place] >= 0 and display_code.ends_line([content[place]]):
                self._lines += self._decoded(content[self._whole : place + 1])
                self._whole = place + 1
        self._seen += content[len(self._seen) :]
        return [*self._lines, *self._decoded(content[self._whole :])]

    def _decoded(self, content: list[int]) -> list[str]:
        words = [each for each in content if each >= 0]
        return [piece for line in display_code.lines(words) for piece in pieces(line, self._columns)]
