"""What a terminal or a printer shows of the bytes it has received: lines of text with a cursor, scrolling on.

CR goes to the beginning of the line, LF to the next line, BS one place back; FF goes to the next page; BEL rings; a
line that is full goes on below. Bit 7 is ignored, and so are the other control characters. What is printed over a
character replaces it. A printer (`returns`) begins every line on the left.
"""

from __future__ import annotations

COLUMNS = 72  # of a Teletype model 33
HISTORY = 2000  # lines kept
PAGE = 66  # lines, from fold to fold

BEL, BS, TAB, LF, FF, CR = 7, 8, 9, 10, 12, 13


class TeletypeScreen:
    """The text received so far, as lines; the cursor is always in the last one."""

    def __init__(self, columns: int = COLUMNS, history: int = HISTORY, returns: bool = False) -> None:
        self.columns = columns
        self.history = history
        self.returns = returns
        self.clear()

    def clear(self) -> None:
        """Start with clean paper."""
        self.lines = [""]
        self.column = 0  # of the cursor, 0 to columns - 1
        self.bells = 0  # how often it has rung
        self.bytes_fed = 0
        self.scrolled = 0  # lines dropped at the top
        self.folds: set[int] = set()  # numbers of lines, those dropped counted, above which the paper is folded
        self._on_page = 0  # lines of the page above the cursor's

    def feed(self, data: bytes) -> None:
        """Print what has been received."""
        self.bytes_fed += len(data)
        for byte in data:
            self._receive(byte & 0x7F)

    def follow(self, received: bytes | bytearray) -> bool:
        """Print what is new in everything ever received; return whether there was something new.

        Fewer bytes than before mean another session: the paper is changed.
        """
        if len(received) < self.bytes_fed:
            self.clear()
            self.feed(bytes(received))
            return True
        new = bytes(received[self.bytes_fed :])
        self.feed(new)
        return bool(new)

    def _receive(self, byte: int) -> None:
        if byte == CR:
            self.column = 0
        elif byte == LF:
            self._next_line()
        elif byte == FF:
            self._next_line(new_page=True)
        elif byte == BS:
            self.column = max(0, self.column - 1)
        elif byte == BEL:
            self.bells += 1
        elif byte == TAB:
            self.column = min(self.columns - 1, self.column // 8 * 8 + 8)
        elif 0x20 <= byte < 0x7F:
            self._print(chr(byte))

    def _print(self, character: str) -> None:
        if self.column == self.columns:  # only now: a full line followed by CR LF takes one line, not two
            self.column = 0
            self._next_line()
        line = self.lines[-1].ljust(self.column)
        self.lines[-1] = line[: self.column] + character + line[self.column + 1 :]
        self.column += 1

    def _next_line(self, new_page: bool = False) -> None:
        self.lines.append("")
        self._on_page += 1
        if self.returns:
            self.column = 0
        if len(self.lines) > self.history:
            del self.lines[0]
            self.scrolled += 1
        if new_page or self._on_page == PAGE:
            self._on_page = 0
            self.folds.add(self.scrolled + len(self.lines) - 1)

    def visible(self, rows: int, back: int = 0) -> list[str]:
        """Return the newest `rows` lines, or those that are `back` lines further up."""
        end = max(len(self.lines) - back, min(rows, len(self.lines)))
        return self.lines[max(0, end - rows) : end]

    @property
    def text(self) -> str:
        """The lines, joined."""
        return "\n".join(self.lines)


SPECIAL_KEYS = {"enter": "\r", "backspace": "\b", "delete": "\x7f", "escape": "\x1b"}  # delete = RUBOUT


def sent_by_key(key: str, character: str | None) -> str:
    """Return what a PC key sends, nothing for a key without a character. A Teletype has capital letters only."""
    if key in SPECIAL_KEYS:
        return SPECIAL_KEYS[key]
    return character.upper() if character and character.isascii() else ""
