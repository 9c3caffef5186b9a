"""`ironboard checkers`: a conversation, line by line, with the 704 at the other side of the board.

What is typed is a move or one of COMMANDS. At a terminal a line that makes no sense is answered and forgotten; from a
pipe or a file it ends the game with an error, so that a script does not go on with another game than it meant.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from emulators.errors import IronboardError
from emulators.processor import Core
from host.formats import storage
from host.games.boards import Colour, can_show
from host.games.checkers import fen, pdn, pictures
from host.games.checkers.game import Result
from host.games.checkers.match import Match, remark
from host.games.checkers.notation import parse_move
from host.games.checkers.program import DEPTH, CheckersProgram, ProgramFault, Thought
from host.games.checkers.rules import OPENING, Position

BLACK, WHITE = Colour.BLACK, Colour.WHITE


class UnknownCommand(IronboardError):
    """A line that is neither a move nor a command."""


@dataclass(frozen=True)
class Wish:
    """What kind of game is wanted."""

    side: Colour | None = BLACK  # that is played from here; None: the 704 plays both
    depth: int = DEPTH
    start: Position = OPENING
    moves: int | None = None  # the game is broken off after so many
    file: Path | None = None  # where it is written to
    overwrite: bool = False
    ascii: bool = False
    core: Core = "compiled"


def play(wish: Wish) -> int:
    """Play a game; return the exit status."""
    conversation = Conversation(wish, Match(CheckersProgram(wish.core), wish.depth, wish.start))
    conversation.save(wish.overwrite)  # what is wrong with the file is said before the game
    try:
        conversation.hold(lines() if wish.side else iter(()), sys.stdin.isatty())
    finally:
        conversation.save(overwrite=True)
    return 0


def lines() -> Iterator[str]:
    """Yield the lines of standard input, with a prompt if somebody sits there."""
    while True:
        try:
            yield input("> " if sys.stdin.isatty() else "")
        except EOFError:
            print(end="\n" if sys.stdin.isatty() else "")
            return


class Command(NamedTuple):
    """Something that can be typed."""

    what: str
    act: Callable[[Conversation, str], None]  # with the rest of the line


class Conversation:
    """A match, and somebody who is told about it and asked for moves."""

    def __init__(self, wish: Wish, match: Match) -> None:
        self.wish, self.match = wish, match
        self.finished: list[pdn.Record] = []  # games before this one
        self._over = False

    # ------------------------------------------------------------ the course of it

    def hold(self, typed: Iterator[str], patient: bool) -> None:
        """Go on to the end of the lines, or of the game if nobody types; `patient`: lines may be wrong."""
        self.greet()
        self.respond()
        while not self._over and (line := next(typed, None)) is not None:
            try:
                self.obey(line)
            except ProgramFault:
                raise
            except IronboardError as error:
                if not patient:
                    raise
                print(error)
        if self.wish.side is None:
            self.show()

    def greet(self) -> None:
        """Say how the game is played."""
        if self.wish.side is not None:
            print(f"The 704 looks {moves(self.match.depth)} ahead. You are {self.wish.side.value}; 'help' says more.")
            self.show()

    def respond(self) -> None:
        """Let the 704 move while it is its turn; say how the game has ended."""
        while self._may_go_on() and self.match.game.position.to_move is not self.wish.side:
            self.tell(self.match.answer())
        result = self.match.game.result
        if result is not None:
            self.tell_result(result)
        elif not self._may_go_on():
            print(f"broken off after {moves(len(self.match.game.moves))}")
            self._over = True

    def _may_go_on(self) -> bool:
        limit = self.wish.moves
        return self.match.game.result is None and (limit is None or len(self.match.game.moves) < limit)

    def obey(self, line: str) -> None:
        """Do what a line says; raises IronboardError."""
        word, _, rest = line.strip().partition(" ")
        if not word:
            return
        if word[0].isdigit():
            self.make(line.strip())
        elif word.lower() in COMMANDS:
            COMMANDS[word.lower()].act(self, rest.strip())
        else:
            raise UnknownCommand(f"'{word}' is neither a move nor a command: type a move such as 11-15, or help")

    def make(self, text: str) -> None:
        """Make the move that has been typed, and wait for the answer."""
        self.match.move(parse_move(text, self.match.game.position))
        self.respond()

    # ------------------------------------------------------------ what is said

    def show(self, rest: str = "") -> None:
        """Show the board from the side that is played here."""
        ascii = self.wish.ascii or not can_show(pictures.SIGNS)
        print(pictures.text(self.match.game.position, self.wish.side or WHITE, ascii=ascii))

    def tell(self, thought: Thought) -> None:
        """Say what the 704 has done."""
        count = len(self.match.game.moves)
        print(
            f"{number(count, self.match.game.start):<7} {thought.move!s:<9} {remark(thought)} of {thought.total:.2f} s",
            flush=True,
        )
        if self.wish.side is not None:
            self.show()

    def tell_result(self, result: Result) -> None:
        """Say how the game has ended, and how long the 704 has thought."""
        print(f"{result}, after {moves(len(self.match.game.moves))}")
        thoughts = list(self.match.thoughts.values())
        if thoughts:
            computing, total = sum(each.seconds for each in thoughts), sum(each.total for each in thoughts)
            print(f"the 704 computed for {clock(computing)}; with reader and printer its moves took {clock(total)}")

    def written(self) -> str:
        """Return all games of this conversation as a file has them."""
        return pdn.write([*self.finished, self.match.record(self.names)])

    def save(self, overwrite: bool) -> None:
        """Write the games to the file, if there is one."""
        if self.wish.file is not None:
            storage.write_all(self.wish.file, self.written().encode(), overwrite)

    @property
    def names(self) -> dict[Colour, str]:
        """Who plays which side, for a file."""
        machine = f"IBM 704, {moves(self.match.depth)} ahead"
        return {side: "player" if side is self.wish.side else machine for side in Colour}

    # ------------------------------------------------------------ commands

    def undo(self, rest: str = "") -> None:
        """Take the last move made here back, and the 704's answer to it."""
        made = self.match.game.moves
        self.match.undo(2 if len(made) > 1 and self.match.game.position.to_move is self.wish.side else 1)
        self.show()

    def hint(self, rest: str = "") -> None:
        """Ask the 704 what it would do."""
        thought = self.match.hint()
        print(f"the 704 would play {thought.move}: {remark(thought)}")

    def go(self, rest: str = "") -> None:
        """Let the 704 make this move, too."""
        self.tell(self.match.answer())
        self.respond()

    def resign(self, rest: str = "") -> None:
        """Give the game up."""
        side = self.wish.side or self.match.game.position.to_move
        self.match.game.resign(side)
        self.respond()

    def new(self, rest: str = "") -> None:
        """Begin another game; the file gets them all."""
        if self.match.game.moves:
            self.finished.append(self.match.record(self.names))
        self.match.begin(self.wish.start)
        self.show()
        self.respond()

    def paper(self, rest: str = "") -> None:
        """Let the 704 print its board."""
        print("\n".join(self.match.program.printed_board()))

    def numbers(self, rest: str) -> None:
        """Show the numbers of the squares, the usual ones or Samuel's."""
        if rest.lower() not in ("", "samuel"):
            raise UnknownCommand(f"'numbers {rest}' makes no sense: expected numbers, or numbers samuel")
        shown = pictures.samuels_numbers if rest else pictures.numbers
        print(shown(self.wish.side or WHITE))

    def draw(self, rest: str) -> None:
        """Draw the board as SVG; the last move is marked."""
        if not rest:
            raise UnknownCommand("expected a file to draw the board to, such as picture board.svg")
        game = self.match.game
        marked = game.moves[-1].path if game.moves else ()
        drawing = pictures.svg(game.position, self.wish.side or WHITE, marked=marked, title=fen.write(game.position))
        storage.write_all(Path(rest), drawing.encode(), overwrite=False)

    def set_depth(self, rest: str) -> None:
        """Let the 704 look so many moves ahead."""
        if not rest.isdecimal():
            raise UnknownCommand(f"'depth {rest}' makes no sense: expected depth 6")
        self.match.look_ahead(int(rest))

    def say(self, what: Callable[[Position], object]) -> None:
        """Say something about the position."""
        print(what(self.match.game.position))

    def leave(self, rest: str = "") -> None:
        """End the conversation."""
        self._over = True

    def help(self, rest: str = "") -> None:
        """Say what can be typed."""
        print("11-15, 9x18    a move; squares of a capture may be left out if that means one move only")
        for name, command in COMMANDS.items():
            print(f"{name:<14} {command.what}")


