"""The instruction set of the IBM 704: the one table that core, assembler, disassembler and docs read.

    type A   S 1 2 | 3 ... 17  | 18 19 20 | 21 ... 35     type B   S 1 ... 11 | 12 ... 17 | 18 19 20 | 21 ... 35
             prefix| decrement |   tag    |  address               operation  |  (unused) |   tag    |  address

A type A instruction has a 1 in position 1 or 2. Operations are written as sign and octal digits, the sign being
position S: CLA is +0500, CAL is -0500. The sense instructions are operations +0760 and -0760 with an address that
says which; they are indexed like any other.

Sources: IBM 704 manual of operation (24-6661), as quoted by programs and simulators of it; codes compared with the
operation table of the UA SAP assembler, cycles measured on a gate-level model of the machine.
"""

from __future__ import annotations

from enum import IntEnum, IntFlag
from typing import NamedTuple

WORD_BITS = 36
CYCLE_MICROSECONDS = 12
CORE_SIZES = (4096, 8192, 32768)  # words
MOST_WORDS = CORE_SIZES[-1]

ADDRESS_SHIFT, TAG_SHIFT, DECREMENT_SHIFT, OPERATION_SHIFT, PREFIX_SHIFT = 0, 15, 18, 24, 33
FIELD = 0o77777  # an address or a decrement
TAG = 0o7


class Form(IntEnum):
    """The layout of an instruction, and the meaning of its fields."""

    TYPE_A = 0  # prefix, decrement, tag, address
    TYPE_B = 1  # operation, tag, address; the tag modifies the address
    INDEX = 2  # like TYPE_B, but the tag names the index registers that the instruction works on
    SENSE = 3  # +0760 and -0760: the address is part of the operation
    UNIT = 4  # RDS and WRS and their like with a unit in the address: names of the assembler


class Trait(IntFlag):
    """More about an instruction."""

    NOTHING = 0
    TRAPPED = 1  # in trapping mode it is noted in word 0, and a transfer goes to word 1
    CONDITIONAL = 2  # it goes on, transfers or skips, depending on something
    UNIT = 4  # it moves or selects, and may have to wait for a unit
    READS = 8  # the word at its address
    WRITES = 16  # the word at its address


class Instruction(NamedTuple):
    """One instruction.

    `code`: the word without tag and address, of type A without decrement; 36 bits. `address`: of a sense
    instruction, octal 0 to 777; None elsewhere. `last`: the highest address of a series (SLN 1 to 4).
    `cycles`: of 12 microseconds, the smallest; the core adds the time of operands and units.
    """

    mnemonic: str
    code: int
    form: Form
    address: int | None
    last: int | None
    cycles: int
    traits: Trait
    name: str

    @property
    def operation(self) -> int:
        """Positions S, 1-11 as a 12-bit number; of type A the prefix is in its first three."""
        return self.code >> OPERATION_SHIFT

    @property
    def written(self) -> str:
        """The operation as the manual prints it: +0500, -0760...001, +2."""
        sign, digits = "-" if self.code >> 35 else "+", self.operation & 0o3777
        if self.form == Form.TYPE_A:
            return f"{sign}{digits >> 9}"
        address = f"...{self.address:03o}" if self.address is not None else ""
        series = f"-{self.last:03o}" if self.last is not None else ""
        return f"{sign}{digits:04o}{address}{series}"


