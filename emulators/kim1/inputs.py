"""Everything that can happen to a KIM-1 from outside: one table, by which it is checked and done."""

from __future__ import annotations

import base64
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from emulators import inputs
from emulators.inputs import Input, event, nothing, switch, within
from emulators.kim1 import cassette, keypad, riot
from emulators.kim1.events import act_of
from emulators.machine import Value
from emulators.mos6502 import core as cpu
from emulators.mos6502.arithmetic import ALWAYS, BREAK
from emulators.record import fill

if TYPE_CHECKING:
    from emulators.kim1.board import Kim1

FASTEST = 100_000  # baud


def apply(kim: Kim1, kind: str, value: Value) -> None:
    """Let an input happen now; raises ValueError, with nothing changed, for one that makes no sense."""
    inputs.apply(INPUTS, kim, kind, value)


# ---------------------------------------------------------------- checks


def a_key(value: Any) -> None:
    """Check the name of a key."""
    if value not in keypad.KEYS:
        raise ValueError(f"the KIM-1 has no key '{value}': its keys are {' '.join(keypad.KEYS)}")


def a_text(value: Any) -> None:
    """Check what shall be typed."""
    text, patient = value if isinstance(value, list) else (value, 1)
    text.encode("latin-1")
    switch(patient)


def edges(value: Any) -> None:
    """Check the cycles of a tape's signal."""
    if not all(isinstance(each, int) for each in value) or any(a > b for a, b in pairwise(value)):
        raise ValueError("the edges of a tape must be cycles in their order")


def a_byte_somewhere(value: Any) -> None:
    """Check an address and a byte."""
    address, word = value
    within(0, 0xFFFF)(address)
    byte(word)


def a_register(value: Any) -> None:
    """Check a register and its value."""
    name, number = value
    within(0, (1 << cpu.REGISTERS[name.lower()]) - 1)(number)


def segments(value: Any) -> None:
    """Check addresses with bytes."""
    for address, words in value:
        within(0, 0x10000 - len(bytes.fromhex(words)))(address)


byte = within(0, 0xFF)


# ---------------------------------------------------------------- acts


def set_field(name: str) -> Callable[[Kim1, Any], None]:
    """Return the act that sets a line or a switch of the record."""
    return lambda kim, value: setattr(kim.m, name, value)


def set_pins(port: int) -> Callable[[Kim1, Any], None]:
    """Return the act that drives the pins of a port of the 6530-003."""

    def act(kim: Kim1, value: int) -> None:
        kim.m.user_pins[port] = value

    return act


def take_text(kim: Kim1, value: str | list[Any]) -> None:
    """Give the typist something to do."""
    text, patient = value if isinstance(value, list) else (value, 1)
    kim.typist.take(text.encode("latin-1"), bool(patient))


def send(kim: Kim1, value: int) -> None:
    """Let the terminal begin to send a byte."""
    kim.processor.call("send", value, kim.cycles)


def record(kim: Kim1, on: int) -> None:
    """Start the recorder with a new tape, or stop it."""
    kim.recorded = [] if on else kim.recorded
    kim.m.recording = on


def play(kim: Kim1, value: list[int]) -> None:
    """Let the tone decoder's level change as the tape says."""
    start = kim.cycles
    for cycle, level in cassette.demodulate(value):
        kim.schedule.add(start + cycle, "tape_level", level)


def put(kim: Kim1, value: list[int]) -> None:
    """Put a byte into memory."""
    kim.processor.call("poke", *value)


def set_register(kim: Kim1, value: list[Any]) -> None:
    """Set a register."""
    name, number = value
    setattr(kim.m, name.lower(), number & ~BREAK | ALWAYS if name.upper() == "P" else number)


def load(kim: Kim1, value: list[Any]) -> None:
    """Put a program into memory."""
    for address, words in value:
        data = bytes.fromhex(words)
        fill(kim.m.memory, data, address)


INPUTS: inputs.Inputs = {
    "key_down": Input("a key: " + " ".join(keypad.KEYS), a_key, act_of("key_down")),
    "key_up": Input("a key", a_key, act_of("key_up")),
    "sst": Input("the SST switch: 0 or 1", switch, act_of("sst")),
    "terminal": Input("1 straps the monitor to the terminal, 0 to the keypad", switch, act_of("terminal")),
    "type": Input("text to send, or [text, 0] for a reader that does not wait for answers", a_text, take_text),
    "send": Input("one byte that the terminal begins to send in this very cycle", byte, send),
    "baud": Input("the terminal's speed", within(1, FASTEST), set_field("baud")),
    "tape": Input("a tape to play: the cycles, from its start, at which the signal changes sign", edges, play),
    "stop_tape": Input("0: the tape is taken away", switch, lambda kim, value: kim.schedule.drop("tape_level")),
    "tape_level": Input("what the tone decoder says: 0 or 1", switch, act_of("tape_level")),
    "recording": Input("the tape recorder: 0 or 1", switch, record),
    "wire": Input(
        "where PB7 of the 6530-003 is wired: 0 nowhere, 1 to IRQ, 2 to NMI",
        within(riot.NO_WIRE, riot.TO_NMI),
        set_field("pb7_wire"),
    ),
    "user_a": Input("a byte: what is on the pins PA7-PA0 of the 6530-003", byte, set_pins(0)),
    "user_b": Input("a byte: what is on its pins PB7-PB0", byte, set_pins(1)),
    "at": Input(
        "[cycle, kind, value]: an input to come",
        lambda value: event(INPUTS)(value),
        lambda kim, value: kim.schedule.add(*value),
    ),
    "poke": Input("[address, byte]: put it into memory, ROM included", a_byte_somewhere, put),
    "register": Input("[name, value]: set a register", a_register, set_register),
    "load": Input("[[address, bytes in hexadecimal], ...]: put a program into RAM", segments, load),
    "state": Input("a saved state, in base64", nothing, lambda kim, value: kim.restore_state(base64.b64decode(value))),
}
MEANINGS = inputs.meanings(INPUTS)
