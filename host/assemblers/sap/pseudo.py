"""The pseudo-operations: a table from their names to functions.

Source: UA SAP's own table of pseudo-operations and its write-up (United Aircraft Corporation, March 1956).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from emulators.errors import ImageError
from emulators.ibm704 import bcd, isa
from emulators.image import Cards
from host.assemblers.columns import Field, converted
from host.assemblers.expressions import Kind, Literal, known
from host.assemblers.sap.fields import (
    VARIABLE_COLUMN,
    Statement,
    decimal_word,
    octal_word,
    packed,
    subfields,
)
from host.assemblers.sap.state import NO_HEADING, NOTHING, State, nothing, ordered
from host.languages.assembly import AssemblyError, entering, read_lines

Handler = Callable[[State, Statement], None]
PSEUDO_OPERATIONS: dict[str, Handler] = {}
operation = entering(PSEUDO_OPERATIONS)

MOST_WORDS_ON_A_CARD = 10
LONGEST_OPERATION = 3
RELATIVE = "relative"  # in a symbol table, of an address
COUNT_TOO_LATE = re.compile(r" *[1-9][A-Z]")


def _one(asm: State, statement: Statement, what: str) -> Field:
    """Return the variable field, which must be there."""
    field = asm.variable(statement)
    if not field.text:
        raise statement.operation.error(f"{statement.operation.text} needs {what}")
    return field


def _no_symbol(asm: State, statement: Statement) -> None:
    if statement.location.text.strip():
        raise statement.location.error(f"{statement.operation.text} takes no symbol in the location field")


# --- places and symbols ---------------------------------------------------------------------------------


def _or_zero(asm: State, statement: Statement, what: str) -> Field:
    """Return the variable field; where it is blank, a 0, and a warning: so UA SAP took it."""
    field = asm.variable(statement)
    if field.text:
        return field
    asm.program.warn(statement.operation.place(), f"{statement.operation.text} without {what}: taken for 0")
    return statement.operation._replace(text="0")


@operation("ORG")
def org(asm: State, statement: Statement) -> None:
    """ORG: go on at an address, modulo 2**15. A symbol in the location field is that address."""
    field = _or_zero(asm, statement, "an address")
    address = asm.constant(field)
    asm.go_to(address % (isa.FIELD + 1) if -isa.FIELD <= address < 0 else address, field)
    if asm.cards == Cards.FULL:
        asm.program.new_part()
    asm.label(statement)


@operation("LOC")
def loc(asm: State, statement: Statement) -> None:
    """LOC: symbols and * as if this were the address; words are loaded after those before. Until the next ORG."""
    field = _one(asm, statement, "an address")
    asm.displace(asm.constant(field), field)
    asm.label(statement)


def _length(asm: State, statement: Statement) -> tuple[int, Field]:
    field = _or_zero(asm, statement, "a number of words")
    length = asm.constant(field)
    if length < 0:
        raise field.error(f"a block of {length} words")
    return length, field


@operation("BSS")
def bss(asm: State, statement: Statement) -> None:
    """BSS: a block started by the symbol."""
    asm.label(statement)
    length, field = _length(asm, statement)
    asm.program.reserve(length, field.place())
    asm.program.new_area()  # a new card, even if the block is empty


@operation("BES")
def bes(asm: State, statement: Statement) -> None:
    """BES: a block ended by the symbol, which is the location after it."""
    length, field = _length(asm, statement)
    asm.program.reserve(length, field.place())
    asm.program.new_area()
    asm.label(statement)


@operation("EQU", "SYN")
def equ(asm: State, statement: Statement) -> None:
    """EQU and SYN: the symbol is the value of the expression."""
    field = _or_zero(asm, statement, "a value")
    symbol = asm.location(statement)
    if asm.feed.repeating:
        return
    if symbol is None:
        raise statement.operation.error(f"{statement.operation.text} needs a symbol before it")
    kind = Kind.LABEL if statement.operation.text == "SYN" else Kind.CONSTANT
    value = asm.value(field)
    if asm.uasap:  # its first pass, which defines symbols, goes by the lines read so far; values have 15 bits
        number = known(value)
        if number is None:
            message = f"'{symbol.name}' stays undefined: its definition is not known yet"
            asm.program.warn(statement.location.place(), message)
            return
        value = Literal(number.number & isa.FIELD, value.place)
    asm.define(symbol, value, kind, statement.location.place(), kind == Kind.LABEL)


@operation("DEF")
def define_rest(asm: State, statement: Statement) -> None:
    """DEF: symbols that nothing else defines get one word each, beginning at this address."""
    field = _one(asm, statement, "an address")
    asm.definitions = asm.constant(field), field


@operation("OPD")
def define_operation(asm: State, statement: Statement) -> None:
    """OPD: the symbol is an operation; its word in octal. The tag's digit says which fields UA SAP looked for."""
    name = "".join(statement.location.text.split())
    if not name:
        raise statement.operation.error("OPD needs the operation in the location field")
    if len(name) > LONGEST_OPERATION:
        raise statement.location.error(f"an operation has at most {LONGEST_OPERATION} characters")
    word = converted(octal_word, _one(asm, statement, "a word in octal"))
    asm.define_operation(name, word & ~(isa.TAG << isa.TAG_SHIFT), statement.location.place())


