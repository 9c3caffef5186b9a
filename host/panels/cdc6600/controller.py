"""The operator at the console of a 6600: jobs, their files, opening and saving."""

from __future__ import annotations

import copy
import re
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from emulators.cdc6600.core import Cause
from emulators.cdc6600.system import INPUT, OUTPUT
from emulators.errors import IronboardError
from emulators.image import Image
from emulators.machine import Stop
from emulators.roms import manifest
from host import registry
from host.formats import states, storage
from host.machines.cdc6600.machine import BAD_ENDS, MODEL, Cdc6600, find_program, in_brackets
from host.machines.programs import file_of
from host.panels import games
from host.panels.cdc6600 import view
from host.panels.cdc6600.panel import panel
from host.ui.controller import Controller
from host.ui.parts import Game

STATE, TEXT, DAYFILE = states.SUFFIX, ".txt", ".dayfile"
JOB_NAME = 7  # characters
NAMED = re.compile(r"(?P<name>[A-Za-z][A-Za-z0-9]{0,6})=(?P<path>.+)")
COMPANIONS = {"zobrist.alg": {"CH7": "zobrist.templates"}}  # files beside a program that it reads if none are named


class Controller6600(Controller[Cdc6600]):
    """The console of one machine, which has a job."""

    open_title = "Job, saved state, or file for the job"
    open_hint = "Tab completes. A job by name: mates. A file: TAPE1=games.txt"
    save_hint = "output.txt | moment.state | job.dayfile | TAPE1=games.txt"

    def __init__(
        self, machine: Cdc6600, *, speed: float | None = None, now: Callable[[], float] = time.perf_counter
    ) -> None:
        self.files: Mapping[str, Path] = {}  # for every job
        self.kept: Collection[str] = ()  # names of the job's files to be kept
        self.library = False  # whether a job finds its own program as a file
        self.image = Image()  # the job's program, if it is known
        self._empty = machine.snapshot()
        super().__init__(machine, panel(), speed=speed, now=now)

    def refresh(self, still: bool = False) -> None:
        """Update `shown`, and the typed lines in `ui`."""
        self.ui["typed"] = [[place, line] for place, line in self.machine.system.typed]
        super().refresh(still)

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
        """Whether the operator has paused the machine."""
        return self.pacer.paused and self.pacer.stop == Stop.NONE

    @property
    def state(self) -> str:
        """The state of the job in a few words."""
        return view.state(self.machine.m, self.ui)

    @property
    def reason(self) -> str:
        """Why the machine has stopped, with the line of the source where the program was stopped."""
        return self.machine.reason + (in_brackets(self.machine, self.image) if self.machine.cause in BAD_ENDS else "")

    def stopped(self, stop: Stop) -> None:
        """Tell why the machine has stopped."""
        if self.machine.cause in BAD_ENDS:
            self.ui["where"] = in_brackets(self.machine, self.image).upper()
        self.tell(self.reason or stop.name.lower())

    def time_has_jumped(self) -> None:
        """Look at everything anew."""
        self.ui["where"] = ""
        self.ui["paper"] = copy.deepcopy(self.panel.ui["paper"])
        super().time_has_jumped()
        self.hear()  # lines that have been printed are not printed again

    # ------------------------------------------------------------ jobs

    def begin(
        self,
        program: str,
        format: str | None = None,
        lines: Sequence[str] = (),
        compiling: Mapping[str, Any] | None = None,
    ) -> str:
        """Run a program as the job, with its files as they are on the disk now; return the outcome as a sentence.

        `lines` are typed before it begins; then more can be. `compiling`: options of the program's compiler.
        """
        machine = self.machine
        image = find_program(program, format=format, **(compiling or {}))
        if machine.cycles or self.image.segments:
            self.back_to(self._empty)
        machine.load(image)
        if image.entry is None:
            machine.write_register("P", image.segments[0].address)
        for name in self.kept:
            machine.name_file(name)
        if self.library:
            machine.attach_program(job_name(program), image)
        give_files(machine, file_of(MODEL, program), self.files, lines)
        self.take(job_name(program), image, Path(program).stem)
        return f"{Path(program).name} is the job"

    def take(self, name: str, image: Image | None = None, program: str = "", game: Game | None = None) -> None:
        """Take the contents of the machine for the job, and let it run.

        `image`: its program, `program`: its name, `game`: its board, if that is not known by the name.
        """
        self.image, self.program = image or Image(), program or name
        symbols = self.image.symbols
        game = game or games.find(program, symbols)
        self.equip(panel(game))
        self.ui |= {"name": name, "at": {each: symbols[each] for each in game.symbols} if game else {}}
        self.time_has_jumped()

    def enter(self, line: str) -> None:
        """Type a line, a command or one for the program; raises IronboardError if the console refuses it."""
        self.act("line", line)
        if self.ui["refused"]:
            raise IronboardError(f"'{line}': {self.ui['answer'].lower()}")

    # ------------------------------------------------------------ files

    def path_in(self, text: str) -> Path:
        """Return the file that a line names."""
        named = NAMED.fullmatch(text.strip())
        return super().path_in(named["path"] if named else text)

    def open(self, text: str) -> None:
        """Open a file or a program by its name, in the way of its kind, and show the outcome.

        `TAPE1=games.txt` is a file for the job that runs. A saved state is gone back to, everything else is a job.
        """
        path, named = self.path_in(text), NAMED.fullmatch(text.strip())
        if named and not Path(text.strip()).exists():
            attach(self.machine, named["name"].upper(), path)
            self.tell(f"{path.name} is the file {named['name'].upper()}")
        elif states.is_state(path, self.machine.title):
            self.open_state(path)
        else:
            name = registry.find(MODEL).opened(text.strip())
            self.tell(self.begin(name if name in manifest() else str(path)))

    def open_state(self, path: Path) -> None:
        """Go back to a saved state."""
        states.load(self.machine, path)
        self.take(job_name(path.name))
        self.tell(f"{path.name}: back at cycle {self.cycles:,}")

    def write(self, text: str, overwrite: bool) -> None:
        """Save OUTPUT (.txt), the dayfile, the state (.state) or a file (`TAPE1=games.txt`)."""
        path, machine = self.path_in(text), self.machine
        suffix = path.suffix.lower()
        if named := NAMED.fullmatch(text.strip()):
            machine.save_file(named["name"].upper(), path, overwrite=overwrite)
        elif suffix == STATE:
            states.save(machine, path, overwrite)
        elif suffix == DAYFILE:
            storage.write_all(path, "".join(f"{line}\n" for line in machine.dayfile).encode("ascii"), overwrite)
        elif suffix == TEXT:
            machine.save_file(OUTPUT, path, overwrite=overwrite)
        else:
            raise IronboardError(f"OUTPUT is saved as {TEXT}, the dayfile as {DAYFILE}, the state as {STATE}")
        what = f"file {named['name'].upper()}" if named else {STATE: "state", DAYFILE: "dayfile", TEXT: OUTPUT}[suffix]
        self.tell(f"{path.name}: {what} saved")


def attach(machine: Cdc6600, name: str, path: Path) -> None:
    """Make a file of the lines of a text."""
    try:
        machine.attach_file(name, path)
    except ValueError as error:
        raise IronboardError(str(error)) from None


def give_files(machine: Cdc6600, program: Path, files: Mapping[str, Path], lines: Sequence[str] = ()) -> None:
    """Give a job its files: those named, those beside the file of its program, OUTPUT, and INPUT from the keyboard.

    `lines` are typed there before it begins.
    """
    beside = {name: program.with_name(file) for name, file in COMPANIONS.get(program.name, {}).items()}
    for name, path in {**{each: path for each, path in beside.items() if path.is_file()}, **files}.items():
        attach(machine, name, path)
    if INPUT not in files:
        machine.give("connect", INPUT)
    for line in lines:
        machine.give("line", [INPUT, line])
    machine.attach(OUTPUT)


def job_name(program: str) -> str:
    """Return the name of a program on the screens."""
    return re.sub("[^A-Z0-9]", "", Path(program).stem.upper())[:JOB_NAME] or "JOB"


def controller(machine: Any, **options: Any) -> Controller6600:
    """Return the console of a machine."""
    return Controller6600(machine, **options)
