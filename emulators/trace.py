"""Traces: the instructions that a machine has executed, a row of 64-bit integers for each instruction.

    kim.trace(); kim.run(1000)
    trace = kim.traced()
    len(trace), trace[-1]["PC"], trace[-1].flow      # a row: cycle, flow, then the registers before the instruction
    trace["PC"], trace.cycle                         # a column
    trace[10:20], [row for row in trace if row["A"] == 0]

The integers lie row after row in one array. NumPy, for those who have it, takes a trace as it is: the array
`numpy.asarray(trace)` has the shape (rows, columns), and copies nothing.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from enum import IntFlag
from functools import cache
from typing import Any, ClassVar, SupportsIndex, overload

TRACE_CYCLE, TRACE_FLOW, TRACE_REGISTERS = 0, 1, 2  # columns of a trace; the registers follow in their order
CYCLE, FLOW = "cycle", "flow"
ITEM = 8  # bytes of an integer


class Flow(IntFlag):
    """The effect of an instruction on the flow of control, beyond going on or jumping."""

    CALL = 1  # it left a return address
    RETURN = 2  # it went to an address that a call had left
    INTERRUPT = 4  # an interrupt was entered by it or after it
    RESUME = 8  # it returned to the interrupted program


class Row(tuple[int, ...]):
    """A row of a trace: integers by number, or by the name of their column."""

    __slots__ = ()
    columns: ClassVar[tuple[str, ...]] = ()

    @overload
    def __getitem__(self, which: SupportsIndex | str) -> int: ...
    @overload
    def __getitem__(self, which: slice) -> tuple[int, ...]: ...
    def __getitem__(self, which: SupportsIndex | str | slice) -> int | tuple[int, ...]:
        """Return an integer, or some; raises KeyError for an unknown name."""
        return super().__getitem__(number_of(self.columns, which) if isinstance(which, str) else which)

    @property
    def cycle(self) -> int:
        """The cycle at which the instruction was fetched."""
        return self[CYCLE]

    @property
    def flow(self) -> Flow:
        """Its effect on the flow of control."""
        return Flow(self[FLOW])

    def __repr__(self) -> str:
        return f"Row({', '.join(f'{name}={value}' for name, value in zip(self.columns, self, strict=True))})"

    def __reduce__(self) -> tuple[Any, ...]:
        return row_of, (self.columns, tuple(self))


@cache
def rows_of(columns: tuple[str, ...]) -> type[Row]:
    """Return the type of the rows with these columns."""
    return type("Row", (Row,), {"__slots__": (), "__module__": __name__, "columns": columns})


def row_of(columns: tuple[str, ...], values: tuple[int, ...]) -> Row:
    """Return a row."""
    return rows_of(columns)(values)


def number_of(columns: tuple[str, ...], name: str) -> int:
    """Return the number of a column; raises KeyError for an unknown name."""
    try:
        return columns.index(name)
    except ValueError:
        raise KeyError(f"there is no column '{name}': expected one of {', '.join(columns)}") from None


class Trace(Sequence[Row]):
    """Rows of signed 64-bit integers, one for each instruction, in their order; they do not change any more.

    `columns`: the names of the columns. `cells`: all integers, row after row, an array of the type code "q".
    """

    def __init__(self, columns: Sequence[str], cells: Iterable[int] = ()) -> None:
        """Make a trace of these integers; raises ValueError if they are not whole rows."""
        self.columns = tuple(columns)
        self.cells = cells if isinstance(cells, array) else array("q", cells)
        if len(self.cells) % len(self.columns):
            raise ValueError(f"{len(self.cells)} integers are no whole number of rows of {len(self.columns)}")

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.cells) // len(self.columns)

    @overload
    def __getitem__(self, which: SupportsIndex) -> Row: ...
    @overload
    def __getitem__(self, which: slice) -> Trace: ...
    @overload
    def __getitem__(self, which: str) -> array[int]: ...
    def __getitem__(self, which: SupportsIndex | slice | str) -> Row | Trace | array[int]:
        """Return a row, some of the rows as a trace, or a column by its name; raises KeyError for an unknown one."""
        if isinstance(which, str):
            return self.column(number_of(self.columns, which))
        width, rows = len(self.columns), range(len(self))[which]
        if isinstance(rows, int):
            return rows_of(self.columns)(self.cells[rows * width : (rows + 1) * width])
        if rows == range(len(self)):
            return self
        if rows.step == 1:
            return Trace(self.columns, self.cells[rows.start * width : rows.stop * width])
        return Trace(self.columns, array("q", (cell for row in rows for cell in self.cells[row * width :][:width])))

    def __iter__(self) -> Iterator[Row]:
        """Yield the rows."""
        return map(rows_of(self.columns), zip(*[iter(self.cells)] * len(self.columns), strict=True))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Trace):
            return NotImplemented
        return self.columns == other.columns and self.cells == other.cells

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Trace of {len(self):,} row{'s' * (len(self) != 1)}: {' '.join(self.columns)}>"

    def column(self, number: int) -> array[int]:
        """Return a column by its number, from 0."""
        return self.cells[number :: len(self.columns)]

    @property
    def cycle(self) -> array[int]:
        """The cycles at which the instructions were fetched."""
        return self[CYCLE]

    @property
    def flow(self) -> array[int]:
        """The effects on the flow of control, as sums of `Flow`."""
        return self[FLOW]

    @property
    def __array_interface__(self) -> dict[str, object]:
        """The rows for NumPy, and for others that know its protocol: they take them without a copy."""
        return {
            "version": 3,
            "shape": (len(self), len(self.columns)),
            "typestr": f"{'<' if sys.byteorder == 'little' else '>'}i{ITEM}",
            "data": (self.cells.buffer_info()[0], True),
        }

    # ------------------------------------------------------------ for those who search

    def since(self, cycle: int) -> Trace:
        """Return the instructions that are not before a cycle."""
        return self[self._at(cycle) :]

    def before(self, cycle: int) -> Trace:
        """Return the instructions before a cycle."""
        return self[: self._at(cycle)]

    def _at(self, cycle: int) -> int:
        """Return the number of the first row that is not before a cycle."""
        cells, width = self.cells, len(self.columns)
        return bisect_left(range(len(self)), cycle, key=lambda row: cells[row * width + TRACE_CYCLE])
