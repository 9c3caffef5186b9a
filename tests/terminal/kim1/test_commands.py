"""Speed, pause, stepping, files, help, leaving, and every size of terminal."""

import math

import pytest

from emulators.errors import IronboardError
from emulators.machine import Stop
from host.desk.kim1.keys import COMMANDS, LEGENDS
from host.kim1 import Kim1
from host.terminal.dialogs import HelpScreen, complete
from host.terminal.kim1.app import run_terminal
from tests.terminal.kim1.desk import LARGE, driven, opened


@driven
async def test_the_machine_runs_at_one_megahertz_of_the_clock_on_the_wall():
    async with opened() as desk:
        first = desk.kim.cycles
        await desk.wait(2.0)
        assert 0 <= desk.kim.cycles - first - 2_000_000 < 20
        assert "x1 │ 1.00 MHz" in desk.screen


@driven
async def test_faster_and_slower_change_the_pace():
    async with opened() as desk:
        await desk.press("f10")
        first = desk.kim.cycles
        await desk.wait(1.0)
        assert 0 <= desk.kim.cycles - first - 2_000_000 < 20
        assert "x2 │ 2.00 MHz" in desk.screen
        await desk.press("f9", "f9")
        first = desk.kim.cycles
        await desk.wait(1.0)
        assert 0 <= desk.kim.cycles - first - 500_000 < 20
        assert "x0.5 │ 0.50 MHz" in desk.screen


@driven
async def test_the_highest_speed_is_turbo():
    async with opened() as desk:
        desk.app.pacer.pause()
        await desk.press(*["f10"] * 9)
        assert math.isinf(desk.app.pacer.speed)
        await desk.wait(0.1)
        assert "PAUSED │ turbo" in desk.screen


@driven
async def test_pause_stops_time_and_what_was_pressed_meanwhile_counts_later():
    async with opened() as desk:
        await desk.press("f7")
        first = desk.kim.cycles
        await desk.wait(1.0)
        assert desk.kim.cycles == first
        assert "PAUSED" in desk.screen
        await desk.press("f1", *"0123", "f7")
        await desk.wait(1.0)
        assert desk.kim.display[:4] == "0123"
        assert desk.kim.cycles - first < 1_000_020


@driven
async def test_one_instruction_at_a_time():
    async with opened(size=LARGE) as desk:
        desk.kim.memory[0x0200:0x0204] = b"\xa9\x5a\xaa\xea"  # LDA #5A, TAX, NOP
        desk.kim.write_register("PC", 0x0200)
        await desk.press("f8")
        assert desk.kim.read_register("PC") == 0x0202
        await desk.press("f8")
        assert desk.kim.read_register("X") == 0x5A
        await desk.wait(0.1)
        assert "PC 0203 A 5A X 5A" in desk.screen
        assert "0203  NOP" in desk.screen


@driven
async def test_a_jammed_processor_is_reported_and_rs_brings_it_back():
    async with opened() as desk:
        desk.kim.poke(0x0200, 0x02)
        await desk.press("f1", *"0200", "enter")
        await desk.wait(1.0)
        assert desk.app.pacer.stop == Stop.ILLEGAL_INSTRUCTION
        assert any("illegal instruction at 0200" in notice for notice in desk.notices)
        assert "STOPPED" in desk.screen
        await desk.press("f5")
        await desk.wait(0.5)
        assert desk.kim.display == "020002"
        assert "running" in desk.screen


@driven
async def test_a_state_is_saved_and_opened(tmp_path):
    file = tmp_path / "desk.state"
    async with opened() as desk:
        await desk.press("f1", *"0200", "f2", *"77")
        await desk.wait(1.0)
        await desk.press("ctrl+s")
        await desk.fill(path=str(file))
        saved = desk.kim.cycles
        assert file.exists()
        await desk.press(*"88")
        await desk.wait(1.0)
        assert desk.kim.peek(0x0200) == 0x88
        await desk.press("ctrl+o")
        await desk.fill(path=str(file))
        assert desk.kim.cycles == saved
        await desk.wait(0.5)
        assert desk.kim.display == "020077"
        assert 0 <= desk.kim.cycles - saved - 500_000 < 20
        await desk.press(*"99")
        await desk.wait(0.5)
        assert desk.kim.peek(0x0200) == 0x99


@driven
async def test_a_program_is_saved_and_opened(tmp_path):
    file = tmp_path / "program.ptp"
    async with opened() as desk:
        desk.kim.memory[0x0200:0x0203] = b"\x01\x02\x03"
        await desk.press("ctrl+s")
        await desk.fill(first="0200", last="0202", path=str(file))
        desk.kim.memory[0x0200:0x0203] = b"\0\0\0"
        await desk.press("ctrl+o")
        await desk.fill(path=str(file))
        assert desk.kim.memory[0x0200:0x0203] == b"\x01\x02\x03"
        assert any("3 bytes loaded; start at 0200" in notice for notice in desk.notices)


