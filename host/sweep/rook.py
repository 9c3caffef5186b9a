"""The workload rook-positions: an ALGOL program mates with king and rook (or queen) from all positions, on the 6600.

An item is a square of Black's king, with all positions in which he stands there or those of them that have been drawn.
Each position is a game against the best defender; what is measured is White's thinking.
"""

from __future__ import annotations

import hashlib
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from host.games.endings import board
from host.games.endings.board import Position
from host.games.endings.games import ENDS, MATE, Game, Games, written
from host.games.endings.perfect import perfect
from host.games.endings.program import VERSIONS, Ending, program_hash
from host.sweep.figures import Histogram, Report, Sample, Table
from host.sweep.work import ForeignWorker
from host.sweep.workload import Item, Parameters, Plan, Result, Results, Workload, WrongUse

DEFAULTS: dict[str, Any] = {"version": "new", "count": None, "seed": 1}
SHAPE = {
    "games": [
        {
            "start": str,  # White's men: Kh1 Ra1
            "moves": str,  # of both sides
            "end": str,
            "excess": (int, None),  # moves more than perfect play needs; of a game that is won
            "cycles": [int],  # of White's thinking: his first move, the quickest, all together, the slowest
        }
    ]
}

_own = threading.local()  # programs of each thread: a Dask worker may have several


# ---------------------------------------------------------------- which positions


def plan(options: Mapping[str, Any]) -> Plan:
    """Return the squares of Black's king, each with the places of White's men; None: all of them."""
    parameters = {**DEFAULTS, **options}
    version, count = parameters["version"], parameters["count"]
    starts = board.starts(VERSIONS[version].piece)
    if count is not None and count > len(starts):
        raise WrongUse(f"--count {count}: there are {len(starts):,} positions")
    parameters["program"] = program_hash(version)
    if count is None:
        del parameters["seed"]
        return Plan(parameters, [Item(board.name(black), None) for black in range(board.SQUARES)])
    return Plan(parameters, list(items(drawn(starts, count, Random(f"positions {parameters['seed']}")))))


def drawn(positions: Sequence[Position], count: int, chance: Random) -> list[Position]:
    """Return some positions, each with the same probability; only `random()` is drawn, the same in every Python."""
    starts = list(positions)
    for place in range(count):
        other = place + int(chance.random() * (len(starts) - place))
        starts[place], starts[other] = starts[other], starts[place]
    return sorted(starts[:count])


def items(starts: list[Position]) -> Iterator[Item]:
    """Yield positions by the squares of Black's king."""
    for black in range(board.SQUARES):
        if here := [[each.king, each.piece] for each in starts if each.black == black]:
            yield Item(board.name(black), here)


# ---------------------------------------------------------------- games


def games_of(version: str) -> Games:
    """Return the games of this thread's program, which is as it was when it had been loaded."""
    known: dict[str, Games] = _own.__dict__.setdefault("games", {})
    if version not in known:
        known[version] = Games(Ending(version))
    known[version].ending.restart()
    return known[version]


def prepare() -> None:
    """Compile, or load from the cache."""
    games_of(DEFAULTS["version"])


def do(parameters: Parameters, item: Item) -> Result:
    """Play from the positions of an item."""
    version = parameters["version"]
    if parameters["program"] != program_hash(version):
        raise ForeignWorker(f"a worker has another program: {program_hash(version)}, expected {parameters['program']}")
    black, piece = board.square(item.key), VERSIONS[version].piece
    if item.work is None:
        starts = board.starts(piece, black)
    else:
        starts = tuple(Position(king, man, black) for king, man in item.work)
    games = games_of(version).games(starts)
    return {"games": [as_result(start, game, piece) for start, game in zip(starts, games, strict=True)]}


def as_result(start: Position, game: Game, piece: str) -> dict[str, Any]:
    """Return a game as plain JSON."""
    cycles = game.cycles
    return {
        "start": written(start, piece).rpartition(" ")[0],
        "moves": str(game),
        "end": game.end,
        "excess": len(cycles) - perfect(piece).moves(start) if game.end == MATE else None,
        "cycles": [cycles[0], min(cycles), sum(cycles), max(cycles)],
    }


