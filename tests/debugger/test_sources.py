"""Which line made a word, where a line is in memory, what an address is called, and where a source's text is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulators.errors import IronboardError
from emulators.image import Image, Segment, SourceLine
from host.assemblers.mos6502 import assemble
from host.languages.sources import AmbiguousNameError, Innermost, Sources, UnknownFileError

TEXT = """PORT    := $1740
COUNT   = 3
        .org    $0200
        .macro  twice where     ; line 4
        asl     where
        asl     where
        .endmacro

start:  ldx     #COUNT
@loop:  twice   $10
        dex
        bne     @loop
        rts

; nothing here

        .proc   wait            ; line 17
loop:   dex
        bne     loop
        rts
        .endproc
        .proc   beep
loop:   sta     PORT
        bne     loop
        twice   $11
        .endproc
table:  .byte   1, 2, 3
"""


@pytest.fixture
def source(tmp_path):
    (tmp_path / "asm").mkdir()
    path = tmp_path / "asm" / "game.s"
    path.write_text(TEXT)
    return path


@pytest.fixture
def sources(source):
    return Sources([assemble(source).image])


def text_at(sources, address):
    line = sources.line_at(address)
    return sources.text(line.file)[line.line - 1].split(";")[0].strip()


# --- lines ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "text"),
    [
        (0x0200, "start:  ldx     #COUNT"),
        (0x0201, "start:  ldx     #COUNT"),
        (0x0202, "asl     where"),  # in the macro
        (0x0206, "dex"),
        (0x0209, "rts"),
        (0x0217, "table:  .byte   1, 2, 3"),
    ],
)
def test_an_address_leads_to_the_innermost_line(sources, address, text):
    assert text_at(sources, address) == text


@pytest.mark.parametrize(("asked", "found", "addresses"), [
    (9, 9, [0x0200]), (1, 5, [0x0202, 0x0213]), (7, 9, [0x0200]), (14, 18, [0x020A]), (27, 27, [0x0217])])  # fmt: skip
def test_a_breakpoint_goes_to_the_next_line_with_code(sources, asked, found, addresses):
    assert sources.breakable("game.s", asked) == (found, addresses)


def test_below_the_last_line_with_code_there_is_nothing_to_break_at(sources):
    with pytest.raises(UnknownFileError, match="no code in line 28 or below; the last line with code is 27"):
        sources.breakable("game.s", 28)


LINES = st.builds(
    SourceLine, st.integers(0, 30), st.integers(0, 12), st.just("a.s"), st.integers(1, 99), st.integers(0, 3)
)


@given(st.lists(LINES, max_size=12))
def test_the_innermost_line_is_the_shortest_then_the_deepest(lines):
    """Against the definition, address by address."""
    table = Innermost(lines)
    for address in range(-1, 45):
        over = [line for line in lines if line.address <= address < line.address + line.length]
        best = min(((line.length, -line.depth) for line in over), default=None)
        found = table.at(address)
        assert (found in over) if over else (found is None)
        assert best == (None if found is None else (found.length, -found.depth))


def test_the_first_image_is_right_where_several_speak_of_an_address():
    first = Image(lines=[SourceLine(0x10, 4, "first.s", 1)], symbols={"START": 0x10})
    second = Image(lines=[SourceLine(0x12, 4, "second.s", 1)], symbols={"START": 0x12, "END": 0x15})
    sources = Sources([first, second])
    assert [sources.line_at(address).file for address in range(0x10, 0x16)] == 4 * ["first.s"] + 2 * ["second.s"]
    assert (sources.address_of("START"), sources.address_of("END")) == (0x10, 0x15)
    assert sources.files == ["first.s", "second.s"]


# --- files ----------------------------------------------------------------------------------------------


def test_a_file_may_be_named_by_any_part_of_its_path_that_tells_it(sources, source, monkeypatch):
    for name in ("game.s", "asm/game.s", str(source), "./asm/game.s"):
        assert sources.file(name) == str(source)
    monkeypatch.chdir(source.parent)
    assert sources.file("../asm/game.s") == str(source)


def test_an_unknown_file_is_an_error_that_names_the_known_ones(sources, source):
    with pytest.raises(IronboardError, match=r"no code was assembled from a file 'other.s': the files are .*game\.s"):
        sources.addresses("other.s", 1)
    with pytest.raises(UnknownFileError, match=r"no code was assembled from a file 'ame\.s'"):
        sources.breakable("ame.s", 1)
    with pytest.raises(UnknownFileError, match="no source lines are known"):
        Sources().text("game.s")


def test_a_name_that_fits_several_files_is_an_error_unless_one_of_them_is_meant_by_its_path(tmp_path):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "main.s").write_text("nop\n")
    lines = [SourceLine(0, 1, "one/main.s", 1), SourceLine(1, 1, "two/main.s", 1)]
    sources = Sources([Image(lines=lines)], [tmp_path])
    with pytest.raises(UnknownFileError, match=r"'main.s' may be one/main.s or two/main.s: write more of the path"):
        sources.file("main.s")
    assert sources.file("two/main.s") == "two/main.s"
    assert sources.file(str(tmp_path / "one" / "main.s")) == "one/main.s"


def test_a_file_that_was_assembled_elsewhere_is_known_by_where_it_was_found(tmp_path):
    (tmp_path / "main.s").write_text("nop\n")
    sources = Sources([Image(lines=[SourceLine(0, 1, "/home/somebody/src/main.s", 1)])], [tmp_path])
    assert sources.file(str(tmp_path / "main.s")) == "/home/somebody/src/main.s"


def test_paths_of_windows_are_understood():
    sources = Sources([Image(lines=[SourceLine(0, 1, r"C:\work\src\main.s", 1)])])
    assert sources.file("src/main.s") == r"C:\work\src\main.s"
    assert sources.file(r"src\main.s") == r"C:\work\src\main.s"


# --- texts ----------------------------------------------------------------------------------------------


def info(file, line=1):
    return Image(lines=[SourceLine(0x0200, 1, file, line)])


@pytest.mark.parametrize(
    "file", ["src/main.s", "/home/somebody/game/src/main.s", r"D:\game\src\main.s", "../src/main.s"]
)
def test_a_source_is_found_in_the_folders_though_it_was_assembled_elsewhere(tmp_path, file):
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "main.s").write_text("nop\n")
    sources = Sources([info(file)], [tmp_path / "nowhere", tmp_path])
    assert sources.text(file) == ["nop"]
    assert sources.path(file).samefile(tmp_path / "src" / "main.s")


def test_a_text_that_is_too_short_is_another_file(tmp_path):
    for folder, text in (("first", "nop\n"), ("second", "nop\nnop\n")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "main.s").write_text(text)
    sources = Sources([info("main.s", 2)], [tmp_path / "first", tmp_path / "second"])
    assert sources.text("main.s") == ["nop", "nop"]
    assert Sources([info("main.s", 2)], [tmp_path / "first"]).text("main.s") is None


def test_what_cannot_be_read_is_no_text(tmp_path):
    (tmp_path / "main.s").mkdir()
    assert Sources([info("main.s")], [tmp_path]).text("main.s") is None
    assert Sources([info("main.s")], [tmp_path]).path("main.s") is None
    assert Sources([info("a\0b.s")], [tmp_path]).text("a\0b.s") is None
    assert Sources([info("x" * 300)], [tmp_path]).text("x" * 300) is None


@pytest.mark.parametrize(
    "content", [b"a\r\nb\r\n", b"a\rb", b"\xef\xbb\xbfa\nb\n", "ä\nb".encode(), "ä\nb".encode("latin-1")]
)
def test_lines_end_and_letters_are_as_in_any_editor(tmp_path, content):
    (tmp_path / "main.s").write_bytes(content)
    assert Sources([info("main.s", 2)], [tmp_path]).text("main.s") in (["a", "b"], ["ä", "b"])


def test_a_form_feed_ends_no_line(tmp_path):
    (tmp_path / "main.s").write_bytes(b"nop\x0c ; page\nrts\n")
    assert Sources([info("main.s", 2)], [tmp_path]).text("main.s") == ["nop\x0c ; page", "rts"]


# --- names ----------------------------------------------------------------------------------------------


def test_symbols_have_their_addresses(sources):
    assert sources.address_of("start") == 0x0200
    assert sources.address_of("wait::loop") == 0x020A
    assert sources.address_of("PORT") == 0x1740
    assert sources.address_of("start@loop") == 0x0202
    assert sources.address_of("nobody") is None


def test_scopes_may_be_left_out_when_the_rest_is_unique(sources):
    assert sources.address_of("@loop") == 0x0202
    with pytest.raises(
        AmbiguousNameError, match=r"'loop' is the name of several .*wait::loop \(020A\), beep::loop \(020E\)"
    ):
        sources.address_of("loop")


def test_of_two_programs_the_first_one_that_knows_a_name_is_asked():
    first, second = Image(symbols={"a::x": 1, "b::x": 1}), Image(symbols={"c::x": 2, "d::y": 3, "e::y": 4})
    sources = Sources([first, second])
    assert sources.address_of("x") == 1
    with pytest.raises(AmbiguousNameError, match=r"d::y .*e::y"):
        sources.address_of("y")


def test_names_that_carry_an_address_are_ambiguous_without_their_scope():
    sources = Sources([Image(symbols={"a@l": 0x0200, "a@l@0210": 0x0210})])
    assert sources.address_of("a@l@0210") == 0x0210
    with pytest.raises(AmbiguousNameError):
        sources.address_of("@l")


def test_the_best_name_for_an_address_is_an_outer_label():
    image = Image(
        symbols={"SIZE": 0x0200, "start::first": 0x0200, "start": 0x0200, "main": 0x0200, "FIVE": 5},
        constants=frozenset({"SIZE", "FIVE"}),
        local_symbols={"start@here": 0x0200, "only@here": 0x0210},
    )
    sources = Sources([image])
    assert sources.name_of(0x0200) == "start"
    assert sources.name_of(0x0210) == "only@here"
    assert sources.name_of(5) == "FIVE"
    assert sources.name_of(6) is None


def test_an_address_near_a_label_is_shown_with_its_distance(sources):
    assert sources.near(0x0200) == "start"
    assert sources.near(0x0201) == "start+1"
    assert sources.near(0x0204) == "start@loop+2"
    assert sources.near(0x0219) == "table+2"
    assert sources.near(0x1742) == "PORT+2"
    assert sources.near(0x1750) == "1750"  # too far for variables and registers
    assert sources.near(0x021A) == "021A"  # behind the program
    assert sources.near(4) == "0004"  # COUNT is a number, no place


def test_inside_of_a_program_labels_reach_further():
    sources = Sources([Image([Segment(0x0200, bytes(0x200))], symbols={"start": 0x0200})])
    assert sources.near(0x02FF) == "start+FF"
    assert sources.near(0x0300) == "0300"


def test_numbers_have_the_radix_and_the_digits_of_the_machine():
    sources = Sources([Image(symbols={"loop": 0o100})], radix=8, address_bits=15)
    assert sources.near(0o112) == "loop+12"
    assert sources.near(0o77) == "00077"
    assert sources.number(0o7) == "00007"
    with pytest.raises(AmbiguousNameError, match=r"00001.*00002"):
        Sources([Image(symbols={"a::x": 1, "b::x": 2})], radix=8, address_bits=15).address_of("x")


def test_names_are_completed_from_their_beginning_or_that_of_their_last_part(sources):
    assert sources.names("st") == ["start", "start@loop"]
    assert sources.names("lo") == ["beep::loop", "wait::loop"]
    assert sources.names("@") == ["start@loop"]
    assert sources.names("nothing") == []
    assert sources.names() == sorted(
        ["PORT", "COUNT", "start", "start@loop", "wait", "wait::loop", "beep", "beep::loop", "table"]
    )


def test_a_session_without_sources_has_numbers():
    sources = Sources()
    assert (sources.address_of("start"), sources.name_of(0), sources.near(0x20), sources.names()) == (
        None,
        None,
        "0020",
        [],
    )
    assert sources.files == []
