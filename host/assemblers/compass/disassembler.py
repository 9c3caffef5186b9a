"""The COMPASS source of an image. Reachable words are instructions, all others octal words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from emulators.cdc6600 import isa
from emulators.cdc6600.disassembler import ADDRESS, Parcels, source, split, text
from emulators.cdc6600.isa import PARCEL_BITS, Instruction, Unit
from emulators.image import Image
from host.assemblers.compass.instructions import ENDING
from host.assemblers.compass.operands import is_name
from host.assemblers.compass.state import STAY, UPPER, octal_parcels
from host.assemblers.disassembler import WordDisassembler

OPERATION_COLUMN, REMARK_COLUMN = 11, 42
IN_MEMORY = frozenset({"SA"})  # with the address of a word, beside jumps


class Disassembler(WordDisassembler):
    """The memory of an image of 60-bit words while it is being taken apart."""

    address_digits, word_bits, title = 6, isa.WORD_BITS, "CDC 6600"

    def follows(self, address: int) -> Iterable[int]:
        """Return the addresses of words that may be executed after the one there."""
        after: list[int] = []
        for each in split(self.memory[address]):
            instruction = _instruction(each)
            if instruction and instruction.unit == Unit.BRANCH and each.size > 1:
                target = each.bits & ADDRESS
                call = instruction.mnemonic == "RJ"  # leaves a jump in the word, and goes on after it
                after += [target + 1, address + 1] if call else [target]
            unconditional = instruction and instruction.mnemonic == "EQ" and not each.bits >> 18 & 0o77
            if instruction is None or unconditional or instruction.mnemonic in ENDING:
                return after
        return [*after, address + 1]

    def refers(self, address: int) -> Iterable[int]:
        """Return the addresses of words that the instructions there refer to."""
        return (each.bits & ADDRESS for each in split(self.memory[address]) if _refers(each))

    def lines(self, notes: bool) -> Iterator[str]:
        """Yield the lines, several for a word of instructions."""
        for address, name in sorted(self.outside.items()):
            yield _line(name, f"EQU    {source(address)}")
        for segment in self.image.merged():
            yield _line("", f"ORG    {segment.address:o}B")
            for address, word in enumerate(segment.words, segment.address):
                remark = f"{address:06o}  {octal_parcels(word)}" if notes else ""
                label = self.labels.get(address, UPPER if address in self.code else "")
                for each in self._texts(address, word):
                    yield _line(label, each, remark)
                    label, remark = STAY, ""
        entry = self.image.entry
        start = "" if entry is None else self.labels.get(entry, f"{entry:o}B")
        yield _line("", f"END    {start}")

    def _texts(self, address: int, word: int) -> Iterator[str]:
        """Yield the statements that make a word."""
        if address not in self.code:
            yield f"DATA   {word:020o}B"
            return
        parcels = list(split(word))
        while len(parcels) > 1 and parcels[-1].bits == isa.PASS and text(parcels[-2]).split()[0] != "VFD":
            parcels.pop()  # the assembler puts it there
        for each in parcels:
            number = partial(self.named, number=source) if _refers(each) else source
            operation, _, operand = text(each, source, number).partition(" ")
            yield f"{operation:<6} {operand}".rstrip()


def disassemble(image: Image, *, starts: Iterable[int] = (), linear: bool = False, notes: bool = True) -> str:
    """Return the source of an image of 60-bit words; it assembles to the same words.

    `starts` are addresses of instructions, beside the image's entry; `linear` takes all words for instructions.
    `notes` adds addresses and words as remarks. Raises ImageError when there is nothing in the image.
    """
    return Disassembler(image, is_name).source(starts, linear, notes)


def _instruction(each: Parcels) -> Instruction | None:
    return isa.decode(each.bits >> PARCEL_BITS * (each.size - 1))


def _refers(each: Parcels) -> bool:
    """Return whether the number in an instruction is the address of a word."""
    found = isa.decode(each.bits >> PARCEL_BITS) if each.size > 1 else None
    return found is not None and (found.unit == Unit.BRANCH or found.mnemonic in IN_MEMORY)


def _line(location: str, text: str, remark: str = "") -> str:
    line = f"{location:<{OPERATION_COLUMN - 1}}{text}"
    return (f"{line:<{REMARK_COLUMN - 2}}  {remark}" if remark else line).rstrip()
