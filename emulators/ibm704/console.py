"""The operator's console: 36 keys for a word, sense switches, AUTOMATIC - MANUAL, push buttons, and the lamps.

    on AUTOMATIC  START, CLEAR, LOAD CARDS, LOAD TAPE, LOAD DRUM
    on MANUAL     ENTER MQ, ENTER INSTRUCTION, DISPLAY STORAGE, DISPLAY EFFECTIVE ADDRESS, DISPLAY A, B, C,
                  SINGLE STEP, MULTIPLE STEP; they work while the machine is stopped
    always        RESET

A button without effect (in the other mode, or while the machine runs) does nothing. Time passes only while the machine
runs, so an operator may be slow; a button that takes time has done its work when it is released.

Source: IBM 704 manual of operation, as quoted by programs; the rest is assumed, as marked in
docs/ibm704/machine.md. `devices` returns what console and units show as text, for a debugger.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

from emulators.ibm704 import bcd, core, reader, tape, units
from emulators.ibm704.arithmetic import M36
from emulators.ibm704.connection import Request, Trouble
from emulators.ibm704.core import Cause

if TYPE_CHECKING:
    from emulators.ibm704.media import Media
    from emulators.processor import Processor


MULTIPLE_STEP_TIME = 8_333  # cycles between two instructions while MULTIPLE STEP is down: ten a second


class Key(StrEnum):
    """The push buttons."""

    START = "START"
    RESET = "RESET"
    CLEAR = "CLEAR"
    LOAD_CARDS = "LOAD CARDS"
    LOAD_TAPE = "LOAD TAPE"
    LOAD_DRUM = "LOAD DRUM"
    SINGLE_STEP = "SINGLE STEP"
    MULTIPLE_STEP = "MULTIPLE STEP"
    ENTER_MQ = "ENTER MQ"
    ENTER_INSTRUCTION = "ENTER INSTRUCTION"
    DISPLAY_STORAGE = "DISPLAY STORAGE"
    DISPLAY_EFFECTIVE_ADDRESS = "DISPLAY EFFECTIVE ADDRESS"
    DISPLAY_A = "DISPLAY A"
    DISPLAY_B = "DISPLAY B"
    DISPLAY_C = "DISPLAY C"


class Operated(Protocol):
    """The machine as the console needs it."""

    processor: Processor
    media: Media

    @property
    def m(self) -> Any:
        """The record that holds the whole state."""

    @property
    def reason(self) -> str:
        """Why it is not running."""

    @property
    def paper(self) -> list[str]:
        """The lines on the printer's paper."""

    def step_manually(self) -> None:
        """Execute one instruction, and wait until its unit is released."""

    def collect(self) -> None:
        """Take over what the processor has produced."""


KEYS = tuple(map(str, Key))
SENSE_SWITCHES, SENSE_LIGHTS = 6, 4


# ---------------------------------------------------------------- buttons


def press(machine: Operated, name: str) -> None:
    """Press a button."""
    key, m = Key(name), machine.m
    if key == Key.RESET:
        RESET(machine)
    elif key == Key.MULTIPLE_STEP:
        m.stepping = int(not m.automatic)
        m.running = int(m.running or m.stepping)
    elif not m.running:
        act = (ON_AUTOMATIC if m.automatic else ON_MANUAL).get(key)
        if act:
            act(machine)


def let_go(machine: Operated, name: str) -> None:
    """Release a button."""
    if name == Key.MULTIPLE_STEP:
        machine.m.stepping = 0


def pressed(button: units.Button) -> Callable[[Operated], None]:
    """Return the action of a button that the machine itself serves; a LOAD button may need the host's help."""

    def act(machine: Operated) -> None:
        machine.processor.call("press", button)
        waits = machine.m.request != Request.NONE
        machine.media.serve()
        if waits:
            machine.processor.call("finish_load")

    return act


def single_step(machine: Operated) -> None:
    """Execute one instruction, and wait until the selected unit has been released."""
    m = machine.m
    m.running = 1
    m.cause = Cause.NONE
    machine.step_manually()


def enter_mq(machine: Operated) -> None:
    """Put the keyed word into MQ; it passes through SR."""
    machine.m.mq = machine.m.sr = machine.m.keys


def enter_instruction(machine: Operated) -> None:
    """Execute the keyed word as an instruction; IC changes only if it transfers or skips."""
    m = machine.m
    units.execute(m, int(m.keys))
    m.running = 0
    machine.collect()


def display_storage(machine: Operated) -> None:
    """Show the word at the keyed address in SR."""
    m = machine.m
    m.sr = m.memory[int(m.keys & m.core_mask)]


def display_effective_address(machine: Operated) -> None:
    """Show in SR the address of the keyed instruction, its index registers subtracted."""
    m = machine.m
    m.sr = (m.keys - core.index(m, int(m.keys >> 15 & 7))) & m.core_mask


def display_index(name: str) -> Callable[[Operated], None]:
    """Return the action that shows an index register in the index display."""

    def act(machine: Operated) -> None:
        machine.m.index_display = getattr(machine.m, name)

    return act


