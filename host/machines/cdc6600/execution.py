"""Running a 6600 program to its end or its time limit, in slices; observers run after each slice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emulators.cdc6600.scoreboard import Column
from emulators.machine import Stop
from host.machines.cdc6600.account import Account
from host.machines.cdc6600.machine import PIECE, Cdc6600
from host.waiting import doing

if TYPE_CHECKING:
    from emulators.machine import Trace
    from host.machines.cdc6600.conversation import Conversation
    from host.machines.cdc6600.job import Job

NOTING = 20_000  # cycles of a piece while all instructions are noted: what fits into a cache is added up quickest
LISTENING = 100_000  # the same while a user waits to be asked for a line


class Execution:
    """The progress of a job."""

    def __init__(self, machine: Cdc6600, job: Job, conversation: Conversation | None = None) -> None:
        self.machine = machine
        self.job = job
        self.conversation = conversation
        self.account = Account()  # where the time went, if the job wants to know
        self.interrupted = False
        self._wanted = range(job.first - 1, job.first - 1 + job.count)  # instructions of the timing view
        self._seen = 0
        self._kept: list[Trace] = []

    def run(self) -> None:
        """Run until the program ends, its time is up or the user interrupts it (Ctrl-C)."""
        self.machine.timing(self.job.time or self.job.timing is not None)
        try:
            with doing(lambda: f"{self.machine.seconds:.1f} s of the 6600's time"):
                while self.machine.cycles < self.job.limit and self._run_piece() == Stop.NONE:
                    pass
        except KeyboardInterrupt:
            self.interrupted = True
        if self.machine.noting_times:
            self._look_at(self.machine.timed(last=True))

    def _run_piece(self) -> Stop:
        machine, job = self.machine, self.job
        noting = machine.noting_times
        piece = NOTING if noting else LISTENING if self.conversation else PIECE
        stop = machine.run_to(min(job.limit, machine.cycles + piece))
        if noting:
            self._look_at(machine.timed())
            if not job.time and self._seen >= self._wanted.stop:
                machine.timing(False)
        if self.conversation:
            self.conversation.look()
        return stop

    def _look_at(self, rows: Trace) -> None:
        """Add the instructions of a slice to the account, and keep those of the timing view."""
        if self.job.time:
            self.account.add(rows)
        first, last = (max(0, each - self._seen) for each in (self._wanted.start, self._wanted.stop))
        self._kept.append(rows[first:last])
        self._seen += len(rows)

    @property
    def rows(self) -> Trace:
        """The rows of the timing view."""
        import numpy as np

        return np.concatenate([np.empty((0, len(Column)), np.int64), *self._kept])
