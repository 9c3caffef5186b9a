"""The fields of a line: location, operation, variable field, by the columns of a card, or by blanks.

    1    6 7 8 10 11 12                                     72 73   80
    LLLLLL   OOO     VARIABLE FIELD, REMARKS AFTER A BLANK      IDENT

A line that has a known operation in columns 8 to 10, between blanks, is a card; any other line is read freely: a
symbol, an operation, a variable field, between blanks or tabs. A word in column 1 is a symbol unless it is an
operation and no other follows; further in it is a symbol if it is not an operation and one follows. A symbol alone, or
with nothing in columns 7 to 11, has a blank operation: a word of nothing but its fields. Its variable field begins in
column 12; a word further right is a remark, unless it is an operation in columns 17 to 24. A line that is
longer than 72 columns is a card there in any case.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, Protocol

from emulators.errors import Cure, Place
from emulators.ibm704 import bcd
from host.assemblers.columns import (
    Field,
    FieldReader,
    NumberError,
    capitals,
    checked_name,
    converted,
    nearest,
    normalized,
)
from host.assemblers.expressions import (
    SUBTRACT,
    Binary,
    Evaluation,
    Expression,
    Literal,
    Operator,
    Symbol,
    Unary,
    Value,
    quotient,
)
from host.assemblers.feed import is_empty
from host.assemblers.sap.words import uasap_word
from host.languages.assembly import AssemblyError, Line

COLUMNS = 80
LAST_COLUMN = 72  # of the statement; after it is the identification, which the assembler never saw
VARIABLE_COLUMN = 12
OPERATION_LENGTH = 3
LATEST_VARIABLE = 16  # UA SAP wanted it in 12; its successors took 12 to 16
LATEST_OPERATION = 24  # of a line that is read freely and has blanks in columns 7 to 11

CARD = re.compile(r"(?P<location>.{6}) (?P<operation>\S.{0,2})(?: (?P<rest>.*)|$)", re.DOTALL)
BLANK_OPERATION = re.compile(r"(?P<location>.{6})     (?P<rest>.*\S.*)")
WORD = re.compile(r"\S+")
TEXTS = frozenset({"BCD"})  # operations that take all of the card
IDENTIFICATION = re.compile(r"[A-Z0-9 ]{4}[A-Z0-9]*[0-9]")  # letters, and a number at the end


class Statement(NamedTuple):
    """The fields of a line. `rest` is all after the operation, from the column where a variable field may begin."""

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
        """The text after the variable field, with the blanks before it."""
        field = self.variable
        return self.rest.part(field.column - self.rest.column + len(field.text))


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
            hint = "this text runs into them, and they are ignored"
            raise AssemblyError(line.place(LAST_COLUMN + 1, len(text) - LAST_COLUMN), message, hint)
        return statement._replace(runs_on=True)
    return statement


def _columns(line: Line, text: str) -> Statement:
    """Return the fields of a card, whatever is on it; column 7 and 11 are not looked at."""
    upper = capitals(text[:LAST_COLUMN])
    operation = Field(line, upper[7:10].strip(), 8)
    rest = Field(line, upper[VARIABLE_COLUMN - 1 :], VARIABLE_COLUMN)
    return Statement(Field(line, upper[:6], 1), operation, rest, card=True, latest=VARIABLE_COLUMN)


def blank_card(line: Line) -> Statement:
    """Return the fields of a card on which there is nothing."""
    return Statement(Field(line, "", 1), Field(line, "", 8), Field(line, "", VARIABLE_COLUMN), card=True)


def _runs_on(text: str) -> bool:
    """Return whether a word crosses the border of the identification, with a text there that does not look like one."""
    crosses = len(text) > LAST_COLUMN and not text[LAST_COLUMN - 1 : LAST_COLUMN + 1].count(" ")
    return crosses and text[0] != "*" and not IDENTIFICATION.fullmatch(text[LAST_COLUMN:])


def _card(line: Line, text: str, operations: Container[str]) -> Statement | None:
    if "\t" in text:
        return None
    upper = capitals(text[:LAST_COLUMN])
    match = CARD.match(upper)
    if match and match["operation"].strip() in operations and not _free_after(match["location"], operations):
        operation, rest = Field(line, match["operation"].rstrip(), 8), match["rest"] or ""
        return Statement(Field(line, match["location"], 1), operation, Field(line, rest, VARIABLE_COLUMN), card=True)
    if len(text) > LAST_COLUMN and not upper[6:].strip():
        return Statement(Field(line, upper[:6], 1), Field(line, "", 8), Field(line, "", VARIABLE_COLUMN), card=True)
    match = BLANK_OPERATION.match(upper)
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


def _free_after(location: str, operations: Container[str]) -> bool:
    """Return whether the location field holds a symbol and an operation: then the rest is their operand."""
    parts = location.split()
    return len(parts) > 1 and parts[-1] in operations


def _free(line: Line, text: str, operations: Container[str]) -> Statement:
    upper = capitals(text if "\t" in text else text[:LAST_COLUMN])
    words = [Field(line, match[0], match.start() + 1) for match in WORD.finditer(upper)]
    first, second = words[0], words[1] if len(words) > 1 else Field(line, "", len(upper) + 1)
    if first.text in operations:
        labelled = first.column == 1 and second.text in operations
    else:
        guess = len(first.text) == OPERATION_LENGTH != len(second.text) and second.text  # which of two is misspelt?
        alone = not second.text and first.column + len(first.text) <= VARIABLE_COLUMN - OPERATION_LENGTH - 1
        symbol = alone and len(first.text) != OPERATION_LENGTH
        labelled = second.text in operations or (first.column == 1 and not guess) or symbol
    location, operation = (first, second) if labelled else (Field(line, "", first.column), first)
    start = operation.column + len(operation.text)
    return Statement(location, operation, Field(line, upper[start - 1 :], start), card=False)


# ---------------------------------------------------------------- numbers
# What word is a number of DEC or OCT? Decimal numbers, fixed or floating, and octal words.
#
#     OCT   [ + - ] up to 12 octal digits; the sign is position S
#     DEC   [ + - ] digits [ . digits ] [ E exponent ] [ B place ]      E and B in either order; B alone is B0
#
# Without . E and B an integer; with B, fixed: the binary point is after position `place`; with . or E alone,
# floating. Signs and magnitudes are apart: -0 is not 0. All are rounded to nearest.
#
#     fixed      S | 1 ... 35        floating   S | 1 ... 8             | 9 ... 35
#                sign, magnitude                 exponent + 128 (2**n)    fraction, from 1/2 to below 1


SIGN = 1 << 35
MAGNITUDE = SIGN - 1
FRACTION_BITS, EXCESS = 27, 128
DECIMAL = re.compile(r"([+-]?)(\d*)(?:(\.)(\d*))?(?:E([+-]?\d+))?(?:B([+-]?\d*))?(?:E([+-]?\d+))?", re.ASCII)
MOST_DECIMAL_DIGITS, MOST_EXPONENT = 60, 99
MOST_OCTAL_DIGITS = 12


def octal_word(text: str) -> int:
    """Return the word of a signed octal number; raises NumberError."""
    digits = text.lstrip("+-") if text[:1] in ("+", "-") else text
    if not digits:
        raise NumberError("digits are missing here")
    for index, each in enumerate(digits):
        if each not in "01234567":
            hint = "octal digits are 0 to 7; DEC takes decimal numbers" if each in "89" else ""
            raise NumberError(f"'{each}' is not an octal digit", hint, len(text) - len(digits) + index, 1)
    if len(digits) > MOST_OCTAL_DIGITS:
        raise NumberError(f"a word has {MOST_OCTAL_DIGITS} octal digits, these are {len(digits)}")
    word = int(digits, 8)
    if text[0] == "-":
        if word & SIGN:
            raise NumberError("the sign is given twice: the first of twelve digits holds it, too")
        word |= SIGN
    return word


def decimal_word(text: str, uasap: bool = False) -> int:
    """Return the word of a decimal number, fixed or floating, rounded to nearest; raises NumberError.

    `uasap`: as UA SAP computed it.
    """
    match = DECIMAL.fullmatch(text)
    if not match or not (match[2] or match[4]) or (match[5] and match[7]):
        raise NumberError("this is not a decimal number", "as 12, -3, 1.5, 2.5E-3, 0.5B0 or 3B17")
    sign, whole, point, decimals, before, place, after = match.groups()
    exponent = before or after
    if len(whole) + len(decimals or "") > MOST_DECIMAL_DIGITS:
        raise NumberError(f"a number has at most {MOST_DECIMAL_DIGITS} digits")
    power = int(exponent or 0)
    if abs(power) > MOST_EXPONENT:
        raise NumberError("the exponent is out of range", "a floating number reaches from about 1E-39 to 1E38")
    if uasap:
        scaled = bool(point or exponent)
        return uasap_word(sign == "-", whole, decimals or "", power, scaled, None if place is None else int(place or 0))
    magnitude = Fraction(int((whole + (decimals or "")) or 0), 10 ** len(decimals or "")) * Fraction(10) ** power
    if place is not None:
        word = _fixed(magnitude, int(place or 0))
    elif point or exponent:
        word = floating(magnitude)
    else:
        word = _fixed(magnitude, 35)
    return word | (SIGN if sign == "-" else 0)


def _fixed(magnitude: Fraction, place: int) -> int:
    if abs(place) > MOST_EXPONENT:
        raise NumberError("the binary place is out of range", "the binary point is after position 0 to 35")
    word = nearest(magnitude * Fraction(2) ** (35 - place))
    if word > MAGNITUDE:
        limit = f"below 2**{place}" if place != 35 else f"at most {MAGNITUDE}"
        raise NumberError("the number is out of range", f"with the binary point after position {place} it is {limit}")
    return word


def floating(magnitude: Fraction) -> int:
    """Return the floating word of a number that is not negative, rounded to nearest; raises NumberError."""
    if not magnitude:
        return 0
    fraction, exponent = normalized(magnitude, FRACTION_BITS)
    exponent += FRACTION_BITS
    if not -EXCESS <= exponent < EXCESS:
        raise NumberError("the number is out of range", "a floating number reaches from about 1E-39 to 1E38")
    return exponent + EXCESS << FRACTION_BITS | fraction


def packed(field: Field) -> list[int]:
    """Return the words of characters, six to a word."""
    try:
        return bcd.packed(field.text)
    except bcd.CodeError as error:
        raise AssemblyError(field.place(error.index, 1), str(error)) from None


def literal(field: Field) -> int:
    """Return the word of a literal: a number as in DEC, O and one as in OCT, H and up to six characters."""
    if field.text[:1] == "O":
        return converted(octal_word, field.part(1))
    if field.text[:1] == "H":
        text = field.part(1)
        if len(text.text) > bcd.WORD_CODES or not text.text:
            raise text.error(f"=H takes 1 to {bcd.WORD_CODES} characters")
        return packed(text)[0]
    return converted(decimal_word, field)


# ---------------------------------------------------------------- operands
# How is a variable field read? Up to three expressions between commas: address, tag, decrement.
#
#     expression  =  [ + - ] term  { + - term }          term  =  element  { * / element }
#     element     =  integer (decimal)  |  symbol  |  *  (this location)  |  **  (zero: the program fills it in)
#
# There are no parentheses; an element that is missing is zero, so that - alone is. A symbol has up to six characters,
# none of them + - * / , $ or a blank, the first one not = and one at least not a digit; H$SYMBOL is the one that was
# defined under the heading H, $SYMBOL the one without heading. An address may be a literal: = and a number as in DEC,
# =O and one as in OCT, =H and up to six characters.


LONGEST_SYMBOL = 6
OCTAL, OCTAL_DIGITS = 8, re.compile("[0-7]+")
MOST_DIGITS = 12  # of an integer
LARGEST_INTEGER = (1 << 36) - 1
ELEMENT = re.compile(r"[^+\-*/,$\s]+")
NAME = re.compile(r"(?=.*\D)[A-Z0-9.()#@'&%][A-Z0-9.()#@'&%=]*")
FIRST_TERM_SIGNED = re.compile(r"\+[^+\-]*")


class Names(Protocol):
    """The forms that an expression may have."""

    uasap: bool  # of a longer symbol, the last six characters count
    radix: int  # of integers, 8 or 10; where it is 8, + before one that begins an expression says that it is decimal

    def refer(self, name: str, heading: str | None, field: Field) -> Expression:
        """Return the value of a symbol; `heading`: None for the one in force."""

    def here(self, place: Place) -> Expression:
        """Return this location."""

    def literal(self, field: Field) -> Expression:
        """Return the address of the literal after the =."""


def subfields(field: Field) -> Iterator[Field]:
    """Yield the parts between commas."""
    start = 0
    for part in field.text.split(","):
        yield field.part(start, start + len(part))
        start += len(part) + 1


def is_name(text: str) -> bool:
    """Return whether that can be a symbol."""
    return len(text) <= LONGEST_SYMBOL and NAME.fullmatch(text) is not None


def check_name(field: Field) -> str:
    """Return the symbol that a field holds; raises AssemblyError for a text that cannot be one."""
    name = field.text
    if name.isdigit():
        raise field.error(
            f"'{name}' is a number, not a symbol", "a symbol has at least one character that is not a digit"
        )
    return checked_name(field, LONGEST_SYMBOL, NAME)


@dataclass
class OrZero(Expression):
    """The value of a field; 0 where one of its symbols is undefined: so UA SAP took it."""

    whole: Expression
    symbols: Sequence[Symbol]
    undefined: Container[Symbol]
    place: Place

    def value(self, evaluation: Evaluation) -> Value:
        """Return the value."""
        return Value(0) if any(each in self.undefined for each in self.symbols) else evaluation.of(self.whole)


class Relative(Literal):
    """An address that is not a symbol's: it changes with the place of a relocatable deck, as symbols do."""


