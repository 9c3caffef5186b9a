"""The workload rook-positions: an ALGOL program mates with king and rook, or other pieces, from all positions.

An item is a square of Black's king, with all positions that have it there, or a random selection of them.
Each position is a game on the 6600 against the best defender; the measured time is White's thinking.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from emulators.cdc6600.machine import Cdc6600
from host.experiments.sweeps import contest
from host.experiments.sweeps.contest import BEST, RANDOM, is_command, version_of
from host.experiments.sweeps.report import Cell, Histogram, Report, Sample, Table, mean_and_errors
from host.experiments.sweeps.workload import (
    Item,
    Parameters,
    Plan,
    Result,
    Results,
    Workload,
    WrongUse,
    check_same,
    kept,
)
from host.games.endings import perfect as board
from host.games.endings.notation import VERSIONS
from host.games.endings.perfect import NOWHERE, Position, around, open_to_black, perfect, starts
from host.games.endings.program import ENDS, MATE, Defender, Ending, Game, Games, program_hash, written

# ---------------------------------------------------------------- rook
ROOK_DEFAULTS: dict[str, Any] = {"version": "new", "count": None, "longest": None, "seed": 1, "quick": None}
ROOK_SHAPE = {
    "games": [
        {
            "start": str,  # White's men: Kh1 Ra1
            "moves": str,  # of both sides
            "end": str,
            "excess": (int, None),  # moves more than perfect play needs; of a game that is won
            "cycles": [int],  # of White's thinking: the first move, the quickest, all together, the slowest
        }
    ]
}

# ---------------------------------------------------------------- which positions


def plan_rook(parameters: dict[str, Any]) -> Plan:
    """Return the squares of Black's king, each with the places of White's men; None: all of them."""
    version, count, longest = parameters["version"], parameters["count"], parameters["longest"]
    pieces = VERSIONS[version].pieces
    starts: Sequence[Position] = board.starts(pieces)
    if longest:
        if count is not None:
            raise WrongUse("--count and --longest: one of the two")
        starts = board.farthest(pieces)
    if count is not None and count > len(starts):
        raise WrongUse(f"--count {count}: there are {len(starts):,} positions")
    parameters["program"] = program_hash(version)
    if longest:
        del parameters["seed"]
        return Plan(parameters, list(items(starts)))
    if count is None:
        del parameters["seed"]
        return Plan(parameters, [Item(board.name(black), None) for black in range(board.SQUARES)])
    return Plan(parameters, list(items(drawn(starts, count, Random(f"positions {parameters['seed']}")))))


def drawn(positions: Sequence[Position], count: int, chance: Random) -> list[Position]:
    """Return some positions, all equally likely.

    Only `random()` is drawn: its numbers are the same in every version of Python.
    """
    moved: dict[int, int] = {}  # places of a list shuffled so far -> its element there, if moved
    for place in range(count):
        other = place + int(chance.random() * (len(positions) - place))
        moved[place], moved[other] = moved.get(other, other), moved.get(place, place)
    return sorted(positions[moved[place]] for place in range(count))


def items(starts: Sequence[Position]) -> Iterator[Item]:
    """Yield positions by the squares of Black's king."""
    for black in range(board.SQUARES):
        if here := [list(each[:-1]) for each in starts if each.black == black]:
            yield Item(board.name(black), here)


# ---------------------------------------------------------------- games


def do_rook(parameters: Parameters, item: Item) -> Result:
    """Play from the positions of an item."""
    version = parameters["version"]
    check_same("program", parameters["program"], program_hash(version))
    black, pieces = board.square(item.key), VERSIONS[version].pieces
    starts = board.starts(pieces, black) if item.work is None else [Position(*white, black) for white in item.work]
    games = Games(ending_of(version, not parameters["quick"])).games(starts)
    return {"games": [as_result(start, game, pieces) for start, game in zip(starts, games, strict=True)]}


def as_result(start: Position, game: Game, pieces: str) -> dict[str, Any]:
    """Return a game as plain JSON."""
    cycles = game.cycles
    return {
        "start": written(start, pieces).rpartition(" ")[0],
        "moves": str(game),
        "end": game.end,
        "excess": len(cycles) - perfect(pieces).moves(start) if game.end == MATE else None,
        "cycles": [cycles[0], min(cycles), sum(cycles), max(cycles)],
    }


# ---------------------------------------------------------------- all of them


class Played(NamedTuple):
    """A game of the journal."""

    start: str  # all men
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
        pieces = "".join(man[0] for man in men[1:-1])
        return perfect(pieces).moves(Position(*(board.square(man[1:]) for man in men)))


def played(results: Results) -> list[Played]:
    """Return all games, by the squares of Black's king, White's king and White's pieces."""
    found = []
    for key in sorted(results, key=board.square):
        for game in results[key]["games"]:
            start = f"{game['start']} K{key}"
            found.append(Played(start, game["moves"].split(), game["end"], game["excess"], game["cycles"]))
    return found


def slowest_move(key: str, result: Result) -> Sample:
    """Return the cycles of the slowest move of an item."""
    slowest = max(result["games"], key=lambda game: game["cycles"][-1])
    return Sample(slowest["cycles"][-1], f"from {slowest['start']} K{key}")


