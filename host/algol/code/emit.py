"""The COMPASS text that is being written: lines with the ALGOL lines they come from, and symbols.

At the end jumps go that are not needed (to jumps, to what comes next, after what never ends), and labels that nothing
uses: a label begins a word, and nothing is known of the registers there; without it instructions share a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from host.algol.code.words import Home
from host.algol.syntax import Goto, Node

MOST_LETTERS = 5  # of an identifier in a symbol; the rest of its eight characters tell equal ones apart

REGISTERS = ("A", "B", "X")  # X.2 is a register
FILES, SLOTS = "FILES.", "SLOTS."  # what library.py tells the library: where the words of files are, how many files


class Line(NamedTuple):
    """A line of COMPASS, and the line of the ALGOL program that it was made of (0: of none).

    `node` is the statement, or the actual parameter, that it belongs to; `begins`: that begins here, while these X
    registers hold copies of variables.
    """

    text: str
    line: int = 0
    node: Node | None = None
    begins: bool = False
    copies: tuple[tuple[int, Home], ...] = ()


def written(location: str, operation: str, variable: str = "") -> str:
    """Return a line in the customary columns."""
    return f"{location:<9}{operation:<7}{variable}".rstrip()


class Symbols:
    """Symbols for identifiers: their first letters, a point, and a number where that is taken."""

    def __init__(self) -> None:
        self._taken: set[str] = {FILES, SLOTS}
        self._numbers: dict[str, int] = {}

    def named(self, name: str) -> str:
        """Return a new symbol for an identifier; no symbol of the run-time library has a point at its end."""
        stem = "".join(each for each in name.upper() if each.isascii() and each.isalnum())[:MOST_LETTERS] or "N"
        stem = stem if stem[0].isalpha() else f"L{stem}"[:MOST_LETTERS]
        stem = stem * 2 if stem in REGISTERS else stem
        return self._free(stem)

    def numbered(self, letter: str) -> str:
        """Return a new symbol for something without a name."""
        number = self._numbers[letter] = self._numbers.get(letter, 0) + 1
        return f"{letter}..{number}"

    def _free(self, stem: str) -> str:
        symbol, number = f"{stem}.", 1
        while symbol in self._taken:
            number += 1
            symbol = f"{stem[: 7 - len(str(number))]}.{number}"
        self._taken.add(symbol)
        return symbol


class Text:
    """Lines of a routine, in order."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.line = 0  # of the ALGOL program: where what is emitted comes from
        self.node: Node | None = None  # the statement, or the actual parameter, that it is made of
        self._begins = False
        self._copies: tuple[tuple[int, Home], ...] = ()
        self._waiting: list[str] = []

    def begin(self, node: Node, copies: tuple[tuple[int, Home], ...] = ()) -> None:
        """Let what follows be made of a statement, or of an actual parameter, that begins here.

        `copies` are the X registers that hold variables then.
        """
        self.line, self.node, self._begins, self._copies = node.at.line, node, True, copies

    def op(self, operation: str, variable: str = "") -> None:
        """Write an instruction or a word."""
        for symbol in self._waiting[:-1]:
            self.lines.append(Line(written(symbol, "BSS", "0"), self.line))
        location = self._waiting[-1] if self._waiting else ""
        self._waiting.clear()
        text, copies = written(location, operation, variable), self._copies if self._begins else ()
        self.lines.append(Line(text, self.line, self.node, self._begins, copies))
        self._begins = False

    def label(self, symbol: str) -> None:
        """Let the next word have a symbol."""
        self._waiting.append(symbol)

    def remark(self, text: str) -> None:
        """Write a line for people."""
        self.lines.append(Line(f"* {text}".rstrip(), self.line))

    def finish(self) -> Iterator[Line]:
        """Yield the lines; a label at the very end stands before a word of its own."""
        if self._waiting:
            self.op("BSS", "0")
        yield from self.lines


JUMPS = frozenset({"EQ", "NG", "PL", "ZR", "NZ"})
LABEL = re.compile(r"L\.\.\d+")  # of this piece of code alone
NOTHING = ("BSS", "0")


class Fields(NamedTuple):
    """A line in its fields; a remark has none."""

    location: str
    operation: str
    variable: str

    @property
    def leaves(self) -> bool:
        """Whether what follows is not reached from here."""
        return self.operation == "JP" or (self.operation == "EQ" and "," not in self.variable)


def shortened(lines: Sequence[Line]) -> list[Line]:
    """Return the lines of a piece of code without jumps and labels that are not needed."""
    before: list[Line] = []
    now = list(lines)
    while now != before:
        before, now = now, _reached(_used(_straight(now)))
    return now


def _fields(line: Line) -> Fields:
    if line.text.startswith("*"):
        return Fields("", "", "")
    operation, _, variable = line.text[9:].partition(" ")
    return Fields(line.text[:9].strip(), operation, variable.strip())


def _rewritten(line: Line, fields: Fields) -> Line:
    return line._replace(text=written(*fields))


def _straight(lines: list[Line]) -> list[Line]:
    """Let jumps go where a jump that they lead to goes, unless a statement begins with that: debuggers stop there."""
    fields = [_fields(each) for each in lines]
    goes: dict[str, str] = {}
    ahead, stops = Fields("", "", ""), False  # the next instruction
    for line, each in zip(reversed(lines), reversed(fields), strict=True):
        if each.operation and (each.operation, each.variable) != NOTHING:
            ahead, stops = each, line.begins and not isinstance(line.node, Goto)
        if each.location and ahead.operation == "EQ" and ahead.leaves and not stops:
            goes[each.location] = ahead.variable
    return [_straightened(line, each, goes) for line, each in zip(lines, fields, strict=True)]


def _straightened(line: Line, fields: Fields, goes: dict[str, str]) -> Line:
    if fields.operation not in JUMPS:
        return line
    condition, comma, target = fields.variable.rpartition(",")
    seen = {target}
    while target in goes and goes[target] not in seen:
        target = goes[target]
        seen.add(target)
    variable = f"{condition}{comma}{target}"
    return line if variable == fields.variable else _rewritten(line, fields._replace(variable=variable))


def _used(lines: list[Line]) -> list[Line]:
    """Leave labels out that nothing leads to."""
    fields = [_fields(each) for each in lines]
    used = {name for each in fields for name in LABEL.findall(each.variable)}
    kept = []
    for line, each in zip(lines, fields, strict=True):
        if not LABEL.fullmatch(each.location) or each.location in used:
            kept.append(line)
        elif (each.operation, each.variable) != NOTHING:
            kept.append(_rewritten(line, each._replace(location="")))
    return kept


def _reached(lines: list[Line]) -> list[Line]:
    """Leave instructions out that are not reached, and jumps to what comes next."""
    fields = [_fields(each) for each in lines]
    kept: list[Line] = []
    reached = True
    for number, (line, each) in enumerate(zip(lines, fields, strict=True)):
        reached = reached or bool(each.location)
        if not each.operation:
            kept.append(line)
            continue
        if reached and not _idle(line, fields, number):
            kept.append(line)
        reached = reached and not each.leaves
    return kept


def _idle(line: Line, fields: list[Fields], number: int) -> bool:
    """Whether a line is a jump to what comes next, and no statement that somebody wants to see."""
    jump = fields[number]
    return jump.leaves and not jump.location and not line.begins and jump.variable in _next(fields, number)


def _next(fields: list[Fields], number: int) -> set[str]:
    """Return the labels of the next instruction."""
    found = set()
    for each in fields[number + 1 :]:
        if each.location:
            found.add(each.location)
        if each.operation and (each.operation, each.variable) != NOTHING:
            break
    return found
