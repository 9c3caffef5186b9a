"""The verb `draughts`: let a CDC 6600 show, count and choose moves in a position of international draughts."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from host.verbs.values import CORES, option, picked, positive


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard draughts`."""
    option(parser, "--position", metavar="FEN", help="such as W:W28,K33:B17,K40; the opening if absent")
    option(parser, "--depth", type=positive, metavar="N", help="count the sequences of 1 to N moves, too, N up to 20")
    option(parser, "--play", type=positive, metavar="N", help="say what it plays, looking N moves ahead, N up to 20")
    option(parser, "--by", choices=("words", "loop", "squares"), default="words", help="which of the programs")
    option(parser, "--ascii", action="store_true", help="the board in letters: b w men, B W kings")
    option(parser, "--core", choices=CORES, default="compiled", help="what executes it")


def action(options: Namespace) -> None:
    """Show a position, its moves, and how many there are."""
    from host.games.draughts.program import show
    from host.games.draughts.rules import OPENING, parse

    position = OPENING if options.position is None else parse(options.position)
    show(position, **picked(options, ("depth", "play", "by", "ascii", "core")))
