"""asm/ibm704/chtree.sap: value, move, scores and number of positions are those of the model's minimax.

A tree takes the model seconds, so usual runs have a few of them; IRONBOARD_EXAMPLES=all compares 200.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import chess
import pytest

from tests.games.chess import printed
from tests.games.chess.boards import move_of, position_of, random_boards
from tests.games.chess.machine import machine, words_of
from tests.games.chess.model import MACHINE
from tests.games.chess.questions import Options
from tests.games.chess.test_questions import printed_moves
from tests.games.chess.tree import HIGHEST, UNITY, Tree
from tests.shared import ALL_EXAMPLES

COMPARED = 200 if ALL_EXAMPLES else 24
MATED = 4  # the highest score of a position in which the machine is mated within the tree
OPTIONS = [  # and how many half-moves usual runs follow
    (Options(plies=3), 3),
    (Options(pruned=True), 3),
    (Options(selective=True), 3),
    (Options(selective=True, pruned=True, most=8), 3),
]


def thought(position, options):
    """Return what the 704 finds."""
    machine().options(options)
    return machine().search(position)


def expected(position, options):
    """Return what the model finds, in the same form."""
    tree = Tree(options)
    tree.search(position)
    return tree.best.move.word if tree.best else 0, tree.value, tree.positions, words_of(tree.choices)


def test_the_tree_is_the_models():
    for place, (board, white) in enumerate(random_boards(COMPARED, 7)):
        options, plies = OPTIONS[place % len(OPTIONS)]
        if not ALL_EXAMPLES:
            options = replace(options, plies=plies)
        position = position_of(board, white)
        assert thought(position, options) == expected(position, options), (board.fen(), options)


def test_a_whole_tree_is_the_models():
    board = chess.Board(printed.MASTERLY + " 0 1")
    position = position_of(board, MACHINE)
    assert thought(position, Options()) == expected(position, Options())


def test_alpha_and_beta_change_neither_move_nor_score():
    saved = 0
    for board, white in random_boards(200 if ALL_EXAMPLES else 10, 15):
        position = position_of(board, white)
        best, value, made, _ = thought(position, Options())
        pruned = thought(position, Options(pruned=True))
        assert pruned[:2] == (best, value), board.fen()
        assert made <= 2801
        saved += made - pruned[2]
    assert saved > 5000


# ---------------------------------------------------------------- the printed moves


@cache
def chosen():
    """Return the printed moves, with what the 704 finds: castling on the king's side in the whole second game."""
    found = []
    for place, (san, board, _, _) in enumerate(printed_moves()):
        second = len(printed.QUESTIONS_1) <= place < 38
        found.append((san, board, thought(position_of(board, MACHINE), Options(kings_side=second))))
    return found


def word_of(san, board):
    """Return the word of a move."""
    return move_of(board, board.parse_san(san), MACHINE).word


def test_the_masterly_move_and_the_forced_one_are_chosen():
    for move in ("O-O", "Qe2"):
        san, board, (best, *_) = next(each for each in chosen() if each[0] == move)
        assert best == word_of(san, board)


def test_the_masterly_move_has_the_score_of_the_trial():
    *_, (_, value, _, choices) = chosen()[-1]
    assert round(value / UNITY, 3) == 1.012
    assert max(score for move, _, score in choices if move != choices[0][0]) < 0.94 * UNITY


def test_a_capture_that_allows_mate_is_rejected():
    san, board, (best, _, _, choices) = chosen()[11]
    assert san == "dxc4"
    taken = word_of("Nxe5", board)
    assert [score <= MATED for move, _, score in choices if move == taken] == [True]
    assert best != taken


def test_where_the_program_resigned_all_moves_but_one_are_mated():
    """It resigned at move 23. Here 23 K-R2 is mated outside the seven moves of some position: it plays on."""
    board = chess.Board()
    for san in printed.GAME_1:
        board.push_san(san)
    best, _, _, choices = thought(position_of(board, MACHINE), Options())
    assert [move for move, _, score in choices if score > MATED] == [best] == [word_of("Kh2", board)]
    assert len(choices) == 7


def test_how_many_of_the_printed_moves_are_chosen():
    """21 of 39, among them these: a figure of the reconstruction, with more than four of seven times chance."""
    hits = [san for san, board, (best, *_) in chosen() if best == word_of(san, board)]
    assert len(hits) == 21
    first, second = (
        "d3 Nf3 O-O exd5 Bb5+ Nh3 Nc3 g3 Ncxd1 b3".split(),
        "Qxg4 Bd2 Bd3 Nc3 fxe5 Kxd2 Nf3 Qxe6+ e5 h5".split(),
    )
    assert hits == [*first, *second, "Qe2"]


def test_no_move_takes_more_than_2801_positions():
    made = [positions for _, _, (_, _, positions, _) in chosen()]
    assert max(made) == 2801
    assert len(made) == 39


@pytest.mark.parametrize(
    ("fen", "value"),
    [
        ("r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - -", HIGHEST - 1),  # R X R is mate
        ("6k1/5ppp/8/8/8/8/r4PPP/1r4K1 w - -", 0),  # mated: no moves
        ("7k/5Q2/6K1/8/8/8/8/8 b - -", UNITY),  # stalemate
    ],
)
def test_mate_and_stalemate(fen, value):
    board = chess.Board(fen + " 0 1")
    position = position_of(board, MACHINE)
    found = thought(position, Options())
    assert found == expected(position, Options())
    assert found[1] == value
