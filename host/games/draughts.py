"""International draughts, on the board of 10 x 10: the rules, the generators and the program of the 6600.

Squares have the numbers 1 to 50 of the game's literature, from Black's side of the board to White's:

         col 0  1  2  3  4  5  6  7  8  9
    row 0    .  1  .  2  .  3  .  4  .  5      Black begins on 1-20 and moves downwards;
    row 1    6  .  7  .  8  .  9  . 10  .      White begins on 31-50, moves upwards, and first.
    row 2    . 11  . 12  . 13  . 14  . 15
        ...
    row 9   46  . 47  . 48  . 49  . 50  .

A man moves one square diagonally forward, a king any number of empty squares in all four directions. A man captures an
enemy next to it, forwards or backwards, and lands on the empty square behind; a king captures one at any distance on
its line and lands on any of the empty squares behind. The same piece goes on capturing while it can. Who can capture
must, and must take as many as possible. Captured pieces leave the board when the move is over: until then they are in
the way, and no piece is captured twice. A man becomes a king if its move ends on the far row. Who cannot move has lost.

Source: World Draughts Federation, Rules of International Draughts, articles 3 and 4.

The move generators of the 6600, called from outside: a position in, its successors and the cycles out.

    WORDS   asm/cdc6600/draughts.compass: all pieces at once, by shifts and masks; ones are counted by CX
    LOOP    asm/cdc6600/dloop.compass: the same, but ones are counted by a loop
    SQUARES asm/cdc6600/dsquare.compass: square by square

All have the same boards of four words on a stack, and the same routines. A word has a bit for each square: square n has
the number s = n + (n - 1) // 10, 1 to 54 without 11, 22, 33 and 44, and is bit s, counted from the right.
asm/cdc6600/drboard.compass draws it, and describes the rest.

The 6600's program about draughts, used as at the machine, and the output of `ironboard draughts`.

The program is asm/cdc6600/draughts.compass; asm/cdc6600/drlines.compass describes its input and output.
Its output is not trusted: the moves it shows are compared with the rules, and any difference is a ProgramFault.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple, TypedDict

from emulators.cdc6600.machine import Cdc6600
from emulators.errors import IronboardError
from emulators.errors import Place as TextPlace
from emulators.processor import Core
from host.formats import results
from host.games.boards import Colour, ProgramFault, can_show
from host.games.checkers.notation import read_pieces
from host.games.checkers.pictures import SIGNS, text
from host.games.checkers.rules import FORWARD, KINGS, MEN, Board, Piece, Place, Placing
from host.games.program6600 import work
from host.machines.cdc6600.calls import FOLDER, Bare6600
from host.machines.cdc6600.machine import find_program
from host.machines.programs import assembled, find_source

BOARD = Board(10, "W:W31-50:B1-20")
SIZE, SQUARES, SQUARE_AT, FAR_ROW = BOARD.size, BOARD.squares, BOARD.square_at, BOARD.far_row
place = BOARD.place
DIRECTIONS = ((1, -1), (1, 1), (-1, -1), (-1, 1))  # rows and columns


class Move(NamedTuple):
    """A whole move of one piece. Ways that take the same pieces between the same squares are one move."""

    start: int
    end: int
    captured: frozenset[int] = frozenset()

    def __str__(self) -> str:
        return f"{self.start}{'x' if self.captured else '-'}{self.end}"


def line(square: int, direction: Place) -> list[int]:
    """Return the squares in a direction, the nearest first, up to the rim."""
    (row, column), (down, right) = place(square), direction
    found = (SQUARE_AT.get((row + count * down, column + count * right)) for count in range(1, SIZE))
    return [each for each in found if each]


LINES = {square: [line(square, direction) for direction in DIRECTIONS] for square in SQUARES}


@dataclass(frozen=True)
class Position(Placing[Move]):
    """A position of international draughts."""

    board = BOARD
    to_move: Colour = Colour.WHITE

    __hash__ = Placing.__hash__

    def legal_moves(self) -> list[Move]:
        """Return all moves, in the order of their squares."""
        own = [square for square, piece in self.pieces.items() if piece.colour is self.to_move]
        captures = {move for square in own for move in self._captures(square)}
        most = max((len(move.captured) for move in captures), default=0)
        moves = [move for move in captures if len(move.captured) == most] or [
            Move(square, end) for square in own for end in self._steps(square)
        ]
        return sorted(moves, key=lambda move: (move.start, move.end, sorted(move.captured)))

    def _steps(self, square: int) -> Iterator[int]:
        """Yield where a piece can go without capture."""
        piece = self.pieces[square]
        for direction, squares in zip(DIRECTIONS, LINES[square], strict=True):
            if piece.king:
                yield from free(squares, self.pieces)
            elif direction[0] == FORWARD[piece.colour]:
                yield from free(squares[:1], self.pieces)

    def _captures(self, square: int) -> Iterator[Move]:
        """Yield the captures of the piece on a square, and their beginnings."""
        piece = self.pieces[square]
        others = {each: what for each, what in self.pieces.items() if each != square}  # it leaves its square
        ways = [Move(square, square)]
        while ways:
            move = ways.pop()
            for over, ends in jumps(piece, move.end, others):
                if over not in move.captured:
                    further = [Move(square, end, move.captured | {over}) for end in ends]
                    ways += further
                    yield from further


def free(squares: list[int], pieces: Mapping[int, Piece]) -> Iterator[int]:
    """Yield the squares before the first one that is taken."""
    for square in squares:
        if square in pieces:
            return
        yield square


def jumps(piece: Piece, square: int, others: Mapping[int, Piece]) -> Iterator[tuple[int, list[int]]]:
    """Yield the enemies that a piece can jump over from a square, each with the squares where it can land."""
    for squares in LINES[square]:
        before = list(free(squares, others))
        if before and not piece.king:
            continue
        over, behind = squares[len(before) : len(before) + 1], squares[len(before) + 1 :]
        if over and others[over[0]].colour is not piece.colour:
            ends = list(free(behind if piece.king else behind[:1], others))
            if ends:
                yield over[0], ends


OPENING = Position({square: MEN[Colour.BLACK] if square <= 20 else MEN[Colour.WHITE] for square in SQUARES
                    if square <= 20 or square >= 31})  # fmt: skip


def parse(text: str, place: TextPlace | None = None) -> Position:
    """Return the position of a word such as `W:W31-50:B1-20`; raises SourceError.

    `place` is that of the text, for messages.
    """
    return Position(*read_pieces(text, BOARD, place))


# ---------------------------------------------------------------- the generators


WORDS, LOOP, BY_SQUARES = "draughts", "dloop", "dsquare"  # the programs


class Expansion(NamedTuple):
    """The successors of a position, made by a generator."""

    boards: list[FourWords]  # in the order of the stack
    cycles: int


class Count(NamedTuple):
    """A count, and its cycles."""

    number: int
    cycles: int


class Tally(NamedTuple):
    """How many sequences of moves there are."""

    counts: list[int]  # of 1, 2, 3 ... moves
    cycles: int


class Mobility(NamedTuple):
    """Pieces of the side to move that can step, whether they must capture or not, and the squares they reach."""

    pieces: int
    squares: int


class Thought(NamedTuple):
    """The result of the search."""

    score: int  # for the side to move
    best: FourWords | None  # after the best move; None where there is no move
    boards: int  # looked at
    cycles: int


class Generator(Bare6600):
    """A 6600 with one of the generators."""

    def __init__(self, program: str = WORDS, core: Core = "compiled") -> None:
        super().__init__(program, core)
        self.stack, self.size = self.address("STACK"), self.address("BDSIZE")
        self.call("SHIFTS")

    def place(self, position: Position) -> FourWords:
        """Make a position the only board on the stack; return it."""
        board = board_of(position)
        self.store(self.stack, board)
        self.set(B7=self.stack + self.size)
        return board

    def expand(self, position: Position) -> Expansion:
        """Make the program stack the successors of a position."""
        self.place(position)
        cycles = self.call("MOVES")
        addresses = range(self.stack + self.size, self.word("B7"), self.size)
        return Expansion([FourWords(*self.words(each, self.size)) for each in addresses], cycles)

    def successors(self, position: Position) -> list[Successor]:
        """Return the moves, and the positions after them."""
        before = board_of(position)
        return [
            Successor(move_between(before, after), position_of(after)) for after in self.expand(position).boards
        ]  # fmt: skip

    def count(self, position: Position) -> Count:
        """Make the program count the moves of a position."""
        self.place(position)
        cycles = self.call("COUNT")
        return Count(self.integer("X6"), cycles)

    def tally(self, position: Position, depth: int) -> Tally:
        """Make the program count the sequences of 1 to `depth` moves, which are 20 at most."""
        self.place(position)
        cycles = self.call("TALLY", X1=depth)
        return Tally(self.words(self.address("TALLYS") + 1, depth)[::-1], cycles)

    def mobility(self, position: Position) -> Mobility:
        """Make the program compute the mobility of the side to move."""
        self.place(position)
        self.call("MOBIL")
        return Mobility(self.integer("X6"), self.integer("X7"))

    def ones(self, word: int) -> Count:
        """Make the program count the ones of a word."""
        cycles = self.call("ONESOF", X1=word)
        return Count(self.integer("X6"), cycles)

    def think(self, position: Position, depth: int) -> Thought:
        """Make the program find the best move, 1 to 20 moves ahead."""
        self.place(position)
        self.put("SRBEST", 0, 0, 0, 0)
        cycles = self.call("SEARCH", X1=depth)
        best = FourWords(*self.words(self.address("SRBEST"), self.size))
        return Thought(self.integer("X6"), best if best.move else None, self.get("SRNODES"), cycles)


BLACK = 1 << 59  # with the kings: Black is to move


class FourWords(NamedTuple):
    """A board on the program's stack."""

    ours: int  # pieces of the side to move
    his: int
    kings: int  # of both, and who is to move
    move: int  # where the last move began and ended


