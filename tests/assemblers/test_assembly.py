"""What comes of an assembly beside the bytes: image, symbols, lines, listing, files."""

import copy
import pickle
import subprocess
import sys
from dataclasses import replace

import pytest

from emulators.image import Image, SourceLine
from host.assemblers.dialects import assemble_file, disassemble_file
from host.assemblers.mos6502 import assemble
from host.formats import read

PROGRAM = """\
        .org $0200
COUNT   = 3
        .macro clear where
        lda #0
        sta where
        .endmacro
start:  ldx #COUNT
@loop:  lda table,x
        dex
        bpl @loop
        clear $1740
        rts
        .scope inner
table:  .byte 1
        .endscope
table:  .byte "HELLO WORLD, HELLO WORLD",0
"""

LOCALS = """
        .org    $0200
        .macro m
        .local skip
        beq skip
skip:
        .endmacro
COUNT   = 3
PORT    := $1740
        m
start:
@loop:  nop
        .scope
hidden: nop
@in:    nop
        .endscope
        .scope
hidden: nop
        .endscope
"""


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "program.s"
    path.write_text(PROGRAM)
    return path


@pytest.fixture
def assembled(tmp_path):
    """Return a function from a source text to its assembly."""

    def assembly_of(text, **options):
        path = tmp_path / "text.s"
        path.write_text(text)
        return assemble(path, **options)

    return assembly_of


def test_symbols_carry_their_scopes(program):
    assert assemble(program).symbols == {"COUNT": 3, "start": 0x0200, "inner::table": 0x020E, "table": 0x020F}


def test_names_that_nobody_else_can_use_stay_out_of_the_symbols(assembled):
    text = " .scope\nhidden: nop\n .endscope\n .macro m\n .local skip\n beq skip\nskip:\n .endmacro\nstart: m\n m\n"
    assert list(assembled(text).symbols) == ["start"]


def test_a_debugger_knows_the_names_of_cheap_labels_and_of_nameless_scopes(assembled):
    image = assembled(LOCALS).image
    assert image.symbols == {"COUNT": 3, "PORT": 0x1740, "start": 0x0202}
    assert image.constants == {"COUNT"}
    assert image.local_symbols == {"start@loop": 0x0202, "hidden": 0x0203, "hidden@in": 0x0204, "hidden@0205": 0x0205}


def test_lines_lead_from_addresses_to_the_source(program):
    lines = assemble(program).image.lines
    name = str(program)
    assert lines[:3] == [
        SourceLine(0x0200, 2, name, 7),
        SourceLine(0x0202, 3, name, 8),
        SourceLine(0x0205, 1, name, 9),
    ]
    assert SourceLine(0x020A, 3, name, 5, depth=1) in lines  # in the macro
    assert SourceLine(0x0208, 5, name, 11) in lines  # the call
    assert [line.address for line in lines] == sorted(line.address for line in lines)


def test_the_listing_shows_address_bytes_cycles_and_source(program):
    rows = assemble(program).listing.splitlines()
    assert "0202  BD 0F 02     4+       8    @loop:  lda table,x" in rows
    assert "0206  10 FA        2+      10            bpl @loop" in rows
    assert "      = 0003                2    COUNT   = 3" in rows
    assert "0208  A9 00        2        4  +         lda #0" in rows  # out of the macro
    assert "0213  4F 20 57 4F" in rows  # the second row of a string


def test_the_listing_ends_with_the_cross_reference(program):
    table = assemble(program).listing.split("\n\n")[-1]
    rows = {row.split()[0]: row.split()[1:] for row in table.splitlines()}
    assert rows["COUNT"] == ["0003", f"{program}:2", "7"]
    assert rows["start@loop"] == ["0202", f"{program}:8", "10"]
    assert rows["start"][-2:] == ["(never", "used)"]


def test_includes_are_found_beside_the_file_and_in_the_folders_given(tmp_path, assembled):
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "one.inc").write_text(' .include "two.inc"\n')
    (tmp_path / "library" / "two.inc").write_text(" .byte 2\n")
    (tmp_path / "data.bin").write_bytes(b"0123456789")
    text = ' .include "one.inc"\n .incbin "data.bin", 2, 3\n'
    assembly = assembled(text, include_dirs=[tmp_path / "library"])
    assert assembly.image.segments[0].words == b"\x02234"
    assert " 2   " in assembly.listing.splitlines()[2]  # two files deep


def test_symbols_and_addresses_of_segments_can_be_given(assembled):
    text = ' .byte TEST\n .segment "EXTRA"\nhere: .word here\n'
    image = assembled(text, defines={"TEST": 7}, segments={"CODE": 0x0300, "EXTRA": 0x1780}).image
    assert image.segments == [(0x0300, b"\x07"), (0x1780, b"\x80\x17")]


def test_an_area_of_reservations_only_names_addresses(assembled):
    image = assembled(" .org $10\nptr: .res 2\n .org $0200\n lda (ptr),y\n .res 2\n rts\n").image
    assert image.segments == [(0x0200, b"\xb1\x10\x00\x00\x60")]


def test_segments_without_org_follow_one_another(assembled):
    image = assembled(" nop\n .data\nhere: .word here\n .zeropage\nzp: .res 1\n .code\n lda zp\n").image
    assert image.segments == [(0x0200, b"\xea\xa5\x00\x03\x02")]


def test_messages_and_the_end(assembled):
    assembly = assembled(' nop\n .out "half way"\n .end\n anything\n')
    assert assembly.messages == ["half way"]


def test_undocumented_instructions_on_request(assembled):
    assert assembled(" lax $12\n", undocumented=True).image.segments[0].words == b"\xa7\x12"


def test_asm_writes_image_listing_and_labels(program, tmp_path):
    image, listing, labels = tmp_path / "p.hex", tmp_path / "p.lst", tmp_path / "p.lbl"
    assemble_file(program, output=image, listing=listing, labels=labels)
    result = assemble(program)
    assert read(image).merged() == result.image.merged()
    assert listing.read_text() == result.listing
    assert read(labels).symbols["start"] == 0x0200


def test_dis_reads_what_asm_wrote(program, tmp_path):
    image, labels, again = tmp_path / "p.ptp", tmp_path / "p.lbl", tmp_path / "again.s"
    assemble_file(program, output=image, labels=labels)
    disassemble_file(image, output=again, starts=[0x0200], labels=labels)
    assert "start:" in again.read_text()
    assert assemble(again).image.merged() == assemble(program).image.merged()


def test_an_assembler_starts_without_what_only_machines_need():
    modules = "host.assemblers.dialects, host.assemblers.roms, emulators.roms, emulators.mos6502.isa"
    code = f"import sys, {modules}; print(sorted({{'numpy', 'pygame'}} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda image: pickle.loads(pickle.dumps(image)), replace])
def test_copies_of_an_image_have_its_lines(way, tmp_path):
    source = tmp_path / "a.s"
    source.write_text(".org $200\nlda #1\n.repeat 2\nrts\n.endrepeat\n", encoding="utf-8")
    made, again = assemble(source).image, assemble(source).image
    copied = way(made)  # before anyone asked for the lines
    assert vars(copied).keys() == vars(Image()).keys()  # the lines, not the program that they can be made of
    assert [(each.address, each.line) for each in copied.lines] == [(0x200, 2), (0x202, 3), (0x202, 4), (0x203, 4)]
    assert made == again == copied
    with pytest.raises(AttributeError, match="no 'line'"):
        _ = made.line
