"""A game of two sides between a person and a program that looks at one position at a time; or the program alone.

Kalah and draughts have such programs on the 6600, chess has one on the 704. A side is a member of an
enumeration, with `label` and `other`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from emulators.cdc6600.machine import Cdc6600
from emulators.errors import IronboardError
from emulators.processor import Core
from host.games import movetext
from host.games.conversation import (
    ENDING,
    PLAYER,
    Command,
    Conversation,
    FileOptions,
    UnknownCommand,
    about,
    drawn_to,
    filing,
)
from host.games.drawing import Picture
from host.games.movetext import DRAWN, FIRST_WINS, OPEN, SECOND_WINS

M = TypeVar("M")


class Placed(Protocol):
    """A position."""

    @property
    def to_move(self) -> Any:
        """The side to move."""

    def played(self, move: Any) -> Any:
        """Return the position after a move."""


P = TypeVar("P", bound=Placed)


class Thinking(Protocol):
    """The result of a search."""

    @property
    def move(self) -> Any:
        """The move that was found."""

    @property
    def cycles(self) -> int:
        """The minor cycles that it took."""


class Player(Protocol):
    """A program on its machine."""

    def think(self, position: Any, depth: int) -> Any:
        """Look for a move, `depth` moves ahead; raises IronboardError for another depth."""


class Over(IronboardError):
    """A move after the end of the game."""


class Turn(NamedTuple):
    """All that a side plays before the other one's turn."""

    before: Any
    move: Any
    thought: Any = None  # of the program, if it was its move


class Outcome(NamedTuple):
    """How a game has ended."""

    winner: Any  # None: a draw
    why: str  # the rest of the sentence

    def __str__(self) -> str:
        return f"{self.winner.label} wins{self.why}" if self.winner is not None else f"a draw{self.why}"


