"""Bernstein's chess on the 704, measured in positions of the printed game.

Source: A. Bernstein and M. de V. Roberts, Computer v. Chess-Player, Scientific American, June 1958.
"""

from __future__ import annotations

import statistics
from functools import cache

import chess

from emulators.ibm704.isa import CYCLE_MICROSECONDS
from host.experiments.figures.table import Measure, Measured
from host.games.chess import words
from host.games.chess.game import Position
from host.games.chess.program import CORE_SIZE, PLIES, PROGRAM, ChessProgram, Thought
from host.machines.ibm704.calls import Bare704, assembled

PRINTED = (  # the program has White
    "e4 e5 Bc4 b6 d3 Nf6 Bg5 Bb7 Bxf6 Qxf6 Nf3 c6 O-O d5 exd5 cxd5 Bb5+ Nc6 c4 dxc4 Bxc6+ Qxc6 dxc4 e4 Ng5 Qg6 Nh3 e3 "
    "f3 Bc5 Re1 O-O Nc3 e2+ Nf2 Bxf3 g3 exd1=Q Ncxd1 Qc2 b3 Rad8 h4 Rxd1"
).split()
MASTERLY = "rnb1k2r/p4ppp/2p5/2p5/2B1q3/8/PPP2PPP/R2QK1NR w KQkq - 0 1"
DEVELOPMENT, PAWNS = (4, "N-KR3, N-QR3, N-KB3, N-QB3"), (7, "P-K4, P-K3, P-Q4")  # questions, and the published moves
VALUES = (9, 5, 3, 7, 2)  # numbers in TA2 of a pawn, a knight, a bishop, a rook, the queen
MINUTE = 60e6  # microseconds


@cache
def program() -> ChessProgram:
    """Return the program in its machine."""
    return ChessProgram()


def positions() -> list[Position]:
    """Return every other position of the printed game with the program to move."""
    position, found = Position(), []
    for san in PRINTED:
        found += [position] if position.turn else []
        position = position.played(position.parse_san(san))
    return found[::2]


def thought(position: Position, *, selective: bool = False) -> Thought:
    """Search without alpha-beta, as the original."""
    program().switch(prune=False, selective=selective)
    return program().think(position, PLIES[-1])


@cache
def first() -> Thought:
    """Search the opening."""
    return thought(Position())


def word() -> Measured:
    """Read the plausible move."""
    place = [each.written for each in first().plausible].index("P-K4")
    return Measured(f"{program().word('PLAUS', place):012o}", "the table of plausible moves at the beginning")


def moves(question: int, published: str) -> Measured:
    """List the moves of a question, the published ones in their order."""
    own = [each.written for each in first().plausible if each.question == question]
    known = [each for each in published.split(", ") if each in own]
    return Measured(", ".join(known + [each for each in own if each not in known]), "of its seven; the order is ours")


def values() -> Measured:
    """Read TA2 of the opening."""
    machine = tables_of(Position())
    last = machine.address("TA2") + 32
    return Measured([machine.words(last - number, 1)[0] & words.FIELD for number in VALUES], "TA2 at the beginning")


def tables_of(position: Position) -> Bare704:
    """Return a machine with the tables of a position."""
    machine = Bare704(PROGRAM)
    machine.call("PREPAR")
    found = words.setting_of(position, white=True)
    machine.put("TA1", *found.ta1)
    machine.put("CASTLE", found.castle)
    machine.put("PASSED", found.passed)
    machine.call("TABLES")
    return machine


def tables_time() -> Measured:
    """Make the tables."""
    cycles = [tables_of(each).call("TABLES") for each in positions()]
    how = f"TABLES, the mean of {len(cycles)} positions of the printed game"
    return Measured(statistics.mean(cycles) * CYCLE_MICROSECONDS / 1000, how)


def move_time(*, selective: bool = False, most: int = 7) -> Measured:
    """Search."""
    program().put("MOST", most)
    found = [thought(each, selective=selective) for each in positions()]
    program().put("MOST", 7)
    how = f"the mean of {len(found)} moves; at most {max(each.positions for each in found):,} positions"
    return Measured(statistics.mean(each.cycles for each in found) * CYCLE_MICROSECONDS / MINUTE, how)


def masterly() -> Measured:
    """Search the printed position."""
    board = chess.Board(MASTERLY)
    found = thought(Position(MASTERLY))
    return Measured(board.san(found.move), f"its score is {found.remark.split(',')[0].removeprefix('score ')}")


def free() -> Measured:
    """Count the words of the deck."""
    return Measured(CORE_SIZE - assembled(PROGRAM).symbols["CHEND"], "8,192 less the words of program and data")


FIGURES: dict[str, Measure] = {
    "chess.word": word,
    "chess.development": lambda: moves(*DEVELOPMENT),
    "chess.pawns": lambda: moves(*PAWNS),
    "chess.values": values,
    "chess.masterly": masterly,
    "chess.tables-time": tables_time,
    "chess.move-time": move_time,
    "chess.selective-time": lambda: move_time(selective=True),
    "chess.eight-time": lambda: move_time(most=8),
    "chess.free": free,
}
