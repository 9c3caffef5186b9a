"""A program that plays checkers, spoken to by the Hub protocol, version 2, as draughts programs speak it.

    > hub
    < id name=Straw version=0.1
    < wait
    > init
    < ready
    > new-game
    > pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves="11-15 22-18"
    > level move-time=1
    > go think
    < done move=15x22x18

`pos` is the side to move and 32 squares: b w men, B W kings, e empty. A capture is its first square, its last one, and
all that it takes. The protocol was made for other boards; on this one nothing else is different.

Source: F. Letouzey, Hub protocol for draughts, version 2, which comes with Scan 3.1.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence

from host.games.checkers.rules import SQUARES, Move, Position
from host.games.colour import Colour
from host.games.engine import Engine, EngineError, quoted

LETTERS = {Colour.BLACK: "B", Colour.WHITE: "W"}
EMPTY = "e"
ARGUMENT = re.compile(r'([\w-]+)=("[^"]*"|\S*)')
MOVE = re.compile(r"[0-9]{1,2}(?:-[0-9]{1,2}|(?:x[0-9]{1,2})+)")
CAREFUL = 1000  # lines that a program may print before it answers


class HubEngine(Engine):
    """A running engine that speaks Hub. `title`: what it says it is."""

    title = ""

    def begin(self) -> None:
        """Ask who it is, and begin a game; raises EngineError."""
        self.tell("hub")
        said = self._until("hub", "wait")
        known = [dict(arguments(line)) for line in said if line.split()[0] == "id"]
        self.title = " ".join(each[name] for each in known for name in ("name", "version") if name in each)
        self.tell("init")
        self._until("init", "ready")
        self.tell("new-game")

    def choose(self, start: Position, moves: Sequence[Move], seconds: float) -> Move:
        """Return its move after these; the position before them is `start`. Raises EngineError."""
        position = start
        for move in moves:
            position = position.played(move)
        made = f' moves="{" ".join(map(written, moves))}"' if moves else ""
        self.tell(f"pos pos={placed(start)}{made}")
        self.tell(f"level move-time={seconds:g}")
        self.tell("go think")
        *_, last = self._until("go think", "done")
        text = dict(arguments(last)).get("move", "")
        return read_move(text, position)

    def _until(self, command: str, word: str) -> list[str]:
        """Return the lines up to one that begins with a word; raises EngineError if there is none."""
        deadline, lines = time.monotonic() + self.timeout, list[str]()
        while len(lines) < CAREFUL:
            line = self.line(command, deadline, lines[-1] if lines else "").strip()
            if not line:
                continue
            lines.append(line)
            if line.split()[0] == word:
                return lines
            if line.split()[0] == "error":
                raise EngineError(f"the engine refuses '{command}': {quoted(line)}")
        raise EngineError(f"the engine answers '{command}' with {quoted(lines[0])} and more: expected {word}")


def arguments(line: str) -> list[tuple[str, str]]:
    """Return the arguments NAME=VALUE of a line."""
    return [(name, value.strip('"')) for name, value in ARGUMENT.findall(line)]


def placed(position: Position) -> str:
    """Return a position as the protocol has it."""
    squares = (position.pieces[each].value if each in position.pieces else EMPTY for each in SQUARES)
    return LETTERS[position.to_move] + "".join(squares)


def written(move: Move) -> str:
    """Return a move as the protocol has it."""
    if not move.captured:
        return str(move)
    return "x".join(map(str, (move.start, move.end, *sorted(move.captured))))


def read_move(text: str, position: Position) -> Move:
    """Return the legal move that is meant; captured squares may be left out where that is one move only.

    Of several ways to take the same pieces the first counts. Raises EngineError.
    """
    legal = position.legal_moves()
    if not MOVE.fullmatch(text):
        raise EngineError(f"the engine's move is '{text}': expected a move such as {written(legal[0])}")
    start, end, *captured = map(int, re.split("[-x]", text))
    found = [each for each in legal if (each.start, each.end) == (start, end) and bool(each.captured) == ("x" in text)]
    if captured:
        found = [each for each in found if sorted(each.captured) == sorted(captured)]
    if not found or len({frozenset(each.captured) for each in found}) > 1:
        raise EngineError(f"the engine plays {text}: legal are {', '.join(map(written, legal))}")
    return found[0]
