"""The verb `match`: programs play against each other."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path

from host.verbs.paths import GROWING
from host.verbs.values import number, option, picked, positive, seconds

CHOSEN = ("games", "seed", "opening", "moves", "timeout", "quick",
          "size", "handicap", "black", "komi", "rules", "judge", "move_time")  # fmt: skip
RECORDS = ("sgf", "pdn")
PLAYERS = (
    "wally, wally-walk, nps, zobrist or a GTP command play Go; samuel:DEPTH or a Hub command checkers;"
    " rook:VERSION or queen the endings, against best; random plays all; NAME=COMMAND gives a command a name"
)


def points(text: str) -> float:
    """Return a komi: 0, 6.5, -3."""
    try:
        value = float(text)
    except ValueError:
        value = 0.1
    if not (-1000 <= value <= 1000 and value * 2 == int(value * 2)):
        raise ArgumentTypeError(f"'{text}' is not a komi: expected points, such as 6.5")
    return value


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard match`."""
    option(parser, "players", nargs="+", metavar="PLAYER", help=PLAYERS)
    option(parser, "--games", type=positive, metavar="N", help="of each two players (100)")
    option(parser, "--seed", type=number, metavar="N", help="of the first game; the others count on (1)")
    option(parser, "--opening", type=number, metavar="N", help="moves that are drawn first (4)")
    option(parser, "--moves", type=positive, metavar="N", help="the longest game (Go: twice the points; checkers: 400)")
    option(parser, "--quick", action="store_true", default=None, help="count the 6600's instructions, not its cycles")
    option(parser, "--timeout", type=seconds, metavar="S", help="how long another program may think (60)")
    option(
        parser, "--output", type=GROWING, metavar="FILE", help="the journal, begun or gone on with (match-go.jsonl ...)"
    )
    option(parser, "--format", choices=("text", "markdown", "json"), default="text", help="how the results are printed")
    option(parser, "--quiet", action="store_true", help="print errors only")

    workers = parser.add_argument_group("who works").add_mutually_exclusive_group()
    option(workers, "--jobs", type=positive, metavar="N", help="so many processes; as many as processors if absent")
    option(workers, "--scheduler", metavar="ADDRESS", help="the workers of a Dask cluster, such as tcp://host:8786")

    go = parser.add_argument_group("Go")
    option(go, "--size", type=positive, metavar="N", help="of the board (19; with wally 15)")
    option(go, "--handicap", type=number, metavar="N", help="black's stones (0)")
    option(go, "--black", choices=("first", "second"), help="who has black in all games; else they take turns")
    option(go, "--komi", type=points, metavar="P", help="white's points (0)")
    option(go, "--rules", choices=("area", "territory"), help="what decides who has won (area)")
    option(
        go, "--judge", metavar="COMMAND", help="who finds dead stones: a GTP command, random, alive (GNU Go, or random)"
    )
    option(go, "--sgf", type=Path, metavar="FOLDER", help="write each game there")

    checkers = parser.add_argument_group("checkers")
    option(checkers, "--move-time", type=seconds, metavar="S", help="what a Hub program is told to take (1)")
    option(checkers, "--pdn", type=Path, metavar="FOLDER", help="write each game there")


def action(options: Namespace) -> int:
    """Let them play."""
    from host.sweep.matching import match
    from host.sweep.workload import WrongUse

    given = {name: value for name, value in picked(options, CHOSEN).items() if value is not None}
    folders = {name: value for name, value in picked(options, RECORDS).items() if value is not None}
    names = ("jobs", "scheduler", "quiet", "format")
    try:
        status = match(options.players, given, options.output, folders=folders, **picked(options, names))
    except WrongUse as error:
        options.parser.error(str(error))
    return status
