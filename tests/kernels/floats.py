"""What the language of kernels has of floats: what Python returns and leaves behind, C does, to the last bit."""

from __future__ import annotations

from emulators.loops import lent
from emulators.record import ANYTHING, Fields, State, as_many

NUMBER = ANYTHING._replace(kind="float")
FIELDS: Fields = {"real": NUMBER, "reals": as_many(4, NUMBER), **lent("far", kind="float")}
FIELDS |= lent("octets", kind="byte")
TENTH = 0.1


def mixed(a: int, x: float) -> float:
    """Take and return a float."""
    return a * x if x > a else -x


def arithmetic(m: State, a: int) -> int:
    m.real = m.reals[0] * m.reals[1] + m.reals[2] - TENTH * a
    m.reals[3] = (m.reals[0] - 2) / 3 + a / 7 - -m.reals[1]
    return 0


def compared(m: State, a: int) -> int:
    m.reals[a & 3] = 1.0 if m.reals[0] < m.reals[1] <= m.reals[2] else 0.0
    return (m.reals[0] == m.reals[1]) + 2 * (m.reals[2] >= a) + 4 * (m.reals[3] != 0.0)


def rounded(m: State, a: int) -> int:
    half = m.reals[0] * 0.5
    return round(half) + int(m.reals[1]) - int(-m.reals[1]) + round(a * 0.5) + round(-1.5 * a)


def least(m: State, a: int) -> int:
    m.real = min(m.reals[0], a, m.reals[1]) + max(m.reals[2], 0.0) + abs(m.reals[3]) + float(a)
    return int(abs(min(m.real, 1e9)))


def called(m: State, a: int) -> int:
    m.real = x = mixed(a, m.reals[0]) + mixed(a, 3)
    x += m.reals[1]
    m.reals[a & 1] -= x
    return 0


def elsewhere(m: State, a: int) -> int:
    total = 0.0
    for place in range(m.far_size):
        m.far[place] *= m.reals[place & 3]
        total += m.far[place]
    for place in range(m.octets_size):
        m.octets[place] = m.octets[place] + a & 255
    m.real = total
    return m.octets[0] << 8 | m.octets[m.octets_size - 1]


ENTRY_POINTS = (arithmetic, compared, rounded, least, called, elsewhere)
