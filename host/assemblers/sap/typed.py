"""How is an instruction read that somebody types into a debugger? With octal numbers, and with all its names.

In a source 10 is ten; in a debugger of a machine of octal words it is eight, and +10 is ten. What DEC, OCT and BCD take
means what it does in a source.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from emulators.errors import ImageError
from host.assemblers.sap.assembler import Assembler
from host.assemblers.source import Line

NAMES = re.compile(r"[^+\-*/,\s]+")

ValueOf = Callable[[str], int | None]


def assemble_typed(text: str, address: int, value_of: ValueOf) -> tuple[int, ...]:
    """Assemble a card for an address; `value_of` knows the debugger's names. Returns its words of 36 bits.

    Raises SourceErrors, whose places are in the text; ImageError for what puts no words there.
    """
    names = {each.upper(): value_of(each) for each in NAMES.findall(text)}
    names |= {each.upper(): value_of(each.upper()) for each in NAMES.findall(text) if names[each.upper()] is None}
    assembler = Assembler(defines={name: value for name, value in names.items() if value is not None})
    assembler.names.radix = 8
    assembler.program.set_origin(address)
    wrong = ImageError(f"'{text.strip()}' puts nothing, or something elsewhere, at {address:05o}")
    try:
        assembly = assembler.assemble_lines("line", [Line("line", 1, text)])
    except ImageError:
        raise wrong from None
    if assembler.literal_words:
        raise ImageError(f"'{text.strip()}': a literal has no place here, put it into a word of its own")
    segments = assembly.image.merged()
    if [segment.address for segment in segments] != [address]:
        raise wrong
    return tuple(segments[0].words)
