"""The workload checkers-self: games of the 704's checkers program against itself.

A game is determined by its seed, which draws the moves of the opening, and by the number of moves each side looks
ahead.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Protocol

from emulators.errors import IronboardError
from emulators.ibm704.machine import MICROSECONDS
from host.experiments.sweeps import contest
from host.experiments.sweeps.contest import RANDOM, SAMUEL, Outcome, Pair, command, depth_of, is_command
from host.experiments.sweeps.go_game import DRAW, FOULS, NOBODY, SEED_IN_COMMAND
from host.experiments.sweeps.report import Report, Sample, histogram, spreads
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
from host.games import movetext
from host.games.boards import Colour
from host.games.checkers import endings, pdn
from host.games.checkers.program import DEPTH, DEPTHS, PROGRAM, CheckersProgram
from host.games.checkers.rules import ENDS, OPENING, Game, IllegalMove, Move, Position
from host.games.engine import HubEngine
from host.machines.ibm704.calls import assembled

# ---------------------------------------------------------------- checkers-self
SELF_DEFAULTS = {"games": 100, "seed": 1, "opening": 4, "moves": 400, "depth": DEPTH, "white_depth": None}
LIMIT = "limit"  # the end of a game that was stopped
SELF_SHAPE = {
    "moves": str,  # all squares of each, the ones drawn first
    "end": str,
    "winner": str,  # black, white, draw; nobody if it was stopped
    "cycles": {"black": [int], "white": [int]},  # of computing, for each move that was not drawn
    "nodes": {"black": [int], "white": [int]},  # positions looked at
}


def plan_self(parameters: dict[str, Any]) -> Plan:
    """Return the games of n seeds."""
    if parameters["white_depth"] is None:
        parameters["white_depth"] = parameters["depth"]
    for depth in (parameters["depth"], parameters["white_depth"]):
        if depth not in DEPTHS:
            raise WrongUse(f"a depth of {depth}: the program looks {DEPTHS[0]} to {DEPTHS[-1]} moves ahead")
    seeds = range(parameters["seed"], parameters["seed"] + parameters["games"])
    return Plan({**parameters, "program": program_hash()}, [Item(str(seed), seed) for seed in seeds])


def program_hash() -> str:
    """Return a digest that tells versions of the program apart."""
    text = repr([(segment.address, tuple(segment.words)) for segment in assembled(PROGRAM).segments])
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def do_self(parameters: Parameters, item: Item) -> Result:
    """Play a game."""
    check_same("program", parameters["program"], program_hash())
    depths = {Colour.BLACK: parameters["depth"], Colour.WHITE: parameters["white_depth"]}
    players = {colour: Samuel(program_at(colour), depth, prune=False) for colour, depth in depths.items()}
    found = play(players, parameters["opening"], parameters["moves"], Random(f"opening {item.key}"))
    if found["fault"]:
        raise IronboardError(found["fault"])
    nodes = {colour.value: player.nodes for colour, player in players.items()}
    return {**{name: found[name] for name in ("moves", "end", "winner", "cycles")}, "nodes": nodes}


# ---------------------------------------------------------------- all of them


def samples(results: Results, what: str, side: str) -> Iterator[Sample]:
    """Yield a figure of all moves of one side."""
    for key, result in results.items():
        for number, value in enumerate(result[what][side], 1):
            yield Sample(value, f"seed {key}, {side}'s move {number}")


def length(result: Result) -> int:
    """Return the moves of both sides."""
    return len(result["moves"].split())


def slowest_move(key: str, result: Result) -> Sample:
    """Return the cycles of the slowest move of a game."""
    found = [each for side in result["cycles"] for each in samples({key: result}, "cycles", side)]
    return max(found, key=lambda sample: sample.value, default=Sample(0, f"seed {key}"))


def report_self(parameters: Parameters, results: Results) -> Report:
    """Return the 704's computing times, and the ends and lengths of the games."""
    sides = {"black": parameters["depth"], "white": parameters["white_depth"]}
    groups = {side: f"{side}, {depth} moves ahead" for side, depth in sides.items()}
    cycles = [(title, list(samples(results, "cycles", side))) for side, title in groups.items()]
    nodes = [(title, list(samples(results, "nodes", side))) for side, title in groups.items()]
    lengths = [Sample(length(result), f"seed {key}") for key, result in results.items()]
    tables = [
        spreads("computing cycles of 12 µs", "moves", cycles),
        spreads("positions looked at", "moves", nodes),
        spreads("games", "of each", [("moves", lengths)]),
        contest.ends(results, (*ENDS, LIMIT), length),
    ]
    bars = histogram("moves by their cycles", "cycles", [sample.value for _, found in cycles for sample in found])
    return Report([], tables, [bars])


CHECKERS = Workload(
    name="checkers-self",
    title="the 704's checkers program against itself",
    things="games",
    key="seed",
    defaults=SELF_DEFAULTS,
    planned=plan_self,
    do=do_self,
    shape=SELF_SHAPE,
    worst=slowest_move,
    report=report_self,
)


