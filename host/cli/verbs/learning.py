"""Learning to program the machines: learn."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from host.cli.common import FORCE, Action
from host.options import IN, OUT, Option, add


def learn(parser: ArgumentParser) -> Action:
    """List the lessons, show a task, write a source to begin with, check an answer."""
    add(
        parser,
        Option("LESSON", "a lesson (default: list them)", nargs="?"),
        Option("FILE", "a source that solves it, to be checked", IN, nargs="?"),
        Option("--begin FILE", "write a source to begin with", OUT, name="begun"),
        Option("--debug", "open the debugger at the mistake of a wrong answer"),
        Option("--screen", "with --debug: the full-screen view", name="face", value="screen", alone="face"),
        Option("--line", "with --debug: commands, line by line", name="face", value="line", alone="face"),
        Option("--lessons FOLDER", "other lessons: a folder with a Python file for each", Path),
        FORCE,
    )

    def action(options: Namespace) -> int:
        from host.lessons import command

        name, file, folder = options.lesson, options.file, options.lessons
        if options.begun and (file or not name):
            parser.error("--begin goes with a lesson, and with no answer")
        if options.debug and not file:
            parser.error("--debug goes with an answer: ironboard learn LESSON FILE --debug")
        if options.face and not options.debug:
            parser.error(f"--{options.face} goes with --debug")
        if file:
            return command.answer(name, file, folder, debug=options.debug, face=options.face)
        if options.begun:
            print(command.begin(name, options.begun, folder, overwrite=options.overwrite))
        else:
            print("\n".join(command.task(name, folder) if name else command.overview(folder)))
        return 0

    return action
