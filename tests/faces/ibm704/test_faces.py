"""The 704 in its window and in a terminal: what is clicked and typed reaches the machine, what it does is seen."""

import asyncio
import sys

import pygame
import pytest

from host.machines.ibm704.console import KEYS, LAMPS
from host.panels.games.checkers_rules import CELLS
from host.panels.ibm704.panel import COMMANDS
from host.ui.sheet import Sheet, text_of
from host.ui.terminal import Terminal
from tests import pseudo_terminal
from tests.faces.ibm704.room import HELLO, LEFT, RIGHT, flickering, room, two_steps, until_it_stands, wait
from tests.faces.user import User
from tests.ibm704.machines import word
from tests.pseudo_terminal import ALTERNATE_SCREEN_OFF, CURSOR_ON

SMALL, LARGE = (80, 24), (120, 42)
AC = 2  # among the words


def lamps(user, part):
    """Where the lamps of a part are."""
    return [row.places for row in user.part(part).part.rows]


def brightness(user, at):
    return sum(user.colour(at))


def checkers():
    controller = room()
    controller.boot("checkers")
    until_it_stands(controller, 2)
    return controller


# ---------------------------------------------------------------- window


def test_lamps_of_ones_are_lit_and_of_zeros_dark(display):
    user = User(room())
    user.controller.machine.write_register("AC", LEFT)
    wait(user.controller, 10)
    bits = f"{LEFT:038b}"
    light = {bit: {brightness(user, at) for at, each in zip(lamps(user, "words")[AC], bits, strict=True) if each == bit}
             for bit in "01"}  # fmt: skip
    assert min(light["1"]) > 2 * max(light["0"])


def test_a_place_that_is_1_half_of_the_time_is_dimmer_than_one_that_always_is(display):
    user = User(flickering())
    user.click_key("console", "START")
    wait(user.controller, 0.5)
    user.click_button("pause")
    user.controller.machine.write_register("MQ", LEFT)
    wait(user.controller, 0.025)
    flicker, dark = brightness(user, lamps(user, "words")[AC][12]), brightness(user, lamps(user, "words")[3][1])
    wait(user.controller, 10)
    full = brightness(user, lamps(user, "words")[3][0])
    assert dark < flicker < full


def test_single_lamps_show_their_indicators(display):
    user = User(room())
    places = {lamp.name: at for lamp, (at,) in zip(LAMPS, lamps(user, "single"), strict=True)}
    before = {name: brightness(user, at) for name, at in places.items()}
    user.controller.machine.write_register("LIGHTS", 0b0100)
    user.controller.machine.m.divide_check = 1
    wait(user.controller, 10)
    after = {name: brightness(user, at) for name, at in places.items()}
    assert {name for name in places if after[name] > 2 * before[name]} == {"SENSE LIGHT 3", "DIVIDE CHECK"}


def test_everything_on_the_console_explains_itself(display):
    user = User(room())

    def meaning(at):
        user.point(at)
        return user.controller.pointed

    for key in user.part("console").part.keys:
        assert next(each for each in KEYS if each.name == key.name).meaning in meaning(key.box.centre)
    for lamp, (at,) in zip(LAMPS, lamps(user, "single"), strict=True):
        assert lamp.meaning in meaning(at)
    assert "ACCUMULATOR" in meaning(lamps(user, "words")[AC][3])
    assert "digits 0-7" in meaning(user.part("entry").part.keys[0].box.centre)
    assert "SWT" in meaning(user.part("switches").part.keys[0].box.centre)
    assert "MANUAL" in meaning(user.part("automatic").part.keys[0].box.centre)


def test_a_program_is_run_by_a_click_on_start(display):
    user = User(two_steps())
    user.click_key("console", "START")
    wait(user.controller, 0.1)
    assert user.controller.machine.read_register("AC") == RIGHT
    user.strike("space", *f"{word('CAL', 0o2000):012o}", "i")
    assert user.controller.machine.read_register("AC") == LEFT


def test_a_move_is_made_by_two_clicks(display):
    user = User(checkers())
    empty = user.area(user.part("board").part.box)
    user.click_cell("board", CELLS[10])
    assert user.area(user.part("board").part.box) != empty, "the man and the squares that he can go to are marked"
    user.click_cell("board", CELLS[14])
    assert user.controller.notice == "punched: MOVE 11-15, PLAY"
    user.click_button("take back")
    user.click_button("depth")
    until_it_stands(user.controller)
    assert user.controller.shown["game buttons"] == {"depth": "AHEAD 4"}


def test_a_file_dropped_on_the_window_is_opened(display):
    user = User(room())
    user.event(pygame.DROPFILE, file=str(HELLO))
    assert len(user.controller.machine.hopper) > 5


# ---------------------------------------------------------------- terminal


