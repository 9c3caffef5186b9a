"""The workloads that are games: Wally against a random mover, against himself, against another program.

A game is decided by its seed: it chooses the handicap, the random moves of the opening, and those of the random mover.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from host.games.go_rules import Colour
from host.games.gtp_engine import GtpEngine
from host.games.wally import HANDICAPS
from host.sweep.figures import Cell, Report, Sample, Table, histogram, spread, spreads
from host.sweep.match import DRAW, ENDS, NOBODY, PASSES, Board, Match, Opening
from host.sweep.players import EnginePlayer, Player, RandomPlayer, WallyPlayer
from host.sweep.seats import BLACK_SEAT, WHITE_SEAT, prepare, wally_at
from host.sweep.workload import Item, Parameters, Plan, Result, Results, Workload, WrongUse

BLACK, WHITE = Colour.BLACK, Colour.WHITE
MOST_MOVES = 3 * 225
RANDOM_DEFAULTS = {"games": 100, "seed": 1, "handicap": None, "opening": 0, "moves": MOST_MOVES}
SELF_DEFAULTS = {**RANDOM_DEFAULTS, "opening": 6}
GTP_DEFAULTS = {**SELF_DEFAULTS, "engine": None, "wally": BLACK.value, "timeout": 60.0}
SCORE = re.compile(r"0|([BbWw])\+([0-9]{1,6}(?:\.[0-9]{0,3})?)")
SEED_IN_COMMAND = "{seed}"  # where an engine's command takes the seed

SHAPE = {
    "handicap": int,
    "moves": str,  # two hex digits each, row and column, 00 = a pass; white's first
    "end": str,
    "winner": str,
    "area": {"black": int, "white": int},  # points
    "captured": {"black": int, "white": int},  # stones that each side has taken
    "cycles": ({"black": [int]}, {"white": [int]}, {"black": [int], "white": [int]}),  # of Wally's answers
    "refused": int,  # kos that Wally wanted to retake at once
    "slowest": ({}, {"colour": str, "answer": int, "cycles": int, "board": str}),  # of Wally's answers
    "engine_score": (str, None),  # what the other program makes of the end
}


# ---------------------------------------------------------------- which games


def plan(defaults: Mapping[str, Any], options: Mapping[str, Any]) -> Plan:
    """Return the games of so many seeds."""
    parameters = {**defaults, **options}
    if parameters["handicap"] not in (None, *HANDICAPS):
        raise WrongUse(f"a handicap of {parameters['handicap']} stones: Wally places 0 or 2 to {HANDICAPS[-1]}")
    seeds = range(parameters["seed"], parameters["seed"] + parameters["games"])
    return Plan(parameters, [Item(str(seed), seed) for seed in seeds])


def plan_random(options: Mapping[str, Any]) -> Plan:
    """Return the games of wally-random."""
    return plan(RANDOM_DEFAULTS, options)


def plan_self(options: Mapping[str, Any]) -> Plan:
    """Return the games of wally-self."""
    return plan(SELF_DEFAULTS, options)


def plan_gtp(options: Mapping[str, Any]) -> Plan:
    """Return the games of wally-gtp."""
    if not options.get("engine"):
        raise WrongUse("wally-gtp needs --engine 'COMMAND'")
    return plan(GTP_DEFAULTS, options)


# ---------------------------------------------------------------- one game


def do_random(parameters: Parameters, item: Item) -> Result:
    """Play a game of Wally's against the random mover."""
    wally = WallyPlayer(wally_at(BLACK_SEAT), BLACK)
    return game(parameters, item, {BLACK: wally, WHITE: RandomPlayer(chance("mover", item), WHITE)}, [wally])


def do_self(parameters: Parameters, item: Item) -> Result:
    """Play a game of Wally's against Wally."""
    black, white = WallyPlayer(wally_at(BLACK_SEAT), BLACK), WallyPlayer(wally_at(WHITE_SEAT), WHITE)
    return game(parameters, item, {BLACK: black, WHITE: white}, [black, white])


