"""How long until a machine is there: the first compilation, and starts with an empty and a filled cache.

Every measurement is a process of its own, timed by the clock on the wall.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time

from emulators.errors import IronboardError
from host.bench.measuring import Goal, Result, Row

COMPILE_TITLE = "compiling everything into an empty cache, and finding it there the next time"
START_TITLE = "from the start of a process until a KIM-1 that has run for 0.1 s of its time says so"
VARIABLE = "IRONBOARD_CACHE_DIR"
WARM = ("-m", "emulators.warm")
CYCLES = 100_000
SAYS = "cycles"  # the first word that the machine's process prints
COMMAND = ("-m", "host", "kim1", "--headless", "--cycles", str(CYCLES), "--core")  # boots Wally
PROGRAM = "from host.kim1 import Kim1; kim = Kim1(core={core!r}); kim.run({cycles}); print({says!r}, flush=True)"
FIRST, LATER, COMPILED = "first ever", "later", "later, compiled"  # of the command and of the class
TIMEOUT = 600  # seconds
INSTANT = 1.0  # second


def measure_compile(runs: int) -> Result:
    """Compile into new caches, and load from them."""
    first, later = [], []
    for _ in range(runs):
        with cache() as folder:
            first.append(timed(folder, *WARM))
            later.append(timed(folder, *WARM))
    rows = (Row("first compilation", tuple(first)), Row("from the cache", tuple(later)))
    return Result("compile", COMPILE_TITLE, rows)


def measure_start(runs: int) -> Result:
    """Start machines: the very first time, and later, on py65 and on the compiled core."""
    with cache() as filled:
        timed(filled, *WARM)
        seconds = [round_of_starts(filled) for _ in range(runs)]
    rows = tuple(Row(label, tuple(each[label] for each in seconds)) for label in seconds[0])
    worst = max(max(row.seconds) for row in rows)
    goal = Goal("the slowest start, the very first ones included", round(worst, 3), INSTANT, "s")
    return Result("start", START_TITLE, rows, goals=(goal,))


def round_of_starts(filled: str) -> dict[str, float]:
    """Start the command, and the class in a program of one line, in all ways; return the seconds."""
    seconds = {}
    for name, arguments in (("ironboard", command), ("Kim1()", program)):
        with cache() as empty:
            seconds[f"{name}, {FIRST}"] = time_to_live(empty, *arguments("auto"))
        seconds[f"{name}, {LATER}"] = time_to_live(filled, *arguments("auto"))
        seconds[f"{name}, {COMPILED}"] = time_to_live(filled, *arguments("compiled"))
    return seconds


def command(core: str) -> tuple[str, ...]:
    """Return the arguments of Python that start the command `ironboard`."""
    return (*COMMAND, core)


def program(core: str) -> tuple[str, ...]:
    """Return the arguments of Python that make a machine."""
    return ("-c", PROGRAM.format(core=core, cycles=CYCLES, says=SAYS))


def cache() -> tempfile.TemporaryDirectory[str]:
    """Return a folder for a cache of its own; a compilation that was broken off may still be writing into it."""
    return tempfile.TemporaryDirectory(prefix="ironboard-", ignore_cleanup_errors=True)


def timed(folder: str, *arguments: str) -> float:
    """Run a Python process to its end; return the seconds."""
    start = time.perf_counter()
    done = subprocess.run([sys.executable, *arguments], env=environment(folder), capture_output=True, timeout=TIMEOUT)
    if done.returncode:
        raise IronboardError(f"python {' '.join(arguments)} failed: {done.stderr.decode(errors='replace').strip()}")
    return time.perf_counter() - start


def time_to_live(folder: str, *arguments: str) -> float:
    """Start a process with a machine; return the seconds until it is live. What it goes on to do is broken off."""
    start = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, *arguments], env=environment(folder), stdout=subprocess.PIPE, start_new_session=True
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline().decode(errors="replace")
        seconds = time.perf_counter() - start
        break_off(process)
    if not line.startswith(SAYS):
        raise IronboardError("the machine did not start")
    return seconds


def break_off(process: subprocess.Popen[bytes]) -> None:
    """End a process and the compilation that it may have started."""
    if sys.platform == "win32":
        process.kill()
        return
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)  # its own session: nobody else is in it


def environment(folder: str) -> dict[str, str]:
    """Return this process's environment with another cache, and with output that is not held back."""
    return {**os.environ, VARIABLE: folder, "PYTHONUNBUFFERED": "1"}