class Successor(NamedTuple):
    """A move, and the position after it."""

    move: Move
    position: Position


def number(square: int) -> int:
    """Return the number of a square, 1 to 54."""
    return square + (square - 1) // 10


NUMBERS = {number(square): square for square in BOARD.squares}


def word(squares: Iterable[int]) -> int:
    """Return the word with these squares."""
    return sum({1 << number(square) for square in squares})


def squares(word: int) -> list[int]:
    """Return the squares of a word; other bits are left out."""
    return [square for bit, square in NUMBERS.items() if word >> bit & 1]


VALID = word(BOARD.squares)


def board_of(position: Position) -> FourWords:
    """Return a position as the four words."""
    sides = {colour: word(at for at, each in position.pieces.items() if each.colour is colour) for colour in Colour}
    kings = word(at for at, each in position.pieces.items() if each.king)
    turn = BLACK if position.to_move is Colour.BLACK else 0
    return FourWords(sides[position.to_move], sides[position.to_move.other], kings | turn, 0)


def position_of(words: Sequence[int]) -> Position:
    """Return the position that a board is."""
    ours, his, kings, _ = words
    to_move = Colour.BLACK if kings & BLACK else Colour.WHITE
    pieces: dict[int, Piece] = {}
    for colour, side in ((to_move, ours), (to_move.other, his)):
        pieces |= {square: (KINGS if kings >> number(square) & 1 else MEN)[colour] for square in squares(side)}
    return Position(pieces, to_move)


