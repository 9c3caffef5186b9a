"""Programs for the toy machine."""

from tests.machines.ironboard_machines.toy.machine import KEYBOARD, PRINTER, Toy

HLT, LDA, STA, ADD, JMP, JMS, SZA, JMP_I = (n << 9 for n in range(8))

COUNTER, ONE, TWICE = 0o100, 0o101, 0o40

# 000 LDA COUNTER; ADD ONE; STA COUNTER; JMS TWICE; JMP 000      040 TWICE: (return); 041 ADD COUNTER; JMP I TWICE
COUNTING = {
    0: LDA | COUNTER, 1: ADD | ONE, 2: STA | COUNTER, 3: JMS | TWICE, 4: JMP | 0,
    0o41: ADD | COUNTER, 0o42: JMP_I | TWICE, ONE: 1,
}  # fmt: skip

# Echo what is typed: 000 LDA KEYBOARD; SZA; JMP 4; JMP 0; 4: STA PRINTER; STA 110; JMP 0
ECHO = {
    0: LDA | KEYBOARD, 1: SZA, 2: JMP | 4, 3: JMP | 0, 4: STA | PRINTER, 5: STA | 0o110, 6: JMP | 0,
}  # fmt: skip

HALTING = {0: LDA | COUNTER, 1: ADD | ONE, 2: STA | COUNTER, 3: HLT, ONE: 1}


def machine(program):
    return Toy([program.get(address, 0) for address in range(512)])
