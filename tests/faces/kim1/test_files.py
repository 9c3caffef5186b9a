"""Programs, states, tapes: what is opened, saved and recorded."""

from __future__ import annotations

import pytest

from emulators.errors import IronboardError
from emulators.image import Image
from host import formats
from host.formats import cassette
from host.panels.kim1.media import open_file, parse_address, save_file, wanted

PROGRAM = Image.of(0x0200, bytes([0xE6, 0x00, 0x4C, 0x00, 0x02]))


@pytest.mark.parametrize(
    ("text", "address"), [("0200", 0x200), ("$17fA", 0x17FA), (" f ", 15), ("", None), ("  ", None)]
)
def test_addresses_are_hexadecimal(text, address):
    assert parse_address(text) == address


@pytest.mark.parametrize("text", ["02G0", "10000", "-1", "0x"])
def test_what_is_not_an_address_is_refused(text):
    with pytest.raises(IronboardError, match="is not an address"):
        parse_address(text)


def test_a_line_names_a_file_and_addresses():
    assert (wanted("a b.bin @0300").path.name, wanted("a b.bin @0300").origin) == ("a b.bin", 0x0300)
    assert wanted("x.hex 0200-$02ff")[2:] == (0x0200, 0x02FF)
    assert wanted("'name with @ blanks.ptp'").path.name == "name with @ blanks.ptp"
    with pytest.raises(IronboardError, match="type the name"):
        wanted("  ")


def test_a_state_is_recognised_by_its_content(kim, tmp_path):
    kim.poke(0x0200, 0x77)
    save_file(kim, tmp_path / "a.state")
    (tmp_path / "a.state").rename(tmp_path / "renamed.bin")
    kim.poke(0x0200, 0)
    assert "back at cycle" in open_file(kim, tmp_path / "renamed.bin")
    assert kim.peek(0x0200) == 0x77


def test_a_program_is_opened_and_its_start_told(user, tmp_path):
    formats.write(PROGRAM, tmp_path / "count.hex")
    user.strike("ctrl+o")
    assert user.answer(str(tmp_path / "count.hex")) == ""
    assert user.controller.prompt is None
    assert user.kim.memory[0x0200:0x0205] == PROGRAM.segments[0].words
    assert user.controller.notice == "count.hex: 5 bytes loaded; start at 0200"


def test_a_raw_binary_is_opened_with_its_address(user, tmp_path):
    (tmp_path / "dump.bin").write_bytes(b"\x12\x34")
    user.strike("ctrl+o")
    assert user.answer(str(tmp_path / "dump.bin")) != ""
    assert user.answer(f"{tmp_path / 'dump.bin'} @0300") == ""
    assert user.kim.memory[0x0300:0x0302] == b"\x12\x34"


def test_memory_is_saved_and_an_existing_file_only_replaced_after_asking(user, tmp_path):
    path = tmp_path / "part.hex"
    user.kim.memory[0x0200:0x0204] = b"\x01\x02\x03\x04"
    user.strike("ctrl+s")
    user.answer(f"{path} 0200-0203")
    assert formats.read(path).segments[0].words == b"\x01\x02\x03\x04"
    user.kim.memory[0x0200] = 0xFF
    user.strike("ctrl+s")
    user.answer(f"{path} 0200-0203")
    assert "exists" in user.controller.prompt.title
    assert formats.read(path).segments[0].words[0] == 0x01
    user.answer(user.controller.prompt.text)
    assert formats.read(path).segments[0].words[0] == 0xFF
    assert user.controller.prompt is None


def test_memory_is_not_saved_without_its_addresses(user, tmp_path):
    user.strike("ctrl+s")
    assert "first and last address" in user.answer(str(tmp_path / "part.hex"))
    assert not (tmp_path / "part.hex").exists()


