"""Who counts a game of Go, and what comes of it.

In the sweeps with Wally a program is asked for its `final_score` after two passes, which takes dead stones off the
board: the one named by `--judge`, or the other player. Where there is none, or it refuses, the host counts the area
with every stone alive, and says so.

In matches a judge says which stones are dead, and the host counts: a program, asked for `final_status_list dead`, or
random games (host/games/go/status.py), or none, every stone being alive.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Collection
from typing import Any, NamedTuple

from host.experiments.sweeps.go_game import PASSES, EnginePlayer, Match
from host.experiments.sweeps.workload import Item, Parameters
from host.games.engine import Crash, EngineError, GtpEngine, Silence
from host.games.go import gtp
from host.games.go.rules import GAMES, Colour, Position, dead_stones

HOST = "the host, every stone alive"
NOT_COUNTED = "nobody"
ALIVE, RANDOM_GAMES = "alive", "random"  # judges that are no programs
JUDGES = {ALIVE: HOST, RANDOM_GAMES: f"the host, dead stones found by {GAMES} random games"}
USUAL_JUDGE = ("gnugo", "--mode gtp --level 1 --chinese-rules")
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
    """Return what a program counts, or the host if that is not a score."""
    score = program.score()
    return as_host(match) if lead_of(score) is None else Count(score, program.title())


def as_host(match: Match) -> Count:
    """Return the area with every stone on the board alive."""
    lead = match.area[Colour.BLACK] - match.area[Colour.WHITE]
    return Count("0" if lead == 0 else f"{'B' if lead > 0 else 'W'}+{abs(lead)}", HOST)


def fields(count: Count, match: Match) -> dict[str, Any]:
    """Return what a result says of the count."""
    return {"score": count.score, "counted_by": count.by, "fault": match.fault or count.fault}


# ---------------------------------------------------------------- matches


class Verdict(NamedTuple):
    """Which stones are dead."""

    dead: frozenset[int]
    by: str
    fault: str | None = None  # what a program did that was asked for it


def usual_judge() -> str:
    """Return the judge where none is named: GNU Go, if it is there."""
    name, options = USUAL_JUDGE
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/games")  # where Debian has it
    return f"{found} {options}" if found else RANDOM_GAMES


def verdict(judge: str, position: Position, timeout: float) -> Verdict:
    """Return which stones of a position are dead. What a program does not say is found out by random games."""
    if judge == ALIVE:
        return Verdict(frozenset(), JUDGES[ALIVE])
    if judge != RANDOM_GAMES:
        try:
            return asked(judge, position, timeout)
        except EngineError as error:
            return Verdict(frozenset(dead_stones(position)), JUDGES[RANDOM_GAMES], f"the judge: {error}")
    return Verdict(frozenset(dead_stones(position)), JUDGES[RANDOM_GAMES])


def asked(command: str, position: Position, timeout: float) -> Verdict:
    """Return what a program says; raises EngineError. It is told the stones: one after the other captures nothing."""
    with GtpEngine(command, timeout) as engine:
        judge = EnginePlayer(engine, Colour.WHITE, position.size)
        judge.begin([])
        for point, colour in position.stones.items():
            judge.see(colour, point)
        words = engine.ask("final_status_list dead").split()
        try:
            dead = {gtp.point(each, position.size) for each in words}
        except gtp.GtpError:
            dead = {None}
        if not dead <= position.stones.keys():
            raise EngineError(f"the engine's dead stones are '{' '.join(words)}': expected points with stones")
        return Verdict(frozenset(each for each in dead if each is not None), judge.title())


def leads(match: Match, dead: Collection[int] = ()) -> dict[str, int]:
    """Return by how many points black is ahead when these stones are dead: by area, and by territory with prisoners."""
    left = {point: colour for point, colour in match.position.stones.items() if point not in dead}
    area, taken = Position(match.position.size, left).area(), dict(match.captured)
    for point in dead:
        taken[match.position.stones[point].other] += 1
    stones = dict.fromkeys(Colour, 0)
    for colour in left.values():
        stones[colour] += 1
    territory = {colour: area[colour] - stones[colour] + taken[colour] for colour in Colour}
    return {
        rule: points[Colour.BLACK] - points[Colour.WHITE] for rule, points in (("area", area), ("territory", territory))
    }
