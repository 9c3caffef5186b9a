"""Games of Go in the Smart Game Format: records read and written, by sgfmill.

Points here are those of go_rules.py: row * (size + 1) + column, rows from the top. sgfmill counts rows from the bottom,
from 0.

Source: SGF, file format FF[4], https://www.red-bean.com/sgf/
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from emulators import distributions
from emulators.errors import IronboardError
from host.formats import storage
from host.games.boards import Colour
from host.streams import warn

LIMIT = 1 << 20  # bytes of a file
LETTERS = {Colour.BLACK: "b", Colour.WHITE: "w"}
MARKS = re.compile(rb"[()]|\[(?:\\.|[^\]\\])*\]", re.DOTALL)  # the ends of variations, and values, which may hold some
COLOURS = {letter: colour for colour, letter in LETTERS.items()}


class SgfError(IronboardError):
    """A file that holds no game of Go that can be replayed."""


@dataclass(frozen=True)
class Record:
    """A game: the stones set up first, then the moves; None is a pass."""

    size: int
    stones: Mapping[int, Colour] = field(default_factory=dict)
    moves: Sequence[tuple[Colour, int | None]] = ()
    komi: float = 0.0
    to_move: Colour | None = None  # who moves first, where the file says so
    notes: Mapping[str, str] = field(default_factory=dict)  # other properties of the root: PB, PW, RE, C ...
    comments: Mapping[int, str] = field(default_factory=dict)  # of moves, by their numbers from 0


def read(path: Path) -> Record:
    """Return the main line of the first game in a file that is right.

    Raises SgfError if there is none, ImageError if the file cannot be read. Games before it that are wrong are told on
    standard error. Where stones are set up in the middle of a game, it begins with the position that they make.
    """
    wrong: list[SgfError] = []
    data = storage.read_filled(path, LIMIT, "a game")
    for line, text in trees(data):
        try:
            record = replayed(text, f"{path}:{line}" if line > 1 else str(path))
        except SgfError as error:
            wrong.append(error)
            continue
        for each in wrong:
            warn(f"{each}; this game is skipped")
        return record
    raise wrong[0]


def trees(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the games of a collection, each with the line where it begins; all of the text where there is none."""
    depth = start = found = 0
    for mark in MARKS.finditer(data):
        if mark[0] == b"(":
            start = start if depth else mark.start()
            depth += 1
        elif mark[0] == b")" and depth:
            depth -= 1
            if not depth:
                found += 1
                yield data.count(b"\n", 0, start) + 1, data[start : mark.end()]
    if depth or not found:  # it is not closed
        yield data.count(b"\n", 0, start) + 1, data[start:]


def replayed(data: bytes, path: str) -> Record:
    """Return the main line of a game; raises SgfError, which calls it `path`."""
    from sgfmill import sgf

    try:
        game = sgf.Sgf_game.from_bytes(data)
        root, size, komi = game.get_root(), game.get_size(), game.get_komi()
        kind = root.get("GM") if root.has_property("GM") else 1
        board, moves, first = main_line(game)
    except (ValueError, KeyError) as error:
        raise SgfError(f"{path} is not a game record in SGF: {error or 'a property has a wrong value'}") from error
    if kind != 1:
        raise SgfError(f"{path} is not a game of Go: GM[{kind}]")

    def point(where: tuple[int, int]) -> int:
        return int((size - where[0]) * (size + 1) + where[1] + 1)

    stones = {point(where): COLOURS[letter] for letter, where in board.list_occupied_points()}
    played = [(COLOURS[letter], point(where) if where else None) for letter, where in moves]
    return Record(size, stones, played, komi, COLOURS.get(first or ""))


def main_line(game: Any) -> tuple[Any, list[tuple[str, Any]], str | None]:
    """Return the board after the last stones that were set up, the moves after that, and who was said to move then.

    Raises ValueError for stones without a liberty, and for moves that stones cannot be set up after.
    """
    from sgfmill import boards

    board, first = boards.Board(game.get_size()), None
    moves: list[tuple[str, Any]] = []
    for node in game.main_sequence_iter():
        if node.has_setup_stones():
            for letter, where in moves:
                if where and board.get(*where):
                    raise ValueError("a move onto another stone, and stones that are set up after it")
                if where:
                    board.play(*where, letter)
            if not board.apply_setup(*node.get_setup_stones()):
                raise ValueError("stones without a liberty are set up")
            moves, first = [], None
        if node.has_property("PL") and not moves:
            first = node.get("PL")
        letter, where = node.get_move()
        if letter is not None:
            moves.append((letter, where))
    return board, moves, first


def written(record: Record) -> bytes:
    """Return a game as a file."""
    from sgfmill import sgf

    game = sgf.Sgf_game(record.size)
    root = game.get_root()
    root.set("KM", record.komi)
    root.set("AP", ("Ironboard", distributions.version()))
    for name, value in record.notes.items():
        root.set(name, value)

    def where(point: int) -> tuple[int, int]:
        row, column = divmod(point, record.size + 1)
        return record.size - row, column - 1

    sides: dict[Colour, list[Any]] = {
        colour: [where(point) for point, each in record.stones.items() if each is colour] for colour in Colour
    }
    if record.stones:
        root.set_setup_stones(sides[Colour.BLACK], sides[Colour.WHITE])
        if not sides[Colour.WHITE] and len(sides[Colour.BLACK]) > 1:
            root.set("HA", len(sides[Colour.BLACK]))
    if record.to_move:
        root.set("PL", LETTERS[record.to_move])
    for number, (colour, point) in enumerate(record.moves):
        node = game.extend_main_sequence()
        node.set_move(LETTERS[colour], where(point) if point is not None else None)
        if comment := record.comments.get(number):
            node.set("C", comment)
    data: bytes = game.serialise()
    return data
