"""How long does going back in time take? `python docs/studies/rewind.py [FIGURES]` measures a session on the KIM-1.

FIGURES is a file of `ironboard bench --json`, its result `rewind` is replaced or added.
"""

from __future__ import annotations

import dataclasses
import random
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from host.debugger.session import Session
from host.experiments.bench.document import read, written
from host.experiments.bench.measuring import Goal, Result, Row, text
from host.experiments.bench.programs import COMPILED, FUNCTIONAL, PASSES, machine, prepare
from host.formats import storage

RUNS = 5
TITLE = "going back in time, after 100 million cycles of the functional test"
LENGTH, FAR = 100_000_000, 10_000_000  # cycles
KEYS = 200  # pressed on the way
TIMES = 10  # in a run
LIMIT = 0.2  # seconds
SEED = 1976


def measure_rewind(runs: int) -> Result:
    """Let a session live, then step back from moments, jump to moments, and search the past."""
    session = lived()
    end, count = session.history.end, TIMES * runs
    dice = random.Random(SEED)
    moments = [end - dice.randrange(1, FAR) for _ in range(count)]
    near = (
        row("step back, now", session, [end] * count, session.step_back),
        row("step back, in the last 10 million", session, moments, session.step_back),
        row("step back, 10 million cycles ago", session, [end - FAR] * count, session.step_back),
        row("jump into the last 10 million", session, [end] * count, jumps(session, moments)),
    )
    beginning = row("who wrote what was there at first?", session, [end] * runs, lambda: session.last_write(PASSES))
    worst = max(max(each.seconds) for each in near)
    note = f"{session.history.snapshots} snapshots take {session.history.size / 1e6:.1f} MB"
    goal = Goal("the slowest way back within 10 million cycles", round(worst, 4), LIMIT, "s")
    return Result("rewind", TITLE, (*near, beginning), goals=(goal,), notes=(note,))


def lived() -> Session:
    """Return a session with a past."""
    kim = machine(FUNCTIONAL, COMPILED)
    session = Session(kim)
    prepare(kim, FUNCTIONAL, FUNCTIONAL.settings)
    for index in range(KEYS):
        session.give("key_up" if index % 2 else "key_down", "5")
        session.run_for(LENGTH // KEYS)
    return session


def jumps(session: Session, moments: Sequence[int]) -> Callable[[], object]:
    """Return the function that goes to the next one of these moments."""
    following = iter(moments)
    return lambda: session.go(next(following))


def row(label: str, session: Session, moments: Sequence[int], act: Callable[[], object]) -> Row:
    """Go to each of the moments and act there; return the seconds on the wall that acting took."""
    seconds = []
    for moment in moments:
        session.go(moment)
        start = time.perf_counter()
        act()
        seconds.append(time.perf_counter() - start)
    return Row(label, tuple(seconds))


def main() -> None:
    """Print the result; put it into a file of figures."""
    result = measure_rewind(RUNS)
    print("\n".join(text(result)))
    for path in map(Path, sys.argv[1:]):
        document = read(path)
        others = (each for each in document.results if each.name != result.name)
        storage.write_all(path, written(dataclasses.replace(document, results=(*others, result))), overwrite=True)


if __name__ == "__main__":
    main()
