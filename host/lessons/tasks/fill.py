"""A loop: fill a stretch of memory."""

from host.lessons.lesson import Case, Lesson, Mistake

ROOM, BEFORE = 32, 0xEE
CASES = [(0x55, 5), (0xFF, 1), (0x00, 16), (0x21, 32), (0x55, 0), (0xEE, 7), (0xA0, 31)]


def filled(byte: int, count: int) -> dict[int | str, list[int]]:
    """Return the buffer with its first bytes filled, and what stands before and after it."""
    return {"BUFFER": [*[byte] * count, *[BEFORE] * (ROOM - count)]}


def case(byte: int, count: int) -> Case:
    return Case(f"{count} bytes of {byte:02X}", (byte, count), {"BUFFER": [BEFORE] * ROOM}, {"A": byte, "X": count},
                filled(byte, count))  # fmt: skip


LESSON = Lesson(
    title="a loop: fill a stretch of memory",
    machine="kim1",
    number=2,
    suffix=".s",
    task="""
Write a subroutine FILL that puts the byte in A into the first X bytes of BUFFER (at 0020): with A = 55 and X = 05,
the bytes at 0020 to 0024 become 55, and no other. X is 0 to 32; with 0, nothing is written. STA BUFFER,X stores A
at BUFFER + X; DEX and INX count; BNE, BEQ, BPL and BMI branch by the result of what came before.""",
    begin="""
; Fill the first X bytes of BUFFER with A.

BUFFER  = $20

        .org $0200
FILL:   STA BUFFER,X    ; one byte: at which X does the loop begin, at which does it end?
        RTS
""",
    routine="FILL",
    writes=(("BUFFER", ROOM),),
    cycles=400,
    cases=[case(*each) for each in CASES],
    mistakes=[
        Mistake("Off by one: a byte too few. The first byte is at BUFFER + 0, the last one at BUFFER + X - 1.",
                lambda byte, count: {"BUFFER": [*[byte] * (count - 1), *[BEFORE] * (ROOM - max(count - 1, 0))]}),
        Mistake("The byte at BUFFER + 0 is left out: BNE leaves the loop before it. Count down first, then store.",
                lambda byte, count: {"BUFFER": [BEFORE, *[byte] * (count - 1), *[BEFORE] * (ROOM - max(count, 1))]}),
        Mistake("Off by one: all bytes are one place too high, or one byte is left out. Count down before you store.",
                lambda byte, count: {"BUFFER": ([BEFORE, *[byte] * count, *[BEFORE] * ROOM])[:ROOM]}),
    ],
    hints=("Begin with DEX, leave the loop by BMI, store, and go round again.",
           "With X = 0 the loop must end before anything is stored: look where the test stands."),
)  # fmt: skip
