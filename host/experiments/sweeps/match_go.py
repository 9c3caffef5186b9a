"""The workload match-go: programs that play Go against each other, here on their machines or elsewhere by GTP.

A game is determined by the players and by its seed, which draws the first moves. With alternating colours, two games
in a row have the same first moves and the colours exchanged.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from emulators.cdc6600.machine import Cdc6600
from emulators.kim1.teletype import CLOCK as KIM_CLOCK
from emulators.roms import manifest
from host.experiments.sweeps import contest, go_game
from host.experiments.sweeps.contest import RANDOM, Outcome, Pair, command, is_command
from host.experiments.sweeps.go_game import JUDGES, NOT_COUNTED, SEED_IN_COMMAND, leads, usual_judge, verdict
from host.experiments.sweeps.report import Cell, Report, Sample, Table, mean_and_errors
from host.experiments.sweeps.wally import handicap_stones
from host.experiments.sweeps.workload import (
    DIGITS,
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
from host.games.engine import EngineError, GtpEngine
from host.games.go import gtp
from host.games.go.game import PROGRAMS, GameError, Move, ProgramGame, Setup, sizes_of, standard_handicap
from host.games.go.program import DIALOGUES
from host.games.go.programs import game_of
from host.games.go.rules import Colour, Position
from host.games.go.sgf import Record, written
from host.games.program6600 import FOLDER, compiled
from host.games.wally import HANDICAPS
from host.games.wally_board import PROGRAMS as WALLYS
from host.machines.programs import find_source

BLACK, WHITE = Colour.BLACK, Colour.WHITE
AREA, TERRITORY = "area", "territory"
RULES = (AREA, TERRITORY)
FIRST, SECOND = "first", "second"
SIZES = range(5, 26)  # 25: GTP has no letters for more columns
LINES = (3, 4, 5)  # on which the first moves are drawn
DEFAULTS: dict[str, Any] = {
    "players": [], "games": 100, "seed": 1, "size": None, "handicap": 0, "black": None, "komi": 0.0, "opening": 4,
    "moves": None, "rules": AREA, "judge": None, "timeout": 60.0, "quick": False,
}  # fmt: skip
KIM, CDC = "KIM-1", "CDC 6600"
CLOCKS = {KIM: KIM_CLOCK, CDC: Cdc6600.clock}  # Hz
QUICK = "of the machines; the 6600's are instructions, ten million a second"
COUNTED = (go_game.PASSES, go_game.REPETITION, go_game.LIMIT)  # ends after which the board is counted

BOTH = {"area": int, "territory": int}  # black's lead in points, without komi
SHAPE = {
    "black": str,  # the player's name on the command line
    "white": str,
    "titles": {"black": str, "white": str},  # the names that the programs give themselves
    "handicap": [str],  # points of black's stones
    "opening": int,  # moves that were drawn
    "moves": str,  # all of them, the ones drawn first: K10, pass
    "first": str,  # the colour that moved first
    "end": str,
    "winner": str,
    "alive": (BOTH, None),  # with every stone on the board alive
    "judged": (BOTH, None),  # without the dead stones
    "dead": [str],
    "counted_by": str,
    "captured": {"black": int, "white": int},  # stones that each side has taken
    "cycles": {"black": [int], "white": [int]},  # of the machines here, for each move that was not drawn
    "refused": int,  # kos that Wally wanted to retake at once
    "fault": (str, None),  # the error of a program, or of the judge, that spoilt the game
    "culprit": (str, None),  # the colour of that program; None: the judge
}


# ---------------------------------------------------------------- which games


def plan(parameters: dict[str, Any]) -> Plan:
    """Return the games; raises WrongUse for players that cannot play each other on these terms."""
    players: list[str] = parameters["players"]
    for each in players:
        is_command(each)
    size = parameters["size"] = parameters["size"] or usual_size(players)
    for each in players:
        check_size(each, size)
    if parameters["moves"] is None:
        parameters["moves"] = 2 * size * size
    parameters["judge"] = parameters["judge"] or usual_judge()
    work = list(contest.pairs(players, parameters["games"], parameters["seed"]))
    for pair in {(pair.first, pair.second): pair for _, pair in work}.values():
        check_colours(parameters, pair)
    parameters["programs"] = {each: program_hash(each) for each in players if each in PROGRAMS}
    return Plan(parameters, [Item(key, list(pair)) for key, pair in work])


def usual_size(players: Sequence[str]) -> int:
    """Return the default size of the board: one that the players' programs here allow, else 19."""
    return min((PROGRAMS[each].sizes[0] for each in players if each in PROGRAMS), default=19)


