"""Loops over millions of numbers, rows of traces or samples of a recording: kernels, or the same functions as Python.

A kernel of loops is a module like that of a core: its FIELDS are numbers, and arrays that lie elsewhere (`lent`). These
are lent to it for a call, nothing is copied:

    loops = Loops(traces)
    loops.lend(cells=trace.cells, found=found)
    count = loops.call("events", len(trace), ...)
"""

from __future__ import annotations

import ctypes
from array import array
from types import ModuleType
from typing import Any

from emulators import record
from emulators.kernels import building
from emulators.record import ANYTHING, COUNT, Fields, as_many, octets


def lent(*names: str, kind: str = "int") -> Fields:
    """Return the fields of arrays that are lent, each with its size."""
    fields: Fields = {}
    for name in names:
        item = octets(0) if kind == "byte" else as_many(0, ANYTHING)._replace(kind=kind)
        fields |= {name: item, f"{name}_size": COUNT}
    return fields


class Loops:
    """A record, and the functions that work on it and on arrays of others; for one thread at a time."""

    def __init__(self, functions: ModuleType) -> None:
        kernel = building.load(functions)
        if kernel is None:
            building.say_missing(functions.__name__, "python")
        self.numbers: Any = record.structure(functions.FIELDS) if kernel else record.plain(functions.FIELDS)
        self._functions: Any = kernel or functions
        self._handle = ctypes.addressof(self.numbers) if kernel else self.numbers
        self._is_kernel = kernel is not None
        self._lent: dict[str, array[Any]] = {}  # they stay where they are as long as somebody has them

    def lend(self, **arrays: array[Any]) -> None:
        """Lend arrays of items of 64 bits to the next calls, which may change the items. Their size stays as it is."""
        self._lent |= arrays
        for name, values in arrays.items():
            setattr(self.numbers, f"{name}_size", len(values))
            if self._is_kernel:
                place = ctypes.c_int64.from_buffer(self.numbers, getattr(type(self.numbers), name).offset)
                place.value = values.buffer_info()[0] - self._handle
            else:
                setattr(self.numbers, name, values)

    def call(self, function: str, *arguments: int) -> Any:
        """Call an entry point."""
        return getattr(self._functions, function)(self._handle, *arguments)


def zeros(count: int) -> array[int]:
    """Return an array of 64-bit integers, all 0."""
    return array("q", bytes(8 * count))
