"""`ironboard checkers`: a conversation, line by line, with the 704 at the other side of the board."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from emulators.errors import IronboardError
from emulators.processor import Core
from host.formats import storage
from host.games import movetext
from host.games.boards import Colour, ProgramFault, can_show, clock
from host.games.checkers import endings, pictures
from host.games.checkers.learning import Learner, read
from host.games.checkers.memory import AS_IT_IS, FOUR_TERMS, Tape
from host.games.checkers.notation import parse_move
from host.games.checkers.pdn import CHECKERS
from host.games.checkers.program import BOARDS, DEPTH, CheckersProgram, Match, Thought, remark
from host.games.checkers.rules import OPENING, Move, Position
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

Record = movetext.Record[Position, Move]


@dataclass(frozen=True)
class Options(FileOptions):
    """The options of a game."""

    side: Colour | None = Colour.BLACK  # that is played from here; None: the 704 plays both
    side_of_file: bool = False  # a file with a game that was played from here has the side
    depth: int = DEPTH
    prune: bool = False  # by alpha and beta
    boards: int = 1  # games at once
    start: Position = OPENING
    memory: Path | None = None  # with what has been learned
    moves: int | None = None  # after which the game is stopped
    rote: Path | None = None  # the memory tape with which the program learns by rote
    endings: bool = True  # the program has its tape of kings' endings, if not another one
    ascii: bool = False
    core: Core = "compiled"


class Play(Conversation):
    """A game against the 704, or one it plays against itself."""

    example, usage = (
        "a move such as 11-15",
        ("11-15, 9x18", "a move; a capture may omit squares if it stays unambiguous"),
    )
    fatal = IronboardError
    echo = False
    files = CHECKERS

    def __init__(self, options: Options) -> None:
        self.options, self.side = options, options.side
        program = CheckersProgram(options.core)
        if options.memory is not None:
            Learner(program).restore(read(options.memory))
        program.prune(options.prune)
        self.matches = [Match(program, options.depth, options.start, board) for board in BOARDS[: options.boards]]
        self.match = self.matches[0]  # the one that moves and commands are about
        card = AS_IT_IS if options.memory else FOUR_TERMS
        self.tape = Tape(program, options.rote, card) if options.rote else None
        if options.endings and not options.rote:
            endings.take(program)

    @property
    def seen_from(self) -> Colour:
        """The side below."""
        return self.side or Colour.WHITE

    # ------------------------------------------------------------ the course of it

    def converse(self) -> None:
        """Hold the conversation; if the 704 plays both sides nothing is typed, and the last board is shown.

        The program's new knowledge is kept even if the game is interrupted, but not after a fault of the program.
        """
        try:
            super().converse()
            self.keep_tape()
        except ProgramFault:
            raise
        except (KeyboardInterrupt, IronboardError):
            self.keep_tape()
            raise
        if self.side is None:
            self.show()

    def keep_tape(self) -> None:
        """Write the program's new knowledge to the file of the memory tape."""
        if self.tape:
            self.tape.save()
            print(self.tape.summary)

    def greet(self) -> None:
        """Say how the game is played, and let the 704 begin if it has Black."""
        if self.side is not None:
            ahead = moves(self.match.depth)
            games = f"plays {len(self.matches)} games at once and " if len(self.matches) > 1 else ""
            print(f"The 704 {games}looks at least {ahead} ahead. You are {self.side.value}; 'help' says more.")
        for match in [*self.matches[1:], self.matches[0]]:
            if match is self.matches[0] or match.game.position.to_move is not self.side:
                self.turn_to(match)
                self.respond()
        self.left |= self.side is None

    def respond(self) -> None:
        """Have the 704 move while it is its turn; report the end of the game."""
        game = self.match.game
        while self._may_go_on() and game.position.to_move is not self.side:
            self.answer()
        if game.result is not None:
            print(f"{game.result}, after {moves(len(game.moves))}")
            thoughts = self.match.thoughts.values()
            if thoughts:
                computing, total = (
                    clock(sum(getattr(each, what) for each in thoughts)) for what in ("seconds", "total")
                )
                print(f"the 704 computed for {computing}; with reader and printer its moves took {total}")
        elif not self._may_go_on():
            print(f"stopped after {moves(len(game.moves))}")
            self.left = True

    def _may_go_on(self) -> bool:
        game, limit = self.match.game, self.options.moves
        return game.result is None and (limit is None or len(game.moves) < limit)

    def move(self, line: str) -> bool:
        """Make the move that has been typed, and wait for the answer."""
        if not line[0].isdigit():
            return False
        self.match.move(parse_move(line, self.match.game.position))
        self.respond()
        self.go_on()
        return True

    # ------------------------------------------------------------ several games

    def turn_to(self, match: Match) -> None:
        """Go on with a game, and show its board."""
        self.match = match
        if len(self.matches) > 1:
            print(f"board {match.board}")
        if self.side is not None:
            self.show()

    def go_on(self) -> None:
        """Go on with the next game that is not over."""
        following = [*self.matches[self.match.board :], *self.matches[: self.match.board - 1]]
        match = next((each for each in following if each.game.result is None), None)
        if match is not None:
            self.turn_to(match)

    def choose(self, rest: str = "") -> None:
        """Show the board, or another one, with which the conversation goes on."""
        if not rest:
            self.show()
        elif rest.isdecimal() and 1 <= int(rest) <= len(self.matches):
            self.turn_to(self.matches[int(rest) - 1])
        else:
            raise UnknownCommand(f"'board {rest}' is not a command: expected board 1 to board {len(self.matches)}")

    def survey(self, rest: str = "") -> None:
        """List the games."""
        for match in self.matches:
            game = match.game
            state = game.result or f"{game.position.to_move.value} to move"
            print(f"board {match.board}: {moves(len(game.moves))}, {state}: {game.position.fen}")

    # ------------------------------------------------------------ messages

    def show(self, rest: str = "") -> None:
        """Show the board from the side that is played here."""
        ascii = self.options.ascii or not can_show(pictures.SIGNS)
        print(pictures.text(self.match.game.position, self.seen_from, ascii=ascii))

    def answer(self) -> None:
        """Have the 704 move or concede, and report it."""
        thought = self.match.answer()
        if thought is not None:
            self.tell(thought)

    def tell(self, thought: Thought) -> None:
        """Report the 704's move."""
        game = self.match.game
        at = number(len(game.moves), game.start)
        took = f"{remark(thought)} to compute, {thought.total:.2f} s with cards and printing"
        print(f"{at:<7} {thought.move!s:<9} {took}", flush=True)
        if self.side is not None:
            self.show()

    def record(self) -> Record:
        """Return the game for a file."""
        return self._record(self.match)

    def _record(self, match: Match) -> Record:
        machine = f"IBM 704, {moves(match.depth)} ahead"
        return match.record({side: PLAYER if side is self.side else machine for side in Colour})

    def records(self) -> list[Record]:
        """Return the games on all boards."""
        return [*map(self._record, self.matches)]

    def take_up(self, record: Record) -> None:
        """Go to the end of a game of a file, on this board."""
        if self.options.side_of_file:
            played = (side for side in Colour if record.tags.get(side.value.capitalize()) == PLAYER)
            self.side = next(played, self.side)
        self.match.take_up(record)

    def resume(self) -> None:
        """Go on after a game has been taken up."""
        self.show()
        self.respond()

    # ------------------------------------------------------------ commands

    def undo(self, rest: str = "") -> None:
        """Take the last move made here back, and the 704's answer to it."""
        made = self.match.game.moves
        self.match.undo(2 if len(made) > 1 and self.match.game.position.to_move is self.side else 1)
        self.show()

    def hint(self, rest: str = "") -> None:
        """Ask the 704 for advice."""
        thought = self.match.hint()
        print("the 704 would concede" if thought is None else f"the 704 would play {thought.move}: {remark(thought)}")

    def go(self, rest: str = "") -> None:
        """Have the 704 make this move, too."""
        self.answer()
        self.respond()

    def resign(self, rest: str = "") -> None:
        """Give the game up."""
        self.match.game.resign(self.side or self.match.game.position.to_move)
        self.respond()
        self.go_on()

    def new(self, rest: str = "") -> None:
        """Begin another game; the file gets them all."""
        self.finish()
        self.match.begin(self.options.start)
        self.show()
        self.respond()

    def numbers(self, rest: str) -> None:
        """Show the numbers of the squares, the usual ones or Samuel's."""
        if rest.lower() not in ("", "samuel"):
            raise UnknownCommand(f"'numbers {rest}' is not a command: expected numbers, or numbers samuel")
        print((pictures.samuels_numbers if rest else pictures.numbers)(self.seen_from))

    def draw(self, rest: str) -> None:
        """Draw the board as SVG; the last move is marked."""
        file, game = drawn_to(rest, "picture"), self.match.game
        marked = game.moves[-1].path if game.moves else ()
        drawing = pictures.picture(game.position, self.seen_from, marked=marked, title=game.position.fen)
        storage.write_text(file, drawing.svg(), overwrite=False)

    def set_depth(self, rest: str) -> None:
        """Set the search depth of the 704."""
        if not rest.isdecimal():
            raise UnknownCommand(f"'depth {rest}' is not a command: expected depth 6")
        for match in self.matches:
            match.look_ahead(int(rest))

    def set_prune(self, rest: str) -> None:
        """Switch alpha-beta on or off."""
        if rest.lower() not in ("on", "off"):
            raise UnknownCommand(f"'prune {rest}' is not a command: expected prune on, or prune off")
        self.match.program.prune(rest.lower() == "on")


