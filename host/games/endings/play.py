"""`ironboard rook`: a dialogue, line by line, with the program on the other side of the board.

An illegal move is refused, with the reason, and the game is unchanged.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from emulators.processor import Core
from host.formats import storage
from host.games.boards import can_show
from host.games.conversation import ENDING, PLAYER, Command, Conversation, FileOptions, about, filing
from host.games.endings import notation
from host.games.endings.game import Endings, Game, Turn, White, men_of, record
from host.games.endings.notation import DEFAULT, RANDOM, VERSIONS, Version, pieces_of, version_for
from host.games.endings.perfect import Position, perfect
from host.games.fen import Men, picture
from host.games.pgn import Chess, Record
from host.machines.cdc6600.machine import Cdc6600

SIGNS = str.maketrans("KRQBNk.", "♔♖♕♗♘♚·")
MILLISECONDS = 1000 / Cdc6600.clock
HUMAN, BEST = "human", "best"
OPPONENTS = (HUMAN, BEST, RANDOM)


def best(men: Men) -> int:
    """Return the way to the mate that is farthest off; of equal ones the first square of a1, a2, to h8."""
    pieces = pieces_of(men)
    order = f"K{pieces}k"
    position = Position(*(place - 1 for place in sorted(men, key=lambda place: order.index(men[place]))))
    return perfect(pieces).answer(position) + 1


@dataclass(frozen=True)
class Options(FileOptions):
    """The options of a game."""

    version: str | None = None
    position: str | None = None
    seed: int = 1
    opponent: str = HUMAN
    games: Path | None = None  # where the program's own record of them goes
    ascii: bool = False
    core: Core = "compiled"


class Play(Conversation):
    """Games with a program. If no version is named it is one that plays with the men of the position."""

    example, usage = "a move such as Ke5", ("E5, Ke5, d5e5", "a king move")
    files: Endings
    options: Options

    def __init__(self, options: Options) -> None:
        self.options, self.chance = options, random.Random(options.seed)
        for file in (options.file, options.games):
            if not options.overwrite:
                storage.refuse_existing(file)
        version, text = options.version or DEFAULT, options.position
        if text == RANDOM:
            start = notation.at_random(VERSIONS[version].pieces, self.chance)
        else:
            pieces = VERSIONS[version].pieces if options.version else None
            start = notation.parse(VERSIONS[version].start if text is None else text, pieces)
            version = options.version or version_for(pieces_of(start))
        self.files = Endings(VERSIONS[version].pieces if options.version else None)
        self.white = White(version, options.core)
        self.game = Game(self.white, start)

    @property
    def title(self) -> str:
        """The program's name."""
        return title(self.white.version)

    # ------------------------------------------------------------ the course of it

    def converse(self) -> None:
        """Play games, or have another player move Black; write the program's own record if a file is given."""
        self.save()  # errors of a file are reported before the game
        if self.options.games is not None:
            storage.write_all(self.options.games, b"", self.options.overwrite)
        try:
            if self.options.opponent == HUMAN:
                super().converse()
            else:
                self.watch()
        finally:
            try:
                self.save()
            finally:
                if self.options.games is not None:
                    record = self.white.end(playing=not self.game.over_for_program)
                    storage.write_text(self.options.games, record, overwrite=True)

    def greet(self) -> None:
        """Say who plays, and show White's first move."""
        print(f"{self.title}, on a CDC 6600. You are Black; 'help' says more.")
        self.tell_beginning()

    def watch(self) -> None:
        """Have another player move Black, to the end of the game."""
        print(f"{self.title}, on a CDC 6600: {notation.written(self.game.start)}")
        while not self.game.result:
            turn, number, men = self.game.turns[-1], self.game.moves, self.game.men
            self.game.reply(best(men) if self.options.opponent == BEST else self.chance.choice(notation.squares(men)))
            print(f"{white_move(turn, number)}  {self.game.turns[2 * number - 1].written}", flush=True)
        self.tell()

    def move(self, line: str) -> bool:
        """Make the move that has been typed, and wait for the answer."""
        if not notation.KING_MOVE.fullmatch(line):
            return False
        self.game.refuse_if_over()
        self.game.reply(notation.parse_reply(line, self.game.men))
        self.tell()
        return True

    # ------------------------------------------------------------ messages

    def show(self, rest: str = "") -> None:
        """Show the board."""
        self._draw(self.game.men)

    def _draw(self, men: Men) -> None:
        print("\n".join(diagram(men, ascii=self.options.ascii)), flush=True)

    def tell_beginning(self) -> None:
        """Show where the game begins, and White's first move."""
        if self.taken_up is None:
            self._draw(self.game.start)
        self.tell()

    def tell(self) -> None:
        """Report White's move, if there was one, and the end of the game."""
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

    # ------------------------------------------------------------ files

    def record(self) -> Record:
        """Return the game for a file."""
        game = record(self.game, self.title, PLAYER if self.options.opponent == HUMAN else self.options.opponent)
        return self.files.continued(game, self.taken_up) if self.taken_up else game

    def take_up(self, record: Record) -> None:
        """Go to the end of a game of a file: its version goes on, or one that plays with its last men."""
        men = men_of(self.files.positions(record)[-1])
        known = {title(version): name for name, version in VERSIONS.items()}
        wanted = self.options.version or known.get(record.tags.get("White", ""), version_for(pieces_of(men)))
        if VERSIONS[wanted].pieces != pieces_of(men):
            wanted = version_for(pieces_of(men))
        if self.white.version is not VERSIONS[wanted]:
            self.white = White(wanted, self.options.core)
        elif not self.game.over_for_program:
            self.white.resign()
        self.game = Game(self.white, men, record.start, record.moves)

    def resume(self) -> None:
        """Go on after a game has been taken up."""
        self.tell()

    def save(self, overwrite: bool | None = None) -> None:
        """Write the games to the file, if there is one; whether it may be replaced was asked at the beginning."""
        super().save(overwrite=True)

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
        pieces, start = self.white.version.pieces, self.game.start
        if rest:
            start = (
                notation.at_random(pieces, self.chance) if rest == RANDOM else notation.parse(rest, pieces, "position")
            )
        if not self.game.over_for_program:
            self.white.resign()
        self.finish()
        self.game = Game(self.white, start)
        self.tell_beginning()


