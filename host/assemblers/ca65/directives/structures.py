"""Directives that number names: .enum, and .struct and .union, whose members are offsets.

Source: ca65 Users Guide, "Structs and unions".
"""

from __future__ import annotations

from host.assemblers.ca65.assembler import Assembler, Block
from host.assemblers.ca65.directives.conditional import DIRECTIVES as CONDITIONALS
from host.assemblers.ca65.directives.data import count
from host.assemblers.ca65.directives.handler import Handler
from host.assemblers.ca65.directives.scopes import anonymous, enter, leave
from host.assemblers.ca65.sizes import address_size
from host.assemblers.ca65.tokens import Kind, Reader, Token
from host.assemblers.diagnostics import AssemblyError
from host.assemblers.expressions import ADD, Binary, Expression, Literal
from host.assemblers.symbols import Kind as SymbolKind

MEMBER_SIZES = {".byte": 1, ".byt": 1, ".word": 2, ".addr": 2, ".dbyt": 2, ".faraddr": 3, ".dword": 4, ".res": 1}
NESTING = {".struct": ".endstruct", ".union": ".endunion"}
ENDS = (".endstruct", ".endunion", ".endenum")


def begin(asm: Assembler, token: Token, reader: Reader) -> None:
    """.struct or .union, perhaps inside another one."""
    outer = asm.blocks[-1] if asm.blocks and asm.blocks[-1].end in NESTING.values() else None
    named = not reader.at_end
    name = reader.expect_kind(Kind.NAME, "the name of the structure").text if named else anonymous(asm)
    block = enter(asm, token, name, NESTING[token.text])
    if outer and not named:
        asm.scope = outer.scope  # members of a nameless inner block belong to the outer one
        block.scope, block.offset = outer.scope, _start(outer)
        block.largest = block.offset
    elif outer is None and not named:
        raise AssemblyError(token.place, f"{token.text} needs a name")


def _start(block: Block) -> int:
    return block.offset


def _advance(block: Block, size: int) -> None:
    """Make room for a member: behind the last one, or, in a union, on top of the others."""
    if block.end == ".endunion":
        block.largest = max(block.largest, block.offset + size)
    else:
        block.offset += size
        block.largest = block.offset


def enum(asm: Assembler, token: Token, reader: Reader) -> None:
    """.enum: names with the values 0, 1, 2 ...; without a name of its own they belong to the scope around."""
    if reader.at_end:
        start = (asm.program.section, asm.program.section.length)
        asm.blocks.append(Block(token, ".endenum", asm.scope, asm.scope, start))
    else:
        enter(asm, token, reader.expect_kind(Kind.NAME).text, ".endenum")


def member(asm: Assembler, reader: Reader) -> bool:
    """Read a line inside of a block; False for a line that any statement may be (.if, ends)."""
    block = asm.blocks[-1]
    token = reader.token
    if token.kind == Kind.DIRECTIVE and (token.text in CONDITIONALS or token.text in ENDS):
        return False
    if block.end == ".endenum":
        _enumerator(asm, block, reader)
    else:
        _structure_member(asm, block, reader)
    reader.expect_end()
    return True


def _enumerator(asm: Assembler, block: Block, reader: Reader) -> None:
    name = reader.expect_kind(Kind.NAME, "a name or .endenum")
    if reader.accept("="):
        block.base, block.offset = asm.parser.expression(reader), 0
    offset = Literal(block.offset, name.place)
    value: Expression = Binary(ADD, block.base, offset, name.place) if block.base else offset
    block.offset += 1
    symbol = asm.scope.symbol(name.text)
    asm.program.define(symbol, value, SymbolKind.CONSTANT, name.place)
    symbol.address_size = address_size(value)


def _structure_member(asm: Assembler, block: Block, reader: Reader) -> None:
    if reader.token.kind == Kind.DIRECTIVE and reader.token.text in NESTING:
        begin(asm, reader.take(), reader)
        return
    name = None
    if reader.token.kind == Kind.NAME:
        name = reader.take()
        symbol = asm.scope.symbol(name.text)
        asm.program.define(symbol, Literal(_start(block), name.place), SymbolKind.CONSTANT, name.place)
        symbol.address_size = address_size(Literal(_start(block), name.place))
    if name and reader.at_end:
        return
    directive = reader.expect_kind(Kind.DIRECTIVE, "the size of the member: .byte .word .res .tag")
    size = _member_size(asm, directive, reader)
    if name:
        asm.scope.symbol(name.text).length = size
    _advance(block, size)


def _member_size(asm: Assembler, directive: Token, reader: Reader) -> int:
    if directive.text == ".tag":
        return _tag_size(asm, reader)
    if directive.text not in MEMBER_SIZES:
        hint = "members are " + " ".join([*MEMBER_SIZES, ".tag"])
        raise AssemblyError(directive.place, f"'{directive.text}' is no size of a member", hint)
    unit = MEMBER_SIZES[directive.text]
    if reader.at_end and directive.text != ".res":
        return unit
    return unit * count(asm, reader)


def _tag_size(asm: Assembler, reader: Reader) -> int:
    scope, name = asm.parser.scoped_name(reader)
    found = scope.scopes.get(name.text) if scope else asm.scope.visible_scope(name.text)
    if found is None or found.length is None:
        raise AssemblyError(name.place, f"there is no structure '{name.text}'", "structures stand before their use")
    return found.length


def end(opening: str) -> Handler:
    """Return the directive that closes a structure or an enumeration."""

    def directive(asm: Assembler, token: Token, reader: Reader) -> None:
        block = leave(asm, token, opening)
        around = asm.blocks[-1] if asm.blocks and asm.blocks[-1].end in NESTING.values() else None
        if around and around.scope is block.scope:
            _advance(around, block.largest - _start(around))
        elif opening != ".enum":
            block.scope.length = block.largest
            if around:
                _advance(around, block.largest)

    return directive


def tag(asm: Assembler, token: Token, reader: Reader) -> None:
    """.tag: room for a structure."""
    place = reader.token.place
    asm.program.reserve(_tag_size(asm, reader), place)


DIRECTIVES: dict[str, Handler] = {
    ".endenum": end(".enum"),
    ".endstruct": end(".struct"),
    ".endunion": end(".union"),
    ".enum": enum,
    ".struct": begin,
    ".tag": tag,
    ".union": begin,
}
