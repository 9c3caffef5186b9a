"""Directives that produce bytes, and place them: .byte .word .res .align .incbin .org .segment and relatives.

Source: ca65 Users Guide, "Control commands".
"""

from __future__ import annotations

from collections.abc import Callable

from emulators.errors import Place
from host.assemblers.ca65.parser import ABSOLUTE, ZERO_PAGE
from host.assemblers.ca65.state import Handler, State, directive
from host.assemblers.ca65.tokens import Kind, Reader, Token
from host.assemblers.expressions import Expression
from host.assemblers.sections import Section
from host.formats import storage
from host.languages.assembly import AssemblyError, read_bytes

LARGEST_INCLUDE = 0x10000  # bytes of a binary file


def little_endian(number: int, size: int) -> list[int]:
    """Return the bytes of a number, the low one first."""
    return [number >> 8 * i & 0xFF for i in range(size)]


def checked(number: int, size: int, place: Place, signed: bool = False) -> int:
    """Return the number if it fits into that many bytes."""
    top = 1 << 8 * size
    if -(top // 2) * signed <= number < top:
        return number
    what = {1: "a byte: $00 to $FF", 2: "a word: $0000 to $FFFF"}.get(size, f"{size} bytes")
    shown = f"{number} (${number:X})" if number >= 0 else str(number)
    hint = "'<' takes the low byte, '>' the high byte" if size == 1 else ""
    raise AssemblyError(place, f"{shown} does not fit into {what}", hint)


def put(asm: State, expression: Expression, size: int, order: Callable[[int, int], list[int]]) -> None:
    """Produce one number of that many bytes, checked at the end."""
    place = expression.place
    signed = "force_range" in asm.features
    asm.program.defer(size, [expression], lambda n: order(checked(n, size, place, signed), size), place)


def numbers(size: int, order: Callable[[int, int], list[int]] = little_endian) -> Handler:
    """Return the directive that produces numbers of that many bytes."""

    def directive(asm: State, token: Token, reader: Reader) -> None:
        for _ in reader.listed():
            start = reader.token
            put(asm, _at(asm.expression(reader), start, reader), size, order)

    return directive


def _at(expression: Expression, start: Token, reader: Reader) -> Expression:
    """Make an expression's errors point at all of it."""
    last = reader.tokens[reader.position - 1]
    if last.line is start.line and last.column >= start.column:
        expression.place = start.line.place(start.column, last.column + last.length - start.column)
    return expression


@directive(".byt", ".byte")
def byte(asm: State, token: Token, reader: Reader) -> None:
    """.byte: numbers and strings."""
    for _ in reader.listed():
        start, follows = reader.token, reader.ahead(1)
        single = "loose_char_term" in asm.features and len(str(start.value)) == 1
        continues = not (follows.kind is Kind.END or follows.text == ",")  # as in "A"+1
        if start.kind is Kind.STRING and not (single and continues):
            reader.take()
            asm.program.emit(text(asm, start), start.place)
        else:
            put(asm, _at(asm.expression(reader), start, reader), 1, little_endian)


def text(asm: State, token: Token) -> list[int]:
    """Return the bytes of a string in the target's character set."""
    return [asm.charmap[ord(character)] for character in str(token.value)]


@directive(".asciiz")
def asciiz(asm: State, token: Token, reader: Reader) -> None:
    """.asciiz: strings with a zero after the last one."""
    for _ in reader.listed():
        string = reader.expect_kind(Kind.STRING)
        asm.program.emit(text(asm, string), string.place)
    asm.program.emit([0], token.place)


def part(shift: int) -> Handler:
    """Return .lobytes, .hibytes or .bankbytes: one byte of each number."""

    def directive(asm: State, token: Token, reader: Reader) -> None:
        for _ in reader.listed():
            expression = asm.expression(reader)
            asm.program.defer(1, [expression], lambda n: [n >> shift & 0xFF], expression.place)

    return directive


def count(asm: State, reader: Reader) -> int:
    """Read a number of bytes."""
    place = reader.token.place
    number = asm.constant(reader)
    if not 0 <= number <= 0x10000:
        raise AssemblyError(place, f"a count of {number} is impossible: 0 to 65536 bytes")
    return number


def fill_value(asm: State, reader: Reader) -> int | None:
    """Read an optional `, value`."""
    if not reader.accept(","):
        return None
    place = reader.token.place
    return checked(asm.constant(reader), 1, place)


@directive(".res")
def res(asm: State, token: Token, reader: Reader) -> None:
    """.res: reserve bytes, or repeat a value that many times."""
    place = reader.token.place
    length, value = count(asm, reader), fill_value(asm, reader)
    if value is None:
        asm.program.reserve(length, place)
    else:
        asm.program.emit([value] * length, place)


@directive(".align")
def align(asm: State, token: Token, reader: Reader) -> None:
    """.align: fill up to a multiple, counted from the start of the segment as ca65 does."""
    place = reader.token.place
    multiple = asm.constant(reader)
    if not 1 <= multiple <= 0x10000:
        raise AssemblyError(place, f"cannot align to multiples of {multiple}: 1 to 65536")
    value = fill_value(asm, reader)
    distance = -asm.program.section.length % multiple
    if value is None:
        asm.program.pad(distance, place)
    else:
        asm.program.emit([value] * distance, place)

    def look(address: int) -> tuple[Place, str, str] | None:
        hint = "it counts from the start of the segment, as ca65 does: write .res with the distance in its place"
        message = f"the address ${address:04X} after .align is not a multiple of {multiple}"
        return (place, message, hint) if address % multiple else None

    asm.program.check([asm.program.here(place)], look)


@directive(".incbin")
def incbin(asm: State, token: Token, reader: Reader) -> None:
    """.incbin: the bytes of a file, beginning at an offset, up to a length."""
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
        raise name.error(f"cannot read {path}: {storage.reason(error)}") from None
    if offset > len(content) or (length is not None and offset + length > len(content)):
        raise name.error(f"the file has only {len(content)} bytes")
    asm.program.emit(content[offset:][:length], name.place)


directive(".addr", ".word")(numbers(2))
directive(".bankbytes")(part(16))
directive(".dbyt")(numbers(2, lambda number, size: little_endian(number, size)[::-1]))
directive(".dword")(numbers(4))
directive(".faraddr")(numbers(3))
directive(".hibytes")(part(8))
directive(".lobytes")(part(0))


# ---------------------------------------------------------------- segments
# Directives that say where bytes go: .org .reloc .segment and the names of the usual segments.


SIZES = {"zeropage": ZERO_PAGE, "zp": ZERO_PAGE, "direct": ZERO_PAGE,
         "absolute": ABSOLUTE, "abs": ABSOLUTE, "near": ABSOLUTE}  # fmt: skip


@directive(".org")
def org(asm: State, token: Token, reader: Reader) -> None:
    """.org: continue at an absolute address."""
    asm.set_origin(reader)


@directive(".reloc")
def reloc(asm: State, token: Token, reader: Reader) -> None:
    """.reloc: continue where the segment decides."""
    asm.program.set_origin(None)


def use(asm: State, section: Section) -> None:
    """Switch to a segment; with .feature org_per_seg its origin is restored, too."""
    if "org_per_seg" in asm.features and asm.program.section.name != section.name:
        asm.program.section.saved_origin = asm.program.origin
        asm.program.use(section)
        asm.program.set_origin(asm.program.section.saved_origin)
    else:
        asm.program.use(section)


@directive(".segment")
def segment(asm: State, token: Token, reader: Reader) -> None:
    """.segment "NAME": switch to a segment, creating it if necessary."""
    name = reader.expect_kind(Kind.STRING, "the name of a segment as a string")
    size = read_address_size(reader)
    if not str(name.value):
        raise name.error("the segment has no name")
    use(asm, Section(str(name.value), size or ABSOLUTE))


def read_address_size(reader: Reader) -> int:
    """Read an optional `: zeropage` or `: absolute`; 0 without one."""
    if reader.token.kind is Kind.OVERRIDE or not reader.accept(":"):
        return 0
    token = reader.take()
    if token.text.lower() not in SIZES:
        raise token.error(f"'{token.text}' is not an address size", "write zeropage or absolute")
    return SIZES[token.text.lower()]


def named(name: str) -> Handler:
    """Return the directive that switches to the segment of that name."""

    def directive(asm: State, token: Token, reader: Reader) -> None:
        use(asm, asm.program.sections[name])

    return directive


@directive(".pushseg")
def pushseg(asm: State, token: Token, reader: Reader) -> None:
    """.pushseg: remember the segment."""
    asm.section_stack.append(asm.program.section)


@directive(".popseg")
def popseg(asm: State, token: Token, reader: Reader) -> None:
    """.popseg: go back to the segment remembered last."""
    if not asm.section_stack:
        raise token.error(".popseg without .pushseg")
    use(asm, asm.section_stack.pop())


directive(".bss")(named("BSS"))
directive(".code")(named("CODE"))
directive(".data")(named("DATA"))
directive(".rodata")(named("RODATA"))
directive(".zeropage")(named("ZEROPAGE"))
