"""The whole program as COMPASS text: its code, procedures first to last, its words, and the library after them.

How procedures begin and end:

    NAME   PS                  the caller's RJ puts the way back here
           ...                 words at addresses: nothing more is needed, but B6 where frames are around
           EQ     NAME
    NAME   PS
           SB5    size         a frame: ENTER makes it, and keeps the way back in it
           RJ     ENTER
           ...
           EQ     LEAVE
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from emulators.cdc6600 import display_code
from emulators.errors import SourceError, SourceErrors
from host.algol import syntax
from host.algol.cdc6600 import arrays, calls, dynamic, jumps, statements, words
from host.algol.cdc6600.emit import Line, Text
from host.algol.cdc6600.library import library
from host.algol.cdc6600.unit import Options, Shared, Unit
from host.algol.cdc6600.words import FORMALS, Fixed, Home, frames_around, offset_from
from host.algol.syntax import Kind, Type, walk
from host.assemblers import source

PARAMETERS = 63  # of a procedure; subscripts, too: fields of six bits, and words above the top of the stack
LIST = 200  # further parameters of input and output
CHARACTERS = 16_380  # of a string: what algio.compass counts


class Generated(NamedTuple):
    """COMPASS lines, and the description of the program that debuggers use."""

    lines: list[Line]
    library: list[source.Line]  # what it takes in of the run-time library
    end: list[Line]  # what comes after this
    shared: Shared


def generate(program: syntax.Program, options: Options | None = None) -> Generated:
    """Return the program in COMPASS; raises SourceErrors for what the library does not have."""
    options, nodes = options or Options(), list(walk(program))
    if errors := [error for node in nodes for error in _refused(node)]:
        raise SourceErrors(errors)
    shared = Shared(options, labels=any(_gives_label(each, options) for each in nodes))
    shared.assigned = frozenset(_assigned(nodes))
    main = Unit(shared, None, level=None)
    main.label("START")
    main.op("SB1", "1")
    main.op("SB7", "STACK")
    _reserve(nodes, shared)
    owned = [each for each in nodes if isinstance(each, syntax.Variable | syntax.Array) and each.own]
    main.unset(shared.homes[each] for each in owned if isinstance(each, syntax.Variable))
    arrays.unset(main, (each for each in owned if isinstance(each, syntax.Array) and arrays.fixed(main, each)))
    statements.statement(main, program.body)
    main.op("RJ", "ENDPROG")
    later = [_procedure(shared, each) for each in program.procedures]
    switches = [each for each in nodes if isinstance(each, syntax.Switch)]
    tables = [line for each in switches if jumps.direct(shared, each) for line in _of_switch(shared, each, jumps.table)]
    pieces = list(_pieces(shared, switches))
    code = [line for each in later for line in each()]
    body = [*main.finish(), *code, *tables, *pieces]
    lines = [Line("", "IDENT", "ALGOL"), *body, *_data(nodes, shared)]
    told, taken_in = library(nodes, options, lines, [line for _, each in shared.stubs.values() for line in each])
    end = [Line("", "USE", "STACK"), Line("STACK", "BSS", "0"), Line("", "END", "START")]
    return Generated([*lines, *told], taken_in, end, shared)


def _gives_label(node: syntax.Node, options: Options) -> bool:
    """Whether designational expressions must be evaluated before one goes to a label: it may have no value."""
    if isinstance(node, syntax.Switch):
        return not options.strict_switch
    return isinstance(node, syntax.Formal) and node.by_value and node.kind is Kind.LABEL


def _assigned(nodes: Sequence[syntax.Node]) -> Iterator[syntax.Declared | None]:
    """Yield what is given values elsewhere than by for clauses, and what inner procedures may give some."""
    for node in nodes:
        match node:
            case syntax.Assignment(targets=targets):
                yield from (each.declared for each in targets if isinstance(each, syntax.Name))
            case syntax.Actual(kind=Kind.VARIABLE, expression=syntax.Name(declared=declared)):
                yield declared
            case syntax.Name(declared=syntax.Variable(captured=True) | syntax.Formal(captured=True) as declared):
                yield declared


def _pieces(shared: Shared, switches: Iterable[syntax.Switch]) -> Iterator[Line]:
    """Yield thunks, switches and entries for formal calls; writing one may ask for another."""
    entered: set[syntax.Procedure] = set()
    waiting = [*switches]
    while shared.pieces or shared.formal_entries.keys() - entered or any(each in shared.entries for each in waiting):
        for wanted in [each for each in waiting if each in shared.entries]:
            waiting.remove(wanted)
            yield from _of_switch(shared, wanted, jumps.switch)
        while shared.pieces:
            yield from shared.pieces.pop(0)()
        for each in [each for each in shared.formal_entries if each not in entered]:
            entered.add(each)
            yield from _formal_entry(shared, each)


def _reserve(nodes: Sequence[syntax.Node], shared: Shared) -> None:
    """Give formal parameters their words, which come first in a frame, then arrays: those of a segment together."""
    for sort in (syntax.Formal, syntax.Array):
        for each in nodes:
            if isinstance(each, sort):
                shared.homes[each]  # it gets a place when it is first asked for


def _data(nodes: Sequence[syntax.Node], shared: Shared) -> Iterator[Line]:
    """Yield the words of the program that are not instructions."""
    described = _described(nodes, shared)
    for procedure, symbol in shared.sizes.items():
        yield Line(symbol, "EQU", str(shared.rooms[procedure].size))
    for text, symbol in shared.strings.items():
        for number, word in enumerate(display_code.words_of_codes(words.codes(text)) or [0]):
            yield Line("" if number else symbol, "CON", f"{word:o}B")
    for room in list(shared.rooms.values()):
        for symbol, size in room.words:
            if symbol in described:
                yield from _description(described[symbol], symbol)
            else:
                yield Line(symbol, "BSSZ", str(size))
    for fields, symbol in shared.pools.items():
        yield Line(symbol, "VFD", fields)


def _described(nodes: Sequence[syntax.Node], shared: Shared) -> dict[str, syntax.Array]:
    """Return the arrays that are there before the program runs, by the symbols of their descriptions."""
    found = {}
    for array in nodes:
        if isinstance(array, syntax.Array) and arrays.fixed(Unit(shared, array.owner), array):
            home = shared.homes[array]
            assert isinstance(home, Fixed)
            found[home.symbol] = array
    return found


def _description(array: syntax.Array, symbol: str) -> Iterator[Line]:
    bounds = arrays.constant_bounds(array.segment)
    assert bounds is not None
    strides: list[int] = []
    size = 1
    for lower, upper in reversed(bounds):
        strides.insert(0, size)
        size *= upper - lower + 1
    first = sum(lower * stride for (lower, _), stride in zip(bounds, strides, strict=True))
    count = len(bounds)
    place = f"{symbol}+{2 + 3 * count}"
    kind = words.TYPES[array.type]
    yield Line(symbol, "VFD", f"12/{kind},12/{count},18/{size},18/{place}", array.at.line)
    yield Line("", "CON", f"{place}-{first}" if first >= 0 else f"{place}+{-first}")
    for (lower, upper), stride in zip(bounds, strides, strict=True):
        yield Line("", "CON", f"{lower},{upper},{stride}")
    yield Line("", "BSSZ", str(size))


def _procedure(shared: Shared, declared: syntax.Procedure) -> Callable[[], list[Line]]:
    """Write a procedure. What comes before its body is known when everything else has been written: call it then."""
    unit = Unit(shared, declared, level=declared)
    unit.at(declared)
    unit.begin_statement()
    if declared.type is not Type.NONE:
        unit.unset([shared.homes[declared]])
    _copy_arrays(unit, declared)
    assert declared.body is not None
    statements.statement(unit, declared.body)
    unit.begin_statement()
    around = not declared.recursive and next(frames_around(declared.owner), None) is not None
    caller = shared.rooms[declared].reserve(shared.symbols.numbered("T")) if around else None
    if caller is not None:
        shared.callers[declared] = caller
    _leave(unit, declared, caller)
    body = unit.finish()
    return lambda: [*_entry(shared, declared, caller), *body]


def _entry(shared: Shared, declared: syntax.Procedure, caller: Home | None) -> list[Line]:
    text = Text()
    text.line = declared.at.line
    text.remark(f"PROCEDURE {declared.spelling}")
    text.label(shared.entries[declared])
    text.op("PS")
    if declared.recursive:
        text.op("SB5", shared.sizes[declared])
        text.op("RJ", "ENTER")
        return text.finish()
    top = shared.tops.get(declared)
    for home, register in ((top, "B7"), (caller, "B6")):
        if home is not None:
            assert isinstance(home, Fixed)
            text.op("SX6", register)
            text.op("SA6", home.symbol)
    if caller is not None:
        text.op("SB6", "B4")
    return text.finish()


def _leave(unit: Unit, declared: syntax.Procedure, caller: Home | None) -> None:
    if declared.type is not Type.NONE:
        value = unit.fetch(unit.shared.homes[declared], (6,))
        unit.registers.drop(value)
    if declared.recursive:
        unit.jump("LEAVE")
        return
    if unit.level is not declared:
        unit.op("SB7", unit.height(declared))
    if caller is not None:
        frame = unit.fetch(caller, (1,))
        unit.op("SB6", "X1")
        unit.registers.drop(frame)
    unit.jump(unit.shared.entries[declared])


def _copy_arrays(unit: Unit, declared: syntax.Procedure) -> None:
    """Write code for arrays that are handed over by value: they get copies of their own."""
    arrays = jumps.copied_arrays(declared)
    for formal in arrays:
        where, kind = unit.fetch(unit.shared.homes[formal], (1,)), unit.constant(words.TYPES[formal.type], (2,))
        copy = unit.routine("ARRCOPY", where, kind, keeps=())
        unit.store(copy, unit.shared.homes[formal])
        unit.registers.drop(copy)
    if arrays:
        jumps.keep_height(unit, arrays[0])
        unit.level = arrays[0]


def _of_switch(shared: Shared, declared: syntax.Switch, write: Callable[[Unit, syntax.Switch], None]) -> list[Line]:
    """Write the code of a switch, or its table of jumps."""
    unit = Unit(shared, declared.owner)
    unit.at(declared)
    write(unit, declared)
    return unit.finish()


def _formal_entry(shared: Shared, declared: syntax.Procedure) -> list[Line]:
    """Write the code that calls a procedure with words of actual parameters, their number first, at B5."""
    unit = Unit(shared, declared.owner)
    unit.at(declared)
    unit.label(shared.formal_entries[declared])
    table = [dynamic.wanted(each) for each in declared.formals]
    fields = ",".join(f"6/{each:o}B" for each in [len(table), *table])
    unit.op("SX1", shared.pools[fields])
    if declared.rest:
        unit.op("SX2", str(len(table)))
        unit.call("OPENED", keeps=())
    unit.call("BIND", keeps=())
    for number, formal in enumerate(declared.formals, 1):
        if formal.kind is Kind.ARRAY:
            unit.op("SA1", offset_from("B5", number))
            unit.op("SX2", f"{dynamic.wanted_array(formal):o}B")
            unit.call("ISARR", keeps=())
    if declared.standard:
        _standard(unit, declared)
    else:
        _own(unit, declared)
    unit.jump("CALLEND")
    return unit.finish()


def _own(unit: Unit, declared: syntax.Procedure) -> None:
    for number, formal in enumerate(declared.formals, 1):
        unit.op("SA1", offset_from("B5", number))
        unit.op("BX6", "X1")
        home = unit.shared.homes[formal]
        unit.op("SA6", offset_from("B7", FORMALS + formal.index) if declared.recursive else unit.field(home))
    if next(frames_around(declared.owner), None) is not None:
        unit.op("SB4", "B6")
    unit.op("RJ", unit.shared.entries[declared])


def _standard(unit: Unit, declared: syntax.Procedure) -> None:
    if declared.name in calls.CONSTANTS:
        unit.registers.drop(unit.constant(calls.CONSTANTS[declared.name], (6,)))
        return
    if declared.rest:
        unit.op("SX2", str(len(declared.formals)))
        unit.call("SPREAD", keeps=())
    for number, _ in enumerate(declared.formals, 1):
        unit.op(f"SA{number}", offset_from("B5", number))
    unit.call(calls.ROUTINES[declared.name])


# ---------------------------------------------------------------- what code cannot deal with


def _refused(node: syntax.Node) -> Iterator[SourceError]:
    match node:
        case syntax.ArraySegment() if len(node.bounds) > PARAMETERS:
            at = node.arrays[0]
            yield at.at.error(f"'{at.spelling}' has {len(node.bounds)} subscripts: more than {PARAMETERS}")
        case syntax.Procedure() if len(node.formals) > PARAMETERS:
            yield node.at.error(f"'{node.spelling}' has {len(node.formals)} parameters: more than {PARAMETERS}")
        case syntax.Call() if len(node.actuals) > LIST:
            yield node.at.error(f"these are {len(node.actuals)} parameters: more than {LIST}")
        case syntax.String() if len(node.text) > CHARACTERS:
            yield node.at.error(f"this string has {len(node.text)} characters: more than {CHARACTERS}")
        case syntax.Name(declared=syntax.Procedure(standard=True) as standard):
            if standard.name not in calls.ROUTINES and standard.name not in calls.CONSTANTS:
                yield node.at.error(f"the standard procedure '{node.name}' is not supported")
