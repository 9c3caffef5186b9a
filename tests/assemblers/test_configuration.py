"""ld65's configurations: the same bytes and symbols as ca65 and ld65 make, and errors with their places."""

import subprocess

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from emulators.errors import SourceError, SourceErrors
from host.assemblers.mos6502 import assemble
from tests.assemblers.ca65 import needs_ca65

CODE = ' .byte "code"\n .res 3\n .align 4\n .byte 1\n .data\n .byte "data"\n .word *\n .bss\n .res 5\n'
SOURCES = {
    "plain": CODE,
    "copied": CODE
    + """ .code
        .import __DATA_LOAD__, __DATA_RUN__, __DATA_SIZE__
        .word __DATA_LOAD__, __DATA_RUN__, __DATA_SIZE__
""",
    "relocated": CODE + " .code\n .org $0300\nhere: jmp here\n .reloc\n .word here, *\n",
    "tables": CODE + ' .segment "TABLES"\n .byte 1,2\n .res 2\n .zeropage\nptr: .res 2\n .code\n lda ptr\n',
    "sizes": CODE + " .code\n .import __ROM_START__, __ROM_SIZE__, __ROM_LAST__\n"
    " .word __ROM_START__, __ROM_SIZE__, __ROM_LAST__\n",
    "symbols": CODE + " .code\n .import LEVEL\n .word LEVEL\n",
}  # fmt: skip
ZP = 'ZP: start = 0, size = $100, file = ""; RAM: start = $0200, size = $100, file = "";'
PLACED = "ZEROPAGE: load = ZP, type = zp, optional = yes; BSS: load = RAM, type = bss, define = yes;"
CONFIGURATIONS = [
    ("plain", f"MEMORY {{ {ZP} ROM: start = $2000, size = $100, file = %O; }}"
     f"SEGMENTS {{ {PLACED} CODE: load = ROM; DATA: load = ROM; }}"),
    ("plain", f"MEMORY {{ {ZP} ROM: start = $2000, size = $40, fill = yes, fillval = $FF; }}"
     f"SEGMENTS {{ {PLACED} CODE: load = ROM, type = ro; DATA: load = ROM, align = $10, fillval = $AA; }}"),
    ("plain", f"memory {{ {ZP} ROM: start $2000 size $40 fillval $EA }}".replace("$EA }", "$EA; }")
     + f"segments {{ {PLACED} CODE: load ROM start $2008; DATA: load = ROM, offset = $20; }}"),
    ("copied", f"MEMORY {{ {ZP} ROM: start = $2000, size = $80, fill = yes; }}"
     f"SEGMENTS {{ {PLACED} CODE: load = ROM; DATA: load = ROM, run = RAM, define = yes, align_load = 8; }}"),
    ("relocated", f"MEMORY {{ {ZP} ROM: start = $2000, size = $80; }}"
     f"SEGMENTS {{ {PLACED} CODE: load = ROM; DATA: load = ROM; }}"),
    ("tables", f"MEMORY {{ {ZP} ROM: start = $2000, size = $80, fill = yes, fillval = 10; }}"
     f"SEGMENTS {{ {PLACED} TABLES: load = ROM, start = $2010; CODE: load = ROM, align = 16; DATA: load = ROM; }}"),
    ("tables", f"MEMORY {{ {ZP} ROM: start = $2000, size = $80; NOT: start = 0, size = 99, file = \"\"; }}"
     f"SEGMENTS {{ {PLACED} TABLES: load = NOT; CODE: load = ROM; DATA: load = ROM; }}"),
    ("sizes", f"MEMORY {{ {ZP} ROM: start = $2000, size = $80, define = yes; }}"
     f"SEGMENTS {{ {PLACED} CODE: load = ROM; DATA: load = ROM; }}"),
    ("symbols", "FEATURES { STARTADDRESS: default = $1000; } SYMBOLS { __PAGES__: type = weak, value = $2;"
     f" LEVEL: type = export, value = 7; }} MEMORY {{ {ZP} ROM: start = %S, size = ($100 - 2*8) * __PAGES__; }}"
     f"SEGMENTS {{ {PLACED} CODE: load = ROM; DATA: load = ROM; }} # the end"),
]  # fmt: skip


def made(source, configuration, folder):
    """Return our assembly of a source."""
    (folder / "ours.s").write_text(source)
    (folder / "ours.cfg").write_text(configuration)
    return assemble(folder / "ours.s", config=folder / "ours.cfg")


