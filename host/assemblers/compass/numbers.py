"""The words of numbers: integers, decimal or octal, scaled by powers of two, and floating numbers.

    digits [ . digits ] [ B | O | D ] [ E exponent ] [ S binary scale ]      modifiers in any order

In data, the letter may be in front: O17, B17, D17. Digits before B or O are octal, before D decimal; without, the base
in force says it. With . or E the number is floating, rounded to nearest. S multiplies by a power of two. Negative words
are complements; -0 is all ones.

    59     58 .. 48            47 .. 0
    sign   exponent + 2000B    integer coefficient, bit 47 set          negative numbers: the whole word complemented
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from emulators.cdc6600 import display_code
from emulators.cdc6600.display_code import BLANK, CODE_BITS, WORD_CODES, CodeError
from host.assemblers.columns import Field, NumberError, normalized
from host.languages.assembly import AssemblyError

WORD = (1 << 60) - 1
LARGEST = (1 << 59) - 1
COEFFICIENT_BITS = 48
BIAS, MOST_EXPONENT = 0o2000, 0o1776  # of the integer coefficient; 1777 is infinite
NUMBER = re.compile(
    r"(?P<whole>\d*)(?P<point>\.(?P<fraction>\d*))?(?P<modifiers>(?:[BOD](?![A-Z\d.])|[BOD](?=[ES])|EE?[+-]?\d+|S[+-]?\d+|P[+-]?\d+)*)",
    re.ASCII,
)
RADIX_BEFORE = re.compile(r"[BOD](?=\d)", re.ASCII)  # in data: B17 is 17B
RADIXES = frozenset("BOD")
MODIFIER = re.compile(r"(?P<letter>EE|[BODESP])(?P<value>[+-]?\d*)")
MOST_DIGITS, MOST_SCALE = 60, 400
EXAMPLES = "as 12, 17B, 1.5, 2.5E-3 or 1S17"


def magnitude(match: re.Match[str], octal: bool, before: str = "") -> Fraction | int:
    """Return the number that NUMBER has matched, a Fraction where it is floating; raises NumberError.

    `before` is the letter in front of it, if there is one.
    """
    modifiers = {each["letter"]: each["value"] for each in MODIFIER.finditer(match["modifiers"])}
    if before:
        if RADIXES & set(modifiers):
            raise NumberError("a number has one letter for its base, in front or behind", EXAMPLES)
        modifiers[before] = ""
    digits = match["whole"] + (match["fraction"] or "")
    if not digits:
        raise NumberError("this is not a number", EXAMPLES)
    for letter, what in (("P", "binary points"), ("EE", "numbers of double precision")):
        if letter in modifiers:
            raise NumberError(f"{what} ({letter}) are not supported", EXAMPLES)
    floating = match["point"] is not None or "E" in modifiers
    if floating and {"B", "O"} & set(modifiers):
        raise NumberError("an octal number is an integer", EXAMPLES)
    octal = bool({"B", "O"} & set(modifiers)) or (octal and not floating and "D" not in modifiers)
    if octal and set(digits) & set("89"):
        raise NumberError(f"'{digits}' is not octal", "octal digits are 0 to 7; D after a number says decimal")
    if len(digits) > MOST_DIGITS:
        raise NumberError(f"a number has at most {MOST_DIGITS} digits")
    exponent, scale = int(modifiers.get("E") or 0), int(modifiers.get("S") or 0)
    if max(abs(exponent), abs(scale) // 3) > MOST_SCALE:
        raise NumberError("the number is out of range", "a floating number reaches from about 1E-294 to 1E322")
    if floating:
        number = Fraction(int(digits), 10 ** len(match["fraction"] or "")) * Fraction(10) ** exponent
        return number * Fraction(2) ** scale
    integer = int(digits, 8 if octal else 10)
    integer = integer << scale if scale >= 0 else integer >> -scale
    if integer > (WORD if octal or scale else LARGEST):
        raise NumberError("the number does not fit into a word", f"the largest is {LARGEST}")
    return integer


def word(number: Fraction | int, negative: bool = False) -> int:
    """Return the word of a number without its sign; raises NumberError."""
    positive = floating(number) if isinstance(number, Fraction) else number
    return positive ^ WORD if negative else positive


def floating(number: Fraction) -> int:
    """Return the floating word nearest to a number, a half rounded up; raises NumberError."""
    if not number:
        return 0
    coefficient, exponent = normalized(number, COEFFICIENT_BITS)
    if not -MOST_EXPONENT <= exponent <= MOST_EXPONENT:
        raise NumberError("the number is out of range", "a floating number reaches from about 1E-294 to 1E322")
    return (BIAS + exponent if exponent >= 0 else BIAS - 1 + exponent) << COEFFICIENT_BITS | coefficient


def fit(value: int, bits: int, field: Field) -> int:
    """Return a value in `bits` bits, a negative one as complement; raises AssemblyError where it does not fit."""
    most = (1 << bits) - 1
    if not -(most >> 1) <= value <= most:
        raise field.error(f"the value {value} does not fit into {bits} bits")
    return value if value >= 0 else most + value


# ---------------------------------------------------------------- texts
# The letter after the count gives the side of the characters, and the filling of the rest.
#
#     nH   left, blanks after         nA   right, blanks before
#     nL   left, zeros after          nR   right, zeros before
#     nC   left, at least 12 zero bits after (the end of a line)
#     nZ   left, at least 6 zero bits after
#
# With 0 for the count a text ends before a blank, a comma or an operator: 0LNAME. Where the character after the letter
# is neither a letter nor a digit, it begins the text and ends it: 0L*ANY TEXT*; in data, L*ANY TEXT* is
# the same.

TEXT = re.compile(r"(\d+)([HALRCZ])", re.ASCII)
DELIMITED = re.compile(r"([HALRCZ])([^A-Z0-9,+\-\s])", re.ASCII)
PLAIN = re.compile(r"[A-Z0-9][^\s,+\-*/]*", re.ASCII)
MOST_CHARACTERS = 10_000
ZEROS_AFTER = {"C": 2, "Z": 1}


class Text(NamedTuple):
    """Codes of characters, and the letter for their side of the word."""

    codes: list[int]
    letter: str
    field: Field

    def words(self) -> list[int]:
        """Return as many words as the text needs, one at least."""
        codes = self.codes + [0] * ZEROS_AFTER.get(self.letter, 0)
        missing = -len(codes) % WORD_CODES if codes else WORD_CODES
        return display_code.words_of_codes(self._filled(codes, missing))

    def number(self, bits: int) -> int:
        """Return the text in a field of `bits` bits; raises AssemblyError where it does not fit."""
        room = bits // CODE_BITS
        if len(self.codes) > room:
            message = f"{len(self.codes)} characters do not fit into {bits} bits"
            raise self.field.error(message, f"{room} characters do" if room else "")
        value = display_code.number(self._filled(self.codes, room - len(self.codes)))
        return value if self.letter in "AR" else value << bits % CODE_BITS

    def _filled(self, codes: list[int], missing: int) -> list[int]:
        fill = [BLANK if self.letter in "HA" else 0] * missing
        return fill + codes if self.letter in "AR" else codes + fill


def counted(field: Field, match: re.Match[str]) -> tuple[Text, int]:
    """Return the text that TEXT has matched at its beginning, and the index after it; raises AssemblyError."""
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
    """Return the text between the character at `start` and its next occurrence, and the index after that."""
    mark = field.text[start : start + 1]
    end = field.text.find(mark, start + 1) if mark.strip() else -1
    if end < 0:
        hint = f"the character after {letter} begins the text and must end it: 0{letter}*TEXT*"
        raise AssemblyError(field.place(first), "the text has no end", hint)
    inside = field.part(start + 1, end)
    return Text(encoded(inside, inside.text), letter, field.part(first, end + 1)), end + 1


def encoded(field: Field, characters: str) -> list[int]:
    """Return the codes of the characters of a field; raises AssemblyError."""
    try:
        return display_code.codes(characters)
    except CodeError as error:
        raise AssemblyError(field.place(error.index, 1), str(error)) from None
