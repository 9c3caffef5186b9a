"""A KIM-1 with its files: programs, states, tapes in the recorder, records of games of Go."""

from __future__ import annotations

import os
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from emulators.errors import IronboardError
from emulators.machine import Machine, Stop
from host.formats import cassette, storage
from host.formats.table import WAV_LIMIT
from host.games.wally_board import BOARD, PROGRAMS, is_board
from host.machines.kim1.machine import Kim1
from host.panels import games
from host.panels.kim1 import media
from host.panels.kim1.media import wanted
from host.panels.kim1.panel import panel
from host.ui.controller import Controller

if TYPE_CHECKING:
    from host.machines.kim1.line import Line


class KimController(Controller[Kim1]):
    """The machine, its files and its tape recorder."""

    open_title = "Open a program, a tape (WAV) or a saved state"
    open_hint = "Tab completes. A raw binary needs its address: dump.bin @0200"
    save_hint = "moment.state | tape.wav | program.ptp 0200-03FF (also .hex .srec .bin)"

    def __init__(self, machine: Kim1, program: str | None = None, **options: Any) -> None:
        self.tape = Deck(machine)
        self.line: Line | None = None  # runs the machine, to exchange characters meanwhile
        self.program = Path(program or "monitor").stem
        super().__init__(machine, panel(game_of(machine, program)), **options)

    def run_to(self, cycle: int) -> Stop:
        """Run the machine to a cycle; on a line, it exchanges characters meanwhile."""
        return self.line.run_to(cycle, super().run_to) if self.line else super().run_to(cycle)

    @property
    def talks(self) -> bool:  # type: ignore[override]  # what never changes for other controllers
        """Whether the Teletype is connected to a line."""
        return self.line is not None

    def refresh(self, still: bool = False) -> None:
        """Update `shown`, with the recorder, which is the controller's."""
        self.ui["deck"] = self.tape.shown
        self.ui["core"] = self.machine.processor.running_on
        super().refresh(still)

    def own_commands(self) -> dict[str, Any]:
        """Return those of every controller, those of the recorder, and saving a game."""
        tape = self.tape
        return {
            **super().own_commands(),
            "insert": lambda: self.ask_file("open", "Tape to put into the recorder (WAV)", "Tab completes."),
            "play": lambda: tape.stop() if tape.playing else tape.play(),
            "record": lambda: tape.stop() if self.machine.recording else tape.record(),
            "stop": tape.stop,
            "rewind": tape.rewind,
            "save_tape": lambda: self.ask_file("save", "Save the recording as (WAV)", "", "recording.wav"),
            "go_board": self.switch_board,
            "sgf": lambda: self.ask_file("save", "Save the game as (SGF)", "", "wally.sgf"),
        }

    # ------------------------------------------------------------ files

    def open(self, text: str) -> None:
        """Open a file: put a tape into the recorder, go back to a saved state, or load a program."""
        file = wanted(text)
        if file.path.suffix.lower() == media.TAPE:
            self.tell(self.tape.insert(file.path))
            return
        self.tell(media.open_file(self.machine, file.path, origin=file.origin))
        self.program = file.path.stem
        self.put_up(game_of(self.machine, file.path.stem))

    def put_up(self, game: Any) -> None:
        """Show the panel with a program's additions: another program has been loaded, or another moment."""
        looked_at = self.ui["focus"]
        self.equip(panel(game))
        self.ui["focus"] = looked_at
        self.time_has_jumped()

    def switch_board(self) -> None:
        """Show or hide the Go board."""
        game = None if self.panel.game else game_of(self.machine, None)
        if not (game or self.panel.game):
            raise IronboardError("there is no Go board in memory")
        self.put_up(game)

    def path_in(self, text: str) -> Path:
        """Return the file that a line names."""
        return wanted(text).path

    def write(self, text: str, overwrite: bool) -> None:
        """Save to the file that a line names: a kind that media.save_file knows."""
        file = wanted(text)
        self.tell(media.save_file(self.machine, file.path, file.first, file.last, overwrite=overwrite))

    def notations(self) -> dict[str, str]:
        """Return the game of Go, if there is one."""
        started = self.panel.game is not None and self.ui["set up"]
        return {"the game as SGF": self.game_text()} if started else {}

    def signal(self, first: float, last: float) -> tuple[Sequence[int], int]:
        """Return the tape's signal, recorded or played."""
        kim, tape = self.machine, self.tape
        edges, start = (kim.recorded, 0) if kim.recording else tape.running
        low = max(0, bisect_left(edges, first - start) - 1)
        high = bisect_right(edges, last - start)
        return [start + edge for edge in edges[low:high]], -1 if low % 2 else 1

    # ------------------------------------------------------------ time

    def time_has_jumped(self) -> None:
        """Forget the pending steps, and the tape's playing."""
        self.tape.forget()
        super().time_has_jumped()


def controller(machine: Machine, program: str | None = None, **options: Any) -> KimController:
    """Return a KIM-1 with its panel, and the additions of the program in its memory."""
    assert isinstance(machine, Kim1)
    return KimController(machine, program, **options)


def game_of(machine: Kim1, program: str | None) -> Any:
    """Return the additions of the program in memory, found by its name or by Wally's board."""
    if is_board(machine.memory[BOARD : BOARD + 0x100]):
        return games.find(program if program in PROGRAMS else PROGRAMS[0], {})
    return None


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
    def running(self) -> tuple[list[int], int]:
        """The tape's edges while it plays, and the cycle at which its start was, or would have been."""
        return (self.edges, self._started - self._position) if self._started is not None and self.playing else ([], 0)

    @property
    def shown(self) -> dict[str, Any]:
        """Its position in whole seconds."""
        recorded = self._kim.recorded
        seconds = (recorded[-1] - recorded[0]) // self._kim.clock if recorded else 0
        state = "recording" if self._kim.recording else "playing" if self.playing else "stopped"
        return {
            "name": self.name or "no tape",
            "state": state + (f"   {seconds} s recorded" if seconds else ""),
            "place": f"{self.position // self._kim.clock} / {self.length // self._kim.clock} s",
            "share": self.position / self.length if self.length else 0.0,
        }

    def insert(self, path: str | os.PathLike[str]) -> str:
        """Put a tape (WAV) into the recorder, at its start; return the outcome as a sentence."""
        file = Path(path)
        edges = cassette.read_edges(storage.read_all(file, WAV_LIMIT, "a WAV file"), str(file))
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
        """Start recording the machine's output, over the earlier recording."""
        self.stop()
        self._kim.start_recording()

    def stop(self) -> None:
        """Stop whatever runs."""
        self._kim.stop_tape()
        if self._started is not None:
            self._position = self.position
            self._started = None
        if self._kim.recording:
            self._kim.stop_recording()

    def rewind(self) -> None:
        """Go to the start of the tape."""
        self.stop()
        self._position = 0

    def forget(self) -> None:
        """Stop the tape: the machine has gone to another time, its events with it."""
        self._started = None
