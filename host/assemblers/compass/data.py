"""Which words do DATA, CON, VFD, DIS and LIT make? Numbers, texts and fields of bits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emulators.cdc6600 import display_code
from emulators.cdc6600.display_code import WORD_CODES
from emulators.cdc6600.isa import WORD_BITS
from host.assemblers.compass.line import Field, Statement
from host.assemblers.compass.operands import Reader
from host.assemblers.compass.packing import STAY
from host.assemblers.compass.texts import encoded
from host.assemblers.diagnostics import AssemblyError
from host.assemblers.expressions import Literal
from host.assemblers.symbols import Kind

if TYPE_CHECKING:
    from host.assemblers.compass.assembler import Assembler

MOST_WORDS_OF_TEXT = 1000


def _items(asm: Assembler, statement: Statement) -> list[tuple[list[int], Field]]:
    """Return the words of each item of data."""
    reader = asm.reader(statement.rest)
    found = []
    while True:
        start = reader.position
        words = reader.item()
        found.append((words, statement.rest.part(start, reader.position)))
        if not reader.more():
            return found


def data(asm: Assembler, statement: Statement) -> None:
    """Put numbers and texts, as many words as each needs (DATA)."""
    start_word(asm, statement)
    for words, field in _items(asm, statement):
        asm.program.emit(words, field.place())


def lit(asm: Assembler, statement: Statement) -> None:
    """LIT: the words of DATA among the literals; the symbol is their address."""
    words = [word for item, _ in _items(asm, statement) for word in item]
    address = asm.names.literal(words, asm.reader(statement.rest).rest())
    if statement.location.text:
        asm.program.define(asm.symbol_of(statement), address, Kind.LABEL, statement.location.place())


def con(asm: Assembler, statement: Statement) -> None:
    """CON: a word for each expression."""
    start_word(asm, statement)
    reader = asm.reader(statement.rest)
    while True:
        start = reader.position
        asm.heres = []
        value = reader.expression()
        field = statement.rest.part(start, reader.position)
        asm.program.defer(1, [value], lambda number, field=field: [fit(number, WORD_BITS, field)], field.place())
        if not reader.more():
            return


def vfd(asm: Assembler, statement: Statement) -> None:
    """VFD n/value: fields of n bits, one behind the other, over the ends of words; without a symbol, from here."""
    if asm.upper_or_label(statement) != STAY:
        asm.packer.leave_closed()
    reader = asm.reader(statement.rest)
    while True:
        width = _width(asm, reader)
        start = reader.position
        asm.heres = []
        reader.bits = width
        value = reader.expression()
        field = statement.rest.part(start, reader.position)
        expressions = () if isinstance(value, Literal) else (value,)
        if not expressions:
            assert isinstance(value, Literal)
            fit(value.number, width, field)
        number = value.number if isinstance(value, Literal) else 0
        asm.packer.put(
            width,
            expressions,
            lambda given=number, width=width, field=field: fit(given, width, field),
            field.place(),
            0,
        )
        if not reader.more():
            return


def _width(asm: Assembler, reader: Reader) -> int:
    """Read the bits of a field and the slash behind them; a bare number is decimal."""
    start = reader.position
    octal, reader.names.octal = reader.names.octal, False
    try:
        width = reader.width()
    finally:
        reader.names.octal = octal
    if not 1 <= width <= WORD_BITS:
        place = reader.field.place(start, reader.position - start)
        raise AssemblyError(place, f"a field has 1 to {WORD_BITS} bits, not {width}")
    if not reader.skip("/"):
        raise reader.unexpected("/ and a value")
    return width


def fit(value: int, bits: int, field: Field) -> int:
    """Return a value in so many bits, a negative one as complement; raises AssemblyError where it does not fit."""
    most = (1 << bits) - 1
    if not -(most >> 1) <= value <= most:
        raise AssemblyError(field.place(), f"the value {value} does not fit into {bits} bits")
    return value if value >= 0 else most + value


def dis(asm: Assembler, statement: Statement) -> None:
    """DIS n,text: n words of ten characters. DIS ,*text*: as many as needed, with the end of a line."""
    start_word(asm, statement)
    reader = asm.reader(statement.rest)
    if reader.skip(","):
        asm.program.emit(_delimited(reader), statement.rest.place())
        return
    count = reader.constant()
    if not 0 < count <= MOST_WORDS_OF_TEXT:
        raise AssemblyError(statement.rest.place(), f"a text has 1 to {MOST_WORDS_OF_TEXT} words")
    if not reader.skip(","):
        raise reader.unexpected("a comma and the text")
    text = statement.rest.part(reader.position, reader.position + count * WORD_CODES)
    asm.program.emit(
        display_code.words_of_codes(encoded(text, f"{text.text:<{count * WORD_CODES}}")), statement.rest.place()
    )


def _delimited(reader: Reader) -> list[int]:
    start = reader.position
    end = reader.field.text.find(reader.next(), start + 1) if reader.next() else -1
    if end < 0:
        raise AssemblyError(reader.field.place(start), "the text has no end", "write DIS ,*TEXT*")
    inside = reader.field.part(start + 1, end)
    return display_code.words_of_codes([*encoded(inside, inside.text), *display_code.LINE_END])


def start_word(asm: Assembler, statement: Statement) -> None:
    """Begin a new word, with the symbol as its location."""
    asm.packer.upper()
    asm.upper_or_label(statement)
