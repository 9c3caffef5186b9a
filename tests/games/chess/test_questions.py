"""asm/ibm704/chask.sap and chlost.sap: the plausible moves, and the questions that give them, are those of the model.

The printed moves of the program are among them.
"""

from __future__ import annotations

from dataclasses import replace

import chess
import pytest

from tests.games.chess import printed
from tests.games.chess.boards import move_of, position_of, random_boards
from tests.games.chess.machine import machine
from tests.games.chess.model import MACHINE
from tests.games.chess.questions import Mind, Options
from tests.shared import ALL_EXAMPLES

COMPARED = 2000 if ALL_EXAMPLES else 100
NAMES = {1: "1", 21: "2a", 22: "2b", 23: "2c", 3: "3", 4: "4", 5: "5", 6: "6", 7: "7", 8: "8"}
VARIANTS = [Options(), Options(kings_side=True), Options(files_first=True), Options(most=8)]


def asked(board, white=MACHINE, options=None):
    """Return the plausible moves of the 704, and their questions."""
    machine().options(options or Options())
    machine().tables(position_of(board, white))
    return machine().plausible()


@pytest.mark.parametrize("options", VARIANTS, ids=["usual", "king's side", "files first", "eight"])
def test_moves_and_questions_are_those_of_the_model(options):
    seen = set()
    for board, white in random_boards(COMPARED if options == Options() else COMPARED // 4, 704):
        mind = Mind(position_of(board, white), options)
        expected = [(move.word, question) for move, question in mind.plausible()]
        assert asked(board, white, options) == expected, board.fen()
        seen |= {question for _, question in expected}
    assert seen >= {*NAMES} - {3}


def test_the_first_seven_are_those_of_the_magazine():
    board = chess.Board()
    moves = "Nh3 Nf3 Nc3 Na3 e4 e3 d4".split()
    words = [move_of(board, board.parse_san(each), MACHINE).word for each in moves]
    assert asked(board) == list(zip(words, [4] * 4 + [7] * 3, strict=True))


def printed_moves():
    """Yield each printed move of the program with the position before it, the options and the question."""
    games = [(printed.GAME_1, printed.QUESTIONS_1), (printed.GAME_2, printed.QUESTIONS_2)]
    for game, questions in games:
        board = chess.Board()
        for number, san in enumerate(game):
            if board.turn == chess.WHITE:
                move = number // 2
                castled = game is printed.GAME_2 and move == 8  # 9 P-B4, where castling on the other side was legal
                yield san, board.copy(stack=False), Options(kings_side=castled), questions[move]
            board.push_san(san)
    yield "Qe2", chess.Board(printed.MASTERLY + " 0 1"), Options(), "1"


def test_all_39_printed_moves_are_plausible_each_by_its_question():
    found = []
    for san, board, options, question in printed_moves():
        word = move_of(board, board.parse_san(san), MACHINE).word
        questions = [NAMES[number] for each, number in asked(board, options=options) if each == word]
        assert questions == [question], (san, board.fen())
        found.append(san)
    assert len(found) == 39


def test_castling_on_both_sides_loses_one_of_them():
    """WJ's words for castling on both sides force O-O-O where the program of the second game played P-KB4."""
    san, board, options, _ = next(each for each in printed_moves() if each[2].kings_side)
    assert san == "f4"
    castling = move_of(board, board.parse_san("O-O-O"), MACHINE).word
    assert asked(board, options=replace(options, kings_side=False)) == [(castling, 3)]


def test_castling_is_forced_when_nothing_is_to_be_gained_or_lost():
    san, board, options, _ = next(each for each in printed_moves() if each[3] == "3")
    assert san == "O-O"
    assert asked(board, options=options) == [(0o000006200077, 3)]
