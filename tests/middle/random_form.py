"""Programs of the form made at random, and what they do: passes must not change it.

A program has loops, conditions, arrays of one to three subscripts with known and unknown bounds, parameters by name,
procedures with and without frames, calls of routines with all sorts of effects. It ends, or it stops somewhere.

    made = program(seed)                  seed decides everything: made twice it is the same twice
    outcome(made)                         what can be seen of a run: the stop, the calls, variables in the end
    changed(seed, run)                    how what `run` does to the program changes that; "" if it does not
"""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from host.compilers.backends.cdc6600 import compute
from host.compilers.ir.form import TOP, Block, Bound, Effects, Elements, Frame, Op, Place, Program, Routine, Unit
from tests.middle.interpret import Elsewhere, Sandbox, Stop, Unknown, elsewhere

STEPS = 30_000


class At(NamedTuple):
    """A place in a text."""

    line: int


class Node(NamedTuple):
    """What a statement is made of."""

    at: At


class Array(NamedTuple):
    """An array: the symbol of its description, its type, its bounds; `slot` holds the address if it is formal."""

    symbol: str
    type: str
    bounds: tuple[tuple[int, int], ...]
    known: bool  # whether the bounds are known
    slot: str

    @property
    def header(self):
        return 2 + 3 * len(self.bounds)

    @property
    def strides(self):
        strides, size = [], 1
        for low, high in reversed(self.bounds):
            strides.insert(0, size)
            size *= high - low + 1
        return strides

    @property
    def size(self):
        size = 1
        for low, high in self.bounds:
            size *= high - low + 1
        return size

    @property
    def zero(self):
        """The distance from the description to the element whose subscripts are all zero."""
        return self.header - sum(low * far for (low, _), far in zip(self.bounds, self.strides, strict=True))


class Made(NamedTuple):
    """A program, how many words its symbols have, and what is there at the beginning: words, or symbols' addresses."""

    program: Program
    sizes: dict[str, int]
    initial: dict[str, list[Any]]


EFFECTS = {
    "KEEP": Effects(stops=False, keeps=frozenset({"B2", "B3", "X0", "X5"})),
    "STOP?": Effects(),
    "PRINT": Effects(reads=frozenset({"stack"}), stops=False),
    "LOOK?": Effects(reads=frozenset({"elements", "stack"}), keeps=frozenset({"B2", "X0"})),
    "FILL": Effects(writes=frozenset({"elements"}), stops=False),
    "NAME": Effects(reads=frozenset({"any"}), writes=frozenset({"any"})),
    "RUNS": Effects(reads=frozenset({"any"}), writes=frozenset({"any"}), runs=True),
}
ROUTINES = {"KEEP": "i", "STOP?": "i", "PRINT": "", "LOOK?": "", "FILL": "", "NAME": "i", "RUNS": "r"}
SHAPES = [
    ((-7, 25),),
    ((-5, 14),),
    ((0, 20),),
    ((-6, 18), (-5, 14)),
    ((-5, 14), (0, 12)),
    ((-4, 13), (-5, 15), (-4, 12)),
]
REALS = [0, 0o1720_4000000000000000, 0o1721_6000000000000000, 0o2000_7777000000000000, 0o6056_2525252525252524]


