"""Six seven-segment digits, lit by ports A (segments a-g on PA0-PA6) and B (digit, by a 74145) of the 6530-002.

        a            port B, bits 4-1:  4  5  6  7    8  9
       ---           digit:             1  2  3  4    5  6
    f | g | b                           address       data
       ---
    e |   | c        A segment is lit while its bit is 1, port A drives it and its digit is selected.
       ---
        d

The eye sees how long each segment was lit: `lit` counts the cycles. The brightness is the share
of the time since a moment some 20 to 40 ms ago, so multiplexed and steadily driven digits both look right.

Source: KIM-1 User Manual, schematic; segment codes as the monitor's table has them.
"""

from __future__ import annotations

from emulators.record import LAST, MOMENT, Field, Fields, State, as_many, unsigned

DIGITS, SEGMENTS = 6, 7
FIRST_DIGIT = 4  # output of the 74145
WINDOW = 20_000  # cycles
COUNTERS = DIGITS * SEGMENTS
VISIBLE = 0.02  # segments lit for a smaller share of the time are dark

AHEAD = 16  # cycles: more than an instruction with interrupt takes
LIT = Field(-WINDOW, LAST)  # a poke lights beginning with the next cycle; accesses in this one count back
FIELDS: Fields = {
    "digit": Field(-1, DIGITS - 1),  # 0-5, or -1 when none is selected
    "segments": unsigned(SEGMENTS),  # bit n: segment "abcdefg"[n] of that digit is lit
    "lit_since": MOMENT,  # the cycle up to which `lit` is counted
    "lit": as_many(COUNTERS, LIT),  # cycles each segment has been lit; index 7 * digit + segment
    "lit_mark": as_many(COUNTERS, LIT),  # the same at the cycle `mark`, the last multiple of WINDOW
    "lit_before": as_many(COUNTERS, LIT),  # the same at the cycle `before`, one WINDOW earlier
    "mark": MOMENT,
    "before": MOMENT,
}

GLYPHS = {
    0x3F: "0", 0x06: "1", 0x5B: "2", 0x4F: "3", 0x66: "4", 0x6D: "5", 0x7D: "6", 0x07: "7",
    0x7F: "8", 0x6F: "9", 0x77: "A", 0x7C: "b", 0x39: "C", 0x5E: "d", 0x79: "E", 0x71: "F",
    0x00: " ", 0x40: "-", 0x08: "_",
}  # fmt: skip


def is_counted(m: State) -> bool:
    """Return whether the time of the segments is counted up to a cycle that is reached, or is about to be."""
    return bool(m.lit_since <= m.cycles + AHEAD)


def count(m: State, cycle: int) -> None:
    """Count the time up to `cycle` for the segments that are lit.

    The windows lie on a grid, so that it does not matter who counts when.
    """
    line = cycle - cycle % WINDOW
    if m.mark < line - WINDOW:  # nothing has changed for a whole window
        add(m, line - WINDOW)
        set_mark(m, line - WINDOW)
    if m.mark < line:
        add(m, line)
        m.before = m.mark
        for index in range(COUNTERS):
            m.lit_before[index] = m.lit_mark[index]
        set_mark(m, line)
    add(m, cycle)


def add(m: State, cycle: int) -> None:
    """Count the time up to `cycle`, all of it in one window."""
    elapsed = cycle - m.lit_since
    m.lit_since = cycle
    if m.digit >= 0:
        for segment in range(SEGMENTS):
            if m.segments >> segment & 1:
                m.lit[SEGMENTS * m.digit + segment] += elapsed


def set_mark(m: State, cycle: int) -> None:
    """Remember the counters as they are at `cycle`."""
    m.mark = cycle
    for index in range(COUNTERS):
        m.lit_mark[index] = m.lit[index]


def drive(m: State, digit: int, segments: int, cycle: int) -> None:
    """Light these segments beginning at `cycle`."""
    if digit != m.digit or segments != m.segments:
        count(m, cycle)
        m.digit = digit
        m.segments = segments


def brightness(m: State) -> list[list[float]]:
    """Return, per digit and segment a-g, the share of the last 20 to 40 ms in which it was lit (0.0 to 1.0).

    The time must have been counted up to now.
    """
    elapsed = max(1, int(m.lit_since - m.before))
    share = [min(1.0, max(0.0, int(now - then) / elapsed)) for now, then in zip(m.lit, m.lit_before, strict=True)]
    return [share[start : start + SEGMENTS] for start in range(0, COUNTERS, SEGMENTS)]


def text(m: State) -> str:
    """Return the six digits as characters: blank when dark, `?` for a pattern that is not a hexadecimal digit."""
    return "".join(glyph(digit) for digit in brightness(m))


def glyph(digit: list[float]) -> str:
    """Return one digit as a character."""
    return GLYPHS.get(sum(1 << "abcdefg".index(segment) for segment in lit(digit)), "?")


def lit(digit: list[float]) -> str:
    """Return the segments of a digit that look lit, as letters."""
    return "".join(segment for segment, share in zip("abcdefg", digit, strict=True) if share >= VISIBLE)
