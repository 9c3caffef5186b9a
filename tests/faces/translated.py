"""What view functions may be written with, the same in Python and in JavaScript (test_script.py)."""

from __future__ import annotations

from enum import IntEnum

from emulators.kim1 import keypad
from emulators.kim1.keypad import KEYS, Action
from host.games.go import cells
from host.panels.games import draughts, notes
from host.ui import words
from host.ui.words import octal, right

SIGNS = {".": "empty", "X": "black", "O": "white"}
NAMES = ("ONE", "TWO", ("THREE", 4))


NAMED = "pc"


class Colour(IntEnum):
    RED = 7
    GREEN = 1 << 40


def operators(a, b):
    results = [
        a + b,
        a - b,
        a % 997 * (b % 991),
        a // b if b else 0,
        a % b if b else 0,
        -a,
        ~a,
        a & b,
        a | b,
        a ^ b,
        a < b,
        a == b,
    ]
    c = a
    c += 1
    c -= b
    c &= 0x7FFFFFFF
    c |= 0x100000000
    c ^= b
    c >>= 3
    c <<= 2
    c %= 1000
    return [*results, c, a >> 5, a << 3, abs(a), min(a, b), max(a, b), a <= b < 2 * a]


def texts(a, name):
    """Build texts."""
    total = f"{name}: {a}, {a > 3}, {None} {{braces}}" + str(a == 3) + right(name, 9) + "=" * 3 + name * 2
    return [
        total,
        total.upper(),
        "b" in total,
        total.replace("a", "A"),
        total[1:4],
        total[-1],
        total[a % 5],
        len(total),
        ", ".join(each + "!" for each in name),
        name.split(","),
        int("12") + int("17", 8),
        ord(name[0]),
        chr(65 + a % 9),
        name.find("x"),
        name.startswith("a"),
        name.strip(),
        name.lower() == name,
        bool(name),
        not name,
    ]


def collections(values, table):
    counts = {}
    for number, value in enumerate(values):
        counts[f"k{value}"] = counts.get(f"k{value}", 0) + number
    pairs = [[a, b] for a, b in zip(values, reversed(values), strict=True)]
    grown = list(values)
    grown.append(len(table))
    while len(grown) > 3:
        grown.pop()
    left, taken = list(values), 0
    while left:
        taken += left.pop()
    found = "some" if [v for v in values if v > 1] else "none"
    if [v for v in values if v > 4] or (table and not values):
        found += "!"
    return [
        taken,
        found,
        counts,
        pairs,
        sorted(values),
        sorted(values, key=negative),
        sum(values),
        sum(v * v for v in values if v > 1),
        any(v == 2 for v in values),
        all(v >= 0 for v in values),
        values[1:],
        values[:2] == [1, 2],
        [0] * 3,
        "a" in table,
        table.get("a", -1),
        table.get("zz"),
        list(table),
        [[k, v] for k, v in table.items()],
        2 in values,
        grown,
        len(counts),
        len(values),
        values[-1] if values else None,
        [x for r in pairs for x in r],
        list(range(3)),
        list(range(5, 0, -2)),
        tuple(values),
        [1, 2] * 2,
    ]


def negative(value):
    return -value


def names(a):
    new, default = a + 1, [a]
    return [
        SIGNS["X"],
        NAMES,
        NAMES[2][0],
        Colour.RED + a,
        Colour.GREEN,
        Action.KEY_UP,
        keypad.STRAP_ROW,
        KEYS.index("GO"),
        words.hexadecimal(a, 4),
        octal(a, 6),
        keypad.POSITIONS["GO"],
        new,
        default,
        factorial(a % 8),
    ]


def factorial(n):
    if n < 2:
        return 1
    return n * factorial(n - 1)


def record(m, ui):
    """Read a record: numbers, arrays, parts of them."""
    ui["seen"] = ui.get("seen", 0) + 1
    held: int = m.keys[2]
    return [
        m.pc,
        m.cycles,
        held,
        len(m.memory),
        list(m.memory[0:9]),
        m.memory[3:5] == [3, 4],
        m.keys[0:4],
        max(m.memory[0:20]),
        5 in m.memory[0:9],
        sum(m.memory[0:9]),
        ui,
        getattr(m, NAMED),
        m.sst == 0,
    ]


def counted(width, numbers):
    """Count the bits of words."""
    counts = [0] * width
    for number in numbers:
        words.count_bits(counts, number)
    return counts


def pdn(text):
    return notes.last_game(draughts.FORM, text)


def sgf(text):
    return [cells.record_of(each) for each in cells.collection(text)]
