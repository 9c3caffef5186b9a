"""Files of test vectors: JSON objects, one after the other (one a line) or in one array, plain or gzipped."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from emulators.errors import IronboardError

GZIP = b"\x1f\x8b"
T = TypeVar("T")


class VectorError(IronboardError):
    """A vector file that cannot be read; the message begins with the file and the line."""


def read_vectors(path: Path, parse: Callable[[dict[str, Any]], T]) -> Iterator[T]:
    """Return what `parse` makes of the objects of a file; raises VectorError at the first thing that is none.

    `parse` raises ValueError, KeyError or TypeError for an object that is not a test vector.
    """
    text = read_text(path)
    found = False
    for start, value in json_values(text, path):
        try:
            if not isinstance(value, dict):
                raise TypeError("an object {...} is expected")
            vector = parse(value)
        except (ValueError, KeyError, TypeError) as error:
            reason = f"{error} is missing" if isinstance(error, KeyError) else str(error)
            raise VectorError(f"{place(path, text, start)}: not a test vector: {reason}") from error
        found = True
        yield vector
    if not found:
        raise VectorError(f"{path}:1: there is no test vector in this file")


def read_text(path: Path) -> str:
    """Return the text of a file, plain or gzipped."""
    data = path.read_bytes()
    try:
        return (gzip.decompress(data) if data.startswith(GZIP) else data).decode("utf-8")
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise VectorError(f"{path}:1: damaged gzip file: {error}") from error
    except UnicodeDecodeError as error:
        raise VectorError(f"{path}:1: this is no text, and not gzipped text: {error.reason}") from error


def json_values(text: str, path: Path) -> Iterator[tuple[int, Any]]:
    """Return position and value of each JSON value: of an array's elements, or of values on lines of their own."""
    decode = json.JSONDecoder().raw_decode
    start = skip_space(text, 0)
    in_array = text.startswith("[", start)
    if in_array:
        start = skip_space(text, start + 1)
    closed = in_array and text.startswith("]", start)
    if closed:
        start = skip_space(text, start + 1)
    while start < len(text) and not closed:
        try:
            value, end = decode(text, start)
        except (json.JSONDecodeError, RecursionError) as error:
            where = error.pos if isinstance(error, json.JSONDecodeError) else start
            where = max(start, len(text[:where].rstrip()) - 1)  # a value cut short is an error where it ends
            raise VectorError(f"{place(path, text, where)}: not JSON: {error}") from error
        yield start, value
        end = skip_space(text, end)
        if in_array:
            closed = text.startswith("]", end)
            if not closed and not text.startswith(",", end):
                raise VectorError(f"{place(path, text, end)}: not JSON: ',' or ']' expected behind an element")
            end = skip_space(text, end + 1)
        start = end
    if in_array and (not closed or start < len(text)):
        raise VectorError(f"{place(path, text, start)}: not JSON: the array should end here, and the file with it")


def skip_space(text: str, start: int) -> int:
    """Return the place of the next character that is not white space."""
    while start < len(text) and text[start] in " \t\r\n":
        start += 1
    return start


def place(path: Path, text: str, position: int) -> str:
    """Return file:line of a position in the text."""
    return f"{path}:{text.count(chr(10), 0, position) + 1}"


def number(value: Any, bits: int) -> int:
    """Return an integer of so many bits."""
    if type(value) is not int or value < 0 or value >> bits:
        raise ValueError(f"{value!r} should be a number of {bits} bits")
    return value


def octal(value: Any, bits: int) -> int:
    """Return a number of so many bits from its octal digits."""
    if not isinstance(value, str):
        raise ValueError(f"{value!r} should be octal digits")
    return number(int(value, 8), bits)