@operation("HED")
def hed(asm: State, statement: Statement) -> None:
    """HED: symbols of less than six characters belong to this heading from here on; to none with a blank or 0.

    The heading is the first character of the location field, as UA SAP had it, or the variable field.
    """
    before, given = statement.location, asm.variable(statement)
    field = before if before.text.strip() else given
    heading = field.text.strip()
    if len(heading) > 1:
        raise field.error("a heading is one character")
    if heading and heading in "+-*/,$=":
        raise field.error(f"'{heading}' cannot be a heading")
    if asm.uasap and not heading:
        heading = " "  # only 0 was none to UA SAP, a blank was a heading like others
    asm.feed.heading = "" if heading == NO_HEADING else heading


@operation("END", "FIN")
def end(asm: State, statement: Statement) -> None:
    """END: the end of the source, and where the program starts; in a library member, the end of the member."""
    _no_symbol(asm, statement)
    field = asm.variable(statement)
    if asm.feed.expansion is None and (field.text or (asm.uasap and asm.cards == Cards.RELOCATABLE)):
        asm.program.entry = asm.value(field)
    asm.feed.ended = True


@operation("LIB")
def lib(asm: State, statement: Statement) -> None:
    """LIB: a member of the library, named in the variable field or, as UA SAP had it, in the location field."""
    before, given = statement.location, asm.variable(statement)
    if before.text.strip() and given.text:
        raise given.error("the member is named twice", "LIB NAME or NAME LIB")
    if not (before.text.strip() or given.text):
        raise statement.operation.error("LIB needs the name of a library member")
    start = len(before.text) - len(before.text.lstrip())
    member = given if given.text else before.part(start, len(before.text.rstrip()))
    asm.feed.take_in(member.text, member.place(), asm.feed.heading)


@operation("REP")
def rep(asm: State, statement: Statement) -> None:
    """REP M,N: the M cards before this one are taken N times more."""
    _no_symbol(asm, statement)
    parts = list(subfields(_one(asm, statement, "a number of cards, a comma and how often")))
    if len(parts) != 2:
        raise parts[-1].error("REP takes a number of cards, a comma and how often")
    cards, times = (asm.constant(each) for each in parts)
    if cards < 1:
        raise parts[0].error(f"{cards} cards cannot be repeated")
    if times < 0:
        raise parts[1].error(f"cards cannot be repeated {times} times")
    asm.feed.repeat_cards(cards, times, parts[0], statement.operation.place())


@operation("REM", "SKP", "SPC")
def remark(asm: State, statement: Statement) -> None:
    """REM: only a remark; SPC and SKP space the listing."""


@operation("ABS")
def absolute(asm: State, statement: Statement) -> None:
    """ABS: absolute cards from here on."""
    asm.punch(Cards.ABSOLUTE)


@operation("FUL")
def full(asm: State, statement: Statement) -> None:
    """FUL: cards of 24 words from here on, and nothing else on them; a new one begins at ORG, BSS and BES."""
    asm.punch(Cards.FULL)


@operation("REL")
def relocatable(asm: State, statement: Statement) -> None:
    """REL: relocatable cards from here on, with the fields of their words that change with the place."""
    asm.punch(Cards.RELOCATABLE)


@operation("TCD")
def transfer(asm: State, statement: Statement) -> None:
    """TCD: a transfer card here; the assembly goes on, and words after it may lie on those before."""
    _no_symbol(asm, statement)
    asm.punch(asm.cards, asm.value(_or_zero(asm, statement, "an address")))


# --- symbol tables --------------------------------------------------------------------------------------


def _table(asm: State, statement: Statement) -> Path | None:
    """Return the file of a symbol table: UA SAP's tape and number are its name. None without a folder for them."""
    _no_symbol(asm, statement)
    numbers = [asm.constant(each) for each in subfields(_one(asm, statement, "a tape and a number"))]
    return asm.tables / f"{'-'.join(map(str, numbers))}.table" if asm.tables else None


