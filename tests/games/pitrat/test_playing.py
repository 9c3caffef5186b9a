"""A move to play: reasons, go-moku against an oracle and an opponent, games where positions have to be played."""

from __future__ import annotations

import random
from functools import cache

import pytest

from docs.studies import gomoku_strength as study
from host.assemblers.roms import CHECKOUT
from host.games.pitrat.rules import read
from tests.shared import ALL_EXAMPLES

from . import searching
from .playing import General, Gomoku, five
from .searching import fen, men, read_choice, run, short
from .test_threats import board_of
from .test_tree import LASKER

pytestmark = pytest.mark.usefixtures("quick")

CROWDED = (  # abscissa and ordinate of each move
    "33 7b 7c 6b 5a 5b 4b 8b 9b 69 68 7a 9c 58 47 5c 4d 98 89 79 49 4a 46 77 78 45 67 9a 4e 4c 6a 6c 39 3c 2c 7d 8e 99 "
    "8a 97 96 88 aa 55 66 65 35 57 56 36 7e 76 87 75 85 74 73 6e 83 86 64"
)
ESCAPES = (  # by a threat of four men; by a reply that makes one
    "fd 86 76 85 87 65 75 74 96 83 56 84 82 92 a1 64 94 54 44 63 66",
    "9b 6e 9a 99 8a aa 79 ac 57 68 88 ab a9 ae ad 8b 6a 5b 7a 5a a6 97 7b 7c 77 78 59 48 9d 8c 9c 9e 8d bd 6d 7d 8e",
)
CLOSE = (
    "6f d7 b7 b5 c6 d5 c5 d6 d4 d9 d8 c4 b6 a7",
    "36 2c 56 46 45 54 34 67 23 12 35 37",
)  # squares of nearly one value
# Men drop: a move is on the lowest row or on top of a man, and opens another one.
GRAVITY = """
BOARD 5 4
NATURES MAN
VARIABLE EMPTY = 0
VARIABLE FRIEND = 1 / 2
VARIABLE ONE = 1
VARIABLE TWO = 2
VARIABLE UP = (0,1)
VARIABLE RIGHT = (1,0)
VARIABLE RISING = (1,1)
VARIABLE FALLING = (1,-1)
MOVES
A.  SCANNING * V . Z.
  . IF * OCCUPY(V) = EMPTY . B, XA.
B.  IF * ORDINATE(V) = ONE . D, C.
C.  ARITHMETIC * U = V - UP.
  . IF * OCCUPY(U) = EMPTY . XA, D.
D.  MOVE * PUT, MAN, V.
  . GO TO * XA.
Z.  FINISHED *.
  . END.
WIN
A.  SCANNING * V . E.
  . IF * OCCUPY(V) = FRIEND . C, XA.
C.  LOOP * W = V . UP, RIGHT, RISING, FALLING . XA.
  . IF * OCCUPY(W) = FRIEND . C1, XC.
C1. IF * YC = TWO . D, ZC.
D.  RESULT * VICTORY.
  . GO TO * XC.
E.  RESULT * NO VICTORY.
  . FINISHED *.
  . END.
"""


@cache
def tables(name):
    return "\n".join(read(name).tables)


def asked(rules, lines, *, weight=30, most=20, later=True):
    """Return what the program plays, and why, with the number of situations."""
    return read_choice(run(tables(rules), [*lines, "N 2", f"LATER {int(later)}", f"CHOOSE {weight} {most}"]))


def choice(rules, lines, **options):
    reason, *move = asked(rules, lines, **options)
    return (*reason[1:], *map(short, move))


# ---------------------------------------------------------------- reasons


def test_a_move_is_chosen_for_the_first_reason_there_is():
    assert choice("chess", men(white="K11 R81", black="K88")) == (1, 0, "81x88")
    assert choice("chess", fen(LASKER)) == (2, 9, "85x87")
    assert choice("chess", [*men(white="K11 P22", black="K88 R81"), "TO 1"])[::2] == (3, "11-12")
    assert choice("chess", fen(LASKER.replace(" w ", " b "))) == (4, 37, "66x55"), "who checks is captured"
    messenger = men(white="13 22 31", black="34")
    messenger += ["MAN 3 6 2 2", "MAN 4 4 2 2", "INDIC 0 1 1", "TO 2"]
    assert choice("messenger", messenger, most=4) == (5, 5, "34-43")
    assert choice("chess", men(white="K11 P72", black="K88"))[:2] == (6, 2)
    assert choice("chess", men(white="K11", black="K88 R21 R22 R12"))[0] == 7
    assert asked("chess", men(white="", black="K88")) == [("NOMOVE",)]


