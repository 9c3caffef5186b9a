"""The verb of each machine, and those that show it: web, software."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from host import registry
from host.cli.parser import RECORD, STATE, Action, add_compiling, core, given_to_compilers, of_machines
from host.options import FORCE, IN, JSON, OUT, PROGRAM, Option, add, given, speed
from host.registry import Model

VIEWS = (
    Option("--window", "the panel in a window", name="view", value="window", alone="view"),
    Option("--tui", "the panel in the terminal", name="view", value="terminal", alone="view"),
    Option("--headless", "no view: run the program and print the result", alone="view"),
    Option("--speed TIMES", "a multiple of the original clock rate, or turbo (default: the last one used)", speed),
)


def machine(parser: ArgumentParser, model: Model) -> Action:
    """Run a machine: in a view, or without one."""
    own = (*model.run_options, *model.options.values(), core(model.cores), STATE, RECORD, FORCE)
    add(parser.add_argument_group("the machine"), *own)
    add_compiling(parser, model)
    add(parser.add_argument_group("the view", "a window if there is a display, else the terminal"), *VIEWS)
    add(parser.add_argument_group("with --headless"), *model.headless_options, JSON)

    def run(options: Namespace) -> int:
        tasks = (*model.headless_options, JSON)
        task = given(options, tasks)
        connected = any(getattr(options, each.dest) is not None for each in own if each.alone == "line")
        if options.headless and options.speed is not None and not connected:
            parser.error("--speed does not go with --headless: such a machine runs at full speed")
        if task and not options.headless:
            names = [each.names[0] for each in tasks if each.dest in task]
            parser.error(f"{' and '.join(names)} {'goes' if len(names) == 1 else 'go'} with --headless")
        if options.as_json and connected:
            parser.error("--json does not go with a line: its name is printed")
        setup: dict[str, Any] = given(options, own)
        if compiling := given_to_compilers(options, model):
            setup["compiling"] = compiling
        if options.headless:
            return int(model.runner().run_headless(setup, task, options.speed or 1.0))
        return int(model.runner().run_in_view(setup, options.view, options.speed))

    return run


def web(parser: ArgumentParser) -> Action:
    """Write a machine's panel as a page for browsers."""
    names = ", ".join(registry.models())
    add(
        parser,
        Option(
            "PROGRAM",
            "the program: a name, a source or an image file (default: the machine's first program)",
            PROGRAM,
            nargs="?",
        ),
        Option("-o --output FILE", "the page to write (PROGRAM.html)", OUT),
        Option(
            "--machine NAME",
            f"the machine: {names} (default: the one the program is for)",
            choices=[*registry.models()],
        ),
        STATE,
        Option("--recording FILE", "a recording made with --record, for the page to play", IN),
        FORCE,
    )
    add(parser.add_argument_group("the machine"), *of_machines().values())

    def action(options: Namespace) -> int:
        from host.debugger import recording
        from host.panels.games.listed import find, write
        from host.ui.page import make

        setup = given(options, [STATE, *of_machines().values()])
        listed = find(options.program)
        if listed and not (setup or options.machine or options.recording):
            path = options.output or Path(f"{listed.name}.html")
            write(listed, path, overwrite=options.overwrite)
            return told(path)
        if options.program:
            setup["program"] = options.program
        played = recording.read(options.recording) if options.recording else None
        return told(make(options.machine, setup, played, options.output, options.overwrite))

    def told(path: Path) -> int:
        print(f"{path}: {path.stat().st_size:,} bytes; a browser opens it")
        return 0

    return action


def software(parser: ArgumentParser) -> Action:
    """List programs of the time that are known to run, or run some."""
    add(
        parser,
        Option("NAME", "the programs to run; without one, all are listed", name="names", nargs="*"),
        Option("--from FOLDER", "the folder with the repositories ($IRONBOARD_SOFTWARE)", Path, name="folder"),
        Option("--play", "open the machine with the program, if it is a game for its console"),
        JSON,
    )

    def action(options: Namespace) -> int:
        from host.software.catalogue import software as run

        if options.play and options.as_json:
            parser.error("--json does not go with --play")
        return run(options.names, options.folder, options.play, options.as_json)

    return action
