"""The interpreter of the form: what a program does, operation by operation.

It is there to find out whether a pass has changed what a program does. The interpreter proper knows values, blocks and
units. A subclass says what storage is, and what a routine of the library does: `Sandbox` only writes down that it is
called; a machine can run it.

    sandbox = Sandbox(program, compute, {"I.": 1, "A.": 14})    symbols, and how many words each has
    sandbox.words("I.")[0] = 5
    sandbox.run()
    sandbox.stop                      None, or why, where and with which words the program has stopped
    sandbox.words("I.")               what is there in the end
    sandbox.calls                     of the library, in their order

What it refuses (`Broken`) is what no pass may make: a value from another block, a register that something else may
have changed. `Unknown` is raised where the form does not say what happens: such a program shows nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

from host.compilers.ir.form import (
    Block,
    Bound,
    Effects,
    Elements,
    Frame,
    Label,
    Op,
    Place,
    Program,
    Top,
    Unit,
    Value,
)
from host.compilers.ir.target import Stops, Unknown

LOWER, DISTANCE = 2, 3  # of a description: the word with the first lower bound; words for each subscript
ORIGIN = 1  # the word with the address of the element whose subscripts are all zero
LAST_FIRST = 3  # from this number of subscripts on, the last one is checked first


class Broken(Exception):
    """The program is not well formed."""


class Arithmetic(Protocol):
    """How words are computed; a module of functions will do."""

    @property
    def largest(self) -> int:
        """The largest integer that a variable may hold."""

    @property
    def unset(self) -> int:
        """The word that stands where no value has been given."""

    @property
    def compute(self) -> Callable[[str, Sequence[int], Any], int]:
        """The word that an operation gives for words; raises Stops and Unknown."""

    @property
    def product(self) -> Callable[[Sequence[int]], int]:
        """What mul.i gives for factors that are too large for it."""

    @property
    def holds(self) -> Callable[[str, int], bool]:
        """Whether a branch is taken."""

    @property
    def base(self) -> Callable[[int], int]:
        """What a word is as a part of an address."""

    @property
    def address(self) -> Callable[..., int]:
        """The sum of such parts and numbers, as an address."""

    @property
    def extended(self) -> Callable[[int], int]:
        """The word of an address."""

    @property
    def integer(self) -> Callable[[int], int]:
        """The integer that a word stands for."""

    @property
    def word(self) -> Callable[[int], int]:
        """The word of an integer."""


class Stop(NamedTuple):
    """Why a program has stopped, at what it is made of, and the words that are told with it."""

    why: str  # limit, bound, unset, division, real (too large), or the name of a routine
    node: Any
    words: tuple[Any, ...] = ()


class Interpreter:
    """Runs a program. `steps`: how many operations at most; with more than that, nobody knows what it does."""

    def __init__(self, program: Program, arithmetic: Arithmetic, steps: int = 100_000) -> None:
        self.program, self.arithmetic, self.steps = program, arithmetic, steps
        self.units = {each.symbol: each for each in program.units}
        self.labels = {block.label: (unit, block) for unit in program.units for block in unit.blocks}
        self.unit = program.units[0]
        self.block: Block = self.unit.blocks[0]
        self.index = 0  # of the operation that is next
        self.values: dict[Value, int] = {}
        self.registers: dict[str, int] = {}
        self.ended = False
        self.unused = (
            False  # whether products may be too large: a pass computes some before it knows that they are used
        )
        self.stop: Stop | None = None
        self.watch: Callable[[Op], None] | None = None  # called where a statement begins

    def run(self) -> None:
        """Run until the program ends, or stops."""
        while not self.ended and self.stop is None:
            self.step()

    def step(self) -> None:
        """Do one operation."""
        self.steps -= 1
        if self.steps < 0:
            raise Unknown("the number of steps")
        op = self.block.ops[self.index]
        self.index += 1
        if op.begins and self.watch is not None:
            self.watch(op)
        try:
            args = [self.values[each] for each in op.args]
        except KeyError:
            raise Broken(f"a value of another block: {op.code} in {self.block.label}") from None
        handler = self.HANDLERS.get(op.code)
        if handler is not None:
            handler(self, op, args)
        else:
            try:
                self.give(op, self.arithmetic.compute(op.code, args, op.data))
            except Unknown:
                if op.code != "mul.i" or not self.unused:
                    raise
                self.give(op, self.arithmetic.product(args))
            except Stops:
                zero = op.code == "div.r" and args[1] in (0, self.arithmetic.compute("not", (0,), None))
                self.stops(op, "division" if zero else "real")

    def give(self, op: Op, *words: int) -> None:
        """Give an operation its results."""
        self.values.update(zip(op.results, words, strict=True))

    def go(self, label: Label, words: Sequence[int] = ()) -> None:
        """Go to a block."""
        self.unit, self.block = self.labels[label]
        self.index = 0
        self.values = dict(zip(self.block.params, words, strict=True))
        if self.block.open:
            self.registers.clear()

    def stops(self, op: Op, why: str, *words: Any) -> None:
        """Stop the program."""
        self.stop = Stop(why, op.node, words)

    # ------------------------------------------------------------ places

    def address(self, place: Place) -> int:
        """Return the address of a place."""
        parts = [place.offset]
        if place.symbol:
            parts.append(self.symbol(place.symbol))
        match place.base:
            case Value() as base:
                if base not in self.values:
                    raise Broken(f"the base of a place is a value of another block than {self.block.label}")
                parts.append(self.arithmetic.base(self.values[base]))
            case Frame(way=way):
                parts.append(self.frame(way))
            case Top():
                parts.append(self.top())
            case None:
                pass
        return self.arithmetic.address(*parts)

    def symbol(self, name: str) -> int:
        """Return the address of a symbol."""
        raise NotImplementedError

    def frame(self, way: int) -> int:
        """Return the address of a frame."""
        raise NotImplementedError

    def top(self) -> int:
        """Return the first free address of the stack."""
        raise NotImplementedError

    def peek(self, address: int) -> int:
        """Return a word of storage."""
        raise NotImplementedError

    def poke(self, address: int, word: int) -> None:
        """Change a word of storage."""
        raise NotImplementedError

    def set_base(self, op: Op, address: int) -> None:
        """Do set.top, set.frame."""
        raise NotImplementedError

    def block_address(self, label: Label) -> int:
        """Return what stands for a block, for `indirect`."""
        raise NotImplementedError

    # ------------------------------------------------------------ operations

    def _address(self, op: Op, args: list[int]) -> None:
        assert op.place is not None
        self.give(op, self.arithmetic.extended(self.address(op.place)))

    def reach(self, op: Op) -> int:
        """Return the address that is loaded from, or stored to."""
        assert op.place is not None
        return self.address(op.place)

    def _load(self, op: Op, args: list[int]) -> None:
        where = self.reach(op)
        word = self.peek(where)
        if op.place in self.block.narrow:
            self.fits(op, word)
        self.give(op, word)
        if op.code == "load?" and word == self.arithmetic.unset:
            self.stops(op, "unset", where)

    def _store(self, op: Op, args: list[int]) -> None:
        if op.place in self.block.narrow:
            self.fits(op, args[0])
        self.poke(self.reach(op), args[0])

    def fits(self, op: Op, word: int) -> None:
        """Refuse what an index register does not hold, where a block says that it does."""
        if self.arithmetic.extended(self.arithmetic.address(self.arithmetic.base(word))) != word:
            raise Broken(f"{word:o} in a narrow place: {op.place} in {self.block.label}")

    def _get(self, op: Op, args: list[int]) -> None:
        if op.data not in self.registers:
            raise Broken(f"{op.data} is lost in {self.block.label}")
        self.give(op, self.registers[op.data])

    def _set(self, op: Op, args: list[int]) -> None:
        self.registers[op.data] = args[0]

    def _limit(self, op: Op, args: list[int]) -> None:
        if abs(self.arithmetic.integer(args[0])) > self.arithmetic.largest:
            self.stops(op, "limit")

    def _bound(self, op: Op, args: list[int]) -> None:
        bound: Bound = op.data
        self.check(op, args[0], args[1], args[2], self.described(bound), bound.number)

    def check(self, op: Op, subscript: int, lower: int, upper: int, description: int, number: int) -> bool:
        """Return whether a subscript is between bounds; stop the program if it is not."""
        least, value, most = (self.arithmetic.integer(each) for each in (lower, subscript, upper))
        if not least <= value <= most:
            self.stops(op, "bound", value, least, most, description, number)
        return least <= value <= most

    def described(self, of: Bound | Elements) -> int:
        """Return the address of a description."""
        where = self.address(of.description)
        return self.arithmetic.address(self.arithmetic.base(self.peek(where))) if of.formal else where

    def _element(self, op: Op, args: list[int]) -> None:
        array: Elements = op.data
        where = self.described(array)
        origin, *rest = (self.peek(where + each) for each in range(ORIGIN, LOWER + DISTANCE * len(args)))
        order = range(len(args)) if len(args) < LAST_FIRST else reversed(range(len(args)))
        for number in order:
            lower, upper = rest[DISTANCE * number : DISTANCE * number + 2]
            if array.checked:
                if not self.check(op, args[number], lower, upper, where, number):
                    return
            elif (
                not self.arithmetic.integer(lower)
                <= self.arithmetic.integer(args[number])
                <= self.arithmetic.integer(upper)
            ):
                raise Unknown("an element that is not there")
        distances = (self.arithmetic.integer(each) for each in rest[2::DISTANCE])
        products = [self.arithmetic.integer(each) * far for each, far in zip(args, distances, strict=True)]
        self.give(op, self.arithmetic.extended(self.arithmetic.address(self.arithmetic.base(origin), sum(products))))

    def _label(self, op: Op, args: list[int]) -> None:
        self.give(op, self.block_address(op.targets[0]))

    def _set_base(self, op: Op, args: list[int]) -> None:
        assert op.place is not None
        self.set_base(op, self.address(op.place))

    def _call(self, op: Op, args: list[int]) -> None:
        self.call(op, args)

    def _invoke(self, op: Op, args: list[int]) -> None:
        self.invoke(op, args)

    def call(self, op: Op, args: list[int]) -> None:
        """Call a routine of the library."""
        raise NotImplementedError

    def invoke(self, op: Op, args: list[int]) -> None:
        """Call a unit of the program."""
        raise NotImplementedError

    # ------------------------------------------------------------ ends of blocks

    def _jump(self, op: Op, args: list[int]) -> None:
        self.go(op.targets[0], args)

    def _branch(self, op: Op, args: list[int]) -> None:
        self.go(op.targets[0 if self.arithmetic.holds(op.data, args[0]) else 1])

    def _table(self, op: Op, args: list[int]) -> None:
        number = self.arithmetic.integer(args[0])
        if not 1 <= number <= len(op.targets):
            raise Unknown("a table without this entry")
        self.go(op.targets[number - 1])

    def _indirect(self, op: Op, args: list[int]) -> None:
        for each in op.targets:
            if self.block_address(each) == args[0]:
                self.go(each)
                return
        raise Broken("indirect to another block")

    def _exit(self, op: Op, args: list[int]) -> None:
        self.leave(op, args)

    def _end(self, op: Op, args: list[int]) -> None:
        self.ended = True

    def leave(self, op: Op, args: list[int]) -> None:
        """Do exit, return."""
        raise NotImplementedError

    HANDLERS: ClassVar[Mapping[str, Callable[[Interpreter, Op, list[int]], None]]] = {
        "address": _address, "load": _load, "load?": _load, "store": _store, "get": _get, "set": _set,
        "limit": _limit, "bound": _bound, "element": _element, "label": _label, "call": _call, "invoke": _invoke,
        "set.top": _set_base, "set.frame": _set_base, "jump": _jump, "branch": _branch, "table": _table,
        "indirect": _indirect, "exit": _exit, "return": _exit, "end": _end,
    }  # fmt: skip


class Called(NamedTuple):
    """A call of a routine: its arguments, and the words of storage that it may look at."""

    name: str
    words: tuple[int, ...]
    seen: tuple[int, ...]


class Waiting(NamedTuple):
    """A unit that waits for the end of another one."""

    unit: Unit
    block: Block
    number: int  # of the operation that is next
    values: dict[Value, int]
    frames: dict[str, int]
    top: int


FIRST, APART, FRAME = 0o1000, 8, 64  # the first address; words between symbols; words of a frame
STACK, SEEN = 0o200000, 3  # the first address of the stack; words of it that routines look at


class Sandbox(Interpreter):
    """Storage is a dictionary. Routines give words that depend on their arguments, and change what they may change.

    A routine named `...?` stops the program now and then.
    """

    def __init__(
        self, program: Program, arithmetic: Arithmetic, sizes: Mapping[str, int], steps: int = 100_000
    ) -> None:
        super().__init__(program, arithmetic, steps)
        self.symbols: dict[str, int] = {}
        self.storage: dict[int, int] = {}
        self.sizes = sizes
        free = FIRST
        for name, size in sizes.items():
            self.symbols[name] = free
            self.storage.update(dict.fromkeys(range(free, free + size), 0))
            free += size + APART
        self.elements: set[int] = set()
        self.calls: list[Called] = []
        self.waiting: list[Waiting] = []
        self.frames: dict[str, int] = {}  # by the symbols of their units, those that can be reached
        self.end_of_stack = STACK
        self.block_numbers = {label: number for number, label in enumerate(self.labels, FIRST)}
        self.looked_at = elsewhere(program)
        if self.unit.frames[:1] == (self.unit.symbol,):
            self.new_frame()

    def new_frame(self) -> None:
        """Make a frame for a unit, at the end of the stack."""
        self.frames[self.unit.symbol] = self.end_of_stack
        self.end_of_stack += FRAME

    def words(self, symbol: str) -> list[int]:
        """Return the words of a symbol."""
        at = self.symbols[symbol]
        return [self.storage[each] for each in range(at, at + self.sizes[symbol])]

    def put(self, symbol: str, *words: int) -> None:
        """Change the words of a symbol."""
        self.storage.update(enumerate(words, self.symbols[symbol]))

    def make(self, symbol: str, subscripts: int) -> None:
        """Note that after the description of an array at a symbol its elements follow."""
        at = self.symbols[symbol]
        self.elements.update(range(at + LOWER + DISTANCE * subscripts, at + self.sizes[symbol]))

    def held(self) -> Mapping[int, int]:
        """Return the words of the slots that are in registers now, by their addresses."""
        slots = {name: place for name, place in self.block.held.items() if place.symbol or place.base}  # not constants
        return {self.address(place): self.registers[name] for name, place in slots.items()}

    def symbol(self, name: str) -> int:
        if name not in self.symbols:
            raise Unknown(f"the symbol {name}")
        return self.symbols[name]

    def frame(self, way: int) -> int:
        return self.frames[self.unit.frames[way]]

    def top(self) -> int:
        return self.end_of_stack

    def peek(self, address: int) -> int:
        if address >= STACK:
            return self.storage.get(address, 0)
        if address not in self.storage:
            raise Unknown(f"the word {address:o}")
        return self.storage[address]

    def poke(self, address: int, word: int) -> None:
        if address < STACK and address not in self.storage:
            raise Unknown(f"the word {address:o}")
        self.storage[address] = word

    def reach(self, op: Op) -> int:
        """Return an address; unknown is what happens where the place is not of the region that the operation says."""
        where = super().reach(op)
        if op.region in ("elements", "description") and (where in self.elements) != (op.region == "elements"):
            raise Unknown(f"another region at {where:o}")
        return where

    def set_base(self, op: Op, address: int) -> None:
        if op.code == "set.top":
            self.end_of_stack = address
        else:
            raise Unknown("frames that are set")

    def block_address(self, label: Label) -> int:
        return self.block_numbers[label]

    def call(self, op: Op, args: list[int]) -> None:
        name = op.data.name
        effects = self.program.effects[name]
        seen = tuple(self.storage[each] for each in self.reached(effects.reads, effects, self.looked_at.seen))
        mixed = stable(name, args, len(self.calls))
        self.calls.append(Called(name, tuple(args), seen))
        if effects.stops and name.endswith("?") and mixed % 8 == 0:
            self.stops(op, name, *args)
        for number, each in enumerate(self.reached(effects.writes, effects, self.looked_at.changed)):
            if (mixed >> number % 16) % 3 == 0:
                old = self.storage[each]
                self.storage[each] = self.arithmetic.word(mixed % 7 - 2) if _small(old, self.arithmetic) else old
        self.registers = {each: self.registers[each] for each in effects.kept(self.registers)}
        kinds = [each.type for each in op.results]
        self.give(op, *(self.answer(kind, mixed >> 4 * number) for number, kind in enumerate(kinds)))

    def answer(self, kind: str, mixed: int) -> int:
        """Return what a routine gives."""
        if kind == "r":
            return self.arithmetic.compute("div.r", (REALS[mixed % 5], REALS[mixed % 3]), None)
        if kind == "b":
            return self.arithmetic.compute("not", (0,), None) if mixed % 2 else 0
        return self.arithmetic.word(mixed % 23 - 8)

    def reached(self, regions: frozenset[str], effects: Effects, names: frozenset[str]) -> Iterator[int]:
        """Yield the addresses of what a routine may look at, or change: never a description."""
        if "stack" in regions:
            top = self.end_of_stack
            self.storage.update((each, 0) for each in range(top, top + SEEN) if each not in self.storage)
            yield from range(top, top + SEEN)
        for name, size in self.sizes.items():
            at = self.symbols[name]
            if self.elements.intersection(range(at, at + size)):
                if effects.runs or regions & {"elements", "any"}:
                    yield from (each for each in range(at, at + size) if each in self.elements)
            elif (effects.runs and name in names) or (
                name in self.program.escaped and (effects.runs or regions & {"slot", "any"})
            ):
                yield from range(at, at + size)

    def invoke(self, op: Op, args: list[int]) -> None:
        self.waiting.append(Waiting(self.unit, self.block, self.index, self.values, self.frames, self.end_of_stack))
        callee = self.units[op.data.name]
        self.frames = {each: self.frames[each] for each in callee.frames if each in self.frames}
        self.unit = callee
        if callee.frames[:1] == (callee.symbol,):
            self.new_frame()
        self.registers.clear()
        self.go(callee.blocks[0].label)

    def leave(self, op: Op, args: list[int]) -> None:
        if op.code == "exit":
            raise Unknown("code elsewhere")
        if not self.waiting:
            raise Broken("a return from nowhere")
        self.unit, self.block, self.index, self.values, self.frames, self.end_of_stack = self.waiting.pop()
        self.registers.clear()
        invoked = self.block.ops[self.index - 1]
        self.give(invoked, *args[: len(invoked.results)])


REALS = (0o1720_4000000000000000, 0o1721_6000000000000000, 0o2000_7777000000000000, 0o1716_5252525252525253,
         0o1722_4400000000000000)  # fmt: skip


def stable(name: str, words: Sequence[int], number: int) -> int:
    """Return a number that looks random, the same in each run."""
    mixed = number + 1
    for each in (*name.encode(), *words):
        mixed = (mixed * 1_000_003 ^ each) & ((1 << 61) - 1)
    return mixed * 0x9E3779B97F4A7C15 >> 24 & ((1 << 40) - 1)


def _small(word: int, arithmetic: Arithmetic) -> bool:
    """Whether a word looks like an integer: routines change nothing else, so that types remain what they are."""
    return abs(arithmetic.integer(word)) < 1 << 47


class Elsewhere(NamedTuple):
    """The symbols of slots that code run by the library may reach, and of those that it may change."""

    seen: frozenset[str]
    changed: frozenset[str]


def elsewhere(program: Program) -> Elsewhere:
    """Return the variables that units but the first use, and those that they store."""
    ops = [op for unit in program.units[1:] for op in unit.ops() if op.place is not None]
    own = {name for name, _ in program.temporaries} | {""}
    seen = {op.place.symbol for op in ops if op.place is not None}
    changed = {op.place.symbol for op in ops if op.place is not None and op.code == "store"}
    return Elsewhere(frozenset(seen - own), frozenset(changed - own))
