"""The front end: from the text of a FORTRAN program to a tree with names, types and storage resolved."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

from host.compilers.fortran import lists, names, storage, syntax, types, units
from host.compilers.fortran.parser import parse
from host.compilers.fortran.types import Limits
from host.languages.source import Diagnostics, Text, TooManyErrorsError, deep_recursion

DIALECTS = {"704": "ii", "6600": "iv"}  # of a machine, if no other is asked for


def _rounded(bits: int, power: int) -> Fraction:
    """Return the least number that is rounded to a power of two, or to more, where numbers have some bits."""
    return Fraction(2) ** power * (1 - Fraction(1, 2 ** (bits + 1)))


LIMITS = {
    "704": Limits("704", 32767, _rounded(27, 127), _rounded(27, -129), 36, 6),
    "6600": Limits("6600", 2**59 - 1, _rounded(48, 1070), _rounded(48, 47 - 1022), 60, 10),
}


def analyse(text: str, file: str, dialect: str | None = None, machine: str = "6600") -> syntax.Program:
    """Return the tree of a program with all its fields filled in; raise SourceErrors if there is anything wrong.

    `dialect`: ii or iv; without one it is that of the machine.
    """
    program, diagnostics = examine(text, file, dialect, machine)
    diagnostics.raise_errors()
    assert program is not None
    return program


def examine(
    text: str, file: str, dialect: str | None = None, machine: str = "6600"
) -> tuple[syntax.Program | None, Diagnostics]:
    """Return the tree as far as there is one, whatever is wrong with it, and errors and warnings."""
    diagnostics = Diagnostics()
    program = None
    source = Text(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"), file)
    with deep_recursion():
        with suppress(TooManyErrorsError):
            parsed = parse(source, dialect or DIALECTS[machine], diagnostics)
            program = parsed.program
            names.resolve(parsed, diagnostics)  # a tree with holes, too: errors that these may cause are not reported
            types.check(parsed, LIMITS[machine], diagnostics)
            storage.place(parsed, LIMITS[machine], diagnostics)
            units.compare(parsed, diagnostics)
            if not diagnostics.found:
                lists.compare(program, diagnostics)
        if program is not None and not diagnostics.found:
            units.warn_of_unset(parsed, diagnostics)
            program.warnings = diagnostics.warnings
    return program, diagnostics
