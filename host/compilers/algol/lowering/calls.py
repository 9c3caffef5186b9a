"""Calls of procedures, standard ones included, and their actual parameters.

By value, the caller evaluates the parameter and puts it into the procedure's place for it: at its address, or in the
frame to be, above the top of the stack. By name, or if the procedure is not known, a word describes
the actual parameter (host/compilers/algol/cdc6600/words.py). The frame around the procedure that is called, if there
is one, goes with the call. Standard procedures are routines of the library; some need none.

    f(n - 1), f with a frame        v3:i = sub.i v1, v2
                                    store stack [top+3], v3
                                    v4:r = invoke F.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from host.compilers.algol import syntax
from host.compilers.algol.cdc6600 import words
from host.compilers.algol.cdc6600.words import FORMALS
from host.compilers.algol.lowering import arrays, dynamic, expressions, jumps
from host.compilers.algol.lowering.unit import KINDS, Unit, by_name
from host.compilers.algol.syntax import Kind, Type
from host.compilers.backends.cdc6600.compiled import of_real
from host.compilers.debuginfo.table import Word
from host.compilers.ir import form
from host.compilers.ir.form import Frame, Place, Routine, Value


def function(unit: Unit, node: syntax.Name | syntax.Call) -> Value:
    """Lower a call that has a value."""
    return called(unit, node, (KINDS.get(node.type, "w"),))[0]


def statement(unit: Unit, node: syntax.Call) -> None:
    """Lower a call without using its value, if it has one."""
    called(unit, node, ())


def called(unit: Unit, node: syntax.Name | syntax.Call, kinds: Sequence[form.Type]) -> tuple[Value, ...]:
    """Lower a call; return its results, of these types."""
    name, actuals = (node, ()) if isinstance(node, syntax.Name) else (node.procedure, node.actuals)
    procedure = name.declared
    if isinstance(procedure, syntax.Formal):
        return _formal_call(unit, procedure, actuals, node, kinds)
    assert isinstance(procedure, syntax.Procedure)
    if procedure.standard:
        return _standard_call(unit, procedure, actuals, kinds)
    values = [handed_over(unit, each) for each in actuals]
    if procedure.recursive:
        unit.push(values, FORMALS)
    else:
        for value, formal in zip(values, procedure.formals, strict=True):
            unit.keep(formal, value)
    way = unit.way(procedure.owner)
    around = [] if way is None else [unit.address(Place(Frame(way)))]
    routine = Routine(unit.shared.entries[procedure], ("B4",) * len(around))
    results = unit.op("invoke", *around, kinds=kinds, data=routine)
    if results and unit.shared.settings.check_unset:
        _given(unit, results[0], procedure)
    return results


def _given(unit: Unit, value: Value, procedure: syntax.Procedure | None = None) -> None:
    """Stop the program if a function has been given no value; None: the library knows which function."""
    missing, given = unit.new_label(), unit.new_label()
    unit.branch("zr", unit.value("diff.i", value, unit.const(words.UNSET, "w")), missing, given)
    unit.label(missing)
    if procedure is None:
        unit.leave("UNSETF")
    else:
        unit.leave("UNSET", X6=unit.address(Place(None, unit.shared.entries[procedure])))
    unit.label(given)


def handed_over(unit: Unit, actual: syntax.Actual) -> Value:
    """Return the words that a procedure which declares its formal parameter gets for it."""
    formal = actual.formal
    assert formal is not None
    if formal.by_value and formal.kind is Kind.EXPRESSION:
        return expressions.stored_value(unit, actual.expression)
    if formal.by_value and formal.kind is Kind.LABEL:
        return jumps.checked(unit, jumps.label_of(unit, actual.expression))
    word = described(unit, actual)
    node = actual.expression
    if isinstance(node, syntax.Name) and not node.enclosed and dynamic.unspecified(node.declared):
        dynamic.match(unit, word, formal)
    return word


def _formal_call(
    unit: Unit,
    procedure: syntax.Formal,
    actuals: Sequence[syntax.Actual],
    node: syntax.Expression,
    kinds: Sequence[form.Type],
) -> tuple[Value, ...]:
    """Lower a call of a formal procedure: only the running program knows its parameters."""
    descriptions_to_stack(unit, actuals)
    wanted = unit.number(words.TYPES.get(node.type, 7))
    results = unit.call("CALL", *kinds, X1=unit.fetch(procedure), X2=wanted)
    if results and unit.shared.settings.check_unset:
        _given(unit, results[0])
    return results


def descriptions_to_stack(unit: Unit, actuals: Sequence[syntax.Actual]) -> None:
    """Leave the number of actual parameters, and their words, above the top of the stack."""
    values = [described(unit, each) for each in actuals]
    unit.push([unit.number(len(values)), *values])


# ---------------------------------------------------------------- the word of an actual parameter


def described(unit: Unit, actual: syntax.Actual) -> Value:
    """Return the word of an actual parameter."""
    node, kind = actual.expression, actual.kind
    if isinstance(node, syntax.String):
        return unit.pooled(string(unit, node.text))
    if isinstance(node, syntax.Name) and by_name(node.declared) and not node.enclosed:
        return unit.fetch(node.declared)  # unchanged
    if kind is Kind.LABEL:
        if unit.shared.labels and not isinstance(node, syntax.Name | syntax.Integer):
            code = unit.piece(lambda piece: leave(piece, jumps.label_of(piece, node)), node)
            return coded(unit, words.BY_CODE + words.LABEL, code)
        return coded(unit, words.LABEL, unit.piece(lambda piece: jumps.go_to(piece, node), node))
    if isinstance(node, syntax.Name) and not by_name(node.declared):
        found = of_name(unit, node, kind)
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
        return unit.pooled(words.fields(kind_bits, address=unit.shared.word(known)))
    return parameter(unit, node)


def of_name(unit: Unit, node: syntax.Name, kind: Kind) -> Value | None:
    """Return the word of something that has a name and no value of its own; None: it is an expression."""
    match node.declared:
        case syntax.Variable() | syntax.Formal(kind=Kind.EXPRESSION) as variable:
            return addressed(unit, words.TYPES[variable.type] + words.READ_ONLY * node.enclosed, variable)
        case syntax.Formal() as formal:
            return unit.fetch(formal)
        case syntax.Array() as array:
            return addressed(unit, words.ARRAY, array)
        case syntax.Procedure() as procedure if kind is Kind.PROCEDURE:
            entry = unit.shared.formal_entries[procedure]
            return coded(unit, words.of_procedure(procedure.type), entry, unit.way(procedure.owner))
        case syntax.Switch() as switch:
            kind_bits = words.SWITCH + words.BY_CODE * unit.shared.labels
            return coded(unit, kind_bits, unit.shared.entries[switch], unit.way(switch.owner))
    return None


def addressed(unit: Unit, kind: int, declared: syntax.Variable | syntax.Formal | syntax.Array) -> Value:
    """Return a kind with an address."""
    home = unit.shared.homes[declared]
    if isinstance(home, Word) and kind:
        unit.shared.escaped.add(home.symbol)
        return unit.pooled(words.fields(kind, address=home.symbol))
    address = unit.address(unit.place(home))
    return unit.value("or", address, unit.const(kind << 54, "w"), kind="w") if kind else address


def coded(unit: Unit, kind: int, code: str, way: int | None = 0, address: str = "0") -> Value:
    """Return a kind with code, and the frame that is `way` around this one's; None: the code needs no frame."""
    value = unit.pooled(words.fields(kind, code, address))
    if way is None or not unit.ways:
        return value
    frame = unit.value("shl", unit.address(Place(Frame(way))), kind="w", data=36)
    return unit.value("or", value, frame, kind="w")


