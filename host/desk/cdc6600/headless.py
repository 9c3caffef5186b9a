"""A job at a console that nobody looks at: lines are typed when it waits for them; then what came of it is printed.

The same command gives the same output: everything happens at cycles of the machine.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from emulators.cdc6600.machine import time_of
from emulators.errors import IronboardError
from emulators.machine import Stop
from host.cdc6600 import BAD_ENDS
from host.desk import views
from host.desk.cdc6600.console import Console

SECONDS = 100.0  # of the machine's time, if nobody says how long
PIECE = 25_000  # cycles between two looks whether the job waits
VIEWS = {".png": "host.panel.cdc6600", ".txt": "host.terminal.cdc6600", ".svg": "host.terminal.cdc6600"}  # who draws


def run_headless(
    console: Console,
    *,
    seconds: float | None = None,
    cycles: int | None = None,
    lines: Sequence[str] = (),
    screenshot: Path | None = None,
    out: TextIO | None = None,
    err: TextIO | None = None,
) -> int:
    """Let the job run until it ends, waits with nothing left to type, or its time is over; print what came of it.

    `lines`: commands, and lines for the program, each typed when the job waits for one, or is over. `seconds` or
    `cycles`: how long it may run in all. `screenshot`: a .png of the window, or a .txt or .svg of the terminal view.
    Returns the exit status: 1 when the job was stopped by an error or aborted.
    """
    draw = views.drawing(screenshot, VIEWS) if screenshot else None
    machine = console.machine
    wanted = cycles if cycles is not None else round((SECONDS if seconds is None else seconds) * machine.clock)
    limit = machine.cycles + wanted
    for line in lines:
        run_until_asked(console, limit)
        type_line(console, line)
    run_until_asked(console, limit)
    bad = machine.cause in BAD_ENDS
    if bad:
        print(f"the job stopped: {console.reason}", file=err or sys.stderr)
    if screenshot and draw:
        draw(console, screenshot)
    print(report(console), end="", file=out or sys.stdout)
    return int(bad)


def run_until_asked(console: Console, limit: int) -> None:
    """Run until the job waits for a line, stops, or its time is over."""
    machine = console.machine
    stop = Stop.NONE
    while stop == Stop.NONE and not (console.asked or console.held) and machine.cycles < limit:
        stop = machine.run_to(min(limit, machine.cycles + PIECE))


def type_line(console: Console, line: str) -> None:
    """Type a line; raises IronboardError if the console does not take it."""
    console.type(line)
    if not console.refused:
        console.enter()
    if console.refused:
        raise IronboardError(f"'{line}': {console.answer.lower()}")


def report(console: Console) -> str:
    """Return OUTPUT with the lines that were typed, the dayfile, and how the job stands."""
    machine = console.machine
    speed = f", {machine.instructions:,} instructions" if machine.exact else ""
    return "".join(
        f"{line}\n"
        for line in (
            *machine.transcript,
            *(f"dayfile{line}" for line in machine.dayfile),
            f"state    {machine.reason or console.state.lower()}",
            f"CP time  {time_of(machine)}{speed}",
        )
    )
