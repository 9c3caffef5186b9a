"""Listings: lines that can be stepped through, bytes to compare with, and no label that is wrong.

Those in tests/data/listings are all of one program. 64tass 1.58, ACME 0.97 and DASM 2.20 wrote theirs (64tass.lst,
64tass-lines.lst, acme.lst, dasm.lst; there with a macro and a local label); the others are made by hand, after what
is known of the assemblers' listings.
"""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from emulators.errors import ImageError
from host.assemblers.mos6502 import assemble
from host.formats import listing, read
from host.formats.listing import FAMILIES
from tests.assemblers.ca65 import needs_ca65
from tests.formats.linked import STATEMENTS, run, written

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "asm").rglob("*.s"))
FOLDER = ROOT / "tests" / "data" / "listings"
FEW = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], derandomize=True
)

PROGRAM = {
    0x0200: "A9 00", 0x0202: "85 F9", 0x0204: "20 1F 1F", 0x0207: "E6 F9", 0x0209: "D0 F9", 0x020B: "A2 05",
    0x020D: "CA", 0x020E: "D0 FD", 0x0210: "4C 00 02",
    0x0213: "01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 10 11 12 13 14", 0x0227: "48 45 4C 4C 4F", 0x022C: "60",
    0x1780: "EA",
}  # fmt: skip
BYTES = {address + index: byte for address, text in PROGRAM.items() for index, byte in enumerate(bytes.fromhex(text))}
LABELS = {
    "start": 0x0200, "again": 0x0204, "wait": 0x020B, "table": 0x0213, "text": 0x0227, "alone": 0x022C, "far": 0x1780,
}  # fmt: skip
EQUATES = {"INH": 0xF9, "SCANDS": 0x1F1F}
# what the form of the listing, or of the program in it, does not tell
UNKNOWN = {"dasm.lst": {"start"}, "book.lst": {"table", "text", "alone", *EQUATES}}
FAMILY = {
    "64tass.lst": "64tass", "64tass-lines.lst": "64tass", "acme.lst": "acme", "dasm.lst": "dasm", "as.lst": "as",
    "vasm.lst": "vasm", "vasm-old.lst": "vasm-old", "apple.lst": "address first", "edasm.lst": "address first",
    "book.lst": "address first", "mos.lst": "number first", "one-word.lst": "bytes in one",
}  # fmt: skip
every_listing = pytest.mark.parametrize("name", FAMILY)


def content(name):
    return (FOLDER / name).read_bytes()


@every_listing
def test_the_form_of_a_listing_is_recognised(name):
    family, _ = listing.read(content(name), name)
    assert family.name == FAMILY[name]
    assert listing.recognises(content(name)[:4096])


def test_every_form_has_a_listing_to_show_it():
    assert {family.name for family in FAMILIES} == {*FAMILY.values(), "ironboard", "ca65"}
    assert {path.name for path in FOLDER.iterdir()} == set(FAMILY)


@every_listing
def test_the_lines_are_where_their_bytes_are_and_cover_all_of_them(name):
    """Of a macro, ACME shows all bytes in one line."""
    image = read(FOLDER / name)
    rows = content(name).decode().splitlines()
    starts = PROGRAM.keys() - ({0x0202} if name == "acme.lst" else set())
    assert [line.address for line in image.lines] == sorted(starts)
    covered = [address for line in image.lines for address in range(line.address, line.address + line.length)]
    assert covered == sorted(BYTES)
    assert {line.file for line in image.lines} == {str(FOLDER / name)}
    for line in image.lines:
        assert f"{line.address:X}" in "".join(rows[line.line - 1 : line.line + 1]).upper()


@every_listing
def test_the_bytes_are_those_of_the_program(name):
    shown = listing.memory(content(name), name)
    assert shown.items() <= BYTES.items()
    assert len(shown) >= len(PROGRAM)


@every_listing
def test_labels_and_equates_are_symbols(name):
    image = read(FOLDER / name)
    found = {label.lower(): value for label, value in image.symbols.items()}
    expected = {
        label.lower(): value for label, value in (LABELS | EQUATES).items() if label not in UNKNOWN.get(name, ())
    }
    assert expected.items() <= found.items()
    assert found.keys() - expected.keys() <= {"loop", "_loop", "inner"}
    assert image.constants == EQUATES.keys() - UNKNOWN.get(name, set())


@pytest.mark.parametrize("name", ["acme.lst", "dasm.lst"])
def test_local_labels_belong_to_the_label_before_them(name):
    assert read(FOLDER / name).local_symbols["wait.loop"] == 0x020D


# --- our own listing ------------------------------------------------------------------------------------


def same_program(assembly):
    """Lines, bytes and names of our own listing are those of the assembly."""
    data, image = assembly.listing.encode(), assembly.image
    found, memory = listing.loads(data, "own.lst"), dict(image)
    shown = {address: byte for address, byte in listing.memory(data).items() if address in memory}
    assert shown.items() <= memory.items()
    covered = {address for line in found.lines for address in range(line.address, line.address + line.length)}
    assert memory.keys() <= covered
    assert found.symbols == image.symbols
    assert found.local_symbols == image.local_symbols
    assert found.constants == image.constants
    rows = assembly.listing.splitlines()
    texts = {line: Path(line.file).read_text().splitlines()[line.line - 1] for line in image.lines if line.depth == 0}
    starts = {line.address: rows[line.line - 1] for line in found.lines}
    for line, text in texts.items():
        alone = not any(inner.depth and inner.address == line.address for inner in image.lines)
        assert not alone or starts[line.address].endswith(text.rstrip())


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_our_listing_of_every_source_of_the_repository_says_what_the_assembly_does(source):
    same_program(assemble(source))