def move_between(before: Sequence[int], after: Sequence[int]) -> Move:
    """Return the move that leads from a board to one of its successors."""
    ends = squares(after[3])
    (start,) = [each for each in ends if before[0] >> number(each) & 1]
    end = next((each for each in ends if each != start), start)
    return Move(start, end, frozenset(squares(before[1] & ~after[0])))


# ---------------------------------------------------------------- the program


DEPTHS = range(1, 21)
MOVE = re.compile(r"([0-9]+)([-X])([0-9]+)((?: [0-9]+)*)")
BEST = re.compile(r"(.*)  SCORE (-?[0-9]+)  BOARDS ([0-9]+)")
NO_MOVE = "NO MOVE"
NUMBER = re.compile(r"[0-9]+")


class Shown(NamedTuple):
    """The program's output for a position."""

    moves: list[Move]  # in its order
    steppers: int  # pieces that can step, whether they must capture or not
    squares: int  # that they reach
    takers: int  # pieces that can capture
    cycles: int


class Counted(NamedTuple):
    """How many sequences of 1, 2, ... moves the program counts."""

    counts: list[int]
    cycles: int


class Best(NamedTuple):
    """The move that the program makes."""

    move: Move | None  # None where there is none
    score: int  # for the side that moves
    boards: int  # that it has looked at
    cycles: int


