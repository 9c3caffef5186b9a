"""Values of FORTRAN programs: those of `host.compilers.debuginfo.values`, complex numbers, and words as they are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from emulators.errors import IronboardError
from host.compilers.debuginfo.values import Calculator, Odd, Real, Value, exact
from host.compilers.fortran.syntax import Type


@dataclass(frozen=True)
class Pair:
    """A complex number."""

    real: Real | Odd
    imaginary: Real | Odd


@dataclass(frozen=True)
class Bits:
    """A word as it is: a text, an octal number, the result of a mask."""

    word: int

    def __int__(self) -> int:
        return self.word


Found = Value | Pair | Bits


class Words(ABC):
    """How a machine's words hold values."""

    machine: str  # as the front end names it
    bits: int
    single: Calculator
    double: Calculator

    @abstractmethod
    def integer(self, word: int) -> int:
        """Return the integer that a word is."""

    @abstractmethod
    def of_integer(self, number: int) -> int:
        """Return the word of an integer; raises OverflowError."""

    @abstractmethod
    def real(self, word: int) -> Real | Odd:
        """Return the real that a word is."""

    @abstractmethod
    def of_real(self, number: Fraction) -> int:
        """Return the word of a real; raises OverflowError."""

    @abstractmethod
    def double_of(self, words: Sequence[int]) -> Real | Odd:
        """Return the double precision number that two words are."""

    @abstractmethod
    def of_double(self, number: Fraction) -> tuple[int, int]:
        """Return the words of a double precision number; raises OverflowError."""

    @abstractmethod
    def text(self, word: int) -> str:
        """Return the characters of a word."""

    @property
    def true(self) -> int:
        """The word of .TRUE."""
        return (1 << self.bits) - 1

    def octal(self, word: int) -> str:
        """Return a word as an octal constant."""
        return f"{word:0{-(-self.bits // 3)}o}B"

    def calculator(self, kind: Type | None) -> Calculator:
        """Return what computes with values of a type."""
        return self.double if kind is Type.DOUBLE else self.single

    def decoded(self, words: Sequence[int], kind: Type) -> Found:
        """Return the value that some words are in a variable of a type."""
        match kind:
            case Type.INTEGER:
                return self.integer(words[0])
            case Type.LOGICAL:
                return bool(words[0] >> self.bits - 1)  # programs look at the sign
            case Type.DOUBLE:
                return self.double_of(words)
            case Type.COMPLEX:
                return Pair(self.real(words[0]), self.real(words[1]))
            case Type.WORD:
                return Bits(words[0])
        return self.real(words[0])

    def encoded(self, value: Found, kind: Type) -> tuple[int, ...]:
        """Return the words of a value, which has this type; raises IronboardError for one that has no words."""
        if isinstance(value, Odd):
            raise IronboardError(f"{value.text} is not a value")
        try:
            match value:
                case Bits(word=word):
                    return (word,)
                case Pair(real=Real() as real, imaginary=Real() as imaginary):
                    return self.of_real(real.exact), self.of_real(imaginary.exact)
                case bool():
                    return (self.true if value else 0,)
                case int() if kind is Type.INTEGER:
                    return (self.of_integer(value),)
                case int() | Real():
                    number = exact(value)
                    return self.of_double(number) if kind is Type.DOUBLE else (self.of_real(number),)
        except OverflowError:
            named = "an integer" if kind is Type.INTEGER else f"a {kind.value} number"
            raise IronboardError(f"{self.written(value, kind)} is too large for {named}") from None
        raise IronboardError(f"{self.written(value, kind)} is not a value")

    def written(self, value: Found, kind: Type | None = None) -> str:
        """Return a value as text."""
        if isinstance(value, Bits):
            return self.octal(value.word)
        if isinstance(value, Pair):
            return f"({self.single.written(value.real)},{self.single.written(value.imaginary)})"
        return self.calculator(kind).written(value)
