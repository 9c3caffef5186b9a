"""Moments that are kept: in memory and in files, the list of them, and what damaged files do."""

import io
import json
import zipfile

import pytest

from emulators.errors import IronboardError
from host.machines.kim1.machine import Kim1
from host.panels.kim1.controller import KimController
from host.ui import moments, settings
from host.ui.controller import Menu
from tests.faces.user import Clock


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(moments.VARIABLE, str(tmp_path))
    return moments.folder_of("A machine", "game")


@pytest.fixture(params=["files", "memory"])
def shelf(request, folder):
    return moments.Shelf(folder if request.param == "files" else None)


def test_what_is_kept_is_there_again_the_newest_first(shelf):
    ui = {"text": "ä", 7: [1, 2.5, None, True], "pair": (1, "x"), "none": {}}
    shelf.keep(b"one", ui, 1, b"picture")
    shelf.keep(b"two", {}, 2)
    two, one = shelf.moments()
    assert (one.state, one.ui, one.cycle, one.picture) == (b"one", ui, 1, b"picture")
    assert (two.state, two.cycle, two.picture) == (b"two", 2, b"")


def test_a_name_is_kept_and_taken_away(shelf):
    shelf.keep(b"x", {}, 1)
    shelf.rename(shelf.moments()[0], " before the\n end ")
    assert shelf.moments()[0].title == "before the end"
    shelf.rename(shelf.moments()[0], "")
    assert shelf.moments()[0].title == "cycle 1"


def test_the_oldest_without_a_name_makes_room(shelf):
    for number in range(moments.MOST):
        assert shelf.keep(b"x", {}, number) == ""
    shelf.rename(shelf.moments()[-1], "the first")
    assert "the oldest one without a name is gone" in shelf.keep(b"x", {}, 99)
    assert [each.cycle for each in shelf.moments()] == [99, *range(moments.MOST - 1, 1, -1), 0]


def test_moments_with_names_are_not_given_up(shelf):
    for number in range(moments.MOST):
        shelf.keep(b"x", {}, number)
    for each in shelf.moments():
        shelf.rename(each, "mine")
    with pytest.raises(IronboardError, match="delete one"):
        shelf.keep(b"x", {}, 99)
    assert len(shelf.moments()) == moments.MOST


def test_another_shelf_of_the_same_program_has_them_and_one_of_another_program_has_not(folder):
    moments.Shelf(folder).keep(b"x", {}, 1)
    assert len(moments.Shelf(folder).moments()) == 1
    assert moments.Shelf(moments.folder_of("A machine", "other")).moments() == []


