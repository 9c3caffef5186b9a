"""Keys, switches and the tape's level at cycles to come, as far as the record has them.

`act` in bus.py lets one happen, now or at its cycle. The events in the record are the next ones of the machine's
schedule, up to the first input of another kind: at the cycle of that one, `host_at`, the host has to go on.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from emulators.inputs import NEVER
from emulators.kim1 import keypad
from emulators.machine import Value
from emulators.record import Fields, State
from emulators.schedule import Schedule

EVENTS = 64  # at hand
ARGUMENT_BITS = 8
RESET_KEY, STOP_KEY = keypad.KEYS.index("RS"), keypad.KEYS.index("ST")

FIELDS: Fields = {
    "event_count": ("int", 1),  # events in `event_cycle` and `event_code`, in their order
    "event_next": ("int", 1),  # how many of them have happened
    "event_cycle": ("int", EVENTS),
    "event_code": ("int", EVENTS),  # see `code`
    "host_at": ("int", 1),  # the cycle of the first input that only the host can do, or NEVER
}


class Action(IntEnum):
    """What an event does with its argument."""

    KEY_UP = 0  # place of the key in keypad.KEYS
    KEY_DOWN = 1
    SST = 2  # 0 or 1
    TERMINAL = 3  # 0 or 1: the strap
    TAPE_LEVEL = 4  # 0 or 1


ACTIONS = {each.name.lower(): each for each in Action}  # by the kind of input


def code(kind: str, value: Any) -> int | None:
    """Return Action and argument of an input as one number; None if it is none of these."""
    action = ACTIONS.get(kind)
    if action is None:
        return None
    return action << ARGUMENT_BITS | (keypad.KEYS.index(value) if action <= Action.KEY_DOWN else int(value))


def next_cycle(m: State) -> int:
    """Return the cycle of the next event in the record, or that at which the host has to go on."""
    return m.event_cycle[m.event_next] if m.event_next < m.event_count else m.host_at


# ---------------------------------------------------------------- what the host does


def exchange(m: State, schedule: Schedule) -> None:
    """Let the schedule forget what has happened, and the record know what comes next."""
    if m.event_next:
        schedule.forget(int(m.event_next))
        m.event_next = 0
    if not schedule.changed:
        return
    schedule.changed = False
    m.event_count, m.host_at = 0, NEVER
    for cycle, _, kind, value in schedule.first(EVENTS + 1):
        number = code(kind, value)
        if number is None or m.event_count == EVENTS:
            m.host_at = cycle
            break
        m.event_cycle[m.event_count], m.event_code[m.event_count] = cycle, number
        m.event_count += 1


def act_of(kind: str) -> Any:
    """Return the act of an input that is an event."""

    def act(kim: Any, value: Value) -> None:
        kim.processor.call("act", code(kind, value))

    return act
