"""Loops over the timing record, rows of `scoreboard.Column`: their order, and where the minor cycles went.

The time of a program is the sum of its issue slots and of the delays before issue. On a 6400 it is the sum of the times
of its instructions.
"""

from __future__ import annotations

from emulators.cdc6600.isa import INSTRUCTIONS, Unit
from emulators.cdc6600.scoreboard import COLUMNS, JUMP_SLOTS, PORT_COUNT, Column, Port
from emulators.loops import lent
from emulators.record import COUNT, State, as_many

CODES = range(0o100)
LONG = frozenset(each.code for each in INSTRUCTIONS if each.long)
JUMPS = [int(1 <= code <= 7) for code in CODES]
UNITS = [next((int(each.unit) for each in INSTRUCTIONS if each.code == code), 0) for code in CODES]
ISSUE_SLOTS = [JUMP_SLOTS if JUMPS[code] else 1 + (code in LONG) for code in CODES]
CODE_SHIFT = 9  # of an instruction's first parcel
SLOTS, FETCH, UNIT, RESERVED, OPERAND, DECISION = REASONS = range(6)

FIELDS = {
    **lent("cells", "spent", "words", "touched"),
    "reasons": as_many(len(REASONS), COUNT),  # cycles by reason
    "serial": as_many(len(Unit), COUNT),  # cycles by unit, on a 6400
    "waits": as_many(PORT_COUNT, COUNT),  # cycles that instructions waited for a unit
}


def arrange(m: State, rows: int) -> None:
    """Put the rows into the order of their issue; only a few are far from their places."""
    for row in range(1, rows):
        at = row * COLUMNS
        while at > 0 and m.cells[at - COLUMNS + Column.ISSUE] > m.cells[at + Column.ISSUE]:
            for column in range(COLUMNS):
                held = m.cells[at + column]
                m.cells[at + column] = m.cells[at + column - COLUMNS]
                m.cells[at + column - COLUMNS] = held
            at -= COLUMNS


def add(m: State, rows: int) -> int:
    """Count the cycles of rows by reason and by word, and note in `spent` how many each has taken.

    `words`, by address, are 0 before; return how many of them are not 0 now: their addresses are in `touched`.
    """
    touched = 0
    for row in range(rows):
        at = row * COLUMNS
        code = m.cells[at + Column.INSTRUCTION] >> CODE_SHIFT
        if m.cells[Column.PORT] == Port.UNIFIED:
            took = m.cells[at + Column.RESULT] - m.cells[at + Column.ISSUE]
            m.serial[UNITS[code]] += took
        else:
            operand, decision = m.cells[at + Column.OPERAND] * JUMPS[code], m.cells[at + Column.JUMP] * JUMPS[code]
            fetch, unit, reserved = (
                m.cells[at + Column.FETCH], m.cells[at + Column.UNIT], m.cells[at + Column.RESERVED],
            )  # fmt: skip
            took = ISSUE_SLOTS[code] + fetch + unit + reserved + operand + decision
            m.reasons[SLOTS] += ISSUE_SLOTS[code]
            m.reasons[FETCH] += fetch
            m.reasons[UNIT] += unit
            m.reasons[RESERVED] += reserved
            m.reasons[OPERAND] += operand
            m.reasons[DECISION] += decision
        m.spent[row] = took
        m.waits[m.cells[at + Column.PORT]] += m.cells[at + Column.UNIT]
        place = m.cells[at + Column.LOCATION]
        if m.words[place] == 0 and took != 0:
            m.touched[touched] = place
            touched += 1
        m.words[place] += took
    return touched


ENTRY_POINTS = (arrange, add)
