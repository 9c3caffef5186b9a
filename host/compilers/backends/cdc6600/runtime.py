"""A language's run-time system for the back end: entry and exit code of units, names of its routines.

The back end keeps to these registers, and a run-time system with it:

    B1      1
    B6      the frame of the innermost procedure around the code that has one
    B7      the first free word of the stack
    B5      the address to return to, where a unit that is called directly begins; until it has made its frame
    B4      there, too: the frame around it
    X6 X7   what routines and units give

The effects of a routine, and the registers that it keeps, are in `Program.effects`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol

from host.compilers.backends.cdc6600.text import Text
from host.compilers.ir.form import Frame, Place, Unit

KEEPS_NOTHING: frozenset[str] = frozenset()
WAY_BACK, AROUND = "B5", "B4"
BACK = Place(Frame(0))  # the word of a frame with the address to return to


class Runtime(Protocol):
    """A run-time system."""

    @property
    def direct(self) -> Collection[str]:
        """The units that are called directly: by a jump, with the address to return to in B5. Others are called by RJ.

        They make their frames by the operation `frame`. Before that, blocks are `unframed`: the frame will be at B7.
        """

    @property
    def around(self) -> int:
        """The word of a frame that has the address of the frame around it."""

    @property
    def large(self) -> str:
        """Where the program goes if a `limit` fails."""

    @property
    def outside(self) -> str:
        """The code for a failing `bound`, which gets the subscript in X1.

        B4 is the address of the description, and three more for each subscript before this one.
        """

    def unset(self, register: int) -> str:
        """Return where it goes if the word that this X register has just been loaded with is that of no value."""

    def element(self, subscripts: int, checked: bool) -> str:
        """Return the routine that gives the address of an element in X6.

        B4 is the description, X1 and X2 the subscripts; of more than two the number is in X1, and they are on the top
        of the stack.
        """

    def temporary(self, unit: Unit) -> Place:
        """Return a new word of a unit to save a value in."""

    def enter(self, unit: Unit, text: Text) -> Mapping[int, Place] | None:
        """Write the entry of a unit, its symbol included.

        Return the slots that X registers hold then, if there are any.
        """

    def leave(self, unit: Unit, text: Text) -> None:
        """Write the exit of a unit after its last instruction; its value is in X6.

        Other registers hold values that a run-time system has added to the arguments of `return` (registers in its
        data).
        """

    def frame(self, unit: Unit, text: Text, free: int) -> None:
        """Write what makes room for the frame of a unit; the X register that is free can be loaded."""
        return

    def unframe(self, text: Text) -> None:
        """Write what gives up a frame: the address to return to is in X4, the frame of the caller in X5."""
        return

    def end(self, unit: Unit, text: Text) -> None:
        """Write the end of the program."""


def call_directly(text: Text, symbol: str) -> None:
    """Write a direct call: in one word, so that the next one is where it returns to."""
    text.label("+")
    text.op(f"S{WAY_BACK}", "*+1")
    text.op("EQ", symbol)
