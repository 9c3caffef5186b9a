"""Programs of the 6600 by their names, images or sources; files by the numbers of channels; what is missing is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from emulators.errors import ImageError
from host import registry
from host.cli.main import main
from host.machines.cdc6600.machine import Cdc6600
from host.panels.cdc6600.controller import Controller6600
from host.ui import page

ZOBRIST = Path(__file__).parents[3] / "asm" / "cdc6600" / "zobrist.alg"


def test_a_name_leads_to_the_machine_that_has_such_a_program():
    assert [registry.meant(name) for name in ("wally", "checkers", "rook", "nps", "zobrist", None)] == [
        "kim1", "704", "6600", "6600", "6600", "kim1",
    ]  # fmt: skip


def test_a_wrong_name_is_answered_by_programs_of_all_machines_or_of_the_one_that_was_named():
    with pytest.raises(ImageError, match="did you mean 'zobrist'"):
        registry.meant("zobrits")
    with pytest.raises(ImageError, match=r"wally.*checkers.*rook.*nps"):
        registry.meant("xyzzy")
    with pytest.raises(ImageError) as error:
        Controller6600(Cdc6600()).begin("xyzzy")
    assert "for the 6600" in str(error.value)
    assert "nps" in str(error.value)
    assert "wally" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "program", "shows"),
    [("kalah", "kalgame", "SOUTH TO MOVE"), ("kalgame", "kalgame", "SOUTH TO MOVE"), ("kalmoves", "kalah", "THE PITS")],
)
def test_the_console_opens_the_game_of_kalah_by_its_name(name, program, shows, tmp_path, monkeypatch):
    """In its page, in a view, and where a program is opened; the program that finds moves has a name there, too."""
    controller = Controller6600(Cdc6600())
    controller.open(name)
    assert controller.program == program
    pages = []
    monkeypatch.setattr(
        page, "write", lambda controller, path, **_: pages.append((controller.program, path.write_text("")))
    )
    assert main(["web", name, "-o", str(tmp_path / "page.html")]) == 0
    assert pages == [(program, 0)]
    picture = tmp_path / "picture.txt"
    assert main(["6600", name, "--headless", "--seconds", "1", "--screenshot", str(picture)]) == 0
    assert shows in picture.read_text()


def test_everywhere_else_a_program_has_the_name_of_its_source(tmp_path, capsys):
    """Scripts say kalah for the program that finds moves."""
    lines = tmp_path / "lines.txt"
    lines.write_text("BOARD 3 COUNT\n")
    assert main(["run", "6600", "kalah", "--input", str(lines)]) == 0
    assert "11 MOVES, STACK 3" in capsys.readouterr().out


@pytest.mark.parametrize("program", ["zobrist", str(ZOBRIST)])
def test_zobrists_program_finds_its_templates(program):
    controller = Controller6600(Cdc6600())
    controller.open(program)
    assert controller.program == "zobrist"
    assert controller.panel.game
    controller.run_to(2_000_000)
    assert not controller.over


def test_a_file_that_is_missing_is_named_with_the_option_that_gives_it(tmp_path):
    source = tmp_path / "reads.alg"
    source.write_text("begin integer i; inreal(7, i); outinteger(1, i) end\n".replace("inreal", "ininteger"))
    controller = Controller6600(Cdc6600())
    controller.begin(str(source))
    controller.run_to(10_000_000)
    controller.refresh()
    assert "there is no file ch7 (when the program is opened, --file CH7=FILE gives it)" in controller.shown["now"]
    data = tmp_path / "numbers.txt"
    data.write_text("42\n")
    model = registry.find("6600")
    given = model.runner().controller({"program": str(source), "files": [("7", data)]})
    given.run_to(10_000_000)
    assert given.machine.text("OUTPUT").strip() == "42"


def test_a_jump_to_zeros_says_so(tmp_path):
    source = tmp_path / "lost.compass"
    source.write_text(" IDENT LOST\n ENTRY LOST\nLOST EQ AWAY\nAWAY BSSZ 4\n END LOST\n")
    controller = Controller6600(Cdc6600())
    controller.begin(str(source))
    controller.run_to(1000)
    controller.refresh()
    said = "program stop (ps) at 000101: a word of zeros, where there are no instructions; RERUN. starts the job anew"
    assert controller.shown["now"] == said
