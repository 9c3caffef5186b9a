"""Matches of board games that a program of the 704's plays: all but Go and the endings.

A game is determined by its seed, which draws the moves of the opening and says who begins.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, ClassVar, Protocol

from emulators.errors import IronboardError
from emulators.ibm704.machine import MICROSECONDS
from host.experiments.sweeps import contest
from host.experiments.sweeps.contest import RANDOM, Outcome, Pair, command, depth_of, is_command
from host.experiments.sweeps.go_game import DRAW, FOULS, NOBODY, SEED_IN_COMMAND
from host.experiments.sweeps.report import Report, Sample
from host.experiments.sweeps.workload import DIGITS, Item, Parameters, Plan, Result, Results, Workload, check_same
from host.games import movetext
from host.games.boards import Colour
from host.machines.ibm704.calls import assembled

LIMIT = "limit"  # the end of a game that was stopped
MACHINE = "IBM 704"
CLOCK = 1e6 / MICROSECONDS  # Hz
SHAPE = {
    "black": str,  # the player's name on the command line
    "white": str,
    "titles": {"black": str, "white": str},
    "moves": str,  # in one word each, the ones drawn first
    "end": str,
    "winner": str,
    "cycles": {"black": [int], "white": [int]},  # of the 704's computing, for each move that was not drawn
    "fault": (str, None),
    "culprit": (str, None),
}


class Illegal(IronboardError):
    """A move that the rules do not have."""


class Player(Protocol):
    """One side of a game. `title`: program and version; `cycles`: of a machine here, for each of its moves."""

    title: str
    cycles: list[int]

    def begin(self) -> None:
        """Begin a game in the opening position."""

    def see(self, move: Any, before: Any) -> None:
        """Take note of a move that the player has not chosen."""

    def choose(self, game: Any) -> Any:
        """Return the player's move; None to resign. Raises EngineError."""


class Watcher:
    """A player that looks at the game when it is to move."""

    title = ""

    def __init__(self) -> None:
        self.cycles: list[int] = []

    def begin(self) -> None:
        """Do nothing."""

    def see(self, move: Any, before: Any) -> None:
        """Do nothing."""


class Chance(Watcher):
    """A player of random legal moves, all equally likely.

    Only `random()` is drawn: its numbers are the same in every version of Python.
    """

    title = RANDOM

    def __init__(self, chance: Random, legal: Callable[[Any], list[Any]]) -> None:
        super().__init__()
        self.chance, self.legal = chance, legal

    def choose(self, game: Any) -> Any:
        """Return one of the legal moves."""
        legal = self.legal(game.position)
        return legal[int(self.chance.random() * len(legal))]


