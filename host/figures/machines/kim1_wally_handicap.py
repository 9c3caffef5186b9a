"""What a handicap stone is worth to Wally, from games that are stored: playing them takes half an hour.

host/figures/data/wally_handicap.json says how they were played, and how each of them came out. docs/handicap_worth.py
plays them anew and writes it.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from host.figures.measuring import Measured, measures
from host.sweep.judging import lead_of
from host.sweep.report import Line, line
from host.sweep.workload import made_by

STORED = Path(__file__).parents[1] / "data" / "wally_handicap.json"
OPTIONS: Mapping[str, Any] = {
    "engine": "gnugo --mode gtp --level 0 --chinese-rules --seed {seed}",
    "handicap": [0, 0, 5, 9, 13, 17],  # GNU Go 3.8 crashes in many games without stones
    "opening": 2,  # without moves at random, half of the games are repetitions of others
    "games": 252,
}
WORST = -225  # black's lead without a living stone: every point of the board is white's


class Game(NamedTuple):
    """A stored game."""

    seed: int
    handicap: int  # stones
    score: str | None  # None if the game was not counted
    moves: str  # digest of its moves


def digest(moves: str) -> str:
    """Return by what games are told apart: the moves, shortened."""
    import hashlib

    return hashlib.sha256(moves.encode()).hexdigest()[:8]


def stored() -> tuple[dict[str, Any], list[Game]]:
    """Return how the games were played, and the games."""
    content = json.loads(STORED.read_text(encoding="utf-8"))
    return content["how"], [Game(*each) for each in content["games"]]


def leads(games: Sequence[Game]) -> dict[int, list[int]]:
    """Return black's leads in the games that were counted, by handicap."""
    found: dict[int, list[int]] = {}
    for game in sorted(games, key=lambda each: each.handicap):
        lead = lead_of(game.score)
        if lead is not None:
            found.setdefault(game.handicap, []).append(lead)
    return found


def fit(groups: Mapping[int, Sequence[int]]) -> Line:
    """Return the straight line through all games."""
    found = line([(stones, lead) for stones, group in groups.items() for lead in group])
    assert found is not None
    return found


@measures("wally.handicap-worth")
def worth_of_a_stone() -> Measured:
    """Take the slope of the line through black's lead over the number of stones."""
    how, games = stored()
    groups = leads(games)
    found = fit(groups)
    means = ", ".join(f"{statistics.fmean(group):.0f}" for group in groups.values())
    stones = ", ".join(map(str, groups))
    above = fit({stones: group for stones, group in groups.items() if stones})
    floor = statistics.fmean(lead == WORST for lead in groups[0])
    other = "" if how["wally"] == made_by()["wally"] else "; that was another version of his program"
    count = sum(map(len, groups.values()))
    return Measured(
        found.slope,
        f"standard error {found.error:.2f}: the slope of the line through {count} games against {how['counted by']} at "
        "its lowest level, which counts and takes dead stones off; "
        f"black's mean lead is {means} with {stones} stones. "
        f"Without stones {floor:.0%} of the games end at {WORST}, nothing of his alive, and cannot end lower: from "
        f"{min(filter(None, groups))} stones on it is {above.slope:.1f} (standard error {above.error:.2f}){other}. "
        "[The games](sweep.md#what-a-handicap-stone-is-worth)",
    )
