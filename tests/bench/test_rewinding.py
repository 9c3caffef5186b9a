"""Going back in time leads where it should; how long it takes is measured elsewhere."""

from __future__ import annotations

import pytest

from docs.studies import rewind
from host.experiments.bench import document
from tests.bench.samples import DOCUMENT


@pytest.fixture
def short(monkeypatch):
    monkeypatch.setattr(rewind, "LENGTH", 400_000)
    monkeypatch.setattr(rewind, "FAR", 100_000)
    monkeypatch.setattr(rewind, "KEYS", 10)
    monkeypatch.setattr(rewind, "TIMES", 3)


def test_the_past_is_as_long_as_it_says_and_has_inputs(short):
    session = rewind.lived()
    assert session.history.end - session.history.start >= 400_000
    kinds = [entry.kind for entry in session.history.log]
    assert kinds.count("key_down") == kinds.count("key_up") == 5


def test_a_row_goes_to_each_moment_and_acts_there(short):
    session = rewind.lived()
    end = session.history.end
    moments, seen = [end, end - 50_000, end - 1000], []

    def act():
        before = session.cycles
        session.step_back()
        seen.append((before, before - session.cycles))

    row = rewind.row("x", session, moments, act)
    assert len(row.seconds) == 3
    for moment, (before, back) in zip(moments, seen, strict=True):
        assert moment <= before < moment + 10  # between two instructions
        assert 2 <= back <= 8  # one of them


def test_all_ways_back_are_measured(short):
    result = rewind.measure_rewind(2)
    *near, beginning = result.rows
    assert [len(row.seconds) for row in near] == [6] * 4
    assert len(beginning.seconds) == 2
    (goal,) = result.goals
    assert goal.value == pytest.approx(max(max(row.seconds) for row in near), abs=1e-4)


def test_the_result_takes_its_place_in_a_file_of_figures(short, tmp_path, monkeypatch, capsys):
    path = tmp_path / "figures.json"
    path.write_bytes(document.written(DOCUMENT))
    monkeypatch.setattr(rewind, "RUNS", 1)
    monkeypatch.setattr("sys.argv", ["rewind.py", str(path)])
    for _ in range(2):
        rewind.main()
        assert [each.name for each in document.read(path).results] == [
            *(each.name for each in DOCUMENT.results),
            "rewind",
        ]
    assert capsys.readouterr().out.count("rewind: ") == 2
