"""Expressions, computed from the words of storage as they are now: no code of the program runs.

Integers are exact. Each operation on reals is rounded to the nearest real: the machine's own may differ in the last
bit. A call of a procedure cannot be computed, but for abs, sign and entier.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

from emulators.errors import IronboardError
from host.algol.inspect.actuals import Stands, stands_for
from host.algol.inspect.environment import Described, Environment, Storage, is_array
from host.algol.inspect.values import Odd, Real, Value, decoded, exact, rounded, written
from host.algol.nesting import deep_recursion
from host.algol.syntax import (
    Array,
    Binary,
    Call,
    Declared,
    Expression,
    Formal,
    IfExpression,
    Integer,
    Kind,
    LogicalValue,
    Name,
    Operator,
    Procedure,
    Subscripted,
    Type,
    Unary,
    Variable,
)
from host.algol.syntax import Real as RealNode

DEEPEST = 100  # parameters that stand for one another
LARGEST = 1 << 12  # an exponent
NO_VALUE = "it stands for nothing yet"

T = TypeVar("T")
RELATIONS: dict[Operator, Callable[[Fraction, Fraction], bool]] = {
    Operator.LESS: operator.lt, Operator.NOT_GREATER: operator.le, Operator.EQUAL: operator.eq,
    Operator.NOT_LESS: operator.ge, Operator.GREATER: operator.gt, Operator.NOT_EQUAL: operator.ne,
}  # fmt: skip
LOGICAL: dict[Operator, Callable[[bool, bool], bool]] = {
    Operator.EQUIVALENT: operator.eq, Operator.IMPLIES: lambda a, b: not a or b,
    Operator.OR: operator.or_, Operator.AND: operator.and_,
}  # fmt: skip


class RunsCodeError(IronboardError):
    """A value that only the program itself can compute."""


class Evaluator:
    """Computes expressions of one program."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._depth = 0

    def value(self, node: Expression, here: Environment) -> Value:
        """Return the value of an expression; raises IronboardError where it has none that can be told."""
        match node:
            case Integer(value=number) | LogicalValue(value=number):
                return number
            case RealNode(value=number):
                return rounded(number)
            case Name():
                return self._name(node, here)
            case Subscripted():
                return self._word(*self.place(node, here))
            case Call():
                return self._call(node, here)
            case Unary():
                return self._unary(node.operator, self.value(node.operand, here))
            case Binary():
                return combined(node.operator, self.value(node.left, here), self.value(node.right, here))
            case IfExpression():
                chosen = node.then if self.truth(node.condition, here) else node.otherwise
                return self.value(chosen, here)
        raise IronboardError(f"'{node.at.text}' has no value")

    def truth(self, node: Expression, here: Environment) -> bool:
        """Return the value of a Boolean expression; raises IronboardError for others."""
        found = self.value(node, here)
        if not isinstance(found, bool):
            raise IronboardError(f"'{node.at.text}' is {written(found)}, neither true nor false")
        return found

    def integer(self, node: Expression, here: Environment) -> int:
        """Return the value of an expression as a subscript has it: rounded."""
        return _integer(self.value(node, here))

    def place(self, node: Expression, here: Environment) -> tuple[int, Type]:
        """Return the address and the type of a variable; raises IronboardError for what is none."""
        match node:
            case Name(declared=Variable() | Procedure(type=Type.INTEGER | Type.REAL | Type.BOOLEAN) as declared):
                return self.storage.word(declared, here), declared.type
            case Name(declared=Formal(kind=Kind.EXPRESSION | Kind.UNKNOWN) as formal):
                if formal.by_value:
                    return self.storage.word(formal, here), formal.type
                return self.place_of(formal, here)
            case Subscripted(array=Name(declared=Array() | Formal() as declared)):
                found = self.array(declared, here)
                return found.address([self.integer(each, here) for each in node.subscripts]), found.type
        raise IronboardError(f"'{node.at.text}' is no variable")

    def array(self, declared: Array | Formal, here: Environment) -> Described:
        """Return the array that a name means; raises IronboardError if it is none."""
        if is_array(declared):
            return self.storage.array(declared, here)
        assert isinstance(declared, Formal)
        stands = self.stands(declared, here)
        if stands.sort != "array" or stands.address is None:
            raise IronboardError(f"'{declared.spelling}' is no array")
        return self.storage.described(stands.address)

    # ------------------------------------------------------------ names

    def stands(self, formal: Formal, here: Environment) -> Stands:
        """Return what a formal parameter that is no value stands for."""
        return stands_for(self.storage, self.storage.peek(self.storage.word(formal, here)))

    def _name(self, node: Name, here: Environment) -> Value:
        declared = node.declared
        if isinstance(declared, Procedure) and (node.called or declared.standard or not declared.valued):
            raise RunsCodeError(f"'{node.at.text}' is a procedure: the debugger runs no code of the program")
        if isinstance(declared, Formal) and not declared.by_value:
            return self.of_formal(declared, here)
        return self._word(*self.place(node, here))

    def of_formal(self, formal: Formal, here: Environment) -> Value:
        """Return the value of a parameter by name."""
        found = self.of(self.stands(formal, here), formal.spelling)
        if formal.type is Type.INTEGER and isinstance(found, Real):
            return _integer(found)
        if formal.type is Type.REAL and isinstance(found, int) and not isinstance(found, bool):
            return rounded(Fraction(found))
        return found

    def of(self, stands: Stands, name: str) -> Value:
        """Return the value of what a parameter stands for."""
        if stands.address is not None and stands.sort in ("variable", "constant"):
            return self._word(stands.address, stands.type)
        if stands.sort == "expression" and stands.node is not None and stands.there is not None:
            return self._deeper(lambda: self.value(*self._evaluated(stands)))
        if stands.sort == "procedure":
            raise RunsCodeError(f"'{name}' is a procedure: the debugger runs no code of the program")
        raise IronboardError(f"'{name}' is {_article(stands.sort)}: it has no value" if stands.sort else NO_VALUE)

    def place_of(self, formal: Formal, here: Environment) -> tuple[int, Type]:
        """Return the variable that a parameter by name stands for; raises IronboardError if it stands for none."""
        stands = self.stands(formal, here)
        if stands.sort == "variable" and stands.address is not None:
            return stands.address, stands.type
        if stands.sort == "expression" and isinstance(stands.node, Subscripted) and not stands.node.enclosed:
            return self._deeper(lambda: self.place(*self._evaluated(stands)))
        raise IronboardError(f"'{formal.spelling}' stands for no variable")

    @staticmethod
    def _evaluated(stands: Stands) -> tuple[Expression, Environment]:
        assert stands.node is not None
        assert stands.there is not None
        return stands.node, stands.there

    def _deeper(self, act: Callable[[], T]) -> T:
        if self._depth >= DEEPEST:
            raise IronboardError("parameters stand for one another too often")
        self._depth += 1
        try:
            with deep_recursion():
                return act()
        finally:
            self._depth -= 1

    def _word(self, address: int, kind: Type) -> Value:
        return decoded(self.storage.peek(address), kind)

    # ------------------------------------------------------------ operations

    def _call(self, node: Call, here: Environment) -> Value:
        declared: Declared | None = node.procedure.declared
        known = isinstance(declared, Procedure) and declared.standard and declared.name in STANDARD
        if known and len(node.actuals) == 1:
            assert declared is not None
            return STANDARD[declared.name](_number(self.value(node.actuals[0].expression, here)))
        raise RunsCodeError(f"'{node.at.text}' calls a procedure: the debugger runs no code of the program")

    def _unary(self, sign: Operator, operand: Value) -> Value:
        if sign is Operator.NOT:
            return not _logical(operand)
        number = _number(operand)
        if sign is not Operator.MINUS:
            return number
        return -number if isinstance(number, int) else Real(-number.exact)


