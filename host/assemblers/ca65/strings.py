"""Which functions give text or tokens? They are carried out before a statement is read.

Source: ca65 Users Guide, "Pseudo functions": .concat .ident .left .mid .right .sprintf .string.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from host.assemblers.ca65.functions import argument_tokens
from host.assemblers.ca65.tokens import Kind, Reader, Token, split_list
from host.assemblers.diagnostics import AssemblyError

if TYPE_CHECKING:
    from host.assemblers.ca65.assembler import Assembler

LONGEST = 4096  # characters of a text made by a function
TextFunction = Callable[["Assembler", Reader, Token], list[Token]]


def expand(asm: Assembler, tokens: Sequence[Token]) -> list[Token]:
    """Return the tokens with the calls of these functions replaced by their results, inner ones first."""
    while any(token.kind == Kind.DIRECTIVE and token.text in TEXT_FUNCTIONS for token in tokens):
        at = max(i for i, t in enumerate(tokens) if t.kind == Kind.DIRECTIVE and t.text in TEXT_FUNCTIONS)
        reader = Reader(tokens)
        reader.position = at
        token = reader.take()
        reader.expect("(")
        result = TEXT_FUNCTIONS[token.text](asm, reader, token)
        reader.expect(")")
        tokens = [*tokens[:at], *result, *tokens[reader.position :]]
    return list(tokens)


def _text(token: Token, text: str) -> list[Token]:
    if len(text) > LONGEST:
        raise AssemblyError(token.place, f"the text is longer than {LONGEST} characters")
    return [token._replace(kind=Kind.STRING, text=f'"{text}"', value=text)]


def concat(asm: Assembler, reader: Reader, token: Token) -> list[Token]:
    """Return the strings joined."""
    text = str(reader.expect_kind(Kind.STRING).value)
    while reader.accept(","):
        text += str(reader.expect_kind(Kind.STRING).value)
    return _text(token, text)


def ident(asm: Assembler, reader: Reader, token: Token) -> list[Token]:
    """Return the name that a string spells."""
    text = str(reader.expect_kind(Kind.STRING).value)
    if not re.fullmatch(r"@?[A-Za-z_][A-Za-z0-9_]*", text):
        raise AssemblyError(token.place, f"'{text}' cannot be a name")
    return [token._replace(kind=Kind.CHEAP if text[0] == "@" else Kind.NAME, text=text, value=text)]


def string(asm: Assembler, reader: Reader, token: Token) -> list[Token]:
    """Return a name, or the value of an expression, as a string."""
    if reader.token.kind == Kind.NAME and reader.ahead(1).text == ")":
        return _text(token, reader.take().text)
    return _text(token, str(asm.parser.constant(reader)))


def left(asm: Assembler, reader: Reader, token: Token) -> list[Token]:
    """Return the first `count` tokens of a list."""
    count, tokens = _count(asm, reader), argument_tokens(reader)
    return tokens[: max(0, count)]


def right(asm: Assembler, reader: Reader, token: Token) -> list[Token]:
    """Return the last `count` tokens of a list."""
    count, tokens = _count(asm, reader), argument_tokens(reader)
    return tokens[-count:] if count > 0 else []


def mid(asm: Assembler, reader: Reader, token: Token) -> list[Token]:
    """Return `count` tokens of a list from index `start`."""
    start, count, tokens = _count(asm, reader), _count(asm, reader), argument_tokens(reader)
    return tokens[max(0, start) :][: max(0, count)]


def _count(asm: Assembler, reader: Reader) -> int:
    count = asm.parser.constant(reader)
    reader.expect(",")
    return count


def sprintf(asm: Assembler, reader: Reader, token: Token) -> list[Token]:
    """Return a string with numbers and strings put into it, as in C: %d %u %x %X %o %c %s %%."""
    text = str(reader.expect_kind(Kind.STRING).value)
    arguments = split_list(reader, ")")[1:] if reader.at(",") else []

    def put(match: re.Match[str]) -> str:
        flags, kind = match.groups()
        if kind == "%":
            return "%"
        if not arguments:
            raise AssemblyError(token.place, "there are fewer arguments than the format has places")
        inside = arguments.pop(0)
        each = Reader([*inside, token._replace(kind=Kind.END, text="")])
        if kind == "s":
            return f"%{flags}s" % str(each.expect_kind(Kind.STRING).value)
        number = asm.parser.constant(each)
        if kind == "c":
            return chr(number & 0xFF)
        return f"%{flags}{'d' if kind in 'iu' else kind}" % number

    result = re.sub(r"%([-+ 0#]*[0-9]{0,2}(?:\.[0-9]{1,2})?)([diuxXocs%])", put, text)
    if arguments:
        raise AssemblyError(token.place, "there are more arguments than the format has places")
    return _text(token, result)


TEXT_FUNCTIONS: dict[str, TextFunction] = {
    ".concat": concat,
    ".ident": ident,
    ".left": left,
    ".mid": mid,
    ".right": right,
    ".sprintf": sprintf,
    ".string": string,
}
