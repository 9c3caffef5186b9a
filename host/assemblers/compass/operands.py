"""The reader of variable fields: expressions and registers between commas, up to the first blank.

    expression  =  [ + - ] term  { + - & term }        term  =  element  { * / element }
    element     =  number  |  symbol  |  text  |  * (this location)  |  $ (position in the word)  |  = data (a literal)
                |  *F (which compiler called the assembler: none, 0)

& is the exclusive or of two words. There are no parentheses. A symbol has up to eight characters, the first neither a
digit nor $ or =; the registers A0-A7, B0-B7, X0-X7 cannot be symbols. A.N is the register with the number that is the
value of N. /Q/NAME is the symbol of the qualifier Q.

Where the fields of a line are: blanks are between them.

    1        11     18            30
    LABEL    OPERN  VARIABLE      REMARKS

A word in column 1 or 2 is the location, unless it is an operation and no other follows; a word further in is
the operation, unless it is not one and one follows. The variable field begins before column 30 (COL gives another; a
line with tabs has no columns) and ends at the first blank that is not part of a text: where that is only its reader
knows. A line with nothing before that column is a remark.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, Protocol

from emulators.cdc6600.isa import WORD_BITS
from emulators.errors import Place
from host.assemblers.columns import SUMS, Field, FieldReader, NumberError, capitals, checked_name, known_by_now
from host.assemblers.compass import numbers
from host.assemblers.expressions import Evaluation, Expression, Literal, Operator, Value, known
from host.assemblers.feed import is_empty
from host.languages.assembly import AssemblyError, Line

DEFINED_BEFORE = "its symbols must be defined before this line, in the first block"
LAST_LOCATION_COLUMN = 2  # where a location may begin
REMARKS_COLUMN = 30  # without COL, no variable field begins there or later
LAST_COLUMN = 72  # of a card; a continuation goes on after it
CONTINUES = ","  # in column 1
WORDS = re.compile(r"\s*(\S+)(?:\s+(\S+))?")  # the first and the second

IsOperation = Callable[[str], bool]


class Statement(NamedTuple):
    """The fields of a line. `rest` is all after the operation field, remarks included."""

    location: Field
    operation: Field
    rest: Field

    @property
    def name(self) -> str:
        """The operation."""
        return self.operation.text


def joined(lines: Sequence[Line]) -> list[Line]:
    """Return lines with their continuations: those with a comma in column 1, which goes on after column 72.

    A line that ends before column 72, with a comma, goes on after that.
    """
    found: list[Line] = []
    for line in lines:
        before = found[-1].text.rstrip() if found and line.text[:1] == CONTINUES else ""
        if before[:1] != "*" and (len(before) >= LAST_COLUMN or before[-1:] == ","):
            found[-1] = found[-1]._replace(text=before + line.text[1:])
        else:
            found.append(line)
    return found


def is_remark(line: Line, columns: bool = True, remarks: int = REMARKS_COLUMN) -> bool:
    """Return whether a line says nothing: it is empty, has * in column 1, or begins where remarks do."""
    text = line.text
    return is_empty(line) or (columns and "\t" not in text and not text[: remarks - 1].strip())


def split(
    line: Line, is_operation: IsOperation, columns: bool = True, remarks: int = REMARKS_COLUMN
) -> Statement | None:
    """Return the fields of a line, None for an empty one or a remark; raises AssemblyError for a lone continuation.

    Without `columns`, fields may start in any column.
    """
    if is_remark(line, columns, remarks):
        return None
    if line.text[0] == CONTINUES:
        message = "there is no line that this one could continue"
        hint = f"the line before must reach column {LAST_COLUMN}, or end with a comma"
        raise AssemblyError(line.place(), message, hint)
    text = capitals(line.text)
    words = WORDS.match(text)
    assert words is not None
    first, second = Field(line, words[1], words.start(1) + 1), Field(line, words[2] or "", words.start(2) + 1)
    follows = is_operation(second.text)
    at_margin = columns and first.column <= LAST_LOCATION_COLUMN and "\t" not in text[: first.column]
    labelled = at_margin and follows if is_operation(first.text) else at_margin or follows
    location, operation = (first, second) if labelled else (Field(line, "", first.column), first)
    end = operation.column - 1 + len(operation.text)
    rest = text[end:].lstrip()
    start = len(text) - len(rest)
    if columns and "\t" not in text and start >= remarks - 1:
        start, rest = len(text), ""
    return Statement(location, operation, Field(line, rest.rstrip(), start + 1))


# ---------------------------------------------------------------- operands

LONGEST_SYMBOL = 8
WORD_MASK = (1 << WORD_BITS) - 1
NAME = re.compile(r"[A-Z.:;#%'?!@\\\[\]<>][A-Z0-9.:;#%'?!@\\\[\]<>$=]*")
ELEMENT = re.compile(r"[^+\-*/,\s()\"_^|&]+")
QUALIFIED = re.compile(r"/([^/\s,+\-*]*)/")
REGISTER = re.compile(r"([ABX])([0-7])(?![A-Z0-9.:;#%&'?!@\\\[\]<>$=])", re.ASCII)
NUMBERED = re.compile(r"([ABX])\.(?=[A-Z0-9])")
EXTERNAL = re.compile(r"([SXY])(?!\d)([^+\-*/,\s()\"_^|&]+)")  # =XNAME, after the =
SPECIAL = re.compile(r"\*(?P<letter>[LOPF]?)(?![A-Z0-9])")  # in the place of a value


def _differ(left: int, right: int) -> int:
    """Return the exclusive or of two numbers as words: a negative one is the complement."""
    return left % WORD_MASK ^ right % WORD_MASK


DIFFER = Operator("&", _differ)


@dataclass
class Here(Expression):
    """The location of a statement: known when its words have a place, which may be the next word."""

    place: Place
    origin: bool  # where the words are loaded, not where they will be
    found: Expression | None = None

    def value(self, evaluation: Evaluation) -> Value:
        """Return the value of the location."""
        assert self.found is not None
        return evaluation.of(self.found)


class Names(Protocol):
    """The meaning of elements of expressions."""

    octal: bool  # BASE

    def refer(self, name: str, qualifier: str | None, field: Field) -> Expression:
        """Return the value of a symbol; `qualifier`: None for the one in force."""

    def locate(self, which: str, field: Field) -> Expression:
        """Return this location: L, O the origin, P the position in the word; F the compiler that called."""

    def literal(self, words: list[int], field: Field) -> Expression:
        """Return the address of words."""

    def external(self, field: Field, kind: str) -> Expression:
        """Return the value of a symbol that may be defined elsewhere.

        X: in another program; Y: there, or nowhere, then it is a word of zeros; S: here, or it is such a word.
        """


def is_name(text: str) -> bool:
    """Return whether a text is a valid symbol."""
    return len(text) <= LONGEST_SYMBOL and NAME.fullmatch(text) is not None and not REGISTER.fullmatch(text)


def check_name(field: Field) -> str:
    """Return the symbol in a field; raises AssemblyError for an invalid one."""
    name = field.text
    if REGISTER.fullmatch(name):
        raise field.error(f"'{name}' is a register, not a symbol")
    if name[:1].isdigit() or name[:1] in "$=":
        raise AssemblyError(field.place(0, 1), f"a symbol cannot begin with '{name[:1]}'")
    return checked_name(field, LONGEST_SYMBOL, NAME)


def arguments(field: Field) -> Iterator[Field]:
    """Yield the texts between commas, up to the first blank; in parentheses commas and blanks are part of a text."""
    start = depth = 0
    text = field.text + " "
    if not field.text:
        return
    for index, each in enumerate(text):
        depth += (each == "(") - (each == ")")
        if depth < 0 or (depth and index == len(text) - 1):
            raise AssemblyError(field.place(min(index, len(field.text) - 1), 1), "the parentheses do not match")
        if not depth and (each == "," or each.isspace()):
            found = field.part(start, index)
            bare = found.text[:1] == "(" and found.text[-1:] == ")"
            yield found.part(1, len(found.text) - 1) if bare else found
            start = index + 1
        if not depth and each.isspace():
            return


class Reader(FieldReader):
    """Reads a variable field. `bits` is the room that texts in expressions have."""

    sums: ClassVar = {**SUMS, "&": DIFFER}

    def __init__(self, field: Field, names: Names, bits: int = WORD_BITS) -> None:
        super().__init__(field)
        self.names, self.bits = names, bits

    def rest(self) -> Field:
        """Return the rest of the field, up to the first blank."""
        text = self.field.text[self.position :]
        return self.field.part(self.position, self.position + len(text.split(None, 1)[0] if text.strip() else ""))

    def end(self) -> None:
        """Raise AssemblyError unless this is the end of the field."""
        if self.next():
            raise self.unexpected("the end of the field")

    def more(self) -> bool:
        """Move over a comma; at the end of the field return False; raises AssemblyError otherwise."""
        if self.skip(","):
            return True
        if self.next():
            raise self.unexpected("an operator or a comma")
        return False

    # --- expressions ------------------------------------------------------------------------------------

    def constant(self) -> int:
        """Read an expression that must be known at this point."""
        start = self.position
        expression = self.expression()
        return known_by_now(expression, self.field.place(start, self.position - start), DEFINED_BEFORE)

    def constants(self) -> tuple[int, int]:
        """Read two expressions to be compared: both must be known at this point, or be places in the same block."""
        start = self.position
        left = self.expression()
        place = self.field.place(start, self.position - start)
        if not self.more():
            raise self.unexpected("a comma and what to compare with")
        start = self.position
        right = self.expression()
        one, other = known(left), known(right)
        if one and other and one.bases == other.bases:
            return one.number, other.number
        at = self.field.place(start, self.position - start)
        return known_by_now(left, place, DEFINED_BEFORE), known_by_now(right, at, DEFINED_BEFORE)

    def width(self) -> int:
        """Read the number of bits before a slash: an element that must be known at this point."""
        start = self.position
        value = known(self.element())
        if value is None or value.bases:
            place = self.field.place(start, self.position - start)
            raise AssemblyError(place, "the width is not known yet", "the symbol must be defined before this line")
        return value.number

    def name(self) -> Field:
        """Read a symbol, whatever it may mean."""
        match = self.match(ELEMENT)
        if not match:
            raise self.unexpected("a symbol")
        return self.take(len(match[0]))

    def register(self) -> tuple[str, int, Field] | None:
        """Read a register, if there is one: its letter and number."""
        if match := self.match(REGISTER):
            return match[1], int(match[2]), self.take(2)
        match = self.match(NUMBERED)
        if not match:
            return None
        start = self.position
        self.take(2)
        value = known(self.element())
        field = self.field.part(start, self.position)
        if value is None or value.bases or not 0 <= value.number <= 7:
            raise field.error(f"there is no register '{field.text}'", "the number must be known here, 0 to 7")
        return match[1], value.number, field

    def element(self) -> Expression:
        """Read a number, a text, a symbol, a literal, or this location."""
        if match := self.match(SPECIAL):
            return self.names.locate(match["letter"] or "L", self.take(len(match[0])))
        if self.next() == "$":
            return self.names.locate("$", self.take(1))
        if self.next() == "=":
            return self._literal()
        if found := self.text():
            return Literal(found.number(self.bits), found.field.place())
        if self.next().isdecimal():
            return self._number()
        if match := self.match(QUALIFIED):
            self.take(len(match[0]))
            return self._symbol(match[1])
        return self._symbol(None)

    def _symbol(self, qualifier: str | None) -> Expression:
        if not self.match(ELEMENT):
            raise self.unexpected("a value")
        field = self.name()
        if REGISTER.fullmatch(field.text):
            raise field.error(f"the register {field.text} is not possible here")
        return self.names.refer(check_name(field), qualifier, field)

    def _literal(self) -> Expression:
        start = self.position
        self.take(1)
        if match := self.match(EXTERNAL):
            self.take(1)
            return self.names.external(self.take(len(match[2])), match[1])
        words = self.item()
        return self.names.literal(words, self.field.part(start, self.position))

    # --- data -------------------------------------------------------------------------------------------

    def text(self) -> numbers.Text | None:
        """Read characters with a count, if they are here."""
        match = self.match(numbers.TEXT)
        if not match:
            return None
        found, self.position = numbers.counted(self.field, match)
        return found

    def item(self) -> list[int]:
        """Read an item of data: a number with its sign, or characters. Return its words."""
        if found := self.text():
            return found.words()
        if match := self.match(numbers.DELIMITED):
            start = self.position
            found, self.position = numbers.delimited(self.field, start + 1, match[1], start)
            return found.words()
        negative = self.skip("-")
        if not negative:
            self.skip("+")
        if not (self.next().isdecimal() or self.next() == "." or self.match(numbers.RADIX_BEFORE)):
            expected = self.unexpected("a number or characters")
            expected.hint = "CON takes expressions with symbols"
            raise expected
        return [self._converted(negative)]

    def _number(self) -> Expression:
        start = self.position
        word = self._converted(negative=False)
        return Literal(word, self.field.place(start, self.position - start))

    def _converted(self, negative: bool) -> int:
        start = self.position
        before = self.take(1).text if self.match(numbers.RADIX_BEFORE) else ""
        match = self.match(numbers.NUMBER)
        assert match is not None
        self.take(len(match[0]))
        field = self.field.part(start, self.position)
        more = self.match(ELEMENT)
        try:
            word = numbers.word(numbers.magnitude(match, self.names.octal, before), negative)
        except NumberError as error:
            raise field.error(error.message, error.hint) from None
        if more:
            whole = self.field.part(start, self.position + len(more[0]))
            raise whole.error(f"'{whole.text}' is not a number", numbers.EXAMPLES)
        return word
