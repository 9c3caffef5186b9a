"""`ironboard hub`: the 704's program as an engine of the Hub protocol, for programs that play or arrange games.

A search is a series of the program's own, with the card DEPTH 1, 2, 3 ... and the card PLAY, each from the same
machine, until a limit is reached; the answer is the move of the last search that was finished. It listens to the client
while it works: `stop`, `ponder-hit`, `ping` and `quit`.

hub.py has the words of the protocol; docs/hub.md describes the engine for users.
"""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from emulators import distributions
from emulators.errors import IronboardError, did_you_mean
from emulators.processor import Core
from host.games import session
from host.games.checkers import endings, hub
from host.games.checkers.hub import HubError
from host.games.checkers.learning import Learner, Memory
from host.games.checkers.learning import read as read_memory
from host.games.checkers.program import DEPTH, DEPTHS, MAN, NEAR, WON, CheckersProgram, Thought
from host.games.checkers.rules import OPENING, Move, Position
from host.games.program704 import Interrupted
from host.games.session import Lines, Say, Session, listening

IDENTITY = {"name": "Checkers on the IBM 704", "author": "after A. L. Samuel"}
PARAMETERS = {  # as the protocol declares them
    "variant": {"value": "english", "type": "enum", "values": "english"},
    "depth": {"value": str(DEPTHS[-1]), "type": "int", "min": str(DEPTHS[0]), "max": str(DEPTHS[-1])},
    "ponder": {"value": "false", "type": "bool"},
    "turned": {"value": "false", "type": "bool"},
}
THINK, PONDER, ANALYZE = MODES = ("think", "ponder", "analyze")
ARGUMENTS = {  # of commands that have some
    "set-param": ("name", "value"),
    "pos": ("pos", "moves"),
    "level": ("depth", "nodes", "move-time", "time", "inc", "moves", "infinite"),
    "go": MODES,
}
USUAL = 30  # moves that a game still has, for a clock that does not say
SHARE = 0.9  # of the time on a clock that a move may take at most


