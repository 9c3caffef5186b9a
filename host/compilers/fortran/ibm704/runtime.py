"""How units begin and end on the 704: as IBM's compiler had it.

TSX NAME,4           the caller
TSX X                a word for each argument, its address
TRA *+2              where the subprogram returns to
PZE 0,0,7            the number of the statement, for people who look at storage

NAME   SXD 1)S,1            index registers that the unit changes
SXD 2)S,4
CLA 1,4              addresses of arguments
STA ...              into the instructions that name them
...
LXD 1)S,1
LXD 2)S,4
TRA 2,4              after the arguments
"""

from __future__ import annotations

from collections.abc import Sequence

from host.compilers.backends.ibm704.runtime import Plant, plant
from host.compilers.backends.ibm704.text import Text
from host.compilers.fortran.lowering.unit import Shared
from host.compilers.ir.form import Bound, Op, Place, Unit


class Fortran:
    """The run-time system of a FORTRAN program. Implements `host.compilers.backends.ibm704.runtime.Runtime`."""

    def __init__(self, shared: Shared) -> None:
        self._shared = shared

    def temporary(self, unit: Unit) -> Place:
        return Place(None, self._shared.room(self._shared.symbols.numbered("T"), 1))

    def _save(self, unit: Unit, register: int) -> str:
        saves = self._shared.saves
        if (unit.source, register) not in saves:
            saves[unit.source, register] = self._shared.room(self._shared.symbols.numbered("S"), 1)
        return saves[unit.source, register]

    def enter(self, unit: Unit, text: Text, saved: Sequence[int], plants: Sequence[Plant]) -> None:
        text.at(unit.source)
        if unit.sort != "main":
            text.remark(f"{unit.source.sort.value.upper()} {unit.source.name}")
        text.label(unit.symbol)
        if unit.sort != "main":
            for each in saved:
                text.op("SXD", f"{self._save(unit, each)},{each}")
            plant(text, plants)

    def leave(self, unit: Unit, text: Text, saved: Sequence[int]) -> None:
        for each in saved:
            text.op("LXD", f"{self._save(unit, each)},{each}")
        text.op("TRA", f"{len(unit.source.dummies) + 1},4")

    def end(self, unit: Unit, text: Text) -> None:
        text.op("TRA", "FEND")

    def called(self, op: Op, text: Text) -> None:
        text.op("TRA", "*+2")
        text.op("PZE", f"0,0,{op.node.at.line if op.node is not None else 0}")

    def outside(self, bound: Bound, op: Op, text: Text) -> None:
        number = bound.description.offset + 3 * bound.number
        text.op("TSX", "OUTSID,4")
        text.op("PZE", f"{number},0,{op.node.at.line if op.node is not None else 0}")
