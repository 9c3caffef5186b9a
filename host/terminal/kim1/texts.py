"""What the status line, the processor pane and the help say."""

from __future__ import annotations

from emulators.kim1 import Kim1
from emulators.machine import Stop
from host.desk.kim1.keys import COMMANDS, LEGENDS, PC_KEY_OF
from host.pacing import Pacer, speed_name
from host.terminal.key_names import key_name

FLAGS = "NV-BDIZC"
VIEW_COMMANDS = {
    "tab": ("focus", "type on the keypad, or on the Teletype"),
    "ctrl+b": ("pane", "show the board, the Teletype, or the Teletype in full width"),
}  # commands that only the terminal view has

STOPS = {
    Stop.BREAKPOINT: "breakpoint",
    Stop.WATCH_READ: "watched address read",
    Stop.WATCH_WRITE: "watched address written",
    Stop.ILLEGAL_INSTRUCTION: "the processor has jammed on an illegal instruction",
    Stop.HALT: "halt",
    Stop.INPUT: "waiting for input",
}


def status(kim: Kim1, pacer: Pacer) -> str:
    """Return the status line."""
    state = "STOPPED" if pacer.stop != Stop.NONE else "PAUSED" if pacer.paused else "running"
    speed, core = speed_name(pacer.speed), kim.processor.running_on
    reached = f" │ {pacer.megahertz:.2f} MHz" if pacer.megahertz else ""
    return f" {state} │ {speed}{reached} │ {kim.cycles:,} cycles │ core {core}"


def stopped(kim: Kim1, stop: Stop) -> str:
    """Return why and where the machine stopped."""
    return f"{STOPS.get(stop, stop.name)} at {kim.read_register('PC'):04X}"


def processor(kim: Kim1) -> str:
    """Return registers, flags and the next instruction."""
    p = kim.read_register("P")
    flags = "".join(flag if p >> (7 - bit) & 1 else "." for bit, flag in enumerate(FLAGS))
    words = " ".join(f"{name} {kim.read_register(name):0{bits // 4}X}" for name, bits in kim.registers.items())
    instruction, _ = kim.disassemble(kim.read_register("PC"))
    return f"{words}\n{flags}\n{kim.read_register('PC'):04X}  {instruction}"


def teletype_title(kim: Kim1) -> str:
    """Return the heading of the Teletype: its speed, and whether the monitor talks to it."""
    strap = "the monitor is here" if kim.strapped else "the monitor is on the keypad"
    return f"Teletype, {kim.baud} baud: {strap}"


def key_lines() -> list[str]:
    """Return what every key does, a line each."""
    pad = [(PC_KEY_OF[key], f"{key}: {legend}") for key, legend in LEGENDS.items()]
    commands = [(key, legend) for key, (_, legend) in (COMMANDS | VIEW_COMMANDS).items()]
    digits = [("0-9 a-f", "the keys of the KIM-1")]
    return [f"{key_name(key):<9}{legend}" for key, legend in [*digits, *pad, *commands, ("q ?", "quit, this help")]]


HINTS = " F12 help │ Tab keypad/Teletype │ Ctrl-B panes │ F7 pause │ Ctrl-O open │ q quit"
HELP = """\
The KIM-1 as it stood on the desk: six digits, 23 keys, a Teletype. Every key, click and character goes \
through the pins of the emulated machine.

While the Teletype has the focus (Tab), letters and digits are sent to it; otherwise they are keys of the keypad. \
A click on a point of the board types the move on the keypad: row, column, GO. \
A key goes down for 60 ms of the machine's time; keys typed faster wait for their turn.
"""