def legal(position: Position) -> str:
    """Return the legal moves in words."""
    return ", ".join(map(str, position.legal_moves())) or "none"


COMMANDS = {
    "undo": Command("takes your last move back, and the answer to it", Conversation.undo),
    "hint": Command("asks the 704 what it would do", Conversation.hint),
    "go": Command("lets the 704 make this move for you", Conversation.go),
    "resign": Command("gives the game up", Conversation.resign),
    "new": Command("begins another game", Conversation.new),
    "depth": Command("depth 6: how many moves the 704 looks ahead, 1 to 20", Conversation.set_depth),
    "board": Command("shows the board", Conversation.show),
    "print": Command("lets the 704 print its own board", Conversation.paper),
    "picture": Command("picture board.svg: draws the board, the last move marked", Conversation.draw),
    "numbers": Command("shows the numbers of the squares; numbers samuel: Samuel's", Conversation.numbers),
    "moves": Command("lists the legal moves", lambda talk, rest: talk.say(legal)),
    "fen": Command("prints the position in one word", lambda talk, rest: talk.say(fen.write)),
    "pdn": Command("prints the games as a file has them", lambda talk, rest: print(talk.written(), end="")),
    "help": Command("says this", Conversation.help),
    "quit": Command("ends the conversation", Conversation.leave),
}


def number(count: int, start: Position) -> str:
    """Return the number of a move, as files have it; `count` moves have been made with it."""
    pair, of_pair = divmod(count - 1 + (start.to_move is WHITE), 2)
    return f"{pair + 1}.{'..' if of_pair else ''}"


def moves(count: int) -> str:
    """Return so many moves in words."""
    return f"{count} move{'s' if count != 1 else ''}"


def clock(seconds: float) -> str:
    """Return a time as people say it."""
    if seconds < 100:
        return f"{seconds:.2f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min {rest:02} s" if hours else f"{minutes} min {rest:02} s"
