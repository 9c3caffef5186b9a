"""The whole program as COMPASS text: its code, its words, and the library after them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from emulators.cdc6600 import display_code
from emulators.errors import SourceError, SourceErrors
from host.compilers.algol import syntax
from host.compilers.algol.cdc6600 import words
from host.compilers.algol.cdc6600.direct import REGISTERS
from host.compilers.algol.cdc6600.library import library
from host.compilers.algol.cdc6600.runtime import Algol
from host.compilers.algol.cdc6600.words import FORMALS, frames_around
from host.compilers.algol.lowering import arrays, calls, dynamic
from host.compilers.algol.lowering.program import lower
from host.compilers.algol.lowering.unit import Settings, Shared
from host.compilers.algol.syntax import Kind, walk
from host.compilers.backends.cdc6600 import generate as back_end
from host.compilers.backends.cdc6600.runtime import call_directly
from host.compilers.backends.cdc6600.target import CDC6600
from host.compilers.backends.cdc6600.text import Line, Text
from host.compilers.debuginfo.table import Word
from host.compilers.ir.form import Program
from host.compilers.lowering import code
from host.compilers.program import Generated, Seen

PARAMETERS = 63  # of a procedure; subscripts, too: fields of six bits, and words above the top of the stack
LIST = 200  # further parameters of input and output
CHARACTERS = 16_380  # of a string: as many as algio.compass counts


def generate(program: syntax.Program, settings: Settings | None = None, seen: Seen | None = None) -> Generated[Shared]:
    """Return the program in COMPASS; raises SourceErrors for features that the library does not have.

    `seen` is called with the IR, and the name of the stage that it comes from: `lower`, or a pass.
    """
    settings, nodes = settings or Settings(), list(walk(program))
    if errors := [error for node in nodes for error in _refused(node)]:
        raise SourceErrors(errors)
    middle, shared = lower(program, settings)
    made = code(middle, Algol(shared), CDC6600, _select, settings, seen)
    entries = [line for each in shared.formal_entries for line in _formal_entry(shared, each)]
    lines = [Line("", "IDENT", "ALGOL"), *made.lines, *entries, *_data(nodes, shared)]
    told, taken_in = library(nodes, settings, lines, made.stubs, words.line_end_of(shared.strings))
    end = [Line("", "USE", "STACK"), Line("STACK", "BSS", "0"), Line("", "END", "START")]
    return Generated([*lines, *told], taken_in, end, shared)


def _select(program: Program, runtime: Algol, forgets: bool) -> back_end.Generated:
    runtime.prepare(program)
    return back_end.generate(program, runtime, forgets)


def _data(nodes: Sequence[syntax.Node], shared: Shared) -> Iterator[Line]:
    """Yield the words of the program that are not instructions."""
    described = _described(nodes, shared)
    for procedure, symbol in shared.sizes.items():
        yield Line(symbol, "EQU", str(shared.rooms[procedure].size))
    line_end = words.line_end_of(shared.strings)
    for text, symbol in shared.strings.items():
        for number, word in enumerate(display_code.words_of_codes(words.codes(text, line_end)) or [0]):
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
        if isinstance(array, syntax.Array) and arrays.fixed(shared, array):
            home = shared.homes[array]
            assert isinstance(home, Word)
            found[home.symbol] = array
    return found


def _description(array: syntax.Array, symbol: str) -> Iterator[Line]:
    bounds = arrays.constant_bounds(array.segment)
    assert bounds is not None
    strides: list[int] = []
    size = 1
    for low, high in reversed(bounds):
        strides.insert(0, size)
        size *= high - low + 1
    first = sum(low * stride for (low, _), stride in zip(bounds, strides, strict=True))
    count = len(bounds)
    place = f"{symbol}+{2 + 3 * count}"
    kind = words.TYPES[array.type]
    yield Line(symbol, "VFD", f"12/{kind},12/{count},18/{size},18/{place}", array.at.line)
    yield Line("", "CON", f"{place}-{first}" if first >= 0 else f"{place}+{-first}")
    for (low, high), stride in zip(bounds, strides, strict=True):
        yield Line("", "CON", f"{low},{high},{stride}")
    yield Line("", "BSSZ", str(size))


def _formal_entry(shared: Shared, declared: syntax.Procedure) -> list[Line]:
    """Write the code that calls a procedure with words of actual parameters, their number first, at B5."""
    text = Text()
    text.at(declared)
    text.label(shared.formal_entries[declared])
    table = [dynamic.wanted(each) for each in declared.formals]
    fields = ",".join(f"6/{each:o}B" for each in [len(table), *table])
    text.op("SX1", shared.pools[fields])
    if declared.rest:
        text.op("SX2", str(len(table)))
        text.op("RJ", "OPENED")
    text.op("RJ", "BIND")
    for number, formal in enumerate(declared.formals, 1):
        if formal.kind is Kind.ARRAY:
            text.op("SA1", f"B5+{number}")
            text.op("SX2", f"{dynamic.wanted_array(formal):o}B")
            text.op("RJ", "ISARR")
    if declared.standard:
        _standard(text, declared)
    else:
        _own(text, shared, declared)
    text.op("EQ", "CALLEND")
    return text.finish()


def _own(text: Text, shared: Shared, declared: syntax.Procedure) -> None:
    around = next(frames_around(declared.owner), None)
    direct = shared.entries[declared] in shared.direct
    for number, formal in enumerate(declared.formals, 1):
        if direct and formal.index < len(REGISTERS):
            text.op(f"SA{REGISTERS[formal.index]}", f"B5+{number}")
        else:
            home = shared.homes[formal]
            text.op("SA4", f"B5+{number}")
            text.op("BX6", "X4")
            text.op("SA6", home.symbol if isinstance(home, Word) else f"B7+{FORMALS + formal.index}")
    if around is not None:
        text.op("SB4", "B6")
    if direct:
        call_directly(text, shared.entries[declared])
    else:
        text.op("RJ", shared.entries[declared])


def _standard(text: Text, declared: syntax.Procedure) -> None:
    if declared.name in calls.CONSTANTS:
        text.op("SA1", f"={calls.CONSTANTS[declared.name]:o}B")
        text.op("BX6", "X1")
        return
    if declared.rest:
        text.op("SX2", str(len(declared.formals)))
        text.op("RJ", "SPREAD")
    for number, _ in enumerate(declared.formals, 1):
        text.op(f"SA{number}", f"B5+{number}")
    text.op("RJ", calls.ROUTINES[declared.name])


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
