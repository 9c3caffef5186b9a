"""Wally as a GTP engine: the commands, and what they mean for a program that is always black.

docs/gtp.md describes it for those who use it.
"""

from __future__ import annotations

import sys
from importlib import metadata

from emulators.kim1.processor import Core
from host.games import gtp
from host.games.go_rules import Colour, IllegalMove
from host.games.gtp import GtpError, Handler, take
from host.games.wally import HANDICAPS, Wally
from host.games.wally_board import PROGRAMS, SIZE
from host.games.wally_game import WallyGame

MARKS = {Colour.BLACK: "X", Colour.WHITE: "O", None: "."}
ANALYSIS = ("string/Display of the KIM-1/ironboard-display", "string/Cycles of the last move/ironboard-cycles")


class Engine:
    """The state of a session, and its commands: `handlers` is the table of them."""

    def __init__(self, wally: Wally) -> None:
        self.game = WallyGame(wally)
        self.komi = 0.0
        self.cycles = 0  # that Wally's last move took, keys included
        self.handlers: dict[str, Handler] = {
            "protocol_version": lambda _: "2",
            "name": lambda _: "Wally" if wally.program == PROGRAMS[0] else f"Wally ({wally.program})",
            "version": lambda _: metadata.version("ironboard"),
            "known_command": self.known_command,
            "list_commands": lambda _: "\n".join(self.handlers),
            "quit": lambda _: "",
            "boardsize": self.boardsize,
            "clear_board": self.clear_board,
            "komi": self.set_komi,
            "fixed_handicap": self.fixed_handicap,
            "place_free_handicap": self.place_free_handicap,
            "set_free_handicap": self.set_free_handicap,
            "play": self.play,
            "genmove": self.genmove,
            "reg_genmove": self.reg_genmove,
            "undo": self.undo,
            "final_score": self.final_score,
            "showboard": self.showboard,
            "time_settings": self.time_settings,
            "time_left": self.time_left,
            "ironboard-display": lambda _: self.game.wally.kim.display,
            "ironboard-cycles": lambda _: str(self.cycles),
            "gogui-analyze_commands": lambda _: "\n".join(ANALYSIS),
        }

    # ------------------------------------------------------------ the session

    def known_command(self, arguments: list[str]) -> str:
        """Tell whether there is such a command."""
        (name,) = take(arguments, "command")
        return "true" if name in self.handlers else "false"

    def time_settings(self, arguments: list[str]) -> str:
        """Accept any time limits: Wally answers in less than a second, and the host does not wait for that."""
        for each in take(arguments, "main time", "byo-yomi time", "byo-yomi stones"):
            gtp.integer(each)
        return ""

    def time_left(self, arguments: list[str]) -> str:
        """Accept what time is left."""
        side, *times = take(arguments, "color", "time", "stones")
        gtp.colour(side)
        for each in times:
            gtp.integer(each)
        return ""

    # ------------------------------------------------------------ the game

    def boardsize(self, arguments: list[str]) -> str:
        """Accept Wally's size, and start a game."""
        (size,) = take(arguments, "size")
        if gtp.integer(size) != SIZE:
            raise GtpError("unacceptable size")
        self.game.new_game()
        return ""

    def clear_board(self, arguments: list[str]) -> str:
        """Start a game without handicap stones."""
        self.game.new_game()
        return ""

    def set_komi(self, arguments: list[str]) -> str:
        """Remember the komi; Wally does not know of it."""
        (komi,) = take(arguments, "komi")
        self.komi = gtp.real(komi)
        return ""

    def fixed_handicap(self, arguments: list[str]) -> str:
        """Let Wally place his handicap stones, which are not in all cases those of the protocol."""
        (stones,) = take(arguments, "number of stones")
        return self._handicap(gtp.integer(stones))

    def place_free_handicap(self, arguments: list[str]) -> str:
        """Let Wally place his handicap stones: as many as he can, if he is asked for more."""
        (stones,) = take(arguments, "number of stones")
        return self._handicap(min(gtp.integer(stones), HANDICAPS[-1]))

    def _handicap(self, stones: int) -> str:
        if self.game.position.stones or self.game.moves_made:
            raise GtpError("board not empty")
        if stones < HANDICAPS[1] or stones not in HANDICAPS:
            raise GtpError(f"invalid number of stones: Wally places {HANDICAPS[1]} to {HANDICAPS[-1]}")
        return " ".join(gtp.vertex(each, SIZE) for each in self.game.new_game(stones))

    def set_free_handicap(self, arguments: list[str]) -> str:
        """Accept the handicap stones that Wally would place; others have to be played as black's moves."""
        points = {gtp.point(each, SIZE) for each in take(arguments, "vertex", "vertex")} | {
            gtp.point(each, SIZE) for each in arguments[2:]
        }
        if len(points) != len(arguments) or None in points:
            raise GtpError("bad vertex list")
        self._handicap(len(points))
        if points != set(self.game.position.stones):
            self.game.new_game()
            raise GtpError(f"bad vertex list: Wally knows {len(points)} stones in one place only (fixed_handicap)")
        return ""

    def play(self, arguments: list[str]) -> str:
        """Make a move that Wally has not chosen."""
        side, place = take(arguments, "color", "vertex")
        colour, point = gtp.colour(side), gtp.point(place, SIZE)
        try:
            self.game.play(colour, point)
        except IllegalMove as error:
            raise GtpError(f"illegal move: {error}") from error
        return ""

    def genmove(self, arguments: list[str]) -> str:
        """Let Wally move."""
        (side,) = take(arguments, "color")
        if gtp.colour(side) is not Colour.BLACK:
            raise GtpError("Wally has the black stones, always")
        start = self.game.wally.kim.cycles
        move = self.game.answer()
        self.cycles = self.game.wally.kim.cycles - start
        if self.game.refused is not None:
            point = self.game.refused
            print(f"Wally wanted {gtp.vertex(point, SIZE)} ({point:02X}): illegal (ko); he passes", file=sys.stderr)
        return gtp.vertex(move, SIZE)

    def reg_genmove(self, arguments: list[str]) -> str:
        """Return the move Wally would make."""
        move = self.genmove(arguments)
        self.game.undo()
        return move

    def undo(self, arguments: list[str]) -> str:
        """Take a move back."""
        self.game.undo()
        return ""

    # ------------------------------------------------------------ what can be seen

    def final_score(self, arguments: list[str]) -> str:
        """Return the area score, counted by the host with every stone alive: Wally cannot count."""
        area = self.game.position.area()
        lead = area[Colour.BLACK] - area[Colour.WHITE] - self.komi
        return "0" if lead == 0 else f"{'B' if lead > 0 else 'W'}+{abs(lead):g}"

    def showboard(self, arguments: list[str]) -> str:
        """Return the board with GTP's coordinates on the left and above, Wally's on the right and below."""
        stones = self.game.position.stones
        lines = ["", "    " + " ".join(gtp.COLUMNS[:SIZE])]
        for row in range(1, SIZE + 1):
            points = (stones.get(16 * row + column) for column in range(1, SIZE + 1))
            lines.append(f"{SIZE + 1 - row:3} {' '.join(MARKS[each] for each in points)} {row:X}")
        lines.append("    " + " ".join(f"{column:X}" for column in range(1, SIZE + 1)))
        return "\n".join(lines)


def gtp_session(core: Core = "auto", program: str = PROGRAMS[0]) -> None:
    """Serve GTP on standard input and output."""
    gtp.serve(Engine(Wally(core, program)).handlers, sys.stdin.buffer, sys.stdout.buffer)
