"""The KIM-1 in its window, in a terminal, and the command in a real one: clicks reach it, its answers are seen."""

from __future__ import annotations

import asyncio
import sys

import pytest

from host.games.wally_board import SIZE
from host.machines.kim1.machine import Kim1
from host.panels.kim1.controller import KimController
from host.ui import terminal
from host.ui.sheet import text_of
from tests.faces.user import Clock
from tests.faces.user import User as WindowUser
from tests.pseudo_terminal import ALTERNATE_SCREEN_OFF, CURSOR_ON, Terminal

F1 = "\x1bOP"
FRAME = 0.025
DIGITS_0200A9 = [
    "▄▀▀▀▄  ▀▀▀▄ ▄▀▀▀▄ ▄▀▀▀▄   ▄▀▀▀▄ ▄▀▀▀▄",
    "█   █     █ █   █ █   █   █   █ █   █",
    "▄   ▄ ▄▀▀▀  ▄   ▄ ▄   ▄   ▄▀▀▀▄  ▀▀▀▄",
    "█   █ █     █   █ █   █   █   █     █",
    " ▀▀▀   ▀▀▀   ▀▀▀   ▀▀▀           ▀▀▀",
]


def cell(point):
    return (point // 16 - 1) * SIZE + point % 16 - 1


# ---------------------------------------------------------------- the window


@pytest.fixture
def seen(kim, handicap, display):
    """A user at the window, on whose machine Wally asks for the handicap."""
    kim.load_state(handicap)
    user = WindowUser(KimController(kim, "wally", now=Clock()), (1168, 744))
    user.wait(0.2)
    return user


def test_a_game_is_played_by_clicks(seen):
    for key in ("0", "4", "GO"):
        seen.click_key("pad", key)
    seen.wait(1.5)
    seen.click_cell("go", cell(0x37))
    seen.wait(2.5)
    kim = seen.controller.machine
    assert kim.display[:4] == "3700"
    cells = seen.controller.shown["go"]["cells"]
    assert (cells[cell(0x37)], cells[cell(int(kim.display[4:], 16))]) == ("0", "#")
    seen.click_button("take back")
    seen.wait(0.5)
    assert seen.controller.shown["go"]["cells"].count("0") == 0


def test_whatever_a_user_does_the_picture_kept_up_to_date_is_the_one_painted_from_scratch(seen):
    for number, step in enumerate(
        (
            lambda: seen.click_key("pad", "7"),
            lambda: seen.strike("f6", "tab", "a"),
            lambda: seen.click_button("pause"),
            lambda: seen.click_button("pause"),
            lambda: seen.strike("f6", "tab"),
            lambda: seen.click_cell("go", cell(0x35)),
            lambda: seen.strike("ctrl+g"),
            lambda: seen.strike("ctrl+g"),
            lambda: seen.click_button("record"),
        )
    ):
        step()
        seen.wait(0.1)
        kept = seen.kept()
        assert seen.fresh() == kept, f"step {number}"


def test_a_click_on_the_teletype_gives_it_the_keyboard_and_one_on_the_keypad_takes_it(seen):
    paper = seen.part("paper").part.box
    seen.click(paper.centre)
    assert seen.controller.focus == "paper"
    sent = []
    seen.controller.machine.on_give = lambda cycle, kind, value: sent.append((kind, value))
    seen.strike("a", "enter", "ctrl+c")
    assert sent[0] == ("type", ["A", 0])
    assert [value[0] for _, value in sent] == ["A", "\r", "\x03"]
    seen.strike("f6")
    assert sent[-1] == ("sst", 1)
    seen.click_key("pad", "0")
    assert seen.controller.focus == ""


def test_a_page_has_the_signs_meanings_and_neither_recorder_nor_legend(seen):
    from host.ui.front import plain

    names = {pane["name"] for pane in plain(seen.controller.panel)["panes"]}
    assert "signs" in names
    assert not names & {"deck", "legend"}
    assert not {"signs"} & {pane.name for pane in seen.controller.panes}
    assert {"deck", "legend"} <= {pane.name for pane in seen.controller.panes}


# ---------------------------------------------------------------- the terminal


def test_the_digits_are_drawn_as_they_are_lit(user):
    user.strike("f1", *"0200", "f2", *"a9")
    user.wait(1.2)
    lines = text_of(user.controller, 80, 24).splitlines()
    left = lines[1].index("▄")
    assert [line[left : left + 37].rstrip(" │") for line in lines[1:6]] == DIGITS_0200A9


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_keys_and_the_board_are_clicked_in_a_terminal(kim, handicap, size):
    kim.load_state(handicap)
    clock = Clock()
    controller = KimController(kim, "wally", now=clock)

    async def play():
        app = terminal.Terminal(controller, frames=0)

        async def wait(seconds):
            for _ in range(round(seconds / FRAME)):
                clock.time += FRAME
                app.tick()
            await pilot.pause()

        def place(text):
            lines = text_of(controller, *size).splitlines()
            return next((line.index(text), row) for row, line in enumerate(lines) if text in line)

        async with app.run_test(size=size) as pilot:
            await wait(0.2)
            for key in (" 0 ", " 4 "):
                await pilot.click(offset=place(key + "     "))
            await pilot.press("enter")
            await wait(1.5)
            assert text_of(controller, *size).count("●") == 4
            x, y = place("┌─┬─┬")
            await pilot.click(offset=(x + 2 * 6, y + 2))  # 37
            await wait(2.5)
        assert kim.display[:4] == "3700"

    asyncio.run(play())


@pytest.fixture
def start():
    """Return a function that starts the command in a pseudo-terminal."""
    terminals = []

    def begin(*arguments, **environment):
        terminals.append(Terminal("kim1", "--tui", *arguments, **environment))
        return terminals[-1]

    yield begin
    for each in terminals:
        each.close()


real = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals of this kind")


def shows_0123(display):
    rows = ("▄▀▀▀▄     ▄  ▀▀▀▄  ▀▀▀▄", "█   █     █     █     █", "▄   ▄     ▄ ▄▀▀▀   ▀▀▀▄", "█   █     █ █         █")
    return all(row in line for row, line in zip(rows, display[1:], strict=False))


@real
@pytest.mark.parametrize("end", ["q", "\x03", "\x11"], ids=["q", "ctrl-c", "ctrl-q"])
def test_keys_change_the_digits_and_the_terminal_is_left_as_it_was(start, end):
    here = start("--no-program")
    here.wait_for(lambda display: "KIM-1" in "".join(display))
    here.type(F1 + "0123")
    here.wait_for(shows_0123)
    here.type(end)
    assert here.wait_for_end() == 0
    left = here.received.decode(errors="replace")
    assert left.rindex(ALTERNATE_SCREEN_OFF) > left.index("KIM-1")
    assert left.rindex(CURSOR_ON) > left.index("KIM-1")
    assert here.modes_now() == here.modes
    assert "Traceback" not in left


@real
def test_without_colours_everything_can_be_read(start):
    here = start("--no-program", NO_COLOR="1")
    here.wait_for(lambda display: "KIM-1" in "".join(display))
    here.type(F1 + "0123")
    here.wait_for(shows_0123)
    here.type("q")
    assert here.wait_for_end() == 0


@real
def test_wally_is_ready_to_play(start):
    here = start()
    here.wait_for(lambda display: "How many handicap stones?" in "".join(display))
    here.type("04\r")
    here.wait_for(lambda display: "".join(display).count("●") == 4)
    row, line = next((row, line) for row, line in enumerate(here.screen.display) if "┌─┬─┬" in line)
    x, y = line.index("┌─┬─┬") + 2 * 3, row + 2
    here.type(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")  # 34, while Wally prints: it waits
    here.wait_for(lambda display: "".join(display).count("●") == 5 and "○" in "".join(display))
    here.type("q")
    assert here.wait_for_end() == 0


def test_a_picture_of_a_machine_without_a_face(tmp_path):
    terminal.screenshot(KimController(Kim1()), tmp_path / "kim.svg")
    assert (tmp_path / "kim.svg").read_text("utf-8").startswith("<svg")
