"""How is an instruction read that somebody types into a debugger? With octal numbers, and with all its names.

In a source 10 is ten; in a debugger of a machine of octal words it is eight, and 10D is ten. Several instructions have
a semicolon between; they come into words as in a source.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from emulators.errors import ImageError
from host.assemblers.compass.assembler import Assembler
from host.assemblers.compass.operands import is_name
from host.assemblers.source import Line

NAMES = re.compile(r"[^+\-*/,;\s]+")
STATEMENT = re.compile(r"[^;]+")

ValueOf = Callable[[str], int | None]


def assemble_typed(text: str, address: int, value_of: ValueOf) -> tuple[int, ...]:
    """Assemble instructions for an address; `value_of` knows the debugger's names. Returns words of 60 bits.

    Raises SourceErrors, whose places are in the text; ImageError for what puts no words there.
    """
    names = {each.upper(): value_of(each) for each in NAMES.findall(text)}
    names |= {each.upper(): value_of(each.upper()) for each in NAMES.findall(text) if names[each.upper()] is None}
    known = {name: value for name, value in names.items() if value is not None and is_name(name)}
    assembler = Assembler(defines=known)
    assembler.names.octal, assembler.columns = True, False
    wrong = ImageError(f"'{text.strip()}' puts nothing, or something elsewhere, at {address:06o}")
    if not 0 <= address < assembler.program.target.size:
        raise wrong
    assembler.program.set_origin(address)
    lines = [
        Line("line", 1, f"{'':{match.start()}}{match[0]}") for match in STATEMENT.finditer(text.replace("\t", " "))
    ]
    try:
        assembly = assembler.assemble_lines("line", lines)
    except ImageError:
        raise wrong from None
    if assembler.has_literals:
        raise ImageError(f"'{text.strip()}': a literal has no place here, put it into a word of its own")
    segments = assembly.image.merged()
    if [segment.address for segment in segments] != [address]:
        raise wrong
    return tuple(segments[0].words)
