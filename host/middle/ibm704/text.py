"""SAP text that is being written: its columns, and symbols of six characters."""

from __future__ import annotations

from host.middle import lines

LONGEST = 6  # characters of a symbol


class Line(lines.Line):
    """A line of SAP."""

    __slots__ = ()

    @property
    def text(self) -> str:
        """The line in its columns: a card."""
        written = f"{self.location:<7}{self.operation:<4}{self.variable}" if self.operation else f"* {self.variable}"
        return written.rstrip()


class Text(lines.Text[Line]):
    """Lines of SAP, in order."""

    def __init__(self) -> None:
        super().__init__(Line)


class Symbols:
    """Symbols for names: their letters, and digits where that is taken; those without a name begin with a number."""

    def __init__(self, taken: set[str]) -> None:
        self._taken = set(taken)
        self._numbers: dict[str, int] = {}

    def named(self, name: str) -> str:
        """Return a new symbol for a name: the name itself with a point, if there is room for it."""
        stem = "".join(each for each in name.upper() if each.isascii() and each.isalnum())[: LONGEST - 1] or "N"
        symbol, number = f"{stem}.", 1
        while symbol in self._taken:
            number += 1
            symbol = f"{stem[: LONGEST - 1 - len(str(number))]}.{number}"
        self._taken.add(symbol)
        return symbol

    def numbered(self, letter: str) -> str:
        """Return a new symbol for something without a name: a number, `)` and a letter, which no name has."""
        number = self._numbers[letter] = self._numbers.get(letter, 0) + 1
        return f"{number}){letter}"
