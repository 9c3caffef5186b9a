"""From an image back to a source that assembles to the same words, with labels in the place of addresses.

With starting points, code is the words that can be reached from them; without, everything. All else, and words that
would assemble to other words, is data. The 6502's bytes are taken apart here; the part that machines with words share
is `WordDisassembler`: they know the successors of an instruction, its references, and its text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from emulators.image import Image
from emulators.mos6502.isa import INSTRUCTIONS, OPCODES, SYNTAX, Instruction, Mode

# ---------------------------------------------------------------- words


class WordDisassembler:
    """Disassembles an image of words; a subclass knows the instructions."""

    address_digits: int  # octal, in the names of labels
    word_bits: int
    title: str  # of the machine, in messages

    def __init__(self, image: Image, fits: Callable[[str], bool]) -> None:
        image.expect(self.word_bits, f"the disassembler of the {self.title}")
        image.flat()  # says it when the image is empty
        self.image = image
        self.memory = dict(image)
        named = {name: address for name, address in image.symbols.items() if name not in image.constants}
        self.names = {address: name for name, address in sorted(named.items(), reverse=True) if fits(name)}
        self.code: set[int] = set()
        self.labels: dict[int, str] = {}  # of words in the image
        self.outside: dict[int, str] = {}  # of words that are not

    def follows(self, address: int) -> Iterable[int] | None:
        """Return the addresses that may be executed after the one there; None without instructions."""
        raise NotImplementedError

    def refers(self, address: int) -> Iterable[int]:
        """Return the addresses of words that the instructions there refer to."""
        raise NotImplementedError

    def lines(self, notes: bool) -> Iterator[str]:
        """Yield the lines of the source; with `notes`, addresses and words are remarks."""
        raise NotImplementedError

    def source(self, starts: Iterable[int], linear: bool, notes: bool) -> str:
        """Return the source: `starts` are addresses of instructions, beside the image's entry."""
        entry = self.image.entry
        waiting = [*starts, *([] if entry is None else [entry])]
        if linear or not waiting:
            self.code.update(self.memory)
        while waiting:
            address = waiting.pop()
            if address in self.memory and address not in self.code:
                after = self.follows(address)
                if after is not None:
                    self.code.add(address)
                    waiting += after
        self._name_targets()
        return "\n".join(self.lines(notes)) + "\n"

    def _name_targets(self) -> None:
        """Give a name to every word of the image that an instruction refers to, and to all that have one."""
        wanted = {} if self.image.entry is None else {self.image.entry: True}
        for address in sorted(self.code):
            wanted |= dict.fromkeys(self.refers(address), True)
        taken = set(self.names.values())
        for address in [*wanted, *self.names]:
            name = self.names.get(address, f"L{address:0{self.address_digits}o}")
            if address not in self.names and name in taken:
                continue  # without a name it is a number
            if address in self.memory:
                self.labels[address] = name
            elif address in self.names and address in wanted:
                self.outside[address] = name

    def named(self, address: int, number: Callable[[int], str]) -> str:
        """Return an address as the source writes it."""
        return self.labels.get(address) or self.outside.get(address) or number(address)


# ---------------------------------------------------------------- bytes
# Undocumented instructions, and those that would assemble to other bytes, are .byte.

DATA_PER_LINE = 8
COMMENT_COLUMN = 46
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]+\Z")  # one letter could be a register
LEAVING = frozenset({"JMP", "RTS", "RTI", "BRK", "JAM"})  # the next byte need not be code
VECTORS = (0xFFFA, 0xFFFC, 0xFFFE)  # NMI, reset, interrupt: the processor starts there
ZERO_PAGE_MODES = (Mode.ZERO_PAGE, Mode.ZERO_PAGE_X, Mode.ZERO_PAGE_Y)
ABSOLUTE_MODES = (Mode.ABSOLUTE, Mode.ABSOLUTE_X, Mode.ABSOLUTE_Y)


def disassemble(
    image: Image, *, starts: Iterable[int] = (), linear: bool = False, undocumented: bool = False, notes: bool = True
) -> str:
    """Return the source of an image.

    `starts` are addresses of code, beside the image's entry and the vectors at $FFFA; `linear` takes everything
    for code even so. `undocumented` names those instructions too, `notes` adds address and bytes as comments.
    Raises ImageError when there is nothing in the image.
    """
    image.flat()  # says it when the image is empty
    return "\n".join(ByteDisassembler(image, undocumented).lines(starts, linear, notes)) + "\n"


