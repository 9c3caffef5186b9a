"""Castling and captures en passant: keys by the program with FULL, and by another chess program's rules."""

from __future__ import annotations

import random
from functools import cache

import chess
import pytest

from emulators.errors import SourceErrors
from host.cli import main
from host.games.mates import fen, rules
from host.games.mates.program import MatesProgram
from host.games.mates.rules import Verdict

BEFORE, HOME = ["8/8/8/8/5R2/6k1/8/4K2R w K -", "8/8/8/8/8/8/7p/R3K1kN w Q -"], chess.BB_CORNERS


@cache
def program():
    return MatesProgram()


def boards(count, seed):
    """Return legal positions, White to move, in which castling and captures en passant are near."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        board = chess.Board(None)
        passed = rng.random() < 0.4 and rng.choice(range(8))
        place(board, rng, "K", [4] if rng.random() < 0.6 else range(64))
        place(board, rng, "k", [60] if rng.random() < 0.6 else range(64))
        for man in rng.sample(["R0", "R7", "r56", "r63"], rng.randint(1, 3)):
            place(board, rng, man[0], [int(man[1:])])
        if passed is not False:
            place(board, rng, "p", [32 + passed])
        for man in rng.choices("PPPppQQRNBqnb", k=rng.randint(2, 6)):
            ranks = {"P": (8, 16, 32, 32), "p": (48, 48, 24, 32)}.get(man)
            squares = range(64) if ranks is None else range(start := rng.choice(ranks), start + 8)
            place(board, rng, man, [each for each in squares if man in "Pp" or each not in (4, 60)])
        board.castling_rights = sum(1 << at for at in (0, 7, 56, 63) if rng.random() < 0.9)
        board.castling_rights = board.clean_castling_rights()
        if passed is not False and not board.piece_at(40 + passed) and not board.piece_at(48 + passed):
            board.ep_square = 40 + passed
        if board.is_valid() and board.king(chess.WHITE) is not None:
            found.append(board)
    return found


def place(board, rng, man, squares):
    free = [each for each in squares if not board.piece_at(each)]
    if free:
        board.set_piece_at(rng.choice(free), chess.Piece.from_symbol(man))


def keys(board):
    """Return the moves that the program takes for keys: every answer, if there is one, is mated."""
    found = []
    for key in board.legal_moves:
        board.push(key)
        if all(mated(board, answer) for answer in board.legal_moves):
            found.append(key.uci())
        board.pop()
    return sorted(found)


def mated(board, answer):
    board.push(answer)
    found = any(mates(board, move) for move in board.legal_moves)
    board.pop()
    return found


def mates(board, move):
    board.push(move)
    found = board.is_checkmate()
    board.pop()
    return found


def of(board):
    """Return a position with all that its FEN says."""
    return fen.parse(board.fen(en_passant="fen"), full=True)


def solved(board):
    position = of(board)
    return sorted(map(str, program().solve(position.men, every=True, full=position.given).keys))


@pytest.mark.parametrize("seed", range(4))
def test_the_keys_of_random_positions_are_those_of_another_program(seed):
    for board in boards(25, seed):
        assert solved(board) == keys(board), board.fen()


def test_legal_moves_with_rights_are_those_of_another_program():
    for board in boards(150, 17):
        position, theirs = of(board), sorted(move.uci() for move in board.legal_moves)
        assert sorted(map(str, rules.legal(position.men, True, position.given))) == theirs, board.fen()
        for move in rules.legal(position.men, True, position.given):
            written = rules.written(position.men, move, position.given)
            assert written == board.san(chess.Move.from_uci(str(move))), board.fen()


CASTLES = [  # each decides by castling or by a capture en passant, and python-chess says so, too
    ("8/8/8/8/8/8/R7/4K2R w K - 0 1", None),
]


def found_by_default(board):
    position = of(board)
    solution = program().solve(position.men, every=True)
    return dict(zip(map(str, solution.keys), solution.verdicts(position.men, position.given), strict=True))


def test_by_default_the_keys_that_full_rules_refute_are_marked_and_no_others():
    marked = 0
    for board in boards(120, 23):
        marks, sound = found_by_default(board), keys(board)
        for key, verdict in marks.items():
            if verdict is Verdict.REFUTED:
                assert key not in sound, board.fen()
                marked += 1
            elif verdict is Verdict.MATE_IN_TWO:
                assert key in sound, board.fen()
    assert marked > 3
