"""The verb `bench`: measure how fast the machines are."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from host.verbs.paths import IN, OUT
from host.verbs.values import option, picked, positive

BENCHES = (
    "functional",
    "copy",
    "bcd",
    "sieve",
    "bits",
    "scan",
    "chains",
    "wally",
    "speed",
    "rewind",
    "compile",
    "start",
    "loops704",
    "checkers",
    "samuel",
    "draughts",
    "loops6600",
    "kalah",
    "mates",
    "pitrat",
    "go",
    "algol",
)


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard bench`."""
    option(parser, "names", nargs="*", metavar="NAME", help=f"{', '.join(BENCHES)}; all of them if none is named")
    option(parser, "--runs", type=positive, metavar="N", help="how often each is measured")
    option(parser, "--from", dest="source", type=IN, metavar="FILE", help="measure nothing: take stored figures")
    option(parser, "--compare", type=IN, metavar="FILE", help="compare with older figures")
    option(parser, "--json", type=OUT, metavar="FILE", help="store the figures")
    option(parser, "--markdown", type=OUT, metavar="FILE", help="write them as a page")
    option(parser, "--plot", type=OUT, metavar="FILE", help="draw them (.svg)")
    option(parser, "--force", dest="overwrite", action="store_true", help="replace existing files")


def action(options: Namespace) -> None:
    """Measure how fast the machines are."""
    from host.bench.suite import Outputs
    from host.bench.suite import bench as measure

    outputs = Outputs(**picked(options, ("json", "markdown", "plot", "overwrite")))
    measure(options.names, options.runs, options.source, options.compare, outputs)
