"""A KIM-1 with Wally in it, and boards to put on it: for the tests of asm/kim1/wally.s and wally-walk.s."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from emulators.kim1 import Kim1
from emulators.machine import Stop
from host.assemblers.mos6502 import assemble
from host.assemblers.program import Assembly
from host.games.wally_board import PROGRAMS as PROGRAMS

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "asm" / "kim1"
DATA = ROOT / "tests" / "data" / "wally"

EMPTY, WHITE, BLACK = ".", "0", "#"
ON_BOARD = [x for x in range(256) if x & 0x0F and x >> 4]
EDGE = {x for x in ON_BOARD if x & 0x0F in (1, 15) or x >> 4 in (1, 15)}
NOBODYS = "".join(EMPTY if x in ON_BOARD else " " for x in range(256))  # a board: 256 characters, one per address

STACK_TOP = 0x01FF
BOARD = 0x0300
HALT = 0x00EE  # a byte that neither program uses: routines are called from here
USER_RAM = [range(0x00EF), range(0x0100, 0x0400), range(0x1780, 0x17E7)]


@cache
def program(name: str = "wally") -> Assembly:
    return assemble(SOURCES / f"{name}.s")


# ------------------------------------------------------------ boards


def put(board: str, points: str, stone: str) -> str:
    """Return the board with stones on points written as in `11 1F F1`."""
    for x in (int(point, 16) for point in points.split()):
        assert x in ON_BOARD
        board = board[:x] + stone + board[x + 1 :]
    return board


def position(black: str = "", white: str = "") -> str:
    return put(put(NOBODYS, black, BLACK), white, WHITE)


def parsed(rows: str) -> str:
    """Return the board that positions.txt has as `15/3#o10/...`."""
    board = " " * 16
    for row in rows.split("/"):
        points = re.sub(r"\d+", lambda gap: EMPTY * int(gap[0]), row).replace("o", WHITE)
        assert len(points) == 15
        board += " " + points
    return board


class Known(NamedTuple):
    """A position and what the reference model does in it."""

    kind: str
    board: str
    move: int  # 0: pass
    after: str


def known_positions() -> list[Known]:
    """Return the positions of tests/data/wally in which no chain is too long for the stack."""
    return [Known(kind, board, *answers) for kind, board, answers in read_positions("positions.txt")]


def long_chains(program: str) -> list[Known]:
    """Return those in which one is, with the answers that belong to a program."""
    chosen = slice(2) if program == "wally" else slice(2, 4)
    return [Known(kind, board, *answers[chosen]) for kind, board, answers in read_positions("long-chains.txt")]


def read_positions(name: str) -> Iterator[tuple[str, str, list[int | str]]]:
    """Yield kind, board and, for each answer in the file, the move and the board after it."""
    for line in (DATA / name).read_text().splitlines():
        if not line.startswith("#"):
            kind, rows, *answers = line.split()
            board = parsed(rows)
            moves = zip(answers[::2], answers[1::2], strict=True)
            yield kind, board, [each for move, taken in moves for each in (int(move, 16), after(board, move, taken))]


def after(board: str, move: str, taken: str) -> str:
    """Return the board after Wally's move (00 = pass) and the removal of stones (- = none)."""
    board = put(board, move, BLACK) if move != "00" else board
    return board if taken == "-" else put(board, taken.replace(",", " "), EMPTY)


# ------------------------------------------------------------ the machine


class Thought(NamedTuple):
    """What Wally did with a position."""

    move: int  # 0: pass
    board: str
    cycles: int  # from THINK until it returns


