"""The workloads with Wally: its answers to stored positions and their times, and games against other players."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from host.experiments.sweeps import contest, go_game
from host.experiments.sweeps.go_game import SEED_IN_COMMAND, counted, fields, lead_of, start
from host.experiments.sweeps.report import (
    Cell,
    Report,
    Sample,
    Table,
    first_of,
    histogram,
    line,
    mean_and_errors,
    spreads,
)
from host.experiments.sweeps.workload import Item, Parameters, Plan, Result, Results, Workload, WrongUse
from host.games.go.rules import Colour
from host.games.go.sgf import Record, written
from host.games.wally import HANDICAPS
from host.games.wally_board import SIZE, parsed, read_bytes, read_positions, stored_positions

# ---------------------------------------------------------------- positions
SHOWN = 10  # unexpected answers in the report


def plan_positions(parameters: dict[str, Any]) -> Plan:
    """Return the positions of a file; its content decides, not its name. A position's key is its line."""
    path = Path(parameters["positions"] or stored_positions())
    data = read_bytes(path)
    positions = read_positions(data.decode("utf-8", "replace"), str(path))
    if not positions:
        raise WrongUse(f"{path} has no positions")
    items = [Item(str(each.line), [each.kind, each.board, each.move]) for each in positions]
    return Plan({"positions": f"sha256 {hashlib.sha256(data).hexdigest()}"}, items)


def do_position(parameters: Parameters, item: Item) -> Result:
    """Put a position on the board; white passes, Wally answers."""
    kind, board, expected = item.work
    wally = go_game.wally_at(go_game.BLACK_SEAT)
    wally.put(parsed(board))
    move = wally.answer(0)
    as_expected = None if expected is None else move == expected
    return {"kind": kind, "cycles": wally.thought, "move": f"{move:02X}", "as_expected": as_expected}


def slowest_answer(key: str, result: Result) -> Sample:
    """Return the cycles of an answer."""
    return Sample(result["cycles"], f"line {key}")


def report_positions(parameters: Parameters, results: Results) -> Report:
    """Return the cycles of all answers, by the kinds of positions."""
    samples = {key: slowest_answer(key, result) for key, result in results.items()}
    kinds = dict.fromkeys(result["kind"] for result in results.values())
    groups = [(kind, [samples[key] for key, result in results.items() if result["kind"] == kind]) for kind in kinds]
    table = spreads("thinking cycles", "positions", [*groups, ("all", list(samples.values()))])
    bars = histogram("answers by their cycles", "cycles", [sample.value for sample in samples.values()])
    return Report(list(unexpected(results)), [table], [bars])


def unexpected(results: Results) -> list[str]:
    """Return remarks on the answers that are not those in the file."""
    known = [key for key, result in results.items() if result["as_expected"] is not None]
    others = [key for key in known if not results[key]["as_expected"]]
    remarks = [f"{len(known) - len(others):,} of {len(known):,} answers are those in the file"] * bool(known)
    return remarks + [f"another answer: line {key}: {results[key]['move']}" for key in others[:SHOWN]]


POSITIONS = Workload(
    name="wally-positions",
    title="Wally's answers to stored positions",
    things="positions",
    key="line",
    defaults={"positions": None},
    planned=plan_positions,
    do=do_position,
    shape={"kind": str, "cycles": int, "move": str, "as_expected": (bool, None)},
    worst=slowest_answer,
    report=report_positions,
)


# ---------------------------------------------------------------- games
BLACK, WHITE = Colour.BLACK, Colour.WHITE
MOST_MOVES = 3 * 225
RANDOM_DEFAULTS = {
    "games": 100, "seed": 1, "handicap": None, "opening": 0, "moves": MOST_MOVES, "judge": None, "timeout": 60.0
}  # fmt: skip
SELF_DEFAULTS = {**RANDOM_DEFAULTS, "opening": 6}
GTP_DEFAULTS = {**SELF_DEFAULTS, "engine": None, "wally": BLACK.value}

