"""The workload checkers-self: games of the 704's checkers program against itself.

A game is decided by its seed, which draws the moves of the opening, and by how many moves each side looks ahead.
"""

from __future__ import annotations

import hashlib
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from host.bare704 import assembled
from host.games.boards import Colour
from host.games.checkers.game import ENDS, Game
from host.games.checkers.match import Match
from host.games.checkers.program import DEPTH, DEPTHS, PROGRAM, CheckersProgram
from host.sweep.figures import Cell, Report, Sample, Table, histogram, spreads
from host.sweep.work import DIGITS, ForeignWorker
from host.sweep.workload import Item, Parameters, Plan, Result, Results, Workload, WrongUse

DEFAULTS = {"games": 100, "seed": 1, "opening": 4, "moves": 400, "depth": DEPTH, "white_depth": None}
LIMIT = "limit"  # the end of a game that was broken off
DRAW, NOBODY = "draw", "nobody"
SHAPE = {
    "moves": str,  # all squares of each, the ones drawn first
    "end": str,
    "winner": str,  # black, white, draw; nobody if it was broken off
    "cycles": {"black": [int], "white": [int]},  # of computing, for each move that was not drawn
    "nodes": {"black": [int], "white": [int]},  # positions looked at
}

_own = threading.local()  # a program for each thread: a Dask worker may have several


# ---------------------------------------------------------------- which games


def plan(options: Mapping[str, Any]) -> Plan:
    """Return the games of so many seeds."""
    parameters = {**DEFAULTS, **options}
    if parameters["white_depth"] is None:
        parameters["white_depth"] = parameters["depth"]
    for depth in (parameters["depth"], parameters["white_depth"]):
        if depth not in DEPTHS:
            raise WrongUse(f"a depth of {depth}: the program looks {DEPTHS[0]} to {DEPTHS[-1]} moves ahead")
    seeds = range(parameters["seed"], parameters["seed"] + parameters["games"])
    return Plan({**parameters, "program": program_hash()}, [Item(str(seed), seed) for seed in seeds])


def program_hash() -> str:
    """Return what tells one version of the program from another."""
    text = repr([(segment.address, tuple(segment.words)) for segment in assembled(PROGRAM).segments])
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


# ---------------------------------------------------------------- one game


def program() -> CheckersProgram:
    """Return the program of this thread as it was when it had been loaded."""
    if not hasattr(_own, "program"):
        _own.program = CheckersProgram("compiled")
        _own.start = _own.program.machine.snapshot()
    _own.program.machine.restore(_own.start)
    found: CheckersProgram = _own.program
    return found


def prepare() -> None:
    """Compile, or load from the cache."""
    program()


def do(parameters: Parameters, item: Item) -> Result:
    """Play a game."""
    if parameters["program"] != program_hash():
        raise ForeignWorker(f"a worker has another program: {program_hash()}, expected {parameters['program']}")
    depths = {Colour.BLACK: parameters["depth"], Colour.WHITE: parameters["white_depth"]}
    match = Match(program(), depths[Colour.BLACK])
    draw_opening(match, parameters["opening"], Random(f"opening {item.key}"))
    while match.game.result is None and len(match.game.moves) < parameters["moves"]:
        depth = depths[match.game.position.to_move]
        if depth != match.depth:
            match.look_ahead(depth)
        match.answer()
    return as_result(match)


def draw_opening(match: Match, moves: int, chance: Random) -> None:
    """Make legal moves, each as likely as the others; only `random()` is drawn, the same in every Python."""
    for _ in range(moves):
        legal = match.game.position.legal_moves()
        if match.game.result is None:
            match.move(legal[int(chance.random() * len(legal))])


def as_result(match: Match) -> Result:
    """Return a game as plain JSON."""
    thoughts: dict[str, list[Any]] = {colour.value: [] for colour in Colour}
    for count, thought in match.thoughts.items():
        thoughts[match.game.positions[count - 1].to_move.value].append(thought)
    return {
        "moves": " ".join(map(str, match.game.moves)),
        **end_of(match.game),
        "cycles": {side: [each.cycles - each.waited for each in found] for side, found in thoughts.items()},
        "nodes": {side: [each.nodes for each in found] for side, found in thoughts.items()},
    }


def end_of(game: Game) -> dict[str, str]:
    """Return how a game has ended."""
    if game.result is None:
        return {"end": LIMIT, "winner": NOBODY}
    return {"end": game.result.reason, "winner": game.result.winner.value if game.result.winner else DRAW}


# ---------------------------------------------------------------- all of them


def samples(results: Results, what: str, side: str) -> Iterator[Sample]:
    """Yield a figure of all moves of one side."""
    for key, result in results.items():
        for number, value in enumerate(result[what][side], 1):
            yield Sample(value, f"seed {key}, {side}'s move {number}")


def worst(key: str, result: Result) -> Sample:
    """Return the cycles of the move that took longest in a game."""
    found = [each for side in result["cycles"] for each in samples({key: result}, "cycles", side)]
    return max(found, key=lambda sample: sample.value, default=Sample(0, f"seed {key}"))


def report(parameters: Parameters, results: Results) -> Report:
    """Return how long the 704 computed, and how the games went."""
    sides = {"black": parameters["depth"], "white": parameters["white_depth"]}
    groups = {side: f"{side}, {depth} moves ahead" for side, depth in sides.items()}
    cycles = [(title, list(samples(results, "cycles", side))) for side, title in groups.items()]
    nodes = [(title, list(samples(results, "nodes", side))) for side, title in groups.items()]
    lengths = [Sample(len(result["moves"].split()), f"seed {key}") for key, result in results.items()]
    tables = [
        spreads("computing cycles of 12 µs", "moves", cycles),
        spreads("positions looked at", "moves", nodes),
        spreads("games", "of each", [("moves", lengths)]),
        ends(results),
    ]
    bars = histogram("moves by their cycles", "cycles", [sample.value for _, found in cycles for sample in found])
    return Report([], tables, [bars])


def ends(results: Results) -> Table:
    """Return how the games have ended, and who has won."""
    counts = Counter((result["end"], result["winner"]) for result in results.values())
    winners = ("black", "white", DRAW, NOBODY)
    kinds = [end for end in (*ENDS, LIMIT) if any(counts[end, winner] for winner in winners)]
    rows: list[tuple[Cell, ...]] = [(end, *(counts[end, winner] for winner in winners)) for end in kinds]
    return Table("how they ended", ("end", "black won", "white won", "draws", "no result"), rows)


CHECKERS = Workload(
    name="checkers-self",
    title="the 704's checkers program against itself",
    things="games",
    key="seed",
    options=tuple(DEFAULTS),
    plan=plan,
    prepare=prepare,
    do=do,
    shape=SHAPE,
    worst=worst,
    report=report,
)
