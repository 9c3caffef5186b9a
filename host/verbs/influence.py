"""The verb `influence`: who has influence where on a Go board, after A. L. Zobrist, computed on a CDC 6600."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from host.verbs.paths import OUT, PROGRAM
from host.verbs.values import CORES, number, option, picked

NAMES = ("position", "board", "move", "segments", "pockets", "shades", "svg", "png", "cards", "language", "ascii",
         "overwrite", "core")  # fmt: skip


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard influence`."""
    parser.add_argument(
        "position",
        type=PROGRAM,
        help="a game record (.sgf); a file with a drawing; rows such as 9/9/2X6/...; or nodes, 'B K10 Q16 W D4'",
    )
    option(parser, "--move", type=number, metavar="N", help="of a game record: the position after N moves (the last)")
    option(parser, "--board", type=number, choices=range(9, 20), metavar="SIZE",
           help="rows of the board, for nodes (19); of others, what is expected")  # fmt: skip
    option(parser, "--segments", action="store_true", help="nodes of one sign that hang together, with their borders")
    option(parser, "--pockets", action="store_true", help="the same, and which of them are lost")
    option(parser, "--shades", action="store_true", help="signs instead of numbers")
    option(parser, "--svg", type=OUT, metavar="FILE", help="draw it (.svg)")
    option(parser, "--png", type=OUT, metavar="FILE", help="draw it (.png)")
    option(parser, "--force", dest="overwrite", action="store_true", help="replace existing files")
    option(parser, "--cards", action="store_true", help="instead: the position as the cards of the book's program")
    option(parser, "--language", choices=("compass", "algol"), default="compass", help="which of the two programs")
    option(parser, "--ascii", action="store_true", help="no characters beyond ASCII")
    option(parser, "--core", choices=CORES, default="compiled", help="what executes the program")


def action(options: Namespace) -> None:
    """Show the influence in a position."""
    from host.games.go.influence_command import Options, show

    show(Options(**picked(options, NAMES)))
