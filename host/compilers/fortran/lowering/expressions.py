"""Expressions: a value for each, of one word or two.

Operands are evaluated from left to right, all of them: both sides of .AND. and .OR., too, where a function is called on
one of them, as CDC's compilers did. Integers are never -0 on a machine with ones' complement; a logical value is all
ones or zero, and its sign says which.

    IF (A .AND. I .LT. N) ...       v1:b = load slot [A.]
                                    v2:i = load slot [I.]
                                    v3:i = load slot [N.]
                                    v4:i = diff.i v2, v3
                                    v5:w = and v1, v4
                                    branch ng v5, L1, L2
"""

from __future__ import annotations

from fractions import Fraction

from host.compilers.fortran import syntax
from host.compilers.fortran.lowering import calls, elements
from host.compilers.fortran.lowering.machine import Machine
from host.compilers.fortran.lowering.unit import KINDS, Unit
from host.compilers.fortran.syntax import Kind, Operator, Type, walk
from host.compilers.ir.conditions import INVERSE, JOINED, Joined, Test, both, truth
from host.compilers.ir.form import Label, Value
from host.compilers.lowering import Magnitudes

Values = tuple[Value, ...]

JOINS: dict[Operator, Joined] = {Operator.AND: "and", Operator.OR: "or"}
CONDITIONS = {
    Operator.LT: "ng", Operator.GT: "ng", Operator.GE: "pl", Operator.LE: "pl", Operator.EQ: "zr", Operator.NE: "nz",
}  # fmt: skip
SUMS = {Operator.PLUS: "add", Operator.MINUS: "sub"}
PAIRS = {Type.DOUBLE: "d", Type.COMPLEX: "c"}  # how the operations of routines begin
LETTERS = {Type.INTEGER: "i", Type.REAL: "r", **PAIRS}
OPERATIONS = {(Type.INTEGER, Type.REAL): "float", (Type.REAL, Type.INTEGER): "fix"}
NEGATIONS = ("neg.r", "neg.i")
NAMES = {Operator.PLUS: "add", Operator.MINUS: "sub", Operator.TIMES: "mul", Operator.DIVIDE: "div"}


def value(unit: Unit, node: syntax.Expression) -> Value:
    """Lower an expression of one word."""
    return words(unit, node)[0]


def words(unit: Unit, node: syntax.Expression) -> Values:
    """Lower an expression."""
    known = constant(unit.machine, node)
    if known is not None:
        return tuple(unit.const(each, KINDS[node.type]) for each in known)
    match node:
        case syntax.Name(symbol=symbol):
            if symbol in unit.bound:
                return unit.bound[symbol]
            return unit.fetch(unit.place(symbol), unit.region(symbol), node.type)
        case syntax.Element(symbol=symbol):
            return unit.fetch(elements.place(unit, node), unit.region(symbol), node.type)
        case syntax.Call():
            return calls.function(unit, node)
        case syntax.Complex():
            return value(unit, node.real), value(unit, node.imaginary)
        case syntax.Convert():
            return converted(unit, words(unit, node.operand), node.operand.type, node.type)
        case syntax.Unary(operator=Operator.NOT) if node.type is not Type.LOGICAL:
            return (unit.value("not", value(unit, node.operand), kind=KINDS[node.type]),)
        case syntax.Binary(operator=operator) if operator in JOINS and node.type is not Type.LOGICAL:
            left, right = value(unit, node.left), value(unit, node.right)
            return (unit.value(JOINS[operator], left, right, kind=KINDS[node.type]),)
        case syntax.Unary(operator=Operator.NOT):
            return (truth(unit, *_signed(unit, tested(unit, node))),)
        case syntax.Binary(operator=operator) if operator in JOINS or operator.relation:
            return (truth(unit, *_signed(unit, tested(unit, node))),)
        case syntax.Unary(operator=Operator.PLUS):
            return words(unit, node.operand)
        case syntax.Unary():
            return negative(unit, words(unit, node.operand), node.type)
        case syntax.Binary(operator=Operator.POWER):
            return _power(unit, node)
        case syntax.Binary():
            return _arithmetic(unit, node)
    raise AssertionError(f"no value: {node}")


# ---------------------------------------------------------------- constants


