"""How readers report damage: which file, where in it, the offending text, what was expected."""

from __future__ import annotations

import re
from collections.abc import Iterator

from emulators.errors import ImageError

NEWLINE = re.compile(r"\r\n?|\n")
NOT_HEX = re.compile(r"[^0-9A-Fa-f]")
SHOWN = 32  # characters of offending text in a message


def damaged(file: str, where: str, problem: str) -> ImageError:
    """Return the error for a problem at one place of a file."""
    return ImageError(f"{file}, {where}: {problem}" if where else f"{file}: {problem}")


def shown(text: str | bytes) -> str:
    """Return offending text for a message: quoted, escaped where unprintable, cut when long."""
    if isinstance(text, bytes):
        text = text[: SHOWN + 1].decode("latin-1")
    return ascii(text[:SHOWN]) + ("..." if len(text) > SHOWN else "")


def refuse_empty(data: bytes, file: str, expected: str) -> None:
    """Raise ImageError when there is no data at all."""
    if not data:
        raise damaged(file, "", f"the file is empty; expected {expected}")


def text_lines(data: bytes, file: str) -> Iterator[tuple[str, str]]:
    """Yield ("line N", text) for every line of an ASCII text that is not blank, outer blanks removed."""
    for number, line in enumerate(NEWLINE.split(data.decode("latin-1")), 1):
        if not line.isascii():
            raise damaged(file, f"line {number}", f"{shown(line)} is not ASCII text")
        if line := line.strip(" \t"):
            yield f"line {number}", line


def hex_bytes(digits: str, file: str, where: str) -> bytes:
    """Return the bytes that a record spells as pairs of hexadecimal digits."""
    if wrong := NOT_HEX.search(digits):
        raise damaged(file, where, f"{shown(wrong.group())} in {shown(digits)} is not a hexadecimal digit")
    if len(digits) % 2:
        raise damaged(file, where, f"{shown(digits)} has an odd number of hexadecimal digits: one is missing")
    return bytes.fromhex(digits)


def check_sum(stated: int, computed: int, digits: int, file: str, where: str) -> None:
    """Raise ImageError when the checksum written in a record is not the one its bytes give."""
    if stated != computed:
        message = f"the checksum is {stated:0{digits}X}, but the record's bytes give {computed:0{digits}X}"
        raise damaged(file, where, message)
