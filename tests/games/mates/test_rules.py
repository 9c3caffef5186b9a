"""The rules: moves, mates, keys and their notation are those of another chess program."""

import chess
import pytest

from host.games.fen import Move, parse
from host.games.mates import Verdict, known
from tests.games.mates import rules

from .boards import board_of, positions


def theirs(move):
    promotion = "" if move.promotion is None else chess.piece_symbol(move.promotion).upper()
    return Move(move.from_square + 1, move.to_square + 1, promotion)


@pytest.mark.parametrize("white", [True, False])
def test_legal_moves_are_those_of_another_program(white):
    for men in positions(60, 1, "PPNBRQ"):
        board = board_of(men)
        board.turn = white
        assert sorted(rules.legal(men, white)) == sorted(map(theirs, board.legal_moves))
        assert rules.in_check(men, white) == board.is_check()


def test_moves_are_written_as_another_program_writes_them():
    for men in positions(25, 2, "PNNRRQ", (range(6, 8), range(2, 8))):
        board = board_of(men)
        for move in board.legal_moves:
            assert rules.written(men, theirs(move)) == board.san(move)


@pytest.mark.parametrize(
    ("position", "move", "verdict"),
    [
        ("kbK5/pp6/1P6/8/8/8/8/R7 w", "a1a6", Verdict.MATE_IN_TWO),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w", "a1a5", Verdict.NOTHING),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w", "a1b8", Verdict.NOTHING),  # no move
        ("8/k1P5/2K5/8/8/8/8/8 w", "c7c8q", Verdict.STALEMATE),
        ("8/8/8/2q5/1Q6/8/6b1/2kNK3 w", "b4b2", Verdict.MATE),
    ],
)
def test_what_a_move_leads_to(position, move, verdict):
    their_move = theirs(chess.Move.from_uci(move))
    assert rules.verdict(parse(position).men, their_move) is verdict


def test_each_problem_has_its_key():
    for each in known():
        if not each.printed and each.every:
            men = parse(each.fen).men
            verdicts = [rules.verdict(men, theirs(chess.Move.from_uci(key))) for key in each.keys]
            assert verdicts.count(Verdict.MATE_IN_TWO) == 1
            assert Verdict.NOTHING not in verdicts
