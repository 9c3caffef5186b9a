"""The verb `sweep`: long work, on all processors."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from host.games.endings.notation import TITLES
from host.verbs.paths import GROWING, IN
from host.verbs.values import number, numbers, option, picked, positive, seconds

SWEEPS = ("wally-positions", "wally-random", "wally-self", "wally-gtp", "checkers-self", "rook-positions")
WORKLOAD = ("positions", "games", "seed", "handicap", "opening", "moves", "engine", "wally", "judge",
            "timeout", "depth", "white_depth", "version", "count")  # fmt: skip
VERSIONS = tuple(TITLES)


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard sweep`."""
    option(parser, "workload", nargs="?", choices=SWEEPS, help="what to do")
    option(parser, "--output", type=GROWING, metavar="FILE", help="the journal, begun or gone on with (WORKLOAD.jsonl)")
    option(parser, "--summary", type=IN, metavar="FILE", help="do nothing, print what a journal says")
    option(parser, "--format", choices=("text", "markdown", "json"), default="text", help="how the summary is printed")
    option(parser, "--quiet", action="store_true", help="print errors only")

    workers = parser.add_argument_group("who works").add_mutually_exclusive_group()
    option(workers, "--jobs", type=positive, metavar="N", help="so many processes; as many as processors if absent")
    option(workers, "--scheduler", metavar="ADDRESS", help="the workers of a Dask cluster, such as tcp://host:8786")

    stored = parser.add_argument_group("wally-positions")
    option(stored, "--positions", type=IN, metavar="FILE", help="positions; those of the tests if absent")

    games = parser.add_argument_group("wally-random, wally-self, wally-gtp, checkers-self")
    option(games, "--games", type=positive, metavar="N", help="how many (100)")
    option(games, "--seed", type=number, metavar="N", help="of the first one; the others count on (1); of --count")
    option(games, "--handicap", type=numbers, metavar="N,...", help="Wally's, 0 or 2 to 17 stones, in turn; or random")
    option(games, "--opening", type=number, metavar="N", help="moves at random first (6; wally-random: 0, checkers: 4)")
    option(games, "--moves", type=positive, metavar="N", help="break a game off after so many (675; checkers: 400)")

    option(games, "--sgf", type=Path, metavar="FOLDER", help="Go: write each game there, as seed-N.sgf")
    option(games, "--judge", metavar="COMMAND", help="Go: the program that counts; wally-gtp: the other player")
    option(games, "--timeout", type=seconds, metavar="S", help="Go: how long a program may think (60)")

    checkers = parser.add_argument_group("checkers-self")
    option(checkers, "--depth", type=positive, metavar="N", help="how many moves the 704 looks ahead (4)")
    option(checkers, "--white-depth", type=positive, metavar="N", help="the same for White alone")

    rook = parser.add_argument_group("rook-positions")
    option(rook, "--version", choices=VERSIONS, help="which program plays (new)")
    option(rook, "--count", type=positive, metavar="N", help="so many positions, drawn by --seed; all if absent")

    other = parser.add_argument_group("wally-gtp")
    option(other, "--engine", metavar="COMMAND", help="the other program; {seed} in it becomes the seed")
    option(other, "--wally", choices=("black", "white"), help="Wally's colour (black)")


def action(options: Namespace) -> int:
    """Do long work, or say what has come of it."""
    from host.sweep.sweep import WrongUse, summarise
    from host.sweep.sweep import sweep as run

    given = {name: value for name, value in picked(options, WORKLOAD).items() if value is not None}
    if options.summary and not (options.workload or options.output or given):
        summarise(options.summary, options.format, options.sgf)
        return 0
    if options.summary or not options.workload:
        options.parser.error("expected a WORKLOAD, or --summary FILE")
    try:
        names = ("sgf", "jobs", "scheduler", "quiet", "format")
        status = run(options.workload, given, options.output, **picked(options, names))
    except WrongUse as error:
        options.parser.error(str(error))
    return status
