"""Which functions can expressions use? Those that give a number.

Source: ca65 Users Guide, "Pseudo functions". A function reads its arguments; the caller reads the parentheses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from host.assemblers import expressions as ex
from host.assemblers.ca65.tokens import Kind, Reader, Token, braced
from host.assemblers.diagnostics import AssemblyError
from host.assemblers.expressions import Binary, Expression, Literal, Operator, Unary

if TYPE_CHECKING:
    from host.assemblers.ca65.assembler import Assembler

Function = Callable[["Assembler", Reader, Token], Expression]
VALUES = {".cpu": 0x02, ".asize": 8, ".isize": 8, ".version": 0x0213, ".time": 0}  # .time: the same every time


def byte_of(name: str, shift: int, mask: int) -> Function:
    """Return the function that takes bits out of its argument."""
    operator = Operator(name, lambda a: a >> shift & mask)

    def apply(asm: Assembler, reader: Reader, token: Token) -> Expression:
        return Unary(operator, asm.parser.expression(reader), token.place)

    return apply


def two(operator: Operator) -> Function:
    """Return the function that applies an operator to two arguments."""

    def apply(asm: Assembler, reader: Reader, token: Token) -> Expression:
        left = asm.parser.expression(reader)
        reader.expect(",")
        return Binary(operator, left, asm.parser.expression(reader), token.place)

    return apply


def blank(asm: Assembler, reader: Reader, token: Token) -> Expression:
    """Return 1 when there is nothing between the parentheses."""
    return Literal(int(not argument_tokens(reader)), token.place)


def tcount(asm: Assembler, reader: Reader, token: Token) -> Expression:
    """Return the number of tokens between the parentheses."""
    return Literal(len(argument_tokens(reader)), token.place)


def argument_tokens(reader: Reader, stop: str = ")") -> list[Token]:
    """Take tokens up to `stop` outside parentheses, or those in braces."""
    if reader.at("{"):
        return braced(reader)
    tokens: list[Token] = []
    depth = 0
    while not reader.at_end and (depth or not reader.at(stop)):
        depth += reader.at("(") - reader.at(")")
        tokens.append(reader.take())
    return tokens


def const(asm: Assembler, reader: Reader, token: Token) -> Expression:
    """Return 1 when the expression has a known value already."""
    value = ex.known(asm.parser.expression(reader), outer=True)
    return Literal(int(value is not None and not value.bases), token.place)


def defined(asm: Assembler, reader: Reader, token: Token) -> Expression:
    """Return 1 when the symbol is defined already."""
    return Literal(int(is_defined(asm, reader)), token.place)


def is_defined(asm: Assembler, reader: Reader) -> bool:
    """Read the name of a symbol and return whether it is defined already, here or around."""
    if reader.token.kind == Kind.CHEAP:
        return asm.cheap_local(reader.take()).expression is not None
    scope, name = asm.parser.scoped_name(reader)
    if scope is None:
        return asm.scope.visible(name.text) is not None or name.text in asm.defines
    found = scope.symbols.get(name.text)
    return found is not None and found.expression is not None


def defined_macro(asm: Assembler, reader: Reader, token: Token) -> Expression:
    """Return 1 when there is a macro of that name."""
    return Literal(int(reader.expect_kind(Kind.NAME).text in asm.macros), token.place)


def is_mnemonic(asm: Assembler, reader: Reader, token: Token) -> Expression:
    """Return 1 when the name is an instruction."""
    return Literal(int(reader.take().text.upper() in asm.processor.mnemonics), token.place)


def referenced(asm: Assembler, reader: Reader, token: Token) -> Expression:
    """Return 1 when the symbol has been used already."""
    return Literal(int(is_referenced(asm, reader)), token.place)


def is_referenced(asm: Assembler, reader: Reader) -> bool:
    """Read the name of a symbol and return whether it has been used already."""
    return bool(asm.parser.symbol(reader).used)


def match(exact: bool) -> Function:
    """Return .match (tokens of the same kinds) or .xmatch (the same tokens)."""

    def apply(asm: Assembler, reader: Reader, token: Token) -> Expression:
        left = argument_tokens(reader, ",")
        reader.expect(",")
        right = argument_tokens(reader)
        equal = len(left) == len(right) and all(_matches(a, b, exact) for a, b in zip(left, right, strict=True))
        return Literal(int(equal), token.place)

    return apply


def _matches(a: Token, b: Token, exact: bool) -> bool:
    if exact or a.kind in (Kind.OPERATOR, Kind.DIRECTIVE, Kind.REGISTER, Kind.OVERRIDE):
        return (a.kind, a.text.lower(), a.value) == (b.kind, b.text.lower(), b.value) if not exact else a.same(b)
    return a.kind == b.kind


def sizeof(asm: Assembler, reader: Reader, token: Token) -> Expression:
    """Return the bytes in a scope or structure, or on the line of a label."""
    if reader.token.kind == Kind.CHEAP:
        name = reader.take()
        length = asm.cheap_local(name).length
    else:
        scope, name = asm.parser.scoped_name(reader)
        found = scope.scopes.get(name.text) if scope else asm.scope.visible_scope(name.text)
        symbol = scope.symbols.get(name.text) if scope else asm.scope.visible(name.text)
        length = found.length if found else symbol.length if symbol else None
    if length is None:
        raise AssemblyError(name.place, f"the size of '{name.text}' is unknown", "the size is known behind the end")
    return Literal(length, token.place)


def strlen(asm: Assembler, reader: Reader, token: Token) -> Expression:
    """Return the number of bytes of a string."""
    return Literal(len(string(reader)), token.place)


def strat(asm: Assembler, reader: Reader, token: Token) -> Expression:
    """Return the byte of a string at an index from 0."""
    text = string(reader)
    reader.expect(",")
    place = reader.token.place
    index = asm.parser.constant(reader)
    if not 0 <= index < len(text):
        raise AssemblyError(place, f"index {index} is outside the string: it has {len(text)} characters")
    return Literal(asm.charmap[ord(text[index])], token.place)


def string(reader: Reader) -> str:
    """Take a string, one character per byte."""
    return str(reader.expect_kind(Kind.STRING).value)


FUNCTIONS: dict[str, Function] = {
    ".bankbyte": byte_of("bank", 16, 0xFF),
    ".blank": blank,
    ".const": const,
    ".def": defined,
    ".defined": defined,
    ".definedmacro": defined_macro,
    ".hibyte": byte_of("high", 8, 0xFF),
    ".hiword": byte_of("high word", 16, 0xFFFF),
    ".ismnem": is_mnemonic,
    ".ismnemonic": is_mnemonic,
    ".lobyte": byte_of("low", 0, 0xFF),
    ".loword": byte_of("low word", 0, 0xFFFF),
    ".match": match(exact=False),
    ".max": two(ex.MAXIMUM),
    ".min": two(ex.MINIMUM),
    ".ref": referenced,
    ".referenced": referenced,
    ".sizeof": sizeof,
    ".strat": strat,
    ".strlen": strlen,
    ".tcount": tcount,
    ".xmatch": match(exact=True),
}