class ByteDisassembler:
    """Disassembles an image of bytes."""

    def __init__(self, image: Image, undocumented: bool) -> None:
        self.image, self.undocumented = image, undocumented
        self.memory = dict(image)
        # known names of addresses
        self.names = {
            address: name for name, address in sorted(image.symbols.items(), reverse=True) if NAME.match(name)
        }
        self.code: dict[int, Instruction] = {}  # address of the first byte -> instruction
        self.inside: dict[int, int] = {}  # address of a later byte -> address of the first
        self.labels: dict[int, str] = {}  # addresses that get a label line
        self.outside: dict[int, str] = {}  # names of addresses that are not in the image

    def lines(self, starts: Iterable[int], linear: bool, notes: bool) -> Iterator[str]:
        """Yield the lines of the source."""
        memory, entry = self.memory, self.image.entry
        vectors = [memory[v] | memory[v + 1] << 8 for v in VECTORS if v in memory and v + 1 in memory]
        points = [*starts, *([] if entry is None else [entry]), *vectors]
        self._trace(points)
        if linear or not points:
            self._sweep()
        self._name_targets()
        if self.undocumented:
            yield '        .setcpu "6502X"'
        if entry is not None:
            yield f"; entry ${entry:04X}"
        for address, name in sorted(self.outside.items()):
            yield f"{name} = ${address:04X}"
        for segment in self.image.merged():
            yield ""
            yield f"        .org ${segment.address:04X}"
            yield from self._segment(segment.address, segment.end, notes)

    # --- what is code? ----------------------------------------------------------------------------------

    def _take(self, address: int) -> Instruction | None:
        """Note the instruction there as code, unless it overlaps other code or .byte must stand for it; return it."""
        opcode = self.memory.get(address)
        if opcode is None or address in self.inside:
            return None
        found = INSTRUCTIONS[opcode]
        rest = range(address + 1, address + found.length)
        first = OPCODES[found.mnemonic, found.mode].opcode  # of several with the same name the assembler chooses this
        if first != opcode or not (found.documented or self.undocumented):
            return None
        if any(each not in self.memory or each in self.code or each in self.inside for each in rest):
            return None
        if found.mode == Mode.RELATIVE and not 0 <= self._operand(address, found) <= 0xFFFF:
            return None  # a branch around the end of memory cannot be written
        self.code[address] = found
        self.inside.update(dict.fromkeys(rest, address))
        return found

    def _operand(self, address: int, instruction: Instruction) -> int:
        """Return the operand of the instruction there: a branch's is its target."""
        size = SYNTAX[instruction.mode].operand_bytes
        number = sum(self.memory[address + 1 + i] << 8 * i for i in range(size))
        return address + 2 + (number ^ 0x80) - 0x80 if instruction.mode == Mode.RELATIVE else number

    def _trace(self, starts: Iterable[int]) -> None:
        """Note all code that can be reached from the starting points."""
        waiting = list(starts)
        while waiting:
            address = waiting.pop()
            if address in self.code or (found := self._take(address)) is None:
                continue
            if found.mnemonic not in LEAVING:
                waiting.append(address + found.length)
            goes = found.mnemonic in ("JMP", "JSR") and found.mode == Mode.ABSOLUTE
            if goes or found.mode == Mode.RELATIVE:
                waiting.append(self._operand(address, found))

    def _sweep(self) -> None:
        """Note everything as code, beginning at every segment's first byte."""
        following = -1
        for address in sorted(self.memory):
            if address >= following and address not in self.code and address not in self.inside:
                found = self._take(address)
                following = address + (found.length if found else 1)

    # --- names and text ---------------------------------------------------------------------------------

    def _name_targets(self) -> None:
        """Give a name to every address that an instruction refers to."""
        for address, instruction in self.code.items():
            if instruction.mode in (Mode.IMPLIED, Mode.ACCUMULATOR, Mode.IMMEDIATE):
                continue
            target = self._operand(address, instruction)
            if target in self.memory:
                first = self.inside.get(target, target)
                self.labels[first] = self.names.get(first, f"L{first:04X}")
            elif target in self.names:
                self.outside[target] = self.names[target]
        self.labels.update({a: n for a, n in self.names.items() if a in self.memory and a not in self.inside})
        taken = set(self.outside.values())
        for address, name in self.labels.items():
            if name in taken:
                self.labels[address] = f"L{address:04X}_"
            taken.add(self.labels[address])

    def _segment(self, address: int, end: int, notes: bool) -> Iterator[str]:
        while address < end:
            if address in self.labels:
                yield f"{self.labels[address]}:"
            if instruction := self.code.get(address):
                text, length = self._instruction(address, instruction), instruction.length
            else:
                most = min(DATA_PER_LINE, end - address)
                ends = (n for n in range(1, most) if address + n in self.code or address + n in self.labels)
                length = next(ends, most)
                text = ".byte " + ",".join(f"${self.memory[address + i]:02X}" for i in range(length))
            line = f"        {text}"
            if notes:
                shown = " ".join(f"{self.memory[address + i]:02X}" for i in range(length)) if instruction else ""
                line = f"{line:<{COMMENT_COLUMN}}; {address:04X}  {shown}".rstrip()
            yield line
            address += length

    def _instruction(self, address: int, instruction: Instruction) -> str:
        syntax, mode = SYNTAX[instruction.mode], instruction.mode
        if not syntax.operand_bytes:
            return f"{instruction.mnemonic} {syntax.before}".rstrip()
        target = self._operand(address, instruction)
        if mode == Mode.IMMEDIATE:
            return f"{instruction.mnemonic} #${target:02X}"
        first = self.inside.get(target, target)
        operand = self.outside.get(target, f"${target:0{4 if mode == Mode.RELATIVE else 2 * syntax.operand_bytes}X}")
        if target not in self.outside and first in self.labels and target in self.memory:
            operand = self.labels[first] + (f"+{target - first}" if target > first else "")
        size = ""  # the mark that forces the size of the address where the assembler would choose the other one
        if mode in ABSOLUTE_MODES and target < 0x100:
            short = Mode(mode - Mode.ABSOLUTE + Mode.ZERO_PAGE)
            size = "a:" if (instruction.mnemonic, short) in OPCODES else ""
        elif mode in ZERO_PAGE_MODES and not operand.startswith("$"):
            size = "z:"
        return f"{instruction.mnemonic} {syntax.before}{size}{operand}{syntax.after}"
