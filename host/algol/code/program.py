"""The whole program as COMPASS text: its code, its words, and the library behind them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from emulators.cdc6600 import display_code
from host.algol.code import arrays, jumps, procedures, sizes, standard, texts, words
from host.algol.code.emit import Line, written
from host.algol.code.library import library
from host.algol.code.statements import statement
from host.algol.code.storage import Fixed
from host.algol.code.unit import Options, Shared, Unit
from host.algol.syntax import (
    Actual,
    Array,
    Assignment,
    Declared,
    Formal,
    Kind,
    Name,
    Node,
    Procedure,
    Program,
    Switch,
    Variable,
    walk,
)
from host.assemblers import source


class Code(NamedTuple):
    """COMPASS lines, and what is known of the program for those who look at it running."""

    lines: list[Line]
    library: list[source.Line]  # what it takes in of the run-time library
    end: list[Line]  # what comes behind this
    shared: Shared


def generate(program: Program, options: Options | None = None) -> Code:
    """Return the program in COMPASS; raises SourceErrors for what the library does not have."""
    options = options or Options()
    standard.check(program)
    sizes.check(program)
    shared = Shared(options, labels=any(_gives_label(each, options) for each in walk(program)))
    shared.assigned = frozenset(_assigned(program))
    main = Unit(shared, None, level=None)
    main.label("START")
    main.op("SB1", "1")
    main.op("SB7", "STACK")
    _reserve(program, shared)
    owned = [each for each in walk(program) if isinstance(each, Variable | Array) and each.own]
    main.unset(shared.home(each) for each in owned if isinstance(each, Variable))
    arrays.unset(main, (each for each in owned if isinstance(each, Array) and arrays.fixed(main, each)))
    statement(main, program.body)
    main.op("RJ", "ENDPROG")
    later = [procedures.procedure(shared, each) for each in program.procedures]
    switches = [each for each in walk(program) if isinstance(each, Switch)]
    tables = [line for each in switches if jumps.direct(shared, each) for line in procedures.table(shared, each)]
    pieces = list(_pieces(shared, switches))
    code = [line for each in later for line in each()]
    body = [*main.finish(), *code, *tables, *pieces]
    lines = [Line(written("", "IDENT", "ALGOL")), *body, *_data(program, shared)]
    told, taken_in = library(program, options, lines, [line for _, each in shared.stubs.values() for line in each])
    return Code([*lines, *told], taken_in, [*_end()], shared)


def _gives_label(node: Node, options: Options) -> bool:
    """Whether designational expressions must be evaluated before one goes to a label: it may have no value."""
    if isinstance(node, Switch):
        return not options.strict_switch
    return isinstance(node, Formal) and node.by_value and node.kind is Kind.LABEL


def _assigned(program: Program) -> Iterator[Declared | None]:
    """Yield what is given values elsewhere than by for clauses, and what inner procedures may give some."""
    for node in walk(program):
        match node:
            case Assignment(targets=targets):
                yield from (each.declared for each in targets if isinstance(each, Name))
            case Actual(kind=Kind.VARIABLE, expression=Name(declared=declared)):
                yield declared
            case Name(declared=Variable(captured=True) | Formal(captured=True) as declared):
                yield declared


def _pieces(shared: Shared, switches: Iterable[Switch]) -> Iterator[Line]:
    """Yield thunks, switches and entries for formal calls; writing one may ask for another."""
    entered: set[Procedure] = set()
    waiting = [*switches]
    while shared.pieces or shared.formal_entries.keys() - entered or any(each in shared.entries for each in waiting):
        for wanted in [each for each in waiting if each in shared.entries]:
            waiting.remove(wanted)
            yield from procedures.switch(shared, wanted)
        while shared.pieces:
            yield from shared.pieces.pop(0)()
        for each in [each for each in shared.formal_entries if each not in entered]:
            entered.add(each)
            yield from procedures.formal_entry(shared, each)


def _reserve(program: Program, shared: Shared) -> None:
    """Give formal parameters their words, which come first in a frame, then arrays: those of a segment together."""
    for formal in (each for procedure in program.procedures for each in procedure.formals):
        shared.home(formal)
    for array in (each for each in walk(program) if isinstance(each, Array)):
        shared.home(array)


def _data(program: Program, shared: Shared) -> Iterator[Line]:
    """Yield the words of the program that are no instructions."""
    described = _described(program, shared)
    for procedure, symbol in shared.sizes.items():
        yield Line(written(symbol, "EQU", str(shared.room(procedure).size)))
    for text, symbol in shared.strings.items():
        yield from _string(text, symbol)
    for room in list(shared.rooms.values()):
        for symbol, size in room.words:
            if symbol in described:
                yield from _description(described[symbol], symbol)
            else:
                yield Line(written(symbol, "BSSZ", str(size)))
    for fields, symbol in shared.pools.items():
        yield Line(written(symbol, "VFD", fields))


def _described(program: Program, shared: Shared) -> dict[str, Array]:
    """Return the arrays that are there before the program runs, by the symbols of their descriptions."""
    found = {}
    for array in walk(program):
        if isinstance(array, Array) and arrays.fixed(Unit(shared, array.owner), array):
            home = shared.homes[array]
            assert isinstance(home, Fixed)
            found[home.symbol] = array
    return found


def _description(array: Array, symbol: str) -> Iterator[Line]:
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
    yield Line(written(symbol, "VFD", f"12/{kind},12/{count},18/{size},18/{place}"), array.at.line)
    yield Line(written("", "CON", f"{place}-{first}" if first >= 0 else f"{place}+{-first}"))
    for (lower, upper), stride in zip(bounds, strides, strict=True):
        yield Line(written("", "CON", f"{lower},{upper},{stride}"))
    yield Line(written("", "BSSZ", str(size)))


def _end() -> Iterator[Line]:
    yield Line(written("", "USE", "STACK"))
    yield Line(written("STACK", "BSS", "0"))
    yield Line(written("", "END", "START"))


def _string(text: str, symbol: str) -> Iterator[Line]:
    for number, word in enumerate(display_code.words_of_codes(texts.codes(text)) or [0]):
        yield Line(written("" if number else symbol, "CON", f"{word:o}B"))
