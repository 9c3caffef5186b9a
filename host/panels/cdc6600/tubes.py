"""Pictures of display drivers (emulators/cdc6600/displays.py) on the two screens, from storage: view functions.

A driver sends the console bytes of 12 bits, five of a word. 6xxx is x and 7xxx is y, 0 to 777 octal, from the lower
left corner of the square; every other byte is two characters in display code, of which 00 is a blank. A character has
its lower left corner at x and y, and x goes on by its size. In the mode for dots each y makes a dot.

Rows are as a tube takes them: [x, y, size, text], y from the top. A dot has size 1.
"""

from __future__ import annotations

from typing import Any

from emulators.cdc6600.display_code import ASCII
from emulators.cdc6600.displays import Det, Driver
from host.ui.words import bits

DOTS = 512  # each way
BYTES = 5  # of a word
X, Y = 6, 7  # the first octal digit of a byte that is a coordinate
SIZES = (8, 16, 32, 1)  # of characters: small, medium, large; of a dot
CHARACTERS = " " + ASCII[1:]
FLASH = 64  # milliseconds; rows with a flash count n are lit for n of eight such spans
MILLISECOND = 10_000  # cycles
FIRST, LAST, MESSAGE, TYPED = Det.FIRST.value, Det.LAST.value, Det.MESSAGE.value, Det.TYPED.value
ABC = Driver.ABC.value
MESSAGE_WORDS, MESSAGE_Y = 3, 16
MOST_TYPED, MEDIUM_TYPED = 64, 32  # characters shown in all, and as medium ones
CELL = 8  # dots of a place in a terminal, across and down
PLACES = DOTS // CELL


def byte(m: Any, word: int, place: int) -> int:
    """Return a byte of the program, counted from the left of a word; 0 beyond its storage."""
    word += place // BYTES
    return bits(m.memory, m.ra + word, 48 - 12 * (place % BYTES), 12) if word < m.fl else 0


def address(m: Any, word: int, shift: int) -> int:
    """Return an address in a word of the program."""
    return bits(m.memory, m.ra + word, shift, 18) if word < m.fl else 0


def sent(m: Any, word: int, words: int, at: list[int], size: int) -> list[list[Any]]:
    """Return the rows that these words make, from x and y on."""
    rows: list[list[Any]] = []
    x, y, text = at[0], at[1], ""
    for place in range(BYTES * words):
        code = byte(m, word, place)
        kind, value = code // 512, code % 512
        if kind in (X, Y):
            rows = put(rows, x, y, size, text)
            x, text = x + size * len(text), ""
            if kind == X:
                x = value
            else:
                y = value
                if size == 1:
                    rows.append([x, DOTS - 1 - y, 1, "."])
        elif size > 1:
            text += CHARACTERS[code // 64] + CHARACTERS[code % 64]
    return put(rows, x, y, size, text)


def put(rows: list[list[Any]], x: int, y: int, size: int, text: str) -> list[list[Any]]:
    """Return the rows with one more, without the blanks around it, cut off at the edge of the square of dots."""
    begun = text[: max(0, (DOTS - x) // size)].rstrip()
    shown = begun.strip()
    if shown != "":
        rows.append([x + size * (len(begun) - len(shown)), DOTS - size - y, size, shown])
    return rows


def by_abc(m: Any, screen: int) -> list[list[Any]]:
    """Return ABC's picture on the left screen (0) or the right one (1).

    A word of its table: x, y, flash (3 bits) and brightness (3) and size and screen (3), count of words and address.
    """
    rows: list[list[Any]] = []
    table = address(m, m.driver_at, 0)
    if table >= m.fl:
        return rows
    for place in range(bits(m.memory, m.ra + table, 0, 9)):
        word = table + 1 + place
        how, count = byte(m, word, 2), byte(m, word, 3) // 64
        kind = how % 8 if how % 8 < 6 else 0
        flash = how // 512
        lit = flash == 0 or (m.cycles // (FLASH * MILLISECOND)) % 8 < flash
        if lit and kind % 2 == screen:
            first = address(m, word, 0)
            first = first - (1 << 17) - m.ra if first >= 1 << 17 else first
            at = [byte(m, word, 0) % 512, byte(m, word, 1) % 512]
            if first + m.ra >= 0:
                rows = rows + sent(m, first, count, at, SIZES[kind // 2])
    return rows


def by_lun(m: Any, screen: int) -> list[list[Any]]:
    """Return LUN's picture on a screen.

    A word that describes a display: off (1 bit), size (4) and screen (1), intensity (6), first word, last word but one.
    """
    rows: list[list[Any]] = []
    table = m.driver_at
    for word in range(address(m, table + FIRST, 0), min(m.fl, address(m, table + LAST, 0))):
        how = byte(m, word, 0)
        kind = (how // 64) % 8
        if how // 2048 == 0 and how % 8 > 0 and kind % 2 == screen:
            first, last = address(m, word, 30), address(m, word, 0)
            rows = rows + sent(m, first, max(0, last - first), [0, 0], SIZES[kind // 2])
    if screen == 0:
        rows = rows + lun_keyboard(m)
    return rows


def lun_keyboard(m: Any) -> list[list[Any]]:
    """Return the message of LUN and the line being typed, one character to a byte."""
    rows: list[list[Any]] = []
    message, typed = address(m, m.driver_at + MESSAGE, 0), address(m, m.driver_at + TYPED, 0)
    if byte(m, message, 0) > 0:
        rows = sent(m, message, MESSAGE_WORDS, [0, MESSAGE_Y], SIZES[1])
    count = min(MOST_TYPED, byte(m, m.driver_at + TYPED, 0))
    text = "".join([CHARACTERS[byte(m, typed, place) % 64] for place in range(count)])
    return put(rows, 0, 0, SIZES[1] if count <= MEDIUM_TYPED else SIZES[0], text)


def driven(m: Any, screen: int) -> list[list[Any]]:
    """Return the display driver's picture on a screen."""
    return by_abc(m, screen) if m.driver == ABC else by_lun(m, screen)


def lines_apart(rows: list[list[Any]], tall: int) -> bool:
    """Return whether texts at different heights fall into different lines of a terminal, each `tall` dots high."""
    heights = [-1 for _ in range(DOTS // tall)]
    for row in rows:
        line = line_of(row, tall)
        if row[2] > 1 and heights[line] >= 0 and heights[line] != row[1]:
            return False
        heights[line] = row[1] if row[2] > 1 else heights[line]
    return True


def line_of(row: list[Any], tall: int) -> int:
    """Return the line of a terminal for a row."""
    return max(0, min(DOTS // tall - 1, (row[1] + row[2] // 2) // tall))


def in_places(rows: list[list[Any]]) -> list[str]:
    """Return rows as lines of a terminal: 64 characters of any size in each, 32 of them, or 64 if texts need them."""
    tall = 2 * CELL if lines_apart(rows, 2 * CELL) else CELL
    lines = [" " * PLACES for _ in range(DOTS // tall)]
    for row in rows:
        line, left, text = line_of(row, tall), min(PLACES - 1, row[0] // CELL), row[3]
        before = lines[line]
        if row[2] > 1 or before[left] == " ":
            lines[line] = before[:left] + text + before[left + len(text) :]
    return [line.rstrip() for line in lines]
