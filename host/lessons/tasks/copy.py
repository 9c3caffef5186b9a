"""Indirect addressing: copy a text from where one pointer points to where another does."""

from host.lessons.lesson import Case, Lesson, Mistake

ROOM, BEFORE = 0x20, 0xEE
SOURCES = (0x0301, 0x0340, 0x03E0)
TARGETS = (0x0350, 0x03A0, 0x0300)
TEXTS = (b"KIM", b"", b"A", b"THE FIRST BOOK OF KIM", b"6502", b"\xff\x01\x80")


def after(text: bytes, count: int) -> list[int]:
    """Return the target with the first bytes of a text, its 0 included."""
    return [*[*text, 0][:count], *[BEFORE] * (ROOM - count)]


def case(text: bytes, source: int, target: int) -> Case:
    memory: dict[int | str, int | list[int]] = {
        "SOURCE": [source & 0xFF, source >> 8], "TARGET": [target & 0xFF, target >> 8],
        source: [*text, 0], target: [BEFORE] * ROOM,
    }  # fmt: skip
    title = f"{len(text)} bytes from {source:04X} to {target:04X}"
    return Case(title, (text, target), memory, wanted={target: after(text, len(text) + 1)})


LESSON = Lesson(
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
    cases=[case(text, SOURCES[i % 3], TARGETS[i % 3]) for i, text in enumerate(TEXTS)],
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
