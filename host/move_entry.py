"""A move chosen on a picture of the Go board, entered on the keypad as soon as the program listens."""

from __future__ import annotations

from host.finger import Finger
from host.games.wally_board import move_keys
from host.kim1 import Kim1


class MoveEntry:
    """The move that waits to be entered; another one takes its place.

    Wally listens when his display is lit: while he thinks or prints, keys would be lost.
    """

    def __init__(self, kim: Kim1, finger: Finger) -> None:
        self._kim = kim
        self._finger = finger
        self._point: int | None = None

    def choose(self, point: int) -> None:
        """Enter this move as soon as possible."""
        self._point = point
        self.look()

    def look(self) -> None:
        """Press the keys of the move, if the program is listening; a view calls this now and then."""
        if self._point is not None and not self._finger.busy and self._kim.display.strip():
            self._finger.press(*move_keys(self._point))
            self._point = None

    def forget(self) -> None:
        """Enter nothing: the machine has gone to another time."""
        self._point = None
