"""The tokens of a line: names, numbers, strings, directives, operators.

Source: ca65 Users Guide, "Input format", "Expressions" and `.FEATURE`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import NamedTuple

from emulators.errors import Cure, Place
from host.languages.assembly import AssemblyError, Line


class Kind(Enum):
    """The kind of a token; the value is its name in errors."""

    NAME = "a name"
    CHEAP = "a cheap local name"  # @name
    REGISTER = "a register"  # A X Y
    OVERRIDE = "an address size"  # a: z: f:
    NUMBER = "a number"
    CHARACTER = "a character"
    STRING = "a string"
    DIRECTIVE = "a directive"
    UNNAMED = "an unnamed label"  # :+ :-
    OPERATOR = "an operator"
    END = "the end of the line"


class Token(NamedTuple):
    """A token and its place. Strings hold one character per byte."""

    kind: Kind
    text: str  # as written; directives in lower case
    value: int | str
    line: Line
    column: int  # from 1
    length: int
    spaced: bool = False  # blanks are before it

    @property
    def place(self) -> Place:
        """Its place."""
        file, number, text = self.line
        return Place(file, number, self.column, self.length, text)

    def error(self, message: str, hint: str = "") -> AssemblyError:
        """Return an error at this token."""
        return AssemblyError(self.place, message, hint)


# .feature name -> its purpose
FEATURES = {
    "at_in_identifiers": "names may hold @",
    "bracket_as_indirect": "[zp],y instead of (zp),y",
    "c_comments": "/* comments */ and // comments",
    "dollar_in_identifiers": "names may hold $",
    "dollar_is_pc": "$ is the program counter, as * is",
    "force_range": "bytes and words may be negative",
    "labels_without_colons": "a name in the first column is a label",
    "loose_char_term": "\"x\" is a character, as 'x' is",
    "loose_string_term": "'text' is a string, as \"text\" is",
    "missing_char_term": "'x is a character, as 'x' is",
    "org_per_seg": "every segment has an origin of its own",
    "pc_assignment": "* = address sets the origin",
    "string_escapes": 'backslash escapes in strings: \\" \\n \\x41',
    "underline_in_numbers": "digits may be grouped: %1010_0101",
}

# settings that are no features: .linecont + and .case -
LINE_CONTINUATION, IGNORE_CASE = "line continuation", "ignore case"
CONTINUED = "\\"  # at the end of a line

WORD_OPERATORS = {
    ".and": "&&", ".or": "||", ".xor": ".xor", ".not": "!", ".mod": ".mod",
    ".bitand": "&", ".bitor": "|", ".bitxor": "^", ".bitnot": "~", ".shl": "<<", ".shr": ">>",
}  # fmt: skip
OPERATORS = ("::", ":=", "<=", ">=", "<>", "<<", ">>", "&&", "||", *"()[]{},#:=<>+-*/&|^~!")
ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\", '"': '"', "'": "'"}


@cache
def _pattern(features: frozenset[str]) -> re.Pattern[str]:
    """Return the pattern of one token, with the blanks before it, under some features; the last group is its row's."""
    more = ("@" if "at_in_identifiers" in features else "") + ("$" if "dollar_in_identifiers" in features else "")
    group = "_" if "underline_in_numbers" in features else ""
    text = r'"(?:\\.|[^"\\])*"' if "string_escapes" in features else '"[^"]*"'
    loose = "|'[^']{2,}'" if "loose_string_term" in features else ""
    rows = [
        ("continued", r"\\\s*$" if LINE_CONTINUATION in features else r"(?!)"),
        ("nothing", r"$|;.*" + (r"|//.*|/\*.*?\*/|/\*.*" if "c_comments" in features else "")),
        ("override", r"[aAzZfF]:(?![:=])"),
        ("register", rf"[AXYaxy](?![A-Za-z0-9_{more}])"),
        ("name", rf"[A-Za-z_][A-Za-z0-9_{more}]*"),
        ("hexadecimal", rf"\$[0-9A-Fa-f][0-9A-Fa-f{group}]*"),
        ("binary", rf"%[01][01{group}]*(?![0-9])"),
        ("suffixed", rf"[0-9][0-9A-Fa-f{group}]*[hH](?![A-Za-z0-9_])"),
        ("decimal", rf"[0-9][0-9{group}]*(?![A-Za-z0-9_])"),
        ("cheap", r"@[A-Za-z0-9_]+"),
        ("directive", r"\.[A-Za-z_][A-Za-z0-9_]*"),
        ("string", text + loose),
        ("character", "'[^\\n]'" + ("|'[^\\n]" if "missing_char_term" in features else "")),
        ("unnamed", r":(?:\++|-+)"),
        ("here", r"\$" if "dollar_is_pc" in features else r"(?!)"),
        ("operator", "|".join(map(re.escape, OPERATORS))),
        ("unreadable", r"(?s:.)"),
    ]
    return re.compile(r"[ \t\f\v\xa0]*(?:" + "|".join(f"(?P<{name}>{pattern})" for name, pattern in rows) + ")")


