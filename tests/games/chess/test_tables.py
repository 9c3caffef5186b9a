"""asm/ibm704/chtabl.sap, chscor.sap and chlist.sap: tables, scores and legal moves are those of the model.

IRONBOARD_EXAMPLES=all compares 2,000 positions; python-chess says which moves are legal, of more than 5,000.
"""

from __future__ import annotations

from functools import cache

import chess
import pytest

from tests.games.chess import model
from tests.games.chess.boards import move_of, position_of, random_boards
from tests.games.chess.machine import machine
from tests.games.chess.model import MACHINE, OPPONENT, Move, Tables, man_word
from tests.games.chess.questions import Mind, Options
from tests.games.chess.tree import ratio
from tests.shared import ALL_EXAMPLES

COMPARED = 2000 if ALL_EXAMPLES else 80
CORE_SIZE, LEFT = 8192, 200  # words: of storage; that the authors had left
SPECIAL = [  # positions whose tables have what random games seldom have
    "8/8/8/8/8/8/8/K6k w - -",  # a king on 00: his word of TA2 is 0
    "3r4/8/8/8/3R4/8/3K3b/6k1 w - -",  # a rook pinned on a file
    "4k3/8/8/8/7b/6P1/5K2/8 w - -",  # a pawn that may take its pinner, and nothing else
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
    "r3k2r/8/8/8/8/6n1/8/R3K2R w KQkq -",  # castling through an attack
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6",
    "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6",  # the pawn on e5 may not leave its file
    "8/8/8/K2pP2r/8/8/8/6k1 w - d6",  # taking en passant uncovers a check
    "1n2k3/2P5/8/8/8/8/5p2/4K1N1 w - -",
    "3QQQ2/3QkQ2/3QQQ2/8/8/8/8/K7 b - -",  # more than eight men bear on a square
    "3r3k/3r4/3r4/3r4/3q4/8/8/K2R4 w - -",  # doubled four times
    "4k3/4r3/8/8/8/4b3/4R3/4K3 w - -",
    "4r1k1/8/8/8/8/5n2/6P1/4K3 w - -",  # a double check: P X N is no answer
    "8/8/8/8/4k3/8/4K3/8 w - -",  # kings that take squares from each other
]


@cache
def positions():
    """Return boards with the machine's colour."""
    special = [(chess.Board(each + " 0 1"), white) for each in SPECIAL for white in (MACHINE, OPPONENT)]
    return special + random_boards(COMPARED, 1958)


def test_all_words_of_the_tables_are_those_of_the_papers():
    for board, white in positions():
        position = position_of(board, white)
        tables = Tables(position)
        assert machine().tables(position) == (tables.ta2, tables.ta3(MACHINE), tables.ta3(OPPONENT)), board.fen()


def test_the_four_terms_and_the_ratio():
    for board, white in positions():
        position = position_of(board, white)
        tables = Tables(position)
        machine().options(Options())
        machine().tables(position)
        terms = tables.terms(MACHINE), tables.terms(OPPONENT)
        assert machine().score() == (*terms, ratio(tables, Options.factor)), board.fen()


def test_the_legal_moves_are_those_of_the_rules():
    compared = 0
    for board, white in positions():
        position = position_of(board, white)
        machine().tables(position)
        moves, castlings = machine().listed()
        mind = Mind(position, Options())
        assert (moves, castlings) == tuple([each.word for each in some] for some in (mind.moves(), mind.castlings()))
        legal = {move_of(board, each, white).word for each in board.legal_moves}
        assert {*moves, *castlings} == legal, board.fen()
        compared += len(moves) + len(castlings)
    assert compared > (5000 if ALL_EXAMPLES else 1000)


def test_moves_are_made_and_taken_back():
    """TA1, the turn, castling rights and the square passed over."""
    for board, white in positions()[:: 1 if ALL_EXAMPLES else 2]:
        position = position_of(board, white)
        here = machine()
        here.place(position)
        before = [here.table("TA1", 64), *map(here.get, ("TURN", "CASTLE", "PASSED"))]
        for move in [move_of(board, each, white) for each in board.legal_moves][::3]:
            here.put("MOVE", move.word)
            here.call("MAKE")
            after = model.played(position, move)
            made = [here.table("TA1", 64), *map(here.get, ("TURN", "CASTLE", "PASSED"))]
            here.call("UNDO")
            assert [here.table("TA1", 64), *map(here.get, ("TURN", "CASTLE", "PASSED"))] == before
            here.place(after)
            assert made == [here.table("TA1", 64), *map(here.get, ("TURN", "CASTLE", "PASSED"))], (board.fen(), move)
            here.place(position)


# ---------------------------------------------------------------- what is printed in the papers


def test_the_word_of_a_move_is_that_of_the_paper():
    assert f"{move_of(chess.Board(), chess.Move.from_uci('e2e4'), MACHINE).word:012o}" == "000014100034"


@pytest.mark.parametrize(
    ("move", "word"),
    [
        (Move(model.REGULAR, 0o14, 0o34), 0o000014100034),
        (Move(model.REGULAR, 0o34, 0o43, True), 0o400034100043),
        (Move(model.CASTLING, 0o04, 0o06), 0o000006200077),
        (Move(model.CASTLING, 0o04, 0o02), 0o000002200000),
        (Move(model.EN_PASSANT, 0o44, 0o53, True), 0o400044300053),
        (Move(model.PROMOTION, 0o62, 0o71, True), 0o400062400071),
    ],
)
def test_the_codes_of_moves(move, word):
    assert move.word == word


@pytest.mark.parametrize("white", [MACHINE, OPPONENT])
def test_a_game_begins_with_the_machine_on_the_squares_00_to_17(white):
    here = machine()
    here.put("WHITE", model.MINUS * (white != MACHINE))
    here.call("NEWGAM")
    position = position_of(chess.Board(), white)
    assert here.table("TA1", 64) == position.ta1
    assert [each >> 35 for each in here.table("TA1", 64)] == [0] * 48 + [1] * 16
    assert position.ta1[-4 if white else -5] == man_word(model.Man(1, model.KING))
    assert [here.get(name) for name in ("TURN", "CASTLE", "PASSED")] == [model.MINUS * (white != 0), 15, model.MINUS]


def test_the_program_fits_into_8192_words():
    assert machine().address("CHEND") <= CORE_SIZE - LEFT
