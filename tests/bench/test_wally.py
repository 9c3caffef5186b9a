"""Wally's answers take the same cycles on every core, and end up in the tables."""

from __future__ import annotations

import pytest

from emulators.errors import IronboardError
from host.experiments.bench import go
from host.games.go.rules import Colour
from tests.kim1.wally import BLACK, WHITE, known_positions
from tests.shared import spread


def test_the_positions_are_those_of_the_tests():
    colours = {BLACK: Colour.BLACK, WHITE: Colour.WHITE}
    expected = [
        {point: colours[what] for point, what in enumerate(known.board) if what in colours}
        for known in known_positions()
    ]
    assert list(go.positions()) == expected


def test_answers_take_the_same_cycles_on_every_core():
    boards = spread(list(go.positions()), 2)
    answers = [go.think_all(go.playing(core), boards) for core in ("compiled", "py65")]
    assert answers[0] == answers[1]
    assert all(10_000 < cycles < 400_000 for cycles in answers[0])


def test_the_task_does_what_was_counted():
    """Its cycles are those of the run in which the instructions were counted."""
    boards = list(go.positions())[:2]
    player = go.playing("compiled")
    start = player.kim.cycles
    instructions = go.count_instructions(player, boards)
    took = player.kim.cycles - start
    task = go.answer_task("compiled", boards, instructions)
    for _ in range(2):
        task.prepare()
        assert task.work() == took
    assert took / 7 < instructions < took / 2  # an instruction takes two to seven cycles


def test_mean_and_worst():
    assert go.summary({"a": [10_000, 20_000, 60_001], "b": [5, 7]}).rows == (
        ("mean", 30_000, 0.03, 6, 0.0),
        ("median", 20_000, 0.02, 6, 0.0),
        ("worst", 60_001, 0.06, 7, 0.0),
    )


def test_the_histogram_counts_every_answer():
    table = go.histogram([1, 2, 12_000, 29_999, 30_000])
    assert table.rows == ((0, 2), (10_000, 1), (20_000, 1), (30_000, 1))
    assert table.bars


def test_a_wally_who_does_not_answer_is_an_error(monkeypatch):
    player = go.playing("compiled")
    monkeypatch.setattr(go, "LIMIT", 1000)
    with pytest.raises(IronboardError, match="has not called 1F6A within 1,000 cycles"):
        go.think(player, {})
