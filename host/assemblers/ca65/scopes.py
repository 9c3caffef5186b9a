"""Directives about names: .proc .scope, .enum, .struct and .union, and the ones that only a linker would need.

Source: ca65 Users Guide, "Structs and unions".
"""

from __future__ import annotations

from host.assemblers.ca65.data import count, read_address_size
from host.assemblers.ca65.directives import CONDITIONALS
from host.assemblers.ca65.parser import ABSOLUTE, NAMELESS, ZERO_PAGE, address_size
from host.assemblers.ca65.state import Block, Handler, State, directive
from host.assemblers.ca65.tokens import Kind, Reader, Token
from host.assemblers.expressions import ADD, Binary, Expression, Literal, Symbol
from host.assemblers.expressions import Kind as SymbolKind
from host.languages.assembly import AssemblyError

DEEPEST_SCOPE = 64  # scopes in scopes


def enter(asm: State, token: Token, name: str, end_scope: str) -> Block:
    """Open a scope inside the present one."""
    if len(asm.blocks) >= DEEPEST_SCOPE:
        raise token.error(f"scopes are nested more than {DEEPEST_SCOPE} deep")
    scope = asm.scope.inner(name)
    start = (asm.program.section, asm.program.section.length)
    asm.blocks.append(Block(token, end_scope, scope, asm.scope, start))
    asm.scope = scope
    return asm.blocks[-1]


def leave(asm: State, token: Token, opening: str) -> Block:
    """Close the scope that was opened last."""
    if not asm.blocks:
        raise token.error(f"{token.text} without {opening}")
    block = asm.blocks[-1]
    if block.end != token.text:
        at = block.directive.place
        message = f"{token.text}, but the block that is open needs {block.end}"
        raise token.error(message, f"{block.directive.text} at {at.file}:{at.line}")
    asm.blocks.pop()
    asm.scope = block.outer
    block.scope.stretches.append((block.directive.place, token.place))
    return block


def anonymous(asm: State) -> str:
    """Return the name of a scope without a name: nothing can refer to it."""
    asm.serial += 1
    return f"{NAMELESS}{asm.serial})"


@directive(".proc")
def proc(asm: State, token: Token, reader: Reader) -> None:
    """.proc name: a label, and a scope of the same name."""
    name = reader.expect_kind(Kind.NAME, "the name of the procedure")
    read_address_size(reader)
    if name.text in asm.scope.scopes:
        raise name.error(f"there is a scope '{name.text}' already")
    enter(asm, token, name.text, ".endproc")
    asm.scope = asm.blocks[-1].outer
    try:
        asm.define_label(name)
    finally:
        asm.scope = asm.blocks[-1].scope


@directive(".scope")
def scope(asm: State, token: Token, reader: Reader) -> None:
    """.scope name: names of its own; without a name they are not seen from outside."""
    name = anonymous(asm) if reader.at_end else reader.expect_kind(Kind.NAME).text
    enter(asm, token, name, ".endscope")


def end_scope(opening: str) -> Handler:
    """Return the directive that closes a scope of code."""

    def directive(asm: State, token: Token, reader: Reader) -> None:
        """.endproc, .endscope: the end of the scope that was opened last."""
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

    def directive(asm: State, token: Token, reader: Reader) -> None:
        """.export, .import, .global names: accepted, as everything is one program; with zp, names of one byte."""
        for _ in reader.listed():
            name = reader.expect_kind(Kind.NAME, "the name of a symbol")
            size = read_address_size(reader)
            symbol = asm.scope.symbol(name.text)
            size = ZERO_PAGE if zero_page else size or ABSOLUTE
            if (asm.declared.get(symbol, size) if must_exist else asm.declared.setdefault(symbol, size)) != size:
                raise name.error(f"'{name.text}' has been declared with addresses of another size")
            if must_exist:
                asm.program.refer(symbol, name.place)
            elif size == ZERO_PAGE and symbol.expression is None:
                symbol.address_size = ZERO_PAGE
            if reader.accept("=") or reader.accept(":="):
                asm.program.define(symbol, asm.expression(reader), symbol.kind, name.place)

    return directive


@directive(".condes", ".constructor", ".destructor", ".interruptor")
def table(asm: State, token: Token, reader: Reader) -> None:
    """Note a name for a table that a linker makes, if its configuration asks for one: .constructor and the like."""
    name = reader.expect_kind(Kind.NAME, "the name of a symbol")
    asm.program.refer(asm.scope.symbol(name.text), name.place)
    if token.text == ".condes":
        reader.expect(",")
        if reader.token.kind is Kind.NAME and reader.token.text.lower() in ("constructor", "destructor", "interruptor"):
            reader.take()
        else:
            place = reader.token.place
            if not 0 <= asm.constant(reader) <= 6:
                raise AssemblyError(place, "the types of tables are 0 to 6, constructor, destructor and interruptor")
    if reader.accept(","):
        place = reader.token.place
        if not 1 <= asm.constant(reader) <= 32:
            raise AssemblyError(place, "priorities are 1 to 32")
    asm.tables.append(token)


directive(".endproc")(end_scope(".proc"))
directive(".endscope")(end_scope(".scope"))


directive(".export", ".forceimport")(linked(zero_page=False, must_exist=True))
directive(".exportzp")(linked(zero_page=True, must_exist=True))
directive(".global", ".import")(linked(zero_page=False, must_exist=False))
directive(".globalzp", ".importzp")(linked(zero_page=True, must_exist=False))


# ---------------------------------------------------------------- structures
# Directives that number names: .enum, and .struct and .union, with members that are offsets.
#
# Source: ca65 Users Guide, "Structs and unions".


