"""`ironboard debug`: open a session, execute what the command line says, show the face that is wanted."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from host.debugger.monitor import CommandError, Monitor
from host.debugger.monitor.script import execute_file, execute_lines
from host.debugger.opening import Opened, Wish, open_session
from host.formats import storage

FAILURE = 1
STDIN = "-"  # the name of standard input where a file is expected

Face = Literal["line", "screen"]


@dataclass(frozen=True)
class Job:
    """Commands to execute before the user's."""

    kind: Literal["execute", "script"]
    text: str  # a command; the name of a file


@dataclass(frozen=True)
class Errand:
    """What is to be done in a session."""

    breaks: tuple[str, ...] = ()  # places, as behind the command `break`
    jobs: tuple[Job, ...] = ()  # in their order
    keep_going: bool = False  # past errors of jobs
    face: Face | None = None  # None: none behind jobs, else whatever suits the terminal
    record: Path | None = None  # where the session's input shall be kept
    profile: Path | None = None  # where the stacks of what was executed shall be written
    overwrite: bool = False  # files that exist


def debug(wish: Wish, errand: Errand) -> int:
    """Debug a program; return the exit status. Raises IronboardError when no session can be opened."""
    if not errand.overwrite:
        storage.refuse_existing(errand.record, errand.profile)  # before the user works on what cannot be kept
    opened = open_session(wish)
    for warning in opened.warnings:
        print(f"ironboard: warning: {warning}", file=sys.stderr)
    monitor = Monitor(opened.session, print, kind=opened.kind)
    opened.session.on_log = print
    with _recorded(opened, errand.record, errand.overwrite), _profiled(opened, errand.profile, errand.overwrite):
        return _debug(opened, monitor, errand)


def _debug(opened: Opened, monitor: Monitor, errand: Errand) -> int:
    breaks = [Job("execute", f"break {place}") for place in errand.breaks]
    errors = _do(monitor, [*breaks], "--break", keep_going=False)
    errors += _do(monitor, errand.jobs, "--execute", errand.keep_going) if not errors else 0
    if monitor.status is not None:
        return monitor.status or (FAILURE if errors else 0)
    if errors and not errand.keep_going:
        return FAILURE
    face = errand.face or (None if errand.jobs else default_face())
    if face == "screen":
        from host.debugger.screen import run_screen

        return run_screen(opened) or (FAILURE if errors else 0)
    if face == "line":
        from host.debugger.monitor.terminal import interact

        return interact(monitor) or (FAILURE if errors else 0)
    return FAILURE if errors else 0


def default_face() -> Face:
    """Return the full-screen view on a terminal, else the line mode."""
    return "screen" if sys.stdin.isatty() and sys.stdout.isatty() else "line"


def _do(monitor: Monitor, jobs: list[Job] | tuple[Job, ...], name: str, keep_going: bool) -> int:
    """Execute jobs up to `quit`, or to the first error unless it is to be passed; return how many errors there were."""
    errors = 0
    for job in jobs:
        try:
            if job.kind == "execute":
                errors += execute_lines(monitor, [job.text], name, _report if keep_going else None)
            elif job.text == STDIN:
                lines = (line.removesuffix("\n") for line in sys.stdin)
                errors += execute_lines(monitor, lines, "standard input", _report if keep_going else None)
            else:
                errors += execute_file(monitor, Path(job.text), _report if keep_going else None)
        except CommandError as error:
            _report(error)
            return errors + 1
        if monitor.status is not None:
            break
    return errors


def _report(error: CommandError) -> None:
    sys.stdout.flush()
    print(error, file=sys.stderr)


@contextmanager
def _recorded(opened: Opened, path: Path | None, overwrite: bool) -> Iterator[None]:
    """Keep the session's input in a file, however it ends."""
    try:
        yield
    finally:
        if path:
            opened.session.recording().write(path, overwrite=overwrite)


@contextmanager
def _profiled(opened: Opened, path: Path | None, overwrite: bool) -> Iterator[None]:
    """Count the cycles of everything, and write it to a file, however it ends."""
    if path is None:
        yield
        return
    from host.debugger.profile import profile_of

    profile = profile_of(opened.session)
    profile.attach(opened.session)
    try:
        yield
    finally:
        profile.write(path, overwrite=overwrite)
