"""Every construct of the language of kernels, one function each: what Python returns, C has to return."""

from __future__ import annotations

from enum import IntEnum

from emulators.kernels import Functions, out_of_line
from emulators.record import ANYTHING, Fields, State, as_many, octets

FIELDS: Fields = {
    "counter": ANYTHING,
    "words": as_many(8, ANYTHING),
    "odd": octets(1),
    "bytes": octets(16),
    "grown": as_many(0, ANYTHING),
    "last": ANYTHING,
}
LIMIT = 5
TABLE = (3, -1, 1 << 62, -(1 << 63), 7, 0, 255, 256)


class Colour(IntEnum):
    """Constants with names."""

    RED = 2
    BLUE = 9


class Two(Functions):
    """A bundle of two functions."""

    names = ("first", "second")


def note(m: State, value: int) -> int:
    """Have an effect that shows the order of evaluation."""
    m.counter = m.counter * 10 + (value & 7)
    return m.counter


@out_of_line
def note_far(m: State, value: int, more: int = 3) -> int:
    """Do the same out of line."""
    return note(m, value + more)


def no_result(m: State, value: int) -> None:
    """Return early, and nothing."""
    if value < 0:
        return
    m.last = value


def pair(a: int, b: int) -> tuple[int, int]:
    """Return a tuple."""
    return b, a


def third(of: tuple[int, int, int], place: int) -> int:
    """Take a tuple."""
    return of[place]


TWO = Two(note, note_far)


def through(m: State, bundle: Two, value: int) -> int:
    """Call through a bundle."""
    return bundle.first(m, value) - bundle.second(m, value)


def arithmetic(m: State, a: int, b: int, c: int) -> int:
    return (a + b) * (c - 1) - -a + +b


def divided(m: State, a: int, b: int, c: int) -> int:
    return a // (b or 1) * 3 + a % (b or 1)


def divided_by_constants(m: State, a: int, b: int, c: int) -> int:
    return a // 7 + (a // -7 ^ b % 10) + b % -10 + a // 8 + b % 16


def bits(m: State, a: int, b: int, c: int) -> int:
    return (a & b | ~c) ^ (b | 0x5555_5555_5555_5555)


def shifted(m: State, a: int, b: int, c: int) -> int:
    return (a >> (b & 63)) + (a << (c & 63)) + (a >> 5) + (b << 60) + (c >> 63)


def compared(m: State, a: int, b: int, c: int) -> int:
    return (a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a != c) + 16 * (a >= c) + ((a > c) << 40)


def chained(m: State, a: int, b: int, c: int) -> int:
    return (a < b < c) + 2 * (note(m, 1) < a <= note(m, 2))


def member(m: State, a: int, b: int, c: int) -> int:
    return (a & 7 in (1, 3, b & 7)) + 2 * (b & 3 not in (0, Colour.RED))


def logical(m: State, a: int, b: int, c: int) -> int:
    return (a and b) + ((a & 1 or c) and (b & 1)) + (not a) + bool(b)


def short_circuit(m: State, a: int, b: int, c: int) -> int:
    if (a & 1 and note(m, 1)) or (b & 1 and note(m, 2)):
        note(m, 3)
    x = a & 2 and note(m, 4)
    return x + (b & 2 or note(m, 5))


def conditional(m: State, a: int, b: int, c: int) -> int:
    return note(m, 1) if a < b else note(m, 2) if b < c else c


def builtin(m: State, a: int, b: int, c: int) -> int:
    return min(a, b) + max(a, b, c) + abs(a >> 1) + int(b < c)


def in_order(m: State, a: int, b: int, c: int) -> int:
    x = m.counter + note(m, 1) - note(m, 2) * note(m, m.counter)
    return x + max(note(m, 3), m.counter, note_far(m, 4)) + third((note(m, 5), note(m, 6), m.counter), note(m, 1) % 3)


def assigned(m: State, a: int, b: int, c: int) -> int:
    x = y = a
    x += b
    y ^= c
    m.last = x
    m.last -= y
    m.words[a & 7] = m.words[b & 7] = note(m, 1)
    m.words[m.counter & 7] |= note(m, 2)
    a, b = b, a
    m.words[0], m.words[1] = m.words[1], a
    (m.counter, x) = pair(x, b)
    return x - y


def tuples(m: State, a: int, b: int, c: int) -> int:
    both = pair(a, b) if c & 1 else (c, a)
    x, y = both
    three = (a, b, note(m, 3))
    return third(three, c % 3) + x - y + both[a & 1]


def bytes_wrap_round(m: State, a: int, b: int, c: int) -> int:
    m.bytes[a & 15] = b & 255
    m.odd = c & 255
    return (m.bytes[a & 15] << 40) + m.odd + m.bytes[(a + 1) & 15]


def elsewhere(m: State, a: int, b: int, c: int) -> int:
    m.grown[a & 7] = b
    m.grown[b & 7] += c
    m.words[c & 7] = m.grown[a & 7]
    return m.grown[note(m, b) & 7] - m.last


def calls_an_entry_point(m: State, a: int, b: int, c: int) -> int:
    return reserved_words(m, a, b, c) - 1


def tables(m: State, a: int, b: int, c: int) -> int:
    return TABLE[a & 7] + (TABLE[b & 7] >> 3) + Colour.BLUE + LIMIT


def counted(m: State, a: int, b: int, c: int) -> int:
    total = 0
    for each in range(a & 7):
        total += each
        if each == LIMIT:
            break
    for each in range(b & 3, 9):
        if each & 1:
            continue
        total = total * 3 + each
        each = 7
    for each in range(c & 15, -3, -2):
        total ^= each << 3
    return total + each_or_none(m, a & 3)


def each_or_none(m: State, end: int) -> int:
    each = 99
    for each in range(end):
        end = 0
    return each


def looped(m: State, a: int, b: int, c: int) -> int:
    left = a & 31
    while left:
        left -= 1
        if left == b & 31:
            break
        m.counter += left
    else_ = left
    return else_


def called(m: State, a: int, b: int, c: int) -> int:
    no_result(m, a)
    return note_far(m, a) + note_far(m, b, more=2) + note_far(more=c & 7, value=1, m=m) + through(m, TWO, c)


def reserved_words(m: State, a: int, b: int, c: int) -> int:
    register, long, double, short, signed = a, b, c, a, b
    return register - long + double * 3 - short + signed


def annotated(m: State, a: int, b: int, c: int) -> int:
    x: int = a
    pass
    return x


ENTRY_POINTS = (
    calls_an_entry_point, arithmetic, divided, divided_by_constants, bits, shifted, compared, chained, member, logical,
    short_circuit, conditional, builtin, in_order, assigned, tuples, bytes_wrap_round, elsewhere, tables, counted,
    looped, called, reserved_words, annotated,
)  # fmt: skip
