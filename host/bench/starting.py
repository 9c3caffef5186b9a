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
from host.bench.measuring import Result, Row

COMPILE_TITLE = "compiling everything into an empty cache, and finding it there the next time"
START_TITLE = "from the start of the process to a KIM-1 that has run for 0.1 s of its time"
VARIABLE = "IRONBOARD_CACHE_DIR"
WARM = ("-m", "emulators.warm")
LIVE = "live"
CYCLES = 100_000
MACHINE = "from host.kim1 import Kim1; Kim1(core={core!r}).run({cycles}); print({live!r}, flush=True)"
TIMEOUT = 600  # seconds


def measure_compile(runs: int) -> Result:
    """Compile into new caches, and load from the last of them."""
    first, later = [], []
    for _ in range(runs):
        with cache() as folder:
            first.append(timed(folder, *WARM))
            later.append(timed(folder, *WARM))
    rows = (Row("first compilation", tuple(first)), Row("from the cache", tuple(later)))
    return Result("compile", COMPILE_TITLE, rows)


def measure_start(runs: int) -> Result:
    """Start machines: the very first time, with what is there at once, and later with the compiled core."""
    first, later = [], []
    for _ in range(runs):
        with cache() as folder:
            first.append(time_to_live(folder, "auto"))
    with cache() as folder:
        timed(folder, *WARM)
        later = [time_to_live(folder, "compiled") for _ in range(runs)]
        automatic = [time_to_live(folder, "auto") for _ in range(runs)]
    rows = (
        Row("very first start", tuple(first)),
        Row("later start, auto", tuple(automatic)),
        Row("later start, compiled", tuple(later)),
    )
    return Result("start", START_TITLE, rows)


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


def time_to_live(folder: str, core: str) -> float:
    """Start a process with a machine; return the seconds until it is live. What it goes on to do is broken off."""
    command = [sys.executable, "-c", MACHINE.format(core=core, cycles=CYCLES, live=LIVE)]
    start = time.perf_counter()
    with subprocess.Popen(command, env=environment(folder), stdout=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline().decode().strip()
        seconds = time.perf_counter() - start
        break_off(process)
    if line != LIVE:
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
    """Return this process's environment with another cache."""
    return {**os.environ, VARIABLE: folder}
