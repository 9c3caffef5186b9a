"""Display code, the six-bit characters of the CDC 6600, and lines of text in words.

    a word     ten characters, the first leftmost
    a line     its characters, then zeros up to the end of a word, twelve bits of them at least

The 64-character set: code 00 is the colon, so that two colons at the end of a word look like the end of a line. ASCII
shows some codes with other graphics than Control Data's printers had; texts may be written with either.

Source: Control Data's display code, as the manual of recode and users' tables of it have it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from emulators.cdc6600.isa import WORD_BITS
from emulators.errors import IronboardError

CODES, CODE_BITS = 64, 6
WORD_CODES = WORD_BITS // CODE_BITS
COLON, BLANK = 0o00, 0o55
LINE_END = (COLON, COLON)  # the last twelve bits of a line's last word

ASCII = (
    ":ABCDEFG"
    "HIJKLMNO"
    "PQRSTUVW"
    "XYZ01234"
    "56789+-*"
    "/()$= ,."
    "#[]%\"_!&"
    "'?<>@\\^;"
)  # fmt: skip
CDC = ASCII.translate(str.maketrans("#\"_!&'?@\\^", "≡≠→∨∧↑↓≤≥¬"))
_CODES = {glyph: code for glyphs in (CDC, ASCII) for code, glyph in enumerate(glyphs)}
_CODES |= {glyph.lower(): code for glyph, code in _CODES.items()}


class CodeError(IronboardError):
    """A character that has no code; `index` says where in the text it is."""

    def __init__(self, text: str, index: int) -> None:
        self.index = index
        super().__init__(f"display code has no character {text[index]!r}")


def code(character: str) -> int | None:
    """Return the code of a character in either set of graphics, of a small letter as of the capital; None for none."""
    return _CODES.get(character)


def codes(text: str) -> list[int]:
    """Return the codes of a text; raises CodeError at the first character that has none."""
    found = [code(character) for character in text]
    if None in found:
        raise CodeError(text, found.index(None))
    return [each for each in found if each is not None]


def characters(codes: Iterable[int], glyphs: str = ASCII) -> str:
    """Return the text of these codes."""
    return "".join(glyphs[each] for each in codes)


def number(codes: Iterable[int]) -> int:
    """Return the codes one after the other as one number, the last in its lowest six bits."""
    value = 0
    for each in codes:
        value = value << CODE_BITS | each
    return value


def words_of_codes(codes: Sequence[int], fill: int = 0) -> list[int]:
    """Return words of ten codes each; the last is filled up."""
    full = [*codes, *[fill] * (-len(codes) % WORD_CODES)]
    return [number(full[start : start + WORD_CODES]) for start in range(0, len(full), WORD_CODES)]


def codes_of_words(words: Iterable[int]) -> list[int]:
    """Return the ten codes in each word, leftmost first."""
    return [word >> shift & CODES - 1 for word in words for shift in range(WORD_BITS - CODE_BITS, -1, -CODE_BITS)]


def line(text: str) -> list[int]:
    """Return the words of a line of text with its end; raises CodeError."""
    return words_of_codes([*codes(text), *LINE_END])


def ends_line(words: Sequence[int]) -> bool:
    """Return whether a line ends after these words."""
    return bool(words) and words[-1] & CODES**2 - 1 == 0


def first_line(words: Iterable[int]) -> str:
    """Return the first line in these words, without blanks after it."""
    return next(lines(words), "").rstrip()


@cache
def pairs(glyphs: str) -> list[str]:
    """Return the two characters that twelve bits are, for each of their values."""
    return [first + second for first in glyphs for second in glyphs]


def lines(words: Iterable[int], glyphs: str = ASCII) -> Iterator[str]:
    """Yield the lines in these words, without the zeros that end them; the last may have no end."""
    table, ends, held = pairs(glyphs), CODES**2 - 1, ""
    for word in words:
        held += "".join([table[word >> shift & ends] for shift in (48, 36, 24, 12, 0)])
        if not word & ends:
            yield held.rstrip(glyphs[COLON])
            held = ""
    if held:
        yield held


def text_of(number: int, length: int) -> str:
    """Return `length` characters from the right end of a number, without the zeros and blanks after them."""
    codes = [number >> CODE_BITS * place & CODES - 1 for place in reversed(range(length))]
    while codes and codes[-1] in (COLON, BLANK):
        codes.pop()
    return characters(codes)
