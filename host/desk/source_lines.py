"""Which line of the source begins last at or before a place in a word? For machines whose instructions share words."""

from __future__ import annotations

from collections.abc import Iterable

from emulators.image import SourceLine


def begun_last(lines: Iterable[SourceLine], address: int, offset: int) -> SourceLine | None:
    """Return the line of what stands behind so many bits of a word, in a macro the macro's own; None if none covers it.

    The lines are those of `Image`, sorted by address.
    """
    begun = [
        (each.address, 0 if each.address < address else each.offset, -each.length, each.depth, each)
        for each in lines
        if each.address <= address < each.address + each.length and (each.address < address or each.offset <= offset)
    ]
    return max(begun)[-1] if begun else None
