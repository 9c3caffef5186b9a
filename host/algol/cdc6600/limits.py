"""What the 6600 cannot hold: numbers beyond a word, arrays beyond its storage, characters that it does not have.

An integer has 48 bits and a sign, a real number has 48 bits and an exponent of 11.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor, prod

from emulators.cdc6600.isa import MOST_WORDS
from host.algol.cdc6600 import words
from host.algol.syntax import Array, ArraySegment, Expression, Integer, Operator, Real, String, Type, Unary
from host.assemblers.columns import NumberError
from host.assemblers.compass.numbers import floating
from host.compiled.source import Diagnostics, Span

LARGEST = (1 << 48) - 1  # integer that all operations take


class Limits:
    """The large numbers and the room for arrays of one program."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        self._diagnostics = diagnostics
        self._large: list[Expression] = []  # numbers that are not integers of the machine, with their signs
        self._words = 0  # of arrays so far

    def number(self, node: Integer | Real) -> None:
        """Note a number, if it is large or very small: whether it is to be an integer is known later."""
        if (isinstance(node, Integer) and node.value > LARGEST) or (isinstance(node, Real) and _unusual(node)):
            self._large.append(node)

    def signed(self, node: Unary) -> None:
        """Note that a number has a sign: if it is transferred, it is together with it."""
        if self._large and self._large[-1] is node.operand and node.operator is not Operator.NOT:
            self._large[-1] = node

    def check_numbers(self) -> None:
        """Report the numbers that do not fit, once all types are known."""
        for node in self._large:
            self._check(node)

    def _check(self, node: Expression) -> None:
        written = node
        while isinstance(written, Unary):
            written = written.operand
        assert isinstance(written, Integer | Real)
        if isinstance(written, Integer) and written.declared:
            return  # a label
        if (node.transfer or node.type) is Type.INTEGER and floor(written.value + Fraction(1, 2)) > LARGEST:
            self._error(written, f"this number is too large for an integer: the largest is {LARGEST}")
            return
        try:
            floating(Fraction(written.value))
        except NumberError:
            if written.value < 1:
                self._diagnostics.warn(written.at, "this number is too small for a real number: it is zero")
                return
            self._error(written, "this number is out of range: real numbers reach from 3.13⏨-294 to 1.26⏨322")

    def text(self, node: String) -> None:
        """Complain of the characters of a string that the machine does not have."""
        for each in words.lacking(node.text):
            at = node.at.start + node.at.text.index(each)
            place = Span(node.at.source, at, at + 1)
            self._diagnostics.error(place, f"the 6600 has no character {each!r}", "its display code has 64 characters")

    def segment(self, segment: ArraySegment) -> None:
        """Complain of the array with which those whose bounds are written as numbers exceed the storage."""
        sizes = [_size(pair.lower, pair.upper) for pair in segment.bounds]
        words = prod(each for each in sizes if each is not None)
        if None in sizes:
            return
        for array in segment.arrays:
            self._array(array, words)

    def _array(self, array: Array, words: int) -> None:
        before, self._words = self._words, self._words + words
        if before <= MOST_WORDS < self._words:
            message = f"there is no room for '{array.spelling}', which has {words} element{'s' * (words != 1)}"
            self._error(array, message, f"the storage has {MOST_WORDS} words for the program and all its arrays")

    def _error(self, node: Expression | Array, message: str, hint: str = "") -> None:
        self._diagnostics.error(node.at, message, hint)


def _unusual(node: Real) -> bool:
    """Whether a number may be out of range as a real one, or as an integer."""
    return bool(node.digits) and not -250 < node.exponent <= node.exponent + len(str(node.digits)) < 15


def _size(lower: Expression, upper: Expression) -> int | None:
    """Return how many subscripts there are between two bounds, if both are written as integers."""
    first, last = _written(lower), _written(upper)
    return None if first is None or last is None else max(0, last - first + 1)


def _written(node: Expression) -> int | None:
    match node:
        case Integer():
            return node.value
        case Unary(operator=Operator.MINUS, operand=Integer() as inside):
            return -inside.value
    return None