def number_of(node: syntax.Expression) -> int | None:
    """Return the integer that an expression is, if it is known: a constant, perhaps with a sign."""
    match node:
        case syntax.Integer():
            return node.value
        case syntax.Unary(operator=Operator.MINUS | Operator.PLUS as sign, operand=syntax.Integer(value=number)):
            return -number if sign is Operator.MINUS else number
    return None


def constant(machine: Machine, node: syntax.Expression) -> tuple[int, ...] | None:
    """Return the words of a constant, with its signs and conversions; None for any other expression.

    Raises OverflowError for a number that the machine does not have.
    """
    match node:
        case syntax.Logical():
            return (machine.target.fold("not", [0]) or 0 if node.value else 0,)
        case syntax.Octal():
            return (node.value,)
        case syntax.Hollerith():
            return (machine.text(node.text, node.fill)[0],)
        case syntax.Integer():
            return (machine.integer(node.value),)
        case syntax.Real():
            return machine.real(node.value) if node.double else (machine.single(node.value),)
        case syntax.Complex():
            real, imaginary = constant(machine, node.real), constant(machine, node.imaginary)
            return None if real is None or imaginary is None else (*real, *imaginary)
        case syntax.Unary(operator=Operator.PLUS | Operator.MINUS as sign):
            known = constant(machine, node.operand)
            if known is None or sign is Operator.PLUS:
                return known
            code = NEGATIONS[node.type in (Type.INTEGER, Type.WORD)]
            return _all([machine.target.fold(code, [each]) for each in known])
        case syntax.Convert():
            known = constant(machine, node.operand)
            return None if known is None else _converted(machine, known, node)
    return None


def _converted(machine: Machine, known: tuple[int, ...], node: syntax.Convert) -> tuple[int, ...] | None:
    """Return the words of a constant in another type: those that the machine's operations give."""
    of, to = node.operand.type, node.type
    if of is Type.COMPLEX:
        known, of = known[:1], Type.REAL
    if Type.WORD in (of, to):
        second = machine.text("", "H")[0] if isinstance(node.operand, syntax.Hollerith) else 0
        return (*known, second)[: to.words]
    if of is to:
        return known
    if of is Type.REAL and to in (Type.DOUBLE, Type.COMPLEX):
        return (*known, machine.single(Fraction(0)))
    operation = OPERATIONS.get((of, to))
    if operation and (word := machine.target.fold(operation, known)) is not None:
        return (word,)
    if to is Type.INTEGER:
        return (machine.integer(int(machine.exact(known))),)
    number = Fraction(machine.target.integer(known[0])) if of is Type.INTEGER else machine.exact(known)
    if to is Type.DOUBLE:
        return machine.real(number)
    single = machine.single(number)
    return (single,) if to is Type.REAL else (single, machine.single(Fraction(0)))


def _all(words: list[int | None]) -> tuple[int, ...] | None:
    known = tuple(each for each in words if each is not None)
    return known if len(known) == len(words) else None


# ---------------------------------------------------------------- conversions


def converted(unit: Unit, given: Values, of: Type, to: Type) -> Values:
    """Return a value in another type."""
    if Type.WORD in (of, to) and len(given) < to.words:
        return given[0], unit.const(0, "r")
    if of is to or Type.WORD in (of, to):
        return given
    match of, to:
        case Type.INTEGER, Type.REAL:
            return unit.routine("float", *given)
        case Type.INTEGER, Type.DOUBLE:
            return unit.routine("dfloat", *given)
        case Type.INTEGER, Type.COMPLEX:
            return converted(unit, unit.routine("float", *given), Type.REAL, to)
        case (Type.REAL, Type.DOUBLE | Type.COMPLEX):
            return given[0], unit.const(unit.machine.single(Fraction(0)), "r")
        case Type.DOUBLE, Type.REAL:
            return unit.routine("sngl", *given) if "sngl" in unit.machine.routines else given[:1]
        case Type.DOUBLE, Type.INTEGER:
            return unit.routine("dfix", *given)
        case Type.REAL, Type.INTEGER:
            return unit.routine("ifix", *given)
        case Type.COMPLEX, _:
            return converted(unit, given[:1], Type.REAL, to)
        case Type.DOUBLE, Type.COMPLEX:
            return converted(unit, converted(unit, given, of, Type.REAL), Type.REAL, to)
    raise AssertionError(f"{of} to {to}")


