"""`ironboard uci`: Bernstein's program as an engine of the Universal Chess Interface.

    position fen ... moves e2e4     go depth 4     stop     isready     setoption name Selective value true

It always has the time that it needs: clocks and node limits are ignored, and an info line says so. The 704 searches no
more than four half-moves. `stop` ends a search with the best move so far.

Source: R. Huber, S. Meyer-Kahlen, Description of the Universal Chess Interface, April 2006.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable

import chess

from emulators import distributions
from emulators.errors import IronboardError, did_you_mean
from emulators.processor import Core
from host.games.chess.game import Position
from host.games.chess.program import HIGHEST, NEAR, PLIES, UNITY, ChessProgram, Thought
from host.games.program704 import Interrupted
from host.games.session import Lines, Say, Session, listening

SWITCHES = {"Alpha-beta": ("prune", "true"), "Selective": ("selective", "false")}  # option: switch, at first
IGNORED = ("wtime", "btime", "winc", "binc", "movestogo", "nodes", "mate", "movetime", "searchmoves")
UNLIMITED = ("infinite", "ponder")  # the move is not to be reported before stop, or ponderhit
PAWN = math.log(835 / 815)  # by which a pawn changes the logarithm of the ratio in the opening: 20 points of 835


class UciSession(Session):
    """A session of UCI."""

    def __init__(self, lines: Lines, say: Say, core: Core = "compiled") -> None:
        super().__init__(lines, say)
        self.core = core
        self.switches = {switch: value == "true" for switch, value in SWITCHES.values()}
        self.position = Position()
        self.stopped = self.waiting = False
        self._program: ChessProgram | None = None
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self.introduce,
            "isready": lambda _: self.get_ready(),
            "setoption": self.set_option,
            "ucinewgame": lambda _: None,
            "position": self.set_position,
            "go": self.go,
            "quit": self.quit,
        }

    def take(self, text: str) -> None:
        """Obey a line, or report its mistake. Unknown commands are ignored."""
        words = text.split() or [""]
        try:
            if words[0] in self.commands:
                self.commands[words[0]](words[1:])
        except IronboardError as error:
            self.say(f"info string {' '.join(str(error).split())}")

    def overhear(self, text: str) -> bool:
        """Obey a line that is for the search at work."""
        match text:
            case "stop":
                self.stopped = True
            case "ponderhit":
                self.waiting = False
            case "isready":
                self.say("readyok")
            case _:
                return False
        return True

    def hear(self, text: str | None) -> None:
        """Take a line that arrives during a search; at the end of the input one that has an end goes on to it."""
        if text is None and not self.waiting:
            self._later.append(None)
        else:
            super().hear(text)

    def introduce(self, _: list[str]) -> None:
        """Introduce this engine and its options."""
        self.say(f"id name Bernstein's program on the IBM 704, Ironboard {distributions.version()}")
        self.say("id author after A. Bernstein, M. de V. Roberts, T. Arbuckle and M. Belsky")
        for name, (_switch, value) in SWITCHES.items():
            self.say(f"option name {name} type check default {value}")
        self.say("uciok")

    def loaded(self) -> ChessProgram:
        """Return the program in its machine."""
        self._program = self._program or ChessProgram(self.core)
        return self._program

    def get_ready(self) -> None:
        """Load the program."""
        self.loaded()
        self.say("readyok")

    def set_option(self, words: list[str]) -> None:
        """Throw a switch: name ... value ..."""
        text = " ".join(words)
        name, _, value = text.removeprefix("name ").partition(" value ")
        found = next((switch for each, (switch, _first) in SWITCHES.items() if each.lower() == name.lower()), None)
        if found is None:
            hint = did_you_mean(name, SWITCHES, f"there are {', '.join(SWITCHES)}")
            raise IronboardError(f"there is no option '{name}': {hint}")
        if value not in ("true", "false"):
            raise IronboardError(f"{name} is '{value}': expected true or false")
        self.switches[found] = value == "true"

    def set_position(self, words: list[str]) -> None:
        """Take a position, and the moves made since; raises IronboardError."""
        place = words.index("moves") if "moves" in words else len(words)
        start, moves = words[:place], words[place + 1 :]
        try:
            if start[:1] != ["fen"] and start != ["startpos"]:
                raise ValueError("expected startpos, or fen and a FEN; then moves, if there are any")
            position = Position(" ".join(start[1:])) if start[0] == "fen" else Position()
            if not position.is_valid():
                raise ValueError(position.status().name or "no position of chess")
            for each in moves:
                if not position.push_uci(each):
                    raise ValueError(f"{each} is no move")
        except ValueError as error:
            raise IronboardError(f"position {' '.join(words)}: {error}") from error
        self.position = position

    def go(self, words: list[str]) -> None:
        """Search, and report the move."""
        told = dict(zip(words, [*words[1:], ""], strict=True))
        if ignored := [each for each in IGNORED if each in told]:
            self.say(f"info string {', '.join(ignored)} ignored: the 704 considers its moves, as long as it needs")
        depth = PLIES[-1]
        if "depth" in told:
            if not told["depth"].isdecimal() or int(told["depth"]) < 1:
                raise IronboardError(f"depth {told['depth']}: expected {PLIES[0]} to {PLIES[-1]}")
            depth = min(int(told["depth"]), PLIES[-1])
        self.stopped, self.waiting = False, any(each in told for each in UNLIMITED)
        move = self.search(depth) if any(self.position.legal_moves) else chess.Move.null()
        while self.waiting and not (self.stopped or self.over):
            self.hear(self.lines.get())
        if not self.over:
            self.say(f"bestmove {move.uci()}")

    def search(self, depth: int) -> chess.Move:
        """Return the best move; report on the search, if it is not stopped."""
        program, began = self.loaded(), time.monotonic()
        program.switch(**self.switches)
        with listening(program, lambda: self.listen() or self.stopped):
            try:
                thought = program.think(self.position, depth)
            except Interrupted:
                self._program = None  # it is in the middle of its work
                return program.best_so_far(self.position)
        self.say(information(thought, depth, time.monotonic() - began))
        return thought.move

    def quit(self, _: list[str]) -> None:
        """End the session."""
        self.over = True


def information(thought: Thought, depth: int, seconds: float) -> str:
    """Return the report on a finished search."""
    return (
        f"info depth {depth} score {score(thought.score)} nodes {thought.positions} time {round(seconds * 1000)}"
        f" pv {thought.move.uci()} string {thought.remark} of the 704"
    )


def score(value: int) -> str:
    """Return a score in UCI's words: hundredths of a pawn of the opening, or moves to a mate."""
    if value <= NEAR:
        return f"mate -{value // 2}"
    if value >= HIGHEST - NEAR:
        return f"mate {(HIGHEST - value + 1) // 2}"
    return f"cp {round(100 * math.log(value / UNITY) / PAWN)}"
