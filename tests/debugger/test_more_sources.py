"""Names and sources that come while a session lasts."""

import pytest

from emulators.image import Image, Segment, SourceLine
from host.languages.sources import Sources, UnknownFileError


@pytest.fixture
def sources():
    program = Image([Segment(0x0200, b"\x01\x02\x03")], symbols={"start": 0x0200, "twice": 0x0300})
    other = Image([Segment(0x0202, b"\x09\x0a")], symbols={"twice": 0x0400})
    return Sources([program, other])


def test_a_name_of_the_user_s_goes_before_all_others_until_it_is_forgotten(sources):
    sources.name("twice", 0x0500)
    sources.name("mine", 0x0200)
    assert sources.address_of("twice") == 0x0500
    assert sources.near(0x0200) == "mine"
    assert sources.forget("twice")
    assert sources.address_of("twice") == 0x0300
    assert not sources.forget("start")
    assert sources.address_of("start") == 0x0200


def test_an_image_that_is_added_is_the_most_important_one(sources, tmp_path):
    (tmp_path / "new.s").write_text("one\ntwo\n")
    with pytest.raises(UnknownFileError):
        sources.text("new.s")
    sources.add(Image(symbols={"twice": 1}, lines=[SourceLine(0x0200, 1, "new.s", 2)]), [tmp_path])
    assert sources.address_of("twice") == 1
    assert sources.line_at(0x0200).line == 2
    assert sources.text("new.s") == ["one", "two"]
    assert sources.address_of("start") == 0x0200


def test_the_words_of_a_program_are_known_whatever_memory_holds_and_the_first_image_is_right(sources):
    assert [sources.word_at(address) for address in range(0x01FF, 0x0205)] == [None, 1, 2, 3, 0x0A, None]


def test_a_constant_is_the_name_of_a_variable_but_not_of_an_instruction_behind_a_label():
    program = Image(
        [Segment(0, bytes(0x60))],
        symbols={"STATE": 0x0D, "code": 0x40, "FIVE": 0x45, "exact": 0x48, "EIGHT": 0x48, "OUTSIDE": 0x1700},
        constants=frozenset({"STATE", "FIVE", "EIGHT", "OUTSIDE"}),
    )
    sources = Sources([program])
    names = {address: sources.name_of(address) for address in (0x0D, 0x45, 0x48, 0x1700)}
    assert names == {0x0D: "STATE", 0x45: None, 0x48: "exact", 0x1700: "OUTSIDE"}
    assert sources.near(0x45) == "code+5"
