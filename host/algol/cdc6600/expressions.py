"""Expressions: code that leaves a word in a register.

Integers are words in ones' complement, never -0. Reals are normalized floating numbers, zero is +0. True is all ones,
false is +0, so that the logical operations are those of the machine, and bit 59 says which it is.

Products, quotients, powers and transfers of real numbers check themselves: an integer that they give, or that stands in
a variable, is less than 2**48. A sum may be larger until it is stored: up to 2**58, some 1,000 terms of 48 bits. An
operand that could take it beyond is checked for 48 bits before it is added. So the difference of any two integers,
which decides a relation, a subscript or another turn of a loop, has 59 bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import floor

from host.algol import syntax
from host.algol.cdc6600 import arrays, calls, dynamic, words
from host.algol.cdc6600.registers import ALL, STORED, Value
from host.algol.cdc6600.unit import Unit, by_name
from host.algol.syntax import Operator, Type, walk
from host.compiled.cdc6600 import of_integer, of_real

RELATIONS = (
    Operator.LESS, Operator.NOT_GREATER, Operator.EQUAL, Operator.NOT_LESS, Operator.GREATER, Operator.NOT_EQUAL,
)  # fmt: skip
LOGICAL = {
    Operator.AND: "X{}*X{}",
    Operator.OR: "X{}+X{}",
    Operator.EQUIVALENT: "-X{1}-X{0}",
    Operator.IMPLIES: "-X{0}+X{1}",
}
CONVERSIONS = {Type.REAL: "ITOR", Type.INTEGER: "ROUND"}
POWERS = {(Type.INTEGER, Type.INTEGER): "POWX", (Type.REAL, Type.INTEGER): "POWRI"}  # they look at the exponent
SAFE_POWERS = {"POWX": "POW", "POWRI": "POWI"}  # for exponents above zero
SIGNS = 8  # before a number: every sign asks anew whether it stands before one


def value(unit: Unit, node: syntax.Expression, wanted: Iterable[int] = ALL) -> Value:
    """Write code for an expression, transferred to the type that is needed; return its word."""
    known = constant(node)
    if known is not None:
        return unit.constant(known, wanted)
    if node.type in (Type.UNKNOWN, Type.NUMBER) and node.transfer in dynamic.TRANSFERS:
        return dynamic.transferred(unit, node)
    if node.transfer in CONVERSIONS and node.type != node.transfer:
        return unit.routine(CONVERSIONS[node.transfer], raw(unit, node, (1,)))
    return raw(unit, node, wanted)


def as_number(unit: Unit, node: syntax.Expression, real: bool, wanted: Iterable[int] = ALL) -> Value:
    """Return the value of an arithmetic expression as a real number or as an integer."""
    needed = Type.REAL if real else Type.INTEGER
    if type_of(node) == needed:
        return value(unit, node, wanted)
    number = number_of(node)
    if number is not None:
        return unit.constant(of_real(Fraction(number)) if real else of_integer(int(number)), wanted)
    return unit.routine(CONVERSIONS[needed], value(unit, node, (1,)))


def declared_type(node: syntax.Name) -> Type:
    """Return the type of a variable, or of the procedure whose value is assigned."""
    declared = node.declared
    assert isinstance(declared, syntax.Variable | syntax.Formal | syntax.Procedure)
    return declared.type


def type_of(node: syntax.Expression) -> Type:
    """Return the type of the word that `value` gives."""
    return node.transfer or node.type


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


def raw(unit: Unit, node: syntax.Expression, wanted: Iterable[int] = ALL) -> Value:
    """Write code for an expression; return its word, of its own type."""
    number = number_of(node)
    if number is not None and node.transfer:
        word = of_real(Fraction(number)) if node.type is Type.REAL else of_integer(int(number))
        return unit.constant(word, wanted)
    if constant(node) is not None:
        return value(unit, node, wanted)
    match node:
        case syntax.Name():
            return of_name(unit, node, wanted)
        case syntax.Subscripted():
            return arrays.element(unit, node, wanted)
        case syntax.Call():
            return calls.function(unit, node)
        case syntax.Unary():
            return unary(unit, node, wanted)
        case syntax.Binary(operator=operator) if operator in LOGICAL:
            left, right = value(unit, node.left), value(unit, node.right)
            return unit.compute("BX", LOGICAL[operator], left, right, wanted=wanted)
        case syntax.Binary(operator=operator) if operator in RELATIONS:
            return relation(unit, node, wanted)
        case syntax.Binary():
            return arithmetic(unit, node, wanted)
        case syntax.IfExpression():
            return chosen(unit, node, lambda unit, part: [value(unit, part, (6,))])[0]
        case _:
            raise AssertionError(f"no value: {node}")


def of_name(unit: Unit, node: syntax.Name, wanted: Iterable[int]) -> Value:
    """Return the value of a variable, a formal parameter, or a function without parameters."""
    declared = node.declared
    if isinstance(declared, syntax.Procedure) or node.called:
        return calls.function(unit, node)
    home = unit.shared.homes[declared]
    if isinstance(declared, syntax.Formal) and by_name(declared):
        routine = {Type.INTEGER: "NAMEI", Type.REAL: "NAMER"}.get(declared.type, "NAMEV")
        return unit.routine(routine, unit.fetch(home, (1,)), keeps=())
    return unit.fetch(home, wanted, may_be_unset=isinstance(declared, syntax.Variable))


def unary(unit: Unit, node: syntax.Unary, wanted: Iterable[int]) -> Value:
    """Write an operation on one word."""
    operand = value(unit, node.operand, wanted if node.operator is Operator.PLUS else ALL)
    if node.operator is Operator.PLUS:
        return operand
    if node.operator is Operator.NOT:
        return unit.compute("BX", "-X{}", operand, wanted=wanted)
    zero = unit.constant(0)
    real = type_of(node.operand) is Type.REAL
    return unit.compute("FX" if real else "IX", "X{}-X{}", zero, operand, wanted=wanted)


def operands(
    unit: Unit, node: syntax.Binary, first: Iterable[int] = ALL, second: Iterable[int] = ALL
) -> tuple[Value, Value]:
    """Evaluate both operands, the left one first unless it is a constant."""
    compared_first = wide(unit, node)

    def operand(part: syntax.Expression, wanted: Iterable[int]) -> Value:
        found = value(unit, part, wanted)
        return limited(unit, found) if part in compared_first else found

    if constant(node.left) is not None:
        right = operand(node.right, second)
        return operand(node.left, first), right
    left = operand(node.left, first)
    return left, operand(node.right, second)


def arithmetic(unit: Unit, node: syntax.Binary, wanted: Iterable[int]) -> Value:
    """Write a sum, a difference, a product, a quotient or a power."""
    operator, types = node.operator, (type_of(node.left), type_of(node.right))
    if operator in (Operator.PLUS, Operator.MINUS):
        real = Type.REAL in types
        left, right = operands(unit, node)
        sign = "+" if operator is Operator.PLUS else "-"
        return unit.compute("RX" if real else "IX", f"X{{}}{sign}X{{}}", left, right, wanted=wanted, normal=real)
    if operator is Operator.DIVIDE or (operator is Operator.TIMES and Type.REAL in types):
        left, right = operands(unit, node)
        return unit.compute("RX", "X{}*X{}" if operator is Operator.TIMES else "X{}/X{}", left, right, wanted=wanted)
    short = product(unit, node, wanted) if Type.REAL not in types else None
    if short is not None:
        return short
    routine = {Operator.TIMES: "MPY", Operator.QUOTIENT: "DIV"}.get(operator) or POWERS.get(types, "POWR")
    if (number_of(node.right) or 0) > 0:
        routine = SAFE_POWERS.get(routine, routine)
    left, right = operands(unit, node, (1,), (2,))
    return unit.routine(routine, left, right)


def relation(unit: Unit, node: syntax.Binary, wanted: Iterable[int]) -> Value:
    """Write a relation as a value: the sign of a difference, spread over a word."""
    difference, sense = compared(unit, node)
    if sense in ("ZR", "NZ"):
        difference = zero_as_sign(unit, difference, sense)
        sense = "NG"
    wanted = list(wanted)
    unit.registers.room(wanted, difference)
    register = unit.registers.ready(difference)
    unit.registers.drop(difference)
    result = unit.registers.take(wanted)
    if sense == "PL" or result.register != register:
        unit.op(f"BX{result.register}", f"X{register}" if sense == "NG" else f"-X{register}")
    unit.op(f"AX{result.register}", "59")
    return result


def zero_as_sign(unit: Unit, difference: Value, sense: str) -> Value:
    """Return a word that is negative if another one is +0 (ZR), or is not (NZ): by the number of its ones."""
    count = unit.compute("CX", "X{}", difference)
    other = unit.constant(1 if sense == "ZR" else 0)
    return unit.compute("IX", "X{}-X{}", *((count, other) if sense == "ZR" else (other, count)))


def compared(unit: Unit, node: syntax.Binary) -> tuple[Value, str]:
    """Write the difference whose sign or zero decides a relation; return it with the jump that is taken if it holds.

    Of reals the floating difference has the right sign even where its coefficient is lost; but equal they are only if
    the words are.
    """
    operator = node.operator
    equality = operator in (Operator.EQUAL, Operator.NOT_EQUAL)
    sense = {
        Operator.LESS: "NG", Operator.GREATER: "NG", Operator.NOT_LESS: "PL", Operator.NOT_GREATER: "PL",
        Operator.EQUAL: "ZR", Operator.NOT_EQUAL: "NZ",
    }[operator]  # fmt: skip
    swapped = operator in (Operator.GREATER, Operator.NOT_GREATER)
    if dynamic.is_dynamic(node.left) or dynamic.is_dynamic(node.right):
        order = dynamic.compared(unit, node.left, node.right)
        return (unit.compute("IX", "X{}-X{}", unit.constant(0), order) if swapped else order), sense
    if constant(node.left if swapped else node.right) == 0:
        return value(unit, node.right if swapped else node.left), sense
    if equality and constant(node.left) == 0:
        return value(unit, node.right), sense
    left, right = operands(unit, node)
    if swapped:
        left, right = right, left
    real = Type.REAL in (type_of(node.left), type_of(node.right))
    return unit.compute("FX" if real and not equality else "IX", "X{}-X{}", left, right), sense


JUMPS = {"NG": "PL", "PL": "NG", "ZR": "NZ", "NZ": "ZR"}  # the one that is taken otherwise


def branch(unit: Unit, node: syntax.Expression, target: str, when: bool) -> None:
    """Write a jump to `target` that is taken if a Boolean expression is `when`."""
    match node:
        case syntax.LogicalValue(value=known):
            if known == when:
                unit.jump(target)
        case syntax.Unary(operator=Operator.NOT):
            branch(unit, node.operand, target, not when)
        case syntax.Binary(operator=Operator.AND | Operator.OR) if (
            simple(node.right) and not unit.shared.options.check_unset
        ):
            decides = node.operator is Operator.OR  # this value of the first operand is that of both
            if decides == when:
                branch(unit, node.left, target, when)
                branch(unit, node.right, target, when)
            else:
                behind = unit.new_label()
                branch(unit, node.left, behind, decides)
                branch(unit, node.right, target, when)
                unit.label(behind)
        case syntax.Binary(operator=operator) if operator in RELATIONS:
            difference, sense = compared(unit, node)
            _jump_if(unit, sense if when else JUMPS[sense], difference, target)
        case _:
            _jump_if(unit, "NG" if when else "PL", value(unit, node), target)


def _jump_if(unit: Unit, sense: str, tested: Value, target: str) -> None:
    register = unit.registers.ready(tested)
    unit.registers.drop(tested)
    unit.op(sense, f"X{register},{target}")


def chosen(
    unit: Unit, node: syntax.IfExpression, write: Callable[[Unit, syntax.Expression], Sequence[Value]]
) -> list[Value]:
    """Write code for the one or the other part of a conditional expression; its words come in X6 and X7."""
    unit.registers.put_away_all_but()
    otherwise, behind = unit.new_label(), unit.new_label()
    branch(unit, node.condition, otherwise, when=False)
    for part, next_label in ((node.then, otherwise), (node.otherwise, behind)):
        words = write(unit, part)
        for each, register in [*zip(words, STORED, strict=False), (words[0], STORED[0])]:
            unit.registers.ready(each, (register,))
        unit.registers.drop(*words)
        if part is node.then:
            unit.jump(behind)
        unit.label(next_label)
    return [unit.registers.own(register) for register in STORED[: len(words)]]


MOST_FACTOR = 128  # a factor: what has 48 bits, shifted so far, does not leave a word


def product(unit: Unit, node: syntax.Binary, wanted: Iterable[int]) -> Value | None:
    """Write a product by a constant with one or two ones, by shifts, or a square; None: the library is needed."""
    if node.operator is Operator.POWER:
        return _square(unit, node)
    for factor, other in ((node.left, node.right), (node.right, node.left)):
        places = _places(factor)
        if places and node.operator is Operator.TIMES and not may_be_large(unit, other, by=SMALL_EXCESS):
            return limited(unit, _shifted(unit, value(unit, other), places, wanted))
    return None


def _places(factor: syntax.Expression) -> list[int]:
    """Return where the ones of a constant are, if there are one or two."""
    number = number_of(factor)
    if not isinstance(number, int) or not 0 < number <= MOST_FACTOR or number.bit_count() > 2:
        return []
    return [place for place in range(number.bit_length()) if number >> place & 1]


def _shifted(unit: Unit, operand: Value, places: list[int], wanted: Iterable[int]) -> Value:
    registers = unit.registers
    parts = []
    for place in places:
        if not place:
            parts.append(registers.own(registers.ready(operand)))
            continue
        source = registers.ready(operand)
        part = registers.take(wanted if len(places) == 1 else ALL)
        unit.op(f"BX{part.register}", f"X{source}")
        unit.op(f"LX{part.register}", str(place))
        parts.append(part)
    registers.drop(operand)
    return parts[0] if len(parts) == 1 else unit.compute("IX", "X{}+X{}", parts[0], parts[1], wanted=wanted)


def _square(unit: Unit, node: syntax.Binary) -> Value | None:
    if number_of(node.right) != 2:
        return None
    base = value(unit, node.left, (1,))
    return unit.routine("MPY", base, unit.registers.own(unit.registers.ready(base, (1,))))


SMALL_EXCESS = 1 << 17
LARGEST = (1 << 48) - 1
WIDEST = (1 << 58) - 1  # what is not checked
ADDITIVE = (Operator.PLUS, Operator.MINUS)


def stored_value(unit: Unit, node: syntax.Expression, wanted: Iterable[int] = ALL) -> Value:
    """Write code for an expression whose value is stored: an integer beyond 48 bits stops the program."""
    return limited_if_large(unit, node, value(unit, node, wanted))


def limited_if_large(unit: Unit, node: syntax.Expression, value: Value) -> Value:
    """Write code that stops the program if the value of an expression that is an integer is beyond 48 bits."""
    return limited(unit, value) if may_be_large(unit, node) else value


def limited(unit: Unit, value: Value) -> Value:
    """Write code that stops the program if an integer is beyond 48 bits; nothing, if it is compiled without checks."""
    if unit.shared.checks:
        register = unit.registers.ready(value)
        rest = unit.registers.take()
        unit.op(f"BX{rest.register}", f"X{register}")
        unit.op(f"AX{rest.register}", "48")
        unit.op("NZ", f"X{rest.register},LARGE")
        unit.registers.drop(rest)
    return value


def may_be_large(unit: Unit, node: syntax.Expression, by: int = 0) -> bool:
    """Whether the integer that an expression gives may be beyond 48 bits by more than a number."""
    return most(unit, node) > LARGEST + by


def most(unit: Unit, node: syntax.Expression) -> int:
    """Return what the magnitude of the word of an integer expression does not exceed; of others, LARGEST."""
    known = unit.shared.magnitudes
    if node not in known:
        known[node] = _most(unit, node)
    return known[node]


def wide(unit: Unit, node: syntax.Binary) -> list[syntax.Expression]:
    """Return the operands that have to be checked before they are added."""
    if node.operator not in ADDITIVE or node.type is not Type.INTEGER:
        return []
    found: list[syntax.Expression] = []
    total = most(unit, node.left) + most(unit, node.right)
    for each in (node.left, node.right):
        if total > WIDEST and may_be_large(unit, each):
            total -= most(unit, each) - LARGEST
            found.append(each)
    return found


def _most(unit: Unit, node: syntax.Expression) -> int:
    if node.type is not Type.INTEGER or node.transfer not in (None, Type.INTEGER):
        return LARGEST
    number = number_of(node)
    if number is not None:
        return abs(int(number))
    match node:
        case syntax.IfExpression():
            return max(most(unit, node.then), most(unit, node.otherwise))
        case syntax.Unary():
            return most(unit, node.operand)
        case syntax.Binary(operator=operator) if operator in ADDITIVE:
            compared_ones = wide(unit, node)
            return sum(LARGEST if each in compared_ones else most(unit, each) for each in (node.left, node.right))
        case syntax.Call(procedure=syntax.Name(declared=syntax.Procedure(standard=True, name="sign"))):
            return 1
        case syntax.Call(procedure=syntax.Name(declared=syntax.Procedure(standard=True, name="abs" | "iabs"))):
            return most(unit, node.actuals[0].expression)
    return LARGEST