def parameter(unit: Unit, node: syntax.Expression) -> Value:
    """Return the word of an expression: code that gives the address of its value."""
    if isinstance(node, syntax.Subscripted):  # NAMEI, NAMER, NAMESI and NAMESR transfer between types
        if dynamic.unspecified(node.array.declared):
            return coded(unit, words.BY_CODE + words.ANY, unit.piece(lambda piece: _any_element(piece, node), node))
        kind = words.BY_CODE + words.TYPES[node.type]
        return coded(unit, kind, unit.piece(lambda piece: piece.end("return", arrays.address(piece, node)), node))
    kind = words.BY_CODE + words.READ_ONLY
    if dynamic.is_dynamic(node):
        return coded(unit, kind + words.ANY, unit.piece(lambda piece: _any_value(piece, node), node))
    kind += words.TYPES[expressions.type_of(node)]
    return coded(unit, kind, unit.piece(lambda piece: leave(piece, expressions.given_value(piece, node)), node))


def leave(piece: Unit, result: Value) -> None:
    """Lower the end of the code of a parameter that is an expression, or a label: it gives the value."""
    piece.leave("THENV", X6=result)


def _any_value(piece: Unit, node: syntax.Expression) -> None:
    """Lower the code of a parameter that gives its type, too."""
    cell = piece.place(piece.cell())
    word, kind = dynamic.pair(piece, node)
    piece.store(cell, "slot", word)
    piece.leave("THEND", X6=piece.address(cell), X7=kind)


