"""The verb `6600`: run a CDC 6600, the operator's console."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from host.verbs.paths import IN, NAMED_IN, NAMED_OUT, OUT, PROGRAM
from host.verbs.values import CORES, algol_arguments, algol_options, memory, octal, option, picked, positive, seconds
from host.verbs.views import run_machine, view_arguments

SETUP = ("program", "format", "empty", "words", "fast", "multiply", "em", "input", "output", "overwrite",
         "state", "record")  # fmt: skip
ERRAND = ("cycles", "seconds", "lines", "screenshot")


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard 6600`."""
    job = parser.add_argument_group("the job")
    program = job.add_mutually_exclusive_group()
    option(
        program,
        "program",
        type=PROGRAM,
        nargs="?",
        metavar="PROGRAM",
        help="a name, a COMPASS source, an image file",
    )
    program.add_argument("--empty", action="store_true", help="no job")
    option(job, "--format", metavar="NAME", help="the format of the program's file, if its name does not tell")
    option(job, "--input", type=IN, metavar="FILE", help="the lines of INPUT, which is the keyboard else")
    option(job, "--output", type=OUT, metavar="FILE", help="keep the lines of OUTPUT there")
    option(job, "--file", dest="files", type=NAMED_IN, action="append", metavar="NAME=FILE", help="another file")
    option(job, "--save", dest="saves", type=NAMED_OUT, action="append", metavar="NAME=FILE", help="keep a file")
    option(job, "--force", dest="overwrite", action="store_true", help="replace existing files")
    algol_arguments(parser)
    machine = parser.add_argument_group("the machine")
    option(machine, "--core", choices=CORES, default="compiled", help="what executes the program")
    option(machine, "--words", type=memory, metavar="N", help="storage: 32K, 64K or 128K words (128K)")
    option(machine, "--fast", action="store_true", help="no model of time: an instruction takes a cycle")
    option(machine, "--no-multiply", dest="multiply", action="store_false", help="without the integer multiply feature")
    option(machine, "--em", type=octal, metavar="OCTAL", help="exit mode; 070000, all conditions, if absent")
    option(machine, "--state", type=IN, metavar="FILE", help="go on from a saved state")
    option(machine, "--record", type=OUT, metavar="FILE", help="keep all that is done, for `ironboard debug --replay`")
    view_arguments(parser)
    errand = parser.add_argument_group("with --headless")
    length = errand.add_mutually_exclusive_group()
    option(length, "--cycles", type=positive, metavar="N", help="how long it runs at most, in minor cycles of 100 ns")
    option(length, "--seconds", type=seconds, metavar="S", help="the same in the machine's time (100 s)")
    option(errand, "--line", dest="lines", action="append", metavar="LINE", help="type a line when the job waits")
    option(errand, "--screenshot", type=OUT, metavar="FILE", help="a picture of the console (.png, .svg, .txt)")


def action(options: Namespace) -> int:
    """Run a CDC 6600."""
    from host.desk.cdc6600 import setup as desk

    given = {name: value for name, value in picked(options, SETUP).items() if value is not None}
    files, saves = dict(options.files or ()), dict(options.saves or ())
    setup = desk.Setup(**given, core=options.core, files=files, saves=saves, compiling=algol_options(options))
    return run_machine(desk, setup, options, ERRAND)
