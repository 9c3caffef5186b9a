"""How the basic symbols are written: the hardware representations, and which one a text uses."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from emulators.errors import IronboardError
from host.algol import tokens
from host.assemblers.diagnostics import did_you_mean


@dataclass(frozen=True, eq=False)
class Representation:
    """A hardware representation. In all of them small and capital letters are the same."""

    name: str
    quote: str  # around delimiters that are words; "" where those are reserved
    symbols: dict[str, str]
    strings: tuple[tuple[str, str], ...]  # opening and closing quotes; they nest if they differ
    ten: str  # characters for the subscript ten, besides ⏨; E is one of them in every representation
    words: dict[str, str] = field(default_factory=dict)  # word without blanks, small letters -> symbol


_RESERVED = {**{word.lower(): word for word in tokens.DELIMITER_WORDS}, **tokens.OPERATOR_WORDS}
_QUOTED = {**_RESERVED, **tokens.QUOTED_WORDS}

# "BEGIN" "INTEGER" COUNT; COUNT := 2**10; OUTPUT(61, "("2ZD/")", COUNT) "END"
CDC = Representation("cdc", '"', tokens.CDC_SYMBOLS, (('"("', '")"'), ("‘", "’")), "'", _QUOTED)

# 'BEGIN' 'INTEGER' COUNT; COUNT := 2 'POWER' 10; OUTSTRING(1, '('...')') 'END'
APOSTROPHE = Representation(
    "apostrophe", "'", tokens.APOSTROPHE_SYMBOLS, (("'('", "')'"), ("‘", "’"), ('"', '"')), "'@", _QUOTED
)

# begin integer count; count := 2↑10; outstring(1, "...") end
PLAIN = Representation("plain", "", tokens.PLAIN_SYMBOLS, (("‘", "’"), ("`", "'"), ('"', '"')), "@", _RESERVED)

REPRESENTATIONS = {each.name: each for each in (CDC, APOSTROPHE, PLAIN)}

# What tells them apart: how begin and end are written, and then other frequent delimiters.
_FREQUENT = re.compile(
    r"(?i)([\"']?)\b(begin|end|integer|real|boolean|procedure|if|then|else|for|do|goto|array)\b\s*\1"
)


def recognise(text: str) -> Representation:
    """Return the representation of a text: the one in which most of its delimiters are written."""
    found = [(match[1], match[2].lower() in ("begin", "end")) for match in _FREQUENT.finditer(text)]
    brackets, all_of_them = Counter(quote for quote, bracket in found if bracket), Counter(quote for quote, _ in found)
    return max((PLAIN, APOSTROPHE, CDC), key=lambda each: (brackets[each.quote], all_of_them[each.quote]))


def by_name(name: str) -> Representation:
    """Return the representation of a name that a user gave."""
    if name not in REPRESENTATIONS:
        hint = did_you_mean(name, REPRESENTATIONS, f"there are {', '.join(REPRESENTATIONS)}")
        raise IronboardError(f"there is no hardware representation '{name}': {hint}")
    return REPRESENTATIONS[name]
