"""The workload samuel-learning: series of games in which the 704's checkers program learns, then matches as a test.

An item is a series, determined by its seed. Afterwards the learned polynomial plays, without learning, against piece
advantage alone and against the polynomial that the series began with: each opening twice, with colours exchanged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

from emulators.ibm704.machine import MICROSECONDS
from host.experiments.sweeps.checkers import program_hash
from host.experiments.sweeps.report import Cell, Report, Sample, Table
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
from host.games.boards import Colour
from host.games.checkers.learning import SERIES, Learner, Memory, Played, Term, parse, played
from host.games.checkers.program import CheckersProgram

DEFAULTS = {"series": 4, "seed": 1, "games": 42, "rules": "second", "signs": False, "openings": 100}
PAIRS = [[first, second] for first in range(7) for second in range(7)]  # the first two moves
MOST_OPENINGS = 1000
PIECES, START = "piece advantage only", "the first polynomial"
RESULTS = ("won", "drawn", "lost")
TALLY = dict.fromkeys(RESULTS, int)
SHAPE = {
    "history": [str],  # a remark for each game
    "cards": [str],  # of the memory at the end
    "start": [str],  # of the memory at the beginning
    "seconds": int,  # of the 704, for the series
    "matches": {PIECES: TALLY, START: TALLY},
}


def plan(parameters: dict[str, Any]) -> Plan:
    """Return a series for each seed."""
    if parameters["rules"] not in SERIES:
        raise WrongUse(f"there are no rules '{parameters['rules']}': there are {', '.join(SERIES)}")
    if parameters["openings"] > MOST_OPENINGS:
        raise WrongUse(f"{parameters['openings']} openings: there are at most {MOST_OPENINGS}")
    seeds = range(parameters["seed"], parameters["seed"] + parameters["series"])
    return Plan({**parameters, "program": program_hash()}, [Item(str(seed), seed) for seed in seeds])


def openings(count: int) -> list[list[int]]:
    """Return forced moves, always the same: all pairs of first moves, in any order, then four moves at random."""
    chance, order = Random("openings"), Random("order")
    more = [[int(chance.random() * 7) for _ in range(4)] for _ in range(max(0, count - len(PAIRS)))]
    return [*sorted(PAIRS, key=lambda pair: order.random()), *more][:count]


def learner() -> Learner:
    """Return this thread's program, in its state after loading."""

    def loaded() -> tuple[CheckersProgram, Any]:
        program = CheckersProgram("compiled")
        return program, program.machine.snapshot()

    program, start = kept("samuel learns", loaded)
    program.machine.restore(start)
    return Learner(program)


def do(parameters: Parameters, item: Item) -> Result:
    """Play a series, then the matches."""
    check_same("program", parameters["program"], program_hash())
    pupil = learner()
    start = memory = pupil.begin(SERIES[parameters["rules"]], item.work, parameters["signs"])
    began = pupil.program.machine.cycles
    for _ in range(parameters["games"]):
        _, memory = pupil.game(memory)
    seconds = round((pupil.program.machine.cycles - began) * MICROSECONDS / 1e6)
    return {
        "history": list(memory.history),
        "cards": list(memory.cards),
        "start": list(start.cards),
        "seconds": seconds,
        "matches": {
            PIECES: match(memory.alpha, nothing(memory.alpha), parameters["openings"]),
            START: match(memory.alpha, start.alpha, parameters["openings"]),
        },
    }


def nothing(terms: Iterable[Term]) -> list[Term]:
    """Return the terms with coefficients of 0, so that piece advantage alone counts."""
    return [term._replace(coefficient="+0") for term in terms]


def match(alpha: Sequence[Term], beta: Sequence[Term], count: int) -> dict[str, int]:
    """Play two polynomials against each other without learning; return the results for the first."""
    player = learner()
    player.seat(alpha, beta)
    found = Counter(player.match_game(colour, each)[0] for each in openings(count) for colour in Colour)
    return {each: found[each] for each in RESULTS}


# ---------------------------------------------------------------- all of them
SEVEN = 7  # games: Samuel's figures are for groups of seven


