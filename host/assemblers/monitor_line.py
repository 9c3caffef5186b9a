"""How is an instruction read that somebody types into a monitor? With the debugger's numbers, and with all its names.

In a source 10 is ten and $10 is sixteen; in a monitor of a machine of bytes both are sixteen, and +10 is ten. So the
line is rewritten before it is assembled; errors are moved back to where the user sees them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from emulators.errors import ImageError, Place, SourceError, SourceErrors
from host.assemblers.mos6502 import NAME, assemble_line

TOKEN = re.compile(
    r"""\s+ | "[^"]*"? | '.'? | [$%][0-9A-Fa-f]+ | (?P<word>[A-Za-z0-9_@]+(?:::[A-Za-z0-9_@]+)*) | .""", re.VERBOSE
)
HEXADECIMAL, OCTAL = re.compile(r"(?:0[xX])?([0-9A-Fa-f]+)"), re.compile(r"0[oO]([0-7]+)")
REGISTERS = ("A", "X", "Y")
BEFORE_SIGN = "#(,<>+-*/&|^~"  # behind these, or at the start, + is a sign

ValueOf = Callable[[str], int | None]


class Piece(NamedTuple):
    """A token, and what is assembled in its place."""

    old: str
    new: str


def assemble_typed(text: str, address: int, value_of: ValueOf) -> bytes:
    """Assemble an instruction for an address; `value_of` knows the debugger's names.

    Raises SourceErrors; ImageError for what puts no bytes there.
    """
    pieces = list(rewritten(text, value_of))
    try:
        return assemble_line("".join(piece.new for piece in pieces), address, value_of)
    except ImageError:
        raise ImageError(f"'{text.strip()}' puts nothing, or something elsewhere, at {address:04X}") from None
    except SourceErrors as errors:
        places = [_moved(each.place, text, pieces) for each in errors.errors]
        typed = [SourceError(place, each.message, each.hint) for place, each in zip(places, errors.errors, strict=True)]
        raise SourceErrors(typed) from None


def rewritten(text: str, value_of: ValueOf) -> Iterator[Piece]:
    """Yield the tokens of a line: first what stays as it is, up to the operation, then the operand."""
    operand = None  # where it begins
    for match in TOKEN.finditer(text):
        before = "" if operand is None else text[operand : match.start()].rstrip()
        decimal = before.endswith("+") and before[:-1].rstrip()[-1:] in BEFORE_SIGN
        changes = match["word"] and operand is not None and not decimal
        yield Piece(match[0], _operand(match[0], value_of) if changes else match[0])
        if match["word"] and operand is None and text[match.end() : match.end() + 1] != ":":
            operand = match.end()


def _operand(word: str, value_of: ValueOf) -> str:
    """Return what a word of the operand is in a source."""
    if word.upper() in REGISTERS:
        return word
    value = value_of(word)
    if value is not None:
        return word if NAME.fullmatch(word) else f"${value:04X}"
    hexadecimal, octal = HEXADECIMAL.fullmatch(word), OCTAL.fullmatch(word)
    if hexadecimal:
        return f"${hexadecimal[1]}"
    return str(int(octal[1], 8)) if octal else word


def _moved(place: Place, text: str, pieces: list[Piece]) -> Place:
    """Return a place of the rewritten line as one of the text: the tokens it touches."""
    first, end = place.column - 1, place.column - 1 + place.length
    new = old = 0
    starts, ends = [], []
    for piece in pieces:
        if new < end and first < new + len(piece.new):
            same = piece.old == piece.new
            starts.append(old + (max(first - new, 0) if same else 0))
            ends.append(old + (min(end - new, len(piece.old)) if same else len(piece.old)))
        new, old = new + len(piece.new), old + len(piece.old)
    start, stop = (starts[0], ends[-1]) if starts else (len(text), len(text) + 1)
    return replace(place, column=start + 1, length=stop - start, text=text)
