"""The whole program as COMPASS text: its code, its words, and the library after them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from host.compilers.backends.cdc6600.generate import generate as select
from host.compilers.backends.cdc6600.target import CDC6600
from host.compilers.backends.cdc6600.text import Line
from host.compilers.fortran import syntax
from host.compilers.fortran.cdc6600 import library
from host.compilers.fortran.cdc6600.machine import MACHINE
from host.compilers.fortran.cdc6600.runtime import Fortran
from host.compilers.fortran.lowering import data
from host.compilers.fortran.lowering.program import lower
from host.compilers.fortran.lowering.unit import CHECKS, Shared
from host.compilers.library import begins, names_of, taken_in
from host.compilers.lowering import Settings, code
from host.compilers.program import Generated, Seen
from host.languages import assembly

SOURCES = (
    "textio", "arith", "reals", "intio", "realio", "formath", "fordop", "fordfn", "forcplx", "forcall", "forrun",
    "forio", "forline", "forform", "fordbl", "forout", "forin", "forbin",
)  # fmt: skip
STACK = "STACK"  # the first word after the program
END = "FENDPRG"
FAILED = "FORCALL", "FOUTSID"  # the part of the library that stubs go to


def generate(program: syntax.Program, settings: Settings, seen: Seen | None = None) -> Generated[Shared]:
    """Return the program in COMPASS; raises SourceErrors for features that the machine or its library does not have.

    `seen` is called with the IR, and the name of the stage that it comes from: `lower`, or a pass.
    """
    middle, shared = lower(program, MACHINE, settings)
    made = code(middle, Fortran(shared), CDC6600, select, settings, seen)
    lines = [Line("", "IDENT", "FORTRAN"), Line(CHECKS, "EQU", "0"), *made.lines, *made.arguments, *_data(shared)]
    told, taken = _library(program, lines, made.stubs)
    end = [Line("", "USE", STACK), Line(STACK, "BSS", "0"), Line("", "END", "START")]
    return Generated([*lines, *told], taken, end, shared)


# ---------------------------------------------------------------- words


def _data(shared: Shared) -> Iterator[Line]:
    """Yield the words of the program that are not instructions."""
    initial = data.initial(shared)
    for words, symbol in shared.pools.items():
        for number, word in enumerate(words):
            yield Line("" if number else symbol, "CON", f"{word:o}B")
    for symbol, size in shared.sizes.items():
        yield from _words(symbol, size, initial.get(symbol, {}))


def _words(symbol: str, size: int, initial: Mapping[int, int]) -> Iterator[Line]:
    """Yield the words at a symbol; those without an initial value are zero."""
    at = 0
    for number in sorted(initial):
        if number > at:
            yield Line("" if at else symbol, "BSSZ", str(number - at))
        yield Line("" if number else symbol, "CON", f"{initial[number]:o}B")
        at = number + 1
    if at < size:
        yield Line("" if at else symbol, "BSSZ", str(size - at))


# ---------------------------------------------------------------- library


def _library(program: syntax.Program, code: list[Line], stubs: list[Line]) -> tuple[list[Line], list[assembly.Line]]:
    """Return the lines that tell the library of the files, and the lines of the library that the code needs."""
    fields = {each.variable for each in (*code, *stubs) if each.operation}
    names = {name for text in fields for name in names_of(text)} | {END}
    wanted = library.needs(program)
    at = begins(SOURCES, FAILED, wanted.flags)
    after = [assembly.Line(at.file, at.number, each.text) for each in stubs]
    told = [
        Line(library.FILES, "EQU", f"{wanted.files:o}B"),
        Line(library.SLOTS, "EQU", str(wanted.slots)),
        *(
            Line("" if number else library.UNITS, "VFD", f"42/0L{name},18/{unit}")
            for number, (unit, name) in enumerate(wanted.units.items())
        ),
        Line("", "CON", "0"),
    ]
    return told, [*after, *taken_in(SOURCES, names, wanted.flags)]