def linked(source, configuration, folder):
    """Return the bytes that ca65 and ld65 make."""
    (folder / "theirs.s").write_text(source)
    (folder / "theirs.cfg").write_text(configuration)
    for command in ("ca65 theirs.s -o theirs.o", "ld65 -C theirs.cfg theirs.o -o theirs.bin"):
        subprocess.run(command.split(), cwd=folder, capture_output=True, check=True, timeout=20)
    return (folder / "theirs.bin").read_bytes()


@needs_ca65
@pytest.mark.parametrize(("source", "configuration"), CONFIGURATIONS)
def test_the_bytes_are_those_of_ld65(source, configuration, tmp_path):
    image = made(SOURCES[source], configuration, tmp_path).image
    assert bytes(image.flat().words) == linked(SOURCES[source], configuration, tmp_path)


lengths = st.integers(0, 20)
aligned = st.sampled_from(["", ", align = 8", ", align = 32", ", fillval = $55"])


@needs_ca65
@settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(parts=st.lists(st.tuples(lengths, lengths, aligned), min_size=1, max_size=4), fill=st.booleans())
def test_any_segments_lie_where_ld65_puts_them(parts, fill, tmp_path_factory):
    folder = tmp_path_factory.mktemp("segments")
    source = "".join(
        f' .segment "S{index}"\nl{index}: .byte {index + 1}\n .res {room}\n .res {used}, $77\n .word l0, *\n'
        for index, (room, used, _) in enumerate(parts)
    )
    segments = "".join(f"S{index}: load = ROM{more};" for index, (*_, more) in enumerate(parts))
    rom = f"start = $2000, size = $400, fillval = $EE{', fill = yes' * fill}"
    configuration = f"MEMORY {{ ROM: {rom}; }} SEGMENTS {{ {segments} }}"
    image = made(source, configuration, folder).image
    assert bytes(image.flat().words) == linked(source, configuration, folder)


def test_what_runs_elsewhere_is_loaded_where_it_is_stored(tmp_path):
    configuration = (
        f"MEMORY {{ {ZP} ROM: start = $2000, size = $80; }}"
        f"SEGMENTS {{ {PLACED} CODE: load = ROM; DATA: load = ROM, run = RAM; }}"
    )
    assembly = made(" .code\n nop\n .data\nthere: .word there\n", configuration, tmp_path)
    assert assembly.symbols["there"] == 0x0200
    assert dict(assembly.image) == {0x2000: 0xEA, 0x2001: 0x00, 0x2002: 0x02}
    assert [line.address for line in assembly.image.lines] == [0x0200, 0x2000]  # where they are executed
    assert "0200  00 02" in assembly.listing


def test_a_segment_that_begins_with_an_origin_of_its_own_is_warned_of(tmp_path):
    configuration = "MEMORY { ROM: start = $1000, size = $80; } SEGMENTS { CODE: load = ROM; }"
    (warning,) = made(" .org $0200\n nop\n", configuration, tmp_path).warnings
    assert "segment 'CODE' is at $1000 in the image, its labels are not" in str(warning)
    assert not made(" nop\n .org $0200\n nop\n", configuration, tmp_path).warnings  # to be copied there


ROM = "MEMORY { ROM: start = $2000, size = $10; }"


