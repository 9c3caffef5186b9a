"""Loop registers: the slots that a loop loads and stores repeatedly stay in registers as long as it runs.

A slot can be kept if nothing in the loop reaches it but its own loads and stores. It is loaded before the loop, in a
block of its own, and stored where the loop is left; in between the blocks say for the debugger where it is. A temporary
that the loop stores before it loads it is not loaded before the loop, one that is not loaded afterwards is not stored.

    L1:                                        L0:
      v1:i = load slot [I.]                      v9:i = load slot [I.]
      v2:i = const 1                             set B2, v9
      v3:i = add.i v1, v2                        jump L1
      store slot [I.], v3                      L1: B2 = [I.]
      v4:i = load slot [N.]                      v1:i = get B2
      v5:i = diff.i v4, v3              =>       v2:i = const 1
      branch pl v5, L1, L2                       v3:i = add.i v1, v2
                                                 set B2, v3
                                                 ...
                                                 branch pl v5, L1, L9
                                               L9: B2 = [I.]
                                                 v10:i = get B2
                                                 store slot [I.], v10
                                                 jump L2

Slots known to be narrow go to index registers, all others to registers of whole words. Inner loops choose
first. A loop around that has the slot in the same register spares the inner one its loads and stores.

A number with which a narrow slot is compared at the end of a block is kept, too, if there is a register left; so is a
word that is not a small number. These have no slot: a place without a base and a symbol stands for them.

Where a check in a loop may stop the program, variables are also stored as before: the report of the stop reads them
from storage. Temporaries are not. Arithmetic that stops leaves the registers as they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from host.compilers.ir.form import Block, Effects, Op, Place, Program, Unit, Value
from host.compilers.ir.graph import Graph, Loop, with_preheaders
from host.compilers.ir.slots import Bits, Slots, key
from host.compilers.ir.target import Target
from host.compilers.passes.dead import Liveness, private_temporaries

DEEPER = 8  # how often, we think, an inner loop runs
STOPS = frozenset(("limit", "bound", "load?", "element", "invoke"))  # in the library: registers are lost there
NEEDS = {"bound": 4, "limit": 2}  # registers, with those of operands; other operations need one more than they have
CALLS = ("call", "invoke", "element")


def run(program: Program, target: Target) -> None:
    """Keep slots in registers in all loops of a program."""
    slots = Slots(program)
    private = private_temporaries(program)
    for unit in program.units:
        if any(block.end.targets for block in unit.blocks):
            graph = with_preheaders(unit, program.labels)
            nest = Nest(program, target, slots, graph, Liveness(unit, private.get(unit.symbol, frozenset())))
            for loop in graph.loops:
                nest.promote(loop)
            nest.release()


class Nest:
    """The loops of a unit. `entries` and `exits` are the blocks made before loops, and where they are left."""

    def __init__(self, program: Program, target: Target, slots: Slots, graph: Graph, liveness: Liveness) -> None:
        self.program, self.target, self.slots, self.graph, self.liveness = program, target, slots, graph, liveness
        self.unit: Unit = graph.unit
        self.entries: set[Block] = set()
        self.exits: set[Block] = set()
        self.addresses: dict[Loop, set[Place]] = {}
        self.unset: set[str] = set()  # registers that a loop is entered without

    def promote(self, loop: Loop) -> None:
        """Keep the slots that a loop uses most in registers."""
        if loop.preheader is None or self.graph.leaves(loop):
            return
        ops = [op for block in loop.blocks for op in block.ops]
        if any(op.code == "set.frame" for op in ops):
            return
        free = self._free(loop, ops)
        if not any(free):
            return
        stops = self._stops(ops)
        room = min(len(free[1]), self._room(loop))
        kept: dict[Place, str] = {}
        stored = {op.place for op in ops if op.code == "store"}
        inner: dict[Place, set[str]] = {}
        for block in loop.blocks:
            for name, held in block.held.items():
                inner.setdefault(held, set()).add(name)
        for place in self._wanted(loop, ops, stops):
            if (register := self._register(loop, place, inner.get(place, set()), free, room)) is not None:
                kept[place] = register
                room -= register in free[1] and free[1][register] is None
                for each in free:
                    each.pop(register, None)
        if kept:
            through = {each for each in kept if stops and each in stored and not self._temporary(each)}
            back = [each for each in kept if each in stored and each not in through]
            self._keep(loop, kept, through)
            self._enter(loop, kept)
            self._leave(loop, kept, back)

    def release(self) -> None:
        """Take registers from blocks to which a way leads where they are not set: their temporaries have no value."""
        if not self.unset:
            return
        blocks = {block.label: block for block in self.unit.blocks}
        known = {block.label: set[str]() for block in self.unit.blocks if block.open or block is self.unit.blocks[0]}
        work = [*known]
        while work:
            label = work.pop()
            after = known[label] | {op.data for op in blocks[label].ops if op.code == "set"}
            for each in blocks[label].end.targets:
                now = after & known.get(each, after)
                if now != known.get(each):
                    known[each] = now
                    work.append(each)
        for label, block in blocks.items():
            for name in self.unset.intersection(block.held) - known.get(label, set()):
                del block.held[name]

    # ------------------------------------------------------------ slots and their registers

    def _free(self, loop: Loop, ops: Sequence[Op]) -> tuple[dict[str, Place | None], ...]:
        """Return the index registers and the others that a loop may use, with their contents in inner loops."""
        lists: tuple[dict[str, Place | None], ...] = (
            dict.fromkeys(self.target.index_registers),
            dict.fromkeys(self.target.word_registers),
        )
        names = {name for each in lists for name in each}
        if any(op.code in ("table", "indirect", "fix") for op in ops):
            names.discard(self.target.index_registers[-1])  # the jump needs one
        for op in ops:
            if op.code in CALLS:
                name = op.data.name if op.code == "call" else op.code
                names &= self.program.effects.get(name, Effects()).keeps
                if op.code == "call":
                    names.difference_update(op.data.registers)
                if not names:
                    break
        for each in lists:
            for name in [*each]:
                if name not in names:
                    del each[name]
        for block in loop.blocks:
            for name, place in block.held.items():
                for each in lists:
                    if name in each and (each[name] or place) != place:
                        del each[name]  # it is another slot's in another inner loop
                    elif name in each:
                        each[name] = place
        return lists

    def _stops(self, ops: Iterable[Op]) -> bool:
        """Whether one of these operations may stop the program at another place than its own."""
        effects = self.program.effects
        return any(
            op.code in STOPS or (op.code == "call" and (effects[op.data.name].stops or effects[op.data.name].runs))
            for op in ops
        )

    def _wanted(self, loop: Loop, ops: Sequence[Op], stops: bool) -> list[Place]:
        """Return the slots that can be kept, those first that are used most."""
        touched: Bits = 0  # in another way than by a load or store
        limits: set[Op] = set()  # loads of limits that will be in the instructions that compare
        for block in loop.blocks if self.target.limits else ():
            ends = {op.args[0] for op in block.ops if op.code == "diff.i" and op.results == block.end.args}
            uses_of = Counter(value for op in block.ops for value in op.uses())
            limits.update(op for op in block.ops if op.code == "load" and op.result in ends and uses_of[op.result] == 1)
        uses: Counter[Place] = Counter()
        loaded: set[Place] = set()
        for block in loop.blocks:
            weight = DEEPER ** (self.graph.loop[block].depth - loop.depth)
            for word in self._constants(block):
                uses[Place(offset=word)] += weight
            for op in block.ops:
                if op in limits:
                    pass
                elif op.region == "slot" and op.place is not None and op.place.direct and op.code in ("load", "store"):
                    uses[op.place] += weight * (2 if op.code == "load" else 1 - stops)
                    if op.code == "load":
                        loaded.add(op.place)
                elif op.code in ("get", "set") and op.data in block.held:
                    uses[block.held[op.data]] += 2 * weight
                else:
                    touched |= self.slots.reads(self.unit, op) | self.slots.writes(self.unit, op)
        return [
            place
            for place, weight in uses.most_common()
            if (place in loaded or place.constant or not stops)
            and (bit := self.slots.bit(self.unit, place))
            and not bit & touched
        ]

    def _constants(self, block: Block) -> Iterator[int]:
        """Yield the constants of a block that are worth a register: each as often as it is used so."""
        if self.target.limits:  # constants are parts of instructions
            return
        made = {op.result: op for op in block.ops if op.code in ("const", "load")}
        narrow = {value for value, op in made.items() if op.place in block.narrow}
        narrow.update(op.args[0] for op in block.ops if op.code == "store" and op.place in block.narrow)
        narrow.update(op.result for op in block.ops if op.code == "get" and block.held.get(op.data) in block.narrow)
        for op in block.ops:
            if op.code == "diff.i" and block.end.args == op.results:
                for value, other in (op.args, op.args[::-1]):
                    if value in made and made[value].code == "const" and other in narrow:
                        word = made[value].data
                        if self._fits(word) and word > 1:
                            yield word
            elif op.code == "const" and not self._fits(op.data):
                yield op.data

    def _fits(self, word: int) -> bool:
        return self.target.index_least <= self.target.integer(word) <= self.target.index_most

    def _register(
        self, loop: Loop, place: Place, inner: Collection[str], free: tuple[dict[str, Place | None], ...], room: int
    ) -> str | None:
        """Return the register for a slot: the one that inner loops have it in, if they have."""
        narrow = all(place in block.narrow for block in loop.blocks)
        if inner:
            pass
        elif place.constant:
            free = free[:1] if self._fits(place.offset) else free[1:]
        elif not narrow and place not in self._addresses(loop):
            free = free[1:]
        for names in free:
            for name, held in names.items():
                if inner:
                    if inner == {name} and held == place:
                        return name
                elif held is None and (room > 0 or name in self.target.index_registers):
                    return name
        return None

    def _addresses(self, loop: Loop) -> set[Place]:
        """Return the slots that are used as parts of addresses only in a loop."""
        if loop not in self.addresses:
            found: set[Place] = set()
            others: set[Place] = set()
            for block in loop.blocks:
                _parts(block, found, others)
            self.addresses[loop] = found - others
        return self.addresses[loop]

    def _room(self, loop: Loop) -> int:
        """Return the number of registers for words that the operations of a loop leave free."""
        most = 0
        for block in loop.blocks:
            live: set[Value] = set()
            cheap = {value for op in block.ops if op.code in ("const", "get", "address") for value in op.results}
            for op in reversed(block.ops):
                live.difference_update(op.results)
                most = max(most, len(live.difference(op.args)) + NEEDS.get(op.code, len(op.args) + 1))
                live.update(each for each in op.uses() if each not in cheap)
        return self.target.words - most

    def _temporary(self, place: Place) -> bool:
        return key(self.unit, place) in self.program.temporaries

    # ------------------------------------------------------------ the changes

    def _keep(self, loop: Loop, kept: dict[Place, str], through: set[Place]) -> None:
        """Use registers in a loop; slots that are stored `through` them are stored, too."""
        for block in loop.blocks:
            here = {place: name for place, name in kept.items() if block.held.get(name) != place}
            self._spare(block, kept, through)
            ops: list[Op] = []
            again: dict[Value, Value] = {}  # values that have been set, got from their registers
            for op in block.ops:
                op.replace(again)
                name = here.get(_place(op))
                if name is None:
                    ops.append(op)
                elif op.code != "store":
                    ops.append(Op("get", op.results, data=name, node=op.node, begins=op.begins))
                else:
                    ops.append(Op("set", args=op.args, data=name, node=op.node, begins=op.begins))
                    if name in self.target.index_registers:
                        again[op.args[0]] = self.unit.value(op.args[0].type)
                        ops.append(Op("get", (again[op.args[0]],), data=name, node=op.node))
                    if op.place in through:
                        op.begins = False
                        ops.append(op)
            block.ops = ops
            block.held.update((name, place) for place, name in here.items())

    def _spare(self, block: Block, places: Collection[Place], through: set[Place]) -> None:
        """Leave out loads before inner loops and stores after them, of slots that stay in their registers."""
        if block in self.entries:
            loaded = {op.result for op in block.ops if op.code in ("load", "const") and _place(op) in places}
            block.ops = [op for op in block.ops if not loaded.intersection((*op.results, *op.args))]
        elif block in self.exits:
            block.ops = [op for op in block.ops if op.code != "store" or op.place not in places or op.place in through]
            used = {value for op in block.ops for value in op.uses()}
            block.ops = [op for op in block.ops if op.code != "get" or op.result in used]

    def _enter(self, loop: Loop, kept: dict[Place, str]) -> None:
        """Load slots before a loop, in a block of its own."""
        assert loop.preheader is not None
        ops: list[Op] = []
        node = loop.header.ops[0].node
        for place, name in kept.items():
            if not self.liveness.needed(place, loop.header):
                self.unset.add(name)
                continue
            value = self.unit.value("w")
            if place.constant:
                ops.append(Op("const", (value,), data=place.offset, node=node))
            else:
                ops.append(Op("load", (value,), place=place, region="slot", node=node))
            ops.append(Op("set", args=(value,), data=name, node=node))
        self.entries.add(self._between([loop.preheader], loop.header, ops))

    def _leave(self, loop: Loop, kept: dict[Place, str], back: Sequence[Place]) -> None:
        """Store slots where a loop is left."""
        if not back:
            return
        ways: dict[Block, list[Block]] = {}
        for block, after in self.graph.exits(loop):
            ways.setdefault(after, []).append(block)
        for after, blocks in ways.items():
            ops: list[Op] = []
            for place in back:
                if not self.liveness.needed(place, after):
                    continue
                value = self.unit.value("w")
                node = blocks[0].end.node
                ops.append(Op("get", (value,), data=kept[place], node=node))
                ops.append(Op("store", args=(value,), place=place, region="slot", node=node))
            new = self._between(blocks, after, ops)
            new.held.update((kept[place], place) for place in back)
            self.exits.add(new)

    def _between(self, before: Sequence[Block], after: Block, ops: Sequence[Op]) -> Block:
        """Put a block with operations on edges into a loop or out of it."""
        new = self.graph.split_edges(before, after, self.program.labels)
        new.ops[:0] = ops
        if new in self.graph.loop:
            new.narrow |= after.narrow
        return new


def _place(op: Op) -> Place:
    """Return the place of a slot that is loaded or stored, or that represents a constant; else no place at all."""
    if op.code == "const":
        return Place(offset=op.data)
    return op.place if op.region == "slot" and op.place is not None else Place(offset=-1)


def _parts(block: Block, found: set[Place], others: set[Place]) -> None:
    """Add the slots that a block loads as addresses to `found`; those that it also uses otherwise to `others`."""
    loaded: dict[Value, Place] = {}
    sums: dict[Value, list[Value]] = {}  # of loaded addresses: with any other use they are no parts of addresses
    for op in block.ops:
        if op.code == "load" and op.region == "slot" and op.result.type == "a" and op.place is not None:
            loaded[op.result] = op.place
            found.add(op.place)
        elif op.region == "slot" and op.code in ("store", "load?", "load") and op.place is not None:
            others.add(op.place)
        if op.code == "add.i" and not loaded.keys().isdisjoint(op.args):
            sums[op.result] = [each for each in op.args if each in loaded]
            continue
        for each in op.args:
            others.update(loaded[part] for part in (sums.get(each) or [each]) if part in loaded)
