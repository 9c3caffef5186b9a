"""The position that a command line gives: a game record, a file with a drawing, rows, or the names of nodes."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from emulators.errors import IronboardError
from host.formats import storage
from host.games.go import diagrams
from host.games.go.gtp import vertex
from host.games.go.rules import IllegalMove, Position

DEFAULT_BOARD = 19


class Opened(NamedTuple):
    """A position, and its title."""

    position: Position
    title: str


def opening(text: str, move: int | None = None, board: int | None = None) -> Opened:
    """Return the position of a text: `move` of a game record, without it the last one; `board`: the size.

    Raises IronboardError.
    """
    path = Path(text)
    is_file = is_one(path)
    if path.suffix.lower() == ".sgf" or (is_file and storage.read_head(path).lstrip().startswith(b"(;")):
        return checked(game(path, move), board)
    if move is not None:
        raise IronboardError(f"{text}: only a game record (.sgf) has moves")
    if not is_file and diagrams.looks_like_rows(text):
        return checked(Opened(diagrams.parse_rows(text), "position"), board)
    if is_file or "/" in text or path.suffix:
        return checked(Opened(diagrams.read(path), text), board)
    return Opened(diagrams.parse_names(text, board or DEFAULT_BOARD), "position")


def is_one(path: Path) -> bool:
    """Return whether there is such a file; a text of rows may be too long for a name."""
    try:
        return path.is_file()
    except OSError:
        return False


def checked(opened: Opened, board: int | None) -> Opened:
    """Return the opened position; raises IronboardError if its board has the wrong size."""
    size = opened.position.size
    if board not in (None, size):
        raise IronboardError(f"{opened.title}: the board is {size} by {size}, not {board} by {board}")
    return opened


def game(path: Path, wanted: int | None) -> Opened:
    """Return the position of a game record after a move, 0 before the first one; raises IronboardError."""
    from host.games.go import sgf

    record = sgf.read(path)
    last = len(record.moves) if wanted is None else wanted
    if last > len(record.moves):
        raise IronboardError(f"{path}: there is no move {last}, the game has {len(record.moves)}")
    position = Position(record.size, record.stones)
    for number, (colour, point) in enumerate(record.moves[:last], 1):
        try:
            position = position.passed() if point is None else position.play(colour, point)
        except IllegalMove as error:
            where = vertex(point, record.size)
            raise IronboardError(f"{path}: move {number}, {colour.value} {where}: {error}") from error
    return Opened(position, f"{path}, move {last}" if record.moves else str(path))