def report_rook(parameters: Parameters, results: Results) -> Report:
    """Return the program's results beside perfect play, and its thinking times."""
    games = played(results)
    won = [each.length for each in games if each.end == MATE]
    remarks = [
        f"first moves: sha256 {digest(f'{each.start} {each.moves[0]}' for each in games)}",
        f"games: sha256 {digest(' '.join([each.start, *each.moves]) for each in games)}",
    ]
    counts = Counter(won)
    by_length = {length: counts[length] for length in range(min(won, default=1), max(won, default=0) + 1)}
    bars = Histogram("won games by their length", "moves", 1, by_length)
    title = "instructions" if parameters["quick"] else "thinking"
    return Report(remarks, [rook_ends(games), rook_lengths(games), times(games, title)], [bars])


def digest(lines: Iterable[str]) -> str:
    """Return the SHA-256 of lines, in hexadecimal."""
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def rook_ends(games: list[Played]) -> Table:
    """Return a table of the ends of the games."""
    counts = [sum(each.end == end for each in games) for end in ENDS]
    return Table("games", ("against the best defender", *ENDS), [("number", *counts)])


def rook_lengths(games: list[Played]) -> Table:
    """Return the lengths of the won games beside those of perfect play, in moves."""
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


def times(games: list[Played], title: str) -> Table:
    """Return White's thinking times: for all moves, and for the first move of each game."""
    first, quickest, together, slowest = zip(*(each.cycles for each in games), strict=True)
    moves = sum(each.length for each in games)
    of_all = (moves, min(quickest), sum(together) / moves, max(slowest), games[slowest.index(max(slowest))].start)
    of_first = (len(games), min(first), sum(first) / len(games), max(first), games[first.index(max(first))].start)
    columns = (
        "instructions" if title == "instructions" else "cycles",
        "number",
        "least",
        "mean",
        "most",
        "in the game from",
    )
    return Table(title, columns, [("of all White's moves", *of_all), ("of his first ones", *of_first)])


ROOK = Workload(
    name="rook-positions",
    title="an ALGOL program mates from all positions",
    things="squares of Black's king",
    key="square",
    defaults=ROOK_DEFAULTS,
    planned=plan_rook,
    do=do_rook,
    shape=ROOK_SHAPE,
    worst=slowest_move,
    report=report_rook,
)


# ---------------------------------------------------------------- match_endings
DEFAULTS: dict[str, Any] = {"players": [], "games": 100, "seed": 1, "quick": False}
DEFENDERS = (BEST, RANDOM)
MACHINE = "CDC 6600"
SHAPE = {
    "white": str,  # the players' names on the command line
    "black": str,
    "start": str,  # Kh1 Ra1 Kd5
    "moves": str,  # of both sides
    "end": str,
    "perfect": int,  # White's moves up to mate, if both play as well as can be
    "cycles": {"white": [int], "black": [int]},  # of White's thinking, a figure for each move
}


# ---------------------------------------------------------------- which games


def plan(parameters: dict[str, Any]) -> Plan:
    """Return the games: each program against each defender. Raises WrongUse."""
    players = parameters["players"]
    for each in players:
        if is_command(each):
            raise WrongUse(f"'{each}' plays no endings: expected {' or '.join(DEFENDERS)}")
    programs = [each for each in players if each not in DEFENDERS]
    if len(programs) in (0, len(players)):
        expected = f"{' or '.join(DEFENDERS)}" if programs else "rook:VERSION, queen, bishops, knight or triangles"
        raise WrongUse(f"{', '.join(players)} have no opponent: expected {expected}, too")
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


# ---------------------------------------------------------------- one game


def do(parameters: Parameters, item: Item) -> Result:
    """Play a game."""
    white, black, seed = item.work
    player, defender = parameters["players"][white], parameters["players"][black]
    version = version_of(player)
    check_same(player, parameters["programs"][player], program_hash(version))
    ending, pieces = ending_of(version, not parameters["quick"]), VERSIONS[version].pieces
    every, chance = starts(pieces), Random(f"position {seed}")
    start = every[int(chance.random() * len(every))]
    other = None if defender == BEST else at_random(pieces, Random(f"defender {seed}"))
    game = Games(ending, other).game(start)
    return {
        "white": player,
        "black": defender,
        "start": written(start, pieces),
        "moves": str(game),
        "end": game.end,
        "perfect": perfect(pieces).moves(start),
        "cycles": {"white": game.cycles, "black": []},
    }


def ending_of(version: str, exact: bool = True) -> Ending:
    """Return this thread's program, in its state after loading."""
    ending = kept(("ending", version, exact), lambda: Ending(version, exact=exact))
    ending.restart()
    return ending


def at_random(pieces: str, chance: Random) -> Defender:
    """Return a defender that makes random legal moves, all equally likely; only `random()` is drawn."""

    def answer(position: Position) -> int:
        free = open_to_black(pieces, position[:-1])
        squares = [each for each in sorted(around(position.black)) if free >> each & 1]
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
    """Return the ends and lengths of the games, and White's thinking times."""
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
    """Return a table of the ends of the games."""
    rows: list[tuple[Cell, ...]] = []
    for title, of in groups(results):
        counts = [sum(each["end"] == end for each in of) for end in ENDS]
        rows.append((title, len(of), *counts))
    return Table("how they ended", ("players", "games", *ENDS), rows)


def lengths(results: Results) -> Table:
    """Return the number of moves to mate, beside the number against the best defender."""
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


MATCH_ENDINGS = Workload(
    name="match-endings",
    title="an ALGOL program mates, against defenders",
    things="games",
    key="game",
    defaults=DEFAULTS,
    planned=plan,
    do=do,
    shape=SHAPE,
    worst=worst,
    report=report,
)
