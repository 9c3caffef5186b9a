import math
from pathlib import Path

import pygame
import pytest

from emulators.image import Image
from host import formats
from host.formats import cassette
from host.panel.buttons import shown
from host.panel.kim1 import commands

PROGRAM = Image.of(0x0200, bytes([0xE6, 0x00, 0x4C, 0x00, 0x02]))


def test_every_button_and_every_key_has_something_to_do(user):
    named = {button.command for button in (*commands.TOOLBAR, *commands.DECK) if button.command}
    assert named | set(commands.BY_KEY.values()) | set(commands.LEGEND) <= set(user.panel.commands)
    assert set(commands.LEGEND) <= set(commands.KEY_OF)


def test_pause_stops_the_clock_and_go_on_starts_it(user):
    user.click_button("pause")
    before = user.kim.cycles
    user.wait(0.5)
    assert user.kim.cycles == before
    assert not user.panel.running
    user.strike("f7")
    user.wait(0.5)
    assert user.kim.cycles - before == pytest.approx(500_000, rel=0.05)


def test_one_instruction_is_one(user):
    user.click_button("pause")
    pc = user.kim.read_register("PC")
    following = user.kim.disassemble(pc)[1]
    cycles = user.kim.cycles
    user.strike("f8")
    user.handle_events()
    assert 2 <= user.kim.cycles - cycles <= 7
    assert user.kim.read_register("PC") != pc or following == pc
    assert user.panel.pacer.paused


@pytest.mark.parametrize(("button", "speed"), [("faster", 2.0), ("slower", 0.5), ("turbo", math.inf)])
def test_the_speed_is_set_by_buttons(user, button, speed):
    user.click_button(button)
    assert user.panel.pacer.speed == speed
    user.click_button("speed")
    assert user.panel.pacer.speed == 1.0


def test_twice_the_speed_is_twice_the_cycles(user):
    user.click_button("faster")
    before = user.kim.cycles
    user.wait(0.5)
    assert user.kim.cycles - before == pytest.approx(1_000_000, rel=0.05)


def test_a_kept_moment_comes_back(user):
    user.kim.poke(0x0200, 0x42)
    user.click_button("keep")
    kept = user.kim.cycles
    user.wait(0.3)
    user.kim.poke(0x0200, 0x24)
    user.click_button("back")
    assert (user.kim.cycles, user.kim.memory[0x0200]) == (kept, 0x42)
    user.wait(0.3)
    assert user.kim.cycles - kept == pytest.approx(300_000, rel=0.1)


def test_keys_work_after_going_back(user):
    user.wait(1.0)
    user.click_button("keep")
    user.wait(1.0)
    user.strike("f1", *"0456")
    user.wait(0.02)
    user.click_button("back")
    user.strike("f1", *"0123")
    user.wait(0.8)
    assert user.kim.display[:4] == "0123"


def test_going_back_to_nowhere_is_an_error_that_is_shown(user):
    user.click_button("back")
    assert "no moment" in user.panel.error


# ------------------------------------------------------------------ files


def test_a_program_is_opened_by_name(user, tmp_path):
    formats.write(PROGRAM, tmp_path / "count.hex")
    user.strike("ctrl+o")
    user.answer(str(tmp_path / "count.hex"))
    assert user.panel.prompt is None
    assert user.kim.memory[0x0200:0x0205] == PROGRAM.segments[0].words
    assert "0200" in user.panel.notice


def test_a_raw_binary_is_opened_with_its_address(user, tmp_path):
    (tmp_path / "dump.bin").write_bytes(b"\x12\x34")
    user.strike("ctrl+o")
    user.answer(f"{tmp_path / 'dump.bin'} @0300")
    assert user.kim.memory[0x0300:0x0302] == b"\x12\x34"


def test_a_dropped_file_is_loaded(user, tmp_path):
    formats.write(PROGRAM, tmp_path / "name with @ blanks.ptp")
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(tmp_path / "name with @ blanks.ptp")))
    user.handle_events()
    assert user.kim.memory[0x0200:0x0205] == PROGRAM.segments[0].words


def test_memory_is_saved_and_an_existing_file_only_replaced_after_asking(user, tmp_path):
    path = tmp_path / "part.hex"
    user.kim.memory[0x0200:0x0204] = b"\x01\x02\x03\x04"
    user.strike("ctrl+s")
    user.answer(f"{path} 0200-0203")
    assert formats.read(path).segments[0].words == b"\x01\x02\x03\x04"
    user.kim.memory[0x0200] = 0xFF
    user.strike("ctrl+s")
    user.answer(f"{path} 0200-0203")
    assert "exists" in user.panel.prompt.title
    assert formats.read(path).segments[0].words[0] == 0x01
    user.strike("enter")
    user.handle_events()
    assert formats.read(path).segments[0].words[0] == 0xFF
    assert user.panel.prompt is None


