"""A headless KIM-1: press keys, type characters, run it, and print the results.

The same command gives the same output: everything happens at cycles of the machine.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from emulators.machine import Stop
from host import interruption
from host.formats import storage
from host.machines.kim1.machine import Kim1
from host.machines.kim1.operate import Halted, act, checked, parse_keys, parse_typed, type_all
from host.panels.kim1.desk import KimDesk
from host.reporting import failed
from host.ui import showing
from host.waiting import doing

CYCLES = 1_000_000  # run after the last input, unless told otherwise


def run_headless(
    kim: Kim1,
    *,
    cycles: int = CYCLES,
    run: Callable[[], Stop] | None = None,
    keys: str = "",
    typed: str = "",
    screenshot: str | os.PathLike[str] | None = None,
    transcript: str | os.PathLike[str] | None = None,
    out: TextIO | None = None,
    err: TextIO | None = None,
) -> int:
    r"""Press `keys`, type `typed`, run for `cycles` more; print the display and the terminal's output.

    `keys`: names of keys, SST, groups of digits, `wait:SECONDS`, and `wait:lit` (until the display is lit). `typed`
    may contain \r, \n (both Return), \xNN. `screenshot`: a .png of the window, or a .txt or .svg of the terminal
    view. `transcript`: a file for the terminal's output. Returns the exit status: 1 when the machine stopped by
    itself, else 0.
    """
    actions, characters = parse_keys(keys), parse_typed(typed)
    if screenshot is not None:
        showing.drawer(Path(screenshot))  # known before the machine runs
    status = 0
    with interruption.early() as interrupt, doing(lambda: f"{kim.seconds:.1f} s of the KIM-1's time"):
        try:
            for action in actions:
                act(kim, action)
            type_all(kim, characters)
            checked(run() if run else kim.run(cycles))
        except Halted as halted:
            failed(f"the machine stopped: {reason(kim, halted.stop)}", err)
            status = 1
    if screenshot is not None:
        showing.screenshot(KimDesk(kim), Path(screenshot))
    if transcript is not None:
        storage.write_text(Path(transcript), kim.transcript, True)
    print(report(kim), end="", file=out or sys.stdout)
    interrupt.end(interruption.STOOD.format(kim.cycles))
    return status


def reason(kim: Kim1, stop: Stop) -> str:
    """Return why and where it stopped."""
    place = kim.read_register("PC")
    return f"{stop.name.lower().replace('_', ' ')} at {place:04X} ({kim.disassemble(place)[0]})"


def report(kim: Kim1) -> str:
    """Return the final display and any terminal output."""
    display = kim.display
    lines = [f"cycles   {kim.cycles:,}", f"display  {display[:4]} {display[4:]}".rstrip()]
    if kim.transcript:
        lines += ["terminal", kim.transcript.strip("\n")]
    return "\n".join(lines) + "\n"