class DraughtsProgram:
    """The program, for one job after another. `name`: the generator."""

    def __init__(self, name: str = WORDS, core: Core = "compiled") -> None:
        source = FOLDER / f"{name}.compass"
        self.image, self.core = find_program(name) if name == WORDS else assembled(find_source(source)), core

    def job(self, lines: Sequence[str]) -> tuple[list[str], int]:
        """Run the program on these lines; return its output, and the minor cycles."""
        printed, machine = work(self.image, lines, self.core)
        return printed, machine.cycles

    def show(self, position: Position) -> Shown:
        """Return the moves of a position."""
        (head, *middle), cycles = self.job([set_line(position), "SHOW", "COUNT"])
        *listed, last = middle
        moves = [move_of(line) for line in listed]
        numbers = [int(each) for each in NUMBER.findall(last)]
        if len(numbers) != 4 or not head == f"MOVES {len(moves)}" == f"MOVES {numbers[0]}":
            raise ProgramFault(f"the program shows {head}, {len(moves)} moves and {last}")
        legal = position.legal_moves()
        if len(moves) != len(legal) or {*moves} != {*legal}:
            raise ProgramFault(f"the program shows other moves than the rules for {position.fen}")
        _, steppers, squares, takers = numbers
        return Shown(moves, steppers, squares, takers, cycles)

    def count(self, position: Position, depth: int) -> Counted:
        """Count the sequences of 1 to `depth` moves, which are 20 at most."""
        check_depth(depth, "counts")
        lines, cycles = self.job([set_line(position), f"DEPTH {depth}"])
        found = [[int(each) for each in NUMBER.findall(line)] for line in lines]
        if [row[:1] for row in found] != [[each] for each in range(1, depth + 1)]:
            raise ProgramFault(f"the program prints {' / '.join(lines)} instead of counts")
        return Counted([row[1] for row in found], cycles)

    def best(self, position: Position, depth: int) -> Best:
        """Return the program's move, looking 1 to 20 moves ahead."""
        check_depth(depth, "looks")
        lines, cycles = self.job([set_line(position), f"PLAY {depth}"])
        legal = position.legal_moves()
        if lines == [NO_MOVE] and not legal:
            return Best(None, 0, 0, cycles)
        found = BEST.fullmatch(lines[0]) if len(lines) == 1 else None
        move = move_of(found[1]) if found else None
        if found is None or move not in legal:
            raise ProgramFault(f"the program plays {' / '.join(lines)} in {position.fen}")
        return Best(move, int(found[2]), int(found[3]), cycles)


def check_depth(depth: int, what: str) -> None:
    """Raise IronboardError for a depth that the program refuses; the message names the task `what`."""
    if depth not in DEPTHS:
        ahead = " ahead" if what == "looks" else ""
        raise IronboardError(f"the program {what} {DEPTHS[0]} to {DEPTHS[-1]} moves{ahead}, not {depth}")


