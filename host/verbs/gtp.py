"""The verb `gtp`: the programs that play Go as engines for Go programs."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from host.games.go.programs import PROGRAMS
from host.verbs.paths import IN
from host.verbs.values import CORES_6502, number, option


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard gtp`."""
    option(parser, "--program", choices=[*PROGRAMS], default="wally", help="which of them")
    option(parser, "--size", type=number, metavar="N", help="the board at the beginning (15 for Wally, else 19)")
    option(parser, "--seed", type=number, default=0, metavar="N", help="of moves that are drawn (zobrist; 0: none is)")
    option(parser, "--templates", type=IN, metavar="FILE", help="instead of zobrist's own")
    option(parser, "--core", choices=CORES_6502, default="compiled", help="what executes the program")


def action(options: Namespace) -> None:
    """Be a Go engine."""
    from host.games.go.commands import session
    from host.games.go.programs import Setup, engine_of

    setup = Setup(options.size, options.core, seed=options.seed, templates=options.templates)
    session(engine_of(options.program, setup))
