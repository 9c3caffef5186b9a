"""The verb `lockstep`: run a program on two cores side by side."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from host.verbs.paths import PROGRAM
from host.verbs.values import CORES_6502, option, positive


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard lockstep`."""
    option(
        parser, "program", type=PROGRAM, metavar="PROGRAM", help="a program that comes with Ironboard, or an image file"
    )
    option(parser, "--cycles", type=positive, default=1_000_000, metavar="N", help="how long")
    option(parser, "--keys", default="", metavar="KEYS", help="keys to press behind GO, with spaces between: '0 9 GO'")
    option(parser, "--cores", nargs=2, choices=CORES_6502, default=("compiled", "py65"), help="the two cores")


def action(options: Namespace) -> int:
    """Run two cores side by side."""
    from host.checks.lockstep import lockstep as run

    return run(options.program, options.cycles, options.keys, tuple(options.cores))
