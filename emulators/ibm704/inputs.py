"""Everything that can happen to a 704 from outside: one table, by which it is checked and done."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from emulators import inputs
from emulators.errors import StateError
from emulators.ibm704 import console, tape
from emulators.ibm704.card_cycle import WORDS
from emulators.ibm704.core import INDICATORS
from emulators.ibm704.isa import MOST_WORDS, WORD_BITS
from emulators.inputs import Input, a_state, all_within, event, in_base64, switch, within
from emulators.machine import Value

if TYPE_CHECKING:
    from emulators.ibm704.machine import Ibm704

# ---------------------------------------------------------------- checks


def a_key(value: Any) -> None:
    """Check the name of a button."""
    if value not in console.KEYS:
        raise ValueError(f"the console of the 704 has no button '{value}': it has {', '.join(console.KEYS)}")


def a_sense_switch(value: Any) -> None:
    """Check a number and a position."""
    number, down = value
    within(1, console.SENSE_SWITCHES)(number)
    switch(down)


def cards(value: Any) -> None:
    """Check cards: lists of their words."""
    if not isinstance(value, list):
        raise TypeError("it is no list")
    for number, card in enumerate(value, 1):
        if len(card) != WORDS:
            raise ValueError(f"card {number} has {len(card)} words: expected {WORDS}")
        for each in card:
            word(each)


def a_tape(value: Any) -> None:
    """Check a unit, and the tape to be put on it."""
    unit, content = value
    within(1, tape.UNITS)(unit)
    if content is not None:
        data = in_base64(content)
        if data and not data[0] & tape.FIRST:
            raise ValueError("this is no tape: its first character does not begin a record")


def a_word_somewhere(value: Any) -> None:
    """Check an address and a word."""
    address, content = value
    within(0, MOST_WORDS - 1)(address)
    word(content)


def a_register(value: Any) -> None:
    """Check a register and its value."""
    name, number = value
    within(0, (1 << REGISTERS[name][1]) - 1)(number)


def segments(value: Any) -> None:
    """Check addresses with words."""
    for address, words in value:
        within(0, MOST_WORDS - len(words))(address)
        all_within(0, (1 << WORD_BITS) - 1)(words)


word = within(0, (1 << WORD_BITS) - 1)


# ---------------------------------------------------------------- acts


def set_sense_switch(machine: Ibm704, value: list[int]) -> None:
    """Put a sense switch up or down."""
    number, down = value
    m, bit = machine.m, 1 << number - 1
    m.sense_switches = m.sense_switches | bit if down else m.sense_switches & ~bit


def set_field(name: str) -> Callable[[Ibm704, int], None]:
    """Return the act that sets a switch or the keys."""
    return lambda machine, value: setattr(machine.m, name, value)


def add_cards(machine: Ibm704, value: list[list[int]]) -> None:
    """Put cards behind those in the hopper of the reader."""
    machine.media.put_cards([tuple(card) for card in value])


def remove_cards(machine: Ibm704, value: int) -> None:
    """Take all cards out of the hopper."""
    machine.media.remove_cards()


def mount(machine: Ibm704, value: list[Any]) -> None:
    """Put a tape on a unit, or take it away."""
    unit, content = value
    machine.media.mount(unit, None if content is None else in_base64(content))


def put(machine: Ibm704, value: list[int]) -> None:
    """Put a word into core storage."""
    address, content = value
    machine.m.memory[address & int(machine.m.core_mask)] = content


def load(machine: Ibm704, value: list[Any]) -> None:
    """Put a program into core storage."""
    m = machine.m
    for address, words in value:
        if address + len(words) > m.core_mask + 1:
            raise ValueError(f"there are no {len(words)} words from {address:05o} on in core storage")
    for address, words in value:
        m.memory[address : address + len(words)] = list(words)


def set_register(machine: Ibm704, value: list[Any]) -> None:
    """Set a register."""
    name, number = value
    m, (field, _) = machine.m, REGISTERS[name]
    if field in ("ic", "xa", "xb", "xc"):
        number &= int(m.core_mask)
    if field:
        setattr(m, field, number)
    else:
        for bit, indicator in enumerate(reversed(INDICATORS)):
            setattr(m, indicator, number >> bit & 1)


def set_state(machine: Ibm704, value: str) -> None:
    """Go to a saved state."""
    try:
        machine.restore_state(in_base64(value))
    except StateError as error:
        raise ValueError(str(error)) from None


# ---------------------------------------------------------------- the tables

REGISTERS = {
    "IC": ("ic", 15), "AC": ("ac", 38), "MQ": ("mq", 36), "SR": ("sr", 36),
    "XA": ("xa", 15), "XB": ("xb", 15), "XC": ("xc", 15),
    "KEYS": ("keys", 36), "LIGHTS": ("sense_lights", 4), "SWITCHES": ("sense_switches", 6),
    "IND": ("", len(INDICATORS)),
}  # fmt: skip
INPUTS: inputs.Inputs = {
    "key_down": Input("a button of the console: " + ", ".join(console.KEYS), a_key, console.press),
    "key_up": Input("a button", a_key, console.let_go),
    "keys": Input("the word on the 36 panel keys", word, set_field("keys")),
    "sense_switch": Input("[1 to 6, 0 or 1]: a sense switch, 1 is down", a_sense_switch, set_sense_switch),
    "automatic": Input("the switch: 1 AUTOMATIC, 0 MANUAL", switch, set_field("automatic")),
    "cards": Input("[[24 words], ...]: cards for the reader, behind those in its hopper", cards, add_cards),
    "remove_cards": Input("0: the hopper is emptied", switch, remove_cards),
    "tape": Input("[unit 1 to 10, its characters in base64, or null]: a tape is mounted, or taken away", a_tape, mount),
    "at": Input(
        "[cycle, kind, value]: an input to come",
        lambda value: event(INPUTS)(value),
        lambda machine, value: machine.schedule.add(*value),
    ),
    "poke": Input("[address, word]: put it into core storage", a_word_somewhere, put),
    "register": Input("[name, value]: set a register", a_register, set_register),
    "load": Input("[[address, [words]], ...]: put a program into core storage", segments, load),
    "state": Input("a saved state, in base64", a_state, set_state),
}
MEANINGS = inputs.meanings(INPUTS)


def apply(machine: Ibm704, kind: str, value: Value) -> None:
    """Let an input happen now; raises ValueError, with nothing changed, for one that makes no sense."""
    inputs.apply(INPUTS, machine, kind, value)