# Columns: mnemonic, operation[:address[-address]], form, cycles, traits, name.
# Traits: T trapped, C conditional, U unit, R reads its address, W writes it.
TABLE = """
CLA +0500 B 2  R   clear and add
CLS +0502 B 2  R   clear and subtract
ADD +0400 B 2  R   add
SUB +0402 B 2  R   subtract
ADM +0401 B 2  R   add magnitude
SBM -0400 B 2  R   subtract magnitude
MPY +0200 B 20 R   multiply
MPR -0200 B 20 R   multiply and round
RND +0760:010 S 2 - round
DVH +0220 B 20 R   divide or halt
DVP +0221 B 20 R   divide or proceed
LDQ +0560 B 2  R   load MQ
STQ -0600 B 2  W   store MQ
SLQ -0620 B 2  RW  store left half MQ
STO +0601 B 2  W   store
STZ +0600 B 2  W   store zero
STP +0630 B 2  RW  store prefix
STD +0622 B 2  RW  store decrement
STA +0621 B 2  RW  store address
CLM +0760:000 S 2 - clear magnitude
CHS +0760:002 S 2 - change sign
SSP +0760:003 S 2 - set sign plus
SSM -0760:003 S 2 - set sign minus
FAD +0300 B 7  R   floating add
FSB +0302 B 7  R   floating subtract
UFA -0300 B 5  R   unnormalized floating add
UFS -0302 B 5  R   unnormalized floating subtract
FMP +0260 B 17 R   floating multiply
UFM -0260 B 17 R   unnormalized floating multiply
FDH +0240 B 18 R   floating divide or halt
FDP +0241 B 18 R   floating divide or proceed
CAL -0500 B 2  R   clear and add logical word
ACL +0361 B 2  R   add and carry logical word
SLW +0602 B 2  W   store logical word
ANA -0320 B 3  R   and to accumulator
ANS +0320 B 4  RW  and to storage
ORA -0501 B 2  R   or to accumulator
ORS -0602 B 2  RW  or to storage
COM +0760:006 S 2 - complement magnitude
ALS +0767 B 2  -   accumulator left shift
ARS +0771 B 2  -   accumulator right shift
LLS +0763 B 2  -   long left shift
LRS +0765 B 2  -   long right shift
LGL -0763 B 2  -   logical left
RQL -0773 B 2  -   rotate MQ left
HTR +0000 B 2  T   halt and transfer
HPR +0420 B 2  -   halt and proceed
NOP +0761 B 2  -   no operation
TRA +0020 B 2  T   transfer
TTR +0021 B 2  -   trap transfer
TZE +0100 B 2  TC  transfer on zero
TNZ -0100 B 2  TC  transfer on no zero
TPL +0120 B 2  TC  transfer on plus
TMI -0120 B 2  TC  transfer on minus
TOV +0140 B 2  TC  transfer on overflow
TNO -0140 B 2  TC  transfer on no overflow
TQP +0162 B 2  TC  transfer on MQ plus
TQO +0161 B 2  TC  transfer on MQ overflow
TLQ +0040 B 2  TC  transfer on low MQ
TSX +0074 X 2  T   transfer and set index
TXI +1    A 2  T   transfer with index incremented
TIX +2    A 2  TC  transfer on index
TNX -2    A 2  TC  transfer on no index
TXH +3    A 2  TC  transfer on index high
TXL -3    A 2  TC  transfer on index low or equal
CAS +0340 B 3  RC  compare accumulator with storage
PBT -0760:001 S 2 C P bit test
LBT +0760:001 S 2 C low order bit test
DCT +0760:012 S 2 C divide check test
ETM +0760:007 S 2 - enter trapping mode
LTM -0760:007 S 2 - leave trapping mode
LXA +0534 X 2  R   load index from address
LXD -0534 X 2  R   load index from decrement
SXD -0634 X 2  RW  store index in decrement
PAX +0734 X 2  -   place address in index
PDX -0734 X 2  -   place decrement in index
PXD -0754 X 2  -   place index in decrement
PSE +0760 B 2  -   plus sense
MSE -0760 B 2  -   minus sense
SLF +0760:140 S 2 - sense lights off
SLN +0760:141-144 S 2 - sense light on
SLT -0760:141-144 S 2 C sense light test
SWT +0760:161-166 S 2 C sense switch test
RDS +0762 B 2  U   read select
WRS +0766 B 2  U   write select
CPY +0700 B 2  URWC copy and skip
CAD -0700 B 2  URWC copy and add logical word
LDA +0460 B 2  UR  locate drum address
BST +0764 B 2  U   backspace tape
WEF +0770 B 2  U   write end of file
REW +0772 B 2  U   rewind
RTT -0760:012 S 2 UC redundancy tape test
ETT -0760:011 S 2 UC end of tape test
SPU +0760:341-342 S 2 U sense punch
SPT +0760:360 S 2 UC sense printer test
SPR +0760:361-372 S 2 U sense printer
CFF +0760:030 S 2 U change film frame
IOD +0766:333 U 2 U I/O delay
"""

