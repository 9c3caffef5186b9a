"""Optimised calls of procedures that may be active more than once: by a jump, with parameters in registers.

The caller puts the first parameters into registers, the address to return to into B5, the frame around into B4. The
procedure makes its frame only where it is needed: on a way to a call. Blocks before that are unframed: they find
parameters in their registers, other words where the frame will be, and return by a jump to B5. A call after which
the procedure only returns, a tail call, is a jump: the frame is given up first.

    f: if n = 0 then f := 1 else f := n * f(n - 1)

    F.: unframed                  F.: unframed
      v1:i = load slot [frame+3]    v1:i = load slot [frame+3]
      branch zr v1, L, M            branch zr v1, L, M
    L:                            L: unframed
      ...                           ...
      return v2                     return v2
    M:                            M:
                                    frame
      ...                           ...
      store stack [top+3], v5
      v6:i = invoke F.              v6:i = invoke F. X1=v5
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise

from host.compilers.algol.cdc6600 import words
from host.compilers.algol.syntax import Kind
from host.compilers.backends.cdc6600.generate import leave_at_once, only_returns
from host.compilers.backends.cdc6600.runtime import AROUND, WAY_BACK
from host.compilers.debuginfo.table import Framed
from host.compilers.ir.form import Block, Frame, Label, Op, Place, Routine, Unit

Given = Mapping[int, Place]  # registers that parameters are in where a procedure begins, and their words
REGISTERS = (1, 2, 3)  # of the first parameters
SHORT = 12  # operations of a block that is written twice
CALLS = ("call", "invoke", "element")
# Operations that need a frame, or registers that unframed blocks have to keep.
FRAMED = frozenset((*CALLS, "set.top", "set.frame", "exit", "table", "indirect", "label", "get", "set", "fix", "end"))


def parameters(unit: Unit) -> dict[int, Place]:
    """Return the registers that a caller puts parameters of a procedure into, and their words in the frame."""
    return {
        register: Place(Frame(0), "", words.FORMALS + formal.index)
        for register, formal in zip(REGISTERS, unit.source.formals, strict=False)
    }


def call_directly(units: Sequence[Unit], given: Mapping[str, Given], labels: Iterable[Label]) -> set[Framed]:
    """Change calls of some procedures, and those procedures; return parameters that are in registers only."""
    removed: set[Framed] = set()
    for unit in units:
        for block in unit.blocks:
            _hand_over(unit, block, given)
    direct = {unit.symbol: unit for unit in units if unit.symbol in given and unit.source.recursive}
    for unit in direct.values():
        leave_at_once(unit)
        _return_apart(unit, labels)
        returns = {each.label: each.end for each in unit.blocks if each.end.code == "return" and len(each.ops) == 1}
        for block in unit.blocks:
            _return_by_jump(block, direct, returns)
        removed.update(Framed(unit.source, each.offset) for each in _frame(unit, labels, _is_seen(unit, units)))
        for block in unit.blocks:
            if not _is_unframed(block) and block.end.code in ("return", "tail"):
                _load_way_back(unit, block)
        _begin_again(unit, labels)
    return removed


def is_leaf(unit: Unit) -> bool:
    """Whether a procedure with words at addresses calls nothing, so that the way back stays in B5."""
    return not any(
        op.code in CALLS or (op.code in ("get", "set") and op.data == WAY_BACK) for op in unit.ops()
    ) and not any(WAY_BACK in block.held for block in unit.blocks)


def first_loaded(unit: Unit, words: Collection[Place]) -> dict[int, Place]:
    """Return registers for those words of parameters that the first block of a procedure loads."""
    loaded = dict.fromkeys(op.place for op in unit.blocks[0].ops if op.code == "load" and op.place in words)
    return dict(zip(REGISTERS, filter(None, loaded), strict=False))


def _hand_over(unit: Unit, block: Block, direct: Mapping[str, Given]) -> None:
    """Put the first parameters of calls into registers, rather than above the top of the stack.

    Those of procedures without a frame are also stored where these have them, for debuggers, too.
    """
    pushed: dict[int, Op] = {}
    gone: set[Op] = set()
    ops: list[Op] = []
    for op in block.ops:
        if op.region == "stack":
            assert op.place is not None
            pushed[op.place.offset] = op
        elif op.code in CALLS:
            given = direct.get(op.data.name, {}) if op.code == "invoke" else {}
            for register, place in given.items():
                if place.base is None:
                    value = unit.value("w")
                    ops.append(Op("load", (value,), place=place, region="slot", node=op.node))
                else:
                    gone.add(pushed[place.offset])
                    value = pushed[place.offset].args[0]
                op.args = (*op.args, value)
                op.data = Routine(op.data.name, (*op.data.registers, f"X{register}"))
            pushed.clear()
        ops.append(op)
    block.ops = ops
    if gone:
        _take_out(block, gone)


def _take_out(block: Block, gone: Collection[Op]) -> None:
    """Take out operations before others; a statement that begins with one begins with the next one."""
    for one, following in pairwise(block.ops):
        following.begins |= one in gone and one.begins
    block.ops = [each for each in block.ops if each not in gone]


def _return_apart(unit: Unit, labels: Iterable[Label]) -> None:
    """Give each block that leads to one which only returns a copy of that: some may need no frame."""
    before = _before(unit)
    for block in list(unit.blocks[1:]):
        if only_returns(block) and not block.open and not block.params:
            for source in before[block.label][1:]:
                label = next(iter(labels))
                _go(source, block.label, label)
                unit.blocks.append(_copy(unit, block, label))


def _before(unit: Unit) -> dict[Label, list[Block]]:
    """Return the blocks that lead to each block."""
    before: dict[Label, list[Block]] = {each.label: [] for each in unit.blocks}
    for block in unit.blocks:
        for label in dict.fromkeys(block.end.targets):
            before[label].append(block)
    return before


# ---------------------------------------------------------------- tail calls


def _return_by_jump(block: Block, direct: Mapping[str, Unit], returns: Mapping[Label, Op]) -> None:
    """Replace a call at the end of a block, after which its procedure returns, by a jump."""
    end, invoke = block.end, block.ops[-2] if len(block.ops) > 1 else block.end
    if end.code == "jump" and not end.args and not end.begins:
        end = returns.get(end.targets[0], end)
    if end.code != "return" or end.begins or invoke.code != "invoke" or end.args != invoke.results:
        return
    called = direct.get(invoke.data.name)
    if called is None or not _apart(called, invoke, block):
        return
    *before, _, _ = block.ops
    first = max((number + 1 for number, op in enumerate(before) if op.code in CALLS), default=0)
    for op in before[first:]:
        if op.region == "stack":  # the frame that is given up begins where the next one will
            assert op.place is not None
            op.place, op.region = Place(Frame(0), "", op.place.offset), "slot"
    tail = Op("tail", args=invoke.args, data=invoke.data, node=invoke.node, begins=invoke.begins)
    block.ops = [*before, tail]


def _apart(called: Unit, invoke: Op, block: Block) -> bool:
    """Whether a procedure that is called does not need the frame of its caller."""
    if not all(each.by_value and each.kind is Kind.EXPRESSION for each in called.source.formals):
        return False
    made_by = {each: op for op in block.ops for each in op.results}
    around = [made_by[each] for each, name in zip(invoke.args, invoke.data.registers, strict=True) if name == "B4"]
    return all(
        op.code == "address" and op.place is not None and isinstance(op.place.base, Frame) and op.place.base.way > 0
        for op in around
    )


# ---------------------------------------------------------------- frames


def _frame(unit: Unit, labels: Iterable[Label], seen: bool) -> list[Place]:
    """Find the blocks that need no frame, and make it where others are gone to from these.

    Return parameters that are not stored into it: nothing uses them there.
    """
    before = _before(unit)
    unframed = _unframed(unit, before)
    makers = []
    for block in list(unit.blocks):
        if block in unframed or not (block is unit.blocks[0] or any(each in unframed for each in before[block.label])):
            continue
        plain = not block.open and not block.held and all(op.code not in ("get", "set") for op in block.ops)
        if plain and all(each in unframed for each in before[block.label]):
            makers.append(block)
        else:
            makers.append(
                _block_before(unit, block, [each for each in before[block.label] if each in unframed], labels)
            )
    for block in (*unframed, *makers):
        block.unframed = True
    given = parameters(unit).values()
    last = {block: _first_framed(block, given) for block in makers}
    framed = [
        op for block in unit.blocks if block in last or not block.unframed for op in block.ops[last.get(block, 0) :]
    ]
    used = {op.place for op in framed}
    seen |= any(op.begins for op in framed)
    needed = [each for each in given if seen or each in used]
    for block in makers:
        _make_frame(unit, block, last[block], needed)
    return [each for each in given if makers and each not in needed]


def _is_seen(unit: Unit, units: Iterable[Unit]) -> bool:
    """Whether other code may look at the frame of a unit: that of procedures in it, or of parameters."""
    return any(unit.symbol in each.frames for each in units if each is not unit)


def _is_unframed(block: Block) -> bool:
    """Whether a block ends without a frame."""
    return block.unframed and all(op.code != "frame" for op in block.ops)


def _first_framed(block: Block, given: Collection[Place]) -> int:
    """Return the number of the first operation that needs a frame, or of the last one."""
    return next(number for number, op in enumerate(block.ops) if _is_framed(op, given) or op is block.end)


def _make_frame(unit: Unit, block: Block, last: int, needed: Collection[Place]) -> None:
    """Have a block make the frame before the operation with a number; parameters are loaded before that."""
    node = block.ops[0].node
    made: list[Op] = []

    def fill(place: Place, fetch: Op) -> None:
        made.append(fetch)
        made.append(Op("store", args=fetch.results, place=place, region="constant", node=node))

    registers = [(WAY_BACK, words.RETURN), ("B6", words.CALLER)]
    registers += [(AROUND, words.AROUND)] * (len(unit.frames) > 1)
    for register, offset in registers:
        fill(Place(Frame(0), "", offset), Op("get", (unit.value("a"),), data=register, node=node))
    for place in needed:
        fill(place, Op("load", (unit.value("w"),), place=place, region="slot", node=node))
    given = parameters(unit).values()
    loads = [op for op in block.ops[:last] if op.code == "load" and op.place in given and not op.begins]
    at = int(last > 0 and block.ops[0].begins)
    rest = [op for op in block.ops[at:] if op not in loads]
    block.ops[at:] = [*loads, *made, Op("frame", node=unit.source), *rest]


def _block_before(unit: Unit, block: Block, sources: Iterable[Block], labels: Iterable[Label]) -> Block:
    """Return a new block before another one, where some of those that lead to it go."""
    label = next(iter(labels))
    if block is unit.blocks[0]:
        for each in unit.blocks:
            _go(each, block.label, label)
        block.label, label = label, block.label
    for each in sources:
        _go(each, block.label, label)
    made = Block(label, [Op("jump", targets=(block.label,), node=block.ops[0].node)])
    unit.blocks.insert(unit.blocks.index(block), made)
    return made


def _go(block: Block, old: Label, new: Label) -> None:
    for op in block.ops:
        op.targets = tuple(new if each == old else each for each in op.targets)


def _unframed(unit: Unit, before: Mapping[Label, list[Block]]) -> set[Block]:
    """Return the blocks that need no frame: all ways to them are through such ones, and some way to the end."""
    at = {block.label: each for each, block in enumerate(unit.blocks)}
    given = parameters(unit).values()
    found = {each for each in unit.blocks if _needs_none(each, given)}
    while True:
        kept: set[Block] = set()
        for block in reversed(unit.blocks):
            sources, targets = before[block.label], [unit.blocks[at[each]] for each in block.end.targets]
            if (
                block in found
                and bool(sources) != (block is unit.blocks[0])
                and all(each in found and at[each.label] < at[block.label] for each in sources)
                and all(at[each.label] > at[block.label] and (each in found or not each.params) for each in targets)
                and (not targets or any(each in kept for each in targets))
            ):
                kept.add(block)
        if kept == found:
            return kept
        found = kept


def _needs_none(block: Block, given: Collection[Place]) -> bool:
    return not block.open and not block.held and not any(_is_framed(op, given) for op in block.ops)


def _is_framed(op: Op, given: Collection[Place]) -> bool:
    """Whether an operation needs a frame, or changes what unframed blocks have to keep."""
    return (
        op.code in FRAMED
        or (op.code != "load" and op.place in given)
        or (op.code == "bound" and op.data.description.base is not None)
    )


def _begin_again(unit: Unit, labels: Iterable[Label]) -> None:
    """Write blocks that need no frame to their end behind the others, and have those that call the unit again go on.

    Where the first block may lead to the end at once, it is written again after such a call, with that end.
    """
    first, ends = unit.blocks[0], [each for each in unit.blocks[1:] if _is_unframed(each) and not each.end.targets]
    blocks = [each for each in unit.blocks if each not in ends]
    unit.blocks = [*blocks, *ends]
    short = [each for each in ends if each.label in first.end.targets and len(each.ops) <= SHORT]
    for block in unit.blocks[:]:
        end = block.end
        if end.code == "tail" and end.data.name == unit.symbol:
            again = [first.label]
            if _is_unframed(first) and short and len(first.ops) <= SHORT:
                again = [next(iter(labels)), next(iter(labels))]
                place = unit.blocks.index(block) + 1
                copies = [_copy(unit, each, label) for each, label in zip((first, short[0]), again, strict=True)]
                _go(copies[0], short[0].label, again[1])
                unit.blocks[place:place] = copies
            end.code, end.targets, end.data = "again", (again[0],), Routine(again[0], end.data.registers)


def _copy(unit: Unit, block: Block, label: Label) -> Block:
    """Return a copy of a block, with values of its own."""
    copies = {
        each: unit.value(each.type) for each in (*block.params, *(each for op in block.ops for each in op.results))
    }
    made = Block(label, [], tuple(copies[each] for each in block.params), unframed=block.unframed)
    for op in block.ops:
        made_of = tuple(copies[each] for each in op.results)
        again = Op(op.code, made_of, op.args, place=op.place, region=op.region, data=op.data, targets=op.targets)
        again.node, again.begins = op.node, op.begins
        again.replace(copies)
        made.ops.append(again)
    return made


def _load_way_back(unit: Unit, block: Block) -> None:
    """Give the end of a block the address to return to, and the frame of the caller."""
    end = block.ops.pop()
    back, caller = unit.value("a"), unit.value("a")
    for value, offset in ((back, words.RETURN), (caller, words.CALLER)):
        place = Place(Frame(0), "", offset)
        block.ops.append(Op("load", (value,), place=place, region="slot", node=end.node, begins=end.begins))
        end.begins = False
    if end.code == "tail":
        end.data = Routine(end.data.name, (*end.data.registers, "X4", "X5"))
    else:
        end.data = (*(("X6",) if end.args else ()), "X4", "X5")
    end.args = (*end.args, back, caller)
    block.ops.append(end)
