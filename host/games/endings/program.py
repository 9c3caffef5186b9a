"""An ALGOL program that plays White in an ending, asked for one move after the other on the CDC 6600.

It is compiled and started as always, told its version, and stopped where it asks for a position. From there on its
procedure WHITE MOVES is called by RJ, as its own main program calls it, and its variables are read and written where
the compiler has put them: Black's king before a move, White's men behind it. What NEW GAME does to the others is done
for a new game. So a move costs what White's thinking costs, without the dialogue; the positions that the program must
not repeat, and its plans, are in its storage as ever.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from emulators.cdc6600.isa import ADDRESS_BITS
from emulators.cdc6600.machine import Snapshot
from emulators.cdc6600.system import INPUT, OUTPUT
from emulators.processor import Core
from host.assemblers.cached import Program
from host.bare6600 import CALLER, LIMIT, has_returned, put_call
from host.cdc6600 import Cdc6600
from host.games.endings.board import SIDE, Position
from host.games.program6600 import ProgramFault, compiled, source

if TYPE_CHECKING:
    from host.algol.compiler import Compiled

ADDRESS = (1 << ADDRESS_BITS) - 1
STARTING = 10_000_000  # cycles from the program's start to its asking for a position, at most
LOOKING = 100_000  # cycles between two looks
DIGITS = 16  # of a program's SHA-256
PRINTING = re.compile(r'("PROCEDURE" (SHOW BOARD|PROMPT);).*?"END" \2;', re.DOTALL)


class Version(NamedTuple):
    """A program, or one of its versions. Names are those of its text, as the compiler has them: small, no blanks."""

    program: str
    typed: tuple[str, ...]  # what says which version it shall be, and that no boards are printed
    piece: str
    men: tuple[str, ...] = ("wf", "wk", "rf", "rk", "bf", "bk")  # file and rank of king, piece and black king
    moves: str = "whitemoves"
    past: str = "past"  # how many positions have been noted
    history: str = "history"
    flags: tuple[str, ...] = ("mate", "planned")  # the first: the move was mate


VERSIONS = {
    "primitive": Version("rook", ("1N",), "R"),
    "new": Version("rook", ("2N",), "R"),
    "repaired": Version("rook", ("3N",), "R"),
    "queen": Version("queen", ("N",), "Q", ("wf", "wk", "qf", "qk", "bf", "bk"), flags=("mate",)),
}


class Memory(NamedTuple):
    """Everything by which the program's further moves are decided: equal memories go on in the same way."""

    men: tuple[int, ...]  # file and rank of each, from 1
    flags: tuple[bool, ...]
    history: tuple[int, ...]

    @property
    def position(self) -> Position:
        """Where the men stand."""
        king, piece, black = (
            file - 1 + SIDE * (rank - 1) for file, rank in zip(self.men[::2], self.men[1::2], strict=True)
        )
        return Position(king, piece, black)


def program_of(version: str) -> Program:
    """Return the program of a version, compiled; raises IronboardError if its text is missing."""
    return compiled(VERSIONS[version].program, True)


@cache
def without_boards() -> Compiled:
    """Return the rook ending with empty procedures SHOW BOARD and PROMPT: what the paper's program is compared with."""
    from host.algol.compiler import compile_text

    text, emptied = PRINTING.subn(r"\1;", source(VERSIONS["new"].program).read_text(encoding="utf-8"))
    assert emptied == 2
    return compile_text(text, "rook.alg")


def program_hash(version: str) -> str:
    """Return what tells one state of a program, as it is compiled, from another."""
    image = program_of(version).image
    text = repr([(segment.address, tuple(segment.words)) for segment in image.segments])
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


class Ending:
    """A version at work. `exact`: cycles are those of the 6600; else there is one for an instruction."""

    def __init__(self, version: str, core: Core = "compiled", *, exact: bool = True) -> None:
        self.version = VERSIONS[version]
        program = program_of(version)
        self.machine = Cdc6600(core=core, exact=exact)
        self.machine.load(program.image)
        self._find(program)
        self._start()
        self.start: Snapshot = self.machine.snapshot()

    def _find(self, program: Program) -> None:
        """Note where the program has its variables and its procedure."""
        places = program.variables
        self._men = [places[each] for each in self.version.men]
        self._flags = [places[each] for each in self.version.flags]
        self._past, self._history = places[self.version.past], places[self.version.history]
        self._entry = program.procedures[self.version.moves]

    def _start(self) -> None:
        """Let the program come to where it asks for a position; put a call of its procedure beside it."""
        machine = self.machine
        machine.attach(INPUT, self.version.typed)
        machine.give("connect", INPUT)
        machine.attach(OUTPUT)
        while INPUT not in machine.system.waiting_for and machine.cycles < STARTING and not machine.run(LOOKING):
            pass
        if INPUT not in machine.system.waiting_for:
            why = machine.reason or "it still runs"
            raise ProgramFault(f"{self.version.program} does not ask for a position: {why}")
        put_call(machine, self._entry)

    @property
    def _memory(self) -> Any:
        return self.machine.memory

    def restart(self) -> None:
        """Go back to the beginning: what is asked next does not depend on what has been asked before."""
        self.machine.restore(self.start)

    def begin(self, position: Position) -> None:
        """Begin a game, as NEW GAME does."""
        memory = self._memory
        for place in (self._past, *self._flags):
            memory[place] = 0
        for place, square in zip(self._men[::2], position, strict=True):
            memory[place] = square % SIDE + 1
        for place, square in zip(self._men[1::2], position, strict=True):
            memory[place] = square // SIDE + 1

    def black_goes(self, square: int) -> None:
        """Let Black's king be on another square."""
        *_, file, rank = self._men
        self._memory[file], self._memory[rank] = square % SIDE + 1, square // SIDE + 1

    def move(self) -> int:
        """Let White move; return the minor cycles that it takes. Raises ProgramFault if that does not end well."""
        machine = self.machine
        machine.write_register("P", CALLER)
        start = machine.cycles
        machine.run(LIMIT)
        if not has_returned(machine):
            why = machine.reason or f"it is at {machine.p:06o}"
            raise ProgramFault(f"{self.version.program} does not come back from {self.version.moves}: {why}")
        return machine.cycles - start

    @property
    def is_mate(self) -> bool:
        """Whether the program says that its move was mate."""
        return bool(self._memory[self._flags[0]])

    @property
    def memory(self) -> Memory:
        """By what the program decides."""
        memory = self._memory
        first = int(memory[self._history]) & ADDRESS  # the description of the array: where its first element is
        noted = memory[first : first + int(memory[self._past])]
        men = [int(memory[place]) for place in self._men]
        return Memory(tuple(men), tuple(bool(memory[place]) for place in self._flags), tuple(map(int, noted)))