def _any_element(piece: Unit, node: syntax.Subscripted) -> None:
    address = arrays.address(piece, node)
    piece.leave("THEND", X6=address, X7=dynamic.element_type(piece, node))


def string(unit: Unit, text: str) -> str:
    """Return the fields of the word of a text."""
    return words.fields(words.STRING, code=str(len(words.codes(text))), address=unit.shared.strings[text])


# ---------------------------------------------------------------- standard procedures


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
    "maxint": (1 << 48) - 1,  # the largest integer that all operations take
    "epsilon": of_real(Fraction(2) ** -47),
}
EITHER_TYPE = ("abs", "sign")  # of an argument: the same instructions serve integers and reals


def _standard_call(
    unit: Unit, procedure: syntax.Procedure, actuals: Sequence[syntax.Actual], kinds: Sequence[form.Type]
) -> tuple[Value, ...]:
    """Lower a call of a standard procedure."""
    if procedure.name in CONSTANTS:
        return (unit.const(CONSTANTS[procedure.name], KINDS[procedure.type]),)
    if procedure.name in INLINE:
        return (INLINE[procedure.name](unit, actuals),)
    count = len(procedure.formals)
    values = [_argument(unit, procedure, each) for each in actuals[:count]]
    if procedure.rest:
        descriptions_to_stack(unit, actuals[count:])
    registers = {f"X{number}": each for number, each in enumerate(values, 1)}
    return unit.call(ROUTINES[procedure.name], *kinds, **registers)


def _argument(unit: Unit, procedure: syntax.Procedure, actual: syntax.Actual) -> Value:
    formal = actual.formal
    if formal is None or not (formal.by_value and formal.kind is Kind.EXPRESSION):
        return described(unit, actual)
    if procedure.name in EITHER_TYPE:
        return _either(unit, actual.expression)
    return expressions.value(unit, actual.expression)


def _either(unit: Unit, node: syntax.Expression) -> Value:
    """Return the value of an expression in its own type, if that is known."""
    known = node.type in (Type.INTEGER, Type.REAL)
    return expressions.raw(unit, node) if known else expressions.value(unit, node)


def _abs(unit: Unit, actuals: Sequence[syntax.Actual]) -> Value:
    """Lower abs or iabs: all bits are changed by those of the sign."""
    formal, expression = actuals[0].formal, actuals[0].expression
    whole = formal is not None and formal.type is Type.INTEGER
    operand = expressions.value(unit, expression) if whole else _either(unit, expression)
    return unit.value("xor", operand, unit.value("sign", operand), kind=operand.type)


INLINE: Mapping[str, Callable[[Unit, Sequence[syntax.Actual]], Value]] = {"abs": _abs, "iabs": _abs}
