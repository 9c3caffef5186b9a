"""The printer's paper: lines, and the folds between its pages."""

from __future__ import annotations

LINES = 66  # of a page, from fold to fold
NARROW, WIDE = 72, 120  # columns: what a card fills, and all type wheels


class Paper:
    """What has been printed since the paper was torn off."""

    def __init__(self) -> None:
        self._seen = 0  # bytes printed
        self._clear()

    def _clear(self) -> None:
        self.lines: list[str] = [""]  # the last one is under the type wheels
        self.folds: set[int] = set()  # numbers of lines above which the paper is folded
        self.columns = NARROW  # how wide it must be for what is printed on it
        self._on_page = 0  # lines above the last one on its page

    def follow(self, printed: bytes | bytearray) -> bool:
        """Print what is new in everything ever printed; return whether there was something.

        Fewer bytes than before mean that the machine has gone to another time: the paper is printed anew.
        """
        if len(printed) < self._seen:
            self._seen = 0
            self._clear()
        new = bytes(printed[self._seen :])
        self._seen = len(printed)
        for character in new.decode("ascii", "replace"):
            self._take(character)
        return bool(new)

    def _take(self, character: str) -> None:
        if character == "\n":
            self._on_page += 1
            self._next_line(self._on_page == LINES)
        elif character == "\f":
            self._next_line(True)
        elif character != "\r":
            self.lines[-1] += character
            if len(self.lines[-1]) > NARROW and character != " ":
                self.columns = WIDE

    def _next_line(self, folded: bool) -> None:
        self.lines.append("")
        if folded:
            self.folds.add(len(self.lines) - 1)
            self._on_page = 0

    def tear_off(self) -> str:
        """Take the paper off; return what was on it."""
        text = self.text
        self._clear()
        return text

    @property
    def text(self) -> str:
        """All lines, without blanks at their ends."""
        return "\n".join(line.rstrip() for line in self.lines).strip("\n") + "\n"
