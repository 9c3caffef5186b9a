"""A machine for lowering: the words of constants, the routines of its library, the calls of input and output.

Everything else is in the intermediate form, which knows machines by their `Target` only.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from host.compilers.fortran import syntax
from host.compilers.ir.form import Effects, Type, Value
from host.compilers.ir.lines import Symbols
from host.compilers.ir.target import Target

if TYPE_CHECKING:
    from host.compilers.fortran.lowering.unit import Unit


class Library(NamedTuple):
    """A routine: its name, the registers of its arguments, the types of its results; or an operation of the form."""

    name: str
    registers: tuple[str, ...]
    results: tuple[Type, ...]


class Machine(ABC):
    """A machine that FORTRAN programs are compiled for."""

    name: str
    target: Target
    characters: int  # of a word
    products: bool  # whether `mul.i` is of any two integers; else only where the product has 48 bits
    planted: bool  # whether the entry of a unit puts the addresses of arguments into the instructions that use them
    routines: Mapping[str, Library]  # by the operation, see `expressions`; an operation without one is not to be had
    effects: dict[str, Effects]
    subroutines: Mapping[str, Callable[[Unit, syntax.CallStatement], None]]  # of the library, by their names

    @abstractmethod
    def symbols(self) -> Symbols: ...

    @abstractmethod
    def integer(self, number: int) -> int:
        """Return the word of an integer; raises OverflowError if it is too large."""

    @abstractmethod
    def real(self, number: Fraction) -> tuple[int, int]:
        """Return the words of a number in double precision; the first one alone, rounded, is a real: see `single`.

        Raises OverflowError if it is too large.
        """

    @abstractmethod
    def single(self, number: Fraction) -> int:
        """Return the word of a real, zero if it is too small; raises OverflowError if it is too large."""

    @abstractmethod
    def exact(self, words: Sequence[int]) -> Fraction:
        """Return the number of two words in double precision."""

    @abstractmethod
    def text(self, text: str, fill: str) -> list[int]:
        """Return the words of a Hollerith constant; fill: H, L or R. Raises IronboardError for a character."""

    @abstractmethod
    def format(self, node: syntax.Format) -> list[int]:
        """Return the words of a format, as the library reads it; raises SourceErrors for fields that it lacks."""

    # ---------------------------------------------------------------- statements that machines do in their own ways

    @abstractmethod
    def begin_transfer(self, unit: Unit, node: syntax.Transfer) -> None:
        """Lower the beginning of input or output."""

    @abstractmethod
    def item(self, unit: Unit, address: Value, count: Value, kind: syntax.Type, whole: bool) -> None:
        """Lower the transfer of some values, one after the other; `whole`: an array named without subscripts."""

    @abstractmethod
    def end_transfer(self, unit: Unit, node: syntax.Transfer) -> Value | None:
        """Lower the end of input or output; return its status, if that may be asked.

        That is a word: 0, negative at the end of the file, positive after errors.
        """

    @abstractmethod
    def control(self, unit: Unit, node: syntax.FileControl) -> None:
        """Lower END FILE, REWIND, BACKSPACE."""

    @abstractmethod
    def indicated(self, unit: Unit, node: syntax.IndicatorIf) -> tuple[Value, str]:
        """Lower the test of an indicator; return a word and the condition of it that goes to the first label."""

    @abstractmethod
    def sense_light(self, unit: Unit, node: syntax.SenseLight) -> None: ...

    @abstractmethod
    def stop(self, unit: Unit, node: syntax.Stop) -> None:
        """Lower STOP, which ends the block."""

    @abstractmethod
    def pause(self, unit: Unit, node: syntax.Pause) -> None: ...

    @abstractmethod
    def magnitude(self, unit: Unit, value: Value, kind: syntax.Type) -> Value:
        """Return the magnitude of an integer or a real."""

    @abstractmethod
    def chosen(self, unit: Unit, word: Value, negative: Value, other: Value) -> Value:
        """Return one value if a word is negative, else the other one."""
