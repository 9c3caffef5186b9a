"""A headless 704: feed it cards and keys, run it, and print the results.

The same command gives the same output: everything happens at cycles of the machine.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, TextIO

from emulators.errors import IronboardError
from emulators.ibm704.connection import Trouble
from emulators.ibm704.core import Cause
from emulators.machine import Stop
from host import interruption
from host.machines.ibm704.console import ADDRESSES, KEYS, LAMPS, SWITCHES, WORDS, octal_text
from host.panels.ibm704.desk import Desk704
from host.panels.ibm704.view import duration
from host.reporting import failed
from host.ui import showing
from host.waiting import doing

SECONDS = 3600.0  # of the machine's time, if nothing is said: an hour
STOPS_OF_PROGRAMS = (Cause.NONE, Cause.HTR, Cause.HPR, Cause.MANUAL)
WAITS = (
    "nothing was printed and the hopper is empty: "
    "supply cards with --cards FILE, or continue with --keys 'switch 1, start'"
)
NAMES = tuple(key.name for key in KEYS)
WORD, SWITCH, WAIT = re.compile(r"KEYS ([0-7]{1,12})"), re.compile(r"SWITCH ([1-6])"), re.compile(r"WAIT (\S+)")
EXPECTED = f"keys are {', '.join(NAMES)}, MANUAL, AUTOMATIC, KEYS octal, SWITCH 1 to {SWITCHES}, WAIT seconds"


class Action(NamedTuple):
    """An action at the console: `press` a key, or one of the other names with a value."""

    what: str
    key: str = ""
    value: float = 0


def run_headless(
    desk: Desk704,
    *,
    seconds: float | None = None,
    cycles: int | None = None,
    keys: str = "",
    screenshot: Path | None = None,
    paper: Path | None = None,
    punch: Path | None = None,
    save_tapes: Sequence[tuple[int, Path]] = (),
    out: TextIO | None = None,
    err: TextIO | None = None,
) -> int:
    """Run the machine until it stops; press `keys`, running it again after each; print the results.

    `keys`: what parse_keys takes; WAIT limits the run before it. `seconds` or `cycles`: the time limit of the whole
    run, an hour of machine time by default. `screenshot`: a .png of the window, or a .txt or .svg of the terminal
    view. `paper`, `punch`, `save_tapes`: files for the printed paper, the punched cards, and the tapes of units.
    Returns the exit status: 1 after a check, an unknown operation, a missing tape or an empty load; else 0.
    """
    actions, drawer = parse_keys(keys), showing.drawer(screenshot) if screenshot else None
    machine = desk.machine
    wanted = cycles if cycles is not None else round((SECONDS if seconds is None else seconds) * 1e6 / 12)
    limit = machine.cycles + wanted
    stop = Stop.NONE
    with interruption.early() as interrupt, doing(lambda: f"{machine.seconds:.1f} s of the 704's time"):
        stop = Stop.NONE if waits(actions, 0) else finish(desk, limit)
        for number, action in enumerate(actions, 1):
            if stop == Stop.INPUT:
                break
            stop = act(desk, action, limit)
            if action.what != "wait" and not waits(actions, number):
                stop = finish(desk, limit) if desk.machine.running else stop
    nothing = machine.trouble == Trouble.NOTHING_TO_LOAD
    bad = stop == Stop.INPUT or nothing or (not machine.running and machine.cause not in STOPS_OF_PROGRAMS)
    if bad:
        failed(f"the machine stopped: {machine.reason}", err)
    if drawer:
        desk.refresh(still=True)
        drawer.screenshot(desk, screenshot)
    if paper:
        machine.save_paper(paper, overwrite=True)
    if punch:
        desk.write(str(punch), overwrite=True)
    for unit, path in save_tapes:
        machine.save_tape(unit, path, overwrite=True)
    print(report(desk), end="", file=out or sys.stdout)
    interrupt.end(interruption.STOOD.format(machine.cycles))
    return int(bad)


def finish(desk: Desk704, limit: int) -> Stop:
    """Run until the machine stops, or to a cycle at most; return the stop."""
    machine = desk.machine
    stop = Stop.NONE
    while machine.running and machine.cycles < limit and stop == Stop.NONE:
        stop = machine.run_to(limit)
    return stop


def waits(actions: Sequence[Action], number: int) -> bool:
    """Return whether an action is a wait, which limits the run before it."""
    return number < len(actions) and actions[number].what == "wait"


def parse_keys(keys: str) -> list[Action]:
    """Parse a line of keys, such as `manual, keys 050000001234, enter instruction, automatic, start`."""
    return [parse_key(" ".join(word.upper().split())) for word in keys.split(",") if word.strip()]


def parse_key(text: str) -> Action:
    """Parse one action; raises IronboardError for anything unknown."""
    if text in NAMES:
        return Action("press", text)
    if text in ("MANUAL", "AUTOMATIC"):
        return Action("automatic", value=text == "AUTOMATIC")
    if match := WORD.fullmatch(text):
        return Action("keys", value=int(match[1], 8))
    if match := SWITCH.fullmatch(text):
        return Action("switch", value=int(match[1]))
    if match := WAIT.fullmatch(text):
        return Action("wait", value=parse_seconds(match[1]))
    raise IronboardError(f"the console has no '{text.lower()}': {EXPECTED}")


def parse_seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < float("inf"):
        raise IronboardError(f"'wait {text.lower()}': expected seconds, such as wait 0.5")
    return seconds


def act(desk: Desk704, action: Action, limit: int) -> Stop:
    """Perform an action at the console."""
    machine = desk.machine
    if action.key == "MULTIPLE STEP":  # held for a second
        machine.key_down(action.key)
        stop = finish(desk, min(limit, machine.cycles + machine.clock))
        machine.key_up(action.key)
        return stop
    if action.what == "press":
        machine.press(action.key)
        return machine.last_stop
    if action.what == "automatic":
        machine.give("automatic", int(action.value))
    elif action.what == "keys":
        machine.give("keys", int(action.value))
    elif action.what == "switch":
        number = int(action.value)
        machine.set_sense_switch(number, not machine.sense_switches >> number - 1 & 1)
    else:
        return finish(desk, min(limit, machine.cycles + round(action.value * 1e6 / 12)))
    return Stop.NONE


def report(desk: Desk704) -> str:
    """Return the paper, then the state of the console."""
    machine = desk.machine
    paper = machine.printed.decode("ascii").replace("\f", "\n").rstrip("\n")
    shown = machine.lamps()
    state = "running" if machine.running else machine.reason or "stands still"
    lines = [
        *([paper] if paper.strip() else []),
        f"state    {state}",
        *([f"next     {WAITS}"] if waits_for_input(desk, paper) else []),
        *(f"deck     {doubt}" for doubt in desk.doubts),
        f"cycles   {machine.cycles:,} ({duration(machine.cycles)}), {machine.waited:,} of them waiting for units",
        "  ".join(
            f"{each.name} {octal_text(value(desk, each.name), each.width)}"
            for each in ADDRESSES
            if each.name in machine.registers
        ),
        *(f"{each.name:<12} {octal_text(value(desk, each.name), each.width):>15}" for each in WORDS),
        f"lamps    {', '.join(each.name for each in LAMPS if shown[each.name]) or 'none'}",
    ]
    if machine.hopper:
        lines.append(f"hopper   {len(machine.hopper)} cards")
    if machine.punched:
        lines.append(f"punched  {len(machine.punched)} cards")
    return "\n".join(lines) + "\n"


def waits_for_input(desk: Desk704, paper: str) -> bool:
    """Return whether a program has stopped for cards or keys: no output yet, and no input left."""
    machine = desk.machine
    halted = not machine.running and machine.cause in (Cause.HTR, Cause.HPR)
    return halted and not (paper.strip() or machine.punched or machine.display or machine.hopper)


def value(desk: Desk704, name: str) -> int:
    shown = desk.machine.lamps()
    return shown[name] if name in shown else desk.machine.read_register(name)