def negative(unit: Unit, given: Values, kind: Type) -> Values:
    """Return a number with the other sign."""
    return tuple(unit.value(NEGATIONS[kind in (Type.INTEGER, Type.WORD)], each) for each in given)


# ---------------------------------------------------------------- arithmetic


def _arithmetic(unit: Unit, node: syntax.Binary) -> Values:
    """Lower a sum, a difference, a product, a quotient."""
    operator, kind = node.operator, node.type
    left, right = words(unit, node.left), words(unit, node.right)
    if kind is Type.COMPLEX and operator in SUMS:
        code = f"{SUMS[operator]}.r"
        return tuple(unit.value(code, *each) for each in zip(left, right, strict=True))
    if kind in PAIRS:
        return unit.routine(PAIRS[kind] + NAMES[operator], *left, *right)
    (one,), (other,) = left, right
    if kind is Type.REAL:
        return (unit.value(f"{NAMES[operator]}.r", one, other),)
    if operator in SUMS:
        return (unit.value(f"{SUMS[operator]}.i", one, other),)
    if operator is Operator.DIVIDE:
        return unit.routine("idiv", one, other)[:1]
    return (_product(unit, node, one, other),)


SHIFTED = 128  # a factor: an integer of 48 bits, shifted so far, does not leave a word


def _product(unit: Unit, node: syntax.Binary, left: Value, right: Value) -> Value:
    """Multiply two integers: without a routine where the product is small enough, by shifts where a factor is."""
    most = unit.shared.magnitudes.most
    if unit.machine.products or most(node.left) * most(node.right) <= unit.machine.target.largest:
        return unit.value("mul.i", left, right)
    for factor, other, operand in ((node.left, right, node.right), (node.right, left, node.left)):
        number = number_of(factor) or 0
        if 0 < number <= SHIFTED and number.bit_count() <= 2 and most(operand) <= unit.machine.target.largest:
            places = [place for place in range(number.bit_length()) if number >> place & 1]
            parts = [unit.value("shl", other, kind="i", data=place) if place else other for place in places]
            product = parts[0] if len(parts) == 1 else unit.value("add.i", *parts)
            if unit.shared.checks and number > 1 and most(operand) * number > unit.machine.target.largest:
                unit.op("limit", product)
            return product
    return unit.routine("imul", left, right)[0]


def _power(unit: Unit, node: syntax.Binary) -> Values:
    kind, exponent = node.type, node.right.type
    number = number_of(node.right)
    if number in (2, 3, 4) and kind in (Type.REAL, Type.INTEGER):
        base = value(unit, node.left)
        square = _multiplied(unit, kind, base, base)
        return (square if number == 2 else _multiplied(unit, kind, base if number == 3 else square, square),)
    left, right = words(unit, node.left), words(unit, node.right)
    if kind is Type.DOUBLE and exponent is Type.REAL:
        right, exponent = converted(unit, right, exponent, kind), kind
    return unit.routine(f"{LETTERS[kind]}pow{LETTERS.get(exponent, 'i')}", *left, *right)


def _multiplied(unit: Unit, kind: Type, left: Value, right: Value) -> Value:
    if kind is Type.REAL:
        return unit.value("mul.r", left, right)
    if unit.machine.products:
        return unit.value("mul.i", left, right)
    return unit.routine("imul", left, right)[0]


# ---------------------------------------------------------------- relations and conditions


def tested(unit: Unit, node: syntax.Expression) -> Test:
    """Lower a logical expression to a word, and the condition of it that makes the expression true."""
    match node:
        case syntax.Unary(operator=Operator.NOT) if node.type is Type.LOGICAL:
            word, condition = tested(unit, node.operand)
            return word, INVERSE[condition]
        case syntax.Binary(operator=operator) if operator.relation:
            return _compared(unit, node)
        case syntax.Binary(operator=operator) if operator in JOINS and node.type is Type.LOGICAL:
            sides = (_signed(unit, tested(unit, each)) for each in (node.left, node.right))
            return both(unit, JOINS[operator], *sides)
    return value(unit, node), "ng"


