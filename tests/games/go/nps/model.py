"""The model of ../shared/models/npsgo.py for a board of any size, with what it leaves to chance fixed.

Its lists of points are for 19 by 19; here they move with the edges. Which of two equally good escapes it takes depends
on the order of a Python set there; here the stones of a chain come in the order in which they are reached.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from tests.shared import shared

CENTRE = "or (10, 10)"


def line(number: int, size: int) -> int:
    """Return the line of a smaller board that has the same distance from the nearer edge, or is the middle."""
    return number if number < 10 else (size + 1) // 2 if number == 10 else number + size - 19


def model(size: int = 19) -> Any:
    """Return the model's class of games."""
    path = shared("models/npsgo.py")
    text = path.read_text(encoding="utf-8")
    assert text.count(CENTRE) == 1
    middle = (size + 1) // 2
    module = ModuleType(f"npsgo{size}")
    module.__file__ = str(path)
    before = [*sys.path]
    exec(compile(text.replace(CENTRE, f"or ({middle}, {middle})"), str(path), "exec"), module.__dict__)
    sys.path[:] = before
    names = module.__dict__
    names["N"] = size
    for each in ("OPEN", "STRAT"):
        names[each] = [(line(row, size), line(column, size)) for row, column in names[each]]
    original = names["Go"]

    class Go(original):  # type: ignore[misc, valid-type]
        def group(self, p):
            colour, stones, liberties = self.at(p), [p], {}
            for stone in stones:
                for each in self.nb(stone):
                    if self.at(each) == 0:
                        liberties[each] = None
                    elif self.at(each) == colour and each not in stones:
                        stones.append(each)
            return stones, liberties

    return Go
