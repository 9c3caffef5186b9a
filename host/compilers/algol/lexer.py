"""From the characters of a program to its basic symbols, in any hardware representation.

Blanks and line ends mean nothing, even inside of identifiers and numbers; where the words of delimiters are reserved
and not quoted, they may be inside of an identifier on one line only, and between its words.
Source: Revised Report on ALGOL 60, chapter 2.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache

from emulators.errors import did_you_mean
from host.compilers.algol.symbols import (
    ANY_UNDERLINED,
    END_OF_TEXT,
    ERROR,
    INTEGER,
    LOW_LINE,
    NAME,
    REAL,
    STRING,
    Representation,
    Token,
)
from host.compilers.algol.tokens import with_calls, with_numbers, with_square_brackets
from host.languages.source import Diagnostics, Span, Text

LONGEST_NUMBER = 400  # digits, and the largest exponent
LONGEST_LAYOUT, DIGITS = 10_000, 6  # characters that a layout in a string means; digits of a count in it
OPENED, CLOSED = "‘", "’"  # nested string quotes, as the tree has them

_MORE_NAME = re.compile(r"[ \t]+([A-Za-z0-9][A-Za-z0-9_]*)")  # plain representation: a further word of an identifier
_GO_TO = re.compile(r"(?i)go[ \t]+to\b")
_LABELS = re.compile(r"(?:\s*[A-Za-z0-9][A-Za-z0-9_\s]*:)*\s*")
# Hardly meant as a comment after an end: delimiters of statements, or a call on a line of its own.
_LOST_STATEMENT = re.compile(r"(?im):\s*=|\b(?:goto|begin|for|then)\b|^[ \t]*[a-z][a-z0-9 ]*\([^()]*\)[ \t]*$")


class _Patterns:
    """The regular expressions of a representation."""

    def __init__(self, representation: Representation) -> None:
        quote, marked = representation.quote, representation.marked
        blanks = r"\s*" if marked else r"[ \t]*"
        word = rf"{quote}\s*[A-Za-z][A-Za-z\s]*{quote}" if quote else "(?!)"
        if representation.prefix:
            word += rf"|{representation.prefix}\s*[A-Za-z]+"
        if representation.underlined:
            known = sorted(("go to", *representation.words), key=len, reverse=True)
            word = f"{representation.delimiter(*known)}|{ANY_UNDERLINED}"
        digits = rf"[0-9](?:{blanks}[0-9])*"
        exponent = rf"(?:[⏨{representation.ten}]|₁₀){blanks}[-+−]?{blanks}{digits}"
        number = (
            rf"(?:{digits}(?:{blanks}\.{blanks}{digits})?|\.{blanks}{digits})(?:{blanks}{exponent}|[eE][-+−]?[0-9]+)?"
            rf"|{exponent}"
        )
        letter = f"[A-Za-z](?!{LOW_LINE})" if representation.underlined else "[A-Za-z]"
        low_line = "" if representation.underlined or "_" in representation.inside.blanks else "_"
        more = rf"(?:{letter}|[0-9{low_line}])"
        name = rf"{letter}(?:{blanks}{more})*" if marked else f"{letter}{more}*"
        symbols = sorted(representation.symbols, key=len, reverse=True)
        self.next = re.compile(
            rf"\s*(?:(?P<string>{'|'.join(re.escape(opening) for opening, _ in representation.strings)})"
            rf"|(?P<word>{word})"
            rf"|(?P<number>{number})"
            rf"|(?P<name>{name})"
            rf"|(?P<symbol>{'|'.join(_spaced(each) for each in symbols)})"
            rf"|(?P<other>\S)"
            rf"|(?P<nothing>\Z))"
        )
        self.closing = dict(representation.strings)
        self.escapes = "|".join(map(re.escape, representation.inside.escapes))
        letters = "".join(representation.inside.layout)
        self.layout = re.compile(rf"(?i){OPENED}(\d*(?:[{letters}]\d*)+){CLOSED}" if letters else "(?!)")
        self.item = re.compile(rf"(?i)(\d*)([{letters}])(\d*)" if letters else "(?!)")
        semicolon = representation.semicolons
        self.semicolon = re.compile(semicolon)
        self.end_of_end = re.compile(rf"(?i){semicolon}|{representation.delimiter('end', 'else')}")
        labels, begin = r"^[ \t]*(?:[A-Za-z0-9][A-Za-z0-9_ \t]*:[ \t]*)", representation.delimiter("begin")
        self.begin = re.compile(rf"(?im)(?:{labels}+)?{begin}")
        self.begin_of_line = self.begin if marked else re.compile(rf"(?im){labels}*{begin}")


def _spaced(symbol: str) -> str:
    return r"\s*".join(re.escape(character) for character in symbol)


@cache
def _patterns(representation: Representation) -> _Patterns:
    return _Patterns(representation)


class Lexer:
    """One pass over a text."""

    def __init__(
        self,
        source: Text,
        representation: Representation,
        diagnostics: Diagnostics,
        numbers: Mapping[str, Callable[[str], int]] | None = None,
    ) -> None:
        self.numbers = numbers or {}  # functions of a string that is written: the number is known
        self.source = source
        self.text = source.own
        self.representation = representation
        self.diagnostics = diagnostics
        self.patterns = _patterns(representation)
        self.tokens: list[Token] = []
        self.title = ""
        self.broken = False  # a string or comment has no end: the following text is probably part of it
        self.escaped = False  # whether \n in a string has been reported
        self.comment_ends: list[int] = []  # where the semicolons of comments end
        self.start = 0
        self.depth = 0  # begins without their ends

    def of_library(self) -> Lexer:
        """Go to the library after the program's own text."""
        self.start, self.text = len(self.text), self.source.text
        return self

    def span(self, start: int, end: int) -> Span:
        """Return a stretch of the text."""
        return Span(self.source, start, end)

    def scan(self) -> list[Token]:
        """Return all symbols of the program; the last one is END_OF_TEXT."""
        at, next_symbol = self.start or self._after_title(), self.patterns.next.match
        readers = {group: getattr(self, f"_{group}") for group in self.patterns.next.groupindex}
        while at < len(self.text):
            match = next_symbol(self.text, at)
            assert match is not None  # the last two groups of the pattern take anything
            group = match.lastgroup or "nothing"
            at = readers[group](match[group], *match.span(group))
        end = len(self.text.rstrip()) or 0
        self.tokens.append(Token(END_OF_TEXT, "", end, end))
        if self.numbers:
            self.tokens = with_numbers(self.tokens, self.numbers, self._refuse)
        if self.representation.round:
            self.tokens = with_square_brackets(self.tokens)
        if self.representation.lists:
            self.tokens = with_calls(self.tokens, self.representation.lists)
        return self.tokens

    def _refuse(self, token: Token, message: str) -> None:
        self.diagnostics.error(self.span(token.start, token.end), message)

    def _after_title(self) -> int:
        """Return where the program begins: the text before the first begin, if it is not a label, is a title."""
        begin = self.patterns.begin_of_line.search(self.text) or self.patterns.begin.search(self.text)
        if begin is None or _LABELS.fullmatch(self.text, 0, begin.start()):
            return 0
        self.title = self.text[: begin.start()].strip()
        return begin.start()

    def _add(self, symbol: str, value: str, start: int, end: int) -> int:
        self.tokens.append(Token(symbol, value, start, end))
        return end

    # --- One function for each group of the pattern; each returns where to go on -------------------------------------

    def _nothing(self, written: str, start: int, end: int) -> int:
        return end

    def _symbol(self, written: str, start: int, end: int) -> int:
        return self._add(self.representation.symbols["".join(written.split())], "", start, end)

    def _number(self, written: str, start: int, end: int) -> int:
        written = "".join(written.split())
        for each in ("₁₀", *"⏨E", *self.representation.ten):
            written = written.replace(each, "e")
        written = written.replace("−", "-")
        mantissa, _, exponent = written.partition("e")
        if len(mantissa) > LONGEST_NUMBER or len(exponent) > 9 or abs(int(exponent or 0)) > LONGEST_NUMBER:
            self.diagnostics.error(self.span(start, end), "this number is too large or too long")
            written = "1"
        return self._add(INTEGER if written.isdigit() else REAL, written, start, end)

    def _name(self, written: str, start: int, end: int) -> int:
        if self.representation.marked:
            return self._identifier("".join(written.split()), start, end)
        if written in ("go", "GO", "Go") and (go_to := _GO_TO.match(self.text, start)):
            return self._delimiter("goto", start, go_to.end())
        symbol = self.representation.words.get(written.lower())
        return self._delimiter(symbol, start, end) if symbol else self._words_of_a_name(written, start, end)

    def _identifier(self, name: str, start: int, end: int) -> int:
        return self._add(NAME, name.lower(), start, end)

    def _words_of_a_name(self, name: str, start: int, end: int) -> int:
        while (more := _MORE_NAME.match(self.text, end)) and more[1].lower() not in self.representation.words:
            name, end = name + more[1], more.end()
        return self._identifier(name, start, end)

    def _word(self, written: str, start: int, end: int) -> int:
        marks = self.representation.quote + self.representation.prefix
        word = "".join(written.split()).strip(marks or None).lower()
        if self.representation.underlined:
            word = unicodedata.normalize("NFKC", word).replace("_", "").replace(LOW_LINE, "")
        symbol = self.representation.words.get(word)
        if symbol == "to" and self.tokens and self.tokens[-1].symbol == "goto":  # 'go' 'to'
            return end
        if symbol is None or symbol == "to":
            strings = "...".join(self.representation.strings[0 if self.representation.quote else -1])
            known = map(str.upper if written.isupper() else str, self.representation.words)
            hint = "" if symbol else did_you_mean(word, known, f"a string is written {strings}")
            return self._error(start, end, f"there is no delimiter {written} here", hint)
        return self._delimiter(symbol, start, end)

    def _delimiter(self, symbol: str, start: int, end: int) -> int:
        if symbol == "comment":
            return self._comment(start, end)
        self._add(symbol, "", start, end)
        self.depth += {"begin": 1, "end": -1}.get(symbol, 0)
        if symbol == "end" and self.depth == 0 and self.representation.ends:
            return len(self.text)
        return self._after_end(end) if symbol == "end" else end

    def _comment(self, start: int, end: int) -> int:
        """Skip a comment; it may follow begin and semicolon, where it takes the semicolon's place."""
        semicolon = self.patterns.semicolon.search(self.text, end)
        if semicolon is None:
            self.diagnostics.error(self.span(start, end), "this comment has no end", "a comment ends with ';'")
            self.broken = True
            return len(self.text)
        if self.tokens and self.tokens[-1].symbol not in ("begin", ";"):
            message = "a comment may stand only after 'begin' and ';'"
            self.diagnostics.error(self.span(start, end), message, "is ';' missing before it?")
            self._add(";", "", *semicolon.span())
        self.comment_ends.append(semicolon.end())
        return semicolon.end()

    def _after_end(self, start: int) -> int:
        """Skip the comment that may follow an end: everything up to a semicolon, end or else."""
        stop = self.patterns.end_of_end.search(self.text, start)
        end = stop.start() if stop else len(self.text)
        lost = _LOST_STATEMENT.search(self.text, start, end)
        if lost and "\n" in self.text[start : lost.start()]:
            first = start + len(self.text[start:end]) - len(self.text[start:end].lstrip())
            message = "after 'end', everything up to the next ';', 'end' or 'else' is a comment"
            self.diagnostics.warn(self.span(first, end), message, "is ';' missing after 'end'?")
        return end

    def _string(self, opening: str, start: int, end: int) -> int:
        closing = self.patterns.closing[opening]
        inside = self._inside(start, end, opening, closing)
        if inside is None:
            self.diagnostics.error(self.span(start, end), f"this string has no end: {closing} is missing")
            self.broken = True
            return self._line_end(end)
        text, end = inside
        if (escape := self.text.find("\\n", start, end)) >= 0 and not (self.escaped or self.patterns.escapes):
            self.escaped = True
            message = "\\n is not a new line in ALGOL: it is printed as it stands"
            hint = "/ in the format of output ends a line, and so does outchar(1, ‘a’, -1); see --dialect marst"
            self.diagnostics.warn(self.span(escape, escape + 2), message, hint)
        text = self._meant(text, start, end)
        if self.representation.inside.joined and self.tokens and self.tokens[-1].symbol == STRING:
            before = self.tokens.pop()
            text, start = before.value + text, before.start
        return self._add(STRING, text, start, end)

    def _meant(self, text: str, start: int, end: int) -> str:
        """Return a string as it is printed: without the line ends of the text, with those that its characters mean."""
        inside = self.representation.inside
        text = text.replace("\n", "").replace("␣", " ")
        if inside.blanks:
            text = re.sub(f"[{re.escape(inside.blanks)}]", " ", "".join(text.split()))
        if self.patterns.escapes:
            text = re.sub(self.patterns.escapes, lambda match: inside.escapes[match[0]], text)

        def layout(match: re.Match[str]) -> str:
            text = ""
            for each in self.patterns.item.finditer(match[1]):
                count = each[1] or each[3] or "1"
                if len(count) > DIGITS or len(text) + int(count) > LONGEST_LAYOUT:
                    message = f"this layout is of more than {LONGEST_LAYOUT:,} characters"
                    self.diagnostics.error(self.span(start, end), message)
                    break
                text += inside.layout[each[2].lower()] * int(count)
            return text

        return self.patterns.layout.sub(layout, text)

    def _inside(self, start: int, at: int, opening: str, closing: str) -> tuple[str, int] | None:
        """Return the text between string quotes, nested ones as OPENED and CLOSED, and where it ends."""
        nested = opening != closing
        ends = "|".join(map(re.escape, [closing, *([opening] if nested else ["\n"])]))
        quotes = re.compile(f"{self.patterns.escapes}|{ends}" if self.patterns.escapes else ends)
        text, depth = "", 1
        while quote := quotes.search(self.text, at):
            text, at = text + self.text[at : quote.start()], quote.end()
            if quote[0] in self.representation.inside.escapes:
                text += quote[0]
                continue
            depth += 1 if nested and quote[0] == opening else -1
            if quote[0] == "\n":
                return None
            if depth == 0:
                return self._balanced(text, start, at), at
            text += OPENED if quote[0] == opening else CLOSED
        return None

    def _balanced(self, text: str, start: int, end: int) -> str:
        """Return `text`; complain if quotes that were written as OPENED and CLOSED do not match."""
        depth = 0
        for each in re.findall(f"[{OPENED}{CLOSED}]", text):
            depth += 1 if each == OPENED else -1
            if depth < 0:
                break
        if depth:
            self.diagnostics.error(self.span(start, end), f"in this string {OPENED} and {CLOSED} do not match")
        return text

    def _line_end(self, at: int) -> int:
        end = self.text.find("\n", at)
        return end if end >= 0 else len(self.text)

    def _other(self, character: str, start: int, end: int) -> int:
        message, hint = f"{character!r} is not a symbol of ALGOL 60", ""
        if self.representation.quote == character:
            message = f"there is no delimiter in quotes here: {character} opens it, {character} closes it"
        elif character == ".":
            message = "a digit must follow the decimal point"
        elif character.isalpha():
            hint = "the letters are A to Z"
        elif character == "_":
            hint = "an identifier starts with a letter"
        elif character in "{}":
            hint = "statements are grouped by begin and end, a comment is written: comment ... ;"
        elif character == "#":
            hint = "a digit must follow # as the subscript ten: 1.5#3; a comment is written: comment ... ;"
        elif character in "'\"":
            hint = f"a string is written {'...'.join(self.representation.strings[-1])}"
        while end < len(self.text) and self.text[end] == character:
            end += 1
        return self._error(start, end, message, hint)

    def _error(self, start: int, end: int, message: str, hint: str = "") -> int:
        """Complain, and leave a symbol that the parser will not complain of again."""
        self.diagnostics.error(self.span(start, end), message, hint)
        return self._add(ERROR, "", start, end)
