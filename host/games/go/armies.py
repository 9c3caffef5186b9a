"""Whether chains of stones live: the program asm/cdc6600/armies.compass, asked on a 6600.

    judge = Judge()
    judge.place(position)
    army = judge.ask(point)
    army.verdict, army.positions, army.cycles

A chain is stones of one colour joined by row or column. Every verdict except "not decided" is proved, with all kos and
all threats elsewhere against the side that it favours.

Source: A. G. Bell, Games Playing with Computers, section 3.4, asks for armies that are safe, can be made safe, or would
be captured; asm/cdc6600/argraph.compass and arsearch.compass have the proofs.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import cache
from typing import NamedTuple

from emulators.cdc6600.machine import Cdc6600
from emulators.errors import IronboardError
from emulators.machine import Stop
from emulators.processor import Core
from emulators.roms import manifest
from host.games.boards import Colour, ProgramFault
from host.games.go.diagrams import SIZES
from host.games.go.rules import Position
from host.interruption import doing
from host.machines.cdc6600.calls import CALLER, Bare6600, has_returned, put_call
from host.machines.cdc6600.machine import find_program

PROGRAM = "armies"
FIND, ASK = "ARFIND", "ARASK"
ROW = 21  # words of a row of BOARD
CODES = {None: 0, Colour.BLACK: 1, Colour.WHITE: 2}  # in BOARD
OFF = 3
NODES = 46  # points and chains that the program has bits for
SLICE = 5_000_000  # minor cycles between two looks for Ctrl-C
DEEPEST = 62  # moves, as the program's stack has room for


class Verdict(Enum):
    """The fate of a chain. The order is the program's; the text ends a sentence."""

    OPEN = "not decided"
    SAFE = "safe"
    HOLDS = "can be made safe if it is attacked"
    FIRST = "safe only if it moves first"
    LOST = "would be captured, even if it moved first"


class Limits(NamedTuple):
    """How far the program looks."""

    region: int = 12  # points of the largest regions that are played in
    depth: int = 31  # moves, 1 to DEEPEST
    positions: int = 10_000  # of one proof; up to four are tried


USUAL = Limits()


class Army(NamedTuple):
    """An answer: the chain, its fate, and how much work that was."""

    colour: Colour
    stones: frozenset[int]  # points of rules.py
    verdict: Verdict
    reason: str  # why it is not decided, else nothing
    positions: int  # looked at
    cycles: int  # minor cycles of the question

    @property
    def seconds(self) -> float:
        """The time of the 6600."""
        return self.cycles / Cdc6600.clock


class Judge:
    """A 6600 with the program in its storage."""

    def __init__(self, core: Core = "compiled") -> None:
        image = find_program(PROGRAM)
        image.symbols.update(manifest()[PROGRAM]["symbols"])
        self.program = Bare6600(PROGRAM, core, image=image)
        self.machine = self.program.machine
        self.position = Position(0)
        self.cycles = 0  # of `place`

    def place(self, position: Position) -> None:
        """Put a position into storage, and have the program find its chains and those that are safe.

        Raises IronboardError for boards that the program does not have.
        """
        if position.size not in SIZES:
            size = position.size
            raise IronboardError(f"a board of {size} by {size}: the program has {SIZES[0]} to {SIZES[-1]} rows")
        board = [OFF] * (ROW * ROW)
        for point in position.points:
            board[place(point, position.size)] = CODES[position.stones.get(point)]
        self.position = position
        self.program.put("SIZE", position.size)
        self.program.put("BOARD", *board)
        self.program.put("KO", 0 if position.ko is None else place(position.ko, position.size))
        self.cycles = self.program.call(FIND)

    def chains(self) -> list[int]:
        """Return the first point of each chain, Black's first, each side's row by row."""
        points = sorted(self.position.stones, key=lambda point: (self.position.stones[point] is Colour.WHITE, point))
        numbers = [self._number(point) for point in points]
        return [point for each, point in enumerate(points) if numbers[each] not in numbers[:each]]

    def is_safe(self, point: int) -> bool:
        """Return whether nothing can capture the chain on a point; `place` has found that."""
        return bool(self.program.words(self.program.address("SAFE") + self._number(point), 1)[0])

    def ask(self, point: int, limits: Limits = USUAL) -> Army:
        """Return the fate of the chain on a point; raises IronboardError if there is no stone.

        An interrupt leaves the position as it is.
        """
        colour = self.position.stones.get(point)
        if colour is None:
            raise IronboardError("there is no stone")
        program, machine = self.program, self.machine
        program.put("ASKED", self._number(point))
        for name, value in zip(("LARGEST", "DEPTH", "MOST"), limits, strict=True):
            program.put(name, value)
        put_call(machine, program.address(ASK))
        program.set(B1=1)
        machine.write_register("P", CALLER)
        start = machine.cycles
        with doing(lambda: f"{program.get('LOOKED') + program.get('NODES'):,} positions looked at"):
            while not has_returned(machine):
                if machine.run_to(machine.cycles + SLICE) != Stop.NONE and not has_returned(machine):
                    raise ProgramFault(f"{PROGRAM} stops: {machine.reason}")
        verdict = [*Verdict][program.get("VERDICT")]
        stones, _ = self.position.group(point)
        reason = self._reason(limits) if verdict is Verdict.OPEN else ""
        return Army(colour, frozenset(stones), verdict, reason, program.get("LOOKED"), machine.cycles - start)

    def _number(self, point: int) -> int:
        """Return the program's number of a chain."""
        return self.program.words(self.program.address("CHAIN") + place(point, self.position.size), 1)[0]

    def _reason(self, limits: Limits) -> str:
        """Say why there is no verdict, with the proofs that have succeeded."""
        get = self.program.get
        if not (get("SHELTERS") or get("CAGES")):
            if get("WIDE"):
                return f"its regions have more than {NODES} points and chains"
            return f"it has no region of at most {limits.region} points to live in"
        known = [text for name, text in KNOWN.items() if get(name)]
        if get("LIMITED"):
            known.append("a limit was reached")
        elif not get("CAGES"):
            known.append("no proof in its regions, and it is not surrounded")
        else:
            known.append("the rest depends on a ko, a seki or a race outside")
        return "; ".join(known)


KNOWN = {"SAVED": "safe if it moves first", "LOST": "captured if it does not move first"}


def place(point: int, size: int) -> int:
    """Return the program's number of a point."""
    row, column = divmod(point, size + 1)
    return ROW * row + column


@cache
def judge() -> Judge:
    """Return a 6600 with the program, always the same."""
    return Judge()


def asked(position: Position, points: list[int], limits: Limits = USUAL) -> Iterator[Army]:
    """Yield the fate of the chains on some points of a position, or of all chains for no point."""
    there = judge()
    there.place(position)
    for point in points or there.chains():
        yield there.ask(point, limits)
