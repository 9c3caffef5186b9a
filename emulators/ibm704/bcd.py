"""Characters of the IBM 704: punches in a card's column, the 6-bit code in storage, the code on tape, glyphs.

    card     12 11  0  1 ... 9      a column is a number of 12 bits, row 12 its leftmost
    storage  zone, digit            00-11 0-9 | 20 + 21-31 A-I | 40 - 41-51 J-R | 60 blank 61 / 62-71 S-Z
    tape     the same, but 0 is 12, and the zones 20 and 60 have changed places

The reader knows no characters: it delivers the rows of a card, 9 first and 12 last, each as two words. Programs make
codes of them with shifts and masks; this module is for the units and everything around the machine.

     9 left   columns 1-36 of row 9, column 1 in position S
     9 right  columns 37-72                                     columns 73-80 are not read
     8 left ... 12 right

Sources: IBM 704 manual of operation (24-6661), as quoted by programs and simulators of it; for the punches of signed
zeros and record mark IBM 702 preliminary manual (22-6173) and IBM Magnetic Tape Units (A22-6589).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from emulators.errors import IronboardError
from emulators.ibm704.isa import WORD_BITS

COLUMNS = 80  # of a card
READ_COLUMNS = 2 * WORD_BITS  # the first 72: those that reader and punch work with, and that the printer prints
ROWS = (12, 11, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)  # of a card from its top; of a column from its leftmost bit
READING_ORDER = ROWS[::-1]  # of the rows under the brushes of reader, punch and printer
CARD_WORDS = 2 * len(ROWS)
CODES = 64
CODE_BITS = 6
WORD_CODES = WORD_BITS // CODE_BITS
BLANK = 0o60

NONE = "\0"  # no character has this code
SCIENTIFIC = (
    "0123456789\0='\0\0\0"
    "+ABCDEFGHI?.)\0\0\0"
    "-JKLMNOPQR!$*\0\0\0"
    " /STUVWXYZ|,(\0\0\0"
)  # fmt: skip
COMMERCIAL = SCIENTIFIC.translate(str.maketrans("='+)(", "#@&⌑%"))
# Of +0, -0 and record mark (32, 52, 72) neither set has a glyph: ? ! | stand for them, as in other simulators.
UNPRINTABLE = "~"  # for punches that are no character; the print of the type wheels is not known
NO_CHARACTER = ord(UNPRINTABLE)


class CodeError(IronboardError):
    """A character that has no code; `index` says where in the text it is."""

    def __init__(self, text: str, index: int) -> None:
        self.index = index
        super().__init__(f"the 704 has no character {text[index]!r}")


# ---------------------------------------------------------------- tables


def column_of(*rows: int) -> int:
    """Return a column with punches in these rows."""
    return sum(1 << len(ROWS) - 1 - ROWS.index(row) for row in set(rows))


_ALONE = {0: (0,), 0o20: (12,), 0o40: (11,), BLANK: (), 0o32: (12, 0), 0o52: (11, 0)}  # codes that follow no rule


def _punches(code: int) -> int:
    """Return the column that stands for a used code: zone and digit; 12 is an 8 with a 2, 13 with a 3, 14 with a 4."""
    if code in _ALONE:
        return column_of(*_ALONE[code])
    zone, digit = ((), (12,), (11,), (0,))[code >> 4], code & 0o17
    return column_of(*zone, *((8, digit - 8) if digit > 9 else (digit,)))


PUNCHES: tuple[int | None, ...] = tuple(
    None if SCIENTIFIC[code] == NONE else _punches(code) for code in range(CODES)
)  # by code
_CODES = {column: code for code, column in enumerate(PUNCHES) if column is not None}
_CODES |= {column_of(zone, 8, 2): code for zone, code in ((12, 0o32), (11, 0o52))}  # also read as signed zeros
PUNCHED = tuple(_CODES)  # the columns that are a character
GLYPHS = "".join(SCIENTIFIC[code] for code in _CODES.values()).encode("ascii")  # the printer's character for each
CHARACTERS = len(PUNCHED)
_CHARACTERS = {glyph: code for glyphs in (COMMERCIAL, SCIENTIFIC) for code, glyph in enumerate(glyphs) if glyph != NONE}
_CHARACTERS |= {glyph.lower(): code for glyph, code in _CHARACTERS.items()}

TO_TAPE = tuple(0o12 if code == 0 else code ^ 0o40 if code & 0o20 else code for code in range(CODES))
FROM_TAPE = tuple(0 if code == 0o12 else code ^ 0o40 if code & 0o20 else code for code in range(CODES))
# TO_TAPE[0o12] is 12 like TO_TAPE[0]: no character has the code. 00 is not a code on tape: it would be blank tape.


def code_of(column: int) -> int | None:
    """Return the code of the character punched in a column of 12 bits, None when the punches are no character."""
    return _CODES.get(column)


def glyph(column: int) -> int:
    """Return the printer's ASCII character for a column of 12 bits, as `interpreted` shows it."""
    for index in range(CHARACTERS):
        if PUNCHED[index] == column:
            return GLYPHS[index]
    return NO_CHARACTER


