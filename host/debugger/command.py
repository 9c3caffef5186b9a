"""The commands `ironboard debug` and `ironboard profile`.

`debug` opens a session, executes the commands given, and shows the chosen interface. `profile` runs a program from its
first instruction, presses keys, and reports where the time went.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from emulators.distributions import installed, require
from emulators.machine import Machine, Stop
from host import interruption
from host.debugger import cli as line_mode
from host.debugger.cli import CommandError, Monitor
from host.debugger.opening import Opened, Target, open_session
from host.formats import results, storage
from host.interruption import doing
from host.streams import failed, warn

if TYPE_CHECKING:
    from host.debugger.profile import Profile

FAILURE = 1
STDIN = "-"  # the name of standard input where a file is expected
TOP = 15
SCREEN = "host.debugger.tui"
CYCLES = 1_000_000  # run after the last key if nothing is said


Face = Literal["line", "screen"]


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
    profile: Path | None = None  # file for the stacks of the executed code
    overwrite: bool = False  # files that exist


def debug(target: Target, task: Task) -> int:
    """Debug a program; return the exit status. Raises IronboardError when no session can be opened."""
    if not task.overwrite:
        storage.refuse_existing(task.record, task.profile)  # before the user starts a session that cannot be kept
    return work(open_session(target), task)


def work(opened: Opened, task: Task) -> int:
    """Do a task in a session that is open; return the exit status."""
    session = opened.session
    for warning in opened.warnings:
        warn(warning)
    monitor = Monitor(session, print, kind=opened.kind)
    session.on_log = print
    with ExitStack() as at_the_end:  # whatever ends it
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
        require(SCREEN, "--screen")
        from host.debugger.tui import run_screen

        return run_screen(opened) or failed
    return (line_mode.interact(monitor) if face else 0) or failed


def default_face() -> Face:
    """Return the full-screen view on a terminal, if it is installed, else the line mode."""
    return "screen" if sys.stdin.isatty() and sys.stdout.isatty() and installed(SCREEN) else "line"


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


# ---------------------------------------------------------------- ironboard profile


@dataclass(frozen=True)
class Profiling:
    """The program to profile, and the reports to make."""

    cycles: int = CYCLES
    seconds: float | None = None  # the same in the machine's time
    keys: str = ""
    typed: str = ""
    output: Path | None = None  # stacks for a flame-graph viewer
    listing: Path | None = None  # the sources with the cost of every line
    coverage: Path | None = None
    top: int = TOP  # rows of each table
    tree: bool = False
    as_json: bool = False
    overwrite: bool = False


class Watched:
    """A machine that counts every instruction; time passes only in `run`."""

    def __init__(self, machine: Machine, profile: Profile) -> None:
        self._machine = machine
        self._profile = profile

    def __getattr__(self, name: str) -> Any:
        return getattr(self._machine, name)

    def run(self, cycles: int = 0, *, seconds: float = 0.0) -> Stop:
        """Run for cycles, or seconds of the machine's own time."""
        machine = self._machine
        return self._profile.run_to(machine.cycles + cycles + round(seconds * machine.clock))


def profile(target: Target, task: Profiling) -> int:
    """Profile a program; return the exit status: 1 when the machine stopped at an illegal instruction."""
    from host.debugger.profile import Profile
    from host.debugger.profile.result import result

    if not task.overwrite:
        storage.refuse_existing(task.output, task.listing, task.coverage)
    opened = open_session(replace(target, debugging=False))
    feed = opened.kind.feeder(task.keys, task.typed)
    for warning in opened.warnings:
        warn(warning)
    machine, sources = opened.session.machine, opened.session.sources
    found = Profile(machine, sources)
    stop = Stop.NONE
    with interruption.early() as interrupt, doing(lambda: f"{machine.cycles:,} cycles"):
        stop = feed(cast("Machine", Watched(machine, found)))
        if stop == Stop.NONE:
            length = task.cycles if task.seconds is None else round(task.seconds * machine.clock)
            stop = found.run_to(machine.cycles + length)
    if stop != Stop.NONE:
        place, why = machine.read_register(machine.program_counter), stop.name.lower().replace("_", " ")
        at = f"{sources.number(place)} ({machine.disassemble(place)[0]})"
        failed(f"the machine stopped: {machine.reason or why} at {at}")
    if task.as_json:
        results.show(result(found, task.top))
    else:
        print(found.text(task.top), end="")
    if task.tree and not task.as_json:
        print(f"\n{found.call_tree()}", end="")
    own = {line.file for info in opened.program.infos for line in info.lines} if opened.program else None
    if task.output:
        found.write(task.output, overwrite=task.overwrite)
    if task.coverage:
        found.write_coverage(task.coverage, own, overwrite=task.overwrite)
    if task.listing:
        storage.write_text(task.listing, _listing(found, opened, own), task.overwrite)
    interrupt.end(f"that is the profile of {found.cycles:,} cycles; the same command begins anew")
    return FAILURE if stop == Stop.ILLEGAL_INSTRUCTION else 0


def _listing(found: Profile, opened: Opened, own: set[str] | None) -> str:
    """Return the program's sources, or without any its memory, annotated with executions."""
    files = [part.file for part in found.coverage(own)]
    if files:
        return "\n".join(found.heat(file) for file in files)
    stretches = opened.program.image.merged() if opened.program else []
    return "\n".join(found.heat(range(each.address, each.end)) for each in stretches)