def title(version: Version) -> str:
    """Return the name of a program."""
    return f"{version.whose}, {version.title}"


def fen(play: Play) -> str:
    """Return the position in one line."""
    found: str = play.game.board.fen()
    return found


Play.commands = {
    "board": Command("shows the board", Play.show),
    "moves": Command("lists your moves", about(lambda play: notation.possible(play.game.men))),
    "fen": Command("prints the position in one line", about(fen)),
    "pgn": Command("prints the games as in a file", about(lambda play: play.written().decode().removesuffix("\n"))),
    "undo": Command("takes back your last move and the reply", Play.undo),
    "new": Command("new, new Kh1 Ra1 Kd5, new random: starts a new game", Play.new, True),
    "resign": Command("resigns", Play.resign),
    "0": Command("the same", Play.resign),
    **filing(Chess.suffix),
    **ENDING,
}


def white_move(turn: Turn, number: int) -> str:
    """Return a line with a move of White's, and how long the 6600 had for it."""
    return f"{number:2}. {turn.written:<6} {turn.cycles * MILLISECONDS:6.1f} ms"


def diagram(men: Men, *, ascii: bool) -> list[str]:
    """Return the lines of a diagram, in the men of Unicode where standard output can show them."""
    lines = picture(men)
    signs = [*(line.translate(SIGNS) for line in lines[:-1]), lines[-1]]
    return lines if ascii or not can_show("".join(signs)) else signs