SHAPE = {
    "handicap": [str],  # points of black's stones, as moves are written
    "moves": str,  # two hex digits each, row and column, 00 = a pass; white's first
    "end": str,
    "winner": str,
    "score": (str, None),  # B+12, W+3.5, 0
    "counted_by": str,
    "fault": (str, None),  # the error of a program that crashed or did not answer
    "area": {"black": int, "white": int},  # points, with every stone on the board alive
    "captured": {"black": int, "white": int},  # stones that each side has taken
    "cycles": ({"black": [int]}, {"white": [int]}, {"black": [int], "white": [int]}),  # of Wally's answers
    "refused": int,  # kos that Wally wanted to retake at once
    "slowest": ({}, {"colour": str, "answer": int, "cycles": int, "board": str}),  # of Wally's answers
}


# ---------------------------------------------------------------- which games


def plan(parameters: dict[str, Any]) -> Plan:
    """Return the games of n seeds."""
    if not parameters.get("engine", True):
        raise WrongUse("wally-gtp needs --engine 'COMMAND'")
    for stones in parameters["handicap"] or ():
        if stones not in HANDICAPS:
            raise WrongUse(f"a handicap of {stones} stones: Wally places 0 or 2 to {HANDICAPS[-1]}")
    seeds = range(parameters["seed"], parameters["seed"] + parameters["games"])
    return Plan(parameters, [Item(str(seed), seed) for seed in seeds])


# ---------------------------------------------------------------- one game


def do_random(parameters: Parameters, item: Item) -> Result:
    """Play a game of Wally's against the random mover."""
    wally = go_game.WallyPlayer(go_game.wally_at(go_game.BLACK_SEAT), BLACK)
    return game(parameters, item, {BLACK: wally, WHITE: go_game.RandomPlayer(chance("mover", item), WHITE)}, [wally])


def do_self(parameters: Parameters, item: Item) -> Result:
    """Play a game of Wally's against Wally."""
    black, white = (
        go_game.WallyPlayer(go_game.wally_at(go_game.BLACK_SEAT), BLACK),
        go_game.WallyPlayer(go_game.wally_at(go_game.WHITE_SEAT), WHITE),
    )
    return game(parameters, item, {BLACK: black, WHITE: white}, [black, white])


def do_gtp(parameters: Parameters, item: Item) -> Result:
    """Play a game of Wally's against a program, which is started for it."""
    colour = Colour(parameters["wally"])
    wally = go_game.WallyPlayer(go_game.wally_at(go_game.WHITE_SEAT), colour)
    with start(parameters["engine"], parameters, item) as engine:
        other = go_game.EnginePlayer(engine, colour.other)
        return game(parameters, item, {colour: wally, colour.other: other}, [wally], other)


def chance(what: str, item: Item) -> Random:
    """Return the generator of a game's random choices of one kind."""
    return Random(f"{what} {item.key}")


def game(
    parameters: Parameters,
    item: Item,
    players: Mapping[Colour, go_game.Player],
    wallys: list[go_game.WallyPlayer],
    other: go_game.EnginePlayer | None = None,
) -> Result:
    """Play a game and count it. `other` is the program among the players."""
    setup = chance("setup", item)
    drawn = HANDICAPS[int(setup.random() * len(HANDICAPS))]
    given = parameters["handicap"]
    stones = handicap_stones(given[(item.work - 1) % len(given)] if given else drawn)
    board = go_game.Board(players, go_game.Opening(stones, parameters["opening"], setup), parameters["moves"])
    match = board.play()
    count = counted(parameters, item, match, stones, other)
    lead = lead_of(count.score)
    won = match.winner if lead is None else go_game.winner(match.end, lead, board.to_move)
    return {
        **as_result(match, stones, wallys),
        **fields(count, match),
        "winner": go_game.NOBODY if count.fault else won,
    }


