"""The Teletype's text as the user sees it: the newest lines, or older ones that have been scrolled back to."""

from __future__ import annotations

from host.teletype_screen import TeletypeScreen


class Terminal:
    """The text received, and how far it has been scrolled back."""

    def __init__(self) -> None:
        self.screen = TeletypeScreen()
        self.back = 0  # lines scrolled back

    def follow(self, received: bytes | bytearray) -> None:
        """Print what is new; whoever reads older lines goes on seeing them."""
        lines = len(self.screen.lines) + self.screen.scrolled
        self.screen.follow(received)
        if self.back:
            self.scroll(len(self.screen.lines) + self.screen.scrolled - lines)

    def scroll(self, lines: int) -> None:
        """Go so many lines back (or forward, if negative)."""
        self.back = max(0, min(self.back + lines, len(self.screen.lines) - 1))

    def visible(self, rows: int) -> list[str]:
        """Return the lines on the screen, rows of them at most."""
        end = len(self.screen.lines) - self.back
        end = max(end, min(rows, len(self.screen.lines)))
        return self.screen.lines[max(0, end - rows) : end]
