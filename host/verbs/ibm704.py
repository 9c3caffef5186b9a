"""The verb `704`: run an IBM 704, the operator's console."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from host.verbs.paths import IN, OUT, PROGRAM
from host.verbs.values import memory, number, option, picked, seconds
from host.verbs.views import run_machine, view_arguments

ERRAND = ("cycles", "seconds", "keys", "paper", "punch", "screenshot")


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard 704`."""
    machine = parser.add_argument_group("the machine")
    program = machine.add_mutually_exclusive_group()
    option(
        program, "program", type=PROGRAM, nargs="?", metavar="PROGRAM", help="a name, a deck, an image, a SAP source"
    )
    program.add_argument("--empty", action="store_true", help="nothing in storage, nothing in the hopper")
    option(machine, "--cards", type=IN, action="append", metavar="FILE", help="a deck for the hopper, behind PROGRAM")
    option(
        machine,
        "--tape",
        dest="tapes",
        type=PROGRAM,
        action="append",
        metavar="FILE",
        help="a tape for unit 1, 2, ...; '' is new",
    )
    option(machine, "--core", choices=("auto", "compiled", "python"), default="auto", help="what executes the program")
    option(
        machine, "--core-size", type=memory, choices=(4096, 8192, 32768), metavar="WORDS", help="4K, 8K or 32K (32K)"
    )
    option(machine, "--state", type=IN, metavar="FILE", help="go on from a saved state")
    option(machine, "--record", type=OUT, metavar="FILE", help="keep all that is done, for `ironboard debug --replay`")
    option(machine, "--force", dest="overwrite", action="store_true", help="replace existing files")
    view_arguments(parser)
    errand = parser.add_argument_group("with --headless")
    length = errand.add_mutually_exclusive_group()
    option(length, "--cycles", type=number, metavar="N", help="how long it runs at most, in cycles of 12 microseconds")
    option(length, "--seconds", type=seconds, metavar="S", help="the same in the machine's time (an hour)")
    option(errand, "--keys", metavar="KEYS", help="what to do when it stops, such as 'switch 1, start'")
    option(errand, "--print", dest="paper", type=OUT, metavar="FILE", help="what has been printed")
    option(errand, "--punch", type=OUT, metavar="FILE", help="the cards that have been punched (.deck, .cbn)")
    option(errand, "--screenshot", type=OUT, metavar="FILE", help="a picture of the console (.png, .svg, .txt)")


def action(options: Namespace) -> int:
    """Run an IBM 704."""
    from host.desk.ibm704 import setup as desk

    setup = desk.Setup(
        cards=tuple(options.cards or ()),
        tapes=tuple(options.tapes or ()),
        **picked(options, ("program", "empty", "core", "state", "record", "overwrite")),
        **({"core_size": options.core_size} if options.core_size else {}),
    )
    return run_machine(desk, setup, options, ERRAND)
