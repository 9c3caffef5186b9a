"""A game against Wally with the rules watched over."""

from __future__ import annotations

import random

import pytest
from sgfmill import boards

from host.games import wally_board
from host.games.go.game import Answer, GameError
from host.games.go.rules import Colour, IllegalMove
from host.games.wally import Wally, WallyGame
from host.games.wally_board import SIZE
from tests.shared import spread

BLACK, WHITE = Colour.BLACK, Colour.WHITE


@pytest.fixture(scope="module")
def machine():
    return Wally("compiled")


@pytest.fixture
def game(machine):
    return WallyGame(machine)


def points(text):
    return [int(each, 16) for each in text.split()]


def in_step(game):
    """The machine's board and the host's are the same once nothing is held back."""
    return game.wally.stones == game.position.stones


def test_wally_answers_whites_move(game):
    game.play(WHITE, 0x88)
    assert game.wally.stones == {}  # held back until Wally is asked
    assert game.answer() == 0x87  # the last liberty counted: west
    assert in_step(game)


def test_wally_moves_first_when_white_passes(game):
    game.new_game(4)
    assert game.answer() is None  # nothing to save, to attack, to shape
    game.play(WHITE, 0x88)
    game.answer()
    game.play(WHITE, None)
    assert game.answer() is not None
    assert in_step(game)


def test_a_game_can_be_replayed_for_both_sides_and_gone_on_with(machine):
    first = WallyGame(machine)
    first.new_game(9)
    moves, choose = [], random.Random(7)
    for _ in range(12):
        white = choose.choice(first.position.legal_moves(WHITE))
        first.play(WHITE, white)
        moves.append((white, first.answer()))
    board = first.position
    first.play(WHITE, 0x11)
    expected = first.answer()
    again = WallyGame(machine)
    again.new_game(9)
    for white, black in moves:
        again.play(WHITE, white)
        again.play(BLACK, black)
        assert in_step(again)
    assert again.position.stones == board.stones
    again.play(WHITE, 0x11)
    assert again.answer() == expected


def test_captures_of_moves_made_by_hand_are_taken_off(game):
    for point in points("78 87 98"):
        game.play(BLACK, point)
    game.play(WHITE, 0x88)
    game.play(BLACK, 0x89)
    assert sorted(game.wally.stones) == points("78 87 89 98")


def test_two_white_moves_in_a_row_are_both_on_the_board(game):
    game.play(WHITE, 0x33)
    game.play(WHITE, 0x34)
    game.play(WHITE, None)
    assert game.answer() is not None
    assert {0x33, 0x34} <= set(game.wally.stones)
    assert in_step(game)


def test_illegal_moves_change_nothing(game):
    game.play(WHITE, 0x33)
    for colour, point in ((WHITE, 0x33), (BLACK, 0x33), (BLACK, 0x10), (WHITE, 0x00)):
        with pytest.raises(IllegalMove):
            game.play(colour, point)
    game.answer()
    assert in_step(game)


def make_ko(game):
    """White has just taken a ko on 88; Wally's only stone worth a capture is there."""
    for point in points("78 87 98 55 89"):
        game.play(BLACK, point)
    for point in points("79 8A 99 88"):
        game.play(WHITE, point)


def test_wally_may_not_retake_a_ko_at_once_and_passes(game):
    make_ko(game)
    assert game.position.ko == 0x89
    assert game.answer() is None
    assert game.refused == 0x89
    assert in_step(game)
    assert 0x88 in game.position.stones
    game.play(WHITE, 0xEE)
    assert game.answer() == 0x89  # now he may
    assert game.refused is None
    assert in_step(game)


def test_white_may_not_retake_a_ko_at_once(game):
    for point in points("79 8A 99 88"):
        game.play(WHITE, point)
    for point in points("78 87 98 89"):
        game.play(BLACK, point)
    with pytest.raises(IllegalMove, match="ko"):
        game.play(WHITE, 0x88)


def test_undo_goes_back_move_by_move_to_the_same_machine(game):
    game.new_game(9)
    choose, moments = random.Random(3), []
    for _ in range(10):
        moments.append((game.wally.stones, game.position))
        game.play(choose.choice((WHITE, WHITE, BLACK)), choose.choice(game.position.legal_moves(WHITE)))
        moments.append((game.wally.stones, game.position))
        answer = game.answer()
    for stones, position in reversed(moments):
        game.undo()
        assert (game.wally.stones, game.position) == (stones, position)
        if len(moments) == game.moves_made + 1:
            assert game.answer() == answer
            game.undo()
    with pytest.raises(GameError, match="cannot undo"):
        game.undo()