def handicap_stones(stones: int) -> list[int]:
    """Return the points of Wally's handicap stones, which Wally places itself."""
    wally = go_game.wally_at(go_game.BLACK_SEAT)
    wally.new_game(stones)
    points = sorted(wally.stones)
    go_game.wally_at(go_game.BLACK_SEAT)
    return points


def as_result(match: go_game.Match, stones: list[int], wallys: list[go_game.WallyPlayer]) -> Result:
    """Return a game as plain JSON."""
    return {
        "handicap": [f"{point:02X}" for point in stones],
        "moves": "".join(f"{move or 0:02X}" for move in match.moves),
        "end": match.end,
        "winner": match.winner,
        "area": {colour.value: points for colour, points in match.area.items()},
        "captured": {colour.value: stones for colour, stones in match.captured.items()},
        "cycles": {wally.colour.value: [thought.cycles for thought in wally.thoughts] for wally in wallys},
        "refused": sum(wally.refused for wally in wallys),
        "slowest": slowest(wallys),
    }


def slowest(wallys: list[go_game.WallyPlayer]) -> dict[str, Any]:
    """Return the slowest answer with its board; nothing if there was none."""
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
    """Return the place of an answer: item, colour and number."""
    return f"seed {key}, {colour}'s answer {answer}"


def answers(results: Results, colour: str) -> Iterator[Sample]:
    """Yield the cycles of all of Wally's answers with these stones."""
    for key, result in results.items():
        for number, cycles in enumerate(result["cycles"].get(colour, []), 1):
            yield Sample(cycles, place(key, colour, number))


def lead(result: Result) -> int:
    """Return black's lead in a game that has been counted."""
    points = lead_of(result["score"])
    assert points is not None
    return points


def lead_on_the_board(result: Result) -> int:
    """Return the excess of black's area over white's with every stone on the board alive."""
    return int(result["area"]["black"] - result["area"]["white"])


def fault(result: Result) -> str:
    """Return the error of a program that crashed or did not answer; nothing if none did."""
    return result["fault"] or ""


def report(parameters: Parameters, results: Results) -> Report:
    """Return Wally's thinking times, and the results of the games."""
    thinking = {colour: list(answers(results, colour)) for colour in ("black", "white")}
    everything = [*thinking["black"], *thinking["white"]]
    sides = [(f"Wally, {colour}", samples) for colour, samples in thinking.items() if samples]
    done = {key: result for key, result in results.items() if result["score"] is not None}
    leads = [lead(result) for result in done.values()]
    tables = [
        spreads("thinking cycles", "answers", sides),
        spreads("games", "of each", list(quantities(results, done))),
        contest.ends(results, go_game.ENDS, length),
        handicaps(results, done),
    ]
    bars = [
        histogram("answers by their cycles", "cycles", [sample.value for sample in everything]),
        histogram("games by black's lead", "points", leads),
    ]
    return Report(remarks(results, done), tables, bars)


def remarks(results: Results, done: Results) -> list[str]:
    """Return the remarks above the tables."""
    refused = sum(result["refused"] for result in results.values())
    most = max((result["slowest"] for result in results.values()), key=lambda each: each.get("cycles", 0))
    lines = [f"retaken kos refused: {refused:,}"]
    if most:
        lines.append(f"the slowest answer's board: {most['board']}")
    lines.append(f"different games: {len({(*result['handicap'], result['moves']) for result in results.values()}):,}")
    for by, games in Counter(result["counted_by"] for result in done.values()).items():
        won = sum(result["winner"] == BLACK.value for result in done.values() if result["counted_by"] == by)
        lines.append(f"counted by {by}: {games:,} games, of which black won {won:,}")
    faults = [f"seed {key}: {words}" for key, result in results.items() if (words := fault(result))]
    lines += [f"games that a program has spoilt: {len(faults):,}"] * bool(faults)
    lines += first_of(faults)
    worth = line([(len(result["handicap"]), lead(result)) for result in done.values()])
    if worth:
        lines.append(
            f"a handicap stone is worth {worth.slope:.1f} points, standard error {worth.error:.1f}"
            f" (straight line through {len(done):,} games, least squares)"
        )
    return lines