class Level(NamedTuple):
    """The limits of a search. None: no limit."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None


@dataclass
class Search:
    """A search at work."""

    mode: str
    level: Level
    deadline: float  # on the clock time.monotonic()
    stopped: bool = False
    thought: Thought | None = None  # of the last finished one of the series
    depth: int = 0  # of that one
    nodes: int = 0  # of all of them

    def enough(self, nodes: int = 0) -> bool:
        """Return whether it is to end: not before there is a move. `nodes`: those looked at since."""
        if self.thought is None:
            return False
        most = self.level.nodes
        return self.stopped or time.monotonic() >= self.deadline or (most is not None and self.nodes + nodes >= most)


class HubSession(Session):
    """A session of Hub. `depth`: the most moves to look ahead."""

    def __init__(
        self,
        lines: Lines,
        say: Say,
        depth: int,
        core: Core = "compiled",
        memory: Memory | None = None,
        endings: bool = True,
    ) -> None:
        super().__init__(lines, say)
        self.core, self.memory, self.endings = core, memory, endings
        self.parameters = {name: dict(each) for name, each in PARAMETERS.items()}
        self.parameters["depth"]["value"] = str(depth)
        self.level = Level(depth=DEPTH)
        self.start, self.moves = OPENING, list[Move]()
        self.search: Search | None = None  # at work
        self._program: CheckersProgram | None = None
        self.commands: dict[str, Callable[[dict[str, str]], None]] = {
            "hub": self.introduce,
            "set-param": self.set_parameter,
            "init": self.prepare,
            "new-game": self.new_game,
            "pos": self.set_position,
            "level": self.set_level,
            "go": self.go,
            "ping": lambda _: self.say("pong"),
            "quit": self.quit,
        }

    # ------------------------------------------------------------ lines

    def take(self, text: str) -> None:
        """Obey a line, or report its mistake. Unknown commands are ignored."""
        try:
            line = hub.parse(text)
            if line.command in self.commands:
                strange = [name for name in line.arguments if name not in ARGUMENTS.get(line.command, ())]
                if strange:
                    expected = ", ".join(ARGUMENTS.get(line.command, ())) or "none"
                    raise HubError(f"{line.command} has no argument '{strange[0]}': expected {expected}")
                self.commands[line.command](line.arguments)
        except IronboardError as error:
            self.say(hub.written("error", message=" ".join(str(error).split())))

    def introduce(self, _: dict[str, str]) -> None:
        """Introduce this engine and its parameters."""
        self.say(hub.written("id", version=distributions.version(), **IDENTITY))
        for name, about in self.parameters.items():
            self.say(hub.written("param", name=name, **about))
        self.say("wait")

    def set_parameter(self, arguments: dict[str, str]) -> None:
        """Set a parameter."""
        name, value = needed(arguments, "name"), needed(arguments, "value")
        if name not in self.parameters:
            hint = did_you_mean(name, self.parameters, f"there are {', '.join(self.parameters)}")
            raise HubError(f"there is no parameter '{name}': {hint}")
        about = self.parameters[name]
        if about["type"] == "int":
            whole(name, value, int(about["min"]), int(about["max"]))
        else:
            values = about.get("values", "false true").split()
            if value not in values:
                raise HubError(f"{name} is '{value}': expected {' or '.join(values)}")
        about["value"] = value

    def is_set(self, name: str) -> bool:
        """Return whether a parameter of the type bool is true."""
        return self.parameters[name]["value"] == "true"

    def prepare(self, _: dict[str, str]) -> None:
        """Load the program."""
        self._loaded()
        self.say("ready")

    def _loaded(self) -> CheckersProgram:
        if self._program is None:
            self._program = CheckersProgram(self.core)
            if self.memory is not None:
                Learner(self._program).restore(self.memory)
            self._program.resign(on=False)  # the protocol has no words for it
            self._program.prune(on=True)
            if self.endings:
                endings.take(self._program)
        return self._program

    def new_game(self, _: dict[str, str]) -> None:
        """Go back to the opening."""
        self.start, self.moves = OPENING, []

    def quit(self, _: dict[str, str]) -> None:
        """End the session."""
        self.over = True

    # ------------------------------------------------------------ what is to be searched, and how far

    def set_position(self, arguments: dict[str, str]) -> None:
        """Take a position, and the moves made since."""
        start = hub.read_position(needed(arguments, "pos"))
        position = start = hub.turned(start) if self.is_set("turned") else start
        moves = list[Move]()
        for text in arguments.get("moves", "").split():
            if not position.legal_moves():
                raise HubError(f"the game is over before {text}: {position.to_move.value} has no moves")
            moves.append(hub.read_move(text, position))
            position = position.played(moves[-1])
        self.start, self.moves = start, moves

    def set_level(self, arguments: dict[str, str]) -> None:
        """Take the limits of the searches to come."""

        def limit(name: str, most: int | None = None) -> int | None:
            return whole(name, arguments[name], 1, most) if name in arguments else None

        def duration(name: str) -> float:
            if (value := real(name, arguments.get(name, "0"))) < 0:
                raise HubError(f"{name} is '{arguments[name]}': expected seconds, 0 or more")
            return value

        seconds = duration("move-time") if "move-time" in arguments else None
        if "time" not in arguments and (alone := next((name for name in ("inc", "moves") if name in arguments), None)):
            raise HubError(f"{alone} belongs to time=...")
        if "time" in arguments:
            left, more = real("time", arguments["time"]), duration("inc")
            seconds = min(left / (limit("moves") or USUAL) + more, SHARE * (left + more))
        level = Level(limit("depth", DEPTHS[-1]), limit("nodes"), None if seconds is None else max(0.0, seconds))
        if level == Level() and "infinite" not in arguments:
            raise HubError("a level without limits: expected depth, nodes, move-time, time, or infinite")
        self.level = level

    # ------------------------------------------------------------ searching

    def go(self, arguments: dict[str, str]) -> None:
        """Search, and report the result."""
        mode = next((each for each in MODES if each in arguments), None)
        if mode is None or len(arguments) > 1:
            raise HubError(f"expected go {', '.join(MODES)}")
        positions = [self.start]
        for move in self.moves:
            positions.append(positions[-1].played(move))
        position = positions[-1]
        if not position.legal_moves():
            raise HubError(f"{position.to_move.value} has no moves: the game is over")
        self.search = search = Search(mode, self.level, math.inf if mode == PONDER else self._deadline())
        program = self._loaded()
        self._program = None  # until its work is done
        program.take_up(positions, self.moves)
        with listening(program, lambda: self._interrupted(search, program)), contextlib.suppress(Interrupted):
            self._deepen(search, program, position)
        if self.over:
            return
        assert search.thought is not None  # without a move it goes on
        reply = self._reply(search, search.thought, program, position) if self.is_set("ponder") else {}
        self.say(hub.written("done", move=hub.move_written(search.thought.move), **reply))
        self._program = program

    def _deadline(self) -> float:
        """Return the deadline of a search that begins now."""
        return math.inf if self.level.seconds is None else time.monotonic() + self.level.seconds

    def _deepen(self, search: Search, program: CheckersProgram, position: Position) -> None:
        """Search deeper and deeper, then restore the machine."""
        most = min(int(self.parameters["depth"]["value"]), search.level.depth or DEPTHS[-1])
        if len(position.legal_moves()) == 1 and search.mode != ANALYZE:
            most = 1
        start, began = program.machine.snapshot(), time.monotonic()
        try:
            while search.depth < most and not search.enough():
                program.look_ahead(search.depth + 1)
                search.thought = moved(program, position)
                search.depth += 1
                search.nodes += search.thought.nodes
                self.say(information(search, search.thought, time.monotonic() - began))
                program.machine.restore(start)
        finally:
            program.machine.restore(start)

    def _reply(self, search: Search, thought: Thought, program: CheckersProgram, position: Position) -> dict[str, str]:
        """Return the reply that the program expects, searched a little less far; nothing if it is stopped."""
        after = position.played(thought.move)
        if not after.legal_moves() or search.stopped:
            return {}
        program.move(thought.move, position)
        program.look_ahead(max(1, search.depth - 2))
        start = program.machine.snapshot()
        try:
            with listening(program, lambda: self.listen() or search.stopped):
                return {"ponder": hub.move_written(moved(program, after).move)}
        except Interrupted:
            program.machine.restore(start)
            return {}

    def _interrupted(self, search: Search, program: CheckersProgram) -> bool:
        """Listen to the client; return whether the search must end."""
        return self.listen() or search.enough(program.machine.peek(program.symbols["NODES"]))

    def overhear(self, text: str) -> bool:
        """Obey a line that is for the search at work."""
        assert self.search is not None
        match text:
            case "ping":
                self.say("pong")
            case "stop":
                self.search.stopped = True
            case "ponder-hit":
                self.search.deadline = self._deadline()
            case _:
                return False
        return True


def moved(program: CheckersProgram, position: Position) -> Thought:
    """Have the program move."""
    thought = program.think(position)
    assert thought is not None  # it does not resign
    return thought


def information(search: Search, thought: Thought, seconds: float) -> str:
    """Return the report on a finished search, with times of the host and of the 704."""
    return hub.written(
        "info",
        depth=search.depth,
        score=f"{men(thought.score):.2f}",
        nodes=search.nodes,
        time=f"{seconds:.3f}",
        pv=hub.move_written(thought.move),
        machine_time=f"{thought.seconds:.2f}",
    )


def men(score: int) -> float:
    """Return a score in men; a win in n moves is 100 less n/100, as clients expect it."""
    if abs(score) < NEAR:
        return score / MAN
    return math.copysign(100 - (WON - abs(score)) / 100, score)


# ---------------------------------------------------------------- arguments


def needed(arguments: dict[str, str], name: str) -> str:
    """Return an argument that has to be there."""
    if name not in arguments:
        raise HubError(f"expected {name}=...")
    return arguments[name]


def whole(name: str, text: str, least: int, most: int | None = None) -> int:
    """Return an integer."""
    value = int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else -1
    if value < least or (most is not None and value > most):
        raise HubError(f"{name} is '{text}': expected {least} {f'to {most}' if most else 'or more'}")
    return value


def real(name: str, text: str) -> float:
    """Return a time in seconds; that of a clock may be negative."""
    with contextlib.suppress(ValueError):
        if math.isfinite(value := float(text)):
            return value
    raise HubError(f"{name} is '{text}': expected seconds")


# ---------------------------------------------------------------- standard input and output


def serve(depth: int, core: Core, memory: Path | None, with_endings: bool = True) -> None:
    """Serve the protocol on standard input and output. `memory`: the file with what the program has learned."""
    learned = None if memory is None else read_memory(memory)
    session.serve(lambda lines, say: HubSession(lines, say, depth, core, learned, with_endings))
