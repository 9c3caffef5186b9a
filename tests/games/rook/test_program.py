"""King and rook against king, an ALGOL 60 program on the 6600: the moves it plays, what it prints, its size."""

from __future__ import annotations

import re

import pytest

from host.compilers.algol.compiler import compile_text

from .sessions import MOVE, PROGRAM, games, played, sitting, written

pytestmark = pytest.mark.usefixtures("quick")

VERSIONS = (1, 2, 3)
FIGURE_30 = next(game for game in games("printed.tsv") if game.name == "fig30")


@pytest.fixture
def short():
    """Return the program with games of three moves."""
    text = PROGRAM.read_text()
    assert text.count("COUNT = 50") == 1
    return compile_text(text.replace("COUNT = 50", "COUNT = 3"), PROGRAM.name).image


@pytest.mark.parametrize("version", [1, 2])
def test_the_printed_games_are_played(version):
    printed = [game for game in games("printed.tsv") if game.version == version]
    assert played(version, printed) == [game.white for game in printed]


@pytest.mark.parametrize("version", VERSIONS)
def test_moves_and_games_are_those_of_the_model(version):
    known = [game for game in games("model.tsv") if game.version == version]
    assert played(version, known) == [game.white for game in known]


def test_the_third_version_plays_the_printed_games_of_the_second():
    printed = [game for game in games("printed.tsv") if game.version == 2]
    assert played(3, printed) == [game.white for game in printed]


def test_what_is_not_correct_is_refused_and_the_game_goes_on():
    start, *replies = FIGURE_30.typed
    impossible = ["KA1 RA1 KD5", "KA1 RB5 KD5", "KA1 RB2 KA2", "KA9", "X1"]
    machine = sitting(2, [*impossible, start, "E7", "KG2", "KE5KE4", *replies[1:]])
    printed = machine.text("OUTPUT")
    assert printed.count("NOT CORRECT. TRY AGAIN.") == 7
    assert [written(each) for each in MOVE.finditer(printed)] == FIGURE_30.white


def test_the_letters_of_the_men_may_be_left_out():
    machine = sitting(2, [line.translate({ord(letter): " " for letter in "KR"}) for line in FIGURE_30.typed])
    assert [written(each) for each in MOVE.finditer(machine.text("OUTPUT"))] == FIGURE_30.white


def test_channel_1_keeps_the_games():
    machine = sitting(2, [*FIGURE_30.typed, "Kf6 Rg7 Kh8"])
    first, second = machine.text("CH2").split("POSITION ")[1:]
    men, *moves = first.split("\n")
    assert men.upper() == FIGURE_30.start.upper()
    plain = " ".join(move.rstrip("+#") for move in FIGURE_30.moves).upper()
    assert " ".join(re.findall(r"[KR][A-H]\d", " ".join(moves))) == plain
    assert second.split() == ["KF6", "RG7", "KH8", "1.", "KG6", "STALEMATE.", "A", "DRAW."]


def test_after_fifty_moves_it_is_a_draw(short):
    """No defence is known that lasts so long; here it is three."""
    printed = sitting(2, FIGURE_30.typed[:4], short).text("OUTPUT")
    assert re.search(r" 3\. KF2\nFIFTY MOVES. A DRAW.\n", printed)
    assert "ANOTHER GAME" in printed
