"""ALGOL's run-time system for the back end: entry and exit code of units, routines of the library.

    NAME   PS                  the caller's RJ puts the way back here
           ...                 words at addresses: nothing more is needed, but B6 where frames are around
           EQ     NAME
    NAME   PS                  a frame: it begins where the stack ends
           SA4    B7+size+BEYOND
           SX6    B6
           SB6    B7
           SA5    NAME
           SA6    B6+B1        in it are the frame of the caller,
           SB7    B6+size
           BX6    X5
           SA6    B6           the way back,
           SX7    B4
           SA7    B6+2         and the frame around, if there is one
           ...
           SA1    B6
           SA2    B6+B1
           AX1    30
           SB7    B6
           SB6    X2
           SB5    X1
           JP     B5
    NAME   ZR     X1,...       in optimised code: parameters are in registers, the way back in B5 (direct.py)
           ...
           SA4    B7+size+BEYOND        a frame, where it is needed
           SX7    B5
           SA7    B7
           SX6    B6
           SA6    B7+B1
           BX6    X1           parameters are stored there
           SA6    B7+3
           SB6    B7
           SB7    B6+size
           ...
           SB5    X4           X4 and X5 have been loaded
           SB7    B6
           SB6    X5
           JP     B5

There is no such address as B7+size+BEYOND if the stack has no room: the machine stops the program there, before any
register has changed that tells who has called whom. Where own arrays may grow, their beginning is compared instead.

Code of a parameter, or of a switch, is gone to by the library, and goes back to it (asm/cdc6600/algrun.compass).
"""

from __future__ import annotations

from collections.abc import Mapping

from host.compilers.algol import syntax
from host.compilers.algol.cdc6600 import words
from host.compilers.algol.cdc6600.direct import call_directly, first_loaded, is_leaf, parameters
from host.compilers.algol.lowering.unit import Shared
from host.compilers.backends.cdc6600.fields import offset_from
from host.compilers.backends.cdc6600.runtime import BACK, WAY_BACK
from host.compilers.backends.cdc6600.text import Text
from host.compilers.debuginfo.table import Word
from host.compilers.ir.form import Frame, Place, Program, Unit

ADDRESS = 30  # the way back is in the word of a jump: so far to the left
CALLER, AROUND = (offset_from("B6", each) for each in (words.CALLER, words.AROUND))
LEAVE = ("SA1 B6", f"SA2 {CALLER}", f"AX1 {ADDRESS}", "SB7 B6", "SB6 X2", "SB5 X1", "JP B5")


class Algol:
    """The run-time system of an ALGOL program. Implements Runtime."""

    around = words.AROUND
    large = "LARGE"
    outside = "OUTSIDE"

    def __init__(self, shared: Shared) -> None:
        self._shared = shared
        self.direct = shared.direct

    def prepare(self, program: Program) -> None:
        """Have procedures called directly, if the program is optimised: those with frames, and those that call nothing.

        Others keep the way back in their first word. So do those without parameters: they may be called from outside.
        """
        shared = self._shared
        if shared.settings.level != "0" and not shared.own_moves:
            for unit in program.units:
                if unit.sort == "procedure" and unit.symbol not in program.open:
                    if unit.source.recursive:
                        shared.direct[unit.symbol] = parameters(unit)
                    elif unit.source.formals and unit.source not in shared.formal_entries and is_leaf(unit):
                        homes = (shared.homes[each] for each in unit.source.formals)
                        places = {Place(None, each.symbol) for each in homes if isinstance(each, Word)}
                        shared.direct[unit.symbol] = first_loaded(unit, places)
            shared.removed = call_directly(program.units, shared.direct, program.labels)

    def unset(self, register: int) -> str:
        return f"UNSET{register}"

    def element(self, subscripts: int, checked: bool) -> str:
        return f"{'SUB' if checked else 'FAR'}{subscripts if subscripts <= words.DIRECT else 'N'}"

    def temporary(self, unit: Unit) -> Place:
        """Return a new word of the procedure that a unit is in."""
        shared = self._shared
        home = shared.rooms[shared.owners[unit.symbol]].reserve(shared.symbols.numbered("T"))
        return Place(None, home.symbol) if isinstance(home, Word) else Place(Frame(0), "", home.offset)

    def enter(self, unit: Unit, text: Text) -> Mapping[int, Place]:
        if unit.sort == "procedure":
            self._enter_procedure(unit.source, text)
            return self.direct.get(unit.symbol, {})
        text.label(unit.symbol)
        if unit.sort == "main":
            text.op("SB1", "1")
            text.op("SB7", "STACK")
        return {}

    def _enter_procedure(self, declared: syntax.Procedure, text: Text) -> None:
        shared = self._shared
        _begin(declared, text)
        text.label(shared.entries[declared])
        direct = shared.entries[declared] in self.direct
        if not direct:
            text.op("PS")
        if declared.recursive:
            if not direct:
                self._make_frame(declared, text)
            return
        caller = shared.callers.get(declared)
        for home, register in ((shared.tops.get(declared), "B7"), (caller, "B6")):
            if home is not None:
                assert isinstance(home, Word)
                text.op("SX6", register)
                text.op("SA6", home.symbol)
        if caller is not None:
            text.op("SB6", "B4")

    def _make_frame(self, declared: syntax.Procedure, text: Text) -> None:
        shared = self._shared
        around = next(words.frames_around(declared.owner), None) is not None
        size = shared.sizes[declared]
        if shared.own_moves:
            text.op("SA2", "OWNED")
            text.op("SB2", f"B7+{size}")
            text.op("SB5", "X2")
            text.op("GE", "B2,B5,FULL")
        else:
            text.op("SA4", f"B7+{size}+BEYOND")
        text.op("SX6", "B6")
        text.op("SB6", "B7")
        text.op("SA5", shared.entries[declared])
        text.op("SA6", CALLER)
        text.op("SB7", f"B6+{size}")
        text.op("BX6", "X5")
        text.op("SA6", "B6")
        if around:
            text.op("SX7", "B4")
            text.op("SA7", AROUND)

    def frame(self, unit: Unit, text: Text, free: int) -> None:
        size = self._shared.sizes[unit.source]
        text.op(f"SA{free}", f"B7+{size}+BEYOND")
        text.op("SB6", "B7")
        text.op("SB7", f"B6+{size}")

    def unframe(self, text: Text) -> None:
        text.op(f"S{WAY_BACK}", "X4")
        text.op("SB7", "B6")
        text.held = ((WAY_BACK, BACK),)
        text.op("SB6", "X5")

    def leave(self, unit: Unit, text: Text) -> None:
        if unit.sort != "procedure":
            text.op("EQ", "THEND")
        elif unit.symbol in self.direct:
            if unit.source.recursive:
                self.unframe(text)
            text.op("JP", WAY_BACK)
        elif unit.source.recursive:
            for each in LEAVE:
                text.op(*each.split())
        else:
            text.op("EQ", unit.symbol)

    def end(self, unit: Unit, text: Text) -> None:
        text.op("RJ", "ENDPROG")


def _begin(declared: syntax.Procedure, text: Text) -> None:
    text.at(declared)
    text.remark(f"PROCEDURE {declared.spelling}")