# ---------------------------------------------------------------- all of them


class Played(NamedTuple):
    """A game of the journal."""

    start: str  # all three men
    moves: list[str]  # of both sides
    end: str
    excess: int | None
    cycles: list[int]

    @property
    def length(self) -> int:
        """White's moves."""
        return -(-len(self.moves) // 2)

    @property
    def perfect(self) -> int:
        """White's moves in perfect play."""
        men = self.start.split()
        king, piece, black = (board.square(man[1:]) for man in men)
        return perfect(men[1][0]).moves(Position(king, piece, black))


def played(results: Results) -> list[Played]:
    """Return all games, by the squares of Black's king, White's king and his piece."""
    found = []
    for key in sorted(results, key=board.square):
        for game in results[key]["games"]:
            start = f"{game['start']} K{key}"
            found.append(Played(start, game["moves"].split(), game["end"], game["excess"], game["cycles"]))
    return found


def worst(key: str, result: Result) -> Sample:
    """Return the cycles of the slowest move of an item."""
    slowest = max(result["games"], key=lambda game: game["cycles"][-1])
    return Sample(slowest["cycles"][-1], f"from {slowest['start']} K{key}")


def report(parameters: Parameters, results: Results) -> Report:
    """Return how well the program plays, and how long it thinks."""
    games = played(results)
    won = [each.length for each in games if each.end == MATE]
    remarks = [
        f"first moves: sha256 {digest(f'{each.start} {each.moves[0]}' for each in games)}",
        f"games: sha256 {digest(' '.join([each.start, *each.moves]) for each in games)}",
    ]
    counts = Counter(won)
    by_length = {length: counts[length] for length in range(min(won, default=1), max(won, default=0) + 1)}
    bars = Histogram("won games by their length", "moves", 1, by_length)
    return Report(remarks, [ends(games), lengths(games), times(games)], [bars])


def digest(lines: Iterable[str]) -> str:
    """Return the SHA-256 of lines, in hexadecimal."""
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def ends(games: list[Played]) -> Table:
    """Return how the games have ended."""
    counts = [sum(each.end == end for each in games) for end in ENDS]
    return Table("games", ("against the best defender", *ENDS), [("number", *counts)])


def lengths(games: list[Played]) -> Table:
    """Return how many moves it took, and how many it takes; of the games that are won."""
    won = [each for each in games if each.end == MATE]
    rows = {
        "the program": [each.length for each in won],
        "perfect play": [each.perfect for each in won],
        "excess": [each.excess or 0 for each in won],
    }
    table = [(name, f"{sum(row) / len(row):.4f}", max(row)) for name, row in rows.items() if row]
    best = sum(not each.excess for each in won)
    share = f"{100 * best / len(won):.2f} %" if won else ""
    return Table("moves to mate", ("of won games", "mean", "most"), [*table, ("as few as perfect play", share, best)])


def times(games: list[Played]) -> Table:
    """Return how long White thought: in all his moves, and in the first of each game, from all positions."""
    first, quickest, together, slowest = zip(*(each.cycles for each in games), strict=True)
    moves = sum(each.length for each in games)
    of_all = (moves, min(quickest), sum(together) / moves, max(slowest), games[slowest.index(max(slowest))].start)
    of_first = (len(games), min(first), sum(first) / len(games), max(first), games[first.index(max(first))].start)
    columns = ("cycles", "number", "least", "mean", "most", "in the game from")
    return Table("thinking", columns, [("of all White's moves", *of_all), ("of his first ones", *of_first)])


ROOK = Workload(
    name="rook-positions",
    title="an ALGOL program mates from all positions",
    things="squares of Black's king",
    key="square",
    options=tuple(DEFAULTS),
    plan=plan,
    prepare=prepare,
    do=do,
    shape=SHAPE,
    worst=worst,
    report=report,
)
