"""Relocatable binaries of the CDC 6600: modules, the tables that they are written in, and the loader.

A relocatable program is words that may be anywhere, and the sums to add to them once they have a place.

address      a base and a word: 0 absolute, 1 the program, 3 its first common block, 4 the second, ...
change       a field of a word to which the place of a base, or of another program's entry, is added
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from emulators.cdc6600 import display_code
from emulators.cdc6600.isa import ADDRESS_BITS, WORD_BITS
from emulators.errors import ImageError

ABSOLUTE, PROGRAM, NEGATIVE, COMMON = 0, 1, 2, 3  # bases; NEGATIVE: that of the program is subtracted
MOST_BASES = (1 << 9) - COMMON
BLANK_COMMON = ""  # its name
NAME_CODES, NAME_BITS = 7, 42
POSITIONS = (0, 15, 30)  # of the lowest bit of an address in a word: lower, middle, upper


class Address(NamedTuple):
    """A word of a module: its base, and its distance from there."""

    base: int
    offset: int


class Text(NamedTuple):
    """Words that begin at an address."""

    at: Address
    words: tuple[int, ...]


class Change(NamedTuple):
    """A field of `bits` bits, the lowest of them bit `low`, to which something is added, or from which with sign -1.

    `what`: a base, or the name of an entry of another program.
    """

    at: Address
    low: int
    bits: int
    what: int | str
    sign: int = 1


class Copy(NamedTuple):
    """`length` words that are copied to `target`, `times` times, each copy `step` words after the one before.

    At once: when this module is loaded; otherwise when everything is.
    """

    source: Address
    target: Address
    length: int
    times: int
    step: int
    at_once: bool


@dataclass
class Module:
    """A program as an assembler leaves it. `commons` are names and lengths; those in `weak` need not be found."""

    name: str
    length: int = 0
    commons: list[tuple[str, int]] = field(default_factory=list)
    entries: dict[str, Address] = field(default_factory=dict)
    texts: list[Text] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    copies: list[Copy] = field(default_factory=list)
    weak: set[str] = field(default_factory=set)
    transfer: str = ""  # the entry at which the whole program starts; of most modules none
    comment: str = ""
    file: str = ""

    @property
    def externals(self) -> dict[str, list[Address]]:
        """The names that other programs must have, and where they are used; in the order of the changes."""
        found: dict[str, list[Address]] = {}
        for each in self.changes:
            if isinstance(each.what, str):
                found.setdefault(each.what, []).append(each.at)
        return found


def name_bits(name: str) -> int:
    """Return a name of up to seven characters as the 42 bits of a table, zeros after it.

    Raises ImageError for one that tables cannot hold: too long, or with a first character that is not a letter.
    """
    codes = display_code.codes(name)
    if not 0 < len(codes) <= NAME_CODES or not name[0].isalpha():
        raise ImageError(f"'{name}' cannot stand in a table of the loader: one to seven characters, the first a letter")
    return display_code.number([*codes, *[0] * (NAME_CODES - len(codes))])


def changed(word: int, change: Change, place: int) -> int:
    """Return a word with `place` added to a field of it; raises ImageError where the sum does not fit.

    Sums are ones' complement, as in address fields: 777777B is -0 and gives the same as 0.
    """
    most = (1 << change.bits) - 1
    value = word >> change.low & most
    total = (value if value <= most >> 1 else value - most) + change.sign * place
    if not -(most >> 1) <= total <= most:
        raise ImageError(f"{total:o}B does not fit into a field of {change.bits} bits")
    return word & ~(most << change.low) | total % most << change.low


__all__ = [
    "ABSOLUTE", "ADDRESS_BITS", "BLANK_COMMON", "COMMON", "MOST_BASES", "NAME_BITS", "NAME_CODES", "NEGATIVE",
    "POSITIONS", "PROGRAM", "WORD_BITS", "Address", "Change", "Copy", "Module", "Text", "changed", "name_bits",
]  # fmt: skip
