"""King and two bishops against king, in ALGOL 60 on the 6600: a model after the same rules, and the dialogue."""

from __future__ import annotations

import chess
import pytest

from host.cli.main import main
from host.games.endings.perfect import NEVER, numbers, perfect, position_of, sets
from host.games.endings.program import MATE, TAKEN, Ending, Games
from tests.games.endings.rules import played

from . import bishops_model as model
from .sessions import drawn, sitting

POSITIONS, GAMES = 40, 4
MIDDLE = 1 << 23  # of the numbers of positions


@pytest.fixture(scope="module")
def ending():
    return Ending("bishops", exact=False)


def test_first_moves_are_those_of_the_rules(ending):
    for start in drawn("BB", POSITIONS, seed=1):
        ending.begin(start)
        ending.move()
        position = model.board(*start)
        position.push(model.decide(position, list(start[:-1]), set()))
        assert model.board(*ending.memory.position).board_fen() == position.board_fen(), start


def test_games_are_those_of_the_rules_and_end_with_mate(ending):
    for start in drawn("BB", GAMES, seed=2):
        game = Games(ending).game(start)
        assert game.end == MATE
        assert played("BB", start, str(game)).is_checkmate()
        position, men, past = model.board(*start), list(start[:-1]), set()
        for move in game.moves:
            expected = model.decide(position, men, past)
            assert chess.square_name(expected.to_square) == move.written("w")[1:]
            men[men.index(expected.from_square)] = expected.to_square
            position.push(expected)
            if any(position.legal_moves):
                position.push(chess.Move(position.king(chess.BLACK), move.reply))


def test_without_a_memory_it_goes_to_and_fro(ending, monkeypatch):
    """The history is as vital as in the queen ending: the same position, the same move."""
    start = next(each for each in drawn("BB", 40, seed=3) if perfect("BB").moves(each) > 10)
    seen = set()
    ending.begin(start)
    for _ in range(50):
        ending.move()
        now = ending.memory.position
        if now in seen or perfect("BB").answer(now) < 0:
            break
        seen.add(now)
        ending.black_goes(perfect("BB").answer(now))
        ending.machine.poke(ending.program.variables["past"], 0)
    assert now in seen


def test_squares_are_read_with_and_without_letters():
    lines = ["KE1 BC1 BF1 KE5", "KE4", "0", "e1c1f1e5", "E4", "0", "Kb1 BB2 bc2 ke6", "0"]
    printed = sitting("bishops", lines).text("OUTPUT")
    assert printed.count("POSITION KE1 BC1 BF1 KE5") == 2
    assert printed.count("POSITION KB1 BB2 BC2 KE6") == 1
    assert printed.count("BLACK RESIGNS.") == 3


@pytest.mark.parametrize(
    "line",
    [
        "KE1 BC1 BF1 KE2",  # the kings touch
        "KE1 BC1 BE3 KE5",  # both bishops on squares of one colour
        "KE1 BC1 BC1 KE5",
        "KE1 BC3 BF1 KE5",  # Black is in check
        "KE1 B9",
    ],
)
def test_what_is_not_correct_is_refused(line):
    printed = sitting("bishops", [line]).text("OUTPUT")
    assert "NOT CORRECT. TRY AGAIN." in printed
    assert "POSITION" not in printed.split("NOT CORRECT")[1]


def test_a_bishop_that_cannot_be_saved_is_taken(ending):
    white = perfect("BB").white
    drawn = (position_of(each, 2) for each in numbers(sets("BB").legal >> MIDDLE << MIDDLE) if white[each] == NEVER)
    fork = next(each for each in drawn if sum(sum(divmod(bishop, 8)) for bishop in each.pieces) % 2)  # both colours
    game = Games(ending).game(fork)
    assert (game.end, len(game.moves)) == (TAKEN, 1)


def test_it_is_played_over_the_board(capsys, monkeypatch):
    assert main(["endings", "--version", "bishops", "--position", "Kf6 Be6 Be7 Kh7", "--opponent", "best"]) == 0
    assert "1-0" in capsys.readouterr().out
