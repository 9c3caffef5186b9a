"""Go on the 6600: Zobrist's influence function, called for positions drawn at random.

Source: A. G. Bell, Games Playing with Computers, section 3.4.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from host.figures.measuring import Measured, measures
from host.games.boards import Colour
from host.games.go.influence import Solver
from host.games.go.rules import Position

SIZE, POSITIONS = 19, 500


@measures("influence.gap")
def values_that_never_occur() -> Measured:
    """Compute the values of positions with few and with many stones; the first run of magnitudes that has none."""
    solver, seen = Solver(), set[int]()
    for position in positions():
        seen.update(abs(value) for value in solver.values(position).values.values())
    missing = [value for value in range(max(seen)) if value not in seen]
    return Measured(
        [missing[0], missing[-1]], f"the magnitudes missing in {POSITIONS} random positions, 0 to {max(seen)}"
    )


def positions() -> Iterator[Position]:
    """Yield positions with 0 to 361 stones of either colour anywhere, the same ones every time."""
    chance = random.Random(POSITIONS)
    points = [*Position(SIZE).points]
    for _ in range(POSITIONS):
        chosen = chance.sample(points, chance.randint(0, len(points)))
        black = chance.random()
        yield Position(SIZE, {each: Colour.BLACK if chance.random() < black else Colour.WHITE for each in chosen})
