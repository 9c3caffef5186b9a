"""Measuring, and long work: bench, sweep, match, figures."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from host.bench import BENCHMARKS
from host.options import GROWING, IN, OUT, Option, add, given, number, numbers, picked, points, positive, seconds
from host.sweep import SWEEPS
from host.verbs.common import FORCE, Action

FORMATS = ("text", "markdown", "json")
QUIET = Option("--quiet", "print errors only")
TIMEOUT = Option("--timeout S", "Go, and programs of others: how long one may think (60)", seconds)
WORKERS = (
    Option("--jobs N", "N processes; as many as processors if absent", positive, alone="workers"),
    Option("--scheduler ADDRESS", "the workers of a Dask cluster, such as tcp://host:8786", alone="workers"),
)


def bench(parser: ArgumentParser) -> Action:
    """Measure how fast the machines are."""
    names = ", ".join(each.name for each in BENCHMARKS)
    outputs = (
        Option("--json FILE", "store the figures", OUT),
        Option("--markdown FILE", "write them as a page", OUT),
        Option("--plot FILE", "draw them (.svg)", OUT),
        FORCE,
    )
    add(
        parser,
        Option("NAME", f"{names}; all of them if none is named", name="names", nargs="*"),
        Option("--runs N", "how often each is measured", positive),
        Option("--from FILE", "measure nothing: take stored figures", IN, name="source"),
        Option("--compare FILE", "compare with older figures", IN),
        *outputs,
    )

    def action(options: Namespace) -> None:
        from host.bench.suite import Outputs
        from host.bench.suite import bench as measure

        chosen = Outputs(**picked(options, [each.dest for each in outputs]))
        measure(options.names, options.runs, options.source, options.compare, chosen)

    return action


def sweep(parser: ArgumentParser) -> Action:
    """Do long work, or say what has come of it."""
    from host.games.endings.notation import TITLES

    add(
        parser,
        Option("WORKLOAD", f"what to do: {', '.join(SWEEPS)}", choices=tuple(SWEEPS), nargs="?"),
        Option("--output FILE", "the journal, begun or gone on with (WORKLOAD.sqlite)", GROWING),
        Option("--summary FILE", "do nothing, print what a journal says", IN),
        Option("--format NAME", f"how the summary is printed: {', '.join(FORMATS)}", default="text", choices=FORMATS),
        QUIET,
    )
    add(parser.add_argument_group("who works"), *WORKERS)
    groups = {
        "wally-positions": (Option("--positions FILE", "positions; those of the tests if absent", IN),),
        "wally-random, wally-self, wally-gtp, checkers-self": (
            Option("--games N", "how many (100)", positive),
            Option("--seed N", "of the first one; the others count on (1); of --count", number),
            Option("--handicap N,...", "Wally's, 0 or 2 to 17 stones, in turn; or random", numbers),
            Option("--opening N", "moves at random first (6; wally-random: 0, checkers: 4)", number),
            Option("--moves N", "end a game after N moves (675; checkers: 400)", positive),
            Option("--judge COMMAND", "Go: the program that counts; wally-gtp: the other player"),
            TIMEOUT,
        ),
        "checkers-self": (
            Option("--depth N", "how many moves the program looks ahead (4)", positive),
            Option("--white-depth N", "the same for White alone", positive),
        ),
        "rook-positions": (
            Option("--version NAME", "which program plays (new)", choices=TITLES),
            Option("--count N", "N positions, drawn by --seed; all if absent", positive),
        ),
        "wally-gtp": (
            Option("--engine COMMAND", "the other program; {seed} in it becomes the seed"),
            Option("--wally COLOR", "Wally's colour (black)", choices=("black", "white")),
        ),
    }
    for title, options in groups.items():
        add(parser.add_argument_group(title), *options)
    add(parser, Option("--sgf FOLDER", "Go: write each game there, as seed-N.sgf", Path))

    def action(options: Namespace) -> int:
        from host.sweep.sweep import WrongUse, summarise
        from host.sweep.sweep import sweep as run

        chosen = given(options, [each for group in groups.values() for each in group])
        if options.summary and not (options.workload or options.output or chosen):
            summarise(options.summary, options.format, options.sgf)
            return 0
        if options.summary or not options.workload:
            parser.error("expected a WORKLOAD, or --summary FILE")
        how = picked(options, ("sgf", "jobs", "scheduler", "quiet", "format"))
        try:
            return run(options.workload, chosen, options.output, **how)
        except WrongUse as error:
            parser.error(str(error))

    return action


def match(parser: ArgumentParser) -> Action:
    """Let programs play against each other."""
    players = (
        "wally, wally-walk, nps, zobrist or a GTP command play Go; samuel:DEPTH or a Hub command checkers;"
        " rook:VERSION or queen the endings, against best; random plays all; NAME=COMMAND gives a command a name"
    )
    add(
        parser,
        Option("PLAYER", players, name="players", nargs="+"),
        Option("--output FILE", "the journal, begun or gone on with (match-go.sqlite ...)", GROWING),
        Option("--format NAME", f"how the results are printed: {', '.join(FORMATS)}", default="text", choices=FORMATS),
        QUIET,
    )
    add(parser.add_argument_group("who works"), *WORKERS)
    folders = (
        Option("--sgf FOLDER", "Go: write each game there", Path),
        Option("--pdn FOLDER", "checkers: write each game there", Path),
    )
    groups = {
        "all games": (
            Option("--games N", "of each two players (100)", positive),
            Option("--seed N", "of the first game; the others count on (1)", number),
            Option("--opening N", "moves that are drawn first (4)", number),
            Option("--moves N", "the longest game (Go: twice the points; checkers: 400)", positive),
            Option("--quick", "count the 6600's instructions, not its cycles"),
            TIMEOUT,
        ),
        "Go": (
            Option("--size N", "of the board (19; with wally 15)", positive),
            Option("--handicap N", "black's stones (0)", number),
            Option("--black WHO", "who has black in all games: first, second; else they take turns",
                   choices=("first", "second")),
            Option("--komi P", "white's points (0)", points),
            Option("--rules NAME", "what decides who has won: area, territory (area)", choices=("area", "territory")),
            Option("--judge COMMAND", "who finds dead stones: a GTP command, random, alive (GNU Go, or random)"),
        ),
        "checkers": (Option("--move-time S", "what a Hub program is told to take (1)", seconds),),
    }  # fmt: skip
    for title, options in groups.items():
        add(parser.add_argument_group(title), *options)
    add(parser.add_argument_group("records"), *folders)

    def action(options: Namespace) -> int:
        from host.sweep.matching import match as run
        from host.sweep.workload import WrongUse

        chosen = given(options, [each for group in groups.values() for each in group])
        how = picked(options, ("jobs", "scheduler", "quiet", "format"))
        try:
            return run(options.players, chosen, options.output, folders=given(options, folders), **how)
        except WrongUse as error:
            parser.error(str(error))

    return action


def figures(parser: ArgumentParser) -> Action:
    """Compare what was published with what comes out here."""
    add(
        parser,
        Option("-o --output FILE", "write the page to a file instead of printing it", OUT, alone="task"),
        Option("--write", "write docs/figures.md of this checkout", alone="task"),
        Option("--check", "fail if docs/figures.md is not what would be written", alone="task"),
        Option("--force", "with -o: replace an existing file", name="overwrite"),
    )

    def action(options: Namespace) -> None:
        from host.figures.page import run

        run(**picked(options, ("output", "overwrite", "write", "check")))

    return action