def test_without_later_threats_the_other_one_s_are_not_prevented():
    assert choice("chess", fen(LASKER.replace(" w ", " b ")), later=False)[:2] == (6, 8)


@pytest.mark.parametrize("name", ["chess", "ttt", "ttt_place", "grasshopper", "case_a"])
def test_choices_are_those_of_the_model(name):
    rng = random.Random(name)
    rules = searching.rules_of(name)
    for _ in range(1 if name in ("chess", "grasshopper", "case_a") else 6 if ALL_EXAMPLES else 2):
        board, player = board_of(name, rng)
        weight, most = rng.choice(((3, 5), (10, 2), (30, 4)))
        lines = [*searching.position_lines(board, player), "N 2", f"CHOOSE {weight} {most}"]
        expected = searching.model_choice(searching.game_of(rules), board, player, weight, most)
        assert read_choice(run(searching.model_tables(name), lines)) == expected, lines


@pytest.mark.parametrize(
    ("rules", "board"),
    [
        ("gravity", ""),  # all moves are on the lowest row, without other conditions
        ("gravity", "11:2 51:1"),
        ("gravity", "11:1 21:2 22:1 41:2 31:1"),
        ("ttt_place", ""),
        ("ttt_place", "21:1"),
        ("ttt_place", "12:1 11:2 13:1"),  # the last man that the first player may put down
    ],
)
def test_where_a_man_more_changes_the_moves_positions_are_played(tmp_path, rules, board):
    path = tmp_path / "gravity.rules"
    path.write_text(GRAVITY, encoding="utf-8")
    name = str(path) if rules == "gravity" else rules
    game = searching.game_of(searching.rules_of(name))
    start = game.board()
    for each in board.split():
        start.put((int(each[0]), int(each[1])), int(each[3]))
    player = 1 + len(board.split()) % 2
    general = General(searching.model(), game, start, player, 30, 20)
    reason, move = general.choose()
    lines = [*searching.position_lines(start, player), "N 2", "CHOOSE 30 20"]
    found = read_choice(run(searching.model_tables(name), lines))
    assert found == [("REASON", reason, general.total), searching.plain(move, game.R)]


# ---------------------------------------------------------------- go-moku


def gomoku(board, player, *, size=15, later=True):
    """Return the program's choice; men are numbers of squares."""
    lines = ["CLEAR", *(f"MAN {at % size + 1} {at // size + 1} {owner} 1" for at, owner in board.items())]
    rules = f"gomoku{size}" if size == 15 else "gomoku"
    reason, ((_, _, x, y),) = asked(rules, [*lines, f"TO {player}"], most=60, later=later)
    return reason[1], reason[2], (y - 1) * size + x - 1


def test_the_first_men_go_to_the_middle_and_beside_men():
    middle = 7 * 15 + 7
    assert gomoku({}, 1)[2] == middle
    assert gomoku({}, 1, size=19)[2] == 9 * 19 + 9
    assert gomoku({0: 1}, 2)[2] == 4 * 15 + 4, "as near to the middle as it may be, and in the way of the man"
    assert close(gomoku({middle: 1}, 2)[2], middle)
    assert close(gomoku({3 * 15 + 10: 1, 100: 2}, 1)[2], 3 * 15 + 10)


@pytest.mark.parametrize("player", [1, 2])
@pytest.mark.parametrize(("across", "up"), [(1, 0), (0, 1), (1, 1), (1, -1)])
@pytest.mark.parametrize("steps", [(0, 1, 2), (0, 1, 3)])
def test_an_open_three_is_answered_in_its_row(across, up, player, steps):
    def square(step):
        return (6 + step * up) * 15 + 5 + step * across

    board = {square(step): 3 - player for step in steps} | {0: player, 14: player}
    reason, _, answer = gomoku(board, player)
    assert reason == 4
    assert answer in [square(step) for step in range(-2, 6)]


