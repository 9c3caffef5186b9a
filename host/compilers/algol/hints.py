"""Hints for habits of other languages: their words and symbols in ALGOL 60."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

from emulators import errors
from emulators.errors import Cure, did_you_mean
from host.compilers.algol.symbols import DELIMITER_WORDS, LOW_LINE

DELIMITERS = tuple(word.lower() for word in DELIMITER_WORDS)
_UNDERLINED = re.compile(rf"_[A-Za-z]_|{LOW_LINE}")
SLIP = 0.81  # how like a delimiter a word is that was meant as one: `really` is less like `real`

_TYPE = "a declaration begins with its type: integer, real or Boolean"
_LOOP = "a loop is written: for v := e while b do"
_OUTPUT = "output is written by outstring, outinteger, outreal or output"
_INPUT = "input is read by ininteger, inreal or input"
_CHOICE = "choices are written with if, then, else, or with a switch"

# The first word of a part that was not understood, in small letters.
WORDS = {
    **dict.fromkeys(("int", "float", "double", "bool", "long", "short", "unsigned", "logical"), _TYPE),
    **dict.fromkeys(("var", "let", "dim", "const", "auto", "static"), _TYPE),
    **dict.fromkeys(("while", "repeat", "loop", "until"), _LOOP),
    **dict.fromkeys(("print", "printf", "println", "write", "writeln", "writetext", "puts", "put", "cout"), _OUTPUT),
    **dict.fromkeys(("printtext", "prints", "printsln", "printnln", "prsym", "writeln", "absfixt", "fixt"), _OUTPUT),
    **dict.fromkeys(("newline", "nlcr", "line"), "a new line is written by outsymbol(61, ‘’, -1) or output(61, ‘/’)"),
    **dict.fromkeys(("space", "spaces"), "a blank is written by outstring(61, ‘ ’) or output(61, ‘B’)"),
    **dict.fromkeys(("read", "readln", "scanf", "get", "cin"), _INPUT),
    **dict.fromkeys(("case", "select", "elseif", "elsif", "elif"), _CHOICE),
    **dict.fromkeys(("return", "result"), "the value of a function is assigned to its name in its body"),
    **dict.fromkeys(("function", "func", "def", "sub", "proc"), "functions are declared like: integer procedure f(x);"),
    **dict.fromkeys(("break", "continue", "exit"), "a go to statement leaves a loop"),
    **dict.fromkeys(("to", "downto"), "a for statement is written: for i := 1 step 1 until n do"),
    **dict.fromkeys(("mod", "rem"), "the remainder of a and b is a - a ÷ b × b"),
    **dict.fromkeys(("max", "min"), "the greater one is: if a > b then a else b"),
    **dict.fromkeys(("go", "jump"), "a jump is written: go to L"),
    "xor": "the opposite of a ≡ b is ¬ (a ≡ b)",
    "call": "a procedure is called by its name alone",
    "char": "there are no characters: strings are only parameters, numbers stand for characters",
}

# Found where a statement is expected.
STATEMENTS = {
    **dict.fromkeys(("while", "until"), _LOOP),  # reserved, so that none is the first word of a name
    "label": "a label is declared by standing before a statement",
    ":=": "an assignment needs a variable to the left of ':='",
    **dict.fromkeys("÷/+-*×#", "a comment is written: comment ... ;"),
}

# Found where := is expected.
ASSIGNMENTS = {"=": Cure("'=' compares", "=", ":="), "[": "an element with two subscripts is written a[1, 2]"}

# Found after a declaration.
DECLARATIONS = {
    ":=": "a declaration gives no value: a statement does",
    "=": "a declaration gives no value: a statement does",
    "[": "an array is declared like: real array a[1:10];",
    "(": "a procedure is declared like: real procedure f(x);",
}

# Found after a statement.
FOLLOWERS = {
    "=": Cure("':=' assigns", "=", ":="),
    "then": "is 'if' missing?",
    "do": "is 'for' missing?",
    "until": _LOOP,
    ",": "statements are separated by ';', decimals by a point",
    **dict.fromkeys("+-", "an assignment is written: x := x + 1"),
    ")": "there is no '(' for this ')'",
    "]": "there is no '[' for this ']'",
}

ELEMENT = "an element of an array is written a[i]"
NESTED = "is ',' missing? A string in a string needs two different quotes around both: ‘D‘ KM’/’"
FOR = "a for statement is written: for i := 1 step 1 until n do"
SPECIFICATIONS = "types stand after the parameters: procedure p(x); integer x;"


def of_word(written: str) -> str:
    """Return the hint for an identifier, by its first word; "" if it is none of other languages and no slip."""
    words = written.lower().split()
    return (WORDS.get(words[0]) or _slip(words)) if words else ""


def of_title(title: str) -> str:
    """Return the hint for declarations before the first begin; "" if there are none."""
    declares = re.search(r"(?i)\b(?:procedure|integer|real|boolean|array|switch)\b[^;]*;", title.replace("_", ""))
    return "declarations stand behind the first 'begin': what is before it is only a title" if declares else ""


def of_delimiters(text: str) -> str:
    """Return the hint for a delimiter that is written as an identifier, in a text where it must be marked."""
    return f"delimiters {'are underlined' if _UNDERLINED.search(text) else 'stand in quotes'} here"


def _slip(words: list[str]) -> str:
    """Return a hint if the first one of several words is nearly a delimiter: `integr i`."""
    close = meant(words[0], DELIMITERS) if len(words) > 1 else ""
    return errors.meant(words[0], close) if close else ""


def meant(word: str, delimiters: Iterable[str]) -> str:
    """Return the delimiter that is most like a word but differs from it; "" if none."""
    by_word = {each.lower(): each for each in delimiters}
    close = get_close_matches(word.lower(), by_word, n=1, cutoff=SLIP)
    return by_word[close[0]] if close and close[0] != word.lower() else ""


def of_missing(written: str, name: str, known: dict[str, str], title: str, before: str) -> str:
    """Return the hint for a name that is not declared.

    `written` and `name` are its spelling in the text and its canonical form. `known` has the spellings of the names
    that are visible, by name. `title` is the text before the program, `before` that before the name.
    """
    if re.search(rf"(?i)\b{re.escape(name)}\b", title):
        return of_title(title) or "text before the first 'begin' is only a title"
    if hint := of_word(written):
        return hint
    words = written.lower().split()
    if len(words) > 1 and words[0] in DELIMITERS:
        return of_delimiters(before)
    if between := [each for each in words[1:-1] if each in ("mod", "rem", "xor")]:
        return WORDS[between[0]]
    if len(words) > 1 and all(each in known or each.isdigit() for each in words):
        return f"is something missing between {' and '.join(words)}?"
    for spelling in known.values():
        if " " in spelling and name in spelling.lower().split():
            return f"'{spelling}' is one identifier: is ',' missing in its declaration?"
    declaration = rf"(?is)\bcomment\b[^;]*\b(?:integer|real|boolean|array|procedure)\b[^;]*\b{re.escape(name)}\b"
    if re.search(declaration, before):
        return "it is in a comment: a comment goes on to the next ';'"
    blanks = "blanks do not end an identifier: is something missing?"
    return did_you_mean(name, known, blanks if " " in written else "")
