"""The verb `rook`: play Black against an ALGOL 60 program that mates with king and rook, on a CDC 6600."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from host.verbs.values import option


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard rook`."""
    option(parser, "--input", type=Path, metavar="FILE", help="what is typed else: version, position, Black's moves")
    option(parser, "--games", type=Path, metavar="FILE", help="keep the moves of both sides there")
    option(parser, "--force", dest="overwrite", action="store_true", help="replace an existing file")


def action(options: Namespace) -> int:
    """Play games."""
    from host.games.rook import play

    return play(options.input, options.games, options.overwrite)
