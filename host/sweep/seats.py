"""KIM-1s with Wally, kept from item to item: making one takes longer than an answer.

Each item begins with machines in exactly the same state, so it does not matter what was done on them before. Threads
(a Dask worker may have several) do not share machines.
"""

from __future__ import annotations

import threading

from host.games.wally import TimedWally
from host.games.wally_board import PROGRAMS

BLACK_SEAT, WHITE_SEAT = 0, 1

_making = threading.Lock()  # the compiler's tables are not made for two threads at once
_own = threading.local()


class Seat:
    """A machine, and its state with an empty board, waiting for white's move."""

    def __init__(self, program: str) -> None:
        self.wally = TimedWally("compiled", program)
        self.wally.new_game()
        self.wally.answer(0)  # everything is compiled now
        self.wally.new_game()
        self.start = self.wally.kim.snapshot()


def wally_at(seat: int, program: str = PROGRAMS[0]) -> TimedWally:
    """Return the machine of this thread at a seat, with an empty board."""
    seats: dict[tuple[int, str], Seat] = _own.__dict__.setdefault("seats", {})
    if (seat, program) not in seats:
        with _making:
            seats[seat, program] = Seat(program)
    found = seats[seat, program]
    found.wally.kim.restore(found.start)
    return found.wally


def prepare() -> None:
    """Compile, or load from the cache."""
    wally_at(BLACK_SEAT)
