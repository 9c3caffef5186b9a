"""The time of a 6400: one unit for everything, one instruction after the other, no instruction stack.

    time       that of the table (`isa.Instruction.serial`)
    SA1-SA5    until the word is in the X register; SA6, SA7 until storage has it
    03 - 07    as in the table if the jump is taken, less if not

The 6400 is otherwise a 6600: the same instructions, the same results, unless a program changes words of a loop while it
is in it: without a stack (core.py) the new ones are executed. docs/cdc6600/timing.md says what is certain.
"""

from __future__ import annotations

from emulators.cdc6600 import scoreboard
from emulators.cdc6600.isa import INSTRUCTIONS
from emulators.cdc6600.scoreboard import TIMES, Port
from emulators.record import FLAG, Fields, State

LOAD, STORE, NOT_TAKEN = 12, 10, 5  # minor cycles

FIELDS: Fields = {
    "unified": FLAG,  # 1: the times are a 6400's
    "serial_times": TIMES,  # per code
}
CONSTANT_FIELDS = frozenset({"serial_times"})


def power_on(m: State) -> None:
    """Fill the table."""
    for each in INSTRUCTIONS:
        m.serial_times[each.code] = max(m.serial_times[each.code], each.serial)


def advance(m: State, location: int, parcel: int, instruction: int, taken: int) -> None:
    """Account for the time of an instruction; nothing else is done meanwhile. `taken`: a jump is."""
    code, i = instruction >> 9, instruction >> 6 & 7
    time = m.serial_times[code]
    if code >> 3 == 5 and i > 0:
        time = LOAD if i <= 5 else STORE
    elif 2 < code < 8 and not taken:
        time = NOT_TAKEN
    begun = m.cycles
    m.cycles = begun + time
    m.slot = m.cycles
    m.instructions += 1
    if m.timing:
        place = (location, parcel, instruction, int(Port.UNIFIED))
        scoreboard.note(m, place, (begun, begun, begun, m.cycles, m.cycles), (0, 0, 0), (0, 0, 0, 0), -1)
