"""Dead code: operations with unused results, and stores to temporaries that are not loaded any more.

    v1:i = load slot [I.]
    v2:i = const 1                                    v1:i = load slot [I.]
    v3:i = add.i v1, v2          ->                   store slot [J.], v1
    store slot [T.], v3     (T. is a temporary)
    store slot [J.], v1

A procedure's own frame is gone when it returns: the last stores there, if nothing reads them, are dead, too. Whatever
the debugger shows stays: stores to variables of the program do, used or not. Operations on reals stay where the
machine could stop at them. Which temporaries are still needed at the end of a block is found by liveness analysis: from
the blocks that come after it, backward, until nothing changes. Sets of temporaries are numbers with a bit for each.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection

from host.compilers.ir.form import CODES, PURE, READS, Block, Frame, Label, Op, Place, Program, Unit, Value
from host.compilers.ir.slots import Key, key
from host.compilers.ir.target import Target
from host.compilers.passes.blocks import tidy

STOPPING = ("add.r", "sub.r", "mul.r", "diff.r")  # pure, except for results that are too large
IDLE = frozenset(
    code for code, effect in CODES.items() if effect in (PURE, READS) and code not in STOPPING and code != "load?"
)


def run(program: Program, target: Target) -> None:
    """Take dead code out of all units."""
    private = private_temporaries(program)
    for unit in program.units:
        tidy(unit)
        Liveness(unit, private.get(unit.symbol, frozenset())).sweep()


def remove(block: Block, gone: Collection[Op]) -> None:
    """Take operations out of a block.

    Where a statement begins with one of them, it begins with the next operation then; if that one is of another
    statement, the operation has to stay.
    """
    kept: list[Op] = []
    first: Op | None = None  # of those that are gone, where a statement begins
    for op in block.ops:
        if op in gone:
            if op.begins:
                if first is not None:
                    kept.append(first)
                first = op
            continue
        if first is not None:
            if op.node is first.node and not op.begins:
                op.begins = True
            else:
                kept.append(first)
            first = None
        kept.append(op)
    block.ops = kept


def private_temporaries(program: Program) -> dict[str, set[Key]]:
    """Return the temporaries that one unit alone reaches, by direct places, by its symbol."""
    found: dict[Key, str] = {}  # "": more than one, or otherwise
    for unit in program.units:
        for op in unit.ops():
            if op.place is not None and op.place.direct:
                of = key(unit, op.place)
                if of in program.temporaries and of is not None:
                    mine = op.region == "slot" and found.get(of, unit.symbol) == unit.symbol
                    found[of] = unit.symbol if mine else ""
    private: dict[str, set[Key]] = {}
    for of, symbol in found.items():
        if symbol and of[0] not in program.escaped:
            private.setdefault(symbol, set()).add(of)
    return private


class Liveness:
    """The temporaries of a unit that are live where."""

    def __init__(self, unit: Unit, temporaries: Collection[Key]) -> None:
        self.unit, self.temporaries = unit, temporaries
        self.bits: dict[Place | None, int] = {None: 0}
        self.live: dict[Label, int] = {}  # at the beginnings of blocks
        self.elsewhere = 0  # where code elsewhere may go on in this unit
        if temporaries:
            self._solve()

    def bit(self, place: Place | None) -> int:
        """Return the bit of the temporary at a place, 0 for other places."""
        known = self.bits.get(place)
        if known is None:
            assert place is not None
            known = 1 << len(self.bits) if key(self.unit, place) in self.temporaries else 0
            self.bits[place] = known
        return known

    def needed(self, place: Place, block: Block) -> bool:
        """Whether the word of a slot may still be used at the beginning of a block."""
        bit = self.bit(place)
        return not bit or block.label not in self.live or bool(bit & self.live[block.label])

    def _solve(self) -> None:
        used: dict[Block, int] = {}  # loaded before they are stored
        stored: dict[Block, int] = {}
        leaves: dict[Block, int] = {}  # of those: not stored before code elsewhere is run
        before: dict[Label, list[Block]] = {block.label: [] for block in self.unit.blocks}
        for block in self.unit.blocks:
            loads = stores = 0
            left = None
            for op in block.ops:
                if op.region == "slot":
                    bit = self.bit(op.place)
                    if op.code == "store":
                        stores |= bit
                    else:
                        loads |= bit & ~stores
                elif op.code in ("call", "invoke", "exit") and left is None:
                    left = stores
            used[block], stored[block] = loads, stores
            leaves[block] = -1 if left is None else left
            for label in block.end.targets:
                before[label].append(block)
        self.live = dict.fromkeys(before, 0)
        work = deque(reversed(self.unit.blocks))
        waiting = set(work)
        while work:
            block = work.popleft()
            waiting.remove(block)
            after = 0
            for label in block.end.targets:
                after |= self.live[label]
            out = self.elsewhere & ~leaves[block] if leaves[block] >= 0 else 0
            new = used[block] | after & ~stored[block] | out
            if new != self.live[block.label]:
                self.live[block.label] = new
                again = before[block.label]
                if block.open:
                    self.elsewhere |= new
                    again = self.unit.blocks
                for each in again:
                    if each not in waiting:
                        waiting.add(each)
                        work.append(each)

    def _leave(self, block: Block) -> None:
        """Take out the last stores to the frame of a procedure that returns.

        From the end back to where a statement begins, or the program may stop, or code elsewhere may look at the frame.
        """
        loaded: set[Place | None] = set()
        gone: set[Op] = set()
        for op in reversed(block.ops):
            if op.begins and op.code != "store":
                break
            if op.code == "store" and op.region == "slot":
                assert op.place is not None
                if op.place.base == Frame(0) and op.place not in loaded:
                    gone.add(op)
            elif op.region == "slot" and op.code == "load":
                loaded.add(op.place)
            elif (op.code not in IDLE and op.code != "return") or op.region == "any":
                break
            if op.begins:
                break
        if gone:
            remove(block, gone)

    def sweep(self) -> None:
        """Take out dead operations, going backward through each block."""
        framed = self.unit.frames[:1] == (self.unit.symbol,)
        for block in self.unit.blocks:
            if framed and block.ops[-1].code == "return":
                self._leave(block)
            live = 0
            for label in block.end.targets:
                live |= self.live.get(label, 0)
            needed: set[Value] = set()
            gone: set[Op] = set()
            for op in reversed(block.ops):
                if op.code in IDLE and needed.isdisjoint(op.results):
                    gone.add(op)
                    continue
                if op.region == "slot" and (bit := self.bit(op.place)):
                    if op.code != "store":
                        live |= bit
                    elif live & bit:
                        live &= ~bit
                    else:
                        gone.add(op)
                        continue
                elif op.code in ("call", "invoke", "exit"):
                    live |= self.elsewhere
                needed.update(op.uses())
            if gone:
                remove(block, gone)
