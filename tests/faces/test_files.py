"""Choosing a file: candidates under the question, and the dialog of the desktop."""

import os
import shutil
import sys
import time

import pytest

from host.ui import files, settings
from host.ui.controller import Controller, Tools
from tests.faces import invented
from tests.faces.user import Clock, User


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(settings.VARIABLE, str(tmp_path / "settings.json"))
    inside = tmp_path / "work"
    (inside / "tapes").mkdir(parents=True)
    for name in ("alpha.ptp", "beta.ptp", "Beta two.ptp", ".hidden"):
        (inside / name).write_text("x")
    monkeypatch.chdir(inside)
    return inside


class Opening(Controller):
    """A controller where files can be opened and saved."""

    def open(self, text):
        self.path_in(text).read_bytes()
        self.opened = text

    def write(self, text, overwrite):
        self.path_in(text).write_text("saved")


def made(tools=None):
    controller = Opening(invented.Machine(), invented.panel(invented.DISPLAY), now=Clock())
    controller.settings = settings.load(controller.machine.title)
    controller.opened = ""
    controller.tools = tools or Tools()
    return controller


def names(found):
    return [os.path.basename(each.rstrip("/")) for each in found]


def test_candidates_are_recent_ones_first_then_what_continues_the_line(folder):
    recent = [str(folder / "beta.ptp"), str(folder / "gone.ptp")]
    assert names(files.candidates("", "open", recent, str(folder))) == [
        "beta.ptp",
        "Beta two.ptp",
        "alpha.ptp",
        "tapes",
    ]
    assert files.candidates("t", "open") == ["tapes/"]
    assert names(files.candidates("BET", "open", recent)) == ["beta.ptp"]
    assert files.candidates("alpha.ptp", "open") == []
    assert files.candidates("nowhere/x", "open") == []
    assert files.candidates(".h", "open") == [".hidden"]


def test_recent_files_are_not_proposed_for_saving(folder):
    assert files.candidates("bet", "save", [str(folder / "Beta two.ptp")]) == ["beta.ptp"]


def test_arrows_choose_and_enter_opens(folder):
    user = User(made())
    user.controller.command("open")
    for letter in "al":
        user.controller.prompt.text += letter
    user.strike("down", "enter")
    assert user.controller.opened == "alpha.ptp"
    assert user.controller.prompt is None
    assert settings.load(user.controller.machine.title).recent == [str(folder / "alpha.ptp")]


def test_enter_on_a_folder_goes_into_it_and_the_question_stays(folder):
    user = User(made())
    user.controller.command("open")
    user.controller.prompt.text = "ta"
    user.strike("down", "enter")
    assert (user.controller.prompt.text, user.controller.opened) == ("tapes/", "")


def test_a_candidate_is_clicked(folder):
    user = User(made())
    user.controller.command("open")
    user.controller.prompt.text = "be"
    user.look()
    user.click(user.window.rows[0].centre)
    assert user.controller.opened == "beta.ptp"


def test_a_file_used_before_is_the_first_at_the_next_start(folder):
    first = made()
    first.command("open")
    first.answer("beta.ptp")
    again = made()
    again.command("open")
    assert names(again.prompt.candidates(again.settings))[0] == "beta.ptp"


def test_what_was_not_opened_is_not_remembered(folder):
    controller = made()
    controller.command("open")
    controller.answer("nothing.ptp")
    assert controller.error == "No such file or directory"
    assert controller.settings.recent == []


# ---------------------------------------------------------------- the desktop's dialog


class Answering(Tools):
    """A desktop whose dialog is a program of ours."""

    def __init__(self, program):
        self.program = program

    def dialog(self, kind, title, folder, name):
        self.asked = kind, title, folder, name
        return files.Dialog([sys.executable, "-c", self.program])


def wait(controller, until):
    for _ in range(1000):
        controller.follow_dialog()
        if until():
            return
        time.sleep(0.01)
    pytest.fail("nothing has happened")


def test_what_is_chosen_in_the_dialog_is_opened(folder):
    controller = made(Answering("print('beta.ptp')"))
    controller.command("open")
    wait(controller, lambda: controller.prompt is None)
    assert controller.opened == "beta.ptp"
    assert controller.tools.asked[0] == "open"


def test_a_question_is_cancelled_once_in_the_dialog_or_in_the_line(folder):
    controller = made(Answering(""))
    controller.command("open")
    wait(controller, lambda: controller.prompt is None)
    controller.command("open")
    controller.prompt.text = "alp"  # somebody types, and closes the dialog that is in the way
    wait(controller, lambda: controller.prompt.dialog is None)
    assert controller.prompt.text == "alp"


def test_a_dialog_that_fails_leaves_the_question(folder):
    controller = made(Answering("raise SystemExit(1)"))
    controller.command("open")
    wait(controller, lambda: controller.prompt.dialog is None)
    assert controller.prompt
    controller.answer("alpha.ptp")
    assert controller.opened == "alpha.ptp"


def test_the_machine_goes_on_while_the_dialog_is_open_and_an_answer_closes_it(folder):
    controller = made(Answering("import time; time.sleep(60)"))
    controller.command("open")
    process = controller.prompt.dialog._process
    controller.now.time += 0.1
    controller.advance()
    assert process.poll() is None
    controller.answer("alpha.ptp")
    assert controller.opened == "alpha.ptp"
    assert process.poll() is not None


def test_settings_leave_the_dialog_out(folder):
    controller = made(Answering("print('beta.ptp')"))
    controller.settings.native_dialogs = False
    controller.command("open")
    assert controller.prompt.dialog is None


@pytest.mark.parametrize(
    ("found", "first"), [({"kdialog", "zenity"}, "kdialog"), ({"zenity"}, "zenity"), (set(), sys.executable)]
)
def test_the_desktops_own_dialog_comes_first(monkeypatch, found, first):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(shutil, "which", lambda name: name if name in found else None)
    monkeypatch.setattr(files.importlib.util, "find_spec", lambda name: name)
    assert files.command("open", "A title", "/here/", "x.ptp")[0] == first


def test_without_any_dialog_there_is_none(monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(files.importlib.util, "find_spec", lambda name: None)
    assert files.dialog("open", "A title", "", "") is None