class Maker:
    """Makes one program. `random` decides."""

    def __init__(self, random: Random, size: int) -> None:
        self.random, self.size = random, size
        self.checked = random.random() < 0.7
        self.line, self.numbers, self.begins = 0, 0, False
        self.integers = [f"I{number}." for number in range(1, 6)]
        self.limits = [f"N{number}." for number in range(1, 4)]
        self.reals = [f"R{number}." for number in range(1, 4)]
        self.truths = ["B1.", "B2."]
        self.arrays = [self.array(number) for number in range(1, random.randint(3, 5))]
        self.escaped = set(random.sample([*self.integers, *self.reals], random.randint(0, 3)))
        self.pointers: dict[str, tuple[str, int, str]] = {}  # slot: symbol, offset, type of what it points to
        for number in range(1, 3):
            whole = [each for each in self.integers if each in self.escaped]
            array = self.pick([each for each in self.arrays if each.type == "i"] or [self.arrays[0]])
            if whole and self.chance(50):
                self.pointers[f"X{number}."] = (self.pick(whole), 0, "i")
            elif array.type == "i":
                self.pointers[f"X{number}."] = (array.symbol, array.header + random.randrange(array.size), "i")
        self.units: list[Unit] = []
        self.procedures: list[Unit] = []
        self.loops: list[tuple[str, str]] = []  # those around: the label after each, its variable

    def array(self, number):
        kind, known, formal = self.pick("iiir"), self.chance(50), self.chance(30)
        return Array(f"A{number}.", kind, self.pick(SHAPES), known and not formal, f"F{number}." if formal else "")

    # ------------------------------------------------------------ the program

    def program(self) -> Made:
        for number in range(1, self.random.randint(1, 3)):
            self.procedures.append(self.procedure(f"P{number}.", framed=self.chance(50)))
        main = self.unit("MAIN.", "main")
        self.halt = "HALT"
        for _ in range(self.random.randint(3, 8)):
            self.statement(3)
        self.end("jump", targets=(self.halt,))
        self.start(self.halt)
        self.end("end")
        program = Program([main, *self.procedures], dict(EFFECTS), set(self.escaped), self.supply())
        made = Made(program, self.sizes(), self.initial())

        def reserve(unit):
            symbol = f"TN{len(made.sizes)}."
            made.sizes[symbol] = 1
            return Place(symbol=symbol)

        program.reserve = reserve
        return made

    def supply(self):
        number = 0
        while True:
            number += 1
            yield f"Z{number}"

    def unit(self, symbol, sort, frames=()):
        self.now = Unit(symbol, sort, frames=frames)
        self.start(symbol)
        return self.now

    def procedure(self, symbol, *, framed):
        self.halt = ""
        unit = self.unit(symbol, "procedure", (symbol,) if framed else ())
        self.frame = Place(Frame(0), offset=3) if framed else None
        self.own = [Place(Frame(0), offset=3 + number) for number in range(3)] if framed else []
        self.own = self.own or [Place(symbol=f"{symbol[0]}V{symbol[1]}{number}.") for number in range(3)]
        for _ in range(self.random.randint(1, 2)):
            self.statement(2)
        self.end("return", (self.value("i", 2),) if self.chance(90) else (self.op("const", "i", data=3),))
        self.own = []
        return unit

    frame = None
    own: list[Place] = []  # noqa: RUF012
    halt = ""

    def sizes(self):
        slots = [*self.integers, *self.limits, *self.reals, *self.truths, *self.pointers, "T1.", "T2.", "TR."]
        slots += [each.slot for each in self.arrays if each.slot]
        slots += [f"PV{unit.symbol[1]}{number}." for unit in self.procedures for number in range(3)]
        return {**dict.fromkeys(slots, 1), **{each.symbol: each.header + each.size for each in self.arrays}}

    def initial(self):
        words: dict[str, list[Any]] = {}
        for name in self.integers:
            words[name] = [self.small()]
        for name in self.limits:
            words[name] = [compute.word(self.random.choice([3, 5, 8, 10, 12, 1, 0, -2]))]
        for name in self.reals:
            words[name] = [self.pick(REALS)]
        for name in self.truths:
            words[name] = [self.pick([0, compute.M60])]
        for name, (symbol, offset, _) in self.pointers.items():
            words[name] = [(symbol, offset)]
        for each in self.arrays:
            if each.slot:
                words[each.slot] = [(each.symbol, 0)]
            bounds = zip(each.bounds, each.strides, strict=True)
            texts = [compute.word(number) for (low, high), far in bounds for number in (low, high, far)]
            content = [
                compute.word(number % 9 - 2) if each.type == "i" else REALS[number % len(REALS)]
                for number in range(each.size)
            ]
            words[each.symbol] = [len(each.bounds), (each.symbol, each.zero), *texts, *content]
        return words

    # ------------------------------------------------------------ operations

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def pick(self, things):
        return self.random.choice(things)

    def small(self):
        if self.chance(6):
            return compute.word(self.pick([2**48 - 1, -(2**48) + 1, 2**47, 2**48 - 5, -(2**47), 2**20, 131072]))
        return compute.word(self.random.randint(-4, 12))

    def label(self):
        self.numbers += 1
        return f"L{self.numbers}"

    def start(self, label, *types):
        """Begin a block; return its parameters."""
        self.block = Block(label, params=tuple(self.now.value(each) for each in types))
        self.now.blocks.append(self.block)
        return self.block.params

    def emit(self, op):
        op.node = Node(At(self.line))
        op.begins, self.begins = self.begins, False
        self.block.ops.append(op)

    def op(self, code, kind, *args, **more):
        """Write an operation; return its result."""
        result = self.now.value(kind)
        self.emit(Op(code, (result,), args, **more))
        return result

    def do(self, code, *args, **more):
        self.emit(Op(code, (), args, **more))

    def end(self, code, args=(), **more):
        self.emit(Op(code, (), args, **more))

    def const(self, number):
        return self.op("const", "i", data=compute.word(number))

    def load(self, symbol, kind, region="slot"):
        return self.op("load", kind, place=Place(symbol=symbol), region=region)

    def save(self, symbol, value):
        self.do("store", value, place=Place(symbol=symbol), region="slot")

    # ------------------------------------------------------------ values

    def value(self, kind, depth):
        if kind == "i":
            return self.integer(depth)
        return self.real(depth) if kind == "r" else self.truth(depth)

    def integer(self, depth):
        whole = [each for each in self.arrays if each.type == "i"]
        if depth <= 0 or self.chance(25):
            match self.pick("cvvvvlopa"):
                case "c":
                    return self.op("const", "i", data=self.small())
                case "l" if self.loops:
                    return self.load(self.pick(self.loops)[1], "i")
                case "o" if self.own:
                    return self.op("load", "i", place=self.pick(self.own), region="slot")
                case "p" if self.pointers:
                    return self.load_by_name()
                case "a" if whole:
                    return self.load_element(self.pick(whole))
            return self.load(self.pick(self.integers), "i")
        match self.pick("++--*nsaamkf"):
            case "+":
                return self.op("add.i", "i", self.integer(depth - 1), self.integer(depth - 1))
            case "-":
                return self.op("sub.i", "i", self.integer(depth - 1), self.integer(depth - 1))
            case "*":
                mask = self.op("const", "w", data=0o7777)
                small = self.op("and", "i", self.integer(depth - 1), mask)
                return self.op("mul.i", "i", small, self.const(self.random.randint(-9, 100)))
            case "n":
                return self.op("neg.i", "i", self.integer(depth - 1))
            case "s":
                code = self.pick(["shl", "shr", "shr"])
                mask = self.op("const", "w", data=0o777777)
                amount = self.random.randint(0, 12 if code == "shl" else 60)
                return self.op(code, "i", self.op("and", "i", self.integer(depth - 1), mask), data=amount)
            case "m":
                return self.op("count", "i", self.integer(depth - 1))
            case "k" if depth > 1:
                return self.call(self.pick(["KEEP", "STOP?", "NAME"]), depth)
            case "f" if depth > 1 and self.procedures:
                return self.invoke(self.pick(self.procedures), depth)
        return self.load_element(self.pick(whole)) if whole else self.load(self.pick(self.integers), "i")

    def load_by_name(self):
        base = self.load(self.pick(list(self.pointers)), "a")
        return self.op("load", "i", place=Place(base), region="any")

    def real(self, depth):
        numbers = [each for each in self.arrays if each.type == "r"]
        if depth <= 0 or self.chance(30):
            if numbers and self.chance(50):
                return self.load_element(self.pick(numbers))
            if self.chance(70):
                return self.load(self.pick(self.reals), "r")
            return self.op("const", "r", data=self.pick(REALS))
        match self.pick("++--*/nk"):
            case "n":
                return self.op("neg.r", "r", self.real(depth - 1))
            case "/":
                divisor = self.op("const", "r", data=self.pick(REALS[1:])) if self.chance(80) else self.real(0)
                return self.op("div.r", "r", self.real(depth - 1), divisor)
            case "k" if depth > 1 and self.chance(20):
                return self.call("RUNS", depth)
        code = self.pick(["add.r", "sub.r", "add.r", "mul.r"])
        return self.op(code, "r", self.real(depth - 1), self.real(depth - 1))

    def truth(self, depth):
        match self.pick("v<<<=&|!") if depth > 0 else "v":
            case "v":
                return self.load(self.pick(self.truths), "b")
            case "<":
                return self.op("sign", "b", self.op("diff.i", "i", self.integer(depth - 1), self.integer(depth - 1)))
            case "=":
                ones = self.op("count", "i", self.op("diff.i", "i", self.integer(depth - 1), self.integer(depth - 1)))
                return self.op("sign", "b", self.op("sub.i", "i", ones, self.const(1)))
            case "!":
                return self.op("not", "b", self.truth(depth - 1))
        return self.op(self.pick(["and", "or", "eqv", "imp", "xor"]), "b", self.truth(depth - 1), self.truth(depth - 1))

    def call(self, name, depth):
        args = [self.integer(depth - 2) for _ in range(self.random.randint(0, 2))]
        if "stack" in EFFECTS[name].reads:
            for offset in range(self.random.randint(0, 2)):
                self.do("store", self.integer(0), place=Place(TOP, offset=offset), region="stack")
        routine = Routine(name, tuple(f"X{number}" for number, _ in enumerate(args, 1)))
        if not ROUTINES[name]:
            self.do("call", *args, data=routine)
            return None
        return self.op("call", ROUTINES[name], *args, data=routine)

    def invoke(self, unit, depth):
        """Call a procedure; its first parameter is in a slot of it, or in the frame to be."""
        value = self.integer(depth - 2)
        if unit.frames:
            self.do("store", value, place=Place(TOP, offset=3), region="stack")
        else:
            self.do("store", value, place=Place(symbol=f"PV{unit.symbol[1]}0."), region="slot")
        return self.op("invoke", "i", data=Routine(unit.symbol))

    # ------------------------------------------------------------ elements

    def description(self, array):
        return Place(symbol=array.slot or array.symbol)

    def subscript(self, low, high):
        """A subscript that is mostly within bounds."""
        near = [variable for _, variable in self.loops]
        if near and self.chance(75):
            value = self.load(self.pick(near), "i")
            match self.pick("    +++-*s"):
                case "+":
                    return self.op("add.i", "i", value, self.const(self.random.randint(-2, 2)))
                case "-":
                    return self.op("sub.i", "i", self.const(high - 6), value)
                case "*":
                    return self.op("mul.i", "i", self.op("and", "i", value, self.const(7)), self.const(2))
                case "s":
                    other = self.load(self.pick([*near, *self.limits]), "i")
                    return self.op(self.pick(["add.i", "sub.i"]), "i", value, other)
            return value
        if self.chance(20):
            return self.load(self.pick(self.limits), "i")
        if self.chance(4):
            return self.integer(1)
        return self.const(self.random.randint(low, high))

    def element(self, array):
        """The place of an element: as lowering has it."""
        subscripts = [self.subscript(*each) for each in array.bounds]
        where = self.description(array)
        if len(subscripts) > 1 or self.chance(20):
            origin = None if array.slot or self.chance(50) else Place(symbol=array.symbol, offset=array.zero)
            bounds = array.bounds if array.known else None
            data = Elements(where, bool(array.slot), bounds, origin if bounds else None, self.checked)
            return Place(self.op("element", "a", *subscripts, data=data))
        value = subscripts[0]
        low, high = array.bounds[0]
        bound = Bound(where, bool(array.slot), 0)
        if array.known:
            if self.checked:
                self.do("bound", value, self.const(low), self.const(high), data=bound)
            return Place(value, array.symbol, array.zero)
        base = Place(self.load(array.slot, "a")) if array.slot else where
        if self.checked:
            words = [self.op("load", "i", place=base._replace(offset=each), region="description") for each in (2, 3)]
            self.do("bound", value, *words, data=bound)
        origin = self.op("load", "a", place=base._replace(offset=1), region="description")
        return Place(self.op("add.i", "a", origin, value))

    def load_element(self, array):
        return self.op("load", array.type, place=self.element(array), region="elements")

    # ------------------------------------------------------------ statements

    def statement(self, depth):
        self.line += 1
        self.size -= 1
        self.begins = True
        simple = [self.assignment, self.to_element, self.to_element] * 2 + [self.printing, self.printing, self.go]
        nested = [self.loop, self.loop, self.loop, self.condition, self.choice]
        self.pick(simple + nested * 3 if depth > 0 and self.size > 0 else simple)(depth)

    def statements(self, depth):
        for _ in range(self.random.randint(1, 3)):
            self.statement(depth)

    def assignment(self, depth):
        match self.pick("iiirbnop"):
            case "r":
                self.save(self.pick(self.reals), self.real(3))
            case "b":
                self.save(self.pick(self.truths), self.truth(2))
            case "n" if self.chance(30):
                mask = self.op("const", "w", data=15)
                self.save(self.pick(self.limits), self.op("and", "i", self.integer(2), mask))
            case "o" if self.own:
                self.do("store", self.limited(self.integer(2)), place=self.pick(self.own), region="slot")
            case "p" if self.pointers:
                base = self.load(self.pick(list(self.pointers)), "a")
                self.do("store", self.limited(self.integer(2)), place=Place(base), region="any")
            case _:
                self.save(self.pick(self.integers), self.limited(self.integer(3)))

    def limited(self, value):
        if self.checked:
            self.do("limit", value)
        return value

    def to_element(self, depth):
        array = self.pick(self.arrays)
        place = self.element(array)
        value = self.limited(self.integer(1)) if array.type == "i" else self.real(2)
        if self.block.ops and place.base in {result for op in self.block.ops for result in op.results}:
            self.do("store", value, place=place, region="elements")
        else:
            self.do("store", value, place=self.element(array), region="elements")

    def printing(self, depth):
        self.call(self.pick(["PRINT", "LOOK?", "PRINT", "FILL"]), 2)

    def go(self, depth):
        """Out of a loop, if."""
        targets = [label for label, _ in self.loops] + [self.halt] * (bool(self.halt) and self.chance(30))
        if not targets:
            self.assignment(depth)
            return
        after = self.label()
        self.test(self.pick(targets), after)
        self.start(after)

    def test(self, yes, no):
        if self.chance(70):
            difference = self.op("diff.i", "i", self.integer(1), self.integer(1))
        elif self.chance(50):
            difference = self.op("diff.r", "r", self.real(1), self.real(1))
        else:
            difference = self.truth(2)
        condition = self.pick(["ng", "pl", "zr", "nz"])
        self.end("branch", (difference,), targets=(yes, no), data=condition)

    def condition(self, depth):
        then, otherwise, after = self.label(), self.label(), self.label()
        self.test(then, otherwise)
        self.start(then)
        self.statements(depth - 1)
        self.end("jump", targets=(after,))
        self.start(otherwise)
        if self.chance(50):
            self.statements(depth - 1)
        self.end("jump", targets=(after,))
        self.start(after)

    def choice(self, depth):
        """Assign one of two values."""
        then, otherwise, after = self.label(), self.label(), self.label()
        self.save("T1.", self.integer(1))
        self.test(then, otherwise)
        self.start(then)
        self.end("jump", (self.integer(2),), targets=(after,))
        self.start(otherwise)
        self.end("jump", (self.integer(1),), targets=(after,))
        (chosen,) = self.start(after, "i")
        total = self.op("add.i", "i", self.load("T1.", "i"), chosen)
        self.save(self.pick(self.integers), self.limited(total))

    def loop(self, depth):
        """A for statement with a step; the variable, the step and the limit may change in its body."""
        used = [variable for _, variable in self.loops]
        free = [each for each in self.integers if each not in used]
        if not free:
            self.assignment(depth)
            return
        variable = self.pick(free)
        sort = self.pick(["up", "up", "up", "down", "unknown"])
        step = self.pick([1, 1, 1, 2, 3]) if sort == "up" else -self.pick([1, 1, 2])
        changing = self.pick(self.integers)
        body, after, first = self.label(), self.label(), self.chance(60)
        start = self.const(self.random.randint(-2, 4) if sort == "up" else self.random.randint(3, 10))
        self.save(variable, start)
        fixed = self.random.randint(3, 10) if sort == "up" else self.random.randint(-3, 5)
        name = self.pick(self.limits)
        kind = self.pick("cvve")

        def test():
            limit = (
                self.const(fixed) if kind == "c" else self.load(name, "i") if kind == "v" else
                self.op("sub.i", "i", self.load(name, "i"), self.const(1))
            )  # fmt: skip
            now = self.load(variable, "i")
            pair = (limit, now) if sort != "down" else (now, limit)
            difference = self.op("diff.i", "i", *pair)
            if sort == "unknown":
                sign = self.op("sign", "b", self.load(changing, "i"))
                difference = self.op("xor", "i", difference, sign)
            self.end("branch", (difference,), targets=(body, after), data="pl")

        if first:
            test()
        else:
            self.end("jump", targets=(body,))
        self.start(body)
        line = self.line
        self.loops.append((after, variable))
        self.statements(depth - 1)
        self.loops.pop()
        self.line, self.begins = line, self.chance(50)
        by = self.load(changing, "i") if sort == "unknown" else self.const(step)
        total = self.op("add.i", "i", self.load(variable, "i"), by)
        self.save(variable, self.limited(total))
        test()
        self.start(after)


