"""Playing games and asking the programs: go, gtp, checkers, hub, kalah, mates, draughts, influence, armies, endings."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial
from typing import TYPE_CHECKING

from emulators.errors import IronboardError
from host.cli.parser import ASCII, HANDICAP, TAKEN_UP, Action, core, refuse_beginnings
from host.options import (
    FORCE,
    GROWING,
    IN,
    JSON,
    OUT,
    PROGRAM,
    Option,
    add,
    given,
    number,
    picked,
    points,
    positive,
    up_to,
)

if TYPE_CHECKING:
    from host.games.go.game import Setup

CORE = core()
CORE_OF_ALL = core(("compiled", "python", "py65"))
LANGUAGE = Option(
    "--language NAME", "which of the two programs: compass, algol", str, "compass", choices=("compass", "algol")
)
WITH_FORTRAN = Option(
    "--language NAME",
    "which of the three programs: compass, algol, fortran",
    str,
    "compass",
    choices=("compass", "algol", "fortran"),
)
GAME_SEED = Option("--seed N", "seed of Zobrist's random choices (0: no randomness)", number, 0)
TEMPLATES = Option("--templates FILE", "templates to use instead of Zobrist's own", IN)
SETUP = ("size", "core", "seed", "templates", "surround", "firm", "reflect")


def proposals() -> tuple[Option, ...]:
    """Return the options for the proposals of a program's author."""
    from host.games.go.game import SURROUND
    from host.games.go.programs import MOST_FIRM

    names = ", ".join(SURROUND)
    surround = f"nps: let it surround your stones, as its author proposed: {names}"
    return (
        Option("--surround PRIORITY", surround, str, next(iter(SURROUND)), choices=tuple(SURROUND)),
        Option(
            "--firm N",
            f"nps: from this value, 1 to {MOST_FIRM}, an area is firmly in one player's hands (12)",
            up_to(MOST_FIRM),
        ),
        Option("--reflect", "nps: recognize patterns reflected inside a sector, and store fewer"),
    )


def setup_of(parser: ArgumentParser, options: Namespace, program: str, other: str | None = None) -> Setup:
    """Return the setup of a program, or of two; one that they do not support is a mistake of the command."""
    from host.games.go.game import Setup
    from host.games.go.programs import checked, paired

    setup = Setup(**picked(options, SETUP))
    try:
        if other:
            paired(program, other, setup)
        else:
            checked(program, setup)
    except IronboardError as error:
        parser.error(str(error))
    return setup


def go(parser: ArgumentParser) -> Action:
    """Play Go against a program, or let two of them play."""
    from host.games.boards import Colour
    from host.games.go.game import PROGRAMS

    players = "who plays: " + ", ".join(PROGRAMS)
    add(
        parser,
        Option("PROGRAM", players, default="nps", choices=PROGRAMS, nargs="?"),
        Option("OTHER", "a second program, which plays White instead of you", choices=PROGRAMS, nargs="?"),
        Option("--size N", "rows of the board, 9 to 19 (19; with Wally 15)", number),
        Option("--side COLOR", "yours (black; against Wally white)", choices=[each.value for each in Colour]),
        HANDICAP,
        Option("--komi X", "points added to White's score", points, 0.0),
        GAME_SEED,
        TEMPLATES,
        *proposals(),
        Option("--faithful", "the thesis' own dialogue (nps): you count and warn"),
        Option("--verbose", "print the program's reasons for each move beside the board"),
        Option("--influence", "print the influence of all stones below the board"),
        Option("--moves N", "end a game between two programs after N moves", positive),
        *TAKEN_UP,
        Option("--sgf FILE", "write the game to a file", OUT, name="file"),
        FORCE,
        Option("--ascii", "boards in letters: X black, O white"),
        CORE_OF_ALL,
    )

    def action(options: Namespace) -> int:
        setup = setup_of(parser, options, options.program, options.other)
        refuse_beginnings(parser, options, "handicap", "komi")
        common = {"setup": setup, **picked(options, ("handicap", "komi", "verbose", "file", "overwrite", "ascii"))}
        if options.faithful:
            if (
                options.program != "nps"
                or options.other
                or options.file
                or options.side
                or options.handicap
                or options.game
            ):
                parser.error("--faithful goes with nps alone, and does not go with --sgf, --game, --side or --handicap")
            from host.games.go.play import Dialogue

            Dialogue(options.size or PROGRAMS["nps"].sizes[0], setup, options.ascii).converse()
            return 0
        if options.other:
            if options.side or options.influence or options.game:
                parser.error("--side, --influence and --game do not go with two programs")
            from host.games.go.play import Pairing, watch

            return watch(Pairing(options.program, options.other, moves=options.moves, **common))
        if options.moves:
            parser.error("--moves goes with two programs")
        from host.games.go.play import Options, Play

        colour = Colour(options.side) if options.side else None
        of_file = picked(options, ("game", "number"))
        Play(Options(options.program, colour=colour, influence=options.influence, **of_file, **common)).converse()
        return 0

    return action


