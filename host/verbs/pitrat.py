"""The verb `pitrat`: rules of games written as algorithms, moves, threats and wins, found on a CDC 6600."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from host.verbs.paths import IN, OUT
from host.verbs.values import CORES, number, option, picked, positive

CHECK, CHART, MOVES, CONDITIONS, THREATS, WIN, PLAY, PERFT, COMPILE = JOBS = (
    "check", "flowchart", "moves", "conditions", "threats", "win", "play", "perft", "compile"
)  # fmt: skip
TITLES = {
    CHECK: "say what rules are, or what is wrong with them",
    CHART: "the flowchart of rules",
    MOVES: "the moves of a position",
    CONDITIONS: "the moves with their conditions and changes, and the results",
    THREATS: "couples of moves that win, and the opponent's replies",
    WIN: "search for a win by threats",
    PLAY: "play against the program",
    PERFT: "count sequences of legal moves",
    COMPILE: "the rules as a program in COMPASS",
}
WEIGHT, SITUATIONS = 100, 1000  # at which a search is given up
NAMES = ("rules", "position", "fen", "notation", "modifications", "improved", "interpreted", "weight", "situations",
         "depth", "picture", "flipped", "overwrite", "time", "core")  # fmt: skip


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard pitrat`."""
    jobs = parser.add_subparsers(metavar="WHAT", required=True)
    for job in JOBS:
        each = jobs.add_parser(job, help=TITLES[job], description=TITLES[job])
        each.set_defaults(job=job, parser=each)
        of_rules = job in (CHECK, CHART, COMPILE)
        option(each, "rules", nargs=None if of_rules else "?", default=None if of_rules else "chess", metavar="RULES",
               help="a file, or the name of rules that come with Ironboard: chess, ttt, ...")  # fmt: skip
        option(each, "--core", choices=CORES, default="compiled", help="what executes the 6600's programs")
        option(each, "--time", action="store_true", help="say what the 6600 needs")
        if job in (CHART, COMPILE) or not of_rules:
            option(each, "--force", dest="overwrite", action="store_true", help="replace existing files")
        if job == CHART:
            option(each, "--svg", dest="picture", type=OUT, metavar="FILE", help="draw it instead of printing it")
        if job == COMPILE:
            option(each, "--emit", choices=("compass",), default="compass", help="what is wanted")
            option(each, "-o", "--output", type=OUT, metavar="FILE", help="write it to a file")
        if not of_rules:
            _position(each, job)


def _position(parser: ArgumentParser, job: str) -> None:
    """Describe the options of what looks at a position."""
    option(parser, "--position", type=IN, metavar="FILE", help="a drawing of the board; where a game begins if absent")
    option(parser, "--fen", metavar="FEN", help="a position in one line instead")
    option(parser, "--notation", choices=("paper", "long", "san"), help="how moves are written (what suits the game)")
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--interpreted", action="store_true", default=True, help="interpret the rules (what is done)")
    ways.add_argument("--compiled", dest="interpreted", action="store_false", help="compile the rules first")
    option(parser, "--flip", dest="flipped", action="store_true", help="the board from the second player's side")
    option(parser, "--svg", "--png", dest="picture", type=OUT, metavar="FILE", help="draw the board, as SVG or PNG")
    if job != PERFT:
        default = 0 if job in (MOVES, CONDITIONS) else 2
        option(parser, "--modifications", type=number, metavar="N", default=default,
               help="moves that N changes on the board would make possible, too")  # fmt: skip
        option(parser, "--improved", action="store_true", help="conditions go with the variables that depend on them")
    if job == MOVES:
        option(parser, "--conditions", action="store_true", help="the conditions and changes of each")
    if job == THREATS:
        kinds = parser.add_mutually_exclusive_group()
        option(kinds, "--later", action="store_true", help="threats to win a move later, and how they can be met")
        option(kinds, "--blockade", action="store_true", help="moves after which whatever the opponent plays loses")
    if job == PLAY:
        option(parser, "--second", action="store_true", help="you are the second player")
    if job in (WIN, PLAY):
        option(
            parser, "--weight", type=positive, metavar="N", default=WEIGHT, help="give up at this weight of the root"
        )
        option(parser, "--situations", type=positive, metavar="N", default=SITUATIONS, help="give up after N of them")
    if job == WIN:
        option(
            parser, "--file", type=IN, metavar="FILE", help="lines of FEN, perhaps behind names and tabs: all of them"
        )
    if job == PERFT:
        option(parser, "--depth", type=positive, metavar="N", default=2, help="of 1 to N moves")


def action(options: Namespace) -> int:
    """Do what is wanted with rules."""
    from host.games.pitrat import command

    known = [name for name in NAMES if hasattr(options, name)]
    wish = command.Options(**picked(options, known))
    match options.job:
        case "check":
            return command.check(wish)
        case "flowchart":
            return command.chart(wish)
        case "compile":
            return command.compile_rules(wish, options.output)
        case "moves" | "conditions":
            return command.moves(wish, options.job == CONDITIONS or options.conditions)
        case "threats":
            find = command.later if options.later else command.blockades if options.blockade else command.threats
            return find(wish)
        case "win":
            return command.wins(wish, options.file) if options.file else command.win(wish)
        case "perft":
            return command.perft(wish)
    from host.games.pitrat.play import play

    return play(wish, 2 if options.second else 1)
