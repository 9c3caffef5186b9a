"""The output of `ironboard armies`, of `status` in a game, and of GTP's `ironboard-status`.

On the board the stones of an army have the colour of its verdict, or, where there are no colours, a letter: Black's a
capital one. Stones of armies that are not decided are as usual.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple, TypedDict

from emulators.cdc6600.machine import Cdc6600
from emulators.errors import IronboardError
from emulators.processor import Core
from host.formats import results
from host.games.boards import Colour, can_show
from host.games.go import gtp
from host.games.go.armies import USUAL, Army, Judge, Limits, Verdict
from host.games.go.diagrams import ASCII_STONES, STONES, diagram
from host.games.go.opened import opening
from host.games.go.rules import COLUMNS, Position
from host.streams import CYAN, GREEN, PLAIN, RED, YELLOW, in_colour


class Look(NamedTuple):
    """How a verdict looks on a board: a letter, a colour of a terminal, one of GoGui's."""

    letter: str
    paint: str
    gogui: str


LOOKS = {
    Verdict.SAFE: Look("S", GREEN, "green"),
    Verdict.HOLDS: Look("M", CYAN, "cyan"),
    Verdict.FIRST: Look("F", YELLOW, "yellow"),
    Verdict.LOST: Look("C", RED, "red"),
}


@dataclass(frozen=True)
class Options:
    """The options: the position, and the armies in question."""

    position: str  # a file, rows or nodes
    stones: Sequence[str] = ()  # vertices; none: all armies
    board: int | None = None
    move: int | None = None  # of a game record; without it, the last one
    region: int = USUAL.region
    depth: int = USUAL.depth
    positions: int = USUAL.positions
    ascii: bool = False
    as_json: bool = False
    core: Core = "compiled"

    @property
    def limits(self) -> Limits:
        """How far the program looks."""
        return Limits(self.region, self.depth, self.positions)


class ArmyResult(TypedDict):
    """The fate of an army."""

    color: Literal["black", "white"]
    vertices: Annotated[list[str], "its stones"]
    verdict: Annotated[Literal["safe", "holds", "first", "lost", "open"], "open: not decided"]
    reason: Annotated[str, "why it is not decided, else nothing"]
    positions: Annotated[int, "that the program has looked at"]
    cycles: Annotated[int, "minor cycles of the 6600"]
    seconds: Annotated[float, "the same in seconds"]


class ArmiesResult(TypedDict):
    """Which armies on a Go board live."""

    size: Annotated[int, "rows of the board"]
    armies: Annotated[list[ArmyResult], "those asked for; else all, Black's first"]
    cycles: Annotated[int, "minor cycles that finding the chains has taken, in addition"]


def show(options: Options) -> None:
    """Print the report; raises IronboardError."""
    opened = opening(options.position, options.move, options.board)
    position = opened.position
    points = [stone(each, position) for each in options.stones]
    judge = Judge(options.core)
    judge.place(position)
    armies = [judge.ask(point, options.limits) for point in points or judge.chains()]
    if options.as_json:
        results.show(result(judge, armies))
        return
    print(f"{opened.title}: {position.size} by {position.size}")
    for line in report(position, armies, judge.cycles, ascii=options.ascii, colours=in_colour(sys.stdout)):
        print(line)


def stone(text: str, position: Position) -> int:
    """Return the point of a stone; raises IronboardError."""
    try:
        point = gtp.point(text, position.size)
    except gtp.GtpError:
        point = None
    if point is None:
        raise IronboardError(
            f"'{text}' is not on the board: A1 to {COLUMNS[position.size - 1]}{position.size}, without I"
        )
    if point not in position.stones:
        raise IronboardError(f"there is no stone on {text.upper()}")
    return point


def result(judge: Judge, armies: Sequence[Army]) -> ArmiesResult:
    """Return the report for programs."""
    return {
        "size": judge.position.size,
        "armies": [army_result(each, judge.position.size) for each in armies],
        "cycles": judge.cycles,
    }


def army_result(army: Army, size: int) -> ArmyResult:
    """Return the report about an army for programs."""
    return {
        "color": "black" if army.colour is Colour.BLACK else "white",
        "vertices": [gtp.vertex(point, size) for point in sorted(army.stones)],
        "verdict": army.verdict.name.lower(),  # type: ignore[typeddict-item]  # the names are those of the type
        "reason": army.reason,
        "positions": army.positions,
        "cycles": army.cycles,
        "seconds": army.seconds,
    }


# ---------------------------------------------------------------- text


def sentence(army: Army, size: int, at: int | None = None) -> str:
    """Return the fate of an army, in a line; it is named by the point `at`, or by its first one."""
    where = gtp.vertex(min(army.stones) if at is None else at, size)
    count = len(army.stones)
    stones = f"{count} {'stone' if count == 1 else 'stones'}"
    reason = f": {army.reason}" if army.reason else ""
    positions = f"{army.positions:,} positions, " if army.positions else ""
    return (
        f"{where}, {army.colour.value.capitalize()}'s {stones}: {army.verdict.value}{reason} "
        f"({positions}{army.seconds:.3f} s of the 6600)"
    )


def report(
    position: Position, armies: Sequence[Army], finding: int, *, ascii: bool = False, colours: bool = False
) -> Iterator[str]:
    """Yield the board with its armies, a line for each that is decided, one for the others, and the 6600's time."""
    yield from board(position, armies, ascii=ascii, colours=colours)
    size = position.size
    decided = [each for each in armies if each.verdict is not Verdict.OPEN]
    others = [each for each in armies if each.verdict is Verdict.OPEN]
    for each in decided if len(armies) > 1 else armies:
        yield sentence(each, size)
    if others and len(armies) > 1:
        names = ", ".join(gtp.vertex(min(each.stones), size) for each in others)
        yield f"{Verdict.OPEN.value}: {names}"
    cycles = finding + sum(each.cycles for each in armies)
    yield f"CP time  {cycles:,} minor cycles, {cycles / Cdc6600.clock:.3f} s"


def board(position: Position, armies: Sequence[Army], *, ascii: bool, colours: bool) -> list[str]:
    """Return the board with the armies on it, and the meaning of their signs."""
    signs = STONES if not ascii and can_show("".join(STONES.values())) else ASCII_STONES
    shown, used = {}, {}
    for army in armies:
        if look := LOOKS.get(army.verdict):
            letter = look.letter if army.colour is Colour.BLACK else look.letter.lower()
            sign = f"{look.paint}{signs[army.colour]}{PLAIN}" if colours else letter
            shown.update(dict.fromkeys(army.stones, sign))
            used[army.verdict] = f"{look.paint}{army.verdict.value}{PLAIN}" if colours else mark(look, army.verdict)
    lines = diagram(position, shown=shown, ascii=ascii)
    return [*lines, "; ".join(used[each] for each in LOOKS if each in used)] if used else lines


def mark(look: Look, verdict: Verdict) -> str:
    """Return the letters of a verdict with their meaning."""
    return f"{look.letter} {look.letter.lower()} {verdict.value}"
