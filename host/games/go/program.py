"""A program that plays Go on the CDC 6600, in its own dialogue.

Between two moves a few variables are all that it knows.

    program = Go6600("nps", 15)
    program.answer(8 * 16 + 8)     it reads ` 8 8`, thinks, prints its comments and ` MOVE 9 6`

The dialogue, of all these programs: the first line says how large the board is. Then the program reads a line `X Y`,
the other side's move, column from the left and row from the top, 0 0 for a pass; it makes its own move and prints it.
Here points are those of rules.py; the programs have 21 * row + column.

While it waits for a line its variables can be read and written: the board, the point of a ko, how many moves were made,
how many stones were taken. Nothing else decides its further moves. So positions are set up, moves taken back and
colours exchanged without a word in the dialogue.

Source: asm/cdc6600/nps.alg and zobrist.alg, "THE DIALOGUE".

Comments on a move are lines of a keyword and numbers, which are made readable and parsed here.

    BY ANALYZE SCAN COMPARE BLOCK       nps: the chain of procedures that has made the move
    VERTEX 4 16                         the point with the surroundings examined: column, row from the top
    SECTOR 3   PATTERN 2 4 12 4 15      the eighth of them with a pattern, its number and its end stones
    STRENGTH 9   WEAKNESS 12   VAL -3   sums of stones around, by distance
    MACHINE 3 3 2   OPPONENT 4 12 3     the closest stone of each side, and its distance
    NODE 4 16 200                       zobrist: one of the five best points, and its weight
    TEMPLATE CAPTURE 3 200 4 16         a template that fits there, in which orientation, what it adds
    LADDER 5 16 12                      a chain that was followed in a ladder, and how far
    CAPTURED 3                          stones that the move has taken

Columns and rows become vertices here. A keyword that is not known is shown as it is.

The thesis' procedure SCAN looks at eight sectors of 45 degrees around the vertex, five points deep. In a sector all
points at distance 1 come first, then those at 2 up to 5, each time from the axis, which is a row or a column, to the
diagonal. A point on an axis or a diagonal is seen twice; here it belongs to the first sector that sees it.

Source: asm/cdc6600/nps.alg, "SCAN"; the thesis, section II.F.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from emulators.errors import Place, SourceError
from emulators.processor import Core
from host.games.boards import ProgramFault
from host.games.go import gtp
from host.games.go.game import Answer, GameError, Move, Record, standard_handicap
from host.games.go.rules import Colour, Position, Stones
from host.games.program6600 import FOLDER, Sitting
from host.machines.cdc6600.calls import has_returned
from host.machines.cdc6600.machine import read_lines
from host.machines.programs import find_source

STRIDE, CODES = 21, 441  # of BOARD: from row to row, and its elements
EMPTY, OWN, OTHERS, OFF = range(4)  # codes of a point
MOVE = re.compile(r" *MOVE +(\d+) +(\d+) *")
PASS = "0 0"
MODERN = 1  # which dialogue nps shall have
TEMPLATES = "CH7"  # the file of channel 7
WRONG_CARD = re.compile(r" *CARD (\d+) COLUMN (\d+): ((?:\S+: )?)(.*)")
PAST_THE_END = "READING PAST THE END"  # of the file of cards, as the dayfile has it


class Dialogue(NamedTuple):
    """The differences between the programs."""

    first: Callable[[int, int], str]  # the line typed first, from the size and the seed
    counts: tuple[str, ...]  # the variables besides the board that decide its moves, or are printed
    templates: str = ""  # the file that it reads from channel 7, if it has one
    seed: str = ""  # the variable with the state of its random numbers
    evaluation: str = ""  # a line that makes it print its evaluation of the position


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
    """A program's memory between two moves."""

    board: tuple[int, ...]
    counts: tuple[int, ...]


