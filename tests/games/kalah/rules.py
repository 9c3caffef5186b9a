"""The rules of Kalah and the search with a stack, written from them for the tests: lists, nothing clever.

A position is the mover's pits from the left. All places of the board are numbered in the direction of play: the mover's
pits, the kalah, the other side's pits; the other side's kalah is passed over.
"""

from __future__ import annotations

from typing import NamedTuple

EMPTY, ENDS, GOES_ON = "-*C"


class Row(NamedTuple):
    """A position that is played, and what comes of it."""

    position: tuple
    marks: str
    stack: tuple
    ended: tuple


def sow(position, pit):
    """Return the mark of the play and the pits behind it."""
    places = [*position, 0] + [0] * len(position)
    counters, places[pit], place = places[pit], 0, pit
    if not counters:
        return EMPTY, position
    for _ in range(counters):
        place = (place + 1) % len(places)
        places[place] += 1
    return (GOES_ON if place == len(position) else ENDS), tuple(places[: len(position)])


def rows(start, left=False):
    """Yield what happens, row by row."""
    stack = [tuple(start)]
    order = range(len(start)) if left else range(len(start) - 1, -1, -1)
    while stack:
        position = stack.pop()
        plays = {pit: sow(position, pit) for pit in order}
        stack += [after for mark, after in plays.values() if mark == GOES_ON]
        ended = tuple(after for mark, after in plays.values() if mark == ENDS)
        if not any(position):
            ended = (position,)  # all is in the kalah
        marks = "".join(plays[pit][0] for pit in range(len(start)))
        yield Row(position, marks, tuple(stack), ended)


def search(start, left=False):
    """Return where the moves end, in order, and how deep the stack was."""
    found = [*rows(start, left)]
    return [each for row in found for each in row.ended], max(len(row.stack) for row in found)


def clear(position):
    """Return the pits, counted from the kalah, that the nearest play that goes on takes, and what is left."""
    played = []
    while True:
        ready = [i for i in range(1, len(position) + 1) if position[-i] == i]
        if not ready:
            return played, position
        played.append(ready[0])
        position = sow(position, len(position) - ready[0])[1]
