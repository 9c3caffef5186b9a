"""COMPASS text that is being written: lines with the nodes of the program that they come from, and symbols."""

from __future__ import annotations

from typing import Any, NamedTuple

from host.middle.form import Place

MOST_LETTERS = 5  # of an identifier in a symbol; the rest of its eight characters tell equal ones apart
REGISTERS = ("A", "B", "X")  # X.2 is a register

Copies = tuple[tuple[str, Place], ...]  # registers, and the variables whose words they hold


class Line(NamedTuple):
    """A line of COMPASS, and the line of the program that it was made of (0: of none).

    `node` is the statement, or the actual parameter, that it belongs to; `begins`: that begins here, while some
    registers hold copies of variables. `held`: variables that are in registers only. A remark has no operation.
    """

    location: str
    operation: str
    variable: str = ""
    line: int = 0
    node: Any = None
    begins: bool = False
    copies: Copies = ()
    held: Copies = ()

    @property
    def text(self) -> str:
        """The line in the customary columns."""
        written = f"{self.location:<9}{self.operation:<7}{self.variable}" if self.operation else f"* {self.variable}"
        return written.rstrip()


class Symbols:
    """Symbols for identifiers: their first letters, a point, and a number where that is taken."""

    def __init__(self, taken: set[str]) -> None:
        self._taken = set(taken)
        self._numbers: dict[str, int] = {}

    def named(self, name: str) -> str:
        """Return a new symbol for an identifier; no symbol of a run-time library has a point at its end."""
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
    """Lines, in order."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.line = 0  # of the program: where what is written comes from
        self.node: Any = None
        self._begun: tuple[int, Any, Copies] | None = None  # the statement that begins with what is written next
        self.held: Copies = ()  # what a loop has in registers
        self._waiting: list[str] = []

    def at(self, node: Any) -> None:
        """Let what follows be made of a node of the program."""
        self.node, self.line = node, 0 if node is None else node.at.line

    def begin(self, node: Any, copies: Copies) -> None:
        """Let what follows be made of a statement that begins here; `copies` of variables are in registers then."""
        self.at(node)
        self._begun = self.line, node, copies

    @property
    def begins(self) -> bool:
        """Whether a statement begins with what is written next."""
        return self._begun is not None

    def op(self, operation: str, variable: str = "") -> None:
        """Write an instruction or a word."""
        location = ""
        if self._waiting:
            *others, location = self._waiting
            self.lines.extend(Line(symbol, "BSS", "0", self.line) for symbol in others)
            self._waiting.clear()
        if self._begun is not None:
            line, node, copies = self._begun
            self.lines.append(Line(location, operation, variable, line, node, True, copies, self.held))
            self._begun = None
        else:
            self.lines.append(Line(location, operation, variable, self.line, self.node, held=self.held))

    def label(self, symbol: str) -> None:
        """Let the next word have a symbol."""
        self._waiting.append(symbol)

    def remark(self, text: str) -> None:
        """Write a line for people."""
        self.lines.append(Line("", "", text, self.line))

    def state(self) -> tuple[int, list[str], int, Any, Any, Copies]:
        """Return what is needed to come back to here."""
        return len(self.lines), self._waiting[:], self.line, self.node, self._begun, self.held

    def back(self, state: tuple[int, list[str], int, Any, Any, Copies]) -> None:
        """Forget what has been written since."""
        length, self._waiting, self.line, self.node, self._begun, self.held = state
        del self.lines[length:]

    def finish(self) -> list[Line]:
        """Return the lines; a label at the very end stands before a word of its own."""
        if self._waiting:
            self.op("BSS", "0")
        return self.lines
