"""King, bishop and knight against king, in ALGOL 60 on the 6600: models after the same rules, and the dialogue."""

from __future__ import annotations

import pytest

from host.games.endings.program import ENDS, MATE, Ending, Games
from tests.games.endings.rules import played
from tests.shared import ALL_EXAMPLES

from . import knight_model, triangles_model
from .knight_model import board
from .sessions import drawn, sitting

MODELS = {"knight": knight_model, "triangles": triangles_model}
COMPARED = {"knight": 30, "triangles": 8} if ALL_EXAMPLES else {"knight": 12, "triangles": 3}  # positions
GAMES = 6 if ALL_EXAMPLES else 3
programs = pytest.mark.parametrize("program", MODELS)


@pytest.fixture(scope="module")
def endings():
    return {name: Ending(name, exact=False) for name in MODELS}


@programs
def test_first_moves_are_those_of_the_rules(program, endings):
    model = MODELS[program]
    for start in drawn("BN", COMPARED[program], seed=1):
        endings[program].begin(start)
        endings[program].move()
        position = board(*start)
        position.push(model.decide(position))
        assert board(*endings[program].memory.position).board_fen() == position.board_fen(), start


@programs
def test_games_are_legal_and_end_as_they_are_said_to(program, endings):
    starts = drawn("BN", GAMES, seed=2)
    games = list(Games(endings[program]).games(starts))
    for start, game in zip(starts, games, strict=True):
        assert played("BN", start, str(game)).is_checkmate() == (game.end == MATE)
    assert [game.end for game in games].count(MATE) >= GAMES - 1
    assert {game.end for game in games} <= {*ENDS}


@programs
def test_n_is_the_knight_where_he_is_asked_for(program):
    lines = ["KE1 BC1 NB1 KE5", "KD4", "0", "e1c1b1e5", "D4", "0"]
    printed = sitting(program, lines).text("OUTPUT")
    assert printed.count("POSITION KE1 BC1 NB1 KE5") == 2
    assert printed.count("BLACK RESIGNS.") == 2


@programs
@pytest.mark.parametrize("line", ["KE1 BC1 NB1 KE2", "KE1 BC1 NC1 KE5", "KE1 BC1 NF3 KE5", "KE1 BC1 QB1"])
def test_what_is_not_correct_is_refused(program, line):
    printed = sitting(program, [line]).text("OUTPUT")
    assert "NOT CORRECT. TRY AGAIN." in printed
    assert "POSITION" not in printed
