"""A game of Go against a program with the rules watched over: legal moves, ko, undo, positions that others made.

A program answers the move of the other side. So that move is held back until the program is asked for its own: then it
is told, or a pass where the other side has not moved. If instead another player moves for the program (a game is being
replayed), or the program is asked for a move of the other colour, the position is put on its board by hand.

A move of a program's that the rules do not allow is a fault of its, with two exceptions. Wally knows no ko, and cannot
follow a chain of any length: it may fill the last liberty of a long one of its own. That is refused: the machine goes
back to the moment before, the other side's stone is put on the board by hand, and the program has passed.

Nor does Wally take long chains off. So the referee does, as a player at the machine would: chains that the other side
has captured before Wally thinks, those that Wally has captured after its move.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from emulators.errors import IronboardError
from emulators.mos6502.system import Core
from host.games import wally_board
from host.games.boards import ProgramFault
from host.games.go.gtp import vertex
from host.games.go.rules import Colour, IllegalMove, Position, Stones, edge_line

Move = int | None  # a point; None is a pass


class GameError(IronboardError):
    """A request that does not fit this game."""


class Answer(NamedTuple):
    """A move of a program, its comment, and the cycles since the other side's move."""

    move: Move
    lines: list[str]
    cycles: int


class Record(NamedTuple):
    """The history of a position, as far as a program may need it."""

    last: int | None = None  # the point of its last move
    made: int = 0  # its moves
    plies: int = 0  # those of both sides
    taken: int = 0  # the stones that it has captured, and those it has lost
    lost: int = 0


class Program(Protocol):
    """A program on its machine, which waits for a move of the other side.

    `colours`: those it can have, the usual one first. `knows_ko`: it never wants to retake a ko at once.
    `longest_chain`: longer ones may stay on its board without a liberty; None: it takes off all that are captured.
    """

    name: str
    size: int
    colours: tuple[Colour, ...]
    knows_ko: bool
    longest_chain: int | None
    machine: Any  # of any kind: here cycles and clock are of interest

    def new_game(self, handicap: int = 0) -> Stones:
        """Begin a game; return the handicap stones. Raises GameError for a wrong number."""

    def answer(self, move: Move) -> Answer:
        """Take the other side's move; answer it."""

    def stones(self, own: Colour) -> dict[int, Colour]:
        """Return the stones on the program's board, its own being of a colour."""

    def put(self, position: Position, own: Colour, record: Record) -> None:
        """Set up the position before the other side's move."""

    def snapshot(self) -> Any:
        """Return a state for `restore`."""

    def restore(self, moment: Any) -> None:
        """Go back."""


class Moment(NamedTuple):
    """The state that `undo` restores."""

    position: Position
    captured: Mapping[Colour, int]
    side: Colour
    held: Move
    holding: bool
    machine: Any  # None if it has not been touched since
    made: tuple[Colour, Move] | None = None  # the move made then, or None where stones were set up
    answer: Answer | None = None  # if it was a move that the program has chosen


class Line(NamedTuple):
    """The game so far: the stones it began with or that were set up last, and the moves after that."""

    stones: Stones
    moves: list[tuple[Colour, Move]]


