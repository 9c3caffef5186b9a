"""The front end: from the text of an ALGOL 60 program to a tree whose names and types are known."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from host.algol.lexer import Lexer
from host.algol.names import resolve, warn_of_unset
from host.algol.parser import parse
from host.algol.recursion import find_recursion
from host.algol.symbols import by_name, recognise
from host.algol.syntax import Program
from host.algol.types import check
from host.compiled.source import Diagnostics, Text, TooManyErrorsError, deep_recursion


def analyse(
    text: str,
    file: str,
    representation: str | None = None,
    strict_power: bool = False,
    limits: Callable[[Program, Diagnostics], None] = lambda program, diagnostics: None,
) -> Program:
    """Return the tree of a program with all its fields filled in; raise SourceErrors if there is anything wrong.

    `representation` is the name of a hardware representation; without one it is recognised by the text. `strict_power`:
    the power of two integers is an integer. `limits` reports what a machine cannot hold.
    """
    program, diagnostics = examine(text, file, representation, strict_power, limits)
    diagnostics.raise_errors()
    assert program is not None
    return program


def examine(
    text: str,
    file: str,
    representation: str | None = None,
    strict_power: bool = False,
    limits: Callable[[Program, Diagnostics], None] = lambda program, diagnostics: None,
) -> tuple[Program | None, Diagnostics]:
    """Return the tree as far as there is one, whatever is wrong with it, and errors and warnings."""
    diagnostics = Diagnostics()
    program = None
    source = Text(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"), file)
    with deep_recursion():
        with suppress(TooManyErrorsError):
            program = read(source, representation, diagnostics)
            resolve(program, diagnostics)  # a tree with holes, too: names of what is missing are not reported
            check(program, diagnostics, strict_power)
            limits(program, diagnostics)
            find_recursion(program)
        if program and not diagnostics.found:
            warn_of_unset(program, diagnostics)
            program.warnings = diagnostics.warnings
    return program, diagnostics


def read(source: Text, representation: str | None, diagnostics: Diagnostics) -> Program:
    """Return the tree as the parser makes it."""
    chosen = by_name(representation) if representation else recognise(source.text)
    return parse(source, Lexer(source, chosen, diagnostics), diagnostics)
