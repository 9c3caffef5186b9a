"""The verifier: whether a program is well formed. It runs after each pass in tests, and finds what a pass has broken.

    verify(program)        raises FormError: `P.: L3: v3:i = add.i v1, v2: v2 is not defined before it here`

Values are defined once, before they are used, in the block where they are used. Types of operands, numbers of operands,
results and targets are those of the code. A block has one end, which goes to blocks that exist, with values for their
parameters. A register that a block says holds a variable has been set on all ways that lead to where it is got.
"""

from __future__ import annotations

from host.compilers.ir import text
from host.compilers.ir.form import (
    CODES,
    CONDITIONS,
    ENDS,
    RESULTS,
    Block,
    Bound,
    Elements,
    Op,
    Place,
    Program,
    Routine,
    Unit,
    Value,
)

# By code: the types that each argument may have; a code that is not here takes any number of any type.
NUMBER, REAL, TRUTH, WORD = "iwab", "rw", "birwa", "irbwa"
ARGUMENTS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("const", "address", "label", "load", "load?", "get", "set.top", "set.frame", "end"), ()),
    **dict.fromkeys(("add.i", "sub.i", "mul.i", "div.i", "rem.i"), (NUMBER, NUMBER)),
    **dict.fromkeys(("add.r", "sub.r", "mul.r", "div.r", "diff.r"), (REAL, REAL)),
    **dict.fromkeys(("and", "or", "xor", "eqv", "imp", "diff.i"), (WORD, WORD)),
    **dict.fromkeys(("not", "shl", "shr", "count", "sign", "store", "set", "branch"), (WORD,)),
    **dict.fromkeys(("limit", "table", "indirect"), (NUMBER,)),
    "neg.i": (WORD,),  # of a difference of reals, too
    **dict.fromkeys(("neg.r", "fix", "whole"), (REAL,)),
    "float": (NUMBER,),
    "abs": (WORD,),
    "choose": (WORD, WORD, WORD),
    "bound": (NUMBER, NUMBER, NUMBER),
}
TARGETS = {"label": 1, "jump": 1, "branch": 2}  # how many; table and indirect have some, the others none
PLACES = ("address", "load", "load?", "store", "set.top", "set.frame")
DATA: dict[str, type] = {
    **dict.fromkeys(("const", "shl", "shr"), int), **dict.fromkeys(("get", "set", "branch"), str),
    **dict.fromkeys(("call", "invoke", "exit"), Routine), "bound": Bound, "element": Elements,
}  # fmt: skip
SAME = {"i": "iaw", "a": "aiw", "r": "rw", "b": "bw", "w": "w"}  # what a result may be called; addresses are integers
NO_RESULT = ("store", "set", "limit", "bound", "set.top", "set.frame")


class FormError(Exception):
    """A program of the form is not well formed."""


def verify(program: Program) -> None:
    """Raise FormError if a program is not well formed."""
    labels: dict[str, str] = {}
    for unit in program.units:
        for block in unit.blocks:
            if block.label in labels:
                raise FormError(f"{unit.symbol}: {block.label} is in {labels[block.label]}, too")
            labels[block.label] = unit.symbol
    for unit in program.units:
        if not unit.blocks:
            raise FormError(f"{unit.symbol} has no blocks")
        _Unit(program, unit).verify()