@operation("WST")
def write_table(asm: State, statement: Statement) -> None:
    """WST: keep the symbols of this assembly, for RST in another one."""
    path = _table(asm, statement)
    if path is None:
        message, hint = "WST: the symbol table is not written", "--tables FOLDER says where"
        asm.program.warn(statement.operation.place(), message, hint)
    else:
        if asm.uasap:
            asm.entries = ordered(asm.entries)
        asm.tables_to_write.append((path, list(asm.entries) if asm.uasap else asm.entries))


@operation("AST", "RST")
def read_table(asm: State, statement: Statement) -> None:
    """RST and AST: the symbols that another assembly has kept are those of this one, too, where it has none itself."""
    path = _table(asm, statement)
    place = statement.operation.place()
    if path is None:
        raise AssemblyError(
            place, f"{statement.operation.text}: there are no symbol tables", "--tables FOLDER says where"
        )
    try:
        rows = [line.text.split() for line in read_lines(path, str(path))]
        values = [(name, int(value, 8), relative == [RELATIVE]) for name, value, *relative in rows]
    except (ImageError, ValueError) as error:
        hint = f"WST {path.stem.replace('-', ',')} in another assembly writes it"
        raise AssemblyError(place, f"{path}: not a symbol table: {error}", hint) from None
    if asm.uasap and statement.operation.text == "AST" and not asm.entries:
        asm.entries.append(nothing(place))
    for name, value, relative in values:
        if name == NOTHING:
            asm.entries.append(nothing(place))
            continue
        symbol = asm.program.root.symbol(name)
        if symbol.expression is None or asm.uasap:
            asm.define(symbol, Literal(value, place), Kind.CONSTANT, place, relative)
            symbol.weak = not asm.uasap


# --- data -----------------------------------------------------------------------------------------------


def _numbers(read: Callable[[str, bool], int]) -> Handler:
    """Return the operation that puts a word for each number between commas."""

    def put(asm: State, statement: Statement) -> None:
        """DEC, OCT: a word for each number between commas."""
        asm.label(statement)
        for field in subfields(_or_zero(asm, statement, "a number")):
            asm.program.emit([converted(lambda text: read(text, asm.uasap), field)], field.place())

    return put


operation("DEC")(_numbers(decimal_word))
operation("OCT")(_numbers(lambda text, uasap: octal_word(text)))


@operation("BCD")
def characters(asm: State, statement: Statement) -> None:
    """BCD: characters, six to a word: a count of words and as many characters, or any text between quotes."""
    asm.label(statement)
    field = _text(asm, statement)
    if not field.text:
        return
    if field.column == VARIABLE_COLUMN + 1 and COUNT_TOO_LATE.match(field.text):
        hint = "the number of words follows the blank directly"
        asm.program.warn(field.place(), f"column {VARIABLE_COLUMN} is blank: this is a text of ten words", hint)
    asm.program.emit(packed(field), field.place())


def _text(asm: State, statement: Statement) -> Field:
    """Return the characters after a BCD."""
    rest = statement.rest
    start = len(rest.text) - len(rest.text.lstrip())
    if rest.text[start : start + 1] == '"':
        return _quoted(rest.part(start))
    on_card = statement.card and rest.column == VARIABLE_COLUMN and start
    count: int | str = MOST_WORDS_ON_A_CARD if on_card else rest.text[start : start + 1]
    if statement.card and (count == "" or (not start and str(count) not in "123456789")):
        count, on_card = MOST_WORDS_ON_A_CARD * (count != "0"), True
        message = f"column {VARIABLE_COLUMN} is {rest.text[:1] or 'blank'}: this is a text of {count} words"
        asm.program.warn(rest.place(0, 1), message, "the number of words is there, 1 to 9; blank for ten")
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
        raise field.error("the text has no end", 'write " after it')
    if end == 1:
        raise AssemblyError(field.place(0, 2), "there are no characters between the quotes")
    return field.part(1, end)


TABLES = "symbols of other programs come in with LIB"
NO_TAPES = "there is no such input or output"
UNSUPPORTED: dict[str, tuple[str, str]] = {
    name: (f"{name} ({what}) is not supported", hint)
    for name, what, hint in (
        ("BOS", "binary output on tape", NO_TAPES),
        ("C/T", "control words", "write PZE"),
        ("FST", "forget the symbol table", TABLES),
        ("PLB", "push the load button", NO_TAPES),
        ("PLR", "print library routines", "members of the library are in the listing"),
        ("PST", "punch the symbol table", "symbols are written with --labels"),
        ("TBL", "table of the library tape", NO_TAPES),
    )
}
