"""The time until a command is of use: each runs as a process; its CPU time and that of its children counts.

CPU time measures the cost of a start on a busy host, too. Python's compiled files are there, as after an
installation: each command is run once before it is measured.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from emulators.errors import IronboardError
from emulators.kernels import KERNELS
from emulators.kernels.building import BuildError, build, c_source, own_target
from host.experiments.bench.measuring import Goal, Result, Row
from host.formats import storage

COMPILE_TITLE = "the kernels of all cores, translated to C and compiled into an empty folder (CPU time)"
START_TITLE = "from the command to the first instruction, or to the result: CPU time of the process"
TIMEOUT = 600  # seconds
MACHINES = ("kim1", "704", "6600")
PROBLEM = "kbK5/pp6/1P6/8/8/8/8/R7 w"
ALGOL = """begin integer n, d;
  for n := 2 step 1 until 50 do
  begin d := 1;
    for d := d + 1 while d < n ∧ n ÷ d × d ≠ n do;
    if d = n then outinteger(61, n)
  end
end
"""
COMPASS = "         IDENT  STOP\nSTOP     BSS    0\n         PS\n         END    STOP\n"
# Code to measure a view: the machine's first run in it, or the first picture, ends the process.
VIEWED = """if True:
    import os, sys
    from ironboard import main
    from emulators.pacing import Pacer
    advance = Pacer.advance
    def first(pacer):
        advance(pacer)
        if pacer._machine.cycles:
            os._exit(0)
    Pacer.advance = first
    sys.exit(main())
"""
DRAWN = """if True:
    import os, sys
    from ironboard import main
    from host.debugger.tui.app import DebuggerApp
    run = DebuggerApp.run
    async def leave(pilot):
        pilot.app.exit()
    DebuggerApp.run = lambda app: run(app, auto_pilot=leave)
    sys.exit(main())
