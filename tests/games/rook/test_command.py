"""The command `ironboard rook` with the program's own dialogue."""

import io

import pytest

from host.cli.main import main
from host.games.endings.notation import VERSIONS
from host.games.program6600 import source
from host.machines import programs

from .sessions import MOVE, PROGRAM, games, written

FIGURE_31 = next(game for game in games("printed.tsv") if game.name == "fig31")


@pytest.fixture
def lines(tmp_path):
    path = tmp_path / "typed.txt"
    path.write_text("".join(f"{line.upper()}\n" for line in ["2", *FIGURE_31.typed, "0"]))
    return path


def moves(printed):
    return [written(match) for match in MOVE.finditer(printed)]


def test_it_is_the_program_that_comes_with_ironboard():
    assert source(VERSIONS["new"].program) == PROGRAM


def test_lines_of_a_file_are_played_and_the_games_are_kept(lines, tmp_path, capsys):
    kept = tmp_path / "games.txt"
    assert main(["rook", "--input", str(lines), "--games", str(kept)]) == 0
    assert moves(capsys.readouterr().out) == moves(kept.read_text()) == FIGURE_31.white
    assert main(["rook", "--input", str(lines), "--games", str(kept)]) == 1
    assert "--force" in capsys.readouterr().err
    assert main(["rook", "--input", str(lines), "--games", str(kept), "--force"]) == 0


def test_somebody_types_what_the_program_asks_for(lines, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(lines.read_text().lower()))
    assert main(["rook", "--raw"]) == 0
    assert moves(capsys.readouterr().out) == FIGURE_31.white


def test_the_queen_ending_is_a_program_of_its_own(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("kf2 qd1 kf4\nkg4\nkh3\n0\n"))
    assert main(["rook", "--raw", "--version", "queen"]) == 0
    assert moves(capsys.readouterr().out) == ["Qd5", "Qe5", "Qh5#"]


def test_the_version_is_what_the_program_asks_for(capsys):
    assert main(["rook", "--raw", "--version", "primitive"]) == 1
    assert "--version primitive: the program itself asks for 1, 2 or 3" in capsys.readouterr().err


@pytest.mark.parametrize("option", [("--position", "random"), ("--opponent", "best"), ("--pgn", "games.pgn")])
def test_the_dialogue_has_no_options_of_the_board(option, capsys):
    with pytest.raises(SystemExit):
        main(["rook", "--raw", *option])
    assert "do not go with --raw and --input" in capsys.readouterr().err


def test_a_program_that_is_missing_is_named(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(programs, "ROOTS", (tmp_path,))
    assert main(["rook", "--raw"]) == 1
    assert f"there is no program 'rook': no asm/cdc6600/rook.alg in {tmp_path}" in capsys.readouterr().err
