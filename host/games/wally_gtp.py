"""Wally as a GTP engine: the commands, and what they mean for a program that is always black.

docs/gtp.md describes it for those who use it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from emulators.kim1.processor import Core
from host.formats import storage
from host.games.go import gtp
from host.games.go import sgf as go_sgf
from host.games.go.gtp import GtpError, Handler, bare, take
from host.games.go.rules import Colour, IllegalMove, Position
from host.games.go.status import GAMES, area_without, dead_stones
from host.games.wally import HANDICAPS, Wally
from host.games.wally_board import PROGRAMS, SIZE
from host.games.wally_game import WallyGame

MARKS = {Colour.BLACK: "X", Colour.WHITE: "O", None: "."}
ANALYSIS = (
    "string/Display of the KIM-1/ironboard-display",
    "string/Cycles of the last move/ironboard-cycles",
    "plist/Dead stones/final_status_list dead",
)
CLOCKS = {"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3}  # times that follow, of kgs-time_settings
COUNTING = f"area; dead stones, found by {GAMES} random games, are taken off"


class Engine:
    """The state of a session, and its commands: `handlers` is the table of them."""

    def __init__(self, wally: Wally) -> None:
        self.game = WallyGame(wally)
        self.komi = 0.0
        self.cycles = 0  # that Wally's last move took, keys included
        self.handlers: dict[str, Handler] = {
            "protocol_version": bare(lambda: "2"),
            "name": bare(lambda: "Wally" if wally.program == PROGRAMS[0] else f"Wally ({wally.program})"),
            "version": bare(own_version),
            "known_command": self.known_command,
            "list_commands": bare(lambda: "\n".join(self.handlers)),
            "quit": bare(str),
            "boardsize": self.boardsize,
            "clear_board": bare(self.clear_board),
            "komi": self.set_komi,
            "fixed_handicap": self.fixed_handicap,
            "place_free_handicap": self.place_free_handicap,
            "set_free_handicap": self.set_free_handicap,
            "play": self.play,
            "genmove": self.genmove,
            "reg_genmove": self.reg_genmove,
            "undo": bare(self.undo),
            "gg-undo": self.undo_several,
            "loadsgf": self.load,
            "printsgf": self.print_game,
            "final_score": bare(self.final_score),
            "final_status_list": self.final_status_list,
            "showboard": bare(self.showboard),
            "time_settings": self.time_settings,
            "kgs-time_settings": self.kgs_time_settings,
            "time_left": self.time_left,
            "cputime": bare(lambda: f"{time.process_time():.3f}"),
            "ironboard-display": bare(lambda: self.game.wally.kim.display),
            "ironboard-cycles": bare(lambda: str(self.cycles)),
            "gogui-analyze_commands": bare(lambda: "\n".join(ANALYSIS)),
            "gogui-play_sequence": self.play_sequence,
            "gogui-setup": self.set_up,
            "gogui-undo_setup": bare(self.undo),
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

    def kgs_time_settings(self, arguments: list[str]) -> str:
        """Accept the time system of a server, as `time_settings`."""
        system, *times = arguments or [""]
        if system not in CLOCKS or len(times) != CLOCKS[system]:
            systems = ", ".join(f"{name} with {count}" for name, count in CLOCKS.items())
            raise GtpError(f"syntax error: expected a time system and its times: {systems}")
        for each in times:
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

    def clear_board(self) -> str:
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

    def undo(self) -> str:
        """Take a move back."""
        self.game.undo()
        return ""

    def undo_several(self, arguments: list[str]) -> str:
        """Take some moves back, or one; none of them if there are not so many."""
        (number,) = take(arguments or ["1"], "number of moves")
        if gtp.integer(number) > self.game.moves_made:
            raise GtpError("cannot undo")
        for _ in range(gtp.integer(number)):
            self.game.undo()
        return ""

    def play_sequence(self, arguments: list[str]) -> str:
        """Make moves that Wally has not chosen: all of them, or none if one is illegal."""
        moves = gtp.moves(arguments, SIZE, gtp.colour)
        check(self.game.position, moves)
        for colour, place in moves:
            self.game.play(colour, place)
        return ""

    # ------------------------------------------------------------ positions and games of others

    def set_up(self, arguments: list[str]) -> str:
        """Put stones on the board and take some off (color `e`), by hand."""

        def colour(text: str) -> Colour | None:
            return None if text.lower() in ("e", "empty") else gtp.colour(text)

        stones = dict(self.game.position.stones)
        for each, place in gtp.moves(arguments, SIZE, colour):
            if place is None:
                raise GtpError("invalid coordinate")
            stones.pop(place, None)
            if each is not None:
                stones[place] = each
        self.game.set_up(stones)
        return ""

    def load(self, arguments: list[str]) -> str:
        """Replay a game from a file, up to the position before a move; return who moves then, as GNU Go does."""
        path, until = file_and_move(arguments)
        record = go_sgf.read(path)
        if record.size != SIZE:
            raise GtpError(f"unacceptable size: {path} is a game on {record.size} by {record.size}")
        moves = record.moves[: moves_before(until, record.moves)]
        check(Position(SIZE, record.stones), moves)  # before anything is changed
        self.game.new_game()
        if record.stones:
            self.game.set_up(record.stones)
        for colour, place in moves:
            self.game.play(colour, place)
        self.komi = record.komi
        if moves:
            return moves[-1][0].other.value
        first = record.moves[0][0] if record.moves else Colour.WHITE if record.stones else Colour.BLACK
        return (record.to_move or first).value

    def print_game(self, arguments: list[str]) -> str:
        """Return the game so far in SGF, or write it into a new file."""
        line = self.game.line
        first = line.moves[0][0] if line.moves else Colour.WHITE
        text = go_sgf.written(
            go_sgf.Record(SIZE, line.stones, line.moves, self.komi, first, {"PB": "Wally", "RU": "Chinese"})
        )
        if not arguments:
            return text.decode().strip()
        path = Path(" ".join(arguments))
        if path.exists():
            raise GtpError(f"{path} exists already")
        storage.write_all(path, text, overwrite=False)
        return ""

    # ------------------------------------------------------------ what can be seen

    def final_score(self) -> str:
        """Return the area score without the dead stones, counted by the host: Wally cannot count."""
        position = self.game.position
        area = area_without(position, dead_stones(position))
        lead = area[Colour.BLACK] - area[Colour.WHITE] - self.komi
        print(f"final_score: {COUNTING}; komi {self.komi:g}, nothing for handicap stones", file=sys.stderr)
        return "0" if lead == 0 else f"{'B' if lead > 0 else 'W'}+{abs(lead):g}"

    def final_status_list(self, arguments: list[str]) -> str:
        """Return the stones with a status, a chain on each line; no seki is ever found."""
        (status,) = take(arguments, "status")
        if status not in ("alive", "dead", "seki"):
            raise GtpError("invalid status: expected alive, dead or seki")
        position = self.game.position
        dead = dead_stones(position) if status != "seki" else set()
        found = [chain for chain in position.chains() if status != "seki" and (chain <= dead) == (status == "dead")]
        return "\n".join(" ".join(gtp.vertex(point, SIZE) for point in sorted(chain)) for chain in found)

    def showboard(self) -> str:
        """Return the board with GTP's coordinates on the left and above, Wally's on the right and below."""
        stones = self.game.position.stones
        lines = ["", "    " + " ".join(gtp.COLUMNS[:SIZE])]
        for row in range(1, SIZE + 1):
            points = (stones.get(16 * row + column) for column in range(1, SIZE + 1))
            lines.append(f"{SIZE + 1 - row:3} {' '.join(MARKS[each] for each in points)} {row:X}")
        lines.append("    " + " ".join(f"{column:X}" for column in range(1, SIZE + 1)))
        return "\n".join(lines)


def file_and_move(arguments: list[str]) -> tuple[Path, str | None]:
    """Return a file and perhaps a move; the file's name may have single spaces in it."""
    if not arguments:
        raise GtpError("syntax error: expected a file, and perhaps a move number or vertex")
    whole = Path(" ".join(arguments))
    if len(arguments) == 1 or whole.is_file():
        return whole, None
    return Path(" ".join(arguments[:-1])), arguments[-1]


def check(position: Position, moves: Iterable[tuple[Colour, int | None]]) -> None:
    """Raise GtpError if one of the moves is illegal."""
    for number, (colour, place) in enumerate(moves, 1):
        try:
            position = position.passed() if place is None else position.play(colour, place)
        except IllegalMove as error:
            name = f"{colour.value} {gtp.vertex(place, SIZE)}"
            raise GtpError(f"illegal move {number}, {name}: {error}") from error


def moves_before(until: str | None, moves: Sequence[tuple[Colour, int | None]]) -> int:
    """Return how many moves come before the one with a number, or the first on a vertex; all without either."""
    if until is None:
        return len(moves)
    if until.isdecimal():
        return max(0, gtp.integer(until) - 1)
    place = gtp.point(until, SIZE)
    return next((number for number, move in enumerate(moves) if move[1] == place), len(moves))


def own_version() -> str:
    """Return Ironboard's version."""
    from importlib import metadata  # half as long to load as the machine

    return metadata.version("ironboard")


def gtp_session(core: Core = "compiled", program: str = PROGRAMS[0]) -> None:
    """Serve GTP on standard input and output."""
    gtp.serve(Engine(Wally(core, program)).handlers, sys.stdin.buffer, sys.stdout.buffer)
