"""The verb `mates`: let a CDC 6600 solve chess problems, White to play and mate in two."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from host.verbs.paths import IN
from host.verbs.values import CORES, option


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard mates`."""
    parser.add_argument("positions", metavar="FEN", nargs="*", help="such as 'kbK5/pp6/1P6/8/8/8/8/R7 w'")
    option(parser, "--file", metavar="FILE", type=IN, help="problems: lines of FEN, perhaps behind names and tabs")
    option(parser, "--all", action="store_true", help="all keys, not only the first one")
    option(parser, "--faithful", action="store_true", help="with the faults that the printed program has in promotions")
    option(parser, "--full", action="store_true", help="with castling and captures en passant, unlike the book")
    option(parser, "--language", choices=("compass", "algol"), default="compass", help="which of the two programs")
    option(parser, "--json", action="store_true", help="what is found as JSON")
    option(parser, "--core", choices=CORES, default="compiled", help="what executes it")


def action(options: Namespace) -> int:
    """Solve problems."""
    if not options.positions and not options.file:
        options.parser.error("a FEN or --file is needed")
    from host.games.mates.command import solve

    return solve(
        options.positions,
        options.file,
        options.all,
        options.faithful,
        as_json=options.json,
        core=options.core,
        language=options.language,
        full=options.full,
    )