def check_size(player: str, size: int) -> None:
    """Raise WrongUse if a player cannot play on a board."""
    if size not in SIZES:
        raise WrongUse(f"--size {size}: expected {SIZES[0]} to {SIZES[-1]}")
    if player in PROGRAMS and size not in PROGRAMS[player].sizes:
        raise WrongUse(f"{player} cannot play on {size} by {size}: {sizes_of(PROGRAMS[player])}")


def check_colours(parameters: Parameters, pair: Pair) -> None:
    """Raise WrongUse if two players cannot have the colours, or there is no such handicap."""
    players = parameters["players"]
    both = [players[each] for each in (pair.first, pair.second)]
    for black in blacks(parameters, pair):
        for colour, player in ((BLACK, both[black]), (WHITE, both[1 - black])):
            if player in PROGRAMS and colour not in PROGRAMS[player].colours:
                other = "two such players cannot play each other" if both[0] in WALLYS and both[1] in WALLYS else ""
                named = other or f"name it with --black {(FIRST, SECOND)[1 - black]}, or leave --black out"
                raise WrongUse(f"{player} plays {PROGRAMS[player].colours[0].value} only: {named}")
        try:
            stones_of(parameters, both[black])
        except GameError as error:
            raise WrongUse(f"--handicap {parameters['handicap']}: {error}") from error


def blacks(parameters: Parameters, pair: Pair) -> list[int]:
    """Return the player, 0 or 1, that has black: in a game with an odd seed, and in one with an even seed."""
    if parameters["black"]:
        return [(FIRST, SECOND).index(parameters["black"])]
    both = [parameters["players"][each] for each in (pair.first, pair.second)]
    only = [each in PROGRAMS and PROGRAMS[each].colours == (BLACK,) for each in both]
    if any(only):
        return [only.index(True)]
    return [0] if parameters["handicap"] else [0, 1]


def stones_of(parameters: Parameters, black: str) -> list[int]:
    """Return the points of black's handicap stones: Wally's own, or those of GTP. Raises GameError."""
    stones, size = parameters["handicap"], parameters["size"]
    if not stones:
        return []
    if black not in WALLYS:
        return sorted(standard_handicap(size, stones))
    if stones not in HANDICAPS:
        raise GameError(f"Wally places 0 or 2 to {HANDICAPS[-1]}")
    return handicap_stones(stones)


def program_hash(player: str) -> str:
    """Return a digest that tells versions of a program apart, the templates that it reads included."""
    if player in WALLYS:
        return str(manifest()[player]["sha256"][:DIGITS])
    deck = DIALOGUES[player].templates  # which is read for each game: it may have changed since the first one
    text = find_source(FOLDER / deck).read_text(encoding="utf-8") if deck else ""
    return hashlib.sha256((words_of(player) + text).encode()).hexdigest()[:DIGITS]


@cache
def words_of(player: str) -> str:
    """Return a compiled program as text."""
    return repr([(segment.address, tuple(segment.words)) for segment in compiled(player, True).image.segments])


# ---------------------------------------------------------------- other programs, before the first game


def probe(parameters: Parameters) -> None:
    """Start each other program once; raises WrongUse if one does not speak GTP, or refuses the size of the board."""
    contest.probe(parameters["players"], lambda player: try_out(command(player), parameters))
    if parameters["judge"] not in JUDGES:
        try:
            try_out(parameters["judge"], parameters)
        except EngineError as error:
            expected = f"expected {', '.join(JUDGES)} or a GTP command"
            raise WrongUse(f"--judge '{parameters['judge']}' cannot count: {error}; {expected}") from error


def try_out(command: str, parameters: Parameters) -> None:
    """Start a program; raises EngineError."""
    with GtpEngine(command.replace(SEED_IN_COMMAND, str(parameters["seed"])), parameters["timeout"]) as engine:
        go_game.EnginePlayer(engine, WHITE, parameters["size"], parameters["komi"]).begin([])