def gtp(parser: ArgumentParser) -> Action:
    """Be a Go engine."""
    from host.games.go.game import PROGRAMS

    add(
        parser,
        Option("--program NAME", "the program that plays", default="wally", choices=PROGRAMS),
        Option("--size N", "rows of the board at the start (15 for Wally, else 19)", number),
        GAME_SEED,
        TEMPLATES,
        *proposals(),
        CORE_OF_ALL,
    )

    def action(options: Namespace) -> None:
        from host.games.go.commands import session
        from host.games.go.programs import engine_of

        session(engine_of(options.program, setup_of(parser, options, options.program)))

    return action


WITHOUT_ENDINGS = Option("--without-endings", "play without the tape of kings' endings")


def checkers(parser: ArgumentParser) -> Action:
    """Play checkers."""
    from host.games.checkers.learning import SERIES

    colours = ("black", "white")
    of_games = (
        Option("--side COLOR", "your color; black moves first (black)", choices=colours, alone="side"),
        Option("--self-play", "let the program play both sides, to the end", alone="side"),
        Option("--book FILE", "rate the moves of the games of a file (.pdn)", IN, alone="side"),
        Option("--prune", "leave out what cannot change the program's choice, by alpha-beta; as in 1959 it does not"),
        Option("--boards N", "play N games at once, 1 to 6", positive, 1, choices=range(1, 7)),
        Option("--position FEN", "start from this position, such as B:W21-32:B1-12"),
        Option("--moves N", "end the game after N moves of both sides", positive),
        Option("--rote TAPE", "learn by rote: the memory tape (.tap, .p7b), read, or begun, and kept there", GROWING),
        WITHOUT_ENDINGS,
        Option("--list-tape TAPE", "print the content of a memory tape (.tap, .p7b) instead of playing", IN),
        *TAKEN_UP,
        Option("--pdn FILE", "write the game to a file", OUT),
        Option("--force", "with --pdn: replace an existing file", name="overwrite"),
        Option("--ascii", "boards in letters: b w men, B W kings"),
    )
    add(
        parser,
        *of_games,
        Option("--depth N", "how many moves the program looks ahead at least, 1 to 20", positive, 3),
        Option("--memory FILE", "its memory: play with it; --learn continues it and keeps it", GROWING),
        JSON,
        CORE,
    )
    of_learning = (
        Option("--learn", "let it play against itself and learn, up to --games games", alone="what"),
        Option("--list", "print the content of a memory", name="listed", alone="what"),
        Option("--games N", "how many games of a series, those of the memory included (28)", positive),
        Option("--seed N", "decides the openings of a series (1)", number),
        Option("--rules NAME", f"how it learns: {', '.join(SERIES)} (second)", choices=SERIES),
        Option("--signs", "draw the signs of the first polynomial"),
        Option("--plot FILE", "draw the coefficients over the games (.svg, .png)", GROWING),
    )
    add(parser.add_argument_group("learning"), *of_learning)

    def action(options: Namespace) -> int:
        chosen = given(options, of_learning)
        if options.as_json and not options.listed and options.list_tape is None:
            parser.error("--json goes with --list and --list-tape")
        if chosen:
            from host.games.checkers import learning

            if not options.learn and not options.listed:
                parser.error("--games, --seed, --rules, --signs and --plot go with --learn, --plot with --list, too")
            if games := given(options, of_games):
                parser.error(f"--{next(iter(games)).replace('_', '-')} does not go with --learn and --list")
            how = picked(options, ("memory", "depth", "core", "as_json"))
            return learning.run(learning.Options(**how, **chosen))
        if options.list_tape is not None:
            from host.games.checkers import memory

            memory.show(memory.read(options.list_tape), options.as_json)
            return 0
        from host.games.boards import Colour
        from host.games.checkers.notation import parse_position
        from host.games.checkers.play import Options, Play
        from host.games.checkers.rules import OPENING

        if options.boards > 1 and (options.self_play or options.book):
            parser.error("--boards does not go with --self-play or --book")
        if options.book:
            if options.position or options.moves or options.pdn or options.rote or options.game:
                parser.error("--book does not go with --position, --moves, --pdn, --rote or --game")
            if options.without_endings:
                parser.error("--without-endings does not go with --book")
            from host.games.checkers import book

            book.report(options.book, options.depth, options.memory, options.core)
            return 0
        refuse_beginnings(parser, options, "position")
        if options.rote and options.without_endings:
            parser.error("--without-endings does not go with --rote: its tape takes the place of the endings")
        side = None if options.self_play else Colour(options.side or "black")
        start = OPENING if options.position is None else parse_position(options.position)
        names = ("depth", "prune", "boards", "memory", "moves", "game", "number", "rote", "overwrite", "ascii", "core")
        of_file = not options.side and not options.self_play
        more = {"endings": not options.without_endings, **picked(options, names)}
        Play(Options(side, of_file, start=start, file=options.pdn, **more)).converse()
        return 0

    return action


