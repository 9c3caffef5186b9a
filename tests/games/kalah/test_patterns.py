"""Boards that are cleared in one move: the program's patterns, and their clearing."""

import re

import pytest

from host.games.kalah import run
from tests.games.kalah import rules
from tests.games.kalah.texts import pits
from tests.shared import shared

FIFTY = """50,48,46,44,42,40,38,36,34,32,30,28,26,24,22,20,18,16,14,12,10,8,6,4,2,25,21,17,13,9,5,1,15,
9,3,12,4,9,11,10,6,8,4,1,1,1,1,1,1,1"""
COUNTERS = (1, 3, 5, 9, 11, 17, 21, 29, 33, 41, 47, 57, 59, 77, 81, 101, 107, 117, 131, 149)  # with 1 to 20 pits


@pytest.fixture(scope="module")
def patterns():
    """The patterns of 1 to 60 pits, and what clearing them prints."""
    lines = run([word for number in range(1, 61) for word in (f"PATTERN {number}", "SHOW", "CLEAR")])
    found, played, position = {}, [], ()
    for line in lines:
        if match := re.fullmatch(r"(\d+) MOVES, (\d+) COUNTERS LEFT", line):
            found[len(position)] = (position, played, int(match[1]), int(match[2]))
            played = []
        elif line.startswith(" "):
            played += map(int, line.split())
        else:
            position = pits(line)
    return found


def test_there_is_one_for_every_number_of_pits_without_an_empty_pit(patterns):
    assert [*patterns] == [*range(1, 61)]
    assert all(all(position) for position, *_ in patterns.values())


def test_they_are_cleared_by_as_many_moves_as_there_are_counters(patterns):
    for position, played, moves, left in patterns.values():
        assert (moves, left) == (sum(position), 0)
        assert (played, (0,) * len(position)) == rules.clear(position)


def test_that_of_fifty_pits_is_the_printed_one(patterns):
    position, _, moves, _ = patterns[50]
    assert position == tuple(map(int, FIFTY.replace("\n", "").split(",")))
    assert moves == 839


def test_the_numbers_of_counters_are_known(patterns):
    assert tuple(sum(patterns[number][0]) for number in range(1, 21)) == COUNTERS


def test_what_cannot_be_cleared_is_left():
    assert run(["PITS 3 1 1 SHOW CLEAR SHOW"])[-2:] == ["5 MOVES, 0 COUNTERS LEFT", "000"]
    assert run(["PITS 2 2 CLEAR SHOW"])[-2:] == ["1 MOVES, 3 COUNTERS LEFT", "03"]
    assert run(["PITS 5 0 CLEAR"]) == ["0 MOVES, 5 COUNTERS LEFT"]


def test_no_other_board_of_five_pits_with_as_many_counters_is_cleared(patterns):
    def boards(pits, counters):
        if pits == 0:
            return [()] if counters == 0 else []
        return [(*rest, each) for each in range(counters + 1) for rest in boards(pits - 1, counters - each)]

    cleared = [each for each in boards(5, COUNTERS[4]) if not any(rules.clear(each)[1])]
    assert cleared == [patterns[5][0]]


def test_they_are_those_of_the_model(patterns):
    lines = shared("models/kalah_patterns.txt").read_text().splitlines()
    rows = [line.split(";") for line in lines if not line.startswith("#")]
    assert [(int(n), int(total), tuple(map(int, each.split(",")))) for n, total, each in rows] == [
        (number, sum(position), position) for number, (position, *_) in patterns.items()
    ]
