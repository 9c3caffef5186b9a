"""The instruction set of the CDC 6600: the one table that core, scoreboard, assembler, disassembler and docs read.

    word     four parcels of 15 bits, parcel 0 on the left
    short    | f m (6) | i (3) | j (3) | k (3) |         one parcel
    long     | f m (6) | i (3) | j (3) |   K (18)    |   two parcels, the first of them not parcel 3

X0-X7 have 60 bits, A0-A7 and B0-B7 have 18; B0 is zero. Setting A1 to A5 loads the X register of the same number from
the address, setting A6 or A7 stores it there.

Sources: Control Data 6400/6500/6600 reference manual, 60100000, central processor instructions; J. E. Thornton, Design
of a Computer: The Control Data 6600, for units and times.
"""

from __future__ import annotations

from enum import IntEnum, IntFlag
from typing import NamedTuple

WORD_BITS, ADDRESS_BITS = 60, 18
PARCEL_BITS, PARCELS = 15, 4
MOST_WORDS = 0o400000
PASS = 0o46000


class Unit(IntEnum):
    """The functional units; of multiply and increment there are two."""

    NONE = 0  # a pass keeps no unit busy
    BRANCH = 1
    BOOLEAN = 2
    SHIFT = 3
    ADD = 4
    LONG_ADD = 5
    MULTIPLY = 6
    DIVIDE = 7
    INCREMENT = 8


class Kind(IntFlag):
    """Which registers an instruction reads and writes, by its fields."""

    NOTHING = 0
    READS_XJ = 1
    READS_XK = 2
    READS_BJ = 4
    READS_BK = 8
    READS_AJ = 16
    READS_BI = 32
    WRITES_XI = 64
    WRITES_AI = 128
    WRITES_BI = 256
    WRITES_BJ = 512
    READS_XI = 1024


class Instruction(NamedTuple):
    """One instruction.

    `code` is f and m, for 01 and 03 with the digit i: 36, 0o10 with `sub` 0 is RJ. `syntax` is how COMPASS writes it:
    i, j, k stand for digits, jk for a number of six bits, K for one of 18. `time` is in minor cycles of 100 ns,
    from operands to result; of a jump, taken and within the instruction stack. `serial` is the time of a 6400: of an
    instruction that sets A without a load or store, of a jump that is taken (`unified.py` has the others).
    """

    code: int
    sub: int | None
    syntax: str
    unit: Unit
    time: int
    serial: int
    kind: Kind
    name: str

    @property
    def long(self) -> bool:
        """Whether it takes two parcels."""
        return "K" in self.syntax

    @property
    def mnemonic(self) -> str:
        """The letters of the operation: SA, RJ, BX."""
        return self.syntax.split()[0].removesuffix("i")


