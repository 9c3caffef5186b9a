"""Files as the system keeps them: words of 60 bits, with the ends of records and files between them, in one arena.

    block    name | room | length | position | connected | `room` words, the first `length` of them in use

The name of a file is seven characters of display code, 42 bits, left-justified, with zeros. The same arena has the
dayfile and the transfers that are under way. A block that needs more room becomes the last one; the space it leaves is
used again when the arena is full. Nothing is lost when space runs out: `make_room` says before anything has been done
how many words are lacking, and the system goes on when the host has let the arena grow.
"""

from __future__ import annotations

from enum import IntEnum

from emulators.kernels import out_of_line
from emulators.record import ANYTHING, COUNT, Fields, State, as_many


class Mark(IntEnum):
    """Marks between words; in a file they are negative numbers, which no word is."""

    NONE = 0
    END_OF_RECORD = -1
    END_OF_FILE = -2
    END_OF_INFORMATION = -3  # after the last word; it is not stored in a file


class Head(IntEnum):
    """The words of a block before its content."""

    NAME = 0
    ROOM = 1  # words of content that it can hold
    LENGTH = 2
    POSITION = 3  # how far the file has been read or written
    CONNECTED = 4  # 1: a keyboard: lines may come after its end


FIELDS: Fields = {
    "arena": as_many(0, ANYTHING),
    "arena_size": COUNT,
    "arena_used": COUNT,
    "lacking": COUNT,  # words that the arena has to grow by before the system can go on
}
HEAD = len(Head)
NOWHERE = -1
FREE, DAYFILE, TRANSFERS = 0, 1, 2  # names that no file has: of a block that is given up; of the system's own

# ---------------------------------------------------------------- the arena


@out_of_line
def find(m: State, name: int) -> int:
    """Return the place of a block, NOWHERE if there is none."""
    place = 0
    while place < m.arena_used:
        if m.arena[place + Head.NAME] == name:
            return place
        place += HEAD + m.arena[place + Head.ROOM]
    return NOWHERE


@out_of_line
def growth(m: State, name: int, count: int) -> int:
    """Return how many words of the arena it may take to put `count` more into a block."""
    place = find(m, name)
    if place == NOWHERE:
        return HEAD + count
    length = m.arena[place + Head.LENGTH]
    return 0 if length + count <= m.arena[place + Head.ROOM] else HEAD + 2 * length + count


@out_of_line
def make_room(m: State, count: int) -> bool:
    """Return whether `count` words of the arena are free, once blocks have moved together; note how many are lacking.

    Then a quarter of it is free, too, so that they do not move each time.
    """
    m.lacking = 0
    if m.arena_used + count <= m.arena_size:
        return True
    move_together(m)
    if m.arena_used + m.arena_used // 4 + count > m.arena_size:
        m.lacking = count
    return m.lacking == 0


def move_together(m: State) -> None:
    """Shrink every block to the words that it uses, with nothing between them."""
    place = to = 0
    while place < m.arena_used:
        following = place + HEAD + m.arena[place + Head.ROOM]
        if m.arena[place + Head.NAME] != FREE:
            length = m.arena[place + Head.LENGTH]
            for each in range(HEAD + length):
                m.arena[to + each] = m.arena[place + each]
            m.arena[to + Head.ROOM] = length
            to += HEAD + length
        place = following
    m.arena_used = to


@out_of_line
def reserve(m: State, name: int, count: int) -> int:
    """Return the place of a block with room for `count` more words; it is made if it is not there.

    `make_room` must have found as many words as `growth` says.
    """
    place = find(m, name)
    length = m.arena[place + Head.LENGTH] if place != NOWHERE else 0
    if place != NOWHERE and length + count <= m.arena[place + Head.ROOM]:
        return place
    room = 2 * length + count
    if place != NOWHERE and place + HEAD + m.arena[place + Head.ROOM] == m.arena_used:
        m.arena[place + Head.ROOM] = room
        m.arena_used = place + HEAD + room
        return place
    new = m.arena_used
    m.arena_used += HEAD + room
    m.arena[new + Head.LENGTH] = m.arena[new + Head.POSITION] = m.arena[new + Head.CONNECTED] = 0
    if place != NOWHERE:
        for each in range(Head.LENGTH, HEAD + length):
            m.arena[new + each] = m.arena[place + each]
        m.arena[place + Head.NAME] = FREE
    m.arena[new + Head.NAME] = name
    m.arena[new + Head.ROOM] = room
    return new


@out_of_line
def append(m: State, place: int, word: int) -> None:
    """Append a word to a block; there must be room."""
    m.arena[place + HEAD + m.arena[place + Head.LENGTH]] = word
    m.arena[place + Head.LENGTH] += 1


@out_of_line
def remove(m: State, name: int) -> None:
    """Remove a file."""
    place = find(m, name)
    if place != NOWHERE:
        m.arena[place + Head.NAME] = FREE


# ---------------------------------------------------------------- files


def at_end(m: State, file: int) -> bool:
    """Return whether everything there is has been read."""
    return m.arena[file + Head.POSITION] == m.arena[file + Head.LENGTH]


def before(m: State, file: int) -> int:
    """Return the word or mark before the position of a file, which is not 0."""
    return m.arena[file + HEAD + m.arena[file + Head.POSITION] - 1]


def ends(mark: int, files: bool) -> bool:
    """Return whether a word or mark ends a record, or a file: the end of a file is a record of its own."""
    return mark == Mark.END_OF_FILE or (mark == Mark.END_OF_RECORD and not files)


def cut(m: State, file: int) -> None:
    """Discard everything after the position: it is written there."""
    m.arena[file + Head.LENGTH] = m.arena[file + Head.POSITION]


def write(m: State, file: int, word: int) -> None:
    """Write a word or mark; nothing comes after the position, and there is room."""
    append(m, file, word)
    m.arena[file + Head.POSITION] += 1


def skip(m: State, file: int, count: int, files: bool) -> bool:
    """Go on past `count` records or files, to the end at most; return whether they were there."""
    while count and not at_end(m, file):
        m.arena[file + Head.POSITION] += 1
        count -= ends(before(m, file), files)
    return count == 0


def skip_back(m: State, file: int, count: int, files: bool) -> None:
    """Go back to the beginning of the count-th record (or file); the one at the position counts."""
    while count and m.arena[file + Head.POSITION]:
        m.arena[file + Head.POSITION] -= 1
        while m.arena[file + Head.POSITION] and not ends(before(m, file), files):
            m.arena[file + Head.POSITION] -= 1
        count -= 1
