"""The verb `run`: run a program for the CDC 6600 to its end, without a view."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from host.verbs.paths import IN, NAMED_IN, NAMED_OUT, OUT, PROGRAM
from host.verbs.values import CORES, algol_arguments, algol_options, memory, octal, option, picked, positive

JOB = ("program", "format", "core", "words", "fast", "multiply", "em", "input", "output", "cycles", "time", "timing",
       "first", "count", "overwrite", "interactive")  # fmt: skip


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard run`."""
    option(parser, "machine", choices=("6600",), help="what it runs on")
    option(parser, "program", type=PROGRAM, metavar="PROGRAM", help="a name, a COMPASS source, or an image file")
    option(parser, "--format", metavar="NAME", help="the format of the program's file, if its name does not tell")
    algol_arguments(parser)
    machine = parser.add_argument_group("the machine")
    option(machine, "--core", choices=CORES, default="compiled", help="what executes it")
    option(machine, "--words", type=memory, metavar="N", help="storage: 32K, 64K or 128K words (128K)")
    option(machine, "--fast", action="store_true", help="no model of time: an instruction takes a cycle")
    option(machine, "--no-multiply", dest="multiply", action="store_false", help="without the integer multiply feature")
    option(machine, "--em", type=octal, metavar="OCTAL", help="exit mode; 070000, all conditions, if absent")
    files = parser.add_argument_group("files")
    option(files, "--input", type=IN, metavar="FILE", help="the lines of INPUT")
    option(files, "--output", type=OUT, metavar="FILE", help="write the lines of OUTPUT there instead of printing them")
    option(files, "--file", dest="files", type=NAMED_IN, action="append", metavar="NAME=FILE", help="another file")
    option(files, "--save", dest="saves", type=NAMED_OUT, action="append", metavar="NAME=FILE", help="keep a file")
    option(files, "--force", dest="overwrite", action="store_true", help="replace existing files")
    files.add_argument("--interactive", action="store_true", help="type INPUT when it is read; print OUTPUT at once")
    time = parser.add_argument_group("time")
    option(time, "--cycles", type=positive, metavar="N", help="stop it after so many minor cycles (1,000,000,000)")
    option(time, "--time", action="store_true", help="say where the time went: by reason, by unit, by word")
    option(time, "--timing", type=OUT, metavar="FILE", help="units, times and waits of instructions (.txt, .svg)")
    option(time, "--from", dest="first", type=positive, metavar="N", help="the first instruction of that (1)")
    option(time, "--count", type=positive, metavar="N", help="how many (100)")


def action(options: Namespace) -> int:
    """Run a program to its end, without a view."""
    from host.desk.cdc6600.job import Job, run_job

    given = {name: value for name, value in picked(options, JOB).items() if value is not None}
    files, saves = dict(options.files or ()), dict(options.saves or ())
    return run_job(Job(**given, files=files, saves=saves, compiling=algol_options(options)))