# Columns: code[.i], syntax, unit, minor cycles, those of a 6400, operands read > written, name.
TABLE = """
00   | PS          | -         | 0  | 3  | >       | program stop
01.0 | RJ K        | BRANCH    | 14 | 21 | >       | return jump
01.3 | XJ          | BRANCH    | 14 | 0  | >       | exchange jump
02   | JP Bi+K     | BRANCH    | 14 | 13 | Bi >    | jump
03.0 | ZR Xj,K     | BRANCH    | 9  | 13 | Xj >    | jump if zero
03.1 | NZ Xj,K     | BRANCH    | 9  | 13 | Xj >    | jump if not zero
03.2 | PL Xj,K     | BRANCH    | 9  | 13 | Xj >    | jump if plus
03.3 | NG Xj,K     | BRANCH    | 9  | 13 | Xj >    | jump if negative
03.4 | IR Xj,K     | BRANCH    | 9  | 13 | Xj >    | jump if in range
03.5 | OR Xj,K     | BRANCH    | 9  | 13 | Xj >    | jump if out of range
03.6 | DF Xj,K     | BRANCH    | 9  | 13 | Xj >    | jump if definite
03.7 | ID Xj,K     | BRANCH    | 9  | 13 | Xj >    | jump if indefinite
04   | EQ Bi,Bj,K  | BRANCH    | 8  | 13 | Bi Bj > | jump if equal
05   | NE Bi,Bj,K  | BRANCH    | 8  | 13 | Bi Bj > | jump if not equal
06   | GE Bi,Bj,K  | BRANCH    | 8  | 13 | Bi Bj > | jump if greater or equal
07   | LT Bi,Bj,K  | BRANCH    | 8  | 13 | Bi Bj > | jump if less
10   | BXi Xj      | BOOLEAN   | 3  | 5  | Xj > Xi    | transmit
11   | BXi Xj*Xk   | BOOLEAN   | 3  | 5  | Xj Xk > Xi | logical product
12   | BXi Xj+Xk   | BOOLEAN   | 3  | 5  | Xj Xk > Xi | logical sum
13   | BXi Xj-Xk   | BOOLEAN   | 3  | 5  | Xj Xk > Xi | logical difference
14   | BXi -Xk     | BOOLEAN   | 3  | 5  | Xk > Xi    | transmit complement
15   | BXi -Xk*Xj  | BOOLEAN   | 3  | 5  | Xj Xk > Xi | logical product with complement
16   | BXi -Xk+Xj  | BOOLEAN   | 3  | 5  | Xj Xk > Xi | logical sum with complement
17   | BXi -Xk-Xj  | BOOLEAN   | 3  | 5  | Xj Xk > Xi | logical difference with complement
20   | LXi jk      | SHIFT     | 3  | 6  | Xi > Xi    | left shift
21   | AXi jk      | SHIFT     | 3  | 6  | Xi > Xi    | arithmetic right shift
22   | LXi Bj,Xk   | SHIFT     | 3  | 6  | Bj Xk > Xi | nominal left shift
23   | AXi Bj,Xk   | SHIFT     | 3  | 6  | Bj Xk > Xi | nominal right shift
24   | NXi Bj,Xk   | SHIFT     | 4  | 7  | Xk > Xi Bj | normalize
25   | ZXi Bj,Xk   | SHIFT     | 4  | 7  | Xk > Xi Bj | round and normalize
26   | UXi Bj,Xk   | SHIFT     | 3  | 7  | Xk > Xi Bj | unpack
27   | PXi Bj,Xk   | SHIFT     | 3  | 7  | Bj Xk > Xi | pack
30   | FXi Xj+Xk   | ADD       | 4  | 11 | Xj Xk > Xi | floating sum
31   | FXi Xj-Xk   | ADD       | 4  | 11 | Xj Xk > Xi | floating difference
32   | DXi Xj+Xk   | ADD       | 4  | 11 | Xj Xk > Xi | floating double-precision sum
33   | DXi Xj-Xk   | ADD       | 4  | 11 | Xj Xk > Xi | floating double-precision difference
34   | RXi Xj+Xk   | ADD       | 4  | 11 | Xj Xk > Xi | rounded floating sum
35   | RXi Xj-Xk   | ADD       | 4  | 11 | Xj Xk > Xi | rounded floating difference
36   | IXi Xj+Xk   | LONG_ADD  | 3  | 6  | Xj Xk > Xi | integer sum
37   | IXi Xj-Xk   | LONG_ADD  | 3  | 6  | Xj Xk > Xi | integer difference
40   | FXi Xj*Xk   | MULTIPLY  | 10 | 57 | Xj Xk > Xi | floating product
41   | RXi Xj*Xk   | MULTIPLY  | 10 | 57 | Xj Xk > Xi | rounded floating product
42   | DXi Xj*Xk   | MULTIPLY  | 10 | 57 | Xj Xk > Xi | floating double-precision product
43   | MXi jk      | SHIFT     | 3  | 6  | > Xi       | form a mask
44   | FXi Xj/Xk   | DIVIDE    | 29 | 57 | Xj Xk > Xi | floating quotient
45   | RXi Xj/Xk   | DIVIDE    | 29 | 57 | Xj Xk > Xi | rounded floating quotient
46   | NO          | -         | 0  | 3  | >          | pass
47   | CXi Xk      | DIVIDE    | 8  | 68 | Xk > Xi    | population count
50   | SAi Aj+K    | INCREMENT | 3  | 6  | Aj > Ai    | set A to a sum
51   | SAi Bj+K    | INCREMENT | 3  | 6  | Bj > Ai    | set A to a sum
52   | SAi Xj+K    | INCREMENT | 3  | 6  | Xj > Ai    | set A to a sum
53   | SAi Xj+Bk   | INCREMENT | 3  | 6  | Xj Bk > Ai | set A to a sum
54   | SAi Aj+Bk   | INCREMENT | 3  | 6  | Aj Bk > Ai | set A to a sum
55   | SAi Aj-Bk   | INCREMENT | 3  | 6  | Aj Bk > Ai | set A to a difference
56   | SAi Bj+Bk   | INCREMENT | 3  | 6  | Bj Bk > Ai | set A to a sum
57   | SAi Bj-Bk   | INCREMENT | 3  | 6  | Bj Bk > Ai | set A to a difference
60   | SBi Aj+K    | INCREMENT | 3  | 5  | Aj > Bi    | set B to a sum
61   | SBi Bj+K    | INCREMENT | 3  | 5  | Bj > Bi    | set B to a sum
62   | SBi Xj+K    | INCREMENT | 3  | 5  | Xj > Bi    | set B to a sum
63   | SBi Xj+Bk   | INCREMENT | 3  | 5  | Xj Bk > Bi | set B to a sum
64   | SBi Aj+Bk   | INCREMENT | 3  | 5  | Aj Bk > Bi | set B to a sum
65   | SBi Aj-Bk   | INCREMENT | 3  | 5  | Aj Bk > Bi | set B to a difference
66   | SBi Bj+Bk   | INCREMENT | 3  | 5  | Bj Bk > Bi | set B to a sum
67   | SBi Bj-Bk   | INCREMENT | 3  | 5  | Bj Bk > Bi | set B to a difference
70   | SXi Aj+K    | INCREMENT | 3  | 6  | Aj > Xi    | set X to a sum
71   | SXi Bj+K    | INCREMENT | 3  | 6  | Bj > Xi    | set X to a sum
72   | SXi Xj+K    | INCREMENT | 3  | 6  | Xj > Xi    | set X to a sum
73   | SXi Xj+Bk   | INCREMENT | 3  | 6  | Xj Bk > Xi | set X to a sum
74   | SXi Aj+Bk   | INCREMENT | 3  | 6  | Aj Bk > Xi | set X to a sum
75   | SXi Aj-Bk   | INCREMENT | 3  | 6  | Aj Bk > Xi | set X to a difference
76   | SXi Bj+Bk   | INCREMENT | 3  | 6  | Bj Bk > Xi | set X to a sum
77   | SXi Bj-Bk   | INCREMENT | 3  | 6  | Bj Bk > Xi | set X to a difference
"""