def hub(parser: ArgumentParser) -> Action:
    """Be a checkers engine."""
    add(
        parser,
        Option("--depth N", "the most moves that the program looks ahead, 1 to 20", positive, 20),
        Option("--memory FILE", "its memory: play with it (.deck)", IN),
        WITHOUT_ENDINGS,
        CORE,
    )

    def action(options: Namespace) -> None:
        from host.games.checkers.engine import serve

        serve(options.depth, options.core, options.memory, not options.without_endings)

    return action


def kalah(parser: ArgumentParser) -> Action:
    """Show the moves of a position of Kalah, or play a game."""
    position = (
        "6 means pits that hold 6, 5, ... 1 counters; or the counters themselves: 3,2,1, or 3, for one pit (6). Of a "
        "game: each side's pits from his left and his kalah, and who is to move: '3,2,1,0/0,2,4,1 north'"
    )
    game = (
        Option("--side NAME", "in a game: your side; South moves first", choices=("south", "north")),
        Option("--depth N", "in a game: how many moves the program looks ahead, 1 to 199 (6)", positive),
        Option("--pits N", "in a game: pits of a side, 1 to 8 (6)", positive),
        Option("--counters N", "in a game: counters in each pit at the beginning (6)", positive),
        Option("--always", "in a game: a last counter in an empty pit captures even with nothing opposite"),
        Option("--perfect", "in a game: solve each position instead of looking ahead, on boards up to 4 pits with 4"),
        Option("--game FILE", "with --play: go on with the game of a file, the last one in it", IN),
        Option("--number N", "with --game: with this game of the file", positive),
        Option("--save FILE", "in a game: write it to a file", OUT, name="file"),
        FORCE,
        Option("--memory FILE", "with --solve: the search, kept there when it is interrupted, and continued", GROWING),
        ASCII,
    )
    add(
        parser,
        Option("POSITION", position, nargs="?"),
        Option("--pattern N", "instead of a position: N pits that can be cleared in one move", positive),
        Option("--rows", "trace the program row by row: position, stack, finished moves", alone="what"),
        Option("--moves", "the position after each move", alone="what"),
        Option("--clear", "keep playing the nearest pit that earns another move", alone="what"),
        Option("--table", "all boards up to this number of pits, scanned from both sides", alone="what"),
        Option("--play", "play a game against the program", alone="what"),
        Option("--self-play", "let the program play both sides, to the end", alone="what"),
        Option("--solve", "the value of a game with best play by both sides", alone="what"),
        *game,
        Option("--left-to-right", "scan the pits from the left", name="left"),
        Option("--apart", "a word for each pit, even where a position fits into one word"),
        WITH_FORTRAN,
        JSON,
        CORE,
    )

    def action(options: Namespace) -> None:
        given = [each.names[0] for each in game if getattr(options, each.dest)]
        if not (options.play or options.self_play or options.solve):
            if given:
                parser.error(f"{given[0]} goes with --play, --self-play or --solve")
            from host.games.kalah import Options, show

            names = (
                "position",
                "pattern",
                "rows",
                "moves",
                "clear",
                "table",
                "left",
                "apart",
                "language",
                "core",
                "as_json",
            )
            show(Options(**picked(options, names)))
            return
        if options.as_json and not options.solve:
            parser.error("--json does not go with a game")
        if options.pattern or options.left or options.apart or options.language != "compass":
            parser.error("--pattern, --left-to-right, --apart and --language do not go with a game")
        from host.games import kalah_play
        from host.games.kalah_board import Side

        refuse_beginnings(parser, options, "position", "pits", "counters", "always")
        start = kalah_play.start_of(options.position, options.pits, options.counters, always=options.always)
        if options.solve:
            if options.side or options.depth or options.ascii or options.perfect or options.game or options.file:
                parser.error("--side, --depth, --ascii, --perfect, --game and --save do not go with --solve")
            from host.games import kalah_solver

            if options.as_json:
                from host.formats import results

                results.show(kalah_solver.solution(start, options.core, options.memory))
            else:
                print("\n".join(kalah_solver.solve(start, options.core, options.memory)))
            return
        if options.memory:
            parser.error("--memory goes with --solve")
        if options.perfect and options.depth:
            parser.error("--depth does not go with --perfect")
        if options.self_play and options.side:
            parser.error("--side does not go with --self-play")
        side = None if options.self_play else Side[(options.side or "south").upper()]
        depth = options.depth or kalah_play.DEPTH
        solver = None
        if options.perfect:
            from host.games import kalah_solver

            solver = partial(kalah_solver.perfect_player, core=options.core)
        how = picked(options, ("ascii", "core", "file", "game", "number", "overwrite"))
        how |= {"side_of_file": not options.side and not options.self_play, "start": start, "solver": solver}
        kalah_play.Play(kalah_play.Options(side=side, depth=depth, **how)).converse()

    return action