# ---------------------------------------------------------------- one game


def do(parameters: Parameters, item: Item) -> Result:
    """Play a game, and count it."""
    for name, expected in parameters["programs"].items():
        check_same(name, expected, program_hash(name))
    pair = Pair(*item.work)
    choices = blacks(parameters, pair)
    black = choices[(pair.seed - 1) % len(choices)]
    numbers = (pair.first, pair.second)
    who = {BLACK: parameters["players"][numbers[black]], WHITE: parameters["players"][numbers[1 - black]]}
    drawn = (pair.seed + 1) // 2 if len(choices) > 1 else pair.seed
    stones = stones_of(parameters, who[BLACK])
    first = WHITE if stones else BLACK
    opening = go_game.Opening(
        stones, parameters["opening"], Random(f"opening {drawn}"), parameters["size"], first, LINES
    )
    with contextlib.ExitStack() as engines:
        players = {colour: seated(parameters, player, colour, pair.seed, engines) for colour, player in who.items()}
        match = go_game.Board(players, opening, parameters["moves"], go_game.FOULS).play()
    return {**as_result(parameters, opening, match, players), **{colour.value: who[colour] for colour in who}}


def seated(
    parameters: Parameters, player: str, colour: Colour, seed: int, engines: contextlib.ExitStack
) -> go_game.Player:
    """Return a player, on a machine here or started for this game."""
    if player in WALLYS:
        return go_game.WallyPlayer(go_game.wally_at(0, player), colour)
    if player in PROGRAMS:
        return go_game.ProgramPlayer(program_at(player, parameters, colour, seed), colour)
    if player == RANDOM:
        return go_game.RandomPlayer(Random(f"mover {colour.value} {seed}"), colour)
    words = command(player).replace(SEED_IN_COMMAND, str(seed))
    engine = engines.enter_context(GtpEngine(words, parameters["timeout"]))
    return TitledEngine(engine, colour, parameters["size"], parameters["komi"])


class TitledEngine(go_game.EnginePlayer):
    """A program that speaks GTP. It is asked for its name before the game: later it may have ended."""

    says = ""

    def begin(self, handicap: list[int]) -> None:
        """Ask for its name, and set its board up."""
        self.says = self.title()
        super().begin(handicap)


def program_at(player: str, parameters: Parameters, colour: Colour, seed: int) -> ProgramGame:
    """Return a program of this thread in its state after the start: with a seed, if it draws its moves."""
    setup = Setup(parameters["size"], exact=not parameters["quick"], seed=seed if PROGRAMS[player].seeded else 0)
    return kept(("program", player, colour, setup), lambda: game_of(player, setup))


def as_result(
    parameters: Parameters, opening: go_game.Opening, match: go_game.Match, players: Mapping[Colour, go_game.Player]
) -> Result:
    """Return a game as plain JSON."""
    size, alive, judged = opening.size, None, None
    dead: frozenset[int] = frozenset()
    by, fault, winner = NOT_COUNTED, match.fault, match.winner if match.end == go_game.RESIGNS else go_game.NOBODY
    if match.end in COUNTED:
        found = verdict(parameters["judge"], match.position, parameters["timeout"])
        dead, by, fault = found.dead, found.by, found.fault
        alive, judged = leads(match), leads(match, dead)
        lead = judged[parameters["rules"]] - parameters["komi"]
        winner = BLACK.value if lead > 0 else WHITE.value if lead < 0 else go_game.DRAW
    return {
        "titles": {colour.value: title(player) for colour, player in players.items()},
        "handicap": [gtp.vertex(each, size) for each in opening.handicap],
        "opening": min(opening.moves, len(match.moves)),
        "moves": " ".join(gtp.vertex(each, size) for each in match.moves),
        "first": opening.first.value,
        "end": match.end,
        "winner": winner,
        "alive": alive,
        "judged": judged,
        "dead": [gtp.vertex(each, size) for each in sorted(dead)],
        "counted_by": by,
        "captured": {colour.value: stones for colour, stones in match.captured.items()},
        "cycles": {colour.value: cycles_of(player) for colour, player in players.items()},
        "refused": sum(player.refused for player in players.values() if isinstance(player, go_game.WallyPlayer)),
        "fault": fault,
        "culprit": match.culprit.value if match.culprit else None,
    }