# Names of the selects of a unit; the assembler adds the number that is written to the address before the
# first of a series: RTD 3 is RDS 0203. Same columns.
UNITS_TABLE = """
RCD +0762:321 U 2 U read card reader
RPR +0762:361 U 2 U read printer
RTD +0762:201-212 U 2 U read tape, decimal
RTB +0762:221-232 U 2 U read tape, binary
RDR +0762:301-310 U 2 U read drum
WPU +0766:341 U 2 U write punch
WPR +0766:361 U 2 U write printer
WTV +0766:030 U 2 U write cathode ray tube
WTD +0766:201-212 U 2 U write tape, decimal
WTB +0766:221-232 U 2 U write tape, binary
WDR +0766:301-310 U 2 U write drum
WTS +0766:321-332 U 2 U write tape, simultaneously
"""

FORMS = {"A": Form.TYPE_A, "B": Form.TYPE_B, "X": Form.INDEX, "S": Form.SENSE, "U": Form.UNIT}
TRAITS = {
    "-": Trait.NOTHING, "T": Trait.TRAPPED, "C": Trait.CONDITIONAL, "U": Trait.UNIT, "R": Trait.READS,
    "W": Trait.WRITES,
}  # fmt: skip


def _read(row: str) -> Instruction:
    """Return the instruction of a row of the table."""
    mnemonic, operation, form, cycles, traits, name = row.split(None, 5)
    code, _, addresses = operation.partition(":")
    first, _, last = addresses.partition("-")
    shift = PREFIX_SHIFT if form == "A" else OPERATION_SHIFT
    return Instruction(
        mnemonic,
        (code[0] == "-") << 35 | int(code[1:], 8) << shift,
        FORMS[form],
        int(first, 8) if first else None,
        int(last, 8) if last else None,
        int(cycles),
        Trait(sum(TRAITS[each] for each in traits)),
        name,
    )


INSTRUCTIONS: tuple[Instruction, ...] = tuple(_read(row) for row in TABLE.strip().splitlines())
BY_MNEMONIC: dict[str, Instruction] = {each.mnemonic: each for each in INSTRUCTIONS}
MNEMONICS: tuple[str, ...] = tuple(BY_MNEMONIC)
PREFIXES = {each.code >> PREFIX_SHIFT: each for each in INSTRUCTIONS if each.form == Form.TYPE_A}
OPERATIONS = {each.operation: each for each in INSTRUCTIONS if each.form in (Form.TYPE_B, Form.INDEX)}
SENSES = {
    (each.operation, address): each
    for each in INSTRUCTIONS
    if each.form == Form.SENSE and each.address is not None
    for address in range(each.address, (each.last or each.address) + 1)
}  # by operation and address

SELECTS: tuple[Instruction, ...] = tuple(_read(row) for row in UNITS_TABLE.strip().splitlines())
TAPES = 0o200  # BST, REW and WEF are written with the number of the tape, which is added to this
TAPE_OPERATIONS = ("BST", "REW", "WEF")
SYNONYMS = {"CAC": "CAD"}
PREFIX_CONSTANTS = {
    "PZE": 0, "PON": 1, "PTW": 2, "PTH": 3, "MZE": 4, "FOR": 4, "MON": 5, "FVE": 5, "MTW": 6, "SIX": 6, "MTH": 7,
    "SVN": 7,
}  # words with nothing but a prefix: plus zero, plus one ... minus three, which is octal seven  # fmt: skip


def decode(word: int) -> Instruction | None:
    """Return the instruction of a 36-bit word, of a sense instruction without tag the very one; None for none.

    The address of PSE and MSE counts modulo the core size; an untagged one that names no sense instruction, like
    any tagged one, is PSE or MSE itself.
    """
    prefix = word >> PREFIX_SHIFT
    if prefix & 3:
        return PREFIXES.get(prefix)
    operation = word >> OPERATION_SHIFT
    if word >> TAG_SHIFT & TAG == 0 and (operation, word & FIELD) in SENSES:
        return SENSES[operation, word & FIELD]
    return OPERATIONS.get(operation)
