"""Label files for monitors: `al` lines, as VICE's monitor and the linker ld65 (-Ln) write them.

    al C:0200 .start           VICE: C is the computer's memory, the address has 16 bits
    al 000200 .start           ld65: any symbol, 32 bits in two's complement, six digits or more

Reading takes both kinds, mixed as they may be. Sources: VICE manual, chapter "Monitor", add_label;
cc65 documentation, ld65 option -Ln.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import takewhile

from emulators.errors import ImageError
from emulators.image import Image
from host.formats.faults import damaged, refuse_empty, shown, text_lines
from host.formats.memory import SPACE

LINE = re.compile(r"(?:al|add_label)\s+(?P<bank>[Cc]:)?(?P<value>[0-9A-Fa-f]{1,8})\s+\.(?P<name>\S+)")
COMMENT = ("#", ";")
WORD = 1 << 32


def loads(data: bytes, file: str = "<data>") -> Image:
    """Return an image without memory, with the file's labels as its symbols.

    ld65 writes names without their scopes, so one name may have several addresses: the second and
    later ones are called name@address.
    """
    refuse_empty(data, file, "labels like 'al C:0200 .name'")
    symbols: dict[str, int] = {}
    for where, line in text_lines(data, file):
        if line.startswith(COMMENT):
            continue
        name, value = label(line, file, where)
        while symbols.setdefault(name, value) != value:
            name = f"{name}@{value:04X}"
    if not symbols:
        raise damaged(file, "", "the file contains no labels")
    return Image(symbols=symbols)


def label(line: str, file: str, where: str) -> tuple[str, int]:
    """Return the name and the value of one line."""
    match = LINE.fullmatch(line)
    if not match:
        raise damaged(file, where, f"{shown(line)} is not a label: expected 'al C:0200 .name' or 'al 000200 .name'")
    value = int(match["value"], 16)
    if match["bank"] and value >= SPACE:
        raise damaged(file, where, f"the address {match['value']} of {shown(match['name'])} is beyond FFFF")
    return match["name"], value - WORD if value >= WORD // 2 else value


def dumps_vice(image: Image) -> bytes:
    """Return the image's symbols for VICE's monitor."""
    for name, value in image.symbols.items():
        if not 0 <= value < SPACE:
            raise ImageError(
                f"the symbol '{name}' = {value} is not an address from 0000 to FFFF, the range of VICE labels"
            )
    return lines(image, "al C:{:04X} .{}\n")


def dumps_ld65(image: Image) -> bytes:
    """Return the image's symbols as ld65 writes them."""
    for name, value in image.symbols.items():
        if not -WORD // 2 <= value < WORD // 2:
            raise ImageError(f"the symbol '{name}' = {value} does not fit the 32 bits of an ld65 label")
    return lines(image, "al {:06X} .{}\n")


def lines(image: Image, form: str) -> bytes:
    """Return a line for each symbol, in the order of their values."""
    if not image.symbols:
        raise ImageError("the image has no symbols: there are no labels to write")
    for name in image.symbols:
        if not re.fullmatch(r"[!-~]+", name):
            raise ImageError(f"the symbol {name!r} cannot be a label: a name is ASCII without blanks")
    ordered = sorted(image.symbols.items(), key=lambda item: (item[1], item[0]))
    return "".join(form.format(value % WORD, name) for name, value in ordered).encode("ascii")


def recognises(head: bytes) -> bool:
    """Return whether the beginning of a file looks like a label file."""
    return bool(re.match(rb"\s*(al|add_label)[ \t]+([Cc]:)?[0-9A-Fa-f]{1,8}[ \t]+\.", head))


# ---------------------------------------------------------------- include
# Label files for assemblers: `name = $0200` lines that a ca65 source takes with .include.
#
#     start = $0200
#     .scope start               the symbols start::loop and start::done
#     loop = $0203
#     done = $020A
#     .endscope
#
# Source: ca65 Users Guide, sections on symbols and scopes.


NAME = r"[A-Za-z_][A-Za-z0-9_]*"
VALUE = r"-?(?:\$[0-9A-Fa-f]{1,8}|%[01]{1,32}|[0-9]{1,10})"
DEFINITION = re.compile(rf"({NAME})\s*:?=\s*({VALUE})")
SCOPE = re.compile(rf"\.scope\s+({NAME})", re.IGNORECASE)
WRITABLE = re.compile(rf"{NAME}(?:::{NAME})*")
RADIX = {"$": 16, "%": 2}
SEPARATOR = "::"
LIMIT = 1 << 32  # ca65 computes with 32 bits


def loads_include(data: bytes, file: str = "<data>") -> Image:
    """Return an image without memory, with the file's definitions as its symbols."""
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
        raise damaged(file, "", "the file contains no definitions")
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


def dumps_include(image: Image) -> bytes:
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
    """Return a number in ca65 syntax."""
    return f"{'-' * (value < 0)}${abs(value):04X}"


def recognises_include(head: bytes) -> bool:
    """Return whether the beginning of a file looks like definitions, optionally after comments."""
    text = head.decode("latin-1")
    return bool(re.match(rf"(?:\s|;[^\r\n]*[\r\n])*(?:\.scope\s|{NAME}[ \t]*:?=[ \t]*-?[$%0-9])", text, re.IGNORECASE))
