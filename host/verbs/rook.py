"""The verb `rook`: play Black against ALGOL 60 programs that mate with king and rook or queen, on a CDC 6600."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from emulators.errors import IronboardError
from host.games.endings.notation import DEFAULT, QUEEN, TITLES
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
        return dialogue(options)
    from host.games.endings.play import Options, Play

    names = ("version", "position", "seed", "opponent", "pgn", "games", "overwrite", "ascii", "core")
    Play(Options(**picked(options, names))).converse()
    return 0


def dialogue(options: Namespace) -> int:
    """Let the program hold its own dialogue, with what is typed or with the lines of a file."""
    from host.algol.dialect import LANGUAGE
    from host.desk.cdc6600.compiled import run_file
    from host.desk.cdc6600.job import Job
    from host.games.endings.game import RECORD
    from host.games.endings.program import VERSIONS as PROGRAMS
    from host.games.program6600 import source

    if options.version not in (None, QUEEN):
        raise IronboardError(f"--version {options.version}: the program itself asks for 1, 2 or 3, on the first line")
    job = Job(
        str(source(PROGRAMS[options.version or DEFAULT].program)),
        input=options.input,
        interactive=options.input is None,
        saves={RECORD: options.games} if options.games else {},
        overwrite=options.overwrite,
        core=options.core,
    )
    return run_file(job, LANGUAGE)
