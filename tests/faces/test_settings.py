"""What is remembered from one start to the next."""

import json
import math
import os

import pygame
import pytest

from emulators.errors import IronboardError
from host.ui import settings, showing
from host.ui.controller import Controller
from tests.faces import invented
from tests.faces.user import Clock


@pytest.fixture
def file(tmp_path, monkeypatch):
    path = tmp_path / "new" / "settings.json"
    monkeypatch.setenv(settings.VARIABLE, str(path))
    return path


def made(**options):
    return Controller(invented.Machine(), invented.panel(invented.DISPLAY), now=Clock(), **options)


def written(file, **values):
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(values))


def test_what_is_saved_is_loaded_again(file):
    first = settings.load("A")
    first.sound, first.full_screen, first.speed = True, True, math.inf
    first.size, first.place = (900, 600), (-5, 20)
    first.save()
    again = settings.load("A")
    assert (again.sound, again.full_screen, again.speed) == (True, True, math.inf)
    assert (again.size, again.place, again.troubles) == ((900, 600), (-5, 20), [])


def test_machines_share_sound_and_folder_but_neither_speed_nor_files(file, tmp_path):
    one = settings.load("A")
    one.sound, one.speed = True, 10.0
    one.used(tmp_path / "x.ptp")
    other = settings.load("B")
    assert (other.sound, other.folder) == (True, str(tmp_path))
    assert (other.speed, other.recent) == (1.0, [])


def test_without_a_file_nothing_is_remembered_and_no_file_is_made(file):
    found = settings.load("A")
    found.save()
    assert (found.speed, found.recent, found.troubles) == (1.0, [], [])
    assert not file.exists()


def test_what_another_window_has_saved_meanwhile_stays(file):
    one, other = settings.load("A"), settings.load("A")
    one.speed = 2.0
    one.save()
    other.sound = True
    other.save()
    found = settings.load("A")
    assert (found.speed, found.sound) == (2.0, True)


def test_recent_files_are_listed_once_the_last_one_first_and_not_without_end(file, tmp_path):
    found = settings.load("A")
    for name in ("a", "b", "a", *map(str, range(settings.RECENT))):
        found.used(tmp_path / name)
    found.used(tmp_path / "a")
    recent = settings.load("A").recent
    assert len(recent) == settings.RECENT
    assert recent[:2] == [str(tmp_path / "a"), str(tmp_path / str(settings.RECENT - 1))]
    assert len(set(recent)) == len(recent)


BROKEN = [
    b"", b"{", b"[1]", b"5", b"null", b"\xff\xfe", b"\x00", b"[" * 100_000,
    b'{"theme":' * 100 + b"1" + b"}" * 100, b'{"a": NaN}',
    b'{"a": 1e999}', b'{"a": 1' + b"0" * 5000 + b"}", b" " * ((1 << 20) + 1),
]  # fmt: skip


@pytest.mark.parametrize("content", BROKEN)
def test_a_broken_file_is_told_once_and_kept_aside(file, content):
    file.parent.mkdir()
    file.write_bytes(content)
    (trouble,) = settings.load("A").troubles
    assert str(file) in trouble
    assert "settings.json.broken" in trouble
    assert "\n" not in trouble
    assert file.with_name("settings.json.broken").read_bytes() == content
    assert settings.load("A").troubles == []
    file.write_bytes(b"{")
    assert "settings.json.broken1" in settings.load("A").troubles[0], "the first one would be lost"
    assert file.with_name("settings.json.broken").read_bytes() == content


def test_what_is_no_file_is_told_and_stays_where_it_is(file):
    file.mkdir(parents=True)
    (file / "mine").write_text("kept")
    found = settings.load("A")
    assert found.troubles == [
        f"cannot read {file}: the file of settings should be there, and it is no file; nothing is remembered"
    ]
    found.sound = True
    with pytest.raises(IronboardError, match="cannot read"):
        found.save()
    assert (file / "mine").read_text() == "kept"


@pytest.mark.parametrize("content", BROKEN[1:])
def test_a_file_that_is_broken_meanwhile_is_not_written_over(file, content):
    found = settings.load("A")
    found.sound = True
    file.parent.mkdir()
    file.write_bytes(content)
    with pytest.raises(IronboardError):
        found.save()
    assert file.read_bytes() == content


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("speed", 0), ("speed", -1), ("speed", "fast"), ("speed", True), ("speed", None), ("speed", 1e300),
        ("size", [100]), ("size", [0, 500]), ("size", [500.5, 500]), ("size", "900x600"), ("recent", "x"),
        ("recent", [1]), ("place", [10**9, 0]), ("speed", 10**400), ("size", [10**4000, 500]), ("recent", ["\ud800"]),
    ],
)  # fmt: skip
def test_a_value_of_the_wrong_kind_is_told_and_the_others_are_taken(file, name, value):
    written(file, sound=True, machines={"A": {name: value}})
    found = settings.load("A")
    assert found.sound
    assert getattr(found, name) == getattr(settings.Settings("A"), name)
    (trouble,) = found.troubles
    assert f"{name} is {json.dumps(value)[:60]}: expected" in trouble


