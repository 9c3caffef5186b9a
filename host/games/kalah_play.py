"""A game of Kalah against the 6600, or between two of them: the program, a game, and `ironboard kalah --play`.

    player = Player()
    thought = player.think(opening(), depth=6)
    thought.after, thought.move, thought.score, thought.cycles

The program is asm/cdc6600/kalgame.compass, by hand in COMPASS: moves by an explicit stack, alpha-beta over whole moves.
Its search is called, and leaves a position; how it gets there is found by the rules, and a position that no move leads
to is a ProgramFault. So every move of the program is checked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from emulators.cdc6600.machine import Cdc6600
from emulators.errors import IronboardError
from emulators.processor import Core
from emulators.roms import manifest
from host.games import duel
from host.games.boards import ProgramFault, can_show
from host.games.conversation import Command, about
from host.games.drawing import Picture
from host.games.kalah_board import (
    UNICODE,
    USUAL,
    Move,
    Position,
    Row,
    Side,
    opening,
    parse,
    picture,
    text,
    written,
)
from host.games.kalah_notation import KALAH, Record
from host.machines.cdc6600.calls import Bare6600
from host.machines.cdc6600.machine import find_program

PROGRAM = "kalgame"
DEPTHS = range(1, 200)
DEPTH = 6  # a third of a second of the 6600 at the beginning of the usual game
TO_THE_END = DEPTHS[-1]  # a game on a board that can be solved is shorter
LIMIT = 10**12  # minor cycles of a search: more than a day of the machine
WORDS = 2  # of a board


class Thought(NamedTuple):
    """The result of the program's search."""

    move: Move
    after: Position
    score: int  # counters in the mover's kalah less those in the other's, where the search ends
    positions: int  # looked at
    solved: bool  # every line was followed to the end of the game
    cycles: int


class Player:
    """A 6600 with the program in its storage."""

    def __init__(self, core: Core = "compiled") -> None:
        image = find_program(PROGRAM)
        image.symbols.update(manifest()[PROGRAM]["symbols"])
        self.program = Bare6600(PROGRAM, core, image=image)
        self.stack = self.program.address("STACK")

    def think(self, position: Position, depth: int = DEPTH) -> Thought:
        """Have it look 1 to 199 whole moves ahead.

        Raises IronboardError for another depth or a game that is over, ProgramFault for a move against the rules.
        """
        if depth not in DEPTHS:
            raise IronboardError(f"the program looks {DEPTHS[0]} to {DEPTHS[-1]} moves ahead, not {depth}")
        if position.over:
            raise IronboardError("the game is over")
        program = self.program
        self.place(position)
        cycles = program.call("SEARCH", LIMIT, X1=depth)
        after = self._after(position, *program.words(program.address("SRBEST"), WORDS))
        move = position.moves().get(after)
        if move is None:
            raise ProgramFault(f"the program leaves {after} after {position}: no move leads there")
        return Thought(move, after, program.integer("X6"), program.get("SRNODES"), not program.get("SRCUTS"), cycles)

    def moves(self, position: Position) -> list[Position]:
        """Have it make all moves; return the positions in which they end, in its order."""
        program = self.program
        self.place(position)
        program.call("MOVES")
        words = program.words(self.stack + WORDS, program.word("B7") - self.stack - WORDS)
        return [self._after(position, *words[at : at + WORDS]) for at in range(0, len(words), WORDS)]

    def place(self, position: Position) -> None:
        """Make a position the only board on its stack."""
        program = self.program
        program.put("KGPITS", position.size)
        program.put("KGTOTAL", sum(position.totals))
        program.put("KGBARE", int(position.always))
        program.call("KGMAKE")
        ours, his = position.rows[position.to_move], position.rows[position.to_move.other]
        program.store(self.stack, [self._word(ours), self._word(his)])
        program.set(B7=self.stack + WORDS)

    def _word(self, row: Row) -> int:
        width = self.program.get("KGWIDTH")
        return sum(counters << width * place for place, counters in enumerate((row.kalah, *row.pits)))

    def _after(self, before: Position, other: int, mover: int) -> Position:
        """Return the position in these words, the first of the other side, which is to move."""
        width, mask = self.program.get("KGWIDTH"), self.program.get("KGMASK")

        def row(word: int) -> Row:
            kalah, *pits = (word >> width * place & mask for place in range(before.size + 1))
            return Row(tuple(pits), kalah)

        rows = (row(mover), row(other)) if before.to_move is Side.SOUTH else (row(other), row(mover))
        return Position(rows, before.to_move.other, before.always)


# ---------------------------------------------------------------- a game