def test_a_state_is_saved_and_opened_again(user, tmp_path):
    user.kim.poke(0x0210, 0x77)
    user.strike("ctrl+s")
    user.answer(str(tmp_path / "now.state"))
    saved = user.kim.cycles
    user.strike("f1", *"0456")
    user.wait(0.2)
    user.kim.poke(0x0210, 0)
    user.strike("ctrl+o")
    user.answer(str(tmp_path / "now.state"))
    assert (user.kim.cycles, user.kim.memory[0x0210], user.shown["pad"]) == (saved, 0x77, [])
    user.wait(0.5)
    assert user.kim.cycles - saved == pytest.approx(500_000, abs=20)


def test_a_damaged_file_changes_nothing(user, tmp_path):
    (tmp_path / "bad.ptp").write_text(";0302004C00020FFF\n")
    before = user.kim.save_state()
    user.strike("ctrl+o")
    assert "bad.ptp" in user.answer(str(tmp_path / "bad.ptp"))
    assert user.controller.prompt.title.startswith("Open")
    assert user.kim.save_state() == before


# ---------------------------------------------------------------- the tape recorder


@pytest.fixture
def tape(tmp_path):
    path = tmp_path / "count.wav"
    path.write_bytes(cassette.dumps(PROGRAM, id=1))
    return path


def test_a_tape_plays_stops_goes_on_and_is_rewound(user, tape):
    user.controller.command("insert")
    user.answer(str(tape))
    deck = user.controller.tape
    user.wait()
    assert (user.shown["tape"], user.shown["tape state"], deck.position) == ("count.wav", "stopped", 0)
    user.controller.command("play")
    user.wait(2.0)
    assert "play" in user.shown["lit"]
    assert user.shown["tape place"] == f"2 / {deck.length // user.kim.clock} s"
    lamps = sum(level == 16 for level in user.shown["tape bar"][0])
    assert set(user.shown["tape bar"][0]) == {0, 16}
    assert lamps == pytest.approx(2_000_000 * 48 / deck.length, abs=1)
    user.controller.command("stop")
    stopped = deck.position
    user.wait(0.5)
    assert deck.position == stopped
    user.controller.command("play")
    user.wait(0.5)
    assert deck.position == pytest.approx(stopped + 500_000, rel=0.1)
    user.controller.command("rewind")
    assert (deck.position, deck.playing) == (0, False)


def test_the_machine_hears_the_tape(user, tape):
    user.controller.open(str(tape))
    user.controller.command("play")
    heard = set()
    for _ in range(100):
        user.wait()  # it begins with half a second of silence
        heard.add(int(user.kim.m.tape_level))
    assert heard == {0, 1}


def test_what_the_machine_sends_is_recorded_saved_and_read_again(user, tmp_path):
    user.kim.memory[0x0200:0x0208] = b"IRONSIDE"
    user.kim.memory[0x17F5:0x17FA] = b"\x00\x02\x08\x02\x2a"  # from 0200 to 0208, number 2A
    user.kim.poke(0x00F1, 0)
    user.strike("ctrl+r", "f1", *"1800", "enter")
    user.wait(1.0)
    assert user.shown["tape state"].startswith("recording")
    assert user.now.startswith("the monitor is at work")
    user.controller.pacer.speed = 10
    user.wait(2.0)
    assert user.kim.display[:4] == "0000"
    user.strike("ctrl+r")
    user.controller.command("save_tape")
    user.answer(str(tmp_path / "out.wav"))
    assert "tape saved" in user.controller.notice
    user.kim.memory[0x0200:0x0208] = bytes(8)
    user.strike("f1", *"1873", "enter")
    user.wait(0.3)
    user.controller.open(str(tmp_path / "out.wav"))
    user.controller.command("play")
    user.wait(2.0)
    assert user.kim.memory[0x0200:0x0208] == b"IRONSIDE"


def test_playing_without_a_tape_and_saving_nothing_say_so(user, tmp_path):
    user.controller.command("play")
    assert "no tape" in user.controller.error
    user.controller.command("save_tape")
    assert "nothing has been recorded" in user.answer(str(tmp_path / "out.wav"))
