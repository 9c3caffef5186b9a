"""Going back in time leads where it should; how long it takes is measured elsewhere."""

from __future__ import annotations

import pytest

from host.experiments.bench import speed


@pytest.fixture
def short(monkeypatch):
    monkeypatch.setattr(speed, "LENGTH", 400_000)
    monkeypatch.setattr(speed, "FAR", 100_000)
    monkeypatch.setattr(speed, "KEYS", 10)
    monkeypatch.setattr(speed, "TIMES", 3)


def test_the_past_is_as_long_as_it_says_and_has_inputs(short):
    session = speed.lived()
    assert session.history.end - session.history.start >= 400_000
    kinds = [entry.kind for entry in session.history.log]
    assert kinds.count("key_down") == kinds.count("key_up") == 5


def test_a_row_goes_to_each_moment_and_acts_there(short):
    session = speed.lived()
    end = session.history.end
    moments, seen = [end, end - 50_000, end - 1000], []

    def act():
        before = session.cycles
        session.step_back()
        seen.append((before, before - session.cycles))

    row = speed.row("x", session, moments, act)
    assert len(row.seconds) == 3
    for moment, (before, back) in zip(moments, seen, strict=True):
        assert moment <= before < moment + 10  # between two instructions
        assert 2 <= back <= 8  # one of them


def test_all_ways_back_are_measured(short):
    result = speed.measure_rewind(2)
    *near, beginning = result.rows
    assert [len(row.seconds) for row in near] == [6] * 4
    assert len(beginning.seconds) == 2
    (goal,) = result.goals
    assert goal.value == pytest.approx(max(max(row.seconds) for row in near), abs=1e-4)
