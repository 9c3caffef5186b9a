"""Wally as a GTP engine: what he does in his own way. The other commands are those of all programs here."""

from __future__ import annotations

from host.games.go import commands, gtp
from host.games.go.commands import ANALYSIS, MARKS
from host.games.go.game import ProgramGame
from host.games.go.gtp import GtpError, bare
from host.games.go.rules import Colour
from host.games.wally import HANDICAPS, Wally
from host.games.wally_board import SIZE
from host.games.wally_game import WallyGame

DISPLAY = "string/Display of the KIM-1/ironboard-display"


class Engine(commands.Engine):
    """A session with Wally, who is always black, has one board only and handicap stones of his own."""

    game: WallyGame
    analysis = (DISPLAY, *ANALYSIS)
    most_handicap = HANDICAPS[-1]

    def __init__(self, wally: Wally) -> None:
        game = WallyGame(wally)

        def start(size: int) -> ProgramGame:
            return game

        super().__init__(game, start)
        self.handlers["ironboard-display"] = bare(lambda: wally.kim.display)

    def set_free_handicap(self, arguments: list[str]) -> str:
        """Accept the handicap stones that Wally would place; others have to be played as black's moves."""
        points = self.free_handicap(arguments)
        self.handicap(len(points))
        if points != set(self.game.position.stones):
            self.game.new_game()
            raise GtpError(f"bad vertex list: Wally knows {len(points)} stones in one place only (fixed_handicap)")
        return ""

    def point_name(self, point: int) -> str:
        """Return a point's name, and his own."""
        return f"{gtp.vertex(point, SIZE)} ({point:02X})"

    @property
    def players(self) -> dict[Colour, str]:
        """Black, whoever has moved."""
        return {Colour.BLACK: "Wally"}

    def showboard(self) -> str:
        """Return the board with GTP's coordinates on the left and above, Wally's on the right and below."""
        stones = self.game.position.stones
        lines = ["", "    " + " ".join(gtp.COLUMNS[:SIZE])]
        for row in range(1, SIZE + 1):
            points = (stones.get(16 * row + column) for column in range(1, SIZE + 1))
            lines.append(f"{SIZE + 1 - row:3} {' '.join(MARKS[each] for each in points)} {row:X}")
        lines.append("    " + " ".join(f"{column:X}" for column in range(1, SIZE + 1)))
        return "\n".join(lines)