def title(player: go_game.Player) -> str:
    return player.says if isinstance(player, TitledEngine) else player.name


def cycles_of(player: go_game.Player) -> list[int]:
    """Return the cycles of each of a player's moves; none if it has no machine here."""
    if isinstance(player, go_game.WallyPlayer):
        return [thought.cycles for thought in player.thoughts]
    return player.cycles if isinstance(player, go_game.ProgramPlayer) else []


# ---------------------------------------------------------------- all of them


def machine(player: str) -> str | None:
    """Return the machine on which a player runs here."""
    return PROGRAMS[player].machine if player in PROGRAMS else None


def worst(key: str, result: Result) -> Sample:
    """Return the milliseconds of a machine's longest thought in a game."""
    return contest.longest(key, result, machine, CLOCKS)


def report(parameters: Parameters, results: Results) -> Report:
    """Return the scores and leads, and the machines' thinking times."""
    players = parameters["players"]
    found = contest.scores(players, (outcome(parameters, key, result) for key, result in results.items()))
    tables = [
        contest.results(players, found),
        *contest.cross_table(players, found),
        counts(parameters, players, results),
        stones_taken(parameters, players, results),
        contest.ends(results, (*go_game.ENDS, *go_game.FOULS.values()), lambda result: len(result["moves"].split())),
        *contest.times(players, results, machine, CLOCKS, QUICK if parameters["quick"] else "of the machines"),
    ]
    return Report(remarks(parameters, results), tables, [])


def outcome(parameters: Parameters, key: str, result: Result) -> Outcome:
    """Return the part of a game that matters for the score."""
    pair = contest.pair_of(key)
    lead = result["judged"][parameters["rules"]] - parameters["komi"] if result["judged"] else None
    return Outcome(pair, first_is_black(parameters, pair), result["winner"], lead)


def first_is_black(parameters: Parameters, pair: Pair) -> bool:
    """Return whether the first of two players has black in a game of theirs."""
    choices = blacks(parameters, pair)
    return choices[(pair.seed - 1) % len(choices)] == 0


def counts(parameters: Parameters, players: Sequence[str], results: Results) -> Table:
    """Return the leads of the first of two players, counted in each way, without komi."""
    rows: list[tuple[Cell, ...]] = []
    called = contest.names(players)
    for first, second in sorted({(pair.first, pair.second) for pair in map(contest.pair_of, results)}):
        of = {key: each for key, each in results.items() if contest.pair_of(key)[:2] == (first, second)}
        for who in ("judged", "alive"):
            for rule in RULES:
                found = [
                    each[who][rule] * (1 if first_is_black(parameters, contest.pair_of(key)) else -1)
                    for key, each in of.items()
                    if each[who]
                ]
                mean, deviation, error = mean_and_errors(found)
                how = f"{rule}, {'dead stones taken off' if who == 'judged' else 'every stone alive'}"
                won, least, most = sum(each > 0 for each in found), min(found, default=""), max(found, default="")
                title = f"{called[first]} - {called[second]}: {how}"
                rows.append((title, len(found), won, mean, error, deviation, least, most))
    columns = ("lead of the first of two", "games", "above 0", "mean", "standard error", "standard deviation",
               "least", "most")  # fmt: skip
    return Table("counts without komi", columns, rows)


def stones_taken(parameters: Parameters, players: Sequence[str], results: Results) -> Table:
    """Return the stones that each player of a pair takes and loses, and its points by territory with prisoners."""
    rows: list[tuple[Cell, ...]] = []
    called = contest.names(players)
    counted = {key: each for key, each in results.items() if each["judged"]}
    for numbers in sorted({(pair.first, pair.second) for pair in map(contest.pair_of, counted)}):
        of = {key: each for key, each in counted.items() if contest.pair_of(key)[:2] == numbers}
        for seat in (0, 1):
            sides = {key: (BLACK, WHITE)[first_is_black(parameters, contest.pair_of(key)) == bool(seat)] for key in of}
            taken = [of[key]["captured"][side.value] for key, side in sides.items()]
            lost = [of[key]["captured"][side.other.value] for key, side in sides.items()]
            points = [points_of(parameters, of[key])[side] for key, side in sides.items()]
            cells = [cell for each in (taken, lost, points) for cell in mean_and_errors(each)[::2]]
            rows.append((f"{called[numbers[seat]]} against {called[numbers[1 - seat]]}", len(of), *cells))
    columns = (
        "player",
        "games",
        "stones taken",
        "error of taken",
        "stones lost",
        "error of lost",
        "points",
        "error of points",
    )
    return Table("stones taken in play, and points: territory and prisoners, dead stones taken off", columns, rows)


