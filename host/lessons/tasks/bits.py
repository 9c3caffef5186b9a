"""A subroutine that keeps the caller's registers: count the ones of a byte."""

from host.lessons.lesson import Case, Lesson, Mistake

X, Y = 0x5A, 0xC3


def case(byte: int) -> Case:
    return Case(f"A = {byte:02X}", (byte,), {}, {"A": byte, "X": X, "Y": Y},
                results={"A": byte.bit_count(), "X": X, "Y": Y})  # fmt: skip


LESSON = Lesson(
    title="a subroutine that keeps X and Y: count the ones",
    machine="kim1",
    number=4,
    suffix=".s",
    task="""
Write a subroutine ONES that counts the bits of A that are 1, and returns their number in A: 05 has two. X and Y
must be afterwards as they were before, since the caller needs them; the bytes at 0010 to 001F may be used. PHA puts
A on the stack, PLA takes it back; TXA, TYA, TAX and TAY copy registers; LSR A moves the lowest bit into the carry.""",
    begin="""
; Count the ones of A; keep X and Y.

        .org $0200
ONES:   LDX #0          ; X belongs to the caller: keep it first
        LSR A
        RTS
""",
    routine="ONES",
    writes=(range(0x10, 0x20),),
    cycles=250,
    cases=[case(byte) for byte in (0x05, 0x00, 0xFF, 0x80, 0x01, 0x5A, 0xFE, 0x7F)],
    mistakes=[
        Mistake("The highest bit is left out: there are eight bits to look at.",
                lambda byte: {"A": (byte & 0x7F).bit_count()}),
        Mistake("The lowest bit is left out: look at the carry after every LSR, the first one included.",
                lambda byte: {"A": (byte & 0xFE).bit_count()}),
        Mistake("The zeros are counted: add one where the carry is set.",
                lambda byte: {"A": 8 - byte.bit_count()}),
    ],
    hints=("STX $10 keeps X in memory, LDX $10 gives it back.",
           "LSR $11 shifts a byte in memory: BEQ ends the loop when no bit is left."),
)  # fmt: skip