KINDS = {
    "hexadecimal": Kind.NUMBER, "binary": Kind.NUMBER, "suffixed": Kind.NUMBER, "decimal": Kind.NUMBER,
    "override": Kind.OVERRIDE, "register": Kind.REGISTER, "name": Kind.NAME, "cheap": Kind.CHEAP,
    "directive": Kind.DIRECTIVE, "string": Kind.STRING, "character": Kind.CHARACTER, "unnamed": Kind.UNNAMED,
    "here": Kind.OPERATOR, "operator": Kind.OPERATOR,
}  # fmt: skip
PLAIN = frozenset({"override", "register", "name", "cheap", "operator"})  # they mean what is written


def tokenize(line: Line, features: frozenset[str] = frozenset()) -> list[Token]:
    """Return the tokens of a line, comment and blanks left out, closed by an END token."""
    tokens: list[Token] = []
    value: int | str
    for match in _pattern(features).finditer(line.text):
        name = match.lastgroup or ""
        if name == "nothing":
            continue
        start, end = match.span(name)
        if name == "unreadable":
            raise _unreadable(line, start)
        if name == "continued":
            return [*tokens, Token(Kind.END, CONTINUED, "", line, start + 1, 1)]
        kind, text, value = KINDS[name], line.text[start:end], line.text[start:end]
        if name not in PLAIN or IGNORE_CASE in features:
            kind, text, value = _meaning(name, text, line, start + 1, features)
        tokens.append(Token(kind, text, value, line, start + 1, end - start, start > match.start()))
    tokens.append(Token(Kind.END, "", "", line, len(line.text.rstrip()) + 1, 1))
    return tokens


def _meaning(name: str, text: str, line: Line, column: int, features: frozenset[str]) -> tuple[Kind, str, int | str]:
    """Return kind, text and value of a token as it is written; `name` is its row of the pattern."""
    kind = KINDS[name]
    value: int | str = text
    if kind in (Kind.NAME, Kind.CHEAP):
        value = text = text.upper()  # the case of letters is ignored
    elif kind is Kind.NUMBER:
        value = _number(name, text, line, column)
    elif kind is Kind.DIRECTIVE:
        text = text.lower()
        if text in WORD_OPERATORS:
            kind, text = Kind.OPERATOR, WORD_OPERATORS[text]
        value = text
    elif kind in (Kind.STRING, Kind.CHARACTER):
        value = _bytes(text[1:-1] if len(text) > 2 or kind is Kind.STRING else text[1:])
        if kind is Kind.STRING and "string_escapes" in features:
            value = _unescaped(value, line.place(column, len(text)))
        if kind is Kind.CHARACTER:
            value = _character(value, line.place(column, len(text)))
    elif kind is Kind.UNNAMED:
        value = (len(text) - 1) * (1 if text[1] == "+" else -1)
    elif name == "here":
        text = value = "*"
    return kind, text, value


BASES = {"binary": 2, "decimal": 10}  # of digits; others are hexadecimal
LARGEST = 1 << 63


def _number(name: str, text: str, line: Line, column: int) -> int:
    digits = text.strip("$%hH").replace("_", "")
    number = int(digits, BASES.get(name, 16)) if len(digits) <= 64 else LARGEST
    if number >= LARGEST:
        raise AssemblyError(line.place(column, len(text)), "the number does not fit into 63 bits")
    return number


def _bytes(text: str) -> str:
    """Return the text with one character per byte of its UTF-8 form."""
    return text.encode("utf-8", "surrogatepass").decode("latin-1")


def _unescaped(text: str, place: Place) -> str:
    """Return the bytes of a string with those that its escapes mean."""

    def meant(escape: re.Match[str]) -> str:
        code = escape.group(1)
        if len(code) == 3:
            return chr(int(code[1:], 16))
        if code not in ESCAPES:
            raise AssemblyError(
                place, f"'\\{code}' has no meaning in a string", "there are \\n \\r \\t \\\\ \\\" \\' and \\x41"
            )
        return ESCAPES[code]

    return re.sub(r"\\(x[0-9A-Fa-f]{2}|.)", meant, text)


def _character(value: str, place: Place) -> int:
    if len(value) != 1:
        raise AssemblyError(place, "a character must be one byte")
    return ord(value)


REMAINDER = re.compile(r"[\w)]\s*$")  # before a % that is meant as an operator


def _unreadable(line: Line, position: int) -> AssemblyError:
    """Return the error for text that begins no token."""
    character = line.text[position]
    rest = len(line.text.rstrip()) - position
    if character == '"':
        hint = 'strings end with " on their line'
        return AssemblyError(line.place(position + 1, rest), "the string has no end", hint)
    if character == "'":
        message = "a character constant is one character between two '"
        return AssemblyError(line.place(position + 1, 1), message, "write 'x', or \"text\" for more")
    if character.isdigit():
        word = re.match(r"\w+", line.text[position:])
        number = word.group() if word else character
        hint = "write decimal 10, hexadecimal $0A or 0Ah"
        if number[:2].lower() == "0x":
            hint = Cure(f"write ${number[2:]}", number, f"${number[2:]}")
        return AssemblyError(line.place(position + 1, len(number)), f"'{number}' is not a number", hint)
    if character in "$%":
        digits = "hexadecimal digits" if character == "$" else "the binary digits 0 and 1"
        remainder = " .mod ".strip(" " if line.text[position - 1 : position] == " " else "")
        hint = Cure("a remainder is written a .mod b", "%", remainder) if REMAINDER.search(line.text[:position]) else ""
        return AssemblyError(line.place(position + 1, 1), f"'{character}' must be followed by {digits}", hint)
    name = repr(character) if character.isprintable() else f"U+{ord(character):04X}"
    return AssemblyError(line.place(position + 1, 1), f"the character {name} has no meaning here")


