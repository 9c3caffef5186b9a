"""Games of Go in the Smart Game Format: records for programs, read and written.

Points here are those of rules.py: row * (size + 1) + column. The text is read by cells.py, as in pages. Of a file with
several games the last one is meant, as in files of other games.

Source: SGF, file format FF[4], https://www.red-bean.com/sgf/
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from emulators import distributions
from emulators.errors import Place, SourceError
from host.formats import storage
from host.games import movetext
from host.games.boards import Colour
from host.games.go import cells
from host.streams import warn

COLOURS = {cells.BLACK: Colour.BLACK, cells.WHITE: Colour.WHITE}
SIGNS = {colour: sign for sign, colour in COLOURS.items()}
CHARSET = re.compile(rb"(?<![A-Za-z])CA\s*\[\s*([^\]\s]+)\s*\]")
ROOT = -1  # the number of the root among the nodes with moves
AREA = ("", "chinese", "aga", "goe", "ing", "nz", "new zealand", "tromp-taylor")  # rules that count stones and area


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
    illegal: SourceError | None = None  # the first move that the rules do not allow


class Part(NamedTuple):
    """A game of a file."""

    game: dict[str, Any]  # of cells.collection
    data: bytes
    file: str
    lines: Sequence[str]

    def error(self, wrong: Sequence[Any]) -> SourceError:
        """Return the error for [text, line, column, reason] of cells.py."""
        text, line, column, reason = wrong
        return SourceError(Place(self.file, line, column, max(1, len(text)), self.lines[line - 1]), reason)


def parts(data: bytes, file: str) -> list[Part]:
    """Return the games of a file; raises SourceError if there is none."""
    named = CHARSET.search(data)
    text, encoding = movetext.decoded(data), ""
    if named and not data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            encoding = codecs.lookup(named[1].decode("ascii", "replace")).name
            text = data.decode(encoding)
        except (LookupError, UnicodeDecodeError):  # as many files have it
            encoding = ""
    lines = [each.rstrip("\r") for each in text.split("\n")]
    games = cells.collection(text)
    if not games:
        raise SourceError(
            Place(file, 1, 1, 1, lines[0]), "there is no game in this file: expected SGF, such as (;SZ[9])"
        )
    found = (text[each["start"] : each["end"]].encode(encoding or "utf-8") for each in games)
    return [Part(game, data, file, lines) for game, data in zip(games, found, strict=True)]


def read(path: Path) -> Record:
    """Return the main line of the last game in a file; raises SourceError, or ImageError if it cannot be read.

    Where stones are set up in the middle of a game, it begins with the position that they make.
    """
    return replayed(parts(storage.read_filled(path, movetext.LARGEST, "a game"), str(path))[-1])


def replayed(part: Part) -> Record:
    """Return the main line of a game; raises SourceError."""
    record = cells.record_of(part.game)
    if record["wrong"]:
        raise part.error(record["wrong"])
    size = record["size"]
    root, *kept = (dict(each) for each in record["kept"])
    return Record(
        size,
        {point(cell, size): COLOURS[sign] for cell, sign in enumerate(record["cells"]) if sign in COLOURS},
        [(COLOURS[sign], None if cell == cells.PASS else point(cell, size)) for sign, cell, *_ in record["moves"]],
        float(record["komi"] or 0),
        COLOURS.get(record["first"]),
        kept={ROOT: root, **dict(enumerate(kept))},
        illegal=part.error(record["illegal"]) if record["illegal"] else None,
    )


def point(cell: int, size: int) -> int:
    """Return the point of a cell."""
    row, column = divmod(cell, size)
    return (row + 1) * (size + 1) + column + 1


def written(record: Record) -> bytes:
    """Return a game as a file."""
    size = record.size
    numbers = {point(cell, size): cell for cell in range(size * size)}
    board = {numbers[each]: SIGNS[colour] for each, colour in record.stones.items()}
    kept = {number: [[name, list(values)] for name, values in each.items()] for number, each in record.kept.items()}
    comments = {number: [["C", [cells.escaped(text)]]] for number, text in record.comments.items() if text}
    plain = {
        "size": size,
        "cells": "".join(board.get(cell, cells.EMPTY) for cell in range(size * size)),
        "komi": f"{record.komi:g}",
        "first": SIGNS[record.to_move] if record.to_move else "",
        "moves": [[SIGNS[side], cells.PASS if each is None else numbers[each]] for side, each in record.moves],
        "kept": [kept.get(ROOT, []), *(kept.get(at, []) + comments.get(at, []) for at in range(len(record.moves)))],
    }
    notes = [[name, [cells.escaped(value)]] for name, value in record.notes.items()]
    return cells.text_of(cells.nodes_of(plain, [["AP", [f"Ironboard:{distributions.version()}"]], *notes])).encode()


# ---------------------------------------------------------------- games to be taken up


class Sgf:
    """SGF as the files of a program's games: `sizes` are those that it can play on, `who` its name."""

    title, suffix = "SGF", ".sgf"

    def __init__(self, who: str, sizes: Sequence[int]) -> None:
        self.who, self.sizes = who, sizes

    def parts(self, data: bytes, file: str) -> list[Part]:
        """Return the games of a file; raises SourceError if there is none."""
        return parts(data, file)

    def read(self, part: Part) -> Record:
        """Return a game with legal moves only, on a board that the program has; raises SourceError."""
        record = replayed(part)
        if record.size not in self.sizes:
            at = cells.value_of(part.game["nodes"][0], "SZ") or ["", part.game["line"], 1]
            low, high = min(self.sizes), max(self.sizes)
            expected = str(low) if low == high else f"{low} to {high}"
            raise part.error([*at, f"{self.who} cannot play on {record.size} by {record.size}: expected {expected}"])
        if record.illegal:
            raise record.illegal
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