def _signed(unit: Unit, test: Test) -> Test:
    """Return a test of a truth value where the sign of a number alone does not say that it is negative."""
    word, condition = test
    if word.type == "b" or not unit.machine.target.signed_zero:
        return test
    if condition in ("zr", "nz"):
        word = unit.value("neg.i", unit.value("abs", word, kind="i"))
        condition = "pl" if condition == "zr" else "ng"
    return unit.value("sign", word), condition


def _compared(unit: Unit, node: syntax.Binary) -> Test:
    """Lower the difference that decides a relation by its sign or zero, with the condition of a branch.

    Of reals the floating difference has the right sign even where its coefficient is lost; but equal they are only if
    the words are.
    """
    operator, kind = node.operator, node.left.type
    equality = operator in (Operator.EQ, Operator.NE)
    condition = CONDITIONS[operator]
    left, right = words(unit, node.left), words(unit, node.right)
    if kind is Type.COMPLEX:
        parts = [unit.value("xor", one, other, kind="w") for one, other in zip(left, right, strict=True)]
        return unit.value("or", *parts, kind="w"), condition
    swapped = operator in (Operator.GT, Operator.LE)
    if kind is Type.DOUBLE:
        return unit.routine("dcompare", *(right + left if swapped else left + right))[0], condition
    one, other = (right[0], left[0]) if swapped else (left[0], right[0])
    zero = constant(unit.machine, node.left if swapped else node.right)
    if zero == (0,):
        return one, condition
    if equality and constant(unit.machine, node.left) == (0,):
        return other, condition
    return unit.value("diff.r" if kind is Type.REAL and not equality else "diff.i", one, other), condition


def branch(unit: Unit, node: syntax.Expression, true: Label, false: Label) -> None:
    """Lower a logical expression as a branch."""
    match node:
        case syntax.Logical(value=known):
            unit.jump(true if known else false)
        case syntax.Unary(operator=Operator.NOT) if node.type is Type.LOGICAL:
            branch(unit, node.operand, false, true)
        case syntax.Binary(operator=Operator.AND | Operator.OR) if (
            node.type is Type.LOGICAL
            and (unit.machine.target.signed_zero or not _condition(node))
            and simple(node.right)
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


def _condition(node: syntax.Expression) -> str:
    """Return the condition of a test; nothing if two tests do not make one as they are."""
    match node:
        case syntax.Unary(operator=Operator.NOT):
            return INVERSE.get(_condition(node.operand), "")
        case syntax.Binary(operator=operator) if operator.relation:
            return CONDITIONS[operator]
        case syntax.Binary(operator=operator) if operator in JOINS:
            one, other, known = _condition(node.left), _condition(node.right), JOINED[JOINS[operator]]
            return (known.get((one, other)) or known.get((other, one), ("", "")))[1]
    return "ng"


def simple(node: syntax.Expression) -> bool:
    """Whether evaluating an expression has no effect, cannot fail and uses no routine."""
    return all(
        isinstance(each, syntax.Name | syntax.Integer | syntax.Real | syntax.Logical | syntax.Octal | syntax.Hollerith)
        or (isinstance(each, syntax.Unary | syntax.Binary) and _is_simple(each))
        for each in walk(node)
    )


def _is_simple(node: syntax.Unary | syntax.Binary) -> bool:
    routines = (Operator.TIMES, Operator.DIVIDE, Operator.POWER)
    operand = node.operand if isinstance(node, syntax.Unary) else node.left
    return node.operator not in routines and operand.type not in PAIRS


# ---------------------------------------------------------------- how large integers are


class Integers(Magnitudes[syntax.Expression]):
    def bound(self, node: syntax.Expression) -> int:
        number = number_of(node)
        if number is not None:
            return abs(number)
        match node:
            case syntax.Unary(operator=Operator.MINUS | Operator.PLUS):
                return self.most(node.operand)
            case syntax.Binary(operator=operator) if operator in SUMS and node.type is Type.INTEGER:
                return self.sum(node.left, node.right)
            case syntax.Binary(operator=Operator.TIMES) if node.type is Type.INTEGER:
                return self.product(node.left, node.right)
            case syntax.Call(symbol=symbol) if symbol.kind is Kind.INTRINSIC and symbol.intrinsic.operation == "mod":
                return min(self.largest, self.most(node.arguments[1]))
        return self.largest
