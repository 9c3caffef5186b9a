"""Decimal mode: add numbers of four digits, and switch it off again."""

from host.lessons.lesson import Case, Lesson, Mistake

CASES = [(1, 2), (9, 1), (99, 1), (1234, 4321), (5678, 1234), (9999, 1), (999, 9001), (5050, 4949)]


def digits(number: int) -> list[int]:
    """Return the four last digits of a number, the low two first."""
    return [int(f"{number % 100}", 16), int(f"{number // 100 % 100}", 16)]


def binary(one: int, other: int) -> list[int]:
    """Return the sum of the bytes as of binary numbers."""
    total = int(f"{one}", 16) + int(f"{other}", 16)
    return [total & 0xFF, total >> 8 & 0xFF]


def case(one: int, other: int) -> Case:
    return Case(f"{one:04} + {other:04}", (one, other), {"ONE": digits(one), "OTHER": digits(other)},
                wanted={"SUM": digits(one + other)}, results={"D": 0})  # fmt: skip


LESSON = Lesson(
    title="decimal mode: add numbers of four digits",
    machine="kim1",
    number=9,
    suffix=".s",
    task="""
In decimal mode a byte holds two digits: 42 is 0100 0010. Write a subroutine ADDDEC that adds the numbers of four
digits ONE (at 0010 and 0011, the low two digits first) and OTHER (at 0012 and 0013), and puts the sum into SUM (at
0014 and 0015): 0099 + 0001 is 0100, the bytes 00 01. What exceeds 9999 is lost. SED switches decimal mode on, CLD
off: the caller expects it off.""",
    begin="""
; SUM = ONE + OTHER, four decimal digits each.

ONE     = $10
OTHER   = $12
SUM     = $14

        .org $0200
ADDDEC: CLC
        LDA ONE
        ADC OTHER
        STA SUM
        LDA ONE+1
        ADC OTHER+1
        STA SUM+1
        RTS
""",
    routine="ADDDEC",
    writes=(("SUM", 2),),
    cycles=60,
    cases=[case(*each) for each in CASES],
    mistakes=[
        Mistake("This adds binary numbers: SED switches decimal mode on.",
                lambda one, other: {"SUM": binary(one, other), "D": 0}),
        Mistake("Decimal mode is still on when the subroutine returns, and the caller does not expect it: CLD.",
                lambda one, other: {"SUM": digits(one + other), "D": 1}),
        Mistake("The carry from the low digits is lost: no CLC between the two additions.",
                lambda one, other: {"SUM": [*digits(one % 100 + other % 100)[:1],
                                            *digits(one // 100 + other // 100)[:1]]}),
    ],
    hints=("The 6502 adds decimal digits itself, in a mode that an instruction sets, and another must end.",
           "SED and CLC before the first addition, CLD after the last one."),
)  # fmt: skip
