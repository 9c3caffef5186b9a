"""The workload checkers-self: games of the 704's checkers program against itself.

A game is determined by its seed, which draws the moves of the opening, and by the number of moves each side looks
ahead.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar

from emulators.errors import IronboardError
from host.experiments.sweeps import contest
from host.experiments.sweeps.board_games import LIMIT, BoardGame, Watcher, digest, length
from host.experiments.sweeps.contest import SAMUEL
from host.experiments.sweeps.report import Report, Sample, histogram, spreads
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
from host.games.checkers import endings, pdn
from host.games.checkers.program import DEPTH, DEPTHS, PROGRAM, CheckersProgram
from host.games.checkers.rules import ENDS, OPENING, Game, Move, Position
from host.games.engine import HubEngine

# ---------------------------------------------------------------- checkers-self
SELF_DEFAULTS = {"games": 100, "seed": 1, "opening": 4, "moves": 400, "depth": DEPTH, "white_depth": None}
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
    return digest(PROGRAM)


def do_self(parameters: Parameters, item: Item) -> Result:
    """Play a game."""
    check_same("program", parameters["program"], program_hash())
    depths = {Colour.BLACK: parameters["depth"], Colour.WHITE: parameters["white_depth"]}
    players = {colour: Samuel(program_at(colour), depth, prune=False) for colour, depth in depths.items()}
    found = MATCH.play(players, parameters["opening"], parameters["moves"], Random(f"opening {item.key}"))
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


class Other(Watcher):
    """A program that speaks Hub."""

    def __init__(self, engine: HubEngine, seconds: float) -> None:
        super().__init__()
        self.engine, self.seconds = engine, seconds

    def begin(self) -> None:
        """Ask the program for its name."""
        self.engine.begin()
        self.title = self.engine.title

    def choose(self, game: Game) -> Move:
        """Ask the program for a move; raises EngineError."""
        return self.engine.choose(game.start, game.moves, self.seconds)


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


class Checkers(BoardGame):
    """Checkers; other programs speak Hub."""

    name, program, ends, suffix = "checkers", SAMUEL, ENDS, ".pdn"
    first, depth, depths = Colour.BLACK, DEPTH, DEPTHS
    defaults: ClassVar = {"moves": 400, "timeout": 60.0, "move_time": 1.0, "without_endings": False}

    def digest(self) -> str:
        """Return a digest that tells versions of the program apart."""
        return program_hash()

    def begun(self) -> Game:
        """Return a new game."""
        return Game()

    def own(self, parameters: Parameters, colour: Colour, depth: int) -> Samuel:
        """Return the 704's program for a side."""
        return Samuel(program_at(colour, not parameters["without_endings"]), depth, prune=True)

    @contextlib.contextmanager
    def other(self, command: str, parameters: Parameters) -> Iterator[Other]:
        """Return another program, which is started by a command line."""
        with HubEngine(command, parameters["timeout"]) as engine:
            yield Other(engine, parameters["move_time"])

    def written(self, result: Result, tags: dict[str, str], score: str) -> bytes:
        """Return a game in PDN."""
        position, moves = OPENING, []
        for text in result["moves"].split():
            moves.append(next(each for each in position.legal_moves() if str(each) == text))
            position = position.played(moves[-1])
        return pdn.write([pdn.Record(tags, OPENING, moves, score, {})]).encode()


MATCH = Checkers()
MATCH_CHECKERS = MATCH.workload