class Go6600(Sitting):
    """A program and the machine it runs on. `exact`: cycles are those of the 6600; else one for an instruction.

    `first`: a line to type first instead of the usual one, for another dialogue; `asked` is the program's reply.
    `proposals`: lines to type next (game.Setup). Raises
    IronboardError for a missing program and for a file of templates that cannot be read, SourceError for a card in it
    that is wrong, ProgramFault for a board that the program does not want.
    """

    colours = tuple(Colour)
    knows_ko = True
    longest_chain: int | None = None

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
        proposals: Sequence[str] = (),
    ) -> None:
        self.size, self.dialogue = size, DIALOGUES[name]
        deck: list[str] = []
        if self.dialogue.templates:
            templates = templates or find_source(FOLDER / self.dialogue.templates)
            deck = read_lines(templates)
        try:
            super().__init__(name, core, exact=exact, files={TEMPLATES: deck} if templates else {})
        except ProgramFault as fault:
            for line in self._printed():
                if wrong := WRONG_CARD.fullmatch(line.rstrip()):
                    card, column = int(wrong[1]), int(wrong[2])
                    place = Place(str(templates), card, column, 1, deck[card - 1] if card <= len(deck) else "")
                    raise SourceError(place, f"{wrong[3]}{wrong[4].lower()}") from None
            if PAST_THE_END in str(fault) and templates:
                last = deck[-1] if deck else ""
                raise SourceError(Place(str(templates), max(len(deck), 1), 1, 1, last), "expected a card END") from None
            raise
        self.asked = self.type(first or self.dialogue.first(size, seed))
        if not self.waits or (self.asked and not first):
            raise ProgramFault(f"{name} does not begin: {' / '.join(self.asked)}")
        for line in proposals:
            said = self.type(line)
            if said and said[0].startswith("WRONG"):
                raise ProgramFault(f"{name} answers '{line}' with '{' / '.join(said)}'")
        self._counts = [*self.dialogue.counts, *filter(None, [self.dialogue.seed])]
        self._board = self.first("board")
        self._start = self.machine.snapshot()

    # ------------------------------------------------------------ games

    def new_game(self, handicap: int = 0) -> Stones:
        """Go back to the first question; return handicap stones, where the protocol has them."""
        stones = dict.fromkeys(standard_handicap(self.size, handicap), Colour.BLACK)
        self.machine.restore(self._start)
        return stones

    def answer(self, move: Move) -> Answer:
        """Tell it the other side's move; return its own. Raises ProgramFault if it does not make one."""
        line = PASS
        if move is not None:
            row, column = divmod(move, self.size + 1)
            line = f"{column} {row}"
        said = self.type(line)
        match = MOVE.fullmatch(said[-1]) if said else None
        column, row = map(int, match.groups()) if match else (-1, -1)
        made = row * (self.size + 1) + column if (column, row) != (0, 0) else None
        if made is not None and not (1 <= column <= self.size and 1 <= row <= self.size):
            raise ProgramFault(f"{self.name} answers '{line}' with '{' / '.join(said)}': expected MOVE X Y")
        return Answer(made, said[:-1], self.cycles)

    def evaluate(self, position: Position, own: Colour) -> list[str]:
        """Return its printed evaluation of a position; raises GameError if it has none."""
        if not self.dialogue.evaluation:
            raise GameError(f"{self.name} evaluates no positions")
        before = self.snapshot()
        self.put(position, own, Record())
        said = self.type(self.dialogue.evaluation)
        self.restore(before)
        return said

    def type(self, line: str) -> list[str]:
        """Type a line; return the lines that it prints, without blanks in front and without empty ones."""
        said = [each for line in super().type(line) if (each := line.strip())]
        if not self.waits:
            raise ProgramFault(f"{self.name} has ended at '{line}': {' / '.join(said[-1:]) or self.machine.reason}")
        return said

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
        """Set up a position and its history, while the program waits for a move."""
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
        self.set(**{name: numbers[name] for name in self.dialogue.counts})

    def snapshot(self) -> Memory:
        """Return its memory."""
        return Memory(tuple(self.elements("board")), tuple(map(self.get, self._counts)))

    def restore(self, memory: Memory) -> None:
        """Restore its memory, and its waiting for a move."""
        if not self.waits:  # it has failed meanwhile
            self.machine.restore(self._start)
        for each, code in enumerate(memory.board):
            self.machine.poke(self._board + each, code)
        self.set(**dict(zip(self._counts, memory.counts, strict=True)))


def place(point: Move, size: int) -> int:
    """Return the number that the programs have for a point of rules.py; 0 for none."""
    if point is None:
        return 0
    row, column = divmod(point, size + 1)
    return STRIDE * row + column


MACHINE, OPPONENT = 1, 2  # values of an element; 0: empty, 3: off the board


def point(column: int, row: int) -> int:
    """Return the program's number of a point."""
    return STRIDE * row + column


def step(first: int, second: int) -> tuple[int, int]:
    """Return how many columns and rows the second point is from the first."""
    return second % STRIDE - first % STRIDE, second // STRIDE - first // STRIDE


