"""Expressions: a value for each.

Integers are words in ones' complement, never -0. Reals are normalized floating numbers, zero is +0. True is all ones,
false is +0, so that the logical operations are those of the machine, and the sign says which it is.

Products, quotients, powers and transfers of real numbers check themselves: an integer that they give, or that is in
a variable, is less than 2**48. A sum may be larger until it is stored: up to 2**58, some 1,000 terms of 48 bits. An
operand that could take it beyond is checked for 48 bits before it is added. So the difference of any two integers,
which decides a relation, a subscript or another turn of a loop, has 59 bits.

    if a ∧ i < n then ...           v1:b = load slot [A.]
                                    branch ng v1, L1, L2
                                  L1:
                                    v2:i = load slot [I.]
                                    v3:i = load slot [N.]
                                    v4:i = diff.i v2, v3
                                    branch ng v4, L3, L2
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import floor

from host.compilers.algol import syntax
from host.compilers.algol.cdc6600 import words
from host.compilers.algol.lowering import arrays, calls, dynamic, names
from host.compilers.algol.lowering.unit import KINDS, Unit, by_name
from host.compilers.algol.syntax import Operator, Type, walk
from host.compilers.backends.cdc6600.compiled import of_integer, of_real
from host.compilers.ir import form
from host.compilers.ir.conditions import INVERSE, JOINED, Joined, both, truth
from host.compilers.ir.form import Label, Value
from host.compilers.lowering import Magnitudes

RELATIONS = (
    Operator.LESS, Operator.NOT_GREATER, Operator.EQUAL, Operator.NOT_LESS, Operator.GREATER, Operator.NOT_EQUAL,
)  # fmt: skip
LOGICAL = {Operator.EQUIVALENT: "eqv", Operator.IMPLIES: "imp"}
CONVERSIONS = {Type.REAL: "ITOR", Type.INTEGER: "ROUND"}
POWERS = {(Type.INTEGER, Type.INTEGER): "POWX", (Type.REAL, Type.INTEGER): "POWRI"}  # they look at the exponent
SAFE_POWERS = {"POWX": "POW", "POWRI": "POWI"}  # for exponents above zero
SIGNS = 8  # before a number: every sign asks anew whether it is before one


def value(unit: Unit, node: syntax.Expression) -> Value:
    """Lower an expression, transferred to the type that is needed."""
    known = constant(node)
    if known is not None:
        return unit.const(known, kind_of(node))
    if node.type in (Type.UNKNOWN, Type.NUMBER) and node.transfer in dynamic.TRANSFERS:
        return dynamic.transferred(unit, node)
    if node.transfer in CONVERSIONS and node.type != node.transfer:
        return converted(unit, raw(unit, node), node.transfer)
    return raw(unit, node)


def converted(unit: Unit, word: Value, to: Type) -> Value:
    """Transfer an integer to a real number or the other way."""
    return unit.call(CONVERSIONS[to], KINDS[to], X1=word)[0]


def as_number(unit: Unit, node: syntax.Expression, real: bool) -> Value:
    """Return the value of an arithmetic expression as a real number or as an integer."""
    needed = Type.REAL if real else Type.INTEGER
    if type_of(node) == needed:
        return value(unit, node)
    number = number_of(node)
    if number is not None:
        return unit.const(of_real(Fraction(number)) if real else of_integer(int(number)), KINDS[needed])
    return converted(unit, value(unit, node), needed)


def declared_type(node: syntax.Name) -> Type:
    """Return the type of a variable, or of the procedure with the value that is assigned."""
    declared = node.declared
    assert isinstance(declared, syntax.Variable | syntax.Formal | syntax.Procedure)
    return declared.type


def type_of(node: syntax.Expression) -> Type:
    """Return the type of the value that `value` gives."""
    return node.transfer or node.type


def kind_of(node: syntax.Expression) -> form.Type:
    """Return the type of that value in the intermediate form."""
    return KINDS.get(type_of(node), "w")


def constant(node: syntax.Expression) -> int | None:
    """Return the word of an expression that is known now."""
    if isinstance(node, syntax.LogicalValue):
        return words.TRUE if node.value else words.FALSE
    number = number_of(node)
    if number is None:
        return None
    if type_of(node) is Type.REAL:
        return of_real(Fraction(number))
    if isinstance(number, Fraction):
        number = floor(number + Fraction(1, 2))
    return of_integer(number)


def number_of(node: syntax.Expression) -> Fraction | int | None:
    """Return the number that an expression is: one with a sign, or with a few."""
    if isinstance(node, syntax.Name):  # most are
        return None
    sign = 1
    for _ in range(SIGNS):
        match node:
            case syntax.Integer() | syntax.Real():
                return sign * node.value
            case syntax.Unary(operator=Operator.MINUS | Operator.PLUS, operand=operand) if not operand.transfer:
                sign = -sign if node.operator is Operator.MINUS else sign
                node = operand
            case _:
                return None
    return None


def simple(node: syntax.Expression) -> bool:
    """Whether evaluating an expression has no effect, cannot fail and uses no routine."""
    for each in walk(node):
        if isinstance(each, syntax.Name) and (by_name(each.declared) or isinstance(each.declared, syntax.Procedure)):
            return False
        if isinstance(each, syntax.Call | syntax.Subscripted):
            return False
        if (
            isinstance(each, syntax.Expression)
            and each.transfer
            and each.type != each.transfer
            and constant(each) is None
        ):
            return False
        if isinstance(each, syntax.Binary) and each.operator in (
            Operator.TIMES,
            Operator.DIVIDE,
            Operator.QUOTIENT,
            Operator.POWER,
        ):
            return False
    return True


def raw(unit: Unit, node: syntax.Expression) -> Value:
    """Lower an expression; its value is of its own type."""
    number = number_of(node)
    if number is not None and node.transfer:
        real = node.type is Type.REAL
        return unit.const(of_real(Fraction(number)) if real else of_integer(int(number)), "r" if real else "i")
    if constant(node) is not None:
        return value(unit, node)
    match node:
        case syntax.Name():
            return of_name(unit, node)
        case syntax.Subscripted():
            return arrays.element(unit, node)
        case syntax.Call():
            return calls.function(unit, node)
        case syntax.Unary(operator=Operator.NOT):
            return truth(unit, *tested(unit, node))
        case syntax.Unary():
            return unary(unit, node)
        case syntax.Binary(operator=operator) if operator in LOGICAL:
            return unit.value(LOGICAL[operator], value(unit, node.left), value(unit, node.right), kind="b")
        case syntax.Binary(operator=operator) if operator in RELATIONS or operator in JOINS:
            return truth(unit, *tested(unit, node))
        case syntax.Binary():
            return arithmetic(unit, node)
        case syntax.IfExpression():
            return chosen(unit, node, (KINDS.get(node.type, "w"),), lambda part: [value(unit, part)])[0]
        case _:
            raise AssertionError(f"no value: {node}")


def of_name(unit: Unit, node: syntax.Name) -> Value:
    """Return the value of a variable, a formal parameter, or a function without parameters."""
    declared = node.declared
    if isinstance(declared, syntax.Procedure) or node.called:
        return calls.function(unit, node)
    if isinstance(declared, syntax.Formal) and by_name(declared):
        return names.value(unit, declared)
    return unit.fetch(declared, KINDS.get(node.type, "w"), may_be_unset=isinstance(declared, syntax.Variable))


def unary(unit: Unit, node: syntax.Unary) -> Value:
    """Lower a number with a sign."""
    operand = value(unit, node.operand)
    if node.operator is Operator.PLUS:
        return operand
    return unit.value("neg.r" if type_of(node.operand) is Type.REAL else "neg.i", operand)


def operands(unit: Unit, node: syntax.Binary) -> tuple[Value, Value]:
    """Evaluate both operands, the left one first."""
    compared_first = wide(unit, node)

    def operand(part: syntax.Expression) -> Value:
        unknown = node.operator is Operator.QUOTIENT and part.type in (Type.UNKNOWN, Type.NUMBER)
        found = dynamic.whole(unit, part) if unknown else value(unit, part)
        return limited(unit, found) if part in compared_first else found

    return operand(node.left), operand(node.right)


def arithmetic(unit: Unit, node: syntax.Binary) -> Value:
    """Lower a sum, a difference, a product, a quotient or a power."""
    operator, types = node.operator, (type_of(node.left), type_of(node.right))
    real = Type.REAL in types
    if operator is Operator.MINUS and not real and (division := _remainder(node)) is not None:
        left, right = operands(unit, division)
        return unit.call("DIV", "i", "i", X1=left, X2=right)[1]
    if operator in (Operator.PLUS, Operator.MINUS):
        code = "add" if operator is Operator.PLUS else "sub"
        return unit.value(f"{code}.r" if real else f"{code}.i", *operands(unit, node))
    if operator is Operator.DIVIDE or (operator is Operator.TIMES and real):
        return unit.value("mul.r" if operator is Operator.TIMES else "div.r", *operands(unit, node))
    short = power(unit, node) if real else product(unit, node)
    if short is not None:
        return short
    routine = {Operator.TIMES: "MPY", Operator.QUOTIENT: "DIV"}.get(operator) or POWERS.get(types, "POWR")
    if (number_of(node.right) or 0) > 0:
        routine = SAFE_POWERS.get(routine, routine)
    left, right = operands(unit, node)
    return unit.call(routine, KINDS.get(node.type, "w"), X1=left, X2=right)[0]


# ---------------------------------------------------------------- relations and conditions


JOINS: dict[Operator, Joined] = {Operator.AND: "and", Operator.OR: "or"}


def tested(unit: Unit, node: syntax.Expression) -> tuple[Value, str]:
    """Lower a Boolean expression to a word, and the condition of it that makes the expression true."""
    match node:
        case syntax.Unary(operator=Operator.NOT):
            word, condition = tested(unit, node.operand)
            return word, INVERSE[condition]
        case syntax.Binary(operator=operator) if operator in RELATIONS:
            return compared(unit, node)
        case syntax.Binary(operator=operator) if operator in JOINS:
            return both(unit, JOINS[operator], tested(unit, node.left), tested(unit, node.right))
    return value(unit, node), "ng"


def _condition(node: syntax.Expression) -> str:
    """Return the condition of a test; nothing if two tests do not make one as they are."""
    match node:
        case syntax.Unary(operator=Operator.NOT):
            return INVERSE.get(_condition(node.operand), "")
        case syntax.Binary(operator=operator) if operator in RELATIONS:
            return CONDITIONS[operator]
        case syntax.Binary(operator=operator) if operator in JOINS:
            one, other, known = _condition(node.left), _condition(node.right), JOINED[JOINS[operator]]
            return (known.get((one, other)) or known.get((other, one), ("", "")))[1]
    return "ng"


CONDITIONS = {
    Operator.LESS: "ng", Operator.GREATER: "ng", Operator.NOT_LESS: "pl", Operator.NOT_GREATER: "pl",
    Operator.EQUAL: "zr", Operator.NOT_EQUAL: "nz",
}  # fmt: skip


def compared(unit: Unit, node: syntax.Binary) -> tuple[Value, str]:
    """Lower the difference that decides a relation by its sign or zero; return it with the condition of a branch.

    Of reals the floating difference has the right sign even where its coefficient is lost; but equal they are only if
    the words are.
    """
    operator = node.operator
    equality = operator in (Operator.EQUAL, Operator.NOT_EQUAL)
    condition = CONDITIONS[operator]
    swapped = operator in (Operator.GREATER, Operator.NOT_GREATER)
    if dynamic.is_dynamic(node.left) or dynamic.is_dynamic(node.right):
        order = dynamic.compared(unit, node.left, node.right)
        return unit.value("neg.i", order) if swapped else order, condition
    if constant(node.left if swapped else node.right) == 0:
        return value(unit, node.right if swapped else node.left), condition
    if equality and constant(node.left) == 0:
        return value(unit, node.right), condition
    left, right = operands(unit, node)
    if swapped:
        left, right = right, left
    real = Type.REAL in (type_of(node.left), type_of(node.right))
    return unit.value("diff.r" if real and not equality else "diff.i", left, right), condition


def branch(unit: Unit, node: syntax.Expression, true: Label, false: Label) -> None:
    """Lower a Boolean expression as a branch to one of two labels."""
    match node:
        case syntax.LogicalValue(value=known):
            unit.jump(true if known else false)
        case syntax.Unary(operator=Operator.NOT):
            branch(unit, node.operand, false, true)
        case syntax.Binary(operator=Operator.AND | Operator.OR) if (
            not _condition(node) and simple(node.right) and not unit.shared.settings.check_unset
        ):
            between = unit.new_label()
            if node.operator is Operator.AND:
                branch(unit, node.left, between, false)
            else:
                branch(unit, node.left, true, between)
            unit.label(between)
            branch(unit, node.right, true, false)
        case _:
            word, condition = tested(unit, node)
            unit.branch(condition, word, true, false)


def chosen(
    unit: Unit,
    node: syntax.IfExpression,
    kinds: Sequence[form.Type],
    lower: Callable[[syntax.Expression], Sequence[Value]],
) -> tuple[Value, ...]:
    """Lower the two parts of a conditional expression; return its values, which are of these types."""
    true, false, join = unit.new_label(), unit.new_label(), unit.new_label()
    branch(unit, node.condition, true, false)
    unit.label(true)
    unit.jump(join, *lower(node.then))
    unit.label(false)
    unit.jump(join, *lower(node.otherwise))
    return unit.label(join, *kinds)


# ---------------------------------------------------------------- products


MOST_FACTOR = 128  # a factor: an integer of 48 bits, shifted so far, does not leave a word


def product(unit: Unit, node: syntax.Binary) -> Value | None:
    """Lower a product of integers without a routine: by shifts, of small factors; or a square; None: none of these."""
    if node.operator is Operator.POWER:
        return _square(unit, node)
    if node.operator is not Operator.TIMES:
        return None
    for factor, other in ((node.left, node.right), (node.right, node.left)):
        places = _places(factor)
        if places and not may_be_large(unit, other, by=SMALL_EXCESS):
            return limited(unit, _shifted(unit, value(unit, other), places))
    most = unit.shared.magnitudes.most
    if most(node.left) * most(node.right) <= LARGEST:
        return unit.value("mul.i", *operands(unit, node))
    return None


def _places(factor: syntax.Expression) -> list[int]:
    """Return the positions of a constant's ones, if there are one or two."""
    number = number_of(factor)
    if not isinstance(number, int) or not 0 < number <= MOST_FACTOR or number.bit_count() > 2:
        return []
    return [place for place in range(number.bit_length()) if number >> place & 1]