def combined(sign: Operator, left: Value, right: Value) -> Value:
    """Return what an operation gives; raises IronboardError for values that it does not take."""
    if sign in LOGICAL:
        return LOGICAL[sign](_logical(left), _logical(right))
    if sign in (Operator.EQUAL, Operator.NOT_EQUAL) and isinstance(left, bool) and isinstance(right, bool):
        return (left == right) is (sign is Operator.EQUAL)
    one, other = _number(left), _number(right)
    if sign in RELATIONS:
        return RELATIONS[sign](exact(one), exact(other))
    return _arithmetic(sign, one, other)


def _arithmetic(sign: Operator, left: int | Real, right: int | Real) -> Value:
    a, b = exact(left), exact(right)
    if sign in (Operator.DIVIDE, Operator.QUOTIENT) and b == 0:
        raise IronboardError("division by zero")
    if sign is Operator.POWER:
        return _power(left, right)
    if sign is Operator.QUOTIENT:
        if not (isinstance(left, int) and isinstance(right, int)):
            raise IronboardError("÷ divides integers")
        return abs(left) // abs(right) * (1 if (left < 0) is (right < 0) else -1)
    found = {
        Operator.PLUS: lambda: a + b, Operator.MINUS: lambda: a - b, Operator.TIMES: lambda: a * b,
        Operator.DIVIDE: lambda: a / b,
    }[sign]()  # fmt: skip
    whole = isinstance(left, int) and isinstance(right, int) and sign is not Operator.DIVIDE
    return int(found) if whole else rounded(found)


def _power(left: int | Real, right: int | Real) -> Value:
    if not isinstance(right, int) or abs(right) > LARGEST:
        raise RunsCodeError("this power is computed by the program's library: the debugger runs no code")
    base = exact(left)
    if right < 0 and base == 0:
        raise IronboardError("division by zero")
    return left**right if isinstance(left, int) and right >= 0 else rounded(base**right)


def _number(value: Value) -> int | Real:
    if isinstance(value, bool | Odd):
        raise IronboardError(f"{written(value)} is no number")
    return value


def _logical(value: Value) -> bool:
    if not isinstance(value, bool):
        raise IronboardError(f"{written(value)} is neither true nor false")
    return value


def _integer(value: Value) -> int:
    number = _number(value)
    return number if isinstance(number, int) else (number.exact + Fraction(1, 2)).__floor__()


def _article(sort: str) -> str:
    return f"an {sort}" if sort[0] in "ae" else f"a {sort}"


def _sized(number: int | Real) -> Value:
    return abs(number) if isinstance(number, int) else Real(abs(number.exact))


STANDARD: dict[str, Callable[[int | Real], Value]] = {
    "abs": _sized,
    "iabs": lambda number: abs(_integer(number)),
    "sign": lambda number: (exact(number) > 0) - (exact(number) < 0),
    "entier": lambda number: exact(number).__floor__(),
}
