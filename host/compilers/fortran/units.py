"""Errors that involve several units: arguments and dummies, COMMON, calls in a circle.

All but the last are warnings: programs of the time did such things on purpose.
"""

from __future__ import annotations

from collections.abc import Iterator

from host.compilers.fortran import syntax
from host.compilers.fortran.parser import Parsed
from host.compilers.fortran.storage import words
from host.compilers.fortran.syntax import Kind, Sort, Symbol, Type
from host.compilers.fortran.types import result_type
from host.languages.source import Diagnostics

Reference = syntax.Call | syntax.CallStatement
SUBPROGRAMS = (Kind.FUNCTION, Kind.SUBROUTINE, Kind.INTRINSIC)


def compare(parsed: Parsed, diagnostics: Diagnostics) -> None:
    """Compare the references of units to each other."""
    program = parsed.program
    calls: dict[syntax.Unit, list[Reference]] = {}
    for unit in program.units:
        calls[unit] = [each for each in _references(unit) if each.symbol is not None and each.symbol.unit is not None]
        for each in calls[unit]:
            _arguments(each, diagnostics)
    _circles(calls, diagnostics)
    _common(parsed, diagnostics)


def _references(unit: syntax.Unit) -> Iterator[Reference]:
    for each in syntax.walk(*unit.statements):
        if isinstance(each, syntax.Call | syntax.CallStatement):
            yield each


def _arguments(node: Reference, diagnostics: Diagnostics) -> None:
    """Compare the arguments of a call with the dummies of the unit."""
    unit = node.symbol.unit
    assert unit is not None
    where = f"{unit.name} of line {unit.at.line}"
    given, wanted = len(node.arguments), len(unit.dummies)
    if given != wanted:
        message = f"{where} has {wanted} dumm{'y' if wanted == 1 else 'ies'}, here are {given} arguments"
        diagnostics.warn(node.at, message)
    result = result_type(unit)
    if isinstance(node, syntax.Call) and result is not None and node.symbol.type is not result:
        own = node.symbol.type.value if node.symbol.type else "without a type"
        message = f"{where} is {result.value}, here it is {own}"
        diagnostics.warn(node.at, message, f"{result.value} {unit.name} is missing in this unit")
    for argument, dummy in zip(node.arguments, unit.dummies, strict=False):
        if problem := _differ(argument, dummy):
            name = f"the dummy {dummy.name} of {where}"
            diagnostics.warn(argument.at, problem.format(dummy=name))


def _differ(argument: syntax.Expression, dummy: Symbol) -> str:
    """Return the error of an argument for a dummy; nothing if it fits."""
    symbol = argument.symbol if isinstance(argument, syntax.Name | syntax.Element) else None
    is_name = isinstance(argument, syntax.Name) and symbol is not None
    procedure = is_name and symbol is not None and symbol.kind in SUBPROGRAMS
    passed_on = is_name and symbol is not None and symbol.dummy is not None
    if dummy.kind in SUBPROGRAMS:
        return "" if procedure or passed_on else "{dummy} is called there: this is not a subprogram"
    if procedure:
        return (
            "" if symbol is not None and symbol.dummy is not None else "{dummy} is no subprogram there, but this is one"
        )
    elements = isinstance(argument, syntax.Element | syntax.Hollerith) or (
        is_name and symbol is not None and symbol.kind is Kind.ARRAY
    )
    if dummy.kind is Kind.ARRAY and not elements:
        return "{dummy} is an array, this is not"
    if dummy.kind is Kind.VARIABLE and is_name and symbol is not None and symbol.kind is Kind.ARRAY:
        return "{dummy} is a variable, this is an array"
    if argument.type is not None and dummy.type is not None and argument.type is not dummy.type:
        one_word = argument.type is Type.WORD and dummy.type.words == 1
        return "" if one_word else f"{{dummy}} is {dummy.type.value}, this is {argument.type.value}"
    if dummy.assigned and isinstance(argument, syntax.Integer | syntax.Real | syntax.Logical | syntax.Complex):
        return "{dummy} is given a value there, and this is a constant"
    return ""


def _circles(calls: dict[syntax.Unit, list[Reference]], diagnostics: Diagnostics) -> None:
    """Report the first call of every circle of calls: units have one place for their values and the way back."""
    for start in _calling_on(calls):
        way: dict[syntax.Unit, syntax.Unit | None] = {start: None}
        waiting = [start]
        while waiting:
            unit = waiting.pop(0)
            for each in calls[unit]:
                called = each.symbol.unit
                if called is start:
                    names = [start.name]
                    back: syntax.Unit | None = unit
                    while back is not None and back is not start:
                        names.append(back.name)
                        back = way[back]
                    chain = " calls ".join([start.name, *reversed(names[1:]), start.name])
                    diagnostics.error(each.at, f"units cannot call themselves: {chain}")
                    return
                if called is not None and called in calls and called not in way:
                    way[called] = unit
                    waiting.append(called)