@FEW
@given(st.lists(STATEMENTS, min_size=5, max_size=30))
def test_our_listing_of_generated_programs_says_what_the_assembly_does(tmp_path, statements):
    same_program(assemble(written(tmp_path, [" .org $0200", *statements])))


def test_a_jump_to_a_label_named_set_is_no_equate(tmp_path):
    assembly = assemble(
        written(tmp_path, [" .org $0200", "SET: inx", " jmp SET", " jmp SET ; once more", " lda SET,x"])
    )
    same_program(assembly)
    assert listing.loads(assembly.listing.encode(), "own.lst").symbols["SET"] == 0x0200


# --- ca65 -----------------------------------------------------------------------------------------------


@needs_ca65
@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_listings_of_ca65_have_the_right_bytes_and_no_wrong_label(source, tmp_path):
    target = tmp_path / "game.lst"
    run("ca65", str(source), "-o", str(tmp_path / "game.o"), "-l", str(target))
    found, image = read(target), assemble(source).image
    memory = dict(image)
    shown = listing.memory(target.read_bytes())
    assert {address: byte for address, byte in shown.items() if address in memory}.items() <= memory.items()
    covered = {address for line in found.lines for address in range(line.address, line.address + line.length)}
    assert memory.keys() <= covered
    assert found.symbols.items() <= image.symbols.items()
    for name, value in found.local_symbols.items():  # some belong to labels inside of macros, which nobody sees
        assert image.local_symbols.get(name, value) == value
    assert found.constants <= image.constants
    assert len(found.symbols) > len(image.symbols) / 2


CA65 = "ca65 V2.18\nMain file   : a.s\nCurrent file: a.s\n\n"


def test_relocatable_addresses_are_refused_and_the_way_out_is_named():
    text = CA65 + "000000r 1  A9 00        start:  lda #0\n000002r 1  60                   rts\n"
    with pytest.raises(ImageError, match=r"a\.lst: its addresses are relocatable.*ld65 --dbgfile"):
        listing.loads(text.encode(), "a.lst")


def test_of_a_listing_with_both_kinds_the_final_addresses_count():
    text = (
        CA65
        + "000000r 1  01           zp:     .byte 1\n000200  1  A9 00        start:  lda #0\n000202  1  60     rts\n"
    )
    image = listing.loads(text.encode())
    assert image.symbols == {"start": 0x0200}
    assert [line.address for line in image.lines] == [0x0200]


def test_labels_in_macros_repetitions_and_parts_left_out_are_none():
    text = (
        CA65
        + """000200  1               .macro m
000200  1               inner:  nop
000200  1               .endmacro
000200  1               .if 0
000200  1               never:  nop
000200  1               .endif
000200  1  EA           start:  nop
000201  1  EA EA        .repeat 2
000203  1               again:  nop
000203  1               .endrepeat
000203  1               .proc sub
000203  1  EA           @x:     nop
000204  1               .endproc
"""
    )
    image = listing.loads(text.encode())
    assert image.symbols == {"start": 0x0200, "sub": 0x0203}
    assert image.local_symbols == {"sub@x": 0x0203}


# --- what is in no listing ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "It was in 1976, and nobody had seen it coming.\n",
        "0200: A9 00 85 F9\n0204: 20 1F 1F D0\n0208: FB\n",  # a dump
        "lda #0\nsta $F9\n",
        "0200 A9 00 lda #0\n0300 85 F9 sta $F9\n0400 60 rts\n",  # nothing follows on anything
        "0200  A9 00\0 2        3    start:  lda #0\n",
    ],
)
def test_other_texts_are_refused(text):
    with pytest.raises(ImageError, match=r"^a\.lst: this is not a listing of a known kind: expected lines like"):
        listing.loads(text.encode(), "a.lst")
    assert not listing.recognises(text.encode())


def test_hidden_bytes_belong_to_their_line():
    text = (
        "     1  0200 0102030405060708...text    !byte 1,2,3,4,5,6,7,8,9\n     2  0209 60                         rts\n"
    )
    assert [(line.address, line.length) for line in listing.loads(text.encode()).lines] == [(0x0200, 9), (0x0209, 1)]


def test_a_book_without_columns_is_read_by_the_lengths_of_its_lines():
    text = "0200 A9 00 START LDA #0\n0202 AD 00 17 DEC8 LDA $1700\n0205 CA AD DEX\n0206 60 12 RTS\n0207 EA NOP\n"
    image = listing.loads(text.encode())
    assert [(line.address, line.length) for line in image.lines] == [
        (0x0200, 2), (0x0202, 3), (0x0205, 1), (0x0206, 1), (0x0207, 1)]  # fmt: skip
    assert image.symbols == {"START": 0x0200, "DEC8": 0x0202, "AD": 0x0205}


def test_a_second_label_of_one_name_carries_its_address():
    text = CA65 + "000200  1  EA           one:    nop\n000201  1  EA           one:    nop\n"
    assert listing.loads(text.encode()).symbols == {"one": 0x0200, "one@0201": 0x0201}


def test_bytes_beyond_the_last_address_are_damage():
    text = "     1  ffff eaea                   nop\n"
    with pytest.raises(ImageError, match=r"a\.lst, line 1: 2 bytes reach beyond address FFFF"):
        listing.loads(text.encode(), "a.lst")
