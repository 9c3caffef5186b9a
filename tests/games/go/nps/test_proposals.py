"""The proposals of the thesis that the program can take up: SURROUND, another FIRM, reflected patterns."""

import random

import pytest

from emulators.errors import IronboardError
from host.games.go.game import Setup
from host.games.go.program import MACHINE, OPPONENT, STRIDE, answer, chain, point
from host.games.go.programs import engine_of, game_of

from .positions import program

SIZE = 9
STEPS = (1, STRIDE, -1, -STRIDE)


def on_board(place):
    return 1 <= place % STRIDE <= SIZE and 1 <= place // STRIDE <= SIZE


def followed(stones, start):
    """The chain of a stone, in the order in which it is reached, and its liberties."""
    found, liberties = [start], []
    for each in found:
        for beside in (each + step for step in STEPS):
            if on_board(beside) and beside not in stones and beside not in liberties:
                liberties.append(beside)
            elif stones.get(beside) == stones[start] and beside not in found:
                found.append(beside)
    return found, liberties


def after(stones, place, colour):
    """The liberties of the chain to which a move belongs."""
    if place in stones:
        return -1
    now = {**stones, place: colour}
    for beside in (place + step for step in STEPS):
        if now.get(beside) == 3 - colour:
            members, liberties = followed(now, beside)
            if not liberties:
                now = {each: stone for each, stone in now.items() if each not in members}
    return len(followed(now, place)[1])


def surrounding(stones):
    """The move of SURROUND, 0 for none."""
    best, found, known = None, 0, set()
    for start in sorted(each for each, stone in stones.items() if stone == OPPONENT):
        if start in known:
            continue
        members, liberties = followed(stones, start)
        known |= {*members}
        for place in liberties if len(liberties) < 4 else ():
            if after(stones, place, MACHINE) > 1:
                tried = {**stones, place: MACHINE}
                most = max([0, *(after(tried, each, OPPONENT) for each in liberties)])
                if best is None or (most, -len(members)) < best:
                    best, found = (most, -len(members)), place
    return found


def positions():
    """Random positions in which every chain has a liberty."""
    source = random.Random(7)
    places = [point(column, row) for row in range(1, SIZE + 1) for column in range(1, SIZE + 1)]
    for _ in range(60):
        stones = {each: source.choice((MACHINE, OPPONENT)) for each in source.sample(places, source.randrange(3, 60))}
        for each in [*stones]:
            if each in stones and not followed(stones, each)[1]:
                del stones[each]
        yield stones


def test_surround_finds_the_liberty_after_which_the_best_way_out_is_worst():
    nps, moves = program(SIZE), []
    for stones in positions():
        nps.restart()
        nps.put(stones, choice=0)
        nps.call("surround")
        moves.append(nps.get("choice"))
        assert moves[-1] == surrounding(stones)
        assert nps.board == stones  # what it has tried is taken back
    assert sum(map(bool, moves)) > 30


def answered(stones, *settings):
    """The procedures that answer a stone on 5 5, and the move, after settings."""
    nps = program(SIZE)
    nps.restart()
    for each in settings:
        assert nps.type(each) == []
    nps.put({point(*each): stone for each, stone in stones.items()}, count=30)
    lines = nps.move(5, 5)
    return chain(lines), answer(lines)


def test_surround_is_asked_first_last_or_not_at_all():
    beside = {(4, 5): MACHINE, (5, 4): MACHINE, (2, 2): OPPONENT}
    assert answered(beside)[0] == ["ANALYZE", "COUNTER", "COUNTER5"]
    assert answered(beside, "-2 1")[0] == ["ANALYZE", "COUNTER", "COUNTER5"]
    assert answered(beside, "-2 2")[0] == ["ANALYZE", "SURROUND"]
    assert answered(beside, "-2 1", "-3 1")[0] == ["ANALYZE", "SURROUND"]  # every area is firm
    assert answered(beside, "-3 1")[0] == ["ANALYZE", "INITIATE"]


@pytest.mark.parametrize("line", [[(6, 5), (7, 5), (8, 5)], [(6, 6), (7, 7), (8, 8)]])
def test_of_both_directions_one_is_stored_and_both_are_recognized(line):
    stones = dict.fromkeys(line, OPPONENT)
    assert answered(stones)[0][-2:] == answered(stones, "-4 1")[0][-2:] == ["COMPARE", "BLOCK"]
    assert (program(SIZE).get("dangers"), program(SIZE).get("advantages")) == (4, 2)  # they were 6 and 4


def test_a_reflected_pattern_is_not_recognized_without():
    stones = {(7, 7): OPPONENT, (8, 8): OPPONENT, (9, 9): OPPONENT}  # the second to fourth of a line from 5 5
    assert "COMPARE" not in answered({**stones, (5, 6): MACHINE})[0]
    assert answered({**stones, (5, 6): MACHINE}, "-4 1")[0][-2:] == ["COMPARE", "BLOCK"]


def test_wrong_settings_are_refused():
    nps = program(SIZE)
    nps.restart()
    for line in ("-2 3", "-2 -1", "-3 0", "-3 1000", "-4 2", "-5 1"):
        assert nps.move(*map(int, line.split()))[0].startswith("WRONG: -2 WITH 0 TO 2")


@pytest.mark.parametrize(("name", "setup", "said"), [
    ("zobrist", Setup(surround="low"), "--surround, --firm and --reflect go with nps, not with Zobrist's Go"),
    ("wally", Setup(firm=6), "go with nps, not with Wally"),
    ("nps", Setup(firm=1000), "--firm 1000: expected 1 to 999"),
])  # fmt: skip
def test_only_nps_has_proposals(name, setup, said):
    with pytest.raises(IronboardError, match=said):
        engine_of(name, setup)


def test_an_option_reaches_the_program():
    game = game_of("nps", Setup(SIZE, exact=False, surround="high", firm=7, reflect=True))
    assert [game.program.get(each) for each in ("priority", "firm", "dangers")] == [2, 7, 4]
    game.new_game()
    assert game.program.get("priority") == 2
