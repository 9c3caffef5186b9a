"""The verb `pitrat`: moves, threats and wins of games with rules written as algorithms, found on a CDC 6600."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial
from typing import TYPE_CHECKING

from host.cli.parser import TAKEN_UP, Action, core, refuse_beginnings
from host.options import FORCE, IN, JSON, OUT, Option, add, number, picked, positive, up_to

if TYPE_CHECKING:
    from host.games.pitrat import command

CHECK, CHART, MOVES, CONDITIONS, THREATS, WIN, PLAY, PERFT, COMPILE = JOBS = (
    "check", "flowchart", "moves", "conditions", "threats", "win", "play", "perft", "compile"
)  # fmt: skip
TITLES = {
    CHECK: "check rules and list their errors",
    CHART: "the flowchart of rules",
    MOVES: "the moves of a position",
    CONDITIONS: "the moves with their conditions and changes, and the results",
    THREATS: "pairs of moves that win, and the opponent's replies",
    WIN: "search for a win by threats",
    PLAY: "play against the program",
    PERFT: "count sequences of legal moves",
    COMPILE: "the rules as a program in COMPASS",
}
WEIGHT, SITUATIONS, QUICK = 100, 1000, 60  # at which a search is given up; QUICK in a game
LARGEST, DEEPEST = 131071, 29  # of these, and of modifications, for the program: asm/cdc6600/pitexec.compass
NAMES = ("rules", "position", "fen", "notation", "modifications", "improved", "interpreted", "weight", "situations",
         "depth", "picture", "flipped", "overwrite", "time", "core")  # fmt: skip


def pitrat(parser: ArgumentParser) -> Action:
    """Run a job on the rules of a game."""
    jobs = parser.add_subparsers(metavar="WHAT", required=True)
    for job in JOBS:
        each = jobs.add_parser(job, help=TITLES[job], description=TITLES[job])
        each.set_defaults(job=job, parser=each)
        add(each, *_options(job))
    return _act


RULES = "a file (.rules), or the name of rules that come with Ironboard: chess, ttt, ..."


def _options(job: str) -> list[Option]:
    """Return the options of a job."""
    time = Option("--time", "report time and storage used on the 6600")
    if job in (CHECK, CHART, COMPILE):
        more = {
            CHECK: (JSON,),
            CHART: (JSON, FORCE, Option("--svg FILE", "draw it instead of printing it", OUT, name="picture")),
            COMPILE: (
                FORCE,
                Option("--emit KIND", "what to write: compass", default="compass", choices=("compass",)),
                Option("-o --output FILE", "write it to a file", OUT),
            ),
        }
        return [Option("RULES", RULES), core(), time, *more[job]]
    changed = Option(
        "--modifications N",
        "include moves that N changes on the board would make possible",
        up_to(DEEPEST, number),
        0 if job in (MOVES, CONDITIONS) else 2,
    )
    improved = Option("--improved", "list conditions with the variables that depend on them")
    limits = (
        Option("--weight N", "give up at this weight of the root", up_to(LARGEST), WEIGHT),
        Option("--situations N", "give up after N of them", up_to(LARGEST), QUICK if job == PLAY else SITUATIONS),
    )
    own = {
        MOVES: (changed, improved, Option("--conditions", "the conditions and changes of each"), JSON),
        CONDITIONS: (changed, improved, JSON),
        THREATS: (
            changed,
            improved,
            Option("--later", "threats to win a move later, and how they can be met", alone="kind"),
            Option("--blockade", "moves after which every reply loses", alone="kind"),
            JSON,
        ),
        WIN: (
            changed,
            improved,
            *limits,
            Option("--file FILE", "positions, one FEN per line, each optionally after a name and a tab", IN),
            JSON,
        ),
        PLAY: (
            changed,
            improved,
            *limits,
            Option("--second", "you are the second player"),
            *TAKEN_UP,
            Option("--pgn FILE", "write the game to a file", OUT, name="file"),
            Option("--console", "on a board at the console of the 6600, in a window or in the terminal"),
        ),
        PERFT: (Option("--depth N", "of 1 to N moves", positive, 2), JSON),
    }
    notations = ("paper", "long", "san")
    return [
        Option("RULES", RULES, default="chess", nargs="?"),
        core(),
        time,
        FORCE,
        Option("--position FILE", "a drawing of the board (default: the opening position)", IN),
        Option("--fen FEN", "a position in one line instead"),
        Option(
            "--notation NAME", f"how moves are written: {', '.join(notations)} (what suits the game)", choices=notations
        ),
        Option("--compiled", "compile the rules first", name="interpreted", value=False, alone="way"),
        Option("--interpreted", "interpret the rules (the default)", alone="way"),
        Option("--flip", "the board from the second player's side", name="flipped"),
        Option("--svg --png FILE", "draw the board, as SVG or PNG", OUT, name="picture"),
        *own[job],
    ]


def _act(options: Namespace) -> int:
    from host.games.pitrat import command

    files = ("file", "game", "number") if options.job == PLAY else ()  # WIN reads another --file
    known = [name for name in (*NAMES, *files) if hasattr(options, name)]
    wanted = command.Options(**picked(options, known))
    if getattr(options, "as_json", False):
        return _as_json(options, wanted)
    match options.job:
        case "check":
            return command.check(wanted)
        case "flowchart":
            return command.chart(wanted)
        case "compile":
            return command.compile_rules(wanted, options.output)
        case "moves" | "conditions":
            details = options.job == CONDITIONS or options.conditions
            return command.looked_at(wanted, lambda session: command.moves(session, details))
        case "threats":
            find = command.later if options.later else command.blockades if options.blockade else command.threats
            return command.looked_at(wanted, find)
        case "win":
            return command.wins(wanted, options.file) if options.file else command.looked_at(wanted, command.win)
        case "perft":
            return command.looked_at(wanted, command.perft)
    refuse_beginnings(options.parser, options, "position", "fen")
    if options.console:
        if options.game or options.file:
            options.parser.error("--game and --pgn do not go with --console")
        from host.panels.cdc6600.pitrat import play

        return play(wanted, 2 if options.second else 1)
    from host.games.pitrat.play import Play

    Play(wanted, 2 if options.second else 1).converse()
    return 0


def _as_json(options: Namespace, wanted: command.Options) -> int:
    from host.games.pitrat import results

    if options.job == CHECK:
        return results.rules_shown(wanted, results.rules_result)
    if options.picture or (options.job == WIN and options.file):
        options.parser.error("--json does not go with --svg, --png and --file")
    if options.job == CHART:
        return results.rules_shown(wanted, results.charts_result)
    if options.job == THREATS and (options.later or options.blockade):
        options.parser.error("--json does not go with --later and --blockade")
    details = options.job == CONDITIONS or (options.job == MOVES and options.conditions)
    job = {PERFT: results.counts_result, WIN: results.win_result, THREATS: results.threats_result}.get(options.job)
    return results.shown_as_json(wanted, job or partial(results.moves_result, details=details))