def set_line(position: Position) -> str:
    """Return the line that puts a position on the program's board."""
    return f"SET {position.fen.replace(':', ' ')}"


def move_of(line: str) -> Move:
    """Return a move that the program has printed."""
    found = MOVE.fullmatch(line)
    if found is None or (found[2] == "X") != bool(found[4]):
        raise ProgramFault(f"the program prints '{line}' instead of a move")
    return Move(int(found[1]), int(found[3]), frozenset(map(int, found[4].split())))


# ---------------------------------------------------------------- printing


PROGRAMS = {"words": WORDS, "loop": LOOP, "squares": BY_SQUARES}


class DraughtsMove(TypedDict):
    """A move."""

    start: Annotated[int, "the square it begins on, 1 to 50"]
    end: Annotated[int, "the square it ends on"]
    captured: Annotated[list[int], "the squares of the pieces that it takes"]


class Played(TypedDict):
    """The move that the program makes."""

    move: Annotated[DraughtsMove | None, "null: there is none"]
    score: Annotated[int, "its value for the side to move"]
    boards: Annotated[int, "positions that were looked at"]
    cycles: int


class DraughtsResult(TypedDict):
    """A position of international draughts."""

    position: Annotated[str, "in FEN"]
    moves: list[DraughtsMove]
    cycles: Annotated[int, "minor cycles of the 6600, with reading and printing"]
    counts: Annotated[list[int], "sequences of 1, 2, ... moves, up to --depth"]
    count_cycles: Annotated[int | None, "of the counting; null: nothing was counted"]
    played: Annotated[Played | None, "with --play"]


def move_row(move: Move) -> DraughtsMove:
    """Return a move for a result."""
    return DraughtsMove(start=move.start, end=move.end, captured=sorted(move.captured))


def result(program: DraughtsProgram, position: Position, depth: int | None, play: int | None) -> DraughtsResult:
    """Run the program on a position; return the result."""
    found = program.show(position)
    counted = program.count(position, depth) if depth else None
    best = program.best(position, play) if play else None
    played = best and Played(
        move=best.move and move_row(best.move), score=best.score, boards=best.boards, cycles=best.cycles
    )
    return DraughtsResult(
        position=position.fen, moves=[*map(move_row, found.moves)], cycles=found.cycles,
        counts=counted.counts if counted else [], count_cycles=counted.cycles if counted else None, played=played,
    )  # fmt: skip


def show(
    position: Position | None,
    depth: int | None,
    play: int | None,
    by: str,
    ascii: bool,
    core: Core,
    as_json: bool = False,
) -> None:
    """Run the program on a position, without one on that of the beginning; print the result."""
    position = position or OPENING
    for wanted, what in ((depth, "counts"), (play, "looks")):
        if wanted is not None:
            check_depth(wanted, what)
    program = DraughtsProgram(PROGRAMS[by], core)
    if as_json:
        results.show(result(program, position, depth, play))
        return
    print(text(position, ascii=ascii or not can_show(SIGNS)))
    print(position.fen)
    found = program.show(position)
    print("1 move" if len(found.moves) == 1 else f"{len(found.moves)} moves")
    for move in found.moves:  # with the captured squares, as there may be several ways
        print(f"{move}  takes {', '.join(map(str, sorted(move.captured)))}" if move.captured else move)
    print(
        f"{found.steppers} pieces can step, on {found.squares} squares; {found.takers} can capture; "
        f"{spent(found.cycles)}"
    )
    if depth:
        counted = program.count(position, depth)
        for moves, count in enumerate(counted.counts, 1):
            print(f"depth {moves:2}  {count:,}")
        print(spent(counted.cycles))
    if play:
        best = program.best(position, play)
        made = f"it plays {best.move}, score {best.score}, {best.boards:,} boards, {spent(best.cycles)}"
        print("no legal move" if best.move is None else made)


def spent(cycles: int) -> str:
    """Return the time of minor cycles in words."""
    return f"{cycles / Cdc6600.clock:.4f} s of the 6600 with reading and printing"
