"""The cathode ray tubes (unit 030): a 780 to look at, and a 740 with a camera that keeps the picture.

WRS selects them; each copy shows a point of a raster of 1,024 by 1,024, in 125 microseconds. A point is a word:

    S          1            2            3-7   8 ... 17     18-25   26 ... 35
    dim        x axis       y axis       -     x, 0 = left  -       y, 0 = bottom

An axis is a line from the point to the right edge (x), to the top (y), or upwards at 45 degrees (both). CFF moves the
film to the next frame: the picture so far is on the one before.

Raster, intensities, axes and the time of a point are published; the positions of the bits were not found in any
source and are assumed, and so is it that moving the film takes no time.
"""

from __future__ import annotations

from emulators.ibm704 import connection
from emulators.ibm704.isa import WORD_BITS
from emulators.record import COUNT, MOMENT, Field, Fields, State

UNIT = 0o030
SIZE = 1024  # points in a row, and rows
POINT_TIME = 11  # cycles: 125 microseconds
BUFFER = 4096  # points shown and not yet fetched
X_SHIFT, COORDINATE = 18, SIZE - 1
DIM, X_AXIS, Y_AXIS = 1 << 35, 1 << 34, 1 << 33

NEW_FRAME = -1
FIELDS: Fields = {
    "tube_free": MOMENT,  # the cycle from which on the next point can be shown
    "frame": COUNT,  # of the film, from 0
    "point_count": COUNT,  # points and frames since power-on; the last BUFFER of them are in `points`
    "points_fetched": COUNT,  # how many of them have been fetched
    "points": Field(NEW_FRAME, (1 << WORD_BITS) - 1, BUFFER),  # words, or NEW_FRAME
}


def note(m: State, what: int) -> None:
    """Show a point, or a new frame."""
    m.points[m.point_count % BUFFER] = what
    m.point_count += 1
    if m.point_count % (BUFFER // 2) == 0:  # time to fetch them
        m.deadline = m.horizon = 0


def is_full(m: State) -> bool:
    """Return whether it is time for the host to fetch points."""
    return m.point_count - m.points_fetched >= BUFFER // 2


def copy(m: State, address: int) -> int:
    """Show a point."""
    connection.wait(m, m.tube_free)
    note(m, connection.take_word(m, address))
    m.tube_free = m.cycles + POINT_TIME
    return 0


def change_frame(m: State) -> None:
    """CFF: move the film."""
    m.frame += 1
    note(m, NEW_FRAME)


def spot(word: int) -> tuple[int, int]:
    """Return (x, y) of a point."""
    return word >> X_SHIFT & COORDINATE, word & COORDINATE


def dots(word: int) -> list[tuple[int, int]]:
    """Return all the dots of a point and its axis."""
    x, y = spot(word)
    right, up = bool(word & X_AXIS), bool(word & Y_AXIS)
    length = SIZE - max(x * right, y * up) if right or up else 1
    return [(x + right * step, y + up * step) for step in range(length)]
