"""The whole program as SAP text: its code, its words, and the library after them.

Arrays lie backwards, as IBM's did: a symbol is the address of the first element, the others are below it. Blank COMMON
begins at 77461 octal and goes down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from emulators.errors import SourceErrors
from host.compilers.backends.ibm704.generate import generate as select
from host.compilers.backends.ibm704.target import IBM704
from host.compilers.backends.ibm704.text import Line
from host.compilers.fortran import syntax
from host.compilers.fortran.ibm704.library import FIELDS, cards
from host.compilers.fortran.ibm704.machine import MACHINE
from host.compilers.fortran.ibm704.runtime import Fortran
from host.compilers.fortran.lowering import data
from host.compilers.fortran.lowering.program import lower
from host.compilers.fortran.lowering.unit import Shared
from host.compilers.fortran.syntax import Type
from host.compilers.lowering import Settings, code
from host.compilers.program import Generated, Seen
from host.languages import assembly

END = "       END START"
ORIGIN = 24  # the words below it are the loader's of a deck
COMMON = 0o77461
ITEMS = {"D": "F", "G": "F", "E": "E", "F": "F", "I": "I", "A": "A", "R": "A", "O": "O"}


def generate(program: syntax.Program, settings: Settings, seen: Seen | None = None) -> Generated[Shared]:
    """Return the program in SAP; raises SourceErrors for features that the machine or its library does not have."""
    refuse_pairs(program)
    middle, shared = lower(program, MACHINE, settings)
    made = code(middle, Fortran(shared), IBM704, select, settings, seen)
    own = [Line("", "ORG", str(ORIGIN)), *made.lines, *made.stubs, *made.constants]
    named = {each for line in own for each in re.split(r"[-+*/,]", line.variable)}
    for symbol, _ in shared.temporaries:
        if symbol not in named:  # it was in a register only
            shared.sizes.pop(symbol, None)
    lines = [*own, *_data(shared)]
    routines = {each.variable.partition(",")[0] for each in lines if each.operation in ("TSX", "TRA")}
    fields = _fields(program)
    library, end = ([assembly.Line("library", 1, each) for each in some] for some in (cards(routines, fields), [END]))
    return Generated(lines, library, end, shared)


def refuse_pairs(program: syntax.Program) -> None:
    """Raise SourceErrors for numbers of two words: the library has no arithmetic for them."""
    errors = [
        each.at.error(f"{each.type.value} is not to be had on the 704", "REAL has 27 bits, about 8 digits")
        for unit in program.units
        for each in (*unit.symbols.values(), *_constants(unit))
        if each.type in (Type.DOUBLE, Type.COMPLEX)
    ]
    if errors:
        raise SourceErrors(errors)


def _constants(unit: syntax.Unit) -> Iterator[syntax.Real | syntax.Complex]:
    data = (value for symbol in unit.symbols.values() for value in symbol.data.values())
    for each in syntax.walk(*unit.statements, *data):
        if isinstance(each, syntax.Real | syntax.Complex):
            yield each


def _data(shared: Shared) -> Iterator[Line]:
    """Yield the words of the program that are not instructions."""
    initial = data.initial(shared)
    for words, symbol in shared.pools.items():
        for number, word in enumerate(words):
            yield Line("" if number else symbol, "OCT", f"{word:012o}")
    blank = next((symbol for area, symbol in shared.areas.items() if area.unit is None and not area.name), "")
    for symbol, size in shared.sizes.items():
        if symbol == blank:
            yield Line(symbol, "SYN", str(COMMON))
        else:
            yield from _words(symbol, size, initial.get(symbol, {}))


def _words(symbol: str, size: int, initial: Mapping[int, int]) -> Iterator[Line]:
    """Yield the words at a symbol, the last one first."""
    if not initial:
        yield from [Line("", "BSS", str(size - 1))] if size > 1 else []
        yield Line(symbol, "PZE")
        return
    for number in reversed(range(size)):
        yield Line("" if number else symbol, "OCT", f"{initial.get(number, 0):012o}")


def _fields(program: syntax.Program) -> str:
    """Return the letters of the fields of all formats; all fields if formats are read."""
    found: set[str] = set()
    for unit in program.units:
        for each in syntax.walk(*unit.statements):
            if isinstance(each, syntax.Transfer) and isinstance(each.format, syntax.Name):
                return FIELDS
            if isinstance(each, syntax.Format):
                found |= {ITEMS[letter] for letter in set(each.fields) & {*ITEMS}}
    return "".join(sorted(found))
