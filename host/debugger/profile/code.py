"""Which instructions does a program have, executed or not? Found from its source lines and its memory.

A line is an instruction if what it produced disassembles to one instruction of the same length whose mnemonic is
written in the line. What has been executed is one in any case. So data is no code, and neither is, as long as it has
not been executed, the line of a language that makes several instructions of a statement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from emulators.image import SourceLine
from emulators.machine import Decoded
from host.debugger.profile.places import lines_that_count

if TYPE_CHECKING:
    from host.debugger.profile.profile import Profile

WORD = re.compile(r"\w+")
COMMENT = ";"


class Instruction(NamedTuple):
    """An instruction of a program."""

    slot: int
    following: int  # the slot behind it
    text: str
    line: SourceLine
    executions: int
    conditional: bool  # it jumps or skips under a condition


def instructions(profile: Profile) -> Iterator[Instruction]:
    """Yield the instructions of all sources that are known, in the order of their addresses."""
    counts = profile.counts
    for line in lines_that_count(profile.sources):
        if profile.line_at(profile.slots(line).start) == line:
            for slot in _starts(profile, line):
                found = decoded(profile, slot)
                following = counts.slot(found.address, found.part)
                executions = int(counts.executions[slot])
                yield Instruction(slot, following, found.text, line, executions, found.conditional)


def decoded(profile: Profile, slot: int) -> Decoded:
    """Return the instruction of a slot, as it stands in memory now."""
    return profile.machine.decoded(*profile.counts.place(slot))


def _starts(profile: Profile, line: SourceLine) -> list[int]:
    """Return the slots of the instructions of a line."""
    counts, slots = profile.counts, profile.slots(line)
    executed = np.flatnonzero(counts.executions[slots.start : slots.stop]) + slots.start
    found = [slot for slot in executed.tolist() if profile.line_at(slot) == line]
    if found or slots.start >= len(counts.executions):
        return found
    texts = profile.sources.text(line.file)
    written = WORD.findall(texts[line.line - 1].partition(COMMENT)[0].upper()) if texts else []
    first = decoded(profile, slots.start)
    length = (counts.slot(first.address, first.part) - slots.start) % len(counts.executions)
    # What a line leaves of a shared word is filled up.
    fits = length <= len(slots) < length + (1 << counts.part_bits)
    return [slots.start] if fits and any(name.upper() in written for name in first.mnemonics) else []
