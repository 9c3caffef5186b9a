"""Which begin belongs to which end, for hints: pairs that are indented differently are suspicious."""

from __future__ import annotations

from host.algol.spans import Span, Text
from host.algol.tokens import Token


class Begins:
    """The pairs of a program, as they are read."""

    def __init__(self, source: Text) -> None:
        self._source = source
        self._open: list[Token] = []
        self._suspect: tuple[Span, Span] | None = None

    def open(self, begin: Token) -> None:
        """Note a begin."""
        self._open.append(begin)

    def close(self, end: Token) -> None:
        """Note the end of the innermost open begin."""
        pair = self._span(self._open.pop()), self._span(end)
        if self._suspect is None and self._differ(*pair):
            self._suspect = pair

    def suspicion(self) -> str:
        """Return a hint at the first pair whose lines are indented differently, or nothing."""
        if self._suspect is None:
            return ""
        begin, end = self._suspect
        return f"the 'end' of line {end.line} belongs to the 'begin' of line {begin.line}: is that meant?"

    def _span(self, token: Token) -> Span:
        return Span(self._source, token.start, token.end)

    def _differ(self, begin: Span, end: Span) -> bool:
        """Whether the end begins its line and that line is indented otherwise than the line of begin."""
        if begin.line == end.line or end.column - 1 != self._indentation(end):
            return False
        return self._indentation(begin) != self._indentation(end)

    def _indentation(self, at: Span) -> int:
        text = self._source.line_text(at.line)
        return len(text) - len(text.lstrip())
