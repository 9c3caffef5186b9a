"""The verb `gtp`: Wally as an engine for Go programs."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from host.games.wally_board import PROGRAMS
from host.verbs.values import CORES_6502, option


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard gtp`."""
    option(parser, "--program", choices=PROGRAMS, default=PROGRAMS[0], help="which of the two")
    option(parser, "--core", choices=CORES_6502, default="compiled", help="what executes the program")


def action(options: Namespace) -> None:
    """Be a Go engine."""
    from host.games.wally_gtp import gtp_session

    gtp_session(options.core, options.program)
