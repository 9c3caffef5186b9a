"""Expressions of ALGOL as the user of a debugger types them: the plain representation, whatever the program's is.

`==` is `=` here, as it is elsewhere in the debugger, and not the sign for equivalence.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from emulators.errors import SourceError, SourceErrors
from host.algol.diagnostics import Diagnostics, TooManyErrorsError
from host.algol.lexer import Lexer
from host.algol.nesting import deep_recursion
from host.algol.parser import Parser
from host.algol.parser.stream import Fault
from host.algol.spans import Span, Text
from host.algol.symbols import NAME, PLAIN
from host.algol.syntax import Declared, Expression, Name, walk

BEFORE, BEHIND = "begin ", " end"  # a program begins and ends with a word; what is read stands between
MOST = 1000  # characters

Lookup = Callable[[str], Declared | None]


class UnknownNameError(SourceError):
    """A name that means nothing at this place."""


def read(text: str, lookup: Lookup) -> Expression:
    """Return an expression whose names are known; raises SourceError for anything else."""
    source = Text(BEFORE + " ".join(text.split()).replace("==", "= ") + BEHIND, "expression")
    diagnostics = Diagnostics()
    if len(text) > MOST:
        raise Span(Text(text[:MOST], "expression"), 0, MOST).error(f"an expression of more than {MOST:,} characters")
    try:
        with deep_recursion():
            found = _parsed(source, diagnostics)
        diagnostics.raise_errors()
    except (Fault, TooManyErrorsError, SourceErrors):
        raise _first(diagnostics) from None
    assert found is not None
    for node in walk(found):
        if isinstance(node, Name):
            declared = lookup(node.name)
            if declared is None:
                place = node.at.place
                shown = replace(place, column=place.column - len(BEFORE), text=_stripped(place.text))
                raise UnknownNameError(shown, f"'{node.at.text}' is not declared here")
            node.declared = declared
    return found


def names_of(text: str) -> list[str]:
    """Return the names of ALGOL's that stand in a text, none if it is made of other things."""
    source = Text(BEFORE + text + BEHIND, "expression")
    try:
        tokens = Lexer(source, PLAIN, Diagnostics()).scan()
    except TooManyErrorsError:
        return []
    return [each.value for each in tokens if each.symbol == NAME]


def _parsed(source: Text, diagnostics: Diagnostics) -> Expression:
    lexer = Lexer(source, PLAIN, diagnostics)
    parser = Parser(source, lexer.scan(), diagnostics, lexer.comment_ends)
    parser.expect("begin")
    found = parser.expression()
    if parser.position != len(parser.tokens) - 2:
        raise parser.fault(f"{parser.found()} is one too many", "expected an operator or the end")
    return found


def _first(diagnostics: Diagnostics) -> SourceError:
    try:
        diagnostics.raise_errors()
    except SourceErrors as errors:
        error = errors.errors[0]
        place = error.place
        shown = replace(place, column=max(1, place.column - len(BEFORE)), text=_stripped(place.text))
        return SourceError(shown, error.message, error.hint)
    raise AssertionError("an error that nobody has noted")


def _stripped(text: str) -> str:
    return text.removeprefix(BEFORE).removesuffix(BEHIND)
