"""The console in its window: typing, buttons, screens, files, and the window itself."""

import subprocess

import pygame
import pytest

from host.desk.cdc6600.console import Console
from host.panel.cdc6600 import layout, render, run_panel, screenshot
from host.panel.panel import NOTICE_SECONDS
from tests.desk.cdc6600.consoles import console, texts
from tests.desk.cdc6600.programs import SHOW
from tests.panel.cdc6600.user import User


def light(user, side):
    """How much of a screen's glass is lit."""
    part = user.look().subsurface(user.painter.scale.rect(layout.GLASSES[side]))
    return pygame.mask.from_threshold(part, (158, 255, 206), (70, 70, 70, 255)).count()


def test_lines_are_typed_and_seen_on_the_left_screen(talk):
    before = light(talk, "left")
    talk.strike(*"c,100")
    talk.handle_events()
    assert talk.console.line == "C,100"
    assert talk.console.left.foot.text == "C,100"
    assert light(talk, "left") > before
    talk.strike("backspace", "escape")
    talk.handle_events()
    assert talk.console.line == ""
    assert light(talk, "left") == before


def test_a_command_changes_the_screens(show):
    before = light(show, "left")
    show.type("cx.")
    assert show.console.shown == ["C", "X"]
    assert light(show, "left") > 2 * before
    show.click_button("left A")
    show.click_button("right K")
    assert show.console.shown == ["A", "K"]


def test_the_job_gets_lines_and_answers_on_the_right_screen(talk):
    talk.wait(0.01)
    quiet = light(talk, "right")
    assert talk.console.asked
    talk.type("p-k4")
    talk.wait(0.01)
    assert talk.machine.text("OUTPUT") == "YOUR MOVE P-K4\nYOUR MOVE \n"
    assert light(talk, "right") > quiet


def test_the_picture_changes_with_storage(show):
    show.wait(0.01)
    assert "SHOW" in texts(show.console.right)
    before = show.part(layout.RIGHT)
    show.wait(0.01)
    assert show.part(layout.RIGHT) != before


def test_buttons_stop_step_and_let_go_on(show):
    show.wait(0.005)
    show.click_button("pause")
    cycles = show.machine.cycles
    show.wait(0.005)
    assert show.machine.cycles == cycles
    show.click_button("step")
    assert cycles < show.machine.cycles < cycles + 100
    show.click_button("type GO.")
    show.wait(0.005)
    assert show.machine.cycles > cycles + 10_000
    show.click_button("type STOP.")
    assert show.console.held
    show.click_button("rerun")
    assert show.machine.cycles == 0


def test_what_is_being_typed_survives_a_button(talk):
    talk.strike(*"p-k")
    talk.handle_events()
    talk.click_button("type STOP.")
    assert (talk.console.line, talk.console.held) == ("P-K", True)


def test_an_answer_is_told_when_a_button_is_refused(talk):
    talk.wait(0.01)
    talk.type("eoi.")
    talk.wait(0.01)
    talk.click_button("type GO.")
    assert talk.panel.notice == "the job is over. rerun. starts it"


def test_pages_are_turned_by_keys_wheel_and_buttons(talk):
    talk.type("cd.")
    talk.strike("page down")
    talk.handle_events()
    assert talk.console.groups[0] == 0o140
    talk.click_button("page up")
    assert talk.console.groups[0] == 0o100
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1))
    talk.handle_events()
    assert talk.console.groups[0] == 0o140


def test_a_moment_is_kept_and_gone_back_to_although_the_job_has_ended_since(talk):
    talk.wait(0.01)
    talk.click_button("keep")
    kept = talk.machine.snapshot()
    talk.type("eoi.")
    talk.wait(0.01)
    assert talk.console.over
    talk.click_button("back")
    assert talk.machine.snapshot() == kept
    talk.type("on")
    talk.wait(0.01)
    assert talk.machine.text("OUTPUT").startswith("YOUR MOVE ON\n")


def test_jobs_and_files_are_opened_and_saved(talk, tmp_path):
    talk.wait(0.01)
    talk.click_button("save")
    talk.answer(str(tmp_path / "paper.txt"))
    assert (tmp_path / "paper.txt").read_text() == "YOUR MOVE \n"
    (tmp_path / "show.compass").write_text(SHOW)
    talk.click_button("open")
    talk.answer(str(tmp_path / "show.compass"))
    assert talk.console.name == "SHOW"
    talk.click_button("open")
    talk.answer(str(tmp_path / "nothing.compass"))
    assert "nothing.compass" in talk.panel.error
    talk.strike("escape")
    talk.handle_events()
    assert not talk.panel.prompt


def test_the_button_under_the_mouse_is_explained(show):
    show.panel.mouse = layout.BUTTONS["right X"].centre
    assert show.panel.pointed == "right screen: exchange package"
    show.panel.mouse = (0, 0)
    assert show.panel.pointed == ""


def test_painting_only_what_has_changed_gives_the_whole_picture(show):
    """Whatever a user does, the picture kept up to date is the one painted from scratch."""
    steps = [
        lambda: show.type("cx."),
        lambda: show.strike(*"step"),
        lambda: show.click_button("help"),
        lambda: show.strike("escape"),
        lambda: show.strike("ctrl+o"),
        lambda: show.strike("escape"),
        lambda: show.click_button("pause"),
        lambda: show.pass_time(2 * NOTICE_SECONDS),
    ]
    for number, step in enumerate(steps):
        step()
        show.handle_events()
        show.wait(0.001)
        assert pygame.image.tobytes(show.look(), "RGB") == show.fresh(), number


# ---------------------------------------------------------------- the window


@pytest.mark.parametrize("size", [(1360, 850), (900, 560), (2000, 1250)])
def test_pictures_are_made_without_a_window(size, tmp_path):
    found = console(SHOW, tmp_path)
    assert render(found, size=size).get_size() == size
    screenshot(found, tmp_path / "picture.png", size=size)
    assert pygame.image.load(tmp_path / "picture.png").get_size() == size


def test_the_window_opens_shows_the_job_and_closes(tmp_path):
    found = console(SHOW, tmp_path)
    seen = []

    def each_frame(panel):
        seen.append(panel.machine.cycles)
        if panel.machine.system.picture:
            panel.quit()

    assert run_panel(found, each_frame=each_frame) == 0
    assert seen == sorted(seen)


def test_nothing_of_the_console_is_held_by_the_view(tmp_path):
    """The desk's part knows no window: it is imported without pygame."""
    code = f"import sys, {Console.__module__}; assert 'pygame' not in sys.modules"
    import sys

    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_user_may_have_no_job_at_all():
    user = User(console())
    assert texts(user.console.right) == ["JOB OUTPUT"]
    user.wait(0.001)
    assert user.machine.cycles == 0
