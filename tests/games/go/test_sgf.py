"""Game records of other programs: stones that are set up, first or later; what is wrong with a file."""

from __future__ import annotations

import re

import pytest

from host.games.go import sgf
from host.games.go.rules import Colour
from host.games.go.sgf import SgfError

B, W = Colour.BLACK, Colour.WHITE


@pytest.fixture
def read(tmp_path):
    def reading(text):
        path = tmp_path / "game.sgf"
        path.write_text(text)
        return sgf.read(path)

    return reading


def at(column, row, size=9):
    return row * (size + 1) + column


def test_stones_are_set_up_first(read):
    record = read("(;GM[1]SZ[9]AB[aa][ba]AW[cc]PL[W];W[dd];B[])")
    assert record.stones == {at(1, 1): B, at(2, 1): B, at(3, 3): W}
    assert record.moves == [(W, at(4, 4)), (B, None)]
    assert record.to_move is W


def test_a_game_goes_on_from_stones_that_are_set_up_later(read):
    record = read("(;SZ[9];B[aa];W[ba];B[ee];W[ab];AB[cc]AE[ee]PL[B];B[dd])")
    assert record.stones == {at(2, 1): W, at(1, 2): W, at(3, 3): B}  # the black stone in the corner is captured before
    assert record.moves == [(B, at(4, 4))]
    assert record.to_move is B


def test_who_moves_first_is_forgotten_when_other_stones_are_set_up(read):
    assert read("(;SZ[9]AB[aa]PL[W];B[bb];AW[cc])").to_move is None


def test_variations_are_left_out(read):
    assert read("(;SZ[9];B[aa](;W[bb])(;W[cc]))").moves == [(B, at(1, 1)), (W, at(2, 2))]


@pytest.mark.parametrize(("stones", "handicap"), [("AB[aa]", ""), ("AB[aa][bb]", "HA[2]"), ("AB[aa][bb]AW[cc]", "")])
def test_black_stones_alone_are_a_handicap_from_two_on(read, stones, handicap):
    written = sgf.written(read(f"(;SZ[9]{stones};W[dd])")).decode()
    assert "".join(re.findall(r"HA\[\d+\]", written)) == handicap


@pytest.mark.parametrize(("text", "wrong"), [
    ("(;SZ[9]AB[ab][ba]AW[aa])", "stones without a liberty are set up"),
    ("(;SZ[9];B[aa];W[aa];AB[cc])", "a move onto another stone, and stones that are set up after it"),
    ("(;SZ[9];B[zz])", "not a game record"),
    ("(;GM[2]SZ[8])", "not a game of Go: GM"),
    ("nothing", "no SGF data found"),
])  # fmt: skip
def test_what_is_wrong_with_a_file_is_said(read, text, wrong):
    with pytest.raises(SgfError, match=wrong):
        read(text)


@pytest.mark.parametrize(
    "wrong", ["(;SZ[9];B[zz])", "(;GM[2]SZ[8])", "(;SZ[9]C[a \\] (];B[zz])", "(;SZ[9]AB[ab][ba]AW[aa])"]
)
def test_a_wrong_game_of_a_collection_is_told_and_skipped(tmp_path, capsys, wrong):
    path = tmp_path / "games.sgf"
    path.write_text(f"{wrong}\n\n(;SZ[9]C[(]\n;B[aa])\n(;SZ[9];B[bb])")
    assert sgf.read(path).moves == [(B, at(1, 1))]
    assert capsys.readouterr().err.startswith(f"ironboard: warning: {path} is not ")
    path.write_text(f"(;SZ[9];B[aa])\n{wrong}")
    assert sgf.read(path).moves == [(B, at(1, 1))]
    assert capsys.readouterr().err == ""


def test_the_first_of_several_wrong_games_is_the_error(read):
    with pytest.raises(SgfError, match="not a game of Go"):
        read("(;GM[2]SZ[8])\n(;SZ[9];B[zz])")


def test_a_game_that_is_not_closed_is_an_error_with_its_line(tmp_path, capsys):
    path = tmp_path / "games.sgf"
    path.write_text("(;SZ[9];B[zz])\n(;SZ[9];B[aa]")
    with pytest.raises(SgfError):
        sgf.read(path)
