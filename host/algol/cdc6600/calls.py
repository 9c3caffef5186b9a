"""Calls of procedures, standard ones included, and what is handed over.

By value, the caller evaluates what is handed over and puts it where the procedure has it: at its address, or in the
frame to be, above the top of the stack. By name, or where it is not known what the procedure wants, a word says what
the actual parameter is (words.py). B4 is the frame around the procedure that is called, if there is one.

Standard procedures are routines of the library, with arguments in X1, X2, X3; some need no routine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from host.algol import syntax
from host.algol.cdc6600 import arrays, dynamic, expressions, jumps, words
from host.algol.cdc6600.emit import Text
from host.algol.cdc6600.registers import ALL, LOADED, STORED, Value
from host.algol.cdc6600.unit import Shared, Unit, by_name
from host.algol.cdc6600.words import FORMALS, Fixed, frames_around
from host.algol.syntax import Kind, Type
from host.compiled.cdc6600 import of_real

TO_STORE = (7, 6, *LOADED, 0)  # registers for what will be stored: best one from which it can be


def function(unit: Unit, node: syntax.Name | syntax.Call, valued: bool = True) -> Value:
    """Write a call; return its result, in X6. `valued`: it will be used."""
    name, actuals = (node, ()) if isinstance(node, syntax.Name) else (node.procedure, node.actuals)
    procedure = name.declared
    if isinstance(procedure, syntax.Formal):
        return formal_call(unit, procedure, actuals, node, valued)
    assert isinstance(procedure, syntax.Procedure)
    if procedure.standard:
        return _standard_call(unit, procedure, actuals)
    values = [handed_over(unit, each, TO_STORE) for each in actuals]
    if procedure.recursive:
        unit.push(values, FORMALS)
    else:
        for value, formal in zip(values, procedure.formals, strict=True):
            unit.store(value, unit.shared.homes[formal])
            unit.registers.drop(value)
    unit.registers.put_away_all_but()
    if (way := unit.way(procedure.owner)) is not None:
        unit.op("SB4", unit.frame(way))
    unit.op("RJ", unit.shared.entries[procedure])
    unit.registers.forget_but()
    if valued and unit.shared.options.check_unset:
        unit.op("ID", f"X6,{_stub(unit.shared, procedure)}")
    return unit.registers.own(6)


def _stub(shared: Shared, procedure: syntax.Procedure) -> str:
    """Return the symbol of the code that says which function has no value."""

    def write(text: Text) -> None:
        text.op("SX6", shared.entries[procedure])
        text.op("EQ", "UNSET")

    return shared.stub(shared.homes[procedure], 0, write)


def handed_over(unit: Unit, actual: syntax.Actual, wanted: Iterable[int] = ALL) -> Value:
    """Return what a procedure that declares its formal parameter gets for it."""
    formal = actual.formal
    assert formal is not None
    if formal.by_value and formal.kind is Kind.EXPRESSION:
        return expressions.stored_value(unit, actual.expression, wanted)
    if formal.by_value and formal.kind is Kind.LABEL:
        return jumps.checked(unit, jumps.label_of(unit, actual.expression))
    word = described(unit, actual, wanted)
    node = actual.expression
    handed_on = isinstance(node, syntax.Name) and not node.enclosed and dynamic.unspecified(node.declared)
    return dynamic.matched(unit, word, formal) if handed_on else word


def formal_call(
    unit: Unit, procedure: syntax.Formal, actuals: Sequence[syntax.Actual], node: syntax.Expression, valued: bool = True
) -> Value:
    """Write a call of a formal procedure: only the running program knows what it wants."""
    descriptions_to_stack(unit, actuals)
    unit.bring([unit.fetch(unit.shared.homes[procedure], (1,))], keeps=())
    unit.op("SX2", str(words.TYPES.get(node.type, 7)))
    result = unit.result("CALL", keeps=())
    if valued and unit.shared.options.check_unset:
        unit.op("ID", "X6,UNSETF")
    return result


def descriptions_to_stack(unit: Unit, actuals: Sequence[syntax.Actual]) -> None:
    """Leave the number of actual parameters, and their words, above the top of the stack."""
    values = [described(unit, each, TO_STORE) for each in actuals]
    unit.push([unit.constant(len(values), STORED), *values])


# ---------------------------------------------------------------- the word of an actual parameter


def described(unit: Unit, actual: syntax.Actual, wanted: Iterable[int] = ALL) -> Value:
    """Return the word of an actual parameter."""
    node, kind = actual.expression, actual.kind
    if isinstance(node, syntax.String):
        return unit.pooled(string(unit.shared, node.text), wanted)
    if isinstance(node, syntax.Name) and by_name(node.declared) and not node.enclosed:
        return unit.fetch(unit.shared.homes[node.declared], wanted)  # as it came
    if kind is Kind.LABEL:
        if unit.shared.labels and not isinstance(node, syntax.Name | syntax.Integer):
            code = unit.piece(lambda piece: leave(piece, jumps.label_of(piece, node)), node)
            return coded(unit, words.BY_CODE + words.LABEL, code)
        return coded(unit, words.LABEL, unit.piece(lambda piece: jumps.go_to(piece, node), node))
    if isinstance(node, syntax.Name) and not by_name(node.declared):
        found = of_name(unit, node, kind, wanted)
        if found is not None:
            return found
    known = expressions.constant(node)
    if known is not None:
        kind_bits = words.READ_ONLY + words.TYPES[expressions.type_of(node)]
        if (
            isinstance(node, syntax.Integer)
            and node.declared
            and (actual.formal is None or not actual.formal.specification)
        ):
            code = unit.piece(lambda piece: jumps.go_to(piece, node), node)  # it may be meant as a label
            return coded(unit, kind_bits, code, address=unit.shared.word(known))
        return unit.pooled(words.fields(kind_bits, address=unit.shared.word(known)), wanted)
    return thunk(unit, node)


def of_name(unit: Unit, node: syntax.Name, kind: Kind, wanted: Iterable[int]) -> Value | None:
    """Return the word of something that has a name and no value of its own; None: it is an expression."""
    match node.declared:
        case syntax.Variable() | syntax.Formal(kind=Kind.EXPRESSION) as variable:
            kind_bits = words.TYPES[variable.type] + words.READ_ONLY * node.enclosed
            return addressed(unit, kind_bits, variable, wanted)
        case syntax.Array() | syntax.Formal(kind=Kind.ARRAY) as array:
            if isinstance(array, syntax.Formal):
                return unit.fetch(unit.shared.homes[array])
            return addressed(unit, words.ARRAY, array, wanted)
        case syntax.Formal() as formal:
            return unit.fetch(unit.shared.homes[formal])
        case syntax.Procedure() as procedure if kind is Kind.PROCEDURE:
            entry = unit.shared.formal_entries[procedure]
            return coded(unit, words.of_procedure(procedure.type), entry, unit.way(procedure.owner))
        case syntax.Switch() as switch:
            kind_bits = words.SWITCH + words.BY_CODE * unit.shared.labels
            return coded(unit, kind_bits, unit.shared.entries[switch], unit.way(switch.owner))
    return None


def addressed(
    unit: Unit, kind: int, declared: syntax.Variable | syntax.Formal | syntax.Array, wanted: Iterable[int]
) -> Value:
    """Return a kind with an address."""
    home = unit.shared.homes[declared]
    if isinstance(home, Fixed) and kind:
        return unit.pooled(words.fields(kind, address=home.symbol), wanted)
    field = unit.field(home)
    value = unit.registers.take(wanted)
    unit.op(f"SX{value.register}", field)
    if kind:
        bits = unit.constant(kind << 54)
        value = unit.compute("BX", "X{}+X{}", value, bits, wanted=wanted)
    return value


def coded(unit: Unit, kind: int, code: str, way: int | None = 0, address: str = "0") -> Value:
    """Return a kind with code, and the frame that is `way` around this one's; None: the code needs no frame."""
    value = unit.pooled(words.fields(kind, code, address))
    if way is None or next(frames_around(unit.procedure), None) is None:
        return value
    frame = unit.frame(way)
    shifted = unit.registers.take()
    unit.op(f"SX{shifted.register}", frame)
    unit.op(f"LX{shifted.register}", "36")
    return unit.compute("BX", "X{}+X{}", value, shifted)


