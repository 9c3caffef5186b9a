"""docs/ibm704/learning.md: its stored series is the program's."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.studies import samuel_learning
from host.games.checkers.learning import SERIES, Learner, parse, played
from host.games.checkers.program import CheckersProgram

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def memory():
    return parse(samuel_learning.MEMORY.read_text(encoding="ascii"), samuel_learning.MEMORY.name)


def test_the_stored_series_is_what_the_program_plays_today(memory):
    """Its first game; the sweep plays all."""
    learner = Learner(CheckersProgram())
    game, _ = learner.game(learner.begin(SERIES["second"], 1))
    assert str(game) == memory.history[0]


def test_the_stored_memory_belongs_to_the_stored_summary(memory):
    games = [played(each) for each in memory.history]
    row = samuel_learning.tables("second")["series"][0]
    assert (row["series"], row["games"]) == ("seed 1", len(games))
    assert [row[name] for name in ("Alpha won", "lost", "drawn")] == [
        sum(game.result == result for game in games) for result in ("won", "lost", "drawn")
    ]
    assert memory.rules == SERIES["second"]
