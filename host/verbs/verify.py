"""The verb `verify`: run single-instruction test vectors on a core."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from host.verbs.paths import IN
from host.verbs.values import CORES_6502, option

PROCESSORS = ("6502", "704", "6600")


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard verify`."""
    option(parser, "processor", choices=PROCESSORS, help="whose vectors they are")
    option(
        parser,
        "files",
        type=IN,
        nargs="+",
        metavar="FILE",
        help="test vectors: JSON, a line each or an array, or gzipped",
    )
    option(parser, "--core", choices=CORES_6502, default="compiled", help="the core to test")


def action(options: Namespace) -> int:
    """Run test vectors."""
    from host.checks.verify import verify as run

    return run(options.processor, options.files, options.core)
