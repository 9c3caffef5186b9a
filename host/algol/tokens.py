"""The basic symbols of ALGOL 60, as the lexer hands them to the parser whatever the representation."""

from __future__ import annotations

from typing import NamedTuple

# Symbols that are not delimiters have these names; every delimiter is its own: "begin", ":=", "≤".
NAME = "identifier"
INTEGER = "unsigned integer"
REAL = "real number"
STRING = "the string"  # no delimiter
END_OF_TEXT = "the end of the text"
ERROR = "error"  # something of which the lexer has complained

DELIMITER_WORDS = (
    *("begin", "end", "if", "then", "else", "for", "do", "step", "until", "while", "goto", "comment"),
    *("own", "Boolean", "integer", "real", "array", "switch", "procedure", "string", "label", "value"),
    *("true", "false"),
)

OPERATOR_WORDS = {"and": "∧", "or": "∨", "not": "¬", "implies": "⊃", "equiv": "≡", "div": "÷"}


def _table(text: str) -> dict[str, str]:
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


# Further words, only where words are quoted and so cannot be identifiers (ISO 1538, ECMA, ICL).
QUOTED_WORDS = _table(
    "impl ⊃ imp ⊃ equivalent ≡ eqv ≡ power ↑ go goto to to "
    "less < lt < notgreater ≤ lessequal ≤ le ≤ equal = eq = "
    "notless ≥ greaterequal ≥ ge ≥ greater > gt > notequal ≠ ne ≠"
)

# Written form, symbol. Blanks may stand between the characters of one.
SYMBOLS = {each: each for each in "+-×/÷↑<≤=≥>≠≡⊃∨∧¬,:;()[]"} | _table(
    ":= := * × ** ↑ // ÷ <= ≤ >= ≥ /= ≠ <> ≠ == ≡ -> ⊃ (/ [ /) ] .. : ..= := .= := ≔ := → ⊃ ⇒ ⊃ ⇔ ≡ · × − - "
    "=< ≤ <=> ≡ ← := – - ⋅ × ∙ × ∗ × ∕ / ⩽ ≤ ≦ ≤ ⩾ ≥ ≧ ≥ ⋀ ∧ ⋁ ∨ ∼ ¬"
)
PLAIN_SYMBOLS = SYMBOLS | _table("^ ↑ % ÷ != ≠ ~= ≠ ^= ≠ ¬= ≠ & ∧ && ∧ /\\ ∧ | ∨ || ∨ \\/ ∨ ~ ¬ ! ¬")
APOSTROPHE_SYMBOLS = SYMBOLS | _table("., ; ^ ↑ % ÷ & ∧ | ∨ '/' ÷")
CDC_SYMBOLS = SYMBOLS | _table("., ; # ≡ ! ∨ & ∧ @ ≤ \\ ≥ ^ ¬")  # characters ASCII lacks, by their ASCII graphics


# Symbols that the flexowriters of Amsterdam and Copenhagen underlined, or struck through with a bar; the line is a
# character of its own before the symbol, or a combining one after it.
LOW_LINE = "\N{COMBINING LOW LINE}"
_STRUCK = {"<": "≤", ">": "≥", "=": "≡", ":": "÷", "¬": "⊃"}
UNDERLINED_SYMBOLS = (
    SYMBOLS
    | _table("^ ↑ |∧ ↑ |^ ↑ |= ≠ & ∧ ~ ¬")
    | {f"_{each}": symbol for each, symbol in _STRUCK.items()}
    | {each + LOW_LINE: symbol for each, symbol in _STRUCK.items()}
)


class Token(NamedTuple):
    """A basic symbol, or a whole identifier, number or string, with its place in the text."""

    symbol: str
    value: str  # of an identifier its canonical name, of a number its digits and signs, of a string its inside
    start: int
    end: int
