"""The instruction set of the NMOS 6502: the one table that core, assembler, disassembler and docs read.

Sources: MOS Technology MCS6500 Programming Manual, appendix B (documented instructions); the
undocumented ones as the chip executes them, under the names ca65 gives them.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from emulators.machine import Frame


class Mode(IntEnum):
    """Addressing modes, in the order of the manual."""

    IMPLIED = 0
    ACCUMULATOR = 1
    IMMEDIATE = 2
    ZERO_PAGE = 3
    ZERO_PAGE_X = 4
    ZERO_PAGE_Y = 5
    ABSOLUTE = 6
    ABSOLUTE_X = 7
    ABSOLUTE_Y = 8
    INDIRECT = 9
    INDIRECT_X = 10
    INDIRECT_Y = 11
    RELATIVE = 12


class Syntax(NamedTuple):
    """How a mode is written: the text around the operand, and the operand's size in bytes."""

    before: str
    after: str
    operand_bytes: int


SYNTAX = {
    Mode.IMPLIED: Syntax("", "", 0),
    Mode.ACCUMULATOR: Syntax("A", "", 0),
    Mode.IMMEDIATE: Syntax("#", "", 1),
    Mode.ZERO_PAGE: Syntax("", "", 1),
    Mode.ZERO_PAGE_X: Syntax("", ",X", 1),
    Mode.ZERO_PAGE_Y: Syntax("", ",Y", 1),
    Mode.ABSOLUTE: Syntax("", "", 2),
    Mode.ABSOLUTE_X: Syntax("", ",X", 2),
    Mode.ABSOLUTE_Y: Syntax("", ",Y", 2),
    Mode.INDIRECT: Syntax("(", ")", 2),
    Mode.INDIRECT_X: Syntax("(", ",X)", 1),
    Mode.INDIRECT_Y: Syntax("(", "),Y", 1),
    Mode.RELATIVE: Syntax("", "", 1),
}

# The columns of the tables below: impl A # zp zp,X zp,Y abs abs,X abs,Y (abs) (zp,X) (zp),Y rel
DOCUMENTED = """
ADC   .  .  69 65 75 .  6D 7D 79 .  61 71 .
AND   .  .  29 25 35 .  2D 3D 39 .  21 31 .
ASL   .  0A .  06 16 .  0E 1E .  .  .  .  .
BCC   .  .  .  .  .  .  .  .  .  .  .  .  90
BCS   .  .  .  .  .  .  .  .  .  .  .  .  B0
BEQ   .  .  .  .  .  .  .  .  .  .  .  .  F0
BIT   .  .  .  24 .  .  2C .  .  .  .  .  .
BMI   .  .  .  .  .  .  .  .  .  .  .  .  30
BNE   .  .  .  .  .  .  .  .  .  .  .  .  D0
BPL   .  .  .  .  .  .  .  .  .  .  .  .  10
BRK   00 .  .  .  .  .  .  .  .  .  .  .  .
BVC   .  .  .  .  .  .  .  .  .  .  .  .  50
BVS   .  .  .  .  .  .  .  .  .  .  .  .  70
CLC   18 .  .  .  .  .  .  .  .  .  .  .  .
CLD   D8 .  .  .  .  .  .  .  .  .  .  .  .
CLI   58 .  .  .  .  .  .  .  .  .  .  .  .
CLV   B8 .  .  .  .  .  .  .  .  .  .  .  .
CMP   .  .  C9 C5 D5 .  CD DD D9 .  C1 D1 .
CPX   .  .  E0 E4 .  .  EC .  .  .  .  .  .
CPY   .  .  C0 C4 .  .  CC .  .  .  .  .  .
DEC   .  .  .  C6 D6 .  CE DE .  .  .  .  .
DEX   CA .  .  .  .  .  .  .  .  .  .  .  .
DEY   88 .  .  .  .  .  .  .  .  .  .  .  .
EOR   .  .  49 45 55 .  4D 5D 59 .  41 51 .
INC   .  .  .  E6 F6 .  EE FE .  .  .  .  .
INX   E8 .  .  .  .  .  .  .  .  .  .  .  .
INY   C8 .  .  .  .  .  .  .  .  .  .  .  .
JMP   .  .  .  .  .  .  4C .  .  6C .  .  .
JSR   .  .  .  .  .  .  20 .  .  .  .  .  .
LDA   .  .  A9 A5 B5 .  AD BD B9 .  A1 B1 .
LDX   .  .  A2 A6 .  B6 AE .  BE .  .  .  .
LDY   .  .  A0 A4 B4 .  AC BC .  .  .  .  .
LSR   .  4A .  46 56 .  4E 5E .  .  .  .  .
NOP   EA .  .  .  .  .  .  .  .  .  .  .  .
ORA   .  .  09 05 15 .  0D 1D 19 .  01 11 .
PHA   48 .  .  .  .  .  .  .  .  .  .  .  .
PHP   08 .  .  .  .  .  .  .  .  .  .  .  .
PLA   68 .  .  .  .  .  .  .  .  .  .  .  .
PLP   28 .  .  .  .  .  .  .  .  .  .  .  .
ROL   .  2A .  26 36 .  2E 3E .  .  .  .  .
ROR   .  6A .  66 76 .  6E 7E .  .  .  .  .
RTI   40 .  .  .  .  .  .  .  .  .  .  .  .
RTS   60 .  .  .  .  .  .  .  .  .  .  .  .
SBC   .  .  E9 E5 F5 .  ED FD F9 .  E1 F1 .
SEC   38 .  .  .  .  .  .  .  .  .  .  .  .
SED   F8 .  .  .  .  .  .  .  .  .  .  .  .
SEI   78 .  .  .  .  .  .  .  .  .  .  .  .
STA   .  .  .  85 95 .  8D 9D 99 .  81 91 .
STX   .  .  .  86 .  96 8E .  .  .  .  .  .
STY   .  .  .  84 94 .  8C .  .  .  .  .  .
TAX   AA .  .  .  .  .  .  .  .  .  .  .  .
TAY   A8 .  .  .  .  .  .  .  .  .  .  .  .
TSX   BA .  .  .  .  .  .  .  .  .  .  .  .
TXA   8A .  .  .  .  .  .  .  .  .  .  .  .
TXS   9A .  .  .  .  .  .  .  .  .  .  .  .
TYA   98 .  .  .  .  .  .  .  .  .  .  .  .
"""

