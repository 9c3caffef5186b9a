"""Kings' endings that are won: how many the 704 wins, with its tape of endings and without, against perfect defence.

    python docs/studies/kings_endings.py [--games 100] [--depth 3] [--without-endings] [--kings 2-1 3-1 4-1 3-2]

Two, three and four kings against one, and three against two, White to move, from random positions that are won; Black
defends itself by a table of all positions. Against two kings no start has a capture.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2]))

from docs.studies.kings_tables import Tables
from host.games.boards import Colour
from host.games.checkers import endings
from host.games.checkers.program import DEPTH, CheckersProgram, Match
from host.games.checkers.rules import SQUARES, Piece, Position

KINGS = {"2-1": (2, 1), "3-1": (3, 1), "4-1": (4, 1), "3-2": (3, 2)}
LONGEST = 200  # moves of a game; draws come earlier
SEED = 1


def random_positions(white: int, black: int, seed: int = SEED) -> Iterator[Position]:
    """Yield positions of kings, White to move."""
    chance = random.Random(seed)
    while True:
        squares = chance.sample(SQUARES, white + black)
        kings = [Piece.WHITE_KING] * white + [Piece.BLACK_KING] * black
        yield Position(dict(zip(squares, kings, strict=True)), Colour.WHITE)


def won_positions(tables: Tables, white: int, black: int) -> Iterator[Position]:
    """Yield random positions that White, to move, wins."""
    for start in random_positions(white, black):
        quiet = black == 1 or not start.legal_moves()[0].captured
        if quiet and tables.end(start, Colour.WHITE) is not None:
            yield start


def play(program: CheckersProgram, start: Position, depth: int, tables: Tables) -> Match:
    """Let the program play White against perfect defence."""
    match = Match(program, depth, start)
    while match.game.result is None and len(match.game.moves) < LONGEST:
        if match.game.position.to_move is Colour.WHITE:
            match.answer()
        else:
            match.move(tables.defence(match.game.position))
    return match


def row(program: CheckersProgram, kings: str, games: int, depth: int) -> str:
    """Return the line of one of KINGS."""
    tables = Tables(*KINGS[kings])
    starts = [*islice(won_positions(tables, *KINGS[kings]), games)]
    best = [tables.end(start, Colour.WHITE) or 0 for start in starts]
    matches = [play(program, start, depth, tables) for start in starts]
    won = [match for match in matches if match.game.result and match.game.result.winner is Colour.WHITE]
    lengths = statistics.mean(len(match.game.moves) for match in won) if won else 0
    seconds = [thought.seconds for match in matches for thought in match.thoughts.values()]
    return (
        f"{kings}: {len(won)} of {len(matches)} won, in {lengths:.1f} moves of both sides; "
        f"by best play {statistics.mean(best):.1f}; "
        f"{statistics.mean(seconds):.1f} s a move, {max(seconds):.1f} s the longest"
    )


def main() -> None:
    """Play, and print the lines."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--depth", type=int, default=DEPTH)
    parser.add_argument("--kings", nargs="*", default=[*KINGS], choices=[*KINGS])
    parser.add_argument("--without-endings", action="store_true")
    options = parser.parse_args()
    program = CheckersProgram()
    program.prune(on=True)
    program.resign(on=False)
    if not options.without_endings:
        endings.take(program)
    for kings in options.kings:
        print(row(program, kings, options.games, options.depth), flush=True)


if __name__ == "__main__":
    main()
