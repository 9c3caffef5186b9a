"""What the run-time system of ALGOL says to the back end: how units begin and end, what the library's routines are.

    NAME   PS                  the caller's RJ puts the way back here
           ...                 words at addresses: nothing more is needed, but B6 where frames are around
           EQ     NAME
    NAME   PS
           SB5    size         a frame: ENTER makes it, and keeps the way back in it
           RJ     ENTER
           ...
           EQ     LEAVE

Code of a parameter, or of a switch, is gone to by the library, and goes back to it (asm/cdc6600/algrun.compass).
"""

from __future__ import annotations

from host.algol import syntax
from host.algol.cdc6600 import words
from host.algol.cdc6600.words import Fixed
from host.algol.lowering.unit import Shared
from host.middle.cdc6600.text import Text
from host.middle.form import Frame, Place, Unit


class Algol:
    """The run-time system of an ALGOL program. Implements Runtime."""

    around = words.AROUND
    large = "LARGE"
    outside = "OUTSIDE"

    def __init__(self, shared: Shared) -> None:
        self._shared = shared

    def unset(self, register: int) -> str:
        return f"UNSET{register}"

    def element(self, subscripts: int, checked: bool) -> str:
        return f"{'SUB' if checked else 'FAR'}{subscripts if subscripts <= words.DIRECT else 'N'}"

    def temporary(self, unit: Unit) -> Place:
        """Return a new word of the procedure that a unit stands in."""
        shared = self._shared
        home = shared.rooms[shared.owners[unit.symbol]].reserve(shared.symbols.numbered("T"))
        return Place(None, home.symbol) if isinstance(home, Fixed) else Place(Frame(0), "", home.offset)

    def enter(self, unit: Unit, text: Text) -> None:
        if unit.sort == "main":
            text.label(unit.symbol)
            text.op("SB1", "1")
            text.op("SB7", "STACK")
        elif unit.sort == "procedure":
            self._enter_procedure(unit.source, text)
        else:
            text.label(unit.symbol)

    def _enter_procedure(self, declared: syntax.Procedure, text: Text) -> None:
        shared = self._shared
        text.at(declared)
        text.remark(f"PROCEDURE {declared.spelling}")
        text.label(shared.entries[declared])
        text.op("PS")
        if declared.recursive:
            text.op("SB5", shared.sizes[declared])
            text.op("RJ", "ENTER")
            return
        caller = shared.callers.get(declared)
        for home, register in ((shared.tops.get(declared), "B7"), (caller, "B6")):
            if home is not None:
                assert isinstance(home, Fixed)
                text.op("SX6", register)
                text.op("SA6", home.symbol)
        if caller is not None:
            text.op("SB6", "B4")

    def leave(self, unit: Unit, text: Text) -> None:
        if unit.sort == "procedure":
            text.op("EQ", "LEAVE" if unit.source.recursive else unit.symbol)
        else:
            text.op("EQ", "THEND")

    def end(self, unit: Unit, text: Text) -> None:
        text.op("RJ", "ENDPROG")
