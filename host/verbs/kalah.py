"""The verb `kalah`: the moves of a position of Kalah, found on a CDC 6600."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from host.verbs.values import option, picked, positive


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard kalah`."""
    parser.add_argument(
        "position",
        nargs="?",
        help="6: pits that hold 6, 5, ... 1 counters; or counters such as 3,2,1, or 3, for one pit (6)",
    )
    option(parser, "--pattern", type=positive, metavar="N", help="instead: N pits that can be cleared in one move")
    what = parser.add_mutually_exclusive_group()
    option(what, "--rows", action="store_true", help="what happens, row by row: position, stack, moves that have ended")
    option(what, "--moves", action="store_true", help="the position behind each move")
    option(what, "--clear", action="store_true", help="play the nearest pit that goes on, until there is none")
    option(what, "--table", action="store_true", help="all boards up to this number of pits, scanned from both sides")
    option(parser, "--left-to-right", dest="left", action="store_true", help="scan the pits from the left")
    option(parser, "--apart", action="store_true", help="a word for each pit, even where a position fits into one word")
    option(parser, "--language", choices=("compass", "algol"), default="compass", help="which of the two programs")
    option(parser, "--core", choices=("compiled", "python"), default="compiled", help="what executes the program")


def action(options: Namespace) -> None:
    """Show the moves of a position."""
    from host.games.kalah.command import Wish, show

    names = ("position", "pattern", "rows", "moves", "clear", "table", "left", "apart", "language", "core")
    show(Wish(**picked(options, names)))
