"""The basic symbols of ALGOL 60 and their hardware representations.

The lexer hands symbols to the parser as they are in the reference language, whatever the representation.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from emulators.errors import IronboardError, did_you_mean

# Symbols that are not delimiters have these names; every delimiter is its own: "begin", ":=", "≤".
NAME = "identifier"
INTEGER = "unsigned integer"
REAL = "real number"
STRING = "the string"  # no delimiter
END_OF_TEXT = "the end of the text"
ERROR = "error"  # text that the lexer has reported as an error

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

# Written form, symbol. Blanks may be between the characters of one.
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


class Listed(NamedTuple):
    """A statement of the form `word item, item`, and its meaning."""

    item: str  # the procedure that is called for each item
    first: str = ""  # the procedures that are called before the first item, and after the last one
    last: str = ""
    alone: frozenset[str] = frozenset()  # items that are calls of themselves


@dataclass(frozen=True, eq=False)
class Strings:
    """The meanings of characters of a string, where they do not represent themselves."""

    escapes: Mapping[str, str] = field(default_factory=dict)  # sequences, which do not end a string either
    joined: bool = False  # strings one after the other are one
    blanks: str = ""  # characters that are blanks; blanks that are written then mean nothing
    layout: Mapping[str, str] = field(default_factory=dict)  # letters in nested quotes, how often beside them: ‘2L’


@dataclass(frozen=True, eq=False)
class Representation:
    """A hardware representation. In all of them small and capital letters are the same."""

    name: str
    quote: str  # around delimiters that are words; "" where those are reserved, or underlined
    symbols: dict[str, str]
    strings: tuple[tuple[str, str], ...]  # opening and closing quotes; they nest if they differ
    ten: str  # characters for the subscript ten, besides ⏨; E is one of them in every representation
    words: dict[str, str] = field(default_factory=dict)  # word without blanks, small letters -> symbol
    underlined: bool = False  # delimiters that are words are underlined, or in bold type
    prefix: str = ""  # words may also have this before them, and no quotes
    inside: Strings = Strings()
    round: bool = False  # subscripts are in round brackets
    ends: bool = False  # text after the end of the program is not read: its data
    lists: Mapping[str, Listed] = field(default_factory=dict)  # statements with a list but no brackets, by their symbol

    @property
    def marked(self) -> bool:
        """Whether delimiters that are words differ from identifiers."""
        return bool(self.quote) or self.underlined

    def delimiter(self, *words: str) -> str:
        """Return a regular expression for delimiters that are words, as this representation writes them."""
        if self.underlined:
            return "(?:" + "|".join(underlined(word) for word in words) + ")"
        either = f"(?:{'|'.join(words)})"
        prefixed = rf"|{self.prefix}\s*{either}\b" if self.prefix else ""
        return rf"(?:{self.quote}\s*{either}\s*{self.quote}{prefixed})" if self.quote else rf"\b{either}\b"

    @property
    def semicolons(self) -> str:
        """A regular expression for the written forms of a semicolon."""
        return "|".join(r"\s*".join(map(re.escape, each)) for each, symbol in self.symbols.items() if symbol == ";")


# Letters of bold and other styles, by the letter: 𝐛𝐞𝐠𝐢𝐧.
_BOLD: dict[str, str] = {}
_FIRST_BOLD, _LAST_BOLD = "\U0001d400", "\U0001d6a3"
for _code in range(ord(_FIRST_BOLD), ord(_LAST_BOLD) + 1):
    _letter = unicodedata.normalize("NFKC", chr(_code)).lower()
    _BOLD[_letter] = _BOLD.get(_letter, "") + chr(_code)
BLANKS = rf"(?:[ \t]{LOW_LINE}?)*"  # between the words of a delimiter


def underlined(word: str) -> str:
    """Return a regular expression for an underlined word: _e_n_d, or a combining line after each letter; or bold."""
    return "".join(
        BLANKS if each == " " else rf"(?:_[{each}{each.upper()}]|[{each}{each.upper()}]{LOW_LINE}+|[{_BOLD[each]}])"
        for each in word.lower()
    )


ANY_UNDERLINED = rf"(?:_[A-Za-z]|[A-Za-z]{LOW_LINE}+|[{''.join(_BOLD.values())}])+"


_RESERVED = {**{word.lower(): word for word in DELIMITER_WORDS}, **OPERATOR_WORDS}
_QUOTED = {**_RESERVED, **QUOTED_WORDS}
_TYPOGRAPHIC = (("‘", "’"), ("“", "”"), ("«", "»"))  # quotes of strings everywhere

# "BEGIN" "INTEGER" COUNT; COUNT := 2**10; OUTPUT(61, "("2ZD/")", COUNT) "END"
CDC = Representation("cdc", '"', CDC_SYMBOLS, (('"("', '")"'), *_TYPOGRAPHIC), "'", _QUOTED)

# 'BEGIN' 'INTEGER' COUNT; COUNT := 2 'POWER' 10; OUTSTRING(1, '('...')') 'END'
APOSTROPHE = Representation(
    "apostrophe", "'", APOSTROPHE_SYMBOLS, (("'('", "')'"), *_TYPOGRAPHIC, ('"', '"')), "'@#", _QUOTED
)

# begin integer count; count := 2↑10; outstring(1, "...") end
_PLAIN_QUOTES = (*_TYPOGRAPHIC, ("`", "'"), ('"', '"'))
PLAIN = Representation("plain", "", PLAIN_SYMBOLS, (*_PLAIN_QUOTES, ("'", "'")), "@#", _RESERVED)

# _b_e_g_i_n _i_n_t_e_g_e_r count; count := 2↑10; outstring(1, `...') _e_n_d
UNDERLINED = Representation(
    "underlined", "", UNDERLINED_SYMBOLS, (*_PLAIN_QUOTES, ("|<", "|>")), "@#", _RESERVED, underlined=True
)

REPRESENTATIONS = {each.name: each for each in (CDC, APOSTROPHE, UNDERLINED, PLAIN)}

# They are told apart by their begin and end, and then by other frequent delimiters.
_BRACKETS = ("begin", "end")
_OTHERS = ("integer", "real", "boolean", "procedure", "if", "then", "else", "for", "do", "goto", "array")
_FREQUENT = re.compile(rf"(?i)([\"']?)\b({'|'.join((*_BRACKETS, *_OTHERS))})\b\s*\1")
_UNDERLINED = [re.compile(UNDERLINED.delimiter(*words)) for words in (_BRACKETS, _OTHERS)]


def recognise(text: str) -> Representation:
    """Return the representation of a text: the one in which most of its delimiters are written."""
    counts = {each: [0, 0] for each in (PLAIN, APOSTROPHE, CDC)}
    by_quote = {each.quote: each for each in counts}
    for match in _FREQUENT.finditer(text):
        counts[by_quote[match[1]]][match[2].lower() not in _BRACKETS] += 1
    possible = "_" in text or LOW_LINE in text or max(text, default="") >= _FIRST_BOLD
    counts[UNDERLINED] = [len(pattern.findall(text)) if possible else 0 for pattern in _UNDERLINED]
    return max(counts, key=lambda each: (counts[each][0], sum(counts[each])))


def by_name(name: str) -> Representation:
    """Return the representation of a name that a user gave."""
    if name not in REPRESENTATIONS:
        hint = did_you_mean(name, REPRESENTATIONS, f"there are {', '.join(REPRESENTATIONS)}")
        raise IronboardError(f"there is no hardware representation '{name}': {hint}")
    return REPRESENTATIONS[name]
