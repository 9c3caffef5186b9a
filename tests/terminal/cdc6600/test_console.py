"""The 6600's console in a terminal: what is typed reaches the machine, what it does is seen; every size."""

import pytest
from textual import events

from host.desk.cdc6600.commands import COMMANDS as TYPED
from host.desk.cdc6600.keys import COMMANDS
from host.terminal.cdc6600 import picture, texts
from host.terminal.dialogs import HelpScreen
from host.terminal.key_names import key_name
from tests.desk.cdc6600.programs import SHOW, TALK
from tests.terminal.cdc6600.desk import LARGE, SMALL, console, opened
from tests.terminal.kim1.desk import driven

LOOP = "         IDENT  LOOP\nSTART    EQ     START\n         END    START\n"


@driven
async def test_a_line_is_typed_for_the_program_and_its_answer_seen(tmp_path):
    async with opened(TALK, tmp_path) as desk:
        await desk.wait(0.005)
        assert "TALK  CP 0.00" in desk.screen
        assert "WAITING FOR INPUT" in desk.screen
        await desk.press(*"e2-e3", "backspace", "4")
        assert "E2-E4▁" in desk.screen
        await desk.press("enter")
        await desk.wait(0.005)
        assert desk.machine.text("OUTPUT").splitlines()[0] == "YOUR MOVE E2-E4"
        assert "YOUR MOVE E2-E4" in desk.screen
        await desk.press("a", "escape")
        assert desk.console.line == ""


@driven
async def test_lines_can_be_pasted(tmp_path):
    async with opened(TALK, tmp_path) as desk:
        await desk.wait(0.005)
        desk.app.post_message(events.Paste("a1\nb2\nc"))
        await desk.wait(0.005)
        assert desk.machine.text("OUTPUT").startswith("YOUR MOVE A1\nB2\nYOUR MOVE")
        assert desk.foot == "C"


@driven
async def test_the_program_shows_a_picture_and_changes_it(tmp_path):
    async with opened(SHOW, tmp_path) as desk:
        await desk.wait(0.002)
        first = desk.screen
        assert "R . . K" in first
        assert ". . N ." in first
        await desk.wait(0.002)
        assert "COUNT" in first
        assert desk.screen != first


@driven
async def test_commands_are_those_of_the_shared_console(tmp_path):
    async with opened(LOOP, tmp_path) as desk:
        await desk.type("x.")
        assert "X7 00000 00000 00000 00000" in desk.screen
        await desk.type("d,100.")
        assert "000100  04000 00100 46000 46000" in desk.screen
        await desk.type("stop.")
        assert desk.console.held
        await desk.type("step,3.")
        assert desk.machine.m.instructions == 3
        await desk.press("tilde")
        assert "ILLEGAL ENTRY" in desk.screen


@driven
async def test_keys_stop_step_and_change_the_speed(tmp_path):
    async with opened(LOOP, tmp_path) as desk:
        await desk.wait(0.01)
        assert 100_000 <= desk.machine.cycles < 100_020
        assert "RUNNING │ x1 │ 10.0 MHz" in desk.screen
        await desk.press("f7")
        assert " HELD │" in desk.screen
        before = desk.machine.m.instructions
        await desk.wait(0.01)
        await desk.press("f8", "f8")
        assert desk.machine.m.instructions == before + 2
        await desk.press("f10", "f7")
        assert "RUNNING │ x2" in desk.screen
        cycles = desk.machine.cycles
        await desk.wait(0.01)
        assert 200_000 <= desk.machine.cycles - cycles < 200_020
        await desk.press("f9", "f9")
        assert "x0.5" in desk.screen


@driven
async def test_a_job_that_is_over_begins_anew_only_when_asked(tmp_path):
    async with opened("         IDENT  STOP\nSTART    SA1    400000B\n         END    START\n", tmp_path) as desk:
        await desk.wait(0.001)
        assert "ERROR EXIT AT 000100: AN ADDRESS OUT OF" in desk.screen  # the line goes on in the next row
        await desk.press("ctrl+r")
        assert desk.machine.cycles == 0


