"""What do the pseudo-operations do? A table from their names to functions.

They are those of Control Data's COMPASS (reference manuals 60279900, 60492600), as programs in it show them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from emulators.errors import Place
from host.assemblers.compass import conditions, data, macros
from host.assemblers.compass.line import Field, Statement
from host.assemblers.diagnostics import AssemblyError
from host.assemblers.expressions import Literal, known
from host.assemblers.sections import Section
from host.assemblers.symbols import Kind

if TYPE_CHECKING:
    from host.assemblers.compass.assembler import Assembler

BASES = ("OCTAL", "DECIMAL", "MIXED", "*")
Handler = Callable[["Assembler", Statement], None]


def _constant(asm: Assembler, statement: Statement, what: str) -> tuple[int, Field]:
    """Return the value of the variable field, which must be known, and the field."""
    _need(statement, what)
    reader = asm.reader(statement.rest)
    value = reader.constant()
    field = statement.rest.part(0, reader.position)
    reader.end()
    return value, field


def _need(statement: Statement, what: str) -> None:
    if not statement.rest.text:
        raise AssemblyError(statement.operation.place(), f"{statement.name} needs {what}")


def _no_symbol(statement: Statement) -> None:
    if statement.location.text:
        message = f"{statement.name} takes no symbol in the location field"
        raise AssemblyError(statement.location.place(), message)


# --- the program ----------------------------------------------------------------------------------------


def ident(asm: Assembler, statement: Statement) -> None:
    """IDENT name,origin,entry: the name of the program, where it begins, where it starts."""
    _no_symbol(statement)
    reader = asm.reader(statement.rest)
    reader.take(len(reader.rest().text.split(",")[0]))
    if reader.more() and reader.next() != ",":
        start = reader.position
        origin = reader.expression()
        field, value = statement.rest.part(start, reader.position), known(origin)
        if value is None or value.bases:  # its symbols are defined further down
            asm.origin_later = origin, field
        _go_to(asm, asm.origin if value is None or value.bases else value.number, field)
    if reader.more():
        asm.program.entry = reader.expression()
    reader.end()


def end(asm: Assembler, statement: Statement) -> None:
    """END: the end of the source, and where the program starts; in a text taken in, the end of the text."""
    asm.label(statement)
    if statement.rest.text and asm.feed.expansion is None:
        reader = asm.reader(statement.rest)
        asm.program.entry = reader.expression()
        reader.end()
    asm.feed.ended = True


def entry(asm: Assembler, statement: Statement) -> None:
    """ENTRY: symbols that other programs could use; they must be defined."""
    _need(statement, "a symbol")
    reader = asm.reader(statement.rest)
    reader.expression()
    while reader.more():
        reader.expression()


def remark(asm: Assembler, statement: Statement) -> None:
    """Do nothing: it says something about the listing or the loading."""


def take_in(asm: Assembler, statement: Statement) -> None:
    """XTEXT name: the lines of name.compass, once."""
    _no_symbol(statement)
    _need(statement, "the name of a text")
    asm.feed.take_in(asm.reader(statement.rest).rest())


def base(asm: Assembler, statement: Statement) -> None:
    """Say how numbers without B, O or D are read: O octal, D decimal, M octal but for counts, * as before (BASE)."""
    _need(statement, "O, D, M or *")
    field = asm.reader(statement.rest).rest()
    if not any(field.text and word.startswith(field.text) for word in BASES):
        hint = "BASE O is octal, BASE D decimal, BASE M mixed, BASE * the one before"
        raise AssemblyError(field.place(), f"'{field.text}' is no base", hint)
    before, asm.names.octal = asm.names.octal, asm.octal_before if field.text == "*" else field.text[0] != "D"
    asm.octal_before = before


# --- places ---------------------------------------------------------------------------------------------


def org(asm: Assembler, statement: Statement) -> None:
    """ORG: go on at an address."""
    value, field = _constant(asm, statement, "an address")
    _go_to(asm, value, field)
    asm.label(statement)


def _go_to(asm: Assembler, address: int, field: Field) -> None:
    _check_address(asm, address, field)
    asm.packer.upper()
    asm.program.set_origin(address)
    asm.located = None


def _check_address(asm: Assembler, address: int, field: Field) -> None:
    if not 0 <= address < asm.program.target.size:
        last = asm.program.target.shown(asm.program.target.size - 1)
        raise AssemblyError(field.place(), f"the address {address} is outside the memory", f"its last word is {last}B")


def loc(asm: Assembler, statement: Statement) -> None:
    """LOC: symbols and * as if this were the address; words are loaded behind those before. Until the next ORG."""
    value, field = _constant(asm, statement, "an address")
    _check_address(asm, value, field)
    asm.packer.upper()
    asm.located = value, asm.program.section.length
    asm.label(statement)


def use(asm: Assembler, statement: Statement) -> None:
    """USE name: go on with a block; USE *: with the one before; USE 0 or nothing: with the first."""
    _no_symbol(statement)
    field = asm.reader(statement.rest).rest()
    name = "" if field.text in ("", "0") else field.text
    if name == "*":
        if not asm.blocks:
            raise AssemblyError(field.place(), "no USE stands before this one")
        asm.use(asm.blocks.pop())
        return
    asm.blocks.append(asm.program.section)
    asm.use(asm.program.sections.get(name) or Section(name, loads=False))


def bss(asm: Assembler, statement: Statement) -> None:
    """BSS n: room for n words; the symbol is the first."""
    asm.packer.upper()
    asm.upper_or_label(statement)
    asm.program.reserve(*_length(asm, statement))


def bssz(asm: Assembler, statement: Statement) -> None:
    """BSSZ n: n words of zeros."""
    asm.packer.upper()
    asm.upper_or_label(statement)
    length, place = _length(asm, statement)
    if length > asm.program.target.size:
        raise AssemblyError(place, "this reaches beyond the last address")
    asm.program.emit([0] * length, place)


def _length(asm: Assembler, statement: Statement) -> tuple[int, Place]:
    length, field = _constant(asm, statement, "a number of words")
    if length < 0:
        raise AssemblyError(field.place(), f"a block of {length} words")
    return length, field.place()


# --- symbols --------------------------------------------------------------------------------------------


def equ(asm: Assembler, statement: Statement) -> None:
    """EQU and =: the symbol is the value of the expression."""
    _need(statement, "a value")
    reader = asm.reader(statement.rest)
    value = reader.expression()
    reader.end()
    asm.program.define(asm.symbol_of(statement), value, Kind.CONSTANT, statement.location.place())


def set_(asm: Assembler, statement: Statement) -> None:
    """SET: the symbol is the value of the expression from here on; it may be set again."""
    value, _ = _constant(asm, statement, "a value")
    _set(asm, statement, value)


def _set(asm: Assembler, statement: Statement, value: int) -> None:
    symbol = asm.symbol_of(statement)
    asm.program.define(symbol, Literal(value, statement.rest.place()), Kind.VARIABLE, statement.location.place())


def extreme(choose: Callable[[list[int]], int]) -> Handler:
    """Return what sets a symbol to the largest or smallest of some values."""

    def handler(asm: Assembler, statement: Statement) -> None:
        _need(statement, "values")
        reader = asm.reader(statement.rest)
        values = [reader.constant()]
        while reader.more():
            values.append(reader.constant())
        _set(asm, statement, choose(values))

    return handler


def qual(asm: Assembler, statement: Statement) -> None:
    """QUAL name: symbols belong to this qualifier from here on; QUAL with nothing or *: to none."""
    _no_symbol(statement)
    field = asm.reader(statement.rest).rest()
    asm.scope = asm.qualified("" if field.text == "*" else field.text)


PSEUDO_OPERATIONS: dict[str, Handler] = {
    "=": equ,
    "ABS": remark,
    "B1=1": remark,
    "BASE": base,
    "BSS": bss,
    "BSSZ": bssz,
    "COMMENT": remark,
    "CON": data.con,
    "DATA": data.data,
    "DIS": data.dis,
    "EJECT": remark,
    "END": end,
    "ENTRY": entry,
    "EQU": equ,
    "IDENT": ident,
    "LIST": remark,
    "LIT": data.lit,
    "LOC": loc,
    "MAX": extreme(max),
    "MIN": extreme(min),
    "ORG": org,
    "QUAL": qual,
    "SET": set_,
    "SPACE": remark,
    "TITLE": remark,
    "TTL": remark,
    "USE": use,
    "VFD": data.vfd,
    "XTEXT": take_in,
    **conditions.PSEUDO_OPERATIONS,
    **macros.PSEUDO_OPERATIONS,
}
MICROS = "a macro replaces words by others"
ONE_SOURCE = "everything is in one source: take it in with XTEXT"
UNSUPPORTED: dict[str, tuple[str, str]] = {
    name: (f"{name} ({what}) is not supported", hint)
    for name, what, hint in (
        ("CPOP", "instructions of one's own", "write MACRO"),
        ("CPSYN", "instructions of one's own", "write MACRO"),
        ("DECMIC", "micros", MICROS),
        ("ECHO", "repetition with parameters", "write MACRO and call it"),
        ("ERR", "errors of the program's own", "leave it out"),
        ("EXT", "symbols of other programs", ONE_SOURCE),
        ("HERE", "remote text", "write the lines here, or in a block of their own with USE"),
        ("IRP", "repetition with parameters", "write the lines one by one"),
        ("LCC", "loader directives", ONE_SOURCE),
        ("MACROE", "macros with keywords", "write MACRO"),
        ("MICCNT", "micros", MICROS),
        ("MICRO", "micros", MICROS),
        ("NIL", "operations without effect", "leave it out"),
        ("OCTMIC", "micros", MICROS),
        ("OPDEF", "instructions of one's own", "write MACRO"),
        ("OPSYN", "synonyms of operations", "write MACRO"),
        ("PERIPH", "programs for peripheral processors", "the machine is the central processor"),
        ("PPU", "programs for peripheral processors", "the machine is the central processor"),
        ("PURGMAC", "forgetting macros", "a MACRO of the same name replaces the one before"),
        ("R=", "the shortest instruction for a value", "write SX, SB or SA"),
        ("REP", "repetition by the loader", "write DUP or BSSZ"),
        ("RMT", "remote text", "write the lines where they belong, or in a block of their own with USE"),
        ("SEGMENT", "segments", ONE_SOURCE),
        ("SST", "symbols of the system", ONE_SOURCE),
        ("STEXT", "texts of the system", ONE_SOURCE),
        ("STOPDUP", "the end of a repetition from inside", "let DUP say how often"),
    )
}