def test_what_a_newer_version_has_written_is_left_alone(file):
    written(file, theme="dark", machines={"A": {"speed": 2.0, "camera": [1]}, "Z": 5})
    found = settings.load("A")
    assert (found.speed, found.troubles) == (2.0, [])
    found.speed = 5.0
    found.save()
    assert json.loads(file.read_text()) == {
        "theme": "dark", "machines": {"A": {"speed": 5.0, "camera": [1]}, "Z": 5},
    }  # fmt: skip


def test_a_folder_that_cannot_be_written_is_an_error_in_a_sentence(file, tmp_path):
    file.parent.write_text("a file where the folder should be")
    found = settings.load("A")
    found.sound = True
    with pytest.raises(IronboardError, match="cannot write"):
        found.save()


# ---------------------------------------------------------------- in use


def shown(monkeypatch, action=None, view="terminal", **options):
    """Show an invented machine until `action` has been done; return its controller as it is then."""
    controller = made(**options)

    class Shower:
        @staticmethod
        def run(controller):
            if action:
                action(controller)
            return 0

    monkeypatch.setattr(showing, "view_module", lambda name: Shower)
    assert showing.show(controller, view) == 0
    return controller


def test_the_speed_is_remembered_and_said(file, monkeypatch):
    shown(monkeypatch, lambda controller: controller.command("turbo"))
    controller = shown(monkeypatch)
    assert math.isinf(controller.pacer.speed)
    assert "speed turbo, as you left it" in controller.notice


def test_an_option_beats_what_is_remembered_and_is_not_remembered_itself(file, monkeypatch):
    shown(monkeypatch, lambda controller: controller.command("turbo"))
    controller = shown(monkeypatch, speed=2.0)
    assert (controller.pacer.speed, controller.notice) == (2.0, "")
    assert math.isinf(shown(monkeypatch).pacer.speed)


def test_a_speed_chosen_after_an_option_is_remembered(file, monkeypatch):
    shown(monkeypatch, lambda controller: controller.command("faster"), speed=2.0)
    assert shown(monkeypatch).pacer.speed == 5.0


def test_the_window_remembers_sound_and_full_screen_and_a_terminal_does_not_change_them(file, monkeypatch):
    def switch(controller):
        controller.command("sound")
        controller.command("full screen")

    shown(monkeypatch, switch, "window")
    shown(monkeypatch, switch, "terminal")
    controller = shown(monkeypatch)
    assert (controller.sound, controller.full_screen) == (True, True)


def test_a_broken_file_is_shown_until_the_user_has_seen_it(file, monkeypatch):
    file.parent.mkdir()
    file.write_text("{")
    assert "settings.json.broken" in shown(monkeypatch).error
    assert shown(monkeypatch).error == ""


def test_settings_that_cannot_be_written_do_not_spoil_the_exit(file, monkeypatch, capsys):
    file.parent.write_text("a file where the folder should be")
    shown(monkeypatch, lambda controller: controller.command("turbo"))
    assert "cannot write" in capsys.readouterr().err


def test_a_controller_without_a_view_reads_nothing(file):
    written(file, machines={invented.Machine().title: {"speed": 100.0}})
    assert made().pacer.speed == 1.0


def test_the_window_has_the_size_it_had(file, display):
    from host.ui import window

    def once(size=None, full=False):
        controller = made()
        controller.settings = settings.load("A")
        sizes = []

        def frame(controller):
            if size and not sizes:
                pygame.display.set_mode(size, pygame.RESIZABLE)
            controller.full_screen = full
            sizes.append(pygame.display.get_surface().get_size())
            controller.quitting = len(sizes) == 3

        window.run(controller, frame)
        controller.settings.save()
        return sizes

    once((640, 480))
    assert once()[0] == (640, 480)
    whole = once(full=True)
    assert whole[0] == (640, 480)
    assert whole[-1] == pygame.display.get_desktop_sizes()[0] if pygame.display.get_init() else whole[-1] > whole[0]
    assert once()[0] == (640, 480)  # not the screen's


def test_tests_read_and_write_nothing_of_the_users():
    assert os.environ[settings.VARIABLE].startswith(os.environ["IRONBOARD_CACHE_DIR"])
