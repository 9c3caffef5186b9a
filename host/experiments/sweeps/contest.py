"""The common part of all matches: pairing of players, scores, and differences in strength."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from emulators.errors import did_you_mean
from host.experiments.sweeps.go_game import DRAW, NOBODY
from host.experiments.sweeps.report import Cell, Sample, Table, first_of, mean_and_errors, percentile
from host.experiments.sweeps.workload import Result, Results, WrongUse
from host.games.endings.notation import DEFAULT, VERSIONS, VERSIONS_OF_ROOK
from host.games.engine import EngineError
from host.games.go.game import PROGRAMS
from host.options import decimal

# ---------------------------------------------------------------- contest
MEASURED = ("moves", "mean", "90 %", "worst", "where")


class Pair(NamedTuple):
    """Two of the players, by their numbers, and a game of theirs."""

    first: int
    second: int
    seed: int


class Score(NamedTuple):
    """The results of the games of two players, for the first of them."""

    first: int
    second: int
    won: int
    drawn: int
    lost: int
    nobody: int  # games without a result
    as_black: tuple[int, int]  # games that the first one won with black, and its games with black and a result
    as_white: tuple[int, int]
    leads: list[float]  # of the first one, in the games that were counted

    @property
    def games(self) -> int:
        """Games with a result."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """Points of the first one."""
        return self.won + self.drawn / 2


class Outcome(NamedTuple):
    """The part of a game that matters for the score."""

    pair: Pair
    first_is_black: bool
    winner: str  # black, white, draw, nobody
    lead: float | None = None  # black's


# ---------------------------------------------------------------- who plays whom


def pairs(players: Sequence[str], games: int, seed: int) -> Iterator[tuple[str, Pair]]:
    """Yield the key and the players of each game: everybody against everybody else."""
    if len(players) < 2:
        raise WrongUse("a match has two players, or more")
    for number in range(seed, seed + games):
        for first, second in itertools.combinations(range(len(players)), 2):
            key = str(number) if len(players) == 2 else f"{first + 1}-{second + 1}-{number}"
            yield key, Pair(first, second, number)


def pair_of(key: str) -> Pair:
    """Return the players and the seed of a key."""
    first, second, seed = (int(each) for each in key.split("-")) if "-" in key else (1, 2, int(key))
    return Pair(first - 1, second - 1, seed)


def names(players: Sequence[str]) -> list[str]:
    """Return the players' names for tables, numbered where two are equal."""
    called = [*map(label, players)]
    return [
        f"{each} ({called[: number + 1].count(each)})" if called.count(each) > 1 else each
        for number, each in enumerate(called)
    ]


# ---------------------------------------------------------------- scores


def scores(players: Sequence[str], outcomes: Iterable[Outcome]) -> list[Score]:
    """Return the score of each two players that have played."""
    found: dict[tuple[int, int], list[Outcome]] = {}
    for each in outcomes:
        found.setdefault((each.pair.first, each.pair.second), []).append(each)
    return [score(*each, found[each]) for each in sorted(found)]


def score(first: int, second: int, outcomes: Sequence[Outcome]) -> Score:
    """Return the score of two players."""
    counts: Counter[str] = Counter()
    colours = {True: [0, 0], False: [0, 0]}
    for each in outcomes:
        own = "black" if each.first_is_black else "white"
        result = "won" if each.winner == own else each.winner if each.winner in (DRAW, NOBODY) else "lost"
        counts[result] += 1
        colours[each.first_is_black][0] += result == "won"
        colours[each.first_is_black][1] += result != NOBODY
    leads = [each.lead if each.first_is_black else -each.lead for each in outcomes if each.lead is not None]
    black, white = ((won, games) for won, games in (colours[True], colours[False]))
    return Score(first, second, counts["won"], counts[DRAW], counts["lost"], counts[NOBODY], black, white, leads)