class BoardGame:
    """A game: its rules, the 704's program that plays it, the protocol that others speak."""

    name: ClassVar[str]
    first: ClassVar[Colour]  # the side that begins
    program: ClassVar[str]  # a player's name for the 704's
    depth: ClassVar[int]  # that it looks ahead, unless the player says so
    depths: ClassVar[range]
    ends: ClassVar[tuple[str, ...]]
    suffix: ClassVar[str]  # of a file with a game
    defaults: ClassVar[dict[str, Any]]

    def digest(self) -> str:
        """Return a digest that tells versions of the program apart."""
        raise NotImplementedError

    def begun(self) -> Any:
        """Return a new game: `moves`, `position` with `to_move`, `result`, `play`, `resign`."""
        raise NotImplementedError

    def legal(self, position: Any) -> list[Any]:
        """Return the legal moves of a position."""
        return list(position.legal_moves())

    def own(self, parameters: Parameters, colour: Colour, depth: int) -> Player:
        """Return the 704's program for a side."""
        raise NotImplementedError

    def other(self, command: str, parameters: Parameters) -> contextlib.AbstractContextManager[Player]:
        """Return another program, which is started by a command line."""
        raise NotImplementedError

    def written(self, result: Result, tags: dict[str, str], score: str) -> bytes:
        """Return a game as a file has it."""
        raise NotImplementedError

    # ------------------------------------------------------------ which games

    def plan(self, parameters: dict[str, Any]) -> Plan:
        """Return the games; raises WrongUse for an unknown player."""
        for each in parameters["players"]:
            if not is_command(each) and each != RANDOM:
                depth_of(each, self.depth, self.depths)
        work = contest.pairs(parameters["players"], parameters["games"], parameters["seed"])
        items = [Item(key, list(pair)) for key, pair in work]
        return Plan({**parameters, "program": self.digest()}, items)

    def probe(self, parameters: Parameters) -> None:
        """Start each other program once; raises WrongUse if one does not speak the protocol."""

        def try_out(player: str) -> None:
            with self.started(player, parameters, parameters["seed"]) as program:
                program.begin()

        contest.probe(parameters["players"], try_out)

    def started(self, player: str, parameters: Parameters, seed: int) -> contextlib.AbstractContextManager[Player]:
        """Start another program."""
        return self.other(command(player).replace(SEED_IN_COMMAND, str(seed)), parameters)

    # ------------------------------------------------------------ one game

    def do(self, parameters: Parameters, item: Item) -> Result:
        """Play a game."""
        check_same("program", parameters["program"], self.digest())
        pair = Pair(*item.work)
        numbers = (pair.first, pair.second) if pair.seed % 2 else (pair.second, pair.first)
        who = {colour: parameters["players"][each] for colour, each in zip(Colour, numbers, strict=True)}
        chance = Random(f"opening {(pair.seed + 1) // 2}")
        with contextlib.ExitStack() as engines:
            players = {colour: self.seated(parameters, who[colour], colour, pair.seed, engines) for colour in who}
            found = self.play(players, parameters["opening"], parameters["moves"], chance)
        return {colour.value: player for colour, player in who.items()} | found

    def seated(
        self, parameters: Parameters, player: str, colour: Colour, seed: int, engines: contextlib.ExitStack
    ) -> Player:
        """Return a player, on a machine here or started for this game."""
        if player == RANDOM:
            return Chance(Random(f"mover {colour.value} {seed}"), self.legal)
        if is_command(player):
            return engines.enter_context(self.started(player, parameters, seed))
        return self.own(parameters, colour, depth_of(player, self.depth, self.depths))

    def play(self, players: Mapping[Colour, Player], opening: int, limit: int, chance: Random) -> Result:
        """Play a game; return it as plain JSON."""
        game, asked, end, fault = self.begun(), self.first, LIMIT, None
        for player in players.values():
            player.begin()
        first = Chance(chance, self.legal)
        try:
            while game.result is None and len(game.moves) < limit:
                before, asked = game.position, game.position.to_move
                drawn = len(game.moves) < opening
                move = (first if drawn else players[asked]).choose(game)
                if move is None:
                    game.resign(asked)
                    break
                try:
                    game.play(move)
                except IronboardError as error:
                    raise Illegal(f"{players[asked].title}: {error}") from error
                for colour in (before.to_move, before.to_move.other):
                    if drawn or colour is not before.to_move:
                        asked = colour
                        players[colour].see(move, before)
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

    # ------------------------------------------------------------ all of them

    def machine(self, player: str) -> str | None:
        """Return the machine on which a player runs here."""
        return MACHINE if player.partition(":")[0] == self.program else None

    def worst(self, key: str, result: Result) -> Sample:
        """Return the milliseconds of the 704's longest thought in a game."""
        return contest.longest(key, result, self.machine, {MACHINE: CLOCK})

    def report(self, parameters: Parameters, results: Results) -> Report:
        """Return the scores, and the 704's computing times."""
        players = parameters["players"]
        found = contest.scores(players, (outcome(key, result) for key, result in results.items()))
        tables = [
            contest.results(players, found),
            *contest.cross_table(players, found),
            contest.ends(results, (*self.ends, LIMIT, *FOULS.values()), length),
            *contest.times(players, results, self.machine, {MACHINE: CLOCK}, "of the 704's computing"),
        ]
        different = len({result["moves"] for result in results.values()})
        own = [(key, each[each["culprit"]], each["fault"]) for key, each in results.items() if each["fault"]]
        remarks = [*contest.titled(results), f"different games: {different:,}", *contest.faults(own)]
        return Report(remarks, tables, [])

    def record(self, parameters: Parameters, key: str, result: Result) -> tuple[str, bytes]:
        """Return a game as a file, and the name for it."""
        tags = {"Event": "a match", "Round": key, "White": result["white"], "Black": result["black"]}
        scores = {"white": movetext.FIRST_WINS, "black": movetext.SECOND_WINS, DRAW: movetext.DRAWN}
        score = scores.get(result["winner"], movetext.OPEN)
        return f"game-{key}{self.suffix}", self.written(result, tags, score)

    @property
    def workload(self) -> Workload:
        """Matches of the game."""
        return Workload(
            name=f"match-{self.name}",
            title=f"programs that play {self.name} against each other",
            things="games",
            key="game",
            defaults={"players": [], "games": 100, "seed": 1, "opening": 4, **self.defaults},
            planned=self.plan,
            do=self.do,
            shape=SHAPE,
            worst=self.worst,
            report=self.report,
            spoilt=contest.fault,
            record=self.record,
            records=self.suffix[1:],
            probe=self.probe,
        )


def length(result: Result) -> int:
    """Return the moves of both sides."""
    return len(result["moves"].split())


def outcome(key: str, result: Result) -> Outcome:
    """Return the part of a game that matters for the score."""
    pair = contest.pair_of(key)
    return Outcome(pair, pair.seed % 2 == 1, result["winner"])


def digest(program: str) -> str:
    """Return a digest that tells versions of a program apart."""
    text = repr([(segment.address, tuple(segment.words)) for segment in assembled(program).segments])
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]
