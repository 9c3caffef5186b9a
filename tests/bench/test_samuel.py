"""What the benchmark of the 704's checkers program says, and that it believes no move it has not looked up."""

from __future__ import annotations

import pytest

from emulators.errors import IronboardError
from host.experiments.bench.checkers import Way, sample, think
from host.experiments.bench.checkers import thinking_task as task
from host.games.checkers.generators import Thinker, Thought
from host.games.checkers.rules import OPENING
from host.games.checkers.samuel import START

TWO = Way(2, pruned=False)


@pytest.fixture(scope="module")
def thinker():
    return Thinker()


def test_a_best_move_that_is_none_is_an_error(thinker, monkeypatch):
    monkeypatch.setattr(Thinker, "think", lambda *_: Thought(0, 1, 1, 1, START, 1))
    with pytest.raises(
        IronboardError, match=r"best move in B:W21,22.*, at least 2 moves ahead, minimax, is not a move"
    ):
        think(thinker, OPENING, TWO)


def test_the_task_s_cycles_are_those_of_its_positions(thinker):
    positions = sample(3)
    assert task(thinker, positions, TWO).work() == sum(think(thinker, each, TWO).cycles for each in positions)
