"""Errors about damaged files: file, place, the offending text, the expected one; and the lines of texts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from emulators.errors import ImageError
from emulators.image import Image
from host import streams

NEWLINE = re.compile(r"\r\n?|\n")
BETWEEN = " \t\x00\x11\x13\x1a\x7f"  # between records: blanks, tape leader, XON, XOFF, the end mark of CP/M
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


def warn(image: Image) -> None:
    """Tell the user of oddities in the file that an image was read from."""
    for note in image.notes:
        streams.warn(note)


def text_lines(data: bytes, file: str) -> Iterator[tuple[str, str]]:
    """Yield ("line N", text) for every line of an ASCII text that is not blank, outer blanks and controls removed."""
    for number, line in enumerate(NEWLINE.split(data.decode("latin-1")), 1):
        if not line.isascii():
            raise damaged(file, f"line {number}", f"{shown(line)} is not ASCII text")
        if line := line.strip(BETWEEN):
            yield f"line {number}", line


def split_lines(data: bytes) -> list[str]:
    """Return the lines of a text in UTF-8, or else in Latin-1, with line ends of any system.

    They are those that assemblers count: form feeds and the like do not end one. A byte order mark is skipped.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    rows = NEWLINE.split(text)
    return rows[:-1] if rows[-1] == "" else rows
