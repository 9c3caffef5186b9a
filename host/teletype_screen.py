"""What a terminal shows of the bytes it has received: lines of text with a cursor, scrolling without end (almost).

CR goes to the beginning of the line, LF to the next line, BS one place back; BEL rings; a line that is full goes
on below. Bit 7 is ignored, and so are the other control characters. What is printed over a character replaces it.
"""

from __future__ import annotations

COLUMNS = 72  # of a Teletype model 33
HISTORY = 2000  # lines kept

BEL, BS, TAB, LF, CR = 7, 8, 9, 10, 13


class TeletypeScreen:
    """The text received so far, as lines; the cursor is always in the last one."""

    def __init__(self, columns: int = COLUMNS, history: int = HISTORY) -> None:
        self.columns = columns
        self.history = history
        self.clear()

    def clear(self) -> None:
        """Start with clean paper."""
        self.lines = [""]
        self.column = 0  # of the cursor, 0 to columns - 1
        self.bells = 0  # how often it has rung
        self.bytes_fed = 0
        self.scrolled = 0  # lines dropped at the top

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

    def _next_line(self) -> None:
        self.lines.append("")
        if len(self.lines) > self.history:
            del self.lines[0]
            self.scrolled += 1

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
