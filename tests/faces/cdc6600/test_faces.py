"""The console in its window and in a terminal: what is typed and clicked reaches the machine, what it does is seen."""

import asyncio

import pygame
import pytest

from host.ui import terminal, window
from tests.faces.cdc6600.consoles import console, enter, wait
from tests.faces.cdc6600.programs import SHOW, TALK


def lit(controller, part):
    """How many pixels of a tube glow."""
    glass = next(part_ for pane in controller.panes for part_ in pane.parts if part_.name == part).box
    x, y, w, h = map(round, glass)
    surface = window.picture(controller).subsurface((x, y, w, h))
    return pygame.mask.from_threshold(surface, (158, 255, 206), (70, 70, 70, 255)).count()


def test_what_is_typed_glows_on_the_left_screen_and_what_the_program_prints_on_the_right_one(tmp_path):
    talk = console(TALK, tmp_path)
    wait(talk)
    left, right = lit(talk, "left"), lit(talk, "right")
    talk.type("p-k4")
    assert lit(talk, "left") > left
    talk.type("\r")
    wait(talk)
    assert lit(talk, "right") > right


def test_a_click_on_a_letter_shows_its_display_and_the_key_sinks(tmp_path):
    talk = console(TALK, tmp_path)
    seen = window.Window(talk, (1360, 880))
    box = next(key.box for pane in talk.panes for part in pane.parts if part.name == "displays" for key in part.keys
               if key.name == "left C")  # fmt: skip
    before = pygame.image.tobytes(window.picture(talk).subsurface(tuple(map(round, box))), "RGB")
    at = tuple(map(round, box.centre))
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        seen.handle(pygame.event.Event(kind, pos=at, button=1))
    assert talk.ui["shown"][0] == "C"
    assert pygame.image.tobytes(window.picture(talk).subsurface(tuple(map(round, box))), "RGB") != before


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_terminal_shows_the_screens(tmp_path, size):
    show = console(SHOW, tmp_path)
    wait(show, 2)
    enter(show, "KB.")
    terminal.screenshot(show, tmp_path / "show.txt", size)
    text = (tmp_path / "show.txt").read_text("utf-8")
    assert "R . . K" in text
    assert ("JOB STATUS" in text) == (size[0] > 100), "a small terminal shows one screen"


def test_a_line_is_typed_in_the_terminal(tmp_path):
    talk = console(TALK, tmp_path)
    wait(talk)

    async def typed():
        app = terminal.Terminal(talk, frames=0)
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.press(*"e2e4", "enter")

    asyncio.run(typed())
    wait(talk)
    assert talk.machine.text("OUTPUT").splitlines()[0] == "YOUR MOVE E2E4"
