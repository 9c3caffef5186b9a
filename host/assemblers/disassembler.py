"""From an image back to a 6502 source that assembles to the same bytes, with labels in the place of addresses.

What is code? With starting points, what can be reached from them; without, everything. What is not code, what
is no documented instruction and what would assemble to other bytes becomes .byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from emulators.image import Image
from emulators.mos6502.isa import INSTRUCTIONS, OPCODES, SYNTAX, Instruction, Mode

DATA_PER_LINE = 8
COMMENT_COLUMN = 46
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]+\Z")  # one letter could be a register
LEAVING = frozenset({"JMP", "RTS", "RTI", "BRK", "JAM"})  # what follows need not be code
VECTORS = (0xFFFA, 0xFFFC, 0xFFFE)  # NMI, reset, interrupt: the processor starts there
ZERO_PAGE_MODES = (Mode.ZERO_PAGE, Mode.ZERO_PAGE_X, Mode.ZERO_PAGE_Y)
ABSOLUTE_MODES = (Mode.ABSOLUTE, Mode.ABSOLUTE_X, Mode.ABSOLUTE_Y)


@dataclass
class Listing:
    """The memory of an image while it is being taken apart."""

    memory: dict[int, int]
    undocumented: bool
    names: dict[int, str]  # known names of addresses
    code: dict[int, Instruction] = field(default_factory=dict)  # address of the first byte -> instruction
    inside: dict[int, int] = field(default_factory=dict)  # address of a later byte -> address of the first
    labels: dict[int, str] = field(default_factory=dict)  # addresses that get a label line
    outside: dict[int, str] = field(default_factory=dict)  # names of addresses that are not in the image

    def operand(self, address: int) -> int:
        """Return the operand of the instruction there: a branch's is its target."""
        instruction = self.code[address]
        size = SYNTAX[instruction.mode].operand_bytes
        number = sum(self.memory[address + 1 + i] << 8 * i for i in range(size))
        if instruction.mode == Mode.RELATIVE:
            return address + 2 + (number ^ 0x80) - 0x80
        return number


def disassemble(
    image: Image, *, starts: Iterable[int] = (), linear: bool = False, undocumented: bool = False, notes: bool = True
) -> str:
    """Return the source of an image.

    `starts` are addresses of code, beside the image's entry and the vectors at $FFFA; `linear` takes everything
    for code even so. `undocumented` names those instructions too, `notes` adds address and bytes as comments.
    Raises ImageError when there is nothing in the image.
    """
    image.flat()  # says it when the image is empty
    names = {address: name for name, address in sorted(image.symbols.items(), reverse=True) if NAME.match(name)}
    listing = Listing(dict(image), undocumented, names)
    points = [*starts, *([] if image.entry is None else [image.entry]), *_vectors(listing.memory)]
    if points:
        trace(listing, points)
    if linear or not points:
        sweep(listing)
    name_targets(listing)
    return "\n".join(_source(image, listing, notes)) + "\n"


def _vectors(memory: dict[int, int]) -> list[int]:
    found = [v for v in VECTORS if v in memory and v + 1 in memory]
    return [memory[v] | memory[v + 1] << 8 for v in found]


# --- what is code? --------------------------------------------------------------------------------------


def decode(listing: Listing, address: int) -> Instruction | None:
    """Return the instruction there, None where .byte must stand for it."""
    opcode = listing.memory.get(address)
    if opcode is None:
        return None
    instruction = INSTRUCTIONS[opcode]
    if OPCODES[instruction.mnemonic, instruction.mode].opcode != opcode:
        return None  # a second opcode of the same instruction: the assembler chooses the first
    if not (instruction.documented or listing.undocumented):
        return None
    if any(address + i not in listing.memory for i in range(instruction.length)):
        return None
    return instruction


def take(listing: Listing, address: int) -> Instruction | None:
    """Note the instruction there as code unless it overlaps other code; return it."""
    instruction = decode(listing, address)
    if instruction is None or address in listing.inside:
        return None
    rest = range(address + 1, address + instruction.length)
    if any(each in listing.code or each in listing.inside for each in rest):
        return None
    listing.code[address] = instruction
    if instruction.mode == Mode.RELATIVE and not 0 <= listing.operand(address) <= 0xFFFF:
        del listing.code[address]  # a branch around the end of memory cannot be written
        return None
    listing.inside.update(dict.fromkeys(rest, address))
    return instruction


