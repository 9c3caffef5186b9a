"""A line or two of plain text that change often."""

from __future__ import annotations

from textual.widgets import Static


class Line(Static):
    """Text of a fixed size: a change draws it anew, but does not lay out the whole screen."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._text = ""

    def show(self, text: str) -> None:
        """Show this text."""
        if text != self._text:
            self._text = text
            self.update(text, layout=False)