def results(players: Sequence[str], found: Sequence[Score]) -> Table:
    """Return the games of each two players, and the difference in strength that follows."""
    called = names(players)
    rows: list[tuple[Cell, ...]] = []
    for each in found:
        strength = elo(each.won, each.drawn, each.lost)
        share = f"{100 * each.points / each.games:.1f} %" if each.games else ""
        mean, _, error = mean_and_errors(each.leads)
        black, white = (f"{won}/{games}" for won, games in (each.as_black, each.as_white))
        title = f"{called[each.first]} - {called[each.second]}"
        counts = (each.games + each.nobody, each.won, each.drawn, each.lost, each.nobody)
        rows.append((title, *counts, share, str(strength), strength.interval, black, white, mean, error))
    columns = ("players", "games", "won", "drawn", "lost", "no result", "score", "Elo", "95 %", "black won",
               "white won", "mean lead", "standard error")  # fmt: skip
    return Table("results of the first of two", columns, rows)


def cross_table(players: Sequence[str], found: Sequence[Score]) -> list[Table]:
    """Return everybody's points against everybody else, best first; no table for two."""
    if len(players) < 3:
        return []
    points: dict[tuple[int, int], tuple[float, int]] = {}  # player, opponent -> points, games
    for each in found:
        points[each.first, each.second] = each.points, each.games
        points[each.second, each.first] = each.games - each.points, each.games
    of_all = [
        tuple(map(sum, zip((0, 0), *(each for pair, each in points.items() if pair[0] == me), strict=True)))
        for me in range(len(players))
    ]
    order = sorted(range(len(players)), key=lambda me: -of_all[me][0] / max(1, of_all[me][1]))
    rows: list[tuple[Cell, ...]] = []
    for me in order:
        cells = ["{:g}/{}".format(*points[me, you]) if (me, you) in points else "" for you in order]
        rows.append((names(players)[me], *cells, "{:g}/{}".format(*of_all[me])))
    return [Table("cross table", ("points", *(names(players)[each] for each in order), "all"), rows)]


# ---------------------------------------------------------------- machine times


Machine = Callable[[str], str | None]  # the machine on which a player runs here
Clocks = Mapping[str, float]  # machine -> Hz
SIDES = ("black", "white")


def thoughts(results: Results, player: str) -> Iterator[Sample]:
    """Yield the cycles of all of a player's moves."""
    for key, result in results.items():
        for colour in SIDES:
            if result[colour] == player:
                for number, cycles in enumerate(result["cycles"][colour], 1):
                    yield Sample(cycles, f"game {key}, {colour}'s answer {number}")


def longest(key: str, result: Result, machine: Machine, clocks: Clocks) -> Sample:
    """Return the milliseconds of a machine's longest thought in a game."""
    found = [Sample(0, f"game {key}")]
    for colour in SIDES:
        kind = machine(result[colour])
        if kind and result["cycles"][colour]:
            most = int(max(result["cycles"][colour]) * 1000 / clocks[kind])
            found.append(Sample(most, f"ms of {label(result[colour])}, game {key}"))
    return max(found, key=lambda sample: sample.value)


def times(players: Iterable[str], results: Results, machine: Machine, clocks: Clocks, what: str) -> Iterator[Table]:
    """Yield a table of thinking times for each machine here."""
    rows: list[tuple[Cell, ...]] = []
    for player in dict.fromkeys(players):
        kind, samples = machine(player), list(thoughts(results, player))
        if kind and samples:
            rows.append(measured(f"{label(player)}, {kind}", samples, clocks[kind]))
    if rows:
        yield Table(f"times of a move, {what}", ("player", *MEASURED), rows)


def measured(name: str, samples: Sequence[Sample], clock: float) -> tuple[Cell, ...]:
    """Return the row of a table with the columns MEASURED after the name: times of moves, in a machine's seconds."""
    ordered = sorted(sample.value for sample in samples)
    most = max(samples, key=lambda sample: sample.value)
    values = (sum(ordered) / len(ordered), percentile(ordered, 90), most.value)
    return (name, len(ordered), *(seconds(each / clock) for each in values), most.where)


