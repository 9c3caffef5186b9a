"""The command `ironboard rook`."""

import io

import pytest

from host.cli import main
from host.games import rook

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
    assert rook.program() == PROGRAM


def test_lines_of_a_file_are_played_and_the_games_are_kept(lines, tmp_path, capsys):
    kept = tmp_path / "games.txt"
    assert main(["rook", "--input", str(lines), "--games", str(kept)]) == 0
    assert moves(capsys.readouterr().out) == moves(kept.read_text()) == FIGURE_31.white
    assert main(["rook", "--input", str(lines), "--games", str(kept)]) == 1
    assert "--force" in capsys.readouterr().err
    assert main(["rook", "--input", str(lines), "--games", str(kept), "--force"]) == 0


def test_somebody_plays_at_the_terminal(lines, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(lines.read_text().lower()))
    assert main(["rook"]) == 0
    assert moves(capsys.readouterr().out) == FIGURE_31.white


def test_a_program_that_is_missing_is_named(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(rook, "LIBRARY", (tmp_path,))
    assert main(["rook"]) == 1
    assert f"rook.alg is missing; it belongs to {tmp_path}" in capsys.readouterr().err
