"""What the KIM-1's devices show, as text: for a debugger, and for whoever looks over its shoulder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emulators.kim1 import display, riot
from emulators.kim1.bus import SYSTEM_A, SYSTEM_B, USER_A, USER_B
from emulators.mos6502.core import NEVER

if TYPE_CHECKING:
    from emulators.kim1.board import Kim1

LINES = 50  # of what has been printed
ADDRESS_DIGITS = 4  # then those of the data
PORTS = {
    "6530-002": (riot.SYSTEM, {"A (1740)": SYSTEM_A, "B (1742)": SYSTEM_B}),
    "6530-003": (riot.USER, {"A (1700)": USER_A, "B (1702)": USER_B}),
}  # chip -> its number, its ports
WIRES = {riot.NO_WIRE: "not wired", riot.TO_IRQ: "to IRQ", riot.TO_NMI: "to NMI"}


def devices(kim: Kim1) -> dict[str, dict[str, str]]:
    """Return device -> name -> text."""
    m = kim.m
    return {
        "display": {"digits": kim.display, "segments": segments(kim)},
        "keypad": {
            "keys down": " ".join(kim.keys_down) or "none",
            "SST": "on" if kim.single_stepping else "off",
            "strap": "terminal" if kim.strapped else "keypad",
        },
        **{name: chip(kim, number, ports) for name, (number, ports) in PORTS.items()},
        "Teletype": {
            "speed": f"{kim.baud} baud",
            "framing errors": str(int(m.framing_errors)),
            "paper": "\n".join(kim.transcript.split("\n")[-LINES:]),
        },
        "tape": {"in": str(int(m.tape_level)), "recorder": f"{'on' if m.recording else 'off'}, {edges(kim)}"},
        "lines": {"IRQ": irq(kim), "NMI": nmi(kim), "PB7": WIRES[int(m.pb7_wire)]},
    }


def segments(kim: Kim1) -> str:
    """Return which segments are lit, digit by digit: `-` where it is dark, `|` between address and data."""
    digits = [display.lit(digit) or "-" for digit in kim.brightness]
    return " ".join([*digits[:ADDRESS_DIGITS], "|", *digits[ADDRESS_DIGITS:]])


def chip(kim: Kim1, number: int, ports: dict[str, int]) -> dict[str, str]:
    """Return the ports and the timer of a 6530."""
    m = kim.m
    rows = {}
    for name, index in ports.items():
        pins = kim.peek(int(name[3:7], 16))
        rows[name] = f"pins {pins:02X}  latch {int(m.latch[index]):02X}  direction {int(m.direction[index]):02X}"
    value, expired = riot.timer_value(m, number, kim.cycles), riot.timer_flag(m, number, kim.cycles)
    divider = 1 << int(m.timer_shift[number])
    flag = "expired" if expired else f"expires in {int(m.timer_expiry[number]) - kim.cycles:,} cycles"
    interrupt = ", interrupt on" if m.timer_interrupt[number] else ""
    rows["timer"] = f"{int(value):02X}  divided by {divider}, {flag}{interrupt}"
    return rows


def edges(kim: Kim1) -> str:
    """Return how much has been recorded."""
    return f"{len(kim.recorded):,} edges"


def irq(kim: Kim1) -> str:
    """Return the level of the line."""
    return "low" if kim.m.irq_from <= kim.cycles < kim.m.irq_to else "high"


def nmi(kim: Kim1) -> str:
    """Return whether an edge waits to be served."""
    edge = int(kim.m.nmi_edge)
    return "quiet" if edge == NEVER or edge > kim.cycles else "an edge waits to be served"
