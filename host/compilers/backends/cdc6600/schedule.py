"""The order of the operations of a block: long ones begin early.

Instructions are issued one after the other, but an instruction that waits for an operand does so in its unit, while
others go on. So loads are best issued first, then operations that do not need them, and those that need them last.

    v1:r = load elements [v9+A.+4]        v1:r = load elements [v9+A.+4]
    v2:r = load elements [v9+B.+4]        v2:r = load elements [v9+B.+4]
    v3:r = mul.r v1, v2                   v6:i = add.i v9, v5
    v4:r = get X0                   =>    set B2, v6
    v5:i = const 1                        v3:r = mul.r v1, v2
    v6:i = add.i v9, v5                   v4:r = get X0
    set B2, v6                            v7:r = add.r v4, v3
    v7:r = add.r v4, v3                   set X0, v7
    set X0, v7

Visible effects keep their order, and stay in their statement: stores, and operations that may stop the program. Calls
are walls, and out of loops the beginnings of statements are, too. Between walls this is list scheduling: of the
operations that need none that is still unscheduled, one with its operands ready goes first; if there are several, the
one with the longest path to the end.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from host.compilers.ir.form import ACTS, CODES, Block, Op, Value

WALLS = frozenset({"call", "invoke", "element", "set.top", "set.frame", "label"})
FREE = frozenset({"const", "address", "get"})  # no instruction by itself
REAL = frozenset({"add.r", "sub.r", "mul.r", "diff.r"})
STOPS = frozenset({"bound", "limit", "load?", "div.r"})
LATENCY = {  # minor cycles until the result is there
    "load": 8, "load?": 8, "mul.r": 10, "add.r": 8, "sub.r": 8, "div.r": 29, "diff.r": 4, "mul.i": 22, "shl": 6,
    "shr": 6, "sign": 6, "count": 8, "store": 1, "bound": 20, "limit": 18, "frame": 24,
}  # fmt: skip
USUAL = 3
SLOTS = {
    "bound": 20,
    "limit": 18,
    "load?": 12,
    "add.r": 2,
    "sub.r": 2,
    "load": 2,
    "mul.i": 5,
    "frame": 5,
}  # cycles of issue; else 1
TO_THE_WALL = 9  # the path after a value that a wall, or the end of the block, needs
TOGETHER = 40  # operations in a loop of which several statements are put in order together
MOST = 80  # operations between walls: beyond that it would take too long
LIVE = 6  # values in registers at a time; with more of them nothing begins early


def schedule(block: Block, reserved: int) -> None:
    """Put the operations of a block in order; `reserved`: how many X registers are not free."""
    ops, first = block.ops, 0
    last = len(ops) - 1
    ordered: list[Op] = []
    users = _users(ops)
    several = TOGETHER if block.held else 0
    for number, op in enumerate(ops):
        if (op.begins and number - first >= several) or number == last or op.code in WALLS:
            ordered += _segment(ops[first:number], users, LIVE - reserved)
            first = number
            if number == last or op.code in WALLS:
                ordered.append(op)
                first = number + 1
    block.ops = ordered


def _users(ops: Sequence[Op]) -> dict[Value, int]:
    """Return the number of uses of each value."""
    users: dict[Value, int] = {}
    for op in ops:
        for each in op.uses():
            users[each] = users.get(each, 0) + 1
    return users


class _Graph:
    """The order that operations must keep."""

    def __init__(self, ops: Sequence[Op], staying: Container[Op]) -> None:
        self.before = [0] * len(ops)  # how many still have to come before each
        self.after: list[list[int]] = [[] for _ in ops]
        self.made: dict[Value, int] = {}
        self.hard = -1  # the last store, or operation that may stop the program
        self.reals: list[int] = []  # operations on reals since then
        self.checks = -1  # the last check: elements are not loaded before it
        self.memory: list[int] = []  # loads and stores
        self.filling: list[int] = []  # stores into a frame that is being made
        self.frame = -1  # where that is done
        self.readers: dict[str, list[int]] = {}  # by loop register: operations that need its word before it is set
        self.got: dict[Value, str] = {}
        self.set: dict[str, int] = {}
        self.staying = staying
        self.begun = -1  # where the last statement begins
        self.seen: list[int] = []  # operations since then that belong to it for all to see
        for number, op in enumerate(ops):
            for value in op.uses():
                if value in self.made:
                    self.need(self.made[value], number)
            self._order(ops, number, op)
            self._statement(number, op)
            for value in op.results:
                self.made[value] = number

    def need(self, one: int, other: int) -> None:
        if one >= 0:
            self.after[one].append(other)
            self.before[other] += 1

    def _order(self, ops: Sequence[Op], number: int, op: Op) -> None:
        code = op.code
        if code in REAL:
            self.need(self.hard, number)
            self.reals.append(number)
        elif code in STOPS or (code == "store" and op.region != "constant"):
            self.need(self.hard, number)
            for each in self.reals:
                self.need(each, number)
            self.reals.clear()
            self.hard = number
            if code in STOPS:
                self.checks = number
        elif code == "load" and op.place is not None and isinstance(op.place.base, Value):
            self.need(self.checks, number)
        if code == "frame":
            for each in (*self.memory, *self.filling):
                self.need(each, number)
            self.frame = number
        elif code == "store" and op.region == "constant":
            self.filling.append(number)
        elif op.region == "stack":
            self.need(self.frame, number)
        if op.region is not None and op.region != "constant":
            for each in self.memory:
                if (code == "store" or ops[each].code == "store") and meet(op, ops[each]):
                    self.need(each, number)
            self.memory.append(number)
        self._loop_registers(number, op)

    def _statement(self, number: int, op: Op) -> None:
        """Keep visible effects, and operations that the machine may stop at, in their statement."""
        if op.begins:
            for each in self.seen:
                self.need(each, number)
            self.need(self.begun, number)
            self.begun, self.seen = number, []
        elif op in self.staying:
            self.need(self.begun, number)
            self.seen.append(number)

    def _loop_registers(self, number: int, op: Op) -> None:
        for value in op.uses():
            register = self.got.get(value)
            if register is not None:
                self.readers.setdefault(register, []).append(number)
                if op.code in ("add.i", "sub.i"):  # it may become part of the instruction that uses it
                    self.got[op.results[0]] = register
        if op.code == "get":
            self.need(self.set.get(op.data, -1), number)
            self.got[op.results[0]] = op.data
            self.readers.setdefault(op.data, []).append(number)
        elif op.code == "set":
            self.need(self.set.get(op.data, -1), number)
            for each in self.readers.pop(op.data, ()):
                if each != number:
                    self.need(each, number)
            self.set[op.data] = number
            if op.args[0] in self.made:
                self.made[op.args[0]] = number  # it is used where it is set


def meet(one: Op, other: Op) -> bool:
    """Whether two operations may load or store the same word."""
    place, second = one.place, other.place
    assert place is not None
    assert second is not None
    if one.region != other.region:
        return "any" in (one.region, other.region) and "stack" not in (one.region, other.region)
    if one.region == "any":
        return True
    if place.base == second.base:
        return place == second or (place.symbol != second.symbol and one.region == "elements")
    return isinstance(place.base, Value) or isinstance(second.base, Value)


def _segment(ops: list[Op], users: dict[Value, int], live: int) -> list[Op]:
    """Return operations without walls among them in the best order."""
    staying = _staying(ops)
    _begin_late(ops, staying)
    if not 3 < len(ops) <= MOST or sum(op.code not in FREE for op in ops) < 3:
        for op in ops:
            for each in op.uses():
                users[each] -= 1
        return ops
    graph = _Graph(ops, staying)
    heights = [0] * len(ops)
    for number in range(len(ops) - 1, -1, -1):
        op = ops[number]
        after = graph.after[number]
        height = max((heights[each] for each in after), default=TO_THE_WALL if op.results else 0)
        heights[number] = height + (0 if op.code in FREE else LATENCY.get(op.code, USUAL))
    return _listed(ops, graph, heights, users, live)


def _staying(ops: Sequence[Op]) -> set[Op]:
    """Return the operations that have to stay in their statement: loads and what is pure may be done earlier.

    But a word that a loop's register is set to is best computed there.
    """
    settled = {op.args[0] for op in ops if op.code == "set"}
    return {op for op in ops if CODES[op.code] >= ACTS or op.code in REAL or not settled.isdisjoint(op.results)}


def _begin_late(ops: Sequence[Op], staying: Container[Op]) -> None:
    """Let statements begin with operations that have to stay in them."""
    first: Op | None = None  # where a statement begins
    for op in ops[1:]:
        if op.begins:
            first = op
        if first is not None and (op.code in FREE or op in staying):
            first.begins, op.begins, first = False, True, None


def _listed(ops: list[Op], graph: _Graph, heights: list[int], users: dict[Value, int], live: int) -> list[Op]:
    there = [0] * len(ops)  # when the operands of each are there
    ready = [number for number, before in enumerate(graph.before) if not before]
    if ops[0].begins:  # a statement begins with it
        ready.remove(0)
        ready.insert(0, 0)
    now = 0
    alive: set[Value] = set()
    ordered: list[Op] = []
    while ready:
        chosen = 0 if not ordered and ops[0].begins else _chosen(ops, ready, there, heights, now, len(alive) >= live)
        ready.remove(chosen)
        op = ops[chosen]
        ordered.append(op)
        free = op.code in FREE
        begin = max(now, there[chosen])
        if not free:
            now += SLOTS.get(op.code, 1)
            alive.update(each for each in op.results if users.get(each))
        end = begin if free else begin + LATENCY.get(op.code, USUAL)
        for value in op.uses():
            users[value] -= 1
            if not users[value]:
                alive.discard(value)
        for each in graph.after[chosen]:
            graph.before[each] -= 1
            there[each] = max(there[each], end)
            if not graph.before[each]:
                ready.append(each)
    return ordered


def _chosen(ops: list[Op], ready: list[int], there: list[int], heights: list[int], now: int, full: bool) -> int:
    """Return the next operation to write; if the registers are full, the first one in the program's order."""
    if full:
        return min(ready)
    return min(ready, key=lambda each: (ops[each].code not in FREE, max(there[each], now), -heights[each], each))
