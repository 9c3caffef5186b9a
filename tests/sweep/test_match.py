"""Games between players of straw: who moves, how a game ends, who has won."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulators.errors import IronboardError
from host.experiments.sweeps.go_game import RESIGNATION, Board, Opening, RandomPlayer, random_point
from host.games.go.rules import Colour, Position
from host.games.wally_board import SIZE

BLACK, WHITE = Colour.BLACK, Colour.WHITE


class Scripted:
    """Plays what is on a list, then passes; writes down what it sees."""

    def __init__(self, name, moves=""):
        self.name = name
        names = {"--": None, "resign": RESIGNATION}
        self.moves = [names[move] if move in names else int(move, 16) for move in moves.split()]
        self.seen, self.handicap = [], None

    def begin(self, handicap):
        self.handicap = handicap

    def see(self, colour, move):
        self.seen.append((colour, move))

    def choose(self, position):
        return self.moves.pop(0) if self.moves else None


def match(black="", white="", handicap="", limit=100, opening=0, seed=1):
    players = {BLACK: Scripted("Blackie", black), WHITE: Scripted("Snow", white)}
    stones = [int(point, 16) for point in handicap.split()]
    return Board(players, Opening(stones, opening, Random(seed)), limit).play(), players


def test_white_moves_first_and_each_side_sees_the_others_moves():
    game, players = match("12 13", "21 -- 22", handicap="44 CC")
    assert game.moves == [0x21, 0x12, None, 0x13, 0x22, None, None]
    assert players[BLACK].seen == [(WHITE, 0x21), (WHITE, None), (WHITE, 0x22), (WHITE, None)]
    assert players[WHITE].seen == [(BLACK, 0x12), (BLACK, 0x13), (BLACK, None)]
    assert players[BLACK].handicap == players[WHITE].handicap == [0x44, 0xCC]


def test_two_passes_end_the_game_and_the_larger_area_wins():
    game, _ = match("12 21", "F1", handicap="13")
    assert (game.end, game.winner) == ("passes", "black")
    assert game.area == {BLACK: 4, WHITE: 1}  # three stones and the corner; the rest is nobody's
    assert match("", "88")[0].winner == "white"
    assert match()[0].winner == "draw"


def test_captured_stones_are_counted_for_the_side_that_took_them():
    game, _ = match("12 21", "11")
    assert game.captured == {BLACK: 1, WHITE: 0}
    assert game.area[WHITE] == 0
    assert set(game.position.stones) == {0x12, 0x21}


def test_a_game_that_is_too_long_is_nobodys():
    game, _ = match("12 13 14", "21 22 23", limit=4)
    assert (len(game.moves), game.end, game.winner) == (4, "limit", "nobody")


def test_who_resigns_has_lost():
    game, _ = match("12 resign", "21 22")
    assert (game.moves, game.end, game.winner) == ([0x21, 0x12, 0x22], "resignation", "white")
    assert match("", "resign")[0].winner == "black"


def test_a_position_that_comes_back_ends_the_game():
    """Three kos: none of them is retaken at once, and after six moves the stones are as before.

    In rows 2, 6 and A:    . # 0 .     a stone of white's on x, or one of black's on y
                           # x y 0
                           . # 0 .
    """
    black = [16 * row + step for row in (2, 6, 0xA) for step in (-14, 1, 18)]
    white = [16 * row + step for row in (2, 6, 0xA) for step in (-13, 4, 19)]
    stones = dict.fromkeys([*black, 0x23, 0x63], BLACK) | dict.fromkeys([*white, 0xA2], WHITE)
    players = {BLACK: Scripted("b", "A3 23 63 A3"), WHITE: Scripted("w", "22 62 A2 22 62")}
    game = Board(players, Opening([], 0, Random(1)), 50)
    game.position = Position(SIZE, stones)
    over = game.play()
    assert (len(over.moves), over.end, over.winner) == (7, "repetition", "nobody")
    assert over.captured == {BLACK: 3, WHITE: 4}


@pytest.mark.parametrize(
    ("white", "message"),
    [
        ("44", r"Snow \(white\) plays D12 \(44\): the point is taken"),
        ("10", r"Snow \(white\) plays .* \(10\): there is no such point"),
        ("88 11", r"Snow \(white\) plays A15 \(11\): the move would be suicide"),
    ],
)
def test_an_illegal_move_is_an_error_that_names_the_player(white, message):
    with pytest.raises(IronboardError, match=message):
        match("", white, handicap="44 12 21")


def test_the_moves_of_the_opening_are_made_for_both_who_see_them():
    game, players = match("", "", opening=5)
    assert len(game.moves) == 7
    made = [(colour, move) for colour, move in zip([WHITE, BLACK] * 4, game.moves, strict=False)]
    assert players[BLACK].seen[:5] == players[WHITE].seen[:5] == made[:5]
    assert match("", "", opening=5)[0].moves == game.moves != match("", "", opening=5, seed=2)[0].moves


# ------------------------------------------------------------ moving at random


@given(
    st.dictionaries(st.sampled_from([*Position(5).points]), st.sampled_from(Colour)),
    st.integers(),
    st.sampled_from(Colour),
)
def test_a_random_move_is_legal_and_no_own_eye_and_a_pass_only_if_there_is_none(stones, seed, colour):
    board = Position(5, stones)
    point = random_point(Random(seed), colour, board)
    eyes = {each for each in board.points if all(stones.get(other) is colour for other in board.neighbours(each))}
    allowed = set(board.legal_moves(colour)) - eyes
    assert point in allowed if allowed else point is None


def test_every_allowed_point_is_as_likely_as_the_others():
    board = Position(3, {5: BLACK, 6: WHITE})
    allowed = board.legal_moves(BLACK)
    chance, draws = Random(1), 7000
    counts = dict.fromkeys(allowed, 0)
    for _ in range(draws):
        counts[random_point(chance, BLACK, board)] += 1
    expected = draws / len(allowed)
    assert len(allowed) == 7
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 22.5  # chi-square, 6 degrees, 0.1 %


def test_the_random_mover_looks_at_the_board_only():
    player = RandomPlayer(Random(3), WHITE)
    player.begin([0x44])
    player.see(BLACK, 0x88)
    assert player.choose(Position(SIZE)) == RandomPlayer(Random(3), WHITE).choose(Position(SIZE))
