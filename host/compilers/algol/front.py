"""The front end: from the text of an ALGOL 60 program to a tree with names and types resolved."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from host.compilers.algol import systems
from host.compilers.algol.lexer import Lexer
from host.compilers.algol.names import resolve, warn_of_unset
from host.compilers.algol.parser import parse
from host.compilers.algol.recursion import find_recursion
from host.compilers.algol.symbols import NAME, PLAIN, Representation, by_name, recognise
from host.compilers.algol.syntax import Block, Declaration, Name, Procedure, Program, TypeDeclaration, walk
from host.compilers.algol.systems import System
from host.compilers.algol.types import check
from host.languages.source import Diagnostics, Text, TooManyErrorsError, deep_recursion


def analyse(
    text: str,
    file: str,
    representation: str | None = None,
    strict_power: bool = False,
    limits: Callable[[Program, Diagnostics], None] = lambda program, diagnostics: None,
    system: str | None = None,
) -> Program:
    """Return the tree of a program with all its fields filled in; raises SourceErrors with all errors.

    `representation` is the name of a hardware representation; without one it is recognised by the text. `strict_power`:
    the power of two integers is an integer. `limits` reports numbers and arrays too large for a machine. `system`: the
    name of a dialect.
    """
    program, diagnostics = examine(text, file, representation, strict_power, limits, system)
    diagnostics.raise_errors()
    assert program is not None
    return program


def examine(
    text: str,
    file: str,
    representation: str | None = None,
    strict_power: bool = False,
    limits: Callable[[Program, Diagnostics], None] = lambda program, diagnostics: None,
    system: str | None = None,
) -> tuple[Program | None, Diagnostics]:
    """Return the tree, as complete as the text allows, with errors and warnings."""
    diagnostics = Diagnostics()
    program = None
    dialect = systems.by_name(system) if system else None
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    source = Text(text, file, f"\n{dialect.text}" if dialect else "")
    with deep_recursion():
        with suppress(TooManyErrorsError):
            program = read(source, representation, diagnostics, dialect)
            resolve(program, diagnostics)  # a tree with holes, too: names that the holes may declare are not reported
            check(program, diagnostics, strict_power, dialect.by_type if dialect else {})
            limits(program, diagnostics)
            find_recursion(program)
        if diagnostics.found:
            first = diagnostics.first

            def accepts(other: System) -> bool:
                found = examine(text, file, None, strict_power, system=other.name)[1]
                return not found.found or found.first > first

            diagnostics.suspect(systems.suspicion(text, dialect, accepts))
        if program and not diagnostics.found:
            warn_of_unset(program, diagnostics)
            program.warnings = diagnostics.warnings
    return program, diagnostics


def read(source: Text, representation: str | None, diagnostics: Diagnostics, dialect: System | None = None) -> Program:
    """Return the tree as the parser makes it."""
    chosen = representation_of(source.own, representation, dialect)
    lexer = Lexer(source, chosen, diagnostics, dialect.numbers if dialect else {})
    program = parse(source, lexer, diagnostics)
    if dialect:
        named = {each.value for each in lexer.tokens if each.symbol == NAME}
        _add_library(program, source, dialect, named, diagnostics)
    return program


def representation_of(text: str, name: str | None, dialect: System | None) -> Representation:
    """Return the representation of a text: the user's choice, that of its dialect, or the most likely one."""
    if name:
        return by_name(name)
    return dialect.representation(text) if dialect else recognise(text)


def _add_library(program: Program, source: Text, dialect: System, named: set[str], diagnostics: Diagnostics) -> None:
    """Put a block around a program: the procedures of its dialect that it names, and those that these use."""
    library = parse(source, Lexer(source, PLAIN, diagnostics).of_library(), diagnostics).body
    assert isinstance(library, Block)
    wanted, size = named, -1
    while size != len(wanted):  # until nothing is added
        size = len(wanted)
        for each in library.declarations:
            if wanted & (names := _declared(each)):
                others = {other for name in names for other in dialect.by_type.get(name, {}).values()}
                wanted = wanted | others | {node.name for node in walk(each) if isinstance(node, Name)}
    needed = tuple(each for each in library.declarations if wanted & _declared(each))
    if needed:
        program.body = Block(program.body.at, (), needed, (program.body,))


def _declared(declaration: Declaration) -> set[str]:
    """Return the names that a declaration of a library declares."""
    if isinstance(declaration, TypeDeclaration):
        return {each.name for each in declaration.variables}
    assert isinstance(declaration, Procedure)
    return {declaration.name}