def do_gtp(parameters: Parameters, item: Item) -> Result:
    """Play a game of Wally's against a program, which is started for it."""
    colour = Colour(parameters["wally"])
    wally = WallyPlayer(wally_at(WHITE_SEAT), colour)
    command = parameters["engine"].replace(SEED_IN_COMMAND, item.key)
    with GtpEngine(command, parameters["timeout"]) as engine:
        other = EnginePlayer(engine, colour.other)
        result = game(parameters, item, {colour: wally, colour.other: other}, [wally])
        return {**result, "engine_score": other.score() if result["end"] == PASSES else None}


def chance(what: str, item: Item) -> Random:
    """Return the source of everything random of one kind in a game."""
    return Random(f"{what} {item.key}")


def game(parameters: Parameters, item: Item, players: Mapping[Colour, Player], wallys: list[WallyPlayer]) -> Result:
    """Play a game; return what is to be known of it."""
    setup = chance("setup", item)
    drawn = HANDICAPS[int(setup.random() * len(HANDICAPS))]
    handicap = drawn if parameters["handicap"] is None else parameters["handicap"]
    opening = Opening(handicap_stones(handicap), parameters["opening"], setup)
    match = Board(players, opening, parameters["moves"]).play()
    return as_result(match, handicap, wallys)


def handicap_stones(stones: int) -> list[int]:
    """Return the points of Wally's handicap stones: he is asked to place them."""
    wally = wally_at(BLACK_SEAT)
    wally.new_game(stones)
    points = sorted(wally.stones)
    wally_at(BLACK_SEAT)
    return points


def as_result(match: Match, handicap: int, wallys: list[WallyPlayer]) -> Result:
    """Return a game as plain JSON."""
    return {
        "handicap": handicap,
        "moves": "".join(f"{move or 0:02X}" for move in match.moves),
        "end": match.end,
        "winner": match.winner,
        "area": {colour.value: points for colour, points in match.area.items()},
        "captured": {colour.value: stones for colour, stones in match.captured.items()},
        "cycles": {wally.colour.value: [thought.cycles for thought in wally.thoughts] for wally in wallys},
        "refused": sum(wally.refused for wally in wallys),
        "slowest": slowest(wallys),
        "engine_score": None,
    }


def slowest(wallys: list[WallyPlayer]) -> dict[str, Any]:
    """Return which answer took longest, on which board; nothing if there was none."""
    found: dict[str, Any] = {}
    for wally in wallys:
        for number, (cycles, board) in enumerate(wally.thoughts, 1):
            if cycles > found.get("cycles", -1):
                found = {"colour": wally.colour.value, "answer": number, "cycles": cycles, "board": board}
    return found


# ---------------------------------------------------------------- all of them


def worst(key: str, result: Result) -> Sample:
    """Return the cycles of Wally's slowest answer in a game."""
    most = result["slowest"]
    return Sample(most["cycles"], place(key, most["colour"], most["answer"])) if most else Sample(0, f"seed {key}")


def place(key: str, colour: str, answer: int) -> str:
    """Return where an answer is to be found."""
    return f"seed {key}, {colour}'s answer {answer}"


def answers(results: Results, colour: str) -> Iterator[Sample]:
    """Yield the cycles of all of Wally's answers with these stones."""
    for key, result in results.items():
        for number, cycles in enumerate(result["cycles"].get(colour, []), 1):
            yield Sample(cycles, place(key, colour, number))


def lead(result: Result) -> int:
    """Return by how much black's area is larger."""
    return int(result["area"]["black"] - result["area"]["white"])


def score_of(result: Result) -> int | None:
    """Return the other program's count of black's lead; None if it has said nothing that can be understood."""
    match = SCORE.fullmatch(result["engine_score"] or "")
    if match is None:
        return None
    return 0 if match[1] is None else int(float(match[2])) * (1 if match[1] in "Bb" else -1)


