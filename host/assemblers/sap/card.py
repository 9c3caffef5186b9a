"""Where are the fields of a line? Location, operation, variable field: by the columns of a card, or by blanks.

    1    6 7 8 10 11 12                                     72 73   80
    LLLLLL   OOO     VARIABLE FIELD, REMARKS BEHIND A BLANK     IDENT

A line that has a known operation in columns 8 to 10, between blanks, is a card; any other line is read freely: a
symbol, an operation, a variable field, between blanks or tabs. What stands in column 1 is a symbol unless it is an
operation and no other follows; further in it is a symbol if it is no operation and one follows. A symbol alone, or with
nothing in columns 7 to 11, has a blank operation: a word of nothing but its fields. Its variable field begins in
column 12; what begins further right is a remark, unless it is an operation in columns 17 to 24. A line that is
longer than 72 columns is a card there in any case.
"""

from __future__ import annotations

import re
from collections.abc import Container
from typing import NamedTuple

from emulators.errors import Place
from host.assemblers.diagnostics import AssemblyError
from host.assemblers.source import Line

COLUMNS = 80
LAST_COLUMN = 72  # of the statement; behind it is the identification, which the assembler never saw
VARIABLE_COLUMN = 12
OPERATION_LENGTH = 3
LATEST_VARIABLE = 16  # UA SAP wanted it in 12; its successors took 12 to 16
LATEST_OPERATION = 24  # of a line that is read freely and has blanks in columns 7 to 11

CARD = re.compile(r"(?P<location>.{6}) (?P<operation>\S.{0,2})(?: (?P<rest>.*)|$)", re.DOTALL)
BLANK_OPERATION = re.compile(r"(?P<location>.{6})     (?P<rest>.*\S.*)")
WORD = re.compile(r"\S+")
TEXTS = frozenset({"BCD"})  # operations that take all of the card
IDENTIFICATION = re.compile(r"[A-Z0-9 ]{4}[A-Z0-9]*[0-9]")  # letters, and a number at the end


class Field(NamedTuple):
    """A part of a line, in capitals, and the column of its first character, from 1."""

    line: Line
    text: str
    column: int

    def place(self, start: int = 0, length: int | None = None) -> Place:
        """Return the place of a part of the field; the blanks at its ends do not count when it is the whole."""
        if length is None:
            start += len(self.text[start:]) - len(self.text[start:].lstrip())
            length = len(self.text.rstrip()) - start
        return self.line.place(self.column + start, max(1, length))

    def part(self, start: int, end: int | None = None) -> Field:
        """Return the characters from `start` to before `end`."""
        return Field(self.line, self.text[start:end], self.column + start)


class Statement(NamedTuple):
    """The fields of a line. `rest` is all behind the operation, from the column where a variable field may begin."""

    location: Field
    operation: Field
    rest: Field
    card: bool
    latest: int = LATEST_VARIABLE  # column in which the variable field of a card may begin
    runs_on: bool = False  # a remark runs from column 72 into the identification

    @property
    def variable(self) -> Field:
        """The variable field: up to the first blank. On a card it begins in columns 12 to 16, or there is none."""
        text = self.rest.text
        start = len(text) - len(text.lstrip())
        latest = self.latest if self.operation.text else VARIABLE_COLUMN
        if not text[start:] or (self.card and self.rest.column + start > latest):
            return self.rest.part(0, 0)
        return self.rest.part(start, start + len(text[start:].split(None, 1)[0]))

    @property
    def remark(self) -> Field:
        """What is written behind the variable field, with the blanks before it."""
        field = self.variable
        return self.rest.part(field.column - self.rest.column + len(field.text))


def is_empty(line: Line) -> bool:
    """Return whether a line says nothing to the assembler: empty, or a remark (* in column 1)."""
    return not line.text.strip() or line.text[0] == "*"


def split(line: Line, operations: Container[str], columns: bool = False) -> Statement | None:
    """Return the fields of a line, None for an empty one or a remark (* in column 1).

    Raises AssemblyError for a line that does not fit on a card, or into its columns 1 to 72 with more than a remark.
    A line with tabs is none, and may be of any length. `columns`: any other line is a card, whatever is on it.
    """
    text = line.text.rstrip()
    if "\t" not in text and len(text) > COLUMNS:
        message = f"a card has {COLUMNS} columns, this line {len(text)}"
        raise AssemblyError(line.place(COLUMNS + 1, len(text) - COLUMNS), message)
    if is_empty(line):
        return None
    by_columns = _columns(line, text) if columns and "\t" not in text else _card(line, text, operations)
    statement = by_columns or _free(line, text, operations)
    if "\t" not in text and _runs_on(text):
        start = text.rindex(" ", 0, LAST_COLUMN) + 2 if " " in text[:LAST_COLUMN] else 1
        if statement.operation.text in TEXTS or (statement.operation.text != "REM" and start < statement.remark.column):
            message = f"columns {LAST_COLUMN + 1} to {COLUMNS} are for the identification"
            hint = "this text runs into them, and they are not read"
            raise AssemblyError(line.place(LAST_COLUMN + 1, len(text) - LAST_COLUMN), message, hint)
        return statement._replace(runs_on=True)
    return statement


