"""Games: how they end, and what is taken back."""

from __future__ import annotations

import random

import pytest

from host.games.boards import Colour
from host.games.checkers.notation import parse_move
from host.games.checkers.rules import (
    FORTY_MOVES,
    IDLE,
    NO_MOVES,
    OPENING,
    REPETITION,
    RESIGNATION,
    Game,
    GameError,
    IllegalMove,
    Move,
    Result,
)
from tests.games.checkers.boards import position

BLACK, WHITE = Colour.BLACK, Colour.WHITE


def played(moves, start=OPENING):
    game = Game(start)
    for move in moves.split():
        game.play(parse_move(move, game.position))
    return game


def test_a_game_begins_with_the_opening_and_is_not_over():
    game = Game()
    assert (game.start, game.position, game.moves, game.result) == (OPENING, OPENING, [], None)


def test_who_cannot_move_has_lost():
    game = played("1x10", position("B:B1:W6"))
    assert game.result == Result(BLACK, NO_MOVES)
    assert str(game.result) == "black wins: no moves"
    assert played("27-24", position("W:W19,27:B12,K16")).result is None
    assert Game(position("B:B12:W16,19")).result == Result(WHITE, NO_MOVES)


def test_the_same_position_for_the_third_time_is_a_draw():
    there_and_back = "1-5 32-28 5-1 28-32"
    start = position("B:BK1,12:WK32,21")
    game = played(f"{there_and_back} {there_and_back[:-6]}", start)
    assert game.result is None
    game.play(parse_move("28-32", game.position))
    assert game.result == Result(None, REPETITION)
    assert str(game.result) == "a draw: repetition"


def test_the_same_board_with_the_other_side_to_move_is_another_position():
    game = played("1-5 32-28 5-9 28-24 9-5 24-28 5-1 28-32 1-5 32-28", position("B:BK1:WK32"))
    assert game.positions.count(game.position) == 3
    assert len(game.moves) == 10
    assert Game(position("W:BK1:WK32")).position not in game.positions


def quiet_game(moves):
    """Two lonely kings that visit all corners of the board: no position comes back three times."""
    choose, game = random.Random(3), Game(position("B:BK1,K2,K3:WK30,K31,K32"))
    while game.idle < moves and game.result is None:
        quiet = [move for move in game.position.legal_moves() if not move.captured]
        fresh = [move for move in quiet if game.positions.count(game.position.played(move)) < 2]
        safe = [move for move in fresh if not game.position.played(move).legal_moves()[0].captured]
        game.play(choose.choice(safe or fresh or quiet))
    return game


def test_forty_idle_moves_of_each_side_are_a_draw():
    game = quiet_game(IDLE)
    assert game.idle == IDLE == 80
    assert game.result == Result(None, FORTY_MOVES)
    game.undo()
    assert game.result is None


def test_captures_and_moves_of_men_are_not_idle():
    game = played("1-5 32-28", position("B:BK1,12:WK32,21"))
    assert game.idle == 2
    game.play(parse_move("12-16", game.position))
    assert game.idle == 0
    assert played("3-8 10-7 8-11 7x16 1-5", position("B:BK1,K3:WK10")).idle == 1


def test_the_last_moves_are_taken_back():
    game = played("11-15 22-18 15x22")
    assert game.undo() == Move((15, 22), (18,))
    assert str(game.undo()) == "22-18"
    game.undo()
    assert (game.position, game.moves) == (OPENING, [])
    with pytest.raises(GameError, match="no move to take back"):
        game.undo()


def test_a_side_may_resign_and_that_can_be_taken_back():
    game = played("11-15")
    game.resign(BLACK)
    assert game.result == Result(WHITE, RESIGNATION)
    for more in (lambda: game.resign(WHITE), lambda: game.play(game.position.legal_moves()[0])):
        with pytest.raises(GameError, match="the game is over: white wins"):
            more()
    game.undo()
    assert (game.result, game.position) == (None, OPENING)


def test_an_illegal_move_leaves_the_game_as_it_is():
    game = played("11-15")
    with pytest.raises(IllegalMove):
        game.play(Move((21, 18)))
    assert len(game.positions) == 2
