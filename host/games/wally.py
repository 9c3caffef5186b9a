"""Playing against Wally as one does at the machine: keys are pressed, the display is read; and Wally as a Go program.

Besides that, the board in the machine's memory can be looked at, and stones put on it by hand: the way to a position
that Wally did not choose. Two programs are played alike: `wally` with the recursive COUNT of the article, and
`wally-walk` with a COUNT that needs no stack.

Source: asm/kim1/wally.s and wally-walk.s, "ON THE KEYPAD AND THE DISPLAY".
"""

from __future__ import annotations

from collections.abc import Mapping

from emulators.errors import IronboardError
from emulators.kim1.machine import PRESS_SECONDS
from emulators.machine import Snapshot, Stop
from emulators.mos6502.system import Core
from host.games import wally_board
from host.games.go import commands, gtp
from host.games.go.commands import ANALYSIS
from host.games.go.game import Answer, GameError, Move, ProgramGame, Record
from host.games.go.gtp import GtpError, bare
from host.games.go.rules import Colour, Position, Stones
from host.games.wally_board import PROGRAMS, SIZE, Point
from host.machines.kim1.machine import Kim1, find_program

PASS = 0
HANDICAPS = (0, *range(2, 18))
YOUR_TURN, ATARI, HOW_MANY, REFUSED = "00", "AA", "BB", "EE"  # the middle of the display; AA: wally-walk alone
FOLLOWED = 33  # stones of a chain that COUNT can follow whatever its shape: the stack holds as many levels
LOOK = 0.02  # seconds from one look at the display to the next
STEADY = 4  # looks that must show the same: longer than the eye's memory of digits that have changed
PATIENCE = 300  # seconds of the machine's time; a Teletype prints a board in half a minute

COLOURS = {Point.BLACK: Colour.BLACK, Point.WHITE: Colour.WHITE}
CODES = {Colour.BLACK: wally_board.BLACK_CODE, Colour.WHITE: wally_board.WHITE_CODE}


class RefusedEntry(IronboardError):
    """Wally shows EE: the point is taken or does not exist, or there is no such handicap."""


class Wally:
    """A KIM-1 with Wally running in it, and the hands that operate it.

    `program`: one of PROGRAMS.
    """

    def __init__(self, core: Core = "compiled", program: str = PROGRAMS[0]) -> None:
        image = find_program(program)
        assert image.entry is not None
        self.program = program
        self.kim = Kim1(core=core)
        self.kim.load(image)
        self.kim.start(image.entry)
        self._expect(HOW_MANY)

    # ------------------------------------------------------------ keys and display

    def new_game(self, handicap: int = 0) -> None:
        """Clear the board and let Wally place handicap stones; raises RefusedEntry."""
        self.kim.press("PC")
        self._expect(HOW_MANY)
        self._enter(f"{handicap:02}")

    def answer(self, move: int) -> int:
        """Enter white's move (row and column as two hex digits, 00 = pass); return Wally's. Raises RefusedEntry."""
        return self._enter(f"{move:02X}")

    def _enter(self, digits: str) -> int:
        """Type two digits and GO; return the right two digits of the display."""
        self.kim.press("+", *digits)
        typed = self._steady_display()
        if typed[:2].upper() != digits:
            raise IronboardError(f"the display shows '{typed}' after the keys {' '.join(digits)}")
        self._press_go()
        shown = self._expect(YOUR_TURN, ATARI, REFUSED)
        if shown[2:4] == REFUSED:
            raise RefusedEntry(f"Wally refuses {digits}")
        return int(shown[4:], 16)

    def _press_go(self) -> None:
        self.kim.press("GO")

    def _expect(self, *states: str) -> str:
        """Wait for the display to be lit; its middle must be one of `states`."""
        shown = self._steady_display()
        if shown[2:4].upper() not in states:
            raise IronboardError(f"the display shows '{shown}': expected {' or '.join(states)} in the middle")
        return shown

    def _steady_display(self) -> str:
        """Wait until all six digits are lit and stay as they are; return them."""
        looks: list[str] = []
        for _ in range(round(PATIENCE / LOOK)):
            self.kim.run(seconds=LOOK)
            looks = [*looks, self.kim.display][-STEADY:]
            if len(looks) == STEADY and len(set(looks)) == 1 and " " not in looks[0]:
                return looks[0]
        raise IronboardError(f"the display has been dark for {PATIENCE} seconds")

    # ------------------------------------------------------------ the board in memory

    @property
    def stones(self) -> dict[int, Colour]:
        """The stones on the board."""
        page = self.kim.memory[wally_board.BOARD : wally_board.BOARD + 0x100]
        return {point: COLOURS[what] for point, what in wally_board.decode(page).items() if what in COLOURS}

    def put(self, stones: Mapping[int, Colour]) -> None:
        """Change the board by hand, while Wally waits for a move, so that exactly these stones are on it."""
        memory, present = self.kim.memory, self.stones
        for point in wally_board.POINTS:
            wanted = stones.get(point)
            if wanted is not present.get(point):
                memory[wally_board.BOARD + point] = memory[CODES[wanted]] if wanted else wally_board.EMPTY_CODE