Play.commands = {
    "undo": Command("takes back your last move and the reply", Play.undo),
    "hint": Command("asks the 704 for advice", Play.hint),
    "go": Command("lets the 704 make this move for you", Play.go),
    "resign": Command("resigns", Play.resign),
    "new": Command("starts a new game", Play.new),
    "depth": Command("depth 4: how many moves the 704 looks ahead at least, 1 to 20", Play.set_depth, True),
    "prune": Command(
        "prune on: the 704 leaves out what cannot change its choice; prune off: as in 1959", Play.set_prune, True
    ),
    "board": Command("shows the board; board 3: goes to that one of several games", Play.choose, True),
    "boards": Command("lists the games", Play.survey),
    "print": Command("lets the 704 print its own board", about(lambda it: "\n".join(it.match.program.printed_board()))),
    "terms": Command(
        "lets the 704 print the board that it expects, and what each term of its score is",
        about(lambda it: "\n".join(it.match.program.terms())),
    ),
    "picture": Command("picture board.svg: draws the board, the last move marked", Play.draw, True),
    "numbers": Command("shows the numbers of the squares; numbers samuel: Samuel's", Play.numbers, True),
    "moves": Command(
        "lists the legal moves", about(lambda it: ", ".join(map(str, it.match.game.position.legal_moves())) or "none")
    ),
    "fen": Command("prints the position in one word", about(lambda it: it.match.game.position.fen)),
    "pdn": Command("prints the games as in a file", about(lambda it: it.written().decode().removesuffix("\n"))),
    **filing(CHECKERS.suffix),
    **ENDING,
}


def number(count: int, start: Position) -> str:
    """Return the number of a move, as files have it; `count` moves have been made with it."""
    pair, of_pair = divmod(count - 1 + (start.to_move is Colour.WHITE), 2)
    return f"{pair + 1}.{'..' if of_pair else ''}"


def moves(count: int) -> str:
    """Return a number of moves in words."""
    return f"{count} move{'s' if count != 1 else ''}"
