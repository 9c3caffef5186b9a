"""The verb `figures`: compare published figures with ours."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from host.verbs.paths import OUT
from host.verbs.values import option, picked


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard figures`."""
    errand = parser.add_mutually_exclusive_group()
    option(errand, "-o", "--output", type=OUT, metavar="FILE", help="write the page to a file instead of printing it")
    option(errand, "--write", action="store_true", help="write docs/figures.md of this checkout")
    option(errand, "--check", action="store_true", help="fail if docs/figures.md is not what would be written")
    option(parser, "--force", dest="overwrite", action="store_true", help="with -o: replace an existing file")


def action(options: Namespace) -> None:
    """Compare what was published with what comes out here."""
    from host.figures.command import run

    run(**picked(options, ("output", "overwrite", "write", "check")))
