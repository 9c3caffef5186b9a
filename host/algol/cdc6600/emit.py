"""The COMPASS text that is being written: lines with the ALGOL lines they come from, and symbols.

At the end jumps go that are not needed (to jumps, to what comes next, after what never ends), and labels that nothing
uses: a label begins a word, and the registers' contents are unknown there; without it instructions share a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from host.algol.cdc6600.words import Home
from host.algol.syntax import Goto, Node

MOST_LETTERS = 5  # of an identifier in a symbol; the rest of its eight characters tell equal ones apart

REGISTERS = ("A", "B", "X")  # X.2 is a register
FILES, SLOTS = "FILES.", "SLOTS."  # what library.py tells the library: where the words of files are, how many files


class Line(NamedTuple):
    """A line of COMPASS, and the line of the ALGOL program that it was made of (0: of none).

    `node` is the statement, or the actual parameter, that it belongs to; `begins`: that begins here, while these X
    registers hold copies of variables. A remark has no operation.
    """

    location: str
    operation: str
    variable: str = ""
    line: int = 0
    node: Node | None = None
    begins: bool = False
    copies: tuple[tuple[int, Home], ...] = ()

    @property
    def text(self) -> str:
        """The line in the customary columns."""
        written = f"{self.location:<9}{self.operation:<7}{self.variable}" if self.operation else f"* {self.variable}"
        return written.rstrip()

    @property
    def nothing(self) -> bool:
        """Whether it is not an instruction: a remark, or a place for a label."""
        return (self.operation or "BSS", self.variable if self.operation else "0") == ("BSS", "0")

    @property
    def leaves(self) -> bool:
        """Whether what follows is not reached from here."""
        return self.operation == "JP" or (self.operation == "EQ" and "," not in self.variable)


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
        number = self._numbers.get(stem, 1)  # all before it are taken
        symbol = f"{stem}." if number == 1 else f"{stem[: 7 - len(str(number))]}.{number}"
        while symbol in self._taken:
            number += 1
            symbol = f"{stem[: 7 - len(str(number))]}.{number}"
        self._taken.add(symbol)
        self._numbers[stem] = number
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
            self.lines.append(Line(symbol, "BSS", "0", self.line))
        location = self._waiting[-1] if self._waiting else ""
        self._waiting.clear()
        copies = self._copies if self._begins else ()
        self.lines.append(Line(location, operation, variable, self.line, self.node, self._begins, copies))
        self._begins = False

    def label(self, symbol: str) -> None:
        """Let the next word have a symbol."""
        self._waiting.append(symbol)

    def remark(self, text: str) -> None:
        """Write a line for people."""
        self.lines.append(Line("", "", text, self.line))

    def finish(self) -> list[Line]:
        """Return the lines; a label at the very end stands before a word of its own."""
        if self._waiting:
            self.op("BSS", "0")
        return self.lines


JUMPS = frozenset({"EQ", "NG", "PL", "ZR", "NZ"})
LABEL = re.compile(r"L\.\.\d+")  # of this piece of code alone


def shortened(lines: Iterable[Line]) -> list[Line]:
    """Return the lines of a piece of code without jumps and labels that are not needed."""
    before: list[Line] = []
    now = list(lines)
    while now != before:
        before, now = now, _reached(_used(_straight(now)))
    return now


def _straight(lines: list[Line]) -> list[Line]:
    """Let jumps go where a jump that they lead to goes, unless a statement begins with that: debuggers stop there."""
    goes: dict[str, str] = {}
    target = ""  # of the next instruction, if it only jumps
    for each in reversed(lines):
        if not each.nothing:
            stops = each.begins and not isinstance(each.node, Goto)
            target = each.variable if each.operation == "EQ" and each.leaves and not stops else ""
        if each.location and target:
            goes[each.location] = target
    return [_straightened(each, goes) if each.operation in JUMPS else each for each in lines]


def _straightened(jump: Line, goes: dict[str, str]) -> Line:
    condition, comma, target = jump.variable.rpartition(",")
    seen = {target}
    while target in goes and goes[target] not in seen:
        target = goes[target]
        seen.add(target)
    return jump._replace(variable=f"{condition}{comma}{target}")


def _used(lines: list[Line]) -> list[Line]:
    """Leave labels out that nothing leads to."""
    used = {name for each in lines if each.operation for name in LABEL.findall(each.variable)}
    unused = [bool(LABEL.fullmatch(each.location)) and each.location not in used for each in lines]
    return [
        each._replace(location="") if left_out else each
        for each, left_out in zip(lines, unused, strict=True)
        if not (left_out and each.nothing)
    ]


def _reached(lines: list[Line]) -> list[Line]:
    """Leave instructions out that are not reached, and jumps to what comes next that no debugger stops at."""
    kept: list[Line] = []
    reached = True
    for number, each in enumerate(lines):
        reached = reached or bool(each.location)
        idle = each.leaves and not each.location and not each.begins and each.variable in _next(lines[number + 1 :])
        if not each.operation or (reached and not idle):
            kept.append(each)
        reached = reached and not each.leaves
    return kept


def _next(lines: Iterable[Line]) -> set[str]:
    """Return the labels of the next instruction."""
    found = set()
    for each in lines:
        found.add(each.location)
        if not each.nothing:
            break
    return found
