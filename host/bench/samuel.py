"""The thinking time of the 704's checkers program: from its search's first instruction to the last, at some depths.

The positions are stored ones from random games. Each best move is compared with the rules.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from emulators.errors import IronboardError
from host.bench.checkers import CLOCK, PLAYED, stored
from host.bench.measuring import Cell, Result, Table, Task, measure
from host.games.checkers import fen
from host.games.checkers.rules import Position
from host.games.checkers.samuel import words_of
from host.games.checkers.thinker import Thinker

TITLE = "a 704 thinks about checkers: alpha-beta over moves made by shifts and masks"
DEPTHS = range(1, 9)  # moves ahead
DEPTH = 6  # of what is timed
SAMPLE = 40  # positions


class Thinking(NamedTuple):
    """What a position took."""

    nodes: int
    cycles: int


def sample(count: int = SAMPLE) -> list[Position]:
    """Return so many of the stored positions from games, evenly, of those in which there is a choice."""
    found = [each.position for each in stored() if each.kind == PLAYED and len(each.moves or ()) > 1]
    return found[:: len(found) // count][:count]


def think(thinker: Thinker, position: Position, depth: int) -> Thinking:
    """Let it think; raises IronboardError if its best move is none."""
    thought = thinker.think(words_of(position), position.to_move, depth)
    if thought.after not in (words_of(position.played(move)) for move in position.legal_moves()):
        raise IronboardError(f"the best move in {fen.write(position)}, {depth} moves ahead, is no move")
    return Thinking(thought.nodes, thought.cycles)


def measure_samuel(runs: int) -> Result:
    """Let it think about all of the sample, then time that."""
    thinker, positions = Thinker(), sample()
    rows = measure([task(thinker, positions, DEPTH)], runs, CLOCK)
    return Result("samuel", TITLE, rows, tables=(by_depth(thinker, positions),))


def task(thinker: Thinker, positions: Sequence[Position], depth: int) -> Task:
    """Return the task of thinking about positions."""

    def work() -> int:
        return sum(think(thinker, each, depth).cycles for each in positions)

    return Task(f"{depth} moves ahead", work)


def by_depth(thinker: Thinker, positions: Sequence[Position], depths: Iterable[int] = DEPTHS) -> Table:
    """Return what thinking takes, a line for each depth."""
    columns = ("moves ahead", "boards looked at, mean", "seconds, mean", "seconds, median", "seconds, worst")
    rows: list[tuple[Cell, ...]] = []
    for depth in depths:
        found = [think(thinker, each, depth) for each in positions]
        seconds = [each.cycles / CLOCK for each in found]
        nodes = statistics.mean(each.nodes for each in found)
        times = statistics.mean(seconds), statistics.median(seconds), max(seconds)
        rows.append((str(depth), round(nodes), *(round(each, 2) for each in times)))
    return Table(f"a move, in {len(positions)} positions of games", columns, tuple(rows))
