"""The 704 in a page: its inputs and its run, on the record alone, as emulators/ibm704/machine.py has them in Python.

Translated to JavaScript by host/ui/script.py. `k` is the machine: `k.m` its record, `k.call` an entry point, and
`k.outside` the data that Python keeps outside the record: cards of the hopper, number of cards read, text printed.
Tapes stay outside of pages.
"""

from __future__ import annotations

from typing import Any

from emulators.errors import IronboardError
from emulators.ibm704 import connection, core, printer, reader, units
from emulators.ibm704.connection import WORDS
from emulators.ibm704.console import MULTIPLE_STEP_TIME, SENSE_SWITCHES
from emulators.ibm704.core import Cause, Op
from emulators.ibm704.isa import OPERATION_SHIFT
from emulators.ibm704.units import Button
from emulators.machine import Stop
from host.ui.words import bits

BUTTONS = {
    "START": int(Button.START),
    "CLEAR": int(Button.CLEAR),
    "LOAD CARDS": int(Button.LOAD_CARDS),
    "LOAD DRUM": int(Button.LOAD_DRUM),
}
SELECTS = (int(Op.RDS), int(Op.WRS))
INDICES = {"DISPLAY A": "xa", "DISPLAY B": "xb", "DISPLAY C": "xc"}


def outside(machine: Any) -> Any:
    """Return the data outside the record (in Python)."""
    media = machine.media
    if media.reels:
        raise IronboardError("a 704 with tapes cannot go to a page: take the tapes away")
    return {"hopper": [list(card) for card in media.hopper], "read": media.read, "printed": ""}


def refresh(k: Any, ui: Any) -> None:
    """Tell how many cards are not in the record."""
    ui["more"] = len(k.outside["hopper"]) - k.m.hopper_cards


# ---------------------------------------------------------------- inputs


def holds(k: Any) -> bool:
    """Return whether a record agrees with itself."""
    m = k.m
    fits = units.is_addressed(m) and units.is_selected(m) and units.is_served(m)
    return fits and units.are_fetched(m) and units.are_taken(m)


def give(k: Any, kind: str, value: Any) -> str:
    """Apply an input now; return an error message, or nothing."""
    m = k.m
    if kind == "key_down":
        return press(k, value)
    if kind == "key_up":
        if value == "MULTIPLE STEP":
            m.stepping = 0
    elif kind == "keys":
        m.keys = value
    elif kind == "sense_switch":
        others = m.sense_switches & ~(1 << value[0] - 1) & (1 << SENSE_SWITCHES) - 1
        m.sense_switches = others | value[1] << value[0] - 1
    elif kind == "automatic":
        m.automatic = value
    elif kind == "cards":
        for card in value:
            k.outside["hopper"].append(card)
        exchange_cards(k)
    elif kind == "remove_cards":
        k.outside["hopper"] = []
        m.hopper_cards = 0
        m.hopper_more = 0
    elif kind == "poke":
        m.memory[value[0]] = value[1]
    else:
        return "a page cannot do this to a 704: " + kind
    return ""


def press(k: Any, key: str) -> str:
    """Press a button of the console; return why a page cannot."""
    m = k.m
    if key == "RESET":
        push(k, Button.RESET)
    elif key == "MULTIPLE STEP":
        m.stepping = 0 if m.automatic else 1
        m.running = 1 if m.running or m.stepping else 0
    elif m.running:
        return ""
    elif m.automatic:
        if key == "LOAD TAPE":
            return "there are no tapes in a page"
        if key in BUTTONS:
            push(k, BUTTONS[key])
    elif key == "ENTER INSTRUCTION":
        execute(k)
    elif key == "SINGLE STEP":
        m.running = 1
        m.cause = Cause.NONE
        while m.running and step_manually(k) == Stop.NONE:
            pass
    elif key == "ENTER MQ":
        m.sr = m.keys
        m.mq = m.keys
    elif key == "DISPLAY STORAGE":
        m.sr = m.memory[bits([m.keys], 0, 0, 15) & m.core_mask]
    elif key == "DISPLAY EFFECTIVE ADDRESS":
        m.sr = m.keys - core.index(m, bits([m.keys], 0, 15, 3)) & m.core_mask
    elif key in INDICES:
        m.index_display = getattr(m, INDICES[key])
    return ""


