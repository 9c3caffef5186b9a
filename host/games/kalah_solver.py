"""Kalah solved on the 6600: the value of a position with best play of both sides, by tables of positions and ends.

    solver = Solver()
    solver.begin(opening(4, 4))
    while not solver.done:
        solver.go_on()
    solver.value, solver.move()

The program is asm/cdc6600/kalsolv.compass. Values are the counters by which the side to move wins. `Solver.state` is
the whole machine: a solver that is put back goes on cycle for cycle.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from math import comb
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, TypedDict

from emulators.cdc6600.machine import Cdc6600
from emulators.errors import IronboardError, StateError
from emulators.machine import Stop
from emulators.processor import Core
from emulators.roms import manifest
from host.formats import storage
from host.games.boards import ProgramFault, clock
from host.games.kalah_board import Move, Position, Row, Side, written
from host.games.kalah_play import DEPTH, TO_THE_END, Player, Thought
from host.interruption import keeping, said, silence
from host.machines.cdc6600.calls import CALLER, Bare6600, has_returned, put_call
from host.machines.cdc6600.machine import find_program

PROGRAM = "kalsolv"
PITS = range(2, 7)
COUNTERS = 127  # in all pits, at most
NUMBER_BITS = 47  # of a position's number in the table
PLACE = 8  # bits of a pit
SLICE = 20_000_000  # minor cycles between two looks at the clock
FIRST_LINE, LINE = 10.0, 60.0  # seconds before the first line about the work, and between others
STATE_LIMIT = 1 << 26  # bytes


def fits(position: Position) -> bool:
    """Return whether the program can solve a position."""
    pits, left = 2 * position.size, counters_left(position)
    return position.size in PITS and left <= COUNTERS and comb(left + pits, pits) < 1 << NUMBER_BITS


def counters_left(position: Position) -> int:
    """Return how many counters are in the pits."""
    return sum(sum(row.pits) for row in position.rows)


class Bounds(NamedTuple):
    """The proved limits of a value."""

    least: int
    most: int


class Solver:
    """A 6600 with the program in its storage."""

    def __init__(self, core: Core = "compiled") -> None:
        image = find_program(PROGRAM)
        image.symbols.update(manifest()[PROGRAM]["symbols"])
        self.program = Bare6600(PROGRAM, core, image=image)
        self.machine = self.program.machine
        self.position: Position | None = None
        self.made_for: tuple[int, bool, int] | None = None  # pits, rule and counters of its tables

    # ------------------------------------------------------------ the search

    def begin(self, position: Position) -> None:
        """Place a position; what is known of others of the same board and rule is kept. Raises IronboardError."""
        if position.over:
            raise IronboardError("the game is over")
        if not fits(position):
            raise IronboardError(
                f"the program solves boards of {PITS[0]} to {PITS[-1]} pits, up to {COUNTERS} counters"
            )
        program, left = self.program, counters_left(position)
        made = self.made_for
        if made is None or made[:2] != (position.size, position.always) or made[2] < left:
            program.put("KGPITS", position.size)
            program.put("KGTOTAL", left)
            program.put("KGBARE", int(position.always))
            program.call("KSMAKE")
            self.made_for = (position.size, position.always, left)
        self._place(position)
        self._start("KSSOLVE")

    def go_on(self, cycles: int = SLICE) -> None:
        """Search for some minor cycles, or to the end; raises ProgramFault if the program stops elsewhere."""
        machine = self.machine
        if machine.run_to(machine.cycles + cycles) != Stop.NONE and not self.done:
            raise ProgramFault(f"{PROGRAM} stops: {machine.reason}")

    @property
    def done(self) -> bool:
        """Whether the search has ended."""
        return has_returned(self.machine)

    @property
    def bounds(self) -> Bounds:
        """The limits that are proved so far."""
        get = self.program.get
        assert self.position is not None
        ours, his = (self.position.rows[side].kalah for side in (self.position.to_move, self.position.to_move.other))
        ahead, total = ours - his, get("KSCOUNT")
        return Bounds(*(ahead + 2 * get(name) - total for name in ("KSLOW", "KSHIGH")))

    @property
    def sowings(self) -> int:
        """How many there have been."""
        return self.program.get("KSNODES")

    def move(self) -> Move:
        """Return a whole move that gets the value; raises ProgramFault if the program plays against the rules."""
        program, position = self.program, self.position
        assert position is not None
        gets, side, pits = program.get("KSLOW"), position.to_move, [program.get("KSPIT")]
        while True:
            after = position.played((pits[-1],))
            gets -= after.rows[side].kalah - position.rows[side].kalah
            if after.over or after.to_move is not side:
                return tuple(pits)
            position = after
            pits.append(self._pit_for(position, gets))

    def _pit_for(self, position: Position, gets: int) -> int:
        """Return the pit that gets as much, of a position in which the same side is to move."""
        if gets <= 0:  # it gets nothing, whichever it sows
            return next(pit for pit, counters in enumerate(position.rows[position.to_move].pits, 1) if counters)
        self._place(position)
        self.program.put("KSNEED", gets)
        self.program.put("KSPIT", 0)
        self._start("KSPROVE")
        while not self.done:
            self.go_on()
        if not self.program.word("X6"):
            raise ProgramFault(f"{PROGRAM} gets less than {gets} of {position}")
        return self.program.get("KSPIT")

    def _place(self, position: Position) -> None:
        self.position = position
        rows = position.rows[position.to_move], position.rows[position.to_move.other]
        self.program.put("KSBOARD", *map(word_of, rows))
        self.program.put("KSCOUNT", counters_left(position))

    def _start(self, routine: str) -> None:
        put_call(self.machine, self.program.address(routine))
        self.program.set(B1=1)
        self.machine.write_register("P", CALLER)

    # ------------------------------------------------------------ kept in a file

    def save(self, path: Path) -> None:
        """Write the whole machine into a file."""
        storage.write_all(path, self.machine.save_state(), overwrite=True)

    def resume(self, path: Path, position: Position) -> None:
        """Go on with a search of this position; raises IronboardError for a file that is of no such search."""
        data = storage.read_all(path, STATE_LIMIT, "the memory of a search")
        self.begin(position)
        names = ("KSBOARD", "KSCOUNT", "KGPITS", "KGBARE")
        wanted = [self.program.get(name) for name in names]
        code = self._code
        try:
            self.machine.load_state(data)
        except StateError as error:
            raise IronboardError(f"{path}: {error}") from error
        if self._code != code or [self.program.get(name) for name in names] != wanted:
            raise IronboardError(f"{path} is the memory of another search: omit it, or name another file")

    @property
    def _code(self) -> list[int]:
        """A routine of the program, after the word for the way back: another version has other tables."""
        start = self.program.address("KSSOLVE") + 1
        return self.program.words(start, self.program.address("KSPROVE") - start)


def word_of(row: Row) -> int:
    """Return the word of a side: nothing in the place of its kalah."""
    return sum(counters << PLACE * place for place, counters in enumerate(row.pits, 1))


# seconds of the 6600 for the first move, by pits and counters; the slower rule
MEASURED = {(5, 3): 15, (6, 3): 400, (5, 4): 837}
QUICK_PITS, QUICK_COUNTERS = 4, 32  # boards with positions that are solved within seconds


def perfect_player(start: Position, core: Core = "compiled") -> PerfectPlayer:
    """Return a player that solves every position; raises IronboardError for a board that would take too long."""
    left = counters_left(start)
    if start.size > QUICK_PITS or left > QUICK_COUNTERS:
        known = [
            each for (pits, counters), each in MEASURED.items() if pits >= start.size and 2 * pits * counters >= left
        ]
        takes = f"up to {clock(min(known))}" if known else "days"
        raise IronboardError(
            f"--perfect goes with boards up to {QUICK_PITS} pits and {QUICK_COUNTERS} counters: "
            f"the first move of this one would take {takes} of the 6600; --solve finds it"
        )
    return PerfectPlayer(core)


class PerfectPlayer(Player):
    """A player that solves every position."""

    def __init__(self, core: Core = "compiled") -> None:
        super().__init__(core)
        self.solver = Solver(core)

    def think(self, position: Position, depth: int = DEPTH) -> Thought:
        """Return a best move, and its value; `depth` does not matter."""
        solver = self.solver
        if not fits(position):
            return super().think(position, TO_THE_END)
        cycles, sowings = solver.machine.cycles, solver.sowings
        solver.begin(position)
        while not solver.done:
            solver.go_on()
        value, move = solver.bounds.least, solver.move()
        return Thought(
            move, position.played(move), value, solver.sowings - sowings, True, solver.machine.cycles - cycles
        )


# ---------------------------------------------------------------- output


class Solution(TypedDict):
    """The value of a position of Kalah with best play of both sides."""

    position: Annotated[str, "as the command line has it"]
    to_move: Literal["south", "north"]
    value: Annotated[int, "the counters by which the side to move wins; negative: it loses"]
    solved: Annotated[bool, "every line was followed to the end of the game"]
    move: Annotated[str, "the best one"]
    positions: Annotated[int, "that were looked at: one for each sowing"]
    cycles: Annotated[int, "minor cycles of the 6600"]
    seconds: Annotated[float, "the same in seconds"]


def solution(position: Position, core: Core = "compiled", memory: Path | None = None) -> Solution:
    """Return the value of a position, found by the program; a file `memory` keeps the search when it is interrupted."""
    if position.over:
        raise IronboardError("the game is over")
    if fits(position):
        value, move, sowings, cycles = searched(Solver(core), position, memory)
        solved = True
    elif memory:
        raise IronboardError(f"--memory goes with boards of {PITS[0]} to {PITS[-1]} pits, up to {COUNTERS} counters")
    else:
        thought = Player(core).think(position, TO_THE_END)
        value, move, sowings, cycles = thought.score, thought.move, thought.positions, thought.cycles
        solved = thought.solved
    return {
        "position": str(position),
        "to_move": "south" if position.to_move is Side.SOUTH else "north",
        "value": value,
        "solved": solved,
        "move": written(move),
        "positions": sowings,
        "cycles": cycles,
        "seconds": cycles / Cdc6600.clock,
    }


def searched(solver: Solver, position: Position, memory: Path | None) -> tuple[int, Move, int, int]:
    """Solve a position, with a line a minute; return value, move, sowings and minor cycles."""
    if memory and memory.exists():
        solver.resume(memory, position)
    else:
        solver.begin(position)
    try:
        with keeping(lambda: kept(solver, memory)), lines(solver, memory) as look:
            while not solver.done:
                solver.go_on()
                look()
    finally:
        if memory:
            solver.save(memory)
    cycles, sowings, value = solver.machine.cycles, solver.sowings, solver.bounds.least
    return value, solver.move(), sowings, cycles


def kept(solver: Solver, memory: Path | None) -> str:
    """Return what is proved at an interrupt, and how to go on."""
    how = f"the same command goes on from {memory}" if memory else "with --memory FILE the same command could go on"
    return f"{proved(solver)}; {how}"


def proved(solver: Solver) -> str:
    """Return the bounds as text, from the side of the player to move."""
    assert solver.position is not None
    least, most = solver.bounds
    name = solver.position.to_move.label
    spent = f"{clock(solver.machine.cycles / Cdc6600.clock)} of the 6600"
    return f"{name}'s result is {least:+d} to {most:+d}, {solver.sowings:,} sowings, {spent}"


@contextlib.contextmanager
def lines(solver: Solver, memory: Path | None) -> Iterator[Callable[[], None]]:
    """Yield a function that prints a line about the search if one is due, and keeps it in its file then."""
    began = time.monotonic()
    due = began + FIRST_LINE

    def look() -> None:
        nonlocal due
        now = time.monotonic()
        if now < due:
            return
        due = now + LINE
        if memory:
            solver.save(memory)
        print(
            f"ironboard: at work for {now - began:.0f} s, {proved(solver)}; Ctrl-C ends it", file=sys.stderr, flush=True
        )
        said()

    with silence():
        yield look


def solve(position: Position, core: Core = "compiled", memory: Path | None = None) -> Iterator[str]:
    """Yield the value of a position with best play of both sides, found by the program."""
    found = solution(position, core, memory)
    mover, score = position.to_move, found["value"]
    outcome = "a draw" if not score else f"{(mover if score > 0 else mover.other).label} wins by {abs(score)}"
    yield f"position {position}"
    yield f"value    {outcome}{'' if found['solved'] else ', as far as the search has seen'}"
    yield f"move     {found['move']}"
    yield f"searched {found['positions']:,} positions"
    yield f"CP time  {found['cycles']:,} minor cycles, {found['seconds']:.6f} s"
