"""The symbols before the parser, and its errors when others are expected."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from host.compilers.algol import hints
from host.compilers.algol.symbols import DELIMITER_WORDS, END_OF_TEXT, INTEGER, NAME, REAL, STRING, Token
from host.languages.source import DEPTH, Diagnostics, Span, Text, TooManyErrorsError

T = TypeVar("T")
DECLARATORS = frozenset(("own", "integer", "real", "Boolean", "array", "switch", "procedure"))
TYPES = frozenset(("integer", "real", "Boolean"))
ENDS = frozenset(("begin", "end", ";", "then", "else", "do"))  # no statement goes on past these
STATEMENT_WORDS = frozenset(("begin", "if", "for", "goto"))
# Words that may have been meant as a part of an identifier, where delimiters are not quoted.
INSIDE = frozenset(
    (
        *("integer", "real", "Boolean", "array", "switch", "procedure", "string", "label", "value", "own"),
        *("if", "for", "step", "until", "while", "goto", "comment"),
    )
)
DELIMITERS = frozenset(word.lower() for word in DELIMITER_WORDS)
LONGEST_QUOTATION = 24


class Fault(Exception):
    """Raised after an error has been noted, to give up the construct it is in."""


class Stream:
    """The symbols with a place in them; errors go to `diagnostics`."""

    def __init__(
        self, source: Text, tokens: list[Token], diagnostics: Diagnostics, comment_ends: Sequence[int] = ()
    ) -> None:
        self.source = source
        self.comment_ends = comment_ends
        self.tokens = tokens
        self.diagnostics = diagnostics
        self.position = 0
        self.token = tokens[0]
        self.symbol = tokens[0].symbol  # of `token`
        self.depth = 0
        self.doubtful: set[str] = set()  # names in parts that could not be understood, which may have declared them
        self.broken = False  # begin and end do not match: the scopes of names are not known

    def advance(self) -> Token:
        """Go to the next symbol; return the one passed. The last one stays."""
        passed = self.token
        if passed.symbol != END_OF_TEXT:
            self.position += 1
            self.token = self.tokens[self.position]
            self.symbol = self.token.symbol
        return passed

    def peek(self, ahead: int = 1) -> str:
        """Return a symbol further on."""
        return self.tokens[min(self.position + ahead, len(self.tokens) - 1)].symbol

    def accept(self, symbol: str) -> bool:
        """Go past a symbol if it is this one."""
        found = self.symbol == symbol
        if found:
            self.advance()
        return found

    def expect(self, symbol: str, where: str = "", hint: str = "") -> Token:
        """Go past a symbol that must be here."""
        if self.symbol != symbol:
            if symbol == NAME and self.symbol.isalpha():
                hint = hint or f"'{self.symbol}' is a reserved word"
            raise self.fault(f"expected {quoted(symbol)}{where}, found {self.found()}", hint or self.habit())
        return self.advance()

    def several(self, read: Callable[[], T]) -> tuple[T, ...]:
        """Read things with commas between them."""
        found = [read()]
        while self.accept(","):
            found.append(read())
        return tuple(found)

    def doubt(self, first: int) -> None:
        """Note the names between a symbol and the one here; of names of several words the last one, too."""
        for token in self.tokens[first : self.position]:
            if token.symbol == NAME:
                self.doubtful.update((token.value, self._written(token).lower().split()[-1]))

    def habit(self) -> str:
        """Return a hint for a word of another language in the statement up to here, or for a missing quote."""
        before = self.tokens[self.position - 1] if self.position else self.token
        for token in (self.token, before):
            first = self._written(token).lower().split()[:1]
            if token.symbol == NAME and first and first[0] in DELIMITERS:
                return hints.of_delimiters(self.source.text)
        between = self.source.text[before.end : self.token.start]
        if self.symbol in INSIDE and before.symbol == NAME and between.isspace() and "\n" not in between:
            return f"'{self.symbol}' is a reserved word: it cannot be in an identifier"
        for at in range(self.position, -1, -1):
            token = self.tokens[at]
            if token.symbol in ENDS and at < self.position:
                break
            called = self.peek(at + 1 - self.position) == "(" and " " not in self._written(token)
            if token.symbol == NAME and not called and (hint := hints.of_word(self._written(token))):
                return hint
        return ""

    def begins_line(self) -> bool:
        """Whether the symbol here is the first one of its line."""
        line = self.source.text.rfind("\n", 0, self.token.start) + 1
        return line > 0 and not self.source.text[line : self.token.start].strip()

    def _written(self, token: Token) -> str:
        return self.source.text[token.start : token.end]

    def span(self, first: Token, last: Token | None = None) -> Span:
        """Return the place of a symbol, or of two with all between."""
        return Span(self.source, first.start, (last or first).end)

    def since(self, first: Token) -> Span:
        """Return the place of everything from `first` to the last symbol passed."""
        last = self.tokens[self.position - 1] if self.position else first
        return Span(self.source, first.start, max(first.end, last.end))

    def found(self) -> str:
        """Return the symbol here in words."""
        if self.symbol == END_OF_TEXT:
            return END_OF_TEXT
        text = " ".join(self._written(self.token).split())
        if len(text) > LONGEST_QUOTATION:
            text = text[:LONGEST_QUOTATION] + "…"
        return f"{self.symbol} {text}" if self.symbol in (NAME, INTEGER, REAL, STRING) else quoted(text)

    def error(self, message: str, hint: str = "") -> None:
        """Note an error at the symbol here and go on."""
        self.diagnostics.error(self.span(self.token), message, hint or self.comment_hint())

    def comment_hint(self) -> str:
        """Say so if a comment has ended in this line: perhaps it was meant to go on."""
        start, text = self.token.start, self.source.text
        ended = any(end <= start and "\n" not in text[end:start] for end in self.comment_ends)
        return "a comment ended at a ';' before this" if ended else ""

    def fault(self, message: str, hint: str = "") -> Fault:
        """Note an error at the symbol here; raise the result to give up."""
        self.error(message, hint)
        return Fault()

    def deepen(self) -> None:
        """Go one level deeper; whoever does comes back by `depth -= 1`, or restores the depth after a fault."""
        self.depth += 1
        if self.depth >= DEPTH:
            self.error(f"the program is nested too deeply here: more than {DEPTH:,} levels")
            raise TooManyErrorsError


def quoted(symbol: str) -> str:
    """Return a symbol as messages show it."""
    return "an identifier" if symbol == NAME else f"'{symbol.strip(chr(39))}'"


class Begins:
    """The pairs of a program, as they are read."""

    def __init__(self, source: Text) -> None:
        self._source = source
        self._open: list[Token] = []
        self._suspect: tuple[Span, Span] | None = None

    def open(self, begin: Token) -> None:
        self._open.append(begin)

    def close(self, end: Token) -> None:
        """Note the end of the innermost open begin."""
        pair = self._span(self._open.pop()), self._span(end)
        if self._suspect is None and self._differ(*pair):
            self._suspect = pair

    def suspicion(self) -> str:
        """Return a hint at the first pair on lines that are indented differently, or nothing."""
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