def signed(expression: Expression, sign: int = 1) -> Iterator[tuple[Expression, int]]:
    """Yield the elements of an expression with the sign before each, 1 or -1; those of products count as added."""
    if isinstance(expression, OrZero):
        yield from signed(expression.whole, sign)
    elif isinstance(expression, Unary):
        yield from signed(expression.operand, -sign)
    elif isinstance(expression, Binary):
        yield from signed(expression.left, sign)
        yield from signed(expression.right, -1 if expression.operator is SUBTRACT else 1)
    else:
        yield expression, sign


def expression(field: Field, names: Names) -> Expression:
    """Read a field that is one expression; raises AssemblyError."""
    if field.text.startswith("="):
        return names.literal(field.part(1))
    return Reader(field, names).whole()


UASAP_PRODUCTS = {  # in a word: products lose the bits beyond it, a quotient by 0 is the dividend
    "*": Operator("*", lambda a, b: abs(a * b) % SIGN * (1 if (a < 0) == (b < 0) else -1)),
    "/": Operator("/", lambda a, b: quotient(a, b) if b else a),
}


class Reader(FieldReader):
    """Reads one expression."""

    def __init__(self, field: Field, names: Names) -> None:
        super().__init__(field)
        self.names = names
        if names.uasap:
            self.products = UASAP_PRODUCTS

    def whole(self) -> Expression:
        """Return the expression, which must take the whole field."""
        found = self.expression()
        if self.position < len(self.field.text):
            raise self.unexpected("an operator")
        return found

    def element(self) -> Expression:
        """Read a number, a symbol, this location; a missing one is zero."""
        if self.field.text.startswith("**", self.position) and not self.names.uasap:
            return Relative(0, self.take(2).place())  # this location times nothing: so UA SAP reads it
        if self.next() == "*":
            return self.names.here(self.take(1).place())
        if self.skip("$"):
            return self._symbol("")
        match = self.match(ELEMENT)
        if not match:
            return Literal(0, self.field.place(self.position, 1))
        if self.field.text.startswith("$", match.end()):
            heading = self.take(len(match[0]))
            if len(heading.text) > 1:
                raise heading.error("a heading is one character")
            self.take(1)
            return self._symbol(heading.text)
        if match[0].isdecimal() and match[0].isascii():
            return self._integer(self.take(len(match[0])))
        return self._symbol(None)

    def _symbol(self, heading: str | None) -> Expression:
        match = self.match(ELEMENT)
        if not match:
            raise self.unexpected("a symbol")
        field = self.take(len(match[0]))
        last = field.part(max(0, len(field.text) - LONGEST_SYMBOL)) if self.names.uasap else field
        return self.names.refer(check_name(last), heading, field)

    def _integer(self, field: Field) -> Expression:
        radix = 10 if FIRST_TERM_SIGNED.fullmatch(self.field.text, 0, self.position) else self.names.radix
        if radix == OCTAL and not OCTAL_DIGITS.fullmatch(field.text):
            decimal = f"+{field.text}"
            hint = Cure(f"numbers are octal here; {decimal} is decimal", field.text, decimal)
            raise field.error(f"'{field.text}' is not octal", hint)
        if len(field.text) > MOST_DIGITS or int(field.text, radix) > LARGEST_INTEGER:
            raise field.error(f"'{field.text}' is too large for a word")
        return Literal(int(field.text, radix), field.place())
