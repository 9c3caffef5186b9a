"""From the command line to a session: the machine built, the program found and run to its entry.

`debug` implements `ironboard debug`: it opens a session, executes the commands given, and shows the chosen face.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from emulators.errors import require_path
from emulators.image import Image
from host import registry
from host.assemblers.dialects import dialect_of
from host.debugger import cli as line_mode
from host.debugger import recording
from host.debugger.cli import CommandError, Monitor
from host.debugger.programs import find, source_suffixes
from host.debugger.session import Session
from host.formats import storage
from host.languages.sources import Program
from host.streams import failed

FAILURE = 1
STDIN = "-"  # the name of standard input where a file is expected

Face = Literal["line", "screen"]


@dataclass(frozen=True)
class Target:
    """The program to debug, and its machine."""

    program: str | None = None  # a name of the manifest, a source, an image file; None: the bare machine
    machine: str | None = None  # None: the one that the recording is of, or that the program is for
    symbols: tuple[Path, ...] = ()
    format: str | None = None
    origin: int | str | None = None
    core: str | None = None  # None: the first that the machine has
    replay: Path | None = None  # a recording to live again
    options: Mapping[str, Any] = field(default_factory=dict)  # of the machine, as `Setup` has them
    compiling: Mapping[str, Any] = field(default_factory=dict)  # of the program's compiler


@dataclass
class Opened:
    """A session at the start of its program."""

    session: Session
    kind: registry.Model
    program: Program | None = None
    warnings: list[str] = field(default_factory=list)


def open_session(target: Target, debugging: bool = True) -> Opened:
    """Return a session; raises IronboardError for an unusable machine, program, symbol file or recording.

    Where one is `debugging`, a source is compiled for that, if `target.compiling` does not say otherwise.
    """
    if target.program is not None:
        require_path(target.program)
    played = recording.read(target.replay) if target.replay else None
    kind = registry.find(target.machine or (played and registry.titled(played.title)) or registry.meant(target.program))
    program = None
    if target.program is not None:
        how = target.compiling
        if debugging and Path(target.program).suffix.lower() in source_suffixes():
            how = {**dialect_of(target.program, machine=kind.name).debugged, **how}
        program = find(target.program, target.symbols, target.format, target.origin, how, kind.name)
    machine = kind.build({**target.options, **({"core": target.core} if target.core else {})})
    warnings = []
    if played:
        played.begin(machine)
    elif program:
        warnings.append(kind.start(machine, program))
    known = ([program] if program else []) + kind.roms(machine)
    first, *others = known or [Program("", Image())]
    sources = first.sources(*others, radix=machine.radix, address_bits=machine.address_bits)
    inspect = next((each.inspect for each in known if each.inspect), None)
    session = Session(machine, sources, language=inspect(machine) if inspect else None)
    if played:
        session.replay(played)
    warnings += [warning for each in known for warning in each.warnings]
    return Opened(session, kind, program, [warning for warning in warnings if warning])


# ---------------------------------------------------------------- ironboard debug


@dataclass(frozen=True)
class Job:
    """Commands to execute before the user's."""

    kind: Literal["execute", "script"]
    text: str  # a command; the name of a file


@dataclass(frozen=True)
class Task:
    """The options of a debugging session."""

    breaks: tuple[str, ...] = ()  # places, as after the command `break`
    jobs: tuple[Job, ...] = ()  # in their order
    keep_going: bool = False  # past errors of jobs
    face: Face | None = None  # None: none after jobs, else whatever suits the terminal
    record: Path | None = None  # where the session's input shall be kept
    profile: Path | None = None  # where the stacks of what was executed shall be written
    overwrite: bool = False  # files that exist


def debug(target: Target, task: Task) -> int:
    """Debug a program; return the exit status. Raises IronboardError when no session can be opened."""
    if not task.overwrite:
        storage.refuse_existing(task.record, task.profile)  # before the user works on what cannot be kept
    return work(open_session(target), task)


def work(opened: Opened, task: Task) -> int:
    """Do a task in a session that is open; return the exit status."""
    session = opened.session
    for warning in opened.warnings:
        print(f"ironboard: warning: {warning}", file=sys.stderr)
    monitor = Monitor(session, print, kind=opened.kind)
    session.on_log = print
    with ExitStack() as at_the_end:  # however it comes
        if record := task.record:
            at_the_end.callback(lambda: session.recording().write(record, overwrite=task.overwrite))
        if task.profile:
            from host.debugger.profile import profile_of

            profile = profile_of(session)
            profile.attach(session)
            at_the_end.callback(profile.write, task.profile, overwrite=task.overwrite)
        return _debug(opened, monitor, task)


def _debug(opened: Opened, monitor: Monitor, task: Task) -> int:
    breaks = [Job("execute", f"break {place}") for place in task.breaks]
    errors = _do(monitor, breaks, "--break", keep_going=False) or _do(monitor, task.jobs, "--execute", task.keep_going)
    failed = FAILURE if errors else 0
    if monitor.status is not None or (errors and not task.keep_going):
        return monitor.status or failed
    face = task.face or (None if task.jobs else default_face())
    if face == "screen":
        from host.debugger.tui import run_screen

        return run_screen(opened) or failed
    return (line_mode.interact(monitor) if face else 0) or failed


def default_face() -> Face:
    """Return the full-screen view on a terminal, else the line mode."""
    return "screen" if sys.stdin.isatty() and sys.stdout.isatty() else "line"


def _do(monitor: Monitor, jobs: Iterable[Job], name: str, keep_going: bool) -> int:
    """Execute jobs up to `quit`, or to the first error unless errors are skipped; return the number of errors."""
    errors = 0
    for job in jobs:
        try:
            if job.kind == "execute":
                errors += monitor.execute_lines([job.text], name, _report if keep_going else None)
            elif job.text == STDIN:
                lines = (line.removesuffix("\n") for line in sys.stdin)
                errors += monitor.execute_lines(lines, "standard input", _report if keep_going else None)
            else:
                errors += monitor.execute_file(Path(job.text), _report if keep_going else None)
        except CommandError as error:
            _report(error)
            return errors + 1
        if monitor.status is not None:
            break
    return errors


def _report(error: CommandError) -> None:
    sys.stdout.flush()
    failed(error)
