"""Expressions, computed from the words of storage as they are now: no code of the program runs.

Integers are exact. Each operation on reals is rounded to the nearest real of the machine, whose own may differ in the
last bit. A call of a function cannot be computed, but for the simple ones of the language and statement functions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from emulators.errors import IronboardError
from host.compilers.debuginfo import table
from host.compilers.debuginfo.code import Here
from host.compilers.debuginfo.inspector import Expressions
from host.compilers.debuginfo.table import Array, BaseType, Entry
from host.compilers.debuginfo.values import Odd, Real, RunsCodeError, Value, exact
from host.compilers.fortran import syntax
from host.compilers.fortran.inspect.codemap import FortranCode
from host.compilers.fortran.inspect.names import FortranStorage, Names, type_of
from host.compilers.fortran.inspect.reading import UnknownNameError, names_of, parsed, read
from host.compilers.fortran.inspect.values import Bits, Found, Pair, Words
from host.compilers.fortran.intrinsics import INTRINSICS
from host.compilers.fortran.syntax import Kind, Operator, Symbol, Type

MOST_WORDS = 1 << 18  # of an array whose dimensions make sense
SIGNS = {
    Operator.PLUS: "+", Operator.MINUS: "-", Operator.TIMES: "×", Operator.DIVIDE: "/", Operator.POWER: "↑",
    Operator.LT: "<", Operator.LE: "≤", Operator.EQ: "=", Operator.NE: "≠", Operator.GE: "≥", Operator.GT: ">",
    Operator.AND: "∧", Operator.OR: "∨",
}  # fmt: skip
Bound = Mapping[Symbol, Found]  # the dummies of a statement function


Environment: TypeAlias = table.Environment[syntax.Unit, syntax.Node]


class FortranExpressions(Expressions[syntax.Unit, syntax.Node]):
    """The expressions of one program."""

    name, assign = "FORTRAN", "="

    def __init__(self, names: Names, storage: FortranStorage, words: Words, code: FortranCode) -> None:
        self.names, self.storage, self.words, self._code = names, storage, words, code

    # ------------------------------------------------------------ texts

    def readable(self, text: str) -> bool:
        names, declared = names_of(text), self.names.declared
        if not any(each in declared for each in names):
            return False
        if not all(each in declared or each in INTRINSICS for each in names):
            return False
        try:
            parsed(text, self.names.program.dialect, {name for name in names if declared.get(name)})
        except UnknownNameError:
            return False
        return True

    def read(self, text: str, here: Here[syntax.Unit, syntax.Node]) -> syntax.Expression:
        return read(text, self.names.program, self._code.routine(here.call), self.words.machine)

    def entry(self, node: syntax.Expression) -> Entry | None:
        return self.names.entry(node.symbol) if isinstance(node, syntax.Name) else None

    def element(self, node: syntax.Expression) -> Entry | None:
        return self.names.entry(node.symbol) if isinstance(node, syntax.Element) else None

    def told(self, node: syntax.Expression, value: Found) -> tuple[str, str]:
        return self.words.written(value, node.type), "" if isinstance(value, Odd) else node.type.value

    # ------------------------------------------------------------ values

    def value(self, node: syntax.Expression, here: Environment, bound: Bound | None = None) -> Found:
        match node:
            case syntax.Integer(value=number) | syntax.Logical(value=number):
                return number
            case syntax.Real(value=fraction):
                return self.words.calculator(node.type).rounded(fraction)
            case syntax.Complex(real=real, imaginary=imaginary):
                return Pair(self._real(real, here, bound), self._real(imaginary, here, bound))
            case syntax.Octal(value=word):
                return Bits(word)
            case syntax.Hollerith(text=text, fill=fill):
                return Bits(self._code.shared.machine.text(text, fill)[0])
            case syntax.Name(symbol=symbol) if bound is not None and symbol in bound:
                return bound[symbol]
            case syntax.Name() | syntax.Element():
                found: Found = self.storage.value(*self.place(node, here, bound))
                return found
            case syntax.Call():
                return self._call(node, here, bound)
            case syntax.Unary(operator=operator, operand=operand):
                return self._unary(operator, operand.type, self.value(operand, here, bound))
            case syntax.Binary():
                left, right = self.value(node.left, here, bound), self.value(node.right, here, bound)
                return self._binary(node, left, right)
            case syntax.Convert(operand=operand):
                return self.converted(self.value(operand, here, bound), operand.type, node.type)
        raise IronboardError(f"'{node.at.text}' has no value")

    def _real(self, node: syntax.Expression, here: Environment, bound: Bound | None) -> Real | Odd:
        found = self.value(node, here, bound)
        return found if isinstance(found, Real | Odd) else Odd("indefinite")

    # ------------------------------------------------------------ variables

    def place(self, node: syntax.Expression, here: Environment, bound: Bound | None = None) -> tuple[int, BaseType]:
        match node:
            case syntax.Name(symbol=Symbol(kind=Kind.VARIABLE, type=Type() as kind) as symbol):
                location = self.names.entry(symbol).location
                assert location is not None
                return self.storage.address(location, here), self.names.types[kind]
            case syntax.Element(symbol=Symbol(kind=Kind.ARRAY) as symbol):
                subscripts = [self.integer(self.value(each, here, bound)) for each in node.subscripts]
                return self._element(symbol, subscripts, here)
            case syntax.Name(symbol=Symbol(kind=Kind.ARRAY)):
                raise IronboardError(f"'{node.name}' is an array: its elements have values")
            case syntax.Name(symbol=symbol):
                raise RunsCodeError(f"'{node.name}' is a {symbol.kind.value}: the debugger runs no code of the program")
        raise IronboardError(f"'{node.at.text}' is not a variable")

    def array(self, entry: Entry, there: Environment) -> Array | None:
        symbol: Symbol = entry.declared
        if symbol.kind is not Kind.ARRAY:
            return None
        assert entry.location is not None
        assert entry.base is not None
        first = self.storage.address(entry.location, there)
        sizes = symbol.sizes or tuple(self.integer(self.value(each, there)) for each in symbol.dimensions)
        bounds = tuple((1, each) for each in sizes)
        found = Array(type_of(symbol, sizes), entry.base, first, bounds, columns=True)
        if any(each < 1 for each in sizes) or found.elements > MOST_WORDS:
            raise IronboardError(f"its dimensions are {', '.join(map(str, sizes))}")
        return found

    def _element(self, symbol: Symbol, subscripts: Sequence[int], here: Environment) -> tuple[int, BaseType]:
        """Return the address and the type of an element; subscripts that are missing are 1. Raises IronboardError."""
        array = self.array(self.names.entry(symbol), here)
        assert array is not None
        if not 0 < len(subscripts) <= len(array.bounds):
            raise IronboardError(f"'{symbol.name}' has {len(array.bounds)} subscripts, not {len(subscripts)}")
        element, factor = 0, 1
        for number, (subscript, (_, size)) in enumerate(zip(subscripts, array.bounds, strict=False), 1):
            last = number == len(subscripts)
            most = max(array.elements, symbol.reach) // factor if last else size
            if last and symbol.unbounded:
                most = MOST_WORDS  # as the program has it: such an array stands for one of any size
            if not 1 <= subscript <= most:
                raise IronboardError(f"the subscript {subscript} is not from 1 to {most}")
            element += (subscript - 1) * factor
            factor *= size
        return self.storage.moved(array.first, element * array.base.words), array.base

    def integer(self, value: Found) -> int:
        """Return a value as a subscript has it."""
        if isinstance(value, Bits):
            return self.words.integer(value.word)
        number = self.words.single.number(self._simple(value))
        return number if isinstance(number, int) else int(number.exact)

    def _simple(self, value: Found) -> Value:
        if isinstance(value, Pair | Bits):
            raise IronboardError(f"{self.words.written(value)} is not a number here")
        return value

    # ------------------------------------------------------------ operations

    def converted(self, value: Found, of: Type, to: Type) -> Found:
        """Return a value in another type, as an assignment converts it."""
        if of is to or isinstance(value, Odd):
            return value
        if isinstance(value, Bits):
            return self.words.decoded([value.word, 0], to)
        if to is Type.WORD:
            return Bits(self.words.encoded(value, of)[0])
        if to is Type.COMPLEX:
            return Pair(self.words.single.rounded(self._exact(value)), Real(Fraction(0)))
        if isinstance(value, Pair):
            value = value.real
            if isinstance(value, Odd):
                return value
        if to is Type.LOGICAL or isinstance(value, bool):
            raise IronboardError(f"{self.words.written(value, of)} is not {to.value}")
        number = self._exact(value)
        return int(number) if to is Type.INTEGER else self.words.calculator(to).rounded(number)

    def _exact(self, value: Found) -> Fraction:
        return exact(self.words.single.number(self._simple(value)))

    def _unary(self, sign: Operator, kind: Type, operand: Found) -> Found:
        if sign is Operator.NOT:
            if isinstance(operand, Bits):
                return Bits(operand.word ^ self.words.true)
            return not self.words.single.logical(self._simple(operand))
        if isinstance(operand, Pair):
            return operand if sign is Operator.PLUS else _negative(operand)
        calculator, value = self.words.calculator(kind), self._simple(operand)
        return calculator.negative(value) if sign is Operator.MINUS else calculator.number(value)

    def _binary(self, node: syntax.Binary, left: Found, right: Found) -> Found:
        operator, kind = node.operator, node.left.type
        if isinstance(left, Bits) and isinstance(right, Bits):
            return Bits(left.word & right.word if operator is Operator.AND else left.word | right.word)
        if isinstance(left, Pair) and isinstance(right, Pair):
            return self._complex(operator, left, right)
        sign = SIGNS[operator]
        calculator = self.words.calculator(node.left.type if operator.relation else node.type)
        if isinstance(left, Pair) or isinstance(right, Pair):
            raise RunsCodeError("this power is computed by the program's library: the debugger runs no code")
        one, other = self._simple(left), self._simple(right)
        if kind is Type.INTEGER and operator is Operator.DIVIDE:
            sign = "÷"
        if operator is Operator.POWER and isinstance(one, int) and isinstance(other, int) and other < 0:
            return _reciprocal(one, other)
        return calculator.combined(sign, one, other)

    def _complex(self, operator: Operator, left: Pair, right: Pair) -> Found:
        if operator in (Operator.EQ, Operator.NE):
            return (left == right) is (operator is Operator.EQ)
        a, b, c, d = (self._exact(each) for each in (left.real, left.imaginary, right.real, right.imaginary))
        if operator is Operator.DIVIDE and not (c or d):
            raise IronboardError("division by zero")
        match operator:
            case Operator.PLUS:
                parts = a + c, b + d
            case Operator.MINUS:
                parts = a - c, b - d
            case Operator.TIMES:
                parts = a * c - b * d, a * d + b * c
            case _:
                size = c * c + d * d
                parts = (a * c + b * d) / size, (b * c - a * d) / size
        real, imaginary = (self.words.single.rounded(each) for each in parts)
        return Pair(real, imaginary)

    # ------------------------------------------------------------ functions

    def _call(self, node: syntax.Call, here: Environment, bound: Bound | None) -> Found:
        symbol = node.symbol
        if symbol.kind is Kind.STATEMENT_FUNCTION and symbol.statement_function is not None:
            given = [self.value(each, here, bound) for each in node.arguments]
            dummies = symbol.statement_function.dummies
            if len(given) != len(dummies):
                raise IronboardError(f"'{node.name}' has {len(dummies)} arguments, not {len(given)}")
            return self.value(symbol.statement_function.value, here, dict(zip(dummies, given, strict=True)))
        operation = symbol.intrinsic.operation if symbol.kind is Kind.INTRINSIC else ""
        if operation not in FUNCTIONS:
            raise RunsCodeError(f"'{node.at.text}' calls a function: the debugger runs no code of the program")
        arguments = [self.value(each, here, bound) for each in node.arguments]
        kind = node.arguments[0].type if node.arguments else node.type
        if operation in PARTS:
            return PARTS[operation](*arguments)
        if operation in MASKS:
            return self._masked(operation, arguments)
        if operation in CONVERSIONS:
            return self.converted(arguments[0], kind, node.type)
        simple = [self._exact(each) for each in arguments]
        found = SIMPLE[operation](*simple)
        return self.converted(int(found) if kind is Type.INTEGER else Real(found), kind, node.type)

    def _masked(self, operation: str, given: list[Found]) -> Found:
        words = [each.word if isinstance(each, Bits) else self.integer(each) & self.words.true for each in given]
        result = words[0]
        for each in words[1:]:
            result = MASKS[operation](result, each)
        return Bits(result ^ self.words.true if operation == "compl" else result)


def _negative(pair: Pair) -> Pair:
    real, imaginary = (each if isinstance(each, Odd) else Real(-each.exact) for each in (pair.real, pair.imaginary))
    return Pair(real, imaginary)


def _reciprocal(base: int, exponent: int) -> int:
    """Return an integer to a negative power: the quotient 1 / base**n is truncated."""
    if base == 0:
        raise IronboardError("division by zero")
    if abs(base) > 1:
        return 0
    return base if exponent % 2 else 1


def _mod(a: Fraction, b: Fraction) -> Fraction:
    if b == 0:
        raise IronboardError("division by zero")
    return a - int(a / b) * b


SIMPLE: dict[str, Callable[..., Any]] = {
    "abs": abs, "mod": _mod, "max": max, "min": min, "aint": lambda a: Fraction(int(a)),
    "sign": lambda a, b: abs(a) if b >= 0 else -abs(a), "dim": lambda a, b: max(a - b, Fraction(0)),
}  # fmt: skip
CONVERSIONS = frozenset(("float", "ifix", "dble", "sngl"))
PARTS: dict[str, Callable[..., Found]] = {
    "real": lambda pair: pair.real, "aimag": lambda pair: pair.imaginary, "cmplx": Pair,
    "conjg": lambda pair: Pair(pair.real, _negative(pair).imaginary),
}  # fmt: skip
MASKS: dict[str, Callable[[int, int], int]] = {
    "and": int.__and__, "or": int.__or__, "xor": int.__xor__, "compl": int.__or__,
}  # fmt: skip
FUNCTIONS = {*SIMPLE, *CONVERSIONS, *PARTS, *MASKS}
