"""What is the COMPASS source of an image? What can be reached is instructions, anything else octal words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from emulators.cdc6600 import isa
from emulators.cdc6600.disassembler import ADDRESS, Parcels, source, split, text
from emulators.cdc6600.isa import PARCEL_BITS, Instruction, Unit
from emulators.image import Image
from host.assemblers.compass.instructions import ENDING
from host.assemblers.compass.operands import is_name
from host.assemblers.compass.state import STAY, UPPER, octal_parcels

OPERATION_COLUMN, REMARK_COLUMN = 11, 42
IN_MEMORY = frozenset({"SA"})  # whose address is one of a word, beside jumps


@dataclass
class Source:
    """The memory of an image while it is being taken apart."""

    memory: dict[int, int]
    names: dict[int, str]  # known names of addresses
    code: set[int] = field(default_factory=set)
    labels: dict[int, str] = field(default_factory=dict)  # of words in the image
    outside: dict[int, str] = field(default_factory=dict)  # of words that are not


def disassemble(image: Image, *, starts: Iterable[int] = (), linear: bool = False, notes: bool = True) -> str:
    """Return the source of an image of 60-bit words; it assembles to the same words.

    `starts` are addresses of instructions, beside the image's entry; `linear` takes all words for instructions.
    `notes` adds addresses and words as remarks. Raises ImageError when there is nothing in the image.
    """
    image.expect(isa.WORD_BITS, "the disassembler of the CDC 6600")
    image.flat()  # says it when the image is empty
    named = {name: address for name, address in image.symbols.items() if name not in image.constants}
    names = {address: name for name, address in sorted(named.items(), reverse=True) if is_name(name)}
    found = Source(dict(image), names)
    points = [*starts, *([] if image.entry is None else [image.entry])]
    trace(found, points)
    if linear or not points:
        found.code.update(found.memory)
    name_targets(found, image.entry)
    return "\n".join(_lines(found, image, notes)) + "\n"


def _instructions(word: int) -> Iterator[tuple[Parcels, Instruction | None]]:
    """Yield the instructions of a word, up to the one that leaves it whatever happens."""
    for each in split(word):
        instruction = isa.decode(each.bits >> PARCEL_BITS * (each.size - 1))
        yield each, instruction
        if instruction is None or _leaves(each, instruction):
            return


def _leaves(parcels: Parcels, instruction: Instruction) -> bool:
    unconditional = instruction.mnemonic == "EQ" and not parcels.bits >> 18 & 0o77
    return unconditional or instruction.mnemonic in ENDING


def trace(source: Source, starts: Iterable[int]) -> None:
    """Note all words of instructions that can be reached from the starting points."""
    waiting = list(starts)
    while waiting:
        address = waiting.pop()
        if address in source.code or address not in source.memory:
            continue
        source.code.add(address)
        left = False
        for each, instruction in _instructions(source.memory[address]):
            left = instruction is None or _leaves(each, instruction)
            if instruction and instruction.unit == Unit.BRANCH and each.size > 1:
                target = each.bits & ADDRESS
                call = instruction.mnemonic == "RJ"  # leaves a jump in the word, and goes on behind it
                waiting += [target + 1, address + 1] if call else [target]
        if not left:
            waiting.append(address + 1)


def _refers(instruction: Instruction | None) -> bool:
    """Return whether the number in an instruction is the address of a word."""
    return instruction is not None and (instruction.unit == Unit.BRANCH or instruction.mnemonic in IN_MEMORY)


def name_targets(source: Source, entry: int | None) -> None:
    """Give a name to every word of the image that an instruction refers to, and to all that have one."""
    wanted = {} if entry is None else {entry: True}
    for address in sorted(source.code):
        for each in split(source.memory[address]):
            if each.size > 1 and _refers(isa.decode(each.bits >> PARCEL_BITS)):
                wanted[each.bits & ADDRESS] = True
    taken = set(source.names.values())
    for address in [*wanted, *source.names]:
        name = source.names.get(address, f"L{address:06o}")
        if address not in source.names and name in taken:
            continue  # without a name it is a number
        if address in source.memory:
            source.labels[address] = name
        elif address in source.names and address in wanted:
            source.outside[address] = name


def _lines(found: Source, image: Image, notes: bool) -> Iterator[str]:
    for address, name in sorted(found.outside.items()):
        yield _line(name, f"EQU    {source(address)}")
    for segment in image.merged():
        yield _line("", f"ORG    {segment.address:o}B")
        for address, word in enumerate(segment.words, segment.address):
            remark = f"{address:06o}  {octal_parcels(word)}" if notes else ""
            label = found.labels.get(address, UPPER if address in found.code else "")
            for each in _texts(found, address, word):
                yield _line(label, each, remark)
                label, remark = STAY, ""
    start = "" if image.entry is None else found.labels.get(image.entry, f"{image.entry:o}B")
    yield _line("", f"END    {start}")


def _texts(found: Source, address: int, word: int) -> Iterator[str]:
    """Yield the statements that make a word."""
    if address not in found.code:
        yield f"DATA   {word:020o}B"
        return

    def named(number: int) -> str:
        return found.labels.get(number) or found.outside.get(number) or source(number)

    parcels = list(split(word))
    while len(parcels) > 1 and parcels[-1].bits == isa.PASS and text(parcels[-2]).split()[0] != "VFD":
        parcels.pop()  # the assembler puts it there
    for each in parcels:
        refers = each.size > 1 and _refers(isa.decode(each.bits >> PARCEL_BITS))
        operation, _, operand = text(each, source, named if refers else source).partition(" ")
        yield f"{operation:<6} {operand}".rstrip()


def _line(location: str, text: str, remark: str = "") -> str:
    line = f"{location:<{OPERATION_COLUMN - 1}}{text}"
    return (f"{line:<{REMARK_COLUMN - 2}}  {remark}" if remark else line).rstrip()