def thunk(unit: Unit, node: syntax.Expression) -> Value:
    """Return the word of an expression: code that gives the address of its value."""
    if isinstance(node, syntax.Subscripted):  # NAMEI, NAMER, NAMESI and NAMESR transfer between types
        if dynamic.unspecified(node.array.declared):
            return coded(unit, words.BY_CODE + words.ANY, unit.piece(lambda piece: _any_element(piece, node), node))
        return coded(
            unit,
            words.BY_CODE + words.TYPES[node.type],
            unit.piece(lambda piece: _end(piece, arrays.address(piece, node)), node),
        )
    if dynamic.is_dynamic(node):
        kind = words.BY_CODE + words.READ_ONLY + words.ANY
        return coded(unit, kind, unit.piece(lambda piece: _any_value(piece, node), node))
    kind = words.BY_CODE + words.READ_ONLY + words.TYPES[expressions.type_of(node)]
    return coded(unit, kind, unit.piece(lambda piece: _value(piece, node), node))


def _value(piece: Unit, node: syntax.Expression) -> None:
    leave(piece, expressions.stored_value(piece, node, STORED))


def leave(piece: Unit, result: Value) -> None:
    """Write the end of a piece of code that gives the address of a word."""
    cell = piece.cell()
    piece.store(result, cell)
    piece.registers.drop(result)
    field = piece.field(cell)
    address = piece.registers.take((6,))
    piece.op("SX6", field)
    _end(piece, address)