def _shifted(unit: Unit, operand: Value, places: list[int]) -> Value:
    parts = [unit.value("shl", operand, kind="i", data=place) if place else operand for place in places]
    return parts[0] if len(parts) == 1 else unit.value("add.i", *parts)


def _square(unit: Unit, node: syntax.Binary) -> Value | None:
    if number_of(node.right) != 2:
        return None
    base = value(unit, node.left)
    return unit.call("MPY", "i", X1=base, X2=base)[0]


# ---------------------------------------------------------------- how large integers are


def power(unit: Unit, node: syntax.Binary) -> Value | None:
    """Lower the second, third or fourth power of a real number: the products that the library makes of it."""
    exponent = number_of(node.right)
    if node.operator is not Operator.POWER or type_of(node.right) is not Type.INTEGER or exponent not in (2, 3, 4):
        return None
    base = value(unit, node.left)
    square = unit.value("mul.r", base, base)
    return square if exponent == 2 else unit.value("mul.r", base if exponent == 3 else square, square)


def _remainder(node: syntax.Binary) -> syntax.Binary | None:
    """Return the division a ÷ b of a - a ÷ b × b, variables or numbers: it gives the remainder, too."""
    match node:
        case syntax.Binary(
            left=whole,
            right=syntax.Binary(
                operator=Operator.TIMES,
                left=syntax.Binary(operator=Operator.QUOTIENT, left=dividend, right=divisor) as division,
                right=factor,
            ),
        ) if _same(whole, dividend) and _same(divisor, factor):
            return division
    return None


