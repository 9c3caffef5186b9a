"""How the basic symbols are written: the hardware representations, and which one a text uses."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field

from emulators.errors import IronboardError
from host.algol import tokens
from host.assemblers.diagnostics import did_you_mean


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

    @property
    def marked(self) -> bool:
        """Whether delimiters that are words differ from identifiers."""
        return bool(self.quote) or self.underlined

    def delimiter(self, *words: str) -> str:
        """Return a regular expression for delimiters that are words, as this representation writes them."""
        if self.underlined:
            return "(?:" + "|".join(underlined(word) for word in words) + ")"
        either = f"(?:{'|'.join(words)})"
        return rf"{self.quote}\s*{either}\s*{self.quote}" if self.quote else rf"\b{either}\b"


# Letters of bold and other styles, by the letter: 𝐛𝐞𝐠𝐢𝐧.
_BOLD: dict[str, str] = {}
for _code in range(0x1D400, 0x1D6A4):
    _letter = unicodedata.normalize("NFKC", chr(_code)).lower()
    _BOLD[_letter] = _BOLD.get(_letter, "") + chr(_code)
BLANKS = rf"(?:[ \t]{tokens.LOW_LINE}?)*"  # between the words of a delimiter


def underlined(word: str) -> str:
    """Return a regular expression for an underlined word: _e_n_d, or a combining line after each letter; or bold."""
    return "".join(
        BLANKS
        if each == " "
        else rf"(?:_[{each}{each.upper()}]|[{each}{each.upper()}]{tokens.LOW_LINE}|[{_BOLD[each]}])"
        for each in word.lower()
    )


ANY_UNDERLINED = rf"(?:_[A-Za-z]|[A-Za-z]{tokens.LOW_LINE}|[{''.join(_BOLD.values())}])+"


_RESERVED = {**{word.lower(): word for word in tokens.DELIMITER_WORDS}, **tokens.OPERATOR_WORDS}
_QUOTED = {**_RESERVED, **tokens.QUOTED_WORDS}
_TYPOGRAPHIC = (("‘", "’"), ("“", "”"), ("«", "»"))  # quotes of strings everywhere

# "BEGIN" "INTEGER" COUNT; COUNT := 2**10; OUTPUT(61, "("2ZD/")", COUNT) "END"
CDC = Representation("cdc", '"', tokens.CDC_SYMBOLS, (('"("', '")"'), *_TYPOGRAPHIC), "'", _QUOTED)

# 'BEGIN' 'INTEGER' COUNT; COUNT := 2 'POWER' 10; OUTSTRING(1, '('...')') 'END'
APOSTROPHE = Representation(
    "apostrophe", "'", tokens.APOSTROPHE_SYMBOLS, (("'('", "')'"), *_TYPOGRAPHIC, ('"', '"')), "'@#", _QUOTED
)

# begin integer count; count := 2↑10; outstring(1, "...") end
_PLAIN_QUOTES = (*_TYPOGRAPHIC, ("`", "'"), ('"', '"'))
PLAIN = Representation("plain", "", tokens.PLAIN_SYMBOLS, (*_PLAIN_QUOTES, ("'", "'")), "@#", _RESERVED)

# _b_e_g_i_n _i_n_t_e_g_e_r count; count := 2↑10; outstring(1, `...') _e_n_d
UNDERLINED = Representation(
    "underlined", "", tokens.UNDERLINED_SYMBOLS, (*_PLAIN_QUOTES, ("|<", "|>")), "@#", _RESERVED, underlined=True
)

REPRESENTATIONS = {each.name: each for each in (CDC, APOSTROPHE, UNDERLINED, PLAIN)}

# What tells them apart: how begin and end are written, and then other frequent delimiters.
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
    counts[UNDERLINED] = [len(pattern.findall(text)) for pattern in _UNDERLINED]
    return max(counts, key=lambda each: (counts[each][0], sum(counts[each])))


def by_name(name: str) -> Representation:
    """Return the representation of a name that a user gave."""
    if name not in REPRESENTATIONS:
        hint = did_you_mean(name, REPRESENTATIONS, f"there are {', '.join(REPRESENTATIONS)}")
        raise IronboardError(f"there is no hardware representation '{name}': {hint}")
    return REPRESENTATIONS[name]