class Table:
    """A KIM-1 with a Wally loaded; boards are put into its memory and routines called, without the monitor."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.image, self.symbols = program(name).image, program(name).symbols
        self.kim = Kim1(core="compiled")
        self.kim.load(self.image)
        self.kim.set_breakpoint(HALT)
        if name == "wally":
            self.kim.set_breakpoint(self.symbols["SHOW"])  # where THINK ends

    def byte(self, name: str) -> int:
        return int(self.kim.m.memory[self.symbols[name]])

    def set_byte(self, name: str, value: int) -> None:
        self.kim.m.memory[self.symbols[name]] = value

    def call(self, name: str, **registers: int) -> int:
        """Call a routine; return the cycles it took, its RTS included."""
        kim = self.kim
        for address, value in ((STACK_TOP, HALT - 1 >> 8), (STACK_TOP - 1, HALT - 1 & 0xFF)):
            kim.m.memory[address] = value
        cycles = self.run(name, STACK_TOP - 2, HALT, **registers)
        assert kim.read_register("S") == STACK_TOP & 0xFF
        return cycles

    def run(self, name: str, stack: int, end: int, **registers: int) -> int:
        """Run from a label to an address; return the cycles."""
        kim = self.kim
        for register, value in {**registers, "S": stack & 0xFF, "PC": self.symbols[name]}.items():
            kim.write_register(register, value)
        start = kim.cycles
        assert kim.run(5_000_000) == Stop.BREAKPOINT
        assert kim.read_register("PC") == end
        return kim.cycles - start

    @property
    def board(self) -> str:
        """What is on the board; `?` is a code that should not be there between two moves."""
        names = {self.byte("BLACK"): BLACK, self.byte("WHITE"): WHITE}
        codes = [int(code) for code in self.kim.m.memory[BOARD : BOARD + 256]]
        return "".join(
            (EMPTY if codes[x] < 0x80 else names.get(codes[x], "?"))
            if x in ON_BOARD
            else (" " if codes[x] >= self.symbols["GHOSTS"] and codes[x] not in names else "?")
            for x in range(256)
        )

    @board.setter
    def board(self, board: str) -> None:
        codes = {EMPTY: 0, BLACK: self.byte("BLACK"), WHITE: self.byte("WHITE")}
        for x in ON_BOARD:
            self.kim.m.memory[BOARD + x] = codes[board[x]]

    def think(self, board: str) -> Thought:
        self.board = board
        if self.name == "wally":
            cycles = self.run("THINK", STACK_TOP, self.symbols["SHOW"])
            assert self.kim.read_register("S") == STACK_TOP & 0xFF
        else:
            cycles = self.call("THINK")
        return Thought(self.byte("BEST"), self.board, cycles)

    def count(self, board: str, point: str) -> int:
        """Return the liberties of the group at a point, as COUNT finds them, called as a pass does."""
        self.board = board
        x = int(point, 16)
        code = self.byte("BLACK") if board[x] == BLACK else self.byte("WHITE")
        self.call("BEGIN", A=0)
        if self.name == "wally":
            tried = self.symbols["TRIED"]
            self.call("TRACE", A=code, X=x, Y=tried)
            liberties = self.byte("LIBS")
            self.call("TRACE", A=code ^ tried, X=x, Y=tried)
        else:
            self.set_byte("FROM", code)
            self.set_byte("TO", self.symbols["SEEN"])
            self.call("WALK", X=x)
            liberties = self.byte("LIBS")
            self.call("RETRACE", A=code, X=x)
        assert self.board == board  # counting changes nothing, and the second walk finds every stone again
        return liberties


# ------------------------------------------------------------ the same, from outside


class Player:
    """Plays by keys, display and terminal, through the monitor."""

    def __init__(self, terminal: bool = True, name: str = "wally", **options: object) -> None:
        self.kim = kim = Kim1(core="compiled", terminal=terminal, baud=9600, **options)
        self.symbols = program(name).symbols
        kim.load(program(name).image)
        if terminal:
            kim.type("\x7f")
            kim.run(seconds=0.5)
            kim.type("0200 G")
            kim.run(seconds=0.5)
        else:
            kim.run(seconds=0.1)
            kim.press("AD", *"0200", "GO")
        self.wait()

    @property
    def display(self) -> str:
        return self.kim.display.upper()

    def dark(self) -> bool:
        return not self.display.strip()

    def wait(self) -> str:
        """Wait until the display is lit and steady; return it."""
        assert self.kim.run_until(lambda kim: not self.dark(), seconds=30)
        self.kim.run(seconds=0.05)
        return self.display

    def enter(self, entry: str) -> str:
        """Type an entry and GO; return the display once it is lit again."""
        self.kim.press(*entry)
        self.kim.press("GO")
        return self.wait()

    @property
    def board(self) -> str:
        """The board in memory: black and white by the codes of wally.s."""
        codes = self.kim.m.memory[BOARD : BOARD + 256]
        names = [EMPTY if code < 0x80 else WHITE if code < self.symbols["GHOSTS"] else BLACK for code in codes]
        return "".join(names[x] if x in ON_BOARD else " " for x in range(256))

    def lay(self, board: str) -> None:
        """Put another position on the board, unnoticed by Wally."""
        memory = self.kim.m.memory
        codes = {EMPTY: 0, BLACK: memory[self.symbols["BLACK"]], WHITE: memory[self.symbols["WHITE"]]}
        for x in ON_BOARD:
            memory[BOARD + x] = codes[board[x]]

    def screens(self) -> Iterator[tuple[str, list[str]]]:
        """Yield, from the terminal's text, each board with the lines after it."""
        for text in self.kim.transcript.split("0 1 2 3 4 5 6 7 8 9 A B C D E F \n")[1:]:
            lines = text.split("\n")
            board = " " * 16
            for row, line in enumerate(lines[:15], start=1):
                assert line.startswith(f"{row:X} ")
                board += " " + line[2:].replace(" ", "")
            assert len(board) == 256
            yield board, [line for line in lines[15:] if line]
