"""Measuring, and long-running work: bench, sweep, match, figures."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from host.cli.parser import Action
from host.experiments.bench import BENCHMARKS
from host.experiments.sweeps import SWEEPS
from host.options import (
    FORCE,
    GROWING,
    IN,
    JSON,
    OUT,
    STANDARD,
    Option,
    add,
    games,
    given,
    number,
    numbers,
    picked,
    points,
    positive,
    scheduler,
    seconds,
)

FORMATS = ("text", "markdown", "json")
AS_FORMAT = Option("--json", "as --format json", name="format", value="json", default="text")
QUIET = Option("--quiet", "print errors only")
TIMEOUT = Option("--timeout S", "seconds a Go or external program may think about a move (60)", seconds)
WORKERS = (
    Option("--jobs N", "number of worker processes (default: one per processor)", positive, alone="workers"),
    Option("--scheduler ADDRESS", "the workers of a Dask cluster, such as tcp://host:8786", scheduler, alone="workers"),
)


def bench(parser: ArgumentParser) -> Action:
    """Measure how fast the machines are."""
    names = ", ".join(each.name for each in BENCHMARKS)
    outputs = (
        Option(
            "--json FILE", "write the figures as JSON; without FILE, print nothing else", OUT, nargs="?", value=STANDARD
        ),
        Option("--markdown FILE", "write the figures as a Markdown page", OUT),
        Option("--plot FILE", "draw the figures (.svg)", OUT),
        FORCE,
    )
    add(
        parser,
        Option("NAME", f"{names}; all of them if none is named", name="names", nargs="*"),
        Option("--runs N", "number of runs of each benchmark", positive),
        Option("--from FILE", "measure nothing; take the figures from a file (.json)", IN, name="source"),
        Option("--compare FILE", "compare with older figures (.json)", IN),
        *outputs,
    )

    def action(options: Namespace) -> None:
        from host.experiments.bench.suite import Outputs
        from host.experiments.bench.suite import bench as measure

        if (named := str(options.json)) in (each.name for each in BENCHMARKS):
            parser.error(f"--json {named}: this is a benchmark, not a file: write --json after it, or --json=-")
        chosen = Outputs(**picked(options, [each.dest for each in outputs]))
        measure(options.names, options.runs, options.source, options.compare, chosen)

    return action


def sweep(parser: ArgumentParser) -> Action:
    """Run long work, or summarize its results."""
    from host.games.checkers.learning import SERIES as RULES
    from host.games.endings.notation import VERSIONS

    add(
        parser,
        Option("WORKLOAD", f"what to do: {', '.join(SWEEPS)}", choices=tuple(SWEEPS), nargs="?"),
        Option("--output FILE", "the journal to start or continue (WORKLOAD.sqlite)", GROWING),
        Option("--summary FILE", "run nothing; print the summary of a journal (.sqlite)", IN),
        Option("--format NAME", f"how the summary is printed: {', '.join(FORMATS)}", default="text", choices=FORMATS),
        AS_FORMAT,
        QUIET,
    )
    add(parser.add_argument_group("who works"), *WORKERS)
    groups = {
        "wally-positions": (Option("--positions FILE", "the positions (default: those of the tests)", IN),),
        "wally-random, wally-self, wally-gtp, checkers-self": (
            Option("--games N", "how many (100; samuel-learning: 42 in each series)", games),
            Option("--seed N", "seed of the first game, and of --count; each later game adds 1 (1)", number),
            Option("--handicap N,...", "Wally's handicap stones, 0 or 2 to 17, taken in turn; or random", numbers),
            Option("--opening N", "random moves at the start of each game (6; wally-random: 0; checkers: 4)", number),
            Option("--moves N", "end a game after N moves (675; others: 400)", positive),
            Option("--judge COMMAND", "Go: the program that counts; wally-gtp: the other player"),
            TIMEOUT,
        ),
        "checkers-self": (
            Option("--depth N", "how many moves the program looks ahead at least (3)", positive),
            Option("--white-depth N", "the same for White only", positive),
        ),
        "samuel-learning": (
            Option("--series N", "how many series, of --games games each (4 of 42)", positive),
            Option("--rules NAME", f"how it learns: {', '.join(RULES)} (second)", choices=RULES),
            Option("--signs", "draw the signs of the first polynomial"),
            Option("--openings N", "play the matches after it from N openings (100; 0: no matches)", number),
        ),
        "rook-positions": (
            Option("--version NAME", "the program that plays (new)", choices=VERSIONS),
            Option("--count N", "play N positions chosen by --seed (default: all)", positive),
            Option("--longest", "play those that are farthest from mate"),
            Option("--quick", "count instructions of the 6600, not its cycles, which is five times as fast"),
        ),
        "wally-gtp": (
            Option("--engine COMMAND", "the other program; {seed} in it becomes the seed"),
            Option("--wally COLOR", "Wally's colour (black)", choices=("black", "white")),
        ),
    }
    for title, options in groups.items():
        add(parser.add_argument_group(title), *options)
    add(
        parser,
        Option("--sgf FOLDER", "Go: write each game there, as seed-N.sgf", Path, alone="records"),
        Option(
            "--memories FOLDER",
            "samuel-learning: write each memory there, as seed-N.deck",
            Path,
            name="sgf",
            alone="records",
        ),
    )

    def action(options: Namespace) -> int:
        from host.experiments.sweeps.sweep import WrongUse, summarise
        from host.experiments.sweeps.sweep import sweep as run

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
        " bernstein:DEPTH or uci:COMMAND chess; rook:VERSION and other programs the endings,"
        " against best; random plays all; NAME=COMMAND names a command"
    )
    add(
        parser,
        Option("PLAYER", players, name="players", nargs="+"),
        Option("--output FILE", "the journal to start or continue (match-go.sqlite ...)", GROWING),
        Option("--format NAME", f"how the results are printed: {', '.join(FORMATS)}", default="text", choices=FORMATS),
        AS_FORMAT,
        QUIET,
    )
    add(parser.add_argument_group("who works"), *WORKERS)
    folders = (
        Option("--sgf FOLDER", "Go: write each game there", Path),
        Option("--pdn FOLDER", "checkers: write each game there", Path),
        Option("--pgn FOLDER", "chess: write each game there", Path),
    )
    groups = {
        "all games": (
            Option("--games N", "games per pair of players (100)", games),
            Option("--seed N", "seed of the first game; each later game adds 1 (1)", number),
            Option("--opening N", "random moves at the start of each game (4)", number),
            Option("--moves N", "end a game after N moves (Go: twice the board's points; others: 400)", positive),
            Option("--quick", "count the 6600's instructions, not its cycles"),
            TIMEOUT,
        ),
        "Go": (
            Option("--size N", "rows of the board (19; with Wally 15)", positive),
            Option("--handicap N", "Black's handicap stones (0)", number),
            Option("--black WHO", "the player who is Black in every game: first or second (default: alternate)",
                   choices=("first", "second")),
            Option("--komi P", "points added to White's score (0)", points),
            Option("--rules NAME", "the scoring rules: area, territory (area)", choices=("area", "territory")),
            Option("--judge COMMAND", "who finds dead stones: a GTP command, random, alive (GNU Go, or random)"),
        ),
        "checkers and chess": (
            Option("--move-time S", "seconds per move that a Hub or UCI program is given (1)", seconds),
            Option("--without-endings", "checkers: the 704 plays without its tape of kings' endings"),
        ),
    }  # fmt: skip
    for title, options in groups.items():
        add(parser.add_argument_group(title), *options)
    add(parser.add_argument_group("records"), *folders)

    def action(options: Namespace) -> int:
        from host.experiments.sweeps.sweep import match as run
        from host.experiments.sweeps.workload import WrongUse

        chosen = given(options, [each for group in groups.values() for each in group])
        how = picked(options, ("jobs", "scheduler", "quiet", "format"))
        try:
            return run(options.players, chosen, options.output, folders=given(options, folders), **how)
        except WrongUse as error:
            parser.error(str(error))

    return action


def figures(parser: ArgumentParser) -> Action:
    """Compare published figures with our results."""
    add(
        parser,
        Option("ROW", "measure this row alone, or rows by a pattern: kalah.*", name="names", nargs="*"),
        Option("--document NAME", "measure the rows of one document: bell, millen, pitrat, ..."),
        Option("--list", "print names and quantities of rows, and measure nothing", name="listed", alone="task"),
        Option("-o --output FILE", "write the page to a file instead of printing it", OUT, alone="task"),
        Option("--write", "write docs/figures.md of this checkout", alone="task"),
        Option("--check", "fail if docs/figures.md is out of date", alone="task"),
        JSON._replace(alone="task"),
        Option("--force", "with -o: replace an existing file", name="overwrite"),
    )

    def action(options: Namespace) -> None:
        some = bool(options.names) or options.document is not None
        if some and (options.output or options.write or options.check):
            parser.error("ROW and --document do not go with -o, --write or --check: the page has all rows")
        if some or options.listed or options.as_json:
            from host.experiments.figures import rows

            rows.run(**picked(options, ("names", "document", "listed", "as_json")))
        else:
            from host.experiments.figures import page

            page.run(**picked(options, ("output", "overwrite", "write", "check")))

    return action
