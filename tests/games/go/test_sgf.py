"""Game records of other programs: stones that are set up, first or later; what is wrong with a file."""

from __future__ import annotations

import re

import pytest
from sgfmill.sgf import Sgf_game

from emulators.errors import SourceError
from host.games.go import sgf
from host.games.go.rules import Colour

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
    ("(;SZ[9]\nAB[ab]AB[ba]AW[aa])", ":2:4: error: stones without a liberty are set up: those of A9"),
    ("(;SZ[9];B[aa];W[aa];AB[cc])", ":1:17: error: white A9 is not legal: the point is taken"),
    ("(;SZ[9];B[zz])", ":1:11: error: B[zz]: there is no such point: expected aa to ii on 9 by 9"),
    ("(;SZ[9]AB[aa:jj])", ":1:11: error: AB[aa:jj]: there is no such point"),
    ("(;GM[2]SZ[8])", ":1:6: error: this is not a game of Go: GM[2]"),
    ("(;SZ[9:13])", ":1:6: error: SZ[9:13]: expected the number of rows of a square board, 1 to 25"),
    ("(;SZ[nine])", ":1:6: error: SZ[nine]: expected the number of rows"),
    ("(;KM[abc])", ":1:6: error: KM[abc]: expected a number"),
    ("(;PL[x])", ":1:6: error: PL[x]: expected B or W, the side to move"),
    ("(;B;W[aa])", ":1:4: error: B has no value: expected ["),
    ("(;[aa])", ":1:3: error: the value has no property"),
    ("(;SZ[9]\n;C[open", ":2:3: error: the value is not closed: expected ]"),
    ("(;SZ[9];B[aa]", ":1:1: error: the game is not closed: expected )"),
    ("(;B[aa](;W[bb]);B[cc])", ":1:16: error: a node is not allowed after a variation"),
    ("(;B[aa]())", ":1:8: error: a variation has no nodes: expected ;"),
    ("(;B[aa]=)", ":1:8: error: expected a property, ; or )"),
    ("nothing", ":1:1: error: there is no game in this file: expected SGF"),
])  # fmt: skip
def test_what_is_wrong_with_a_file_is_said_with_its_place(read, text, wrong):
    with pytest.raises(SourceError) as error:
        read(text)
    assert f"game.sgf{wrong}" in str(error.value)


@pytest.mark.parametrize(("text", "komi", "to_move"), [
    ("(;KM[6.5]PL[B])", 6.5, B), ("(;KM[-2]PL[2])", -2, W), ("(;KM[0,5]PL[white])", 0.5, W), ("(;KM[])", 0, None),
    ("(;FF[1]Black[aa]KoMi[7])", 7, None), ("(\nKM[7](PL[W];B[aa](;B[bb])))", 7, W),
])  # fmt: skip
def test_values_of_older_formats_are_read(read, text, komi, to_move):
    record = read(text)
    assert (record.komi, record.to_move) == (komi, to_move)


def test_the_last_game_of_a_file_is_read(read):
    """As in files of other games; text around games, also in parentheses, is none of them."""
    record = read(
        "mail (of yesterday)\n(;SZ[9]C[(] ;B[aa])\n and (;SZ[9];B[bb] (;W[dd](;B[ee])(;B[ff])) (;W[gg])) end)"
    )
    assert record.moves == [(B, at(2, 2)), (W, at(4, 4)), (B, at(5, 5))]
    with pytest.raises(SourceError, match=r"game\.sgf:2:6: error: this is not a game of Go"):
        read("(;SZ[9];B[aa])\n(;GM[2]SZ[8])")


@pytest.mark.parametrize(("named", "encoding"), [
    ("UTF-8", "utf-8"), ("gb2312", "gb2312"), ("Shift_JIS", "shift_jis"), ("nonsense", "latin-1"), ("UTF-8", "latin-1"),
])  # fmt: skip
def test_names_are_read_as_the_file_says(tmp_path, named, encoding):
    name = "Müller" if encoding in ("utf-8", "latin-1") else "\u4e00\u5c71"
    path = tmp_path / "game.sgf"
    path.write_bytes(f"(;CA[{named}]PB[{name}])".encode(encoding))
    assert sgf.read(path).kept[sgf.ROOT]["PB"] == [name]


def test_another_library_reads_what_is_written():
    moves = [(W, at(4, 4)), (B, None)]
    record = sgf.Record(
        9, {at(1, 1): B, at(2, 1): B}, moves, 6.5, W, {"PB": "A]\\", "RE": "W+R"}, {1: "a [comment]\nof two: lines" * 9}
    )
    game = Sgf_game.from_bytes(sgf.written(record))
    root, first, second = game.main_sequence_iter()
    assert (game.get_size(), game.get_komi(), game.get_player_name("b"), root.get("PL")) == (9, 6.5, "A]\\", "w")
    assert root.get_setup_stones() == ({(8, 0), (8, 1)}, set(), set())
    assert (first.get_move(), second.get_move()) == (("w", (5, 3)), ("b", None))
    assert second.get("C") == record.comments[1]
    assert b"HA[2]" in sgf.written(record)
