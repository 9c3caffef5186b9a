"""The workload match-endings: the programs that mate with king and rook, or queen, against defenders.

A game is decided by the players and by its seed, which draws the position, the same for all players with the same
piece.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from emulators.cdc6600.machine import Cdc6600
from host.games.endings.board import Position, near, open_to_black, starts
from host.games.endings.games import ENDS, MATE, Defender, Games, written
from host.games.endings.perfect import NOWHERE, perfect
from host.games.endings.program import VERSIONS, Ending, program_hash
from host.sweep import contest
from host.sweep.contenders import BEST, RANDOM, is_command, version_of
from host.sweep.figures import Cell, Report, Sample, Table, mean_and_errors
from host.sweep.work import ForeignWorker
from host.sweep.workload import Item, Parameters, Plan, Result, Results, Workload, WrongUse

DEFAULTS: dict[str, Any] = {"games": 100, "seed": 1, "quick": False}
DEFENDERS = (BEST, RANDOM)
MACHINE = "CDC 6600"
SHAPE = {
    "white": str,  # what the players are called on the command line
    "black": str,
    "start": str,  # Kh1 Ra1 Kd5
    "moves": str,  # of both sides
    "end": str,
    "perfect": int,  # White's moves up to mate, if both play as well as can be
    "cycles": {"white": [int], "black": [int]},  # of White's thinking, a figure for each move
}

_own = threading.local()  # programs of each thread: a Dask worker may have several


# ---------------------------------------------------------------- which games


def plan(options: Mapping[str, Any]) -> Plan:
    """Return the games: each program against each defender. Raises WrongUse."""
    parameters = {"players": [], **DEFAULTS, **options}
    players = parameters["players"]
    for each in players:
        if is_command(each):
            raise WrongUse(f"'{each}' plays no endings: expected {' or '.join(DEFENDERS)}")
    programs = [each for each in players if each not in DEFENDERS]
    if len(programs) in (0, len(players)):
        expected = f"{' or '.join(DEFENDERS)}" if programs else "rook, rook:VERSION or queen"
        raise WrongUse(f"{', '.join(players)} have nobody to play against: expected {expected}, too")
    parameters["programs"] = {each: program_hash(version_of(each)) for each in programs}
    single = len(players) == 2
    items = [
        Item(str(seed) if single else f"{white + 1}-{black + 1}-{seed}", [white, black, seed])
        for seed in range(parameters["seed"], parameters["seed"] + parameters["games"])
        for white, program in enumerate(players)
        for black, defender in enumerate(players)
        if program not in DEFENDERS and defender in DEFENDERS
    ]
    return Plan(parameters, items)


def probe(parameters: Parameters) -> None:
    """There are no other programs."""


# ---------------------------------------------------------------- one game


def do(parameters: Parameters, item: Item) -> Result:
    """Play a game."""
    white, black, seed = item.work
    player, defender = parameters["players"][white], parameters["players"][black]
    version = version_of(player)
    if parameters["programs"][player] != program_hash(version):
        raise ForeignWorker(f"a worker has another {player}: {program_hash(version)}")
    ending, piece = ending_of(version, not parameters["quick"]), VERSIONS[version].piece
    every, chance = starts(piece), Random(f"position {seed}")
    start = every[int(chance.random() * len(every))]
    other = None if defender == BEST else at_random(piece, Random(f"defender {seed}"))
    game = Games(ending, other).game(start)
    return {
        "white": player,
        "black": defender,
        "start": written(start, piece),
        "moves": str(game),
        "end": game.end,
        "perfect": perfect(piece).moves(start),
        "cycles": {"white": game.cycles, "black": []},
    }


def ending_of(version: str, exact: bool) -> Ending:
    """Return this thread's program, as it was when it had been loaded."""
    known: dict[tuple[str, bool], Ending] = _own.__dict__.setdefault("endings", {})
    if (version, exact) not in known:
        known[version, exact] = Ending(version, exact=exact)
    known[version, exact].restart()
    return known[version, exact]


def at_random(piece: str, chance: Random) -> Defender:
    """Return a defender who makes any legal move, each as likely; only `random()` is drawn."""

    def answer(position: Position) -> int:
        king, man, black = position
        free = open_to_black(piece)[king, man] & near()[black]
        free[black] = False
        squares = [int(each) for each in free.nonzero()[0]]
        return squares[int(chance.random() * len(squares))] if squares else NOWHERE

    return answer


# ---------------------------------------------------------------- all of them


def length(result: Result) -> int:
    """Return White's moves."""
    return len(result["cycles"]["white"])


def machine(player: str) -> str | None:
    """Return the machine on which a player runs here."""
    return None if player in DEFENDERS else MACHINE


def worst(key: str, result: Result) -> Sample:
    """Return White's moves in a game."""
    return Sample(length(result), f"moves from {result['start']}")


def report(parameters: Parameters, results: Results) -> Report:
    """Return how the games ended, how long they were, how long White thought."""
    players = parameters["players"]
    counted = "instructions at ten million a second" if parameters["quick"] else "of the machine"
    tables = [
        ends(results),
        lengths(results),
        *contest.times(players, results, machine, {MACHINE: Cdc6600.clock}, counted),
    ]
    return Report([], tables, [])


def groups(results: Results) -> Iterator[tuple[str, Sequence[Result]]]:
    """Yield the games of each two players."""
    for white, black in dict.fromkeys((each["white"], each["black"]) for each in results.values()):
        of = [each for each in results.values() if (each["white"], each["black"]) == (white, black)]
        yield f"{white} - {black}", of


def ends(results: Results) -> Table:
    """Return how the games have ended."""
    rows: list[tuple[Cell, ...]] = []
    for title, of in groups(results):
        counts = [sum(each["end"] == end for each in of) for end in ENDS]
        rows.append((title, len(of), *counts))
    return Table("how they ended", ("players", "games", *ENDS), rows)


def lengths(results: Results) -> Table:
    """Return how many moves it took to mate, and how many it takes against the best defender."""
    rows: list[tuple[Cell, ...]] = []
    for title, of in groups(results):
        won = [each for each in of if each["end"] == MATE]
        if won:
            mean, _, error = (f"{each:.2f}" if each != "" else "" for each in mean_and_errors([*map(length, won)]))
            slowest = max(won, key=length)
            ideal = f"{sum(each['perfect'] for each in won) / len(won):.2f}"
            rows.append((title, len(won), mean, error, length(slowest), slowest["start"], ideal))
    columns = ("won games", "number", "mean", "standard error", "most", "from", "perfect play, mean")
    return Table("White's moves to mate", columns, rows)


def prepare() -> None:
    """Leave it to the first games: which program is needed, the players decide."""


MATCH_ENDINGS = Workload(
    name="match-endings",
    title="an ALGOL program mates, against defenders",
    things="games",
    key="game",
    options=("players", *DEFAULTS),
    plan=plan,
    prepare=prepare,
    do=do,
    shape=SHAPE,
    worst=worst,
    report=report,
)
