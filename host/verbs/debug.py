"""The verb `debug`: step through a program, stop it, go back in time."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from host.verbs.paths import IN, OUT, File
from host.verbs.values import option, picked
from host.verbs.wish import wish_arguments, wish_of


def arguments(parser: ArgumentParser) -> None:
    """Describe `ironboard debug`."""
    machine = wish_arguments(parser)
    option(machine, "--replay", type=IN, metavar="FILE", help="go through a recording, from its start")
    option(machine, "--record", type=OUT, metavar="FILE", help="keep the session's input, for --replay")
    option(machine, "--force", dest="overwrite", action="store_true", help="replace existing files")
    option(machine, "--profile", type=OUT, metavar="FILE", help="count cycles; write stacks for a flame graph")

    group = parser.add_argument_group("the face", "full screen on a terminal, lines elsewhere, none behind commands")
    faces = group.add_mutually_exclusive_group()
    faces.add_argument("--screen", dest="face", action="store_const", const="screen", help="the full-screen view")
    faces.add_argument("--line", dest="face", action="store_const", const="line", help="commands, line by line")

    jobs = parser.add_argument_group("commands", "executed in their order; the first error ends it with status 1")
    option(jobs, "--break", dest="breaks", action="append", metavar="PLACE", help="stop there: COUNT, wally.s:120")
    option(jobs, "-e", "--execute", dest="jobs", type=command, action="append", metavar="COMMAND", help="a command")
    option(
        jobs, "--script", dest="jobs", type=File(script), action="append", metavar="FILE", help="a file of them, or -"
    )
    option(jobs, "--keep-going", action="store_true", help="go on behind errors; the status is still 1")


def command(text: str) -> tuple[str, str]:
    """Return a job of the debugger: a command."""
    return "execute", text


def script(text: str) -> tuple[str, str]:
    """Return a job of the debugger: a file of commands."""
    return "script", text


def action(options: Namespace) -> int:
    """Debug a program."""
    from host.debugger.opening import Job, Task
    from host.debugger.opening import debug as run

    wish = wish_of(options, replay=options.replay)
    jobs = tuple(Job(kind, text) for kind, text in options.jobs or ())
    breaks = tuple(options.breaks or ())
    return run(wish, Task(breaks, jobs, **picked(options, ("keep_going", "face", "record", "profile", "overwrite"))))
