"""A move chosen on a picture of the Go board, entered on the keypad as soon as the program listens."""

from __future__ import annotations

from host.desk.kim1.finger import Finger
from host.games.wally_board import move_keys
from host.kim1 import Kim1

LISTENS = 50_000  # cycles for which the display must have been lit: a dozen of the program's looks at the keypad


class MoveEntry:
    """The move that waits to be entered; another one takes its place.

    Wally listens when his display is lit: while he thinks or prints, keys would be lost. So would a key that goes
    down before his first look at the keypad, for he takes it for the last one, not let go of yet.
    """

    def __init__(self, kim: Kim1, finger: Finger) -> None:
        self._kim = kim
        self._finger = finger
        self._point: int | None = None
        self._lit_from: int | None = None  # the cycle at which the display was first seen lit, since then always

    def choose(self, point: int) -> None:
        """Enter this move as soon as possible."""
        self._point, self._lit_from = point, None
        self.look()

    def look(self) -> None:
        """Press the keys of the move, if the program is listening; a view calls this for every frame."""
        if self._point is None:
            return
        if self._finger.busy or not self._kim.display.strip():
            self._lit_from = None
        elif self._lit_from is None:
            self._lit_from = self._kim.cycles
        elif self._kim.cycles - self._lit_from >= LISTENS:
            self._finger.press(*move_keys(self._point))
            self._point = None

    def forget(self) -> None:
        """Enter nothing: the machine has gone to another time."""
        self._point = None
