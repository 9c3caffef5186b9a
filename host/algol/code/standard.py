"""Calls of the standard procedures: routines of the library, with arguments in X1, X2, X3; some need no routine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from emulators.errors import SourceErrors
from host.algol.code import calls, constants, expressions
from host.algol.code.registers import ALL, Value
from host.algol.code.unit import Unit
from host.algol.syntax import Actual, Expression, Kind, Name, Procedure, Program, Type, walk

ROUTINES: Mapping[str, str] = {
    "sign": "SIGN", "sqrt": "SQRT", "sin": "SIN", "cos": "COS", "arctan": "ARCTAN", "ln": "LN", "exp": "EXP",
    "entier": "ENTIER",
    "insymbol": "INSYM", "outsymbol": "OUTSYM", "length": "LENGTH", "inreal": "INRL", "outreal": "OUTRL",
    "ininteger": "ININTG", "outinteger": "OUTINTG", "inboolean": "INBOOL", "outboolean": "OUTBOOL",
    "inarray": "INARR", "outarray": "OUTARR", "outstring": "OUTSTR", "outterminator": "OUTTERM",
    "inchar": "INSYM", "outchar": "OUTSYM", "input": "INPUTF", "output": "OUTPUTF", "incharacter": "INSYM",
    "outcharacter": "OUTSYM", "stop": "STOP", "fault": "QUIT", "abs": "ABS", "iabs": "ABS",
}  # fmt: skip
CONSTANTS: Mapping[str, int] = {
    "maxreal": constants.of_real(((1 << 48) - 1) * Fraction(2) ** 1022),
    "minreal": constants.of_real(Fraction(2) ** (47 - 1022)),
    "maxint": (1 << 48) - 1,  # what all operations take
    "epsilon": constants.of_real(Fraction(2) ** -47),
}
EITHER_TYPE = ("abs", "sign")  # of an argument: the same instructions serve integers and reals


def call(unit: Unit, procedure: Procedure, actuals: Sequence[Actual]) -> Value:
    """Write a call of a standard procedure; return its result."""
    if procedure.name in CONSTANTS:
        return unit.constant(CONSTANTS[procedure.name])
    if procedure.name in INLINE:
        return INLINE[procedure.name](unit, actuals)
    count = len(procedure.formals)
    values = []
    for number, actual in enumerate(actuals[:count], 1):
        values.append(_argument(unit, procedure, actual, number))
    if procedure.rest:
        calls.descriptions_to_stack(unit, actuals[count:])
    return unit.routine(ROUTINES[procedure.name], *values, keeps=())


def check(program: Program) -> None:
    """Raise SourceErrors for standard procedures that the library does not have."""
    errors = []
    for node in walk(program):
        match node:
            case Name(declared=Procedure(standard=True) as procedure):
                if procedure.name not in ROUTINES and procedure.name not in CONSTANTS:
                    errors.append(node.at.error(f"the standard procedure '{node.name}' is not supported"))
    if errors:
        raise SourceErrors(errors)


def _argument(unit: Unit, procedure: Procedure, actual: Actual, number: int) -> Value:
    formal = actual.formal
    if formal is None or not (formal.by_value and formal.kind is Kind.EXPRESSION):
        return calls.described(unit, actual, (number,))
    if procedure.name in EITHER_TYPE:
        return _either(unit, actual.expression, (number,))
    return expressions.value(unit, actual.expression, (number,))


def _either(unit: Unit, node: Expression, wanted: Iterable[int] = ALL) -> Value:
    """Return the value of an expression in its own type, if that is known."""
    known = node.type in (Type.INTEGER, Type.REAL)
    return expressions.raw(unit, node, wanted) if known else expressions.value(unit, node, wanted)


def _abs(unit: Unit, actuals: Sequence[Actual]) -> Value:
    """Write abs or iabs: all bits are changed by those of the sign."""
    formal, expression = actuals[0].formal, actuals[0].expression
    whole = formal is not None and formal.type is Type.INTEGER
    operand = expressions.value(unit, expression) if whole else _either(unit, expression)
    register = unit.registers.ready(operand)
    sign = unit.registers.take()
    unit.op(f"BX{sign.register}", f"X{register}")
    unit.op(f"AX{sign.register}", "59")
    return expressions.combined(unit, "BX", "X{}-X{}", operand, sign, ALL)


INLINE: Mapping[str, Callable[[Unit, Sequence[Actual]], Value]] = {"abs": _abs, "iabs": _abs}
