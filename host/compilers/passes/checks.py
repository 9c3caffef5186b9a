"""Checks that cannot fail are removed: an equal one precedes them on all paths, or the range of the value is known.

    v1:i = load slot [I.]                       v1:i = load slot [I.]
    v2:i = const 1                              v2:i = const 1
    v3:i = const 9                              v3:i = const 9
    bound v1, v2, v3 {[A.] 0}                   bound v1, v2, v3 {[A.] 0}
    ...                                         ...
    v4:i = add.i v1, v2                ->       v4:i = add.i v1, v2      2 .. 10
    limit v4                                    store slot [I.], v4
    store slot [I.], v4                         jump L1
    jump L1                                   L1:
  L1:                                           v5:i = load slot [I.]    2 .. 10
    v5:i = load slot [I.]
    limit v5

It is a data-flow analysis, forward over the graph. The state at a point of the program is the ranges of the slots and
the checks that have succeeded, of expressions over slots, constants and words of descriptions. Where paths meet, only
the facts that hold on all of them remain. A branch on a difference tells something, too: where `limit - i` is not
negative, `i` is not above the limit.

A slot that a loop does not change has the same range in it as before it. Other ranges could grow turn by turn. So a
bound that grows at a block a second time becomes the largest integer (widening); two more walks then narrow it by the
tests of the loop (narrowing).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from host.compilers.ir.form import Block, Frame, Label, Op, Place, Program, Unit, Value
from host.compilers.ir.graph import Graph, Loop
from host.compilers.ir.slots import Bits, Slots
from host.compilers.ir.target import Target
from host.compilers.passes.dead import remove

WALKS = 12  # over a unit until nothing changes any more; with more than that, nothing is done
NARROWING = 2
RANGES, FACTS = 24, 100  # that are remembered from block to block: enough for a procedure, and soon compared
CHECKED = frozenset(("bound", "limit", "load?"))  # operations that may be taken out, or become others
CONTROL = ("pl", "ng")

Range = tuple[int, int]
Word = tuple[Place, str, Place | None]  # of storage: a place, a region; through the slot with the address
Expression = tuple[Word | None, int]  # a word plus a number; or a number
Fact = tuple[str, tuple[Expression, ...]]  # a check that has succeeded


class State(NamedTuple):
    """The ranges and facts at a point of the program."""

    ranges: dict[Place, Range]
    facts: set[Fact]

    def copy(self) -> State:
        """Return the same, to be changed."""
        return State(dict(self.ranges), set(self.facts))


@dataclass(eq=False)
class Changes:
    """The slots and descriptions that a loop may change."""

    stored: set[Place] = field(default_factory=set)  # slots
    touched: Bits = 0  # slots, too
    described: bool = False  # whether descriptions


def run(program: Program, target: Target) -> None:
    """Take the checks that cannot fail out of all units."""
    slots = Slots(program)
    for unit in program.units:
        if any(op.code in CHECKED for op in unit.ops()):
            _Checks(program, unit, slots, target).run()


def _meet(one: State, other: State) -> State:
    """Return the ranges and facts that hold on both of two paths."""
    if one is other:
        return one.copy()
    ranges = {}
    for place, found in one.ranges.items():
        more = other.ranges.get(place)
        if more is not None:
            ranges[place] = found if found == more else (min(found[0], more[0]), max(found[1], more[1]))
    return State(ranges, one.facts & other.facts)


class _Checks:
    def __init__(self, program: Program, unit: Unit, slots: Slots, target: Target) -> None:
        self.program, self.unit, self.slots, self.target = program, unit, slots, target
        self.graph = Graph(unit)
        self.most = target.largest
        self.changes = {loop.header: (loop, Changes()) for loop in self.graph.loops}
        for block in self.graph.loop:  # those that are in one
            self._look(block)
        self.edges: dict[tuple[Block, Label], State] = {}  # the state on each edge
        self.waiting = set(self.graph.order)  # blocks before which more, or less, is known now
        self.about: dict[Place, set[Fact]] = {}  # facts that have been met, by their slots
        # Of the block that is walked through:
        self.state = State({}, set())
        self.range: dict[Value, Range] = {}
        self.expression: dict[Value, Expression] = {}
        self.version: dict[Place, int] = {}  # how often a slot has been changed
        self.made_at: dict[Value, tuple[int, int]] = {}  # which version of its slot, and of descriptions, is meant
        self.descriptions = 0  # how often they may have been changed
        self.given: set[Value] = set()
        self.made: dict[Value, Op] = {}
        self.gone: set[Op] | None = None

    def run(self) -> None:
        """Find the state before each block; take out the checks that cannot fail."""
        at: dict[Block, State] = {}
        grown: dict[Block, int] = {}
        for _ in range(WALKS):
            changed = False
            for block in self.graph.order:
                if block not in self.waiting:
                    continue
                self.waiting.discard(block)
                new = self._before(block)
                old = at.get(block)
                if old is not None:
                    if new == old:
                        continue
                    new = _meet(old, new)
                    grown[block] = grown.get(block, 0) + 1
                    if grown[block] > 1:
                        self._widen(old, new)
                    if new == old:
                        continue
                at[block] = new
                self._walk(block, new)
                changed = True
            if not changed:
                break
        else:
            return
        self.waiting.update(self.graph.order)
        for _ in range(NARROWING):
            self.waiting.update(self.changes)
            for block in self.graph.order:
                if block not in self.waiting:
                    continue
                self.waiting.discard(block)
                new = self._before(block)
                if new != at[block]:
                    at[block] = new
                    self._walk(block, new)
        for block in self.graph.order:
            if not any(op.code in CHECKED for op in block.ops):
                continue
            self.gone = set()
            self._walk(block, at[block])
            if self.gone:
                remove(block, self.gone)

    def _look(self, block: Block) -> None:
        """Add the changes of a block to those of the loops that it is in."""
        stored, touched, described = set(), 0, False
        for op in block.ops:
            if op.code == "store" and op.region == "slot" and op.place is not None:
                stored.add(op.place)
            elif op.code in ("store", "call", "invoke", "set.frame", "set.top"):
                touched |= self.slots.writes(self.unit, op)
                described |= self._describes(op)
                if op.code.startswith("set"):
                    touched = -1
        loop: Loop | None = self.graph.loop[block]
        while loop is not None:
            changes = self.changes[loop.header][1]
            changes.stored |= stored
            changes.touched |= touched
            changes.described |= described
            loop = loop.outer

    def _describes(self, op: Op) -> bool:
        """Whether an operation may change descriptions."""
        if op.code == "call":
            effects = self.program.effects[op.data.name]
            return effects.runs or "description" in effects.writes
        return op.code == "invoke" or op.region == "description"

    def _before(self, block: Block) -> State:
        """Return the state where a block begins: common to all paths that have been walked."""
        if block in self.graph.roots:
            return State({}, set())
        ways = dict.fromkeys(self.graph.predecessors[block])
        if block not in self.changes:
            return self._on(block, ways)
        loop, changes = self.changes[block]
        outside = self._on(block, [each for each in ways if each not in loop.blocks])
        state = _meet(outside, self._on(block, ways))
        for place, found in outside.ranges.items():
            if self._stays(place, changes):
                state.ranges[place] = found
        for fact in outside.facts - state.facts:
            described = any(word is not None and word[1] == "description" for word, _ in fact[1])
            if not (described and changes.described) and all(self._stays(each, changes) for each in _slots_of(fact)):
                state.facts.add(fact)
        return state

    def _stays(self, place: Place, changes: Changes) -> bool:
        return place not in changes.stored and not self.slots.bit(self.unit, place) & changes.touched

    def _on(self, block: Block, ways: Iterable[Block]) -> State:
        """Return the state common to some edges into a block, of those that have been walked."""
        known = [self.edges[each, block.label] for each in ways if (each, block.label) in self.edges]
        state = known[0] if known else State({}, set())
        for each in known[1:]:
            state = _meet(state, each)
        return state

    def _widen(self, old: State, new: State) -> None:
        """Widen the ranges that grow to the largest integer, or to none."""
        for place, (low, high) in list(new.ranges.items()):
            least, most = old.ranges[place]
            if low < least:
                low = -self.most
            if high > most:
                high = self.most
            if low < -self.most or high > self.most:
                del new.ranges[place]
            else:
                new.ranges[place] = (low, high)

    # ------------------------------------------------------------ a block

    def _walk(self, block: Block, state: State) -> None:
        """Walk through a block, and note the states on the edges from it."""
        self.state = state.copy()
        self.range, self.expression, self.version, self.made_at, self.descriptions = {}, {}, {}, {}, 0
        self.given, self.made = set(), {}
        for op in block.ops[:-1]:
            handler = HANDLERS.get(op.code)
            if handler is not None:
                handler(self, op)
            for each in op.results:
                self.made[each] = op
        self._end(block)

    def _changed(self, places: list[Place]) -> None:
        """Forget the ranges of slots, and the facts about them."""
        ranges, facts, version = self.state.ranges, self.state.facts, self.version
        for place in places:
            ranges.pop(place, None)
            version[place] = version.get(place, 0) + 1
            if facts and place in self.about:
                facts -= self.about[place]

    def _holds(self, fact: Fact) -> None:
        """Note a fact."""
        self.state.facts.add(fact)
        for place in _slots_of(fact):
            self.about.setdefault(place, set()).add(fact)

    def _says(self, value: Value) -> Expression | None:
        """Return the expression that a value is, if its slots have not changed since."""
        found = self.expression.get(value)
        if found is not None and found[0] is not None:
            version, descriptions = self.made_at[value]
            if self.version.get(found[0][2] or found[0][0], 0) != version:
                return None
            if found[0][1] == "description" and self.descriptions != descriptions:
                return None
        return found

    def _is(self, value: Value, word: Word | None, number: int) -> None:
        """Note the expression that a value is."""
        self.expression[value] = (word, number)
        if word is not None:
            slot = word[2] or word[0]
            self.made_at[value] = self.version.setdefault(slot, 0), self.descriptions

    def _within(self, value: Value, low: int, high: int) -> None:
        """Note the range of a value, and of the slot that it is made of."""
        least, most = self.range.get(value, (low, high))
        self.range[value] = low, high = max(low, least), min(high, most)
        says = self._says(value)
        if says is not None and says[0] is not None and says[0][1] == "slot" and low <= high:
            place, number = says[0][0], says[1]
            least, most = self.state.ranges.get(place, (low - number, high - number))
            self.state.ranges[place] = (max(low - number, least), min(high - number, most))

    # ------------------------------------------------------------ operations

    def _const(self, op: Op) -> None:
        number = self.target.integer(op.data)
        if op.results[0].type in "ia" and abs(number) <= self.most:
            self.range[op.results[0]] = (number, number)
            self.expression[op.results[0]] = (None, number)
        if op.results[0].type in "irb":
            self.given.add(op.results[0])

    def _load(self, op: Op) -> None:
        place, value = op.place, op.results[0]
        assert place is not None
        if op.region == "slot":
            self._is(value, (place, "slot", None), 0)
            if place in self.state.ranges and value.type == "i":
                self.range[value] = self.state.ranges[place]
            fact: Fact = ("given", (((place, "slot", None), 0),))
            if op.code == "load?":
                if fact not in self.state.facts:
                    self._holds(fact)
                elif self.gone is not None:
                    op.code = "load"
                self.given.add(value)
            elif fact in self.state.facts:
                self.given.add(value)
        elif op.region == "description":
            if place.direct:
                self._is(value, (place, "description", None), 0)
            elif isinstance(place.base, Value):
                base = self._says(place.base)
                if base is not None and base[0] is not None and base[0][1] == "slot" and base[1] == 0:
                    self._is(value, (place._replace(base=None), "description", base[0][0]), 0)

    def _store(self, op: Op) -> None:
        place, value = op.place, op.args[0]
        assert place is not None
        if op.region == "slot":
            self._changed([place])
            found = self.range.get(value)
            if found is not None and value.type == "i":
                self.state.ranges[place] = found
            self._is(value, (place, "slot", None), 0)
            if value in self.given:
                self._holds(("given", (((place, "slot", None), 0),)))
        elif op.region == "any":
            self._acts(op)
        elif op.region == "description":
            self._forget_descriptions()

    def _acts(self, op: Op) -> None:
        """Forget the slots that an operation may change."""
        writes = self.slots.writes(self.unit, op)
        if writes:
            bit, unit = self.slots.bit, self.unit
            self._changed([place for place in self._known() if bit(unit, place) & writes])
        if self._describes(op):
            self._forget_descriptions()

    def _forget_descriptions(self) -> None:
        for fact in [
            each for each in self.state.facts if any(word and word[1] == "description" for word, _ in each[1])
        ]:
            self.state.facts.discard(fact)
        self.descriptions += 1

    def _known(self) -> set[Place]:
        """Return the places of slots that something may be known of."""
        return {*self.state.ranges, *self.version}.union(*(_slots_of(fact) for fact in self.state.facts))

    def _move(self, op: Op) -> None:
        """Forget everything in the frame when the frame changes."""
        self._changed([each for each in self._known() if isinstance(each.base, Frame)])

    def _sum(self, op: Op) -> None:
        left, right = op.args
        one, other = self.range.get(left), self.range.get(right)
        sign = 1 if op.code == "add.i" else -1
        value = op.results[0]
        if one is not None and other is not None:
            low, high = (other[0], other[1]) if sign > 0 else (-other[1], -other[0])
            self._computed(value, one[0] + low, one[1] + high)
        if op.code == "diff.i":
            return
        if other is not None and other[0] == other[1]:
            base, number = self._says(left), other[0] * sign
        elif one is not None and one[0] == one[1] and sign > 0:
            base, number = self._says(right), one[0]
        else:
            return
        if base is not None and base[0] is not None and abs(base[1] + number) <= self.most:
            self._is(value, base[0], base[1] + number)

    def _computed(self, value: Value, low: int, high: int) -> None:
        """Note the range of a result, if it has not overflowed."""
        if -2 * self.most <= low and high <= 2 * self.most:
            self.range[value] = (low, high)

    def _product(self, op: Op) -> None:
        one, other = (self.range.get(each) for each in op.args)
        if one is not None and other is not None:
            ends = [left * right for left in one for right in other]
            if max(map(abs, ends)) <= self.most:
                self.range[op.results[0]] = (min(ends), max(ends))

    def _negative(self, op: Op) -> None:
        found = self.range.get(op.args[0])
        if found is not None:
            self.range[op.results[0]] = (-found[1], -found[0])

    def _shift(self, op: Op) -> None:
        found = self.range.get(op.args[0])
        if found is not None:
            low, high = found[0] << op.data, found[1] << op.data
            if max(abs(low), abs(high)) <= self.most:
                self.range[op.results[0]] = (low, high)

    def _count(self, op: Op) -> None:
        self.range[op.results[0]] = (0, self.target.bits)

    def _real(self, op: Op) -> None:
        self.given.update(op.results)

    def _limit(self, op: Op) -> None:
        value = op.args[0]
        found = self.range.get(value)
        if found is not None and -self.most <= found[0] and found[1] <= self.most:
            self._drop(op)
        self._within(value, -self.most, self.most)
        self.given.add(value)

    def _bound(self, op: Op) -> None:
        value = op.args[0]
        found, least, most = (self.range.get(each) for each in op.args)
        if found and least and most and least[1] <= found[0] and found[1] <= most[0]:
            self._drop(op)
            return
        said = [self._says(each) for each in op.args]
        if None not in said:
            fact: Fact = ("bound", tuple(each for each in said if each is not None))
            if fact in self.state.facts:
                self._drop(op)
            else:
                self._holds(fact)
        if least is not None and most is not None and least[0] <= most[1]:
            self._within(value, least[0], most[1])

    def _drop(self, op: Op) -> None:
        if self.gone is not None:
            self.gone.add(op)

    # ------------------------------------------------------------ ends of blocks

    def _end(self, block: Block) -> None:
        """Note the states on the edges from a block."""
        ranges, facts = self.state
        if len(ranges) > RANGES:
            for place in list(ranges)[:-RANGES]:
                del ranges[place]
        if len(facts) > FACTS:
            facts.clear()
        end = block.end
        targets = dict.fromkeys(end.targets)
        if end.code == "branch" and end.data in CONTROL and len(targets) == 2:
            made = self.made.get(end.args[0])
            if made is not None and made.code == "diff.i":
                kept = self.state
                for label, condition in zip(end.targets, CONTROL if end.data == "pl" else CONTROL[::-1], strict=True):
                    self.state = kept.copy()
                    self._compared(made, condition)
                    self._leads(block, label)
                self.state = kept
                return
        for label in targets:
            self._leads(block, label)

    def _leads(self, block: Block, label: Label) -> None:
        """Note the state on the edge from a block to another."""
        if self.edges.get((block, label)) != self.state:
            self.edges[block, label] = self.state
            self.waiting.add(self.graph.at[label])

    def _compared(self, op: Op, condition: str) -> None:
        """Note the facts that follow from a difference that is negative, or is not."""
        left, right = op.args
        one, other = self.range.get(left), self.range.get(right)
        if one is None or other is None or max(map(abs, one + other)) > 2 * self.most:  # it may overflow
            return
        if condition == "pl":
            self._narrow(left, other[0], one[1])
            self._narrow(right, other[0], one[1])
        else:
            self._narrow(left, one[0], other[1] - 1)
            self._narrow(right, one[0] + 1, other[1])

    def _narrow(self, value: Value, low: int, high: int) -> None:
        """Note the range of the slot that a value is made of, on one of two edges."""
        says = self._says(value)
        if says is None or says[0] is None or says[0][1] != "slot":
            return
        place, number = says[0][0], says[1]
        low, high = low - number, high - number
        least, most = self.state.ranges.get(place, (low, high))
        low, high = max(low, least), min(high, most)
        if low <= high:  # this way is not gone otherwise
            self.state.ranges[place] = (low, high)


def _slots_of(fact: Fact) -> set[Place]:
    """Return the places of slots that a fact is about."""
    return {
        word[2] or word[0] for word, _ in fact[1] if word is not None and (word[1] == "slot" or word[2] is not None)
    }


HANDLERS = {
    "const": _Checks._const, "load": _Checks._load, "load?": _Checks._load, "store": _Checks._store,
    "call": _Checks._acts, "invoke": _Checks._acts, "set.top": _Checks._move, "set.frame": _Checks._move,
    "add.i": _Checks._sum, "sub.i": _Checks._sum, "diff.i": _Checks._sum, "mul.i": _Checks._product,
    "neg.i": _Checks._negative, "shl": _Checks._shift, "count": _Checks._count, "limit": _Checks._limit,
    "bound": _Checks._bound, **dict.fromkeys(("add.r", "sub.r", "mul.r", "div.r"), _Checks._real),
}  # fmt: skip