def _columns(line: Line, text: str) -> Statement:
    """Return the fields of a card, whatever is on it; column 7 and 11 are not looked at."""
    capitals = _upper(text[:LAST_COLUMN])
    operation = Field(line, capitals[7:10].strip(), 8)
    rest = Field(line, capitals[VARIABLE_COLUMN - 1 :], VARIABLE_COLUMN)
    return Statement(Field(line, capitals[:6], 1), operation, rest, card=True, latest=VARIABLE_COLUMN)


def blank_card(line: Line) -> Statement:
    """Return the fields of a card on which there is nothing."""
    return Statement(Field(line, "", 1), Field(line, "", 8), Field(line, "", VARIABLE_COLUMN), card=True)


def _runs_on(text: str) -> bool:
    """Return whether a word crosses the border of the identification, and what is there does not look like one."""
    crosses = len(text) > LAST_COLUMN and not text[LAST_COLUMN - 1 : LAST_COLUMN + 1].count(" ")
    return crosses and text[0] != "*" and not IDENTIFICATION.fullmatch(text[LAST_COLUMN:])


def _upper(text: str) -> str:
    """Return the text in capitals, every character in its column."""
    return "".join(each.upper() if len(each.upper()) == 1 else each for each in text)


def _card(line: Line, text: str, operations: Container[str]) -> Statement | None:
    if "\t" in text:
        return None
    capitals = _upper(text[:LAST_COLUMN])
    match = CARD.match(capitals)
    if match and match["operation"].strip() in operations and not _free_behind(match["location"], operations):
        operation, rest = Field(line, match["operation"].rstrip(), 8), match["rest"] or ""
        return Statement(Field(line, match["location"], 1), operation, Field(line, rest, VARIABLE_COLUMN), card=True)
    if len(text) > LAST_COLUMN and not capitals[6:].strip():
        return Statement(Field(line, capitals[:6], 1), Field(line, "", 8), Field(line, "", VARIABLE_COLUMN), card=True)
    match = BLANK_OPERATION.match(capitals)
    if match and _blank(match, len(text), operations):
        rest = Field(line, match["rest"], VARIABLE_COLUMN)
        return Statement(Field(line, match["location"], 1), Field(line, "", 8), rest, card=True)
    return None


def _blank(match: re.Match[str], length: int, operations: Container[str]) -> bool:
    """Return whether a line with nothing in columns 7 to 11 is a card with a blank operation."""
    location, rest = match["location"], match["rest"]
    column = VARIABLE_COLUMN + len(rest) - len(rest.lstrip())
    if length > LAST_COLUMN:
        return True
    if len(location.split()) > 1 or (rest.split()[0] in operations and column <= LATEST_OPERATION):
        return False
    return column == VARIABLE_COLUMN or bool(location.strip())


def _free_behind(location: str, operations: Container[str]) -> bool:
    """Return whether the location field holds a symbol and an operation: then what is behind it is their operand."""
    parts = location.split()
    return len(parts) > 1 and parts[-1] in operations


def _free(line: Line, text: str, operations: Container[str]) -> Statement:
    capitals = _upper(text if "\t" in text else text[:LAST_COLUMN])
    words = [Field(line, match[0], match.start() + 1) for match in WORD.finditer(capitals)]
    first, second = words[0], words[1] if len(words) > 1 else Field(line, "", len(capitals) + 1)
    if first.text in operations:
        labelled = first.column == 1 and second.text in operations
    else:
        guess = len(first.text) == OPERATION_LENGTH != len(second.text) and second.text  # which of two is misspelt?
        alone = not second.text and first.column + len(first.text) <= VARIABLE_COLUMN - OPERATION_LENGTH - 1
        symbol = alone and len(first.text) != OPERATION_LENGTH
        labelled = second.text in operations or (first.column == 1 and not guess) or symbol
    location, operation = (first, second) if labelled else (Field(line, "", first.column), first)
    start = operation.column + len(operation.text)
    return Statement(location, operation, Field(line, capitals[start - 1 :], start), card=False)
