"""`ironboard rook`: a conversation, line by line, with the program at the other side of the board.

What is typed is a move or one of COMMANDS. A move that is not legal is refused, with the reason, and the game is as it
was. Lines that are neither are refused, too; from a pipe or a file they end the conversation with an error, so that a
script does not go on with another game than it meant.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from emulators.errors import IronboardError
from emulators.processor import Core
from host.cdc6600 import Cdc6600
from host.formats import storage
from host.games.boards import can_show
from host.games.endings.program import VERSIONS
from host.games.keyboard import at_terminal, lines
from host.games.mates.position import Men, picture
from host.games.program6600 import ProgramFault
from host.games.rook import pgn, positions, replies
from host.games.rook.game import Game, Turn
from host.games.rook.opponents import HUMAN, opponent
from host.games.rook.replies import Refused
from host.games.rook.versions import DEFAULT, QUEEN, TITLES
from host.games.rook.white import White

SIGNS = str.maketrans("KRQk.", "♔♖♕♚·")
MILLISECONDS = 1000 / Cdc6600.clock


@dataclass(frozen=True)
class Wish:
    """What kind of game is wanted."""

    version: str | None = None
    position: str | None = None
    seed: int = 1
    opponent: str = HUMAN
    pgn: Path | None = None  # where the games are written to
    games: Path | None = None  # where the program's own record of them goes
    overwrite: bool = False
    ascii: bool = False
    core: Core = "compiled"


class UnknownCommand(IronboardError):
    """A line that is neither a move nor a command."""


def play(wish: Wish) -> int:
    """Play games; return the exit status."""
    for file in (wish.pgn, wish.games):
        if not wish.overwrite:
            storage.refuse_existing(file)
    source = random.Random(wish.seed)
    start, version = beginning(wish, source)
    conversation = Conversation(wish, White(version, wish.core), version, start, source)
    conversation.save()  # what is wrong with a file is said before the game
    if wish.games is not None:
        storage.write_all(wish.games, b"", wish.overwrite)  # and of this one nothing is known before the end
    try:
        if wish.opponent == HUMAN:
            conversation.hold(lines("a move such as Ke5"), at_terminal())
        else:
            conversation.watch()
    finally:
        try:
            conversation.save()
        finally:
            conversation.end()
    return 0


def beginning(wish: Wish, source: random.Random) -> tuple[dict[int, str], str]:
    """Return where the game begins, and the version: that of the queen if the position has one."""
    piece = VERSIONS[wish.version].piece if wish.version else None
    text = TITLES[wish.version or DEFAULT].start if wish.position is None else wish.position
    if text == positions.RANDOM:
        version = wish.version or DEFAULT
        return positions.at_random(VERSIONS[version].piece, source), version
    men = positions.parse(text, piece)
    return men, wish.version or (QUEEN if positions.piece_of(men) == "Q" else DEFAULT)


class Command(NamedTuple):
    """Something that can be typed."""

    what: str
    act: Callable[[Conversation, str], None]  # with the rest of the line


class Conversation:
    """Games with a program, and somebody who is told about them and asked for moves."""

    def __init__(self, wish: Wish, white: White, version: str, start: dict[int, str], source: random.Random) -> None:
        self.wish, self.white, self.version, self.source = wish, white, version, source
        self.game = Game(white, start)
        self.finished: list[Game] = []  # games before this one
        self._over = False

    # ------------------------------------------------------------ the course of it

    def hold(self, typed: Iterator[str], patient: bool) -> None:
        """Go on to the end of the lines; `patient`: those that make no sense are answered and forgotten."""
        print(f"Zuidema's program, {TITLES[self.version].name}, on a CDC 6600. You are Black; 'help' says more.")
        self.tell_beginning()
        while not self._over and (line := next(typed, None)) is not None:
            try:
                self.obey(line.strip())
            except (ProgramFault, KeyboardInterrupt):
                raise
            except IronboardError as error:
                if not patient and isinstance(error, UnknownCommand):
                    raise
                print(error, flush=True)

    def watch(self) -> None:
        """Let somebody else play Black, to the end of the game."""
        black = opponent(self.wish.opponent, self.source)
        print(f"Zuidema's program, {TITLES[self.version].name}, on a CDC 6600: {positions.written(self.game.start)}")
        while True:
            turn, number = self.game.turns[-1], self.game.moves
            if self.game.result:
                break
            self.game.reply(black(self.game.men))
            reply = self.game.turns[2 * number - 1]
            print(f"{white_move(turn, number)}  {reply.written}", flush=True)
        if len(self.game.turns) % 2:
            print(white_move(turn, number))
        self.show()
        self.tell_result()

    def obey(self, line: str) -> None:
        """Do what a line says; raises IronboardError."""
        word, _, rest = line.partition(" ")
        if not word:
            return
        if word.lower() in COMMANDS:
            COMMANDS[word.lower()].act(self, rest.strip())
        elif replies.is_move(line):
            self.make(line)
        else:
            raise UnknownCommand(f"'{line}' is neither a move nor a command: type a move such as Ke5, or help")

    def make(self, text: str) -> None:
        """Make the move that has been typed, and wait for the answer."""
        self.game.refuse_if_over()
        self.game.reply(replies.parse(text, self.game.men))
        self.tell()

    # ------------------------------------------------------------ what is said

    def show(self, rest: str = "") -> None:
        """Show the board."""
        self._draw(self.game.men)

    def _draw(self, men: Men) -> None:
        print("\n".join(diagram(men, ascii=self.wish.ascii)), flush=True)

    def tell_beginning(self) -> None:
        """Show where the game begins, and White's first move."""
        self._draw(self.game.start)
        self.tell()

    def tell(self) -> None:
        """Say what White has done, if it was his move, and how the game has ended, if it has."""
        if len(self.game.turns) % 2:
            print(white_move(self.game.turns[-1], self.game.moves))
        self.show()
        self.tell_result()

    def tell_result(self) -> None:
        """Say how the game has ended, if it has."""
        if self.game.result:
            score, why = self.game.result
            spent = self.game.cycles * MILLISECONDS
            print(f"{why}. {score}; the 6600 has worked for {spent:,.0f} ms", flush=True)

    def written(self) -> str:
        """Return all games as a file has them."""
        names = f"Zuidema's program, {TITLES[self.version].name}", self.wish.opponent
        return pgn.write((game, *names) for game in [*self.finished, self.game])

    def save(self) -> None:
        """Write the games to the file, if there is one."""
        if self.wish.pgn is not None:
            storage.write_all(self.wish.pgn, self.written().encode(), overwrite=True)

    def end(self) -> None:
        """Let the program end; keep its own record, if that is wanted."""
        if self.wish.games is not None:
            record = self.white.end(playing=not self.game.over_for_program)
            storage.write_all(self.wish.games, record.encode(), overwrite=True)

    # ------------------------------------------------------------ commands

    def undo(self, rest: str = "") -> None:
        """Take Black's last move back."""
        self.game.undo()
        self.tell()

    def resign(self, rest: str = "") -> None:
        """Give the game up."""
        self.game.resign()
        self.tell_result()

    def new(self, rest: str) -> None:
        """Begin another game; the file gets them all."""
        if rest == positions.RANDOM:
            start = positions.at_random(self.white.version.piece, self.source)
        else:
            start = positions.parse(rest, self.white.version.piece, "position") if rest else self.game.start
        if not self.game.result:
            self.white.resign()
        self.finished.append(self.game)
        self.game = Game(self.white, start)
        self.tell_beginning()

    def keep(self, rest: str) -> None:
        """Write the games to a file that does not exist yet."""
        if not rest:
            raise Refused("expected a file, such as save games.pgn")
        if (file := Path(rest)).exists():
            raise Refused(f"{file} exists already: save to another file")
        storage.write_all(file, self.written().encode(), overwrite=False)

    def leave(self, rest: str = "") -> None:
        """End the conversation."""
        self._over = True

    def help(self, rest: str = "") -> None:
        """Say what can be typed."""
        print("E5, Ke5, d5e5   a move of your king's")
        for name, command in COMMANDS.items():
            print(f"{name:<15} {command.what}")


