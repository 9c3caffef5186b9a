"""Where does the time go? Minor cycles by reason and by word of the program, from rows of the timing record.

The time of a program is the sum of its slots of issue and of what kept instructions from being issued: a unit that
waits for an operand keeps nobody else waiting, until its unit or its register is wanted.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from emulators.cdc6600.isa import INSTRUCTIONS
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
FIRST_JUMP, LAST_JUMP = 1, 7  # codes


class Account:
    """Minor cycles: `reasons` by what they were spent on, `words` by address."""

    def __init__(self) -> None:
        self.reasons: Counter[str] = Counter()
        self.words: Counter[int] = Counter()
        self.units: Counter[str] = Counter()  # of the waits for a unit, which one it was
        self.instructions = 0

    @property
    def total(self) -> int:
        """All minor cycles."""
        return self.reasons.total()

    def add(self, rows: Trace) -> None:
        """Count the instructions of these rows."""
        import numpy as np

        if not len(rows):
            return
        codes = rows[:, Column.INSTRUCTION] >> 9
        jumps = (codes >= FIRST_JUMP) & (codes <= LAST_JUMP)
        slots = np.where(jumps, JUMP_SLOTS, 1 + np.isin(codes, list(LONG - set(range(FIRST_JUMP, LAST_JUMP + 1)))))
        spent = {SLOTS: slots}
        spent |= {reason: rows[:, column] for column, reason in REASONS.items()}
        spent |= {OPERAND: rows[:, Column.OPERAND] * jumps, DECISION: rows[:, Column.JUMP] * jumps}
        self.reasons.update({reason: int(cycles.sum()) for reason, cycles in spent.items()})
        cycles = sum(spent.values())
        places, which = np.unique(rows[:, Column.LOCATION], return_inverse=True)
        sums = np.bincount(which, weights=cycles)
        self.words.update({int(place): int(total) for place, total in zip(places, sums, strict=True)})
        for port in np.unique(rows[:, Column.PORT]):
            waited = int(rows[rows[:, Column.PORT] == port, Column.UNIT].sum())
            if waited:
                self.units[BORROWED if port == Port.BRANCH else Port(int(port)).name.lower().replace("_", " ")] += (
                    waited
                )
        self.instructions += len(rows)