# ---------------------------------------------------------------- match_checkers
DEFAULTS = {
    "players": [], "games": 100, "seed": 1, "opening": 4, "moves": 400, "timeout": 60.0, "move_time": 1.0,
    "without_endings": False,
}  # fmt: skip
MACHINE = "IBM 704"
CLOCK = 1e6 / MICROSECONDS  # Hz
SHAPE = {
    "black": str,  # the player's name on the command line
    "white": str,
    "titles": {"black": str, "white": str},
    "moves": str,  # all squares of each, the ones drawn first
    "end": str,
    "winner": str,
    "cycles": {"black": [int], "white": [int]},  # of the 704's computing, for each move that was not drawn
    "fault": (str, None),
    "culprit": (str, None),
}


class Player(Protocol):
    """One side of a game. `title`: program and version; `cycles`: of a machine here, for each of its moves."""

    title: str
    cycles: list[int]

    def begin(self) -> None:
        """Begin a game in the opening position."""

    def see(self, move: Move, before: Position) -> None:
        """Take note of a move that the player has not chosen."""

    def choose(self, game: Game) -> Move | None:
        """Return the player's move; None to resign."""


class Samuel:
    """The 704's program, on a machine of its own."""

    def __init__(self, program: CheckersProgram, depth: int, prune: bool) -> None:
        self.program, self.depth, self.prune, self.title = program, depth, prune, SAMUEL
        self.cycles: list[int] = []
        self.nodes: list[int] = []

    def begin(self) -> None:
        """Set the depth of the search, and set up the board."""
        self.program.look_ahead(self.depth)
        self.program.prune(self.prune)
        self.program.set_up(OPENING)

    def see(self, move: Move, before: Position) -> None:
        """Make the move on its board."""
        self.program.move(move, before)

    def choose(self, game: Game) -> Move | None:
        """Return the program's move."""
        thought = self.program.think(game.position)
        if thought is None:
            return None
        self.cycles.append(thought.printout.cycles - thought.printout.waited)
        self.nodes.append(thought.nodes)
        return thought.move


class Chance:
    """A player of random legal moves, all equally likely.

    Only `random()` is drawn: its numbers are the same in every version of Python.
    """

    title = RANDOM

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.cycles: list[int] = []

    def begin(self) -> None:
        """Do nothing: `choose` looks at the board."""

    def see(self, move: Move, before: Position) -> None:
        """Do nothing: `choose` looks at the board."""

    def choose(self, game: Game) -> Move:
        """Return one of the legal moves."""
        legal = game.position.legal_moves()
        return legal[int(self.chance.random() * len(legal))]


class Other:
    """A program that speaks Hub."""

    def __init__(self, engine: HubEngine, seconds: float) -> None:
        self.engine, self.seconds, self.title = engine, seconds, ""
        self.cycles: list[int] = []

    def begin(self) -> None:
        """Ask the program for its name."""
        self.engine.begin()
        self.title = self.engine.title

    def see(self, move: Move, before: Position) -> None:
        """Do nothing: the program gets the move with the next position."""

    def choose(self, game: Game) -> Move:
        """Ask the program for a move; raises EngineError."""
        return self.engine.choose(game.start, game.moves, self.seconds)


# ---------------------------------------------------------------- which games


def plan(parameters: dict[str, Any]) -> Plan:
    """Return the games; raises WrongUse for an unknown player."""
    for each in parameters["players"]:
        if not is_command(each) and each != RANDOM:
            depth_of(each, DEPTH, DEPTHS)
    work = contest.pairs(parameters["players"], parameters["games"], parameters["seed"])
    items = [Item(key, list(pair)) for key, pair in work]
    return Plan({**parameters, "program": program_hash()}, items)


def probe(parameters: Parameters) -> None:
    """Start each other program once; raises WrongUse if one does not speak Hub."""

    def try_out(player: str) -> None:
        with engine(player, parameters, parameters["seed"]) as program:
            program.begin()

    contest.probe(parameters["players"], try_out)


def engine(player: str, parameters: Parameters, seed: int) -> HubEngine:
    """Start another program."""
    return HubEngine(command(player).replace(SEED_IN_COMMAND, str(seed)), parameters["timeout"])


# ---------------------------------------------------------------- one game


def do(parameters: Parameters, item: Item) -> Result:
    """Play a game."""
    check_same("program", parameters["program"], program_hash())
    pair = Pair(*item.work)
    numbers = (pair.first, pair.second) if pair.seed % 2 else (pair.second, pair.first)
    who = {colour: parameters["players"][each] for colour, each in zip(Colour, numbers, strict=True)}
    chance = Random(f"opening {(pair.seed + 1) // 2}")
    with contextlib.ExitStack() as engines:
        players = {colour: seated(parameters, each, colour, pair.seed, engines) for colour, each in who.items()}
        found = play(players, parameters["opening"], parameters["moves"], chance)
    return {colour.value: player for colour, player in who.items()} | found


