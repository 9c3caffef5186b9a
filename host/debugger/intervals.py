"""Which of the lines that cover an address is the innermost? Prepared once, found by bisection."""

from __future__ import annotations

import heapq
from bisect import bisect_right
from collections.abc import Iterable

from emulators.image import SourceLine


class Innermost:
    """The innermost line for every address: the shortest one, among these the deepest."""

    def __init__(self, lines: Iterable[SourceLine]) -> None:
        waiting = sorted((line for line in lines if line.length > 0), key=lambda line: line.address, reverse=True)
        borders = sorted({border for line in waiting for border in (line.address, line.address + line.length)})
        self._starts: list[int] = []
        self._lines: list[SourceLine | None] = []
        open_lines: list[tuple[int, int, SourceLine]] = []
        for border in borders:
            while waiting and waiting[-1].address == border:
                line = waiting.pop()
                heapq.heappush(open_lines, (line.length, -line.depth, line))
            while open_lines and open_lines[0][2].address + open_lines[0][2].length <= border:
                heapq.heappop(open_lines)
            self._starts.append(border)
            self._lines.append(open_lines[0][2] if open_lines else None)

    def at(self, address: int) -> SourceLine | None:
        """Return the innermost line over an address, None where there is none."""
        index = bisect_right(self._starts, address) - 1
        return self._lines[index] if index >= 0 else None
