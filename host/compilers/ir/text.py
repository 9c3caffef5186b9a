"""The IR as text, which can be read back.

    unit P. procedure frames P. Q.
    P.:
      v1:i = load slot [frame+3]            * 7: k := k + i
      v2:i = const 1
      v3:i = add.i v1, v2
      limit v3
      store slot [frame+3], v3
      v4:r = load? elements [v3+A.+4]       * 8: f := a[k]
      jump P2(v4)
    P2(v5:r): open, B2 = [I.], narrow [frame+3]
      return v5

A value has its type where it is defined. A place is the sum of a base (a value, `frame`, `frame1`, `top`), a symbol and
an offset. `* 7:` is where a statement of line 7 begins, with the source if the printer has it; `* 7` says that from
here on operations come from line 7. Of their parts of the program (`node`), only the lines are read back.

    bound v1, v2, v3 {[A.] 0}                            Bound: the description, the number of the subscript
    v4:a = element v1, v2 {formal [F.]}                  Elements; formal: the word of the place has the address of it
    v4:a = element v1, v2 {[A.] 1:8 0:7 at [A.+1] unchecked}      known bounds, origin
    v5:r, v6:i = call SUB X1=v1 X2=v2                    a routine, and registers for the arguments
    branch pl v1, L, M

Before the units are the facts about all of them:

    escaped I. J.
    temporaries [T.] [P.+7]
    routine SUB reads elements writes slot any stops runs keeps X0 X5
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import Any, NamedTuple, cast, get_args

from emulators import errors
from host.compilers.ir.form import (
    CODES,
    CONDITIONS,
    TOP,
    Block,
    Bound,
    Effects,
    Elements,
    Frame,
    Op,
    Place,
    Program,
    Region,
    Routine,
    Sort,
    Top,
    Type,
    Unit,
    Value,
)

REMARK = 40  # the column of remarks
DECIMAL = 1 << 20  # words from here on are printed in octal
REGIONS, SORTS, TYPES = get_args(Region), get_args(Sort), get_args(Type)

# ---------------------------------------------------------------- printing


def line_of(node: Any) -> int | None:
    """Return the line that an operation was made of."""
    return None if node is None else node.at.line


def format_program(program: Program, source: Sequence[str] = ()) -> str:
    """Return a program as text, with the routines of the library that it calls; `source`: the lines it came from."""
    head = [f"escaped {' '.join(sorted(program.escaped))}"] if program.escaped else []
    if program.temporaries:
        words = [format_place(Place(None, symbol, offset)) for symbol, offset in sorted(program.temporaries)]
        head.append(" ".join(["temporaries", *words]))
    called = {op.data.name for unit in program.units for op in unit.ops() if op.code == "call"}
    head += [format_effects(name, program.effects[name]) for name in sorted(called & program.effects.keys())]
    return "\n\n".join(["\n".join(head)] * bool(head) + [format_unit(each, source) for each in program.units]) + "\n"


def format_effects(name: str, effects: Effects) -> str:
    """Return the line about a routine of the library."""
    words = ["routine", name]
    for title, names in (("reads", effects.reads), ("writes", effects.writes)):
        words += [title, *sorted(names)] if names else []
    words += ["stops"] * effects.stops + ["runs"] * effects.runs
    return " ".join(words + (["keeps", *sorted(effects.keeps)] if effects.keeps else []))


def format_unit(unit: Unit, source: Sequence[str] = ()) -> str:
    """Return a unit as text."""
    head = ["unit", unit.symbol, unit.sort]
    for word, symbols in (("frames", unit.frames), ("dummies", unit.dummies)):
        head += [word, *symbols] if symbols else []
    lines = [" ".join(head)]
    for block in unit.blocks:
        lines += format_block(block, source)
    return "\n".join(lines)


def format_block(block: Block, source: Sequence[str] = ()) -> Iterator[str]:
    """Yield the lines of a block."""
    about = ["open"] * block.open + ["unframed"] * block.unframed
    about += [f"{register} = {_held(place)}" for register, place in block.held.items()]
    if block.narrow:
        about.append(" ".join(["narrow", *sorted(map(format_place, block.narrow))]))
    params = f"({', '.join(map(_defined, block.params))})" if block.params else ""
    yield f"{block.label}{params}: {', '.join(about)}".rstrip()
    before: int | None = None
    for op in block.ops:
        text, line = "  " + format_op(op), line_of(op.node)
        if op.begins or line != before:
            text = f"{text:{REMARK}}* {'-' if line is None else line}"
            if op.begins:
                text += ":"
                if line is not None and 0 < line <= len(source):
                    text += " " + source[line - 1].strip()
        yield text
        before = line


def _defined(value: Value) -> str:
    return f"v{value.number}:{value.type}"


def _held(place: Place) -> str:
    return f"const {_word(place.offset)}" if place.constant else format_place(place)


def _word(word: int) -> str:
    return str(word) if word < DECIMAL else f"0o{word:o}"


def format_place(place: Place) -> str:
    """Return a place as text."""
    terms = []
    match place.base:
        case Value(number=number):
            terms.append(f"v{number}")
        case Frame(way=way):
            terms.append(f"frame{way}" if way else "frame")
        case Top():
            terms.append("top")
    if place.symbol:
        terms.append(place.symbol)
    if place.offset or not terms:
        text = "+".join([*terms, ""]) if place.offset >= 0 else "+".join(terms)
        return f"[{text}{place.offset}]"
    return f"[{'+'.join(terms)}]"


def format_op(op: Op) -> str:
    """Return an operation as text, without its line."""
    results = ", ".join(map(_defined, op.results)) + " = " if op.results else ""
    return results + " ".join(filter(None, [op.code, *_operands(op)]))


def _operands(op: Op) -> Iterable[str]:
    """Return the text after the code."""
    args = ", ".join(map(repr, op.args))
    match op.code:
        case "const":
            return (_word(op.data),)
        case "load" | "load?":
            return op.region or "", format_place(cast(Place, op.place))
        case "store":
            return op.region or "", f"{format_place(cast(Place, op.place))}, {args}"
        case "address" | "set.top" | "set.frame":
            return (format_place(cast(Place, op.place)),)
        case "get":
            return (op.data,)
        case "set":
            return (f"{op.data}, {args}",)
        case "shl" | "shr":
            return (f"{args}, {op.data}",)
        case "bound":
            bound: Bound = op.data
            return args, f"{{{'formal ' * bound.formal}{format_place(bound.description)} {bound.number}}}"
        case "element":
            return args, _elements(op.data)
        case "call" | "invoke" | "exit" | "tail" | "again":
            return op.data.name, *(f"{name}={value}" for name, value in zip(op.data.registers, op.args, strict=False))
        case "jump":
            return (f"{op.targets[0]}({args})" if args else op.targets[0],)
        case "branch":
            return op.data, ", ".join([args, *op.targets])
        case "table" | "indirect" | "label":
            return (", ".join(filter(None, [args, *op.targets])),)
    return (args,)


def _elements(data: Elements) -> str:
    words = ["formal"] * data.formal + [format_place(data.description)]
    if data.bounds is not None:
        words += ["bounds"] * (not data.bounds) + [f"{low}:{high}" for low, high in data.bounds]
    words += [f"at {format_place(data.origin)}"] if data.origin is not None else []
    return f"{{{' '.join(words + ['unchecked'] * (not data.checked))}}}"


# ---------------------------------------------------------------- reading


class At(NamedTuple):
    """Where a line is."""

    line: int


class Line(NamedTuple):
    """A node's replacement in a program that was read: its line."""

    at: At