# ---------------------------------------------------------------- what it does


class Outcome(NamedTuple):
    """What can be seen of a run."""

    stop: Stop | None
    calls: list[Any]
    variables: dict[str, list[int]]
    steps: int  # not compared


def program(seed: int, size: int = 25) -> Made:
    """The program of a number."""
    return Maker(Random(seed), size).program()


def sandbox(made: Made, steps: int = STEPS) -> Sandbox:
    """Where a program can run."""
    place = Sandbox(made.program, compute, made.sizes, steps)
    for name, words in made.initial.items():
        place.put(name, *(each if isinstance(each, int) else place.symbols[each[0]] + each[1] for each in words))
    for name in made.sizes:
        if name.startswith("A"):
            place.make(name, made.initial[name][0])
    return place


def outcome(made: Made, steps: int = STEPS, unused: bool = False, looked_at: Elsewhere | None = None) -> Outcome:
    """What a program does; raises Unknown if nobody knows. `unused`: whether it may compute what is not known.

    `looked_at`: what code that the library runs reaches, where that is not what the program itself has.
    """
    place = sandbox(made, steps)
    if looked_at is not None:
        place.looked_at = looked_at
    place.unused = unused
    place.run()
    if place.stop is not None and place.stop.why in ("real", "division"):
        for where, word in place.held().items():  # the machine stops by itself, with its registers
            place.poke(where, word)
    variables = {name: place.words(name) for name in made.sizes if not name.startswith("T")}
    return Outcome(place.stop, place.calls, variables, steps - place.steps)


