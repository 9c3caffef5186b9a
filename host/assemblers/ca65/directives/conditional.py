"""Directives that choose which lines are assembled: .if and its relatives.

Source: ca65 Users Guide, "Conditional assembly".
"""

from __future__ import annotations

import re
from collections.abc import Callable

from host.assemblers.ca65.assembler import Assembler, Conditional, Statement
from host.assemblers.ca65.directives.handler import Handler
from host.assemblers.ca65.functions import is_defined, is_referenced
from host.assemblers.ca65.tokens import Kind, Reader, Token
from host.assemblers.diagnostics import AssemblyError
from host.assemblers.expressions import known

Condition = Callable[[Assembler, Reader], bool]
LEADING = re.compile(r"\s*(?:[@A-Za-z_][A-Za-z0-9_]*:(?![:=])|:)?\s*(\.[A-Za-z0-9_]+)")


def expression(asm: Assembler, reader: Reader) -> bool:
    """Return whether the constant is not zero."""
    return asm.parser.constant(reader) != 0


def blank(asm: Assembler, reader: Reader) -> bool:
    """Return whether nothing follows; empty braces are nothing."""
    tokens = reader.rest()
    return not tokens or [token.text for token in tokens] == ["{", "}"]


def constant(asm: Assembler, reader: Reader) -> bool:
    """Return whether the expression has a known value already."""
    value = known(asm.parser.expression(reader), outer=True)
    return value is not None and not value.bases


def always(asm: Assembler, reader: Reader) -> bool:
    """Return True: the processor is a 6502."""
    return True


def inverted(condition: Condition) -> Condition:
    """Return the opposite condition."""
    return lambda asm, reader: not condition(asm, reader)


CONDITIONS: dict[str, Condition] = {
    ".if": expression,
    ".ifblank": blank,
    ".ifconst": constant,
    ".ifdef": is_defined,
    ".ifnblank": inverted(blank),
    ".ifndef": inverted(is_defined),
    ".ifnref": inverted(is_referenced),
    ".ifp02": always,
    ".ifp4510": inverted(always),
    ".ifp816": inverted(always),
    ".ifpc02": inverted(always),
    ".ifpsc02": inverted(always),
    ".ifref": is_referenced,
}


def begin(asm: Assembler, token: Token, reader: Reader) -> None:
    """.if and its relatives."""
    conditional = Conditional(token, active=False, done=True)  # an error in the condition skips all branches
    asm.conditionals.append(conditional)
    conditional.active = conditional.done = CONDITIONS[token.text](asm, reader)


def begin_skipped(asm: Assembler, token: Token, reader: Reader) -> None:
    """.if inside of lines that are not assembled."""
    asm.conditionals.append(Conditional(token, active=False, done=True))


def _open(asm: Assembler, token: Token) -> Conditional:
    if len(asm.conditionals) <= asm.bases[-1]:
        raise AssemblyError(token.place, f"{token.text} without .if")
    return asm.conditionals[-1]


def _branch(asm: Assembler, token: Token) -> Conditional:
    conditional = _open(asm, token)
    if conditional.otherwise:
        place = conditional.otherwise.place
        raise AssemblyError(token.place, f"{token.text} behind .else", f"the .else is at {place.file}:{place.line}")
    conditional.active = False
    return conditional


def elseif(asm: Assembler, token: Token, reader: Reader) -> None:
    """.elseif: the next branch, if no other was taken."""
    conditional = _branch(asm, token)
    if conditional.done:
        reader.rest()
    else:
        conditional.done = True
        conditional.active = conditional.done = expression(asm, reader)


def otherwise(asm: Assembler, token: Token, reader: Reader) -> None:
    """.else: the last branch, if no other was taken."""
    conditional = _branch(asm, token)
    conditional.otherwise = token
    conditional.active, conditional.done = not conditional.done, True


def end(asm: Assembler, token: Token, reader: Reader) -> None:
    """.endif: the end of the branches."""
    _open(asm, token)
    asm.conditionals.pop()


def skip(asm: Assembler, statement: Statement) -> None:
    """Look at a line that is not assembled: only conditionals count, and text may be anything."""
    if statement.tokens is None:
        match = LEADING.match(statement.line.text)
        if not match or match.group(1).lower() not in DIRECTIVES:
            return
    tokens = list(asm.tokens(statement))
    start = next((i for i, t in enumerate(tokens[:3]) if t.kind == Kind.DIRECTIVE and t.text in DIRECTIVES), None)
    if start is None:
        return
    reader = Reader(tokens[start:])
    token = reader.take()
    if token.text in CONDITIONS:
        begin_skipped(asm, token, reader)
        return
    DIRECTIVES[token.text](asm, token, reader)
    reader.expect_end()


DIRECTIVES: dict[str, Handler] = {
    **dict.fromkeys(CONDITIONS, begin),
    ".else": otherwise,
    ".elseif": elseif,
    ".endif": end,
}
