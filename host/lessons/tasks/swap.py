"""Load and store: exchange two bytes."""

from host.lessons.lesson import Case, Lesson, Mistake

PAIRS = [(1, 2), (0, 255), (0x80, 0x7F), (7, 7), (0x12, 0x34), (255, 0)]


def case(first: int, second: int) -> Case:
    return Case(f"{first:02X} and {second:02X}", (first, second), {"FIRST": first, "SECOND": second},
                wanted={"FIRST": second, "SECOND": first})  # fmt: skip


LESSON = Lesson(
    title="load and store: exchange two bytes",
    machine="kim1",
    number=1,
    suffix=".s",
    task="""
Write a subroutine SWAP that exchanges the bytes FIRST (at 0010) and SECOND (at 0011): with 01 and 02 before, there
are 02 and 01 afterwards. LDA loads a byte into A, STA stores it; LDX and STX, LDY and STY do the same with X and Y.
RTS returns.""",
    begin="""
; Exchange FIRST and SECOND.

FIRST   = $10
SECOND  = $11

        .org $0200
SWAP:   LDA FIRST       ; this only copies: what becomes of SECOND?
        STA SECOND
        RTS
""",
    routine="SWAP",
    writes=("FIRST", "SECOND", range(0x12, 0x20)),
    cycles=40,
    cases=[case(*pair) for pair in PAIRS],
    mistakes=[
        Mistake("SECOND was overwritten before it was kept: there are two more registers, X and Y.",
                lambda first, second: {"FIRST": first, "SECOND": first}),
        Mistake("FIRST was overwritten before it was kept: there are two more registers, X and Y.",
                lambda first, second: {"FIRST": second, "SECOND": second}),
        Mistake("Nothing was exchanged: what was loaded must be stored in the other place.",
                lambda first, second: {"FIRST": first, "SECOND": second}),
    ],
    hints=("Load both bytes before you store one of them: one in A, the other in X.",),
)  # fmt: skip