# Where one mode has several opcodes the first is the one an assembler chooses; the others follow `+`.
UNDOCUMENTED = """
ALR   .  .  4B .  .  .  .  .  .  .  .  .  .
ANC   .  .  0B+2B .  .  .  .  .  .  .  .  .  .
ANE   .  .  8B .  .  .  .  .  .  .  .  .  .
ARR   .  .  6B .  .  .  .  .  .  .  .  .  .
AXS   .  .  CB .  .  .  .  .  .  .  .  .  .
DCP   .  .  .  C7 D7 .  CF DF DB .  C3 D3 .
ISC   .  .  .  E7 F7 .  EF FF FB .  E3 F3 .
JAM   02+12+22+32+42+52+62+72+92+B2+D2+F2 .  .  .  .  .  .  .  .  .  .  .  .
LAS   .  .  .  .  .  .  .  .  BB .  .  .  .
LAX   .  .  AB A7 .  B7 AF .  BF .  A3 B3 .
NOP   1A+3A+5A+7A+DA+FA . 80+82+89+C2+E2 04+44+64 14+34+54+74+D4+F4 . 0C 1C+3C+5C+7C+DC+FC . . . . .
RLA   .  .  .  27 37 .  2F 3F 3B .  23 33 .
RRA   .  .  .  67 77 .  6F 7F 7B .  63 73 .
SAX   .  .  .  87 .  97 8F .  .  .  83 .  .
SBC   .  .  EB .  .  .  .  .  .  .  .  .  .
SHA   .  .  .  .  .  .  .  .  9F .  .  93 .
SHX   .  .  .  .  .  .  .  .  9E .  .  .  .
SHY   .  .  .  .  .  .  .  9C .  .  .  .  .
SLO   .  .  .  07 17 .  0F 1F 1B .  03 13 .
SRE   .  .  .  47 57 .  4F 5F 5B .  43 53 .
TAS   .  .  .  .  .  .  .  .  9B .  .  .  .
"""

