"""Moving memory about: asm/kim1/bench/copy.s, and the same moves in Python."""

from __future__ import annotations

from host.bench.programs import DISPLAY, PASSES, PREPARING, SUCCEEDED, Program, differs, shown
from host.kim1 import Kim1

LOWER, SIZE = 0x0400, 0x0800  # UPPER follows
LENGTH = 2003
STEP = 0x9E37
FILLED = 0xFF
FILL, PAGES, WIDE, MOVE, DOWN, UP = range(1, 7)


def moved() -> bytes:
    """Return what is in LOWER and UPPER at the end."""
    lower = bytes(number * STEP >> 8 & 0xFF for number in range(1, SIZE + 1))
    upper = bytearray([FILLED]) * SIZE
    upper[7 : 7 + LENGTH] = lower[5 : 5 + LENGTH]
    upper[2 : 2 + LENGTH] = upper[7 : 7 + LENGTH]
    upper[-LENGTH:] = upper[2 : 2 + LENGTH]
    return lower + upper


def check(kim: Kim1, _: int) -> str | None:
    """Compare memory and display with what Python has moved."""
    right = moved()
    return differs(kim, LOWER, right) or differs(kim, DISPLAY, shown(f"{sum(right[-LENGTH:]) & 0xFFFF:06X}"))


COPY = Program(
    name="copy",
    title="moving memory about, on a KIM-1 with 4 K more RAM",
    machine={"low_expansion": True},
    sections={
        FILL: "fill 2 K with a byte",
        PAGES: "copy 2 K, page by page",
        WIDE: "copy 2 K, eight pages at once",
        MOVE: "move 2,003 bytes",
        DOWN: "move them 5 bytes down",
        UP: "move them 43 bytes up",
        PREPARING: "invent and compare",
    },
    settings={PASSES: 10},
    sample={PASSES: 2},
    checks={SUCCEEDED: check},
    unit="byte",
    units={FILL: 3 * SIZE, PAGES: SIZE, WIDE: SIZE, MOVE: LENGTH, DOWN: LENGTH, UP: LENGTH},
)
