"""What all matches have in common: who plays whom, how the games came out, what that says."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from host.sweep.contenders import label
from host.sweep.elo import elo
from host.sweep.figures import Cell, Sample, Table, mean_and_errors, percentile
from host.sweep.match import DRAW, NOBODY
from host.sweep.workload import Result, Results, WrongUse

SHOWN_FAULTS = 10  # in the report
MEASURED = ("moves", "mean", "90 %", "worst", "where")


class Pair(NamedTuple):
    """Two of the players, by their numbers, and a game of theirs."""

    first: int
    second: int
    seed: int


class Score(NamedTuple):
    """How the games of two players came out, for the first of them."""

    first: int
    second: int
    won: int
    drawn: int
    lost: int
    nobody: int  # games without a result
    as_black: tuple[int, int]  # games that the first one won with black, of so many with a result
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
    """A game, as far as the score is concerned."""

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
    """Return what the players are called in tables, numbered where two are the same."""
    called = [*map(label, players)]
    return [
        f"{each} ({called[: number + 1].count(each)})" if called.count(each) > 1 else each
        for number, each in enumerate(called)
    ]


# ---------------------------------------------------------------- how it came out


def scores(players: Sequence[str], outcomes: Iterable[Outcome]) -> list[Score]:
    """Return how each two players fared who have played."""
    found: dict[tuple[int, int], list[Outcome]] = {}
    for each in outcomes:
        found.setdefault((each.pair.first, each.pair.second), []).append(each)
    return [score(*each, found[each]) for each in sorted(found)]


def score(first: int, second: int, outcomes: Sequence[Outcome]) -> Score:
    """Return how two players fared."""
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
    """Return the games of each two players, and what they say of their strength."""
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
    points: dict[tuple[int, int], tuple[float, int]] = {}  # one, another: his points in so many games
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
    """Yield how long the machines here have thought."""
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
    """Return what the players say they are, if it is not what they are called on the command line."""
    found = {(each[colour], each["titles"][colour]) for each in results.values() for colour in SIDES}
    return [f"{label(name)}: {title}" for name, title in sorted(found) if title and title not in name]


def faults(found: Iterable[tuple[str, str, str]]) -> list[str]:
    """Return what is said of games that were spoilt: key, player and what he did."""
    every = list(found)
    counts = Counter(label(player) for _, player, _ in every)
    lines = [f"{player}: {games:,} games spoilt" for player, games in counts.items()]
    lines += [f"game {key}: {label(player)}: {words}" for key, player, words in every[:SHOWN_FAULTS]]
    return lines + [f"{len(every) - SHOWN_FAULTS:,} more"] * (len(every) > SHOWN_FAULTS)


def spread(values: Sequence[int]) -> tuple[Cell, ...]:
    """Return the least, the mean and the greatest of some values."""
    return (min(values), sum(values) / len(values), max(values))