def _same(one: syntax.Expression, other: syntax.Expression) -> bool:
    """Whether two expressions are the same number, or the same variable."""
    if not (simple(one) and type_of(one) is type_of(other) is Type.INTEGER):
        return False
    match one, other:
        case syntax.Name(), syntax.Name():
            return one.declared is other.declared
        case syntax.Integer(), syntax.Integer():
            return one.value == other.value
    return False


SMALL_EXCESS = 1 << 17
LARGEST = (1 << 48) - 1
ADDITIVE = (Operator.PLUS, Operator.MINUS)


def stored_value(unit: Unit, node: syntax.Expression) -> Value:
    """Lower an expression that is stored: an integer beyond 48 bits stops the program."""
    return limited_if_large(unit, node, value(unit, node))


def given_value(unit: Unit, node: syntax.Expression) -> Value:
    """Lower the value of a parameter's code: an integer has 48 bits, even before it becomes a real number."""
    if node.type is Type.INTEGER and node.transfer is Type.REAL and constant(node) is None:
        word = raw(unit, node)
        large = unit.shared.magnitudes.bound(node) > LARGEST
        return converted(unit, limited(unit, word) if large else word, Type.REAL)
    return stored_value(unit, node)


def limited_if_large(unit: Unit, node: syntax.Expression, value: Value) -> Value:
    """Stop the program if the value of an expression that is an integer is beyond 48 bits."""
    return limited(unit, value) if may_be_large(unit, node) else value


