"""A job at a headless console: lines are typed when the job waits for them; then its results are printed.

The same command gives the same output: everything happens at cycles of the machine.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TextIO

from emulators.cdc6600.displays import KEYS, TYPING
from emulators.cdc6600.machine import time_of
from emulators.errors import IronboardError
from emulators.machine import Stop
from host import interruption
from host.machines.cdc6600.machine import BAD_ENDS, Cdc6600
from host.panels.cdc6600.desk import Desk6600
from host.reporting import failed
from host.ui import showing
from host.waiting import doing

SECONDS = 100.0  # of machine time, by default
PIECE = 25_000  # cycles between two looks whether the job waits
NAMED = {"CR": "\r", "BKSP": "\b", "SPACE": " ", "LEFT": "[", "RIGHT": "]"}  # keys; LEFT and RIGHT blank
WAIT = "wait:"


def run_headless(
    desk: Desk6600,
    *,
    seconds: float | None = None,
    cycles: int | None = None,
    lines: Sequence[str] = (),
    keys: str = "",
    screenshot: Path | None = None,
    out: TextIO | None = None,
    err: TextIO | None = None,
) -> int:
    """Run the job until it ends, waits with nothing left to type, or its time is up; print its results.

    `lines`: commands, and lines for the program, each typed when the job waits for one, or is over. `keys`: pressed
    then, when a display driver takes them: characters, names in NAMED, `wait:SECONDS`, with blanks between.
    `seconds` or `cycles`: how long it may run in all. `screenshot`: a .png of the window, or a .txt or .svg of the
    terminal view.
    Returns the exit status: 1 when the job was stopped by an error or aborted.
    """
    if screenshot:
        showing.drawer(screenshot)
    machine, presses = desk.machine, [*pressed(keys)]
    wanted = cycles if cycles is not None else round((SECONDS if seconds is None else seconds) * machine.clock)
    limit = machine.cycles + wanted
    with interruption.early() as interrupt, doing(lambda: f"{machine.seconds:.1f} s of the 6600's time"):
        for line in lines:
            run_until_asked(desk, limit)
            desk.enter(line)
        for press in presses:
            run_until_driven(desk, limit)
            press(desk, limit)
        run_until_asked(desk, limit)
    bad = machine.cause in BAD_ENDS
    if bad:
        failed(f"the job stopped: {desk.reason}", err)
    if screenshot:
        desk.refresh(still=True)
        showing.screenshot(desk, screenshot)
    print(report(desk), end="", file=out or sys.stdout)
    interrupt.end(interruption.STOOD.format(machine.cycles))
    return int(bad)


def run_until_asked(desk: Desk6600, limit: int) -> None:
    """Run until the job waits for a line, stops, or its time is up."""
    machine = desk.machine
    stop = Stop.NONE
    while stop == Stop.NONE and not (desk.asked or desk.held) and machine.cycles < limit:
        stop = machine.run_to(min(limit, machine.cycles + PIECE))


def run_until_driven(desk: Desk6600, limit: int) -> None:
    """Run until a display driver takes keys; raises IronboardError if none does within the time."""
    machine = desk.machine
    while machine.cycles < limit and not machine.system.driven and machine.run_to(machine.cycles + PIECE) == Stop.NONE:
        pass
    if not machine.system.driven:
        raise IronboardError("--keys: the program has no display driver that takes keys")


def pressed(keys: str) -> Iterator[Callable[[Desk6600, int], object]]:
    """Yield what presses each key, or waits; raises IronboardError for what is neither."""
    for each in keys.split():
        if each.startswith(WAIT):
            yield wait(each)
            continue
        for key in (NAMED[each],) if each in NAMED else each.upper():
            if KEYS.find(key) < 1:
                names = ", ".join(NAMED)
                raise IronboardError(f"--keys: the console has no key '{key}' (in '{each}'): {names} and {WAIT}SECONDS")
            yield partial(press, key)


def press(key: str, desk: Desk6600, limit: int) -> None:
    """Press a key, and give the program time for it."""
    desk.machine.give("key", KEYS.index(key))
    go_on(TYPING, desk, limit)


def wait(text: str) -> Callable[[Desk6600, int], object]:
    """Return what lets the machine run for a time."""
    try:
        seconds = float(text.removeprefix(WAIT))
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < math.inf:
        raise IronboardError(f"--keys: '{text}': {WAIT} is followed by seconds, as {WAIT}1.5")
    return partial(go_on, round(seconds * Cdc6600.clock))


def go_on(cycles: int, desk: Desk6600, limit: int) -> None:
    """Let the machine run."""
    desk.machine.run_to(min(limit, desk.machine.cycles + cycles))


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