def _calling_on(calls: dict[syntax.Unit, list[Reference]]) -> Iterator[syntax.Unit]:
    """Yield the units whose calls do not all end: those in circles, and those that call these."""
    callers: dict[syntax.Unit, list[syntax.Unit]] = {}
    left: dict[syntax.Unit, int] = {}
    for unit, references in calls.items():
        called = [each.symbol.unit for each in references if each.symbol.unit in calls]
        left[unit] = len(called)
        for each in called:
            callers.setdefault(each, []).append(unit)
    ended = [unit for unit, count in left.items() if not count]
    while ended:
        for unit in callers.get(ended.pop(), ()):
            left[unit] -= 1
            if not left[unit]:
                ended.append(unit)
    return (unit for unit in calls if left[unit])


def _common(parsed: Parsed, diagnostics: Diagnostics) -> None:
    """Compare the COMMON blocks of the units."""
    first: dict[str, tuple[syntax.Unit, list[syntax.Name]]] = {}
    for unit in parsed.program.units:
        blocks: dict[str, list[syntax.Name]] = {}
        for block, name in parsed.parts[unit].common:
            if name.symbol is not None and name.symbol.area is not None:
                blocks.setdefault(block, []).append(name)
        for block, names in blocks.items():
            if block in first:
                _shapes(block, first[block][1], names, diagnostics)
            else:
                first[block] = unit, names


def _shapes(block: str, one: list[syntax.Name], other: list[syntax.Name], diagnostics: Diagnostics) -> None:
    """Compare two lists of the same block."""
    title = f"/{block}/" if block else "blank COMMON"
    types: dict[int, syntax.Name] = {}
    for name in one:
        symbol = name.symbol
        assert symbol.type is not None
        for word in range(symbol.offset, symbol.offset + words(symbol), symbol.type.words):
            types[word] = name
    for name in other:
        symbol = name.symbol
        assert symbol.type is not None
        for word in range(symbol.offset, symbol.offset + words(symbol), symbol.type.words):
            there = types.get(word)
            if there is not None and there.symbol.type is not symbol.type:
                assert there.symbol.type is not None
                message = (
                    f"word {word + 1} of {title} is the {symbol.type.value} {name.name} here, "
                    f"the {there.symbol.type.value} {there.name} in line {there.at.line}"
                )
                diagnostics.warn(name.at, message)
                return
    sizes = [max(each.symbol.offset + words(each.symbol) for each in names) for names in (one, other)]
    if block and sizes[0] != sizes[1]:
        size = f"{sizes[1]} word" + "s" * (sizes[1] > 1)
        message = f"{title} has {size} here, {sizes[0]} in line {one[0].at.line}"
        diagnostics.warn(other[0].at, message)


def warn_of_unset(parsed: Parsed, diagnostics: Diagnostics) -> None:
    """Warn of variables that are used, and that nothing gives a value."""
    for unit in parsed.program.units:
        used: dict[Symbol, syntax.Name] = {}
        given: set[Symbol] = set()
        for each in syntax.walk(*unit.statements):
            match each:
                case syntax.Call(arguments=arguments) | syntax.CallStatement(arguments=arguments):
                    given.update(name.symbol for name in arguments if isinstance(name, syntax.Name | syntax.Element))
                case syntax.Name(symbol=symbol) if symbol is not None and symbol.kind is Kind.VARIABLE:
                    used.setdefault(symbol, each)
        if unit.result is not None and unit.sort is Sort.FUNCTION:
            if not unit.result.assigned and unit.result not in given and unit.result.area is None:
                message = f"nothing gives the function {unit.name} a value"
                diagnostics.warn(unit.at, message, f"{unit.name} = ... does")
            given.add(unit.result)
        own = set(unit.symbols.values())
        for symbol, node in used.items():
            known = symbol.assigned or symbol.dummy is not None or symbol.area is not None or bool(symbol.data)
            if symbol in own and not known and symbol not in given and not _specified(unit, node):
                diagnostics.warn(node.at, f"'{node.name}' is used, but never given a value")


def _specified(unit: syntax.Unit, node: syntax.Name) -> bool:
    """Whether a name is in a specification only."""
    return any(isinstance(each, syntax.Specification) and node in each.names for each in unit.statements)
