r"""What is a grammar for editors? Tokens, regions and lines of fields, each with the kind of text that it is.

    Grammar("Toy", (Token(COMMENT, r";.*"), Token(OPERATION, r"\b(?:LDA|STA)\b")))

The first rule that matches at the earliest place counts, in every editor. Patterns are regular expressions as Python
and Oniguruma have them, in this subset: characters and their escapes, \b \d \s \S \w, classes of single characters
and ranges, groups, |, ^, $, . and * + ? {m,n}, lazy ones too. Groups that look ahead or behind are missing in Emacs:
`Token.before` and `Token.after` are for that. Small and capital letters are the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple


class Kind(NamedTuple):
    """What a piece of text is, and how editors call it."""

    scope: str  # of TextMate, without the language at its end
    group: str  # of Vim
    face: str  # of Emacs


COMMENT = Kind("comment.line", "Comment", "font-lock-comment-face")
STRING = Kind("string.quoted", "String", "font-lock-string-face")
NUMBER = Kind("constant.numeric", "Number", "font-lock-constant-face")
CONSTANT = Kind("constant.language", "Boolean", "font-lock-constant-face")
OPERATION = Kind("keyword.control.operation", "Statement", "font-lock-keyword-face")
KEYWORD = Kind("keyword.control", "Statement", "font-lock-keyword-face")
DIRECTIVE = Kind("keyword.other.directive", "PreProc", "font-lock-preprocessor-face")
TYPE = Kind("storage.type", "Type", "font-lock-type-face")
REGISTER = Kind("variable.language.register", "Special", "font-lock-variable-name-face")
LABEL = Kind("entity.name.function.label", "Identifier", "font-lock-function-name-face")
BUILTIN = Kind("support.function", "Function", "font-lock-builtin-face")
OPERATOR = Kind("keyword.operator", "Operator", "default")


class Token(NamedTuple):
    """Text on one line, between what must stand before and after it."""

    kind: Kind
    pattern: str
    before: str = ""
    after: str = ""
    lead: Kind | None = None  # of the text before it, if that is more than blanks


class Region(NamedTuple):
    """Text from a beginning to an end, over any number of lines."""

    kind: Kind
    begin: str
    end: str
    nested: bool = False
    opening: Kind | None = None  # of its beginning, if that is another kind of text; its end is not part of it then


class Line(NamedTuple):
    """A line of fields: location, operation, operand, remark, blanks between them.

    Of an operand, `inside` is the kind, or the tokens in it; where there is no pattern for one, all else is a remark.
    """

    location: str
    gap: str  # between location and operation
    operations: str
    kind: Kind
    operand: str
    inside: Kind | tuple[Token, ...] = ()
    latest: int = 0  # the column, from 1, in which the operand begins at the latest; 0: anywhere


Rule = Token | Region | Line


class Grammar(NamedTuple):
    """The rules of a language, and what else editors ask about its texts."""

    title: str  # of the language, in lists of languages
    rules: tuple[Rule, ...]
    comment: tuple[str, str] = (";", "")  # before and after text that is commented out
    brackets: str = "()[]"  # in pairs
    word: str = r"[A-Za-z_][A-Za-z0-9_]*"  # what a double click selects
    indented: bool = True  # a comment may begin anywhere on a line


def one_of(words: Iterable[str]) -> str:
    """Return a pattern for any of some words, the longest first."""
    return f"(?:{'|'.join(map(re.escape, sorted(words, key=lambda each: (-len(each), each))))})"


def line_head(line: Line) -> str:
    """Return the pattern of a line's beginning; its groups are location, what follows it, and operation."""
    return f"^({line.location})({line.gap})({line.operations})"


# ---------------------------------------------------------------- other notations of patterns

PIECES = re.compile(
    r"(?P<escape>\\.)|(?P<class>\[\^?\]?(?:\\.|[^\]\\])*\])|(?P<open>\((?:\?:)?)|(?P<close>\))"
    r"|(?P<repeat>[*+?]\??|\{\d*,?\d*\}\??)|(?P<special>[|^$.])|(?P<plain>.)",
    re.DOTALL,
)
CLASSES = {"s": "[ \t]", "S": "[^ \t\n]", "d": "[0-9]", "w": "[A-Za-z0-9_]"}
LAZY_IN_VIM = {"*?": "{-}", "+?": "{-1,}", "??": "{-0,1}"}


def for_vim(pattern: str) -> str:
    """Return a pattern as Vim has it after the switch to its very magic notation, with / escaped."""
    found = []
    for match in PIECES.finditer(pattern):
        piece, kind = match[0], match.lastgroup
        if kind == "escape":
            piece = "%(<|>)" if piece == r"\b" else CLASSES.get(piece[1], piece)
        elif kind == "class":
            piece = piece.replace("/", r"\/")
        elif kind == "open":
            piece = "%("
        elif kind == "repeat" and len(piece) > 1 and piece.endswith("?"):
            piece = LAZY_IN_VIM.get(piece) or f"{{-{piece[1:-1]}"
        elif kind == "plain" and piece in "=<>@~&%/{":
            piece = "\\" + piece
        found.append(piece)
    return "".join(found)


def for_emacs(pattern: str) -> str:
    """Return a pattern as Emacs has it."""
    found = []
    for match in PIECES.finditer(pattern):
        piece, kind = match[0], match.lastgroup
        if kind == "escape":
            named = CLASSES.get(piece[1]) or {"n": "\n", "t": "\t", "b": r"\b"}.get(piece[1])
            piece = named or (piece if piece[1] in r".*+?^$[]\\" else piece[1])
        elif kind == "class":
            piece = _class_for_emacs(piece)
        elif kind in ("open", "close") or piece == "|" or piece[0] == "{":
            piece = "\\" + piece.replace("}", "\\}")
        found.append(piece)
    return "".join(found)


def _class_for_emacs(text: str) -> str:
    """Return a class without escapes: ] stands first in it, - last, ^ not first."""
    inverted = text[1] == "^"
    items = re.sub(
        r"\\(.)", lambda match: {"n": "\n", "t": "\t"}.get(match[1], f"\0{match[1]}"), text[1 + inverted : -1]
    )
    last = [each for each in "-^" if f"\0{each}" in items]
    first = "]" if "\0]" in items else ""
    items = re.sub(r"\0([\]^-])", "", items).replace("\0", "")
    return f"[{'^' * inverted}{first}{items}{''.join(reversed(last))}]"