def seconds(value: float) -> str:
    """Return a machine's time in three or four digits."""
    return f"{value * 1000:.1f} ms" if value < 0.1 else f"{value:.3f} s" if value < 10 else f"{value:.1f} s"


# ---------------------------------------------------------------- remarks


def titled(results: Results) -> list[str]:
    """Return the titles that players give themselves, where they differ from the names on the command line."""
    found = {(each[colour], each["titles"][colour]) for each in results.values() for colour in SIDES}
    return [f"{label(name)}: {title}" for name, title in sorted(found) if title and title not in name]


def faults(found: Iterable[tuple[str, str, str]]) -> list[str]:
    """Return remarks on spoilt games; `found`: key, player and fault of each."""
    every = list(found)
    counts = Counter(label(player) for _, player, _ in every)
    lines = [f"{player}: {games:,} games spoilt" for player, games in counts.items()]
    return lines + first_of([f"game {key}: {label(player)}: {words}" for key, player, words in every])


def fault(result: Result) -> str:
    """Return the fault of a program that spoilt a game; nothing if none did."""
    return result["fault"] or "" if result["culprit"] else ""


def ends(results: Results, kinds: Iterable[str], moves: Callable[[Result], int]) -> Table:
    """Return a table of the ends of the games, their winners and lengths."""
    rows: list[tuple[Cell, ...]] = []
    for end in dict.fromkeys(kinds):
        of = [result for result in results.values() if result["end"] == end]
        won, lengths = Counter(result["winner"] for result in of), [moves(result) for result in of]
        if of:
            least, mean, most = min(lengths), sum(lengths) / len(lengths), max(lengths)
            rows.append((end, *(won[each] for each in (*SIDES, DRAW, NOBODY)), least, mean, most))
    columns = ("end", "black won", "white won", "draws", "no result", "moves: least", "mean", "most")
    return Table("how they ended", columns, rows)


# ---------------------------------------------------------------- contenders
GO, CHECKERS, ENDINGS, CHESS = "Go", "checkers", "the endings", "chess"
GTP, HUB, UCI = PROTOCOLS = ("gtp:", "hub:", "uci:")
BERNSTEIN, SAMUEL, ROOK, BEST, RANDOM = "bernstein", "samuel", "rook", "best", "random"
SINGLE = tuple(name for name in VERSIONS if name not in VERSIONS_OF_ROOK)  # programs with one version
KNOWN = (*PROGRAMS, SAMUEL, BERNSTEIN, ROOK, *SINGLE, BEST, RANDOM)
NAMED = re.compile(r"([A-Za-z][\w.+-]*)=(.*)")
EXPECTED = (
    "expected wally, wally-walk, nps, zobrist or a GTP command (Go); samuel:DEPTH or a Hub command (checkers);"
    " bernstein:DEPTH or uci:COMMAND (chess); rook:VERSION, queen, bishops, knight or triangles, and best"
    " (the endings); or random"
)


def game_of(players: Sequence[str]) -> str:
    """Return the game that players can play with each other; raises WrongUse if there is none."""
    wanted = {each: game for each in players if (game := wants(each))}
    if len(set(wanted.values())) > 1:
        raise WrongUse(
            f"players of different games: {', '.join(f'{who} plays {game}' for who, game in wanted.items())}"
        )
    return next(iter(wanted.values()), GO)


def wants(player: str) -> str | None:
    """Return the game that a player plays; None if the others decide."""
    kind = unnamed(player).partition(":")[0]
    if kind in (HUB[:-1], SAMUEL):
        return CHECKERS
    if kind in (UCI[:-1], BERNSTEIN):
        return CHESS
    if kind in (*SINGLE, BEST, ROOK):
        return ENDINGS
    return GO if player in PROGRAMS or kind == GTP[:-1] else None


