"""Which instructions does a program have, executed or not? Found from its source lines and its memory.

A line is an instruction if what it produced disassembles to one instruction of the same length whose mnemonic is
written in the line. What has been executed is one in any case. So data is no code, and neither is, as long as it has
not been executed, the line of a language that makes several instructions of a statement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from emulators.image import SourceLine
from emulators.machine import Machine
from host.debugger.profile.counts import Counts
from host.debugger.profile.places import lines_that_count
from host.debugger.sources import Sources

WORD = re.compile(r"\w+")
COMMENT = ";"


class Instruction(NamedTuple):
    """An instruction of a program."""

    address: int
    following: int  # the address behind it
    text: str
    line: SourceLine
    executions: int
    conditional: bool  # it jumps or skips under a condition


def instructions(machine: Machine, sources: Sources, counts: Counts) -> Iterator[Instruction]:
    """Yield the instructions of all sources that are known, in the order of their addresses."""
    for line in lines_that_count(sources):
        if sources.line_at(line.address) == line:
            for address in _starts(machine, sources, counts, line):
                text, following = machine.disassemble(address)
                executions = int(counts.executions[address])
                conditional = mnemonic(text) in machine.conditional
                yield Instruction(address, following, text, line, executions, conditional)


def mnemonic(text: str) -> str:
    """Return the first word of an instruction as it is disassembled."""
    return text.partition(" ")[0]


def _starts(machine: Machine, sources: Sources, counts: Counts, line: SourceLine) -> list[int]:
    """Return the addresses of the instructions of a line."""
    top = 1 << machine.address_bits
    places = range(line.address, min(line.address + line.length, top))
    executed = [address for address in places if counts.executions[address] and sources.line_at(address) == line]
    if executed:
        return executed
    texts = sources.text(line.file)
    written = texts[line.line - 1].partition(COMMENT)[0].upper() if texts else ""
    text, following = machine.disassemble(line.address)
    same_length = (following - line.address) % top == line.length
    return [line.address] if same_length and mnemonic(text).upper() in WORD.findall(written) else []
