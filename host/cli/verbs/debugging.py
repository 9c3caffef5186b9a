"""Looking into programs: debug, profile, dap, editors and lsp; and doctor, which checks the installation."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from emulators.distributions import name
from emulators.errors import IronboardError
from host import registry
from host.cli.parser import Action, add_compiling, all_cores, given_to_compilers, of_machines
from host.options import (
    DEFINES,
    FORCE,
    FORMAT,
    GROWING,
    IN,
    INCLUDES,
    JSON,
    KEYS,
    LAST_CYCLES,
    OUT,
    PROGRAM,
    SECONDS,
    Option,
    add,
    given,
    picked,
    port,
    positive,
)

TARGET = (
    Option("PROGRAM", "a name, a source, or an image file", PROGRAM, nargs="?"),
    Option("--symbols FILE", "names and lines: .dbg .lst .lbl ...", IN, many=True),
    FORMAT,
    Option("--origin ADDRESS", "where a raw binary, or a relocatable deck, belongs"),
)


def add_target(parser: ArgumentParser) -> Any:
    """Add the options that describe a program and its machine; return the group of the machine."""
    add(parser, *TARGET[:1])
    machine = parser.add_argument_group("the machine")
    names = ", ".join(registry.models())
    about = f"the machine: {names} (default: the one the program is for)"
    add(machine, Option("--machine NAME", about), *TARGET[1:], all_cores(registry.models().values()))
    add(machine, *of_machines().values())
    add(parser.add_argument_group("a source in assembly language"), DEFINES, INCLUDES)
    add_compiling(parser)
    return machine


def target(options: Namespace, **more: Any) -> Any:
    """Return the values of the options that `add_target` added."""
    from host.debugger.opening import Target

    named = picked(options, ("program", "machine", "format", "origin", "core"))
    settings = given(options, of_machines().values())
    compiling = {**given_to_compilers(options), **given(options, (DEFINES, INCLUDES))}
    if "defines" in compiling:
        compiling["defines"] = dict(compiling["defines"])
    return Target(**named, symbols=tuple(options.symbols or ()), options=settings, compiling=compiling, **more)


def debug(parser: ArgumentParser) -> Action:
    """Step through a program, stop it, go back in time."""
    add(
        add_target(parser),
        Option("--replay FILE", "replay a recording from its start", IN),
        Option("--record FILE", "record all input, for --replay", OUT),
        FORCE,
        Option("--profile FILE", "count cycles and write the stacks for a flame graph", OUT),
    )
    add(
        parser.add_argument_group("the face", "full screen on a terminal, lines elsewhere, none after commands"),
        Option("--screen", "the full-screen view", name="face", value="screen", alone="face"),
        Option("--line", "commands, line by line", name="face", value="line", alone="face"),
    )
    add(
        parser.add_argument_group("commands", "run in order; the first error ends the debugger with status 1"),
        Option("--break PLACE", "set a breakpoint, such as COUNT or wally.s:120", name="breaks", many=True),
        Option("-e --execute COMMAND", "a command", name="jobs", many=True),
        Option("--script FILE", "a file of commands, or - for standard input", IN, name="jobs", many=True),
        Option("--keep-going", "continue after errors (the exit status is still 1)"),
    )

    def action(options: Namespace) -> int:
        from host.debugger.command import Job, Task
        from host.debugger.command import debug as run

        jobs = tuple(Job("script" if isinstance(each, Path) else "execute", str(each)) for each in options.jobs or ())
        how = picked(options, ("keep_going", "face", "record", "profile", "overwrite"))
        return run(target(options, replay=options.replay), Task(tuple(options.breaks or ()), jobs, **how))

    return action


def profile(parser: ArgumentParser) -> Action:
    """Show where a program spends its time and which code was executed."""
    add_target(parser)
    task = (
        LAST_CYCLES,
        SECONDS,
        KEYS,
        Option("--type TEXT", "text to type at the terminal, such as '0200 G'", name="typed"),
    )
    results = (
        Option("--top N", "rows of the tables", positive, 15),
        Option("--tree", "also print the call tree"),
        JSON,
        Option("-o --output FILE", "write the stacks for a flame graph", OUT),
        Option("--listing FILE", "write the sources with the cost of every line", OUT),
        Option("--coverage FILE", "write the coverage: lcov's .info, Cobertura's .xml, a page .html, or a report", OUT),
        FORCE,
    )
    add(parser.add_argument_group("what is executed", "starting at the program's first instruction"), *task)
    add(parser.add_argument_group("results"), *results)

    def action(options: Namespace) -> int:
        from host.debugger.command import Profiling
        from host.debugger.command import profile as run

        return run(
            target(options), Profiling(**given(options, task), **picked(options, [each.dest for each in results]))
        )

    return action


def dap(parser: ArgumentParser) -> Action:
    """Serve editors: the Debug Adapter Protocol."""
    add(
        parser,
        Option("--port N", "listen on this port of localhost (0: any free port)", port),
        Option("--once", "with --port: end after the first connection"),
        Option("--log FILE", "append all messages to this file", GROWING),
    )

    def action(options: Namespace) -> int:
        if options.once and options.port is None:
            parser.error("--once goes with --port")
        from host.debugger.dap.server import serve

        return serve(options.port, options.once, options.log)

    return action


def editors(parser: ArgumentParser) -> Action:
    """Write the files that let an editor highlight the languages and start the debugger."""
    add(
        parser,
        Option("EDITOR", "vscode, neovim, vim or emacs (default: list them)", nargs="?"),
        Option("-o --output PATH", "the .vsix, or the folder, to write (default: in this folder)", OUT),
        FORCE,
        JSON,
    )

    def action(options: Namespace) -> None:
        from host.editors import command

        if options.editor and options.as_json:
            parser.error("--json goes with the list: without an editor")
        if options.editor is None:
            if options.output:
                parser.error("--output goes with an editor")
            command.overview(options.as_json)
        else:
            print(command.write(options.editor, options.output, options.overwrite))

    return action


def lsp(parser: ArgumentParser) -> Action:
    """Serve editors: the Language Server Protocol."""
    add(
        parser,
        Option("--stdio", "use standard input and output: the default, and the only choice"),
        Option("--log FILE", "append a log, with internal errors, to this file", GROWING),
    )

    def action(options: Namespace) -> int:
        try:
            from host.editors.lsp.requests import serve
        except ModuleNotFoundError as error:
            if error.name not in ("pygls", "lsprotocol", "cattrs"):
                raise
            raise IronboardError(f'the language server needs pygls: pip install "{name()}[lsp]"') from None

        return serve(options.log)

    return action


def doctor(parser: ArgumentParser) -> Action:
    """Check this installation; the exit status is 1 if a machine has to run as plain Python."""
    add(parser, JSON)

    def action(options: Namespace) -> int:
        from host.cli.installation import examine

        return examine(options.as_json)

    return action
