"""Micros: texts with names, which stand for themselves between quotes in any line.

    NAME     MICRO  2,3,*ABCDE*       BCD: characters from the second one on, three of them; 0 or nothing: all
    COUNT    DECMIC N+1,4             the value in decimal, four digits; OCTMIC: in octal
    LENGTH   MICCNT NAME              the symbol is how many characters the micro has
             CON    1R"NAME"

They are replaced when a line is assembled, in macros and repetitions each time anew. A name between quotes that is not
a micro stays as it is. BASE, CODE, DATE, JDATE, TIME and QUAL are there from the start; the day is always the same.
"""

from __future__ import annotations

import re

from host.assemblers.compass.operands import Reader, Statement
from host.assemblers.compass.state import State, operation
from host.assemblers.expressions import Kind, Literal
from host.languages.assembly import AssemblyError, Line

MARK = '"'
REFERENCE = re.compile(r'"([^"\s]+)"')
FROM_THE_START = {  # a source gives the same words every day
    "DATE": " 74/01/01.",
    "JDATE": "74001",
    "TIME": " 00.00.00.",
    "CODE": "D",
}
MOST_DIGITS = 10


def filled(asm: State, line: Line) -> Line:
    """Return a line with its micros replaced."""
    if MARK not in line.text or line.text[0] == "*":
        return line
    text = REFERENCE.sub(lambda found: _value(asm, found[1], found[0]), line.text)
    return line if text == line.text else line._replace(text=text)


def is_micro(asm: State, name: str) -> bool:
    """Return whether there is a micro of this name now."""
    return name in asm.micros or name in FROM_THE_START or name in ("BASE", "QUAL")


def _value(asm: State, name: str, otherwise: str) -> str:
    name = name.upper()
    if name == "BASE":
        return "O" if asm.octal else "D"
    if name == "QUAL":
        return asm.scope.prefix.strip("/")
    return asm.micros.get(name, FROM_THE_START.get(name, otherwise))


def _define(asm: State, statement: Statement, text: str) -> None:
    field = statement.location
    if not field.text:
        raise statement.operation.error(f"{statement.name} needs a name before it")
    asm.micros[field.text] = text


def _number(reader: Reader) -> int:
    """Read a number that may be left out: 0 then."""
    return 0 if reader.next() in ("", ",") else reader.constant()


@operation("MICRO")
def micro(asm: State, statement: Statement) -> None:
    """MICRO n1,n2,*text*: n2 characters of the text, beginning with the n1st."""
    reader = asm.reader(statement.rest)
    first = _number(reader)
    count = _number(reader) if reader.skip(",") else 0
    text = ""
    if reader.skip(","):
        start = reader.position
        mark = reader.field.text[start : start + 1]
        end = reader.field.text.find(mark, start + 1) if mark else -1
        text = reader.field.text[start + 1 : len(reader.field.text) if end < 0 else end]
    elif reader.next():
        raise reader.unexpected("a comma and the text")
    if first < 0 or count < 0:
        raise statement.rest.error("a micro begins at character 1 or later, and has no negative length")
    text = text[first - 1 :] if first else ""
    _define(asm, statement, text[:count] if count else text)


def _digits(asm: State, statement: Statement, form: str) -> None:
    """Define a micro as the digits of a value: as many as it has, or the last n of them."""
    reader = asm.reader(statement.rest)
    value = reader.constant()
    count = _number(reader) if reader.skip(",") else 0
    reader.end()
    if not 0 <= count <= MOST_DIGITS:
        raise statement.rest.error(f"a micro has up to {MOST_DIGITS} digits")
    digits = f"{abs(value):0{count or 1}{form}}"
    _define(asm, statement, digits[-count:] if count else digits)


@operation("DECMIC")
def decmic(asm: State, statement: Statement) -> None:
    """DECMIC value,n: a micro of decimal digits."""
    _digits(asm, statement, "d")


@operation("OCTMIC")
def octmic(asm: State, statement: Statement) -> None:
    """OCTMIC value,n: a micro of octal digits."""
    _digits(asm, statement, "o")


@operation("MICCNT")
def miccnt(asm: State, statement: Statement) -> None:
    """MICCNT name: the symbol is the number of characters of a micro."""
    field = asm.reader(statement.rest).rest()
    if field.text not in asm.micros:
        raise AssemblyError(field.place(), f"there is no micro '{field.text}'", "MICRO, DECMIC or OCTMIC defines one")
    value = Literal(len(asm.micros[field.text]), field.place())
    asm.program.define(asm.symbol_of(statement), value, Kind.VARIABLE, statement.location.place())
