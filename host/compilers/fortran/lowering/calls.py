"""Functions and subroutines: those of the program, with arguments by reference, and those of the language.

An actual argument is an address: of a variable, an element, an array; of a word of its own for a constant or the value
of an expression; of the code of a subprogram. A statement function is lowered where it is called.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from emulators.errors import SourceErrors
from host.compilers.fortran import syntax
from host.compilers.fortran.intrinsics import Intrinsic
from host.compilers.fortran.lowering import elements, expressions
from host.compilers.fortran.lowering.unit import KINDS, Shared, Unit
from host.compilers.fortran.syntax import Kind, Symbol, Type
from host.compilers.ir import form
from host.compilers.ir.form import Place, Routine, Value
from host.languages.source import Span

Values = tuple[Value, ...]


def function(unit: Unit, node: syntax.Call) -> Values:
    """Lower a reference of a function."""
    match node.symbol.kind:
        case Kind.INTRINSIC:
            return intrinsic(unit, node)
        case Kind.STATEMENT_FUNCTION:
            return _statement_function(unit, node)
    kinds = (KINDS[node.type],) * node.type.words
    return invoke(unit, node, node.symbol, node.arguments, kinds)


def invoke(
    unit: Unit, node: syntax.Node, symbol: Symbol, actuals: Sequence[syntax.Expression], kinds: Sequence[str] = ()
) -> Values:
    """Lower a call of a subprogram; return its value."""
    addresses = [argument(unit, each) for each in actuals]
    names = tuple(f"@{number}" for number in range(1, len(addresses) + 1))
    if symbol.unit is not None:
        routine = Routine(unit.shared.entries[symbol.unit], names)
    elif symbol.dummy is not None and unit.machine.planted:
        routine = Routine(unit.home(symbol).symbol, names)
    elif symbol.dummy is not None:
        library = unit.machine.routines["call"]
        routine = Routine(library.name, (*library.registers, *names))
        addresses.insert(0, unit.load(unit.home(symbol), "slot", "a"))
    else:
        message = f"there is no {symbol.kind.value} {symbol.name} in this program"
        raise SourceErrors([node.at.error(message)])
    return unit.op("invoke", *addresses, kinds=kinds, data=routine)  # type: ignore[arg-type]


def argument(unit: Unit, node: syntax.Expression) -> Value:
    """Return the address of an actual argument."""
    match node:
        case syntax.Name(symbol=symbol) if symbol in unit.bound:
            return _kept(unit, unit.bound[symbol])
        case syntax.Name(symbol=symbol) if symbol.kind in (Kind.FUNCTION, Kind.SUBROUTINE, Kind.INTRINSIC):
            return _procedure(unit, node, symbol)
        case syntax.Name(symbol=symbol):
            return address(unit, unit.place(symbol))
        case syntax.Element():
            return address(unit, elements.place(unit, node))
        case syntax.Hollerith():
            return unit.address(unit.shared.pool([*unit.machine.text(node.text, node.fill), 0]))
    known = expressions.constant(unit.machine, node)
    if known is not None:
        return unit.address(unit.shared.pool(known))
    return _kept(unit, expressions.words(unit, node))


def address(unit: Unit, place: Place) -> Value:
    """Return the address of a place."""
    return place.base if isinstance(place.base, Value) and place == Place(place.base) else unit.address(place)


def _kept(unit: Unit, given: Values) -> Value:
    cell = unit.cell(len(given))
    unit.keep(cell, "slot", given)
    return unit.address(cell)


def _procedure(unit: Unit, node: syntax.Name, symbol: Symbol) -> Value:
    if symbol.dummy is not None:
        home = unit.home(symbol)
        return unit.address(home) if unit.machine.planted else unit.load(home, "slot", "a")
    if symbol.unit is not None:
        return unit.address(Place(None, unit.shared.entries[symbol.unit]))
    if symbol.kind is Kind.INTRINSIC:
        return unit.address(Place(None, _standard(unit.shared, symbol.intrinsic, node.at)))
    raise SourceErrors([node.at.error(f"there is no subprogram {symbol.name} in this program")])


def _standard(shared: Shared, intrinsic: Intrinsic, at: Span) -> str:
    """Return the entry of a function of the language that is an argument: a unit that calls it."""
    if intrinsic not in shared.standard:
        dummies = [Symbol(f"X{number + 1}", at, type=kind, dummy=number, typed=True)
                   for number, kind in enumerate(intrinsic.arguments)]  # fmt: skip
        source = syntax.Unit(at, syntax.Sort.FUNCTION, intrinsic.name, dummies, [])
        source.symbols = {each.name: each for each in dummies}
        shared.entries[source] = shared.standard[intrinsic] = shared.symbols.named(intrinsic.name)
        shared.rest.append(partial(_standard_unit, shared, source, intrinsic))
    return shared.standard[intrinsic]


def _standard_unit(shared: Shared, source: syntax.Unit, intrinsic: Intrinsic) -> form.Unit:
    unit = Unit(shared, source)
    unit.at(source)
    unit.label(shared.entries[source])
    actuals: list[syntax.Expression] = []
    for each in source.dummies:
        unit.home(each)
        actual = syntax.Name(source.at, each.name)
        assert each.type is not None
        actual.symbol, actual.type = each, each.type
        actuals.append(actual)
    if shared.machine.planted:
        unit.unit.dummies = tuple(unit.home(each).symbol for each in source.dummies)
    node = syntax.Call(source.at, source.name, actuals)
    node.symbol = Symbol(source.name, source.at, Kind.INTRINSIC, intrinsic.result, intrinsic=intrinsic)
    node.type = intrinsic.result
    unit.end("return", *function(unit, node))
    return unit.unit


def _statement_function(unit: Unit, node: syntax.Call) -> Values:
    defined = node.symbol.statement_function
    assert defined is not None
    given = [expressions.words(unit, each) for each in node.arguments]
    before = unit.bound
    unit.bound = {**before, **dict(zip(defined.dummies, given, strict=True))}
    result = expressions.words(unit, defined.value)
    unit.bound = before
    return result


# ---------------------------------------------------------------- functions of the language


def intrinsic(unit: Unit, node: syntax.Call) -> Values:
    """Lower a reference of an intrinsic function."""
    operation, kind = node.symbol.intrinsic.operation, node.arguments[0].type if node.arguments else node.type
    if operation in LOWERED:
        result = LOWERED[operation](unit, [expressions.words(unit, each) for each in node.arguments], kind)
        made = kind if operation in ("max", "min") else node.type
        return expressions.converted(unit, result, made, node.type)
    if operation == "shift" and (number := expressions.number_of(node.arguments[1])) is not None:
        word = expressions.value(unit, node.arguments[0])
        return (unit.value("shl" if number >= 0 else "shr", word, kind="w", data=abs(number)),)
    given = [value for each in node.arguments for value in expressions.words(unit, each)]
    name = expressions.PAIRS.get(kind, "") + operation
    if name not in unit.machine.routines:
        raise SourceErrors([node.at.error(f"the {unit.machine.name}'s library has no {node.name}")])
    return unit.routine(name, *given)


def _abs(unit: Unit, given: list[Values], kind: Type) -> Values:
    if kind in expressions.PAIRS:
        return unit.routine(f"{expressions.PAIRS[kind]}abs", *given[0])
    return (unit.machine.magnitude(unit, given[0][0], kind),)


def _sign(unit: Unit, given: list[Values], kind: Type) -> Values:
    """Return the magnitude of the first argument with the sign of the second one."""
    size = _abs(unit, given[:1], kind)
    return _chosen(unit, given[1][0], expressions.negative(unit, size, kind), size)


def _dim(unit: Unit, given: list[Values], kind: Type) -> Values:
    """Return the difference, or zero if it is negative."""
    difference = unit.value("sub.i" if kind is Type.INTEGER else "sub.r", given[0][0], given[1][0])
    zero = unit.const(0, KINDS[kind])
    return _chosen(unit, difference, (zero,), (difference,))


def _extreme(largest: bool) -> Callable[[Unit, list[Values], Type], Values]:
    def lowered(unit: Unit, given: list[Values], kind: Type) -> Values:
        result = given[0]
        for each in given[1:]:
            if kind is Type.DOUBLE:
                (less,) = unit.routine("dcompare", *result, *each)
            else:
                less = unit.value("diff.r" if kind is Type.REAL else "diff.i", result[0], each[0])
            result = _chosen(unit, less, *((each, result) if largest else (result, each)))
        return result

    return lowered


def _chosen(unit: Unit, word: Value, negative: Values, other: Values) -> Values:
    """Return one value if a word is negative, else another."""
    return tuple(unit.machine.chosen(unit, word, *each) for each in zip(negative, other, strict=True))


def _mod(unit: Unit, given: list[Values], kind: Type) -> Values:
    if kind is Type.INTEGER:
        return unit.routine("imod", *given[0], *given[1])[-1:]
    if kind is Type.REAL and "amod" not in unit.machine.routines:
        left, right = given[0][0], given[1][0]
        whole = unit.value("whole", unit.value("div.r", left, right))
        return (unit.value("sub.r", left, unit.value("mul.r", whole, right)),)
    return unit.routine(f"{expressions.PAIRS.get(kind, '')}amod", *given[0], *given[1])


def _masks(code: str) -> Callable[[Unit, list[Values], Type], Values]:
    def lowered(unit: Unit, given: list[Values], kind: Type) -> Values:
        result = given[0][0]
        for each in given[1:]:
            result = unit.value(code, result, each[0], kind="w")
        return (result,)

    return lowered


def _to(to: Type) -> Callable[[Unit, list[Values], Type], Values]:
    return lambda unit, given, kind: expressions.converted(unit, given[0], kind, to)


LOWERED: dict[str, Callable[[Unit, list[Values], Type], Values]] = {
    "abs": _abs,
    "sign": _sign,
    "dim": _dim,
    "max": _extreme(largest=True),
    "min": _extreme(largest=False),
    "mod": _mod,
    "float": _to(Type.REAL),
    "ifix": _to(Type.INTEGER),
    "dble": _to(Type.DOUBLE),
    "sngl": _to(Type.REAL),
    "real": lambda unit, given, kind: given[0][:1],
    "aimag": lambda unit, given, kind: given[0][1:],
    "cmplx": lambda unit, given, kind: (given[0][0], given[1][0]),
    "conjg": lambda unit, given, kind: (given[0][0], unit.value("neg.r", given[0][1])),
    "and": _masks("and"),
    "or": _masks("or"),
    "xor": _masks("xor"),
    "compl": lambda unit, given, kind: (unit.value("not", given[0][0], kind="w"),),
}
