"""Who counts a game of Go, and what comes of it.

Nobody at the host can tell dead stones from living ones. So after two passes a program is asked for its `final_score`,
which takes dead stones off the board: the one named by `--judge`, or the other player. Where there is none, or it
refuses, the host counts the area with every stone alive, and says so.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from host.games.engine import Crash, Silence
from host.games.go.gtp_engine import GtpEngine
from host.games.go.rules import Colour
from host.sweep.match import PASSES, Match
from host.sweep.players import EnginePlayer
from host.sweep.workload import Item, Parameters

HOST = "the host, every stone alive"
NOT_COUNTED = "nobody"
SCORE = re.compile(r"0|([BbWw])\+([0-9]{1,6}(?:\.[0-9]{0,3})?)")
SEED_IN_COMMAND = "{seed}"  # where a program's command takes the seed


class Count(NamedTuple):
    """How many points one side is ahead, such as `W+12`; None without a count."""

    score: str | None
    by: str
    fault: str | None = None  # what the program did that was asked to count


def lead_of(score: str | None) -> int | None:
    """Return black's lead in whole points; None if the score is none that can be understood."""
    match = SCORE.fullmatch(score or "")
    if match is None:
        return None
    return 0 if match[1] is None else int(float(match[2])) * (1 if match[1] in "Bb" else -1)


def start(command: str, parameters: Parameters, item: Item) -> GtpEngine:
    """Start a program for a game; raises EngineError."""
    return GtpEngine(command.replace(SEED_IN_COMMAND, item.key), parameters["timeout"])


def counted(parameters: Parameters, item: Item, match: Match, stones: list[int], other: EnginePlayer | None) -> Count:
    """Have a game counted that began with black's handicap `stones`; `other` is the program that has played it."""
    if match.end != PASSES:
        return Count(None, NOT_COUNTED)
    try:
        if parameters["judge"]:
            with start(parameters["judge"], parameters, item) as engine:
                judge = EnginePlayer(engine, Colour.WHITE)
                judge.begin(stones)
                for number, move in enumerate(match.moves):
                    judge.see((Colour.WHITE, Colour.BLACK)[number % 2], move)
                return count_of(judge, match)
        return count_of(other, match) if other else as_host(match)
    except (Crash, Silence) as error:
        return Count(None, NOT_COUNTED, str(error))


def count_of(program: EnginePlayer, match: Match) -> Count:
    """Return what a program counts, or the host if that is no score."""
    score = program.score()
    return as_host(match) if lead_of(score) is None else Count(score, program.title())


def as_host(match: Match) -> Count:
    """Return the area with every stone on the board alive."""
    lead = match.area[Colour.BLACK] - match.area[Colour.WHITE]
    return Count("0" if lead == 0 else f"{'B' if lead > 0 else 'W'}+{abs(lead)}", HOST)


def fields(count: Count, match: Match) -> dict[str, Any]:
    """Return what a result says of the count."""
    return {"score": count.score, "counted_by": count.by, "fault": match.fault or count.fault}