def length(result: Result) -> int:
    """Return the moves of both sides."""
    return len(result["moves"]) // 2


def quantities(results: Results, done: Results) -> Iterator[tuple[str, list[Sample]]]:
    """Yield the quantities that have one figure in each game."""

    def samples(of: Results, value: Any) -> list[Sample]:
        return [Sample(value(result), f"seed {key}") for key, result in of.items()]

    yield "moves", samples(results, length)
    yield "stones taken by black", samples(results, lambda result: result["captured"]["black"])
    yield "stones taken by white", samples(results, lambda result: result["captured"]["white"])
    yield "black's area", samples(done, lambda result: result["area"]["black"])
    yield "white's area", samples(done, lambda result: result["area"]["white"])
    yield "black's lead, every stone alive", samples(done, lead_on_the_board)
    yield "black's lead", samples(done, lead)


def handicaps(results: Results, done: Results) -> Table:
    """Return black's results with each handicap."""
    rows: list[tuple[Cell, ...]] = []
    for stones in sorted({len(result["handicap"]) for result in results.values()}):
        of = [result for result in results.values() if len(result["handicap"]) == stones]
        leads = [lead(result) for result in done.values() if len(result["handicap"]) == stones]
        wins = sum(result["winner"] == BLACK.value for result in of)
        rows.append((str(stones), len(of), wins, len(leads), *mean_and_errors(leads)))
    columns = ("stones", "games", "black won", "counted", "black's mean lead", "standard deviation", "standard error")
    return Table("handicaps", columns, rows)


# ---------------------------------------------------------------- as files


def record(parameters: Parameters, key: str, result: Result) -> tuple[str, bytes]:
    """Return a game as a file in SGF, and the name for it."""
    points = [int(result["moves"][at : at + 2], 16) or None for at in range(0, len(result["moves"]), 2)]
    moves = [((WHITE, BLACK)[number % 2], point) for number, point in enumerate(points)]
    others = {"black": "a random mover", "white": "a random mover", **dict.fromkeys(result["cycles"], "Wally")}
    engine = (parameters.get("engine") or "").replace(SEED_IN_COMMAND, key)
    names = {side: engine or other if other != "Wally" else other for side, other in others.items()}
    notes = {"PB": names["black"], "PW": names["white"], "RE": sgf_result(result), "GC": remark(result)}
    stones = {int(point, 16): BLACK for point in result["handicap"]}
    return f"seed-{key}.sgf", written(Record(SIZE, stones, moves, to_move=WHITE, notes=notes))


def sgf_result(result: Result) -> str:
    """Return the property RE of a game."""
    if result["end"] == "resignation":
        return f"{result['winner'][0].upper()}+R"
    return result["score"] or "Void"


def remark(result: Result) -> str:
    """Return a remark on the end of a game and on who has counted it."""
    return f"End: {result['end']}. Counted by {result['counted_by']}." + f" {result['fault']}" * bool(result["fault"])


COMMON: dict[str, Any] = {
    "things": "games", "key": "seed", "planned": plan, "shape": SHAPE, "worst": worst, "report": report,
    "spoilt": fault, "record": record,
}  # fmt: skip
RANDOM = Workload(
    name="wally-random", title="Wally against a random mover", defaults=RANDOM_DEFAULTS, do=do_random, **COMMON
)
SELF = Workload(name="wally-self", title="Wally against himself", defaults=SELF_DEFAULTS, do=do_self, **COMMON)
GTP = Workload(name="wally-gtp", title="Wally against another program", defaults=GTP_DEFAULTS, do=do_gtp, **COMMON)
