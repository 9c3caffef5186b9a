"""Expressions of FORTRAN as the user of a debugger types them, in either dialect.

`==`, `<` and their like, `&&` and `||` mean the same as elsewhere in the debugger: .EQ., .LT., .AND., .OR.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from emulators.errors import SourceError, SourceErrors
from host.compilers.fortran import front, lexer, syntax
from host.compilers.fortran.cards import Cards
from host.compilers.fortran.inspect.names import called
from host.compilers.fortran.intrinsics import INTRINSICS
from host.compilers.fortran.parser.expressions import Expressions
from host.compilers.fortran.parser.stream import Context, Fault
from host.compilers.fortran.syntax import Kind, Symbol, walk
from host.compilers.fortran.types import Types
from host.languages.source import Diagnostics, Span, Text, TooManyErrorsError, deep_recursion

MOST_CHARACTERS = 1000
MODERN = {
    "==": ".EQ.", "!=": ".NE.", "/=": ".NE.", "<=": ".LE.", ">=": ".GE.", "<": ".LT.", ">": ".GT.", "&&": ".AND.",
    "||": ".OR.",
}  # fmt: skip
SIGN = re.compile("|".join(map(re.escape, MODERN)))
NAME = re.compile(r"[A-Z][A-Z0-9]*")
# What has letters and is not a name: operators, logical constants, texts, numbers.
NOT_NAMES = re.compile(r"\.[A-Z]+\.|'[^']*'|(?<![A-Z0-9])[0-9]+(?:[HLR].*|[0-9.]*(?:[EDB][-+]?[0-9]*)?)")


class UnknownNameError(SourceError):
    """A name that means nothing at this place."""


def names_of(text: str) -> list[str]:
    """Return the names of FORTRAN's that stand in a text."""
    return NAME.findall(NOT_NAMES.sub(" ", text.upper()))


def parsed(text: str, dialect: str, arrays: Iterable[str]) -> syntax.Expression:
    """Return an expression whose names mean nothing yet; raises SourceError."""
    if len(text) > MOST_CHARACTERS:
        raise Span(Text(text[:MOST_CHARACTERS], "expression"), 0, MOST_CHARACTERS).error(
            f"an expression of more than {MOST_CHARACTERS:,} characters"
        )
    written = SIGN.sub(lambda found: MODERN[found[0]], " ".join(text.split()))
    source, diagnostics = Text(written, "expression"), Diagnostics()
    cards = Cards(source, "", None, written, [*range(len(written))])
    try:
        with deep_recursion():
            line, *more = lexer.lines(cards, diagnostics, {"!"})
            stream = Expressions(line, Context(dialect, diagnostics, arrays=frozenset(arrays)))
            found = stream.expression()
            if stream.here:
                raise stream.fault(f"expected an operator or the end, found {stream.found()}", stream.operator_hint())
            if more:
                raise Span(source, line.ends[-1], len(written)).error("expected an operator or the end, found '$'")
        diagnostics.raise_errors()
    except (Fault, TooManyErrorsError, SourceErrors):
        raise _first(diagnostics) from None
    return found


def read(text: str, program: syntax.Program, unit: syntax.Unit, machine: str) -> syntax.Expression:
    """Return an expression as its names are meant in a unit, with its types; raises SourceError for anything else."""
    arrays = (each.name for each in unit.symbols.values() if each.kind is Kind.ARRAY)
    found = parsed(text, program.dialect, arrays)
    for node in walk(found):
        if isinstance(node, syntax.Name | syntax.Element | syntax.Call):
            node.symbol = _meant(node, unit)
    diagnostics = Diagnostics()
    with deep_recursion():
        typed = Types(program, unit, front.LIMITS[machine], diagnostics).argument(found)
    if diagnostics.found:
        raise _first(diagnostics)
    return typed


def _meant(node: syntax.Name | syntax.Element | syntax.Call, unit: syntax.Unit) -> Symbol:
    symbol = unit.symbols.get(node.name)
    if symbol is None and isinstance(node, syntax.Call) and node.name in INTRINSICS:
        intrinsic = INTRINSICS[node.name]
        return Symbol(node.name, node.at, Kind.INTRINSIC, intrinsic.result, intrinsic=intrinsic)
    if symbol is None:
        place = Span(node.at.source, node.at.start, node.at.start + len(node.name)).place
        raise UnknownNameError(place, f"there is no '{node.name}' in {called(unit)}")
    if isinstance(node, syntax.Call) and symbol.kind is Kind.VARIABLE:
        raise node.error(f"'{node.name}' is not an array")
    return symbol


def _first(diagnostics: Diagnostics) -> SourceError:
    try:
        diagnostics.raise_errors()
    except SourceErrors as errors:
        return errors.errors[0]
    raise AssertionError("an error that has not been noted")
