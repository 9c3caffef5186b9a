"""Debug information of ld65 says what our own assembler says of the same source."""

import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from emulators.image import Image, SourceLine
from host.assemblers.mos6502 import assemble
from host.formats import dbg
from tests.assemblers.ca65 import LAYOUT, needs_ca65
from tests.formats.linked import STATEMENTS, comparable, innermost, linked, run, written
from tests.formats.samples import DBG, IMAGE

SOURCES = sorted((Path(__file__).parents[2] / "asm").rglob("*.s"))
FEW = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], derandomize=True
)


def agree(ours, theirs):
    """Lines, innermost lines and names are the same, as far as both speak of the same addresses."""
    addresses = {address for address, _ in ours}
    assert innermost(theirs.lines, addresses) == innermost(ours.lines, addresses)
    assert comparable(theirs.lines, addresses) == comparable(ours.lines, addresses)
    assert theirs.symbols == ours.symbols
    assert theirs.local_symbols == ours.local_symbols
    assert theirs.constants == ours.constants


def test_the_sample_is_read():
    assert dbg.loads(DBG.encode()) == IMAGE


@needs_ca65
@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_every_source_of_the_repository_has_the_same_lines_and_symbols(source, tmp_path):
    """All of them use .org, several times, which the linker knows nothing of."""
    agree(assemble(source).image, linked(tmp_path, source))


@needs_ca65
@FEW
@given(st.lists(STATEMENTS, min_size=5, max_size=40))
def test_generated_programs_have_the_same_lines_and_symbols(tmp_path, statements):
    """Macros in macros and repetitions, includes, several segments."""
    source = written(tmp_path, statements)
    agree(assemble(source).image, linked(tmp_path, source))


# --- .org -----------------------------------------------------------------------------------------------

ORIGINS = [
    "start: lda #1\n rts\n",
    "start:\n lda #1\n rts\n",  # the only label on a line of its own
    "port := $1740\n\n lda port\nstart: rts\n",  # an address that is no label
    "one: .res 1\ntwo: .res 1\n .byte 1\n\n .org $0300\n jmp main\n; code\nmain:\n rts\n",
    ".proc sub\n rts\n.endproc\n .org $0400\n.proc other\n@loop: bne @loop\n.endproc\n",
    "a1: nop\n nop\nend1:\n .org $0300\na2: nop\n rts\nend2:\n .org $0050\na3: .byte 1\n",
    "a1: nop\n .reloc\na2: nop\n .org $0300\na3: nop\n",
    "a1: nop\n .segment \"DATA\"\nd1: .byte 1\n .segment \"CODE\"\na2: rts\n",
    " .macro m\n nop\n .endmacro\nstart: m\n m\n .org $0600\n m\nlast: m\n",
]  # fmt: skip


@needs_ca65
@pytest.mark.parametrize("body", ORIGINS)
def test_lines_follow_the_labels_behind_an_origin(body, tmp_path):
    source = tmp_path / "origins.s"
    source.write_text(f" .org $0234\n{body}")
    agree(assemble(source).image, linked(tmp_path, source))


@needs_ca65
def test_without_any_label_lines_stay_where_the_linker_put_them(tmp_path):
    source = tmp_path / "bare.s"
    source.write_text("one = 1\n .org $0300\n lda #one\n")
    assert linked(tmp_path, source).lines == [SourceLine(0x0200, 2, str(source), 3)]


# --- several modules ------------------------------------------------------------------------------------

MAIN = """ .import helper
 .export shared
 .zeropage
ptr: .res 2
 .code
start: jsr helper
@loop: bne @loop
loop: jmp loop
 .data
shared: .byte 1, 2
 .bss
room: .res 16
"""
HELPER = """ .export helper
 .import shared
 .code
helper: lda shared
loop: bne loop
 .scope
inner: rts
 .endscope
 .data
 .word helper
"""


@needs_ca65
def test_modules_share_segments_and_tell_their_names_apart(tmp_path):
    main, helper, whole = (tmp_path / name for name in ("main.s", "helper.s", "whole.s"))
    main.write_text(MAIN)
    helper.write_text(HELPER)
    theirs = linked(tmp_path, main, helper)
    helper.write_text(HELPER.replace("loop", "l00p"))  # one program may not have both
    whole.write_text(f'.include "{main}"\n.include "{helper}"\n')
    ours = assemble(whole).image
    addresses = {address for address, _ in ours}
    assert comparable(theirs.lines, addresses) == comparable(ours.lines, addresses)
    expected = ours.symbols | {"main::loop": ours.symbols["loop"], "helper::loop": ours.symbols["l00p"]}
    del expected["loop"], expected["l00p"]
    assert theirs.symbols == expected
    assert theirs.local_symbols == {"start@loop": 0x0203, "inner": ours.local_symbols["inner"]}