def _any_value(piece: Unit, node: syntax.Expression) -> None:
    """Write code that leaves the address of a value in X6, its type in X7."""
    cell = piece.cell()
    word, kind = dynamic.pair(piece, node)
    piece.store(word, cell)
    piece.registers.drop(word)
    piece.registers.ready(kind, (7,))
    address = piece.registers.take((6,))
    piece.op("SX6", piece.field(cell))
    piece.registers.drop(kind)
    _end(piece, address)


def _any_element(piece: Unit, node: syntax.Subscripted) -> None:
    """Write code that leaves the address of an element in X6, its type in X7."""
    address = arrays.address(piece, node)
    kind = dynamic.element_type(piece, node)
    piece.registers.ready(kind, (7,))
    piece.registers.drop(kind)
    _end(piece, address)


def _end(piece: Unit, address: Value) -> None:
    piece.registers.ready(address, (6,))
    piece.registers.drop(address)
    piece.jump("THEND")


def string(shared: Shared, text: str) -> str:
    """Return the fields of the word of a text."""
    symbol = shared.strings[text]
    return words.fields(words.STRING, code=str(len(words.codes(text))), address=symbol)


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
    "maxreal": of_real(((1 << 48) - 1) * Fraction(2) ** 1022),
    "minreal": of_real(Fraction(2) ** (47 - 1022)),
    "maxint": (1 << 48) - 1,  # what all operations take
    "epsilon": of_real(Fraction(2) ** -47),
}
EITHER_TYPE = ("abs", "sign")  # of an argument: the same instructions serve integers and reals


def _standard_call(unit: Unit, procedure: syntax.Procedure, actuals: Sequence[syntax.Actual]) -> Value:
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
        descriptions_to_stack(unit, actuals[count:])
    return unit.routine(ROUTINES[procedure.name], *values, keeps=())


def _argument(unit: Unit, procedure: syntax.Procedure, actual: syntax.Actual, number: int) -> Value:
    formal = actual.formal
    if formal is None or not (formal.by_value and formal.kind is Kind.EXPRESSION):
        return described(unit, actual, (number,))
    if procedure.name in EITHER_TYPE:
        return _either(unit, actual.expression, (number,))
    return expressions.value(unit, actual.expression, (number,))


def _either(unit: Unit, node: syntax.Expression, wanted: Iterable[int] = ALL) -> Value:
    """Return the value of an expression in its own type, if that is known."""
    known = node.type in (Type.INTEGER, Type.REAL)
    return expressions.raw(unit, node, wanted) if known else expressions.value(unit, node, wanted)


def _abs(unit: Unit, actuals: Sequence[syntax.Actual]) -> Value:
    """Write abs or iabs: all bits are changed by those of the sign."""
    formal, expression = actuals[0].formal, actuals[0].expression
    whole = formal is not None and formal.type is Type.INTEGER
    operand = expressions.value(unit, expression) if whole else _either(unit, expression)
    register = unit.registers.ready(operand)
    sign = unit.registers.take()
    unit.op(f"BX{sign.register}", f"X{register}")
    unit.op(f"AX{sign.register}", "59")
    return unit.compute("BX", "X{}-X{}", operand, sign)


INLINE: Mapping[str, Callable[[Unit, Sequence[syntax.Actual]], Value]] = {"abs": _abs, "iabs": _abs}
