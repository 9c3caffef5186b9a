"""Directives that put bytes: .byte .word .res .align .incbin and their relatives.

Source: ca65 Users Guide, "Control commands".
"""

from __future__ import annotations

from collections.abc import Callable

from emulators.errors import Place
from host.assemblers.ca65.assembler import Assembler
from host.assemblers.ca65.directives.handler import Handler
from host.assemblers.ca65.tokens import Kind, Reader, Token
from host.assemblers.diagnostics import AssemblyError
from host.assemblers.expressions import Expression
from host.assemblers.source import read_bytes

LARGEST_INCLUDE = 0x10000  # bytes of a binary file


def little_endian(number: int, size: int) -> list[int]:
    """Return the bytes of a number, the low one first."""
    return [number >> 8 * i & 0xFF for i in range(size)]


def big_endian(number: int, size: int) -> list[int]:
    """Return the bytes of a number, the high one first."""
    return little_endian(number, size)[::-1]


def checked(number: int, size: int, place: Place, signed: bool = False) -> int:
    """Return the number if it fits into that many bytes."""
    top = 1 << 8 * size
    if -(top // 2) * signed <= number < top:
        return number
    what = {1: "a byte: $00 to $FF", 2: "a word: $0000 to $FFFF"}.get(size, f"{size} bytes")
    shown = f"{number} (${number:X})" if number >= 0 else str(number)
    hint = "'<' takes the low byte, '>' the high byte" if size == 1 else ""
    raise AssemblyError(place, f"{shown} does not fit into {what}", hint)


def put(asm: Assembler, expression: Expression, size: int, order: Callable[[int, int], list[int]]) -> None:
    """Put one number of that many bytes, checked at the end."""
    place = expression.place
    signed = "force_range" in asm.features
    asm.program.defer(size, [expression], lambda n: order(checked(n, size, place, signed), size), place)


def numbers(size: int, order: Callable[[int, int], list[int]] = little_endian) -> Handler:
    """Return the directive that puts numbers of that many bytes."""

    def directive(asm: Assembler, token: Token, reader: Reader) -> None:
        while True:
            start = reader.token
            put(asm, _at(asm.parser.expression(reader), start, reader), size, order)
            if not reader.accept(","):
                return

    return directive


def _at(expression: Expression, start: Token, reader: Reader) -> Expression:
    """Let an expression's errors point at all of it."""
    last = reader.tokens[reader.position - 1]
    if last.line is start.line and last.column >= start.column:
        expression.place = start.line.place(start.column, last.column + last.length - start.column)
    return expression


def byte(asm: Assembler, token: Token, reader: Reader) -> None:
    """.byte: numbers and strings."""
    while True:
        start = reader.token
        if start.kind == Kind.STRING and not _loose_character(asm, reader):
            reader.take()
            asm.program.emit(text(asm, start), start.place)
        else:
            put(asm, _at(asm.parser.expression(reader), start, reader), 1, little_endian)
        if not reader.accept(","):
            return


def _loose_character(asm: Assembler, reader: Reader) -> bool:
    """Return whether a string is the start of an expression, as in "A"+1."""
    follows = reader.ahead(1)
    single = "loose_char_term" in asm.features and len(str(reader.token.value)) == 1
    return single and not (follows.kind == Kind.END or follows.text == ",")


def text(asm: Assembler, token: Token) -> list[int]:
    """Return the bytes of a string in the target's character set."""
    return [asm.charmap[ord(character)] for character in str(token.value)]


def asciiz(asm: Assembler, token: Token, reader: Reader) -> None:
    """.asciiz: strings with a zero behind the last one."""
    while True:
        string = reader.expect_kind(Kind.STRING)
        asm.program.emit(text(asm, string), string.place)
        if not reader.accept(","):
            break
    asm.program.emit([0], token.place)


def part(shift: int) -> Handler:
    """Return .lobytes, .hibytes or .bankbytes: one byte of each number."""

    def directive(asm: Assembler, token: Token, reader: Reader) -> None:
        while True:
            expression = asm.parser.expression(reader)
            asm.program.defer(1, [expression], lambda n: [n >> shift & 0xFF], expression.place)
            if not reader.accept(","):
                return

    return directive


def count(asm: Assembler, reader: Reader) -> int:
    """Read a number of bytes."""
    place = reader.token.place
    number = asm.parser.constant(reader)
    if not 0 <= number <= 0x10000:
        raise AssemblyError(place, f"a count of {number} is impossible: 0 to 65536 bytes")
    return number


def fill_value(asm: Assembler, reader: Reader) -> int | None:
    """Read `, value` if it is there."""
    if not reader.accept(","):
        return None
    place = reader.token.place
    return checked(asm.parser.constant(reader), 1, place)


def res(asm: Assembler, token: Token, reader: Reader) -> None:
    """.res: room for bytes, or that many times a value."""
    place = reader.token.place
    length, value = count(asm, reader), fill_value(asm, reader)
    if value is None:
        asm.program.reserve(length, place)
    else:
        asm.program.emit([value] * length, place)


def align(asm: Assembler, token: Token, reader: Reader) -> None:
    """.align: fill up to a multiple, counted from the start of the segment as ca65 does."""
    place = reader.token.place
    multiple = asm.parser.constant(reader)
    if not 1 <= multiple <= 0x10000:
        raise AssemblyError(place, f"cannot align to multiples of {multiple}: 1 to 65536")
    value = fill_value(asm, reader)
    distance = -asm.program.section.length % multiple
    if value is None:
        asm.program.pad(distance, place)
    else:
        asm.program.emit([value] * distance, place)
    program, context = asm.program, asm.program.context

    def look(address: int) -> list[int]:
        if address % multiple:
            hint = "it counts from the start of the segment, as ca65 does: write .res with the distance in its place"
            message = f"the address ${address:04X} after .align is not a multiple of {multiple}"
            program.diagnostics.warn(place, message, hint, context)
        return []

    program.check([program.here(place)], look)


def incbin(asm: Assembler, token: Token, reader: Reader) -> None:
    """.incbin: the bytes of a file, from an offset on, up to a length."""
    name = reader.expect_kind(Kind.STRING, "the name of a file as a string")
    offset, length = 0, None
    if reader.accept(","):
        offset = count(asm, reader)
        if reader.accept(","):
            length = count(asm, reader)
    path = asm.find_file(name)
    try:
        content = read_bytes(path, offset + LARGEST_INCLUDE + 1)
    except OSError as error:
        raise AssemblyError(name.place, f"cannot read '{path}': {error.strerror}") from None
    if offset > len(content) or (length is not None and offset + length > len(content)):
        raise AssemblyError(name.place, f"the file has only {len(content)} bytes")
    asm.program.emit(content[offset:][:length], name.place)


DIRECTIVES: dict[str, Handler] = {
    ".addr": numbers(2),
    ".align": align,
    ".asciiz": asciiz,
    ".bankbytes": part(16),
    ".byt": byte,
    ".byte": byte,
    ".dbyt": numbers(2, big_endian),
    ".dword": numbers(4),
    ".faraddr": numbers(3),
    ".hibytes": part(8),
    ".incbin": incbin,
    ".lobytes": part(0),
    ".res": res,
    ".word": numbers(2),
}
