"""What is the SAP source of an image? What can be reached is instructions, anything else octal words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from emulators.ibm704 import isa
from emulators.ibm704.disassembler import decimal, octal_fields
from emulators.ibm704.disassembler import disassemble as instruction_text
from emulators.ibm704.isa import FIELD, TAG, TAG_SHIFT, Instruction, Trait
from emulators.image import Image, Part
from host.assemblers.sap.assembler import KNOWN
from host.assemblers.sap.fields import is_name

REMARK_COLUMN = 40
LEAVING = frozenset({"TRA", "TTR", "TXI", "HTR"})  # what follows need not be code
MOST_SKIPPED = {"CAS": 2, "CPY": 2, "CAD": 2}  # words behind it that it may skip; 1 of others that skip


@dataclass
class Source:
    """The memory of an image while it is being taken apart."""

    memory: dict[int, int]
    names: dict[int, str]  # known names of addresses
    code: set[int] = field(default_factory=set)
    labels: dict[int, str] = field(default_factory=dict)  # of words in the image
    outside: dict[int, str] = field(default_factory=dict)  # of words that are not

    def instruction(self, address: int) -> Instruction | None:
        """Return the instruction there, None where there is none."""
        word = self.memory.get(address)
        return None if word is None else isa.decode(word)


def disassemble(image: Image, *, starts: Iterable[int] = (), linear: bool = False, notes: bool = True) -> str:
    """Return the source of an image of 36-bit words; it assembles to the same words.

    `starts` are addresses of instructions, beside the image's entry; `linear` takes all words for instructions.
    `notes` adds addresses and words as remarks. Raises ImageError when there is nothing in the image.
    """
    image.expect(isa.WORD_BITS, "the disassembler of the IBM 704")
    image.flat()  # says it when the image is empty
    named = {name: address for name, address in image.symbols.items() if name not in image.constants}
    names = {address: name for name, address in sorted(named.items(), reverse=True) if _fits(name)}
    source = Source(dict(image), names)
    points = [*starts, *([] if image.entry is None else [image.entry])]
    trace(source, points)
    if linear or not points:
        source.code.update(source.memory)
    name_targets(source, image.entry)
    return "\n".join(_lines(source, image, notes)) + "\n"


def _fits(name: str) -> bool:
    return is_name(name) and name not in KNOWN


def trace(source: Source, starts: Iterable[int]) -> None:
    """Note all instructions that can be reached from the starting points."""
    waiting = list(starts)
    while waiting:
        address = waiting.pop()
        instruction = source.instruction(address)
        if address in source.code or instruction is None:
            continue
        source.code.add(address)
        word = source.memory[address]
        if instruction.mnemonic not in LEAVING:
            waiting += range(address + 1, address + 2 + _skipped(instruction))
        transfers = instruction.traits & Trait.TRAPPED or instruction.mnemonic == "TTR"
        if transfers and (instruction.form != isa.Form.TYPE_B or not word >> TAG_SHIFT & TAG):
            waiting.append(word & FIELD)


def _skipped(instruction: Instruction) -> int:
    """Return how many words behind an instruction it may skip."""
    if instruction.traits & Trait.TRAPPED or not instruction.traits & Trait.CONDITIONAL:
        return 0
    return MOST_SKIPPED.get(instruction.mnemonic, 1)


def name_targets(source: Source, entry: int | None) -> None:
    """Give a name to every word of the image that an instruction refers to, and to all that have one."""
    wanted = {} if entry is None else {entry: True}
    for address in sorted(source.code):
        instruction = source.instruction(address)
        if instruction and instruction.traits & (Trait.READS | Trait.WRITES | Trait.TRAPPED):
            wanted[source.memory[address] & FIELD] = True
    taken = set(source.names.values())
    for address in [*wanted, *source.names]:
        name = source.names.get(address, f"L{address:05o}")
        if address not in source.names and name in taken:
            continue  # without a name it is a number
        if address in source.memory:
            source.labels[address] = name
        elif address in source.names and address in wanted:
            source.outside[address] = name


def _lines(source: Source, image: Image, notes: bool) -> Iterator[str]:
    for address, name in sorted(source.outside.items()):
        yield _card(name, f"EQU {address}")
    named: set[int] = set()
    parts = image.parts or (Part(tuple(image.merged()), False, image.entry),)
    full = False
    for number, part in enumerate(parts, 1):
        if part.full != full:
            full = part.full
            yield _card("", "FUL" if full else "ABS")
        for segment in part.segments:
            yield _card("", f"ORG {segment.address}", f"{segment.address:05o}" if notes else "")
            for address, word in enumerate(segment.words, segment.address):
                remark = f"{address:05o}  {octal_fields(word)}" if notes else ""
                label = "" if address in named else source.labels.get(address, "")  # in another part it is the same
                named.add(address)
                yield _card(label, _text(source, address, word), remark)
        if number < len(parts) and part.transfer is not None:
            yield _card("", f"TCD {source.labels.get(part.transfer, part.transfer)}")
    if image.parts:
        yield _card("", "END" if parts[-1].transfer is None else f"END {parts[-1].transfer}")
        return
    start = "" if image.entry is None else source.labels.get(image.entry, str(image.entry))
    yield _card("", f"END {start}")


def _text(source: Source, address: int, word: int) -> str:
    if address not in source.code or source.memory[address] != word:
        return f"OCT {word:012o}"

    def named(number: int) -> str:
        return source.labels.get(number) or source.outside.get(number) or decimal(number)

    return instruction_text(word, decimal, named)


def _card(location: str, text: str, remark: str = "") -> str:
    line = f"{location:<6} {text}"
    return (f"{line:<{REMARK_COLUMN - 1}} {remark}" if remark else line).rstrip()
