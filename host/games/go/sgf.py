"""Games of Go in the Smart Game Format: records read and written, by sgfmill.

Points here are those of go_rules.py: row * (size + 1) + column, rows from the top. sgfmill counts rows from the bottom,
from 0.

Source: SGF, file format FF[4], https://www.red-bean.com/sgf/
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from emulators import distributions
from emulators.errors import IronboardError, Place, SourceError
from host.formats import storage
from host.games.boards import Colour
from host.games.go.gtp import vertex
from host.games.go.rules import IllegalMove, Position
from host.streams import warn

LIMIT = 1 << 20  # bytes of a file
LETTERS = {Colour.BLACK: "b", Colour.WHITE: "w"}
MARKS = re.compile(rb"[()]|\[(?:\\.|[^\]\\])*\]", re.DOTALL)  # the ends of variations, and values, which may hold some
COLOURS = {letter: colour for colour, letter in LETTERS.items()}
PLACED = re.compile(rb"(?P<end>\))|(?P<node>;)|(?P<name>[A-Za-z]+)|\[(?P<value>(?:\\.|[^\]\\])*)\]", re.DOTALL)
ROOT = -1  # the number of the root among the nodes with moves
OWN = ("B", "W", "AB", "AW", "AE", "PL", "SZ", "GM", "FF", "CA", "AP", "KM")  # properties that are written afresh
AREA = ("", "chinese", "aga", "goe", "ing", "nz", "new zealand", "tromp-taylor")  # rules that count stones and area


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
    kept: Mapping[int, Mapping[str, Sequence[str]]] = field(
        default_factory=dict
    )  # other properties of the nodes of a file


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
        raise SgfError(f"{path} is not a game record in SGF: {str(error) or 'a property has a wrong value'}") from error
    if kind != 1:
        raise SgfError(f"{path} is not a game of Go: GM[{kind}]")

    def point(where: tuple[int, int]) -> int:
        return int((size - where[0]) * (size + 1) + where[1] + 1)

    stones = {point(where): COLOURS[letter] for letter, where in board.list_occupied_points()}
    played = [(COLOURS[letter], point(where) if where else None) for letter, where in moves]
    moved = [node for node in game.main_sequence_iter() if node.get_move()[0]]
    kept = dict(enumerate(map(properties, moved[len(moved) - len(moves) :])))
    kept[ROOT] = properties(root)
    return Record(size, stones, played, komi, COLOURS.get(first or ""), kept=kept)


def properties(node: Any) -> dict[str, list[str]]:
    """Return the properties of a node that are only kept, with their values as a file has them."""
    return {
        name: [value.decode(node.get_encoding(), "replace") for value in node.get_raw_list(name)]
        for name in node.properties()
        if name not in OWN
    }


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
    keep(root, record.kept.get(ROOT, {}))

    def where(point: int) -> tuple[int, int]:
        row, column = divmod(point, record.size + 1)
        return record.size - row, column - 1

    sides: dict[Colour, list[Any]] = {
        colour: [where(point) for point, each in record.stones.items() if each is colour] for colour in Colour
    }
    if record.stones:
        root.set_setup_stones(sides[Colour.BLACK], sides[Colour.WHITE])
        if not sides[Colour.WHITE] and len(sides[Colour.BLACK]) > 1 and not root.has_property("HA"):
            root.set("HA", len(sides[Colour.BLACK]))
    if record.to_move:
        root.set("PL", LETTERS[record.to_move])
    for number, (colour, point) in enumerate(record.moves):
        node = game.extend_main_sequence()
        node.set_move(LETTERS[colour], where(point) if point is not None else None)
        keep(node, record.kept.get(number, {}))
        if comment := record.comments.get(number):
            node.set("C", comment)
    data: bytes = game.serialise()
    return data


def keep(node: Any, kept: Mapping[str, Sequence[str]]) -> None:
    """Give a node properties that a file had."""
    for name, values in kept.items():
        node.set_raw_list(name, [value.encode() for value in values])


# ---------------------------------------------------------------- games to be taken up


class Part(NamedTuple):
    """A game of a file."""

    data: bytes
    file: str
    line: int  # where it begins

    def place(self, start: int, end: int) -> Place:
        """Return the place of some of its bytes."""
        begun = self.data.rfind(b"\n", 0, start) + 1
        text = self.data[begun:].split(b"\n", 1)[0].rstrip(b"\r")
        line = self.line + self.data.count(b"\n", 0, start)
        return Place(self.file, line, start - begun + 1, max(1, end - start), text.decode("utf-8", "replace"))


class Sgf:
    """SGF as the files of a program's games: `sizes` are those that it can play on, `who` its name."""

    title, suffix = "SGF", ".sgf"

    def __init__(self, who: str, sizes: Sequence[int]) -> None:
        self.who, self.sizes = who, sizes

    def parts(self, data: bytes, file: str) -> list[Part]:
        """Return the games of a file."""
        return [Part(text, file, line) for line, text in trees(data)]

    def read(self, part: Part) -> Record:
        """Return a game with legal moves only, on a board that the program has; raises SourceError."""
        placed = [*values(part.data)]
        try:
            record = replayed(part.data, part.file)
        except SgfError as error:
            raise SourceError(part.place(0, 1), str(error).removeprefix(f"{part.file} is ")) from error
        if record.size not in self.sizes:
            at = next((found for found in placed if found.name == "SZ"), Value("", 0, 1))
            low, high = min(self.sizes), max(self.sizes)
            expected = str(low) if low == high else f"{low} to {high}"
            message = f"{self.who} cannot play on {record.size} by {record.size}: expected {expected}"
            raise SourceError(part.place(at.start, at.end), message)
        moves = [each for each in placed if each.name in ("B", "W")]
        position = Position(record.size, record.stones)
        for at, (colour, point) in zip(moves[len(moves) - len(record.moves) :], record.moves, strict=True):
            try:
                position = position.passed() if point is None else position.play(colour, point)
            except IllegalMove as error:
                name = f"{colour.value} {vertex(point, record.size)}"
                raise SourceError(part.place(at.start, at.end), f"{name} is not legal: {error}") from error
        rules = record.kept[ROOT].get("RU", [""])[0]
        if rules.lower() not in AREA:
            warn(f"{part.file}: the rules of this game are {rules}; here stones and area are counted (Chinese)")
        return record

    def written(self, record: Record) -> bytes:
        """Return a game as a file has it."""
        return written(record)

    def continued(self, record: Record, taken_up: Record) -> Record:
        """Return a game with the properties of the one in a file that it was taken up from.

        The result of the file is that of its last position, until the game goes on.
        """
        if record.stones != taken_up.stones:
            return record
        same = 0
        for ours, theirs in zip(record.moves, taken_up.moves, strict=False):
            if ours != theirs:
                break
            same += 1
        kept = {number: each for number, each in taken_up.kept.items() if number < same}
        ended = len(record.moves) > same or same < len(taken_up.moves) or "RE" in record.notes
        kept[ROOT] = {name: each for name, each in kept.get(ROOT, {}).items() if name != "RE" or not ended}
        notes = {name: value for name, value in record.notes.items() if name not in kept[ROOT]}
        return replace(record, notes=notes, kept=kept, komi=taken_up.komi, to_move=taken_up.to_move)


class Value(NamedTuple):
    """A value of a property, and where it is in a text."""

    name: str
    start: int
    end: int


def values(data: bytes) -> Iterator[Value]:
    """Yield the values of the properties of a main line: all before the first variation that ends."""
    name = ""
    for mark in PLACED.finditer(data):
        if mark["end"]:
            return
        if mark["name"]:
            name = "".join(letter for letter in mark["name"].decode() if letter.isupper())
        elif mark["value"] is not None:
            yield Value(name, *mark.span("value"))