"""
SURROUNDINGS = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "TERM": "xterm-256color"}


@dataclass(frozen=True)
class Start:
    """A command and the way to run it. `{folder}` in its words means a folder with the files made for it."""

    words: tuple[str, ...]
    code: str = ""  # instead of the command: Python code that ends where the measurement does
    terminal: bool = False  # whether it needs one
    first: bool = False  # whether it starts with an empty cache

    @property
    def label(self) -> str:
        """The words that the user types."""
        typed = (f"'{each}'" if " " in each else each.replace("{folder}/", "") for each in self.words)
        return f"ironboard {' '.join(typed)}"


HEADLESS = tuple(Start((each, "--headless", "--cycles", "1000"), first=True) for each in MACHINES)
VIEWS = tuple(Start((each, "--window"), VIEWED, first=True) for each in MACHINES) + tuple(
    Start((each, "--tui"), VIEWED, terminal=True, first=True) for each in MACHINES
)
RESULTS = tuple(
    Start(words)
    for words in (
        ("gtp",),
        ("kalah", "3"),
        ("mates", PROBLEM),
        ("algol", "{folder}/primes.alg"),
        ("checkers", "--self-play", "--depth", "1", "--moves", "1"),
        ("run", "6600", "{folder}/stop.compass"),
        ("debug", "wally", "--line", "-e", "step"),
    )
)
FILES = {"primes.alg": ALGOL, "stop.compass": COMPASS}


@dataclass(frozen=True)
class Group:
    """Commands with a common goal: the slowest must stay below it."""

    title: str
    limit: float  # seconds
    starts: tuple[Start, ...]


GROUPS = (
    Group("--help", 0.12, (Start(("--help",)),)),
    Group("the slowest first start of a machine without a view", 0.4, HEADLESS),
    Group("the slowest first start of a machine in a window or a terminal", 0.8, VIEWS),
    Group("the slowest way to a result", 0.5, RESULTS),
    Group("the debugger's full screen", 0.8, (Start(("debug", "wally", "--screen"), DRAWN, terminal=True),)),
)


def measure_start(runs: int) -> Result:
    """Run the commands, in turn."""
    seconds: dict[Start, list[float]] = {start: [] for group in GROUPS for start in group.starts}
    with tempfile.TemporaryDirectory(prefix="ironboard-") as name:
        folder = Path(name)
        for file, text in FILES.items():
            (folder / file).write_text(text, encoding="utf-8")
        for start in seconds:
            cpu_seconds_of(start, folder)
        for _ in range(runs):
            for start, taken in seconds.items():
                taken.append(cpu_seconds_of(start, folder))
    rows = {start: Row(start.label, tuple(taken)) for start, taken in seconds.items()}
    goals = (
        Goal(group.title, round(max(rows[start].median for start in group.starts), 3), group.limit, "s")
        for group in GROUPS
    )
    return Result("start", START_TITLE, tuple(rows.values()), goals=tuple(goals))


def measure_compile(runs: int) -> Result:
    """Translate the kernels, then translate and compile them."""
    target = own_target()
    if target is None:
        raise IronboardError("this platform has no kernels")
    translating, building = [], []
    for _ in range(runs):
        with tempfile.TemporaryDirectory(prefix="ironboard-") as name:
            translating.append(cpu_seconds(lambda: [c_source(each) for each in KERNELS]))
            try:
                building.append(cpu_seconds(partial(build, target, Path(name))))
            except BuildError as error:
                raise IronboardError(str(error)) from None
    rows = (Row("translated to C", tuple(translating)), Row("translated and compiled", tuple(building)))
    return Result("compile", COMPILE_TITLE, rows)


# ---------------------------------------------------------------- processes


def cpu_seconds(work: Callable[[], object], own: bool = True) -> float:
    """Return the CPU seconds, user and system, of children that end during `work`; `own`: and of this process."""
    if sys.platform == "win32":
        raise IronboardError("Windows does not say how long the processes of a command have computed")
    import resource

    def now() -> float:
        used = map(resource.getrusage, (resource.RUSAGE_CHILDREN, *([resource.RUSAGE_SELF] if own else [])))
        return sum(each.ru_utime + each.ru_stime for each in used)

    start = now()
    work()
    return now() - start


def cpu_seconds_of(start: Start, folder: Path) -> float:
    """Return the CPU seconds of a command; raises IronboardError if it fails."""
    words = [each.replace("{folder}", str(folder)) for each in start.words]
    program = ["-c", start.code] if start.code else ["-m", "ironboard"]
    command = [sys.executable, *program, *words]
    with tempfile.TemporaryDirectory(prefix="ironboard-") as empty:
        environment = {**os.environ, **SURROUNDINGS, storage.CACHE: empty if start.first else str(folder)}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        run: Callable[..., tuple[int, bytes]] = in_terminal if start.terminal else in_pipe
        ended: list[tuple[int, bytes]] = []
        seconds = cpu_seconds(lambda: ended.append(run(command, environment)), own=False)
    ((status, said),) = ended
    if status:
        raise IronboardError(f"{start.label} failed: {said.decode(errors='replace').strip()}")
    return seconds


def in_pipe(command: list[str], environment: dict[str, str]) -> tuple[int, bytes]:
    """Run a command without input; return its exit status and its standard error."""
    done = subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT, check=False
    )
    return done.returncode, done.stderr


def in_terminal(command: list[str], environment: dict[str, str]) -> tuple[int, bytes]:
    """Run a command in a pseudo-terminal; return its exit status and its output."""
    import pty

    ours, theirs = pty.openpty()
    environment |= {"COLUMNS": "120", "LINES": "40"}
    process = subprocess.Popen(
        command, env=environment, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    )
    os.close(theirs)
    limit = threading.Timer(TIMEOUT, process.kill)
    limit.start()
    drawn = bytearray()
    with suppress(OSError):  # Linux: its end of the terminal is closed
        while data := os.read(ours, 1 << 16):
            drawn += data
    os.close(ours)
    status = process.wait()
    limit.cancel()
    return status, bytes(drawn)