def moves(talk: Conversation, rest: str) -> None:
    """Say where Black can go."""
    print(replies.possible(talk.game.men))


def fen(talk: Conversation, rest: str) -> None:
    """Print the position."""
    game = talk.game
    print(positions.fen_of(game.men, len(game.turns) // 2 + 1, white=len(game.turns) % 2 == 0))


COMMANDS = {
    "board": Command("shows the board", Conversation.show),
    "moves": Command("lists your moves", moves),
    "fen": Command("prints the position in one line", fen),
    "pgn": Command("prints the games as a file has them", lambda talk, rest: print(talk.written(), end="")),
    "undo": Command("takes your last move back, and the answer to it", Conversation.undo),
    "new": Command("new, new Kh1 Ra1 Kd5, new random: begins another game", Conversation.new),
    "resign": Command("gives the game up", Conversation.resign),
    "0": Command("the same", Conversation.resign),
    "save": Command("save games.pgn: writes the games to a file", Conversation.keep),
    "help": Command("says this", Conversation.help),
    "quit": Command("ends the conversation", Conversation.leave),
}


def white_move(turn: Turn, number: int) -> str:
    """Return a line with a move of White's, and how long the 6600 had for it."""
    return f"{number:2}. {turn.written:<6} {turn.cycles * MILLISECONDS:6.1f} ms"


def diagram(men: Men, *, ascii: bool) -> list[str]:
    """Return the lines of a diagram, in the men of Unicode where standard output can show them."""
    lines = picture(men)
    if ascii:
        return lines
    signs = [line.translate(SIGNS) if number < len(lines) else line for number, line in enumerate(lines, 1)]
    return signs if can_show("".join(signs)) else lines