NAME = r"[^\s,()\[\]{}:=*+-]+"
TOKEN = re.compile(rf"\s*(?:(?P<name>{NAME})|(?P<sign>[,()\[\]{{}}:=+-])|(?P<end>\*.*)?$)")
NUMBER = re.compile(r"\d+|0o[0-7]+")
VALUE = re.compile(r"v(\d+)")
FRAME = re.compile(r"frame(\d*)")
REMARKS = re.compile(r"\* *(\d+|-)(:)?")


def parse_program(text: str, file: str = "<text>") -> Program:
    """Read a program; raises SourceError."""
    return _Reader(text, file).program()


def parse_unit(text: str, file: str = "<text>") -> Unit:
    """Read a unit; raises SourceError."""
    reader = _Reader(text, file)
    unit = reader.unit()
    if reader.more:
        raise reader.error("the end of the text")
    return unit


class _Reader:
    """Reads a text line by line; a line is a list of (token, column)."""

    def __init__(self, text: str, file: str) -> None:
        self.lines, self.file = text.split("\n"), file
        self.number = -1
        self.tokens: list[tuple[str, int]] = []
        self.at = 0
        self.remark = ""
        self.values: dict[int, Value] = {}
        self.more = True
        self.next_line()

    def next_line(self) -> None:
        """Go to the next line that has something in it."""
        self.tokens, self.at = [], 0
        while not self.tokens:
            self.number += 1
            if self.number >= len(self.lines):
                self.more = False
                return
            self.split(self.lines[self.number])

    def split(self, line: str) -> None:
        position, self.remark = 0, ""
        while position < len(line):
            found = TOKEN.match(line, position)
            if found is None:
                column = position + len(line[position:]) - len(line[position:].lstrip())
                raise self.error_at(column, "a name or a sign")
            if found.lastgroup in ("name", "sign"):
                self.tokens.append((found[found.lastgroup], found.start(found.lastgroup)))
            elif found["end"]:
                self.remark = found["end"]
            position = found.end()

    # ------------------------------------------------------------ tokens

    def error_at(self, column: int, expected: str) -> errors.SourceError:
        line = self.lines[self.number] if self.number < len(self.lines) else ""
        place = errors.Place(self.file, min(self.number, len(self.lines) - 1) + 1, column + 1, 1, line)
        return errors.SourceError(place, f"expected {expected}")

    def error(self, expected: str) -> errors.SourceError:
        """Return the error that something else is expected here."""
        if self.at < len(self.tokens):
            return self.error_at(self.tokens[self.at][1], expected)
        line = self.lines[self.number] if self.more else ""
        return self.error_at(len(line.removesuffix(self.remark).rstrip()), expected)

    @property
    def token(self) -> str:
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def has(self, token: str) -> bool:
        """Pass a token if it is the next one."""
        found = self.token == token
        self.at += found
        return found

    def need(self, token: str) -> None:
        if not self.has(token):
            raise self.error(f"'{token}'")

    def name(self, what: str) -> str:
        token = self.token
        if not re.fullmatch(NAME, token):
            raise self.error(what)
        self.at += 1
        return token

    def one_of(self, names: Iterable[str], what: str) -> str:
        if self.token not in names:
            raise self.error(what)
        return self.name(what)

    def integer(self, what: str = "a number") -> int:
        sign = -1 if self.has("-") else 1
        if not NUMBER.fullmatch(self.token):
            raise self.error(what)
        return sign * int(self.name(what), 0)

    def finished(self) -> None:
        if self.at < len(self.tokens):
            raise self.error("the end of the line")
        self.next_line()

    def separated(self, read: Callable[[], Any]) -> tuple[Any, ...]:
        """Read things with commas between them."""
        things = [read()]
        while self.has(","):
            things.append(read())
        return tuple(things)

    # ------------------------------------------------------------ values, places

    def value(self) -> Value:
        found = VALUE.fullmatch(self.token)
        if found is None:
            raise self.error("a value")
        self.at += 1
        number = int(found[1])
        return self.values.setdefault(number, Value(number, "w"))

    def defined(self) -> Value:
        value = self.value()
        self.need(":")
        value.type = cast(Type, self.one_of(TYPES, "a type"))
        return value

    def arguments(self) -> tuple[Value, ...]:
        return self.separated(self.value) if VALUE.fullmatch(self.token) else ()

    def place(self) -> Place:
        self.need("[")
        base: Value | Frame | Top | None = None
        symbol, offset = "", 0
        found = FRAME.fullmatch(self.token)
        if VALUE.fullmatch(self.token):
            base = self.value()
        elif found:
            base = Frame(int(found[1] or 0))
            self.at += 1
        elif self.has("top"):
            base = TOP
        if base is None or self.has("+"):
            if not NUMBER.fullmatch(self.token) and self.token != "-":
                symbol = self.name("a symbol or an offset")
                if self.has("+") or self.token == "-":
                    offset = self.integer()
            else:
                offset = self.integer()
        elif self.token == "-":
            offset = self.integer()
        self.need("]")
        return Place(base, symbol, offset)

    # ------------------------------------------------------------ the program

    def program(self) -> Program:
        escaped: set[str] = set()
        effects: dict[str, Effects] = {}
        temporaries: set[tuple[str, int]] = set()
        while self.token in ("escaped", "routine", "temporaries"):
            if self.has("escaped"):
                while self.token:
                    escaped.add(self.name("a symbol"))
            elif self.has("temporaries"):
                while self.token:
                    temporaries.add(self.place()[1:])
            else:
                self.at += 1
                name = self.name("a routine")
                effects[name] = self.effects()
            self.finished()
        units = []
        while self.more:
            units.append(self.unit())
        return Program(units, effects, escaped, (f"Z.{number}" for number in count(1)), temporaries)

    def effects(self) -> Effects:
        words: dict[str, set[str]] = {"reads": set(), "writes": set(), "stops": set(), "runs": set(), "keeps": set()}
        seen = set()
        last = ""
        while self.token:
            word = self.name("an effect")
            if word in words:
                seen.add(word)
                last = word
            elif last in ("", "stops", "runs"):
                self.at -= 1
                raise self.error("an effect")
            else:
                words[last].add(word)
        reads, writes, keeps = (frozenset(words[each]) for each in ("reads", "writes", "keeps"))
        return Effects(reads, writes, "stops" in seen, "runs" in seen, keeps)

    def unit(self) -> Unit:
        self.need("unit")
        symbol = self.name("a symbol")
        sort = cast(Sort, self.one_of(SORTS, "a sort of unit"))
        symbols: dict[str, list[str]] = {"frames": [], "dummies": []}
        for word, found in symbols.items():
            if self.has(word):
                while self.token and self.token not in symbols:
                    found.append(self.name("a symbol"))
        self.finished()
        self.values = {}
        unit = Unit(symbol, sort, frames=tuple(symbols["frames"]), dummies=tuple(symbols["dummies"]))
        while self.more and self.token != "unit":
            unit.blocks.append(self.block())
        unit.values = max(self.values, default=0)
        return unit

    def block(self) -> Block:
        block = Block(self.name("a label"))
        if self.has("("):
            block.params = self.separated(self.defined)
            self.need(")")
        self.need(":")
        if self.token:
            self.separated(lambda: self.about(block))
        self.finished()
        node: Any = None
        while self.more and self.lines[self.number][:1].isspace():
            remark = REMARKS.match(self.remark)
            if remark:
                node = None if remark[1] == "-" else Line(At(int(remark[1])))
            op = self.op()
            op.node, op.begins = node, bool(remark and remark[2])
            block.ops.append(op)
            self.finished()
        return block

    def about(self, block: Block) -> None:
        """Read something about a block."""
        if self.has("open"):
            block.open = True
        elif self.has("unframed"):
            block.unframed = True
        elif self.has("narrow"):
            while self.token == "[":
                block.narrow.add(self.place())
        else:
            register = self.name("'open', 'unframed', 'narrow' or a register")
            self.need("=")
            block.held[register] = Place(offset=self.integer()) if self.has("const") else self.place()

    def op(self) -> Op:
        results: tuple[Value, ...] = ()
        if VALUE.fullmatch(self.token):
            results = self.separated(self.defined)
            self.need("=")
        code = self.one_of(CODES, "an operation")
        op = Op(code, results)
        self.operands(op)
        return op

    def operands(self, op: Op) -> None:
        """Read the text after the code."""
        match op.code:
            case "const":
                op.data = self.integer()
            case "load" | "load?" | "store":
                if self.token != "[":
                    op.region = cast(Region, self.one_of(REGIONS, "a region"))
                op.place = self.place()
                if op.code == "store":
                    self.need(",")
                    op.args = (self.value(),)
            case "address" | "set.top" | "set.frame":
                op.place = self.place()
            case "get":
                op.data = self.name("a register")
            case "set":
                op.data = self.name("a register")
                self.need(",")
                op.args = (self.value(),)
            case "shl" | "shr":
                op.args = (self.value(),)
                self.need(",")
                op.data = self.integer()
            case "bound":
                op.args = self.arguments()
                self.need("{")
                formal = self.has("formal")
                op.data = Bound(self.place(), formal, self.integer())
                self.need("}")
            case "element":
                op.args = self.arguments()
                op.data = self.elements()
            case "call" | "invoke" | "exit" | "tail" | "again":
                self.routine(op)
                op.targets = (op.data.name,) * (op.code == "again")
            case "jump":
                op.targets = (self.name("a label"),)
                if self.has("("):
                    op.args = self.arguments()
                    self.need(")")
            case "branch":
                op.data = self.one_of(CONDITIONS, "a condition")
                op.args = (self.value(),)
                self.need(",")
                op.targets = self.separated(lambda: self.name("a label"))
            case "table" | "indirect":
                op.args = (self.value(),)
                self.need(",")
                op.targets = self.separated(lambda: self.name("a label"))
            case "label":
                op.targets = (self.name("a label"),)
            case _:
                op.args = self.arguments()

    def elements(self) -> Elements:
        self.need("{")
        formal = self.has("formal")
        description, origin = self.place(), None
        bounds: list[tuple[int, int]] | None = [] if self.has("bounds") else None
        while NUMBER.fullmatch(self.token) or self.token == "-":
            low = self.integer()
            self.need(":")
            bounds = [*(bounds or ()), (low, self.integer())]
        if self.has("at"):
            origin = self.place()
        checked = not self.has("unchecked")
        self.need("}")
        return Elements(description, formal, None if bounds is None else tuple(bounds), origin, checked)

    def routine(self, op: Op) -> None:
        name, registers, args = self.name("a routine"), [], []
        while self.token:
            registers.append(self.name("a register"))
            self.need("=")
            args.append(self.value())
        op.data, op.args = Routine(name, tuple(registers)), tuple(args)