RESET = pressed(units.Button.RESET)
ON_AUTOMATIC: dict[Key, Callable[[Operated], None]] = {
    Key.START: pressed(units.Button.START),
    Key.CLEAR: pressed(units.Button.CLEAR),
    Key.LOAD_CARDS: pressed(units.Button.LOAD_CARDS),
    Key.LOAD_TAPE: pressed(units.Button.LOAD_TAPE),
    Key.LOAD_DRUM: pressed(units.Button.LOAD_DRUM),
}
ON_MANUAL: dict[Key, Callable[[Operated], None]] = {
    Key.SINGLE_STEP: single_step,
    Key.ENTER_MQ: enter_mq,
    Key.ENTER_INSTRUCTION: enter_instruction,
    Key.DISPLAY_STORAGE: display_storage,
    Key.DISPLAY_EFFECTIVE_ADDRESS: display_effective_address,
    Key.DISPLAY_A: display_index("xa"),
    Key.DISPLAY_B: display_index("xb"),
    Key.DISPLAY_C: display_index("xc"),
}


# ---------------------------------------------------------------- why it stands still

TROUBLES = {
    Trouble.NOT_SELECTED: "CPY without a selected unit",
    Trouble.TOO_LATE: "CPY was too late: unit {unit:03o} had disconnected",
    Trouble.NO_UNIT: "unit {unit:03o} cannot do that",
    Trouble.NO_DRUM: "LDA without a selected drum",
}
CAUSES = {
    Cause.HTR: "program stop: HTR",
    Cause.HPR: "program stop: HPR",
    Cause.DIVIDE_CHECK: "divide check",
    Cause.OPERATION: "{word:012o} is not an instruction of the 704",
    Cause.MANUAL: "the switch is at MANUAL",
}


def reason(machine: Operated) -> str:
    """Return why the machine has stopped, or waits; nothing while it runs."""
    m = machine.m
    cause, trouble = Cause(int(m.cause)), Trouble(int(m.trouble))
    if trouble == Trouble.NOT_READY:
        number = tape.number(int(m.trouble_unit))
        why = "its tape has no ring and cannot be written" if m.tapes >> number & 1 else "there is no tape on it"
        return f"tape unit {number} is not ready: {why}"
    if m.running:
        return ""
    if cause == Cause.READ_WRITE_CHECK:
        return f"read-write check: {TROUBLES.get(trouble, '').format(unit=int(m.trouble_unit))}"
    if trouble == Trouble.NOTHING_TO_LOAD:
        what = (
            "no card is in the hopper" if m.trouble_unit == reader.UNIT else f"unit {int(m.trouble_unit):03o} is empty"
        )
        return f"there is nothing to load: {what}"
    return CAUSES.get(cause, "").format(word=int(m.instruction))


# ---------------------------------------------------------------- lamps


def lamps(machine: Operated) -> dict[str, int]:
    """Return the state of all lamps: registers as numbers, single lamps as 0 or 1."""
    m = machine.m
    stopped = not m.running
    return {
        **{name.upper(): int(getattr(m, name)) for name in ("sr", "ac", "mq", "ic")},
        "INSTRUCTION": int(m.instruction) & M36,
        "INDEX DISPLAY": int(m.index_display),
        **{f"SENSE LIGHT {n}": int(m.sense_lights) >> n - 1 & 1 for n in range(1, SENSE_LIGHTS + 1)},
        "AC OVERFLOW": int(m.ac_overflow),
        "MQ OVERFLOW": int(m.mq_overflow),
        "DIVIDE CHECK": int(m.divide_check),
        "TAPE CHECK": int(m.tape_check),
        "TAPE INDICATOR": int(m.tape_indicator),
        "READ-WRITE SELECT": int(bool(m.unit)),
        "READ-WRITE CHECK": int(m.read_write_check),
        "TRAP": int(m.trap),
        "PROGRAM STOP": int(stopped and m.cause in (Cause.HTR, Cause.HPR)),
        "READY": int(stopped),
        "AUTOMATIC": int(m.automatic),
    }


# ---------------------------------------------------------------- devices

LINES = 50  # of the paper
BEGINNINGS = bytes(range(tape.FIRST, 256))  # characters that begin a record
REGISTERS = ("SR", "AC", "MQ", "IC")  # lamps that every view shows anyway
NUMBERS = {"INSTRUCTION": 36, "INDEX DISPLAY": 15}  # lamps -> bits


def devices(machine: Operated) -> dict[str, dict[str, str]]:
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


def _console(machine: Operated) -> dict[str, str]:
    m, shown = machine.m, lamps(machine)
    lit = [name for name, on in shown.items() if on and name not in (*REGISTERS, *NUMBERS)]
    down = [str(number) for number in range(1, 7) if int(m.sense_switches) >> number - 1 & 1]
    numbers = {name.lower(): f"{shown[name]:0{-(-bits // 3)}o}" for name, bits in NUMBERS.items()}
    return {
        "lamps": ", ".join(lit).lower() or "none",
        "keys": f"{int(m.keys):012o}",
        "sense switches down": " ".join(down) or "none",
        "unit": f"{int(m.unit):03o} {'written' if m.unit_writing else 'read'}" if m.unit else "none",
        "stop": machine.reason or "none",
        **numbers,
    }


def _reel(machine: Operated, number: int) -> str:
    reel = machine.media.reels[number]
    records = len(reel.data) - len(reel.data.translate(None, BEGINNINGS))
    return f"{reel.records:,} of {records:,} records before the heads, {reel.inches:,} inches"
