"""A game of Kalah against the 6600, or between two of them: the program, a game, and `ironboard kalah --play`.

    player = Player()
    thought = player.think(opening(), depth=6)
    thought.after, thought.move, thought.score, thought.cycles

The program is asm/cdc6600/kalgame.compass, by hand in COMPASS: moves by an explicit stack, alpha-beta over whole moves.
Its search is called, and leaves a position; how it gets there is found by the rules, and a position that no move leads
to is a ProgramFault. So every move of the program is checked.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from emulators.cdc6600.machine import Cdc6600
from emulators.errors import IronboardError
from emulators.processor import Core
from emulators.roms import manifest
from host.games.boards import ProgramFault, can_show
from host.games.conversation import ENDING, Command, Conversation, UnknownCommand, about
from host.games.kalah_board import (
    UNICODE,
    USUAL,
    IllegalMove,
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


class Turn(NamedTuple):
    """A whole move, or the beginning of one that goes on."""

    before: Position
    move: Move
    thought: Thought | None = None


class Game:
    """A game; `turns` has the moves, a turn being everything that a side plays before the other one's turn."""

    def __init__(self, player: Player, start: Position) -> None:
        self.player, self.start = player, start
        self.turns: list[Turn] = []
        self.position = start
        self.resigned: Side | None = None

    @property
    def result(self) -> str:
        """How the game has ended; nothing while it goes on."""
        if self.resigned is not None:
            return f"{self.resigned.other.label} wins: {self.resigned.label} resigns"
        if not self.position.over:
            return ""
        south, north = self.position.totals
        if south == north:
            return f"a draw, {south} to {north}"
        return f"{(Side.SOUTH if south > north else Side.NORTH).label} wins, {max(south, north)} to {min(south, north)}"

    def refuse_if_over(self) -> None:
        """Raise IllegalMove if the game is over."""
        if self.result:
            raise IllegalMove(f"the game is over: {self.result}; new begins another, undo takes a move back")

    def play(self, move: Move) -> None:
        """Make a move, or a part of one that goes on; raises IllegalMove."""
        self.refuse_if_over()
        after = self.position.played(move)
        last = self.turns[-1] if self.turns else None
        if last and last.before.to_move is self.position.to_move:  # the same turn goes on
            self.turns[-1] = last._replace(move=(*last.move, *move))
        else:
            self.turns.append(Turn(self.position, move))
        self.position = after

    def answer(self, depth: int) -> Thought:
        """Have the 6600 make the move, or the rest of one."""
        self.refuse_if_over()
        thought = self.player.think(self.position, depth)
        self.play(thought.move)
        self.turns[-1] = self.turns[-1]._replace(thought=thought)
        return thought

    def undo(self, side: Side | None) -> None:
        """Take back all up to the beginning of the last turn of a side; of the last turn if `side` is None."""
        for count in reversed(range(len(self.turns))):
            if side is None or self.turns[count].before.to_move is side:
                self.position = self.turns[count].before
                del self.turns[count:]
                self.resigned = None
                return
        raise IllegalMove("there is no move to take back")


# ---------------------------------------------------------------- messages


@dataclass(frozen=True)
class Options:
    """What kind of game is wanted."""

    side: Side | None = Side.SOUTH  # that is played from here; None: the 6600 plays both
    depth: int = DEPTH
    start: Position | None = None
    solver: Player | None = None  # the 6600's, instead of the one that looks ahead
    ascii: bool = False
    core: Core = "compiled"


