"""Single-instruction test vectors: what one looks like, and reading files of them.

A file holds JSON objects, one after the other (one a line) or as the elements of one array, plain or gzipped:

    {"name": "a9 000",
     "initial": {"pc": 512, "s": 255, "a": 0, "x": 0, "y": 0, "p": 36, "ram": [[512, 169], [513, 1]]},
     "final":   {"pc": 514, "s": 255, "a": 1, "x": 0, "y": 0, "p": 36, "ram": [[512, 169], [513, 1]]},
     "cycles":  [[512, 169, "read"], [513, 1, "read"]]}

`ram` lists every byte that the instruction touches, `cycles` every access to the bus, dummy ones included.
The status register has no bits 4 and 5; whatever a file says of them is read as 0 and 1.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from emulators.errors import IronboardError
from emulators.mos6502.arithmetic import ALWAYS, BREAK
from emulators.mos6502.core import REGISTERS

GZIP = b"\x1f\x8b"
DIRECTIONS = {"read": 0, "write": 1}
WIDTHS = tuple(REGISTERS.values())


class VectorError(IronboardError):
    """A vector file that cannot be read; the message begins with the file and the line."""


class Vector(NamedTuple):
    """One instruction: the state before, the state after, and the bus in between."""

    name: str
    opcode: int
    before: tuple[int, ...]  # the registers, in the order of `core.REGISTERS`
    after: tuple[int, ...]
    ram_before: list[tuple[int, int]]  # address, byte
    ram_after: list[tuple[int, int]]
    bus: list[tuple[int, int, int]]  # address, byte, 1 for a write


def read_vectors(path: Path) -> Iterator[Vector]:
    """Return the vectors of a file; raises VectorError at the first thing that is not one."""
    text = read_text(path)
    found = False
    for start, value in json_values(text, path):
        try:
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


def parse(value: Any) -> Vector:
    """Return a vector from its JSON; raises ValueError, KeyError or TypeError."""
    if not isinstance(value, dict):
        raise TypeError("an object {...} is expected")
    bus = [(number(a, 16), number(byte, 8), direction(d)) for a, byte, d in value["cycles"]]
    if not bus:
        raise ValueError("an instruction has at least one cycle")
    before, ram_before = state(value["initial"])
    after, ram_after = state(value["final"])
    return Vector(str(value["name"]), bus[0][1], before, after, ram_before, ram_after, bus)


def state(value: dict[str, Any]) -> tuple[tuple[int, ...], list[tuple[int, int]]]:
    """Return the registers and the memory of one side of a vector."""
    *others, p = (number(value[name], width) for name, width in REGISTERS.items())
    ram = [(number(address, 16), number(byte, 8)) for address, byte in value["ram"]]
    return (*others, p & ~BREAK | ALWAYS), ram


def number(value: Any, bits: int) -> int:
    """Return an integer of so many bits."""
    if type(value) is not int or value < 0 or value >> bits:
        raise ValueError(f"{value!r} should be a number of {bits} bits")
    return value


def direction(word: Any) -> int:
    """Return 1 for "write" and 0 for "read"."""
    if not isinstance(word, str) or word not in DIRECTIONS:
        raise ValueError(f"{word!r} should be one of {', '.join(DIRECTIONS)}")
    return DIRECTIONS[word]
