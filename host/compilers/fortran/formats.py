"""FORMAT: from its text to items.

    (1H1, 3(I5, 2X), 1P2E12.4/)
    Text("1"), Group(3, (Edit("I", 1, 5), Skip(2))), Scale(1), Edit("E", 2, 12, 4), Slash()

The text has no blanks outside of Hollerith where the compiler has read it; from an array it may have some.
Sources: IBM, FORTRAN II for the 704, "FORMAT"; X3.9-1966, 7.2.3; the CDC 6600's manuals for O, R, T, *text*.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

LETTERS = "IFEDGLAOR"  # of fields that take a value from the list
POINT = "FEDG"  # they have digits after a point
LEVELS = {"ii": 1, "iv": 2}  # parentheses in one another, without the outer ones
NOT_CLOSED = "this '(' has no ')'"
LARGEST = 999  # width, count


@dataclass(frozen=True)
class Edit:
    """A field of a value: 3F10.4."""

    letter: str
    count: int
    width: int
    digits: int = 0
    at: int = field(default=0, compare=False)  # its place in the text


@dataclass(frozen=True)
class Text:
    """nH, '...', *...*: characters as they are."""

    text: str


@dataclass(frozen=True)
class Skip:
    """nX: columns that are left out."""

    count: int


@dataclass(frozen=True)
class Tab:
    """Tn: the next column, from 1."""

    column: int


@dataclass(frozen=True)
class Scale:
    """nP: the power of ten for the fields after it."""

    power: int


@dataclass(frozen=True)
class Slash:
    """The end of a record."""


@dataclass(frozen=True)
class Group:
    """Items in parentheses, as often as the number before these says."""

    count: int
    items: tuple[Item, ...]
    counted: bool = True  # a number was written


Item = Edit | Text | Skip | Tab | Scale | Slash | Group


class FormatError(Exception):
    """An error in a FORMAT, with its place: the number of the character, from 0."""

    def __init__(self, at: int, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.at, self.message, self.hint = at, message, hint


class _Reader:
    def __init__(self, text: str, dialect: str) -> None:
        self.text, self.levels = text, LEVELS[dialect]
        self.at = 0

    @property
    def here(self) -> str:
        """The next character that is not blank; empty at the end."""
        while self.text[self.at : self.at + 1] in (" ", "\t"):
            self.at += 1
        return self.text[self.at : self.at + 1].upper()

    def found(self) -> str:
        return f"'{self.here}'" if self.here else "the end of the statement"

    def accept(self, character: str) -> bool:
        found = self.here == character
        self.at += found
        return found

    def number(self) -> int | None:
        digits = ""
        start = self.at
        while self.here.isdigit() and self.here.isascii():
            digits += self.here
            self.at += 1
        if digits and (len(digits) > 9 or int(digits) > LARGEST):
            raise FormatError(start, f"a number in a FORMAT is at most {LARGEST}")
        return int(digits) if digits else None

    def outer(self) -> list[Item]:
        if not self.accept("("):
            raise FormatError(self.at, f"expected '(' after FORMAT, found {self.found()}")
        items = self.items(0, 0)
        if self.here:
            raise FormatError(self.at, f"expected the end of the FORMAT, found {self.found()}")
        return items

    def items(self, level: int, opening: int) -> list[Item]:
        """Read items up to the parenthesis that closes them. Commas between them may be missing."""
        found: list[Item] = []
        comma = True  # nothing, or a comma, is before this
        while not self.accept(")"):
            if self.accept("/"):
                found.append(Slash())
                comma = True
            elif self.accept(","):
                if comma and not (found and isinstance(found[-1], Slash)):
                    raise FormatError(self.at - 1, "expected a field before ','")
                comma = True
            elif not self.here:
                hint = f"the last text is '{found[-1].text}'" if found and isinstance(found[-1], Text) else ""
                raise FormatError(opening, NOT_CLOSED, hint)
            else:
                found.append(self.item(level))
                comma = False
        return found

    def item(self, level: int) -> Item:
        start = self.at
        sign = self.here if self.here in ("+", "-") else ""
        self.at += len(sign)
        number = self.number()
        letter = self.here
        if sign and (number is None or letter != "P"):
            raise FormatError(start, "a sign stands only before a scale factor: -2P")
        if letter in ("'", '"', "*"):
            return self._quoted(letter, number, start)
        if letter == "(":
            return self._group(number, start, level)
        self.at += bool(letter)
        if letter == "H":
            return self._hollerith(number, start)
        if letter == "X":
            if number == 0:
                raise FormatError(start, "0X leaves out nothing")
            return Skip(1 if number is None else number)
        if letter == "P":
            if number is None:
                raise FormatError(start, "expected a number before P")
            return Scale(-number if sign == "-" else number)
        if letter == "T" and number is None:
            column = self.number()
            if not column:
                raise FormatError(self.at, f"expected a column after T, found {self.found()}")
            return Tab(column)
        if letter and letter in LETTERS:
            return self._edit(letter, number, start)
        return self._unknown(letter, number, start)

    def _unknown(self, letter: str, number: int | None, start: int) -> Item:
        self.at -= bool(letter)
        if number is not None and letter in ("", ",", ")", "/"):
            raise FormatError(start, f"expected a letter after {number}: I, F, E, A, H, X ...")
        hint = "a field is I, F, E, D, G, L, A, O or R with its width: I5, F10.3"
        raise FormatError(self.at, f"expected a field, found {self.found()}", hint)

    def _edit(self, letter: str, count: int | None, start: int) -> Item:
        if count == 0:
            raise FormatError(start, "a field that is repeated 0 times")
        width = self.number()
        if width is None and letter in "AR":
            return Edit(letter, count or 1, 0, 0, start)
        if not width:
            raise FormatError(self.at, f"expected the width after {letter}, found {self.found()}",
                              f"{letter}10.3" if letter in POINT else f"{letter}5")  # fmt: skip
        if letter not in POINT:
            if self.here == ".":
                raise FormatError(self.at, f"{letter}{width} has no digits after a point")
            return Edit(letter, count or 1, width, 0, start)
        if not self.accept("."):
            raise FormatError(self.at, f"expected '.' and the digits after {letter}{width}, found {self.found()}")
        digits = self.number()
        if digits is None:
            raise FormatError(self.at, f"expected a number of digits, found {self.found()}")
        if digits > width:
            raise FormatError(start, f"{letter}{width}.{digits} has more digits than its width")
        return Edit(letter, count or 1, width, digits, start)

    def _group(self, count: int | None, start: int, level: int) -> Item:
        opening = self.at
        self.at += 1
        if count == 0:
            raise FormatError(start, "a group that is repeated 0 times")
        if level >= self.levels:
            many = "one level" if self.levels == 1 else "two levels"
            raise FormatError(opening, f"a FORMAT has {many} of parentheses within the outer ones")
        items = self.items(level + 1, opening)
        if not items:
            raise FormatError(opening, "there is nothing in these parentheses")
        return Group(count or 1, tuple(items), count is not None)

    def _hollerith(self, count: int | None, start: int) -> Item:
        if not count:
            raise FormatError(start, "expected a number of characters before H")
        text = self.text[self.at : self.at + count]
        if len(text) < count:
            raise FormatError(start, f"{count}H wants {count} characters after it, there are {len(text)}")
        self.at += count
        return Text(text)

    def _quoted(self, mark: str, count: int | None, start: int) -> Item:
        if count is not None:
            raise FormatError(start, "text in quotation marks is not repeated", f"{count}(...) repeats it")
        self.at += 1
        text = ""
        while True:
            end = self.text.find(mark, self.at)
            if end < 0:
                raise FormatError(start, f"this text has no end: {mark} is missing")
            text += self.text[self.at : end]
            self.at = end + 1
            if mark == "*" or self.text[self.at : self.at + 1] != mark:
                return Text(text)
            text += mark
            self.at += 1


def parse(text: str, dialect: str = "iv") -> list[Item]:
    """Return the items of a FORMAT, from its first parenthesis to the last; raises FormatError."""
    return _Reader(text, dialect).outer()


def edits(items: list[Item] | tuple[Item, ...]) -> Iterator[Edit]:
    """Yield the fields of values, each as often as it is repeated."""
    for each in items:
        if isinstance(each, Group):
            for _ in range(each.count):
                yield from edits(each.items)
        elif isinstance(each, Edit):
            for _ in range(each.count):
                yield each


def written(items: Sequence[Item]) -> str:
    """Return items as text again, text as nH."""
    return f"({','.join(map(_written, items))})"


def _written(item: Item) -> str:
    match item:
        case Edit(letter, count, width, digits):
            many, size = str(count) if count > 1 else "", str(width or "")
            return f"{many}{letter}{size}.{digits}" if letter in POINT else f"{many}{letter}{size}"
        case Text(text):
            return f"{len(text)}H{text}"
        case Skip(count):
            return f"{count}X"
        case Tab(column):
            return f"T{column}"
        case Scale(power):
            return f"{power}P"
        case Group(count, items, counted):
            return (str(count) if counted else "") + written(items)
    return "/"