class Play(Conversation):
    """A game against the 6600, or one that it plays against itself."""

    example = "a move such as 6 3"
    usage = ("6 3", "empties pit 6, and pit 3 in the same turn; pits are numbered from the kalah")
    fatal = IronboardError

    def __init__(self, options: Options) -> None:
        if options.depth not in DEPTHS:
            raise IronboardError(f"the program looks {DEPTHS[0]} to {DEPTHS[-1]} moves ahead, not {options.depth}")
        self.options, self.depth = options, options.depth
        self.player = options.solver or Player(options.core)
        self.game = Game(self.player, options.start or opening())
        self.ascii = options.ascii or not can_show(UNICODE)

    def converse(self) -> None:
        """Hold the conversation; if the 6600 plays both sides nothing is typed."""
        super().converse()
        if self.options.side is None:
            self.show()

    def greet(self) -> None:
        """Say how the game is played, and let the 6600 begin if it is its turn."""
        if self.options.side is not None:
            ahead = f"looks {self.depth} move{'s' * (self.depth != 1)} ahead"
            how = "solves every position" if self.options.solver else ahead
            print(f"The 6600 {how}. You are {self.options.side.label}; 'help' says more.")
            self.show()
        self.respond()
        self.left |= self.options.side is None

    def respond(self) -> None:
        """Have the 6600 move while it is its turn; report the end of the game."""
        while not self.game.result and self.game.position.to_move is not self.options.side:
            self.tell(self.game.answer(self.depth))
        self.tell_result()

    def move(self, line: str) -> bool:
        """Play the pits that have been typed, and wait for the answer."""
        words = line.replace(",", " ").split()
        if not all(word.isdecimal() for word in words):
            return False
        self.game.play(tuple(map(int, words)))
        if not self.game.result and self.game.position.to_move is self.options.side:
            print("the last counter fell into your kalah: it is your turn again")
            self.show()
        else:
            if self.game.result:
                self.show()
            self.respond()
        return True

    def show(self, rest: str = "") -> None:
        """Show the board."""
        print(text(self.game.position, ascii=self.ascii), flush=True)

    def tell(self, thought: Thought) -> None:
        """Report the 6600's move."""
        side = self.game.turns[-1].before.to_move
        print(f"{len(self.game.turns):3}. {side.label} {written(thought.move)}   {remark(thought)}", flush=True)
        if self.options.side is not None:
            self.show()

    def tell_result(self) -> None:
        """Say how the game has ended, if it has."""
        if self.game.result:
            spent = sum(turn.thought.cycles for turn in self.game.turns if turn.thought) / Cdc6600.clock
            print(
                f"{self.game.result}; {len(self.game.turns)} moves, the 6600 has worked for {spent:.2f} s", flush=True
            )

    # ------------------------------------------------------------ commands

    def undo(self, rest: str = "") -> None:
        """Take the last move made here back, and the 6600's answer to it."""
        self.game.undo(self.options.side)
        self.show()

    def hint(self, rest: str = "") -> None:
        """Ask the 6600 for advice."""
        self.game.refuse_if_over()
        thought = self.player.think(self.game.position, self.depth)
        print(f"the 6600 would play {written(thought.move)}: {remark(thought)}")

    def go(self, rest: str = "") -> None:
        """Have the 6600 make this move, too."""
        self.tell(self.game.answer(self.depth))
        self.respond()

    def resign(self, rest: str = "") -> None:
        """Give the game up."""
        self.game.refuse_if_over()
        self.game.resigned = self.options.side
        self.tell_result()

    def new(self, rest: str = "") -> None:
        """Begin another game."""
        self.game = Game(self.player, self.game.start)
        self.show()
        self.respond()

    def set_depth(self, rest: str) -> None:
        """Set how many moves the 6600 looks ahead."""
        if not rest.isdecimal() or int(rest) not in DEPTHS:
            raise UnknownCommand(f"'depth {rest}' is not a command: expected depth {DEPTHS[0]} to depth {DEPTHS[-1]}")
        self.depth = int(rest)

    def draw(self, rest: str) -> None:
        """Draw the board; the pits of the last move are coloured."""
        if not rest:
            raise UnknownCommand("expected a file to draw the board to, such as picture board.svg")
        last = self.game.turns[-1] if self.game.turns else None
        marked = (last.before.to_move, last.move) if last else None
        picture(self.game.position, marked=marked, title=str(self.game.position)).write(Path(rest), overwrite=False)


def listed(play: Play) -> str:
    """Return all moves, each with the gain of the kalah."""
    position = play.game.position
    had = position.rows[position.to_move].kalah
    moves = sorted(
        (move, after.rows[position.to_move].kalah - had) for after, move in position.moves().items()
    )  # fmt: skip
    return "\n".join(f"{written(move):<{2 * USUAL}} +{gain}" for move, gain in moves) or "none"


def record(play: Play) -> str:
    """Return the game: where it begins, the moves, the result."""
    turns = (f"{turn.before.to_move.label[0]} {written(turn.move)}" for turn in play.game.turns)
    return "\n".join([str(play.game.start), *turns, *filter(None, [play.game.result])])


Play.commands = {
    "undo": Command("takes back your last move and the reply", Play.undo),
    "hint": Command("asks the 6600 for advice", Play.hint),
    "go": Command("lets the 6600 make this move for you", Play.go),
    "resign": Command("resigns", Play.resign),
    "new": Command("starts a new game", Play.new),
    "depth": Command(
        f"depth 8: how many moves the 6600 looks ahead, {DEPTHS[0]} to {DEPTHS[-1]}", Play.set_depth, True
    ),
    "board": Command("shows the board", Play.show),
    "picture": Command(
        "picture board.svg: draws the board, the pits of the last move marked (.png, too)", Play.draw, True
    ),
    "moves": Command("lists the moves, and what each brings into your kalah", about(listed)),
    "position": Command("prints the position in one line", about(lambda play: play.game.position)),
    "game": Command("prints the moves of the game", about(record)),
    **ENDING,
}


def remark(thought: Thought) -> str:
    """Return the program's comment on a move, and its time."""
    end = ", to the end of the game" if thought.solved else ""
    seconds = thought.cycles / Cdc6600.clock
    return f"score {thought.score:+d}{end}, {thought.positions:,} positions, {seconds:.3f} s"


def start_of(position: str | None, pits: int | None, counters: int | None, *, always: bool) -> Position:
    """Return where the game begins; raises IronboardError."""
    if position is None:
        return opening(USUAL if pits is None else pits, USUAL if counters is None else counters, always=always)
    if pits is not None or counters is not None:
        raise IronboardError("a position has its own pits and counters: omit --pits and --counters")
    return parse(position, always=always)
