"""Label files for assemblers: `name = $0200` lines that a ca65 source takes with .include.

    start = $0200
    .scope start               the symbols start::loop and start::done
    loop = $0203
    done = $020A
    .endscope

Source: ca65 Users Guide, sections on symbols and scopes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import takewhile

from emulators.errors import ImageError
from emulators.image import Image
from host.formats.faults import damaged, refuse_empty, shown, text_lines

NAME = r"[A-Za-z_][A-Za-z0-9_]*"
VALUE = r"-?(?:\$[0-9A-Fa-f]{1,8}|%[01]{1,32}|[0-9]{1,10})"
DEFINITION = re.compile(rf"({NAME})\s*:?=\s*({VALUE})")
SCOPE = re.compile(rf"\.scope\s+({NAME})", re.IGNORECASE)
WRITABLE = re.compile(rf"{NAME}(?:::{NAME})*")
RADIX = {"$": 16, "%": 2}
SEPARATOR = "::"
LIMIT = 1 << 32  # ca65 computes with 32 bits


def loads(data: bytes, file: str = "<data>") -> Image:
    """Return an image without memory whose symbols are the file's definitions."""
    refuse_empty(data, file, "definitions like 'name = $0200'")
    symbols: dict[str, int] = {}
    scopes: list[str] = []
    for where, text in text_lines(data, file):
        line = text.partition(";")[0].strip()
        if match := SCOPE.fullmatch(line):
            scopes.append(match[1])
        elif line.lower() == ".endscope" and scopes:
            scopes.pop()
        elif match := DEFINITION.fullmatch(line):
            define(symbols, SEPARATOR.join([*scopes, match[1]]), number(match[2]), file, where)
        elif line:
            raise damaged(file, where, f"{shown(line)} is not a definition: expected 'name = $0200'")
    if scopes:
        raise damaged(file, "", f"the file ends inside the scope '{scopes[-1]}': '.endscope' is missing")
    if not symbols:
        raise damaged(file, "", "there is no definition in the file")
    return Image(symbols=symbols)


def define(symbols: dict[str, int], name: str, value: int, file: str, where: str) -> None:
    """Add a symbol, unless it has another value already."""
    if abs(value) >= LIMIT:
        raise damaged(file, where, f"'{name}' = {value} does not fit 32 bits")
    known = symbols.setdefault(name, value)
    if known != value:
        raise damaged(file, where, f"'{name}' = {value:04X}, but it is {known:04X} already")


def number(text: str) -> int:
    """Return the value of a hexadecimal ($), binary (%) or decimal number."""
    sign, digits = (-1, text[1:]) if text[0] == "-" else (1, text)
    return sign * (int(digits[1:], RADIX[digits[0]]) if digits[0] in RADIX else int(digits))


def dumps(image: Image) -> bytes:
    """Return the definitions of the image's symbols, scope by scope.

    Names that a source cannot use, such as those of local labels, are written as comments.
    """
    if not image.symbols:
        raise ImageError("the image has no symbols: there are no labels to write")
    for name, value in image.symbols.items():
        if abs(value) >= LIMIT:
            raise ImageError(f"the symbol '{name}' = {value} does not fit 32 bits")
    usable = sorted(tuple(name.split(SEPARATOR)) for name in image.symbols if WRITABLE.fullmatch(name))
    lines = definitions(sorted(usable, key=lambda path: path[:-1]), image.symbols)
    others = [name for name in image.symbols if not WRITABLE.fullmatch(name)]
    lines += [f"; {name!a} = {literal(image.symbols[name])}" for name in others]
    return "".join(f"{line}\n" for line in lines).encode("ascii")


def definitions(paths: Iterable[tuple[str, ...]], values: Mapping[str, int]) -> list[str]:
    """Return the lines for symbols given as (scope, ..., name), sorted by their scopes."""
    lines: list[str] = []
    inside: tuple[str, ...] = ()
    for *scopes, name in paths:
        common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(inside, scopes, strict=False)))
        lines += [".endscope"] * (len(inside) - common)
        lines += [f".scope {scope}" for scope in scopes[common:]]
        inside = tuple(scopes)
        lines.append(f"{name} = {literal(values[SEPARATOR.join([*scopes, name])])}")
    return lines + [".endscope"] * len(inside)


def literal(value: int) -> str:
    """Return a number as ca65 takes it."""
    return f"{'-' * (value < 0)}${abs(value):04X}"


def recognises(head: bytes) -> bool:
    """Tell whether the beginning of a file looks like definitions, perhaps after comments."""
    text = head.decode("latin-1")
    return bool(re.match(rf"(?:\s|;[^\r\n]*[\r\n])*(?:\.scope\s|{NAME}[ \t]*:?=[ \t]*-?[$%0-9])", text, re.IGNORECASE))
