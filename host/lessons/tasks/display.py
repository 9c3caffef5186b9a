"""The display: keep three bytes lit."""

from host.lessons.lesson import Case, Lesson, Mistake

CASES = [(0x12, 0x34, 0x56), (0xAB, 0xCD, 0xEF), (0x00, 0x19, 0x76), (0x88, 0x88, 0x08)]


def case(*number: int) -> Case:
    text = "".join(f"{byte:02X}" for byte in number)
    return Case(text, number, {"NUMBER": number}, shown=text)


LESSON = Lesson(
    title="the display: keep six digits lit",
    machine="kim1",
    number=6,
    suffix=".s",
    task="""
Write a program, from START on, that shows the three bytes of NUMBER (at 0010 to 0012) on the six digits, for ever:
with 12 34 56 there, the display is 1234 56. SCANDS (at 1F1F), a subroutine of the monitor, lights the digits once,
one after the other, and returns: the bytes at 00FB, 00FA and 00F9, from left to right. They stay dark unless it is
called again and again. It changes A, X and Y. NUMBER must not change.""",
    begin="""
; Show the three bytes of NUMBER.

NUMBER  = $10
LEFT    = $FB           ; what SCANDS shows
MIDDLE  = $FA
RIGHT   = $F9
SCANDS  = $1F1F

        .org $0200
START:  LDA NUMBER
        STA LEFT
LOOP:   JSR SCANDS
        JMP LOOP
""",
    cases=[case(*number) for number in CASES],
    endless=True,
    cycles=150_000,
    shows=lambda kim: str(kim.display).upper().replace(" ", ""),
    mistakes=[
        Mistake("The bytes are in the wrong order: 00FB is on the left, 00F9 on the right.",
                lambda left, middle, right: f"{right:02X}{middle:02X}{left:02X}"),
        Mistake("All digits are dark: SCANDS lights them for a moment only, and must be called again and again.",
                lambda *number: ""),
    ],
    hints=("SCANDS lights the digits once, and briefly: what stays visible is shown again and again.",
           "Three times LDA and STA, then JSR SCANDS and a jump back to it."),
)  # fmt: skip