def broken(file):
    with zipfile.ZipFile(file) as archive:
        parts = {each.filename: archive.read(each) for each in archive.infolist()}
    data = file.read_bytes()
    yield "empty", b""
    yield "cut", data[: len(data) // 2]
    yield "another byte", data[:38] + bytes([data[38] ^ 255]) + data[39:]
    for name, content in [
        ("ui", b"__import__('os').getcwd()"),
        ("ui", b"[]"),
        ("ui", b"(" * 5000),
        ("about.json", b"{}"),
    ]:
        target = io.BytesIO()
        with zipfile.ZipFile(target, "w") as archive:
            for each, what in (parts | {name: content}).items():
                archive.writestr(each, what)
        yield name, target.getvalue()


def test_a_damaged_file_is_listed_as_such_and_can_be_deleted(folder):
    shelf = moments.Shelf(folder)
    shelf.keep(b"x" * 1000, {"a": 1}, 1, b"p" * 500)
    good = shelf.moments()[0]
    for number, (_, content) in enumerate(broken(good.file)):
        (folder / f"{number}.moment").write_bytes(content)
    listed = shelf.moments()
    damaged = [each for each in listed if each.damage]
    assert len(damaged) == len(listed) - 1 == number + 1
    assert {each.title for each in damaged} == {"damaged"}
    for each in damaged:
        shelf.delete(each)
    assert [each.state for each in shelf.moments()] == [good.state]


def test_files_together_have_a_limit(folder, monkeypatch):
    monkeypatch.setattr(moments, "ROOM", 300)
    with pytest.raises(IronboardError, match="delete some"):
        moments.Shelf(folder).keep(b"x", {}, 1, bytes(range(256)))


# ---------------------------------------------------------------- at a controller


@pytest.fixture
def controller(folder, tmp_path, monkeypatch):
    monkeypatch.setenv(settings.VARIABLE, str(tmp_path / "settings.json"))
    return made()


def made():
    found = KimController(Kim1(), now=Clock())
    found.settings = settings.load(found.machine.title)
    return found


def run(controller, seconds=1.0):
    controller.machine.run_to(controller.cycles + round(controller.clock * seconds))


def test_a_moment_is_there_at_the_next_start(controller):
    run(controller)
    controller.command("keep")
    kept = controller.cycles
    again = made()
    again.command("back")
    assert (again.error, again.cycles) == ("", kept)
    assert f"back at cycle {kept:,}, kept today" in again.notice


def test_the_list_leads_to_any_moment_and_back_to_where_one_was(controller):
    places = []
    for _ in range(3):
        run(controller)
        places.append(controller.cycles)
        controller.command("keep")
    run(controller)
    here = controller.cycles
    controller.command("moments")
    controller.choose(2)
    assert controller.cycles == places[0]
    controller.command("moments")
    assert controller.menu.choices[0].title == "where you were"
    controller.choose(0)
    assert controller.cycles == here
    controller.command("moments")
    controller.choose(0)
    assert controller.cycles == places[0]


def test_moments_are_deleted_and_named_in_the_list(controller):
    for _ in range(2):
        run(controller)
        controller.command("keep")
    controller.command("moments")
    controller.change(controller.menu.rename, 1)
    controller.answer("the first")
    assert [each.title for each in controller.menu.choices] == [f"cycle {controller.cycles:,}", "the first"]
    controller.change(controller.menu.delete, 0)
    assert [each.title for each in controller.menu.choices] == ["the first"]
    controller.change(controller.menu.delete, 0)
    assert controller.menu is None
    controller.command("moments")
    assert "no moment has been kept" in controller.error


def test_a_damaged_moment_is_an_error_and_the_machine_stays(controller):
    run(controller)
    controller.command("keep")
    (file,) = controller.shelf.folder.iterdir()
    file.write_bytes(b"x")
    before = controller.cycles
    controller.command("moments")
    controller.choose(0)
    assert str(file) in controller.error
    assert controller.cycles == before
    controller.command("back")
    assert "no moment has been kept" in controller.error


def test_every_command_is_in_the_list_of_commands_and_is_done(controller):
    controller.command("more")
    titles = [each.title for each in controller.menu.choices]
    assert titles == [each.help for each in controller.commands if each.name != "more" and each.help]
    (pause,) = [number for number, each in enumerate(controller.menu.choices) if each.detail == "PAUSE   F7"]
    controller.choose(pause)
    assert controller.pacer.paused
    assert controller.menu is None


def test_a_menu_ends_at_its_ends():
    menu = Menu("m", [("a",), ("b",)], print)
    menu.move(-1)
    assert menu.chosen == 0
    menu.move(5)
    assert menu.chosen == 1


INFINITY = float("inf")
RIGHT = {"cycle": 1, "when": 1e9, "name": ""}
FORGERIES = {
    "cycle infinite": {"about": RIGHT | {"cycle": INFINITY}},
    "cycle a text": {"about": RIGHT | {"cycle": "9" * 5000}},
    "when infinite": {"about": RIGHT | {"when": INFINITY}},
    "when not a number": {"about": RIGHT | {"when": float("nan")}},
    "when too large": {"about": RIGHT | {"when": 1e300}},
    "when too late": {"about": RIGHT | {"when": 1e17}},
    "when too early": {"about": RIGHT | {"when": -1e15}},
    "a list": {"about": []},
    "deep": {"about": "[" * 100_000},
    "ui deep": {"ui": b"{1:" * 3000 + b"1" + b"}" * 3000},
    "ui minus": {"ui": b"-" * 100_000 + b"1"},
    "LZMA": {"method": zipfile.ZIP_LZMA, "spoilt": slice(35, 55)},
    "BZIP2": {"method": zipfile.ZIP_BZIP2, "spoilt": slice(36, 46)},
    "stored, cut": {"method": zipfile.ZIP_STORED, "short": True},
}


def forged(about=RIGHT, ui=b"{}", method=zipfile.ZIP_DEFLATED, spoilt=slice(0), short=False):
    target = io.BytesIO()
    text = about if isinstance(about, str) else json.dumps(about)
    with zipfile.ZipFile(target, "w", method) as archive:
        for name, data in (("state", b"a" * 1000), ("ui", ui), ("about.json", text), ("picture.png", b"")):
            archive.writestr(name, data)
    made = bytearray(target.getvalue())
    made[spoilt] = bytes(len(made[spoilt]))
    if short:  # the directory has the last member begin behind the others, and end behind the file
        at = made.rfind(b"PK\1\2")
        made[at + 20 : at + 28] = (1 << 20).to_bytes(4, "little") * 2
    return bytes(made)


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forged_file_is_damaged_and_the_others_are_there(folder, forgery):
    shelf = moments.Shelf(folder)
    shelf.keep(b"good", {}, 1)
    (folder / f"bad{moments.ENDING}").write_bytes(forged(**FORGERIES[forgery]))
    assert {each.state: bool(each.damage) for each in shelf.moments()} == {b"good": False, b"": True}
    assert all(each.title and each.time and "\n" not in each.damage for each in shelf.moments())


def test_what_the_forger_leaves_alone_is_a_moment(folder):
    folder.mkdir(parents=True)
    (folder / f"good{moments.ENDING}").write_bytes(forged())
    assert [each.state for each in moments.Shelf(folder).moments()] == [b"a" * 1000]
