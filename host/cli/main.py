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
FAILURE, INTERRUPTED = 1, 130  # exit statuses; argparse's own for wrong usage is 2


class Verb(NamedTuple):
    """One verb of the command line."""

    name: str
    title: str
    topic: str  # the module of host/cli/verbs with its function
    example: str = ""  # a command line with it, after `ironboard`; files named in it are the user's
    model: Model | None = None  # of a machine's verb

    def describe(self, parser: ArgumentParser) -> None:
        """Return the words that can follow this verb, and the function it calls."""
        module = import_module(f"host.cli.verbs.{self.topic}")
        action = module.machine(parser, self.model) if self.model else getattr(module, self.name)(parser)
        parser.set_defaults(action=action, parser=parser)


VERBS = (  # besides that of each machine
    Verb("web", "write a machine's panel as a page for browsers: one file, playable", "machines", "web wally"),
    Verb(
        "run",
        "run a program for the CDC 6600 or the IBM 704 to its end, without a view",
        "machines",
        "run 6600 program.alg",
    ),
    Verb("algol", "compile an ALGOL 60 program and run it on a CDC 6600", "sources", "algol program.alg"),
    Verb("fortran", "compile a FORTRAN program and run it on a CDC 6600 or an IBM 704", "sources", "fortran program.f"),
    Verb("learn", "small tasks for each machine and language; your answers are checked", "sources", "learn add16"),
    Verb("asm", "assemble a source for the 6502, the 704 or the 6600", "sources", "asm program.s -o program.ptp"),
    Verb(
        "load",
        "load relocatable binaries for the 6600, with libraries, into an image",
        "sources",
        "load part.rel library.rel -o program.o60",
    ),
    Verb("dis", "disassemble an image into a source", "sources", "dis program.ptp"),
    Verb("cards", "show, combine and write decks of punched cards", "sources", "cards program.cbn"),
    Verb("rom", "build or verify the images in roms/", "sources", "rom verify"),
    Verb("verify", "run single-instruction test vectors on a core", "machines", "verify 6502 vectors.json"),
    Verb("lockstep", "run a program on two cores side by side", "machines", "lockstep program.s"),
    Verb("dap", "the debugger for editors: the Debug Adapter Protocol", "debugging", "dap --port 4711"),
    Verb("editors", "write language support for VS Code, Neovim, Vim or Emacs", "debugging", "editors vscode"),
    Verb("lsp", "language support for editors: the Language Server Protocol", "debugging", "lsp --log log.txt"),
    Verb("go", "play Go against programs on a CDC 6600 or a KIM-1, or watch two play", "games", "go zobrist --size 9"),
    Verb("gtp", "run a Go program as an engine: GTP on standard input and output", "games", "gtp --program nps"),
    Verb("checkers", "play checkers against an IBM 704, after A. L. Samuel", "games", "checkers --depth 2"),
    Verb(
        "hub", "run the 704's checkers program as an engine: Hub on standard input and output", "games", "hub --depth 4"
    ),
    Verb("kalah", "play Kalah on a CDC 6600, or find the moves of a position", "games", "kalah 6 --moves"),
    Verb(
        "mates",
        "solve chess problems, mates in two or more, on a CDC 6600",
        "games",
        "mates 'kbK5/pp6/1P6/8/8/8/8/R7 w'",
    ),
    Verb("draughts", "show and count moves of international draughts on a CDC 6600", "games", "draughts --depth 3"),
    Verb(
        "influence",
        "compute the influence of the stones on a Go board on a CDC 6600, after A. L. Zobrist",
        "games",
        "influence position.txt",
    ),
    Verb("endings", "play a bare king against ALGOL 60 programs that mate, on a CDC 6600", "games", "endings"),
    Verb("rook", "the same; the rook ending if no other is named", "games", "rook"),
    Verb(
        "pitrat",
        "a general game player, after J. Pitrat: moves, threats and wins from the rules of a game, on a CDC 6600",
        "pitrat",
        "pitrat moves chess",
    ),
    Verb("bench", "measure how fast the machines are", "measuring", "bench sieve --runs 1"),
    Verb("sweep", "run many positions or games, on all processors", "measuring", "sweep wally-random --games 10"),
    Verb("match", "play matches between programs: Go, checkers, endings", "measuring", "match wally random --games 10"),
    Verb("figures", "compare published figures with ours", "measuring", "figures --check"),
    Verb("debug", "step through a program, stop it, go back in time", "debugging", "debug program.s"),
    Verb(
        "profile", "show where a program spends its time, and which code was executed", "debugging", "profile program.s"
    ),
    Verb("software", "list programs of the time that run unmodified, and run them", "machines", "software"),
    Verb(
        "board",
        "send programs to a real KIM-1 on a serial line, run them, read its memory",
        "boards",
        "board load program.ptp --port /dev/ttyUSB0",
    ),
    Verb("doctor", "check this installation, with instructions for missing parts", "debugging", "doctor"),
)


def verbs() -> list[Verb]:
    """Return all verbs, those of the machines first."""
    from host import registry

    return [
        *(Verb(each.name, each.summary, "machines", each.name, each) for each in registry.models().values()),
        *VERBS,
    ]


def parser(typed: str) -> Parser:
    """Return the parser of a command line that begins with a verb, or with an option common to all verbs."""
    from host.cli.parser import VERB, Parser, Version

    main_parser = Parser("ironboard", description="Classic game programs on the machines they were written for.")
    main_parser.add_argument("--version", action=Version, help="show the program's version number and exit")
    parsers = main_parser.add_subparsers(metavar=VERB, required=True)
    for verb in verbs():
        example = f"ironboard {verb.example}"
        each = parsers.add_parser(verb.name, help=verb.title, description=verb.title, epilog=f"example: {example}")
        each.set_defaults(example=example)
        if verb.name == typed:
            verb.describe(each)
    return main_parser


def with_verb(arguments: Sequence[str]) -> list[str]:
    """Return the arguments with the default verb, the first machine's, if they begin without a verb."""
    first = arguments[0] if arguments else ""
    known = first in ("-h", "--help", "--version") or (first and not first.startswith("-"))
    return [*arguments] if known else [verbs()[0].name, *arguments]


def command() -> int:
    """Run the command line of this process: as `main`, with the signals that end it, and a line when it takes long."""
    try:
        from host import interruption

        with interruption.heard(), interruption.breaking_silence():
            status = main()
            return interruption.ending.status if status == INTERRUPTED else status
    except KeyboardInterrupt:  # before `main` or after it
        return INTERRUPTED


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
    from host.streams import complain

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
        return FAILURE
    except IronboardError as error:
        complain(error)
        streams.lost()
        return FAILURE
    except UnicodeDecodeError as error:  # files have a place: storage.text_of
        complain(streams.not_text(error))
        return FAILURE
    except OSError as error:
        about = streams.OUTPUT if streams.lost() else error.filename
        complain(f"{about}: {storage.reason(error)}" if about else storage.reason(error))
        return FAILURE
    return status or 0
