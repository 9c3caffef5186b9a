"""What console and units of the 704 show, as text: for a debugger, and for whoever looks over its shoulder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emulators.ibm704 import bcd, console, tape

if TYPE_CHECKING:
    from emulators.ibm704.machine import Ibm704

LINES = 50  # of the paper
BEGINNINGS = bytes(range(tape.FIRST, 256))  # characters that begin a record
REGISTERS = ("SR", "AC", "MQ", "IC")  # lamps that every view shows anyway
NUMBERS = {"INSTRUCTION": 36, "INDEX DISPLAY": 15}  # lamps -> bits


def devices(machine: Ibm704) -> dict[str, dict[str, str]]:
    """Return device -> name -> text."""
    media = machine.media
    shown: dict[str, dict[str, str]] = {
        "console": _console(machine),
        "card reader": {
            "hopper": _cards(len(media.hopper)),
            "next": bcd.printed(media.hopper[0]).rstrip() if media.hopper else "-",
            "read": _cards(media.read),
        },
        "printer": {"paper": "\n".join(machine.paper[-LINES:])},
        "punch": {
            "stacker": _cards(len(media.punched)),
            "last": bcd.printed(media.punched[-1]).rstrip() if media.punched else "-",
        },
        "tapes": {f"{number}": _reel(machine, number) for number in sorted(media.reels)},
        "tubes": {"points": f"{len(media.film):,}", "frame": str(int(machine.m.frame))},
    }
    return {name: rows for name, rows in shown.items() if rows}


def _cards(number: int) -> str:
    return f"{number:,} card{'s' * (number != 1)}"


def _console(machine: Ibm704) -> dict[str, str]:
    m, lamps = machine.m, console.lamps(machine)
    lit = [name for name, on in lamps.items() if on and name not in (*REGISTERS, *NUMBERS)]
    down = [str(number) for number in range(1, 7) if int(m.sense_switches) >> number - 1 & 1]
    numbers = {name.lower(): f"{lamps[name]:0{-(-bits // 3)}o}" for name, bits in NUMBERS.items()}
    return {
        "lamps": ", ".join(lit).lower() or "none",
        "keys": f"{int(m.keys):012o}",
        "sense switches down": " ".join(down) or "none",
        "unit": f"{int(m.unit):03o} {'written' if m.unit_writing else 'read'}" if m.unit else "none",
        "stop": machine.reason or "none",
        **numbers,
    }


def _reel(machine: Ibm704, number: int) -> str:
    reel = machine.media.reels[number]
    records = len(reel.data) - len(reel.data.translate(None, BEGINNINGS))
    return f"{reel.records:,} of {records:,} records before the heads, {reel.inches:,} inches"
