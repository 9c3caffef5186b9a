"""The KIM-1 in a page: its inputs and its run, on the record alone, as emulators/kim1/machine.py has them in Python.

Translated to JavaScript by host/ui/script.py. `k` is the machine: `k.m` its record, `k.call` an entry point, and
`k.outside` the data that Python keeps outside the record: text to be typed, how much of it the ring had, text printed.
"""

from __future__ import annotations

from typing import Any

from emulators.kim1 import cassette, teletype
from emulators.kim1.keypad import ARGUMENT_BITS, KEYS, Action
from emulators.kim1.teletype import BUFFER, TYPED
from emulators.mos6502.arithmetic import ALWAYS, BREAK
from host.ui.words import is_text


def outside(machine: Any) -> Any:
    """Return the data outside the record (in Python)."""
    return {"waiting": list(machine.typist.waiting), "shown": int(machine.m.typed_count), "printed": ""}


def holds(k: Any) -> bool:
    """Return whether a record agrees with itself."""
    return teletype.are_fetched(k.m) and teletype.has_watched(k.m) and cassette.are_fetched(k.m)


def give(k: Any, kind: str, value: Any) -> str:
    """Apply an input now; return an error message, or nothing."""
    m = k.m
    if kind == "key_down":
        k.call("act", Action.KEY_DOWN << ARGUMENT_BITS | KEYS.index(value))
    elif kind == "key_up":
        k.call("act", Action.KEY_UP << ARGUMENT_BITS | KEYS.index(value))
    elif kind == "sst":
        k.call("act", Action.SST << ARGUMENT_BITS | value)
    elif kind == "terminal":
        k.call("act", Action.TERMINAL << ARGUMENT_BITS | value)
    elif kind == "tape_level":
        k.call("act", Action.TAPE_LEVEL << ARGUMENT_BITS | value)
    elif kind == "type":
        for character in value if is_text(value) else value[0]:
            k.outside["waiting"].append(ord(character))
        k.call("begin_typing", 1 if is_text(value) else value[1])
    elif kind == "send":
        k.call("send", value, m.cycles)
    elif kind == "poke":
        k.call("poke", value[0], value[1])
    elif kind == "user_a":
        m.user_pins[0] = value
    elif kind == "user_b":
        m.user_pins[1] = value
    elif kind == "baud":
        m.baud = value
    elif kind == "wire":
        m.pb7_wire = value
    elif kind == "recording":
        m.recording = value
    elif kind == "register":
        set_register(m, value[0], value[1])
    elif kind == "load":
        for address, words in value:
            for place in range(len(words) // 2):
                m.memory[address + place] = int(words[2 * place : 2 * place + 2], 16)
    else:
        return "a page cannot do this to a KIM-1: " + kind
    exchange(k)
    return ""


def set_register(m: Any, name: str, value: int) -> None:
    """Set a register."""
    if name == "PC":
        m.pc = value
    elif name == "A":
        m.a = value
    elif name == "X":
        m.x = value
    elif name == "Y":
        m.y = value
    elif name == "S":
        m.s = value
    elif name == "P":
        m.p = value & ~BREAK | ALWAYS


def run(k: Any, cycle: int) -> Any:
    """Run to a cycle, or until something stops the machine; return the Stop."""
    stop = 0
    while k.m.cycles < cycle and stop == 0:
        deliver(k)
        k.call("run", cycle)
        stop = k.m.stop
        collect(k)
    deliver(k)
    return stop


def deliver(k: Any) -> None:
    """Give the typist a turn."""
    exchange(k)
    k.call("deliver")
    exchange(k)


def exchange(k: Any) -> None:
    """Forget the typed characters, and give the record the next ones."""
    m = k.m
    waiting = k.outside["waiting"]
    if len(waiting) == 0:
        return
    there = m.typed_count
    waiting = waiting[k.outside["shown"] - there :]
    wanted = min(len(waiting), TYPED)
    for place in range(there, wanted):
        m.typed[(m.typed_sent + place) % TYPED] = waiting[place]
    k.outside["waiting"] = waiting
    k.outside["shown"] = wanted
    m.typed_count = wanted
    m.typed_more = 1 if len(waiting) > wanted else 0


def collect(k: Any) -> None:
    """Take the board's output to terminal and tape."""
    m = k.m
    exchange(k)
    text = ""
    for place in range(m.fetched_count, m.received_count):
        text += chr(m.received[place % BUFFER])
    k.outside["printed"] += text
    m.fetched_count = m.received_count
    m.noted_count = m.edge_count


def printed(k: Any) -> str:
    """Return the text printed since the last call."""
    text: str = k.outside["printed"]
    k.outside["printed"] = ""
    return text
