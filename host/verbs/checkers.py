"""The verb `checkers`: play against a program on an IBM 704."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from host.verbs.paths import OUT
from host.verbs.values import CORES, option, picked, positive


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard checkers`."""
    sides = parser.add_mutually_exclusive_group()
    option(sides, "--side", choices=("black", "white"), default="black", help="what you play; black moves first")
    option(sides, "--self-play", action="store_true", help="let the 704 play both sides, to the end")
    option(parser, "--depth", type=positive, default=4, metavar="N", help="how many moves the 704 looks ahead, 1 to 20")
    option(parser, "--position", metavar="FEN", help="begin here, such as B:W21-32:B1-12, instead of the opening")
    option(parser, "--moves", type=positive, metavar="N", help="break the game off after so many moves of both sides")
    option(parser, "--pdn", type=OUT, metavar="FILE", help="write the game to a file")
    option(parser, "--force", dest="overwrite", action="store_true", help="with --pdn: replace an existing file")
    option(parser, "--ascii", action="store_true", help="boards in letters: b w men, B W kings")
    option(parser, "--core", choices=CORES, default="compiled", help="what executes the program")


def action(options: Namespace) -> int:
    """Play checkers against the 704."""
    from host.games.boards import Colour
    from host.games.checkers.notation import parse_position
    from host.games.checkers.play import Options, Play
    from host.games.checkers.rules import OPENING

    side = None if options.self_play else Colour(options.side)
    start = OPENING if options.position is None else parse_position(options.position)
    names = ("depth", "moves", "overwrite", "ascii", "core")
    Play(Options(side, start=start, file=options.pdn, **picked(options, names))).converse()
    return 0