def test_a_refused_ko_can_be_undone(game):
    make_ko(game)
    before = game.position
    game.answer()
    game.undo()
    assert game.position == before
    assert game.answer() is None
    assert game.refused == 0x89


def test_random_games_keep_machine_and_rules_in_step(game):
    """White plays at random, black's stones are Wally's own or, one in five, somebody else's."""
    for seed in range(4):
        choose = random.Random(seed)
        game.new_game(choose.choice((0, 2, 9, 17)))
        for _ in range(40):
            moves = game.position.legal_moves(WHITE)
            game.play(WHITE, choose.choice(moves) if moves else None)
            if choose.random() < 0.2:
                game.play(BLACK, choose.choice(game.position.legal_moves(BLACK)))
            else:
                game.answer()  # raises GameError when the boards differ
            assert in_step(game)


@pytest.mark.parametrize("handicap", [1, 18, -1])
def test_an_impossible_handicap_is_an_error(game, handicap):
    with pytest.raises(GameError, match="2 to 17"):
        game.new_game(handicap)


# ---------------------------------------------------------------- chains that COUNT cannot follow

BORDER = [*range(0x11, 0x20), *range(0x2F, 0x100, 16), *range(0xFE, 0xF1, -1)]  # 42 points; COUNT follows 33 in a row
FENCE = [*range(0x21, 0x2F), *range(0x3E, 0xEF, 16), *range(0xED, 0xE0, -1)]


def border(game, colour):
    """Set up a chain of one colour along three edges with one liberty, F1, shut in by the other."""
    game.set_up({**dict.fromkeys(BORDER, colour), **dict.fromkeys(FENCE, colour.other)})


@pytest.mark.parametrize("program", wally_board.PROGRAMS)
def test_a_long_chain_that_white_captures_is_off_the_board_when_wally_thinks(program):
    game = WallyGame(Wally("compiled", program))
    border(game, BLACK)
    before = game.wally.stones
    game.play(WHITE, 0xF1)
    game.answer()
    assert in_step(game)
    assert not {*BORDER} & game.wally.stones.keys()
    assert game.captured[WHITE] == len(BORDER)
    game.undo()
    game.undo()
    assert game.wally.stones == game.position.stones == before


def test_a_long_chain_that_wally_captures_is_taken_off(game, monkeypatch):
    """He takes it to have liberties, and never aims at the last one: here his move is chosen for him."""
    border(game, WHITE)

    def answer(move):
        game.wally.put({**game.wally.stones, 0xF1: BLACK})
        return Answer(0xF1, [], 0)

    monkeypatch.setattr(game.program, "answer", answer)
    assert game.answer() == 0xF1
    assert in_step(game)
    assert game.captured[BLACK] == len(BORDER)


def test_wally_may_not_fill_the_last_liberty_of_a_long_chain_of_his(game, monkeypatch):
    border(game, BLACK)
    monkeypatch.setattr(game.program, "answer", lambda move: Answer(0xF1, [], 0))
    assert game.answer() is None
    assert (game.refused, game.refusal) == (0xF1, "the move would be suicide")
    assert in_step(game)


def near(game, choose):
    """Return a legal move of white's beside a stone, which makes and captures long chains; None without one."""
    moves = game.position.legal_moves(WHITE)
    beside = [move for move in moves if any(each in game.position.stones for each in game.position.neighbours(move))]
    return choose.choice(beside or moves) if moves else None


@pytest.mark.parametrize("seed", spread(range(48), 4))
def test_games_against_a_near_player_keep_machine_and_rules_in_step(game, seed):
    """The board in the machine is the one of sgfmill, too. Some capture a chain that COUNT cannot follow."""
    choose = random.Random(seed)
    game.new_game(choose.choice((0, 9, 17)))
    other = boards.Board(SIZE)
    for point in game.position.stones:
        other.play(15 - point // 16, point % 16 - 1, "b")
    for _ in range(220):
        move = near(game, choose)
        game.play(WHITE, move)
        answer = game.answer()
        for point, colour in ((move, "w"), (answer, "b")):
            if point is not None:
                other.play(15 - point // 16, point % 16 - 1, colour)
        theirs = {16 * (15 - row) + column + 1: colour for colour, (row, column) in other.list_occupied_points()}
        assert {point: colour.value[0] for point, colour in game.wally.stones.items()} == theirs
        if move is None and answer is None:
            break
