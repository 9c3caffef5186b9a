"""The verb of each machine, and the verbs that run programs: run, lockstep, verify, software."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial
from pathlib import Path
from typing import Any

from host import registry
from host.cli.parser import RECORD, STATE, Action, add_compiling, all_cores, core, given_to_compilers, of_machines
from host.options import FORCE, IN, JSON, OUT, PROGRAM, Option, add, given, positive, speed
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
    add(parser.add_argument_group("with --headless"), *model.headless_options)

    def run(options: Namespace) -> int:
        task = given(options, model.headless_options)
        connected = any(getattr(options, each.dest) is not None for each in own if each.alone == "line")
        if options.headless and options.speed is not None and not connected:
            parser.error("--speed does not go with --headless: such a machine runs at full speed")
        if task and not options.headless:
            names = [each.names[0] for each in model.headless_options if each.dest in task]
            parser.error(f"{' and '.join(names)} {'goes' if len(names) == 1 else 'go'} with --headless")
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
        from host.ui.page import make

        setup = given(options, [STATE, *of_machines().values()])
        if options.program:
            setup["program"] = options.program
        played = recording.read(options.recording) if options.recording else None
        path = make(options.machine, setup, played, options.output, options.overwrite)
        print(f"{path}: {path.stat().st_size:,} bytes; a browser opens it")
        return 0

    return action


def run(parser: ArgumentParser) -> Action:
    """Run a program to its end, without a view."""
    machines = parser.add_subparsers(metavar="MACHINE", required=True)
    for name, model in registry.models().items():
        if not model.job_options:
            continue
        each = machines.add_parser(name, help=f"the {model.title}", description=model.title)
        for title, options in model.job_options.items():
            add(each.add_argument_group(title), *options)
        add(each.add_argument_group("the machine"), *model.options.values(), core(model.cores))
        add_compiling(each, model)
        each.set_defaults(parser=each, action=partial(_run_job, model))
    return _run_job  # type: ignore[return-value]  # every machine has set its own


def _run_job(model: Model, options: Namespace) -> int:
    declared = [each for group in model.job_options.values() for each in group]
    job = given(options, [*declared, *model.options.values(), core(model.cores)])
    return model.run_job(job, given_to_compilers(options, model))


def lockstep(parser: ArgumentParser) -> Action:
    """Run a program on two cores side by side."""
    cores = [*dict.fromkeys(core for model in registry.models().values() for core in model.cores)]
    add(
        parser,
        Option("PROGRAM", "a program that comes with Ironboard, a source, or an image file", PROGRAM),
        Option("--cycles N", "how long", positive, 1_000_000),
        Option("--keys KEYS", "keys to press after the start, separated by spaces: '0 9 GO'", default=""),
        Option("--cores NAME", "the two cores", default=("compiled", "py65"), choices=cores, nargs=2),
        JSON,
    )

    def action(options: Namespace) -> int:
        from host.testing.lockstep import lockstep as run

        return run(options.program, options.cycles, options.keys, tuple(options.cores), options.as_json)

    return action


def verify(parser: ArgumentParser) -> Action:
    """Run single-instruction test vectors on a core."""
    models = registry.models().values()
    processors = {each.processor: each for each in reversed(models) if each.vectors}
    add(
        parser,
        Option("PROCESSOR", "the processor the vectors are for", choices=[*reversed(processors)]),
        Option(
            "FILE",
            "test vectors (.json, .jsonl), a line each or an array, or gzipped (.gz)",
            IN,
            name="files",
            nargs="+",
        ),
        all_cores(models),
        JSON,
    )

    def action(options: Namespace) -> int:
        from host.testing.vectors import verify as run

        core = options.core or processors[options.processor].cores[0]
        return run(options.processor, options.files, core, options.as_json)

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