def _kind(text: str) -> Kind:
    """Return the kind of `Xj Xk > Xi`."""
    read, written = text.split(">")
    names = [f"READS_{each.upper()}" for each in read.split()] + [f"WRITES_{each.upper()}" for each in written.split()]
    kind = Kind.NOTHING
    for name in names:
        kind |= Kind[name]
    return kind


def _read(row: str) -> Instruction:
    """Return the instruction of a row of the table."""
    code, syntax, unit, time, serial, registers, name = (each.strip() for each in row.split("|"))
    number, _, sub = code.partition(".")
    wanted = Unit.NONE if unit == "-" else Unit[unit]
    place, times = (int(number, 8), int(sub) if sub else None), (int(time), int(serial))
    return Instruction(*place, syntax, wanted, *times, _kind(registers), name)


INSTRUCTIONS: tuple[Instruction, ...] = tuple(_read(row) for row in TABLE.strip().splitlines())
_BY_CODE = {(each.code, each.sub): each for each in INSTRUCTIONS}


def decode(first_parcel: int) -> Instruction | None:
    """Return the instruction that a parcel of 15 bits begins, None for codes that the 6600 does not have."""
    code, i = first_parcel >> 9, first_parcel >> 6 & 7
    return _BY_CODE.get((code, None)) or _BY_CODE.get((code, i))


def return_address(word: int) -> int:
    """Return the address after the call that a return jump has left in an entry word of 60 bits."""
    return word >> WORD_BITS // 2 & (1 << ADDRESS_BITS) - 1
