"""The operator at the console of a 6600: jobs, their files, what is opened and saved."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from emulators.cdc6600.core import Cause
from emulators.cdc6600.system import INPUT
from emulators.errors import IronboardError
from emulators.image import Image
from emulators.machine import Stop
from host.cdc6600 import BAD_ENDS, Cdc6600
from host.desk.cdc6600 import media
from host.desk.cdc6600.stopped import in_brackets
from host.faces import games
from host.faces.cdc6600.front import front
from host.faces.desk import Desk


class Desk6600(Desk):
    """The console of one machine, which has a job."""

    machine: Cdc6600
    open_title = "Job, saved state, or file for the job"
    open_hint = "Tab completes. A job by name: mates. A file: TAPE1=games.txt"
    save_hint = "output.txt | moment.state | job.dayfile | TAPE1=games.txt"

    def __init__(
        self, machine: Cdc6600, *, speed: float = 1.0, now: Callable[[], float] = time.perf_counter
    ) -> None:
        self.files: Mapping[str, Path] = {}  # what every job finds
        self.kept: Collection[str] = ()  # the files that are kept of it
        self.image = Image()  # the job's program, if it is known
        self._empty = machine.snapshot()
        super().__init__(machine, front(), speed=speed, now=now)

    def refresh(self, still: bool = False) -> None:
        """Look at what the machine shows, and what has been typed."""
        self.ui["typed"] = [[place, line] for place, line in self.machine.system.typed]
        super().refresh(still)

    # ------------------------------------------------------------ the job

    @property
    def asked(self) -> bool:
        """Whether the program waits for a line."""
        return INPUT in self.machine.system.waiting_for

    @property
    def over(self) -> bool:
        """Whether the job is over."""
        return self.machine.cause in (Cause.END, Cause.ABORT)

    @property
    def held(self) -> bool:
        """Whether the operator lets the machine stand still."""
        return self.pacer.paused and self.pacer.stop == Stop.NONE

    @property
    def reason(self) -> str:
        """Why the machine stands still, with the line of the source where the program was stopped."""
        return self.machine.reason + (in_brackets(self.machine, self.image) if self.machine.cause in BAD_ENDS else "")

    def empty(self) -> None:
        """Let the machine be as it was when it was switched on."""
        if self.machine.cycles or self.image.segments:
            self.go_to(self._empty)

    def take(self, name: str, image: Image | None = None) -> None:
        """Take what the machine holds for the job, and let it run. `image`: its program."""
        self.image = image or Image()
        game = games.find(name.lower(), self.image.symbols)
        self.equip(front(game))
        self.ui["name"] = name
        self.restart()

    def say(self, line: str) -> None:
        """Type a line for the program; raises IronboardError if it cannot be."""
        self.act("line", line)
        if self.ui["refused"]:
            raise IronboardError(self.ui["answer"])

    def stopped(self, stop: Stop) -> None:
        """Tell why the machine has stopped."""
        if self.machine.cause in BAD_ENDS:
            self.ui["where"] = in_brackets(self.machine, self.image).upper()
        self.tell(self.reason or stop.name.lower())

    def time_has_jumped(self) -> None:
        """Look at everything anew."""
        self.ui["where"] = ""
        self.ui["paper"] = copy.deepcopy(self.front.ui["paper"])
        super().time_has_jumped()

    # ------------------------------------------------------------ files

    def open(self, text: str) -> None:
        """Open a job, a state, or a file for the job."""
        self.tell(media.open_file(self, self.named(text)))
        self.time_has_jumped()

    def write(self, text: str, overwrite: bool) -> None:
        """Save OUTPUT, the dayfile, the state or a file."""
        self.tell(media.save_file(self, text, overwrite=overwrite))

    def path_in(self, text: str) -> Path:
        """Return the file that a line names."""
        return media.path_in(text)


def desk(machine: Any, **options: Any) -> Desk6600:
    """Return the console of a machine."""
    return Desk6600(machine, **options)
