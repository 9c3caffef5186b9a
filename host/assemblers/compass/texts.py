"""What words is a text? The letter behind the count says on which side its characters stand, and what fills the rest.

    nH   left, blanks behind         nA   right, blanks before
    nL   left, zeros behind          nR   right, zeros before
    nC   left, at least 12 zero bits behind (the end of a line)
    nZ   left, at least 6 zero bits behind

With 0 for the count a text ends before a blank, a comma or an operator: 0LNAME. Where the character behind the letter
is no letter or digit, it begins the text and comes again at its end: 0L*ANY TEXT*; as data, L*ANY TEXT* is the same.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from emulators.cdc6600 import display_code
from emulators.cdc6600.display_code import BLANK, CODE_BITS, WORD_CODES, CodeError
from host.assemblers.compass.line import Field
from host.assemblers.diagnostics import AssemblyError

TEXT = re.compile(r"(\d+)([HALRCZ])", re.ASCII)
DELIMITED = re.compile(r"([HALRCZ])([^A-Z0-9,+\-\s])", re.ASCII)
PLAIN = re.compile(r"[A-Z0-9][^\s,+\-*/]*", re.ASCII)
MOST_CHARACTERS = 10_000
ZEROS_BEHIND = {"C": 2, "Z": 1}


class Text(NamedTuple):
    """Codes of characters, and the letter that says where they stand."""

    codes: list[int]
    letter: str
    field: Field

    def words(self) -> list[int]:
        """Return as many words as the text needs, one at least."""
        codes = self.codes + [0] * ZEROS_BEHIND.get(self.letter, 0)
        missing = -len(codes) % WORD_CODES if codes else WORD_CODES
        return display_code.words_of_codes(self._filled(codes, missing))

    def number(self, bits: int) -> int:
        """Return the text in a field of so many bits; raises AssemblyError where it does not fit."""
        room = bits // CODE_BITS
        if len(self.codes) > room:
            message = f"{len(self.codes)} characters do not fit into {bits} bits"
            raise AssemblyError(self.field.place(), message, f"{room} characters do" if room else "")
        value = display_code.number(self._filled(self.codes, room - len(self.codes)))
        return value if self.letter in "AR" else value << bits % CODE_BITS

    def _filled(self, codes: list[int], missing: int) -> list[int]:
        fill = [BLANK if self.letter in "HA" else 0] * missing
        return fill + codes if self.letter in "AR" else codes + fill


def counted(field: Field, match: re.Match[str]) -> tuple[Text, int]:
    """Return the text that TEXT has matched at its beginning, and the index behind it; raises AssemblyError."""
    count, start = match[1], match.end()
    if len(count) > len(str(MOST_CHARACTERS)) or int(count) > MOST_CHARACTERS:
        raise AssemblyError(field.place(match.start(), len(count)), f"a text has at most {MOST_CHARACTERS} characters")
    plain = PLAIN.match(field.text, start)
    if int(count) == 0 and plain is None:
        return delimited(field, start, match[2], match.start())
    end = plain.end() if plain and int(count) == 0 else start + int(count)
    characters = field.text[start:end]
    found = field.part(match.start(), end)
    return Text(encoded(field.part(start, end), f"{characters:<{int(count)}}"), match[2], found), end


def delimited(field: Field, start: int, letter: str, first: int) -> tuple[Text, int]:
    """Return the text between the character at `start` and where it comes again, and the index behind that."""
    mark = field.text[start : start + 1]
    end = field.text.find(mark, start + 1) if mark.strip() else -1
    if end < 0:
        hint = f"the character behind {letter} begins the text and must end it: 0{letter}*TEXT*"
        raise AssemblyError(field.place(first), "the text has no end", hint)
    inside = field.part(start + 1, end)
    return Text(encoded(inside, inside.text), letter, field.part(first, end + 1)), end + 1


def encoded(field: Field, characters: str) -> list[int]:
    """Return the codes of the characters of a field; raises AssemblyError."""
    try:
        return display_code.codes(characters)
    except CodeError as error:
        raise AssemblyError(field.place(error.index, 1), str(error)) from None
