"""What do the pseudo-operations do? A table from their names to functions.

Source: UA SAP's own table of pseudo-operations and its write-up (United Aircraft Corporation, March 1956).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from emulators.ibm704 import bcd
from host.assemblers.diagnostics import AssemblyError
from host.assemblers.sap.card import VARIABLE_COLUMN, Field, Statement
from host.assemblers.sap.numbers import NumberError, decimal_word, octal_word
from host.assemblers.sap.operands import expression, subfields
from host.assemblers.symbols import Kind

if TYPE_CHECKING:
    from host.assemblers.sap.assembler import Assembler

Handler = Callable[["Assembler", Statement], None]
MOST_WORDS_ON_A_CARD = 10


def _one(asm: Assembler, statement: Statement, what: str) -> Field:
    """Return the variable field, which must be there."""
    field = asm.variable(statement)
    if not field.text:
        raise AssemblyError(statement.operation.place(), f"{statement.operation.text} needs {what}")
    return field


def _no_symbol(asm: Assembler, statement: Statement) -> None:
    if statement.location.text.strip():
        message = f"{statement.operation.text} takes no symbol in the location field"
        raise AssemblyError(statement.location.place(), message)


# --- places and symbols ---------------------------------------------------------------------------------


def org(asm: Assembler, statement: Statement) -> None:
    """ORG: go on at an address. A symbol in the location field is that address."""
    field = _one(asm, statement, "an address")
    address = asm.constant(field)
    if not 0 <= address < asm.program.target.size:
        last = asm.program.target.size - 1
        raise AssemblyError(field.place(), f"the address {address} is outside the core", f"its last word is {last}")
    asm.program.set_origin(address)
    asm.label(statement)


def _length(asm: Assembler, statement: Statement) -> tuple[int, Field]:
    field = _one(asm, statement, "a number of words")
    length = asm.constant(field)
    if length < 0:
        raise AssemblyError(field.place(), f"a block of {length} words")
    return length, field


def bss(asm: Assembler, statement: Statement) -> None:
    """BSS: a block started by the symbol."""
    asm.label(statement)
    length, field = _length(asm, statement)
    asm.program.reserve(length, field.place())


def bes(asm: Assembler, statement: Statement) -> None:
    """BES: a block ended by the symbol, which is the location behind it."""
    length, field = _length(asm, statement)
    asm.program.reserve(length, field.place())
    asm.label(statement)


def equ(asm: Assembler, statement: Statement) -> None:
    """EQU and SYN: the symbol is the value of the expression."""
    field = _one(asm, statement, "a value")
    symbol = asm.location(statement)
    if symbol is None:
        raise AssemblyError(statement.operation.place(), f"{statement.operation.text} needs a symbol before it")
    kind = Kind.LABEL if statement.operation.text == "SYN" else Kind.CONSTANT
    asm.program.define(symbol, expression(field, asm.names), kind, statement.location.place())


def hed(asm: Assembler, statement: Statement) -> None:
    """HED: symbols of less than six characters belong to this heading from here on; to none with a blank."""
    _no_symbol(asm, statement)
    field = asm.variable(statement)
    if len(field.text) > 1:
        raise AssemblyError(field.place(), "a heading is one character")
    if field.text and field.text in "+-*/,$":
        raise AssemblyError(field.place(), f"'{field.text}' cannot be a heading")
    asm.heading = field.text


def end(asm: Assembler, statement: Statement) -> None:
    """END: the end of the source, and where the program starts; in a library member, the end of the member."""
    _no_symbol(asm, statement)
    field = asm.variable(statement)
    if field.text and asm.input.expansion is None:
        asm.program.entry = expression(field, asm.names)
    asm.ended = True


def lib(asm: Assembler, statement: Statement) -> None:
    """LIB: a member of the library."""
    asm.label(statement)
    asm.library(_one(asm, statement, "the name of a library member"))


def remark(asm: Assembler, statement: Statement) -> None:
    """REM: nothing but a remark."""


# --- data -----------------------------------------------------------------------------------------------


def numbers(read: Callable[[str], int]) -> Handler:
    """Return what puts a word for each number between commas."""

    def put(asm: Assembler, statement: Statement) -> None:
        asm.label(statement)
        for field in subfields(_one(asm, statement, "a number")):
            try:
                word = read(field.text)
            except NumberError as error:
                place = field.place(error.start, error.length) if error.length else field.place()
                raise AssemblyError(place, error.message, error.hint) from None
            asm.program.emit([word], field.place())

    return put


def characters(asm: Assembler, statement: Statement) -> None:
    """BCD: characters, six to a word: a count of words and as many characters, or any text between quotes."""
    asm.label(statement)
    field = _text(statement)
    try:
        words = bcd.packed(field.text)
    except bcd.CodeError as error:
        raise AssemblyError(field.place(error.index, 1), str(error)) from None
    asm.program.emit(words, field.place())


def _text(statement: Statement) -> Field:
    """Return the characters behind a BCD."""
    rest = statement.rest
    start = len(rest.text) - len(rest.text.lstrip())
    if rest.text[start : start + 1] == '"':
        return _quoted(rest.part(start))
    on_card = statement.card and rest.column == VARIABLE_COLUMN and start
    count = MOST_WORDS_ON_A_CARD if on_card else rest.text[start : start + 1]
    if not on_card and count not in tuple("123456789"):
        hint = f'as BCD 2HELLO WORLD or BCD "HELLO"; a card with column {VARIABLE_COLUMN} blank has ten words'
        raise AssemblyError(rest.place(start, 1), "expected the number of words, 1 to 9, or a text in quotes", hint)
    first = 1 if on_card else start + 1
    length = int(count) * bcd.WORD_CODES
    text = rest.part(first, first + length)
    return text._replace(text=f"{text.text:<{length}}")


def _quoted(field: Field) -> Field:
    end = field.text.find('"', 1)
    if end < 0:
        raise AssemblyError(field.place(), "the text has no end", 'write " behind it')
    if end == 1:
        raise AssemblyError(field.place(0, 2), "there are no characters between the quotes")
    return field.part(1, end)


PSEUDO_OPERATIONS: dict[str, Handler] = {
    "BCD": characters,
    "BES": bes,
    "BSS": bss,
    "DEC": numbers(decimal_word),
    "END": end,
    "EQU": equ,
    "HED": hed,
    "LIB": lib,
    "OCT": numbers(octal_word),
    "ORG": org,
    "REM": remark,
    "SYN": equ,
}
UNSUPPORTED: dict[str, tuple[str, str]] = {}
