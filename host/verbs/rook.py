"""The verb `rook`: play Black against ALGOL 60 programs that mate with king and rook or queen, on a CDC 6600."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from host.games.rook.versions import TITLES
from host.verbs.paths import IN, OUT
from host.verbs.values import CORES, number, option, picked

VERSIONS = tuple(TITLES)
OPPONENTS = ("human", "best", "random")


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard rook`."""
    option(parser, "--version", choices=VERSIONS, help="what plays White (new, or queen if the position has one)")
    option(parser, "--position", metavar="MEN", help='where the game begins: "Kh1 Ra1 Kd5", a FEN, or random')
    option(parser, "--opponent", choices=OPPONENTS, default="human", help="who plays Black")
    option(parser, "--seed", type=number, default=1, metavar="N", help="of what is drawn at random")
    option(parser, "--pgn", type=OUT, metavar="FILE", help="write the games to a file")
    option(parser, "--games", type=OUT, metavar="FILE", help="keep what the program writes of the games")
    option(parser, "--force", dest="overwrite", action="store_true", help="replace existing files")
    option(parser, "--ascii", action="store_true", help="boards in letters: K R Q White's men, k yours")
    option(parser, "--raw", action="store_true", help="the program's own dialogue instead, at the keyboard")
    option(parser, "--input", type=IN, metavar="FILE", help="the same; what is typed are the lines of a file")
    option(parser, "--core", choices=CORES, default="compiled", help="what executes it")


def action(options: Namespace) -> int:
    """Play games."""
    if options.raw or options.input:
        if options.position or options.pgn or options.opponent != "human":
            options.parser.error("in the program's own dialogue there is no --position, --opponent or --pgn")
        from host.games.rook import dialogue

        return dialogue.play(options.version, options.input, options.games, options.overwrite, options.core)
    from host.games.rook.session import Wish, play

    names = ("version", "position", "seed", "opponent", "pgn", "games", "overwrite", "ascii", "core")
    return play(Wish(**picked(options, names)))