def limited(unit: Unit, value: Value) -> Value:
    """Stop the program if an integer is beyond 48 bits, unless it is compiled without checks."""
    if unit.shared.checks:
        unit.op("limit", value)
    return value


def may_be_large(unit: Unit, node: syntax.Expression, by: int = 0) -> bool:
    """Whether the integer that an expression gives may be beyond 48 bits by more than a number."""
    return unit.shared.magnitudes.most(node) > LARGEST + by


def wide(unit: Unit, node: syntax.Binary) -> list[syntax.Expression]:
    """Return the operands that have to be checked before they are added."""
    if node.operator not in ADDITIVE or node.type is not Type.INTEGER:
        return []
    return unit.shared.magnitudes.wide(node.left, node.right)


class Integers(Magnitudes[syntax.Expression]):
    def converts(self, node: syntax.Expression) -> bool:
        return node.type is not Type.INTEGER or node.transfer not in (None, Type.INTEGER)

    def bound(self, node: syntax.Expression) -> int:
        number = number_of(node)
        if number is not None:
            return abs(int(number))
        match node:
            case syntax.IfExpression():
                return max(self.most(node.then), self.most(node.otherwise))
            case syntax.Unary():
                return self.most(node.operand)
            case syntax.Binary(operator=Operator.MINUS) if _remainder(node) is not None:
                return self.largest
            case syntax.Binary(operator=operator) if operator in ADDITIVE:
                return self.sum(node.left, node.right)
            case syntax.Binary(operator=Operator.TIMES):
                return self.product(node.left, node.right)
            case syntax.Call(procedure=syntax.Name(declared=syntax.Procedure(standard=True, name="sign"))):
                return 1
            case syntax.Call(procedure=syntax.Name(declared=syntax.Procedure(standard=True, name="abs" | "iabs"))):
                return self.most(node.actuals[0].expression)
        return self.largest