def points_of(parameters: Parameters, result: Result) -> dict[Colour, int]:
    """Return the points of both sides at the end of a game, by territory with prisoners, dead stones taken off."""
    size, colour = parameters["size"], Colour(result["first"])
    position = Position(size, dict.fromkeys(points_at(result["handicap"], size), BLACK))
    for vertex in result["moves"].split():
        point = gtp.point(vertex, size)
        position = position.passed() if point is None else position.play(colour, point)
        colour = colour.other
    captured = {side: result["captured"][side.value] for side in Colour}
    return go_game.scores(position, captured, points_at(result["dead"], size))[TERRITORY]


def points_at(vertices: Sequence[str], size: int) -> list[int]:
    """Return the points of vertices; none is a pass."""
    return [point for each in vertices if (point := gtp.point(each, size)) is not None]


def remarks(parameters: Parameters, results: Results) -> list[str]:
    """Return the remarks above the tables."""
    lines = contest.titled(results)
    different = {(*result["handicap"], result["moves"]) for result in results.values()}
    lines.append(f"different games: {len(different):,}")
    refused = sum(result["refused"] for result in results.values())
    lines += [f"retaken kos refused to Wally: {refused:,}"] * bool(refused)
    for by, games in Counter(each["counted_by"] for each in results.values() if each["judged"]).items():
        lines.append(f"dead stones by {by}: {games:,} games")
    own = [(key, each[each["culprit"]] if each["culprit"] else "the judge", each["fault"])
           for key, each in results.items() if each["fault"]]  # fmt: skip
    return lines + contest.faults(own)


# ---------------------------------------------------------------- as files


def record(parameters: Parameters, key: str, result: Result) -> tuple[str, bytes]:
    """Return a game as a file in SGF, and the name for it."""
    size, first = parameters["size"], Colour(result["first"])
    points: list[Move] = [gtp.point(each, size) for each in result["moves"].split()]
    moves = [((first, first.other)[number % 2], point) for number, point in enumerate(points)]
    board = dict.fromkeys(points_at(result["handicap"], size), BLACK)
    names = {"PB": "black", "PW": "white"}
    notes = {mark: result["titles"][colour] or result[colour] for mark, colour in names.items()}
    komi = parameters["komi"]
    notes |= {"RE": sgf_result(parameters, result), "GC": remark(result)}
    return f"game-{key}.sgf", written(Record(size, board, moves, komi, first, notes))


def sgf_result(parameters: Parameters, result: Result) -> str:
    """Return the property RE of a game."""
    if result["end"] == go_game.RESIGNS:
        return f"{result['winner'][0].upper()}+R"
    if result["judged"] is None:
        return "Void"
    lead = result["judged"][parameters["rules"]] - parameters["komi"]
    return "0" if lead == 0 else f"{'B' if lead > 0 else 'W'}+{abs(lead):g}"


def remark(result: Result) -> str:
    """Return a remark on the end of a game and on who has counted it."""
    words = f"{result['black']} (black), {result['white']} (white). End: {result['end']}."
    by = f" Dead stones by {result['counted_by']}: {' '.join(result['dead']) or 'none'}." if result["judged"] else ""
    return words + by + f" {result['fault']}" * bool(result["fault"])


MATCH_GO = Workload(
    name="match-go",
    title="programs that play Go against each other",
    things="games",
    key="game",
    defaults=DEFAULTS,
    planned=plan,
    do=do,
    shape=SHAPE,
    worst=worst,
    report=report,
    spoilt=contest.fault,
    record=record,
    records="sgf",
    probe=probe,
)
