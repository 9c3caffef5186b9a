"""The stop-watch: against the benchmark, the slower core, and the routine itself."""

from __future__ import annotations

import pytest

from host.experiments.bench import go as bench
from host.games.wally import GETKEY, SCANDS, RefusedEntry, TimedWally
from tests.kim1.wally import Table, known_positions
from tests.shared import spread

SAMPLE = 20


@pytest.fixture(scope="module")
def wally():
    wally = TimedWally("compiled")
    wally.new_game()
    return wally


def test_thinking_takes_the_cycles_that_the_benchmark_finds(wally):
    start = wally.kim.snapshot()
    for board in list(bench.positions())[::SAMPLE]:
        wally.kim.restore(start)
        expected = bench.think(wally, board)
        wally.kim.restore(start)
        wally.put(board)
        wally.answer(0)
        assert wally.thought == expected


def test_the_moments_are_those_of_the_benchmark():
    assert (GETKEY, SCANDS) == (bench.GETKEY, bench.SCANDS)


def test_the_answer_and_the_cycles_are_the_same_on_py65(wally):
    slow = TimedWally("py65")
    slow.new_game()
    wally.new_game()
    for board in spread(list(bench.positions()), 1):
        for each in (slow, wally):
            each.put(board)
        assert (slow.answer(0), slow.thought) == (wally.answer(0), wally.thought)


def test_most_of_it_is_the_thinking_itself(wally):
    """THINK alone, called in a bare machine; besides it there are GETKEY and little else."""
    start, table = wally.kim.snapshot(), Table("wally")
    for known, board in list(zip(known_positions(), bench.positions(), strict=True))[::SAMPLE]:
        wally.kim.restore(start)
        wally.put(board)
        table.set_byte("STAMP", wally.kim.memory[table.symbols["STAMP"]])  # the numbers of counts begin afresh in both
        assert wally.answer(0) == known.move
        alone = table.think(known.board)
        assert alone.move == known.move
        assert alone.cycles < wally.thought < 1.5 * alone.cycles


def test_a_stone_that_is_entered_is_answered_as_one_that_was_put(wally):
    wally.new_game(9)
    move = wally.answer(0x34)
    assert move in wally.stones
    assert wally.thought > 10_000


def test_a_refused_entry_is_refused_with_a_stop_watch_too(wally):
    wally.new_game(9)
    with pytest.raises(RefusedEntry):
        wally.answer(0x44)
