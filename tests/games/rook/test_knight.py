"""King, bishop and knight against king, in ALGOL 60 on the 6600: a model after the same rules, and the dialogue."""

from __future__ import annotations

import pytest

from host.games.endings.program import MATE, Ending, Games
from tests.games.endings.rules import played

from . import knight_model as model
from .sessions import drawn, sitting

POSITIONS, GAMES = 30, 6


@pytest.fixture(scope="module")
def ending():
    return Ending("knight", exact=False)


def test_first_moves_are_those_of_the_rules(ending):
    for start in drawn("BN", POSITIONS, seed=1):
        ending.begin(start)
        ending.move()
        position = model.board(*start)
        position.push(model.decide(position))
        assert model.board(*ending.memory.position).board_fen() == position.board_fen(), start


def test_games_are_legal_and_end_with_mate(ending):
    for start, game in zip(drawn("BN", GAMES, seed=2), Games(ending).games(drawn("BN", GAMES, seed=2)), strict=True):
        assert game.end == MATE
        assert played("BN", start, str(game)).is_checkmate()


def test_n_is_the_knight_where_he_is_asked_for():
    lines = ["KE1 BC1 NB1 KE5", "KD4", "0", "e1c1b1e5", "D4", "0"]
    printed = sitting("knight", lines).text("OUTPUT")
    assert printed.count("POSITION KE1 BC1 NB1 KE5") == 2
    assert printed.count("BLACK RESIGNS.") == 2


@pytest.mark.parametrize("line", ["KE1 BC1 NB1 KE2", "KE1 BC1 NC1 KE5", "KE1 BC1 NF3 KE5", "KE1 BC1 QB1"])
def test_what_is_not_correct_is_refused(line):
    printed = sitting("knight", [line]).text("OUTPUT")
    assert "NOT CORRECT. TRY AGAIN." in printed
    assert "POSITION" not in printed