BRANCHES = ("BPL", "BMI", "BVC", "BVS", "BCC", "BCS", "BNE", "BEQ")  # in the order of bits 7-5 of the opcode
STORES = frozenset(["STA", "STX", "STY", "SAX", "SHA", "SHX", "SHY", "TAS"])
MODIFIERS = frozenset(["ASL", "DEC", "INC", "LSR", "ROL", "ROR", "DCP", "ISC", "RLA", "RRA", "SLO", "SRE"])


NAMES = dict(
    row.split(" ", 1)
    for row in """
ADC add with carry
AND and with the accumulator
ASL shift left
BCC branch if the carry is clear
BCS branch if the carry is set
BEQ branch if zero
BIT test bits: Z by the and with A, N and V from bits 7 and 6
BMI branch if minus
BNE branch if not zero
BPL branch if plus
BRK break: interrupt by program
BVC branch if the overflow is clear
BVS branch if the overflow is set
CLC clear the carry
CLD clear decimal mode
CLI allow interrupts
CLV clear the overflow
CMP compare with the accumulator
CPX compare with X
CPY compare with Y
DEC decrement memory
DEX decrement X
DEY decrement Y
EOR exclusive or with the accumulator
INC increment memory
INX increment X
INY increment Y
JMP jump
JSR jump to a subroutine
LDA load the accumulator
LDX load X
LDY load Y
LSR shift right
NOP no operation
ORA or with the accumulator
PHA push the accumulator
PHP push the status
PLA pull the accumulator
PLP pull the status
ROL rotate left through the carry
ROR rotate right through the carry
RTI return from an interrupt
RTS return from a subroutine
SBC subtract with carry
SEC set the carry
SED set decimal mode
SEI shut interrupts out
STA store the accumulator
STX store X
STY store Y
TAX transfer A to X
TAY transfer A to Y
TSX transfer the stack pointer to X
TXA transfer X to A
TXS transfer X to the stack pointer
TYA transfer Y to A
ALR AND, then LSR A (undocumented)
ANC AND, then bit 7 into the carry (undocumented)
ANE A and X and the operand, unreliably (undocumented)
ARR AND, then ROR A (undocumented)
AXS A and X, less the operand, into X (undocumented)
DCP DEC, then CMP (undocumented)
ISC INC, then SBC (undocumented)
JAM stop the processor (undocumented)
LAS memory and stack pointer into A, X and S (undocumented)
LAX LDA and LDX (undocumented)
RLA ROL, then AND (undocumented)
RRA ROR, then ADC (undocumented)
SAX store A and X, their and (undocumented)
SHA store A and X and the high byte of the address + 1 (undocumented)
SHX store X and the high byte of the address + 1 (undocumented)
SHY store Y and the high byte of the address + 1 (undocumented)
SLO ASL, then ORA (undocumented)
SRE LSR, then EOR (undocumented)
TAS A and X into S, stored like SHA (undocumented)
""".strip().splitlines()
)


class Access(IntEnum):
    """The effect of an instruction on its operand."""

    NONE = 0  # there is none, or the address itself is the operand (JMP)
    READ = 1
    WRITE = 2
    MODIFY = 3  # reads, writes the old value back, writes the new one
    ACCUMULATOR = 4  # modifies A


class Instruction(NamedTuple):
    """One of the 256 opcodes."""

    opcode: int
    mnemonic: str
    mode: Mode
    documented: bool

    @property
    def length(self) -> int:
        """Bytes, the opcode included."""
        return 1 + SYNTAX[self.mode].operand_bytes

    @property
    def access(self) -> Access:
        """Its effect on its operand."""
        if self.mode == Mode.ACCUMULATOR:
            return Access.ACCUMULATOR
        if self.mode == Mode.IMPLIED or self.mnemonic == "JMP":
            return Access.NONE
        if self.mnemonic in MODIFIERS:
            return Access.MODIFY
        return Access.WRITE if self.mnemonic in STORES else Access.READ

    @property
    def cycles(self) -> int:
        """Clock cycles without page crossing; for a branch, when it is not taken."""
        if self.mnemonic in FLOW_CYCLES:
            return FLOW_CYCLES[self.mnemonic] + 2 * (self.mode == Mode.INDIRECT)
        extra = 2 if self.access == Access.MODIFY else 0
        if self.access != Access.READ and self.mode in (Mode.ABSOLUTE_X, Mode.ABSOLUTE_Y, Mode.INDIRECT_Y):
            extra += 1  # a write always waits for the carry into the high byte of the address
        return MODE_CYCLES[self.mode] + extra

    @property
    def page_penalty(self) -> bool:
        """True when it takes one cycle more if the indexed address lies in the next page."""
        return self.access == Access.READ and self.mode in (Mode.ABSOLUTE_X, Mode.ABSOLUTE_Y, Mode.INDIRECT_Y)


