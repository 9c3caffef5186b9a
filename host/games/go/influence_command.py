"""What `ironboard influence` prints and draws: the values of a position, its segments, and what the 6600 needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from emulators.cdc6600.machine import Cdc6600
from emulators.errors import IronboardError
from emulators.processor import Core
from host.games.colour import Colour
from host.games.go import diagrams, influence_pictures
from host.games.go.gtp import vertex
from host.games.go.influence import (
    POCKETS,
    SEGMENTS,
    VALUES,
    Domain,
    Found,
    Language,
    Segment,
    analysed,
    fortran_cards,
)
from host.games.go.rules import IllegalMove, Position
from host.games.showing import can_show

DEFAULT_BOARD = 19


@dataclass(frozen=True)
class Options:
    """What to look at, and what to show of it."""

    position: str  # a file, rows or nodes
    board: int | None = None
    move: int | None = None  # of a game record; without it, the last one
    segments: bool = False
    pockets: bool = False
    shades: bool = False
    svg: Path | None = None
    png: Path | None = None
    cards: bool = False
    language: Language = "compass"
    ascii: bool = False
    overwrite: bool = False
    core: Core = "compiled"

    @property
    def wanted(self) -> int:
        """What the program is asked for."""
        return POCKETS if self.pockets else SEGMENTS if self.segments else VALUES


class Opened(NamedTuple):
    """A position, and what it is called."""

    position: Position
    title: str


def show(options: Options) -> None:
    """Print what is wanted, write the pictures; raises IronboardError."""
    for line in lines(options):
        print(line, flush=True)


def lines(options: Options) -> Iterator[str]:
    """Yield what is wanted; write the pictures."""
    for path, suffix in ((options.svg, ".svg"), (options.png, ".png")):
        if path is not None and path.suffix.lower() != suffix:
            raise IronboardError(f"{path}: the name of this picture ends in {suffix}")
    opened = opening(options)
    position = opened.position
    if options.cards:
        yield from fortran_cards(position)
        return
    found = analysed(position, language=options.language, wanted=options.wanted, core=options.core)
    ascii = options.ascii or not can_show(influence_pictures.SIGNS)
    count = Counter(position.stones.values())
    yield (
        f"{opened.title}: {position.size} by {position.size}, "
        f"stones: {count[Colour.BLACK]} black, {count[Colour.WHITE]} white"
    )
    yield influence_pictures.text(found, position, shades=options.shades, ascii=ascii)
    yield from told(found, position.size)
    picture = influence_pictures.picture(found, position, f"Influence: {opened.title}")
    for path in (options.svg, options.png):
        if path is not None:
            picture.write(path, options.overwrite)


def told(found: Found, size: int) -> Iterator[str]:
    """Yield what stands below the map."""
    signs = Counter((value > 0) - (value < 0) for value in found.values.values())
    yield f"nodes    {signs[1]} positive, {signs[-1]} negative, {signs[0]} zero; sum {sum(found.values.values())}"
    if found.segments:
        for each in found.segments.segments:
            yield f"segment  {described(each, found.segments, size)}"
    for each in found.pockets:
        yield f"pocket   {each.number} is lost: {holding(each)}, size {each.size}, goes to {each.side.other.value}"
    if found.domains:
        for each in found.domains.segments:
            yield f"domain   {described(each, found.domains, size)}"
    yield f"CP time  {found.cycles:,} minor cycles, {found.cycles / Cdc6600.clock:.6f} s, for the values"


def described(segment: Segment, domain: Domain, size: int) -> str:
    """Return number, side, size and first node of a segment."""
    first = min(point for point, number in domain.numbers.items() if number == segment.number)
    return f"{segment.number} {segment.side.value}: {holding(segment)}, from {vertex(first, size)}"


def holding(segment: Segment) -> str:
    """Return what a segment has."""
    return f"{segment.nodes} {'node' if segment.nodes == 1 else 'nodes'}, {segment.stones} of them own stones"


# ---------------------------------------------------------------- positions


def opening(options: Options) -> Opened:
    """Return the position that is meant; raises IronboardError."""
    text = options.position
    path = Path(text)
    is_file = is_one(path)
    if path.suffix.lower() == ".sgf" or (is_file and path.read_bytes()[:4096].lstrip().startswith(b"(;")):
        return checked(game(path, options.move), options)
    if options.move is not None:
        raise IronboardError(f"{text}: only a game record (.sgf) has moves")
    if not is_file and diagrams.looks_like_rows(text):
        return checked(Opened(diagrams.parse_rows(text), "position"), options)
    if is_file or "/" in text or path.suffix:
        return checked(Opened(diagrams.read(path), text), options)
    return Opened(diagrams.parse_names(text, options.board or DEFAULT_BOARD), "position")


def is_one(path: Path) -> bool:
    """Return whether there is such a file; a text of rows may be too long for a name."""
    try:
        return path.is_file()
    except OSError:
        return False


def checked(opened: Opened, options: Options) -> Opened:
    """Return what has been opened; raises IronboardError if its board has not the size that is expected."""
    size = opened.position.size
    if options.board not in (None, size):
        raise IronboardError(f"{opened.title}: the board is {size} by {size}, not {options.board} by {options.board}")
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
