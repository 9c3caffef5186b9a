"""The effects of a target of ca65 (-t): symbols that name it, and the codes of characters.

Source: measured, character by character, from ca65 2.18.
"""

from __future__ import annotations

from typing import NamedTuple


class Target(NamedTuple):
    """A machine: the symbols that are 1, and the code of each character of the source."""

    symbols: tuple[str, ...] = ()
    codes: tuple[int, ...] = tuple(range(256))


def _petscii() -> tuple[int, ...]:
    """Commodore's: capital letters are C1-DA, small ones 41-5A."""
    single = {
        0x08: 0x14, 0x0A: 0x0D, 0x0B: 0x11, 0x0C: 0x93, 0x0D: 0x0A, 0x11: 0x0B, 0x14: 0x08, 0x5C: 0xBF, 0x5F: 0xA4,
        0x60: 0xAD, 0x7B: 0xB3, 0x7C: 0xDD, 0x7D: 0xAB, 0x7E: 0xB1, 0x7F: 0xDF, 0x93: 0x0C,
    }  # fmt: skip
    turned = {range(0x41, 0x5B): 0x80, range(0x61, 0x7B): 0x20, range(0xC0, 0xE0): 0xA0}
    codes = {code: code ^ bits for stretch, bits in turned.items() for code in stretch} | single
    return tuple(codes.get(code, code) for code in range(256))


PETSCII = _petscii()
ATASCII = tuple({0x07: 0xFD, 0x09: 0x7F, 0x0A: 0x9B, 0x0C: 0x7D}.get(code, code) for code in range(256))
TARGETS = {
    "none": Target(),
    "kim1": Target(("__KIM1__",)),
    "apple2": Target(("__APPLE2__",)),
    "atari": Target(("__ATARI__",), ATASCII),
    "c128": Target(("__CBM__", "__C128__"), PETSCII),
    "c16": Target(("__CBM__", "__C16__"), PETSCII),
    "c64": Target(("__CBM__", "__C64__"), PETSCII),
    "pet": Target(("__CBM__", "__PET__"), PETSCII),
    "plus4": Target(("__CBM__", "__PLUS4__", "__C16__"), PETSCII),
    "vic20": Target(("__CBM__", "__VIC20__"), PETSCII),
}