class ProgramGame:
    """One program, and game after game with it. The program has the colour `side`, until it is asked for the other."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.new_game()

    @property
    def size(self) -> int:
        """Rows and columns of the board."""
        return self.program.size

    # ------------------------------------------------------------ beginnings

    def new_game(self, handicap: int = 0) -> list[int]:
        """Start anew with a number of the program's handicap stones; return their points."""
        self._begin(self.program.new_game(handicap))
        return sorted(self.position.stones)

    def begin(self, points: Iterable[int]) -> None:
        """Start anew with black stones on these points, put there by hand."""
        stones = dict.fromkeys(points, Colour.BLACK)
        self.program.new_game()
        self._begin(stones)

    def replay(self, stones: Stones, moves: Iterable[tuple[Colour, Move]]) -> None:
        """Start anew with these stones and legal moves of both sides, the program's included."""
        self.program.new_game()
        self._begin(stones)
        for colour, move in moves:
            self.play(colour, move)

    def _begin(self, stones: Stones) -> None:
        self.position = Position(self.size, dict(stones))
        self.captured: Mapping[Colour, int] = dict.fromkeys(Colour, 0)  # stones that each side has taken
        self.side = self.program.colours[0]
        self.refused: Move = None  # the move that the program wanted when its last one was refused ...
        self.refusal = ""  # ... and the rule
        self._held: Move = None  # the other side's move that has not been told yet
        self._holding = False
        self._history: list[Moment] = []
        if self.program.stones(self.side) != stones:
            self._put(self.position)

    # ------------------------------------------------------------ what has been

    @property
    def moves_made(self) -> int:
        """The number of moves that can be taken back."""
        return len(self._history)

    @property
    def told(self) -> Answer | None:
        """The program's last answer."""
        return next((moment.answer for moment in reversed(self._history) if moment.answer), None)

    @property
    def line(self) -> Line:
        """The game so far."""
        moments = self._history[self._set_up :]
        return Line(
            (moments[0].position if moments else self.position).stones,
            [moment.made for moment in moments if moment.made],
        )

    @property
    def answers(self) -> list[Answer | None]:
        """The program's comment on each move of the line; None for another player's."""
        return [moment.answer for moment in self._history[self._set_up :]]

    @property
    def _set_up(self) -> int:
        """How many moments there are up to the one when stones were set up last."""
        return max((number for number, moment in enumerate(self._history, 1) if moment.made is None), default=0)

    def _record(self, moves: Sequence[tuple[Colour, Move]], captured: Mapping[Colour, int]) -> Record:
        """Return the history for the program; stones that were set up count as moves."""
        own = self.side
        given = [*self.line.stones.values()] if self._set_up else []
        points = [move for colour, move in moves if colour is own]
        return Record(
            last=next((each for each in reversed(points) if each is not None), None),
            made=len(points) + given.count(own),
            plies=len(moves) + len(given),
            taken=captured[own],
            lost=captured[own.other],
        )

    # ------------------------------------------------------------ moves

    def set_up(self, stones: Stones) -> None:
        """Put exactly these stones on the board, by hand; raises IllegalMove if some of them have no liberty."""
        position = Position(self.size, stones)
        if not all(position.group(point)[1] for point in stones):
            raise IllegalMove("stones without a liberty cannot be set up")
        self._history.append(self._moment())
        self.position, self._holding, self._held = position, False, None
        self.captured = dict.fromkeys(Colour, 0)
        self._put(position)

    def play(self, colour: Colour, move: Move) -> None:
        """Make a move for either side that the program has not chosen; raises IllegalMove."""
        before = self.position
        after = self._after(before, colour, move)
        own = colour is self.side
        by_hand = own or self._holding
        self._history.append(self._moment(touched=by_hand)._replace(made=(colour, move)))
        self._take(colour, move, after)
        if by_hand:
            self._put(after if own else before, but_last=not own)
        self._holding, self._held = not own, None if own else move

    def answer(self, colour: Colour | None = None) -> Move:
        """Have the program move, for a colour that it can have; return the move."""
        colour = colour or self.side
        if colour not in self.program.colours:
            raise GameError(f"{self.program.name} cannot play {colour.value}")
        before = self._moment()
        try:
            if colour is not self.side:
                self._change_sides()
            told = self._answer(before)
        except BaseException:  # Ctrl-C, too: all is as it was
            self._go_back(before)
            raise
        self._history.append(before._replace(made=(colour, told.move), answer=told))
        return told.move

    def _change_sides(self) -> None:
        """Give the program the other colour: the last move of its old one is now the other side's."""
        self.side = self.side.other
        last = self._history[-1] if self._history else None
        if last is not None and last.made is not None and last.made[0] is not self.side:
            self._holding, self._held = True, last.made[1]
            self._put(last.position, but_last=True)
        else:
            self._holding, self._held = False, None
            self._put(self.position)

    def _answer(self, start: Moment) -> Answer:
        before = self.position if self._holding else self.position.passed()
        if self._holding and self._too_long(self._history[-1].position, before):
            self._put(before)
            self._held = None
        told = self.program.answer(self._held)
        self._holding, self._held, self.refused, self.refusal = False, None, None, ""
        try:
            after = self._after(before, self.side, told.move)
        except IllegalMove as error:
            if self.program.knows_ko:
                where = vertex(told.move, self.size)
                raise ProgramFault(f"{self.program.name} makes an illegal move, {where}: {error}") from error
            self.refused, self.refusal, told = told.move, str(error), told._replace(move=None)
            self.program.restore(start.machine)
            after = before.passed()
            self._put(after)
        self._take(self.side, told.move, after)
        if self._too_long(before, after):
            self._put(after)
        if self.program.stones(self.side) != self.position.stones:
            raise ProgramFault("the board in the machine differs from the board after these moves")
        return told

    def _too_long(self, before: Position, after: Position) -> bool:
        """Return whether a move has captured a chain that the program may not take off."""
        most, captured = self.program.longest_chain, before.stones.keys() - after.stones.keys()
        return most is not None and any(len(before.group(point)[0]) > most for point in captured)

    @staticmethod
    def _after(before: Position, colour: Colour, move: Move) -> Position:
        """Return the position after a move; raises IllegalMove."""
        return before.passed() if move is None else before.play(colour, move)

    def _take(self, colour: Colour, move: Move, after: Position) -> None:
        """Record a move; count the stones that it has captured."""
        taken = len(self.position.stones) + (move is not None) - len(after.stones)
        self.captured = {**self.captured, colour: self.captured[colour] + taken}
        self.position = after

    def undo(self) -> None:
        """Take the last move of either side back."""
        if not self._history:
            raise GameError("cannot undo")
        self._go_back(self._history.pop())

    def _moment(self, touched: bool = True) -> Moment:
        """Return the state that `undo` goes back to; `touched`: the machine is going to change."""
        machine = self.program.snapshot() if touched else None
        return Moment(self.position, self.captured, self.side, self._held, self._holding, machine)

    def _go_back(self, moment: Moment) -> None:
        if moment.machine is not None:
            self.program.restore(moment.machine)
        self.position, self.captured, self.side = moment.position, moment.captured, moment.side
        self._held, self._holding = moment.held, moment.holding

    def _put(self, position: Position, *, but_last: bool = False) -> None:
        """Put a position on the program's board: the one now, or the one before the last move."""
        moves, captured = self.line.moves, self.captured
        if but_last:
            moves, captured = moves[:-1], self._history[-1].captured
        self.program.put(position, self.side, self._record(moves, captured))