@driven
async def test_a_tape_is_recorded_saved_and_played(tmp_path):
    file = tmp_path / "dump.wav"
    async with opened() as desk:
        kim = desk.kim
        kim.memory[0x0200:0x0208] = b"IRONSIDE"
        kim.memory[0x17F5:0x17FA] = b"\x00\x02\x08\x02\x2a"  # from 0200 to 0208, number 2A
        kim.poke(0x00F1, 0)
        await desk.press("ctrl+r", "f1", *"1800", "enter")
        desk.app.pacer.speed = 10
        await desk.wait(2.0)
        assert kim.display == "000000" or kim.display[:4] == "0000"
        await desk.press("ctrl+r")
        await desk.fill(path=str(file))
        assert file.stat().st_size > 100_000
        kim.memory[0x0200:0x0208] = bytes(8)
        await desk.press("f1", *"1873", "enter")
        await desk.wait(0.2)
        await desk.press("ctrl+o")
        await desk.fill(path=str(file))
        await desk.wait(2.0)
        assert kim.memory[0x0200:0x0208] == b"IRONSIDE"


@driven
async def test_an_error_is_shown_and_nothing_is_lost(tmp_path):
    async with opened() as desk:
        before = desk.kim.save_state()
        await desk.press("ctrl+o")
        await desk.fill(path=str(tmp_path / "none.ptp"))
        assert any("none.ptp" in notice for notice in desk.notices)
        await desk.press("ctrl+s")
        await desk.fill(first="03ZZ", last="0300", path=str(tmp_path / "a.ptp"))
        assert any("'03ZZ' is no address" in notice for notice in desk.notices)
        existing = tmp_path / "old.state"
        existing.write_text("mine")
        await desk.press("ctrl+s")
        await desk.fill(path=str(existing))
        assert existing.read_text() == "mine"
        assert desk.kim.save_state() == before
        await desk.wait(0.1)
        assert "running" in desk.screen


@driven
async def test_in_a_dialog_letters_are_text_and_commands_wait():
    async with opened() as desk:
        await desk.press("ctrl+o", *"q1f", "f1", "ctrl+s")
        assert len(desk.app.screen_stack) == 2
        assert not desk.app.finger.busy
        await desk.press("escape")
        assert len(desk.app.screen_stack) == 1
        assert desk.app.return_code is None


def test_names_of_files_are_completed(tmp_path):
    (tmp_path / "wally.ptp").touch()
    (tmp_path / "zebra").touch()
    assert complete(f"{tmp_path}/wa") == f"{tmp_path}/wally.ptp"
    assert complete(f"{tmp_path}/x") is None
    assert complete(f"{tmp_path}/none/x") is None
    assert complete("") is None


@driven
async def test_help_names_every_key_and_goes_away():
    async with opened(size=(120, 60)) as desk:
        await desk.press("f12")
        assert isinstance(desk.app.screen, HelpScreen)
        shown = desk.screen
        for legend in [legend for _, legend in COMMANDS.values()] + list(LEGENDS.values()):
            assert legend in shown
        await desk.press("escape")
        assert len(desk.app.screen_stack) == 1


@pytest.mark.parametrize("key", ["q", "ctrl+q", "ctrl+c"])
@driven
async def test_leaving(key):
    async with opened() as desk:
        await desk.press(key)
        assert desk.app.return_code == 0


@driven
async def test_every_size_of_terminal_will_do():
    async with opened() as desk:
        for size in ((120, 40), (80, 24), (30, 8), (1, 1), (200, 60), (118, 38), (40, 100), (80, 24)):
            await desk.pilot.resize_terminal(*size)
            await desk.wait(0.1)
        assert "keypad ──" in desk.screen
        await desk.press("f1", *"0042")
        await desk.wait(0.8)
        assert desk.kim.display[:4] == "0042"


@driven
async def test_a_small_terminal_shows_display_keypad_and_board_a_large_one_everything():
    async with opened() as desk:
        assert all(each in desk.screen for each in ("KIM-1 ──", "keypad ──", "board ──", "F12 help", "q quit"))
        await desk.pilot.resize_terminal(*LARGE)
        await desk.wait(0.1)
        for each in ("KIM-1 ──", "keypad ──", "board ──", "Teletype, ", "processor ──", "keys ──"):
            assert each in desk.screen


def test_without_a_terminal_there_is_an_error(capsys):
    with pytest.raises(IronboardError, match="no terminal"):
        run_terminal(Kim1(core="compiled"))
