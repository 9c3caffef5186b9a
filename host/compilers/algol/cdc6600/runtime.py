"""ALGOL's run-time system for the back end: entry and exit code of units, routines of the library.

    NAME   PS                  the caller's RJ puts the way back here
           ...                 words at addresses: nothing more is needed, but B6 where frames are around
           EQ     NAME
    NAME   PS                  a frame: it begins where the stack ends
           SA4    B7+size+BEYOND
           SX6    B6
           SB6    B7
           SA5    NAME
           SA6    B6+2         in it are the frame of the caller,
           SA1    A6+B1        (in optimised code, the parameters that come first are loaded)
           SB7    B6+size
           BX6    X5
           SA6    B6           the way back,
           SX7    B4
           SA7    B6+B1        and the frame around, if there is one
           ...
           SA1    B6
           SA2    B6+2
           AX1    30           in optimised code, as early as may be
           SB7    B6
           SB6    X2
           SB5    X1
           JP     B5

There is no such address as B7+size+BEYOND if the stack has no room: the machine stops the program there, before any
register has changed that tells who has called whom. Where own arrays may grow, their beginning is compared instead.

Code of a parameter, or of a switch, is gone to by the library, and goes back to it (asm/cdc6600/algrun.compass).
"""

from __future__ import annotations

from collections.abc import Mapping

from host.compilers.algol import syntax
from host.compilers.algol.cdc6600 import words
from host.compilers.algol.lowering.unit import Shared
from host.compilers.backends.cdc6600.text import Text
from host.compilers.debuginfo.table import Word
from host.compilers.ir.form import Block, Frame, Op, Place, Program, Unit

ADDRESS = 30  # the way back is in the word of a jump: so far to the left
LOAD = ("SA1 B6", f"SA2 B6+{words.CALLER}", f"AX1 {ADDRESS}")
LEAVE = ("SB7 B6", "SB6 X2", "SB5 X1", "JP B5")
EARLY = (1, 2, 3)  # the registers that parameters are loaded into before a procedure with a frame begins


class Algol:
    """The run-time system of an ALGOL program. Implements Runtime."""

    around = words.AROUND
    large = "LARGE"
    outside = "OUTSIDE"

    def __init__(self, shared: Shared) -> None:
        self._shared = shared
        self._optimised = shared.settings.level != "0"

    def prepare(self, program: Program) -> None:
        """Make units with frames load the words that they need to return as values, early where possible."""
        for unit in program.units if self._optimised else ():
            if unit.sort == "procedure" and unit.source.recursive:
                for block in unit.blocks:
                    if block.end.code == "return":
                        _load_way_back(unit, block)

    def unset(self, register: int) -> str:
        return f"UNSET{register}"

    def element(self, subscripts: int, checked: bool) -> str:
        return f"{'SUB' if checked else 'FAR'}{subscripts if subscripts <= words.DIRECT else 'N'}"

    def temporary(self, unit: Unit) -> Place:
        """Return a new word of the procedure that a unit is in."""
        shared = self._shared
        home = shared.rooms[shared.owners[unit.symbol]].reserve(shared.symbols.numbered("T"))
        return Place(None, home.symbol) if isinstance(home, Word) else Place(Frame(0), "", home.offset)

    def enter(self, unit: Unit, text: Text) -> dict[int, Place]:
        if unit.sort == "procedure":
            early = dict(zip(EARLY, self._wanted(unit), strict=False))
            self._enter_procedure(unit.source, text, early)
            return early
        text.label(unit.symbol)
        if unit.sort == "main":
            text.op("SB1", "1")
            text.op("SB7", "STACK")
        return {}

    def _wanted(self, unit: Unit) -> list[Place]:
        """Return the parameters of a unit with a frame that its first block loads, or all blocks after that do."""
        declared, first = unit.source, unit.blocks[0]
        if not (self._optimised and declared.recursive) or self._shared.own_moves:
            return []
        if first.open or any(first.label in op.targets for op in unit.ops()):
            return []
        formals = range(words.FORMALS, words.FORMALS + len(declared.formals))
        after = [_loaded(unit.block(each)) for each in first.end.targets] or [[]]
        found = _loaded(first) + [each for each in after[0] if all(each in other for other in after)]
        wanted = {each for each in found if each.base == Frame(0) and each.offset in formals}
        return sorted(wanted, key=lambda each: each.offset)

    def _enter_procedure(self, declared: syntax.Procedure, text: Text, early: Mapping[int, Place]) -> None:
        shared = self._shared
        text.at(declared)
        text.remark(f"PROCEDURE {declared.spelling}")
        text.label(shared.entries[declared])
        text.op("PS")
        if declared.recursive:
            self._make_frame(declared, text, early)
            return
        caller = shared.callers.get(declared)
        for home, register in ((shared.tops.get(declared), "B7"), (caller, "B6")):
            if home is not None:
                assert isinstance(home, Word)
                text.op("SX6", register)
                text.op("SA6", home.symbol)
        if caller is not None:
            text.op("SB6", "B4")

    def _make_frame(self, declared: syntax.Procedure, text: Text, early: Mapping[int, Place]) -> None:
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
        text.op("SA6", f"B6+{words.CALLER}")
        before = "A6", words.CALLER
        for register, place in early.items():
            one_more = place.offset == before[1] + 1
            text.op(f"SA{register}", f"{before[0]}+B1" if one_more else f"B6+{place.offset}")
            before = f"A{register}", place.offset
        text.op("SB7", f"B6+{size}")
        text.op("BX6", "X5")
        text.op("SA6", "B6")
        if around:
            text.op("SX7", "B4")
            text.op("SA7", "B6+B1")

    def leave(self, unit: Unit, text: Text) -> None:
        if unit.sort != "procedure":
            text.op("EQ", "THEND")
        elif unit.source.recursive:
            for each in LEAVE if self._optimised else (*LOAD, *LEAVE):
                text.op(*each.split())
        else:
            text.op("EQ", unit.symbol)

    def end(self, unit: Unit, text: Text) -> None:
        text.op("RJ", "ENDPROG")


def _load_way_back(unit: Unit, block: Block) -> None:
    """Give the end of a block the return address and the frame of the caller."""
    end = block.ops.pop()
    back, address, caller = unit.value("w"), unit.value("a"), unit.value("a")
    for value, offset in ((back, words.RETURN), (caller, words.CALLER)):
        place = Place(Frame(0), "", offset)
        block.ops.append(Op("load", (value,), place=place, region="constant", node=end.node, begins=end.begins))
        end.begins = False
    block.ops.append(Op("shr", (address,), (back,), data=ADDRESS, node=end.node))
    end.data = (("X6",) if end.args else ()) + ("X1", "X2")
    end.args = (*end.args, address, caller)
    block.ops.append(end)


def _loaded(block: Block) -> list[Place]:
    """Return the slots that a block loads before it calls anything."""
    found: list[Place] = []
    for op in block.ops:
        if op.code in ("call", "invoke", "element", "set.frame", "set.top") or op.code == "store":
            break
        if op.code == "load" and op.region == "slot" and op.place is not None:
            found.append(op.place)
    return found
