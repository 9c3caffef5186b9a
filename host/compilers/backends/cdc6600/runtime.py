"""A language's run-time system for the back end: entry and exit code of units, names of its routines.

The back end keeps to these registers, and a run-time system with it:

    B1      1
    B6      the frame of the innermost procedure around the code that has one
    B7      the first free word of the stack
    X6 X7   what routines and units give

The effects of a routine, and the registers that it keeps, are in `Program.effects`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from host.compilers.backends.cdc6600.text import Text
from host.compilers.ir.form import Place, Unit

KEEPS_NOTHING: frozenset[str] = frozenset()


class Runtime(Protocol):
    """A run-time system."""

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

    def end(self, unit: Unit, text: Text) -> None:
        """Write the end of the program."""
