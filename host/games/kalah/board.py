"""What is a position? The counters of the mover's pits, from the left; the kalah is at the right.

6 means the board that the book uses: six pits, each with as many counters as it is away from the kalah. A comma behind
the number makes it the counters of one pit: 6, is a board of one pit with six.
"""

from __future__ import annotations

from emulators.errors import IronboardError

MOST_PITS = 60
MOST_COUNTERS = 99_999  # in a pit

Pits = tuple[int, ...]


def board(pits: int) -> Pits:
    """Return the board of so many pits in which every pit goes on: n, n - 1, ... 1."""
    return tuple(range(pits, 0, -1))


def parse(text: str) -> Pits:
    """Return the position that `6`, `3,2,1` or `3,` means; raises IronboardError."""
    one_pit = text.count(",") == 1 and text.rstrip().endswith(",")
    try:
        numbers = [int(each) for each in text.rstrip().removesuffix("," * one_pit).split(",")]
    except ValueError:
        raise IronboardError(
            f"'{text}' is no position: expected a number of pits, or counters as in 3,2,1 or 3,"
        ) from None
    pits = board(numbers[0]) if len(numbers) == 1 and not one_pit else tuple(numbers)
    if not 1 <= len(pits) <= MOST_PITS:
        raise IronboardError(f"'{text}': a board has 1 to {MOST_PITS} pits")
    if not all(0 <= each <= MOST_COUNTERS for each in pits):
        raise IronboardError(f"'{text}': a pit has 0 to {MOST_COUNTERS} counters")
    if not any(pits):
        raise IronboardError(f"'{text}': all pits are empty")
    return pits


def written(pits: Pits) -> str:
    """Return a position as text that `parse` reads."""
    return ",".join(map(str, pits)) + "," * (len(pits) == 1 and pits != board(1))
