"""Whole games: the program and the model choose the same moves for the same reasons."""

from __future__ import annotations

import random

import pytest

from tests.shared import ALL_EXAMPLES

from .asked import DECK, Asked, deck
from .model import BOARDS, Board, Zobrist, node, point_of, read_cards, singles


def legal_moves(board):
    free = board.nodes ^ (board.own | board.enemy)
    return [move for move in singles(free) if move != board.ko and board.after(move)]


def disagreement(size, seed, chance, plies, source):
    """Play a game; return the first position in which program and model differ, or nothing.

    `chance`: how often the other side's move is any legal one; else it plays as the model does.
    """
    program, model, other = Asked(size, seed), Zobrist(DECK, size, seed), Zobrist(DECK, size, 1 + source.randrange(99))
    board, played, passes = Board(0, 0, 0, BOARDS[size]), 0, 0
    taken = lost = 0
    while played < plies and passes < 2:
        move = 0
        if played or source.random() < 0.5:
            wild = source.random() < chance or played < 3
            moves = legal_moves(board)
            move = source.choice(moves) if wild and moves else other.choose(board, played).move
            passes = 0 if move else passes + 1
            played += 1
        after = board.after(move) if move else board.turned()
        lost += board.enemy.bit_count() - after.own.bit_count()
        board = after
        row, column = node(move) if move else (0, 0)
        said = program.type(f"{column} {row}")
        choice = model.choose(board, played)
        after = board.after(choice.move) if choice.move else board.turned()
        captured = board.enemy.bit_count() - after.own.bit_count()
        expected = choice.lines()
        if captured:
            expected.insert(-1, f"CAPTURED {captured}")
        taken += captured
        board, played = after, played + 1
        passes = 0 if choice.move else passes + 1
        kept = [program.get(each) for each in ("ko", "plies", "taken", "lost", "seed", "last")]
        known = [point_of(board.ko), played, taken, lost, model.random, point_of(choice.move)]
        if (said, program.elements("board"), kept) != (expected, board.turned().codes(), known):
            return f"ply {played}: {said} {kept}, not {expected} {known}"
    return None


@pytest.mark.parametrize(
    ("size", "seed", "chance", "plies"),
    [
        (19, 0, 0.0, 200),
        (19, 1968, 0.2, 260),
        (19, 7, 0.5, 120),
        (15, 0, 0.1, 240),
        (13, 5, 0.3, 200),
        (9, 3, 0.5, 120),
    ],
)
def test_the_program_plays_as_the_model_does(size, seed, chance, plies):
    """All lines that explain a move, the board, ko, plies, captures, the state of the random numbers."""
    played = plies if ALL_EXAMPLES else plies // 8
    assert disagreement(size, seed, chance, played, random.Random(size + plies)) is None


def test_without_a_seed_the_first_of_equals_is_played_and_with_one_any(tmp_path):
    """Four corners of an empty board."""
    cards = deck(tmp_path, ["T01 CORNER 9 9 9 0 N #?/*#"])
    moves = [Asked(9, seed, cards).type("0 0")[-1] for seed in (0, *range(1, 17))]
    assert moves[0] == "MOVE 1 1"
    assert {*moves} == {"MOVE 1 1", "MOVE 9 1", "MOVE 1 9", "MOVE 9 9"}
    model = [Zobrist(read_cards(cards.read_text()), 9, seed) for seed in (0, *range(1, 17))]
    assert moves == [each.choose(Board(0, 0, 0, BOARDS[9]), 0).lines()[-1] for each in model]


def test_a_game_with_a_seed_repeats():
    games = [
        [program.type(line) for line in ("0 0", "10 10", "3 10", "0 0")] for program in (Asked(19, 9), Asked(19, 9))
    ]
    assert games[0] == games[1]