class Game(Generic[P, M]):
    """A game. `first`: the side with the first move of each pair, by the rules."""

    first: ClassVar[Any]

    def __init__(self, player: Player, start: P) -> None:
        self.player, self.start, self.position = player, start, start
        self.turns: list[Turn] = []
        self.resigned: Any = None  # the side that has given up

    def ended(self) -> Outcome | None:
        """Return how the rules have ended the game, if they have."""
        raise NotImplementedError

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended; None while it goes on."""
        if self.resigned is not None:
            return Outcome(self.resigned.other, f": {self.resigned.label} resigns")
        return self.ended()

    @property
    def result(self) -> str:
        """The same as a sentence, or nothing."""
        return str(self.outcome or "")

    @property
    def score(self) -> str:
        """The same as files have it."""
        outcome = self.outcome
        if outcome is None:
            return OPEN
        return DRAWN if outcome.winner is None else FIRST_WINS if outcome.winner is self.first else SECOND_WINS

    def refuse_if_over(self) -> None:
        """Raise Over if the game is over."""
        if result := self.result:
            raise Over(f"the game is over: {result}; new begins another, undo takes a move back")

    def play(self, move: M) -> None:
        """Make a move that is known to be legal."""
        self.turns.append(Turn(self.position, move))
        self.position = self.position.played(move)

    def answer(self, depth: int) -> Any:
        """Have the program make the move; return its thought."""
        self.refuse_if_over()
        thought = self.player.think(self.position, depth)
        self.play(thought.move)
        self.turns[-1] = self.turns[-1]._replace(thought=thought)
        return thought

    def undo(self, side: Any) -> None:
        """Take back all up to the beginning of the last turn of a side; of the last turn if `side` is None."""
        for count in reversed(range(len(self.turns))):
            if side is None or self.turns[count].before.to_move is side:
                self.position = self.turns[count].before
                del self.turns[count:]
                self.resigned = None
                return
        if self.resigned is None:
            raise IronboardError("there is no move to take back")
        self.resigned = None


@dataclass(frozen=True, kw_only=True)
class Options(FileOptions):
    """The options of a game. `side` is played from here; None: the program plays both."""

    side: Any
    depth: int
    side_of_file: bool = False  # a file with a game that was played from here has the side
    start: Any = None
    ascii: bool = False
    core: Core = "compiled"


class Duel(Conversation, Generic[P, M]):
    """A game against a machine, or one that it plays against itself."""

    fatal = IronboardError
    machine: ClassVar[str] = "CDC 6600"
    clock: ClassVar[float] = Cdc6600.clock
    files: movetext.Notation[P, M]
    sides: ClassVar[Any]  # the enumeration of both
    depths: ClassVar[range]
    title: ClassVar[str]  # of the game, in files

    def __init__(self, options: Options, player: Player) -> None:
        self.options: Options = options
        self.side, self.depth, self.player = options.side, options.depth, player
        self.refuse_depth(options.depth)
        self.game = self.begun(options.start)

    # ------------------------------------------------------------ the game

    def begun(self, start: P) -> Game[P, M]:
        """Return a game that begins in a position."""
        raise NotImplementedError

    def board(self) -> str:
        """Return the board in characters."""
        raise NotImplementedError

    def picture(self) -> Picture:
        """Return the board drawn, the last move marked."""
        raise NotImplementedError

    def spelled(self, turn: Turn) -> str:
        """Return a move as it is typed."""
        return self.files.move_written(turn.move, turn.before)

    def numbered(self, turn: Turn) -> str:
        """Return the number of the last move, and who made it."""
        return f"{len(self.game.turns):3}. {turn.before.to_move.label}"

    def remark(self, thought: Any) -> str:
        """Return the comment on a move of the program's, and its time."""
        raise NotImplementedError

    @property
    def it(self) -> str:
        """The machine, as people call it."""
        return f"the {self.machine.split()[-1]}"

    @property
    def ahead(self) -> str:
        """How far the program looks."""
        return f"{self.depth} move{'s' * (self.depth != 1)} ahead"

    # ------------------------------------------------------------ the course of it

    def converse(self) -> None:
        """Hold the conversation; if the machine plays both sides nothing is typed."""
        super().converse()
        if self.side is None:
            self.show()

    def greet(self) -> None:
        """Say how the game is played, and let the machine begin if it is its turn."""
        if self.side is not None:
            print(f"{self.it.capitalize()} looks {self.ahead}. You are {self.side.label}; 'help' says more.")
            self.show()
        self.respond()
        self.left |= self.side is None

    def respond(self) -> None:
        """Have the machine move while it is its turn; report the end of the game."""
        while not self.game.outcome and self.game.position.to_move is not self.side:
            self.tell(self.game.answer(self.depth))
        self.tell_result()

    def show(self, rest: str = "") -> None:
        """Show the board."""
        print(self.board(), flush=True)

    def tell(self, thought: Thinking) -> None:
        """Report the machine's move."""
        turn = self.game.turns[-1]
        print(f"{self.numbered(turn)} {self.spelled(turn)}   {self.remark(thought)}", flush=True)
        if self.side is not None:
            self.show()

    def tell_result(self) -> None:
        """Say how the game has ended, if it has."""
        if result := self.game.result:
            spent = sum(turn.thought.cycles for turn in self.game.turns if turn.thought) / self.clock
            count = len(self.game.turns)
            made = f"{count} move{'s' * (count != 1)}"
            print(f"{result}; {made}, {self.it} has worked for {spent:.2f} s", flush=True)

    # ------------------------------------------------------------ files

    def record(self) -> movetext.Record[P, M]:
        """Return the game for a file; the program's thoughts are its comments."""
        game = self.game
        names = {side.label: PLAYER if side is self.side else f"{self.machine}, {self.ahead}" for side in self.sides}
        comments = {number: self.remark(turn.thought) for number, turn in enumerate(game.turns, 1) if turn.thought}
        tags, moves = {"Event": self.title, **names}, [turn.move for turn in game.turns]
        record = movetext.Record(tags, game.start, moves, game.score, comments)
        return self.files.continued(record, self.taken_up) if self.taken_up else record

    def take_up(self, record: movetext.Record[P, M]) -> None:
        """Go to the end of a game of a file."""
        game = self.begun(record.start)
        for move in record.moves:
            game.play(move)
        if self.options.side_of_file:
            self.side = next((side for side in self.sides if record.tags.get(side.label) == PLAYER), self.side)
        self.game = game

    def resume(self) -> None:
        """Go on after a game has been taken up."""
        self.show()
        self.respond()

    # ------------------------------------------------------------ commands

    def undo(self, rest: str = "") -> None:
        """Take the last move made here back, and the machine's answer to it."""
        self.game.undo(self.side)
        self.show()

    def hint(self, rest: str = "") -> None:
        """Ask the machine for advice."""
        self.game.refuse_if_over()
        thought = self.player.think(self.game.position, self.depth)
        move = self.spelled(Turn(self.game.position, thought.move))
        print(f"{self.it} would play {move}: {self.remark(thought)}")

    def go(self, rest: str = "") -> None:
        """Have the machine make this move, too."""
        self.tell(self.game.answer(self.depth))
        self.respond()

    def resign(self, rest: str = "") -> None:
        """Give the game up."""
        self.game.refuse_if_over()
        self.game.resigned = self.side
        self.tell_result()

    def new(self, rest: str = "") -> None:
        """Begin another game."""
        self.finish()
        self.game = self.begun(self.game.start)
        self.show()
        self.respond()

    def set_depth(self, rest: str) -> None:
        """Set how far the machine looks ahead."""
        least, most = self.depths[0], self.depths[-1]
        if not rest.isdecimal() or int(rest[:9]) not in self.depths:
            raise UnknownCommand(f"'depth {rest}' is not a command: expected depth {least} to depth {most}")
        self.depth = int(rest)

    def refuse_depth(self, depth: int) -> None:
        """Raise IronboardError for a depth that the program does not have."""
        if depth not in self.depths:
            raise IronboardError(f"the program looks {self.depths[0]} to {self.depths[-1]} moves ahead, not {depth}")

    def draw(self, rest: str) -> None:
        """Draw the board into a new file."""
        file = drawn_to(rest, "picture")
        self.picture().write(file, overwrite=False)


def commands(suffix: str, depths: range, marked: str, it: str = "the 6600", ahead: str = "moves") -> dict[str, Command]:
    """Return the commands of such a game; `marked`: the part of a picture that is coloured, `it`: the machine.

    `ahead`: the unit in which it counts how far it looks.
    """
    return {
        "undo": Command("takes back your last move and the reply", Duel.undo),
        "hint": Command(f"asks {it} for advice", Duel.hint),
        "go": Command(f"lets {it} make this move for you", Duel.go),
        "resign": Command("resigns", Duel.resign),
        "new": Command("starts a new game", Duel.new),
        "depth": Command(
            f"depth {min(8, depths[-1])}: how many {ahead} {it} looks ahead, {depths[0]} to {depths[-1]}",
            lambda duel, rest: duel.set_depth(rest),
            True,
        ),
        "board": Command("shows the board", Duel.show),
        "picture": Command(f"picture board.svg: draws the board, {marked} marked (.png, too)", Duel.draw, True),
        "game": Command("prints the games as in a file", about(lambda it: it.written().decode().removesuffix("\n"))),
        **filing(suffix),
        **ENDING,
    }
