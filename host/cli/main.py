"""The `ironboard` command: the table of its verbs.

A verb is a function in `host/cli/verbs`; only the module of the verb that was typed is imported, so that small ones
start at once. `main` does the slow imports, where Ctrl-C ends the command without a traceback.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from host.cli.parser import Parser
    from host.registry import Model

DIGITS = 1 << 17  # of a number that is read: no word of a command line is longer
PLAY, WRITE, RUN, MEASURE, CONNECT = GROUPS = ("play", "write", "run", "measure", "connect")


ABOUT = "Classic game programs on the machines they were written for."
MORE = "ironboard VERB --help shows the options of a verb, ironboard man | man -l - the manual."


class Verb(NamedTuple):
    """One verb of the command line."""

    name: str
    group: str  # of GROUPS
    title: str  # as short as one line of the help at 80 columns
    topic: str  # the module of host/cli/verbs with its function
    example: str = ""  # a command line with it, after `ironboard`; files named in it are the user's
    pages: tuple[str, ...] = ()  # of docs/ that describe it, without their endings
    no: str = ""  # when its exit status is 1 although nothing failed
    model: Model | None = None  # of a machine's verb

    @property
    def module(self) -> str:
        """The module with its function; it is absent if its distribution is not installed."""
        return f"host.cli.verbs.{self.topic}"

    def describe(self, parser: ArgumentParser) -> None:
        """Return the words that can follow this verb, and the function it calls. Raises NotInstalled."""
        from emulators.distributions import require

        require(self.module, f"ironboard {self.name}")
        module = import_module(self.module)
        action = module.machine(parser, self.model) if self.model else getattr(module, self.name)(parser)
        parser.set_defaults(action=action, parser=parser)


VERBS = (  # besides that of each machine
    Verb("go", PLAY, "play Go against a program on a 6600 or a KIM-1, or watch two", "games", "go zobrist --size 9",
         ("go", "cdc6600/nps", "cdc6600/zobrist")),
    Verb("checkers", PLAY, "play checkers against an IBM 704, after A. L. Samuel", "games", "checkers --depth 2",
         ("ibm704/checkers-play", "ibm704/learning")),
    Verb("chess", PLAY, "play chess against an IBM 704, after A. Bernstein", "chess", "chess --explain",
         ("ibm704/chess",)),
    Verb("kalah", PLAY, "play Kalah on a CDC 6600, or find the moves of a position", "games", "kalah 6 --moves",
         ("cdc6600/kalah",)),
    Verb("mates", PLAY, "solve chess problems, mates in two or more, on a CDC 6600", "games",
         "mates 'kbK5/pp6/1P6/8/8/8/8/R7 w'", ("cdc6600/mates",),
         "for one of the problems no mate was found, or moves that do not mate"),
    Verb("draughts", PLAY, "show and count moves of international draughts on a CDC 6600", "games",
         "draughts --depth 3", ("cdc6600/draughts",)),
    Verb("influence", PLAY, "compute the influence of the stones on a Go board on a 6600", "games",
         "influence position.txt", ("cdc6600/influence",)),
    Verb("armies", PLAY, "tell which armies on a Go board live, by proofs on a CDC 6600", "games",
         "armies game.sgf D4", ("cdc6600/armies",)),
    Verb("endings", PLAY, "play a bare king against programs that mate, on a CDC 6600", "games", "endings",
         ("cdc6600/rook", "cdc6600/queen", "cdc6600/bishops", "cdc6600/knight", "cdc6600/triangles")),
    Verb("rook", PLAY, "the same; the rook ending if no other is named", "games", "rook", ("cdc6600/rook",)),
    Verb("pitrat", PLAY, "a general game player: moves and wins from the rules of a game", "pitrat",
         "pitrat moves chess", ("cdc6600/pitrat", "pitrat-language"),
         "there are errors in the rules, or no win was found"),
    Verb("learn", WRITE, "small tasks for each machine and language, answers checked", "sources", "learn add16",
         ("learn",), "the answer is wrong"),
    Verb("asm", WRITE, "assemble a source for the 6502, the 704 or the 6600", "sources",
         "asm program.s -o program.ptp", ("assembler", "ibm704/sap", "cdc6600/compass")),
    Verb("load", WRITE, "load relocatable binaries for the 6600 into an image", "sources",
         "load part.rel library.rel -o program.o60", ("cdc6600/loader",)),
    Verb("dis", WRITE, "disassemble an image into a source", "sources", "dis program.ptp", ("assembler", "formats")),
    Verb("format", WRITE, "put the fields of a SAP or COMPASS source into columns", "sources",
         "format program.sap --diff", ("ibm704/sap", "cdc6600/compass"), "with --check, the fields are not in columns"),
    Verb("cards", WRITE, "show, combine and write decks of punched cards", "sources", "cards program.cbn",
         ("ibm704/cards",)),
    Verb("rom", WRITE, "build or verify the images in roms/", "sources", "rom verify", ("kim1/monitor",)),
    Verb("workbench", WRITE, "write, debug, learn and play in a browser, served here", "workbench",
         "workbench", ("workbench",)),
    Verb("site", WRITE, "write the workbench as a folder for a web server", "workbench", "site folder",
         ("workbench",)),
    Verb("run", RUN, "run a program for a 6600 or a 704 to its end, without a view", "running",
         "run 6600 program.alg", ("cdc6600/system", "ibm704/fortran")),
    Verb("algol", RUN, "compile an ALGOL 60 program and run it on a CDC 6600", "sources", "algol program.alg",
         ("cdc6600/algol", "algol")),
    Verb("fortran", RUN, "compile a FORTRAN program and run it on a 6600 or a 704", "sources", "fortran program.f",
         ("fortran",)),
    Verb("debug", RUN, "step through a program, stop it, go back in time", "debugging", "debug program.s",
         ("debugger",), "a command of --execute or --script failed"),
    Verb("software", RUN, "list programs of the time that run unmodified, and run them", "machines", "software",
         ("software",), "a result is not the known one"),
    Verb("web", RUN, "write a machine's panel as a page for browsers: one file", "machines", "web wally", ("web",)),
    Verb("profile", MEASURE, "show where a program spends its time, and what was executed", "debugging",
         "profile program.s", ("profiles",), "the program jammed"),
    Verb("bench", MEASURE, "measure how fast the machines are", "measuring", "bench sieve --runs 1", ("benchmarks",)),
    Verb("sweep", MEASURE, "run many positions or games, on all processors", "measuring",
         "sweep wally-random --games 10", ("sweep",), "some of the work failed"),
    Verb("match", MEASURE, "play matches between programs: Go, checkers, chess, endings", "measuring",
         "match wally random --games 10", ("match",), "some of the games failed"),
    Verb("figures", MEASURE, "compare published figures with ours", "measuring", "figures --check", ("figures",),
         "with --check: the page is out of date"),
    Verb("verify", MEASURE, "run single-instruction test vectors on a core", "running",
         "verify 6502 vectors.json", ("mos6502", "ibm704/cpu", "cdc6600/cpu"), "a difference was found"),
    Verb("lockstep", MEASURE, "run a program on two cores side by side", "running", "lockstep program.s",
         ("mos6502",), "a difference was found"),
    Verb("board", CONNECT, "send programs to a real KIM-1 on a serial line", "boards",
         "board load program.ptp --port /dev/ttyUSB0", ("kim1/serial",)),
    Verb("gtp", CONNECT, "a Go engine: GTP on standard input and output", "games", "gtp --program nps", ("gtp",)),
    Verb("hub", CONNECT, "a checkers engine: Hub on standard input and output", "games", "hub --depth 4", ("hub",)),
    Verb("uci", CONNECT, "a chess engine: UCI on standard input and output", "chess", "uci", ("ibm704/chess",)),
    Verb("dap", CONNECT, "the debugger for editors: the Debug Adapter Protocol", "debugging", "dap --port 4711",
         ("editors",)),
    Verb("lsp", CONNECT, "language support for editors: the Language Server Protocol", "debugging",
         "lsp --log log.txt", ("editors",)),
    Verb("editors", CONNECT, "write language support for VS Code, Neovim, Vim or Emacs", "debugging",
         "editors vscode", ("editors",)),
    Verb("completion", CONNECT, "print the completion of this command for bash, zsh or fish", "manual",
         "completion bash"),
    Verb("man", CONNECT, "print the manual page of this command, in roff", "manual", "man"),
    Verb("doctor", CONNECT, "check this installation, with instructions for missing parts", "debugging", "doctor",
         ("kernels",), "a core has no kernel"),
)  # fmt: skip


def verbs() -> list[Verb]:
    """Return all verbs, those of the machines first."""
    from host import registry

    machines = [
        Verb(each.name, PLAY, each.summary, "machines", each.name, each.pages, model=each)
        for each in registry.models().values()
    ]
    return [*machines, *VERBS]


def parser(typed: str) -> Parser:
    """Return the parser of a command line that begins with a verb, or with an option common to all verbs."""
    from emulators.distributions import WHOLE, installed
    from host.cli.parser import VERB, MainParser, Parser, Version

    main_parser = MainParser("ironboard", description=ABOUT, epilog=MORE)
    main_parser.add_argument("--version", action=Version, help="show the program's version number and exit")
    elsewhere = [verb.name for verb in verbs() if not installed(verb.module)]
    if elsewhere:
        main_parser.epilog = f"With the package {WHOLE} there are also: {', '.join(elsewhere)}. {MORE}"
    parsers = main_parser.add_subparsers(prog="ironboard", metavar=VERB, required=True, parser_class=Parser)
    known = verbs()
    for verb in [each for each in known if each.name == typed] or known:  # the others matter for help and mistakes only
        example = f"ironboard {verb.example}"
        more = f"example: {example}" + f"; exit status 1 also: {verb.no}" * bool(verb.no)
        each = parsers.add_parser(verb.name, description=verb.title, epilog=more)
        each.set_defaults(example=example)
        if verb.name not in elsewhere:
            main_parser.grouped.setdefault(verb.group, {})[verb.name] = verb.title
        if verb.name == typed:
            verb.describe(each)
    return main_parser


def with_verb(arguments: Sequence[str]) -> list[str]:
    """Return the arguments with the default verb, the first machine's, if they begin without a verb.

    --color may be before the verb, too.
    """
    from host.cli.parser import COLOUR

    first = arguments[0] if arguments else ""
    if first.partition("=")[0] == COLOUR:
        end = 1 if "=" in first else 2
        return [*with_verb(arguments[end:]), *arguments[:end]]
    known = first in ("-h", "--help", "--version") or (first and not first.startswith("-"))
    return [*arguments] if known else [verbs()[0].name, *arguments]


def command() -> int:
    """Run the command line of this process: as `main`, with the signals that end it, and a line when it takes long."""
    try:
        import gc

        from host import interruption
        from host.streams import Status

        with interruption.heard(), interruption.breaking_silence():
            status = main()
            gc.freeze()  # what is still there goes with the process
            return interruption.ending.status if status == Status.INTERRUPTED else status
    except KeyboardInterrupt:  # before `main` or after it
        return 130  # before the table of statuses is there


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line; return the exit status."""
    try:
        return obey(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt as error:
        from host import interruption

        return interruption.interrupted(error)


def obey(arguments: Sequence[str]) -> int:
    """Run a command line; return the exit status. Raises KeyboardInterrupt."""
    from emulators.errors import IronboardError
    from host import streams
    from host.formats import storage
    from host.streams import Status, complain

    streams.prepare()
    sys.set_int_max_str_digits(DIGITS)  # a number beyond any range is refused like others, by that range
    words = with_verb(arguments)
    try:
        try:
            options = parser(words[0]).options(words)
            status: int | None = options.action(options)
        except SystemExit:  # of a help that has been printed
            sys.stdout.flush()
            raise
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has seen enough
        streams.lost()
        return Status.FAILED
    except IronboardError as error:
        complain(error)
        streams.lost()
        return Status.FAILED
    except ModuleNotFoundError as error:
        from emulators import distributions

        complain(distributions.lacking(error, f"ironboard {words[0]}"))
        return Status.FAILED
    except UnicodeDecodeError as error:  # files have a place: storage.text_of
        complain(streams.not_text(error))
        return Status.FAILED
    except OSError as error:
        about = streams.OUTPUT if streams.lost() or streams.unwritten(error) else error.filename
        complain(f"{about}: {storage.reason(error)}" if about else storage.reason(error))
        return Status.FAILED
    return status or Status.DONE