def test_registers_are_shown_as_lamps_and_in_octal():
    controller = room()
    controller.machine.write_register("AC", LEFT)
    wait(controller, 10)
    assert "AC   ○○ ●○● ○●○ ●○● ○●○ ●○● ○●○ ●○● ○●○ ●○● ○●○ ●○● ○●○  +0 525252525252" in text_of(controller, *SMALL)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_whole_console_fits(size):
    text = text_of(checkers() if size == LARGE else room(), *size)
    for name in ("INST", "MQ ", "SENSE 4", "AUTOMATIC", "F6", "MANUAL", "START", "MULT STEP    m", "DISPLAY C    c"):
        assert name in text, name
    for title in ("PRINTER", "CHECKERS", "CARD READER", "CARD PUNCH", "keys"):
        assert (title in text) == (size == LARGE), title


def test_a_small_terminal_shows_the_board_first_and_a_man_is_moved_by_keys():
    controller = checkers()
    wait(controller, 10)

    async def played():
        app = Terminal(controller, frames=0)
        async with app.run_test(size=SMALL) as pilot:
            app.tick()
            lines = [line.plain for line in app.panel_view.sheet.lines]
            assert any("1     b     b     b     b  4" in line for line in lines)
            assert any("BK 000000000000  WK 000000000000" in line for line in lines)
            assert "choose a man (arrows, Enter)" in "\n".join(lines)
            assert "Ctrl-X next page, 1 of 3" in lines[-1]
            await pilot.press("ctrl+x", "down")  # the arrow turns back to the board, to its middle
            assert app.panel_view.sheet.page == 0
            await pilot.press("up", "enter")
            assert controller.ui["path"] == [CELLS[10 - 1]]
            await pilot.press("right", "down", "enter")
            assert controller.ui["made"] == "10-15"
            await pilot.press("escape", "space")  # the keys are the console's again
            assert controller.machine.m.automatic == 0

    asyncio.run(played())


def test_the_board_is_shown_as_letters_and_as_lamps():
    controller = checkers()
    wait(controller, 10)
    text = text_of(controller, *LARGE)
    assert "b     b     b     b" in text
    assert "w     w     w     w" in text
    assert "BM 377360000000" in text
    assert " ● ● ● ●  ○ ○ ○ ○  ○ ○ ○ ○  ○ ○ ○ ○" in text


def test_the_console_is_operated_by_letters_digits_and_clicks():
    controller = two_steps()

    async def operated():
        app = Terminal(controller, frames=0)
        async with app.run_test(size=SMALL) as pilot:
            await pilot.press(*"1234", "minus", "f2")
            await pilot.press("enter")
            lines = [line.plain for line in app.panel_view.sheet.lines]
            row = next(number for number, line in enumerate(lines) if "MANUAL" in line)
            await pilot.click(offset=(lines[row].index("MANUAL") + 1, row))

    asyncio.run(operated())
    assert controller.machine.panel_keys == 0o400000001234
    assert controller.machine.sense_switches == 0b10
    assert controller.machine.running
    assert not controller.machine.automatic


def test_a_move_is_clicked_on_the_board_of_a_terminal():
    controller = checkers()

    async def clicked():
        app = Terminal(controller, frames=0)
        async with app.run_test(size=LARGE) as pilot:
            await pilot.pause()
            lines = [line.plain for line in app.panel_view.sheet.lines]
            row = next(number for number, line in enumerate(lines) if line.rstrip("│ ").endswith("b  12"))
            man = lines[row].rindex("b", 0, lines[row].rindex("b"))
            await pilot.click(offset=(man, row))
            await pilot.click(offset=(man - 3, row + 1))

    asyncio.run(clicked())
    assert controller.notice == "punched: MOVE 11-15, PLAY"


def test_the_help_names_every_key_and_every_sign_of_the_program():
    controller = checkers()
    text = Sheet(controller).help()
    assert all(key.name in text for key in KEYS)
    assert all(each.help in text for each in COMMANDS if each.key and each.terminal)
    assert all(sign in text for sign, _ in controller.panel.game.help)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals of this kind")
def test_in_a_real_terminal_which_is_left_as_it_was():
    session = pseudo_terminal.Terminal("704", "--tui", "--empty", "--core", "compiled")
    try:
        session.wait_for(lambda display: any("operator's console" in line for line in display))
        session.type("1234")
        session.wait_for(lambda display: any("+000000001234" in line for line in display))
        session.type("\x11")
        assert session.wait_for_end() == 0
    finally:
        session.close()
    left = session.received.decode(errors="replace")
    assert left.rindex(ALTERNATE_SCREEN_OFF) > left.index("console")
    assert left.rindex(CURSOR_ON) > left.index("console")
    assert "Traceback" not in left
