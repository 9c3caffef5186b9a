"""Armies of games: the 6600 beside Benson's theorem and GNU Go, on turned boards, and after a further move."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

from host.games.go.armies import USUAL, Judge, Verdict
from host.games.go.rules import Position
from tests.games.go.armies import oracle
from tests.shared import CHECKOUT

QUICK = USUAL._replace(positions=1000)
ASKED = [oracle.stored(each) for each in json.loads((CHECKOUT / "tests/data/go/armies.json").read_text())]
HOPES = (Verdict.SAFE, Verdict.HOLDS, Verdict.FIRST)


@pytest.fixture(scope="module")
def judge():
    return Judge()


def distance(one: int, other: int, size: int) -> int:
    """Steps from a point to another."""
    (row, column), (down, right) = divmod(one, size + 1), divmod(other, size + 1)
    return abs(row - down) + abs(column - right)


def verdicts(judge: Judge, position: Position) -> dict[int, Verdict]:
    """The verdict of each chain, by its first stone."""
    judge.place(position)
    return {point: judge.ask(point, QUICK).verdict for point in judge.chains()}


def test_no_verdict_contradicts_bensons_theorem_or_gnu_go(judge):
    """Answers of GNU Go 3.8 at level 10, stored by docs/studies/armies.py."""
    count = Counter()
    for position, words in ASKED:
        safe = oracle.safe_stones(position)
        for point, verdict in verdicts(judge, position).items():
            unconditional, dragon = words[point]
            assert (verdict is Verdict.SAFE) == (point in safe) == (unconditional == "alive")
            assert (verdict, dragon) not in {(Verdict.HOLDS, "dead"), (Verdict.LOST, "alive")}
            count[verdict] += 1
    assert count[Verdict.SAFE] > 5
    assert count[Verdict.HOLDS] > 20
    assert count[Verdict.OPEN] > 300


@pytest.mark.parametrize("number", range(len(ASKED)))
def test_a_turned_board_and_the_other_colour_have_the_same_verdicts(judge, number):
    """Limits may be reached in another order, and only then: the same chains are safe, and no proof is contradicted."""
    position, turns, mirrored, swapped = ASKED[number].position, number % 4, number % 3 == 0, number % 2 == 1
    before, found = verdicts(judge, position), {}
    after = verdicts(judge, other := oracle.turned(position, turns, mirrored, swapped))
    for point, verdict in after.items():
        found.update(dict.fromkeys(other.group(point)[0], verdict))
    for point, verdict in before.items():
        turned = found[oracle.moved(point, position.size, turns, mirrored)]
        assert turned is verdict or Verdict.OPEN in (turned, verdict)
        assert (turned is Verdict.SAFE) == (verdict is Verdict.SAFE)


def test_what_can_be_made_safe_can_be_after_any_move_of_the_attackers(judge):
    """Played by the rules on the whole board: after any first move a proof with the defender to move exists."""
    chance, tried = Random(1), 0
    for position, _ in ASKED:
        start = Position(position.size, position.stones)
        holding = [point for point, verdict in verdicts(judge, start).items() if verdict is Verdict.HOLDS]
        for stone in chance.sample(holding, min(2, len(holding))):
            attacker = start.stones[stone].other
            legal = start.legal_moves(attacker)
            near = [point for point in legal if distance(point, stone, position.size) < 6]
            for point in chance.sample(near, min(3, len(near))) + chance.sample(legal, 1):
                after = start.play(attacker, point)
                judge.place(after)
                army = judge.ask(stone, USUAL._replace(positions=5_000))
                assert army.verdict in HOPES or army.reason.startswith("safe if it moves first")
                tried += 1
    assert tried > 40