def games_of(result: Result) -> list[Played]:
    """Return the games of a series."""
    return [game for remark in result["history"] if (game := played(remark))]


def memory_of(result: Result) -> Memory:
    """Return the memory at the end of a series."""
    return parse("\n".join(result["cards"]), "the memory of the series")


def report(parameters: Parameters, results: Results) -> Report:
    """Return games, corrections, leaders, matches."""
    return Report([], [series(results), sevens(results), *matches(results), polynomials(results)], [])


def series(results: Results) -> Table:
    """Return a table of the series."""
    rows: list[tuple[Cell, ...]] = []
    for key, result in results.items():
        games, memory = games_of(result), memory_of(result)
        counts = Counter(game.result for game in games)
        discarded = sum(term.discarded > 0 for term in memory.terms)
        course = memory.course
        changes = f"{course.adjustments / max(1, len(games)):.1f}"
        numbers = (*(counts[each] for each in ("won", "lost", "drawn")), course.adoptions, course.resets)
        led = sum(term.led > 0 for term in memory.terms)
        rows.append((f"seed {key}", len(games), *numbers, changes, led, discarded, result["seconds"]))
    columns = ("series", "games", "Alpha won", "lost", "drawn", "adoptions", "resets", "corrections a game",
               "terms that led", "terms discarded", "704's seconds")  # fmt: skip
    return Table("series", columns, rows)


def sevens(results: Results) -> Table:
    """Return won and lost games for each seven, with the changes of leader."""
    rows: list[tuple[Cell, ...]] = []
    for key, result in results.items():
        games = games_of(result)
        for first in range(0, len(games), SEVEN):
            group = games[first : first + SEVEN]
            counts = Counter(game.result for game in group)
            led = [game.led for game in group]
            numbers = (*(counts[each] for each in ("won", "lost", "drawn")), sum(sum(each.values()) for each in led))
            which = f"seed {key}, games {first + 1} to {first + len(group)}"
            rows.append((which, *numbers, len(set().union(*led)), sum(game.changes for game in group)))
    columns = ("games", "Alpha won", "lost", "drawn", "changes of leader", "by n terms", "corrections")
    return Table("by sevens", columns, rows)


def matches(results: Results) -> Iterator[Table]:
    """Yield the matches after learning."""
    for opponent in (PIECES, START):
        rows: list[tuple[Cell, ...]] = []
        shares = []
        for key, result in results.items():
            found = result["matches"][opponent]
            games = sum(found.values())
            if games:
                shares.append((found["won"] + found["drawn"] / 2) / games)
                rows.append((f"seed {key}", games, *(found[each] for each in RESULTS), f"{100 * shares[-1]:.1f} %"))
        if rows:
            rows.append(("all", "", "", "", "", f"{100 * sum(shares) / len(shares):.1f} %"))
            yield Table(f"the learned polynomial against {opponent}", ("series", "games", *RESULTS, "score"), rows)


def polynomials(results: Results) -> Table:
    """Return the terms that are highest at the end."""
    rows: list[tuple[Cell, ...]] = []
    for key, result in results.items():
        terms = [f"{term.sign}{term.name} {term.power}" for term in memory_of(result).leaders if term.power is not None]
        rows.append((f"seed {key}", " ".join(terms[:12])))
    return Table("polynomials at the end: signs and powers", ("series", "terms"), rows)


def record(parameters: Parameters, key: str, result: Result) -> tuple[str, bytes]:
    """Return the memory of a series as a file, and the name for it."""
    lines = (*(f"~# {each}" for each in result["history"]), *result["cards"])
    return f"seed-{key}.deck", "".join(f"{line}\n" for line in lines).encode("ascii")


def worst(key: str, result: Result) -> Sample:
    """Return the time of a series."""
    return Sample(result["seconds"], f"seconds of the 704, seed {key}")


SAMUEL_LEARNING = Workload(
    name="samuel-learning",
    title="the 704's checkers program learns",
    things="series",
    key="seed",
    defaults=DEFAULTS,
    planned=plan,
    do=do,
    shape=SHAPE,
    worst=worst,
    report=report,
    record=record,
)