@needs_ca65
def test_an_exported_name_needs_no_module(tmp_path):
    main, helper = tmp_path / "main.s", tmp_path / "helper.s"
    main.write_text(" .export loop\nloop: jmp loop\n")
    helper.write_text(" .import loop\n jmp loop\n .scope\nloop: jmp loop\n .endscope\n")
    other = tmp_path / "other.s"
    other.write_text("loop: rts\n")
    theirs = linked(tmp_path, main, helper, other)
    assert theirs.symbols == {"loop": 0x0200, "other::loop": 0x0209}
    assert theirs.local_symbols == {"helper::loop": 0x0206}


@needs_ca65
def test_segments_that_run_elsewhere_have_the_addresses_where_they_run(tmp_path):
    layout = """
MEMORY { MAIN: start=$200, size=$100, file=%O; LOW: start=$40, size=$80, file=""; }
SEGMENTS { CODE: load=MAIN, type=ro; DATA: load=MAIN, run=LOW, type=rw; BSS: load=LOW, type=bss; }"""
    source = tmp_path / "copied.s"
    source.write_text("start: lda value\n .data\nvalue: .byte 5\n .bss\nroom: .res 3\n")
    image = linked(tmp_path, source, layout=layout)
    assert image.symbols == {"start": 0x0200, "value": 0x0040, "room": 0x0041}
    assert image.lines == [SourceLine(0x0040, 1, str(source), 3), SourceLine(0x0200, 3, str(source), 1)]


@needs_ca65
@pytest.mark.parametrize(("text", "address"), [("start: nop\n", 0x0200), (" .org $0300\nstart: nop\n", 0x0300)])
def test_where_a_raw_binary_begins_is_known(tmp_path, text, address):
    source = tmp_path / "game.s"
    source.write_text(text)
    linked(tmp_path, source)
    assert dbg.origin((tmp_path / "linked.dbg").read_bytes()) == address


def test_where_several_raw_binaries_begin_is_not():
    both = DBG.replace("seg=1", "seg=2").replace(
        "\nspan\tid=0", '\nseg\tid=1,name="HIGH",start=0x1000,size=0x10,oname="high.bin",ooffs=0\nspan\tid=0'
    )
    assert dbg.origin(DBG.encode()) == 0x0200
    assert dbg.origin(both.encode()) is None


# --- C --------------------------------------------------------------------------------------------------

C_PROGRAM = """int counter;
static char add(char a, char b)
{
    counter += a;
    return a + b;
}
int main(void)
{
    char i;
    for (i = 0; i < 10; ++i)
        add(i, 2);
    return 0;
}
"""


@needs_ca65
@pytest.mark.skipif(not shutil.which("cl65"), reason="needs cl65")
def test_the_lines_of_a_c_program_are_those_of_its_c_source(tmp_path):
    source, debug = tmp_path / "hello.c", tmp_path / "hello.dbg"
    source.write_text(C_PROGRAM)
    run("cl65", "-g", "-t", "none", str(source), "-o", str(tmp_path / "hello.bin"), "-Wl", f"--dbgfile,{debug}")
    image = dbg.loads(debug.read_bytes())
    assert {line.file for line in image.lines} == {str(source)}
    texts = C_PROGRAM.splitlines()
    at = {texts[line.line - 1].strip(): line.address for line in image.lines}
    assert {"counter += a;", "return a + b;", "add(i, 2);", "return 0;"} <= set(at)
    assert image.symbols["_add"] < at["counter += a;"] < at["return a + b;"] < image.symbols["_main"] < at["add(i, 2);"]


# --- what a file may hold -------------------------------------------------------------------------------


def test_newer_minor_versions_may_say_more():
    newer = (
        DBG.replace("minor=0", "minor=9")
        .replace("\nmod\t", "\nnovelty\tid=0,x=1\nmod\t")
        .replace('name="game.s",', 'name="game.s",colour=3,')
    )
    assert dbg.loads(newer.encode()) == IMAGE


def test_values_are_signed():
    assert dbg.loads(DBG.replace("val=0xF9", "val=0xFFFFFFFE").encode()).symbols["INH"] == -2


def test_names_and_files_may_have_any_letters():
    image = dbg.loads(DBG.replace("game.s", "käse, brot.s").encode())
    assert image == Image(
        symbols=IMAGE.symbols,
        constants=IMAGE.constants,
        local_symbols=IMAGE.local_symbols,
        lines=[line._replace(file="käse, brot.s") for line in IMAGE.lines],
    )


assert "CODE" in LAYOUT  # where the addresses of these tests come from: it begins at 0200
