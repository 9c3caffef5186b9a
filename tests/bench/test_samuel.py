"""What the benchmark of the 704's checkers program says, and that it believes no move it has not looked up."""

from __future__ import annotations

import pytest

from emulators.errors import IronboardError
from host.experiments.bench.checkers import CLOCK, SAMPLE, Way, by_way, sample, think
from host.experiments.bench.checkers import thinking_task as task
from host.games.checkers.generators import Thinker, Thought
from host.games.checkers.rules import OPENING
from host.games.checkers.samuel import START

TWO = Way(2, pruned=False)


@pytest.fixture(scope="module")
def thinker():
    return Thinker()


def test_the_sample_is_of_positions_with_a_choice():
    positions = sample()
    assert len({(*each.pieces.items(), each.to_move) for each in positions}) == SAMPLE
    assert all(len(each.legal_moves()) > 1 for each in positions)


def test_a_position_always_takes_the_same(thinker):
    first = [think(thinker, each) for each in sample(10)]
    assert [think(thinker, each) for each in reversed(sample(10))] == first[::-1]


def test_a_best_move_that_is_none_is_an_error(thinker, monkeypatch):
    monkeypatch.setattr(Thinker, "think", lambda *_: Thought(0, 1, 1, 1, START, 1))
    with pytest.raises(
        IronboardError, match=r"best move in B:W21,22.*, at least 2 moves ahead, minimax, is not a move"
    ):
        think(thinker, OPENING, TWO)


def test_the_table_has_mean_median_and_worst(thinker):
    positions = sample(3)
    found = [think(thinker, each, TWO) for each in positions]
    seconds = sorted(each.cycles / CLOCK for each in found)
    (row,) = by_way(thinker, positions, [TWO]).rows
    assert row == (
        "at least 2 moves ahead, minimax",
        round(sum(each.nodes for each in found) / 3),
        round(sum(seconds) / 3, 2),
        round(seconds[1], 2),
        round(seconds[2], 2),
    )


def test_the_task_s_cycles_are_those_of_its_positions(thinker):
    positions = sample(3)
    assert task(thinker, positions, TWO).work() == sum(think(thinker, each, TWO).cycles for each in positions)