def mates(parser: ArgumentParser) -> Action:
    """Solve chess problems, White to play and mate in two, or more."""
    add(
        parser,
        Option("FEN", "such as 'kbK5/pp6/1P6/8/8/8/8/R7 w'", name="positions", nargs="*"),
        Option("--file FILE", "problems, one FEN per line, each optionally after a name and a tab", IN),
        Option("--moves N", "mate in N moves, 1 to 9, by a recursive program in ALGOL 60", positive),
        Option("--all", "find all keys, not just the first"),
        Option("--faithful", "reproduce the printed program's faults in promotions"),
        Option("--full", "with castling and captures en passant, unlike the book"),
        LANGUAGE,
        JSON,
        CORE,
    )

    def action(options: Namespace) -> int:
        if not options.positions and not options.file:
            parser.error("a FEN or --file is needed")
        if options.moves:
            if options.full or options.faithful or options.language != "compass":
                parser.error("--full, --faithful and --language do not go with --moves")
            from host.games import mates

            how = picked(options, ("as_json", "core"))
            return mates.solve_in_n(options.positions, options.file, options.moves, options.all, **how)
        from host.games.mates import solve

        how = picked(options, ("as_json", "core", "language", "full"))
        return solve(options.positions, options.file, options.all, options.faithful, **how)

    return action


