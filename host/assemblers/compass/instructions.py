"""The instruction of an operation with its operand: a table of forms, in the notation of the instruction set.

A form is the operand that COMPASS takes, and its form in the instruction set: i, j, k are digits of registers, K is an
expression. The expression is last in a form, wherever it was written.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from emulators.cdc6600.disassembler import TWICE
from emulators.cdc6600.isa import ADDRESS_BITS, INSTRUCTIONS, WORD_BITS, Instruction
from host.assemblers.columns import PRODUCTS, SUMS, Field
from host.assemblers.compass.numbers import fit
from host.assemblers.compass.operands import Names, Reader
from host.assemblers.expressions import NEGATE, Binary, Expression, Literal, Unary, known
from host.languages.assembly import AssemblyError

SHORTER_FORMS = """
EQ K       = EQ B0,B0,K
EQ Bi,K    = EQ Bi,B0,K
NE Bi,K    = NE Bi,B0,K
GE Bi,K    = GE Bi,B0,K
LT Bi,K    = LT Bi,B0,K
GT Bi,Bj,K = LT Bj,Bi,K
LE Bi,Bj,K = GE Bj,Bi,K
GT Bi,K    = LT B0,Bi,K
LE Bi,K    = GE B0,Bi,K
ZR Bi,K    = EQ Bi,B0,K
NZ Bi,K    = NE Bi,B0,K
PL Bi,K    = GE Bi,B0,K
NG Bi,K    = LT Bi,B0,K
MI Bi,K    = LT Bi,B0,K
ZR K       = EQ B0,B0,K
NE K       = NE B0,B0,K
NZ K       = NE B0,B0,K
GE K       = GE B0,B0,K
PL K       = GE B0,B0,K
LT K       = LT B0,B0,K
NG K       = LT B0,B0,K
MI K       = LT B0,B0,K
MI Xj,K    = NG Xj,K
JP K       = JP B0+K
JP Bi      = JP Bi+K
IXi Xj*Xk  = DXi Xj*Xk
"""
SHIFTS = """
?Xi Xk,Bj  = ?Xi Bj,Xk
?Xi Xk     = ?Xi B0,Xk
?Xi Bj     = ?Xi Bj,Xi
"""
NORMALIZES = """
?Xi        = ?Xi B0,Xi
"""
INCREMENTS = """
S?i K      = S?i B0+K
S?i Aj     = S?i Aj+B0
S?i Xj     = S?i Xj+B0
S?i Bj     = S?i Bj+B0
S?i -Bk    = S?i B0-Bk
S?i Bk+Xj  = S?i Xj+Bk
S?i Bk+Aj  = S?i Aj+Bk
S?i -Bk+Aj = S?i Aj-Bk
S?i -Bk+Bj = S?i Bj-Bk
"""
ALSO = "\n".join(
    [
        SHORTER_FORMS,
        *(SHIFTS.replace("?", each) for each in "LANZUP"),
        *(NORMALIZES.replace("?", each) for each in "NZUP"),
        *(INCREMENTS.replace("?", each) for each in "ABX"),
    ]
)
REGISTER_FIELD = re.compile("[ABX]([ijk0])")
SHIFT_COUNT, SHIFT_BITS = "jk", 6
OPERATION = re.compile(
    r"(?P<letters>[A-Z]{2})(?:(?P<digit>[0-7])?(?P<attached>(?:,[BX][0-7])*)|\.(?P<name>.+))", re.ASCII
)
ENDING = frozenset({"PS", "RJ", "XJ", "JP"})  # the rest of the word is not reached
ROUND = frozenset({"MX", "LX"})  # with a number of places that may be negative: 60 is added
WITH_TWO = frozenset(["NX", "ZX", "UX", "PX"])  # with a B register that may be beside the X register: UX6,B2 X1
NEVER = frozenset({0o5, 0o7})  # NE and LT, which do not jump with B0 twice


class Form(NamedTuple):
    """A form: the instruction, and for each of its fields i, j, k which register written it is (None: B0)."""

    instruction: Instruction
    fields: dict[str, int | str]  # the place among the registers written, "i" for the one of the operation
    syntax: str


class Operand(NamedTuple):
    """The parts of an operand: its shape (`X+B`, `B,B,K`), the registers in it, the expression, all of its text."""

    shape: str
    registers: list[int]
    expression: Expression | None
    field: Field


class Parsed(NamedTuple):
    """An instruction of a source. `bits` are all but those of the expression, which has the lowest `field_bits`."""

    length: int  # in bits
    bits: int
    expression: Expression | None
    field_bits: int
    field: Field
    rounds: bool  # whether a negative number of places stands for 60 more
    ends: bool  # whether the rest of the word is not reached
    idle: bool = False  # whether it is a jump that never jumps


def _shape(operand: str) -> str:
    """Return the shape of an operand in a form: `Xj+Bk` is X+B."""
    return REGISTER_FIELD.sub(lambda match: match[0][0], operand).replace(SHIFT_COUNT, "K")


def _tables() -> tuple[dict[tuple[str, str], Form], dict[str, list[str]]]:
    """Return the forms by operation and shape, and the operands that each operation is written with."""
    table = {each.syntax: each for each in INSTRUCTIONS}
    rows = [(each, each) for each in table]
    rows += [
        (left.strip(), right.strip()) for left, _, right in (row.partition("=") for row in ALSO.split("\n")) if left
    ]
    forms: dict[tuple[str, str], Form] = {}
    shown: dict[str, list[str]] = {}
    for written, meant in rows:
        operation, _, operand = written.partition(" ")
        target = meant.partition(" ")[2]
        instruction = table[_generic(meant)]
        digits = REGISTER_FIELD.findall(operand)
        needed = REGISTER_FIELD.findall(target)
        names = REGISTER_FIELD.findall(instruction.syntax.partition(" ")[2])
        fields: dict[str, int | str] = {}
        for name, digit in zip(names, needed, strict=True):
            if digit != "0":
                fields[name] = digits.index(digit) if digit in digits else digit
        if instruction.code in TWICE:
            fields |= {"j": 0, "k": 0}
        if operation.endswith("i"):
            fields["i"] = "i"
        key = operation.removesuffix("i")
        forms[key, _shape(operand)] = Form(instruction, fields, operand)
        shown.setdefault(key, []).append(operand)
    return forms, shown


def _generic(meant: str) -> str:
    """Return the row of the instruction set that a form means: B0 and Xi are among its registers."""
    for each in INSTRUCTIONS:
        same_operation = each.syntax.split()[0] == meant.split()[0]
        if same_operation and _shape(each.syntax.partition(" ")[2]) == _shape(meant.partition(" ")[2]):
            return each.syntax
    raise LookupError(meant)


FORMS, OPERANDS = _tables()
WITH_REGISTER = frozenset(
    each.syntax.split()[0].removesuffix("i") for each in INSTRUCTIONS if each.syntax.split()[0].endswith("i")
)
PLAIN = frozenset(OPERANDS) - WITH_REGISTER
JUMPS = frozenset(  # their registers may be written beside the operation: NZ,X2 K
    each for each in PLAIN if any("," in operand for operand in OPERANDS[each])
)


@cache
def is_instruction(name: str) -> bool:
    """Return whether a name is an instruction."""
    match = OPERATION.fullmatch(name)
    if match is None:
        return name in PLAIN
    letters, digit, attached = match["letters"], match["digit"], match["attached"]
    if letters in WITH_REGISTER:
        return bool(digit or match["name"]) and (not attached or letters in WITH_TWO)
    return letters in PLAIN and not (digit or match["name"]) and (not attached or letters in JUMPS)


def parse(operation: Field, rest: Field, names: Names) -> Parsed:
    """Read an instruction; raises AssemblyError."""
    text = operation.text, rest.text
    if not names.octal and "." not in operation.text:
        if text in _same_everywhere:
            return _same_everywhere[text]
        if match := WITH_SYMBOL.fullmatch(rest.text):
            if found := _with_symbol(operation, rest, match, names):
                return found
        elif SAME_EVERYWHERE.fullmatch(rest.text):
            return _remembered(text, _read(operation, rest, names))
    return _read(operation, rest, names)


def _read(operation: Field, rest: Field, names: Names) -> Parsed:
    match = OPERATION.fullmatch(operation.text)
    assert match is not None
    name, i = match["letters"], 0
    if name not in PLAIN:
        i = int(match["digit"]) if match["digit"] else _numbered(operation.part(3), names)
    field_bits = SHIFT_BITS if f"{name}i {SHIFT_COUNT}" in _SYNTAXES else ADDRESS_BITS
    takes_nothing = set(OPERANDS[name]) == {""}
    operand = read_operand(rest.part(0, 0) if takes_nothing else rest, names, field_bits)
    if attached := [each for each in (match["attached"] or "").split(",") if each]:
        shape = ",".join([*(each[0] for each in attached), *filter(None, [operand.shape])])
        operand = operand._replace(shape=shape, registers=[*(int(each[1]) for each in attached), *operand.registers])
    form = FORMS.get((name, operand.shape))
    if form is None:
        raise _no_form(operation, name, operand)
    values = {field: i if which == "i" else operand.registers[int(which)] for field, which in form.fields.items()}
    return _encoded(form.instruction, values, operand)


# Most instructions have been there before: with the same registers and numbers, or with the same registers and another
# symbol. They are kept, by operation and operand (of the latter, without the symbol); only the rest is
# read character by character.

SAME_EVERYWHERE = re.compile(r"(?:[ABX][0-7]|[0-9]+)?(?:[-+*/,](?:[ABX][0-7]|[0-9]+))*")  # there are no symbols in it
WITH_SYMBOL = re.compile(
    r"((?:[ABX][0-7][+,])*)((?![ABX](?:[0-7]|\.[A-Z0-9]))[A-Z][A-Z0-9.]{0,7})(?:([+-])([0-9]{1,6}))?"
)
MOST_REMEMBERED = 20_000
_same_everywhere: dict[tuple[str, str], Parsed] = {}
_patterns: dict[tuple[str, str], Parsed] = {}


def _remembered(text: tuple[str, str], parsed: Parsed) -> Parsed:
    """Return an instruction with an expression, if any, that is a number; keep it, the number among its bits."""
    if parsed.expression is not None:
        try:
            value = known(parsed.expression)
            assert value is not None
            parsed = parsed._replace(bits=parsed.bits | fitted(value.number, parsed), expression=None)
        except AssemblyError:  # it does not fit: that is said at the end
            return parsed
    if len(_same_everywhere) < MOST_REMEMBERED:
        _same_everywhere[text] = parsed
    return parsed


def _with_symbol(operation: Field, rest: Field, match: re.Match[str], names: Names) -> Parsed | None:
    """Read an instruction with a symbol after its registers; None if the operation does not take one there."""
    registers, name, sign, number = match.groups()
    like = _patterns.get((operation.text, registers))
    if like is None:
        try:
            like = _read(operation, rest._replace(text=f"{registers}0"), names)
        except AssemblyError:
            return None
        if like.expression is None:  # remarks
            return None
        _patterns[operation.text, registers] = like
    start = len(registers)
    expression = names.refer(name, None, Field(rest.line, name, rest.column + start))
    if sign:
        at = start + len(name)
        offset = Literal(int(number), rest.place(at + 1, len(number)))
        expression = Binary(SUMS[sign], expression, offset, rest.place(at, 1))
    return Parsed(like.length, like.bits, expression, like.field_bits, rest, like.rounds, like.ends, like.idle)


def fitted(value: int, parsed: Parsed) -> int:
    """Return the expression of an instruction in its bits; raises AssemblyError where it does not fit."""
    if value < 0 and parsed.field_bits < ADDRESS_BITS:
        if parsed.rounds and value > -WORD_BITS:
            return value + WORD_BITS  # MX0 -6 is MX0 54: ones but for the last six places; LX1 -6 goes right round
        raise parsed.field.error(f"a number of places cannot be {value}")
    return fit(value, parsed.field_bits, parsed.field)


_SYNTAXES = {each.syntax for each in INSTRUCTIONS}


def _numbered(field: Field, names: Names) -> int:
    reader = Reader(field, names)
    value = reader.constant()
    reader.end()
    if not 0 <= value <= 7:
        raise field.error(f"there is no register {value}", "registers are 0 to 7")
    return value


def _encoded(instruction: Instruction, values: dict[str, int], operand: Operand) -> Parsed:
    i = values.get("i", 0) if instruction.sub is None else instruction.sub
    bits = instruction.code << 9 | i << 6 | values.get("j", 0) << 3 | values.get("k", 0)
    operation = instruction.mnemonic
    ends = operation in ENDING or (operation == "EQ" and not bits >> 3 & 0o77)  # without registers it always jumps
    if not instruction.long:
        return Parsed(15, bits, operand.expression, SHIFT_BITS, operand.field, operation in ROUND, ends)
    expression = operand.expression or Literal(0, operand.field.place())
    idle = instruction.code in NEVER and not bits & 0o770
    return Parsed(30, bits << 15, expression, ADDRESS_BITS, operand.field, operation in ROUND, ends, idle)


def _no_form(operation: Field, name: str, operand: Operand) -> AssemblyError:
    takes = [each or "nothing" for each in OPERANDS[name]]
    hint = f"it takes {', '.join(takes[:-1])} or {takes[-1]}" if len(takes) > 1 else f"it takes {takes[0]}"
    if not operand.field.text:
        return operation.error(f"{operation.text} needs an operand", hint)
    return operand.field.error(f"{operation.text} does not take '{operand.field.text}'", hint)


# --- operands -------------------------------------------------------------------------------------------


def read_operand(rest: Field, names: Names, bits: int) -> Operand:
    """Read registers and an expression between commas; raises AssemblyError."""
    reader = Reader(rest, names, bits)
    shapes: list[str] = []
    registers: list[int] = []
    expressions: list[Expression] = []
    while reader.next() or shapes:
        part = _Sum(reader)
        shapes.append(part.shape)
        registers += part.registers
        if part.expression is not None:
            expressions.append(part.expression)
        if not reader.more():
            break
    field = rest.part(0, reader.position)
    if len(expressions) > 1:
        raise AssemblyError(expressions[1].place, "an instruction takes one expression")
    return Operand(",".join(shapes), registers, expressions[0] if expressions else None, field)


class _Sum:
    """Reads one subfield: registers and terms with operators between."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.shape = ""
        self.registers: list[int] = []
        self.expression: Expression | None = None
        sign = reader.take(1) if reader.next() in SUMS else None
        self._term(sign)
        while reader.next() in reader.sums:
            sign = reader.take(1)
            if self.registers and self.expression is None and reader.next() in ("", ","):
                self.expression = Literal(0, sign.place())  # SA6 A1+ is SA6 A1+0
            else:
                self._term(sign)
        if self.expression is not None:
            self.shape += "+K" if self.shape else "K"

    def _term(self, sign: Field | None) -> None:
        found = self.reader.register()
        if found is None:
            self._add(sign, self.reader.term())
            return
        letter, number, _ = found
        self.registers.append(number)
        self.shape += (sign.text if sign and (self.shape or sign.text == "-") else "") + letter
        while self.reader.next() in PRODUCTS:
            operator = self.reader.take(1)
            found = self.reader.register()
            if found is None:
                raise self.reader.unexpected("a register")
            self.registers.append(found[1])
            self.shape += operator.text + found[0]

    def _add(self, sign: Field | None, term: Expression) -> None:
        if self.expression is not None and sign is not None:
            self.expression = Binary(self.reader.sums[sign.text], self.expression, term, sign.place())
        else:
            self.expression = Unary(NEGATE, term, sign.place()) if sign and sign.text == "-" else term