MEMBER_SIZES = {".byte": 1, ".byt": 1, ".word": 2, ".addr": 2, ".dbyt": 2, ".faraddr": 3, ".dword": 4, ".res": 1}
NESTING = {".struct": ".endstruct", ".union": ".endunion"}
ENDS = (".endstruct", ".endunion", ".endenum")


@directive(".struct", ".union")
def begin_structure(asm: State, token: Token, reader: Reader) -> None:
    """.struct or .union, perhaps inside another one."""
    _begin(asm, token, reader, None)


def _begin(asm: State, token: Token, reader: Reader, member: Symbol | None) -> None:
    outer = asm.blocks[-1] if asm.blocks and asm.blocks[-1].end in NESTING.values() else None
    named = not reader.at_end
    name = reader.expect_kind(Kind.NAME, "the name of the structure").text if named else anonymous(asm)
    block = enter(asm, token, name, NESTING[token.text])
    block.member = member
    if outer and not named:
        asm.scope = outer.scope  # members of a nameless inner block belong to the outer one
        block.scope, block.offset = outer.scope, outer.offset
        block.largest = block.offset
    elif outer is None and not named:
        raise token.error(f"{token.text} needs a name")


def _advance(block: Block, size: int) -> None:
    """Make room for a member: after the last one, or, in a union, on top of the others."""
    if block.end == ".endunion":
        block.largest = max(block.largest, block.offset + size)
    else:
        block.offset += size
        block.largest = block.offset


@directive(".enum")
def enum(asm: State, token: Token, reader: Reader) -> None:
    """.enum: names with the values 0, 1, 2 ...; without a name of its own they belong to the scope around."""
    if reader.at_end:
        start = (asm.program.section, asm.program.section.length)
        asm.blocks.append(Block(token, ".endenum", asm.scope, asm.scope, start))
    else:
        enter(asm, token, reader.expect_kind(Kind.NAME).text, ".endenum")


def member(asm: State, reader: Reader) -> bool:
    """Read a line inside of a block; False for a line that any statement may be (.if, ends)."""
    block = asm.blocks[-1]
    token = reader.token
    if token.kind is Kind.DIRECTIVE and (token.text in CONDITIONALS or token.text in ENDS):
        return False
    if block.end == ".endenum":
        _enumerator(asm, block, reader)
    else:
        _structure_member(asm, block, reader)
    reader.expect_end()
    return True


def _enumerator(asm: State, block: Block, reader: Reader) -> None:
    name = reader.expect_kind(Kind.NAME, "a name or .endenum")
    if reader.accept("="):
        block.base, block.offset = asm.expression(reader), 0
    offset = Literal(block.offset, name.place)
    value: Expression = Binary(ADD, block.base, offset, name.place) if block.base else offset
    block.offset += 1
    symbol = asm.scope.symbol(name.text)
    asm.program.define(symbol, value, SymbolKind.CONSTANT, name.place)
    symbol.address_size = address_size(value)


def _structure_member(asm: State, block: Block, reader: Reader) -> None:
    name = None
    if reader.token.kind is Kind.NAME:
        name = reader.take()
        symbol = asm.scope.symbol(name.text)
        asm.program.define(symbol, Literal(block.offset, name.place), SymbolKind.CONSTANT, name.place)
        symbol.address_size = address_size(Literal(block.offset, name.place))
    if name and reader.at_end:
        return
    if reader.token.kind is Kind.DIRECTIVE and reader.token.text in NESTING:
        _begin(asm, reader.take(), reader, asm.scope.symbol(name.text) if name else None)
        return
    directive = reader.expect_kind(Kind.DIRECTIVE, "the size of the member: .byte .word .res .tag")
    size = _member_size(asm, directive, reader)
    if name:
        asm.scope.symbol(name.text).length = size
    _advance(block, size)


def _member_size(asm: State, directive: Token, reader: Reader) -> int:
    if directive.text == ".tag":
        return _tag_size(asm, reader)
    if directive.text not in MEMBER_SIZES:
        hint = "members are " + " ".join([*MEMBER_SIZES, ".tag"])
        raise directive.error(f"'{directive.text}' is not a size of a member", hint)
    unit = MEMBER_SIZES[directive.text]
    if reader.at_end and directive.text != ".res":
        return unit
    return unit * count(asm, reader)


def _tag_size(asm: State, reader: Reader) -> int:
    scope, name = asm.scoped_name(reader)
    found = scope.scopes.get(name.text) if scope else asm.scope.visible_scope(name.text)
    if found is None or found.length is None:
        raise name.error(f"there is no structure '{name.text}'", "structures are defined before their use")
    found.used.append(name.place)
    return found.length


def end_structure(opening: str) -> Handler:
    """Return the directive that closes a structure or an enumeration."""

    def directive(asm: State, token: Token, reader: Reader) -> None:
        """.endstruct, .endunion, .endenum: the end of the structure or enumeration that was opened last."""
        block = leave(asm, token, opening)
        around = asm.blocks[-1] if asm.blocks and asm.blocks[-1].end in NESTING.values() else None
        size = block.largest
        if around and around.scope is block.scope:
            size -= around.offset
        elif opening != ".enum":
            block.scope.length = size
        if around:
            _advance(around, size)
        if block.member:
            block.member.length = size

    return directive


@directive(".tag")
def tag(asm: State, token: Token, reader: Reader) -> None:
    """.tag: room for a structure."""
    place = reader.token.place
    asm.program.reserve(_tag_size(asm, reader), place)


directive(".endenum")(end_structure(".enum"))
directive(".endstruct")(end_structure(".struct"))
directive(".endunion")(end_structure(".union"))
