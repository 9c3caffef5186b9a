"""The rules as the thesis' program knows them in its modern dialogue, against host/games/go/rules.py.

Captures, suicide and ko, of the opponent's moves and its own.
"""

from __future__ import annotations

import random
from itertools import count, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.games.go.program import MACHINE, OPPONENT, answer, point
from host.games.go.rules import Colour, IllegalMove, Position

from .positions import places, program, stones

SIZE = 9
OURS, THEIRS = Colour.BLACK, Colour.WHITE
CODES = {OURS: MACHINE, THEIRS: OPPONENT}


def code(place):
    """Return the program's number of a point of rules.py, 0 for none."""
    row, column = divmod(place or 0, SIZE + 1)
    return point(column, row)


def back(number):
    """Return the point of rules.py of a number of the program's."""
    row, column = divmod(number, 21)
    return row * (SIZE + 1) + column


def agreed(nps, position):
    assert nps.board == {code(each): CODES[colour] for each, colour in position.stones.items()}
    assert nps.get("ko") == code(position.ko)


def why_not(position, place):
    """Return why the opponent may not play on a point; nothing if he may."""
    try:
        if place:
            position.play(THEIRS, place)
    except IllegalMove as why:
        return str(why)
    return ""


def exchange(nps, position, place):
    """Type a move of the opponent's; return the position after the machine's answer, or the same one if he may not."""
    row, column = divmod(place, SIZE + 1)
    lines = nps.move(column, row)
    if refused := why_not(position, place):
        assert lines == [f"ILLEGAL: {refused.upper()}"]
        agreed(nps, position)
        return position
    after = position.play(THEIRS, place) if place else position.passed()
    captured = len(position.stones) + bool(place) - len(after.stones)
    assert nps.get("lost") == captured
    made = answer(lines)
    before = len(after.stones)
    after = after.play(OURS, back(made)) if made else after.passed()  # raises where the rules forbid it
    taken = before + bool(made) - len(after.stones)
    assert nps.get("taken") == taken
    assert (f"CAPTURED {taken}" in lines) == (taken > 0)
    agreed(nps, after)
    nps.set(lost=0, taken=0)
    return after


def game(seed):
    """Yield the positions of a game at random in which it is the opponent's move."""
    source, position, colour = random.Random(seed), Position(SIZE), THEIRS
    points = list(position.points)
    for _ in range(150):
        if colour is THEIRS:
            yield position
        source.shuffle(points)
        place = next((each for each in points if position.is_legal(colour, each)), None)
        position = position.play(colour, place) if place else position.passed()
        colour = colour.other


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 60), st.lists(st.integers(0, 110), min_size=1, max_size=8))
def test_games_from_any_position_are_by_the_rules(seed, moves, tried):
    """Points from 0 to 110: a pass, points of the board, and some off it."""
    nps = program(SIZE)
    nps.restart()
    position = next(islice(game(seed), moves, None))
    nps.put({code(each): CODES[colour] for each, colour in position.stones.items()}, ko=code(position.ko), count=18)
    for place in tried:
        position = exchange(nps, position, place)


def test_every_point_of_positions_with_a_ko_is_judged_as_by_the_rules():
    nps = program(SIZE)
    with_ko = (position for seed in count() for position in game(seed) if position.ko)
    for position in islice(with_ko, 4):
        codes = {code(each): CODES[colour] for each, colour in position.stones.items()}
        for place in position.points:
            nps.restart()
            nps.put(codes, ko=code(position.ko), count=18)
            exchange(nps, position, place)


def test_the_opponent_may_not_retake_a_ko_at_once():
    nps = program(SIZE)
    nps.restart()
    nps.put(stones("3,3 4,2 4,4 5,3", "6,3 5,2 5,4"), ko=places("4,3")[0], count=18)
    assert nps.move(4, 3) == ["ILLEGAL: THE KO MAY NOT BE RETAKEN AT ONCE"]
    assert nps.move(8, 8)[-1].startswith("MOVE")
    assert nps.get("ko") == 0


@pytest.mark.parametrize("move", ["0,5", "10,5", "5,0", "5,10"])
def test_a_point_off_the_board_is_refused(move):
    nps = program(SIZE)
    nps.restart()
    assert nps.move(*map(int, move.split(","))) == ["ILLEGAL: THERE IS NO SUCH POINT"]


def test_suicide_of_several_stones_is_refused_and_a_capture_is_none():
    nps = program(SIZE)
    nps.restart()
    nps.put(stones("1,2 2,2 3,1", "2,1"), count=18)
    assert nps.move(1, 1) == ["ILLEGAL: THE MOVE WOULD BE SUICIDE"]
    nps.put(stones("1,2 2,2 3,1", "2,1 3,2 2,3 1,3"), count=18)
    assert nps.move(1, 1)[-1].startswith("MOVE")
    assert nps.get("lost") == 2