@pytest.mark.parametrize(
    ("configuration", "place", "message"),
    [
        ("MEMORY { }", "1:1", "expected MEMORY { ... } and SEGMENTS { ... }"),
        ("MEMROY { }", "1:1", "unknown part 'MEMROY'"),
        ("MEMORY { ROM: start = $2000; } SEGMENTS { CODE: load = ROM; }", "1:10", "'ROM' needs 'size'"),
        ("MEMORY { ROM: start = $2000, sise = 1; }", "1:30", "'sise' is not supported"),
        ("MEMORY {\n ROM: bank = 1; }", "2:7", "'bank' is not supported"),
        ("MEMORY { ROM: file = \"x.bin\"; }", "1:22", "the file \"x.bin\" is not supported"),
        ("MEMORY { ROM: file = \"%O.hi\"; }", "1:22", "the file \"%O.hi\" is not supported"),
        ("FILES { %O: format = o65; }", "1:22", "'o65' is not supported"),
        ("FORMATS { o65: os = lunix; }", "1:11", "'o65' is not supported"),
        ("MEMORY { ROM: fill = maybe; }", "1:22", "'maybe' is not supported"),
        ("MEMORY { ROM: start = ; }", "1:23", "expected a value for 'start', found ';'"),
        ("MEMORY { ROM: start = 1", "1:23", "ends unexpectedly"),
        ("MEMORY { ROM: start = ~1; }", "1:23", "'~' has no meaning here"),
        ("MEMORY { ROM: start = 1; ROM: start = 2; }", "1:26", "'ROM' is described twice"),
        (f"{ROM} SEGMENTS {{ CODE: type = ro; }}", "1:55", "segment 'CODE' needs 'load'"),
        (f"{ROM} SEGMENTS {{ CODE: load = RAM; }}", "1:68", "there is no memory area 'RAM'"),
        (f"{ROM} SEGMENTS {{ CODE: load = ROM, type = overwrite; }}", "1:80", "'overwrite' is not supported"),
        (f"{ROM} SEGMENTS {{ CODE: load = ROM, fillval = 256; }}", "1:83", "256 does not fit into a byte"),
        (f"{ROM} SEGMENTS {{ CODE: load = ROM, start = $1FFF; }}", "1:81", "'CODE' begins at $1FFF"),
        (f"{ROM} SEGMENTS {{ CODE: load = ROM, start = HERE; }}", "1:81", "'HERE' has no value here"),
        (f"{ROM} SEGMENTS {{ CODE: load = ROM, start = 1/0; }}", "1:82", "division by zero"),
        (f"{ROM} SEGMENTS {{ CODE: load = ROM, offset = $D; }}", "1:55", "overflows the memory area 'ROM' by 2 bytes"),
        ("MEMORY { ROM: start = $FFFE, size = $10; } SEGMENTS { CODE: load = ROM; }", "1:55", "by 3 bytes"),
        ("MEMORY { ROM: start = $10000, size = 1; } SEGMENTS { CODE: load = ROM; }", "1:10", "cannot begin at $10000"),
        (f"{ROM} SYMBOLS {{ X: type = import; }} SEGMENTS {{ CODE: load = ROM; }}", "1:54", "does not define 'X'"),
        (f"{ROM} SYMBOLS {{ start: value = 1; }} SEGMENTS {{ CODE: load = ROM; }}", "1:54", "already defined"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_place(configuration, place, message, tmp_path):
    with pytest.raises((SourceError, SourceErrors)) as raised:
        made("start: .byte 1,2,3,4,5\n", configuration, tmp_path)
    (error,) = getattr(raised.value, "errors", [raised.value])
    assert f"ours.cfg:{place}: error: " in str(error)
    assert message in error.message


def test_a_segment_that_the_configuration_does_not_have_is_an_error_in_the_source(tmp_path):
    with pytest.raises(SourceErrors) as raised:
        made(' nop\n .segment "TABLE"\n .byte 1\n', f"{ROM} SEGMENTS {{ CODE: load = ROM; }}", tmp_path)
    assert "ours.s:3:8: error: the configuration has no segment 'TABLE'" in str(raised.value)


def test_a_segment_that_the_source_does_not_have_is_warned_of_unless_it_is_optional(tmp_path):
    for more, count in (("", 1), (", optional = yes", 0)):
        text = f"{ROM} SEGMENTS {{ CODE: load = ROM; GAME: load = ROM{more}; }}"
        assert len(made(" nop\n", text, tmp_path).warnings) == count


def test_a_table_of_constructors_that_the_configuration_asks_for_is_not_made(tmp_path):
    features = "FEATURES { CONDES: type = constructor, label = A, segment = CODE; CONDES: type = destructor; }"
    segments = f"{ROM} SEGMENTS {{ CODE: load = ROM; }}"
    assert made(" nop\n", f"{features} {segments}", tmp_path).image.size == 1
    assert made("begin: nop\n .constructor begin\n", segments, tmp_path).image.size == 1
    with pytest.raises(SourceErrors, match=r"\.constructor puts a name into a table"):
        made("begin: nop\n .constructor begin\n", f"{features} {segments}", tmp_path)


# ---------------------------------------------------------------- without a configuration


def test_further_segments_follow_the_others_and_not_the_zero_page(tmp_path):
    (tmp_path / "x.s").write_text(' .zeropage\n .res 2\n .segment "MORE"\nmore: .byte 1\n .code\n nop\n')
    assert assemble(tmp_path / "x.s").symbols["more"] == 0x0201


def test_what_stands_after_end_has_no_meaning(tmp_path):
    (tmp_path / "x.s").write_text(" nop\n .END A0/1\n and whatever\n")
    assert assemble(tmp_path / "x.s").image.size == 1


def test_align_that_misses_its_address_by_the_place_of_its_segment_is_warned_of(tmp_path):
    (tmp_path / "x.s").write_text(" nop\n .align 4\n nop\n")
    (warning,) = assemble(tmp_path / "x.s", segments={"CODE": 0x0302}).warnings
    assert "the address $0306 after .align is not a multiple of 4" in str(warning)
    assert not assemble(tmp_path / "x.s", segments={"CODE": 0x0304}).warnings
