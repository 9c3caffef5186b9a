"""From images back to sources: the same bytes, labels, and what is not code as .byte."""

from pathlib import Path

import pytest

from emulators.errors import ImageError
from emulators.image import Image, Segment
from emulators.mos6502 import isa
from emulators.mos6502.isa import INSTRUCTIONS
from host.assemblers.disassembler import disassemble
from host.assemblers.mos6502 import assemble

ROOT = Path(__file__).parents[2]


@pytest.fixture
def reassembled(tmp_path):
    """Return a function from a source text to its image."""

    def image_of(text):
        path = tmp_path / "back.s"
        path.write_text(text)
        return assemble(path).image

    return image_of


@pytest.mark.parametrize("undocumented", [False, True])
@pytest.mark.parametrize("address", [0x0000, 0x00F0, 0x0200, 0xFD00])
def test_every_opcode_comes_back(reassembled, address, undocumented):
    image = Image.of(address, b"".join(bytes([op, 0x12, 0x02]) for op in range(256))[:0x2F0])
    assert reassembled(disassemble(image, undocumented=undocumented)).merged() == image.merged()


@pytest.mark.parametrize("instruction", INSTRUCTIONS, ids=lambda each: f"{each.opcode:02X}")
def test_the_text_for_the_machine_has_the_length_and_the_name_of_the_instruction(instruction):
    memory = bytes([instruction.opcode, 0x34, 0x12])
    text, following = isa.disassemble(lambda address: memory[address - 0x0200], 0x0200)
    assert following == 0x0200 + instruction.length
    assert text.split()[0] == instruction.mnemonic


def test_the_machine_s_text_wraps_at_the_end_of_memory():
    memory = {0xFFFE: 0x4C, 0xFFFF: 0x34, 0x0000: 0x12}
    assert isa.disassemble(lambda address: memory[address], 0xFFFE) == ("JMP $1234", 0x0001)


@pytest.mark.parametrize("source", sorted((ROOT / "asm").rglob("*.s")), ids=lambda path: path.name)
def test_the_programs_of_the_repository_come_back(reassembled, source):
    image = assemble(source).image
    for options in ({}, {"linear": True}, {"starts": [image.segments[0].address]}):
        assert reassembled(disassemble(image, **options)).merged() == image.merged()


def test_code_is_what_can_be_reached_from_the_starting_points(reassembled):
    image = reassembled(' .org $0200\n jsr sub\n jmp *\n .byte "AB"\nsub: rts\n')
    image.symbols.clear()
    text = disassemble(image, starts=[0x0200], notes=False)
    assert text.splitlines() == [
        "",
        "        .org $0200",
        "        JSR L0208",
        "L0203:",
        "        JMP L0203",
        "        .byte $41,$42",
        "L0208:",
        "        RTS",
    ]


def test_known_names_come_back_and_those_outside_of_the_image_as_definitions(reassembled):
    image = reassembled("SAD = $1740\n .org $0200\nstart: lda SAD\n beq start\n rts\n")
    text = disassemble(image, notes=False)
    assert "SAD = $1740" in text
    assert "        LDA SAD\n        BEQ start" in text


def test_sizes_are_forced_where_the_assembler_would_choose_the_other_one(reassembled):
    image = reassembled(" .org $0000\nzero: lda a:zero\n lda later\n ldx z:later\n lda a:$10,x\n .res 9\nlater: rts\n")
    text = disassemble(image, notes=False)
    assert "LDA a:zero" in text
    assert "LDX z:later" in text
    assert reassembled(text).merged() == image.merged()


def test_segments_keep_their_addresses(reassembled):
    image = Image([Segment(0x1780, b"\x60"), Segment(0x0200, b"\x20\x80\x17"), Segment(0x0203, b"\xea")])
    assert reassembled(disassemble(image)).merged() == image.merged()


def test_an_empty_image_is_an_error():
    with pytest.raises(ImageError, match="empty"):
        disassemble(Image())
