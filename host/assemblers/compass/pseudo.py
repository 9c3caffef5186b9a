"""The pseudo-operations: a table from their names to functions.

They are those of Control Data's COMPASS (reference manuals 60279900, 60492600), as used in its programs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from emulators.cdc6600 import display_code
from emulators.cdc6600.display_code import WORD_CODES
from emulators.cdc6600.isa import WORD_BITS
from emulators.errors import Place
from host.assemblers.columns import Field, known_by_now
from host.assemblers.compass.numbers import encoded, fit
from host.assemblers.compass.operands import (
    LAST_COLUMN,
    LAST_LOCATION_COLUMN,
    REMARKS_COLUMN,
    Reader,
    Statement,
    arguments,
    check_name,
)
from host.assemblers.compass.state import STAY, Copies, Handler, Later, State, operation
from host.assemblers.expressions import ADD, Binary, Expression, Kind, Literal, Relative, known
from host.assemblers.sections import Section
from host.languages.assembly import AssemblyError

# --- words of data: numbers, texts and fields of bits ---------------------------------------------------

MOST_WORDS_OF_TEXT = 1000


def _items(asm: State, statement: Statement) -> list[tuple[list[int], Field]]:
    """Return the words of each item of data."""
    reader = asm.reader(statement.rest)
    found = []
    while True:
        start = reader.position
        words = reader.item()
        found.append((words, statement.rest.part(start, reader.position)))
        if not reader.more():
            return found


@operation("DATA")
def data(asm: State, statement: Statement) -> None:
    """Store numbers and texts, as many words as each needs (DATA)."""
    start_word(asm, statement)
    for words, field in _items(asm, statement):
        asm.program.emit(words, field.place())


@operation("LIT")
def lit(asm: State, statement: Statement) -> None:
    """LIT: the words of DATA among the literals; the symbol is their address."""
    words = [word for item, _ in _items(asm, statement) for word in item]
    address = asm.literal(words, asm.reader(statement.rest).rest())
    if statement.location.text:
        asm.program.define(asm.symbol_of(statement), address, Kind.LABEL, statement.location.place())


@operation("CON")
def con(asm: State, statement: Statement) -> None:
    """CON: a word for each expression."""
    start_word(asm, statement)
    reader = asm.reader(statement.rest)
    while True:
        start = reader.position
        asm.heres = []
        value = reader.expression()
        field = statement.rest.part(start, reader.position)
        asm.program.defer(1, [value], partial(_word, field=field), field.place(), (0, WORD_BITS))
        if not reader.more():
            return


def _word(number: int, field: Field) -> list[int]:
    return [fit(number, WORD_BITS, field)]


@operation("VFD")
def vfd(asm: State, statement: Statement) -> None:
    """VFD n/value: fields of n bits, one after the other, over the ends of words; without a symbol, from here."""
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
        if isinstance(value, Literal):
            asm.packer.put(width, fit(value.number, width, field), field, 0)
        else:
            later = Later(value, partial(fit, bits=width, field=field))
            asm.packer.put(width, later, field, 0)
        if not reader.more():
            return


def _width(asm: State, reader: Reader) -> int:
    """Read the bits of a field and the slash after them; a bare number is decimal."""
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


@operation("DIS")
def dis(asm: State, statement: Statement) -> None:
    """DIS n,text: n words of ten characters. DIS ,*text*: as many as needed, with the end of a line."""
    start_word(asm, statement)
    reader = asm.reader(statement.rest)
    if reader.skip(","):
        start = reader.position
        end = reader.field.text.find(reader.next(), start + 1) if reader.next() else -1
        if end < 0:
            raise AssemblyError(reader.field.place(start), "the text has no end", "write DIS ,*TEXT*")
        inside = reader.field.part(start + 1, end)
        codes = [*encoded(inside, inside.text), *display_code.LINE_END]
        asm.program.emit(display_code.words_of_codes(codes), statement.rest.place())
        return
    count = reader.constant()
    if not 0 < count <= MOST_WORDS_OF_TEXT:
        raise statement.rest.error(f"a text has 1 to {MOST_WORDS_OF_TEXT} words")
    if not reader.skip(","):
        raise reader.unexpected("a comma and the text")
    text = statement.rest.part(reader.position, reader.position + count * WORD_CODES)
    asm.program.emit(
        display_code.words_of_codes(encoded(text, f"{text.text:<{count * WORD_CODES}}")), statement.rest.place()
    )


@operation("POS")
def pos(asm: State, statement: Statement) -> None:
    """POS n: n bits are left in this word; those before them that nothing has filled are zeros."""
    _no_symbol(statement)
    left, field = _constant(asm, statement, "the number of bits that are left")
    if not 0 <= left <= WORD_BITS:
        raise field.error(f"a word has 0 to {WORD_BITS} bits left, not {left}")
    if left > asm.packer.left:
        hint = "the bits would be put over those that are there"
        raise field.error(f"only {asm.packer.left} bits are left in this word: POS does not go back", hint)
    asm.packer.leave_closed()
    if asm.packer.left > left:
        asm.packer.put(asm.packer.left - left, 0, field, 0)


def start_word(asm: State, statement: Statement) -> None:
    """Begin a new word, with the symbol as its location."""
    asm.packer.upper()
    asm.upper_or_label(statement)


CODES = {"A": "ASCII", "E": "external BCD", "I": "internal BCD", "O": "another code, which CHAR gives"}
BASES = ("OCTAL", "DECIMAL", "MIXED", "*")


def _constant(asm: State, statement: Statement, what: str) -> tuple[int, Field]:
    """Return the value of the variable field, which must be known, and the field."""
    _need(statement, what)
    reader = asm.reader(statement.rest)
    value = reader.constant()
    field = statement.rest.part(0, reader.position)
    reader.end()
    return value, field


def _need(statement: Statement, what: str) -> None:
    if not statement.rest.text:
        raise statement.operation.error(f"{statement.name} needs {what}")


def _no_symbol(statement: Statement) -> None:
    if statement.location.text:
        raise statement.location.error(f"{statement.name} takes no symbol in the location field")


# --- the program ----------------------------------------------------------------------------------------


@operation("IDENT")
def ident(asm: State, statement: Statement) -> None:
    """IDENT name,origin,entry: the name of the program, where it begins, where it starts.

    Another program of the source, or of the library, follows the one before it; its symbols are its own, but for those
    that ENTRY names.
    """
    _no_symbol(statement)
    reader = asm.reader(statement.rest)
    name = reader.take(len(reader.rest().text.split(",")[0]))
    asm.name = name.text
    asm.programs += 1
    if asm.programs > 1:
        asm.packer.upper()
        asm.scope = asm.qualified(f"{name.text}:{asm.programs}")
        return
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


@operation("END")
def end(asm: State, statement: Statement) -> None:
    """END: the end of a program, and where it starts; the last one, or that of a text taken in, ends the text.

    Its symbol is the first location after the whole program, literals and other blocks included.
    """
    if statement.location.text and asm.feed.expansion is None and asm.scope is asm.program.root:
        place = statement.location.place()
        asm.program.define(asm.symbol_of(statement), Relative(asm.after, 0, place), Kind.LABEL, place)
    else:
        asm.label(statement)
    reader = asm.reader(statement.rest)
    start = reader.rest().text
    named = start == asm.name and asm.scope.visible(start) is None  # the program, not a place in it
    if start and not named and asm.feed.expansion is None and asm.scope is asm.program.root:
        asm.program.entry = reader.expression()
        reader.end()
    if asm.programs:
        asm.scope = asm.program.root
    again = asm.feed.begins_again(lambda line: line.text.split()[:1] == ["IDENT"])
    if again and asm.relocatable and asm.feed.expansion is None:
        asm.following = asm.feed.rest()
    if not again or asm.following:
        asm.feed.ended = True


@operation("ENTRY")
def entry(asm: State, statement: Statement) -> None:
    """ENTRY: symbols that other programs may name; they must be defined."""
    _need(statement, "a symbol")
    reader = asm.reader(statement.rest)
    while True:
        start = reader.position
        value = reader.expression()
        field = statement.rest.part(start, reader.position)
        if asm.programs <= 1:
            asm.first_entry = asm.first_entry or value
            asm.entries.setdefault(field.text, (value, field))
        elif asm.scope is not asm.program.root:
            asm.program.define(asm.program.root.symbol(check_name(field)), value, Kind.LABEL, field.place())
        if not reader.more():
            return


@operation("EXT")
def ext(asm: State, statement: Statement) -> None:
    """EXT: symbols that another program of the source, or of the library, has as its entries."""
    _need(statement, "a symbol")
    for each in arguments(statement.rest):
        asm.external(each, "X")


@operation("B1=1", "B7=1")
def unit(asm: State, statement: Statement) -> None:
    """B1=1, B7=1: from here on this register holds 1, for R=."""
    asm.unit = int(statement.name[1])


@operation("CODE")
def code(asm: State, statement: Statement) -> None:
    """CODE D, CODE *: texts are in display code, as they always are; the other codes are not known."""
    _no_symbol(statement)
    _need(statement, "D or *")
    field = asm.reader(statement.rest).rest()
    if field.text[:1] in CODES:
        what = CODES[field.text[:1]]
        raise field.error(f"CODE {field.text} ({what}) is not supported", "texts are in display code, CODE D")
    if field.text[:1] not in ("D", "*"):
        raise field.error(f"'{field.text}' is not a code of characters", "CODE D is display code")


@operation("COL")
def col(asm: State, statement: Statement) -> None:
    """COL n: remarks begin in column n from here on, where there is no variable field; without n in 30."""
    _no_symbol(statement)
    column = _constant(asm, statement, "")[0] if statement.rest.text else 0
    if column and not LAST_LOCATION_COLUMN < column <= LAST_COLUMN:
        raise statement.rest.error(f"remarks cannot begin in column {column}", f"COL takes 3 to {LAST_COLUMN}")
    asm.set_remarks(column or REMARKS_COLUMN)


@operation("MACHINE")
def machine(asm: State, statement: Statement) -> None:
    """MACHINE type,features: the machine of the program; the 6000 series or any, without units that this one lacks."""
    _no_symbol(statement)
    for index, each in enumerate(arguments(statement.rest)):
        if index == 0 and each.text in ("", "ANY", "6"):
            continue
        what = f"MACHINE {each.text}" if index == 0 else f"the unit {each.text}"
        raise each.error(f"{what} is not supported", "the machine is a 6600: MACHINE 6")


@operation("COMMENT")
def comment(asm: State, statement: Statement) -> None:
    """COMMENT: a remark, which the load map shows beside the program."""
    asm.comment = statement.rest.text


FOR_THE_LOADER = frozenset({"LDSET", "LCC", "SEG"})  # which does not read them


@operation("ABS", "CTEXT", "EJECT", "ENDX", "LIST", "LCC", "LDSET", "NOLABEL", "NOREF",
           "SEG", "SPACE", "SST", "STEXT", "TITLE", "TTL", "XREF")  # fmt: skip
def remark(asm: State, statement: Statement) -> None:
    """Do nothing: it concerns the listing or the loading."""
    if asm.relocatable and statement.name in FOR_THE_LOADER:
        hint = "the loader is told by the options of ironboard load"
        asm.program.warn(statement.operation.place(), f"{statement.name} has no effect", hint)


@operation("ERR")
def err(asm: State, statement: Statement) -> None:
    """ERR: an error of the program's own, such as a macro's; the text is its message."""
    raise statement.operation.error(statement.rest.text or "ERR is assembled: the program says that something is wrong")


def _wrong(holds: Callable[[int], bool], what: str) -> Handler:
    """Return the operation that reports a value as an error, where the condition holds."""

    def handler(asm: State, statement: Statement) -> None:
        """ERRZR, ERRNZ, ERRNG, ERRMI, ERRPL: an error if the value is zero, not zero, negative, not negative."""
        value, field = _constant(asm, statement, "a value")
        if holds(value):
            raise field.error(f"{statement.name}: the value {value} is {what}", "the program says that this is wrong")

    return handler


for _name, _holds, _what in (
    ("ZR", lambda value: value == 0, "zero"),
    ("NZ", lambda value: value != 0, "not zero"),
    ("NG", lambda value: value < 0, "negative"),
    ("MI", lambda value: value < 0, "negative"),
    ("PL", lambda value: value >= 0, "not negative"),
):
    operation(f"ERR{_name}")(_wrong(_holds, _what))


COPIED = {"S": "source", "D": "target", "C": "times", "B": "length", "I": "step"}


@operation("REP", "REPI")
def rep(asm: State, statement: Statement) -> None:
    """REP S/a,D/b,B/n,C/m,I/k: the loader copies n words from a on to b, m times, k words further on each time.

    REPI: when this program is loaded; REP: when everything is.
    """
    if not asm.relocatable:
        raise statement.operation.error(
            f"{statement.name} is done by the loader", "write a relocatable binary: -o x.rel"
        )
    asm.label(statement)
    reader = asm.reader(statement.rest)
    found: dict[str, Expression] = {}
    numbers = {"times": 1}
    while True:
        letter = reader.take(1)
        if letter.text not in COPIED or COPIED[letter.text] in {*found, *(each for each in numbers if each != "times")}:
            raise letter.error(f"expected one of {', '.join(COPIED)}, each once, not '{letter.text}'")
        if not reader.skip("/"):
            raise reader.unexpected("/ and a value")
        name = COPIED[letter.text]
        if letter.text in "SD":
            found[name] = reader.expression()
        else:
            numbers[name] = reader.constant()
        if not reader.more():
            break
    if "source" not in found:
        raise statement.rest.error(f"{statement.name} needs S/ and an address")
    length = numbers.setdefault("length", 1)
    numbers.setdefault("step", length)
    for name, value in numbers.items():
        if not 0 < value < 1 << 15:
            raise statement.rest.error(f"{statement.name}: {value} cannot be the {name}")
    place = statement.rest.place()
    target = found.get("target") or Binary(ADD, found["source"], Literal(length, place), place)
    asm.copies.append(
        Copies(found["source"], target, **numbers, at_once=statement.name == "REPI", field=statement.rest)
    )


@operation("R=")
def shortest(asm: State, statement: Statement) -> None:
    """R= register,value: the register gets the value, by the shortest instruction; by none if it is the same one."""
    fields = [*arguments(statement.rest)]
    if len(fields) != 2 or not re.fullmatch("[ABX][0-7]", fields[0].text):
        raise (fields or [statement.operation])[0].error("R= takes a register, a comma and a value")
    register, value = fields
    if value.text == register.text:
        asm.upper_or_label(statement)
        return
    by_unit = {0: "B0"} | ({1: f"B{asm.unit}", 2: f"B{asm.unit}+B{asm.unit}", -1: f"-B{asm.unit}"} if asm.unit else {})
    if not re.match("-?[ABX][0-7](?![A-Z0-9])", value.text):
        reader = asm.reader(value)
        found = known(reader.expression())
        if found is not None and not found.bases and found.number in by_unit:
            value = value._replace(text=by_unit[found.number])
    operation = statement.operation._replace(text=f"S{register.text}")
    asm.instruction(Statement(statement.location, operation, value))


@operation("XTEXT")
def take_in(asm: State, statement: Statement) -> None:
    """XTEXT name: the lines of name.compass, once; a name before it is the file that has the deck, or is the text."""
    field = asm.reader(statement.rest).rest() if statement.rest.text else statement.location
    if not field.text:
        _need(statement, "the name of a text")
    asm.feed.take_in(field.text, field.place())


@operation("BASE")
def base(asm: State, statement: Statement) -> None:
    """Say how numbers without B, O or D are read: O octal, D decimal, M octal but for counts, * as before (BASE)."""
    _need(statement, "O, D, M or *")
    field = asm.reader(statement.rest).rest()
    if not any(field.text and word.startswith(field.text) for word in BASES):
        hint = "BASE O is octal, BASE D decimal, BASE M mixed, BASE * the one before"
        raise field.error(f"'{field.text}' is not a base", hint)
    before, asm.octal = asm.octal, asm.octal_before if field.text == "*" else field.text[0] != "D"
    asm.octal_before = before


# --- places ---------------------------------------------------------------------------------------------


@operation("ORG")
def org(asm: State, statement: Statement) -> None:
    """ORG: continue at an address, or at a place further down in this block."""
    _need(statement, "an address")
    reader = asm.reader(statement.rest)
    expression = reader.expression()
    field, value, block = statement.rest.part(0, reader.position), known(expression), asm.program.section
    reader.end()
    if value is not None and value.bases == ((block, 1),) and value.number >= block.length:
        asm.packer.upper()
        asm.program.reserve(value.number - block.length, field.place())
        asm.located = None
    else:
        hint = "its symbols must be defined before this line, in the first block, or be further down in this block"
        _go_to(asm, known_by_now(expression, field.place(), hint), field)
    asm.label(statement)


def _go_to(asm: State, address: int, field: Field) -> None:
    _check_address(asm, address, field)
    asm.packer.upper()
    asm.program.set_origin(address)
    asm.located = None


def _check_address(asm: State, address: int, field: Field) -> None:
    if not 0 <= address < asm.program.target.size:
        last = asm.program.target.shown(asm.program.target.size - 1)
        raise field.error(f"the address {address} is outside the memory", f"its last word is {last}B")


@operation("LOC")
def loc(asm: State, statement: Statement) -> None:
    """LOC: symbols and * as if this were the address; words are loaded after those before. Until the next ORG."""
    _need(statement, "an address")
    asm.packer.upper()
    reader = asm.reader(statement.rest)
    asm.heres = []
    expression = reader.expression()
    field, value = statement.rest.part(0, reader.position), known(expression)
    reader.end()
    if value is not None and not value.bases:
        _check_address(asm, value.number, field)
        expression = Literal(value.number, field.place())
    asm.located = expression, asm.program.section.length
    asm.label(statement)


@operation("USE")
def use(asm: State, statement: Statement) -> None:
    """USE name: continue with a block; USE *: with the previous one; USE 0 or nothing: with the first."""
    _no_symbol(statement)
    field = asm.reader(statement.rest).rest()
    name = "" if field.text in ("", "0") else field.text
    if name == "*":
        if not asm.blocks:
            raise field.error("there is no USE before this one")
        asm.use(asm.blocks.pop())
        return
    asm.blocks.append(asm.program.section)
    asm.use(asm.program.sections.get(name) or Section(name, loads=False))


@operation("BSS")
def bss(asm: State, statement: Statement) -> None:
    """BSS n: reserve n words; the symbol is the first."""
    asm.packer.upper()
    asm.upper_or_label(statement)
    asm.program.reserve(*_length(asm, statement))


@operation("BSSZ")
def bssz(asm: State, statement: Statement) -> None:
    """BSSZ n: n words of zeros."""
    asm.packer.upper()
    asm.upper_or_label(statement)
    length, place = _length(asm, statement)
    if length > asm.program.target.size:
        raise AssemblyError(place, "this reaches beyond the last address")
    asm.program.emit([0] * length, place)


def _length(asm: State, statement: Statement) -> tuple[int, Place]:
    length, field = _constant(asm, statement, "a number of words")
    if length < 0:
        raise field.error(f"a block of {length} words")
    return length, field.place()


# --- symbols --------------------------------------------------------------------------------------------


@operation("=", "EQU")
def equ(asm: State, statement: Statement) -> None:
    """EQU and =: the symbol is the value of the expression."""
    _need(statement, "a value")
    reader = asm.reader(statement.rest)
    value = reader.expression()
    reader.end()
    asm.program.define(asm.symbol_of(statement), value, Kind.CONSTANT, statement.location.place())


@operation("SET")
def set_(asm: State, statement: Statement) -> None:
    """SET: the symbol is the value of the expression from here on; it may be set again."""
    value, _ = _constant(asm, statement, "a value")
    _set(asm, statement, value)


def _set(asm: State, statement: Statement, value: int) -> None:
    symbol = asm.symbol_of(statement)
    asm.program.define(symbol, Literal(value, statement.rest.place()), Kind.VARIABLE, statement.location.place())


def _extreme(choose: Callable[[list[int]], int]) -> Handler:
    """Return the operation that sets a symbol to the largest or smallest of some values."""

    def handler(asm: State, statement: Statement) -> None:
        """MAX, MIN: the symbol is the largest or the smallest of the values, from here on."""
        _need(statement, "values")
        reader = asm.reader(statement.rest)
        values = [reader.constant()]
        while reader.more():
            values.append(reader.constant())
        _set(asm, statement, choose(values))

    return handler


operation("MAX")(_extreme(max))
operation("MIN")(_extreme(min))


@operation("QUAL")
def qual(asm: State, statement: Statement) -> None:
    """QUAL name: symbols belong to this qualifier from here on; QUAL with nothing or *: to none."""
    _no_symbol(statement)
    field = asm.reader(statement.rest).rest()
    asm.scope = asm.qualified("" if field.text == "*" else field.text)


ONE_SOURCE = "there is one source: include it with XTEXT"
NO_PERIPHERAL = "the machine is the central processor"
NO_EXTENDED = "the machine has central memory alone"
NOT_IN_TABLES = "the loader does all of a program, or none of it"
NOT_A_6600 = "the machine is a 6600"
OTHER_PROCESSORS = ("PERIPH", "PPU")
EXTENDED = ("RE", "WE", "REC", "WEC")
COMPARE_MOVE = ("IM", "DM", "CC", "CU", "MD")
OTHER_MACHINES = ("MJ", "RI", "WI", "RO", "WO", "TB", "IB", "OB")
UNSUPPORTED: dict[str, tuple[str, str]] = {
    name: (f"{name} ({what}) is not supported", hint)
    for name, what, hint in (
        *((name, "programs for peripheral processors", NO_PERIPHERAL) for name in OTHER_PROCESSORS),
        ("PPOP", "another operation of peripheral processors", NO_PERIPHERAL),
        ("BSSN", "storage with names, in programs for peripheral processors", NO_PERIPHERAL),
        ("CHAR", "a character of a code of one's own", "texts are in display code, CODE D"),
        ("ORGC", "words that are loaded if their common block is new", NOT_IN_TABLES),
        ("ENTRYC", "entries that are loaded if their common block is new", NOT_IN_TABLES),
        ("REPC", "copies that are made if their common block is new", NOT_IN_TABLES),
        ("USELCM", "a block of large core or extended core storage", NO_EXTENDED),
        *((name, "a block of words to or from extended core storage", NO_EXTENDED) for name in EXTENDED),
        *((name, "an instruction of the compare and move unit", NOT_A_6600) for name in COMPARE_MOVE),
        *((name, "an instruction of the 7600", NOT_A_6600) for name in OTHER_MACHINES),
        ("CPOP", "another operation of the processor", "its fields are not known; write VFD"),
        ("CPSYN", "another name of an operation of the processor", "OPSYN gives another name"),
        ("SEGMENT", "segments", ONE_SOURCE),
    )
}
