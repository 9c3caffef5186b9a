"""Values of Python, as words of compiled programs: single ones, and arrays as lists of lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from emulators.errors import IronboardError
from emulators.machine import Machine
from host.compilers.debuginfo.entered import Where
from host.compilers.debuginfo.table import Array, BaseType, Storage
from host.compilers.debuginfo.values import Odd, Real
from host.compilers.fortran.inspect.values import Bits, Pair
from host.testing.drivers import check_type, kind_of, shape_of


def of_python(value: Any) -> Any:
    """Return a value of Python as the location table has it."""
    if isinstance(value, float):
        return Real(Fraction(value))
    if isinstance(value, complex):
        return Pair(Real(Fraction(value.real)), Real(Fraction(value.imag)))
    return value


def to_python(value: Any) -> Any:
    """Return a value of the location table as Python has it; a word that is no value of its type as its text."""
    match value:
        case Real(exact=exact):
            try:
                return float(exact)
            except OverflowError:
                return exact
        case Pair(real=real, imaginary=imaginary):
            return complex(to_python(real), to_python(imaginary))
        case Odd(text=text):
            return {"infinite": float("inf"), "-infinite": float("-inf"), "indefinite": float("nan")}.get(text, text)
        case Bits(word=word):
            return word
    return value


def encoded(value: Any, base: BaseType, what: str) -> Sequence[int]:
    """Return the words of a value of Python in a variable of a type; raises IronboardError for what does not fit."""
    check_type(value, kind_of(base.name), what)
    return base.encoded(of_python(value))


def elements(array: Array, moved: Callable[[int, int], int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the elements of an array: their subscripts, from 0, and their addresses."""
    order = -1 if array.columns else 1
    ranges = [range(upper - lower + 1) for lower, upper in array.bounds[::order]]
    for number, each in enumerate(product(*ranges)):
        yield each[::order], moved(array.first, number * array.base.words)


class Words:
    """The variables and arrays of a program in a machine."""

    def __init__(self, machine: Machine, storage: Storage[Any, Any]) -> None:
        self._machine, self._storage = machine, storage

    def python(self, found: Any) -> Any:
        """Return a value of the location table, or an array, as Python has it."""
        return self.get(found) if isinstance(found, Array) else to_python(found)

    def get(self, where: Where) -> Any:
        """Return the value of a variable; of an array, lists."""
        if not isinstance(where, Array):
            address, base = where
            return to_python(self._storage.value(address, base))
        values = {
            numbers: to_python(self._storage.value(address, where.base))
            for numbers, address in elements(where, self._storage.moved)
        }
        return _nested(values, shape(where))

    def put(self, where: Where, value: Any, what: str) -> None:
        """Store a value, or lists in an array; raises IronboardError, with nothing stored, for what does not fit."""
        words: list[tuple[int, Sequence[int]]] = []
        if isinstance(where, Array):
            if shape_of(value) != shape(where):
                extents = " by ".join(map(str, shape(where)))
                raise IronboardError(f"{what} is an array of {extents} elements: {value!r:.60} does not fit")
            for numbers, address in elements(where, self._storage.moved):
                element = value
                for number in numbers:
                    element = element[number]
                words.append((address, encoded(element, where.base, what)))
        else:
            words.append((where[0], encoded(value, where[1], what)))
        for address, some in words:
            for offset, word in enumerate(some):
                self._machine.poke(self._storage.moved(address, offset), word)


def shape(array: Array) -> tuple[int, ...]:
    """Return the extents of an array."""
    return tuple(upper - lower + 1 for lower, upper in array.bounds)


def _nested(values: dict[tuple[int, ...], Any], extents: Sequence[int], first: tuple[int, ...] = ()) -> Any:
    if not extents:
        return values[first]
    return [_nested(values, extents[1:], (*first, each)) for each in range(extents[0])]