def test_two_open_threes_at_once_are_a_later_threat_from_which_there_is_no_escape():
    board = {at(5, 8): 1, at(6, 8): 1, at(7, 6): 1, at(7, 7): 1, at(2, 2): 2, at(13, 2): 2, at(2, 13): 2}
    assert gomoku(board, 1)[::2] == (5, at(7, 8))
    assert gomoku(board, 1, later=False)[0] == 6
    ahead = board | {at(3, 2): 2, at(4, 2): 2}  # threats of the other side come first
    assert gomoku(ahead, 1)[0] == 4


def at(x, y):
    return (y - 1) * 15 + x - 1


def position(rng):
    """Return a random position of go-moku, half of its men where the oracle puts them."""
    board, player = {}, 1
    for _ in range(rng.choice((2, 8, 16, 24, 30))):
        if board and rng.random() < 0.6:
            square = Gomoku(board, player).choose().square
        else:
            near = [at for at in range(225) if at not in board and any(close(at, each) for each in board)]
            square = rng.choice(near or range(225))
        if not any(all(at == square or board.get(at) == player for at in row) for row in five(15) if square in row):
            board[square] = player
            player = 3 - player
    return board, player


def close(one, other):
    return abs(one % 15 - other % 15) < 2 and abs(one // 15 - other // 15) < 2


def test_choices_in_go_moku_are_those_of_the_oracle():
    reasons = set()
    for seed in range(80) if ALL_EXAMPLES else (0, 10, 13, 19, 27, 29, 45):
        rng = random.Random(f"gomoku {seed}")
        board, player = position(rng)
        later = rng.random() < 0.8
        expected = Gomoku(board, player).choose(later)
        assert gomoku(board, player, later=later) == expected, board
        reasons.add(expected.reason)
    assert reasons >= {2, 4, 5, 6, 7}


def after(moves):
    """Return the position after moves; of each, abscissa and ordinate."""
    squares = [at(int(each[0], 16), int(each[1], 16)) for each in moves.split()]
    return {square: 1 + number % 2 for number, square in enumerate(squares)}, 1 + len(squares) % 2


def test_no_move_takes_more_situations_than_it_may():
    """It was the move with the most of a match: both have long rows of threats that lead to nothing."""
    board, player = after(CROWDED)
    expected = Gomoku(board, player).choose()
    assert gomoku(board, player) == expected
    assert 1440 < expected.situations <= 1500


@pytest.mark.parametrize("moves", CLOSE)
def test_all_weights_count(moves):
    """With any of them greater by one, another square would be the best."""
    board, player = after(moves)
    assert gomoku(board, player) == Gomoku(board, player).choose()


@pytest.mark.parametrize("moves", ESCAPES)
def test_a_later_threat_is_none_if_the_other_side_escapes_by_threats(moves):
    board, player = after(moves)
    expected = Gomoku(board, player).choose()
    assert gomoku(board, player) == expected
    assert expected.reason == 6


def test_the_opponent_that_stops_fours_and_open_threes():
    row = {(x, 3): 1 for x in (4, 5, 6)}
    rng = random.Random(1)
    assert study.blocker({(4, 3): 1, (5, 3): 1, (6, 3): 1, (7, 3): 1}, 2, rng).square in {(3, 3), (8, 3)}
    assert {study.blocker(row, 2, rng).square for _ in range(20)} == {(3, 3), (7, 3)}
    assert study.blocker(row | {(7, 3): 1, (1, 1): 2}, 1, rng).square in {(3, 3), (8, 3)}
    assert study.blocker({(1, 1): 1}, 2, rng).square in {(1, 2), (2, 1), (2, 2)}


def test_games_against_it_are_won_and_journalled(tmp_path):
    journal = tmp_path / "blocker.jsonl"
    games = [*study.match("blocker", 2, journal)]
    assert [each["result"] for each in games] == ["won", "won"]
    model = [*study.match("blocker", 2, tmp_path / "model.jsonl", model=True)]
    assert study.both(games, model) == 2
    with journal.open("a", encoding="utf-8") as file:
        file.write('{"game": 2, "si')  # a line that was cut off
    assert [*study.match("blocker", 2, journal)] == []
    assert study.lines(journal) == games
    found = study.summary(games)
    assert (found["won"], found["points"]) == (2, 100.0)
    assert found["most situations"] == max(each for game in games for each in game["situations"]) <= 1500


def test_the_table_of_the_page_is_what_is_stored():
    page = (CHECKOUT / "docs" / "cdc6600" / "pitrat.md").read_text(encoding="utf-8")
    assert "\n".join(study.table()) in page