def test_a_state_is_saved_to_a_file_and_opened_again(user, tmp_path):
    user.kim.poke(0x0210, 0x77)
    user.strike("ctrl+s")
    user.answer(str(tmp_path / "now.state"))
    saved = user.kim.cycles
    user.wait(0.2)
    user.kim.poke(0x0210, 0)
    user.strike("ctrl+o")
    user.answer(str(tmp_path / "now.state"))
    assert (user.kim.cycles, user.kim.memory[0x0210]) == (saved, 0x77)


def test_tab_completes_a_file_name(user, tmp_path):
    (tmp_path / "a long name.ptp").touch()
    user.strike("ctrl+o")
    pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=f"{tmp_path}/a lo"))
    user.strike("tab")
    user.handle_events()
    assert user.panel.prompt.text == f"{tmp_path}/a long name.ptp"


# ------------------------------------------------------------------ the tape recorder


@pytest.fixture
def tape(tmp_path):
    path = tmp_path / "count.wav"
    path.write_bytes(cassette.dumps(PROGRAM, id=1))
    return path


def test_a_tape_plays_stops_goes_on_and_is_rewound(user, tape):
    user.strike("ctrl+i")
    user.answer(str(tape))
    deck = user.panel.deck
    assert (deck.name, deck.position, deck.playing) == ("count.wav", 0, False)
    user.click_button("play")
    user.wait(0.5)
    assert deck.playing
    assert deck.position == pytest.approx(500_000, rel=0.1)
    user.click_button("stop")
    stopped = deck.position
    user.wait(0.5)
    assert deck.position == stopped
    user.click_button("play")
    user.wait(0.5)
    assert deck.position == pytest.approx(stopped + 500_000, rel=0.1)
    user.click_button("rewind")
    assert (deck.position, deck.playing) == (0, False)


def test_the_machine_hears_the_tape(user, tape):
    user.panel.dropped(str(tape))
    heard = set()
    user.click_button("play")
    for _ in range(100):
        user.wait(0.006)  # it begins with half a second of silence
        heard.add(int(user.kim.m.tape_level))
    assert heard == {0, 1}


def test_what_the_machine_sends_is_recorded_and_saved(user, tmp_path):
    user.click_button("record")
    user.kim.memory[0x17F5:0x17FA] = bytes([0x00, 0x02, 0x05, 0x02, 0x01])
    user.kim.memory[0x00F1] = 0
    user.strike("f1", *"1800", "enter")
    user.wait(1.5)
    assert user.panel.deck.recording
    user.click_button("stop")
    assert not user.panel.deck.recording
    user.click_button("save_tape")
    user.panel.prompt.text = str(tmp_path / "out.wav")
    user.answer("")
    edges = cassette.read_edges((tmp_path / "out.wav").read_bytes())
    assert len(edges) == pytest.approx(len(user.kim.recorded), abs=2)


def test_playing_without_a_tape_says_so(user):
    user.click_button("play")
    assert "no tape" in user.panel.error


# ------------------------------------------------------------------ errors


def test_an_error_is_seen_and_the_line_is_kept(user):
    calm = user.colour((730, 310))
    user.strike("ctrl+o")
    user.answer("/no/such/file.ptp")
    assert "/no/such/file.ptp" in user.panel.error
    assert user.panel.prompt.text == "/no/such/file.ptp"
    assert user.colour((730, 306)) != calm
    user.strike("escape")
    user.handle_events()
    assert (user.panel.error, user.panel.prompt) == ("", None)
    assert user.colour((730, 310)) == calm


def test_an_error_stays_until_it_has_been_seen(user):
    user.click_button("back")
    user.panel.pacer.pause()
    user.pass_time(3600)
    assert user.panel.error
    user.click((10, 890))
    user.handle_events()
    assert user.panel.error == ""


def test_a_notice_goes_by_itself(user):
    user.panel.pacer.pause()
    user.panel.tell("hello")
    user.pass_time(5)
    assert user.panel.notice == "hello"
    user.pass_time(2)
    assert user.panel.notice == ""


def test_a_damaged_file_changes_nothing(user, tmp_path):
    (tmp_path / "bad.ptp").write_text(";0302004C00020FFF\n")
    before = user.kim.memory[0x0200:0x0210]
    user.panel.dropped(str(tmp_path / "bad.ptp"))
    assert "bad.ptp" in user.panel.error
    assert user.kim.memory[0x0200:0x0210] == before


def test_an_illegal_stop_is_told(user):
    user.kim.set_breakpoint(0x1F1F)
    user.wait(0.1)
    assert "1F1F" in user.panel.notice
    assert not user.panel.running


def test_the_page_for_users_names_every_key_and_every_button():
    page = (Path(__file__).parents[3] / "docs" / "kim1" / "panel.md").read_text(encoding="utf-8")
    assert [key for key in commands.HELP if f"`{shown(key)}`" not in page] == []
    labels = {button.label for button in (*commands.TOOLBAR, *commands.DECK) if len(button.label) > 2}
    assert [label for label in labels if f"**{label}**" not in page and label not in NAMED_OTHERWISE] == []


NAMED_OTHERWISE = {"RESET", "SST", "GO BOARD", "HELP"}  # their keys are named: F5, F6, Ctrl+G, F12
