"""Unrolled loops: a short loop has several copies of its turn in a row, so that it jumps back less often.

The number of turns must be known, and be a multiple of the copies: only the last one has a test. (With a test in each,
a jump that is not taken would take about as long as one that is.)

    L1: B2 = [I.]                            L1: B2 = [I.]
      v1:i = get B2                            v5:i = get B2
      ...                                      ...
      set B2, v2                               set B2, v6
      v3:i = diff.i v4, v2               =>    v1:i = get B2
      branch pl v3, L1, L2                     ...
                                               set B2, v2
                                               v3:i = diff.i v4, v2
                                               branch pl v3, L1, L2

Only innermost loops of one block, which together with their copies are not longer than the target's `unrolled`.
"""

from __future__ import annotations

from collections.abc import Collection

from host.compilers.ir.form import CODES, PURE, Block, Op, Program, Value
from host.compilers.ir.graph import Graph, Loop, clone, innermost
from host.compilers.ir.target import Target
from host.compilers.passes.blocks import tidy

COPIES = (4, 3, 2)  # of a turn
LENGTHS = {"const": 0, "get": 0, "bound": 9, "limit": 5, "load?": 4, "mul.i": 5, "add.r": 2, "sub.r": 2, "float": 2}
LONG = frozenset(("call", "invoke", "element", "label", "fix", "div.r"))  # jumps are little beside them
TEST = 2  # the length of a jump


def run(program: Program, target: Target) -> None:
    """Unroll the short loops of all units."""
    if not target.unrolled:
        return
    for unit in program.units:
        if any(block.end.code == "branch" and block.label in block.end.targets for block in unit.blocks):
            graph = Graph(unit)
            changed = False
            for loop in innermost(graph.loops):
                copies = _copies(graph, loop, target)
                if copies > 1:
                    _unroll(program, graph, loop.header, copies)
                    changed = True
            if changed:
                tidy(unit)


def _copies(graph: Graph, loop: Loop, target: Target) -> int:
    """Return how many copies of its turn a loop gets."""
    block = loop.header
    if len(loop.blocks) > 1 or block.end.code != "branch" or block.open or block.params or not block.held:
        return 1
    if any(op.code in LONG for op in block.ops):
        return 1
    turns = _turns(graph, loop, target)
    words = {each for op in block.ops[:-1] if op.code != "set" for each in op.args}
    size = sum(_length(op, words) for op in block.ops[:-1])
    return next((each for each in COPIES if turns % each == 0 < turns and each * size + TEST <= target.unrolled), 1)


def _length(op: Op, words: Collection[Value]) -> int:
    """Return the length of the instructions of an operation, in the shortest ones of the machine.

    A sum that is only an address, or set, or compared, is part of another instruction; `words` are all other values.
    """
    if op.code in ("add.i", "sub.i", "diff.i") and op.result not in words:
        return 0
    if op.place is not None and op.code != "load?":
        return 2 if op.place.symbol or op.place.offset else 1
    return LENGTHS.get(op.code, 1)


def _turns(graph: Graph, loop: Loop, target: Target) -> int:
    """Return the number of turns of a loop, as far as constants in its registers tell; 0: not known."""
    block = loop.header
    made = {op.result: op for op in block.ops if op.results}
    test = made.get(block.end.args[0])
    if test is None or test.code != "diff.i" or block.end.data != "pl" or block.end.targets[0] != block.label:
        return 0
    limit, counter = (made.get(each) for each in test.args)
    last = _constant(block, limit)
    sets = [op for op in block.ops if op.code == "set" and counter is not None and op.data == counter.data]
    if last is None or counter is None or counter.code != "get" or len(sets) != 1:
        return 0
    if block.ops.index(sets[0]) > block.ops.index(counter):
        return 0
    total = made.get(sets[0].args[0])
    if total is None or total.code != "add.i":
        return 0
    parts = [made.get(each) for each in total.args]
    step = next((_constant(block, each) for each in parts if _constant(block, each) is not None), None)
    steps = any(each is not None and each.code == "get" and each.data == counter.data for each in parts)
    first = _start(graph, loop, counter.data)
    if not steps or step is None or first is None:
        return 0
    number, more, by = (target.integer(each) for each in (first, last, step))
    return (more - number) // by + 1 if by > 0 and more >= number else 0


def _constant(block: Block, op: Op | None) -> int | None:
    """Return the word of a constant, also of one in a register."""
    if op is not None and op.code == "const":
        return int(op.data)
    place = block.held.get(op.data) if op is not None and op.code == "get" else None
    return place.offset if place is not None and place.constant else None


def _start(graph: Graph, loop: Loop, register: str) -> int | None:
    """Return the constant that a register holds when a loop is entered."""
    block = loop.header
    before = [each for each in graph.predecessors[block] if each is not block]
    seen = 0
    while len(before) == 1 and seen < len(graph.order):
        block = before[0]
        seen += 1
        made = {op.result: op for op in block.ops if op.results}
        for op in reversed(block.ops):
            if op.code == "set" and op.data == register:
                return _constant(block, made.get(op.args[0]))
            if CODES[op.code] != PURE and op.code not in ("load", "store", "get", "set", "jump", "branch"):
                return None
        if block in graph.roots:
            return None
        before = graph.predecessors[block]
    return None


def _unroll(program: Program, graph: Graph, block: Block, copies: int) -> None:
    """Put copies of a loop's block before it."""
    unit = graph.unit
    turns = [next(iter(clone(unit, [block], program.labels).values())) for _ in range(copies - 1)]
    before = [each for each in graph.predecessors[block] if each is not block]
    for each in before:
        each.end.targets = tuple(turns[0].label if label == block.label else label for label in each.end.targets)
    for turn, following in zip(turns, [*turns[1:], block], strict=True):
        end = turn.end
        end.code, end.args, end.data, end.targets = "jump", (), None, (following.label,)
    block.end.targets = tuple(turns[0].label if label == block.label else label for label in block.end.targets)
    at = unit.blocks.index(block)
    unit.blocks[at:at] = turns
