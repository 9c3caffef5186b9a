"""A routine at its first instruction: the arguments that it has been given, and how its caller gets a value.

    entered = inspector.entered("mean")
    entered.argument("n")            # 3; an array is its `Array`
    entered.place("n")               # where its caller would see it changed
    entered.result([word])           # the registers that the function's value is in after its return

The compiled entry of the routine has not been executed yet: what it will have noted of its arguments is found where its
caller has put it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from host.compilers.debuginfo.table import Array, BaseType

Where = Array | tuple[int, BaseType]  # an array, or the address and the type of a variable


class Entered(ABC):
    """The arguments of one activation, by the names of the formal parameters in small letters."""

    formals: Sequence[str]
    base: BaseType | None  # of the function's value; None: it is no function

    @abstractmethod
    def argument(self, name: str) -> Any:
        """Return the value of an argument, an array as `Array`; raises IronboardError where it cannot be told."""

    @abstractmethod
    def place(self, name: str) -> Where:
        """Return where an argument is for the caller; raises IronboardError if there is no such place."""

    @abstractmethod
    def result(self, words: Sequence[int]) -> Mapping[str, int]:
        """Return the registers, and what they hold, with the words of a function's value."""

    @abstractmethod
    def returned(self) -> Sequence[int]:
        """Return the words of a function's value, when it has just returned."""

    @property
    def level(self) -> int:
        """The height of the stack, the same after the return; 0 in a language without one."""
        return 0
