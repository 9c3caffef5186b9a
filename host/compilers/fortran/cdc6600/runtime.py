"""The entry and exit code of units on the 6600.

NAME   PS                  RJ puts the way back here; X1 is the first address of the arguments, A1 where it was
BX6    X1
SA2    A1+B1        the others follow it
SA6    D.
...
EQ     NAME
"""

from __future__ import annotations

from host.compilers.backends.cdc6600.runtime import Runtime
from host.compilers.backends.cdc6600.text import Text
from host.compilers.fortran.lowering.unit import Shared
from host.compilers.ir.form import Place, Unit

NEXT = ("X1", "X2", "X3", "X4", "X5")


class Fortran(Runtime):
    """The run-time system of a FORTRAN program."""

    around = 0
    large = "LARGE"
    outside = "FOUTSID"
    direct = frozenset[str]()

    def __init__(self, shared: Shared) -> None:
        self._shared = shared

    def unset(self, register: int) -> str:
        raise AssertionError("no load is checked")

    def element(self, subscripts: int, checked: bool) -> str:
        raise AssertionError("elements are reached by operations")

    def temporary(self, unit: Unit) -> Place:
        symbol = self._shared.symbols.numbered("T")
        return Place(None, self._shared.room(symbol, 1))

    def enter(self, unit: Unit, text: Text) -> None:
        if unit.sort == "main":
            text.label(unit.symbol)
            text.op("SB1", "1")
            return
        text.at(unit.source)
        text.remark(f"{unit.source.sort.value.upper()} {unit.source.name}")
        text.label(unit.symbol)
        text.op("PS")
        registers = "6", "7"
        for number, dummy in enumerate(unit.source.dummies):
            home = self._shared.homes[dummy]
            register = registers[number % 2]
            if number:
                text.op(f"SA{2 + number % 3}", f"A1+{number}" if number > 1 else "A1+B1")
                text.op(f"BX{register}", f"X{2 + number % 3}")
            else:
                text.op(f"BX{register}", "X1")
            text.op(f"SA{register}", home)

    def leave(self, unit: Unit, text: Text) -> None:
        text.op("EQ", unit.symbol)

    def end(self, unit: Unit, text: Text) -> None:
        text.op("RJ", "FENDPRG")