class Game(duel.Game[Position, Move]):
    """A game. A turn is everything that a side plays before the other one's turn."""

    first = Side.SOUTH

    def ended(self) -> duel.Outcome | None:
        """Return how the rules have ended the game, if they have."""
        if not self.position.over:
            return None
        south, north = self.position.totals
        winner = None if south == north else Side.SOUTH if south > north else Side.NORTH
        return duel.Outcome(winner, f", {max(south, north)} to {min(south, north)}")

    def play(self, move: Move) -> None:
        """Make a move, or a part of one that goes on; raises IllegalMove."""
        self.refuse_if_over()
        after = self.position.played(move)
        last = self.turns[-1] if self.turns else None
        if last and last.before.to_move is self.position.to_move:  # the same turn goes on
            self.turns[-1] = last._replace(move=(*last.move, *move))
        else:
            self.turns.append(duel.Turn(self.position, move))
        self.position = after


@dataclass(frozen=True, kw_only=True)
class Options(duel.Options):
    """The options of a game."""

    side: Side | None = Side.SOUTH
    depth: int = DEPTH
    solver: Callable[[Position], Player] | None = None  # of a board, instead of the player that looks ahead


class Play(duel.Duel[Position, Move]):
    """A game against the 6600, or one that it plays against itself."""

    example = "a move such as 6 3"
    usage = ("6 3", "empties pit 6, and pit 3 in the same turn; pits are numbered from the kalah")
    files, sides, depths, title = KALAH, Side, DEPTHS, "Kalah"
    options: Options

    def __init__(self, options: Options) -> None:
        start = options.start or opening()
        solves = options.solver if options.game is None else None  # else for the board of the file
        super().__init__(replace(options, start=start), solves(start) if solves else Player(options.core))
        self.ascii = options.ascii or not can_show(UNICODE)

    def begun(self, start: Position) -> Game:
        """Return a game that begins in a position."""
        return Game(self.player, start)

    def take_up(self, record: Record) -> None:
        """Go to the end of a game of a file."""
        if self.options.solver:
            self.player = self.options.solver(record.start)
        super().take_up(record)

    @property
    def ahead(self) -> str:
        """How far the program looks."""
        return "to the end" if self.options.solver else super().ahead

    def set_depth(self, rest: str) -> None:
        """Set how far it looks ahead, if it does not solve the boards."""
        if self.options.solver:
            raise IronboardError("depth does not go with --perfect: the 6600 looks to the end")
        super().set_depth(rest)

    def board(self) -> str:
        """Return the board in characters."""
        return text(self.game.position, ascii=self.ascii)

    def picture(self) -> Picture:
        """Return the board drawn; the pits of the last move are coloured."""
        last = self.game.turns[-1] if self.game.turns else None
        marked = (last.before.to_move, last.move) if last else None
        return picture(self.game.position, marked=marked, title=str(self.game.position))

    def spelled(self, turn: duel.Turn) -> str:
        """Return a move as it is typed."""
        return written(turn.move)

    def remark(self, thought: Thought) -> str:
        """Return the program's comment on a move, and its time."""
        end = ", to the end of the game" if thought.solved else ""
        seconds = thought.cycles / Cdc6600.clock
        return f"score {thought.score:+d}{end}, {thought.positions:,} positions, {seconds:.3f} s"

    def move(self, line: str) -> bool:
        """Play the pits that have been typed, and wait for the answer."""
        words = line.replace(",", " ").split()
        if not all(word.isdecimal() for word in words):
            return False
        self.game.play(tuple(map(int, words)))
        if not self.game.result and self.game.position.to_move is self.side:
            print("the last counter fell into your kalah: it is your turn again")
            self.show()
        else:
            if self.game.result:
                self.show()
            self.respond()
        return True


def listed(play: Play) -> str:
    """Return all moves, each with the gain of the kalah."""
    position = play.game.position
    had = position.rows[position.to_move].kalah
    moves = sorted(
        (move, after.rows[position.to_move].kalah - had) for after, move in position.moves().items()
    )  # fmt: skip
    return "\n".join(f"{written(move):<{2 * USUAL}} +{gain}" for move, gain in moves) or "none"


Play.commands = {
    "moves": Command("lists the moves, and what each brings into your kalah", about(listed)),
    "position": Command("prints the position in one line", about(lambda play: play.game.position)),
    **duel.commands(KALAH.suffix, DEPTHS, "the pits of the last move"),
}


def start_of(position: str | None, pits: int | None, counters: int | None, *, always: bool) -> Position:
    """Return where the game begins; raises IronboardError."""
    if position is None:
        return opening(USUAL if pits is None else pits, USUAL if counters is None else counters, always=always)
    if pits is not None or counters is not None:
        raise IronboardError("a position has its own pits and counters: omit --pits and --counters")
    return parse(position, always=always)