MODE_CYCLES = {
    Mode.IMPLIED: 2, Mode.ACCUMULATOR: 2, Mode.IMMEDIATE: 2, Mode.RELATIVE: 2,
    Mode.ZERO_PAGE: 3, Mode.ZERO_PAGE_X: 4, Mode.ZERO_PAGE_Y: 4,
    Mode.ABSOLUTE: 4, Mode.ABSOLUTE_X: 4, Mode.ABSOLUTE_Y: 4,
    Mode.INDIRECT_X: 6, Mode.INDIRECT_Y: 5,
}  # fmt: skip
FLOW_CYCLES = {"BRK": 7, "JSR": 6, "RTS": 6, "RTI": 6, "PHA": 3, "PHP": 3, "PLA": 4, "PLP": 4, "JMP": 3}


def _read(table: str, documented: bool) -> list[Instruction]:
    """Return the instructions of one of the tables above, in the order in which an assembler prefers them."""
    return [
        Instruction(int(opcode, 16), row.split()[0], mode, documented)
        for row in table.strip().splitlines()
        for mode, cell in zip(Mode, row.split()[1:], strict=True)
        for opcode in cell.split("+")
        if cell != "."
    ]


_ALL = _read(DOCUMENTED, True) + _read(UNDOCUMENTED, False)

INSTRUCTIONS: tuple[Instruction, ...] = tuple(sorted(_ALL))  # INSTRUCTIONS[opcode]
OPCODES: dict[tuple[str, Mode], Instruction] = {
    (each.mnemonic, each.mode): each for each in reversed(_ALL)
}  # for an assembler: the documented one, else the first of its row
MNEMONICS: tuple[str, ...] = tuple(sorted({each.mnemonic for each in _ALL}))


# The memory of a 6502: an instruction as text, in the manual's notation; the calls on the stack.


JSR, JSR_LENGTH = 0x20, 3
STACK, STACK_END = 0x0100, 0x0200


def disassemble(read: Callable[[int], int], address: int) -> tuple[str, int]:
    """Return (text, address of the next instruction); `read` returns the byte at an address."""
    each = INSTRUCTIONS[read(address)]
    syntax = SYNTAX[each.mode]
    following = (address + each.length) & 0xFFFF
    operand = sum(read((address + 1 + n) & 0xFFFF) << 8 * n for n in range(syntax.operand_bytes))
    if each.mode == Mode.RELATIVE:
        text = f"${(following + (operand ^ 0x80) - 0x80) & 0xFFFF:04X}"
    else:
        text = f"${operand:0{2 * syntax.operand_bytes}X}" if syntax.operand_bytes else ""
    return f"{each.mnemonic} {syntax.before}{text}{syntax.after}".rstrip(), following


def frames(read: Callable[[int], int], s: int) -> list[Frame]:
    """Return the calls that are open, the innermost first.

    The 6502 does not say which; the return addresses on the stack do, mostly. `read` returns the byte at an address,
    `s` is the stack pointer. Every pair of bytes on the stack that is one
    less than the address after a JSR counts as a return address: data that looks like one is taken for one, and
    an interrupt, which leaves no such trace, is not seen.
    """
    from emulators.machine import Frame  # assemblers need neither it nor what it imports

    found = []
    address = STACK + s + 1
    while address + 1 < STACK_END:
        last = read(address) | read(address + 1) << 8  # the last byte of the JSR
        call = (last - JSR_LENGTH + 1) & 0xFFFF
        if read(call) == JSR:
            found.append(Frame(call, (last + 1) & 0xFFFF))
            address += 2
        else:
            address += 1
    return found
