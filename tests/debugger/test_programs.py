"""What the user types behind `debug`, and all that is found out about it."""

import os
import shutil

import pytest

from emulators import roms
from emulators.errors import ImageError, IronboardError, SourceErrors
from host import formats
from host.assemblers.mos6502 import assemble
from host.debugger.opening import Target, find, open_session, rom
from tests.assemblers.ca65 import needs_ca65
from tests.formats.linked import linked
from tests.formats.samples import DBG, LISTING
from tests.shared import spread

SOURCE = """        .org    $0200
INH     = $F9
        .macro  show number
        lda     number
        sta     INH
        .endmacro
start:  show    #1
        .proc   wait
@loop:  dex
        bne     @loop
        rts
        .endproc
"""
BYTES = bytes.fromhex("A9 01 85 F9 CA D0 FD 60")


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """A folder with a source; nothing else is beside it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.s").write_text(SOURCE)
    return tmp_path


@pytest.fixture
def image_alone(desk):
    """The program as a paper tape, without its source."""
    formats.write(assemble("game.s").image, "game.ptp")
    (desk / "game.s").unlink()
    return desk


# --- programs that come along ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", spread([*roms.manifest()], 10))
def test_programs_of_the_manifest_have_names_lines_and_texts(name):
    """Their sources assemble to the images that are loaded, so that their lines count."""
    program = find(name)
    assert program.warnings == []
    assert program.image.entry is not None
    sources = program.sources()
    for address, _ in program.image:
        line = sources.line_at(address)
        assert line is not None
        assert sources.text(line.file) is not None
    assert any(sources.name_of(address) for address, _ in program.image)


def test_the_manifest_says_how_a_program_is_started():
    wally = find("wally")
    assert (wally.image.entry, wally.terminal) == (0x0200, True)
    assert not find("functional").terminal


def test_the_monitor_comes_with_its_names():
    sources = find("wally").sources(rom("kim1-monitor"))
    assert sources.address_of("SCANDS") == 0x1F1F
    assert sources.line_at(0x1F1F).file.endswith("monitor.s")
    assert sources.line_at(0x0200).file.endswith("wally.s")


def test_another_monitor_is_not_described_by_our_source():
    ours = roms.rom_bytes("kim1-monitor")
    assert rom("kim1-monitor", ours).warnings == []
    other = rom("kim1-monitor", bytes(len(ours)))
    assert other.infos == []
    assert "the machine's ROM is not kim1-monitor: its names and lines are unknown" in other.warnings[0]


def test_an_image_that_its_source_does_not_give_has_no_lines(monkeypatch, tmp_path):
    for folder in ("asm", "roms"):
        shutil.copytree(roms.ROOTS[0] / folder, tmp_path / folder)
    monkeypatch.setattr(roms, "ROOTS", (tmp_path,))
    monkeypatch.setattr(roms, "FOLDERS", (tmp_path / "roms",))
    source = tmp_path / "asm" / "kim1" / "monitor.s"
    source.write_text(source.read_text().replace("$FF", "$FE", 1))
    program = find("kim1-monitor")
    assert program.sources().files == []
    assert "monitor.s is not used: it does not assemble to the bytes of kim1-monitor" in program.warnings[0]
    source.write_text(" lda\n")
    assert "monitor.s is not used: it does not assemble here" in find("kim1-monitor").warnings[0]


def test_without_the_sources_a_program_runs_all_the_same(monkeypatch, tmp_path):
    monkeypatch.setattr(roms, "ROOTS", (tmp_path,))
    program = find("wally")
    assert program.image.size > 900
    assert program.warnings == ["wally: its source asm/kim1/wally.s is not installed: no source lines"]


# --- sources --------------------------------------------------------------------------------------------


def test_a_source_is_assembled(desk):
    program = find("game.s")
    assert bytes(byte for _, byte in program.image) == BYTES
    assert program.image.entry == 0x0200
    sources = program.sources()
    assert sources.breakable("game.s", 1) == (4, [0x0200])
    assert sources.text("game.s") == SOURCE.splitlines()
    assert sources.address_of("@loop") == 0x0204


@pytest.mark.parametrize(
    ("label", "entry"), [("start", 0x0201), ("START", 0x0201), ("main", 0x0201), ("begin", 0x0200)]
)
def test_a_source_begins_at_its_start(desk, label, entry):
    (desk / "game.s").write_text(f" .org $0200\n nop\n{label}: nop\n")
    assert find("game.s").image.entry == entry


def test_a_number_called_start_is_no_entry(desk):
    (desk / "game.s").write_text(" .org $0200\n nop\nstart = $0201\nmain: nop\n")
    assert find("game.s").image.entry == 0x0201
    (desk / "game.s").write_text(" .org $0200\n nop\nstart := $1C00\n")
    assert find("game.s").image.entry == 0x0200  # outside of the program


def test_errors_of_a_source_are_those_of_the_assembler(desk):
    (desk / "game.s").write_text(" lda\n ldq #1\n")
    with pytest.raises(SourceErrors, match=r"game\.s:1:2: error"):
        find("game.s")


def test_warnings_of_the_assembler_are_kept(desk):
    (desk / "game.s").write_text(" .org $0200\n lda later\nlater = $10\n")
    assert "two bytes for the zero page address" in find("game.s").warnings[0]


def test_sources_are_assembled_as_the_user_says(desk):
    (desk / "library").mkdir()
    (desk / "library" / "more.inc").write_text(" .byte LEVEL\n")
    (desk / "game.s").write_text(' .org $0200\n .include "more.inc"\n')
    program = find("game.s", assembling={"defines": {"LEVEL": 3}, "include_dirs": ["library"]})
    assert dict(program.image) == {0x0200: 3}


# --- image files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("program", ["wally", None])
def test_options_of_a_language_go_with_a_source(program):
    with pytest.raises(ImageError, match="to be compiled with these options"):
        open_session(Target(program, compiling={"defines": {"X": 1}}))


def test_the_source_beside_an_image_is_used_when_it_gives_the_same_bytes(desk):
    formats.write(assemble("game.s").image, "game.ptp")
    assert find("game.ptp").sources().files == ["game.s"]
    (desk / "game.s").write_text(SOURCE.replace("#1", "#2"))
    other = find("game.ptp")
    assert other.sources().files == []
    assert other.warnings == ["game.s is not used: it does not assemble to the bytes of game.ptp"]


@pytest.mark.parametrize(("ending", "format"), [(".lbl", "ld65"), (".lab", "ld65"), (".vs", "vice"), (".vice", "vice")])
def test_label_files_beside_an_image_are_found(image_alone, ending, format):
    labels = image_alone / f"game{ending}"
    text = "al C:0204 .wait\nal C:0201 .start\n" if format == "vice" else "al 000204 .wait\nal 000201 .start\n"
    labels.write_text(text)
    program = find("game.ptp")
    assert program.sources().name_of(0x0204) == "wait"
    assert program.image.entry == 0x0201


def test_a_listing_beside_an_image_is_the_text_to_step_through(image_alone):
    (image_alone / "game.lst").write_text(LISTING)
    program = find("game.ptp")
    assert program.warnings == []
    sources = program.sources()
    line = sources.line_at(0x0205)
    assert sources.text("game.lst")[line.line - 1].endswith("bne     @loop")


def test_debug_information_goes_before_a_listing(desk):
    formats.write(assemble("game.s").image, "game.ptp")
    (desk / "game.dbg").write_text(DBG)
    (desk / "game.lst").write_text(LISTING)
    sources = find("game.ptp").sources()
    assert sources.line_at(0x0205).file == "game.s"
    assert sources.files == ["game.lst", "game.s"]


def test_sources_are_found_beside_debug_information_and_a_folder_above(desk):
    (desk / "build").mkdir()
    formats.write(assemble("game.s").image, "build/game.ptp")
    (desk / "build" / "game.dbg").write_text(DBG.replace("game.s", "/home/somebody/game.s"))
    os.utime(desk / "game.s", (1, 1))
    os.chdir("/")
    program = find(desk / "build" / "game.ptp")
    assert program.warnings == []
    assert program.sources().text("game.s") == SOURCE.splitlines()


def test_symbols_that_the_user_names_are_added(image_alone):
    (image_alone / "more.lbl").write_text("al 000207 .done\n")
    (image_alone / "other.s").write_text(SOURCE)
    program = find("game.ptp", symbols=["more.lbl", "other.s"])
    assert program.sources().name_of(0x0207) == "done"
    assert program.sources().files == ["other.s"]


def test_files_of_the_user_must_be_right_those_found_need_not_be(image_alone):
    (image_alone / "game.lst").write_text("Dear Sir,\n")
    program = find("game.ptp")
    assert len(program.warnings) == 1
    assert program.warnings[0].startswith("game.lst is not used: game.lst: this is not a listing")
    with pytest.raises(IronboardError, match="this is not a listing"):
        find("game.ptp", symbols=["game.lst"])
    with pytest.raises(IronboardError, match=r"cannot read nothing\.lbl"):
        find("game.ptp", symbols=["nothing.lbl"])


def test_a_raw_binary_needs_its_origin(desk):
    (desk / "game.bin").write_bytes(BYTES)
    with pytest.raises(IronboardError, match="origin"):
        find("game.bin")
    assert find("game.bin", origin=0x0300).image.entry == 0x0300


@needs_ca65
def test_debug_information_tells_where_a_raw_binary_belongs(desk):
    linked(desk, desk / "game.s")
    program = find("linked.bin")
    assert dict(program.image) == dict(enumerate(BYTES, 0x0200))
    assert program.warnings == []
    assert program.sources().line_at(0x0205).line == 10


# --- of another build -----------------------------------------------------------------------------------


def test_a_listing_with_other_bytes_is_reported(image_alone):
    (image_alone / "game.lst").write_text(LISTING.replace("D0 FD", "F0 FD"))
    assert find("game.ptp").warnings == [
        "game.lst is of another build: 1 of 8 bytes differ, the first at 0205 (F0, the program has D0)"
    ]


def test_a_listing_of_somewhere_else_is_reported(image_alone):
    (image_alone / "game.lst").write_text(LISTING.replace("\n0002", "\n0012"))
    assert find("game.ptp").warnings == ["game.lst is of another program: none of its bytes has an address in this one"]


def test_debug_information_of_a_longer_program_is_reported(image_alone):
    (image_alone / "game.dbg").write_text(DBG.replace("start=7,size=1", "start=7,size=3"))
    assert find("game.ptp").warnings == ["game.dbg is of another build: game.s:11 ends at 0209, after the program"]


def test_debug_information_of_somewhere_else_is_reported(image_alone):
    (image_alone / "game.dbg").write_text(DBG.replace("val=0x20", "val=0x30"))
    assert find("game.ptp").warnings == ["game.dbg is of another program: none of its lines has an address in this one"]


def test_a_source_that_is_newer_than_its_debug_information_is_reported(desk):
    formats.write(assemble("game.s").image, "game.ptp")
    (desk / "game.dbg").write_text(DBG)
    assert find("game.ptp").warnings == []
    later = (desk / "game.dbg").stat().st_mtime + 60
    os.utime(desk / "game.s", (later, later))
    assert find("game.ptp").warnings == ["game.s is newer than game.dbg: its lines may have moved"]


# --- what is no program ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["waly", "", ".", "a\0b"])
def test_a_name_of_nothing_is_an_error_that_names_the_programs(desk, name):
    with pytest.raises(IronboardError, match=r"no program of this name; (there are .*wally|did you mean)"):
        find(name)


def test_a_file_with_a_programs_name_is_reached_by_its_path(desk):
    (desk / "wally").write_bytes(b";010200330036\n;0000010001\n")
    assert find("wally").image.size > 900
    assert find("./wally").image.size == 1


@pytest.mark.parametrize("name", ["nothing.hex", "nothing.s", "x" * 300, "folder.hex"])
def test_what_cannot_be_read_is_an_error_of_ours(desk, name):
    (desk / "folder.hex").mkdir()
    with pytest.raises(IronboardError, match="cannot read"):
        find(name)


@pytest.mark.parametrize(("name", "text"), [("game.dbg", DBG), ("game.lst", LISTING), ("game.lbl", "al 000200 .a\n")])
def test_what_is_known_about_a_program_is_no_program(desk, name, text):
    (desk / name).write_text(text)
    with pytest.raises(IronboardError, match=r"this file holds symbols or lines, not a program.*--symbols"):
        find(name)
