"""Everything that can happen to a 6600 from outside: one table, by which it is checked and done."""

from __future__ import annotations

import re
from array import array
from typing import TYPE_CHECKING, Any

from emulators import inputs
from emulators.cdc6600 import core
from emulators.cdc6600.files import Mark
from emulators.cdc6600.isa import ADDRESS_BITS, MOST_WORDS, PARCELS, WORD_BITS
from emulators.errors import StateError
from emulators.inputs import Input, a_state, all_within, event, in_base64, within
from emulators.machine import Value
from emulators.record import fill

if TYPE_CHECKING:
    from emulators.cdc6600.machine import Cdc6600

REGISTERS = {
    "P": ADDRESS_BITS, "PARCEL": 2,
    **{f"{bank}{number}": WORD_BITS if bank == "X" else ADDRESS_BITS for bank in "ABX" for number in range(8)},
    "RA": ADDRESS_BITS, "FL": ADDRESS_BITS, "EM": ADDRESS_BITS,
}  # name -> width in bits, in the order of the trace  # fmt: skip
NAME = re.compile(r"[A-Z][A-Z0-9]{0,6}")

word = within(0, (1 << WORD_BITS) - 1)
all_words = all_within(0, (1 << WORD_BITS) - 1)
word_or_mark = within(Mark.END_OF_FILE, (1 << WORD_BITS) - 1)


def a_word_somewhere(value: Any) -> None:
    """Check an address and a word."""
    address, content = value
    within(0, MOST_WORDS - 1)(address)
    word(content)


def a_register(value: Any) -> None:
    """Check a register and its value."""
    name, number = value
    within(0, (1 << REGISTERS[name]) - 1)(number)


def a_file(value: Any) -> None:
    """Check a name and what the file holds."""
    name, content = value
    a_name(name)
    for each in content:
        word_or_mark(each)


def a_name(value: Any) -> None:
    """Check the name of a file."""
    if not isinstance(value, str) or not NAME.fullmatch(value):
        raise ValueError(f"{value!r} is no name of a file: a letter, and up to six letters and digits")


def a_line(value: Any) -> None:
    """Check the name of a file, and the words of a line."""
    name, content = value
    a_name(name)
    for each in content:
        word(each)


def segments(value: Any) -> None:
    """Check addresses with words."""
    for address, words in value:
        within(0, MOST_WORDS - len(words))(address)
        all_words(words)


# ---------------------------------------------------------------- acts


def put(machine: Cdc6600, value: list[int]) -> None:
    """Put a word into storage."""
    address, content = value
    machine.m.memory[machine.absolute(address)] = content


def load(machine: Cdc6600, value: list[Any]) -> None:
    """Put a program into storage; the words in the instruction stack are forgotten."""
    for address, words in value:
        if address + len(words) > machine.words:
            raise ValueError(f"there are no {len(words)} words from {address:06o} on in storage")
    for address, words in value:
        first, last = (machine.absolute(each) for each in (address, address + max(len(words), 1) - 1))
        if last - first == len(words) - 1:
            fill(machine.m.memory, array("q", words), first)
        else:  # the addresses begin again at 0
            for place, each in enumerate(words, address):
                machine.m.memory[machine.absolute(place)] = each
    core.go_to(machine.m, int(machine.m.p), int(machine.m.parcel))
    machine.system.show(0)


def set_register(machine: Cdc6600, value: list[Any]) -> None:
    """Set a register. P begins its word anew, and a job that was over goes on."""
    name, number = value
    m = machine.m
    if name == "P":
        core.go_to(m, number, 0)
        m.cause = core.Cause.NONE
    elif name == "PARCEL":
        core.go_to(m, int(m.p), number % PARCELS)
    elif name in ("RA", "FL", "EM"):
        setattr(m, name.lower(), number)
        machine.look_at_requests()
    elif name != "B0":
        getattr(m, name[0].lower())[int(name[1])] = number


def exchange(machine: Cdc6600, value: int) -> None:
    """Finish the word being executed, then do an exchange jump."""
    machine.finish_word()
    core.exchange_jump(machine.m, value)
    machine.look_at_requests()


def set_state(machine: Cdc6600, value: str) -> None:
    """Go to a saved state."""
    try:
        machine.restore_state(in_base64(value))
    except StateError as error:
        raise ValueError(str(error)) from None


INPUTS: inputs.Inputs = {
    "file": Input(
        "[name, [words]]: a file is there; -1 ends a record, -2 a file",
        a_file,
        lambda machine, value: machine.system.attach(*value),
    ),
    "connect": Input("the name of a file: a keyboard", a_name, lambda machine, name: machine.system.connect(name)),
    "line": Input(
        "[name, [words]]: a line is typed at the keyboard of a file",
        a_line,
        lambda machine, value: machine.system.type(*value),
    ),
    "disconnect": Input(
        "the name of a file: no more lines will come", a_name, lambda machine, name: machine.system.disconnect(name)
    ),
    "exchange": Input("the absolute address of a package: an exchange jump", within(0, MOST_WORDS - 16), exchange),
    "at": Input(
        "[cycle, kind, value]: an input to come",
        lambda value: event(INPUTS)(value),
        lambda machine, value: machine.schedule.add(*value),
    ),
    "poke": Input("[address, word]: put it into storage", a_word_somewhere, put),
    "register": Input("[name, value]: set a register", a_register, set_register),
    "load": Input("[[address, [words]], ...]: put a program into storage", segments, load),
    "state": Input("a saved state, in base64", a_state, set_state),
}
MEANINGS = inputs.meanings(INPUTS)


def apply(machine: Cdc6600, kind: str, value: Value) -> None:
    """Let an input happen now; raises ValueError, with nothing changed, for one that makes no sense."""
    inputs.apply(INPUTS, machine, kind, value)