@driven
async def test_a_small_terminal_shows_one_screen_and_ctrl_b_the_other(tmp_path):
    async with opened(TALK, tmp_path, size=SMALL) as desk:
        await desk.wait(0.005)
        assert "DAYFILE" in desk.screen
        assert "TALK OUTPUT" not in desk.screen
        await desk.press("ctrl+b")
        assert "DAYFILE" not in desk.screen
        assert "TALK OUTPUT" in desk.screen
        await desk.press(*"B4")
        assert "B4▁" in desk.screen
        await desk.press("ctrl+b")
        assert "DAYFILE" in desk.screen
        assert "B4▁" in desk.screen


@driven
async def test_a_large_terminal_shows_both_or_one(tmp_path):
    async with opened(TALK, tmp_path, size=LARGE) as desk:
        shown = []
        for _ in range(4):
            await desk.wait(0.005)
            shown.append(("DAYFILE" in desk.screen, "TALK OUTPUT" in desk.screen))
            await desk.press("ctrl+b")
        assert shown == [(True, True), (True, False), (False, True), (True, True)]


@pytest.mark.parametrize("size", [SMALL, LARGE])
@driven
async def test_storage_is_paged_word_by_word_without_gaps(tmp_path, size):
    """Page down shows every word once at least, page up the way back."""
    async with opened(LOOP, tmp_path, size=size) as desk:
        await desk.type("d,200.")
        seen = set()
        for _ in range(6):
            seen |= {int(line[:6], 8) for line in rows_of_storage(desk)}
            await desk.press("pagedown")
        assert seen >= set(range(0o200, 0o300))
        for _ in range(6):
            await desk.press("pageup")
        assert min(int(line[:6], 8) for line in rows_of_storage(desk)) == 0o200


def rows_of_storage(desk):
    """The rows of the left screen that show a word."""
    left = [line[: desk.app.glasses[0].size.width + 1].strip(" │╭╮╰╯─▲▼") for line in desk.screen.splitlines()]
    return [line for line in left if line[:6].isdigit() and line[6:8] == "  "]


@driven
async def test_files_are_opened_and_saved_and_errors_told(tmp_path):
    async with opened(TALK, tmp_path) as desk:
        await desk.wait(0.005)
        await desk.press("ctrl+s")
        await desk.press(*"q")  # into the field, not to the console
        await desk.fill(path=str(tmp_path / "out.txt"))
        assert (tmp_path / "out.txt").read_text() == "YOUR MOVE \n"
        assert desk.console.line == ""
        (tmp_path / "loop.compass").write_text(LOOP)
        await desk.press("ctrl+o")
        await desk.fill(path=str(tmp_path / "loop.compass"))
        assert "loop.compass is the job" in desk.notices
        await desk.press("ctrl+o")
        await desk.fill(path=str(tmp_path / "none.compass"))
        assert any("none.compass" in notice for notice in desk.notices)
        assert desk.console.name == "LOOP"


@driven
async def test_the_help_names_every_command_and_every_key():
    async with opened() as desk:
        await desk.press("f12")
        assert isinstance(desk.app.screen, HelpScreen)
        await desk.press("x")
        assert desk.console.line == ""
        await desk.press("escape")
        assert not isinstance(desk.app.screen, HelpScreen)
    lines = texts.key_lines()
    assert all(any(line.startswith(each.form) for line in lines) for each in TYPED)
    assert all(any(line.startswith(key_name(key)) for line in lines) for key in COMMANDS)


@driven
async def test_ctrl_q_quits():
    async with opened() as desk:
        await desk.press("q")
        assert desk.foot == "Q"
        await desk.press("ctrl+q")
        assert desk.app.return_code == 0


def test_a_picture_is_what_the_terminal_shows(tmp_path):
    picture.screenshot(console(TALK, tmp_path), tmp_path / "console.txt", size=SMALL)
    assert "DAYFILE" in (tmp_path / "console.txt").read_text("utf-8")