def code(character: str) -> int | None:
    """Return the code of a character in either set of glyphs, of a small letter as of the capital; None for none."""
    return _CHARACTERS.get(character)


def codes(text: str) -> list[int]:
    """Return the codes of a text; raises CodeError at the first character that has none."""
    found = [code(character) for character in text]
    if None in found:
        raise CodeError(text, found.index(None))
    return [each for each in found if each is not None]


def characters(codes: Iterable[int], glyphs: str = SCIENTIFIC) -> str:
    """Return the text of these codes; `~` stands for the unused ones."""
    return "".join(glyphs[each] for each in codes).replace(NONE, UNPRINTABLE)


# ---------------------------------------------------------------- words of six characters


def packed(text: str) -> list[int]:
    """Return words of six characters each, the first leftmost, the last word filled with blanks; raises CodeError."""
    return words_of_codes(codes(text + " " * (-len(text) % WORD_CODES)))


def unpacked(words: Iterable[int], glyphs: str = SCIENTIFIC) -> str:
    """Return the characters in words of 36 bits, six in each."""
    return characters(codes_of_words(words), glyphs)


def words_of_codes(codes: Sequence[int]) -> list[int]:
    """Return words of six codes each; their number is a multiple of six."""
    octal = [f"{each:02o}" for each in codes]
    return [int("".join(octal[start : start + WORD_CODES]), 8) for start in range(0, len(octal), WORD_CODES)]


def codes_of_words(words: Iterable[int]) -> list[int]:
    """Return the six codes in each word, leftmost first."""
    return [word >> shift & CODES - 1 for word in words for shift in range(WORD_BITS - CODE_BITS, -1, -CODE_BITS)]


# ---------------------------------------------------------------- cards


def columns(words: Sequence[int]) -> tuple[int, ...]:
    """Return columns 1-72 of a card of which the machine reads these 24 words."""
    rows = [f"{left:036b}{right:036b}" for left, right in zip(words[::2], words[1::2], strict=True)]
    return tuple(int("".join(bits), 2) for bits in zip(*reversed(rows), strict=True))


def words(columns: Sequence[int]) -> list[int]:
    """Return the 24 words the machine reads of a card with these columns, 80 or fewer, beginning at column 1."""
    read = [*columns[:READ_COLUMNS], *[0] * (READ_COLUMNS - len(columns))]
    rows = ["".join(bits) for bits in zip(*(f"{column:012b}" for column in read), strict=True)]
    return [int(half, 2) for row in reversed(rows) for half in (row[:WORD_BITS], row[WORD_BITS:])]


def punched(text: str) -> tuple[int, ...]:
    """Return the columns of a text, as many as it has characters; raises CodeError."""
    return tuple(PUNCHES[each] or 0 for each in codes(text))


def interpreted(columns: Iterable[int], glyphs: str = SCIENTIFIC) -> str:
    """Return the character punched in each column; `~` stands for punches that are none."""
    found = (code_of(column) for column in columns)
    return "".join(UNPRINTABLE if each is None else glyphs[each] for each in found)


def printed(words: Sequence[int], glyphs: str = SCIENTIFIC) -> str:
    """Return the 72 characters that the printer prints for 24 words of row images."""
    return interpreted(columns(words), glyphs)


def card(text: str) -> list[int]:
    """Return the 24 words of a card with a text of up to 72 characters; raises CodeError."""
    return words(punched(text))
