"""Programs, tapes and states: what a file is, is told by the file."""

import pytest

from emulators.errors import IronboardError
from host.desk.kim1.media import open_file, parse_address, save_file
from host.kim1 import Kim1


@pytest.fixture
def kim():
    return Kim1(core="compiled")


@pytest.mark.parametrize(
    ("text", "address"), [("0200", 0x200), ("$17fA", 0x17FA), (" f ", 15), ("", None), ("  ", None)]
)
def test_addresses_are_hexadecimal(text, address):
    assert parse_address(text) == address


@pytest.mark.parametrize("text", ["02G0", "10000", "-1", "0x"])
def test_what_is_no_address_is_refused(text):
    with pytest.raises(IronboardError, match="is no address"):
        parse_address(text)


def test_a_state_is_recognised_by_its_content(kim, tmp_path):
    kim.poke(0x0200, 0x77)
    save_file(kim, tmp_path / "a.state")
    (tmp_path / "a.state").rename(tmp_path / "renamed.bin")
    kim.poke(0x0200, 0)
    assert "back at cycle" in open_file(kim, tmp_path / "renamed.bin")
    assert kim.peek(0x0200) == 0x77


def test_a_raw_binary_needs_its_address(kim, tmp_path):
    (tmp_path / "a.bin").write_bytes(b"\x01\x02")
    assert open_file(kim, tmp_path / "a.bin", origin=0x0300) == "a.bin: 2 bytes loaded; start at 0300"
    assert kim.memory[0x0300:0x0302] == b"\x01\x02"


def test_labels_alone_are_no_program(kim, tmp_path):
    (tmp_path / "game.lbl").write_text("al 000200 .start\n")
    with pytest.raises(IronboardError, match=r"game\.lbl: this file holds symbols or lines, not a program"):
        open_file(kim, str(tmp_path / "game.lbl"))


def test_a_program_of_the_manifest_is_opened_by_its_name(kim):
    assert "start at 0200" in open_file(kim, "wally")


def test_memory_is_saved_from_first_to_last(kim, tmp_path):
    kim.memory[0x0200:0x0203] = b"\x01\x02\x03"
    save_file(kim, tmp_path / "a.bin", 0x0200, 0x0202)
    assert (tmp_path / "a.bin").read_bytes() == b"\x01\x02\x03"


@pytest.mark.parametrize(("first", "last"), [(None, 0x10), (0x10, None), (0x20, 0x10)])
def test_memory_without_bounds_is_not_saved(kim, tmp_path, first, last):
    with pytest.raises(IronboardError, match="first and last"):
        save_file(kim, tmp_path / "a.bin", first, last)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten_unasked(kim, tmp_path):
    (tmp_path / "a.state").write_text("mine")
    with pytest.raises(IronboardError, match="exists already"):
        save_file(kim, tmp_path / "a.state")
    save_file(kim, tmp_path / "a.state", overwrite=True)
    assert (tmp_path / "a.state").read_bytes() != b"mine"


def test_an_empty_tape_is_not_saved(kim, tmp_path):
    with pytest.raises(IronboardError, match="nothing has been recorded"):
        save_file(kim, tmp_path / "a.wav")
