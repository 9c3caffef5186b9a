"""The verb `kim1`, which is meant without a verb: run a KIM-1."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from host.verbs.paths import IN, OUT, PROGRAM
from host.verbs.values import CORES_6502, address, memory, number, option, picked, positive, seconds
from host.verbs.views import run_machine, view_arguments

SETUP = (
    "program",
    "format",
    "origin",
    "rom",
    "core",
    "expand_low",
    "expand_high",
    "tty",
    "state",
    "tape",
    "record",
    "overwrite",
)
ERRAND = ("cycles", "seconds", "keys", "typed", "screenshot", "transcript")


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard kim1`."""
    machine = parser.add_argument_group("the machine")
    program = machine.add_mutually_exclusive_group()
    option(
        program,
        "--program",
        type=PROGRAM,
        metavar="NAME|FILE",
        default="wally",
        help="what it runs: by name, or an image file",
    )
    program.add_argument("--no-program", dest="program", action="store_const", const=None, help="the bare monitor")
    option(machine, "--format", metavar="NAME", help="the format of the program's file, if its name does not tell")
    option(machine, "--origin", type=address, metavar="ADDRESS", help="where a raw binary belongs")
    option(machine, "--rom", type=IN, metavar="FILE", help="another monitor ROM: 2,048 bytes, 1800-1FFF")
    option(machine, "--core", choices=CORES_6502, default="compiled", help="what executes the program")
    option(machine, "--expand-low", action="store_true", help="4 K more RAM at 0400-13FF")
    option(machine, "--expand-high", type=memory, default=0, metavar="BYTES", help="more RAM from 2000 up")
    option(machine, "--tty", action="store_true", help="strap the monitor to the terminal instead of the keypad")
    option(machine, "--baud", type=positive, metavar="N", help="the terminal's speed (9600)")
    option(machine, "--state", type=IN, metavar="FILE", help="go on from a saved state")
    option(machine, "--tape", type=IN, metavar="FILE", help="play this recording (WAV) from the start")
    option(machine, "--record", type=OUT, metavar="FILE", help="keep all that is done, for `ironboard debug --replay`")
    option(machine, "--force", dest="overwrite", action="store_true", help="replace existing files")

    view_arguments(parser)
    errand = parser.add_argument_group("with --headless")
    length = errand.add_mutually_exclusive_group()
    option(length, "--cycles", type=number, metavar="N", help="how long it runs behind the last key (1,000,000)")
    option(length, "--seconds", type=seconds, metavar="S", help="the same in the machine's time")
    option(errand, "--keys", metavar="KEYS", help="keys to press, such as '09 GO wait:lit 34 GO'")
    option(errand, "--type", dest="typed", metavar="TEXT", help="what the terminal sends, such as '0200 G'")
    option(errand, "--screenshot", type=OUT, metavar="FILE", help="a picture of the panel (.png, .svg, .txt)")
    option(errand, "--transcript", type=OUT, metavar="FILE", help="what the terminal has received")


def action(options: Namespace) -> int:
    """Run a KIM-1."""
    from host.desk.kim1 import setup as desk

    speed = {} if options.baud is None else {"baud": options.baud}
    setup = desk.Setup(**picked(options, SETUP), **speed)
    return run_machine(desk, setup, options, ERRAND)
