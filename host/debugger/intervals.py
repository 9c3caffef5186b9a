"""Which of the lines that cover a place is the innermost? Prepared once, found by bisection."""

from __future__ import annotations

import heapq
from bisect import bisect_right
from collections.abc import Iterable

from emulators.image import SourceLine


class Innermost:
    """The innermost line for every address: the shortest one, among these the deepest.

    Where lines share words of `word_bits`, as their offsets say, it is the one that has begun last before a bit; of
    those that have begun together the shortest, the deepest.
    """

    def __init__(self, lines: Iterable[SourceLine], word_bits: int = 1) -> None:
        lines = [line for line in lines if line.length > 0]
        shared = word_bits > 1 and any(line.offset for line in lines)
        self._unit = unit = word_bits if shared else 1
        spans = [
            (line.address * unit + line.offset * shared, (line.address + line.length) * unit, line) for line in lines
        ]
        waiting = sorted(spans, key=lambda span: span[0], reverse=True)
        borders = sorted({border for span in spans for border in span[:2]})
        self._starts: list[int] = []
        self._lines: list[SourceLine | None] = []
        open_lines: list[tuple[int, int, int, SourceLine, int]] = []
        for border in borders:
            while waiting and waiting[-1][0] == border:
                start, end, line = waiting.pop()
                heapq.heappush(open_lines, (-start if shared else 0, line.length, -line.depth, line, end))
            while open_lines and open_lines[0][-1] <= border:
                heapq.heappop(open_lines)
            self._starts.append(border)
            self._lines.append(open_lines[0][3] if open_lines else None)

    def at(self, address: int, offset: int = 0) -> SourceLine | None:
        """Return the innermost line over a word, or over what stands behind so many of its bits; None for none."""
        place = address * self._unit + (offset if self._unit > 1 else 0)
        index = bisect_right(self._starts, place) - 1
        return self._lines[index] if index >= 0 else None
