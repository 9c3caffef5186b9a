"""What a handicap stone is worth: the stored games are those that the command plays, and say what the page says."""

from __future__ import annotations

import shlex
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from docs.studies import handicap_worth as command
from host.experiments.figures.measured import millen as worth

ROOT = Path(__file__).parents[2]
STRAW = shlex.join([sys.executable, str(ROOT / "tests" / "games" / "go" / "engine.py"), "passes"])


def test_the_stored_games_are_those_of_the_command():
    how, games = worth.stored()
    given = worth.OPTIONS["handicap"]
    assert {name: how[name] for name in ("engine", "opening")} == {
        name: worth.OPTIONS[name] for name in ("engine", "opening")
    }
    assert [game.seed for game in games] == [*range(1, how["games"] + 1)]
    assert [game.handicap for game in games] == [given[number % len(given)] for number in range(len(games))]


def test_there_are_enough_games_and_they_are_different_ones():
    how, games = worth.stored()
    counted = [game for game in games if game.score is not None]
    least = 40 if how["games"] == worth.OPTIONS["games"] else 5  # the stored part of an unfinished run says so
    assert min(Counter(game.handicap for game in counted).values()) >= least
    assert len({(game.handicap, game.moves) for game in counted}) == len(counted)
    assert all(worth.WORST <= lead <= -worth.WORST for group in worth.leads(games).values() for lead in group)


def test_the_figure_is_the_slope_as_numpy_finds_it():
    _, games = worth.stored()
    points = np.array([(stones, lead) for stones, group in worth.leads(games).items() for lead in group], float)
    (slope, _), covariance = np.polyfit(points[:, 0], points[:, 1], 1, cov=True)
    found = worth.worth_of_a_stone()
    assert found.value == pytest.approx(slope)
    assert worth.fit(worth.leads(games)).error == pytest.approx(np.sqrt(covariance[0, 0]))
    assert f"standard error {np.sqrt(covariance[0, 0]):.2f}" in found.how


def test_games_of_another_wally_are_said_to_be(monkeypatch):
    assert "another version of his program" not in worth.worth_of_a_stone().how
    monkeypatch.setattr(worth, "made_by", lambda: {"wally": "0000"})
    assert "that was another version of his program" in worth.worth_of_a_stone().how


def test_the_command_plays_goes_on_and_stores(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(command, "STORED", tmp_path / "stored.json")
    monkeypatch.setattr(worth, "STORED", tmp_path / "stored.json")
    monkeypatch.setattr(command, "OPTIONS", {"engine": STRAW, "handicap": [0, 5], "opening": 2, "games": 4})
    monkeypatch.setattr(sys, "argv", ["handicap_worth.py", "--journal", str(tmp_path / "games.sqlite"), "--jobs", "1"])
    assert command.main() == 0
    first = (tmp_path / "stored.json").read_bytes()
    how, games = worth.stored()
    assert (how["engine"], how["counted by"], how["games"]) == (STRAW, "Straw 0.1", 4)
    assert [(game.seed, game.handicap, game.score) for game in games] == [
        (1, 0, "W+12.5"), (2, 5, "W+12.5"), (3, 0, "W+12.5"), (4, 5, "W+12.5")]  # fmt: skip
    assert command.main() == 0
    assert (tmp_path / "stored.json").read_bytes() == first