def trace(listing: Listing, starts: Iterable[int]) -> None:
    """Note all code that can be reached from the starting points."""
    waiting = list(starts)
    while waiting:
        address = waiting.pop()
        if address in listing.code or (instruction := take(listing, address)) is None:
            continue
        if instruction.mnemonic not in LEAVING:
            waiting.append(address + instruction.length)
        if instruction.mode == Mode.RELATIVE or (
            instruction.mnemonic in ("JMP", "JSR") and instruction.mode == Mode.ABSOLUTE
        ):
            waiting.append(listing.operand(address))


def sweep(listing: Listing) -> None:
    """Note everything as code, from every segment's first byte on."""
    address = -1
    for each in sorted(listing.memory):
        if each < address or each in listing.code or each in listing.inside:
            continue
        instruction = take(listing, each)
        address = each + (instruction.length if instruction else 1)


# --- names ----------------------------------------------------------------------------------------------


def name_targets(listing: Listing) -> None:
    """Give a name to every address that an instruction refers to."""
    for address, instruction in listing.code.items():
        if instruction.mode in (Mode.IMPLIED, Mode.ACCUMULATOR, Mode.IMMEDIATE):
            continue
        target = listing.operand(address)
        if target in listing.memory:
            first = listing.inside.get(target, target)
            listing.labels[first] = listing.names.get(first, f"L{first:04X}")
        elif target in listing.names:
            listing.outside[target] = listing.names[target]
    listing.labels.update({a: n for a, n in listing.names.items() if a in listing.memory and a not in listing.inside})
    taken = set(listing.outside.values())
    for address, name in listing.labels.items():
        if name in taken:
            listing.labels[address] = f"L{address:04X}_"
        taken.add(listing.labels[address])


def named(listing: Listing, target: int, digits: int) -> str:
    """Return an address as the source writes it."""
    if target in listing.outside:
        return listing.outside[target]
    first = listing.inside.get(target, target)
    if first in listing.labels and target in listing.memory:
        return listing.labels[first] + (f"+{target - first}" if target > first else "")
    return f"${target:0{digits}X}"


# --- text -----------------------------------------------------------------------------------------------


def _source(image: Image, listing: Listing, notes: bool) -> Iterator[str]:
    if listing.undocumented:
        yield '        .setcpu "6502X"'
    if image.entry is not None:
        yield f"; entry ${image.entry:04X}"
    for address, name in sorted(listing.outside.items()):
        yield f"{name} = ${address:04X}"
    for segment in image.merged():
        yield ""
        yield f"        .org ${segment.address:04X}"
        yield from _lines(listing, segment.address, segment.end, notes)


def _lines(listing: Listing, address: int, end: int, notes: bool) -> Iterator[str]:
    while address < end:
        if address in listing.labels:
            yield f"{listing.labels[address]}:"
        if instruction := listing.code.get(address):
            text, length = _instruction(listing, address, instruction), instruction.length
        else:
            length = next((n for n in range(1, DATA_PER_LINE) if _ends_data(listing, address + n, end)), DATA_PER_LINE)
            text = ".byte " + ",".join(f"${listing.memory[address + i]:02X}" for i in range(length))
        line = f"        {text}"
        if notes:
            shown = " ".join(f"{listing.memory[address + i]:02X}" for i in range(length)) if instruction else ""
            line = f"{line:<{COMMENT_COLUMN}}; {address:04X}  {shown}".rstrip()
        yield line
        address += length


def _ends_data(listing: Listing, address: int, end: int) -> bool:
    return address >= end or address in listing.code or address in listing.labels


def _instruction(listing: Listing, address: int, instruction: Instruction) -> str:
    syntax = SYNTAX[instruction.mode]
    if not syntax.operand_bytes:
        return f"{instruction.mnemonic} {syntax.before}".rstrip()
    target = listing.operand(address)
    if instruction.mode == Mode.IMMEDIATE:
        return f"{instruction.mnemonic} #${target:02X}"
    digits = 4 if instruction.mode == Mode.RELATIVE else 2 * syntax.operand_bytes
    operand = named(listing, target, digits)
    return f"{instruction.mnemonic} {syntax.before}{_size(instruction, target, operand)}{operand}{syntax.after}"


def _size(instruction: Instruction, target: int, operand: str) -> str:
    """Return what forces the size of the address where the assembler would choose the other one."""
    if instruction.mode in ABSOLUTE_MODES and target < 0x100:
        short = Mode(instruction.mode - Mode.ABSOLUTE + Mode.ZERO_PAGE)
        return "a:" if (instruction.mnemonic, short) in OPCODES else ""
    return "z:" if instruction.mode in ZERO_PAGE_MODES and not operand.startswith("$") else ""
