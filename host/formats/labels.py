"""Label files for monitors: `al` lines, as VICE's monitor and the linker ld65 (-Ln) write them.

    al C:0200 .start           VICE: C is the computer's memory, the address has 16 bits
    al 000200 .start           ld65: any symbol, 32 bits in two's complement, six digits or more

Reading takes both kinds, mixed as they may be. Sources: VICE manual, chapter "Monitor", add_label;
cc65 documentation, ld65 option -Ln.
"""

from __future__ import annotations

import re

from emulators.errors import ImageError
from emulators.image import Image
from host.formats.faults import damaged, refuse_empty, shown, text_lines
from host.formats.memory import SPACE

LINE = re.compile(r"(?:al|add_label)\s+(?P<bank>[Cc]:)?(?P<value>[0-9A-Fa-f]{1,8})\s+\.(?P<name>\S+)")
COMMENT = ("#", ";")
WORD = 1 << 32


def loads(data: bytes, file: str = "<data>") -> Image:
    """Return an image without memory whose symbols are the file's labels.

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
        raise damaged(file, "", "there is no label in the file")
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
            raise ImageError(f"the symbol '{name}' = {value} is not an address of 0000-FFFF, all that VICE labels hold")
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
    """Tell whether the beginning of a file looks like a label file."""
    return bool(re.match(rb"\s*(al|add_label)[ \t]+([Cc]:)?[0-9A-Fa-f]{1,8}[ \t]+\.", head))