class Reader:
    """The tokens of a statement, handed out one by one: `token` is the next one, END at the end, again and again."""

    def __init__(self, tokens: Sequence[Token], position: int = 0) -> None:
        self.tokens, self.end = tokens, len(tokens) - 1  # the last one is END
        self.go(position)

    def go(self, position: int) -> None:
        """Make the token at a position the next one."""
        self.position = position
        self.token = self.tokens[position]

    def ahead(self, distance: int) -> Token:
        """Return the token `distance` after the next one."""
        return self.tokens[min(self.position + distance, self.end)]

    def take(self) -> Token:
        """Return the next token and go on."""
        token = self.token
        if self.position < self.end:
            self.position += 1
            self.token = self.tokens[self.position]
        return token

    @property
    def at_end(self) -> bool:
        """True when nothing follows."""
        return self.position == self.end

    def at(self, *operators: str) -> bool:
        """Return whether the next token is one of these operators."""
        return self.token.text in operators  # strings and characters have their quotes

    def accept(self, operator: str) -> bool:
        """Take the next token if it is that operator."""
        if self.token.text != operator:
            return False
        self.go(self.position + 1)
        return True

    def listed(self) -> Iterator[None]:
        """Yield as often as there is something to be read with commas between."""
        yield
        while self.accept(","):
            yield

    def expect(self, operator: str) -> Token:
        """Take that operator; it must be there."""
        if not self.at(operator):
            raise self.unexpected(f"'{operator}'")
        return self.take()

    def expect_kind(self, kind: Kind, what: str = "") -> Token:
        """Take a token of that kind; it must be there."""
        if self.token.kind != kind:
            raise self.unexpected(what or kind.value)
        return self.take()

    def expect_end(self) -> None:
        """Complain about anything that follows."""
        if not self.at_end:
            raise AssemblyError(self.token.place, f"unexpected '{self.token.text}' after the end of the statement")

    def unexpected(self, wanted: str, hint: str = "") -> AssemblyError:
        """Return the error for an unexpected next token."""
        found = self.token.kind.value if self.at_end else f"'{self.token.text}'"
        return AssemblyError(self.token.place, f"expected {wanted}, found {found}", hint)

    def rest(self) -> list[Token]:
        """Take everything up to the end."""
        taken = list(self.tokens[self.position : -1])
        self.go(self.end)
        return taken


def tail_place(tokens: Sequence[Token]) -> Place:
    """Return the place of a stretch of tokens on one line."""
    first, last = tokens[0], tokens[-1]
    same = first.line is last.line and last.column >= first.column
    return first.line.place(first.column, last.column + last.length - first.column if same else first.length)


def split_list(reader: Reader, stop: str | None = None) -> list[list[Token]]:
    """Take lists of tokens with commas between them; braces hold a list with commas of its own together.

    The lists end with the line, or before the operator `stop`, outside braces and parentheses.
    """
    lists: list[list[Token]] = [[]]
    parentheses = 0
    while not reader.at_end:
        if stop and parentheses == 0 and reader.at(stop):
            break
        if reader.at("{") and not lists[-1]:
            lists[-1] = braced(reader)
            if not (reader.at(",") or reader.at_end or (stop and reader.at(stop))):
                raise reader.unexpected("',' after the list in braces")
        elif reader.accept(","):
            lists.append([])
        else:
            parentheses += reader.at("(") - reader.at(")")
            lists[-1].append(reader.take())
    return lists


def braced(reader: Reader) -> list[Token]:
    """Take a list in braces and return the tokens between them."""
    opening, depth = reader.expect("{"), 1
    tokens: list[Token] = []
    while not reader.at_end:
        depth += reader.at("{") - reader.at("}")
        token = reader.take()
        if depth == 0:
            return tokens
        tokens.append(token)
    raise opening.error("the list in braces has no '}'")


class Statement(NamedTuple):
    """A line to be assembled. A macro has its tokens ready, a file does not."""

    line: Line
    tokens: tuple[Token, ...] | None = None


@dataclass
class Macro:
    """A macro as .macro defined it."""

    name: str
    parameters: list[str]
    local: list[str]
    body: list[Statement]
    place: Place
    active: int = 0

    @property
    def lines(self) -> list[Line]:
        """The lines of the body."""
        return [each.line for each in self.body]


@dataclass
class Define:
    """A macro as .define defined it: a name for tokens."""

    parameters: list[str]
    tokens: list[Token]
    place: Place
    used: list[Place] = field(default_factory=list)
