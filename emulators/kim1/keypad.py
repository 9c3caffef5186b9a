"""The KIM-1's 23 keys, the matrix of 21 of them, the switches, and their actions at cycles to come.

               PA6   PA5   PA4   PA3   PA2   PA1   PA0      a key pulls its column low
    row 0       0     1     2     3     4     5     6       while its row is selected
    row 1       7     8     9     A     B     C     D
    row 2       E     F     AD    DA    +     GO    PC
    row 3       -     -     -     -     -     -     TTY     the strap that selects the teletype

RS and ST are not in the matrix: RS pulls RES low, ST pulls NMI low.

Events are keys, switches and the tape's level. Those in the record are the next ones of the machine's schedule, up to
the first input of another kind: at the cycle of that one, `host_at`, the host has to go on. `act` in bus.py lets one
happen.

Source: KIM-1 User Manual, figure 3-9 and schematic.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from emulators.inputs import NEVER, Schedule, Value
from emulators.record import FLAG, MOMENT_OR_NEVER, Field, Fields, State, as_many, unsigned

MATRIX = (
    ("0", "1", "2", "3", "4", "5", "6"),
    ("7", "8", "9", "A", "B", "C", "D"),
    ("E", "F", "AD", "DA", "+", "GO", "PC"),
)  # fmt: skip
POSITIONS = {key: (row, 6 - column) for row, keys in enumerate(MATRIX) for column, key in enumerate(keys)}
COLUMNS = len(MATRIX[0])
KEYS = (*POSITIONS, "RS", "ST")  # all 23 of them
STRAP_ROW = 3
RESET_KEY, STOP_KEY = KEYS.index("RS"), KEYS.index("ST")
EVENTS = 64  # at hand
ARGUMENT_BITS = 8

FIELDS: Fields = {
    "keys": unsigned(7, 4),  # per row, bit n: the key on PAn is down
    "sst": FLAG,  # 1: the single-step switch is on
    "stop_held": FLAG,  # 1: ST is down
}

EVENT_FIELDS: Fields = {
    "event_count": Field(0, EVENTS),  # events in `event_cycle` and `event_code`, in their order
    "event_next": Field(0, EVENTS),  # how many of them have happened
    "event_cycle": as_many(EVENTS, MOMENT_OR_NEVER),
    "event_code": unsigned(ARGUMENT_BITS + 3, EVENTS),  # see `code`
    "host_at": MOMENT_OR_NEVER,  # the cycle of the first input that only the host can do, or NEVER
}


def columns(m: State, row: int) -> int:
    """Return PA7-PA0 as the keypad leaves them: all ones but for the keys down in the selected row."""
    return 0xFF & ~m.keys[row] if row < 4 else 0xFF


# ---------------------------------------------------------------- events


class Action(IntEnum):
    """The effect of an event with its argument."""

    KEY_UP = 0  # place of the key in KEYS
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
    return action << ARGUMENT_BITS | (KEYS.index(value) if action <= Action.KEY_DOWN else int(value))


def next_cycle(m: State) -> int:
    """Return the cycle of the next event in the record, or that at which the host has to go on."""
    return m.event_cycle[m.event_next] if m.event_next < m.event_count else m.host_at


# ---------------------------------------------------------------- what the host does


def exchange(m: State, schedule: Schedule) -> None:
    """Forget past events of the schedule, and put the next ones into the record."""
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
