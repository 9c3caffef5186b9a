"""Instructions around an address. Those after it follow one from another; those before it have to be guessed.

Where instructions have different lengths, memory alone does not tell where the one before an address begins. But
disassembly that begins anywhere soon falls into step with the real instructions: of all that end at the address, the
one that most beginnings lead to is taken. Where a source line begins, there is no need to guess.

Data known from the sources is data, word by word. A label and the next instruction to be executed begin an instruction:
an instruction that would hide them is shown as a word.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import PurePath
from typing import NamedTuple

from emulators.image import SourceLine
from emulators.machine import Machine
from host import registry
from host.debugger.stops import word_text
from host.languages.sources import Sources

WINDOW = 24  # words in which beginnings are tried, and more for every instruction wanted
LONGEST = 4  # words of an instruction that the window allows for; longer ones only cost accuracy
LONGEST_INSTRUCTION = 16  # words; a disassembler that goes further goes round the end of memory
DIRECTIVE = re.compile(r"\s*(?:[\w@]*:)?\s*\.")  # instead of an instruction, in the 6502's assembler


class Instruction(NamedTuple):
    """An instruction in memory, or a word outside any instruction."""

    address: int
    length: int  # words
    text: str
    valid: bool = True  # not a filler for memory that is not there, or for a word between two instructions


class Disassembler:
    """The instructions of a machine's memory."""

    def __init__(self, machine: Machine, sources: Sources) -> None:
        self._machine = machine
        self._sources = sources
        self._end = 1 << machine.address_bits

    def instructions(self, address: int, skip: int, count: int) -> list[Instruction]:
        """Return `count` instructions, from the one `skip` after that at an address; before it, if negative.

        Where memory ends, fillers take their places.
        """
        before = self.before(address, -skip) if skip < 0 else []
        after = self.after(address, max(0, skip + count))
        return (before + after)[max(0, skip) : max(0, skip) + count]

    def after(self, address: int, count: int) -> list[Instruction]:
        """Return n instructions from an address on."""
        found: list[Instruction] = []
        while len(found) < count:
            found.append(self.at(address))
            address += found[-1].length
        return found

    def before(self, address: int, count: int) -> list[Instruction]:
        """Return n instructions that end at an address."""
        low = max(0, address - WINDOW - LONGEST * count)
        starts = range(low, min(address, self._end))
        votes = dict.fromkeys(starts, 1)  # how many beginnings lead here
        ending: dict[int, list[int]] = {}  # address -> starts of instructions that end there
        for start in starts:
            following = start + self.at(start).length
            ending.setdefault(following, []).append(start)
            if following in votes:
                votes[following] += votes[start]
        found: list[Instruction] = []
        while len(found) < count:
            candidates = ending.get(address, [])
            if candidates:
                end = address
                found.append(self.at(max(candidates, key=lambda each: (self._by_source(each, end), votes[each], each))))
            elif 0 < address <= self._end:
                found.append(self._word(address - 1))
            else:
                found.append(Instruction(address - 1, 1, "", False))
            address = found[-1].address
        return found[::-1]

    def _by_source(self, start: int, end: int) -> int:
        """Return 1 where an instruction starts and ends within a line, 0 where there is no line, -1 elsewhere."""
        line = self._sources.line_at(start)
        if line is None:
            return 0
        return 1 if start == line.address and end <= line.address + line.length else -1

    def at(self, address: int) -> Instruction:
        """Return the instruction at an address, or the word there."""
        if not 0 <= address < self._end:
            return Instruction(address, 1, "", False)
        text, following = self._machine.disassemble(address)
        length = (following - address) % self._end or 1
        if address + length > self._end or length > LONGEST_INSTRUCTION:  # it would go on at the beginning of memory
            return self._word(address)
        here = self._machine.read_register(self._machine.program_counter)
        if address != here:
            line = self._sources.line_at(address)
            inside = range(address + 1, address + length)
            if line is not None and self._known(line):
                hidden = not self._is_code(line, address, length)
            else:
                hidden = any(map(self._sources.is_label, inside))
            if hidden or here in inside:
                return self._word(address)
        return Instruction(address, length, text)

    def _known(self, line: SourceLine) -> bool:
        """Return whether a line of an assembler made these words, and they are unchanged."""
        made = range(line.address, line.address + line.length)
        return not compiled(line.file) and all(
            self._sources.word_at(each) in (None, self._machine.peek(each)) for each in made
        )

    def _is_code(self, line: SourceLine, address: int, length: int) -> bool:
        """Return whether a line is the instruction that begins at an address."""
        if (address, length) != (line.address, line.length):
            return False
        text = self._sources.text(line.file)
        return text is None or not DIRECTIVE.match(text[line.line - 1])

    def _word(self, address: int) -> Instruction:
        machine = self._machine
        return Instruction(address, 1, word_text(machine.peek(address), machine.radix, machine.word_bits), False)


@cache
def compiled(file: str) -> bool:
    """Return whether a file is a source for a compiler: a line of it makes several instructions."""
    suffix = PurePath(file).suffix.lower()
    return any(suffix in each.suffixes for each in registry.languages().values() if each.inspected)
