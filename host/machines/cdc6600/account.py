"""Where does the time go? Minor cycles by reason and by word of the program, from rows of the timing record.

The time of a program is the sum of its issue slots and of the delays before issue: a unit that waits for an operand
delays no other instruction until its unit or its register is needed. On a 6400 it is the sum of the times of its
instructions.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from emulators.cdc6600.isa import INSTRUCTIONS, Unit
from emulators.cdc6600.scoreboard import JUMP_SLOTS, Column, Port

if TYPE_CHECKING:
    from emulators.machine import Trace

SLOTS = "issue"
REASONS = {
    Column.FETCH: "the word of instructions was not there",
    Column.UNIT: "the unit was busy",
    Column.RESERVED: "the register of the result was reserved",
}
OPERAND, DECISION = "a jump waited for its registers", "a jump was being decided"
BORROWED = "the unit that a jump borrows"
LONG = frozenset(each.code for each in INSTRUCTIONS if each.long)
CODES = range(0o100)
JUMPS = [1 <= code <= 7 for code in CODES]
UNITS = [next((int(each.unit) for each in INSTRUCTIONS if each.code == code), 0) for code in CODES]
SERIAL = {unit: f"{unit.name.lower().replace('_', ' ')} instructions" for unit in Unit if unit} | {Unit.NONE: "passes"}
ISSUE_SLOTS = [JUMP_SLOTS if JUMPS[code] else 1 + (code in LONG) for code in CODES]


class Account:
    """Minor cycles: `reasons` by cause, `words` by address."""

    def __init__(self) -> None:
        self.reasons: Counter[str] = Counter()
        self.words: Counter[int] = Counter()
        self.units: Counter[str] = Counter()  # of the waits for a unit, which one it was
        self.instructions = 0

    @property
    def total(self) -> int:
        return self.reasons.total()

    def add(self, rows: Trace) -> None:
        """Count the instructions of these rows."""
        import numpy as np

        if not len(rows):
            return
        self.reasons.update({reason: int(cycles.sum()) for reason, cycles in _by_reason(rows).items()})
        sums = np.bincount(rows[:, Column.LOCATION], weights=self.spent(rows))
        self.words.update({int(place): int(sums[place]) for place in np.flatnonzero(sums)})
        waits = np.bincount(rows[:, Column.PORT], weights=rows[:, Column.UNIT])
        self.units.update({unit_name(int(port)): int(waits[port]) for port in np.flatnonzero(waits)})
        self.instructions += len(rows)

    @staticmethod
    def spent(rows: Trace) -> Trace:
        """Return what each of these rows took."""
        return sum(_by_reason(rows).values(), start=rows[:, 0] * 0)


def _by_reason(rows: Trace) -> dict[str, Trace]:
    """Return what each of these rows took, by reason."""
    import numpy as np

    codes = rows[:, Column.INSTRUCTION] >> 9
    if rows[0, Column.PORT] == Port.UNIFIED:
        took, units = rows[:, Column.RESULT] - rows[:, Column.ISSUE], np.array(UNITS)[codes]
        return {reason: took * (units == unit) for unit, reason in SERIAL.items()}
    jumps = np.array(JUMPS)[codes]
    spent = {SLOTS: np.array(ISSUE_SLOTS)[codes]}
    spent |= {reason: rows[:, column] for column, reason in REASONS.items()}
    return spent | {OPERAND: rows[:, Column.OPERAND] * jumps, DECISION: rows[:, Column.JUMP] * jumps}


def unit_name(port: int) -> str:
    """Return the name of a unit in words."""
    return BORROWED if port == Port.BRANCH else Port(port).name.lower().replace("_", " ")