class _Unit:
    def __init__(self, program: Program, unit: Unit) -> None:
        self.program, self.unit = program, unit
        self.blocks = {each.label: each for each in unit.blocks}
        self.known: set[Value] = set()  # of this block
        self.numbers: dict[int, Block] = {}  # of all values so far: where they are

    def verify(self) -> None:
        for block in self.unit.blocks:
            self.known = set()
            self.define(block, block.params, "the parameters")
            if not block.ops:
                raise self.error(block, None, "no operations")
            for op in block.ops:
                self.op(block, op)
                if (CODES[op.code] == ENDS) != (op is block.ops[-1]):
                    raise self.error(block, op, "an end of a block is the last operation, and the last one is an end")
            self.edges(block)
        self.held()

    def error(self, block: Block, op: Op | None, message: str) -> FormError:
        return FormError(": ".join([self.unit.symbol, block.label, *([text.format_op(op)] if op else []), message]))

    def define(self, block: Block, values: tuple[Value, ...], what: Op | str) -> None:
        for value in values:
            if value.number in self.numbers:
                where = self.numbers[value.number].label
                raise self.error(block, what if isinstance(what, Op) else None, f"{value} is defined in {where}, too")
            if not 0 < value.number <= self.unit.values:
                raise self.error(block, what if isinstance(what, Op) else None, f"{value} is beyond Unit.values")
            self.numbers[value.number] = block
            self.known.add(value)

    def op(self, block: Block, op: Op) -> None:
        if op.code not in CODES:
            raise self.error(block, None, f"there is no operation {op.code}")
        for value in op.uses():
            if value not in self.known:
                raise self.error(block, op, f"{value} is not defined before it here")
        if op.code in ARGUMENTS:
            types = ARGUMENTS[op.code]
            if len(op.args) != len(types):
                raise self.error(block, op, f"{len(types)} arguments are needed")
            for value, kinds in zip(op.args, types, strict=True):
                if value.type not in kinds:
                    raise self.error(block, op, f"{value} is of type {value.type}")
        self.results(block, op)
        if (op.place is not None) != (op.code in PLACES):
            raise self.error(block, op, "a place is given, or is missing")
        if op.place is not None:
            self.place(block, op, op.place)
        if (op.region is not None) != (op.code in ("load", "load?", "store")):
            raise self.error(block, op, "a region is given, or is missing")
        self.data(block, op)
        wanted = TARGETS.get(op.code, max(1, len(op.targets)) if op.code in ("table", "indirect") else 0)
        if len(op.targets) != wanted:
            raise self.error(block, op, f"{wanted} labels are needed")
        for label in op.targets:
            if label not in self.blocks:
                raise self.error(block, op, f"there is no block {label} in this unit")

    def results(self, block: Block, op: Op) -> None:
        if op.code in ("call", "invoke"):
            pass
        elif len(op.results) != (op.code not in NO_RESULT and CODES[op.code] != ENDS):
            raise self.error(block, op, "the number of results")
        elif op.results and op.result.type not in SAME[RESULTS.get(op.code, op.result.type)]:
            raise self.error(block, op, f"the result is of type {RESULTS[op.code]}")
        self.define(block, op.results, op)

    def place(self, block: Block, op: Op, place: Place) -> None:
        way = getattr(place.base, "way", None)
        if way is not None and not 0 <= way < len(self.unit.frames):
            raise self.error(block, op, "there is no such frame")
        if op.region == "slot" and not place.direct:
            raise self.error(block, op, "a slot has a direct place")

    def data(self, block: Block, op: Op) -> None:
        wanted = DATA.get(op.code)
        if (op.data is not None) if wanted is None else not isinstance(op.data, wanted):
            raise self.error(block, op, "the data")
        if op.code == "branch" and op.data not in CONDITIONS:
            raise self.error(block, op, f"there is no condition {op.data}")
        if op.code == "call" and op.data.name not in self.program.effects:
            raise self.error(block, op, f"the effects of {op.data.name} are not known")
        if isinstance(op.data, Routine) and len(op.data.registers) != len(op.args):
            raise self.error(block, op, "each argument needs a register")

    def edges(self, block: Block) -> None:
        end = block.end
        for label in end.targets:
            params = self.blocks[label].params
            if end.code == "jump":
                pairs = list(zip(params, end.args, strict=False))
                if len(params) != len(end.args) or any(
                    each.type != "w" and each.type not in SAME[given.type] for each, given in pairs
                ):
                    raise self.error(block, end, f"the arguments are not those of {label}")
            elif params:
                raise self.error(block, end, f"{label} has parameters")
        if len(block.params) > 2:
            raise self.error(block, None, "more than two parameters")

    def held(self) -> None:
        """Whether registers are set before they are got: forward over the graph, what is set on all ways."""
        first = self.unit.blocks[0]
        named = {op.data for op in self.unit.ops() if op.code in ("get", "set")}
        if not named and not any(block.held for block in self.unit.blocks):
            return
        at_start: dict[str, set[str]] = {each.label: set() for each in self.unit.blocks if each.open or each is first}
        work = list(at_start)
        while work:
            block = self.blocks[work.pop()]
            registers = set(at_start[block.label])
            for op in block.ops:
                self.after(block, op, registers, tell=False)
            for label in block.end.targets:
                old = at_start.get(label)
                new = registers if old is None else old & registers
                if new != old:
                    at_start[label] = set(new)
                    work.append(label)
        for label, registers in at_start.items():
            block = self.blocks[label]
            missing = sorted(set(block.held) - registers)
            if missing:
                raise self.error(block, None, f"{missing[0]} is not set on all ways that lead here")
            for op in block.ops:
                self.after(block, op, registers, tell=True)

    def after(self, block: Block, op: Op, registers: set[str], *, tell: bool) -> None:
        """Change the registers that are set as an operation does it."""
        if op.code == "set":
            registers.add(op.data)
        elif op.code == "call":
            registers &= self.program.effects[op.data.name].kept(registers)
        elif op.code == "invoke":
            registers.clear()
        elif tell and op.code == "get" and op.data not in registers:
            raise self.error(block, op, f"{op.data} is not set on all ways that lead here")
