"""Playing against Wally as one does at the machine: keys are pressed, the display is read.

Besides that, the board in the machine's memory can be looked at, and stones put on it by hand: the way to a
position that Wally did not choose himself.

Two programs are played alike: `wally`, whose COUNT calls itself as the article has it, and `wally-walk`, whose COUNT
needs no stack.

Source: asm/kim1/wally.s and wally-walk.s, "ON THE KEYPAD AND THE DISPLAY".
"""

from __future__ import annotations

from collections.abc import Mapping

from emulators.errors import IronboardError
from emulators.kim1.processor import Core
from host.games import wally_board
from host.games.go.rules import Colour
from host.games.wally_board import PROGRAMS, Point
from host.kim1 import Kim1, find_program

PASS = 0
HANDICAPS = (0, *range(2, 18))
YOUR_TURN, ATARI, HOW_MANY, REFUSED = "00", "AA", "BB", "EE"  # the middle of the display; AA: wally-walk alone
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
        """Clear the board and let Wally place so many handicap stones; raises RefusedEntry."""
        self.kim.press("PC")
        self._expect(HOW_MANY)
        self._enter(f"{handicap:02}")

    def answer(self, move: int) -> int:
        """Enter white's move (row and column as two hex digits, 00 = pass); return Wally's. Raises RefusedEntry."""
        return self._enter(f"{move:02X}")

    def _enter(self, digits: str) -> int:
        """Type two digits and GO; return what the right of the display shows then."""
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
