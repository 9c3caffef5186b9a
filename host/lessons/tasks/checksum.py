"""Within a budget: the sum of a table in few cycles."""

from host.lessons.lesson import Case, Lesson, Mistake

LENGTH = 32


def case(title: str, table: list[int], carry: int) -> Case:
    return Case(title, (table, carry), {"TABLE": table}, {"C": carry},
                results={"A": sum(table) & 0xFF})  # fmt: skip


def pattern(factor: int, start: int) -> list[int]:
    """Return bytes that look like anything."""
    return [(start + factor * i) * (i + 1) & 0xFF for i in range(LENGTH)]


LESSON = Lesson(
    title="within a budget: the sum of a table in 320 cycles",
    machine="kim1",
    number=8,
    suffix=".s",
    task="""
Write a subroutine CHECK that returns the sum of the 32 bytes of TABLE (at 0040 to 005F) in A; what exceeds FF is
lost: the sum of 32 times FF is E0. It must take no more than 320 cycles, RTS included: ten for each byte. The carry
may be 0 or 1 when it is called; decimal mode is off. Every ADC adds the carry that the one before has left, and yet
there is no time for a CLC each time: where can the carry that an addition leaves be got rid of, or be taken into
account?""",
    begin="""
; The sum of the 32 bytes of TABLE, in A.

TABLE   = $40

        .org $0200
CHECK:  LDA #0
        LDX #31
LOOP:   CLC             ; 2 cycles
        ADC TABLE,X     ; 4
        DEX             ; 2
        BPL LOOP        ; 3, and 2 the last time
        RTS
""",
    routine="CHECK",
    writes=(range(0x10, 0x40),),
    cycles=320,
    cases=[
        case("zeros", [0] * LENGTH, 0),
        case("ones, with C = 1", [1] * LENGTH, 1),
        case("FF everywhere", [0xFF] * LENGTH, 0),
        case("the first byte alone", [0x77, *[0] * (LENGTH - 1)], 1),
        case("the last byte alone", [*[0] * (LENGTH - 1), 0x88], 0),
        *(case(f"table {n}", pattern(n, 7 * n), n % 2) for n in (3, 11, 29, 57)),
    ],
    mistakes=[
        Mistake("The byte at TABLE + 0 is left out: BNE leaves the loop before it.",
                lambda table, carry: {"A": sum(table[1:]) & 0xFF}),
        Mistake("The last byte of the table is left out: it is at TABLE + 31.",
                lambda table, carry: {"A": sum(table[:-1]) & 0xFF}),
        Mistake("The carries are added, too: each ADC that exceeds FF adds one to the next.",
                lambda table, carry: {"A": with_carries(table, 0)}),
        Mistake("The carries are added, too, the one that CHECK is called with included.",
                lambda table, carry: {"A": with_carries(table, carry)}),
    ],
    hints=("Where does the loop spend its time? What is counted need not be counted after every byte.",
           "Add two bytes in a turn of the loop: DEX and BPL are then executed half as often, and there is "
           "time for CLC."),
)  # fmt: skip


def with_carries(table: list[int], carry: int) -> int:
    """Return the sum from the last byte down, each carry added to the next."""
    total = 0
    for byte in reversed(table):
        total += byte + carry
        carry, total = total >> 8, total & 0xFF
    return total
