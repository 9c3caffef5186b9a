"""A language's run-time system for the back end of the 704: entry and exit code of units.

    TSX UNIT,4         AC, MQ    arguments and values of routines; a unit's value
    TSX address        XR4       the negative of the address of TSX; an argument k is at k,4
    ...                XR1, XR2  a unit gives them back as they were

Instructions that name a dummy get its address where the unit begins, as IBM's compiler had it: `plant` writes that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from host.compilers.backends.ibm704.text import Text
from host.compilers.ir.form import Bound, Op, Place, Unit


class Plant(NamedTuple):
    """A word that the address of an argument, and of a word some words on from it, is put into."""

    argument: int  # from 1
    offset: int
    label: str  # of the word
    decrement: bool = False  # into the decrement, as an index


class Runtime(Protocol):
    """A run-time system."""

    def temporary(self, unit: Unit) -> Place:
        """Return a new word of a unit to save a value in."""

    def enter(self, unit: Unit, text: Text, saved: Sequence[int], plants: Sequence[Plant]) -> None:
        """Write the entry of a unit, its symbol included.

        saved: the index registers that it changes.
        """

    def leave(self, unit: Unit, text: Text, saved: Sequence[int]) -> None:
        """Write the exit of a unit after its last instruction; its value is in AC, and MQ."""

    def end(self, unit: Unit, text: Text) -> None:
        """Write the end of the program."""

    def called(self, op: Op, text: Text) -> None:
        """Write the words after the arguments of a call of a unit."""

    def outside(self, bound: Bound, op: Op, text: Text) -> None:
        """Write the address of the code for a failing `bound`, which gets the subscript in AC."""


def plant(text: Text, plants: Sequence[Plant]) -> None:
    """Write instructions that put addresses of arguments where they are needed; XR4 is as TSX has left it."""
    for argument in sorted({each.argument for each in plants}):
        mine = [each for each in plants if each.argument == argument]
        text.op("CLA", f"{argument},4")
        at = 0
        for offset in sorted({each.offset for each in mine if not each.decrement}, key=abs):
            if offset != at:
                text.op("SUB" if offset > at else "ADD", f"={abs(offset - at)}")
                at = offset
            for each in mine:
                if each.offset == offset and not each.decrement:
                    text.op("STA", each.label)
        for offset in sorted({each.offset for each in mine if each.decrement}):
            text.op("CLA", f"{argument},4")
            text.op("ANA", "=O77777")
            text.op("SUB", f"={(1 << 15) + offset}")
            text.op("ALS", "18")
            text.op("SSP")
            for each in mine:
                if each.offset == offset and each.decrement:
                    text.op("STD", each.label)