def seated(parameters: Parameters, player: str, colour: Colour, seed: int, engines: contextlib.ExitStack) -> Player:
    """Return a player, on a machine here or started for this game."""
    if player == RANDOM:
        return Chance(Random(f"mover {colour.value} {seed}"))
    if is_command(player):
        return Other(engines.enter_context(engine(player, parameters, seed)), parameters["move_time"])
    program = program_at(colour, not parameters["without_endings"])
    return Samuel(program, depth_of(player, DEPTH, DEPTHS), prune=True)


def program_at(colour: Colour, with_endings: bool = False) -> CheckersProgram:
    """Return this thread's program for a side, in its state after loading."""

    def loaded() -> tuple[CheckersProgram, Any]:
        program = CheckersProgram("compiled")
        if with_endings:
            endings.take(program)
        return program, program.machine.snapshot()

    program, start = kept(("samuel", colour, with_endings), loaded)
    program.machine.restore(start)
    return program


def play(players: Mapping[Colour, Player], opening: int, limit: int, chance: Random) -> Result:
    """Play a game; return it as plain JSON."""
    game, asked, end, fault = Game(), Colour.BLACK, LIMIT, None
    for player in players.values():
        player.begin()
    first = Chance(chance)
    try:
        while game.result is None and len(game.moves) < limit:
            before, asked = game.position, game.position.to_move
            drawn = len(game.moves) < opening
            move = (first if drawn else players[asked]).choose(game)
            if move is None:
                game.resign(asked)
                break
            game.play(move)
            for colour in (before.to_move, before.to_move.other):
                if drawn or colour is not before.to_move:
                    asked = colour
                    players[colour].see(move, before)
    except IllegalMove as error:
        end, fault = FOULS[IronboardError], f"{players[asked].title}: {error}"
    except IronboardError as error:
        end = next(each for kind, each in FOULS.items() if isinstance(error, kind))
        fault = str(error)
    ended = {"end": end, "winner": NOBODY}
    if game.result and not fault:
        ended = {"end": game.result.reason, "winner": game.result.winner.value if game.result.winner else DRAW}
    return {
        "titles": {colour.value: player.title for colour, player in players.items()},
        "moves": " ".join(map(str, game.moves)),
        **ended,
        "cycles": {colour.value: player.cycles for colour, player in players.items()},
        "fault": fault,
        "culprit": asked.value if fault else None,
    }


# ---------------------------------------------------------------- all of them


def machine(player: str) -> str | None:
    """Return the machine on which a player runs here."""
    return MACHINE if player.partition(":")[0] == SAMUEL else None


def worst(key: str, result: Result) -> Sample:
    """Return the milliseconds of the 704's longest thought in a game."""
    return contest.longest(key, result, machine, {MACHINE: CLOCK})


def report(parameters: Parameters, results: Results) -> Report:
    """Return the scores, and the 704's computing times."""
    players = parameters["players"]
    found = contest.scores(players, (outcome(key, result) for key, result in results.items()))
    tables = [
        contest.results(players, found),
        *contest.cross_table(players, found),
        contest.ends(results, (*ENDS, LIMIT, *FOULS.values()), length),
        *contest.times(players, results, machine, {MACHINE: CLOCK}, "of the 704's computing"),
    ]
    different = len({result["moves"] for result in results.values()})
    own = [(key, each[each["culprit"]], each["fault"]) for key, each in results.items() if each["fault"]]
    remarks = [*contest.titled(results), f"different games: {different:,}", *contest.faults(own)]
    return Report(remarks, tables, [])


def outcome(key: str, result: Result) -> Outcome:
    """Return the part of a game that matters for the score."""
    pair = contest.pair_of(key)
    return Outcome(pair, pair.seed % 2 == 1, result["winner"])


# ---------------------------------------------------------------- as files


def record(parameters: Parameters, key: str, result: Result) -> tuple[str, bytes]:
    """Return a game as a file in PDN, and the name for it."""
    position, moves = OPENING, []
    for text in result["moves"].split():
        moves.append(next(each for each in position.legal_moves() if str(each) == text))
        position = position.played(moves[-1])
    tags = {"Event": "a match", "Round": key} | {
        name: result[colour] for name, colour in (("White", "white"), ("Black", "black"))
    }
    outcomes = {"white": pdn.WHITE_WINS, "black": pdn.BLACK_WINS, DRAW: movetext.DRAWN}
    game = pdn.Record(tags, OPENING, moves, outcomes.get(result["winner"], movetext.OPEN), {})
    return f"game-{key}.pdn", pdn.write([game]).encode()


MATCH_CHECKERS = Workload(
    name="match-checkers",
    title="programs that play checkers against each other",
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
    records="pdn",
    probe=probe,
)
