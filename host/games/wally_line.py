"""A game against Wally on a real board: `wally-line` is sent there by tape, and the moves go over the Teletype's line.

Where Wally waits for an entry it prints the board and a line with its state and its move. The board is not checked
here: the stones are read from it after each move.

Source: asm/kim1/wally-line.s.
"""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, NamedTuple

from emulators.roms import manifest
from host.games import wally_board
from host.games.boards import Colour
from host.games.go.game import Answer, GameError, Move, ProgramGame, Record
from host.games.wally import CODES, COLOURS, FOLLOWED, HANDICAPS, PASS, REFUSED, YOUR_TURN
from host.games.wally_board import SIZE, Point

if TYPE_CHECKING:
    from host.games.go.rules import Position, Stones
    from host.machines.kim1.board import Board

PROGRAM = "wally-line"
CLOCK = 1_000_000  # Hz
NEW_GAME, EXIT, RETURN = b"N", b"X", b"\r"
LINE = re.compile(rb"(BB|00|EE) ([0-9A-F]{2}) ")  # state, Wally's move
ROW = re.compile(rb"([1-9A-F]) ((?:[.#0] ){%d})" % SIZE)
SIGNS = {point.value: point for point in Point}


class Meter(NamedTuple):
    """The board as far as a game is interested in it."""

    clock: int = CLOCK


class LineProgram:
    """Wally on a board at the other end of a line; the time of an answer includes that of the line."""

    name, size, knows_ko = PROGRAM, SIZE, False
    longest_chain: int | None = FOLLOWED
    colours: tuple[Colour, ...] = (Colour.BLACK,)

    def __init__(self, board: Board) -> None:
        self.machine, self._board = Meter(), board
        about = manifest()[PROGRAM]
        self._entry = about["symbols"]["ENTRY"]
        self._stones: dict[int, Colour] = {}
        board.run(about["entry"])
        self._wait()

    def _wait(self) -> tuple[str, int]:
        """Wait until Wally waits for an entry; return its state and its move."""
        text = self._board.expect(LINE, "Wally's state and move")
        rows = {int(row[1], 16): row[2].decode().split() for row in ROW.finditer(text)}
        if len(rows) == SIZE:
            points = {16 * row + n: SIGNS[sign] for row, signs in rows.items() for n, sign in enumerate(signs, 1)}
            self._stones = {point: COLOURS[what] for point, what in points.items() if what in COLOURS}
        found = LINE.search(text)
        assert found
        return found[1].decode(), int(found[2], 16)

    def _enter(self, digits: str) -> int:
        """Type an entry; return Wally's move."""
        self._board.send(digits.encode() + RETURN)
        state, move = self._wait()
        if state == REFUSED:
            raise GameError(f"Wally refuses {digits}")
        assert state == YOUR_TURN
        return move

    def new_game(self, handicap: int = 0) -> Stones:
        """Clear Wally's board, and have it place handicap stones; raises GameError."""
        if handicap not in HANDICAPS:
            raise GameError(f"Wally places 2 to {HANDICAPS[-1]} handicap stones")
        self._board.send(NEW_GAME)
        self._wait()
        self._enter(f"{handicap:02}")
        return dict(self._stones)

    def answer(self, move: Move) -> Answer:
        """Send white's move; return Wally's answer."""
        began = time.monotonic()
        made = self._enter(f"{PASS if move is None else move:02X}")
        return Answer(made or None, [], round((time.monotonic() - began) * CLOCK))

    def stones(self, own: Colour) -> dict[int, Colour]:
        """Return the stones that Wally has printed."""
        return dict(self._stones)

    def put(self, position: Position, own: Colour, record: Record) -> None:
        """Put these stones on Wally's board, by the monitor."""
        self._put(dict(position.stones))

    def _put(self, stones: dict[int, Colour]) -> None:
        """Change Wally's board by hand: out to the monitor, byte by byte, and back to where Wally waits."""
        self._board.send(EXIT)
        self._board.wake()
        codes = self._board.read(min(CODES.values()), max(CODES.values()))
        for point in wally_board.POINTS:
            wanted = stones.get(point)
            if wanted is not self._stones.get(point):
                code = codes[CODES[wanted]] if wanted else wally_board.EMPTY_CODE
                self._board.deposit(wally_board.BOARD + point, bytes([code]))
        self._board.run(self._entry)
        self._wait()
        self._stones = stones

    def snapshot(self) -> dict[int, Colour]:
        """Return the stones: Wally remembers nothing else from move to move."""
        return dict(self._stones)

    def restore(self, moment: dict[int, Colour]) -> None:
        """Go back to a position."""
        self._put(dict(moment))


def game_on(board: Board) -> ProgramGame:
    """Return games with Wally on a board, which is woken and has Wally in memory."""
    return ProgramGame(LineProgram(board))
