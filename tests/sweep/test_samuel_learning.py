"""The sweep samuel-learning: series that are decided by their seeds, summed up beside the paper's figures."""

from __future__ import annotations

import json

import pytest

from host.experiments.sweeps import samuel
from host.experiments.sweeps.sweep import summarise, summary_of, sweep
from host.experiments.sweeps.workload import Item, WrongUse
from host.games.checkers.learning import SERIES, parse

QUICK = SERIES["second"]._replace(moves=10, limit=4)
OPTIONS = {"series": 2, "games": 9, "openings": 1}


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Let games of series be short."""
    monkeypatch.setitem(SERIES, "second", QUICK)


@pytest.fixture(scope="module")
def journal(tmp_path_factory):
    path = tmp_path_factory.mktemp("learning") / "learning.sqlite"
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(SERIES, "second", QUICK)
        assert sweep("samuel-learning", OPTIONS, path, jobs=1, quiet=True) == 0
    return path


def table(journal, title):
    return next(each for each in summary_of(journal).tables if each.title == title)


def test_the_summary_counts_what_the_memories_say(journal, tmp_path, capsys):
    summarise(journal, sgf=tmp_path)
    capsys.readouterr()
    for row in table(journal, "series").rows:
        name, games, won, lost, drawn, adoptions, resets, corrections, led, discarded, _ = row
        memory = parse((tmp_path / f"{name.replace(' ', '-')}.deck").read_text(), name)
        course = memory.course
        assert (won, lost, drawn) == (course.all_won, course.all_lost, course.all_drawn)
        assert games == course.games == won + lost + drawn == 9
        assert (adoptions, resets) == (course.adoptions, course.resets)
        assert corrections == f"{course.adjustments / 9:.1f}"
        assert led == sum(term.led > 0 for term in memory.terms)
        assert discarded == sum(term.discarded > 0 for term in memory.terms)


def test_sevens_add_up(journal):
    rows = table(journal, "by sevens").rows
    assert [row[0] for row in rows[:2]] == ["seed 1, games 1 to 7", "seed 1, games 8 to 9"]
    assert [sum(row[1:4]) for row in rows] == [7, 2, 7, 2]


def test_each_opening_is_played_with_both_colours_against_both_opponents(journal):
    for opponent in (samuel.PIECES, samuel.START):
        for row in table(journal, f"the learned polynomial against {opponent}").rows[:-1]:
            assert row[1] == sum(row[2:5]) == 2


def test_a_series_depends_on_its_seed_alone(journal):
    parameters = {**samuel.DEFAULTS, **OPTIONS, "openings": 0, "program": samuel.program_hash()}
    again = samuel.do(parameters, Item("2", 2))
    samuel.do(parameters, Item("1", 1))
    assert samuel.do(parameters, Item("2", 2)) == again
    assert len(again["history"]) == 9


def test_openings_are_all_pairs_first_and_then_others():
    found = samuel.openings(100)
    assert len({tuple(each) for each in found}) == 100
    assert sorted(found[:49]) == [[first, second] for first in range(7) for second in range(7)]
    assert found == samuel.openings(100)


@pytest.mark.parametrize(("options", "message"), [({"rules": "third"}, "third"), ({"openings": 1001}, "1001")])
def test_wrong_options_are_refused(options, message):
    with pytest.raises(WrongUse, match=message):
        samuel.plan({**samuel.DEFAULTS, **options})


def test_the_summary_is_json_too(journal, capsys):
    summarise(journal, "json")
    found = json.loads(capsys.readouterr().out)
    assert set(found["tables"]) == {each.title for each in summary_of(journal).tables}
