"""The KIM-1's lessons, in assembler."""

from typing import Any

from host.lessons.lesson import Case, Lesson, Mistake

# ---------------------------------------------------------------- swap

PAIRS = [(1, 2), (0, 255), (0x80, 0x7F), (7, 7), (0x12, 0x34), (255, 0)]


def swap_case(first: int, second: int) -> Case:
    return Case(f"{first:02X} and {second:02X}", (first, second), {"FIRST": first, "SECOND": second},
                wanted={"FIRST": second, "SECOND": first})  # fmt: skip


SWAP = Lesson(
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
    cases=[swap_case(*pair) for pair in PAIRS],
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

# ---------------------------------------------------------------- fill

ROOM, BEFORE = 32, 0xEE
FILL_CASES = [(0x55, 5), (0xFF, 1), (0x00, 16), (0x21, 32), (0x55, 0), (0xEE, 7), (0xA0, 31)]


def filled(byte: int, count: int) -> dict[int | str, list[int]]:
    """Return the buffer with its first bytes filled, and the bytes before and after it."""
    return {"BUFFER": [*[byte] * count, *[BEFORE] * (ROOM - count)]}


def fill_case(byte: int, count: int) -> Case:
    return Case(f"{count} bytes of {byte:02X}", (byte, count), {"BUFFER": [BEFORE] * ROOM}, {"A": byte, "X": count},
                filled(byte, count))  # fmt: skip


FILL = Lesson(
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
    cases=[fill_case(*each) for each in FILL_CASES],
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

# ---------------------------------------------------------------- add16

ADD16_CASES = [(1, 2, 0), (200, 100, 0), (0x1234, 0x1111, 1), (0x00FF, 0x0001, 1), (0xFFFF, 1, 0), (0, 0, 1),
         (0x80FF, 0x7F01, 1), (12345, 6789, 0), (0xABCD, 0x4321, 1)]  # fmt: skip


def low_high(number: int) -> list[int]:
    """Return the two bytes of a number, the low one first."""
    return [number & 0xFF, number >> 8 & 0xFF]


def add16_case(one: int, other: int, carry: int) -> Case:
    return Case(f"{one:04X} + {other:04X} with C = {carry}", (one, other, carry),
                {"ONE": low_high(one), "OTHER": low_high(other)}, {"C": carry},
                {"SUM": low_high(one + other), "ONE": low_high(one), "OTHER": low_high(other)})  # fmt: skip


ADD16 = Lesson(
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
    cases=[add16_case(*each) for each in ADD16_CASES],
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

# ---------------------------------------------------------------- decimal

DECIMAL_CASES = [(1, 2), (9, 1), (99, 1), (1234, 4321), (5678, 1234), (9999, 1), (999, 9001), (5050, 4949)]


def digits(number: int) -> list[int]:
    """Return the four last digits of a number, the low two first."""
    return [int(f"{number % 100}", 16), int(f"{number // 100 % 100}", 16)]


def binary(one: int, other: int) -> list[int]:
    """Return the sum of the bytes as of binary numbers."""
    total = int(f"{one}", 16) + int(f"{other}", 16)
    return [total & 0xFF, total >> 8 & 0xFF]


def decimal_case(one: int, other: int) -> Case:
    return Case(f"{one:04} + {other:04}", (one, other), {"ONE": digits(one), "OTHER": digits(other)},
                wanted={"SUM": digits(one + other)}, results={"D": 0})  # fmt: skip


DECIMAL = Lesson(
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
    cases=[decimal_case(*each) for each in DECIMAL_CASES],
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

# ---------------------------------------------------------------- copy

SOURCES = (0x0301, 0x0340, 0x03E0)
TARGETS = (0x0350, 0x03A0, 0x0300)
TEXTS = (b"KIM", b"", b"A", b"THE FIRST BOOK OF KIM", b"6502", b"\xff\x01\x80")


def after(text: bytes, count: int) -> list[int]:
    """Return the target with the first bytes of a text, its 0 included."""
    return [*[*text, 0][:count], *[BEFORE] * (ROOM - count)]


def copy_case(text: bytes, source: int, target: int) -> Case:
    memory: dict[int | str, int | list[int]] = {
        "SOURCE": [source & 0xFF, source >> 8], "TARGET": [target & 0xFF, target >> 8],
        source: [*text, 0], target: [BEFORE] * ROOM,
    }  # fmt: skip
    title = f"{len(text)} bytes from {source:04X} to {target:04X}"
    return Case(title, (text, target), memory, wanted={target: after(text, len(text) + 1)})


COPY = Lesson(
    title="indirect addressing: copy a text",
    machine="kim1",
    number=5,
    suffix=".s",
    task="""
A text is bytes with a 00 at their end. SOURCE (at 0010 and 0011) holds the address of a text, the low byte first,
TARGET (at 0012 and 0013) another address. Write a subroutine COPY that copies the text there, its 00 included:
where SOURCE points to 4B 49 4D 00, TARGET points to 4B 49 4D 00 afterwards. Texts are shorter than 30 bytes; a text
may be a 00 alone. LDA (SOURCE),Y loads the byte at the address in SOURCE, plus Y.""",
    begin="""
; Copy the text at the address in SOURCE to the address in TARGET.

SOURCE  = $10
TARGET  = $12

        .org $0200
COPY:   LDY #0
        LDA (SOURCE),Y
        STA (TARGET),Y  ; the first byte: when is it the last?
        RTS
""",
    routine="COPY",
    writes=(range(0x0300, 0x0400),),
    cycles=700,
    cases=[copy_case(text, SOURCES[i % 3], TARGETS[i % 3]) for i, text in enumerate(TEXTS)],
    mistakes=[
        Mistake("The 00 at the end is not copied: store the byte before you look whether it was the last.",
                lambda text, target: {target: after(text, len(text))}),
        Mistake("Only one byte is copied: INY goes on to the next, and a branch back to the LDA.",
                lambda text, target: {target: after(text, 1)}),
        Mistake("The first byte is left out: Y begins with 0.",
                lambda text, target: {target: [BEFORE, *after(text, len(text) + 1)[1:]]}),
    ],
    hints=("The 00 is copied, too: the test for it goes after the store.",
           "Load, store, leave if it was 00, INY, and once more. STA does not change the flags, INY does."),
)  # fmt: skip

# ---------------------------------------------------------------- bits

X, Y = 0x5A, 0xC3


def bits_case(byte: int) -> Case:
    return Case(f"A = {byte:02X}", (byte,), {}, {"A": byte, "X": X, "Y": Y},
                results={"A": byte.bit_count(), "X": X, "Y": Y})  # fmt: skip


BITS = Lesson(
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
    cases=[bits_case(byte) for byte in (0x05, 0x00, 0xFF, 0x80, 0x01, 0x5A, 0xFE, 0x7F)],
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

# ---------------------------------------------------------------- keys

PRESSED = [(3, 4), (1,), (15, 15, 15), (0, 10, 5), (9, 9, 8, 7)]


def hold_go(machine: Any, *keys: int) -> None:
    """Keep GO, with which the program has been started, down for a while."""
    machine.key_down("GO")
    machine.at(machine.cycles + 60_000, "key_up", "GO")


def names_of(*keys: int) -> str:
    """Return the names of keys."""
    return " ".join(f"{key:X}" for key in keys)


def keys_case(*keys: int) -> Case:
    return Case(f"keys {names_of(*keys)}", keys, {"TOTAL": 0}, wanted={"TOTAL": sum(keys) & 0xFF})


KEYS = Lesson(
    title="the keypad: add up the keys",
    machine="kim1",
    number=7,
    suffix=".s",
    task="""
Write a program, from START on, that adds the number of every key 0 to F that is pressed to TOTAL (at 0010), for
ever: 3 and then 4 make 07. A key counts once, however long it is down. TOTAL is 00 when the program begins. GETKEY
(at 1F6A), a subroutine of the monitor, returns the key that is down in A: 00 to 0F, 10 to 14 for AD DA + GO PC, 15
if none is down. It changes X and Y. The GO with which your program is started may be down for a while yet: it does
not count.""",
    begin="""
; Add up the keys that are pressed.

TOTAL   = $10
GETKEY  = $1F6A

        .org $0200
START:  CLD
DOWN:   JSR GETKEY      ; wait until a key is down
        CMP #$15
        BEQ DOWN
        CLC
        ADC TOTAL
        STA TOTAL
        JMP DOWN        ; and if it is still the same?
""",
    cases=[keys_case(*keys) for keys in PRESSED],
    endless=True,
    cycles=630_000,  # the fourth key is up then
    prepare=hold_go,
    input=names_of,
    mistakes=[
        Mistake("GO was counted, too: keys from 10 on do not count.",
                lambda *keys: {"TOTAL": sum(keys) + 0x13 & 0xFF}),
        Mistake("No key was counted: is GETKEY called again and again? 15 means that no key is down.",
                lambda *keys: {"TOTAL": 0}),
        Mistake("Each key replaces the total: add it to what is there.",
                lambda *keys: {"TOTAL": keys[-1]}),
        Mistake("Only the first key was counted: once it is up again, go back and wait for the next.",
                lambda *keys: {"TOTAL": keys[0]}),
    ],
    hints=("After a key has been counted, call GETKEY until it returns 15: only then look for the next one.",),
)  # fmt: skip

# ---------------------------------------------------------------- display

DISPLAY_CASES = [(0x12, 0x34, 0x56), (0xAB, 0xCD, 0xEF), (0x00, 0x19, 0x76), (0x88, 0x88, 0x08)]


def display_case(*number: int) -> Case:
    text = "".join(f"{byte:02X}" for byte in number)
    return Case(text, number, {"NUMBER": number}, shown=text)


DISPLAY = Lesson(
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
    cases=[display_case(*number) for number in DISPLAY_CASES],
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

# ---------------------------------------------------------------- checksum

LENGTH = 32


def checksum_case(title: str, table: list[int], carry: int) -> Case:
    return Case(title, (table, carry), {"TABLE": table}, {"C": carry},
                results={"A": sum(table) & 0xFF})  # fmt: skip


def pattern(factor: int, start: int) -> list[int]:
    """Return bytes that look like anything."""
    return [(start + factor * i) * (i + 1) & 0xFF for i in range(LENGTH)]


CHECKSUM = Lesson(
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
        checksum_case("zeros", [0] * LENGTH, 0),
        checksum_case("ones, with C = 1", [1] * LENGTH, 1),
        checksum_case("FF everywhere", [0xFF] * LENGTH, 0),
        checksum_case("the first byte alone", [0x77, *[0] * (LENGTH - 1)], 1),
        checksum_case("the last byte alone", [*[0] * (LENGTH - 1), 0x88], 0),
        *(checksum_case(f"table {n}", pattern(n, 7 * n), n % 2) for n in (3, 11, 29, 57)),
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


LESSONS = {
    "swap": SWAP,
    "fill": FILL,
    "add16": ADD16,
    "decimal": DECIMAL,
    "copy": COPY,
    "bits": BITS,
    "keys": KEYS,
    "display": DISPLAY,
    "checksum": CHECKSUM,
}
