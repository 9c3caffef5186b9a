"""Numbers of two bytes: add them, with a carry from one to the other."""

from host.lessons.lesson import Case, Lesson, Mistake

CASES = [(1, 2, 0), (200, 100, 0), (0x1234, 0x1111, 1), (0x00FF, 0x0001, 1), (0xFFFF, 1, 0), (0, 0, 1),
         (0x80FF, 0x7F01, 1), (12345, 6789, 0), (0xABCD, 0x4321, 1)]  # fmt: skip


def low_high(number: int) -> list[int]:
    """Return the two bytes of a number, the low one first."""
    return [number & 0xFF, number >> 8 & 0xFF]


def case(one: int, other: int, carry: int) -> Case:
    return Case(f"{one:04X} + {other:04X} with C = {carry}", (one, other, carry),
                {"ONE": low_high(one), "OTHER": low_high(other)}, {"C": carry},
                {"SUM": low_high(one + other), "ONE": low_high(one), "OTHER": low_high(other)})  # fmt: skip


LESSON = Lesson(
    title="numbers of two bytes: add them",
    machine="kim1",
    number=3,
    suffix=".s",
    task="""
Write a subroutine ADD16 that adds two numbers of 16 bits, ONE (at 0010 and 0011) and OTHER (at 0012 and 0013), and
puts their sum into SUM (at 0014 and 0015). The low byte comes first: 1234 is 34 12. A sum above FFFF loses its 1 in
front. The carry may be 0 or 1 when the subroutine is called; decimal mode is off. 00FF + 0001 is 0100: 00 01. ADC
adds a byte and the carry to A, and leaves the new carry in C; CLC clears it.""",
    begin="""
; SUM = ONE + OTHER, numbers of 16 bits, the low byte first.

ONE     = $10
OTHER   = $12
SUM     = $14

        .org $0200
ADD16:  LDA ONE         ; the low bytes
        ADC OTHER
        STA SUM
        RTS             ; and the high ones?
""",
    routine="ADD16",
    writes=(("SUM", 2),),
    cycles=60,
    cases=[case(*each) for each in CASES],
    mistakes=[
        Mistake("The carry is not cleared: ADC adds the C that the subroutine was called with. CLC goes before it.",
                lambda one, other, carry: {"SUM": low_high(one + other + carry)}),
        Mistake("The carry from the low bytes is lost: the high bytes must be added with it, without a CLC between.",
                lambda one, other, carry: {"SUM": [(one + other) & 0xFF, (one >> 8) + (other >> 8) & 0xFF]}),
        Mistake("The high bytes come out first: the low byte belongs to SUM, the high one to SUM+1.",
                lambda one, other, carry: {"SUM": low_high(one + other)[::-1]}),
        Mistake("Only the low bytes are added: the high ones are at ONE+1, OTHER+1 and SUM+1.",
                lambda one, other, carry: {"SUM": [(one + other) & 0xFF, 0]}),
    ],
    hints=("As on paper, from the right: what is carried from the low bytes belongs to the high ones.",
           "First the low bytes, after a CLC; then the high ones, with the carry that the first ADC has left."),
)  # fmt: skip
