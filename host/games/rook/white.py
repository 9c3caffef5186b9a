"""White: one of the ALGOL programs, on the 6600, at its own dialogue. What it is told and what it answers are lines.

    white = White("new")
    white.begin(men)            it reads KH1 RA1 KD5 and prints ` 1. KG2`
    white.answer(square)        it reads KE5 and prints ` 2. RD1`

Nothing else is known of the program: its storage is not looked at.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from emulators.cdc6600 import display_code
from emulators.cdc6600.core import Cause
from emulators.cdc6600.system import INPUT, OUTPUT
from emulators.processor import Core
from host.cdc6600 import Cdc6600
from host.games.endings.program import VERSIONS, program_of
from host.games.mates.position import Men, name, numbered
from host.games.program6600 import ProgramFault
from host.games.rook.dialogue import RECORD
from host.games.rook.positions import written

MOVE = re.compile(r" *\d+\. ([KRQ])([A-H][1-8])(\*)?(?: (MATE))?")
FIFTY = "FIFTY MOVES. A DRAW."
STALEMATE = "STALEMATE. A DRAW."
ZERO = "0"  # ends a game, and between games the program
PIECE = 1_000  # cycles between two looks at whether it waits for a line: 0.1 ms
PATIENCE = 100_000_000  # cycles: ten seconds of the machine, which no move comes near


class Answer(NamedTuple):
    """What the program has printed of a move, and what that took."""

    man: str  # K, R or Q
    square: int
    check: bool
    mate: bool
    fifty: bool  # it says that the game is a draw, after this move
    stalemate: bool  # the same, because Black has no move
    cycles: int  # from the line that was typed to its asking for another one


class White:
    """A version of the program, which plays game after game."""

    def __init__(self, version: str, core: Core = "compiled") -> None:
        self.version = VERSIONS[version]
        self.machine = machine = Cdc6600(core=core)
        machine.load(program_of(version).image)
        machine.attach(INPUT)
        machine.give("connect", INPUT)
        machine.attach(OUTPUT)
        self._wait()
        for line in self.version.typed:
            self._type(line)
        self._before = machine.snapshot()  # the game: how the machine was when it asked for its position

    def begin(self, men: Men) -> Answer:
        """Begin a game, when there is none. Raises ProgramFault if the program does not take the position."""
        self._before = self.machine.snapshot()
        return self._asked(written(men))

    def answer(self, square: int) -> Answer:
        """Tell where Black's king goes; return the next move. Raises ProgramFault if the program refuses that."""
        return self._asked(f"K{name(square)}")

    def resign(self) -> None:
        """End the game."""
        self._type(ZERO)

    def restart(self) -> None:
        """Forget the game: all is as before it began."""
        self.machine.restore(self._before)

    def end(self, playing: bool) -> str:
        """End the program; return its record of the games."""
        if playing:
            self.resign()
        self._type(ZERO)
        return self.machine.text(RECORD)

    def _asked(self, line: str) -> Answer:
        start = self.machine.cycles
        printed = self._type(line)
        moves = [match for each in printed if (match := MOVE.fullmatch(each))]
        if len(moves) != 1:
            raise ProgramFault(f"the program answers '{line}' with '{' / '.join(filter(None, printed))}'")
        man, square, check, mate = moves[0].groups()
        cycles = self.machine.cycles - start
        draws = FIFTY in printed, STALEMATE in printed
        return Answer(man, numbered(square.lower()), bool(check), bool(mate), *draws, cycles)

    def _type(self, line: str) -> list[str]:
        """Type a line; return the lines that the program prints until it asks for another one."""
        before = len(self.machine.text(OUTPUT))
        self.machine.give("line", [INPUT, display_code.line(line.upper())])
        self._wait()
        return self.machine.text(OUTPUT)[before:].splitlines()

    def _wait(self) -> None:
        """Run until the program asks for a line, or has ended."""
        machine, limit = self.machine, self.machine.cycles + PATIENCE
        while INPUT not in machine.system.waiting_for and machine.cause == Cause.NONE and machine.cycles < limit:
            machine.run(PIECE)
        if INPUT not in machine.system.waiting_for and machine.cause != Cause.END:
            raise ProgramFault(f"{self.version.program} does not ask for a line: {machine.reason or 'it still runs'}")