def draughts(parser: ArgumentParser) -> Action:
    """Play international draughts; or show a position and its moves, count move sequences."""
    from host.games.draughts import DEPTHS, PROGRAMS

    colours = ("white", "black")
    of_games = (
        Option("--side COLOR", "in a game: your color; white moves first (white)", choices=colours, alone="side"),
        Option("--self-play", "let the program play both sides, to the end", alone="side"),
        Option("--ahead N", "in a game: how many moves the program looks ahead, 1 to 20 (5)", positive, choices=DEPTHS),
        *TAKEN_UP,
        Option("--pdn FILE", "write the game to a file", OUT, name="file"),
        FORCE,
    )
    looks = (
        Option("--position FEN", "show this one, such as W:W28,K33:B17,K40; a game starts from it with --side"),
        Option("--depth N", "show: count the sequences of 1 to N moves (N up to 20)", positive),
        Option("--play N", "show: print the move it plays, looking N moves ahead (N up to 20)", positive),
        JSON,
    )
    add(
        parser,
        *of_games,
        *looks,
        Option("--by WAY", f"which of the programs: {', '.join(PROGRAMS)}", default="words", choices=PROGRAMS),
        Option("--ascii", "the board in letters: b w men, B W kings"),
        CORE,
    )

    def action(options: Namespace) -> None:
        from host.games.draughts import parse, show

        playing, looking = given(options, of_games), given(options, looks)
        looking.pop("position", None)
        if playing and looking:
            name = f"--{next(iter(looking)).removeprefix('as_')}"
            parser.error(f"{name} does not go with a game: omit --{next(iter(playing)).replace('_', '-')}")
        refuse_beginnings(parser, options, "position")
        position = parse(options.position) if options.position else None
        if looking or (position and not playing):
            names = ("depth", "play", "by", "ascii", "core", "as_json")
            show(position, **picked(options, names))
            return
        from host.games.boards import Colour
        from host.games.draughts_play import DEPTH, Options, Play

        side = None if options.self_play else Colour(options.side or "white")
        how = picked(options, ("file", "game", "number", "overwrite", "ascii", "core"))
        how |= {"side_of_file": not options.side and not options.self_play, "program": PROGRAMS[options.by]}
        Play(Options(side=side, depth=options.ahead or DEPTH, start=position, **how)).converse()

    return action


GO_POSITION = (
    Option(
        "POSITION",
        "a game record (.sgf); a file with a drawing; rows such as 9/9/2X6/...; or nodes, 'B K10 Q16 W D4'",
        PROGRAM,
    ),
    Option("--move N", "take the position of a game record after N moves (the last)", number),
    Option(
        "--board SIZE",
        "rows of the board, 9 to 19, for nodes (19); for other input, the size to expect",
        number,
        choices=range(9, 20),
    ),
)


def armies(parser: ArgumentParser) -> Action:
    """Say which armies on a Go board live."""
    from host.games.go.armies import DEEPEST, USUAL

    place, *others = GO_POSITION
    declared = (
        place,
        Option("STONE", "a stone of an army in question, such as D4 (all armies)", name="stones", nargs="*"),
        *others,
        Option("--region N", "play in regions of up to N points (12)", positive, USUAL.region),
        Option("--depth N", "look up to N moves ahead (31)", positive, USUAL.depth, choices=range(1, DEEPEST + 1)),
        Option("--positions N", "look at up to N positions for each proof (10000)", positive, USUAL.positions),
        ASCII,
        JSON,
        CORE,
    )
    add(parser, *declared)

    def action(options: Namespace) -> None:
        from host.games.go.armies_command import Options, show

        show(Options(**picked(options, [each.dest for each in declared])))

    return action


