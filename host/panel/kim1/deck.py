"""The cassette recorder: a tape to play, and one being recorded."""

from __future__ import annotations

import os
from pathlib import Path

from emulators.errors import IronboardError
from host.formats import cassette, storage
from host.kim1 import Kim1


class Deck:
    """A recorder with one tape in it. Time on the tape is the machine's: at twice the speed it runs twice as fast."""

    def __init__(self, kim: Kim1) -> None:
        self._kim = kim
        self.name = ""  # of the file inserted
        self.edges: list[int] = []  # cycles from the tape's start at which its signal changes sign
        self._position = 0  # cycles, where it stopped
        self._started: int | None = None  # the machine's cycle at which it began to play

    @property
    def length(self) -> int:
        """The tape's length in cycles."""
        return self.edges[-1] if self.edges else 0

    @property
    def playing(self) -> bool:
        """Whether the tape runs."""
        return self._started is not None and self.position < self.length

    @property
    def position(self) -> int:
        """Where on the tape the head is, in cycles from its start."""
        if self._started is None:
            return self._position
        return min(self.length, self._position + self._kim.cycles - self._started)

    @property
    def recording(self) -> bool:
        """Whether the machine's output is being recorded."""
        return self._kim.recording

    @property
    def recorded(self) -> int:
        """The length of what has been recorded, in cycles."""
        recorded = self._kim.recorded
        return recorded[-1] - recorded[0] if recorded else 0

    def insert(self, path: str | os.PathLike[str]) -> str:
        """Put a tape (WAV) into the recorder, at its start; return what happened."""
        file = Path(path)
        edges = cassette.read_edges(storage.read_all(file, cassette.LIMIT, "a WAV file"), str(file))
        self.stop()
        self.name, self.edges, self._position = file.name, edges, 0
        return f"{file.name} is in the recorder, {self.length / self._kim.clock:.0f} seconds: AD 1873 GO, then PLAY"

    def play(self) -> None:
        """Play from where the tape is; at its end, from the start."""
        if not self.edges:
            raise IronboardError("there is no tape in the recorder: INSERT one (a WAV file)")
        self.stop()
        if self._position >= self.length:
            self._position = 0
        self._kim.play_tape([edge - self._position for edge in self.edges if edge >= self._position])
        self._started = self._kim.cycles

    def record(self) -> None:
        """Start recording what the machine sends, over what was recorded before."""
        self.stop()
        self._kim.start_recording()

    def stop(self) -> None:
        """Stop whatever runs."""
        self._kim.stop_tape()
        if self._started is not None:
            self._position = self.position
            self._started = None
        if self.recording:
            self._kim.stop_recording()

    def rewind(self) -> None:
        """Go to the start of the tape."""
        self.stop()
        self._position = 0

    def forget(self) -> None:
        """Let the tape stand still: the machine has gone to another time, its events with it."""
        self._started = None