def is_command(player: str) -> bool:
    """Return whether a player is the command line of another program; raises WrongUse if it is no player at all."""
    if player in KNOWN or player.partition(":")[0] in (SAMUEL, BERNSTEIN, ROOK):
        return False
    if not command(player).strip():
        raise WrongUse(f"'{player}' is not a player: {EXPECTED}")
    return True


def command(player: str) -> str:
    """Return the command line of another program."""
    found = unnamed(player)
    return found.removeprefix(next((each for each in PROTOCOLS if found.startswith(each)), ""))


def unnamed(player: str) -> str:
    """Return a player without the name given to it."""
    match = NAMED.fullmatch(player)
    return match[2] if match else player


def label(player: str) -> str:
    """Return a player's name for tables: the one given to it, or all that was typed."""
    match = NAMED.fullmatch(player)
    return match[1] if match else player


def probe(players: Iterable[str], try_out: Callable[[str], None]) -> None:
    """Try each other program out; raises WrongUse if one cannot be started, or does not play."""
    for player in dict.fromkeys(players):
        if is_command(player):
            try:
                try_out(player)
            except EngineError as error:
                tip = f"; {did_you_mean(player, KNOWN, EXPECTED)}" if "cannot start" in str(error) else ""
                raise WrongUse(f"'{player}' cannot play: {error}{tip}") from error


def version_of(player: str) -> str:
    """Return the version of an ending's program; raises WrongUse."""
    if player in SINGLE:
        return player
    version = player.partition(":")[2] or DEFAULT
    if version not in VERSIONS_OF_ROOK:
        expected = [*(f"rook:{each}" for each in VERSIONS_OF_ROOK), *SINGLE]
        raise WrongUse(f"'{player}' is not a player: expected {', '.join(expected[:-1])} or {expected[-1]}")
    return version


def depth_of(player: str, default: int, depths: range) -> int:
    """Return how far the 704's program looks ahead; raises WrongUse."""
    program, _, text = player.partition(":")
    text = text or str(default)
    if not decimal(text) or int(text) not in depths:
        raise WrongUse(f"'{player}' is not a player: expected {program}:{depths[0]} to {program}:{depths[-1]}")
    return int(text)


# ---------------------------------------------------------------- elo
SCALE = 400 / math.log(10)
WIDTH = 1.959964  # standard errors on each side that leave 5 % outside
OUTSIDE = 0.05


class Elo(NamedTuple):
    """The difference between two players; positive if the first one is stronger. None: no finite one is known."""

    difference: float | None
    error: float | None  # standard error of the difference
    low: float | None  # the bounds of the 95 % confidence interval
    high: float | None

    def __str__(self) -> str:
        if self.difference is not None and self.error is not None:
            return f"{self.difference:+.0f} ± {self.error:.0f}"
        if self.low is not None:
            return f"above {self.low:+.0f}"
        return "" if self.high is None else f"below {self.high:+.0f}"

    @property
    def interval(self) -> str:
        """Return the bounds in words."""
        if self.low is None and self.high is None:
            return ""
        low, high = ("all" if each is None else f"{each:+.0f}" for each in (self.low, self.high))
        return f"{low} to {high}" if self.low is not None and self.high is not None else str(self)


def elo(won: int, drawn: int, lost: int) -> Elo:
    """Return the difference that these results give."""
    games = won + drawn + lost
    if games == 0:
        return Elo(None, None, None, None)
    score = (won + drawn / 2) / games
    if score in (0, 1):
        bound = difference_of(OUTSIDE ** (1 / games))
        return Elo(None, None, bound, None) if score else Elo(None, None, None, -bound)
    difference, error = difference_of(score), SCALE / math.sqrt(games * score * (1 - score))
    return Elo(difference, error, difference - WIDTH * error, difference + WIDTH * error)


def difference_of(score: float) -> float:
    """Return the difference that gives an expected score, above 0 and below 1."""
    return SCALE * math.log(score / (1 - score))