def influence(parser: ArgumentParser) -> Action:
    """Show which side influences which points of a Go board."""
    declared = (
        *GO_POSITION,
        Option("--segments", "print connected nodes of one sign, with their borders"),
        Option("--pockets", "the same, and mark the lost ones"),
        Option("--shades", "print shades instead of numbers"),
        Option("--svg FILE", "draw it (.svg)", OUT),
        Option("--png FILE", "draw it (.png)", OUT),
        FORCE,
        Option("--cards", "print the position as cards for the book's program instead"),
        WITH_FORTRAN,
        ASCII,
        JSON,
        CORE,
    )
    add(parser, *declared)

    def action(options: Namespace) -> None:
        if options.as_json and options.cards:
            parser.error("--json does not go with --cards")
        from host.games.go.influence_command import Options, show

        show(Options(**picked(options, [each.dest for each in declared])))

    return action


def rook(parser: ArgumentParser) -> Action:
    """Play Black against programs that mate with king and rook, queen or two pieces."""
    from host.games.endings.notation import VERSIONS

    opponents = ("human", "best", "random")
    add(
        parser,
        Option(
            "--version NAME", "the program that plays White (new, or one for the men of the position)", choices=VERSIONS
        ),
        Option("--position MEN", 'the starting position: "Kh1 Ra1 Kd5", a FEN, or random'),
        Option("--opponent NAME", f"who plays Black: {', '.join(opponents)}", default="human", choices=opponents),
        Option("--seed N", "seed of the random choices", number, 1),
        *TAKEN_UP,
        Option("--pgn FILE", "write the games to a file", OUT, name="file"),
        Option("--games FILE", "write the program's own game records to a file", OUT),
        FORCE,
        Option("--ascii", "boards in letters: K R Q B N White's men, k yours"),
        Option("--raw", "the program's own dialogue instead, at the keyboard"),
        Option("--input FILE", "the same, with the lines of a file as input", IN),
        CORE,
    )

    def action(options: Namespace) -> int:
        if options.raw or options.input:
            if options.position or options.file or options.game or options.opponent != "human":
                parser.error("--position, --opponent, --game and --pgn do not go with --raw and --input")
            return _dialogue(options)
        from host.games.endings.play import Options, Play

        refuse_beginnings(parser, options, "position")
        if options.game and options.opponent != "human":
            parser.error("--opponent does not go with --game")
        names = (
            "version", "position", "seed", "opponent", "file", "game", "number", "games", "overwrite", "ascii", "core"
        )  # fmt: skip
        Play(Options(**picked(options, names))).converse()
        return 0

    return action


endings = rook  # all of them by one name, and by that of the first


def _dialogue(options: Namespace) -> int:
    """Run the program's own dialogue with a user at the keyboard, or with the lines of a file."""
    from host.compilers.algol.dialect import LANGUAGE
    from host.games.endings.game import RECORD
    from host.games.endings.notation import DEFAULT, ROOK, VERSIONS
    from host.games.program6600 import source
    from host.machines.cdc6600.compiled import run_file
    from host.machines.cdc6600.job import Job

    if options.version and VERSIONS[options.version].program == ROOK:
        raise IronboardError(f"--version {options.version}: the program itself asks for 1, 2 or 3, on the first line")
    job = Job(
        str(source(VERSIONS[options.version or DEFAULT].program)),
        input=options.input,
        interactive=options.input is None,
        saves={RECORD: options.games} if options.games else {},
        overwrite=options.overwrite,
        options={"core": options.core},
    )
    return run_file(job, LANGUAGE)
