"""Sittings at the terminal with the rook ending in ALGOL: what is typed, and the moves that come back."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import chess

from emulators.image import Image
from host.compilers.algol.compiler import compile_text
from host.games.endings.perfect import Position, starts
from host.machines.cdc6600.machine import Cdc6600

PROGRAM = Path(__file__).parents[3] / "asm/cdc6600/rook.alg"
QUEEN = None  # instead of a version: the queen ending, which does not ask for one; or the name of a program
DATA = Path(__file__).parents[2] / "data/zuidema"
MOVE = re.compile(r"\d\. ([KRQ])([A-H][1-8])(?:(\*)| +(MATE))?")
SECONDS = 1000  # of the machine's time; far more than any sitting takes


def drawn(men: str, count: int, seed: int) -> list[Position]:
    """Return positions with White's men, such as "BB", that he can win, drawn by a seed."""
    every, source = starts(men), random.Random(seed)
    return [every[source.randrange(len(every))] for _ in range(count)]


class Game(NamedTuple):
    """A game, or its beginning: the men's squares, `Kh1 Ra1 Kd5`, and the moves, White's first."""

    version: int | None
    name: str
    start: str
    moves: tuple[str, ...]

    @property
    def white(self) -> list[str]:
        """White's moves."""
        return list(self.moves[::2])

    @property
    def typed(self) -> list[str]:
        """The lines to type: the position, Black's moves, and that he resigns unless the game has ended."""
        return [self.start, *self.moves[1::2], *([] if self.over else ["0"])]

    @property
    def over(self) -> bool:
        """Whether Black is mated, or has no move."""
        board = chess.Board(None)
        king, piece, black = self.start.split()
        for man, colour in ((king, chess.WHITE), (piece, chess.WHITE), (black, chess.BLACK)):
            board.set_piece_at(
                chess.parse_square(man[1:]), chess.Piece(chess.PIECE_SYMBOLS.index(man[0].lower()), colour)
            )
        for move in self.moves:
            board.push_san(move)
        return not any(board.legal_moves)


def games(name: str) -> list[Game]:
    """Return the games of a file of tests/data/zuidema."""
    rows = (line.split("\t") for line in (DATA / name).read_text().splitlines() if not line.startswith("#"))
    return [Game(int(version), what, start, tuple(moves.split())) for version, what, start, moves in rows]


@cache
def image(version: int | str | None = 2) -> Image:
    """Return the program as it is loaded."""
    path = PROGRAM.with_name(f"{version or 'queen'}.alg") if version is QUEEN or isinstance(version, str) else PROGRAM
    return compile_text(path.read_text(), path.name).image


def sitting(version: int | str | None, lines: Iterable[str], program: Image | None = None) -> Cdc6600:
    """Return the machine after a version without boards and the lines have been typed, then 0: the end."""
    machine = Cdc6600(core="compiled", exact=False)
    machine.load(program or image(version))
    machine.attach(
        "INPUT", [line.upper() for line in (f"{version}N" if isinstance(version, int) else "N", *lines, "0")]
    )
    machine.attach("OUTPUT")
    machine.run(seconds=SECONDS)
    return machine


def played(version: int | None, some: Sequence[Game]) -> list[list[str]]:
    """Return the moves that White plays in games, all at one sitting, written as in the files."""
    machine = sitting(version, [line for game in some for line in game.typed])
    assert machine.reason == "the program has ended"
    parts = machine.text("OUTPUT").split("POSITION")[1:]
    return [[written(match) for match in MOVE.finditer(part)] for part in parts]


def written(match: re.Match[str]) -> str:
    """Return a printed move as the files have it: `RF4*` is Rf4+."""
    piece, square, check, mate = match.groups()
    return piece + square.lower() + ("#" if mate else "+" if check else "")
