"""Paper or screen of a terminal or a printer: received bytes become lines of text with a cursor.

CR goes to the beginning of the line, LF to the next line, BS one place back; FF goes to the next page; BEL rings; a
line that is full goes on below. Bit 7 is ignored, and so are the other control characters. A character printed over
another one replaces it. A printer (`returns`) begins every line on the left.
"""

from __future__ import annotations

from host.ui import operating
from host.ui.operating import HISTORY

COLUMNS = 72  # of a Teletype model 33


class TeletypeScreen:
    """The text received so far, as lines; the cursor is always in the last one."""

    lines: list[str]
    column: int
    bells: int
    fed: int
    scrolled: int
    folds: list[int]
    on_page: int

    def __init__(self, columns: int = COLUMNS, history: int = HISTORY, returns: bool = False) -> None:
        self.columns = columns
        self.history = history
        self.returns = returns
        self.clear()

    def clear(self) -> None:
        """Start with clean paper."""
        operating.clean(self)

    def feed(self, data: bytes) -> None:
        """Print received bytes."""
        self.fed += len(data)
        for byte in data:
            operating.receive(self, byte & 0x7F)

    def follow(self, received: bytes | bytearray) -> bool:
        """Print the new bytes of everything ever received; return whether there were any.

        Fewer bytes than before mean another session: the paper is changed.
        """
        if len(received) < self.fed:
            self.clear()
            self.feed(bytes(received))
            return True
        new = bytes(received[self.fed :])
        self.feed(new)
        return bool(new)

    def visible(self, rows: int, back: int = 0) -> list[str]:
        """Return the newest `rows` lines, or those that are `back` lines further up."""
        lines: list[str] = operating.visible(self, rows, back)[1]
        return lines

    @property
    def text(self) -> str:
        """The lines, joined."""
        return "\n".join(self.lines)


SPECIAL_KEYS = {"enter": "\r", "backspace": "\b", "delete": "\x7f", "escape": "\x1b"}  # delete = RUBOUT


def sent_by_key(key: str, character: str | None) -> str:
    """Return the character that a PC key sends, "" for a key without one. A Teletype has capital letters only."""
    if key in SPECIAL_KEYS:
        return SPECIAL_KEYS[key]
    return character.upper() if character and character.isascii() else ""
