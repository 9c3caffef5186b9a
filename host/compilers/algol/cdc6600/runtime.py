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
           SA6    B6+3         a call of itself, after which it would return: new parameters,
           BX1    X6           in these registers, too, and back to the first statement
           EQ     L..1

There is no such address as B7+size+BEYOND if the stack has no room: the machine stops the program there, before any
register has changed that tells who has called whom. Where own arrays may grow, their beginning is compared instead.

Code of a parameter, or of a switch, is gone to by the library, and goes back to it (asm/cdc6600/algrun.compass).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from host.compilers.algol import syntax
from host.compilers.algol.cdc6600 import words
from host.compilers.algol.lowering.unit import Shared
from host.compilers.algol.syntax import Kind
from host.compilers.backends.cdc6600.text import Text
from host.compilers.debuginfo.table import Word
from host.compilers.ir.form import Block, Frame, Label, Op, Place, Program, Routine, Unit, Value

CALLS = ("call", "invoke", "element")
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
        self._early: dict[str, dict[int, Place]] = {}  # by unit: parameters in X registers where its body begins
        self._again: dict[str, str] = {}  # by unit: the label of its body, where it is gone to

    def prepare(self, program: Program) -> None:
        """Make units with frames begin again where they end with a call of themselves.

        Elsewhere they load the words that they need to return as values, early where possible.
        """
        for unit in program.units if self._optimised else ():
            if unit.sort == "procedure" and unit.source.recursive:
                early = self._early[unit.symbol] = dict(zip(EARLY, self._wanted(unit), strict=False))
                if unit.symbol not in program.open and _keeps_its_frame(unit, program):
                    self._begin_again(unit, early, program.labels)
                for block in unit.blocks:
                    if block.end.code == "return":
                        _load_way_back(unit, block)

    def _begin_again(self, unit: Unit, early: Mapping[int, Place], labels: Iterable[Label]) -> None:
        """Replace calls of a unit by itself, after which it returns, by new values of its parameters and a jump."""
        returns = {each.label: each.end for each in unit.blocks if each.end.code == "return" and len(each.ops) == 1}
        for block in unit.blocks:
            end, invoke = block.end, block.ops[-2] if len(block.ops) > 1 else block.end
            if end.code == "jump" and not end.args and not end.begins:
                end = returns.get(end.targets[0], end)
            same = end.code == "return" and end.args == invoke.results
            if same and invoke.code == "invoke" and invoke.data.name == unit.symbol and _same_way(invoke, block):
                if unit.symbol not in self._again:
                    self._again[unit.symbol] = next(iter(labels))
                _to_beginning(block, early, self._again[unit.symbol])

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
            early = self._early.get(unit.symbol, {})
            self._enter_procedure(unit.source, text, early)
            if unit.symbol in self._again:
                text.label(self._again[unit.symbol])
            return early
        text.label(unit.symbol)
        if unit.sort == "main":
            text.op("SB1", "1")
            text.op("SB7", "STACK")
        return {}

    def _wanted(self, unit: Unit) -> list[Place]:
        """Return the parameters of a unit with a frame that its first block loads, or all blocks after that do."""
        declared, first = unit.source, unit.blocks[0]
        if self._shared.own_moves:
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


def _keeps_its_frame(unit: Unit, program: Program) -> bool:
    """Whether a unit at its end can be entered again in its frame: nothing refers to that, and nothing is above it."""
    formals = unit.source.formals
    above = any(
        op.code == "set.top" or (op.code == "call" and "stack" in program.effects[op.data.name].writes)
        for op in unit.ops()
    )
    return not above and all(each.by_value and each.kind is Kind.EXPRESSION for each in formals)


def _same_way(invoke: Op, block: Block) -> bool:
    """Whether a procedure that calls itself has the same frame around it then."""
    made_by = {each: op for op in block.ops for each in op.results}
    return all(made_by[each].code == "address" and made_by[each].place == Place(Frame(1)) for each in invoke.args)


def _to_beginning(block: Block, early: Mapping[int, Place], label: Label) -> None:
    """Replace the call at the end of a block by stores of its parameters into the frame, and a jump."""
    *before, invoke, _ = block.ops
    first = max((number + 1 for number, op in enumerate(before) if op.code in CALLS), default=0)
    pushed = [op for op in before[first:] if op.region == "stack"]
    block.ops = [op for op in before if op not in pushed]
    for one, following in zip(before, [*before[1:], invoke], strict=False):
        following.begins |= one in pushed and one.begins
    values: dict[int, Value] = {}
    for op in pushed:
        assert op.place is not None
        values[op.place.offset] = op.args[0]
        place = Place(Frame(0), "", op.place.offset)
        block.ops.append(Op("store", args=op.args, place=place, region="slot", node=invoke.node))
    registers = {f"X{number}": values[place.offset] for number, place in early.items()}
    jump = Op("exit", args=tuple(registers.values()), data=Routine(label, tuple(registers)), node=invoke.node)
    block.ops.append(jump)
    block.ops[len(before) - len(pushed)].begins |= invoke.begins


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
