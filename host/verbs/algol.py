"""The verb `algol`: compile an ALGOL 60 program and run it on a CDC 6600."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path

from host.verbs.paths import IN, OUT, File, named_path
from host.verbs.values import algol_arguments, algol_options, option, picked, positive

CHANNELS = range(100)
JOB = ("input", "output", "cycles", "time", "overwrite", "interactive")


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard algol`."""
    option(parser, "program", type=IN, metavar="PROGRAM", help="a text in ALGOL 60")
    language = algol_arguments(parser, "the program")
    option(language, "--emit", choices=("compass", "listing"), help="do not run it: write its COMPASS text or listing")
    option(language, "-o", dest="to", type=OUT, metavar="FILE", help="with --emit: write to a file")
    files = parser.add_argument_group("files")
    option(files, "--input", type=IN, metavar="FILE", help="the lines of channel 60, or 0")
    option(
        files,
        "--output",
        type=OUT,
        metavar="FILE",
        help="write the lines of channel 61, or 1, there instead of printing them",
    )
    channel = {"action": "append", "metavar": "CHANNEL=FILE"}
    option(files, "--file", dest="files", type=CHANNEL_READ, help="the lines of another channel, 0 to 99", **channel)
    option(files, "--save", dest="saves", type=CHANNEL_WRITTEN, help="keep what was written to a channel", **channel)
    option(files, "--force", dest="overwrite", action="store_true", help="replace existing files")
    files.add_argument(
        "--interactive", action="store_true", help="type channel 60, or 0, when it is read; print 61 and 1 at once"
    )
    time = parser.add_argument_group("time")
    option(time, "--cycles", type=positive, metavar="N", help="stop it after so many minor cycles (1,000,000,000)")
    option(time, "--time", action="store_true", help="say where the time went: by reason, by procedure, by line")


def channel_path(text: str) -> tuple[str, Path]:
    """Return the file's name on the machine, and the path, of CHANNEL=FILE."""
    name, path = named_path(text, "CHANNEL")
    if not name.isdecimal() or int(name) not in CHANNELS or int(name) in (60, 61):
        raise ArgumentTypeError(f"'{text}': expected a channel from 0 to 99, and not 60 or 61")
    return f"CH{int(name)}", path


CHANNEL_READ, CHANNEL_WRITTEN = File(channel_path), File(channel_path, written=True)


def action(options: Namespace) -> int:
    """Compile a program and run it."""
    from host.algol.dialect import LANGUAGE
    from host.desk.cdc6600.compiled import run_file, write
    from host.desk.cdc6600.job import Job

    source = algol_options(options)
    if options.emit:
        write(options.program, LANGUAGE, options.emit, options.to, options.overwrite, **source)
        return 0
    given = {name: value for name, value in picked(options, JOB).items() if value is not None}
    job = Job(
        str(options.program), **given, core="compiled", files=dict(options.files or ()), saves=dict(options.saves or ())
    )
    return run_file(job, LANGUAGE, **source)