def changed(seed: int, run: Callable[[Program], None], size: int = 25) -> str:
    """How something that is done to the program of a number changes what it does; "" if it does not."""
    before = known(seed, size)
    if before is None:
        return ""
    made = program(seed, size)
    looked_at = elsewhere(made.program)  # before a pass leaves out what is loaded in vain
    run(made.program)
    after = outcome(made, 4 * STEPS, unused=True, looked_at=looked_at)
    for what, one, other in zip(Outcome._fields[:3], before[:3], after[:3], strict=True):
        if one != other:
            return f"{seed}: {what}: {told(one, other)}"
    return ""


def told(one: Any, other: Any) -> str:
    """The first difference of two things."""
    if isinstance(one, dict):
        return next(f"{name}: {told(one[name], other[name])}" for name in one if one[name] != other[name])
    if isinstance(one, list):
        pairs = enumerate(zip(one, other, strict=False))
        at = next((at for at, pair in pairs if pair[0] != pair[1]), min(len(one), len(other)))
        return f"[{at}] {one[at : at + 1]} -> {other[at : at + 1]} of {len(one)} -> {len(other)}"
    return f"{str(one)[:200]} -> {str(other)[:200]}"


def known(seed: int, size: int = 25) -> Outcome | None:
    """What the program of a number does; None if nobody knows."""
    try:
        return outcome(program(seed, size))
    except Unknown:
        return None
