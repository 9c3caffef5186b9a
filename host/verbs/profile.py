"""The verb `profile`: where the time of a program goes, and what of it was executed."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from host.verbs.paths import OUT
from host.verbs.values import number, option, picked, positive, seconds
from host.verbs.wish import wish_arguments, wish_of

MEASURING = ("cycles", "seconds", "top", "tree", "output", "listing", "coverage", "overwrite")


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard profile`."""
    wish_arguments(parser)
    errand = parser.add_argument_group("what is executed", "from the program's first instruction on")
    length = errand.add_mutually_exclusive_group()
    option(length, "--cycles", type=number, metavar="N", help="how long it runs behind the last key (1,000,000)")
    option(length, "--seconds", type=seconds, metavar="S", help="the same in the machine's time")
    option(errand, "--keys", metavar="KEYS", help="keys to press, such as '09 GO wait:lit 34 GO'")
    option(errand, "--type", dest="typed", metavar="TEXT", help="what the terminal sends, such as '0200 G'")
    results = parser.add_argument_group("what comes of it")
    option(results, "--top", type=positive, default=15, metavar="N", help="rows of the tables")
    option(results, "--tree", action="store_true", help="print the tree of calls, too")
    option(results, "-o", "--output", type=OUT, metavar="FILE", help="write the stacks for a flame graph")
    option(results, "--listing", type=OUT, metavar="FILE", help="the sources with what every line cost")
    option(results, "--coverage", type=OUT, metavar="FILE", help="what was executed: lcov's .info, or a report")
    option(results, "--force", dest="overwrite", action="store_true", help="replace existing files")


def action(options: Namespace) -> int:
    """Say where the time of a program goes."""
    from host.debugger.profile.command import Errand
    from host.debugger.profile.command import profile as run

    inputs = {name: value for name, value in picked(options, ("keys", "typed")).items() if value}
    return run(wish_of(options), Errand(**inputs, **picked(options, MEASURING)))
