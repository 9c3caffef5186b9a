"""A job at a headless console: lines are typed when the job waits for them; then its results are printed.

The same command gives the same output: everything happens at cycles of the machine.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from emulators.cdc6600.machine import time_of
from emulators.machine import Stop
from host.cdc6600 import BAD_ENDS
from host.faces import showing
from host.faces.cdc6600.desk import Desk6600

SECONDS = 100.0  # of machine time, by default
PIECE = 25_000  # cycles between two looks whether the job waits


def run_headless(
    desk: Desk6600,
    *,
    seconds: float | None = None,
    cycles: int | None = None,
    lines: Sequence[str] = (),
    screenshot: Path | None = None,
    out: TextIO | None = None,
    err: TextIO | None = None,
) -> int:
    """Run the job until it ends, waits with nothing left to type, or its time is up; print its results.

    `lines`: commands, and lines for the program, each typed when the job waits for one, or is over. `seconds` or
    `cycles`: how long it may run in all. `screenshot`: a .png of the window, or a .txt or .svg of the terminal view.
    Returns the exit status: 1 when the job was stopped by an error or aborted.
    """
    if screenshot:
        showing.drawer(screenshot)
    machine = desk.machine
    wanted = cycles if cycles is not None else round((SECONDS if seconds is None else seconds) * machine.clock)
    limit = machine.cycles + wanted
    for line in lines:
        run_until_asked(desk, limit)
        desk.enter(line)
    run_until_asked(desk, limit)
    bad = machine.cause in BAD_ENDS
    if bad:
        print(f"the job stopped: {desk.reason}", file=err or sys.stderr)
    if screenshot:
        desk.refresh(still=True)
        showing.screenshot(desk, screenshot)
    print(report(desk), end="", file=out or sys.stdout)
    return int(bad)


def run_until_asked(desk: Desk6600, limit: int) -> None:
    """Run until the job waits for a line, stops, or its time is up."""
    machine = desk.machine
    stop = Stop.NONE
    while stop == Stop.NONE and not (desk.asked or desk.held) and machine.cycles < limit:
        stop = machine.run_to(min(limit, machine.cycles + PIECE))


def report(desk: Desk6600) -> str:
    """Return OUTPUT with the typed lines, the dayfile, and the state of the job."""
    machine = desk.machine
    speed = f", {machine.instructions:,} instructions" if machine.exact else ""
    return "".join(
        f"{line}\n"
        for line in (
            *machine.transcript,
            *(f"dayfile{line}" for line in machine.dayfile),
            f"state    {machine.reason or desk.state.lower()}",
            f"CP time  {time_of(machine)}{speed}",
        )
    )
