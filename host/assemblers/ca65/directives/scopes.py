"""Directives about names: .proc .scope, and the ones that only a linker would need."""

from __future__ import annotations

from host.assemblers.ca65.assembler import NAMELESS, Assembler, Block
from host.assemblers.ca65.directives.handler import Handler
from host.assemblers.ca65.directives.segments import address_size
from host.assemblers.ca65.sizes import ZERO_PAGE
from host.assemblers.ca65.tokens import Kind, Reader, Token
from host.assemblers.diagnostics import AssemblyError

DEEPEST = 64  # scopes in scopes


def enter(asm: Assembler, token: Token, name: str, end: str) -> Block:
    """Open a scope inside the present one."""
    if len(asm.blocks) >= DEEPEST:
        raise AssemblyError(token.place, f"scopes are nested more than {DEEPEST} deep")
    scope = asm.scope.inner(name)
    start = (asm.program.section, asm.program.section.length)
    asm.blocks.append(Block(token, end, scope, asm.scope, start))
    asm.scope = scope
    return asm.blocks[-1]


def leave(asm: Assembler, token: Token, opening: str) -> Block:
    """Close the scope that was opened last."""
    if not asm.blocks:
        raise AssemblyError(token.place, f"{token.text} without {opening}")
    block = asm.blocks[-1]
    if block.end != token.text:
        at = block.directive.place
        message = f"{token.text}, but the block that is open needs {block.end}"
        raise AssemblyError(token.place, message, f"{block.directive.text} at {at.file}:{at.line}")
    asm.blocks.pop()
    asm.scope = block.outer
    return block


def anonymous(asm: Assembler) -> str:
    """Return the name of a scope without a name: nothing can refer to it."""
    asm.serial += 1
    return f"{NAMELESS}{asm.serial})"


def proc(asm: Assembler, token: Token, reader: Reader) -> None:
    """.proc name: a label, and a scope of the same name."""
    name = reader.expect_kind(Kind.NAME, "the name of the procedure")
    address_size(reader)
    if name.text in asm.scope.scopes:
        raise AssemblyError(name.place, f"there is a scope '{name.text}' already")
    enter(asm, token, name.text, ".endproc")
    asm.scope = asm.blocks[-1].outer
    try:
        asm.define_label(name)
    finally:
        asm.scope = asm.blocks[-1].scope


def scope(asm: Assembler, token: Token, reader: Reader) -> None:
    """.scope name: names of its own; without a name nobody else sees them."""
    name = anonymous(asm) if reader.at_end else reader.expect_kind(Kind.NAME).text
    enter(asm, token, name, ".endscope")


def end(opening: str) -> Handler:
    """Return the directive that closes a scope of code."""

    def directive(asm: Assembler, token: Token, reader: Reader) -> None:
        block = leave(asm, token, opening)
        section, start = block.start
        length = section.length - start
        block.scope.length = length
        symbol = block.outer.symbols.get(block.scope.name)
        if symbol and opening == ".proc":
            symbol.length = length

    return directive


def linked(zero_page: bool, must_exist: bool) -> Handler:
    """Return .export, .import or .global: accepted, as everything is one program here.

    The zero page forms say that a name defined further down needs one byte.
    """

    def directive(asm: Assembler, token: Token, reader: Reader) -> None:
        while True:
            name = reader.expect_kind(Kind.NAME, "the name of a symbol")
            size = address_size(reader)
            symbol = asm.scope.symbol(name.text)
            if (zero_page or size == ZERO_PAGE) and symbol.expression is None:
                symbol.address_size = ZERO_PAGE
            if must_exist:
                asm.program.refer(symbol, name.place)
            if reader.accept("=") or reader.accept(":="):
                expression = asm.parser.expression(reader)
                asm.program.define(symbol, expression, symbol.kind, name.place)
            if not reader.accept(","):
                return

    return directive


DIRECTIVES: dict[str, Handler] = {
    ".endproc": end(".proc"),
    ".endscope": end(".scope"),
    ".export": linked(zero_page=False, must_exist=True),
    ".exportzp": linked(zero_page=False, must_exist=True),
    ".global": linked(zero_page=False, must_exist=False),
    ".globalzp": linked(zero_page=True, must_exist=False),
    ".import": linked(zero_page=False, must_exist=False),
    ".importzp": linked(zero_page=True, must_exist=False),
    ".proc": proc,
    ".scope": scope,
}
