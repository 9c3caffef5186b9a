"""A program that plays Go on the CDC 6600, at its own dialogue; what it knows between two moves are a few variables.

    program = Go6600("nps", 15)
    program.answer(8 * 16 + 8)     it reads ` 8 8`, thinks, prints what it has thought of and ` MOVE 9 6`

The dialogue, of all these programs: the first line says how large the board is. Then the program reads a line `X Y`,
the other side's move, column from the left and row from the top, 0 0 for a pass; it makes its own move and prints it.
Here points are those of rules.py; the programs have 21 * row + column.

While it waits for a line its variables can be read and written: the board, the point of a ko, how many moves were made,
how many stones were taken. Nothing else decides its further moves. So positions are set up, moves taken back and
colours exchanged without a word in the dialogue.

Source: asm/cdc6600/nps.alg and zobrist.alg, "THE DIALOGUE".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from emulators.cdc6600 import display_code
from emulators.cdc6600.core import Cause
from emulators.cdc6600.isa import ADDRESS_BITS, WORD_BITS
from emulators.cdc6600.system import INPUT, OUTPUT
from emulators.processor import Core
from host.bare import find_source
from host.cdc6600 import Cdc6600, read_lines
from host.games.algol6600 import FOLDER, compiled
from host.games.go.game import Answer, GameError, Move, Record, standard_handicap
from host.games.go.rules import Colour, Position, Stones
from host.games.program6600 import ProgramFault

STRIDE = 21  # from a point to the one below
POINTS = STRIDE * STRIDE
EMPTY, OWN, OTHERS, OFF = range(4)  # what is on a point
MOVE = re.compile(r" *MOVE +(\d+) +(\d+) *")
PASS = "0 0"
MODERN = 1  # which dialogue nps shall have
TEMPLATES = "CH7"  # the file behind channel 7
PIECE = 5_000  # cycles between two looks at whether it waits for a line: half a millisecond
PATIENCE = 6_000_000_000  # cycles: ten minutes of the machine, which no move comes near
ADDRESS, WORD = (1 << ADDRESS_BITS) - 1, (1 << WORD_BITS) - 1
SIGN = 1 << WORD_BITS - 1


class Dialogue(NamedTuple):
    """What is different from one program to the other."""

    first: Callable[[int, int], str]  # the line typed first, from the size and the seed
    counts: tuple[str, ...]  # the variables besides the board that decide its moves, or are printed
    templates: str = ""  # the file that it reads from channel 7, if it has one
    seed: str = ""  # the variable with the state of its random numbers
    evaluation: str = ""  # a line that lets it print what it thinks of the position


DIALOGUES = {
    "nps": Dialogue(lambda size, seed: f"{size} {MODERN}", ("ko", "last", "taken", "lost", "count")),
    "zobrist": Dialogue(
        lambda size, seed: f"{size} {seed}",
        ("ko", "taken", "lost", "plies"),
        templates="zobrist.templates",
        seed="seed",
        evaluation="-2 0",
    ),
}


class Memory(NamedTuple):
    """What a program knows between two moves."""

    board: tuple[int, ...]
    counts: tuple[int, ...]


class Go6600:
    """A program and the machine it runs on. `exact`: cycles are those of the 6600; else one for an instruction.

    `first`: a line to type first instead of the usual one, for another dialogue; `greeting` and `asked` are what the
    program prints before and after it.

    Raises IronboardError for a program whose text is missing, for templates that cannot be read, for a board that the
    program does not want.
    """

    colours = tuple(Colour)
    knows_ko = True

    def __init__(
        self,
        name: str,
        size: int = 19,
        core: Core = "compiled",
        *,
        exact: bool = True,
        seed: int = 0,
        templates: Path | None = None,
        first: str = "",
    ) -> None:
        self.name, self.size, self.dialogue = name, size, DIALOGUES[name]
        program = compiled(name, True)
        counts = [*self.dialogue.counts, *filter(None, [self.dialogue.seed])]
        self._places = {each: program.variables[each] for each in ("board", *counts)}
        self.machine = machine = Cdc6600(core=core, exact=exact)
        machine.load(program.image)
        if self.dialogue.templates:
            deck = templates or find_source(FOLDER / self.dialogue.templates)
            machine.attach(TEMPLATES, read_lines(deck))
        machine.attach(INPUT)
        machine.give("connect", INPUT)
        machine.attach(OUTPUT)
        self._wait()
        self.greeting = printed(machine)
        self.asked = self.type(first or self.dialogue.first(size, seed))
        if self.asked and not first:
            raise ProgramFault(f"{name} does not begin: {' / '.join(self.asked)}")
        self._board = machine.peek(self._places.pop("board")) & ADDRESS
        self._start = machine.snapshot()

    # ------------------------------------------------------------ games

    def new_game(self, handicap: int = 0) -> Stones:
        """Go back to the first question; return so many handicap stones, where the protocol has them."""
        stones = dict.fromkeys(standard_handicap(self.size, handicap), Colour.BLACK)
        self.machine.restore(self._start)
        return stones

    def answer(self, move: Move) -> Answer:
        """Tell it the other side's move; return its own. Raises ProgramFault if it does not make one."""
        machine = self.machine
        start = machine.cycles
        if move is None:
            line = PASS
        else:
            row, column = divmod(move, self.size + 1)
            line = f"{column} {row}"
        said = self.type(line)
        match = MOVE.fullmatch(said[-1]) if said else None
        column, row = map(int, match.groups()) if match else (-1, -1)
        made = row * (self.size + 1) + column if (column, row) != (0, 0) else None
        if match is None or (made is not None and not (1 <= column <= self.size and 1 <= row <= self.size)):
            raise ProgramFault(f"{self.name} answers '{line}' with '{' / '.join(map(str.strip, said))}': expected MOVE X Y")
        return Answer(made, [each.strip() for each in said[:-1]], machine.cycles - start)

    def evaluate(self, position: Position, own: Colour) -> list[str]:
        """Return what it prints of a position; raises GameError if it prints nothing of the kind."""
        if not self.dialogue.evaluation:
            raise GameError(f"{self.name} evaluates no positions")
        before = self.snapshot()
        self.put(position, own, Record())
        said = self.type(self.dialogue.evaluation)
        self.restore(before)
        return [each.strip() for each in said]

    def type(self, line: str) -> list[str]:
        """Type a line; return the lines that it prints until it asks for another one, without the empty ones."""
        self.machine.attach(OUTPUT)  # what has been printed before is forgotten: games are long
        self.machine.give("line", [INPUT, display_code.line(line)])
        self._wait()
        return printed(self.machine)

    def _wait(self) -> None:
        """Run until the program asks for a line. Raises ProgramFault if it has ended, or does not come to that."""
        machine, limit = self.machine, self.machine.cycles + PATIENCE
        while INPUT not in machine.system.waiting_for:
            if machine.m.cause != Cause.NONE or machine.cycles >= limit:
                said = [*printed(machine)[-1:], *(line for _, line in machine.system.dayfile)]
                why = [machine.reason or "it still runs", *(line.strip() for line in said)]
                raise ProgramFault(f"{self.name} does not ask for a line: {' / '.join(why)}")
            machine.run(PIECE)

    # ------------------------------------------------------------ its variables

    def stones(self, own: Colour) -> dict[int, Colour]:
        """Return the stones on its board; its own are of a colour."""
        colours = {OWN: own, OTHERS: own.other}
        found = {}
        for point in Position(self.size).points:
            code = self.machine.peek(self._board + place(point, self.size))
            if code in colours:
                found[point] = colours[code]
        return found

    def put(self, position: Position, own: Colour, record: Record) -> None:
        """Let this be the position, with what has been before it, while the program waits for a move."""
        codes = {None: EMPTY, own: OWN, own.other: OTHERS}
        for point in position.points:
            self.machine.poke(self._board + place(point, self.size), codes[position.stones.get(point)])
        numbers = {
            "ko": place(position.ko, self.size),
            "last": place(record.last, self.size),
            "taken": record.taken,
            "lost": record.lost,
            "count": record.made,
            "plies": record.plies,
        }
        for name in self.dialogue.counts:
            self.machine.poke(self._places[name], numbers[name])

    def snapshot(self) -> Memory:
        """Return what it knows now."""
        peek = self.machine.peek
        return Memory(
            tuple(peek(self._board + each) for each in range(POINTS)), tuple(map(peek, self._places.values()))
        )

    def restore(self, memory: Memory) -> None:
        """Go back to what it knew, and to its waiting for a move."""
        if INPUT not in self.machine.system.waiting_for:  # it has failed meanwhile
            self.machine.restore(self._start)
        for each, word in enumerate(memory.board):
            self.machine.poke(self._board + each, word)
        for where, word in zip(self._places.values(), memory.counts, strict=True):
            self.machine.poke(where, word)

    def known(self, name: str) -> int:
        """Return one of its variables."""
        word = self.machine.peek(self._places[name])
        return word if not word & SIGN else -(word ^ WORD)


def printed(machine: Cdc6600) -> list[str]:
    """Return the lines that a program has printed since the last one was typed, without the empty ones."""
    return [each.rstrip() for each in machine.text(OUTPUT).splitlines() if each.strip()]


def place(point: Move, size: int) -> int:
    """Return the number that the programs have for a point of rules.py; 0 for none."""
    if point is None:
        return 0
    row, column = divmod(point, size + 1)
    return STRIDE * row + column


def point_of(place: int, size: int) -> Move:
    """Return the point of rules.py for a number that the programs have."""
    row, column = divmod(place, STRIDE)
    return row * (size + 1) + column if place else None
