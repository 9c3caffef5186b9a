"""Addresses that an A register holds: an instruction that wants one again, or one beside it, names the register.

            SA1    B2+A.+20                SA1    B2+A.+20
            SA2    B2+A.+21                SA2    A1+B1
            IX6    X1+X2           =>      IX6    X1+X2
            SA6    B2+A.+20                SA6    A1
            SA7    B2+C.                   SA7    B2+C.
            SB2    B2+B1                   SB2    B2+B1

The short form is issued in one cycle, and a loop that is short stays in the instruction stack. A store names an A
register also where that is not shorter: while it waits for its word it has not yet read its address, and no register of
that can be changed. An address is known from the instruction that sets its register to the next label or call; it is
lost when a register changes that it was made of.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from host.compilers.backends.cdc6600.text import Line

NUMBERED = re.compile(r"(.*?)([+-]\d+)?")  # an address field: its stem, and a number added to it
REGISTER = re.compile(r"\b[ABX][0-7]\b")
STORED = ("6", "7")
STEPS = {0: "A{}", 1: "A{}+B1", -1: "A{}-B1"}  # from one address to another
LEAVING = frozenset(("RJ", "EQ", "JP", "PS"))
COUNTING = frozenset(("UX", "NX", "ZX"))  # they set a B register, too, where they name one first


class Known(NamedTuple):
    """The address in an A register."""

    stem: str
    number: int
    parts: frozenset[str]  # the registers that the stem is made of


def shortened(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield the lines of a unit with the shorter forms of addresses."""
    known: dict[str, Known] = {}  # by the number of the A register
    for line in lines:
        operation = line.operation
        if known and (line.location or operation in LEAVING):
            known.clear()
        kind = operation[1:2]
        if operation[:2] == "SA":
            register = operation[2:]
            address = _address(line.variable)
            if known:
                if address.stem:
                    other = _beside(address, known, register in STORED)
                    line = line._replace(variable=other) if other else line
                _lose(known, "X" + register)
            known.pop(register, None)
            if address.stem and not {"A" + register, "X" + register} & address.parts:
                known[register] = address
        elif known and (kind == "X" or kind == "B") and operation[2:]:
            _lose(known, operation[1:])
            if operation[:2] in COUNTING:
                _lose(known, line.variable[:2])
        yield line


@lru_cache(1 << 12)
def _address(field: str) -> Known:
    """Return an address field in its parts."""
    found = NUMBERED.fullmatch(field)
    assert found is not None
    stem, number = found.groups()
    return Known(stem, int(number or 0), frozenset(REGISTER.findall(stem)))


def _beside(address: Known, known: dict[str, Known], stores: bool) -> str:
    """Return an address as one from an A register, if that is better; "" if not."""
    if not (stores or address.number) and not REGISTER.sub("", address.stem).strip("+-"):
        return ""  # of registers alone
    far = ""
    for register, other in known.items():
        if other.stem == address.stem:
            distance = address.number - other.number
            if distance in STEPS:
                return STEPS[distance].format(register)
            if stores and address.parts:
                far = f"A{register}{distance:+}"
    return far


def _lose(known: dict[str, Known], register: str) -> None:
    """Forget the addresses that are made of a register."""
    gone = [each for each, address in known.items() if register in address.parts]
    for each in gone:
        del known[each]
