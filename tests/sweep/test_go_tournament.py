"""docs/studies/go_tournament.py: small matches played, stored, made into tables."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from docs.studies import go_tournament as tournament
from host.experiments.sweeps.journal import read
from tests.sweep.toys import keep

DOCS = Path(__file__).parents[2] / "docs"
ENGINE = Path(__file__).parents[1] / "games" / "go" / "engine.py"
sys.path.insert(0, str(DOCS))

COMMAND = shlex.join([sys.executable, str(ENGINE), "passes"])


@pytest.fixture
def small(tmp_path, monkeypatch):
    matches = (
        tournament.Match("one", ("wally", "random"), "--handicap 5 --games 2 --moves 12 --judge alive"),
        tournament.Match("two", ("random", "gnu1"), "--size 15 --games 2 --moves 30 --judge random"),
    )
    monkeypatch.setattr(tournament, "MATCHES", matches)
    monkeypatch.setattr(tournament, "STORED", tmp_path / "stored")
    monkeypatch.setattr(tournament, "GNUGO", "gnu{0}=" + COMMAND)

    def play(*arguments):
        words = ["go_tournament.py", *arguments, "--journals", str(tmp_path / "journals"), "--jobs", "1"]
        monkeypatch.setattr(sys, "argv", words)
        return tournament.main()

    return play


def cells(lines):
    return [line.strip("| ").split(" | ") for line in lines]


def test_what_is_played_is_stored_and_makes_the_tables(small, tmp_path):
    assert small() == 0
    titles, rule, one, two = cells(tournament.go_results())
    assert titles[:4] == ["players", "board", "stones", "games"]
    assert rule[0].startswith("---|---:|---:")
    assert one[:8] == ["wally - random", "15", "5", "2", *one[4:7], "0"]
    assert two[:2] == ["random - gnu1", "15"]
    results = [*read(tmp_path / "journals" / "one.sqlite").results.values()]
    mean = sum(result["judged"]["area"] for result in results) / 2
    assert one[-2] == f"{mean:+.1f}"
    assert cells(tournament.go_counts())[2][1] == f"{mean:+.1f}"
    assert cells(tournament.go_counts())[2][-1] == "2 limit"
    (row,) = cells(tournament.go_times())[2:]
    assert row[:4] == ["one", "wally", "KIM-1", str(sum(len(result["cycles"]["black"]) for result in results))]
    versions = cells(tournament.go_versions())[2:]
    assert [each[0] for each in versions] == ["one", "two"]
    assert versions[0][1].startswith("wally `")
    assert (versions[0][2], versions[0][3:]) == ("the host, every stone alive", ["2", "2"])


def test_it_goes_on_and_stores_what_there_is(small, tmp_path):
    assert small("one") == 0
    assert [each.name for each in (tmp_path / "stored").iterdir()] == ["one.json"]
    whole = tmp_path / "journals" / "one.sqlite"
    content = read(whole)
    keep(whole, 1)
    assert small("--store") == 0
    assert cells(tournament.go_versions())[2][3:] == ["1", "2"]
    assert small("one") == 0
    assert read(whole) == content


def test_the_stored_matches_are_those_of_the_script():
    """With the commands that it has now, and no illegal move of a program here."""
    found = [*tournament.played()]
    assert {path.stem for path in tournament.STORED.glob("*.json")} == {each.match.name for each in found}
    for each in found:
        words = each.match.command()
        assert words[:1] == ["match"]
        assert each.remark("handicap") == (each.match.handicap or "0")
        assert json.loads((tournament.STORED / f"{each.match.name}.json").read_text())["tables"] == each.tables
        ends = {row["end"] for row in each.tables["how they ended"]}
        assert "fault" not in ends
