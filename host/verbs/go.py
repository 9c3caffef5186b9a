"""The verb `go`: play Go against a program of 1970 or 1984 on its machine, or let two of them play."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from host.games.boards import Colour
from host.games.go.programs import PROGRAMS
from host.verbs.paths import IN, OUT
from host.verbs.values import CORES_6502, number, option, positive, signed


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard go`."""
    parser.add_argument("program", nargs="?", choices=[*PROGRAMS], default="nps", help="who plays (default: nps)")
    parser.add_argument("other", nargs="?", choices=[*PROGRAMS], help="another program instead of you: it has White")
    option(parser, "--size", type=number, metavar="N", help="the board, 9 to 19 (19; with Wally 15)")
    option(parser, "--color", choices=[each.value for each in Colour], help="yours (black; against Wally white)")
    option(parser, "--handicap", type=number, default=0, metavar="N", help="black stones before white's first move")
    option(parser, "--komi", type=signed, default=0.0, metavar="X", help="points for white when it is counted")
    option(parser, "--seed", type=number, default=0, metavar="N", help="of moves that are drawn (zobrist; 0: none is)")
    option(parser, "--templates", type=IN, metavar="FILE", help="instead of zobrist's own")
    option(parser, "--faithful", action="store_true", help="the thesis' own dialogue (nps): you count and warn")
    option(parser, "--verbose", action="store_true", help="what the program says of its moves beside the board")
    option(parser, "--influence", action="store_true", help="the influence of all stones below the board")
    option(parser, "--moves", type=positive, metavar="N", help="two programs: break off after so many")
    option(parser, "--sgf", type=OUT, metavar="FILE", help="write the game to a file")
    option(parser, "--force", dest="overwrite", action="store_true", help="replace an existing file")
    option(parser, "--ascii", action="store_true", help="boards in letters: X black, O white")
    option(parser, "--core", choices=CORES_6502, default="compiled", help="what executes the programs")


def action(options: Namespace) -> int:
    """Play a game."""
    from host.games.go.programs import Setup, checked

    setup = Setup(options.size, options.core, seed=options.seed, templates=options.templates)
    common = {
        "setup": setup,
        "handicap": options.handicap,
        "komi": options.komi,
        "verbose": options.verbose,
        "file": options.sgf,
        "overwrite": options.overwrite,
        "ascii": options.ascii,
    }
    if options.faithful:
        if options.program != "nps" or options.other or options.sgf or options.color or options.handicap:
            options.parser.error("--faithful is for nps alone, and without --sgf, --color, --handicap: it asks nobody")
        from host.games.go.play import play_faithfully

        checked("nps", setup)
        return play_faithfully(options.size or PROGRAMS["nps"].sizes[0], setup, options.ascii)
    if options.other:
        if options.color or options.influence:
            options.parser.error("with two programs nobody has a --color, and no --influence is shown")
        from host.games.go.watch import Pairing, watch

        return watch(Pairing(options.program, options.other, moves=options.moves, **common))
    if options.moves:
        options.parser.error("--moves is for two programs")
    from host.games.go.play import Wish, play

    return play(
        Wish(
            options.program,
            colour=Colour(options.color) if options.color else None,
            influence=options.influence,
            **common,
        )
    )