def report(parameters: Parameters, results: Results) -> Report:
    """Return how long Wally thought, and how the games went."""
    thinking = {colour: list(answers(results, colour)) for colour in ("black", "white")}
    everything = [*thinking["black"], *thinking["white"]]
    sides = [(f"Wally, {colour}", samples) for colour, samples in thinking.items() if samples]
    counted = {key: result for key, result in results.items() if result["end"] == PASSES}
    leads = [lead(result) for result in counted.values()]
    tables = [
        spreads("thinking cycles", "answers", sides),
        spreads("games", "of each", list(quantities(results, counted))),
        ends(results),
        handicaps(results, counted),
    ]
    bars = [
        histogram("answers by their cycles", "cycles", [sample.value for sample in everything]),
        histogram("games by black's lead", "points", leads),
    ]
    return Report(remarks(results), tables, bars)


def remarks(results: Results) -> list[str]:
    """Return what stands above the tables."""
    refused = sum(result["refused"] for result in results.values())
    most = max((result["slowest"] for result in results.values()), key=lambda each: each.get("cycles", 0))
    scores = [score for score in map(score_of, results.values()) if score is not None]
    won = sum(score > 0 for score in scores)
    lines = [f"retaken kos refused: {refused:,}"]
    if most:
        lines.append(f"the slowest answer's board: {most['board']}")
    if scores:
        lines.append(f"as the other program counts, black won {won} of {len(scores)}")
    return lines


def quantities(results: Results, counted: Results) -> Iterator[tuple[str, list[Sample]]]:
    """Yield what there is one figure of in each game."""

    def samples(of: Results, value: Any) -> list[Sample]:
        return [Sample(value(result), f"seed {key}") for key, result in of.items()]

    yield "moves", samples(results, lambda result: len(result["moves"]) // 2)
    yield "stones taken by black", samples(results, lambda result: result["captured"]["black"])
    yield "stones taken by white", samples(results, lambda result: result["captured"]["white"])
    yield "black's area", samples(counted, lambda result: result["area"]["black"])
    yield "white's area", samples(counted, lambda result: result["area"]["white"])
    yield "black's lead", samples(counted, lead)
    asked = {key: result for key, result in counted.items() if score_of(result) is not None}
    if asked:
        yield "black's lead, as it counts", samples(asked, score_of)


def ends(results: Results) -> Table:
    """Return how the games have ended, and who has won."""
    counts = Counter((result["end"], result["winner"]) for result in results.values())
    winners = (BLACK.value, WHITE.value, DRAW, NOBODY)
    rows: list[tuple[Cell, ...]] = [(end, *(counts[end, each] for each in winners)) for end in ENDS]
    return Table("how they ended", ("end", "black won", "white won", "draws", "no result"), rows)


def handicaps(results: Results, counted: Results) -> Table:
    """Return how black fared with each handicap."""
    rows: list[tuple[Cell, ...]] = []
    for stones in sorted({result["handicap"] for result in results.values()}):
        of = [result for result in results.values() if result["handicap"] == stones]
        leads = [Sample(lead(result), key) for key, result in counted.items() if result["handicap"] == stones]
        wins = sum(result["winner"] == BLACK.value for result in of)
        rows.append((str(stones), len(of), wins, spread("", leads)[3]))
    return Table("handicaps", ("stones", "games", "black won", "black's mean lead"), rows)


COMMON: dict[str, Any] = {
    "things": "games", "key": "seed", "prepare": prepare, "shape": SHAPE, "worst": worst, "report": report
}  # fmt: skip
RANDOM = Workload(
    name="wally-random",
    title="Wally against a random mover",
    options=tuple(RANDOM_DEFAULTS),
    plan=plan_random,
    do=do_random,
    **COMMON,
)
SELF = Workload(
    name="wally-self",
    title="Wally against himself",
    options=tuple(SELF_DEFAULTS),
    plan=plan_self,
    do=do_self,
    **COMMON,
)
GTP = Workload(
    name="wally-gtp",
    title="Wally against another program",
    options=tuple(GTP_DEFAULTS),
    plan=plan_gtp,
    do=do_gtp,
    **COMMON,
)