GETKEY, SCANDS = 0x1F6A, 0x1F1F
LIMIT = 10_000_000  # cycles within which a routine must have been called


class TimedWally(Wally):
    """Wally with a stop-watch: `thought` is the cycles of the last answer."""

    thought = 0

    def _press_go(self) -> None:
        self.kim.key_down("GO")
        self._run_to(GETKEY)
        start = self.kim.cycles
        self._run_to(SCANDS)
        self.thought = self.kim.cycles - start
        self.kim.run(seconds=PRESS_SECONDS)
        self.kim.key_up("GO")
        self.kim.run(seconds=PRESS_SECONDS)

    def _run_to(self, address: int) -> None:
        """Run until the next call of a routine of the monitor."""
        self.kim.set_breakpoint(address)
        stop = self.kim.run(LIMIT)
        self.kim.set_breakpoint(address, on=False)
        if stop != Stop.BREAKPOINT:
            raise IronboardError(f"Wally has not called {address:04X} within {LIMIT:,} cycles")


class WallyProgram:
    """A machine with Wally, a keypad and a display. A point is as typed: row and column, two hex digits."""

    size = SIZE
    colours: tuple[Colour, ...] = (Colour.BLACK,)
    knows_ko = False

    def __init__(self, wally: Wally) -> None:
        self.longest_chain = FOLLOWED if wally.program == PROGRAMS[0] else None
        self.wally, self.name = wally, wally.program
        self.machine = wally.kim

    def new_game(self, handicap: int = 0) -> Stones:
        """Clear Wally's board, and have it place handicap stones; raises GameError."""
        if handicap not in HANDICAPS:
            raise GameError(f"Wally places 2 to {HANDICAPS[-1]} handicap stones")
        self.wally.new_game(handicap)
        return self.wally.stones

    def answer(self, move: Move) -> Answer:
        """Type white's move; return Wally's answer. The cycles include the keys."""
        start = self.machine.cycles
        made = self.wally.answer(PASS if move is None else move)
        return Answer(made or None, [], self.machine.cycles - start)

    def stones(self, own: Colour) -> dict[int, Colour]:
        """Return the stones on Wally's board; Wally is black."""
        return self.wally.stones

    def put(self, position: Position, own: Colour, record: Record) -> None:
        """Change Wally's board by hand."""
        self.wally.put(position.stones)

    def snapshot(self) -> Snapshot:
        """Return the machine as it is."""
        return self.machine.snapshot()

    def restore(self, moment: Snapshot) -> None:
        """Go back to a machine as it was."""
        self.machine.restore(moment)


class WallyGame(ProgramGame):
    """One machine with Wally, and game after game on it."""

    def __init__(self, wally: Wally) -> None:
        self.wally = wally
        super().__init__(WallyProgram(wally))


DISPLAY = "string/Display of the KIM-1/ironboard-display"


class WallyEngine(commands.Engine):
    """A session with Wally: always black, on one size of board, with its own points for handicap stones."""

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
        """Return a point's name, and Wally's name for it."""
        return f"{gtp.vertex(point, SIZE)} ({point:02X})"

    @property
    def players(self) -> dict[Colour, str]:
        """Black, whatever the side to move."""
        return {Colour.BLACK: "Wally"}

    def showboard(self) -> str:
        """Return the board with GTP's coordinates on the left and above, Wally's on the right and below."""
        digits = [f"{line:X}" for line in wally_board.LINES]
        return self.drawn(digits, digits)
