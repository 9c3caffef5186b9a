"""What learning by rote does to the openings: the 704 plays itself, and its memory grows.

    python docs/studies/rote_openings.py [--games 42] [--depth 3] [--tape memory.tap]

The seven first moves are forced in turn; 70 moves a game, alpha-beta, which changes no move. Nothing is left to chance:
the same command prints the same table, that of docs/ibm704/rote.md. `--tape` goes on from a tape, and keeps it.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.append(str(Path(__file__).resolve().parents[2]))

from host.formats.tapes import loads_p7b
from host.games.boards import Colour
from host.games.checkers import memory
from host.games.checkers.hub import turned
from host.games.checkers.memory import Tape
from host.games.checkers.program import DEPTH, CheckersProgram, Match
from host.games.checkers.rules import OPENING, Position

SEVEN = 7  # first moves: a row of the table
MOVES = 70  # of a game, the forced one included
COLUMNS = ("games", "boards on the tape", "looked up", "found", "records read a move", "known moves", "most",
           "of these changed", "seconds a move")  # fmt: skip


class Game(NamedTuple):
    """What came of a game."""

    known: int  # moves from the first free one on that were made on boards of the memory
    changed: int  # of these, moves that are not those made there before
    thought: int  # moves
    seconds: float  # of the 704


def standard(position: Position) -> Position:
    """Return a position as the memory has it, kings alone left aside: Black is to move."""
    return position if position.to_move is Colour.BLACK else turned(position)


def games(program: CheckersProgram, tape: Tape, count: int, depth: int) -> Iterator[Game]:
    """Let the program play against itself."""
    match, last = Match(program, depth), dict[Position, Position]()  # board -> the board after the move made there
    for number in range(count):
        tape.merge()
        kept = memory.memory_of(loads_p7b(program.machine.tape(tape.unit) or b"")).boards
        there = {board.position for board in kept}
        match.begin()
        match.move(OPENING.legal_moves()[number % SEVEN])
        known, changed, on_the_way = 0, 0, True
        while match.game.result is None and len(match.game.moves) < MOVES:
            here = standard(match.game.position)
            if match.answer() is None:
                break
            after = standard(match.game.position)
            on_the_way &= here in there
            known += on_the_way
            changed += on_the_way and last.get(here, after) != after
            last[here] = after
        thoughts = match.thoughts.values()
        yield Game(known, changed, len(thoughts), sum(each.seconds for each in thoughts))


def rows(count: int, depth: int, file: Path) -> Iterator[tuple[str, ...]]:
    """Yield a row for each seven games."""
    program = CheckersProgram()
    program.prune(on=True)
    tape = Tape(program, file)
    before = tape.statistics
    played = games(program, tape, count, depth)
    for first in range(0, count, SEVEN):
        group = [next(played) for _ in range(min(SEVEN, count - first))]
        tape.save()
        now = tape.statistics
        more = {name: now[name] - before[name] for name in now}
        before = now
        known = [each.known for each in group]
        moves = sum(each.thought for each in group)
        yield (
            f"{first + 1} to {first + len(group)}", f"{tape.boards:,}",
            f"{more['looked up']:,}", f"{more['found']:,}", f"{more['records read'] / moves:.1f}",
            f"{statistics.mean(known):.1f}", f"{max(known)}", f"{sum(each.changed for each in group)}",
            f"{sum(each.seconds for each in group) / moves:.1f}",
        )  # fmt: skip


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=42, help="games (42)")
    parser.add_argument("--depth", type=int, default=DEPTH, help=f"moves ahead, at least ({DEPTH})")
    parser.add_argument("--tape", type=Path, help="the memory tape to go on from and to keep")
    options = parser.parse_args()
    print(f"| {' | '.join(COLUMNS)} |")
    print("|---|" + "---:|" * (len(COLUMNS) - 1))
    with tempfile.TemporaryDirectory() as folder:
        for row in rows(options.games, options.depth, options.tape or Path(folder) / "memory.tap"):
            print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
