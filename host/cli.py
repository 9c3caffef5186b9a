"""The `ironboard` command: the table of its verbs.

A verb is a file of `host/verbs`; only the one that was typed is imported, so that the small ones start at once. What
takes time to import is imported by `main`, where Ctrl-C ends the command without a traceback.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from host.verbs.parser import Parser

FAILURE, INTERRUPTED = 1, 130  # exit statuses; argparse's own for wrong usage is 2
DEFAULT_VERB = "kim1"


class Verb(NamedTuple):
    """One verb of the command line."""

    name: str
    title: str
    file: str = ""  # its file in host/verbs, if that has not the verb's name

    def describe(self, parser: ArgumentParser) -> None:
        """Say what can be typed after this verb, and what it calls."""
        module = import_module(f"host.verbs.{self.file or self.name}")
        module.arguments(parser)  # (parser) -> None
        # action: (options) -> int | None: the exit status; None is success
        parser.set_defaults(action=module.action, parser=parser)


VERBS = (
    Verb(DEFAULT_VERB, "run a KIM-1 (what is meant without a verb)"),
    Verb("704", "run an IBM 704: the operator's console", "ibm704"),
    Verb("6600", "run a CDC 6600: the operator's console", "cdc6600"),
    Verb("run", "run a program for the CDC 6600 to its end, without a view"),
    Verb("algol", "compile an ALGOL 60 program and run it on a CDC 6600"),
    Verb("asm", "assemble a source for the 6502, the 704 or the 6600"),
    Verb("dis", "disassemble an image into a source"),
    Verb("cards", "show decks of punched cards, put them together, write them"),
    Verb("rom", "build or verify the images in roms/"),
    Verb("verify", "run single-instruction test vectors on a core"),
    Verb("lockstep", "run a program on two cores side by side"),
    Verb("dap", "the debugger for editors: the Debug Adapter Protocol"),
    Verb("go", "play Go against programs on a CDC 6600 or a KIM-1, or let them play"),
    Verb("gtp", "these as engines for Go programs: GTP on standard input and output"),
    Verb("checkers", "play checkers against an IBM 704, after A. L. Samuel"),
    Verb("kalah", "the moves of a position of Kalah, found on a CDC 6600"),
    Verb("mates", "solve chess problems, mates in two, on a CDC 6600"),
    Verb("draughts", "show and count moves of international draughts on a CDC 6600"),
    Verb("influence", "who has influence where on a Go board, after A. L. Zobrist, found on a CDC 6600"),
    Verb("rook", "play Black against king and rook: an ALGOL 60 program on a CDC 6600"),
    Verb("pitrat", "rules of games as algorithms: moves, threats, wins, found on a CDC 6600"),
    Verb("bench", "measure how fast the machines are"),
    Verb("sweep", "long work: many positions and games, on all processors"),
    Verb("match", "programs play against each other: Go, checkers, endings"),
    Verb("figures", "compare published figures with ours"),
    Verb("debug", "step through a program, stop it, go back in time"),
    Verb("profile", "say where the time of a program goes, and what of it was executed"),
    Verb("doctor", "say what this installation can do, and what to do about the rest"),
)


def parser(typed: str) -> Parser:
    """Return the parser of a command line that begins with a verb, or with an option of all of them."""
    from host.verbs.parser import Parser, Version

    main_parser = Parser("ironboard", description="Classic game programs on the machines they were written for.")
    main_parser.add_argument("--version", action=Version, help="show the program's version number and exit")
    verbs = main_parser.add_subparsers(metavar="VERB", required=True)
    for verb in VERBS:
        each = verbs.add_parser(verb.name, help=verb.title, description=verb.title)
        if verb.name == typed:
            verb.describe(each)
    return main_parser


def with_verb(arguments: Sequence[str]) -> list[str]:
    """Return the arguments, with the verb that is meant when they begin with none."""
    first = arguments[0] if arguments else ""
    known = first in ("-h", "--help", "--version") or (first and not first.startswith("-"))
    return [*arguments] if known else [DEFAULT_VERB, *arguments]


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; return the exit status."""
    try:
        return obey(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        return INTERRUPTED


def obey(arguments: Sequence[str]) -> int:
    """Do what the command line says; return the exit status. Raises KeyboardInterrupt."""
    from emulators.errors import IronboardError

    if sys.stdout is None:  # it has been closed
        sys.stdout = io.StringIO()
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")  # what the encoding of a terminal has not: \xd7 for ×
    words = with_verb(arguments)
    try:
        options = parser(words[0]).options(words)
        status: int | None = options.action(options)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILURE
    except IronboardError as error:
        print(f"ironboard: {error}", file=sys.stderr)
        return FAILURE
    except OSError as error:
        about = f"{error.filename}: " if error.filename else ""
        print(f"ironboard: {about}{error.strerror or error}", file=sys.stderr)
        return FAILURE
    return status or 0
