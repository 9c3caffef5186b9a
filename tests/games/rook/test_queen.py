"""King and queen against king, an ALGOL 60 program on the 6600: fig. 33, and a model after the same description."""

from __future__ import annotations

import random

import chess
import pytest

from host.games.endings.game import WHITE_WINS, White
from host.games.endings.game import Game as Match
from host.games.endings.perfect import Position
from host.games.endings.play import best

from . import queen_model as model
from .quick_queen import Queen
from .sessions import QUEEN, Game, played, sitting

PRINTED = ["Qd5 Kg4 Qe5 Kh4 Kf3 Kh3 Qh5#", "Qd5 Kg4 Qe5 Kh3 Qh5#"]
FIGURE_33 = chess.F2, chess.D1, chess.F4  # the diagram is lost: one of the positions from which these moves are played
LOOP = chess.G6, chess.H1, chess.D4


class Forgetful(set):
    def add(self, position):
        """Remember nothing."""


def written(position):
    king, queen, black = map(chess.square_name, model.places(position))
    return f"K{king} Q{queen} K{black}"


def best_reply(position):
    men = {square + 1: man.symbol() for square, man in position.piece_map().items()}
    return chess.Move(position.king(chess.BLACK), best(men) - 1)


@pytest.mark.parametrize("moves", PRINTED)
def test_the_printed_game_is_that_of_the_description(moves):
    replies = iter(moves.split()[1::2])
    assert model.game(model.board(*FIGURE_33), lambda position: position.parse_san(next(replies))) == moves.split()


def test_the_printed_game_is_played():
    known = [Game(QUEEN, "fig33", written(model.board(*FIGURE_33)), tuple(moves.split())) for moves in PRINTED]
    assert played(QUEEN, known) == [game.white for game in known]


def test_first_moves_are_those_of_the_description():
    positions = list(model.starts(80, seed=33))
    known = [Game(QUEEN, "move", written(each), (each.san(model.decide(each, set())),)) for each in positions]
    assert played(QUEEN, known) == [game.white for game in known]


def test_games_are_those_of_the_description_and_end_with_mate():
    source = random.Random(5)

    def reply(position):
        return source.choice(sorted(position.legal_moves, key=str))

    known = [Game(QUEEN, "game", written(each), tuple(model.game(each, reply))) for each in model.starts(10, seed=34)]
    assert all(game.moves[-1].endswith("#") for game in known)
    assert played(QUEEN, known) == [game.white for game in known]


def test_both_models_decide_alike():
    """The quick one has played the games of tests/data/zuidema; the other has the rules of the package chess."""
    source = random.Random(7)
    for start in model.starts(20, seed=35):
        position, past, quick = start.copy(), set(), Queen(Position(*model.places(start)))
        while any(position.legal_moves):
            position.push(model.decide(position, past))
            quick.move()
            assert quick.position == model.places(position)
            if replies := sorted(position.legal_moves, key=str):
                position.push(source.choice(replies))
                quick.reply(position.king(chess.BLACK))


def test_history_is_of_vital_importance():
    """The paper's words. Without it White goes to and fro."""
    remembered = model.game(model.board(*LOOP), best_reply)
    assert remembered[-1].endswith("#")
    assert len(model.game(model.board(*LOOP), best_reply, past=Forgetful())) == 2 * model.MOST
    match = Match(White("queen"), {square + 1: man for square, man in zip(LOOP, "KQk", strict=True)})
    while not match.result:
        match.reply(best(match.men))
    assert match.result.score == WHITE_WINS
    assert [turn.written for turn in match.turns] == remembered


def test_what_is_not_correct_is_refused():
    impossible = ["KA1 QA1 KD5", "KA1 QB5 KD5", "KA1 QD8 KA2", "KA9", "KF2 QD1 RF4"]
    machine = sitting(QUEEN, [*impossible, "KF2QD1KF4", "KE5", "KF3", "G4", "0"])
    printed = machine.text("OUTPUT")
    assert printed.count("NOT CORRECT. TRY AGAIN.") == 7
    assert printed.rstrip().endswith("2. QE5\nBLACK RESIGNS.\n\nANOTHER GAME. THE SQUARES, OR 0 TO STOP.")
    assert " ".join(machine.text("CH2").split()) == "POSITION KF2 QD1 KF4 1. QD5 KG4 2. QE5 BLACK RESIGNS."
