"""A dump of storage, as the control card DMP printed it: the exchange package, then words in octal.

    DMP.              the package, and 40 words (octal) on both sides of P
    DMP,2000.         words 0 to 2000
    DMP,1000,2000.    words 1000 to 2000

DMD writes the characters of the words beside them. Lines that are the same as the one before are left out, and counted.
"""

from __future__ import annotations

from collections.abc import Iterator

from emulators.cdc6600 import display_code
from emulators.cdc6600.isa import WORD_BITS
from host.machines.cdc6600.machine import Cdc6600

WORDS = 4  # of a line
WORDS_WITH_TEXT = 2
AROUND = 0o40  # words on both sides of P


def grouped(word: int) -> str:
    """Return a word in four groups of five octal digits."""
    digits = f"{word:020o}"
    return " ".join(digits[at : at + 5] for at in range(0, len(digits), 5))


def package(machine: Cdc6600) -> Iterator[str]:
    """Yield the registers as an exchange jump would store them."""
    yield "EXCHANGE PACKAGE."
    names = ("P", "RA", "FL", "EM", "", "", "", "")
    for number, name in enumerate(names):
        first = f"{name:<3}{machine.read_register(name):06o}" if name else ""
        a, b = (machine.read_register(f"{bank}{number}") for bank in "AB")
        yield f" {first:<12}A{number} {a:06o}   B{number} {b:06o}"
    for number in range(8):
        yield f" X{number} {grouped(machine.read_register(f'X{number}'))}"


def words(machine: Cdc6600, first: int, last: int, text: bool) -> Iterator[str]:
    """Yield words from `first` to before `last`; those beyond the field length are not there."""
    count = WORDS_WITH_TEXT if text else WORDS
    before, same = "", 0
    for address in range(first - first % count, min(last, machine.fl), count):
        content = [machine.peek(each) for each in range(address, min(address + count, machine.fl))]
        line = "   ".join(map(grouped, content))
        if text:
            characters = display_code.characters(display_code.codes_of_words(content)).replace(":", " ")
            line = f"{line:<{count * (WORD_BITS // 3 + 6)}}{characters}".rstrip()
        if line == before:
            same += 1
            continue
        if same:
            yield f"        {same} DUPLICATED LINE{'S' * (same > 1)}"
        before, same = line, 0
        yield f" {address:06o} {line}"
    if same:
        yield f"        {same} DUPLICATED LINE{'S' * (same > 1)}"


def dump(machine: Cdc6600, limits: list[int], text: bool = False) -> Iterator[str]:
    """Yield the lines of DMP with these parameters, or of DMD."""
    if limits:
        first, last = (0, limits[0]) if len(limits) == 1 else limits[:2]
        yield from words(machine, first, last, text)
        return
    yield from package(machine)
    yield from words(machine, max(0, machine.location - AROUND), machine.location + AROUND, text)