class Nps(Sitting):
    """The program where it waits for a move. `modern`: which dialogue; `exact`: cycles are those of the 6600."""

    def __init__(self, size: int = 19, core: Core = "compiled", *, modern: bool = True, exact: bool = False) -> None:
        super().__init__("nps", core, exact=exact)
        self.size = size
        self.type(f"{size} {int(modern)}")
        self._start = self.machine.snapshot()

    def restart(self) -> None:
        """Go back to where the program waits for the first move."""
        self.machine.restore(self._start)

    def move(self, column: int = 0, row: int = 0) -> list[str]:
        """Type a move, or a pass; return the lines without the blanks in front."""
        return [line.strip() for line in self.type(f"{column} {row}")]

    @property
    def board(self) -> dict[int, int]:
        """The stones: point -> MACHINE or OPPONENT."""
        return {place: stone for place, stone in enumerate(self.elements("board")) if stone in (MACHINE, OPPONENT)}

    def put(self, stones: Mapping[int, int], **values: int) -> None:
        """Set up a position in which it is the opponent's move; `values` of variables, else there is no past."""
        memory, first = self.machine.memory, self.first("board")
        for row in range(1, self.size + 1):
            for column in range(1, self.size + 1):
                memory[first + point(column, row)] = stones.get(point(column, row), 0)
        self.set(**{"last": 0, "theirlast": 0, "count": 0, "ko": 0, "taken": 0, "lost": 0, **values})

    def prepare(self, procedure: str) -> None:
        """Prepare the machine to call a procedure, without a move found yet."""
        self.set(moved=False, depth=0)
        super().prepare(procedure)

    def reads(self, procedure: str) -> list[int]:
        """Call a procedure; return the points of BOARD that it reads, in their order."""
        machine, first = self.machine, self.first("board")
        self.prepare(procedure)
        self._watch(first)
        found: list[int] = []
        while not has_returned(machine) and not machine.reason:
            machine.run(self.patience)
            found += [each.address - first for each in machine.watched]
        self._watch(first, on=False)
        if not has_returned(machine):
            raise self.not_back(procedure)
        return found

    def _watch(self, first: int, on: bool = True) -> None:
        for place in range(CODES):
            self.machine.set_watchpoint(first + place, read=True, write=False, on=on)


def chain(lines: list[str]) -> list[str]:
    """Return the procedures that made a move, outermost first, from the lines of its explanation."""
    return next(line.split()[1:] for line in lines if line.lstrip().startswith("BY "))


def answer(lines: list[str]) -> int:
    """Return the move that was printed, 0 for a pass."""
    word, column, row = lines[-1].split()
    if word != "MOVE":
        raise ProgramFault(f"nps prints {lines[-1]!r} where its move was expected")
    return point(int(column), int(row))


# ---------------------------------------------------------------- what a program says about a move

MARK = "~"  # before a vertex; display code has no such character
ONE = ("VERTEX", "MACHINE", "OPPONENT", "NODE", "LADDER")
PLACES: dict[str, tuple[int, ...]] = {  # keyword -> which of its words are columns; the row is the word after each
    **dict.fromkeys(ONE, (1,)),
    "PATTERN": (2, 4),
    "TEMPLATE": (4,),
}


class Said(NamedTuple):
    """A line: its keyword, the points in it (of rules.py), and the other words."""

    keyword: str
    points: list[int]
    words: list[str]


def parsed(lines: Sequence[str], size: int) -> Iterator[Said]:
    """Yield the lines, parsed."""
    for line in lines:
        keyword, *words = with_vertices(line, size).split(" ")
        points = [gtp.point(word[1:], size) for word in words if word[:1] == MARK]
        yield Said(keyword, [each for each in points if each is not None], [word for word in words if word[:1] != MARK])


def readable(lines: Sequence[str], size: int) -> list[str]:
    """Return the lines with vertices for columns and rows."""
    return [with_vertices(line, size).replace(MARK, "") for line in lines]


def with_vertices(line: str, size: int) -> str:
    """Return a line with a marked vertex instead of each column and row that it is known to have."""
    keyword, *words = line.split()
    for at in reversed([each - 1 for each in PLACES.get(keyword, ())]):
        numbers = words[at : at + 2]
        if len(numbers) == 2 and all(each.isdecimal() and 1 <= int(each) <= size for each in numbers):
            column, row = map(int, numbers)
            words[at : at + 2] = [MARK + gtp.vertex(row * (size + 1) + column, size)]
    return " ".join([keyword, *words])


# ---------------------------------------------------------------- the points that SCAN looks at


DEPTH = 5
SECTORS = {  # number -> steps to the right and down: along the axis, from there towards the diagonal
    1: ((1, 0), (0, 1)),
    2: ((0, 1), (1, 0)),
    3: ((0, 1), (-1, 0)),
    4: ((-1, 0), (0, 1)),
    5: ((-1, 0), (0, -1)),
    6: ((0, -1), (-1, 0)),
    7: ((0, -1), (1, 0)),
    8: ((1, 0), (0, -1)),
}


def looked_at(vertex: int, sector: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield the points of a sector on the board, in the order of SCAN, each with its distance."""
    row, column = divmod(vertex, size + 1)
    (right, down), (aside, below) = SECTORS[sector]
    for distance in range(1, DEPTH + 1):
        for off in range(distance + 1):
            x, y = column + distance * right + off * aside, row + distance * down + off * below
            if 1 <= x <= size and 1 <= y <= size:
                yield y * (size + 1) + x, distance


def sectors(vertex: int, size: int) -> dict[int, int]:
    """Return the sector of each point around a vertex."""
    found: dict[int, int] = {}
    for sector in SECTORS:
        for point, _ in looked_at(vertex, sector, size):
            found.setdefault(point, sector)
    return found


def distances(vertex: int, size: int) -> dict[int, int]:
    """Return the distance of each point around a vertex."""
    return {point: distance for sector in SECTORS for point, distance in looked_at(vertex, sector, size)}