def most_handicap(size: int) -> int:
    """Return how many handicap stones have points of their own on a board."""
    if size < 7:
        return 0
    return 9 if size % 2 and size > 7 else 4


def standard_handicap(size: int, stones: int) -> list[int]:
    """Return the points of a number of handicap stones; raises GameError for a wrong number.

    Source: G. Farnebäck, Specification of the Go Text Protocol, version 2, draft 2, 4.1.1.
    """
    most = most_handicap(size)
    if stones and not 2 <= stones <= most:
        raise GameError(f"invalid number of stones: expected 2 to {most} on {size} by {size}")
    edge = edge_line(size)
    low, middle, high = edge, size // 2 + 1, size + 1 - edge  # columns from the left, rows from the bottom
    corners = [(low, low), (high, high), (low, high), (high, low)]
    sides = [(low, middle), (high, middle)]
    ends = [(middle, low), (middle, high)]
    centre = [(middle, middle)] if stones % 2 and stones > 4 else []
    points = [*corners[:stones], *(sides if stones > 5 else []), *(ends if stones > 7 else []), *centre]
    return [(size + 1 - row) * (size + 1) + column for column, row in points]


# ---------------------------------------------------------------- the programs


class Setup(NamedTuple):
    """How to start a program."""

    size: int | None = None
    core: Core = "compiled"
    exact: bool = True  # cycles are those of the 6600; else one for an instruction
    seed: int = 0  # of the moves that are drawn
    templates: Path | None = None
    surround: str = "no"  # a key of SURROUND
    firm: int | None = None  # from which an area is firmly in one player's hands
    reflect: bool = False  # patterns are recognized reflected

    @property
    def proposals(self) -> tuple[str, ...]:
        """The lines that tell nps which of its thesis' proposals to take up."""
        found = [f"-2 {SURROUND[self.surround]}"] if SURROUND[self.surround] else []
        found += [] if self.firm is None else [f"-3 {self.firm}"]
        return (*found, *(["-4 1"] if self.reflect else []))


SURROUND = {"no": 0, "low": 1, "high": 2}  # priorities of the procedure, as nps.alg has them
USUAL = Setup()


class Entry(NamedTuple):
    """A program. The first of its sizes and colours are the usual ones."""

    title: str
    machine: str
    sizes: tuple[int, ...]
    colours: tuple[Colour, ...]
    seeded: bool = False  # it can draw its moves
    templates: bool = False  # it reads templates
    proposals: bool = False  # its author proposed more

    @property
    def named(self) -> str:
        """The program and its machine."""
        return f"{self.title}, {self.machine}"


WALLY, BOTH, SIZES = (Colour.BLACK,), (Colour.BLACK, Colour.WHITE), (19, *range(9, 19))
PROGRAMS = {
    "wally": Entry("Wally", "KIM-1", (wally_board.SIZE,), WALLY),
    "wally-walk": Entry("Wally (wally-walk)", "KIM-1", (wally_board.SIZE,), WALLY),
    "nps": Entry("NPS Go", "CDC 6600", SIZES, BOTH, proposals=True),
    "zobrist": Entry("Zobrist's Go", "CDC 6600", SIZES, BOTH, seeded=True, templates=True),
}


def sizes_of(entry: Entry) -> str:
    """Say which boards a program wants."""
    sizes = entry.sizes
    return f"expected {sizes[0]}" if len(sizes) == 1 else f"expected {min(sizes)} to {max(sizes)}"