def execute(k: Any) -> None:
    """Execute the keyed word: the kernel runs it from storage, one word before IC, which is then as it was."""
    m = k.m
    place = m.ic - 1 & m.core_mask
    word = m.memory[place]
    m.memory[place] = m.keys
    m.ic = place
    k.call("run", m.cycles + 1)
    if m.memory[place] == m.keys:  # else the instruction has stored there
        m.memory[place] = word
    m.running = 0
    collect(k)


def push(k: Any, button: int) -> None:
    """Press a button of which the kernel takes care; a LOAD button may need cards that are not in the record."""
    k.call("press", button)
    waits = k.m.request != 0
    serve(k)
    if waits:
        k.call("finish_load")


def start(k: Any) -> Any:
    """Return the inputs that make a stopped machine execute one instruction."""
    key = "START" if k.m.automatic else "SINGLE STEP"
    return [] if k.m.running else [["key_down", key], ["key_up", key]]


# ---------------------------------------------------------------- time


def run(k: Any, cycle: int) -> Any:
    """Run to a cycle, or until something stops the machine; return the Stop."""
    m = k.m
    stop: int = Stop.NONE
    if m.running == 0:
        return stand(m)
    while m.cycles < cycle and stop == Stop.NONE:
        if m.automatic:
            k.call("run", max(cycle, m.cycles + 1))
            stop = m.stop
            collect(k)
        else:
            stop = step_manually(k)
        if m.running == 0 and stop == Stop.NONE:
            stop = stand(m)
    return stop


def stand(m: Any) -> int:
    """Return the reason of a stop that did not occur just now."""
    if m.automatic == 0 and m.cause == Cause.NONE:
        m.cause = Cause.MANUAL
    return Stop.HALT


def step_manually(k: Any) -> Any:
    """Execute one instruction on MANUAL, then stop if MULTIPLE STEP is not down and no unit is busy."""
    m = k.m
    stop: int = Stop.NONE
    if m.unit and m.stepping == 0 and m.op[bits(m.memory, m.ic & m.core_mask, OPERATION_SHIFT, 12)] in SELECTS:
        connection.wait(m, units.too_late(m))
        connection.let_go(m)
    else:
        k.call("run", m.cycles + 1)
        stop = m.stop
    if m.stepping:
        connection.wait(m, m.cycles + MULTIPLE_STEP_TIME)
    elif m.running and m.unit == 0 and stop != Stop.INPUT:
        core.halt(m, Cause.MANUAL)
        stop = Stop.HALT if stop == Stop.NONE else stop
    collect(k)
    return stop


# ---------------------------------------------------------------- media


def collect(k: Any) -> None:
    """Serve the units; none of them waits for a stopped machine."""
    serve(k)
    k.call("settle")
    serve(k)


def serve(k: Any) -> None:
    """Give the units the cards that they have asked for; take their cards, lines and points."""
    m = k.m
    k.call("serve")
    while m.request and m.unit == reader.UNIT:
        exchange_cards(k)
        k.call("serve")
    exchange_cards(k)
    text = ""
    for place in range(m.printed_fetched, m.printed_count):
        text += chr(m.printed[place % printer.BUFFER])
    k.outside["printed"] += text
    m.printed_fetched = m.printed_count
    m.points_fetched = m.point_count


def exchange_cards(k: Any) -> None:
    """Take away the cards that have been read, put others into their places; take those that have been punched."""
    m = k.m
    hopper = k.outside["hopper"]
    if k.outside["read"] < m.cards_read:
        hopper = hopper[m.cards_read - k.outside["read"] :]
        k.outside["hopper"] = hopper
        k.outside["read"] = m.cards_read
    wanted = min(len(hopper), reader.HOPPER)
    for place in range(m.hopper_cards, wanted):
        first = (m.cards_read + place) % reader.HOPPER * WORDS
        for word in range(WORDS):
            m.hopper[first + word] = hopper[place][word]
    if m.hopper_cards < wanted:
        m.hopper_cards = wanted
    m.hopper_more = 1 if len(hopper) > wanted else 0
    m.punched_fetched = m.cards_punched


def printed(k: Any) -> str:
    """Return the text printed since the last call."""
    text: str = k.outside["printed"]
    k.outside["printed"] = ""
    return text
